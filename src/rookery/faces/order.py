"""Orders of vertices that are not their own: an order is cut into runs, sets that are each to be read upwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.faces.face import Face


def runs(order: Iterable[int]) -> list[int]:
    """The runs of an order.

    >>> [bin(run) for run in runs([3, 4, 7, 2, 5])]
    ['0b10011000', '0b100100']
    """
    found: list[int] = []
    last = -1
    for v in order:
        if v < last or not found:
            found.append(0)
        found[-1] |= 1 << v
        last = v
    return found


def settle_first(face: Face, i: int, order: Sequence[int]) -> int:
    """Match i with the first possible vertex of an order given by its runs, which is returned; both leave the face."""
    near = face.rows[i] & face.alive
    open_ = [run for run in order if run & near]
    for run in open_[:-1]:
        if face.prefer(i, run):
            return face.settle(i, run)
    return face.settle(i, open_[-1])
