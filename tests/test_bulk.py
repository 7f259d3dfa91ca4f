"""Values made many at once are those made one by one: equal, of the same class, and frozen."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from rookery import bulk
from rookery.model import Date, Game, NationalRecord, Player, Result

COLUMNS: dict[str, list[Any]] = {
    "id": [1, 2], "name": ["A", "B"], "rating": [2000, None], "federation": ["NOR", ""], "title": ["GM", ""],
    "sex": ["m", "w"], "birth": [Date(1990), None], "fide_id": [1, None], "national_id": ["", "x"], "points": [5, None],
    "rank": [1, 2],
}  # fmt: skip
FULL = Player(
    1, "A", 2000, "NOR", "GM", "m", Date(1990), 7, "x", "Knights", (NationalRecord(federation="NOR"),), 5, 2,
)  # fmt: skip
PAIRS: list[tuple[Any, Any]] = [
    (bulk.games([1, 3], [2, 4], [Result.DRAW, Result.BLACK_WINS]),
     [Game(1, 2, Result.DRAW), Game(3, 4, Result.BLACK_WINS)]),
    (bulk.dates([1990, 2001], [1, 12], [31, 1]), [Date(1990, 1, 31), Date(2001, 12, 1)]),
    (list(bulk.players(COLUMNS)),
     [Player(**dict(zip(COLUMNS, row, strict=True))) for row in zip(*COLUMNS.values(), strict=True)]),
    (list(bulk.placed([FULL, Player(2)], [35, 0], [1, None])),
     [replace(FULL, points=35, rank=1), Player(2, points=0)]),
]  # fmt: skip


@pytest.mark.parametrize(("many", "one_by_one"), PAIRS, ids=["games", "dates", "players", "placed"])
def test_the_same_values(many: list[Any], one_by_one: list[Any]) -> None:
    assert many == one_by_one
    assert repr(many) == repr(one_by_one)
    assert set(map(hash, many)) == set(map(hash, one_by_one))
    for made, wanted in zip(many, one_by_one, strict=True):
        assert type(made) is type(wanted)
        with pytest.raises(FrozenInstanceError):
            setattr(made, next(iter(made.__slots__)), 0)


def test_columns_of_one_length_only() -> None:
    with pytest.raises(ValueError, match="argument"):
        bulk.games([1], [2], [Result.DRAW, Result.DRAW])
