"""Merging of lists of one kind each into one list: standard, rapid and blitz of a month."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rookery._record import replace
from rookery.collation import fold_name
from rookery.errors import FormatError, RuleError
from rookery.messages import Message, format_msg, join_texts, msg
from rookery.rating.fide import KINDS
from rookery.rating_lists.entry import ListEntry, OnSkip, Row, list_error, rated_kinds, skip_or_raise
from rookery.rating_lists.rating_list import DUPLICATE, ListInfo, RatingList, build, require_month
from rookery.rating_lists.sources import find_month, first_line, open_list, read_list

_KIND_SUFFIXES = ("", "_games", "_k")
_SQLITE = b"SQLite format 3\0"


class MergedPart(NamedTuple):
    """A merged list: file, month, kinds, number of players, and number of new players."""

    source: str
    month: str
    kinds: tuple[str, ...]
    players: int
    new: int


class _Part(NamedTuple):
    """A list to be merged, with all its players."""

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
    on_skip: OnSkip | None = None,
) -> tuple[MergedPart, ...]:
    """Merge several lists of different kinds into one: source files or imported lists.

    Players are identified by number. `month` is the month of lists that do not contain theirs. A player is inactive if
    inactive on every list that contains them. Raises RuleError when months differ or two lists have the same kind,
    FormatError when a number means two people; with `on_skip`, which is called for each, the later of two such entries
    is left out instead.
    """
    require_month(month)
    if len(files) < 2:
        raise RuleError(msg("lists are merged when there are two or more of them"))
    parts = [_read_part(Path(file), month, on_skip) for file in files]
    _check_compatible(parts)
    entries: dict[object, ListEntry] = {}
    merged = []
    for part in parts:
        before = len(entries)
        _add_part(part, entries, on_skip)
        merged.append(MergedPart(part.path.name, part.month, part.kinds, len(part.rows), len(entries) - before))
    kinds = rated_kinds(kind for part in parts for kind in part.kinds)
    info = ListInfo(" + ".join(part.path.name for part in parts), name, parts[0].month, kinds)
    build(os.path.realpath(target), enumerate(entries.values(), 1), info, progress, on_skip)
    return tuple(merged)


def _read_part(path: Path, month: str, on_skip: OnSkip | None) -> _Part:
    """Read a list with all its players; an imported one has places instead of line numbers."""
    with open(path, "rb") as file:
        imported = file.read(len(_SQLITE)) == _SQLITE
    if imported:
        with RatingList(path) as ratings:
            kinds = ratings.kinds or _rated_kinds(ratings)
            return _Part(path, ratings.month or month, kinds, list(enumerate(ratings, 1)))
    with open_list(path) as (file, file_name):
        list_month = find_month(f"{path.name} {file_name}", first_line(file)) or month
        with _name_in_errors(path.name):
            on_skip_row = on_skip and (lambda error: on_skip(_with_file_name(error, path.name)))
            content = read_list(file, file_name, on_skip=on_skip_row)
            return _Part(path, list_month, content.kinds, list(content.rows))


@contextmanager
def _name_in_errors(name: str) -> Iterator[None]:
    """Add the name of the file to errors."""
    try:
        yield
    except FormatError as error:
        raise _with_file_name(error, name) from None


def _with_file_name(error: FormatError, name: str) -> FormatError:
    return FormatError([replace(problem, text=f"{name}: {problem.text}") for problem in error.problems])


def _rated_kinds(ratings: Iterable[ListEntry]) -> tuple[str, ...]:
    """Return the kinds in which any player has a rating, for lists imported without their kinds."""
    return rated_kinds({kind for entry in ratings for kind in KINDS if getattr(entry, kind)})


def _check_compatible(parts: Sequence[_Part]) -> None:
    """Raise RuleError unless the lists are of one month and have no kind in common."""
    first, kinds_by_file = parts[0], dict[str, str]()
    for part in parts:
        if part.month != first.month:
            months = join_texts(", ", [_describe_month(first), _describe_month(part)])
            raise RuleError(msg("lists of different months are not merged: %(months)s", months=months))
        name = part.path.name
        for kind in part.kinds:
            if other := kinds_by_file.get(kind):
                text = msg(
                    "two lists have %(kind)s ratings: %(first)s and %(second)s", kind=kind, first=other, second=name
                )
                raise RuleError(text)
            kinds_by_file[kind] = name


def _describe_month(part: _Part) -> Message:
    if part.month:
        return msg("%(name)s of %(month)s", name=part.path.name, month=part.month)
    return msg("%(name)s of an unknown month", name=part.path.name)


def _add_part(part: _Part, entries: dict[object, ListEntry], on_skip: OnSkip | None) -> None:
    """Add the ratings of a list to the entries of the lists before it."""
    known_keys = set[object]()
    for line, entry in part.rows:
        key: object = entry.fide_id or entry.national_id
        previous = entries.get(key)
        if error := DUPLICATE if key in known_keys else _describe_conflict(previous, entry) if previous else "":
            skip_or_raise(list_error(line, join_texts(": ", (part.path.name, error)), str(key)), on_skip)
            continue
        known_keys.add(key)
        entries[key] = _merge_entries(previous, entry, part.kinds) if previous else entry


_CLASHES = {
    "born": msg("%(name)s is born %(here)s here and born %(before)s on a list before"),
    "sex": msg("%(name)s is of sex %(here)s here and of sex %(before)s on a list before"),
    "federation": msg("%(name)s is of %(here)s here and of %(before)s on a list before"),
    "title": msg("%(name)s is with the title %(here)s here and with the title %(before)s on a list before"),
}


def _describe_conflict(previous: ListEntry, entry: ListEntry) -> str:
    """Return why two entries of one number are different people; empty if they are not."""
    if not fold_name(previous.name) & fold_name(entry.name):
        return msg("%(name)s has the number of %(other)s", name=entry.name, other=previous.name)
    for field, message in _CLASHES.items():
        known_value, new_value = getattr(previous, field), getattr(entry, field)
        if known_value and new_value and known_value != new_value:
            return format_msg(message, name=entry.name, here=new_value, before=known_value)
    return ""


def _merge_entries(previous: ListEntry, entry: ListEntry, kinds: Iterable[str]) -> ListEntry:
    """Return an entry with the ratings of one more list and its additional facts."""
    values = {field: getattr(entry, field) for field in ("national_id", "federation", "sex", "title", "born")}
    ratings = {f"{kind}{suffix}": getattr(entry, f"{kind}{suffix}") for kind in kinds for suffix in _KIND_SUFFIXES}
    additions = {field: value for field, value in values.items() if value and not getattr(previous, field)}
    return previous._replace(**additions, **ratings, inactive=previous.inactive & entry.inactive)
