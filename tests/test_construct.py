"""Values constructed without checks equal checked ones: same class, and frozen."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.history.history import Totals
from rookery.model import (
    Bye,
    ByeKind,
    ForbiddenPair,
    Game,
    Match,
    NationalRecord,
    PartialDate,
    Player,
    PointAdjustment,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    VirtualPoints,
)
from rookery.model._construct import construct, construct_many, replace_columns, replace_unchecked, tuple_factory

COLUMNS: dict[str, list[Any]] = {
    "number": [1, 2],
    "name": ["A", "B"],
    "rating": [2000, None],
    "federation": ["NOR", ""],
    "title": ["GM", ""],
    "sex": ["m", "w"],
    "birth": [PartialDate(1990), None],
    "fide_id": [1, None],
    "national_id": ["", "x"],
    "points": [5, None],
    "rank": [1, 2],
}
FULL = Player(
    1, "A", 2000, "NOR", "GM", "m", PartialDate(1990), 7, "x", "Knights", (NationalRecord(federation="NOR"),), 5, 2,
)  # fmt: skip
PAIRS: list[tuple[Any, Any]] = [
    (
        construct_many(Game, white=[1, 3], black=[2, 4], result=[Result.DRAW, Result.BLACK_WINS]),
        [Game(1, 2, Result.DRAW), Game(3, 4, Result.BLACK_WINS)],
    ),
    (construct_many(Game, result=[Result.DRAW], black=[2], white=[1]), [Game(1, 2, Result.DRAW)]),
    (
        construct_many(PartialDate, year=[1990, 2001], month=[1, 12], day=[31, 1]),
        [PartialDate(1990, 1, 31), PartialDate(2001, 12, 1)],
    ),
    (
        construct_many(Player, **COLUMNS),
        [Player(**dict(zip(COLUMNS, row, strict=True))) for row in zip(*COLUMNS.values(), strict=True)],
    ),
    (
        replace_columns([FULL, Player(2)], points=[35, 0], rank=[1, None]),
        [replace(FULL, points=35, rank=1), Player(2, points=0)],
    ),
]


@pytest.mark.parametrize(("made", "one_by_one"), PAIRS, ids=["games", "in any order", "dates", "players", "altered"])
def test_the_same_values(made: list[Any], one_by_one: list[Any]) -> None:
    assert made == one_by_one
    assert repr(made) == repr(one_by_one)
    assert set(map(hash, made)) == set(map(hash, one_by_one))
    for one, wanted in zip(made, one_by_one, strict=True):
        assert type(one) is type(wanted)
        with pytest.raises(FrozenInstanceError):
            setattr(one, next(iter(one.__slots__)), 0)


@pytest.mark.parametrize(
    "value",
    [
        FULL,
        Game(1, 2),
        PartialDate(1990),
        NationalRecord(federation="NOR"),
        Team(1),
        Match(1, 2),
        Bye(1, ByeKind.HALF),
        RequestedBye(1, 2),
        ForbiddenPair((1, 2)),
        VirtualPoints(1, 2, 1, 2),
        PointAdjustment((1,)),
        TournamentInfo(name="A"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_value_with_slots_goes_through_the_door_with_all_its_fields(value: Any) -> None:
    columns = {field.name: [getattr(value, field.name)] for field in fields(value)}
    assert construct_many(type(value), **columns) == [value] == replace_columns([value])


def test_columns_have_equal_lengths_and_existing_fields(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ValueError, match="longer"):
        construct_many(Game, white=[1], black=[2], result=[Result.DRAW, Result.DRAW])
    with pytest.raises(TypeError) as caught:
        construct_many(Game, white=[1])
    assert str(caught.value) == snapshot
    with pytest.raises(TypeError) as caught:
        construct(Tournament, planned_rounds=3)
    assert str(caught.value) == snapshot
    with pytest.raises(AttributeError):
        construct_many(Game, white=[1], black=[2], board=[3])
    assert replace_columns([], white=[]) == construct_many(Game, white=[], black=[]) == []


def test_a_value_without_slots_has_its_defaults_and_can_be_had_changed() -> None:
    made = construct(Round, games=(Game(1, 2),))
    assert made == Round(games=(Game(1, 2),))
    assert made.participants == {1, 2}
    event = Tournament(players=(Player(1), Player(2)), planned_rounds=3)
    assert replace_unchecked(event, rounds=(made,)) == replace(event, rounds=(made,))
    assert event.rounds == ()
    with pytest.raises(FrozenInstanceError):
        replace_unchecked(event).planned_rounds = 4  # type: ignore[misc]


def test_a_row_is_the_named_tuple() -> None:
    made = tuple_factory(Totals)(Totals(5, 6))
    assert type(made) is Totals
    assert made == Totals(5, 6)
