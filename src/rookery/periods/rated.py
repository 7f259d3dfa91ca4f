"""A period on columns: by NumPy where it is there, else in plain Python; the numbers are the same."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from rookery.periods.full_list import NO_POOL, Column, FullList, advanced, listed_columns, month_day
from rookery.rating.listed import Listed, Played, PoolMonth, Rated
from rookery.rating.period import rate_period
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Executor

Made = tuple[Mapping[str, Column], Mapping[str, Column]]
"""The columns of `rating.Rated`, and the pools as a table."""


def rated_list(
    ratings: FullList,
    games: Mapping[str, Mapping[str, Column]],
    month: str,
    *,
    executor: Executor | None = None,
    parts: int = 2,
) -> tuple[FullList, dict[str, Made]]:
    """The list of a month from the one before and the games by kind, and what the period made of everybody.

    With an `executor`, and NumPy, the games of a kind are added up in so many parts; the list is the same.
    """
    work = {} if executor is None else {"executor": executor, "parts": parts}
    made = {
        kind: rated_columns(
            listed_columns(ratings, kind), played, ratings.pools.get(kind, NO_POOL), kind, month, **work
        )
        for kind, played in games.items()
    }
    return advanced(ratings, month, made), made


def rated_columns(
    players: Mapping[str, Column],
    games: Mapping[str, Column],
    pool: Mapping[str, Column],
    kind: str,
    month: str,
    **work: Any,
) -> Made:
    """What a period makes of everybody, and of the pools; without a month the newest rules, and no K to come."""
    on = month_day(month) if month else None
    try:
        from rookery import arrays
    except ImportError:
        return _in_rows(players, games, pool, kind, on)
    found = arrays.rate_period(dict(players), dict(games), kind=kind, on=on, pool=dict(pool), **work)
    return found.columns(), found.pool


def _in_rows(
    players: Mapping[str, Column], games: Mapping[str, Column], pool: Mapping[str, Column], kind: str, on: date | None
) -> Made:
    pools: dict[int, list[PoolMonth]] = {}
    for one, *part in zip(*pool.values(), strict=True):
        pools.setdefault(one, []).append(PoolMonth(*part))
    rows = (dict(zip(players, row, strict=True)) for row in zip(*players.values(), strict=True))
    listed = [Listed(**row, pool=tuple(pools.get(row["id"], ()))) for row in rows]
    played = (Played(**dict(zip(games, row, strict=True))) for row in zip(*games.values(), strict=True))
    after = rate_period(listed, played, kind=kind, on=on)
    names = [name for name in Rated._fields if name != "pool"]
    flat = [(one.id, *part) for one in after for part in one.pool]
    table: dict[str, Column] = {name: [row[at] for row in flat] for at, name in enumerate(NO_POOL)}
    return {name: [getattr(row, name) for row in after] for name in names}, table
