"""A whole rating period in plain Python: every player of a list, every game of every tournament, one rounding.

`rookery.arrays.rate_period` says the same on arrays; tests hold the two equal number by number. Everywhere 0 stands for
"none" or "not known", as on the lists FIDE publishes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from rookery.elo import expectation, half_away
from rookery.errors import RuleError
from rookery.rating.change import k_factor, limited_k
from rookery.rating.fide import rules_for
from rookery.rating.initial import from_sums

UNRATED_THEN = -1


class Listed(NamedTuple):
    """A player on the list before the period; `rating` 0 is an unrated player.

    `k` is the published one (0: worked out from `games` completed, year `born` and `highest` rating published).
    `base` replaces the rating to which the change is added, where FIDE corrected it. The `pool_` fields carry what an
    unrated player did against rated opponents in earlier periods: games, sum of ratings, half points.
    """

    id: int
    rating: int = 0
    k: int = 0
    games: int = 30
    born: int = 0
    highest: int = 0
    base: int = 0
    pool_games: int = 0
    pool_sum: int = 0
    pool_half_points: int = 0


class Played(NamedTuple):
    """A game of the period in half points; the ratings, where given, are those on the day its tournament started.

    A rating of UNRATED_THEN is that of a player who was published since: rated now, unrated for the opponent.
    `start` is that day as an ordinal (date.toordinal), `event` any number that tells tournaments apart.
    """

    white: int
    black: int
    half_points: int
    black_half_points: int = -1
    white_rating: int = 0
    black_rating: int = 0
    start: int = 0
    event: int = 0


class Rated(NamedTuple):
    """What the period made of a player: the sum of changes in hundredths, and `points`: K times that, rounded once.

    `new` is the rating of the next list, 0 when there is none. The `pool_` fields go into the next period's list.
    """

    id: int
    rating: int
    games: int
    change: int
    k: int
    points: int
    new: int
    pool_games: int = 0
    pool_sum: int = 0
    pool_half_points: int = 0


class _Sums:
    """What one player gathers in a period."""

    __slots__ = ("change", "events", "games")

    def __init__(self) -> None:
        self.games = self.change = 0
        self.events: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])


def rate_period(
    players: Iterable[Listed], games: Iterable[Played], *, kind: str = "standard", on: date | None = None
) -> list[Rated]:
    """Every player after the period, in the order of the list (B.02 8.3.4: all tournaments together, rounded once).

    `on` is the day of the new list; it dates the rules of games without a start of their own, and ages.

    >>> rate_period([Listed(7, 2000, 20), Listed(9, 1900, 40)], [Played(7, 9, 0), Played(9, 7, 1)])
    [Rated(id=7, rating=2000, games=2, change=-78, k=20, points=-16, new=1984, pool_games=0, pool_sum=0, \
pool_half_points=0), Rated(id=9, rating=1900, games=2, change=78, k=40, points=31, new=1931, pool_games=0, pool_sum=0, \
pool_half_points=0)]
    """
    listed = list(players)
    ratings = {player.id: player.rating for player in listed}
    if len(ratings) < len(listed):
        raise RuleError("a player stands twice on the list", who=_twice([player.id for player in listed]))
    sums: dict[int, _Sums] = defaultdict(_Sums)
    for number, game in enumerate(games, 1):
        _add(game, number, ratings, sums, kind, on)
    empty = _Sums()
    return [_rated(player, sums.get(player.id, empty), kind, on) for player in listed]


def _twice(ids: Sequence[int]) -> list[int]:
    seen: set[int] = set()
    return sorted({one for one in ids if one in seen or seen.add(one)})  # type: ignore[func-returns-value]


def _add(
    game: Played, number: int, ratings: dict[int, int], sums: dict[int, _Sums], kind: str, on: date | None
) -> None:
    """Count one game for both, where it counts."""
    _check(game, number, ratings)
    edition = rules_for(kind, date.fromordinal(game.start) if game.start else on)
    white, white_seen = _own_and_seen(game.white_rating, ratings[game.white])
    black, black_seen = _own_and_seen(game.black_rating, ratings[game.black])
    other = 2 - game.half_points if game.black_half_points < 0 else game.black_half_points
    for who, own, opponent, half in (
        (game.white, white, black_seen, game.half_points),
        (game.black, black, white_seen, other),
    ):
        if own and opponent and not edition.too_uneven(own, opponent):
            sums[who].games += 1
            sums[who].change += 50 * half - expectation(edition.difference(own, opponent))
        elif opponent and not own:
            event = sums[who].events[game.start, game.event]
            event[:] = event[0] + 1, event[1] + opponent, event[2] + half


def _own_and_seen(given: int, listed: int) -> tuple[int, int]:
    """The rating a player is rated with, and the one the opponent met (B.02 8.2.4: none, if published since)."""
    own = given if given > 0 else listed
    return own, 0 if given == UNRATED_THEN else own


def _check(game: Played, number: int, ratings: dict[int, int]) -> None:
    """Raise where the game cannot be."""
    for who in (game.white, game.black):
        if who not in ratings:
            raise RuleError(f"game {number} names {who}, who is not on the list", who=(who,))
    if game.white == game.black:
        raise RuleError(f"game {number}: a player cannot meet themselves", who=(game.white,))
    if game.half_points not in (0, 1, 2) or game.black_half_points not in (-1, 0, 1, 2):
        raise RuleError(f"game {number}: a game is worth 0, 1 or 2 half points", who=(game.white, game.black))


def _rated(player: Listed, sums: _Sums, kind: str, on: date | None) -> Rated:
    if not player.rating:
        return _first(player, sums, kind, on)
    if player.born and on is None and not player.k:
        raise RuleError("the day of the list is needed to know how old a player is", who=(player.id,))
    age = on.year - player.born if on and player.born else None
    k = player.k or k_factor(player.rating, player.games, age=age, highest=player.highest, kind=kind, on=on)
    k = limited_k(k, sums.games, kind=kind, on=on)
    points = half_away(sums.change * k, 100)
    new = (player.base or player.rating) + points
    lowest = rules_for(kind, on).lowest_rating
    return Rated(player.id, player.rating, sums.games, sums.change, k, points, new if new >= lowest else 0)


def _first(player: Listed, sums: _Sums, kind: str, on: date | None) -> Rated:
    """An unrated player: the pool with the games of this period, and a first rating where it suffices (B.02 8.2)."""
    events = [sums.events[key] for key in sorted(sums.events)]
    if events and not player.pool_games and events[0][2] == 0:
        events = events[1:]
    games = player.pool_games + sum(event[0] for event in events)
    total = player.pool_sum + sum(event[1] for event in events)
    half_points = player.pool_half_points + sum(event[2] for event in events)
    rating = from_sums(games, total, half_points, kind=kind, on=on).rating
    if rating:
        return Rated(player.id, 0, games, 0, 0, 0, rating)
    return Rated(player.id, 0, games, 0, 0, 0, 0, games, total, half_points)
