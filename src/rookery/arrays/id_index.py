"""Positions of players on a list by id, a million look-ups at a time."""

from __future__ import annotations

import numpy as np

from rookery.arrays.columns import Bools, Ints
from rookery.errors import RuleError

_POSITION_BITS = 24


class IdIndex:
    """Index of ids to positions: a direct table if the ids are dense, otherwise a hash table with linear probing.

    A slot of the table holds the id and the place together, so that one look tells both; one in four at most is taken.
    """

    def __init__(self, ids: Ints) -> None:
        self.lowest_id, high = (int(ids.min()), int(ids.max())) if len(ids) else (0, 0)
        if self.lowest_id < 0 or high >= 1 << (63 - _POSITION_BITS) or len(ids) >= 1 << _POSITION_BITS:
            raise RuleError(
                f"an id is a number from 0 to {(1 << (63 - _POSITION_BITS)) - 1}, and a list has fewer places"
            )
        entries = ids << _POSITION_BITS | np.arange(len(ids))
        self.is_dense = high - self.lowest_id < 8 * len(ids)
        self.is_contiguous = self.is_dense and bool((ids == self.lowest_id + np.arange(len(ids))).all())
        bits = max(10, (4 * len(ids)).bit_length())
        self.shift, self.mask = np.uint64(64 - bits), (1 << bits) - 1
        self.table = np.full(high - self.lowest_id + 1 if self.is_dense else 1 << bits, -1, dtype=np.int64)
        self._insert(entries, ids - self.lowest_id if self.is_dense else self._hashes(ids))

    def _hashes(self, ids: Ints) -> Ints:
        """Return Fibonacci hashes: the upper bits of the product with 2^64 / phi."""
        product = np.ascontiguousarray(ids).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        product >>= self.shift
        return product.view(np.int64)

    def _insert(self, entries: Ints, slots: Ints) -> None:
        """Store every entry in a free slot; on a collision the next one is tried."""
        while len(entries):
            free = self.table[slots] < 0
            self.table[slots[free]] = entries[free]
            stored = self.table[slots]
            collided = stored != entries
            duplicates = collided & (stored >> _POSITION_BITS == entries >> _POSITION_BITS)
            if duplicates.any():
                raise RuleError(
                    "a player stands twice on the list", participants=(int(entries[duplicates][0] >> _POSITION_BITS),)
                )
            entries, slots = entries[collided], (slots[collided] + 1) & self.mask

    def positions(self, ids: Ints, first: int) -> Ints:
        """Return the position of every id; raise RuleError for an unknown one."""
        if self.is_dense:
            slots = ids - self.lowest_id
            _check_known((slots < 0) | (slots >= len(self.table)), ids, first)
            if self.is_contiguous:
                return slots
            entries = self.table[slots]
            _check_known(entries < 0, ids, first)
            return entries & ((1 << _POSITION_BITS) - 1)
        slots = self._hashes(ids)
        entries = self.table[slots]
        remaining = np.flatnonzero(entries >> _POSITION_BITS != ids)
        slots = slots[remaining]
        while len(remaining):
            _check_known(entries[remaining] < 0, ids[remaining], first, remaining)
            slots = (slots + 1) & self.mask
            entries[remaining] = stored = self.table[slots]
            unresolved = stored >> _POSITION_BITS != ids[remaining]
            remaining, slots = remaining[unresolved], slots[unresolved]
        return entries & ((1 << _POSITION_BITS) - 1)


def _check_known(unknown: Bools, ids: Ints, first: int, rows: Ints | None = None) -> None:
    if unknown.any():
        i = int(unknown.argmax())
        player = int(ids[i])
        number = first + 1 + (i if rows is None else int(rows[i]))
        raise RuleError(f"game {number} names {player}, who is not on the list", participants=(player,))
