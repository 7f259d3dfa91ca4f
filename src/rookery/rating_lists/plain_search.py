"""Search index of a long list, built without NumPy: the same bytes, more slowly."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from rookery.rating.fide import KINDS
from rookery.rating_lists.columns import DamagedFileError
from rookery.rating_lists.even_file import EvenFile
from rookery.rating_lists.words import INITIAL_BITS, INITIALS, bounds, code_of, words_of

_SHIFT = 24
_PLACE = (1 << _SHIFT) - 1


def search_parts(file: EvenFile) -> list[bytes]:
    """Return the parts of the block in their order."""
    by_number = file.number_rows.slice(0, file.players)
    strengths = [_strength(file, row) for row in by_number]
    rows_by_strength = sorted(
        range(file.players), key=strengths.__getitem__, reverse=True
    )  # equal ones stay in their order
    places = [0] * file.players
    for place, row_index in enumerate(rows_by_strength):
        places[row_index] = place
    parts = [_column("I", (by_number[row_index] for row_index in rows_by_strength)), _column("I", places)]
    names = [_name(file, by_number[row_index]) for row_index in rows_by_strength]
    for first, end in pairwise(bounds(file.players)):
        parts += _words(names[first:end], first)
    return parts


def _column(code: str, values: Iterable[int]) -> bytes:
    column = array(code, values)
    if sys.byteorder == "big":
        column.byteswap()
    return column.tobytes()


def _strength(file: EvenFile, row: int) -> tuple[int, ...]:
    if row >= file.even:
        entry = file.entry(row)
        return entry.standard, entry.rapid, entry.blitz
    raw, spans = file.rows[row], file.layout.spans
    try:
        return tuple(int(raw[spans[kind]].strip() or 0) if kind in spans else 0 for kind in KINDS)
    except ValueError as error:
        raise DamagedFileError(f"row {row} cannot be read: {error}") from None


def _name(file: EvenFile, row: int) -> str:
    return (
        file.rows[row][file.layout.spans["name"]].decode("ascii", "replace")
        if row < file.even
        else file.entry(row).name
    )


def _words(names: list[str], first: int) -> Iterator[bytes]:
    """Yield the parts of one stratum: the places of each word, the distinct words, their starts, and the initials."""
    postings = sorted(
        code_of(word) << _SHIFT | place for place, name in enumerate(names, first) for word in words_of(name)
    )
    yield _column("I", (posting & _PLACE for posting in postings))
    distinct = [(code, len(list(group))) for code, group in groupby(posting >> _SHIFT for posting in postings)]
    yield _column("Q", (code for code, _ in distinct))
    starts = [0]
    for _, word_count in distinct:
        starts.append(starts[-1] + word_count)
    yield _column("I", starts)
    size = (len(names) + 7) // 8
    initials = bytearray(INITIALS * size)
    for posting in postings:
        position = (posting & _PLACE) - first
        initials[(posting >> _SHIFT + INITIAL_BITS) * size + position // 8] |= 1 << position % 8
    yield bytes(initials)
