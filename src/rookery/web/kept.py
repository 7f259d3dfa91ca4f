"""Things that take a while to make and stay the same until something changes: each is made once, whoever asks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar, cast

T = TypeVar("T")

MOST = 128
"""So many things are kept; those not asked for longest are let go."""


class _Slot:
    """A place for one thing, and a lock while it is made."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.made: tuple[object] | None = None


class Kept:
    """What was made, by what it is; any number of threads may ask."""

    def __init__(self, most: int = MOST) -> None:
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock, self._most = Lock(), most

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of that name; of several who ask at once one makes it, and the others wait."""
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            if slot.made is None:
                slot.made = (make(),)
            return cast(T, slot.made[0])
