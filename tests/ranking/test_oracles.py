"""Fresh random events against the reference programs; `tests/sweeps/tiebreaks.py` does the same by the thousand."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

SWEEPS = Path(__file__).resolve().parent.parent / "sweeps"


@pytest.mark.parametrize("kind", ["swiss", "rr", "team", "teamrr"])
def test_fresh_events(kind: str, oracles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(SWEEPS), str(oracles), *sys.path])
    import events
    import tiebreaks

    tally = tiebreaks.Tally()
    for seed in range(90_000, 90_012):
        tiebreaks.compare(events.event(kind, seed), seed, tiebreaks.programs(oracles), tally)
    assert tally.values > 1000
    assert tally.different == []
