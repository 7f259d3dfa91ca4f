"""Rating of the next month in a store, and rating again of what a late report changes.

Columns are rated with NumPy if installed, else in plain Python, with equal numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.errors import RuleError
from rookery.messages import msg
from rookery.rating.fide import KINDS, rate_period, rules_for
from rookery.rating.rows import UNRATED_THEN, ListGame, ListPlayer, PeriodResult, PoolMonth, month_number
from rookery.rating_periods.full_list import (
    EMPTY_POOL,
    Column,
    FullList,
    as_list,
    first_day_of_month,
    month_text,
    next_list,
    period_columns,
)
from rookery.rating_periods.reports import ReportGames
from rookery.rating_periods.store import MonthStore, Standing, StoredGame, published_k, unknown_player

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


class StandingChange(NamedTuple):
    """A standing changed by a late report."""

    month: int
    kind: str
    id: int
    before: Standing
    after: Standing


class PeriodPart(NamedTuple):
    """Part of a month that some players need: rows of the list, and games with their reports."""

    listed: list[ListPlayer]
    games: list[StoredGame]


def rate_month(store: MonthStore) -> int:
    """Rate the month after the newest list from its reports, store the new list and return its month."""
    month = store.last_month() + 1
    with store.transaction():
        store.connection.execute("INSERT INTO lists VALUES (?, ?)", (month, "rated here"))
        for kind in KINDS:
            games = store.games(kind, month)
            player_ids = {player_id for _, game in games for player_id in game[:2]}
            player_ids |= _players_with_expiring_pool(store, kind, month)
            if player_ids:
                period = select_period(store, kind, month, games, player_ids)
                store.save_standings(kind, month, _rate_players(period, kind, month, player_ids))
    return month


def _players_with_expiring_pool(store: MonthStore, kind: str, month: int) -> set[int]:
    """Return unrated players whose pool loses a month on this list; the rest may make a first rating (B.02 7.1.4)."""
    since = rules_for(kind).pool_start(first_day_of_month(month_text(month)))
    player_ids = store.players_with_pool_before(kind, month - 1, month_text(month_number(since)))
    if kind == "standard" or not player_ids:
        return player_ids
    standard = store.standings("standard", month - 1, player_ids)  # whoever has such a rating needs no first rating
    return {player_id for player_id in player_ids if not standard.get(player_id, Standing()).rating}


def require_rated_month(store: MonthStore, month: int) -> int:
    """Return a month whose list was rated in this store; raise RuleError for any other."""
    if month > store.last_month() or month <= store.months()[0]:
        raise RuleError(
            msg("the list of %(month)s was not rated here: a late report needs one that was", month=month_text(month))
        )
    return month


def add_late_report(store: MonthStore, report: ReportGames, month: int) -> list[StandingChange]:
    """Add a report for a list already made, rate again what it changes, and return the changes."""
    require_rated_month(store, month)
    with store.transaction():
        store.add_report(report, month, late=True)
        player_ids = {player_id for game in report.games for player_id in game[:2]}
        changed_players = dict[str, dict[int, set[int]]]()
        changes = list[StandingChange]()
        for kind in (report.kind, *(kind for kind in KINDS if kind != "standard" and report.kind == "standard")):
            lent = changed_players.get("standard", {})
            kind_changes, changed_players[kind] = _rerate_months(
                store, kind, month, player_ids if kind == report.kind else set(), lent
            )
            changes += kind_changes
    return changes


def _rerate_months(
    store: MonthStore, kind: str, first: int, touched: set[int], lent: Mapping[int, set[int]]
) -> tuple[list[StandingChange], dict[int, set[int]]]:
    """Rate the months from `first` on again for players with games touched or ratings changed."""
    changes = list[StandingChange]()
    changed: dict[int, set[int]] = {}
    for month in range(first, store.last_month() + 1):
        games = store.games(kind, month)
        player_ids = set(touched) if month == first else set()
        for _, game in games:
            lists = (month - 1, month_of_list_in_force(store, game, month))
            if any(
                player_id in changed.get(list_month, ()) or player_id in lent.get(list_month, ())
                for list_month in lists
                for player_id in game[:2]
            ):
                player_ids.update(game[:2])
        if other_ids := changed.get(month - 1, set()) - player_ids:  # without a game, by what became too old
            player_ids |= other_ids & (
                _players_with_expiring_pool(store, kind, month) | store.players_changed_in(kind, month)
            )
        changed[month] = changed.get(month - 1, set()) - player_ids
        if player_ids:
            results = _rate_players(select_period(store, kind, month, games, player_ids), kind, month, player_ids)
            before = store.standings(kind, month, player_ids)
            new = {player_id: after for player_id, after in results.items() if before.get(player_id) != after}
            store.save_standings(kind, month, new)
            changed[month] |= set(new)
            changes += [
                StandingChange(month, kind, player_id, before.get(player_id, Standing()), new[player_id])
                for player_id in sorted(new)
            ]
    return changes, changed


def month_of_list_in_force(store: MonthStore, game: ListGame, month: int) -> int:
    """Return the month of the list in force on the first day of a game's event (B.02 8.2, 8.3)."""
    return _month_in_force(game, month, store.months()[0])


