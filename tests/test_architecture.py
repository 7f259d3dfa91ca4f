"""The page on the architecture is true: it shows the plan in force, and what it names exists."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

from support.floor_plan import FLOORS, LEVELS, MODULES, OUTSIDE, place, row

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
GUIDE = ROOT / "CONTRIBUTING.md"

FILE = re.compile(r"`((?:[\w*-]+/)*[\w*.-]+\.(?:py|md|yml|toml|xz)|(?:[\w.-]+/)+)`")
NAME = re.compile(r"`(?:\w+\.)*([A-Za-z_]\w*)(?:\(\.\.\.\)|=)?`")
FILLED_IN = re.compile(r"NAME|SUBJECT|CHAPTER|\*")
"""Parts of a path that stand for many."""
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next of its rank."""
    rank = re.escape(heading.split()[0])
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^{rank} |\Z)", text, re.M | re.S)
    assert found, f"no {heading!r}"
    return found[1]


def shown() -> dict[str, tuple[int, int | None]]:
    """Every module in the list of rooms: its level, and the row in its package."""
    found: dict[str, tuple[int, int | None]] = {}
    level, package = -1, ""
    for line in section(PAGE.read_text("utf-8"), "## Every room").splitlines():
        if heading := re.match(r"### (?:Level (\d)|Outside)", line):
            level, package = int(heading[1] or -1), ""
        elif heading := re.match(r"#### `(\w+)/`", line):
            package = heading[1]
        elif cells := re.match(r"\| (?:(\d+) \| )?`([\w/.]+)` \| (.+) \|$", line):
            path = cells[2].removesuffix(".py").removesuffix("/").replace("/", ".")
            name = ".".join(part for part in ("rookery", package, path) if part and part != "__init__")
            assert name not in found, f"{name} stands twice"
            found[name] = level, int(cells[1]) if cells[1] else None
    return found


def test_the_page_and_the_plan_are_the_same() -> None:
    planned: dict[str, tuple[int, int | None]] = {}
    for name in MODULES:
        where, at = (None, -1) if name in OUTSIDE else (place(name), row(name))
        assert at is not None, name
        planned[name] = where[0] if where else -1, at + 1 or None
    assert shown() == planned


def test_the_house_seen_from_the_front() -> None:
    text = section(PAGE.read_text("utf-8"), "## The floor plan")
    found = re.findall(r"^(\d) (\w+) +(.+(?:\n {3,}.+)*)", text, re.M)
    there = {level: [room for room in rooms if f"rookery.{room}" in MODULES] for level, rooms in FLOORS.items()}
    assert {int(level): rooms.split() for level, _, rooms in found} == there
    assert {int(level): name for level, name, _ in found} == {level: name for level, (name, _) in LEVELS.items()}


def test_every_level_has_a_name() -> None:
    assert list(LEVELS) == list(FLOORS)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_module_says_in_one_line_what_it_is_for(name: str) -> None:
    first = (ast.get_docstring(ast.parse(MODULES[name].read_text("utf-8"))) or "").partition("\n\n")[0]
    assert re.fullmatch(r".{20,116}[.?]", first), f"{name}: {first!r}"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("rookery.faces.nameless", "import math\n", "rookery.faces.nameless is in no row"),
        ("rookery.faces.face", "import math\n", "rookery.faces.face has no docstring"),
    ],
)
def test_what_has_no_place_or_no_words_is_not_written(
    name: str, text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    tool = importlib.import_module("architecture_page")
    (tmp_path / "module.py").write_text(text)
    monkeypatch.setattr(tool, "MODULES", {**MODULES, name: tmp_path / "module.py"})
    with pytest.raises(SystemExit, match=says):
        tool.parts()


# -- what the documents name ------------------------------------------------------------------------------------------


MADE = {".corpora/", "site/"}
"""What make makes."""


def told(path: Path) -> str:
    """A document without what a tool has written."""
    return re.sub(r"<!-- rooms: .*?<!-- end of rooms -->", "", path.read_text("utf-8"), flags=re.S)


def is_there(path: str) -> bool:
    """Whether a path from the root, inside the library or inside one of its packages leads to something."""
    pattern = FILLED_IN.sub("*", path).rstrip("/")
    homes = (ROOT, ROOT / "src" / "rookery", *(ROOT / "src" / "rookery").glob("*/"))
    return any(any(home.glob(pattern)) for home in homes)


@pytest.mark.parametrize("document", [PAGE, GUIDE], ids=lambda path: path.name)
def test_every_file_named_is_there(document: Path) -> None:
    named = FILE.findall(told(document))
    assert len(named) > 20
    assert [path for path in named if path not in MADE and not is_there(path)] == []


GIVEN = {"ROOKERY_CORPUS", "PYTEST", "NAME", "real_files", "rookery"}
"""Words that are no names of ours."""


@pytest.mark.parametrize("document", [PAGE, GUIDE], ids=lambda path: path.name)
def test_every_name_is_there(document: Path) -> None:
    """A class, a function, a table, an argument: some file of ours has the word."""
    source = "\n".join(path.read_text("utf-8") for path in (*MODULES.values(), *(ROOT / "tests").rglob("*.py")))
    words = set(re.findall(r"\w+", source))
    assert [name for name in NAME.findall(told(document)) if name not in words | GIVEN] == []


def recipes() -> list[tuple[str, str]]:
    """What can be put somewhere, and the text that says where."""
    text = section(PAGE.read_text("utf-8"), "## Where do I put ...")
    return re.findall(r"^### ([^\n]+)\n(.*?)(?=^### |\Z)", text, re.M | re.S)


@pytest.mark.parametrize(("what", "text"), recipes(), ids=[what for what, _ in recipes()])
def test_a_recipe_counts_its_files(what: str, text: str) -> None:
    said = re.search(r"^(?:[^|\n]*: )?(\w+) files?\b", text.strip(), re.I)
    assert said, what
    rows = re.findall(r"^\| `", text, re.M)
    assert len(rows) == NUMBERS[said[1].lower()]
