"""What a long list is searched in, made without NumPy: the same bytes, in more time."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from rookery.lists.columns import Damage
from rookery.lists.even_file import EvenFile
from rookery.lists.words import INITIAL_BITS, INITIALS, bounds, code_of, words_of
from rookery.rating.fide import KINDS

_SHIFT = 24
_PLACE = (1 << _SHIFT) - 1


def search_parts(file: EvenFile) -> list[bytes]:
    """The parts of the block, in their order."""
    by_number = file.number_rows.slice(0, file.players)
    strengths = [_strength(file, row) for row in by_number]
    ranked = sorted(range(file.players), key=strengths.__getitem__, reverse=True)  # equal ones stay in their order
    places = [0] * file.players
    for place, at in enumerate(ranked):
        places[at] = place
    parts = [_column("I", (by_number[at] for at in ranked)), _column("I", places)]
    names = [_name(file, by_number[at]) for at in ranked]
    for first, end in pairwise(bounds(file.players)):
        parts += _words(names[first:end], first)
    return parts


def _column(code: str, values: Iterable[int]) -> bytes:
    made = array(code, values)
    if sys.byteorder == "big":
        made.byteswap()
    return made.tobytes()


def _strength(file: EvenFile, row: int) -> tuple[int, ...]:
    if row >= file.even:
        entry = file.entry(row)
        return entry.standard, entry.rapid, entry.blitz
    raw, spans = file.rows[row], file.layout.spans
    try:
        return tuple(int(raw[spans[kind]].strip() or 0) if kind in spans else 0 for kind in KINDS)
    except ValueError as error:
        raise Damage(f"row {row} cannot be read: {error}") from None


def _name(file: EvenFile, row: int) -> str:
    return (
        file.rows[row][file.layout.spans["name"]].decode("ascii", "replace")
        if row < file.even
        else file.entry(row).name
    )


def _words(names: list[str], first: int) -> Iterator[bytes]:
    """Of one stratum: who has each word, the distinct words, where each begins, who has which initial."""
    found = sorted(
        code_of(word) << _SHIFT | place for place, name in enumerate(names, first) for word in words_of(name)
    )
    yield _column("I", (one & _PLACE for one in found))
    distinct = [(code, len(list(some))) for code, some in groupby(one >> _SHIFT for one in found)]
    yield _column("Q", (code for code, _ in distinct))
    starts = [0]
    for _, many in distinct:
        starts.append(starts[-1] + many)
    yield _column("I", starts)
    size = (len(names) + 7) // 8
    initials = bytearray(INITIALS * size)
    for one in found:
        at = (one & _PLACE) - first
        initials[(one >> _SHIFT + INITIAL_BITS) * size + at // 8] |= 1 << at % 8
    yield bytes(initials)