def _month_in_force(game: ListGame, month: int, first: int) -> int:
    """Return the month of the list in force on the first day of a game's event; `first` is the first month."""
    if not game.start:
        return month - 1
    return max(first, min(month - 1, month_number(date.fromordinal(game.start))))


def select_period(
    store: MonthStore, kind: str, month: int, games: Sequence[StoredGame], player_ids: set[int]
) -> PeriodPart:
    """Return the part of a month that these players need, with ratings of the list in force at the start."""
    first = store.months()[0]
    own_games = [stored for stored in games if stored.game.white in player_ids or stored.game.black in player_ids]
    involved = {player_id for _, game in own_games for player_id in game[:2]} | player_ids
    lists = _ListReader(store, kind, involved)
    list_players = [lists.list_player(player_id, month) for player_id in sorted(involved)]
    rated_games = []
    for stored in own_games:
        list_month = _month_in_force(stored.game, month, first)
        if list_month < month - 1:
            white, black = (lists.rating_in_game(player_id, list_month, month) for player_id in stored.game[:2])
            rated_games.append(StoredGame(stored.report, stored.game._replace(white_rating=white, black_rating=black)))
        else:
            rated_games.append(stored)
    return PeriodPart(list_players, rated_games)


class _ListReader:
    """Reader of the lists that a month needs; each is read once."""

    def __init__(self, store: MonthStore, kind: str, people: set[int]) -> None:
        self.store, self.kind, self.people = store, kind, people
        self.read: dict[tuple[str, int], dict[int, Standing]] = {}
        is_large = len(people) > 2000
        rows = (
            store.connection.execute("SELECT fide_id, born FROM people")
            if is_large
            else (
                row
                for player_id in people
                for row in store.connection.execute("SELECT fide_id, born FROM people WHERE fide_id = ?", (player_id,))
            )
        )
        self.born: dict[int, int] = dict(rows)

    def standings(self, kind: str, month: int) -> dict[int, Standing]:
        """Return the list of a month."""
        if (kind, month) not in self.read:
            player_ids = None if len(self.people) > 2000 else self.people
            self.read[kind, month] = self.store.standings(kind, month, player_ids)
        return self.read[kind, month]

    def rating(self, player_id: int, month: int) -> tuple[int, bool]:
        """Return the rating of a player on a list, and whether the standard one replaces another (B.02 7.1)."""
        rating = self.standings(self.kind, month).get(player_id, Standing()).rating
        if rating or self.kind == "standard":
            return rating, False
        standard = self.standings("standard", month).get(player_id, Standing()).rating
        return standard, standard > 0

    def list_player(self, player_id: int, month: int) -> ListPlayer:
        """Return a player as on the list before a month."""
        if player_id not in self.born:
            raise unknown_player(player_id)
        standing = self.standings(self.kind, month - 1).get(player_id, Standing())
        rating, lent = self.rating(player_id, month - 1)
        k = 0 if lent else published_k(self.kind, standing, self.born[player_id], month - 1)
        return ListPlayer(
            player_id, rating, k, standing.career, self.born[player_id], standing.highest,
            begun=standing.begun, lent=int(lent),
            completed=0 if standing.highest else standing.career, pool=standing.pool,
        )  # fmt: skip

    def rating_in_game(self, player_id: int, list_month: int, month: int) -> int:
        """Return the rating in a game of an event that began under an earlier list.

        A player whose first rating was published since then was unrated.
        """
        rating_then, rating_now = self.rating(player_id, list_month)[0], self.rating(player_id, month - 1)[0]
        return rating_then or (UNRATED_THEN if rating_now else 0)


def _rate_players(period: PeriodPart, kind: str, month: int, player_ids: Iterable[int]) -> dict[int, Standing]:
    """Return the standings of these players after a month."""
    names = [name for name in ListPlayer._fields if name != "pool"]
    players: dict[str, Any] = {name: [getattr(player, name) for player in period.listed] for name in names}
    games: dict[str, Any] = {
        name: [getattr(reported.game, name) for reported in period.games] for name in ListGame._fields
    }
    pool_rows = [(player.id, *part) for player in period.listed for part in player.pool]
    pool: dict[str, Column] = {name: [row[index] for row in pool_rows] for index, name in enumerate(EMPTY_POOL)}
    columns, pools = rate_columns(players, games, pool, kind, month_text(month))
    pool_months: dict[int, list[PoolMonth]] = {}
    for player_id, *part in zip(*map(as_list, pools.values()), strict=True):
        pool_months.setdefault(player_id, []).append(PoolMonth(*part))
    wanted_ids = set(player_ids)
    cells = (
        as_list(columns[name]) for name in ("id", "rating", "games", "new", "next_k", "career", "highest", "begun")
    )
    return {
        player_id: Standing(
            month, new, games if old else 0, k, career, highest, has_begun, tuple(pool_months.get(player_id, ()))
        )
        for player_id, old, games, new, k, career, highest, has_begun in zip(*cells, strict=True)
        if player_id in wanted_ids
    }
