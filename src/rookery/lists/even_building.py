"""Making the SQLite file of a long list with NumPy: its rows as they are, and sorted columns to search in."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rookery.lists.building import COLUMNS, EVEN_FORM, About, tell_about
from rookery.lists.entry import ListEntry
from rookery.lists.even_judging import KIND_BITS, Judge, Judged, Places, Whole
from rookery.lists.even_source import EvenBlock, EvenSource
from rookery.lists.maker import TWICE, Row, Skipped, left_out, refuse
from rookery.lists.pieces import (
    NUMBER_PLACES,
    NUMBERS,
    ORDER,
    PAGE,
    ROWS,
    STRATA,
    WordParts,
    finish_table,
    items_of,
    make_table,
    put,
)
from rookery.lists.words import INITIALS, LETTER_BITS, LETTERS, code_of, words_of
from rookery.one_step import beside, settle
from rookery.typed import Any

_PLACE_BITS = 24
_SHIFT, _PLACE = np.uint64(_PLACE_BITS), np.uint64((1 << _PLACE_BITS) - 1)
_STRONGEST = np.uint64((1 << 3 * KIND_BITS) - 1)


def build_even(
    target: str, source: EvenSource, about: About, progress: Callable[[int], None] | None, skipped: Skipped | None
) -> int:
    """Make the list anew in its place, and say how many players it has; what there was stays until it is complete."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with beside(target, target) as (part, handle):
        with open(handle, "wb"):
            with closing(sqlite3.connect(part, isolation_level=None)) as base:
                base.executescript(f"PRAGMA page_size = {PAGE}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
                base.execute("BEGIN")
                make_table(base)
                taken = _Taken(base, source, progress)
                number = _indexed(base, taken.columns(), skipped)
                taken.store_odd()
                finish_table(base)
                tell_about(base, EVEN_FORM, number, about)
                base.execute("CREATE TABLE layout (width INTEGER, cuts TEXT)")
                base.execute("INSERT INTO layout VALUES (?, ?)", (source.layout.width, json.dumps(source.layout.cuts)))
                base.execute("COMMIT")
            os.fsync(handle)
        settle(part, target)
    return number


class _Columns:
    """What is known of all players: the line of each, numbers, strengths; and the words with the row of each."""

    def __init__(self, lines: NDArray[np.int64], numbers: Whole, strengths: Whole, words: tuple[Places, Whole]) -> None:
        self.lines, self.numbers, self.strengths = lines, numbers, strengths
        self.word_rows, self.word_codes = words


class _Taken:
    """The players of a file: even rows go into the file at once, others are kept for its end."""

    def __init__(self, base: sqlite3.Connection, source: EvenSource, progress: Callable[[int], None] | None) -> None:
        self.base, self.source, self.judge = base, source, Judge(source.layout)
        self.judged: list[Judged] = []
        self.lines: list[NDArray[np.int64]] = []
        self.odd: list[Row] = []
        self.rows = self.stored = self.last = 0
        self.waiting = b""
        for block in source.blocks:
            self._take(block)
            if progress:
                progress(self.rows + len(self.odd))
        self._store(b"", last=True)

    def _take(self, block: EvenBlock) -> None:
        others = list(block.others)
        if block.rows:
            found, lines, rows = self.judge(block.rows, plain=block.plain), _numbered(block.lines), block.rows
            if not found.sound.all():
                others += [(int(lines[at]), block.raw(at)) for at in np.flatnonzero(~found.sound).tolist()]
                lines = lines[found.sound]
                found, rows = _sound_only(found, rows, self.source.layout.width)
            self._careful(others, lines)
            self.judged.append(found._replace(word_rows=found.word_rows + np.uint32(self.rows)))
            self.lines.append(lines)
            self.rows += len(lines)
            self._store(rows)
        else:
            self._careful(others, np.zeros(0, np.int64))
        self.odd += block.made

    def _careful(self, others: list[tuple[int, bytes]], lines: NDArray[np.int64]) -> None:
        """Read by themselves the rows that are not plainly sound, in the order of the file."""
        for line, raw in sorted(others):
            before = int(np.searchsorted(lines, line))
            entry = self.source.careful(line, raw, int(lines[before - 1]) if before else self.last)
            if entry is not None:
                self.odd.append((line, entry))
        if len(lines):
            self.last = int(lines[-1])

    def _store(self, rows: bytes, *, last: bool = False) -> None:
        """Write what fills whole pieces, at the end all of it; the rest waits."""
        width = self.source.layout.width
        least = items_of(width) * width
        data = self.waiting + rows if self.waiting else rows
        size = len(data) if last else len(data) // least * least
        self.stored = put(self.base, ROWS, memoryview(data)[:size], width, known=self.stored)
        self.waiting = data[size:]

    def columns(self) -> _Columns:
        """Everything that was judged, and the odd ones behind it, in the order in which they were found."""
        if not self.rows and not self.odd:
            raise refuse(0, "there is no player in this list")
        entries = [entry for _, entry in self.odd]
        words = [(row, code_of(word)) for row, one in enumerate(entries, self.rows) for word in words_of(one.name)]
        strengths = [one.standard << 2 * KIND_BITS | one.rapid << KIND_BITS | one.blitz for one in entries]
        return _Columns(
            np.concatenate([*self.lines, np.array([line for line, _ in self.odd], np.int64)]),
            self._joined("numbers", [one.fide_id for one in entries]),
            self._joined("strengths", strengths),
            (
                self._joined("word_rows", [row for row, _ in words]).astype(np.uint32),
                self._joined("word_codes", [code for _, code in words]),
            ),
        )

    def _joined(self, name: str, more: list[int]) -> Any:
        return np.concatenate([*(getattr(one, name) for one in self.judged), np.array(more, np.uint64)])

    def store_odd(self) -> None:
        """Players who have no even row have one of a table, under the number of the row."""
        self.base.execute(f"CREATE TABLE players (row INTEGER PRIMARY KEY, {COLUMNS})")
        self.base.executemany(
            f"INSERT INTO players VALUES (?{', ?' * len(ListEntry._fields)})",
            ((row, *entry) for row, (_, entry) in enumerate(self.odd, self.rows)),
        )


def _numbered(lines: Sequence[int]) -> NDArray[np.int64]:
    return np.arange(lines.start, lines.stop, lines.step) if isinstance(lines, range) else np.array(lines, np.int64)


def _sound_only(found: Judged, rows: bytes, width: int) -> tuple[Judged, bytes]:
    """The sound rows alone, and what is known of them."""
    sound = found.sound
    kept = np.frombuffer(rows, np.uint8).reshape(-1, width)[sound].tobytes()
    place = np.cumsum(sound, dtype=np.uint32) - np.uint32(1)
    words = sound[found.word_rows]
    made = Judged(
        sound[sound], found.numbers[sound], found.strengths[sound], place[found.word_rows[words]],
        found.word_codes[words],
    )  # fmt: skip
    return made, kept


# -- columns to search in ----------------------------------------------------------------------------------------------


def _indexed(base: sqlite3.Connection, players: _Columns, skipped: Skipped | None) -> int:
    """Write the order of strength, the numbers and the words; how many players there are."""
    numbers, by_number = _sorted(players.numbers)
    if (numbers[1:] == numbers[:-1]).any():
        kept = _first_of_each(numbers, by_number, players.lines, skipped)
        numbers, by_number = numbers[kept], by_number[kept]
    strengths = (_STRONGEST - players.strengths[by_number]) << _SHIFT
    strengths |= np.arange(len(numbers), dtype=np.uint64)
    strengths.sort()
    ranks = (strengths & _PLACE).astype(np.int64)
    places = np.empty(len(numbers), np.uint32)
    places[ranks] = np.arange(len(numbers), dtype=np.uint32)
    put(base, ORDER, _little(by_number[ranks], "<u4"), 4)
    put(base, NUMBERS, _little(numbers, "<u8"), 8, ordered=True)
    put(base, NUMBER_PLACES, _little(places, "<u4"), 4)
    _words(base, players, by_number, places)
    return len(numbers)


def _sorted(values: Whole) -> tuple[Whole, NDArray[np.int64]]:
    """The values, the smallest first, and where they stood; equal ones in their order."""
    if len(values) and int(values.max()) < 1 << 64 - _PLACE_BITS:
        both = values << _SHIFT
        both |= np.arange(len(values), dtype=np.uint64)
        both.sort()
        return both >> _SHIFT, (both & _PLACE).astype(np.int64)
    places = np.argsort(values, kind="stable")
    return values[places], places


def _first_of_each(
    numbers: Whole, by_number: NDArray[np.int64], lines: NDArray[np.int64], skipped: Skipped | None
) -> NDArray[np.int64]:
    """Nobody stands twice on a list: refuse it, or leave the later ones out."""
    twice = np.flatnonzero(numbers[1:] == numbers[:-1])
    among = np.unique(np.concatenate([twice, twice + 1]))
    seen, out = set[int](), set[int]()
    for at in sorted(among.tolist(), key=lambda one: int(lines[by_number[one]])):
        number = int(numbers[at])
        if number in seen:
            left_out(refuse(int(lines[by_number[at]]), TWICE, str(number)), skipped)
            out.add(at)
        seen.add(number)
    return np.array([at for at in range(len(numbers)) if at not in out], np.int64)


def _words(
    base: sqlite3.Connection, players: _Columns, by_number: NDArray[np.int64], places: NDArray[np.uint32]
) -> None:
    """Write for each stratum the words, and who has each of them, the strongest first."""
    nobody = len(by_number)
    place_of_row = np.full(len(players.numbers), nobody, np.uint32)
    place_of_row[by_number] = places
    place = place_of_row[players.word_rows]
    words = players.word_codes
    words <<= _SHIFT
    words |= place
    bounds = [bound for bound in STRATA if bound < nobody]
    for stratum, bound in reversed(list(enumerate([0, *bounds]))):  # most words are of the last
        weak = place >= bound
        own = words[weak & (place < nobody)] if nobody < len(place_of_row) else words[weak]
        _stratum(base, WordParts(stratum), own, min(nobody, [*bounds, nobody][stratum]))
        np.invert(weak, out=weak)
        words, place = words[weak], place[weak]


def _stratum(base: sqlite3.Connection, parts: WordParts, words: Whole, stop: int) -> None:
    words.sort()
    begins = np.ones(len(words) + 1, np.bool_)
    codes = words >> _SHIFT
    np.not_equal(codes[1:], codes[:-1], out=begins[1:-1])
    at = np.flatnonzero(begins)
    words &= _PLACE
    put(base, parts.codes, _little(codes[at[:-1]], "<u8"), 8, ordered=True)
    put(base, parts.starts, _little(at, "<u4"), 4)
    put(base, parts.places, _little(words, "<u4"), 4)
    bounds = np.searchsorted(codes, np.arange(INITIALS + 1, dtype=np.uint64) << np.uint64(LETTER_BITS * (LETTERS - 1)))
    words -= np.uint64(parts.start)
    bits = np.zeros((INITIALS, -(-(stop - parts.start) // 8)), np.uint8)
    for letter, (first, end) in enumerate(pairwise(bounds.tolist())):
        has = np.zeros(8 * bits.shape[1], np.uint8)
        has[words[first:end]] = 1
        bits[letter] = np.packbits(has, bitorder="little")
    put(base, parts.initials, _little(bits.reshape(-1), "<u1"), max(1, bits.shape[1]), each=True)


def _little(column: Any, kind: str) -> memoryview:
    made: Any = np.ascontiguousarray(column.astype(kind)).view(np.uint8)
    return memoryview(made)
