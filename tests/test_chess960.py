"""Start positions of Chess960: all of them, each once, and drawn evenly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import RuleError, chess960_position
from rookery.chess960 import CLASSICAL, POSITIONS, draw_chess960_position


def all_positions() -> set[str]:
    """Bishops on squares of both colours and the king between the rooks: found by trying everything."""
    found = set()
    for pieces in set(permutations("RNBQKBNR")):
        row = "".join(pieces)
        rooks = row.index("R"), row.rindex("R")
        if row.index("B") % 2 != row.rindex("B") % 2 and rooks[0] < row.index("K") < rooks[1]:
            found.add(row)
    return found


def number_of(row: str) -> int:
    """The number of a position by the published way back: bishops, queen, then the table of the knights."""
    table = ("NN---", "N-N--", "N--N-", "N---N", "-NN--", "-N-N-", "-N--N", "--NN-", "--N-N", "---NN")
    light, dark = (next(at for at in range(8) if row[at] == "B" and at % 2 == odd) for odd in (1, 0))
    without = row.replace("B", "")
    knights = "".join("N" if piece == "N" else "-" for piece in without.replace("Q", ""))
    return 4 * (4 * (6 * table.index(knights) + without.index("Q")) + dark // 2) + light // 2


def test_every_position_has_a_unique_number() -> None:
    rows = [chess960_position(number) for number in range(POSITIONS)]
    assert set(rows) == all_positions()
    assert [number_of(row) for row in rows] == list(range(POSITIONS))


def test_the_usual_position_is_number_518() -> None:
    assert chess960_position(CLASSICAL) == "RNBQKBNR"


@pytest.mark.parametrize("number", [-1, 960, 1.0, "518", True])
def test_other_numbers_are_refused(number: int, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        chess960_position(number)
    assert str(caught.value) == snapshot


def test_a_drawing_can_be_repeated_and_is_even(snapshot: SnapshotAssertion) -> None:
    assert [draw_chess960_position("Puddleford", round) for round in (1, 2, 3)] == [
        draw_chess960_position("Puddleford", round) for round in (1, 2, 3)
    ]
    drawn = Counter(draw_chess960_position(seed, round) for seed in range(4000) for round in range(1, 10))
    assert len(drawn) == POSITIONS
    # 36,000 draws in 960 boxes: 37.5 each, within six standard deviations
    assert max(drawn.values()) < 37.5 + 6 * 37.5**0.5
    with pytest.raises(RuleError) as caught:
        draw_chess960_position("Puddleford", 0)
    assert str(caught.value) == snapshot
