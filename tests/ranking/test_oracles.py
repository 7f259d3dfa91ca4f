"""Fresh random events against the reference programs; `python tests/sweeps tiebreaks` does the same by the thousand."""

from __future__ import annotations

import pytest

from support import random_trf
from sweeps import tiebreaks


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss", "rr", "team", "teamrr"])
def test_fresh_events(kind: str) -> None:
    tally = tiebreaks.Tally()
    for seed in range(90_000, 90_012):
        tiebreaks.compare(random_trf.event(kind, seed), seed, tally)
    assert tally.values > 1000
    assert tally.different == []
