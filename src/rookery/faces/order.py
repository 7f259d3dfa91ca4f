"""Orders of vertices that are not their own: an order is cut into runs, sets that are each to be read upwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED


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
