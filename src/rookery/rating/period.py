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

    >>> rate_period([Listed(7, 2000, 20), Listed(9, 1900, 40)], [Played(7, 9, 0), Played(9, 7, 1)])
    [Rated(id=7, rating=2000, games=2, change=-78, k=20, points=-16, new=1984, pool_games=0, pool_sum=0, \
pool_half_points=0), Rated(id=9, rating=1900, games=2, change=78, k=40, points=31, new=1931, pool_games=0, pool_sum=0, \
pool_half_points=0)]
    """
    return (rules or rules_of(kind)).rated(list(players), games, on)
