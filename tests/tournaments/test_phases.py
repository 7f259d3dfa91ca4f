"""The table of every command in every phase, in FIDE mode and outside: all its cells, and no command without a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from rookery.tournaments.command import COMMANDS as KNOWN
from rookery.tournaments.warning_table import REFUSED
from support.phases import MODES, PHASES, WISHES, answers, level
from support.pseudo_locale import untranslated_words

TABLE = [line.split("|") for line in (Path(__file__).parent / "phases.psv").read_text("utf-8").splitlines()]
ROWS = {row[0]: row[1:] for row in TABLE[1:]}


def test_every_command_has_a_row() -> None:
    assert set(ROWS) == set(KNOWN) == set(WISHES)
    assert TABLE[0][1:] == [f"{mode}: {phase}" for mode in MODES for phase in PHASES]


@pytest.mark.parametrize("name", ROWS)
def test_the_desk_answers_at_this_level(name: str) -> None:
    found = [level(phase, mode, name) for mode in MODES for phase in PHASES]
    assert dict(zip(TABLE[0][1:], found, strict=True)) == dict(zip(TABLE[0][1:], ROWS[name], strict=True))


def test_outside_fide_mode_nothing_is_harder_but_for_leaving_it() -> None:
    for name, row in ROWS.items():
        inside, outside = row[: len(PHASES)], row[len(PHASES) :]
        if name != "mode.leave":
            assert all(int(out) <= int(within) for within, out in zip(inside, outside, strict=True)), name


def test_what_is_closed_changes_only_by_reopening() -> None:
    free = {"point.mark", "time.undo", "tournament.archive", "tournament.reopen"}
    free |= {"details.erase", "person.erase", "publication.set", "round.hide", "round.publish"}
    nothing_to_do = {"numbers.regenerate", "order.set", "round.book", "seat.free", "tournament.close"}
    nothing_to_do |= {"tournament.restore", "checkin.close"}
    loose = {name for name, row in ROWS.items() if int(row[len(PHASES) - 1]) < REFUSED}
    assert loose <= free | nothing_to_do, loose


@pytest.mark.parametrize("name", ROWS)
def test_what_the_desk_says_is_in_the_catalogue(name: str) -> None:
    for phase in PHASES:
        for text, data in answers(phase, MODES[0], name):
            assert not untranslated_words(text, data), (phase, text)
