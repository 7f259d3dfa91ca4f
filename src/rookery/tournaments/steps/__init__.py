"""Functions that apply events to a state. Importing this package fills `rookery.tournaments.stepping.STEPS`."""

from __future__ import annotations

from rookery.tournaments.steps import byes, order, people, rounds, tournament

__all__ = ["byes", "order", "people", "rounds", "tournament"]
