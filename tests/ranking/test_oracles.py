"""Fresh random events against the reference programs; `tests/sweeps/tiebreaks.py` does the same by the thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import unruly
from sweeps import tiebreaks


@pytest.mark.parametrize("kind", ["swiss", "rr", "team", "teamrr"])
def test_fresh_events(kind: str, oracles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(oracles))
    tally = tiebreaks.Tally()
    for seed in range(90_000, 90_012):
        tiebreaks.compare(unruly.event(kind, seed), seed, tiebreaks.programs(oracles), tally)
    assert tally.values > 1000
    assert tally.different == []
