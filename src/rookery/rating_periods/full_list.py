"""Complete rating lists by columns: persons, and for each kind rating, K, career, highest and pool.

The list that a period leaves is the one that the next period takes. A column that is not there is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.rating.fide import KINDS, rules_for
from rookery.rating.rows import ListPlayer, PoolMonth, month_number
from rookery.rating_lists.entry import ListEntry

Column = Any
"""A list, a tuple or an array."""
TEXT_COLUMNS = ("name", "federation", "sex", "title")
PERSON_COLUMNS = ("fide_id", *TEXT_COLUMNS, "born", "inactive")
KIND_SUFFIXES = ("games", "k", "career", "highest", "begun", "pool")
"""The suffixes of the columns of each kind in addition to the rating: `standard_games`, `standard_k` and so on."""
EMPTY_POOL: dict[str, Column] = {"id": (), "month": (), "games": (), "total": (), "half_points": ()}


@record(slots=False)
class FullList:
    """Rating list of a month: its columns by name, and the pools of unrated players of each kind as tables.

    `fide_id` is always there. `month` is empty where it is not known.
    """

    month: str
    columns: Mapping[str, Column]
    pools: Mapping[str, Mapping[str, Column]]

    def __len__(self) -> int:
        return len(self.columns["fide_id"])

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of which the list has ratings."""
        return tuple(kind for kind in KINDS if kind in self.columns)


def period_columns(ratings: FullList, kind: str) -> dict[str, Column]:
    """Return the columns of `rating.ListPlayer` for a period of this kind, without the pools.

    Who has no rapid or blitz rating is rated with the standard one (B.02 7.1).
    """
    columns = ratings.columns
    list_columns: dict[str, Column] = {"id": columns["fide_id"]}
    kind_ratings = columns.get(kind)
    standard = columns.get("standard") if kind != "standard" else None
    if kind_ratings is None:
        kind_ratings = [0] * len(ratings)
    if standard is not None:
        list_columns["rating"] = [rating or fallback for rating, fallback in zip(kind_ratings, standard, strict=True)]
        list_columns["lent"] = [
            int(not rating and fallback > 0) for rating, fallback in zip(kind_ratings, standard, strict=True)
        ]
    else:
        list_columns["rating"] = kind_ratings
    sources = {"k": "k", "games": "career", "highest": "highest", "begun": "begun", "base": "base"}
    for field, source in sources.items():
        if f"{kind}_{source}" in columns:
            list_columns[field] = columns[f"{kind}_{source}"]
    if "games" in list_columns and "highest" in list_columns and "begun" in list_columns:
        facts = zip(list_columns["games"], list_columns["highest"], list_columns["begun"], strict=True)
        list_columns["completed"] = [career if begun and not highest else 0 for career, highest, begun in facts]
    if "lent" in list_columns and "games" not in list_columns:  # without a rating of this kind, none are completed
        list_columns["games"] = [0 if lent else ListPlayer._field_defaults["games"] for lent in list_columns["lent"]]
    if "born" in columns:
        list_columns["born"] = columns["born"]
    return list_columns


def next_list(
    ratings: FullList, month: str, rated_kinds: Mapping[str, tuple[Mapping[str, Column], Mapping[str, Column]]]
) -> FullList:
    """Return the next list from the results by kind; a kind that was not rated stays unchanged."""
    columns = {name: column for name, column in ratings.columns.items() if not name.endswith("_base")}
    pools = dict(ratings.pools)
    for kind in ratings.kinds:
        if f"{kind}_games" in columns and kind not in rated_kinds:
            columns[f"{kind}_games"] = [0] * len(ratings)
    for kind, (rated, pool) in rated_kinds.items():
        games_and_ratings = zip(as_list(rated["games"]), as_list(rated["rating"]), strict=True)
        columns[kind] = rated["new"]
        columns[f"{kind}_games"] = [games if rating else 0 for games, rating in games_and_ratings]
        for target, source in (("k", "next_k"), ("career", "career"), ("highest", "highest"), ("begun", "begun")):
            if month or target != "k" or f"{kind}_k" not in columns:  # without a month no K to come is known
                columns[f"{kind}_{target}"] = rated[source]
        pools[kind] = pool
    return FullList(month, _sort_columns(columns), pools)


