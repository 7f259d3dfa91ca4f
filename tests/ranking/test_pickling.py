"""Standings in other processes and programs: pickled, compared, as plain data."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from weakref import ref

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import as_data, standings
from rookery.errors import RuleError
from rookery.ranking.codes import CUSTOM, register_tiebreak
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.definitions import TABLE
from rookery.ranking.results import points
from rookery.ranking.rules import EDITIONS, SEPTEMBER_2023
from rookery.ranking.standings import Standings, rank
from rookery.ranking.tiebreak import Addends, Modifiers, sum_values
from rookery.trf.read import read
from support.random_trf import event
from support.small_tournaments import tournament_after

KINDS = {"swiss": "individual", "rr": "individual", "team": "team", "teamrr": "team"}
TRAVELS: dict[str, Callable[[Standings], Standings]] = {
    "pickle": lambda found: pickle.loads(pickle.dumps(found)),
    "twice": lambda found: pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(found)))),
    "deep copy": copy.deepcopy,
}


def everything(kind: str, seed: int = 7) -> Standings:
    """Standings by every tie-break that fits."""
    tournament = read(event(kind, seed, small=True).text().encode()).tournament
    fixed = kind.endswith("rr")
    codes = []
    for each in TABLE:
        if each.events in ("both", KINDS[kind]) and not (
            fixed and (each.article.startswith("8") or each.name == "SSSC")
        ):
            codes.append(each.name + "/C1" * ("C" in each.takes) + "/U1400" * ("U" in each.takes))
    return standings(tournament, codes)


def same(there: Standings, here: Standings) -> bool:
    assert there == here
    assert there.rows == here.rows
    assert there.columns is not here.columns
    return all(there.workings(row.id) == here.workings(row.id) for row in here)


@pytest.mark.parametrize("way", TRAVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_standings_arrive_as_they_left(kind: str, way: str) -> None:
    here = everything(kind)
    assert len(here.tiebreaks) > 10
    assert same(TRAVELS[way](here), here)


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=str)
def test_standings_of_every_edition_travel(rules) -> None:  # type: ignore[no-untyped-def]
    here = standings(tournament_after(4, "1-2:1 3:U 4:Z", "1-3:+ 2-4:="), ["BH/C1", "SB"], rules=rules)
    there = pickle.loads(pickle.dumps(here))
    assert same(there, here)
    assert there.rules is not None
    assert there.rules == rules


def rating_order(table: CrossTable) -> dict[int, int]:
    return {one: -one for one in table.ids}


def test_values_from_outside_and_functions_travel() -> None:
    tournament = tournament_after(4, "1-2:= 3-4:=")
    here = standings(tournament, ["OTHER_JURY", rating_order], values={"OTHER_JURY": {1: 2, 2: Fraction(1, 3)}})
    there = pickle.loads(pickle.dumps(here))
    assert same(there, here)
    assert [row.values for row in there][:2] == [(2, -1), (Fraction(1, 3), -2)]


def test_a_registered_tie_break_is_known_by_its_name(
    monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setattr("rookery.ranking.codes.CUSTOM", dict(CUSTOM))
    register_tiebreak("OTHER_LAST", lambda table: rating_order(table), meaning="the last is first")
    here = standings(tournament_after(2, "1-2:="), ["OTHER_LAST"])
    sent = pickle.dumps(here)
    assert same(pickle.loads(sent), here)
    monkeypatch.setattr("rookery.ranking.codes.CUSTOM", {})
    there = pickle.loads(sent)
    assert there.rows == here.rows
    assert there.tiebreaks[0].title == "Last"
    with pytest.raises(RuleError) as caught:
        there.working(1, 0)
    assert str(caught.value) == snapshot


def test_nothing_is_computed_before_it_is_requested() -> None:
    there = pickle.loads(pickle.dumps(everything("swiss")))
    assert there.table._memory == {}
    there.working(1, "BH/C1")
    assert there.table._memory != {}


def test_several_lists_of_a_table() -> None:
    """What they have in common is worked out once."""
    tournament = read(event("swiss", 3, small=True).text().encode()).tournament
    table = CrossTable.for_tournament(tournament)
    assert rank(table, "BH/C1,SB") == standings(tournament, "BH/C1,SB")
    known = set(table._memory)
    assert rank(table, "BH/C2") == standings(tournament, "BH/C2")
    assert [name for name, _ in set(table._memory) - known] == ["BH"]  # its own numbers


def test_standings_of_a_tournament_share_their_table() -> None:
    tournament = read(event("swiss", 3, small=True).text().encode()).tournament
    first = standings(tournament, "BH/C1,SB")
    assert standings(tournament, "SB,BH").table is first.table
    assert standings(tournament, "SB", 1).table is not first.table
    assert standings(tournament, "SB", rules=SEPTEMBER_2023).table.rules is SEPTEMBER_2023
    longer = tournament.before_round(len(tournament.rounds))
    assert standings(longer, "SB").table.tournament is longer
    gone = ref(first.table)
    del first
    assert gone() is None


def test_the_points_that_are_known_are_the_sum_of_those_of_the_rounds() -> None:
    for kind in KINDS:
        table = everything(kind).table
        for score in ("MP", "GP") if table.tournament.team_event else ("",):
            measure = points(table, Modifiers(score=score))
            assert measure.sums == {one: sum_values(measure.addends(one)) for one in table.ids}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_are_those_of_the_contributions(kind: str, seed: int) -> None:
    found = everything(kind, seed)
    for column in found.columns:
        if column.measure is not None and column.measure.numbers is not None:
            for one in found.table.ids:
                said, known = Addends.from_contributions(column.measure.contributions(one)), column.measure.numbers(one)
                points = known.points or [0] * len(said.points)
                numbers = known.values, known.scores, known.voluntary, points
                assert tuple(map(list, numbers)) == tuple(said), (str(column.tiebreak), one)


@pytest.mark.parametrize("parts", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_standings_as_data(kind: str, parts: bool) -> None:
    found = everything(kind)
    data = as_data(found, parts=parts)
    assert json.loads(json.dumps(data)) == data
    rows = data["rows"]
    assert isinstance(rows, list)
    assert [row["id"] for row in rows] == [row.id for row in found]
    assert [Fraction(row["points"]) * 10 for row in rows] == [row.points for row in found]
    assert [tuple(each and Fraction(each) for each in row["values"]) for row in rows] == [
        tuple(value if value is None else Fraction(value) for value in row.values) for row in found
    ]
    assert all(("parts" in row) is parts for row in rows)


@pytest.mark.parametrize(
    ("system", "rounds"),
    [("CUSTOM_KEIZER", ("1-2:1 3-4:=", "1-3:0 2-4:1")), ("CUSTOM_KNOCKOUT", ("1-4:1 2-3:0", "1-3:1"))],
)
def test_a_format_that_ranks_in_its_own_way_travels(system: str, rounds: tuple[str, ...]) -> None:
    here = rookery.standings(tournament_after(4, *rounds, system=system))
    assert here.source == "of the format"
    assert same(pickle.loads(pickle.dumps(here)), here)
    assert json.dumps(as_data(here, parts=True))


def test_standings_carry_what_a_format_says_of_everybody(snapshot: SnapshotAssertion) -> None:
    cup = rookery.standings(tournament_after(4, "1-4:1 2-3:0", "1-3:1", system="CUSTOM_KNOCKOUT"))
    (column,) = cup.columns
    assert column.own is not None
    assert column.own.title == snapshot
    assert column.own.texts == snapshot
    rows = as_data(cup)["rows"]
    assert isinstance(rows, list)
    assert [row["until"] for row in rows] == [column.own.texts[one] for one in (1, 3, 2, 4)]


@pytest.mark.parametrize("system", ["CUSTOM_KEIZER", "CUSTOM_KEIZER_TOP60_START0"])
def test_the_parts_of_a_keizer_score_add_up(system: str) -> None:
    """Also where the ranking goes round in a circle."""
    club = rookery.standings(tournament_after(5, "1-2:= 4-3:1", "1-4:1 2-5:0", system=system))
    column = club.columns[1]
    assert column.own is not None
    for row in club:
        parts = column.own.parts[row.id]
        assert sum(part.share * part.of for part in parts) == sum(part.worth for part in parts) == row.values[1]
        assert [part.round for part in parts] == sorted(part.round for part in parts)
        opponents = [part.opponent for part in column.own.contributions(row.id)]
        assert opponents == [0 if part.whose == row.id else part.whose for part in parts]
        assert opponents.count(0) == 1  # the value of the player's own place
