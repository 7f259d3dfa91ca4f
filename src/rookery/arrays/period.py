"""A rating period on columns: `rate_period` applies the rules of `rookery.rating` to whole lists of games.

The pools of unrated players hold their results against rated opponents by the month of the event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from datetime import date
from typing import NamedTuple

import numpy as np

from rookery._record import fields, record
from rookery.arrays.columns import (
    NOT_RATED,
    Bools,
    Frame,
    IdIndex,
    Ints,
    PoolRow,
    Table,
    apply_rule,
    expected_scores,
    k_factors,
    map_distinct,
    to_columns,
)
from rookery.errors import RuleError
from rookery.rating.elo_rules import UNBOUNDED, DatedRules, EloRules
from rookery.rating.fide import rules_of
from rookery.rating.rating_rules import RatingRules
from rookery.rating.rows import UNRATED_THEN, ListGame, ListPlayer, first_of_month_before, month_number

UnratedGames = tuple[Ints, Ints, Ints, Ints, Ints]
"""Games of unrated players against rated ones: player (position on the list), day, event, opponent's rating, score."""
_SUMS = ("pool_games", "pool_sum", "pool_half_points")


class Pools(NamedTuple):
    """The rows of the pools by player and month, the sums of every player, and the players who have begun."""

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
    id_index: IdIndex,
    rules: EloRules,
    on: date | None,
) -> Pools:
    """Return the pools of waiting players including this period, without results that are too old or lost (8.2.1)."""
    number, undated = len(players["id"]), month_number(first_of_month_before(on, 1)) if on else 0
    parts = [_earlier_games(players, earlier, id_index, undated)]
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


def _earlier_games(players: Table, earlier: Table | None, id_index: IdIndex, undated: int) -> UnratedGames:
    """Return the results of earlier periods: by month, or as sums without a date."""
    number = len(players["id"])
    sums = [players.get(name, np.zeros(number, np.int64)) for name in _SUMS]
    if earlier is None or not len(earlier["id"]):
        rows = np.flatnonzero(sums[0] > 0)
        return rows, np.full(len(rows), undated, np.int64), sums[0][rows], sums[1][rows], sums[2][rows]
    positions = id_index.positions(earlier["id"], 0)
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


Rows = Bools | slice
Dated = EloRules | DatedRules[EloRules]

_CHUNK = 1 << 17  # games at a time, so that the data stays in the processor's cache
_ONE = 1 << 32  # two sums in one number: games times this, plus the changes, which are far smaller


@record(eq=False)
class Period:
    """The result of the period for every player, in the order of the list; fields as in `rating.PeriodResult`."""

    id: Ints
    rating: Ints
    games: Ints
    change: Ints
    k: Ints
    points: Ints
    new: Ints
    pool_games: Ints
    pool_sum: Ints
    pool_half_points: Ints
    begun: Ints
    career: Ints
    highest: Ints
    next_k: Ints
    pool: Table

    def columns(self) -> Table:
        """Return the arrays by name, as dataframes accept them; `pool` is a table of its own."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "pool"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Period):
            return NotImplemented
        pools_are_equal = all(np.array_equal(column, other.pool[name]) for name, column in self.pool.items())
        other_columns = other.columns()
        return pools_are_equal and all(
            np.array_equal(column, other_columns[name]) for name, column in self.columns().items()
        )

    __hash__ = None  # type: ignore[assignment]


class _Side(NamedTuple):
    """The games from one side: positions on the list, own and opponents' ratings, and scores."""

    players: Ints
    ratings: Ints
    opponents: Ints
    half_points: Ints


