"""All kinds of events, one module per subject. Importing this package fills `rookery.tournaments.event.EVENT_TYPES`."""

from __future__ import annotations

from rookery.tournaments.events import (
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
