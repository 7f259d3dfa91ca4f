"""A whole rating period in plain Python: every player of a list, every game of every tournament, one rounding.

`rookery.arrays.rate_period` says the same on arrays; tests hold the two equal number by number.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from rookery.rating.elo_rules import DatedRules, EloRules
from rookery.rating.fide import rules_of
from rookery.rating.listed import Listed, Played, Rated
from rookery.rating.rating_rules import RatingRules


def rate_period(
    players: Iterable[Listed],
    games: Iterable[Played],
    *,
    kind: str = "standard",
    on: date | None = None,
    rules: RatingRules | DatedRules[EloRules] | None = None,
) -> list[Rated]:
    """Every player after the period, in the order of the list (B.02 8.3.4: all tournaments together, rounded once).

    `on` is the day of the new list; it dates the rules of games without a start of their own, and ages. `kind` is one
    of FIDE's lists; `rules` are others in their place.

    >>> after = rate_period([Listed(7, 2000, 20), Listed(9, 1900, 40)], [Played(7, 9, 0), Played(9, 7, 1)])
    >>> [(one.id, one.games, one.change, one.points, one.new) for one in after]
    [(7, 2, -78, -16, 1984), (9, 2, 78, 31, 1931)]
    """
    return (rules or rules_of(kind)).rated(list(players), games, on)