def rate_period(
    players: Frame,
    games: Frame,
    *,
    kind: str = "standard",
    on: date | None = None,
    rules: RatingRules | DatedRules[EloRules] | None = None,
    pool: Frame | None = None,
    executor: Executor | None = None,
    parts: int = 2,
) -> Period:
    """Rate a period; return every player in the order of the list (B.02 8.3.4: all tournaments, rounded once).

    The rules are FIDE's for one of its lists (`kind`), or others in their place (`rules`). Rules that do not rate game
    by game are applied to rows instead of columns. `pool` holds earlier results of unrated players by month, as in the
    `pool` of the previous period.

    With an `executor` the games are summed in `parts` parts, wherever it runs them. The result is the same, because
    integers are added.

    >>> players = {"id": [7, 9], "rating": [2000, 1900], "k": [20, 40]}
    >>> games = {"white": [7, 9], "black": [9, 7], "half_points": [0, 1]}
    >>> rate_period(players, games).new.tolist()
    [1984, 1931]
    """
    player_columns, game_columns = to_columns(players, ListPlayer), to_columns(games, ListGame)
    player_columns.setdefault("rating", np.zeros(len(player_columns["id"]), np.int64))
    series = rules or rules_of(kind)
    newest = series.on(on)
    if not isinstance(newest, EloRules):
        return _rate_rows(
            player_columns, game_columns, newest, on
        )  # such rules keep pools, if any, in fields of their own
    dated = series if isinstance(series, DatedRules) else newest
    id_index, earlier_pool = IdIndex(player_columns["id"]), None if pool is None else to_columns(pool, PoolRow)
    if executor is None:
        sums, games_of_unrated = _sum_changes(player_columns["rating"], game_columns, dated, newest, id_index)
    else:
        sums, games_of_unrated = _sum_in_parts(player_columns, game_columns, dated, newest, executor, parts)
    idle = _is_idle(player_columns, sums)
    pools = build_pools(
        player_columns, idle | (player_columns["rating"] == 0), games_of_unrated, earlier_pool, id_index, newest, on
    )
    return _build_period(player_columns, sums, idle, pools, newest, on)


def _rate_rows(player_columns: Table, game_columns: Table, rules: RatingRules, on: date | None) -> Period:
    """Rate a period by rules that do not rate game by game."""
    players = [
        ListPlayer(**dict(zip(player_columns, row, strict=True)))
        for row in zip(*_to_lists(player_columns), strict=True)
    ]
    games = (
        ListGame(**dict(zip(game_columns, row, strict=True))) for row in zip(*_to_lists(game_columns), strict=True)
    )
    after = rules.rate(players, games, on)
    names = [field.name for field in fields(Period) if field.name != "pool"]
    arrays = {name: np.array([getattr(rated, name) for rated in after], dtype=np.int64) for name in names}
    pool = [(rated.id, *part) for rated in after for part in rated.pool]
    columns = np.array(pool, dtype=np.int64).reshape(-1, len(PoolRow._fields)).T
    return Period(**arrays, pool=dict(zip(PoolRow._fields, columns, strict=True)))


def _to_lists(table: Table) -> list[list[int]]:
    return [column.tolist() for column in table.values()]


