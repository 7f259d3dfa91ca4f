"""Pairs kept apart: few are joined one by one, many are written down in a table; both say the same."""

from __future__ import annotations

from random import Random

import pytest

from rookery.pairing import criteria
from rookery.pairing.criteria import apart_in_pairs


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_a_table_says_the_same_as_pair_by_pair(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(f"apart {share}")
    ids = rng.sample(range(1, 200), 60)
    place = {one: i for i, one in enumerate(ids)}
    everybody = [*ids, 900, 901]  # two who are not there
    pairs = [(a, b) for a in everybody for b in everybody if a < b and rng.random() < share]
    expected = {i: {place[b] for a, b in [*pairs, *((y, x) for x, y in pairs)] if a == one and b in place}
                for one, i in place.items()}  # fmt: skip
    for dense in (1, 10**9):
        monkeypatch.setattr(criteria, "DENSE", dense)
        found = apart_in_pairs(pairs, place)
        assert {i: {j for j in range(60) if found.get(i, 0) >> j & 1} for i in place.values()} == expected
