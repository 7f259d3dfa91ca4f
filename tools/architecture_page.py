"""Writes the floor plan of docs/architecture.md from the plan in force and the docstrings of the modules.

python tools/architecture_page.py
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

import pages

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from support.floor_plan import FLOORS, LEVELS, MODULES, OUTSIDE, is_package, row

PAGE, TOOL = "architecture.md", "architecture_page"


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    return {"floors": _floors(), "rooms": "\n\n".join(_level(level) for level in LEVELS)}


def _floors() -> str:
    """The house seen from the front."""
    wide = max(len(name) for name, _ in LEVELS.values())
    lines = []
    for level in sorted(LEVELS, reverse=True):
        head = f"{level} {LEVELS[level][0]:{wide}}  "
        rooms = "  ".join(name for name in FLOORS[level] if _there(name))
        lines.append(fill(rooms, 100, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False))
    free = [f"`{name}` on level {level}" for level, names in FLOORS.items() for name in names if not _there(name)]
    kept = f"\n\nPlaces kept free for rooms to come: {', '.join(free)}." if free else ""
    return "```text\n" + "\n".join(lines) + "\n```" + kept


def _there(room: str) -> bool:
    return f"rookery.{room}" in MODULES


def _level(level: int) -> str:
    """The rooms of a level, and the modules of every package on it."""
    name, words = LEVELS[level]
    rooms = [f"rookery.{room}" for room in FLOORS[level] if _there(room)]
    found = [f"### Level {level}: {name}", f"{words[0].upper()}{words[1:]}.", _rooms(rooms)]
    for room in rooms:
        if is_package(room):
            found += [f"#### `{_file(room)}`", _modules(room)]
    if level == max(LEVELS):
        found += ["### Outside the levels", _rooms(sorted(OUTSIDE))]
    return "\n\n".join(found)


def _rooms(names: Iterable[str]) -> str:
    return pages.table(("room", "what it is for"), [(f"`{_file(name)}`", said(name)) for name in names])


def _modules(package: str) -> str:
    """The modules of a package, from the ground."""
    inside = sorted((_row(name), name) for name in MODULES if name.startswith(f"{package}."))
    rows = [(str(at + 1), f"`{_file(name, package)}`", said(name)) for at, name in inside]
    return pages.table(("row", "module", "what it is for"), rows)


def _row(name: str) -> int:
    found = row(name)
    if found is None:
        raise SystemExit(f"{name} is in no row of tests/support/floor_plan.py")
    return found


def _file(name: str, package: str = "rookery") -> str:
    """The file of a module as it is called inside a package; a folder has a stroke at its end."""
    if name == "rookery":
        return "__init__.py"
    path = name.removeprefix(f"{package}.").replace(".", "/")
    return f"{path}/" if is_package(name) else f"{path}.py"


def said(name: str) -> str:
    """What a module says of itself: the first paragraph of its docstring."""
    text = ast.get_docstring(ast.parse(MODULES[name].read_text("utf-8")))
    if not text:
        raise SystemExit(f"{name} has no docstring")
    return " ".join(text.partition("\n\n")[0].split()).replace("|", r"\|")


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
