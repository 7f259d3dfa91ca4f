"""Creation of the SQLite file of a rating list: players by strength, with an index of name words."""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections.abc import Callable, Iterable
from contextlib import closing
from operator import itemgetter
from typing import NamedTuple

from rookery.files import move_into_place, temporary_file
from rookery.messages import msg
from rookery.rating_lists.entry import NUMBERS, ListEntry
from rookery.rating_lists.name_folding import replace_special_letters
from rookery.rating_lists.row_parser import TWICE, Block, Cells, Skipped, list_error, skip_or_raise

FORM, EVEN_FORM = 3, 6
"""The format versions of new files: a table row for each player, or rows of equal width after a header."""
FORMS = (1, 2, FORM, EVEN_FORM)
"""The versions that can be read: 1 had no month and no plain spelling, 2 no kinds. 4 and 5 had rows in SQLite."""
_FIELDS = ListEntry._fields
COLUMNS = ", ".join(f"{name} {'INTEGER' if name in NUMBERS else 'TEXT'} NOT NULL" for name in _FIELDS)
_ID, _NATIONAL, _NAME, _STANDARD, _RAPID, _BLITZ = map(
    _FIELDS.index, ("fide_id", "national_id", "name", "standard", "rapid", "blitz")
)

# Players are kept in the order of strength, so that a search which stops after twenty has the twenty strongest.
_TABLE = f"CREATE TABLE players (place INTEGER PRIMARY KEY, {COLUMNS}, plain TEXT NOT NULL)"
_FINISH = """
CREATE INDEX by_fide_id ON players (fide_id);
CREATE UNIQUE INDEX by_national_id ON players (national_id) WHERE national_id <> '';
CREATE VIRTUAL TABLE names USING fts5 (
  name, plain, content='players', content_rowid='place', prefix='1 2 3', detail='none', columnsize=0,
  tokenize="unicode61 remove_diacritics 2"
);
INSERT INTO names (names) VALUES ('rebuild');
"""


class About(NamedTuple):
    """The metadata of a list: source file, name, month and kinds of ratings."""

    source: str
    name: str
    month: str
    kinds: tuple[str, ...]


def build(
    target: str, blocks: Iterable[Block], about: About, progress: Callable[[int], None] | None, skipped: Skipped | None
) -> int:
    """Create the list and return its number of players; an existing file is replaced when the new one is complete."""
    players, lines = list[Cells](), array("q")
    for block in blocks:
        players += block.players
        lines.extend(block.lines)
        if progress:
            progress(len(players))
    if not players:
        raise list_error(0, msg("there is no player in this list"))
    players = _remove_duplicates(players, lines, skipped)
    _sort_by_strength(players)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with temporary_file(target, target) as (part, handle):
        with open(handle, "wb"):
            _write(part, players, about)
            os.fsync(handle)
        move_into_place(part, target)
    return len(players)


def _remove_duplicates(players: list[Cells], lines: array[int], skipped: Skipped | None) -> list[Cells]:
    """Reject a list with duplicate players, or omit the later ones."""
    for column in (_ID, _NATIONAL):
        numbers = [player[column] for player in players]
        known_count = len(numbers) - numbers.count(_NONE[column])
        if len(set(numbers) - {_NONE[column]}) == known_count:
            continue
        known_numbers, kept_places = set[object](), list[int]()
        for place, number in enumerate(numbers):
            if number and number in known_numbers:
                skip_or_raise(list_error(lines[place], TWICE, str(number)), skipped)
            else:
                kept_places.append(place)
                known_numbers.add(number)
        players, lines = [players[place] for place in kept_places], array("q", (lines[place] for place in kept_places))
    return players


_NONE: dict[int, object] = {_ID: 0, _NATIONAL: ""}


def _sort_by_strength(players: list[Cells]) -> None:
    """Sort by standard, rapid and blitz rating, highest first, then by number."""
    if any(player[_NATIONAL] for player in players):
        players.sort(key=itemgetter(_NATIONAL))
    players.sort(key=itemgetter(_ID))
    players.sort(key=lambda player: player[_STANDARD] << 24 | player[_RAPID] << 12 | player[_BLITZ], reverse=True)


def _write(part: str, players: list[Cells], about: About) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_TABLE}; BEGIN")
        connection.executemany(f"INSERT INTO players VALUES (NULL{', ?' * len(_FIELDS)}, '')", players)
        special_names = (
            (place, player[_NAME]) for place, player in enumerate(players, 1) if not player[_NAME].isascii()
        )
        updates = (
            (folded_name, place) for place, name in special_names if (folded_name := replace_special_letters(name))
        )
        connection.executemany("UPDATE players SET plain = ? WHERE place = ?", updates)
        for statement in _FINISH.strip().split(";\n"):
            connection.execute(statement)
        write_metadata(connection, FORM, len(players), about)
        connection.execute("COMMIT")


def write_metadata(connection: sqlite3.Connection, form: int, players: int, about: About) -> None:
    """Write the metadata of the list."""
    connection.execute(
        "CREATE TABLE about (form INTEGER, players INTEGER, source TEXT, name TEXT, month TEXT, kinds TEXT)"
    )
    row = (form, players, about.source, about.name, about.month, " ".join(about.kinds))
    connection.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?, ?)", row)
