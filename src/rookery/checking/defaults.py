"""What is drawn of a random tournament when nobody says: how large it is, how strong, how often people stay away.

Everything is asked of the seed in the same order, whether its answer is wanted or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil, log2
from random import Random
from typing import Any

from rookery.errors import RuleError
from rookery.model import CLASSIC, MATCH_POINTS, THREE_ONE_NIL, Colour, PointSystem

Draws = dict[str, Callable[[Random], Any]]
"""How each setting is drawn, by its name."""

PREDETERMINED = ("double-round-robin", "round-robin")
"""The round robins, of players or of teams."""
SCHEVENINGEN = ("double-scheveningen", "scheveningen")
"""The matches of two sides."""
GIVEN = (*PREDETERMINED, *SCHEVENINGEN, "knockout")
"""The formats whose number of rounds follows from the field; nobody asks for a bye in them."""
FORMATS = (*GIVEN, "keizer")
"""All that are no Swiss."""

SYSTEMS = tuple(sorted((*FORMATS, "burstein", "double-swiss", "dubov", "dutch", "lim", "team")))
"""The systems that can be played."""

ABSENCES = ("half_byes", "full_byes", "zero_byes", "late_entries", "forbidden")
"""The settings that speak of somebody who is not there."""

LISTS = (
    ("BH/C1", "BH", "SB"), ("DE", "BH/C1", "BH"), ("DE", "WIN", "BH/C1", "BH"), ("BH/C1", "BH", "SB", "WON"),
    ("DE", "BWG", "BH/C1"), ("WIN", "BH/C1", "SB"),
)  # fmt: skip
"""Tie-breaks as tournaments announce them, after the points."""
ROUND_ROBIN_LISTS = (("DE", "SB", "WIN", "KS"), ("SB", "DE", "WIN"), ("WIN", "SB"), ("KS", "SB", "DE"))
"""The same where everybody meets everybody."""
TEAM_ROUND_ROBIN_LISTS = (("MPVGP", "EDE"), ("DE", "MPVGP"), ("EMGSB", "MPVGP"), ("MPVGP", "EMGSB", "DE"))
"""The same for teams of whom everybody meets everybody."""
TEAM_LISTS = (("MPVGP", "EDE", "EMGSB/C1"), ("MPVGP", "BH/C1"), ("EMGSB", "MPVGP", "DE"), ("BH", "MPVGP"))
"""The same for teams."""

COLOUR_TYPES = ("A", "B", "none")
"""The colour preferences of teams (C.04.6 1.7)."""
SCORES = ("MP", "GP", "MP_GP", "GP_MP")
"""The primary score of teams and, if it is used, the secondary one, as record 192 writes them."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """How strong the players are: `given` one by one, else between `low` and `high`; around `mean` if that is given.

    `unrated` is the share of players whose rating nobody knows; they are as strong as the others below them would be.
    """

    low: int = 1400
    high: int = 2500
    mean: int | None = None
    deviation: int = 200
    given: tuple[int, ...] = ()
    unrated: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.low <= self.high < 4000:
            raise RuleError(f"ratings lie between 1 and 3999, the lower first: not {self.low}-{self.high}")
        if self.deviation < 0:
            raise RuleError(f"a deviation is not negative: {self.deviation}")
        share("the share of unrated players", self.unrated)

    def strengths(self, count: int, rng: Random) -> list[int]:
        """So many ratings, highest first."""
        if self.given:
            return sorted(self.given, reverse=True)
        if self.mean is None:
            return sorted((rng.randint(self.low, self.high) for _ in range(count)), reverse=True)
        drawn = (round(rng.gauss(self.mean, self.deviation)) for _ in range(count))
        return sorted((min(max(one, self.low), self.high) for one in drawn), reverse=True)


def share(what: str, value: object) -> None:
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise RuleError(f"{what} lies between 0.0 and 1.0, not {value}")


def swiss_rounds(players: int, at: float) -> int:
    """From just enough rounds for one winner to some more; in a small field less than everybody against everybody."""
    least = max(1, ceil(log2(players)))
    most = min(least + 5, max(least, players - 2 - players % 2), max(1, players - 1))
    return min(least, most) + int(at * (most - min(least, most) + 1))


def _sometimes(rng: Random, often: float, most: float) -> float:
    """Mostly nothing, else up to so much."""
    here, much = rng.random(), rng.random()
    return round(much * most, 4) if here < often else 0.0


def _ratings(rng: Random) -> Ratings:
    low, width, normal = rng.randint(1000, 2000), rng.randint(100, 1200), rng.random()
    unrated = _sometimes(rng, 0.2, 0.3)
    if normal < 0.5:
        return Ratings(low, low + width, unrated=unrated)
    return Ratings(1000, 2900, mean=low + width // 2, deviation=width // 4, unrated=unrated)


_SYSTEMS_OF_POINTS = (
    (0.86, CLASSIC),
    (0.90, THREE_ONE_NIL),
    (0.94, PointSystem(pab=5)),
    (0.96, PointSystem(pab=0)),
    (0.98, PointSystem(win=30, draw=20, loss=10)),
    (1.01, PointSystem(win=30, draw=10, pab=10)),
)


def _points(rng: Random) -> PointSystem:
    at = rng.random()
    return next(system for end, system in _SYSTEMS_OF_POINTS if at < end)


# Each is asked once for every tournament, in this order, whether its answer is wanted or not.
DRAWS: Draws = {
    "players": lambda rng: int(6 * (200 / 6) ** rng.random()),
    "system": lambda rng: "dutch",
    "ratings": _ratings,
    "draws": lambda rng: round(rng.uniform(0.1, 0.6), 2),
    "forfeits": lambda rng: _sometimes(rng, 0.7, 0.08),
    "double_forfeits": lambda rng: _sometimes(rng, 0.2, 0.02),
    "unusual": lambda rng: _sometimes(rng, 0.1, 0.02),
    "unrated": lambda rng: _sometimes(rng, 0.1, 0.02),
    "half_byes": lambda rng: _sometimes(rng, 0.6, 0.06),
    "full_byes": lambda rng: _sometimes(rng, 0.15, 0.02),
    "zero_byes": lambda rng: _sometimes(rng, 0.5, 0.05),
    "withdrawals": lambda rng: _sometimes(rng, 0.5, 0.15),
    "late_entries": lambda rng: _sometimes(rng, 0.4, 0.1),
    "forbidden": lambda rng: rng.randint(1, 4) if rng.random() < 0.2 else 0,
    "acceleration": lambda rng: "baku" if rng.random() < 0.1 else "none",
    "points": _points,
    "tiebreaks": lambda rng: LISTS[rng.randrange(len(LISTS))],
    "initial_colour": lambda rng: Colour.WHITE if rng.random() < 0.5 else Colour.BLACK,
}


def _match_points(rng: Random) -> PointSystem:
    at = rng.random()
    return MATCH_POINTS if at < 0.8 else replace(MATCH_POINTS, pab=20) if at < 0.9 else replace(THREE_ONE_NIL, pab=10)


# After all the others, so that these stay what they are.
_TEAM_DRAWS: Draws = {
    "teams": lambda rng: int(4 * (40 / 4) ** rng.random()),
    "boards": lambda rng: (2, 3, 4, 4, 4, 5, 6, 8)[rng.randrange(8)],
    "reserves": lambda rng: (0, 0, 1, 2)[rng.randrange(4)],
    "match_forfeits": lambda rng: _sometimes(rng, 0.5, 0.08),
    "colour_type": lambda rng: COLOUR_TYPES[rng.randrange(len(COLOUR_TYPES))],
    "scores": lambda rng: SCORES[rng.randrange(len(SCORES))],
    "match_points": _match_points,
    "tiebreaks": lambda rng: TEAM_LISTS[rng.randrange(len(TEAM_LISTS))],
}
_EVERYBODY: Draws = dict.fromkeys(ABSENCES, lambda rng: 0)
_ROUND_ROBIN: Draws = {
    "players": lambda rng: int(4 * (20 / 4) ** rng.random()),
    "tiebreaks": lambda rng: ROUND_ROBIN_LISTS[rng.randrange(len(ROUND_ROBIN_LISTS))],
    "initial_colour": lambda rng: None,
    **_EVERYBODY,
    "withdrawals": lambda rng: _sometimes(rng, 0.3, 0.15),
}
_SIDES: Draws = {
    "teams": lambda rng: 2 if rng.random() < 0.5 else 0,
    "boards": lambda rng: 2 + int(9 * rng.random()),
    "tiebreaks": lambda rng: ("SB", "WIN"),
    "initial_colour": lambda rng: None,
    **_EVERYBODY,
    "withdrawals": lambda rng: 0,
}
_OTHER_DRAWS: dict[str | None, Draws] = {
    "team": _TEAM_DRAWS,
    "round-robin": _ROUND_ROBIN,
    "double-round-robin": _ROUND_ROBIN,
    "scheveningen": _SIDES,
    "double-scheveningen": _SIDES,
    "knockout": {
        "players": lambda rng: int(3 * (70 / 3) ** rng.random()),
        "tiebreaks": lambda rng: (),
        **_EVERYBODY,
        "double_forfeits": lambda rng: 0.0,
        "withdrawals": lambda rng: _sometimes(rng, 0.3, 0.1),
    },
    "keizer": {
        "players": lambda rng: int(5 * (50 / 5) ** rng.random()),
        "tiebreaks": lambda rng: (),
        "keizer": lambda rng: None,
    },
}
_OF_TEAMS: Draws = {
    **{name: _TEAM_DRAWS[name] for name in ("boards", "reserves", "match_forfeits", "match_points")},
    "tiebreaks": lambda rng: TEAM_ROUND_ROBIN_LISTS[rng.randrange(len(TEAM_ROUND_ROBIN_LISTS))],
}
_TEAM_KNOCKOUT = {**_OF_TEAMS, "tiebreaks": _OTHER_DRAWS["knockout"]["tiebreaks"]}


def other_draws(system: str | None, teams: bool) -> Iterator[Draws]:
    """What this system draws in another way, after all the others."""
    if system in _OTHER_DRAWS:
        yield _OTHER_DRAWS[system]
    if teams and system in PREDETERMINED:
        yield _OF_TEAMS
    elif teams and system == "knockout":
        yield _TEAM_KNOCKOUT
