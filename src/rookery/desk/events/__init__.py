"""Every kind of event, by noun; importing this fills `rookery.desk.happening.KINDS`."""

from __future__ import annotations

from rookery.desk.events import (
    byes,
    hand,
    numbers,
    order,
    players,
    prizes,
    results,
    rounds,
    seats,
    teams,
    time,
    tournament,
)

__all__ = [
    "byes", "hand", "numbers", "order", "players", "prizes", "results", "rounds", "seats", "teams", "time",
    "tournament",
]  # fmt: skip
