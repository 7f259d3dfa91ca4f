"""Every command, by noun; importing this fills `rookery.desk.wish.WISHES` and `DECIDERS`."""

from __future__ import annotations

from rookery.desk.commands import book, course, hand, numbers, order, players, results, rounds, rules

__all__ = ["book", "course", "hand", "numbers", "order", "players", "results", "rounds", "rules"]
