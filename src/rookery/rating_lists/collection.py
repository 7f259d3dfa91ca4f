"""Several rating lists side by side, with a search through all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from rookery._record import record
from rookery.errors import RookeryError, RuleError
from rookery.rating_lists.apply import player_facts
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.rating_list import RatingList


@record
class ListHit:
    """A player found by a search: the entry of the first list, and those of other lists."""

    entry: ListEntry
    list: str
    month: str
    also: tuple[tuple[str, str, ListEntry], ...] = ()

    def facts(self, kind: str = "standard") -> dict[str, Any]:
        """Return the facts of the player, by the fields of `Facts`."""
        return {**player_facts(self.entry, kind), "national_id": self.entry.national_id}


def open_lists(
    folder: str | os.PathLike[str], report: Callable[[Path, RookeryError], None] | None = None
) -> tuple[RatingList, ...]:
    """Return the lists in a folder, opened, the newest first; other files are skipped.

    `report` is called for lists of another version, which are to be imported again.
    """
    lists = []
    for path in sorted(Path(folder).glob("*.sqlite")):
        try:
            lists.append(RatingList(path))
        except RuleError:
            continue
        except RookeryError as error:
            if report:
                report(path, error)
    return tuple(sorted(lists, key=lambda ratings: ratings.month, reverse=True))


def search(lists: Sequence[RatingList], text: str, limit: int = 20) -> tuple[ListHit, ...]:
    """Return players by beginnings of names, in any order and without accents, or by a number or its beginning.

    The hits of the first list come first, the strongest before the others; a player of several lists is one hit.
    """
    hits: dict[object, ListHit] = {}
    for ratings in lists:
        for entry in search_list(ratings, text, limit):
            key = entry.fide_id or (ratings.name, entry.national_id)
            hit = hits.get(key)
            if hit is None:
                hits[key] = ListHit(entry, ratings.name, ratings.month)
            else:
                other_lists = (*hit.also, (ratings.name, ratings.month, entry))
                hits[key] = ListHit(hit.entry, hit.list, hit.month, other_lists)
    return tuple(hits.values())[:limit]


def search_list(ratings: RatingList, text: str, limit: int = 20) -> Iterable[ListEntry]:
    """Return the players of one list that match the text; a national number must be complete."""
    query = text.strip()
    if not query.isdecimal():
        return ratings.find(query, limit)
    national = ratings.find_national_id(query)
    by_number = ratings.find_fide_ids_starting(int(query), limit) if len(query) < 19 else []
    return [*([national] if national and national not in by_number else []), *by_number][:limit]


def months_old(month: str, today: str) -> int | None:
    """Return the number of months between a list and a date such as "2026-11-16"; None if the month is unknown.

    >>> months_old("2026-09", "2026-11-16"), months_old("", "2026-11")
    (2, None)
    """
    if not month:
        return None
    (year, number), (this_year, this_month) = (map(int, text.split("-")[:2]) for text in (month, today))
    return (this_year - year) * 12 + this_month - number


def age(month: str, today: str) -> str:
    """Return the age of a list in words.

    >>> [age(month, "2026-11-16") for month in ("2026-11", "2026-10", "2025-11", "2026-12", "")]
    ['of this month', '1 month old', '12 months old', 'of a month to come', 'of an unknown month']
    """
    months = months_old(month, today)
    if months is None:
        return "of an unknown month"
    if months < 1:
        return "of a month to come" if months else "of this month"
    return f"{months} month{'s' * (months > 1)} old"
