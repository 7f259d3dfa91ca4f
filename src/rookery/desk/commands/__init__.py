"""Every command, by noun; importing this fills `rookery.desk.wish.WISHES` and `DECIDERS`."""

from __future__ import annotations

from rookery.desk.commands import numbers, players, results, rounds, rules

__all__ = ["numbers", "players", "results", "rounds", "rules"]
