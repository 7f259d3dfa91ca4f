"""Habits of other programs, in small files of our own: each is read as intended, and irregularities are reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rookery.errors import Severity
from rookery.load_result import LoadResult
from rookery.model import ByeKind, Colour, PartialDate, Result, Tournament
from rookery.trf.read import read
from rookery.trf.serialize import dump

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "trf-habits"


class Habit(NamedTuple):
    """What must be read: players, rounds, planned rounds, what is told (less what is absent), and single facts."""

    players: int
    rounds: int
    planned: int | None
    told: set[str]
    facts: tuple[tuple[Callable[[Tournament], Any], Any], ...] = ()


def births(t: Tournament) -> list[str]:
    return [str(player.birth or "") for player in t.players]


def column(field: str) -> Callable[[Tournament], list[Any]]:
    """A column of the players."""
    return lambda t: [getattr(player, field) for player in t.players]


def days(t: Tournament) -> tuple[PartialDate | None, PartialDate | None]:
    return t.info.start, t.info.end


def byes(t: Tournament) -> list[tuple[int, int, ByeKind]]:
    return [(number, bye.player, bye.kind) for number, one in enumerate(t.rounds, 1) for bye in one.byes]


PAB, HALF, ZERO, FULL = ByeKind.PAIRING_ALLOCATED, ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL
HABITS: dict[str, Habit] = {
    "dotted-dates-small-letters.trf": Habit(5, 2, None, {"date", "ruler", "sex", "title", "trf06-bye"}, (
        (days, (PartialDate(2005, 7, 28), PartialDate(2005, 7, 31))), (column("title"), ["WFM", "GM", "", "IM", "FM"]),
        (column("sex"), ["w", "m", "w", "m", "w"]), (column("rating"), [2210, 2405, None, 2300, 2250]),
        (births, ["1980-05-17", "1971-11-02", "", "1965-01-30", "1990-12-24"]), (byes, [(1, 5, PAB), (2, 5, HALF)]),
    )),
    "nothing-but-players.trf": Habit(4, 2, 6, {"date", "in-progress"}, (
        (births, ["2004"] * 4), (column("fide_id"), [None] * 4), (column("rank"), [None] * 4),
        (lambda t: [game.result for game in t.rounds[1].games], [Result.PENDING] * 2),
        (lambda t: t.initial_colour, Colour.WHITE),
    )),
    "hyphens-and-half-byes.tab": Habit(3, 2, None, {"date", "trf06-bye"}, (
        (days, (PartialDate(2008, 2, 1), PartialDate(2008, 2, 3))), (byes, [(1, 1, HALF), (2, 3, HALF)]),
        (column("fide_id"), [2500011, None, 2500013]),
    )),
    "mark-and-ruler.tab": Habit(2, 1, None, {"date", "ruler"}, (
        (days, (PartialDate(2011, 9, 26), PartialDate(2012, 4, 1))), (column("name"), ["Alder, Zoë", "Birch, Ben"]),
        (lambda t: t.info.name, "River League, Division 1"),
    )),
    "windows-1252.tab": Habit(2, 1, None, {"date", "encoding", "title"}, (
        (column("name"), ["Åström, Åke", "Muñoz, Inés"]), (column("title"), ["GM", "IM"]),
        (lambda t: t.info.name, "Épreuve d’été"),
    )),
    "clubs-for-federations.tab": Habit(3, 2, None, {"bare-bye", "date", "federation", "points", "sex", "trf06-bye"}, (
        (column("sex"), ["m"] * 3), (column("rating"), [None, 1500, 1430]),
        (column("federation"), ["ST.", "C.C", "???"]),
        (byes, [(1, 2, HALF), (2, 1, HALF)]),
        (lambda t: t.info.round_dates, (PartialDate(2011, 2, 25), PartialDate(2011, 2, 26))),
    )),
    "date-in-words.trf": Habit(3, 3, 3, {"bare-bye", "complete", "date", "federation", "initial-colour", "trf06-bye"}, (
        (days, (PartialDate(2020, 5, 29), PartialDate(2020, 5, 29))), (byes, [(1, 3, PAB), (2, 1, PAB), (3, 2, PAB)]),
    )),
    "cr-alone.trf": Habit(4, 2, 3, {"in-progress"}, ((lambda t: t.system, "FIDE_DUTCH_2026"),)),
    "days-first.trfx": Habit(4, 2, 4, {"date", "in-progress"}, (
        (days, (PartialDate(2023, 12, 29), PartialDate(2023, 12, 30))), (births, ["1987-02-01", "1990-03-04", "", ""]),
        (column("fide_id"), [93849, None, None, None]), (column("rating"), [2045, 1900, None, None]),
    )),
    "words-for-dates.trf": Habit(3, 2, None, {"date", "federation", "trf06-bye", "unknown"}, (
        (days, (None, None)), (births, ["", "1980", ""]), (byes, [(1, 3, PAB), (2, 1, PAB)]),
        (column("fide_id"), [None] * 3),
    )),
    "out-of-order.trf": Habit(4, 2, 5, {"in-progress"}, (
        (column("number"), [1, 2, 3, 4]), (column("rating"), [2200, 2100, 2000, 1900]),
    )),
    "teams-of-2016.trf": Habit(4, 2, None, {"sex"}, (
        (lambda t: [(team.name, team.players) for team in t.teams], [("ΑΛΚΥΩΝ 1", (1, 2)), ("Cedars", (3, 4))]),
        (column("sex"), ["w", "m", "m", "m"]), (column("rating"), [2100, None, 2000, 1900]),
        (lambda t: t.info.round_dates, (PartialDate(2024, 11, 23), PartialDate(2024, 11, 24))),
    )),
    "remarks-and-rulers.trf": Habit(4, 2, 3, {"in-progress", "ruler"}, (
        (lambda t: t.initial_colour, Colour.BLACK), (lambda t: t.tiebreaks, ("PTS", "BH/C1", "BH")),
        (births, ["1987"] * 4),
    )),
    "all-that-javafo-adds.trf": Habit(5, 1, 7, {"in-progress", "unconfirmed"}, (
        (lambda t: (t.points.win, t.points.draw, t.points.pab), (30, 10, 15)),
        (lambda t: [(bye.round, bye.player, bye.kind) for bye in t.requested_byes], [(2, 4, ZERO)]),
        (lambda t: [tuple(sorted(pair.players)) for pair in t.forbidden_pairs], [(2, 3)]),
        (lambda t: t.initial_colour, Colour.BLACK),
    )),
    "dots-for-birth.tab": Habit(3, 2, None, {"date", "title"}, (
        (births, ["", "1999", "1998-07-08"]), (column("rating"), [1650, None, 1500]),
        (column("title"), ["WCM", "", ""]),
        (byes, [(1, 3, ZERO), (2, 2, ZERO)]),
    )),
    "every-result.trf": Habit(2, 6, 6, {"complete", "full-point-bye"}, (
        (lambda t: [game.result for one in t.rounds for game in one.games], [
            Result.UNRATED_WHITE_WINS, Result.BLACK_WINS, Result.WHITE_BY_FORFEIT, Result.WHITE_BY_FORFEIT]),
        (byes, [(5, 1, HALF), (5, 2, FULL), (6, 1, ZERO), (6, 2, PAB)]),
    )),
}  # fmt: skip


def reading(name: str) -> LoadResult:
    return read((FOLDER / name).read_bytes())


def test_every_file_has_its_line() -> None:
    assert {path.name for path in FOLDER.iterdir()} - {"README.md"} == set(HABITS)


@pytest.mark.parametrize("name", HABITS)
def test_it_is_read_as_it_was_meant(name: str) -> None:
    habit, found = HABITS[name], reading(name)
    t = found.tournament
    assert (len(t.players), len(t.rounds), t.planned_rounds) == habit[:3]
    assert {problem.code for problem in found.problems} - {"absent", "default"} == habit.told
    assert not [problem for problem in found.problems if problem.severity > Severity.WARNING]
    for ask, answer in habit.facts:
        assert ask(t) == answer


@pytest.mark.parametrize("name", HABITS)
def test_no_byte_is_lost_and_our_own_form_keeps_the_model(name: str) -> None:
    data, found = (FOLDER / name).read_bytes(), reading(name)
    assert found.document is not None
    assert found.document.dump() == data
    assert found.document.source.dump() == data, "put together from its lines"
    written = dump(found.tournament)
    again = read(written)
    assert again.tournament == found.tournament
    assert dump(again.tournament) == written
