"""Queries of a store of months: a player's history, the difference of two lists, the audit of a month."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rookery.errors import RuleError
from rookery.messages import msg
from rookery.rating.fide import rules_of
from rookery.rating.rating_rules import GameContribution
from rookery.rating_periods.full_list import first_day_of_month, month_text
from rookery.rating_periods.recalculation import select_period
from rookery.rating_periods.store import MonthStore, Standing


class PlayerMonth(NamedTuple):
    """A list in the history of a player: rating (0: none), change, games of the period, K."""

    month: str
    rating: int
    change: int
    games: int
    k: int


class RatingDifference(NamedTuple):
    """A player whose rating differs between two lists; 0 is none."""

    id: int
    name: str
    before: int
    after: int


class AuditLine(NamedTuple):
    """A game in the audit of a player: report, opponent, both ratings, score in half points, change in hundredths.

    A game for a first rating has no change: `counts` says what it counted for.
    """

    report: str
    opponent: int
    name: str
    own: int
    rating: int
    half_points: int
    change: int
    counts: str


def history(store: MonthStore, player_id: int, kind: str = "standard") -> list[PlayerMonth]:
    """Return the lists on which something changed for a player, oldest first."""
    store.person(player_id)
    months, before = [], 0
    for row in store.history(kind, player_id):
        change = row.rating - before if row.rating and before else 0
        months.append(PlayerMonth(month_text(row.month), row.rating, change, row.games, row.k))
        before = row.rating
    return months


def difference(store: MonthStore, first: int, second: int, kind: str = "standard") -> list[RatingDifference]:
    """Return the players whose rating differs between two lists, by number."""
    for month in (first, second):
        if month not in store.months():
            raise RuleError(msg("there is no list of %(month)s in this store", month=month_text(month)))
    old, new = store.standings(kind, first), store.standings(kind, second)
    people, none = store.people(), Standing()
    ratings = (
        (player_id, old.get(player_id, none).rating, new.get(player_id, none).rating)
        for player_id in sorted({*old, *new})
    )
    return [
        RatingDifference(player_id, str(people[player_id]["name"]), before, after)
        for player_id, before, after in ratings
        if before != after
    ]


def audit(store: MonthStore, player_id: int, month: int, kind: str = "standard") -> tuple[list[AuditLine], Standing]:
    """Return every game of a player counted on the list of a month, and the resulting standing."""
    store.person(player_id)
    if month not in store.months():
        raise RuleError(msg("there is no list of %(month)s in this store", month=month_text(month)))
    games = [stored for stored in store.games(kind, month) if player_id in stored.game[:2]]
    period = select_period(store, kind, month, games, {player_id})
    contributions: dict[int, GameContribution] = {}

    def add_contribution(contribution: GameContribution) -> None:
        if contribution.player == player_id:
            contributions[contribution.game] = contribution

    games_played = [stored.game for stored in period.games]
    rules_of(kind).rate(period.listed, games_played, first_day_of_month(month_text(month)), add_contribution)
    list_ratings = {row.id: row.rating for row in period.listed}
    names, people = store.report_names(), store.people()
    lines = []
    for place, (number, game) in enumerate(period.games):
        is_white = game.white == player_id
        opponent, half = (game.black, game.half_points) if is_white else (game.white, game.black_half_points)
        game_ratings = (game.white_rating, game.black_rating) if is_white else (game.black_rating, game.white_rating)
        own_rating = game_ratings[0] if game_ratings[0] > 0 and list_ratings[player_id] else list_ratings[player_id]
        rating = max(0, game_ratings[1]) if game_ratings[1] else list_ratings[opponent]
        line = contributions.get(place)
        counts = (
            "rating" if line else "first rating" if rating and not own_rating else "nothing: one unrated (B.02 8.3.1)"
        )
        lines.append(
            AuditLine(
                names[number],
                opponent,
                str(people[opponent]["name"]),
                own_rating,
                rating,
                half,
                line.change if line else 0,
                counts,
            )
        )
    return lines, store.standings(kind, month, (player_id,)).get(player_id, Standing())


def distribution(ratings: Sequence[int], step: int = 100) -> list[tuple[int, int]]:
    """Return how many ratings lie in each interval of `step` points, from the lowest to the highest.

    >>> distribution([1450, 1499, 1720, 0])
    [(1400, 2), (1500, 0), (1600, 0), (1700, 1)]
    """
    groups = [rating // step * step for rating in ratings if rating]
    if not groups:
        return []
    return [(low, groups.count(low)) for low in range(min(groups), max(groups) + step, step)]