def _sum_in_parts(
    player_columns: Table, game_columns: Table, dated: Dated, newest: EloRules, executor: Executor, parts: int
) -> tuple[Ints, list[UnratedGames]]:
    """Sum the changes in parts run by the executor."""
    size = max(1, -(-len(game_columns["white"]) // max(1, parts)))
    running = []
    for first in range(0, len(game_columns["white"]), size):
        part = {name: column[first : first + size] for name, column in game_columns.items()}
        running.append(
            executor.submit(_sum_part, player_columns["id"], player_columns["rating"], part, first, dated, newest)
        )
    sums, pool = np.zeros(len(player_columns["id"]), np.int64), list[UnratedGames]()
    for part_sums, games in (task.result() for task in running):
        sums += part_sums
        pool += games
    return sums, pool


def _sum_part(
    ids: Ints, ratings: Ints, game_columns: Table, first: int, dated: Dated, newest: EloRules
) -> tuple[Ints, list[UnratedGames]]:
    return _sum_changes(ratings, game_columns, dated, newest, IdIndex(ids), first)


def _sum_changes(
    ratings: Ints, game_columns: Table, dated: Dated, newest: EloRules, id_index: IdIndex, before: int = 0
) -> tuple[Ints, list[UnratedGames]]:
    """Return the games and changes of every player in one number, and the games of unrated players."""
    sums = np.zeros(len(ratings), np.int64)
    pool: list[UnratedGames] = []
    for first in range(0, len(game_columns["white"]), _CHUNK):
        chunk = {name: column[first : first + _CHUNK] for name, column in game_columns.items()}
        sides = _build_sides(ratings, chunk, id_index, before + first)
        for edition, rows in _editions(chunk.get("start"), dated, newest):
            for side in sides:
                _add_side(edition, side if isinstance(rows, slice) else _select_rows(side, rows), sums)
        pool += (_unrated_games(side, chunk) for side in sides if not side.ratings.all())
    return sums, pool


def _build_sides(ratings: Ints, game_columns: Table, id_index: IdIndex, first: int) -> tuple[_Side, _Side]:
    """Return these games, the first of them with number `first`, from both sides."""
    white_half, given_black_half = game_columns["half_points"], game_columns.get("black_half_points")
    _reject_rows(game_columns["white"] == game_columns["black"], first, "a player cannot meet themselves")
    _reject_rows((white_half < 0) | (white_half > 2), first, "a game is worth 0, 1 or 2 half points")
    if given_black_half is not None:
        _reject_rows((given_black_half < -1) | (given_black_half > 2), first, "a game is worth 0, 1 or 2 half points")
    black_half = (
        2 - white_half if given_black_half is None else np.where(given_black_half < 0, 2 - white_half, given_black_half)
    )
    white, black = id_index.positions(game_columns["white"], first), id_index.positions(game_columns["black"], first)
    own_white, seen_white = _effective_ratings(ratings[white], game_columns.get("white_rating"))
    own_black, seen_black = _effective_ratings(ratings[black], game_columns.get("black_rating"))
    return _Side(white, own_white, seen_black, white_half), _Side(black, own_black, seen_white, black_half)


def _reject_rows(wrong: Bools, first: int, text: str) -> None:
    if wrong.any():
        raise RuleError(f"game {first + int(wrong.argmax()) + 1}: {text}")


def _effective_ratings(ratings: Ints, ratings_then: Ints | None) -> tuple[Ints, Ints]:
    """Return the rating each player is rated with and the rating the opponent faced; unlisted players are unrated."""
    if ratings_then is None:
        return ratings, ratings
    effective = np.where((ratings_then > 0) & (ratings > 0), ratings_then, ratings)
    return effective, np.where(ratings_then == UNRATED_THEN, 0, np.where(ratings_then > 0, ratings_then, effective))


def _editions(start: Ints | None, dated: Dated, newest: EloRules) -> Iterator[tuple[EloRules, Rows]]:
    """Yield each edition of the rules with the games it governs."""
    if start is None or not start.any():
        yield newest, slice(None)
        return
    undated = int(start[start > 0].min()) - 1
    index_of: dict[EloRules, int] = {}

    def number(day: int) -> int:
        edition = newest if day == undated else dated.on(date.fromordinal(day))
        return index_of.setdefault(edition, len(index_of))

    edition_index = map_distinct(number, np.where(start > 0, start, undated))
    for edition, index in index_of.items():
        yield edition, slice(None) if len(index_of) == 1 else edition_index == index


def _select_rows(side: _Side, rows: Bools) -> _Side:
    places = np.flatnonzero(rows)
    return _Side(*(column[places] for column in side))


def _add_side(rules: EloRules, side: _Side, sums: Ints) -> None:
    """Add the games of one side between two rated players."""
    is_rated = (side.ratings > 0) & (side.opponents > 0)
    if not is_rated.all():
        side = _select_rows(side, is_rated)
    expectations = expected_scores(rules, side.ratings, side.opponents)
    increments = 50 * side.half_points - expectations + _ONE
    increments[expectations == NOT_RATED] = 0
    np.add.at(sums, side.players, increments)


def _unrated_games(side: _Side, game_columns: Table) -> UnratedGames:
    """Return the games of unrated players against rated ones."""
    rows = np.flatnonzero((side.ratings == 0) & (side.opponents > 0))
    none = np.zeros(len(rows), np.int64)
    day, event = (game_columns[name][rows] if name in game_columns else none for name in ("start", "event"))
    return side.players[rows], day, event, side.opponents[rows], side.half_points[rows]


def _is_idle(player_columns: Table, sums: Ints) -> Bools:
    """Return who only has a lent rating and played no game."""
    lent = player_columns.get("lent", np.zeros_like(player_columns["rating"])) > 0
    idle: Bools = lent & (player_columns["rating"] > 0) & (_game_counts(sums) == 0)
    return idle


def _game_counts(sums: Ints) -> Ints:
    """Return the numbers of games contained in these sums."""
    return (sums + _ONE // 2) // _ONE


def _build_period(
    player_columns: Table, sums: Ints, idle: Bools, pools: Pools, rules: EloRules, on: date | None
) -> Period:
    """Return the list after the period."""
    counts = _game_counts(sums)
    changes = sums - counts * _ONE
    rating, pool = player_columns["rating"], pools.sums
    rated = rating > 0
    counts, changes = np.where(rated, counts, 0), np.where(rated, changes, 0)
    k = np.where(rated, apply_rule(rules, "limited_k", _k_factors(player_columns, rating, rules, on), counts), 0)
    points = np.where(rated, apply_rule(rules, "points", changes, k), 0)
    base = player_columns.get("base", rating)
    first = _first_ratings(pool, ~rated, rules)
    new = np.where(rated, apply_rule(rules, "publishable_rating", np.where(base > 0, base, rating) + points), first)
    lent = player_columns.get("lent", np.zeros_like(rating)) > 0
    new[idle] = 0
    waiting = idle | (~rated & (first == 0))
    games = player_columns.get("games", np.full_like(rating, ListPlayer._field_defaults["games"]))
    published = player_columns.get("highest", np.zeros_like(rating))
    unpublished = np.where(published > 0, games, player_columns.get("completed", np.zeros_like(rating)))
    career = np.where(rated, games + counts, unpublished + np.where(first > 0, pool[0], 0))
    highest = np.maximum(np.maximum(published, np.where(lent, 0, rating)), new)
    return Period(
        id=player_columns["id"],
        rating=rating,
        games=np.where(rated, counts, pool[0]),
        change=changes,
        k=k,
        points=points,
        new=new,
        pool_games=np.where(waiting, pool[0], 0),
        pool_sum=np.where(waiting, pool[1], 0),
        pool_half_points=np.where(waiting, pool[2], 0),
        begun=pools.begun,
        career=career,
        highest=highest,
        next_k=_next_k_factors(new, career, _ages(player_columns, on), highest, rules) if on else np.zeros_like(new),
        pool=pools.select(player_columns["id"], waiting),
    )


def _next_k_factors(new: Ints, career: Ints, ages: Ints, highest: Ints, rules: EloRules) -> Ints:
    """Return K of the new list for players who have a rating on it."""
    result = np.zeros_like(new)
    rows = np.flatnonzero(new > 0)
    result[rows] = k_factors(rules, new[rows], career[rows], ages[rows], highest[rows])
    return result


def _ages(player_columns: Table, on: date | None) -> Ints:
    """Return the year of the list minus the year of birth, where both are known."""
    born = player_columns.get("born", np.zeros_like(player_columns["id"]))
    return np.where(born > 0, (on.year if on else 0) - born, UNBOUNDED[-1])


def _k_factors(player_columns: Table, rating: Ints, rules: EloRules, on: date | None) -> Ints:
    """Return the K published on the previous list, else the one that the rules give for that list."""
    published = player_columns.get("k", np.zeros_like(rating))
    unknown = (published == 0) & (rating > 0)
    if not unknown.any():
        return published
    born = player_columns.get("born", np.zeros_like(rating))[unknown]
    if on is None and (born > 0).any():
        player = int(player_columns["id"][unknown][born > 0][0])
        raise RuleError("the day of the list is needed to know how old a player is", participants=(player,))
    age = _ages(player_columns, first_of_month_before(on, 1) if on else None)[unknown]
    games = player_columns.get("games", np.full_like(rating, ListPlayer._field_defaults["games"]))
    highest = player_columns.get("highest", rating)
    result = published.copy()
    result[unknown] = k_factors(rules, rating[unknown], games[unknown], age, highest[unknown])
    return result


def _first_ratings(pool: tuple[Ints, Ints, Ints], unrated: Bools, rules: EloRules) -> Ints:
    """Return the first rating of every unrated player's pool, 0 where there is none to publish."""
    result = np.zeros_like(pool[0])
    rows = np.flatnonzero(unrated & (pool[0] > 0))
    result[rows] = map_distinct(
        lambda *sums: rules.first_rating_from_totals(*sums).rating, *(part[rows] for part in pool)
    )
    return result
