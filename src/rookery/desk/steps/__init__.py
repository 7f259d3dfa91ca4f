"""What each kind of event makes of a state, by noun; importing this fills `rookery.desk.stepping.STEPS`."""

from __future__ import annotations

from rookery.desk.steps import byes, order, people, rounds, tournament

__all__ = ["byes", "order", "people", "rounds", "tournament"]
