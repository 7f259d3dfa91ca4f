"""What a store of months tells: a player's history, the difference of two lists, the audit of a month item by item."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.errors import RuleError
from rookery.periods.chain import period_of
from rookery.periods.full_list import month_day, month_text
from rookery.periods.months import Months, Standing
from rookery.rating.fide import rules_of
from rookery.rating.rating_rules import GameTold
from rookery.values import NamedTuple
from rookery.wording import spoken


class MonthOfPlayer(NamedTuple):
    """A list in the history of a player: rating (0: none), what changed, games of the period, K."""

    month: str
    rating: int
    change: int
    games: int
    k: int


class Moved(NamedTuple):
    """A player whose rating is another on the second of two lists; 0 is none."""

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


def history(store: Months, one: int, kind: str = "standard") -> list[MonthOfPlayer]:
    """The lists on which something changed for a player, oldest first."""
    store.person(one)
    found, before = [], 0
    for row in store.history(kind, one):
        change = row.rating - before if row.rating and before else 0
        found.append(MonthOfPlayer(month_text(row.month), row.rating, change, row.games, row.k))
        before = row.rating
    return found


def difference(store: Months, first: int, second: int, kind: str = "standard") -> list[Moved]:
    """Whose rating differs between two lists, who has entered the list and who has left it, by number."""
    for month in (first, second):
        if month not in store.months():
            raise RuleError(spoken("there is no list of %(month)s in this store", month=month_text(month)))
    old, new = store.standings(kind, first), store.standings(kind, second)
    people, none = store.people(), Standing()
    both = ((one, old.get(one, none).rating, new.get(one, none).rating) for one in sorted({*old, *new}))
    return [Moved(one, str(people[one]["name"]), before, after) for one, before, after in both if before != after]


def audit(store: Months, one: int, month: int, kind: str = "standard") -> tuple[list[AuditLine], Standing]:
    """Every game of a player that the list of a month counts, with its report, and the standing that came of it."""
    store.person(one)
    if month not in store.months():
        raise RuleError(spoken("there is no list of %(month)s in this store", month=month_text(month)))
    games = [stored for stored in store.games(kind, month) if one in stored.game[:2]]
    period = period_of(store, kind, month, games, {one})
    told: dict[int, GameTold] = {}

    def hear(said: GameTold) -> None:
        if said.player == one:
            told[said.game] = said

    played = [stored.game for stored in period.games]
    rules_of(kind).rated(period.listed, played, month_day(month_text(month)), hear)
    now = {row.id: row.rating for row in period.listed}
    names, people = store.report_names(), store.people()
    lines = []
    for place, (number, game) in enumerate(period.games):
        at_white = game.white == one
        other, half = (game.black, game.half_points) if at_white else (game.white, game.black_half_points)
        given = (game.white_rating, game.black_rating) if at_white else (game.black_rating, game.white_rating)
        own = given[0] if given[0] > 0 and now[one] else now[one]
        rating = max(0, given[1]) if given[1] else now[other]
        line = told.get(place)
        counts = "rating" if line else "first rating" if rating and not own else "nothing: one unrated (B.02 8.3.1)"
        lines.append(
            AuditLine(
                names[number], other, str(people[other]["name"]), own, rating, half, line.change if line else 0, counts
            )
        )
    return lines, store.standings(kind, month, (one,)).get(one, Standing())


def distribution(ratings: Sequence[int], step: int = 100) -> list[tuple[int, int]]:
    """How many ratings lie in each hundred, from the lowest to the highest.

    >>> distribution([1450, 1499, 1720, 0])
    [(1400, 2), (1500, 0), (1600, 0), (1700, 1)]
    """
    there = [rating // step * step for rating in ratings if rating]
    if not there:
        return []
    return [(low, there.count(low)) for low in range(min(there), max(there) + step, step)]
