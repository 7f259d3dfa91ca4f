"""The fast way through cuts agrees with cutting one contribution at a time; an order alone with the standings."""

from __future__ import annotations

from pathlib import Path
from random import Random

import rookery
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.standings import ranking_groups
from rookery.ranking.tiebreak import Addends, Measure, Modifiers, apply_cuts
from rookery.ranking.unplayed_rounds import OpponentScores


def test_what_the_cuts_leave_adds_up_to_the_same() -> None:
    rng, looked_at = Random(7), 0
    for _ in range(4000):
        values = [rng.randrange(6) for _ in range(rng.randrange(7))]
        scores = values if rng.random() < 0.5 else [rng.randrange(4) for _ in values]
        voluntary = [at for at in range(len(values)) if rng.random() < 0.1]
        how, addends = Modifiers(low=rng.randrange(3), high=rng.randrange(3)), Addends(values, scores, voluntary)
        found = Measure(lambda one: [], numbers=lambda one, all=addends: all).number(1, how)
        assert found == sum(values[at] for at in apply_cuts(addends, how)[0])
        looked_at += not voluntary and bool(how.low or how.high)
    assert looked_at > 1000


def test_sums_of_many_are_those_of_each() -> None:
    """Cuts of opponents' scores where some rounds were voluntarily unplayed: all together, and one by one (16.5)."""
    rng = Random(11)
    for _ in range(3000):
        rows = {one: [rng.randrange(8) for _ in range(rng.randrange(7))] for one in range(4)}
        voluntary = {one: [at for at in range(len(row)) if rng.random() < 0.2] for one, row in rows.items()}
        low, high = rng.randrange(4), rng.randrange(3)
        each = [Addends(row, row, voluntary[one]) for one, row in rows.items()]
        left = [apply_cuts(addends, Modifiers(low=low, high=high))[0] for addends in each]
        expected = [sum(addends.values[at] for at in places) for addends, places in zip(each, left, strict=True)]
        assert OpponentScores(rows, voluntary=voluntary).sums_after_cuts(rows, low, high) == expected


def test_an_order_alone_is_that_of_the_standings(root: Path) -> None:
    tournament = rookery.load(root / "examples" / "swiss.trf").tournament
    for after in range(1, 4):
        table = CrossTable.for_tournament(tournament, after)
        for codes in ("BH/C1,BH,SB", "SB/C1,DE", "PS/C1,WIN", "BH/M1,AOB", "BH/C1,BH,SB"):  # the last is known by then
            rows = rookery.standings(tournament, codes, after).rows
            assert [one for group in ranking_groups(table, codes) for one in group] == [row.id for row in rows]
            assert [len(group) for group in ranking_groups(table, codes)] == [
                sum(row.rank == rank for row in rows) for rank in sorted({row.rank for row in rows})
            ]
