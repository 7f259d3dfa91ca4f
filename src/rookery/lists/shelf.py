"""Several lists side by side: which there are, of what month, and a search through all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rookery.errors import RookeryError, RuleError
from rookery.lists.entry import ListEntry
from rookery.lists.fill import facts_of
from rookery.lists.store import RatingList
from rookery.typed import Any
from rookery.values import frozen


@frozen
class ListHit:
    """A player that a search found: as the first of the lists has them, and in which other lists they stand too."""

    entry: ListEntry
    list: str
    month: str
    also: tuple[tuple[str, str, ListEntry], ...] = ()

    def facts(self, kind: str = "standard") -> dict[str, Any]:
        """What is to be said of the player who enters, by the fields of `Facts`."""
        return {**facts_of(self.entry, kind), "national_id": self.entry.national_id}


def lists_in(
    folder: str | os.PathLike[str], told: Callable[[RookeryError], None] | None = None
) -> tuple[RatingList, ...]:
    """The lists in a folder, opened, the newest first; files that are none are passed over.

    `told` hears of lists that another version has made, which are to be imported again.
    """
    found = []
    for path in sorted(Path(folder).glob("*.sqlite")):
        try:
            found.append(RatingList(path))
        except RuleError:
            continue
        except RookeryError as error:
            if told:
                told(error)
    return tuple(sorted(found, key=lambda one: one.month, reverse=True))


def search(lists: Sequence[RatingList], text: str, limit: int = 20) -> tuple[ListHit, ...]:
    """Who is meant by beginnings of names, in any order and without accents, or by a number or its beginning.

    The hits of the first list come first, the strongest before the others; somebody whom several lists have is one hit.
    """
    hits: dict[object, ListHit] = {}
    for ratings in lists:
        for entry in found_in(ratings, text, limit):
            key = entry.fide_id or (ratings.name, entry.national_id)
            known = hits.get(key)
            if known is None:
                hits[key] = ListHit(entry, ratings.name, ratings.month)
            else:
                more = (*known.also, (ratings.name, ratings.month, entry))
                hits[key] = ListHit(known.entry, known.list, known.month, more)
    return tuple(hits.values())[:limit]


def found_in(ratings: RatingList, text: str, limit: int = 20) -> Iterable[ListEntry]:
    """The same in one list; a national number must be whole."""
    wanted = text.strip()
    if not wanted.isdecimal():
        return ratings.find(wanted, limit)
    national = ratings.national(wanted)
    by_number = ratings.numbered(int(wanted), limit) if len(wanted) < 19 else []
    return [*([national] if national and national not in by_number else []), *by_number][:limit]
