"""Values made without their checks are those made one by one: equal, of the same class, and frozen."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from rookery.history import Tally
from rookery.model import (
    AbnormalPoints,
    Bye,
    ByeKind,
    Date,
    Event,
    Forbidden,
    Game,
    Match,
    NationalRecord,
    Player,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)
from rookery.model.unchecked import altered, changed, many, new, rows

COLUMNS: dict[str, list[Any]] = {
    "id": [1, 2], "name": ["A", "B"], "rating": [2000, None], "federation": ["NOR", ""], "title": ["GM", ""],
    "sex": ["m", "w"], "birth": [Date(1990), None], "fide_id": [1, None], "national_id": ["", "x"], "points": [5, None],
    "rank": [1, 2],
}  # fmt: skip
FULL = Player(
    1, "A", 2000, "NOR", "GM", "m", Date(1990), 7, "x", "Knights", (NationalRecord(federation="NOR"),), 5, 2,
)  # fmt: skip
PAIRS: list[tuple[Any, Any]] = [
    (many(Game, white=[1, 3], black=[2, 4], result=[Result.DRAW, Result.BLACK_WINS]),
     [Game(1, 2, Result.DRAW), Game(3, 4, Result.BLACK_WINS)]),
    (many(Game, result=[Result.DRAW], black=[2], white=[1]), [Game(1, 2, Result.DRAW)]),
    (many(Date, year=[1990, 2001], month=[1, 12], day=[31, 1]), [Date(1990, 1, 31), Date(2001, 12, 1)]),
    (many(Player, **COLUMNS),
     [Player(**dict(zip(COLUMNS, row, strict=True))) for row in zip(*COLUMNS.values(), strict=True)]),
    (altered([FULL, Player(2)], points=[35, 0], rank=[1, None]),
     [replace(FULL, points=35, rank=1), Player(2, points=0)]),
]  # fmt: skip


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
        FULL, Game(1, 2), Date(1990), NationalRecord(federation="NOR"), Team(1), Match(1, 2), Bye(1, ByeKind.HALF),
        RequestedBye(1, 2), Forbidden((1, 2)), VirtualPoints(1, 2, 1, 2), AbnormalPoints((1,)), Event(name="A"),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_every_value_with_slots_goes_through_the_door_with_all_its_fields(value: Any) -> None:
    columns = {each.name: [getattr(value, each.name)] for each in fields(value)}
    assert many(type(value), **columns) == [value] == altered([value])


def test_columns_are_of_one_length_and_of_fields_that_there_are() -> None:
    with pytest.raises(ValueError, match="longer"):
        many(Game, white=[1], black=[2], result=[Result.DRAW, Result.DRAW])
    with pytest.raises(TypeError, match="Game needs black"):
        many(Game, white=[1])
    with pytest.raises(TypeError, match="Tournament needs event"):
        new(Tournament, planned=3)
    with pytest.raises(AttributeError):
        many(Game, white=[1], black=[2], board=[3])
    assert altered([], white=[]) == many(Game, white=[], black=[]) == []


def test_a_value_without_slots_has_its_defaults_and_can_be_had_changed() -> None:
    made = new(Round, games=(Game(1, 2),))
    assert made == Round(games=(Game(1, 2),))
    assert made.participants == {1, 2}
    event = Tournament(players=(Player(1), Player(2)), planned=3)
    assert changed(event, rounds=(made,)) == replace(event, rounds=(made,))
    assert event.rounds == ()
    with pytest.raises(FrozenInstanceError):
        changed(event).planned = 4  # type: ignore[misc]


def test_a_row_is_the_named_tuple() -> None:
    made = rows(Tally)(Tally(5, 6))
    assert type(made) is Tally
    assert made == Tally(5, 6)
