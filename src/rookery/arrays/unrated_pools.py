"""Pools of unrated players as arrays: their results against rated opponents by the month of the event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import numpy as np

from rookery.arrays.columns import Bools, Ints, PoolRow, Table
from rookery.arrays.id_index import IdIndex
from rookery.arrays.vectorised import map_distinct
from rookery.rating.elo_rules import EloRules
from rookery.rating.rows import first_of_month_before, month_number

UnratedGames = tuple[Ints, Ints, Ints, Ints, Ints]
"""Games of unrated players against rated ones: who (as a place on the list), day, event, opponent's rating, score."""
_SUMS = ("pool_games", "pool_sum", "pool_half_points")


class Pools(NamedTuple):
    """The rows of the pools by player and month, the sums of every player, and who has begun."""

    players: Ints
    rows: tuple[Ints, Ints, Ints, Ints]
    sums: tuple[Ints, Ints, Ints]
    begun: Ints

    def select(self, ids: Ints, waiting: Bools) -> Table:
        """Return the rows of the players who still wait for a rating."""
        rows = np.flatnonzero(waiting[self.players])
        columns = (ids[self.players], *self.rows)
        return {name: column[rows] for name, column in zip(PoolRow._fields, columns, strict=True)}


def build_pools(
    players: Table,
    waiting: Bools,
    games: Sequence[UnratedGames],
    earlier: Table | None,
    finder: IdIndex,
    rules: EloRules,
    on: date | None,
) -> Pools:
    """Return the pools of waiting players including this period, without results that are too old or lost (8.2.1)."""
    number, undated = len(players["id"]), month_number(first_of_month_before(on, 1)) if on else 0
    parts = [_earlier_games(players, earlier, finder, undated)]
    has_begun = np.zeros(number, bool)
    has_begun[parts[0][0]] = True
    has_begun |= players.get("begun", np.zeros(number, np.int64)) > 0
    begun = has_begun | ~waiting
    if any(len(part[0]) for part in games):
        parts.append(_period_games(games, has_begun, undated, rules))
        for part in games:
            begun[part[0]] = True
    positions, month, count, total, half = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    since = rules.pool_start(on) if on else None
    rows_kept = np.flatnonzero(waiting[positions] & (month >= (month_number(since) if since else 0)))
    positions, rows = _sum_by_month(
        positions[rows_kept], (month[rows_kept], count[rows_kept], total[rows_kept], half[rows_kept])
    )
    sums = tuple(np.zeros(number, np.int64) for _ in _SUMS)
    for totals, column in zip(sums, rows[1:], strict=True):
        np.add.at(totals, positions, column)
    return Pools(positions, rows, (sums[0], sums[1], sums[2]), begun.astype(np.int64))


def _earlier_games(players: Table, earlier: Table | None, finder: IdIndex, undated: int) -> UnratedGames:
    """Return the results of earlier periods: by month, or as sums without a date."""
    number = len(players["id"])
    sums = [players.get(name, np.zeros(number, np.int64)) for name in _SUMS]
    if earlier is None or not len(earlier["id"]):
        rows = np.flatnonzero(sums[0] > 0)
        return rows, np.full(len(rows), undated, np.int64), sums[0][rows], sums[1][rows], sums[2][rows]
    positions = finder.positions(earlier["id"], 0)
    dated = np.zeros(number, bool)
    dated[positions] = True
    rows = np.flatnonzero((sums[0] > 0) & ~dated)
    months = np.r_[earlier["month"], np.full(len(rows), undated, np.int64)]
    names = ("games", "total", "half_points")
    first, second, third = (np.r_[earlier[n], totals[rows]] for n, totals in zip(names, sums, strict=True))
    return np.r_[positions, rows], months, first, second, third


def _period_games(games: Sequence[UnratedGames], has_begun: Bools, undated: int, rules: EloRules) -> UnratedGames:
    """Return the games of the period without first events that do not count (B.02 8.2.1)."""
    positions, day, event, opponent, half = (np.concatenate(columns) for columns in zip(*games, strict=True))
    order = np.lexsort((event, day, positions))
    positions, day, event, opponent, half = (column[order] for column in (positions, day, event, opponent, half))
    is_new_player = np.r_[True, positions[1:] != positions[:-1]]
    starts = np.flatnonzero(is_new_player | np.r_[True, (day[1:] != day[:-1]) | (event[1:] != event[:-1])])
    first = is_new_player[starts] & ~has_begun[positions[starts]]
    is_dropped = first & (map_distinct(rules.first_event_counts, np.add.reduceat(half, starts)) == 0)
    is_kept = np.repeat(~is_dropped, np.diff(np.r_[starts, len(positions)]))
    positions, day, opponent, half = positions[is_kept], day[is_kept], opponent[is_kept], half[is_kept]
    month = map_distinct(lambda start: month_number(date.fromordinal(start)) if start else undated, day)
    return positions, month, np.ones_like(positions), opponent, half


def _sum_by_month(positions: Ints, rows: tuple[Ints, Ints, Ints, Ints]) -> tuple[Ints, tuple[Ints, Ints, Ints, Ints]]:
    """Sum the rows of each player and month."""
    if not len(positions):
        return positions, rows
    order = np.lexsort((rows[0], positions))
    positions, (month, *counts) = positions[order], [column[order] for column in rows]
    starts = np.flatnonzero(np.r_[True, (positions[1:] != positions[:-1]) | (month[1:] != month[:-1])])
    games, total, half = (np.add.reduceat(column, starts) for column in counts)
    return positions[starts], (month[starts], games, total, half)
