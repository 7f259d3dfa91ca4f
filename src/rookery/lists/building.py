"""Making the SQLite file of a rating list: players in the order of strength, and the words of their names."""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections.abc import Callable, Iterable
from contextlib import closing
from operator import itemgetter

from rookery.lists.entry import NUMBERS, ListEntry
from rookery.lists.maker import TWICE, Block, Cells, Skipped, left_out, refuse
from rookery.lists.spelling import spelt_plainly
from rookery.one_step import beside, settle
from rookery.values import NamedTuple
from rookery.wording import spoken

FORM, EVEN_FORM = 3, 6
"""The forms of the files that are made: a row of a table for each player, and rows of one width behind a head."""
FORMS = (1, 2, FORM, EVEN_FORM)
"""Those that can be read: 1 knew no month and no plain spelling, 2 no kinds. 4 and 5 kept rows in an SQLite table."""
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
    """What a list says of itself: the file it came from, its name, month and kinds of ratings."""

    source: str
    name: str
    month: str
    kinds: tuple[str, ...]


def build(
    target: str, blocks: Iterable[Block], about: About, progress: Callable[[int], None] | None, skipped: Skipped | None
) -> int:
    """Make the list anew in its place, and say how many players it has; what there was stays until it is complete."""
    players, lines = list[Cells](), array("q")
    for block in blocks:
        players += block.players
        lines.extend(block.lines)
        if progress:
            progress(len(players))
    if not players:
        raise refuse(0, spoken("there is no player in this list"))
    players = _without_twins(players, lines, skipped)
    _by_strength(players)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with beside(target, target) as (part, handle):
        with open(handle, "wb"):
            _write(part, players, about)
            os.fsync(handle)
        settle(part, target)
    return len(players)


def _without_twins(players: list[Cells], lines: array[int], skipped: Skipped | None) -> list[Cells]:
    """Nobody stands twice on a list: refuse it, or leave the later ones out."""
    for at in (_ID, _NATIONAL):
        numbers = [one[at] for one in players]
        known = len(numbers) - numbers.count(_NONE[at])
        if len(set(numbers) - {_NONE[at]}) == known:
            continue
        seen, kept = set[object](), list[int]()
        for place, one in enumerate(numbers):
            if one and one in seen:
                left_out(refuse(lines[place], TWICE, str(one)), skipped)
            else:
                kept.append(place)
                seen.add(one)
        players, lines = [players[place] for place in kept], array("q", (lines[place] for place in kept))
    return players


_NONE: dict[int, object] = {_ID: 0, _NATIONAL: ""}


def _by_strength(players: list[Cells]) -> None:
    """Standard, rapid, blitz, the highest first; then by number. Sorting is stable: the last comes first."""
    if any(one[_NATIONAL] for one in players):
        players.sort(key=itemgetter(_NATIONAL))
    players.sort(key=itemgetter(_ID))
    players.sort(key=lambda one: one[_STANDARD] << 24 | one[_RAPID] << 12 | one[_BLITZ], reverse=True)


def _write(part: str, players: list[Cells], about: About) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as base:
        base.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_TABLE}; BEGIN")
        base.executemany(f"INSERT INTO players VALUES (NULL{', ?' * len(_FIELDS)}, '')", players)
        odd = ((place, one[_NAME]) for place, one in enumerate(players, 1) if not one[_NAME].isascii())
        plain = ((made, place) for place, name in odd if (made := spelt_plainly(name)))
        base.executemany("UPDATE players SET plain = ? WHERE place = ?", plain)
        for statement in _FINISH.strip().split(";\n"):
            base.execute(statement)
        tell_about(base, FORM, len(players), about)
        base.execute("COMMIT")


def tell_about(base: sqlite3.Connection, form: int, players: int, about: About) -> None:
    """Write what the list says of itself."""
    base.execute("CREATE TABLE about (form INTEGER, players INTEGER, source TEXT, name TEXT, month TEXT, kinds TEXT)")
    row = (form, players, about.source, about.name, about.month, " ".join(about.kinds))
    base.execute("INSERT INTO about VALUES (?, ?, ?, ?, ?, ?)", row)
