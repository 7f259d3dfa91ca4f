"""Where on a list a player stands, by number: a million look-ups at a time."""

from __future__ import annotations

import numpy as np

from rookery.arrays.columns import Ints, Truths
from rookery.errors import RuleError

_PLACE_BITS = 24


class Finder:
    """Finds the places of ids on the list: by a plain table where the ids lie close together, else by hashes.

    A slot of the table holds the id and the place together, so that one look tells both; one in four at most is taken.
    """

    def __init__(self, ids: Ints) -> None:
        self.low, high = (int(ids.min()), int(ids.max())) if len(ids) else (0, 0)
        if self.low < 0 or high >= 1 << (63 - _PLACE_BITS) or len(ids) >= 1 << _PLACE_BITS:
            raise RuleError(f"an id is a number from 0 to {(1 << (63 - _PLACE_BITS)) - 1}, and a list has fewer places")
        packed = ids << _PLACE_BITS | np.arange(len(ids))
        self.dense = high - self.low < 8 * len(ids)
        self.in_order = self.dense and bool((ids == self.low + np.arange(len(ids))).all())
        bits = max(10, (4 * len(ids)).bit_length())
        self.shift, self.mask = np.uint64(64 - bits), (1 << bits) - 1
        self.table = np.full(high - self.low + 1 if self.dense else 1 << bits, -1, dtype=np.int64)
        self._fill(packed, ids - self.low if self.dense else self._hashes(ids))

    def _hashes(self, ids: Ints) -> Ints:
        """Fibonacci hashing: the upper bits of a product with 2^64 / phi."""
        product = np.ascontiguousarray(ids).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        product >>= self.shift
        return product.view(np.int64)

    def _fill(self, left: Ints, at: Ints) -> None:
        """Give everybody a free slot; who loses a race for one tries the next."""
        while len(left):
            free = self.table[at] < 0
            self.table[at[free]] = left[free]
            there = self.table[at]
            lost = there != left
            twice = lost & (there >> _PLACE_BITS == left >> _PLACE_BITS)
            if twice.any():
                raise RuleError("a player stands twice on the list", who=(int(left[twice][0] >> _PLACE_BITS),))
            left, at = left[lost], (at[lost] + 1) & self.mask

    def positions(self, wanted: Ints, first: int) -> Ints:
        """The place of every id; an unknown one is an error."""
        if self.dense:
            at = wanted - self.low
            _known((at < 0) | (at >= len(self.table)), wanted, first)
            if self.in_order:
                return at
            found = self.table[at]
            _known(found < 0, wanted, first)
            return found & ((1 << _PLACE_BITS) - 1)
        at = self._hashes(wanted)
        found = self.table[at]
        left = np.flatnonzero(found >> _PLACE_BITS != wanted)
        at = at[left]
        while len(left):
            _known(found[left] < 0, wanted[left], first, left)
            at = (at + 1) & self.mask
            found[left] = there = self.table[at]
            still = there >> _PLACE_BITS != wanted[left]
            left, at = left[still], at[still]
        return found & ((1 << _PLACE_BITS) - 1)


def _known(unknown: Truths, wanted: Ints, first: int, rows: Ints | None = None) -> None:
    if unknown.any():
        at = int(unknown.argmax())
        who = int(wanted[at])
        number = first + 1 + (at if rows is None else int(rows[at]))
        raise RuleError(f"game {number} names {who}, who is not on the list", who=(who,))
