"""What the generator draws for events of teams."""

from __future__ import annotations

from random import Random

from rookery.formats.conduct import Draws, one_of, sometimes
from rookery.model import MATCH_POINTS, THREE_ONE_NIL, PointSystem
from rookery.regulations.format import COLOUR_TYPES, SCORES
from rookery.values import replace


def _match_points(rng: Random) -> PointSystem:
    at = rng.random()
    return MATCH_POINTS if at < 0.8 else replace(MATCH_POINTS, pab=20) if at < 0.9 else replace(THREE_ONE_NIL, pab=10)


TEAMS: Draws = {
    "teams": lambda rng: int(4 * (40 / 4) ** rng.random()),
    "boards": one_of(2, 3, 4, 4, 4, 5, 6, 8),
    "reserves": one_of(0, 0, 1, 2),
    "match_forfeits": lambda rng: sometimes(rng, 0.5, 0.08),
    "colour_type": one_of(*COLOUR_TYPES),
    "scores": one_of(*SCORES),
    "match_points": _match_points,
    "tiebreaks": one_of(("MPVGP", "EDE", "EMGSB/C1"), ("MPVGP", "BH/C1"), ("EMGSB", "MPVGP", "DE"), ("BH", "MPVGP")),
}
"""A Swiss of teams."""
OF_TEAMS: Draws = {
    **{name: TEAMS[name] for name in ("boards", "reserves", "match_forfeits", "match_points")},
    "tiebreaks": one_of(("MPVGP", "EDE"), ("DE", "MPVGP"), ("EMGSB", "MPVGP"), ("MPVGP", "EMGSB", "DE")),
}
"""Teams in another format, where everybody meets everybody."""
