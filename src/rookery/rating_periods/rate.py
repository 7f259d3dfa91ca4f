"""Rating of a period on columns: with NumPy if installed, else in plain Python, with equal numbers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from rookery.rating.fide import rate_period
from rookery.rating.rows import ListGame, ListPlayer, PeriodResult, PoolMonth
from rookery.rating_periods.full_list import EMPTY_POOL, Column, FullList, first_day_of_month, next_list, period_columns

if TYPE_CHECKING:
    from concurrent.futures import Executor


RatedKind = tuple[Mapping[str, Column], Mapping[str, Column]]
"""The columns of `rating.Rated`, and the pools as a table."""


def rate_list(
    ratings: FullList,
    games: Mapping[str, Mapping[str, Column]],
    month: str,
    *,
    executor: Executor | None = None,
    parts: int = 2,
) -> tuple[FullList, dict[str, RatedKind]]:
    """Rate a month: return the new list and the results by kind, from the list before and the games by kind.

    With an `executor` and NumPy, the games of a kind are added up in several parts; the list is the same.
    """
    options = {} if executor is None else {"executor": executor, "parts": parts}
    results = {
        kind: rate_columns(
            period_columns(ratings, kind), kind_games, ratings.pools.get(kind, EMPTY_POOL), kind, month, **options
        )
        for kind, kind_games in games.items()
    }
    return next_list(ratings, month, results), results


def rate_columns(
    players: Mapping[str, Column],
    games: Mapping[str, Column],
    pool: Mapping[str, Column],
    kind: str,
    month: str,
    **options: Any,
) -> RatedKind:
    """Return the results of a period and the new pools; without a month, by the newest rules and without next K."""
    on = first_day_of_month(month) if month else None
    try:
        from rookery import arrays
    except ImportError:
        return _rate_rows(players, games, pool, kind, on)
    period = arrays.rate_period(dict(players), dict(games), kind=kind, on=on, pool=dict(pool), **options)
    return period.columns(), period.pool


def _rate_rows(
    players: Mapping[str, Column], games: Mapping[str, Column], pool: Mapping[str, Column], kind: str, on: date | None
) -> RatedKind:
    pools: dict[int, list[PoolMonth]] = {}
    for player_id, *part in zip(*pool.values(), strict=True):
        pools.setdefault(player_id, []).append(PoolMonth(*part))
    rows = (dict(zip(players, row, strict=True)) for row in zip(*players.values(), strict=True))
    players_before = [ListPlayer(**row, pool=tuple(pools.get(row["id"], ()))) for row in rows]
    list_games = (ListGame(**dict(zip(games, row, strict=True))) for row in zip(*games.values(), strict=True))
    after = rate_period(players_before, list_games, kind=kind, on=on)
    names = [name for name in PeriodResult._fields if name != "pool"]
    pool_rows = [(player.id, *part) for player in after for part in player.pool]
    table: dict[str, Column] = {name: [row[index] for row in pool_rows] for index, name in enumerate(EMPTY_POOL)}
    return {name: [getattr(row, name) for row in after] for name in names}, table
