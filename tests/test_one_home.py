"""What kind of tournament this is, is known in one place: nobody else compares or tabulates the names of formats."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rookery
from rookery.regulations import FORMATS

SRC = Path(rookery.__file__).parent

# The catalogue itself with the words of record 092, and the file in which a system is declared under its name.
HOMES = {
    "regulations/format.py",
    "regulations/scheme.py",
    *(f"pairing/{name.replace('-', '_')}.py" for name in FORMATS),
}
# Words that are names of formats and of something else: who is paired, a column of a list, a setting, a problem.
OTHER_MEANINGS = {"team", "keizer", "knockout"}
# Calls of the JavaScript packages have these names: rookery.compat offers them under the same.
OFFERED = {"compat/__init__.py"}


def comparisons(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every name of a format that is compared, looked up in a row of names, or the key of a table."""
    for node in ast.walk(tree):
        found: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            found = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            found = list(node.keys)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found = list(node.args) if node.func.attr in ("startswith", "endswith", "get") else []
        elif isinstance(node, ast.Subscript):
            found = [node.slice]
        for each in found:
            parts = each.elts if isinstance(each, ast.Tuple | ast.List | ast.Set) else [each]
            for part in parts:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.lineno, part.value


@pytest.mark.parametrize("path", sorted(SRC.rglob("*.py")), ids=lambda path: path.relative_to(SRC).as_posix())
def test_no_name_of_a_format_decides_anything(path: Path) -> None:
    if path.relative_to(SRC).as_posix() in HOMES | OFFERED:
        return
    names = set(FORMATS) - OTHER_MEANINGS | {"double", "double-", "swiss"}
    tree = ast.parse(path.read_text("utf-8"))
    wrong = [f"line {line}: {text!r}" for line, text in comparisons(tree) if text in names]
    assert not wrong, "\n".join(wrong)


def test_nobody_asks_a_scheme_for_a_family() -> None:
    for path in SRC.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        asked = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "family"]
        assert not asked, f"{path}: {asked}"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('system == "dutch"', ["dutch"]),
        ('system in ("lim", "dubov")', ["lim", "dubov"]),
        ('{"burstein": 1}', ["burstein"]),
        ('name.startswith("double")', ["double"]),
        ('table["round-robin"]', ["round-robin"]),
        ('Format(name="dutch")', []),
    ],
)
def test_what_is_found(source: str, found: list[str]) -> None:
    assert [text for _, text in comparisons(ast.parse(source))] == found
