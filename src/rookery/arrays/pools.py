"""The pools of unrated players on arrays: what they did against rated opponents, by the month their events began."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np

from rookery.arrays.columns import Ints, PoolRow, Table, Truths
from rookery.arrays.finder import Finder
from rookery.arrays.questions import asked
from rookery.rating.days import month_number, months_before
from rookery.rating.elo_rules import EloRules
from rookery.values import NamedTuple

UnratedGames = tuple[Ints, Ints, Ints, Ints, Ints]
"""Games of unrated players against rated ones: who (as a place on the list), day, event, opponent's rating, score."""
_SUMS = ("pool_games", "pool_sum", "pool_half_points")


class Pools(NamedTuple):
    """The rows of the pools in order of player and month, their sums for every player, and who has begun."""

    who: Ints
    rows: tuple[Ints, Ints, Ints, Ints]
    sums: tuple[Ints, Ints, Ints]
    begun: Ints

    def of(self, ids: Ints, waiting: Truths) -> Table:
        """The rows of those who still wait for a rating."""
        kept = np.flatnonzero(waiting[self.who])
        columns = (ids[self.who], *self.rows)
        return {name: column[kept] for name, column in zip(PoolRow._fields, columns, strict=True)}


def pooled(
    listed: Table,
    waiting: Truths,
    games: Sequence[UnratedGames],
    brought: Table | None,
    finder: Finder,
    rules: EloRules,
    on: date | None,
) -> Pools:
    """The pools of those who wait, with the games of the period; what is too old or lost (8.2.1) is left out."""
    number, undated = len(listed["id"]), month_number(months_before(on, 1)) if on else 0
    parts = [_brought(listed, brought, finder, undated)]
    known = np.zeros(number, bool)
    known[parts[0][0]] = True
    known |= listed.get("begun", np.zeros(number, np.int64)) > 0
    begun = known | ~waiting
    if any(len(part[0]) for part in games):
        parts.append(_played(games, known, undated, rules))
        for part in games:
            begun[part[0]] = True
    who, month, count, total, half = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    since = rules.pool_since(on) if on else None
    kept = np.flatnonzero(waiting[who] & (month >= (month_number(since) if since else 0)))
    who, rows = _by_month(who[kept], (month[kept], count[kept], total[kept], half[kept]))
    sums = tuple(np.zeros(number, np.int64) for _ in _SUMS)
    for added, column in zip(sums, rows[1:], strict=True):
        np.add.at(added, who, column)
    return Pools(who, rows, (sums[0], sums[1], sums[2]), begun.astype(np.int64))


def _brought(listed: Table, brought: Table | None, finder: Finder, undated: int) -> UnratedGames:
    """What the list says of earlier periods: by months, or in sums that have no day."""
    number = len(listed["id"])
    sums = [listed.get(name, np.zeros(number, np.int64)) for name in _SUMS]
    if brought is None or not len(brought["id"]):
        rows = np.flatnonzero(sums[0] > 0)
        return rows, np.full(len(rows), undated, np.int64), sums[0][rows], sums[1][rows], sums[2][rows]
    who = finder.positions(brought["id"], 0)
    dated = np.zeros(number, bool)
    dated[who] = True
    rows = np.flatnonzero((sums[0] > 0) & ~dated)
    months = np.r_[brought["month"], np.full(len(rows), undated, np.int64)]
    names = ("games", "total", "half_points")
    first, second, third = (np.r_[brought[n], one[rows]] for n, one in zip(names, sums, strict=True))
    return np.r_[who, rows], months, first, second, third


def _played(games: Sequence[UnratedGames], known: Truths, undated: int, rules: EloRules) -> UnratedGames:
    """The games of the period, without a first event that does not count (B.02 8.2.1)."""
    who, day, event, opponent, half = (np.concatenate(columns) for columns in zip(*games, strict=True))
    order = np.lexsort((event, day, who))
    who, day, event, opponent, half = (column[order] for column in (who, day, event, opponent, half))
    fresh = np.r_[True, who[1:] != who[:-1]]
    begins = np.flatnonzero(fresh | np.r_[True, (day[1:] != day[:-1]) | (event[1:] != event[:-1])])
    first = fresh[begins] & ~known[who[begins]]
    dropped = first & (asked(rules.first_event_counts, np.add.reduceat(half, begins)) == 0)
    stay = np.repeat(~dropped, np.diff(np.r_[begins, len(who)]))
    who, day, opponent, half = who[stay], day[stay], opponent[stay], half[stay]
    month = asked(lambda start: month_number(date.fromordinal(start)) if start else undated, day)
    return who, month, np.ones_like(who), opponent, half


def _by_month(who: Ints, rows: tuple[Ints, Ints, Ints, Ints]) -> tuple[Ints, tuple[Ints, Ints, Ints, Ints]]:
    """One row for each player and month."""
    if not len(who):
        return who, rows
    order = np.lexsort((rows[0], who))
    who, (month, *counts) = who[order], [column[order] for column in rows]
    begins = np.flatnonzero(np.r_[True, (who[1:] != who[:-1]) | (month[1:] != month[:-1])])
    games, total, half = (np.add.reduceat(column, begins) for column in counts)
    return who[begins], (month[begins], games, total, half)
