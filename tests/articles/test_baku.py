"""C.04.7, article by article."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import UnsupportedError
from rookery.history.acceleration import baku_value, group_a, virtual_points
from rookery.history.history import History
from rookery.history.late_entries import insert_player
from rookery.model import (
    Bye,
    ByeKind,
    Game,
    PartialDate,
    Player,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    VirtualPoints,
)


def field(size: int, **more: object) -> Tournament:
    players = tuple(Player(i, f"P{i:03}", 2500 - i) for i in range(1, size + 1))
    return Tournament(players=players, **{"planned_rounds": 9, "system": "FIDE_DUTCH_2026_BAKU", **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "group"), [(4, 2), (5, 4), (9, 6), (10, 6), (12, 6), (13, 8), (160, 80), (161, 82)])
def test_group_sizes(size: int, group: int) -> None:
    """1.2: twice a quarter of the field, rounded up."""
    assert group_a(field(size)) == tuple(range(1, group + 1))


def test_only_players_paired_in_round_1_count() -> None:
    """1.2 with C.04.2 2.4: who misses round one has no number, but joins the group if placed within it."""
    event = field(12, requested_byes=tuple(RequestedBye(1, i) for i in (2, 11, 12)))
    assert group_a(event) == (1, 2, 3, 4, 5, 6, 7)  # nine paired: 1 3 4 5 6 7 are the first six


def test_a_late_entry_above_the_last_of_group_a_joins_it() -> None:
    """1.2: the last participant of group A is remembered as a person."""
    games = tuple(Game(i, i + 4, Result.DRAW) for i in range(1, 5))
    event = field(8).with_round(Round(games=games))
    assert group_a(event) == (1, 2, 3, 4)
    assert group_a(insert_player(event, Player(99, "Late", 2600)).tournament) == (1, 2, 3, 4, 5)
    assert group_a(insert_player(event, Player(99, "Late", 1000)).tournament) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("planned", "values"),
    [(5, [10, 10, 5, 0]), (7, [10, 10, 5, 5, 0]), (8, [10, 10, 5, 5, 0]), (9, [10, 10, 10, 5, 5, 0])],
)
def test_virtual_points_by_round(planned: int, values: list[int]) -> None:
    """1.3: half the rounds are accelerated, the first half of those with a win, the others with half of one."""
    assert [baku_value(planned, r, 10) for r in range(1, len(values) + 1)] == values


def test_twice_the_points_twice_the_acceleration() -> None:
    """1.3 since 2026: the virtual points are those of a win, whatever it is worth."""
    event = field(8, points=PointSystem(win=20, draw=10))
    assert [virtual_points(event, r).get(1, 0) for r in range(1, 7)] == [20, 20, 20, 10, 10, 0]


@pytest.mark.parametrize("system", ["FIDE_DUTCH_2026", "FIDE_DUBOV", "FIDE_BURSTEIN"])
def test_every_system_that_allows_it(system: str) -> None:
    """1.1: the same points under every Swiss system for players; none unless the code says so."""
    assert virtual_points(field(9, system=f"{system}_BAKU"), 1) == dict.fromkeys(range(1, 7), 10)
    assert virtual_points(field(9, system=system), 1) == {}


def test_the_table_of_the_corpus(corpus: Path) -> None:
    """1.2 and 1.3 against facts collected elsewhere."""
    facts = json.loads((corpus / "dutch-hard" / "baku.json").read_text())
    for size, group in facts["group_a_size"].items():
        assert len(group_a(field(int(size)))) == group
    for planned, values in facts["virtual_points_by_rounds"].items():
        found = [baku_value(int(planned), r, 10) for r in range(1, int(planned) + 1)]
        assert found == [round(10 * v) for v in values] + [0] * (int(planned) - len(values))


def test_teams_need_match_points(snapshot: SnapshotAssertion) -> None:
    """1.4.4: only with match points as primary score; the virtual points are match points."""
    teams = tuple(Team(i) for i in range(1, 9))
    event = Tournament(teams=teams, team_event=True, planned_rounds=11, system="FIDE_TEAM_TYPEA_MP_GP_BAKU")
    assert virtual_points(event, 3) == {1: 20, 2: 20, 3: 20, 4: 20}
    assert virtual_points(event, 6) == {1: 10, 2: 10, 3: 10, 4: 10}
    with pytest.raises(UnsupportedError) as caught:
        virtual_points(Tournament(teams=teams, team_event=True, planned_rounds=11, system="FIDE_TEAM_GP_MP_BAKU"), 1)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "more",
    [
        {"points": PointSystem(win=30, draw=10)},
        {"points": PointSystem(win=20, draw=10), "system": "FIDE_DUTCH_2017_BAKU"},
        {
            "points": PointSystem(win=20, draw=10),
            "system": "FIDE_DUTCH_BAKU",
            "info": TournamentInfo(start=PartialDate(2019, 5, 1)),
        },
        {
            "points": PointSystem(win=20, draw=10),
            "system": "FIDE_DUTCH_BAKU",
            "info": TournamentInfo(start=PartialDate(2016, 5, 1)),
        },
        {"planned_rounds": None},
        {"system": "FIDE_DOUBLESWISS_BAKU"},
        {"system": "LIM_BAKU"},
    ],
)
def test_where_baku_does_not_apply(more: dict[str, object]) -> None:
    """1.4: a draw must be half a win (½ before 2026), the number of rounds known, and the system one that allows it."""
    with pytest.raises(UnsupportedError):
        virtual_points(field(8, **more), 1)


@pytest.mark.parametrize(
    ("system", "start"),
    [
        ("FIDE_DUTCH_2026_BAKU", PartialDate(2019, 5, 1)),  # the code comes before the day
        ("FIDE_DUTCH_BAKU", PartialDate(2026, 5, 1)),
        ("FIDE_DUTCH_BAKU", None),
    ],
)
def test_where_a_win_may_be_worth_two(system: str, start: PartialDate | None) -> None:
    """1.4 as of 2026, which the code names, or else the day on which the event began."""
    more = {"points": PointSystem(win=20, draw=10), "system": system, "info": TournamentInfo(start=start)}
    assert virtual_points(field(8, **more), 1)[1] == 20


def test_pairing_score() -> None:
    """1.5: score plus the virtual points of that round, never cumulative; explicit records come before the code."""
    games = tuple(Game(i, i + 4, Result.DRAW) for i in range(1, 5))
    event = field(8).with_round(Round(games=games))
    view = History(event).before(2)
    assert [view.pairing_score(i) for i in (4, 5)] == [15, 5]
    assert [view.score(i) for i in (4, 5)] == [5, 5]
    given = (VirtualPoints(5, 5, 1, 2, points=5), VirtualPoints(5, 6, 2, 2, points=10))
    view = History(field(8, acceleration=given).with_round(Round(games=games))).before(2)
    assert [view.pairing_score(i) for i in (4, 5, 6)] == [5, 20, 15]


def test_a_bye_in_round_1_removes_the_number() -> None:
    """1.2: judged on the round as it was paired, once it was."""
    byes = (Bye(2, ByeKind.HALF), Bye(8, ByeKind.HALF))
    games = (Game(1, 5, Result.DRAW), Game(3, 6, Result.DRAW), Game(4, 7, Result.DRAW))
    assert group_a(field(8).with_round(Round(games=games, byes=byes))) == (1, 2, 3, 4, 5)


def test_a_requested_edition_before_2026_applies_to_a_win_of_a_single_point_only(
    snapshot: SnapshotAssertion,
) -> None:
    """The code of the event was looked at, and not the edition asked for."""
    players = tuple(Player(n) for n in range(1, 9))
    event = Tournament(
        players=players, planned_rounds=5, system="FIDE_DUTCH_2026_BAKU", points=PointSystem(win=30, draw=15)
    )
    assert len(rookery.pair(event).pairs) == 4
    with pytest.raises(UnsupportedError) as caught:
        rookery.pair(event, edition="2017")
    assert str(caught.value) == snapshot
