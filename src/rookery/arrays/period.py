"""A rating period on columns: `rate_period` applies the rules of `rookery.rating` to whole lists of games."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from datetime import date
from typing import NamedTuple

import numpy as np

from rookery._record import fields, record
from rookery.arrays.columns import Bools, Frame, Ints, PoolRow, Table, to_columns
from rookery.arrays.id_index import IdIndex
from rookery.arrays.unrated_pools import Pools, UnratedGames, build_pools
from rookery.arrays.vectorised import NOT_RATED, apply_rule, expected_scores, k_factors, map_distinct
from rookery.errors import RuleError
from rookery.rating.elo_rules import UNBOUNDED, DatedRules, EloRules
from rookery.rating.fide import rules_of
from rookery.rating.rating_rules import RatingRules
from rookery.rating.rows import UNRATED_THEN, ListGame, ListPlayer, first_of_month_before

Rows = Bools | slice
Dated = EloRules | DatedRules[EloRules]

_CHUNK = 1 << 17  # games at a time, so that the data stays in the processor's cache
_ONE = 1 << 32  # two sums in one number: games times this, plus the changes, which are far smaller


@record(eq=False)
class Period:
    """The result of the period for every player, in the order of the list; the fields are those of `rating.Rated`."""

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
    finder, earlier_pool = IdIndex(player_columns["id"]), None if pool is None else to_columns(pool, PoolRow)
    if executor is None:
        sums, games_of_unrated = _sum_changes(player_columns["rating"], game_columns, dated, newest, finder)
    else:
        sums, games_of_unrated = _sum_in_parts(player_columns, game_columns, dated, newest, executor, parts)
    idle = _is_idle(player_columns, sums)
    pools = build_pools(
        player_columns, idle | (player_columns["rating"] == 0), games_of_unrated, earlier_pool, finder, newest, on
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
    ratings: Ints, game_columns: Table, dated: Dated, newest: EloRules, finder: IdIndex, before: int = 0
) -> tuple[Ints, list[UnratedGames]]:
    """Return the games and changes of every player in one number, and the games of unrated players."""
    sums = np.zeros(len(ratings), np.int64)
    pool: list[UnratedGames] = []
    for first in range(0, len(game_columns["white"]), _CHUNK):
        chunk = {name: column[first : first + _CHUNK] for name, column in game_columns.items()}
        sides = _sides(ratings, chunk, finder, before + first)
        for edition, rows in _editions(chunk.get("start"), dated, newest):
            for side in sides:
                _add_side(edition, side if isinstance(rows, slice) else _select_rows(side, rows), sums)
        pool += (_unrated_games(side, chunk) for side in sides if not side.ratings.all())
    return sums, pool


def _sides(ratings: Ints, game_columns: Table, finder: IdIndex, first: int) -> tuple[_Side, _Side]:
    """Return these games, the first of them with number `first`, from both sides."""
    white_half, given_black_half = game_columns["half_points"], game_columns.get("black_half_points")
    _check(game_columns["white"] == game_columns["black"], first, "a player cannot meet themselves")
    _check((white_half < 0) | (white_half > 2), first, "a game is worth 0, 1 or 2 half points")
    if given_black_half is not None:
        _check((given_black_half < -1) | (given_black_half > 2), first, "a game is worth 0, 1 or 2 half points")
    black_half = (
        2 - white_half if given_black_half is None else np.where(given_black_half < 0, 2 - white_half, given_black_half)
    )
    white, black = finder.positions(game_columns["white"], first), finder.positions(game_columns["black"], first)
    own_white, seen_white = _effective_ratings(ratings[white], game_columns.get("white_rating"))
    own_black, seen_black = _effective_ratings(ratings[black], game_columns.get("black_rating"))
    return _Side(white, own_white, seen_black, white_half), _Side(black, own_black, seen_white, black_half)


def _check(wrong: Bools, first: int, text: str) -> None:
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
