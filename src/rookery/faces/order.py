"""Orders of vertices that are not their own: an order is cut into runs, sets that are each to be read upwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED, bits, complete


def runs(order: Iterable[int]) -> list[int]:
    """The runs of an order.

    >>> [bin(run) for run in runs([3, 4, 7, 2, 5])]
    ['0b10011000', '0b100100']
    """
    return list(each_run(order))


def each_run(order: Iterable[int]) -> Iterator[int]:
    """The runs of an order, each when it is asked for."""
    run, last = 0, -1
    for v in order:
        if v < last:
            yield run
            run = 0
        run |= 1 << v
        last = v
    if run:
        yield run


def settle_first(face: Face, i: int, order: Iterable[int]) -> int:
    """Match i with the first possible vertex of an order given by its runs, which is returned; both leave the face."""
    return next(j for run in order if (j := face.take(i, run)) != EXPOSED)


def settle_at_once(face: Face, order: Sequence[int], wanted: int) -> list[tuple[int, int]] | None:
    """Settle each of these in order, none of whom is `wanted`, if all can have the lowest that those before have left.

    Nobody could have a lower one, so this is what settling them one by one comes to. Otherwise nothing changes.
    """
    if face.bonds:
        return None
    rows, left = face.rows, face.alive
    free, pairs = wanted & left, []
    for i in order:
        near = rows[i] & free
        if not near:
            return None
        low = near & -near
        free ^= low
        left ^= low | 1 << i
        pairs.append((i, low.bit_length() - 1))
    mate, parted = [EXPOSED] * len(rows), 0
    for v in bits(left):  # can the others still be matched?
        if left >> face.mate[v] & 1:
            mate[v] = face.mate[v]
        else:
            parted |= 1 << v
    if not complete(rows, mate, left, parted):
        return None
    face.mate, face.alive = mate, left
    return pairs
