"""Lists of one kind each that become one: standard, rapid and blitz of a month, person by person."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rookery.errors import FormatError, RuleError
from rookery.lists.building import About, build
from rookery.lists.entry import ListEntry
from rookery.lists.importing import checked_month
from rookery.lists.maker import TWICE, Row, Skipped, in_blocks, kinds_among, left_out, refuse
from rookery.lists.months import month_of
from rookery.lists.sources import beginning, opened, source_of
from rookery.lists.spelling import folded
from rookery.lists.store import RatingList
from rookery.rating.fide import KINDS
from rookery.values import NamedTuple, replace
from rookery.wording import Text, filled, joined, spoken

_ABOUT_KIND = ("", "_games", "_k")
_SQLITE = b"SQLite format 3\0"


class MergedPart(NamedTuple):
    """A list that was merged: its file, month and kinds, how many it has, and how many nobody before it had."""

    source: str
    month: str
    kinds: tuple[str, ...]
    players: int
    new: int


class _Part(NamedTuple):
    path: Path
    month: str
    kinds: tuple[str, ...]
    rows: list[Row]


def merge_lists(
    files: Sequence[str | os.PathLike[str]],
    target: str | os.PathLike[str],
    *,
    name: str = "",
    month: str = "",
    progress: Callable[[int], None] | None = None,
    skipped: Skipped | None = None,
) -> tuple[MergedPart, ...]:
    """Make one list of several that have other kinds each: files as they come, or lists that were imported.

    A person is the same by number. `month` is that of lists which do not tell theirs. Who is inactive on every list
    that has them is inactive.
    Raises RuleError when months differ or two lists have the same kind, FormatError when a number means two people;
    with `skipped`, which hears of them, the later of two such entries is left out instead.
    """
    checked_month(month)
    if len(files) < 2:
        raise RuleError(spoken("lists are merged when there are two or more of them"))
    parts = [_part(Path(file), month, skipped) for file in files]
    _fit(parts)
    people: dict[object, ListEntry] = {}
    merged = []
    for part in parts:
        before = len(people)
        _taken(part, people, skipped)
        merged.append(MergedPart(part.path.name, part.month, part.kinds, len(part.rows), len(people) - before))
    kinds = kinds_among(kind for part in parts for kind in part.kinds)
    about = About(" + ".join(part.path.name for part in parts), name, parts[0].month, kinds)
    build(os.path.realpath(target), in_blocks(enumerate(people.values(), 1)), about, progress, skipped)
    return tuple(merged)


def _part(path: Path, month: str, skipped: Skipped | None) -> _Part:
    """A list with all its players; one that was imported has no lines, its places stand for them."""
    with open(path, "rb") as file:
        imported = file.read(len(_SQLITE)) == _SQLITE
    if imported:
        with RatingList(path) as ratings:
            kinds = ratings.kinds or _rated_kinds(ratings)
            return _Part(path, ratings.month or month, kinds, list(enumerate(ratings, 1)))
    with opened(path) as (data, inside):
        told = month_of(f"{path.name} {inside}", beginning(data)) or month
        with _named(path.name):
            found = source_of(data, inside, None, None, _naming(path.name, skipped))
            rows = [
                (line, ListEntry._make(cells))
                for block in found.blocks
                for line, cells in zip(block.lines, block.players, strict=True)
            ]
    return _Part(path, told, found.kinds, rows)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """What is wrong is said of the file in which it stands."""
    try:
        yield
    except FormatError as error:
        raise _of_file(name, error) from None


def _naming(name: str, skipped: Skipped | None) -> Skipped | None:
    return skipped and (lambda error: skipped(_of_file(name, error)))


def _of_file(name: str, error: FormatError) -> FormatError:
    return FormatError([replace(problem, text=f"{name}: {problem.text}") for problem in error.problems])


def _rated_kinds(ratings: Iterable[ListEntry]) -> tuple[str, ...]:
    """The kinds of a list that was imported before lists told theirs: those in which anybody has a rating."""
    return kinds_among({kind for one in ratings for kind in KINDS if getattr(one, kind)})


def _fit(parts: Sequence[_Part]) -> None:
    """Lists are merged that are of one month and have no kind in common."""
    first, held = parts[0], dict[str, str]()
    for part in parts:
        if part.month != first.month:
            told = joined(", ", [_dated(one) for one in (first, part)])
            raise RuleError(spoken("lists of different months are not merged: %(told)s", told=told))
        for kind in part.kinds:
            if kind in held:
                raise RuleError(
                    spoken(
                        "two lists have %(kind)s ratings: %(one)s and %(other)s",
                        kind=kind,
                        one=held[kind],
                        other=part.path.name,
                    )
                )
            held[kind] = part.path.name


def _dated(part: _Part) -> Text:
    if part.month:
        return spoken("%(name)s of %(month)s", name=part.path.name, month=part.month)
    return spoken("%(name)s of an unknown month", name=part.path.name)


def _taken(part: _Part, people: dict[object, ListEntry], skipped: Skipped | None) -> None:
    """Add the ratings of a list to the people whom those before it have."""
    seen = set[object]()
    for line, entry in part.rows:
        key: object = entry.fide_id or entry.national_id
        known = people.get(key)
        if wrong := TWICE if key in seen else _clash(known, entry) if known else "":
            left_out(refuse(line, joined(": ", (part.path.name, wrong)), str(key)), skipped)
            continue
        seen.add(key)
        people[key] = _both(known, entry, part.kinds) if known else entry


_CLASHES = {
    "born": spoken("%(name)s is born %(here)s here and born %(before)s on a list before"),
    "sex": spoken("%(name)s is of sex %(here)s here and of sex %(before)s on a list before"),
    "federation": spoken("%(name)s is of %(here)s here and of %(before)s on a list before"),
    "title": spoken("%(name)s is with the title %(here)s here and with the title %(before)s on a list before"),
}


def _clash(known: ListEntry, entry: ListEntry) -> str:
    """Why two entries of one number cannot be one person; empty where they can."""
    if not folded(known.name) & folded(entry.name):
        return spoken("%(name)s has the number of %(other)s", name=entry.name, other=known.name)
    for field, said in _CLASHES.items():
        one, other = getattr(known, field), getattr(entry, field)
        if one and other and one != other:
            return filled(said, name=entry.name, here=other, before=one)
    return ""


def _both(known: ListEntry, entry: ListEntry, kinds: Iterable[str]) -> ListEntry:
    """A person with the ratings of one more list, and what only it tells."""
    told = {field: getattr(entry, field) for field in ("national_id", "federation", "sex", "title", "born")}
    own = {f"{kind}{what}": getattr(entry, f"{kind}{what}") for kind in kinds for what in _ABOUT_KIND}
    lacking = {field: value for field, value in told.items() if value and not getattr(known, field)}
    return known._replace(**lacking, **own, inactive=known.inactive & entry.inactive)
