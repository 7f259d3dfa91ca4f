"""Rating lists on disk: SQLite files with a full-text index of names; their creation, and a search in several."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rookery._record import record
from rookery.collation import fold_name, replace_special_letters, spellings, word_spellings
from rookery.errors import RookeryError, RuleError
from rookery.files import move_into_place, temporary_file
from rookery.messages import msg
from rookery.rating_lists.entry import ListEntry, OnSkip, Row, list_error, player_facts, skip_or_raise
from rookery.rating_lists.sources import find_month, first_line, open_list, read_list

FORMAT_VERSION = 3
READABLE_VERSIONS = (1, 2, FORMAT_VERSION)
"""1 had no month and no plain spelling, 2 no kinds. The versions 4 to 6 were formats without a table of players."""
DUPLICATE = msg("this player was on the list before")

_PROGRESS_STEP = 2_000

# Players are stored in the order of strength: a search that stops after twenty rows has the twenty strongest.
_CREATE = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -64000;
CREATE TABLE about (form INTEGER, players INTEGER, source TEXT, name TEXT, month TEXT, kinds TEXT);
CREATE TABLE players (
  place INTEGER PRIMARY KEY, fide_id INTEGER NOT NULL, national_id TEXT NOT NULL, name TEXT NOT NULL,
  federation TEXT NOT NULL, sex TEXT NOT NULL, title TEXT NOT NULL,
  standard INTEGER NOT NULL, standard_games INTEGER NOT NULL, standard_k INTEGER NOT NULL,
  rapid INTEGER NOT NULL, rapid_games INTEGER NOT NULL, rapid_k INTEGER NOT NULL,
  blitz INTEGER NOT NULL, blitz_games INTEGER NOT NULL, blitz_k INTEGER NOT NULL,
  born INTEGER NOT NULL, inactive INTEGER NOT NULL, plain TEXT NOT NULL
);
CREATE TEMP TABLE unsorted AS SELECT * FROM players;
BEGIN;
"""
_INSERT = "INSERT INTO unsorted VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_FINISH = """
BEGIN;
INSERT INTO players SELECT * FROM unsorted
  ORDER BY standard DESC, rapid DESC, blitz DESC, fide_id, national_id;
DROP TABLE unsorted;
CREATE INDEX by_fide_id ON players (fide_id);
CREATE UNIQUE INDEX by_national_id ON players (national_id) WHERE national_id <> '';
CREATE VIRTUAL TABLE names USING fts5 (
  name, plain, content='players', content_rowid='place', prefix='1 2 3', detail='none', columnsize=0,
  tokenize="unicode61 remove_diacritics 2"
);
INSERT INTO names (names) VALUES ('rebuild');
COMMIT;
"""


class ListInfo(NamedTuple):
    """The metadata of a list: source file, name, month and kinds of ratings."""

    source: str
    name: str
    month: str
    kinds: tuple[str, ...]


def import_list(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    kind: str | None = None,
    columns: Mapping[str, str | int] | None = None,
    progress: Callable[[int], None] | None = None,
    name: str = "",
    month: str = "",
    on_skip: OnSkip | None = None,
) -> int:
    """Import a rating list and return its number of players; an existing list stays until the new one is complete.

    `kind` is the kind of the ratings of a list with one kind (default: by the name of the file, else standard);
    `columns` maps fields to the headings of a CSV file, or to the numbers of its columns from 0; without it the
    headings are recognised, as those of lists of entries are. The list keeps its kinds, a `name` and its `month`
    ("2026-10"), which may be in the name of its file or its first line. Raises FormatError with the line of the first
    malformed or duplicate row; with `on_skip`, which is called for each, such rows are left out instead.
    """
    path = Path(source)
    require_month(month)
    with open_list(path) as (file, file_name):
        list_month = month or find_month(f"{path.name} {file_name}", first_line(file))
        content = read_list(file, file_name, kind, columns, on_skip)
        info = ListInfo(path.name, name, list_month, content.kinds)
        return build(os.path.realpath(target), content.rows, info, progress, on_skip)


def require_month(month: str) -> None:
    """Raise RuleError unless a month is empty or written as in 2026-10."""
    if month and find_month(month) != month:
        raise RuleError(msg("the month of a list is written as in 2026-10, not %(month)s", month=repr(month)))


def build(
    target: str, rows: Iterable[Row], info: ListInfo, progress: Callable[[int], None] | None, on_skip: OnSkip | None
) -> int:
    """Create the list and return its number of players; an existing file is replaced when the new one is complete."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with temporary_file(target, target) as (part, handle):
        with open(handle, "wb"):
            try:
                players = _write(part, _unique_entries(rows, progress, on_skip), info)
            except sqlite3.OperationalError as error:  # no space left for the list, or for temporary files of SQLite
                raise OSError(errno.EIO, str(error), target) from error
            os.fsync(handle)
        move_into_place(part, target)
    return players


