"""Numbers by lot, by hand and by the Varma tables."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError, UnsupportedError
from rookery.model import ForbiddenPair, Game, Player, RequestedBye, Round, Team, Tournament
from rookery.pairing.schedules.tables import (
    VARMA,
    assign_numbers,
    berger,
    draw_numbers,
    draw_varma_numbers,
    late_meetings,
)


def field(size: int, federations: str = "") -> Tournament:
    """Players of these federations, a letter each; the others have none."""
    names = federations.ljust(size, ".")
    players = tuple(Player(i, f"P{i:02}", federation=names[i - 1].strip(".") * 3) for i in range(1, size + 1))
    return Tournament(players=players, system="BERGER_ROUNDROBIN")


@pytest.mark.parametrize("size", VARMA)
def test_two_of_an_envelope_never_meet_at_the_end(size: int) -> None:
    groups = VARMA[size]
    assert sorted(number for group in groups for number in group) == list(range(1, size + 1))
    for seats in (size, size - 1):
        for pair in (set(pair) for boards in berger(seats)[-3:] for pair in boards):
            assert not any(pair <= set(group) for group in groups)


def test_the_published_tables_but_for_the_misprint(golden: Path) -> None:
    tables = json.loads((golden / "round-robin" / "varma.json").read_text())["tables"]
    published = {int(row.split("/")[1]): tuple(map(tuple, groups)) for row, groups in tables.items()}
    assert {size: groups for size, groups in published.items() if size != 12} == {
        size: groups for size, groups in VARMA.items() if size != 12
    }
    assert {6, 12} <= set(published[12][2])
    assert {6, 12} in [set(pair) for pair in berger(12)[-1]]


@pytest.mark.parametrize("size", range(9, 25))
def test_a_restricted_draw(size: int) -> None:
    """As many compatriots as the widest envelope holds, and two contingents of two and three beside them."""
    widest = max(len([n for n in group if n <= size]) for group in VARMA[size + size % 2])
    event = field(size, "A" * widest + "BBB"[: min(3, size - widest)])
    for seed in range(20):
        numbers = draw_varma_numbers(event.players, seed)
        assert sorted(numbers.values()) == list(range(1, size + 1))
        drawn = assign_numbers(event, numbers)
        assert late_meetings(drawn) == ()
        assert draw_varma_numbers(event.players, seed) == numbers
    assert len({tuple(draw_varma_numbers(event.players, seed).items()) for seed in range(20)}) > 10


def test_a_contingent_that_no_envelope_holds() -> None:
    numbers = draw_varma_numbers(field(10, "A" * 6).players, seed=1)
    assert sorted(numbers.values()) == list(range(1, 11))
    taken = {numbers[i] for i in range(1, 7)}
    assert taken == {3, 4, 8, 5, 7, 9}  # the two widest envelopes, one after the other


@pytest.mark.parametrize("size", [8, 25])
def test_varma_has_no_table(size: int, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnsupportedError) as caught:
        draw_varma_numbers(field(size).players, seed=1)
    assert str(caught.value) == snapshot


def test_lots_are_fair_and_repeatable() -> None:
    event = field(5)
    assert draw_numbers(event, 7) == draw_numbers(event, 7)
    first = Counter(draw_numbers(event, seed)[1] for seed in range(1000))
    assert set(first) == {1, 2, 3, 4, 5}
    assert min(first.values()) > 150


def test_numbers_by_hand() -> None:
    event = assign_numbers(field(3), {1: 3, 2: 1, 3: 2})
    assert [(player.number, player.name) for player in event.players] == [(1, "P02"), (2, "P03"), (3, "P01")]


def test_numbers_of_teams_by_hand() -> None:
    teams = (Team(1, "One", (1,)), Team(2, "Two", (2,)))
    event = Tournament(
        players=(Player(1), Player(2)), teams=teams, team_event=True, system="BERGER_TEAM_ROUNDROBIN",
        requested_byes=(RequestedBye(1, 2),), forbidden_pairs=(ForbiddenPair((1, 2)),),
    )  # fmt: skip
    drawn = assign_numbers(event, {1: 2, 2: 1})
    assert [(team.number, team.name, team.players) for team in drawn.teams] == [(1, "Two", (2,)), (2, "One", (1,))]
    assert drawn.requested_byes == (RequestedBye(1, 1),)


@pytest.mark.parametrize(
    "numbers",
    [{1: 1, 2: 2}, {1: 1, 2: 2, 3: 2}, {1: 1, 2: 2, 3: 4}, {1: 1, 2: 2, 3: 3, 4: 4}],
    ids=["missing", "repeated", "too large", "unknown player"],
)
def test_numbers_that_cannot_be(numbers: dict[int, int], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        assign_numbers(field(3), numbers)
    assert str(caught.value) == snapshot


def test_numbers_come_before_the_first_round(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        assign_numbers(field(2).with_round(Round(games=(Game(1, 2),))), {1: 2, 2: 1})
    assert str(caught.value) == snapshot