def as_list(column: Column) -> Column:
    """Return a column as a list or tuple, also one that is an array."""
    values: Column = column.tolist() if hasattr(column, "tolist") else column
    return values


def _sort_columns(columns: Mapping[str, Column]) -> dict[str, Column]:
    order = [
        *PERSON_COLUMNS,
        *(name for kind in KINDS for name in (kind, *(f"{kind}_{suffix}" for suffix in KIND_SUFFIXES))),
    ]
    return {name: columns[name] for name in order if name in columns}


# -- months and pools in words -----------------------------------------------------------------------------------------


def first_day_of_month(month: str) -> date:
    """Return the first day of a month such as "2026-05", which is the day of its list."""
    try:
        return date.fromisoformat(f"{month}-01")
    except ValueError:
        raise RuleError(msg("%(month)s is not a month: it is written as in 2026-10", month=repr(month))) from None


def month_text(number: int) -> str:
    """Return the text of a month given by its number.

    >>> month_text(month_number(date(2026, 5, 1)))
    '2026-05'
    """
    return f"{number // 12:04}-{number % 12 + 1:02}"


def next_month(month: str) -> str:
    """Return the month after a month.

    >>> next_month("2026-12")
    '2027-01'
    """
    return month_text(month_number(first_day_of_month(month)) + 1)


def format_pool(pool: Iterable[PoolMonth]) -> str:
    """Format a pool as a cell: month, games, sum of ratings and half points of each month.

    >>> format_pool([PoolMonth(month_number(date(2026, 5, 1)), 3, 5400, 2)])
    '2026-05:3:5400:2'
    """
    return " ".join(f"{month_text(month.month)}:{month.games}:{month.total}:{month.half_points}" for month in pool)


def parse_pool(text: str) -> tuple[PoolMonth, ...]:
    """Parse a pool from a cell; raise ValueError if it is malformed."""
    months = []
    for cell in text.split():
        month, *numbers = cell.split(":")
        games, total, half = map(int, numbers)
        months.append(PoolMonth(month_number(date.fromisoformat(f"{month}-01")), games, total, half))
    return tuple(months)


# -- lists that federations publish ------------------------------------------------------------------------------------


def from_entries(entries: Iterable[ListEntry], month: str) -> FullList:
    """Build a list from entries as FIDE publishes them.

    Games completed and highest rating are inferred from K (B.02 8.3.3).
    """
    numbered = [entry for entry in entries if entry.fide_id]
    columns: dict[str, Column] = {name: [getattr(entry, name) for entry in numbered] for name in PERSON_COLUMNS}
    year = first_day_of_month(month).year if month else 0
    for kind in KINDS:
        ratings, ks = [getattr(entry, kind) for entry in numbered], [entry.k(kind) for entry in numbered]
        completed = [
            _infer_from_k(kind, *facts, year)
            for facts in zip(ratings, ks, (entry.born for entry in numbered), strict=True)
        ]
        columns[kind], columns[f"{kind}_k"] = ratings, ks
        columns[f"{kind}_games"] = [getattr(entry, f"{kind}_games") for entry in numbered]
        columns[f"{kind}_career"] = [career for career, _ in completed]
        columns[f"{kind}_highest"] = [highest for _, highest in completed]
        columns[f"{kind}_begun"] = [int(rating > 0) for rating in ratings]
    return FullList(month, _sort_columns(columns), {})


def _infer_from_k(kind: str, rating: int, k: int, born: int, year: int) -> tuple[int, int]:
    """Return games completed and highest rating as far as a published K implies them."""
    rules = rules_for(kind)
    if not rating:
        return 0, 0
    junior = bool(born and year and year - born <= rules.k_junior_age)
    if k == rules.k_strong:
        return rules.k_new_games, max(rating, rules.k_strong_from)
    if k == rules.k_new:
        return (rules.k_new_games if junior else 0), rating
    if k == rules.k_usual and junior:
        return rules.k_new_games, max(rating, rules.k_junior_below)
    return rules.k_new_games, rating