def _write(path: str, entries: Iterable[ListEntry], info: ListInfo) -> int:
    """Write the list into an empty file and return the number of players."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(_CREATE)
        connection.executemany(_INSERT, ((*entry, replace_special_letters(entry.name)) for entry in entries))
        (players,) = connection.execute("SELECT count(*) FROM unsorted").fetchone()
        if not players:
            raise list_error(0, msg("there is no player in this list"))
        about = (FORMAT_VERSION, players, info.source, info.name, info.month, " ".join(info.kinds))
        connection.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?, ?)", about)
        connection.executescript(_FINISH)
    return int(players)


def _unique_entries(
    rows: Iterable[Row], progress: Callable[[int], None] | None, on_skip: OnSkip | None
) -> Iterator[ListEntry]:
    """Yield the entries; a FIDE number or national number that an earlier entry has is an error, or is left out."""
    known_numbers = set[int | str]()
    count = 0
    for line, entry in rows:
        numbers = [number for number in entry[:2] if number]
        if known_numbers.isdisjoint(numbers):
            known_numbers.update(numbers)
            count += 1
            if progress and not count % _PROGRESS_STEP:
                progress(count)
            yield entry
        else:
            duplicate = next(number for number in numbers if number in known_numbers)
            skip_or_raise(list_error(line, DUPLICATE, str(duplicate)), on_skip)
    if progress:
        progress(count)


_IMPORT = "rookery list import FILE"
_MOST_DIGITS = 18
_SHORTEST_START, _LONGEST_ID = 4, 9
_MOST_WORDS = 50
_SELECT = (
    "SELECT fide_id, national_id, name, federation, sex, title, standard, standard_games, standard_k,"
    " rapid, rapid_games, rapid_k, blitz, blitz_games, blitz_k, born, inactive FROM players "
)


class RatingList:
    """An imported list with its `name`, `month`, `kinds` and `source`; read-only and thread-safe.

    `kinds` are the kinds of its ratings; a list from an earlier version may not contain them. Raises RuleError when
    there is no list at that place, or the file is something else, and RookeryError when the list is to be imported
    again.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            hint = msg("import one: %(command)s", command=_IMPORT)
            raise RuleError(msg("there is no rating list at %(place)s; %(hint)s", place=str(path), hint=hint))
        uri = f"{self.path.resolve().as_uri()}?mode=ro"
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            self._read_info()
        except BaseException:
            self.close()
            raise

    def _read_info(self) -> None:
        """Read the metadata and check that this version can search the file."""
        place = str(self.path)
        try:
            cursor = self._connection.execute("SELECT * FROM about")
            info = dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))
            version, self.source, self.players = info["form"], info["source"], info["players"]
            self.name, self.month = info.get("name") or self.path.stem, info.get("month", "")
            self.kinds = tuple(info.get("kinds", "").split())
        except (sqlite3.DatabaseError, TypeError, KeyError):
            hint = msg("import one: %(command)s", command=_IMPORT)
            raise RuleError(msg("%(place)s is not a rating list; %(hint)s", place=place, hint=hint)) from None
        if version not in READABLE_VERSIONS:
            hint = msg("import the list again: %(command)s", command=_IMPORT)
            raise RookeryError(msg("%(place)s has the format of another version; %(hint)s", place=place, hint=hint))

    def __enter__(self) -> RatingList:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __iter__(self) -> Iterator[ListEntry]:
        with _damage_errors():
            yield from self._entries("ORDER BY place")

    def __len__(self) -> int:
        return int(self.players)

    # -- by name -------------------------------------------------------------------------------------------------------

    def find(self, text: str, limit: int = 20) -> list[ListEntry]:
        """Return the strongest players whose name has a word starting with each word of the text, or the number."""
        words = _search_words(text)
        if len(words) == 1 and words[0].isdecimal():
            player = self.find_fide_id(int(words[0])) if len(words[0]) <= _MOST_DIGITS else None
            return [player] if player else []
        if not words:
            return []
        query = " AND ".join(_match_any_query(spellings(word), prefix=True) for word in words)
        with _damage_errors():
            return list(self._entries(
                "WHERE place IN (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place",
                query, self._clamp(limit),
            ))  # fmt: skip

    def find_namesakes(self, name: str) -> list[ListEntry]:
        """Return every player with this name, ignoring accents and spellings such as ü and ue."""
        words = _search_words(name)
        if not words:
            return []
        query = " AND ".join(_match_any_query(word_spellings(word)) for word in words)
        forms = fold_name(name)
        with _damage_errors():
            entries = self._entries(
                "WHERE place IN (SELECT rowid FROM names WHERE names MATCH ?) ORDER BY place", query
            )
            return [entry for entry in entries if forms & fold_name(entry.name)]

    def names_starting(self, starts: Iterable[str], limit: int) -> dict[int, str]:
        """Return the names, by place, of the strongest players whose name has a word with one of these beginnings."""
        with _damage_errors():
            rows = self._connection.execute(
                "SELECT place, name FROM players WHERE place IN"
                " (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place",
                (_match_any_query(starts, prefix=True), limit),
            )
            return dict(rows)

    def entries_at(self, places: Iterable[int]) -> list[ListEntry]:
        """Return the players at these places of the list."""
        with _damage_errors():
            return [entry for place in places for entry in self._entries("WHERE place = ?", place)]

    # -- by number -----------------------------------------------------------------------------------------------------

    def find_fide_id(self, fide_id: int) -> ListEntry | None:
        """Return the player with this FIDE number; None if there is none."""
        if not 0 < fide_id < 10**_MOST_DIGITS:
            return None
        with _damage_errors():
            return next(self._entries("WHERE fide_id = ?", fide_id), None)

    def find_national_id(self, national_id: str) -> ListEntry | None:
        """Return the player with this national number; None if there is none."""
        with _damage_errors():
            return next(self._entries("WHERE national_id = ? AND national_id <> ''", national_id), None)

    def find_fide_ids_starting(self, start: int, limit: int = 20) -> list[ListEntry]:
        """Return the player with this FIDE number, and the strongest whose number starts so (at least four digits)."""
        exact = self.find_fide_id(start)
        players = [exact] if exact else []
        if 10 ** (_SHORTEST_START - 1) <= start < 10**_LONGEST_ID:
            missing_digits = range(1, _LONGEST_ID - len(str(start)) + 1)
            bounds = [bound for digits in missing_digits for bound in (start * 10**digits, (start + 1) * 10**digits)]
            in_ranges = " OR ".join(["fide_id >= ? AND fide_id < ?"] * len(missing_digits)) or "0"
            with _damage_errors():  # + before a column: the index of numbers is used, not the order of places
                players += self._entries(f"WHERE {in_ranges} ORDER BY +place LIMIT ?", *bounds, self._clamp(limit))
        return players[: max(0, limit)]

    def _entries(self, condition: str, *values: object) -> Iterator[ListEntry]:
        """Return the entries that fulfil an SQL condition with these values for its placeholders."""
        return map(ListEntry._make, self._connection.execute(_SELECT + condition, values))

    def _clamp(self, limit: int) -> int:
        return max(0, min(limit, len(self)))


def _search_words(text: str) -> list[str]:
    """Return the words of a text; none if there are too many to search for."""
    words = re.findall(r"\w+", text.replace("_", " "))
    return words if len(words) <= _MOST_WORDS else []


def _match_any_query(texts: Iterable[str], *, prefix: bool = False) -> str:
    """Return the FTS5 query for any of these words, or for words that start with them."""
    return "(" + " OR ".join(f'"{text}"{"*" * prefix}' for text in texts) + ")"


@contextmanager
def _damage_errors() -> Iterator[None]:
    """Raise RookeryError if the file is damaged."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        hint = msg("import the list again: %(command)s", command=_IMPORT)
        raise RookeryError(msg("the rating list is damaged (%(why)s); %(hint)s", why=str(error), hint=hint)) from None


# -- several lists side by side ----------------------------------------------------------------------------------------


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
