"""The reference page says what the tables of the program say."""

from __future__ import annotations

from pathlib import Path

from rookery.ranking.codes import MODIFIERS, TABLE, Definition
from rookery.ranking.rules import answers

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "tiebreaks.md").read_text("utf-8")
EVENTS = {"both": "players, teams", "individual": "players", "team": "teams"}


def line(each: Definition) -> str:
    written = [word for letter in MODIFIERS if letter in each.takes for word in MODIFIERS[letter][0].split()]
    cells = (f"`{each.name}`", each.article, each.title, each.meaning, EVENTS[each.events])
    return f"| {' | '.join(cells)} |{''.join(f' `{word}`' for word in written)} |"


def test_every_tie_break_has_its_line() -> None:
    table = [text for text in PAGE.splitlines() if text.startswith("| `") and text.count("|") == 7]
    assert table == [line(each) for each in TABLE]


def test_every_modifier_has_its_line() -> None:
    for written, words in MODIFIERS.values():
        cell = " ".join(f"`{word}`" for word in written.split())
        assert f"| {cell} | {words.split(':')[0]}" in PAGE


def test_every_open_question_has_its_line() -> None:
    for name, known in answers().items():
        assert f"| `{name}` | {', '.join(known)} |" in PAGE
