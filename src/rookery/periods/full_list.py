"""A complete rating list by columns: who is on it, and for each kind rating, K, career, highest and pool.

The list that a period leaves is the one that the next period takes. A column that is not there is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from rookery.errors import RuleError
from rookery.lists.entry import ListEntry
from rookery.rating.days import month_number
from rookery.rating.fide import KINDS, rules_for
from rookery.rating.listed import Listed, PoolMonth
from rookery.typed import Any
from rookery.values import frozen
from rookery.wording import spoken

Column = Any
"""A list, a tuple or an array."""
TEXTS = ("name", "federation", "sex", "title")
PERSON = ("fide_id", *TEXTS, "born", "inactive")
ABOUT_KIND = ("games", "k", "career", "highest", "begun", "pool")
"""What a list says of each kind beside the rating: `standard_games`, `standard_k` and so on."""
NO_POOL: dict[str, Column] = {"id": (), "month": (), "games": (), "total": (), "half_points": ()}


@frozen(slots=False)
class FullList:
    """A list of a month: its columns by name, and the pools of unrated players of each kind as tables.

    `fide_id` is always there. `month` is empty where it is not known.
    """

    month: str
    columns: Mapping[str, Column]
    pools: Mapping[str, Mapping[str, Column]]

    def __len__(self) -> int:
        return len(self.columns["fide_id"])

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of which it has ratings."""
        return tuple(kind for kind in KINDS if kind in self.columns)


def listed_columns(ratings: FullList, kind: str) -> dict[str, Column]:
    """The list as a period of this kind takes it: the columns of `rating.Listed`, without the pools.

    Who has no rapid or blitz rating is rated with the standard one (B.02 7.1).
    """
    columns = ratings.columns
    found: dict[str, Column] = {"id": columns["fide_id"]}
    own = columns.get(kind)
    standard = columns.get("standard") if kind != "standard" else None
    if own is None:
        own = [0] * len(ratings)
    if standard is not None:
        found["rating"] = [one or other for one, other in zip(own, standard, strict=True)]
        found["lent"] = [int(not one and other > 0) for one, other in zip(own, standard, strict=True)]
    else:
        found["rating"] = own
    for field, ours in (("k", "k"), ("games", "career"), ("highest", "highest"), ("begun", "begun"), ("base", "base")):
        if f"{kind}_{ours}" in columns:
            found[field] = columns[f"{kind}_{ours}"]
    if "games" in found and "highest" in found and "begun" in found:
        facts = zip(found["games"], found["highest"], found["begun"], strict=True)
        found["completed"] = [career if begun and not highest else 0 for career, highest, begun in facts]
    if "lent" in found and "games" not in found:  # who never had a rating of this kind has completed nothing of it
        found["games"] = [0 if lent else Listed._field_defaults["games"] for lent in found["lent"]]
    if "born" in columns:
        found["born"] = columns["born"]
    return found


def advanced(
    ratings: FullList, month: str, made: Mapping[str, tuple[Mapping[str, Column], Mapping[str, Column]]]
) -> FullList:
    """The next list: by kind the columns of `rating.Rated` and the pools; a kind that was not rated stays as it is."""
    columns = {name: column for name, column in ratings.columns.items() if not name.endswith("_base")}
    pools = dict(ratings.pools)
    for kind in ratings.kinds:
        if f"{kind}_games" in columns and kind not in made:
            columns[f"{kind}_games"] = [0] * len(ratings)
    for kind, (rated, pool) in made.items():
        games = rated["games"]
        was = rated["rating"]
        columns[kind] = rated["new"]
        columns[f"{kind}_games"] = [n if old else 0 for n, old in zip(_plain(games), _plain(was), strict=True)]
        for ours, theirs in (("k", "next_k"), ("career", "career"), ("highest", "highest"), ("begun", "begun")):
            if month or ours != "k" or f"{kind}_k" not in columns:  # without a month no K to come is known
                columns[f"{kind}_{ours}"] = rated[theirs]
        pools[kind] = pool
    return FullList(month, _in_order(columns), pools)


def _plain(column: Column) -> Column:
    made: Column = column.tolist() if hasattr(column, "tolist") else column
    return made


def _in_order(columns: Mapping[str, Column]) -> dict[str, Column]:
    order = [*PERSON, *(name for kind in KINDS for name in (kind, *(f"{kind}_{each}" for each in ABOUT_KIND)))]
    return {name: columns[name] for name in order if name in columns}


# -- months and pools in words -----------------------------------------------------------------------------------------


def month_day(month: str) -> date:
    """The first day of a month such as "2026-05", which is the day of its list."""
    try:
        return date.fromisoformat(f"{month}-01")
    except ValueError:
        raise RuleError(spoken("%(month)s is not a month: it is written as in 2026-10", month=repr(month))) from None


def month_text(number: int) -> str:
    """A month by its number.

    >>> month_text(month_number(date(2026, 5, 1)))
    '2026-05'
    """
    return f"{number // 12:04}-{number % 12 + 1:02}"


def next_month(month: str) -> str:
    """The month of the list after.

    >>> next_month("2026-12")
    '2027-01'
    """
    return month_text(month_number(month_day(month)) + 1)


def pool_text(pool: Iterable[PoolMonth]) -> str:
    """A pool in a cell: month, games, sum of ratings and half points of each month.

    >>> pool_text([PoolMonth(month_number(date(2026, 5, 1)), 3, 5400, 2)])
    '2026-05:3:5400:2'
    """
    return " ".join(f"{month_text(one.month)}:{one.games}:{one.total}:{one.half_points}" for one in pool)


def pool_read(text: str) -> tuple[PoolMonth, ...]:
    """A pool out of a cell; ValueError where it is none."""
    found = []
    for part in text.split():
        month, *numbers = part.split(":")
        games, total, half = map(int, numbers)
        found.append(PoolMonth(month_number(date.fromisoformat(f"{month}-01")), games, total, half))
    return tuple(found)


# -- lists that federations publish ------------------------------------------------------------------------------------


def from_entries(entries: Iterable[ListEntry], month: str) -> FullList:
    """A list as FIDE publishes it: games completed and highest rating are not on it, and follow from K (B.02 8.3.3)."""
    kept = [entry for entry in entries if entry.fide_id]
    columns: dict[str, Column] = {name: [getattr(entry, name) for entry in kept] for name in PERSON}
    year = month_day(month).year if month else 0
    for kind in KINDS:
        ratings, ks = [getattr(entry, kind) for entry in kept], [entry.k(kind) for entry in kept]
        told = [_from_k(kind, *one, year) for one in zip(ratings, ks, (entry.born for entry in kept), strict=True)]
        columns[kind], columns[f"{kind}_k"] = ratings, ks
        columns[f"{kind}_games"] = [getattr(entry, f"{kind}_games") for entry in kept]
        columns[f"{kind}_career"] = [career for career, _ in told]
        columns[f"{kind}_highest"] = [highest for _, highest in told]
        columns[f"{kind}_begun"] = [int(rating > 0) for rating in ratings]
    return FullList(month, _in_order(columns), {})


def _from_k(kind: str, rating: int, k: int, born: int, year: int) -> tuple[int, int]:
    """Games completed and highest rating, as far as a published K tells."""
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
