"""Random settings of generated tournaments: helper functions, and settings shared by several formats."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import TypeVar

from rookery._record import replace
from rookery.formats.handlers import SettingDraws
from rookery.model import MATCH_POINTS, THREE_ONE_NIL, PointSystem
from rookery.regulations.formats import COLOUR_TYPES, SCORES

T = TypeVar("T")


def draw_share(rng: Random, probability: float, maximum: float) -> float:
    """Draw 0 most of the time, else a share of up to `maximum`."""
    chance, amount = rng.random(), rng.random()
    return round(amount * maximum, 4) if chance < probability else 0.0


def draw_from(*choices: T) -> Callable[[Random], T]:
    """Return a function that draws one of these choices, each equally likely."""
    return lambda rng: choices[rng.randrange(len(choices))]


def fixed_setting(value: T) -> Callable[[Random], T]:
    """Return a function that always gives this value."""
    return lambda rng: value


ABSENCE_SETTINGS = ("half_byes", "full_byes", "zero_byes", "late_entries", "forbidden")
"""The settings about absent players."""
NO_ABSENCES: SettingDraws = MappingProxyType(dict.fromkeys(ABSENCE_SETTINGS, fixed_setting(0)))
"""Settings without absences."""
NO_ACCELERATION: SettingDraws = MappingProxyType({"acceleration": fixed_setting("none")})


def _draw_match_points(rng: Random) -> PointSystem:
    chance = rng.random()
    return (
        MATCH_POINTS
        if chance < 0.8
        else replace(MATCH_POINTS, pab=20)
        if chance < 0.9
        else replace(THREE_ONE_NIL, pab=10)
    )


SWISS_TEAM_SETTINGS: SettingDraws = {
    "teams": lambda rng: int(4 * (40 / 4) ** rng.random()),
    "boards": draw_from(2, 3, 4, 4, 4, 5, 6, 8),
    "reserves": draw_from(0, 0, 1, 2),
    "match_forfeits": lambda rng: draw_share(rng, 0.5, 0.08),
    "colour_type": draw_from(*COLOUR_TYPES),
    "scores": draw_from(*SCORES),
    "match_points": _draw_match_points,
    "tiebreaks": draw_from(("MPVGP", "EDE", "EMGSB/C1"), ("MPVGP", "BH/C1"), ("EMGSB", "MPVGP", "DE"), ("BH", "MPVGP")),
}
"""Settings of a Swiss of teams."""
TEAM_SETTINGS: SettingDraws = {
    **{name: SWISS_TEAM_SETTINGS[name] for name in ("boards", "reserves", "match_forfeits", "match_points")},
    "tiebreaks": draw_from(("MPVGP", "EDE"), ("DE", "MPVGP"), ("EMGSB", "MPVGP"), ("MPVGP", "EMGSB", "DE")),
}
"""Settings of teams in another format, in which all teams meet each other."""
