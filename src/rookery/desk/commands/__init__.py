"""Every command, by noun; importing this fills `rookery.desk.wish.WISHES` and `DECIDERS`."""

from __future__ import annotations

from rookery.desk.commands import (
    book,
    byes,
    course,
    files,
    hand,
    moves,
    numbers,
    order,
    players,
    prizes,
    results,
    rounds,
    rules,
    seats,
    teams,
)

__all__ = [
    "book", "byes", "course", "files", "hand", "moves", "numbers", "order", "players", "prizes", "results", "rounds",
    "rules", "seats", "teams",
]  # fmt: skip
