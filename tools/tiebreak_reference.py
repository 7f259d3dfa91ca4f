"""Writes the tables of docs/tiebreaks.md from those that the program works by, in `rookery.ranking`.

python tools/tiebreak_reference.py
"""

from __future__ import annotations

import ast
import inspect
import re

import pages

from rookery.ranking import rules
from rookery.ranking.definitions import MODIFIERS, TABLE, Definition

PAGE, TOOL = "tiebreaks.md", "tiebreak_reference"
EVENTS = {"both": "players, teams", "individual": "players", "team": "teams"}
ARTICLES = {
    "S": "13", "C": "14.1, 14.2", "M": "14.3, 14.4", "L": "14.5", "K": "13.4.2", "P": "6.1.1", "F": "8.3", "U": "10",
    "R": "7.8, 10.6",
}  # fmt: skip
"""Where C.07 has each modifier."""


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    return {"tie-breaks": _tiebreaks(), "modifiers": _modifiers(), "open questions": _questions()}


def _tiebreaks() -> str:
    titles = ("code", "article", "name", "meaning", "for", "modifiers")
    return pages.table(titles, map(_row, TABLE))


def _row(each: Definition) -> tuple[str, ...]:
    taken = " ".join(_written(letter) for letter in MODIFIERS if letter in each.takes)
    return f"`{each.name}`", each.article, each.title, each.meaning, EVENTS[each.events], taken


def _written(letter: str) -> str:
    return " ".join(f"`{word}`" for word in MODIFIERS[letter][0].split())


def _modifiers() -> str:
    rows = [
        (_written(letter), re.sub(r"(/\w[+-]?\d+)", r"`\1`", words), ARTICLES[letter])
        for letter, (_, words) in MODIFIERS.items()
    ]
    return pages.table(("written", "meaning", "article"), rows)


def _questions() -> str:
    """The open questions, with what stands below each of them in the source."""
    said = _said()
    rows = [(f"`{name}`", ", ".join(known), said[name]) for name, known in rules.open_questions().items()]
    return pages.table(("name", "answers", "what it decides"), rows)


def _said() -> dict[str, str]:
    (readings,) = ast.parse(inspect.getsource(rules.TieBreakReadings)).body
    assert isinstance(readings, ast.ClassDef)
    found: dict[str, str] = {}
    name = ""
    for statement in readings.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and name:
            text = " ".join(str(statement.value.value).split())
            found[name] = re.sub(r"^Q\d+: ", "", text)
    return {name: text[0].upper() + text[1:] for name, text in found.items()}


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
