"""What somebody has sent and not yet said yes to: kept for a while, for that visitor alone, never on the disk."""

from __future__ import annotations

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import Any

MOST = 16
LARGEST = 64 * 2**20
"""So many things wait, and together no more bytes were sent for them; who has waited longest goes first."""


class Waiting:
    """Things by a word that only their owner knows; any number of threads may ask."""

    def __init__(self, most: int = MOST, largest: int = LARGEST) -> None:
        self._kept: OrderedDict[str, tuple[str, int, Any]] = OrderedDict()
        self._lock, self._most, self._largest = Lock(), most, largest

    def keep(self, door: str, thing: Any, size: int = 0) -> str:
        """Keep something for whoever came in by a door, and give the word for it."""
        word = token_urlsafe(12)
        with self._lock:
            self._kept[word] = (door, size, thing)
            while len(self._kept) > self._most or sum(one[1] for one in self._kept.values()) > self._largest:
                self._kept.popitem(last=False)
        return word

    def find(self, door: str, word: str) -> Any:
        """What waits under a word for that visitor; nothing when it waits no more."""
        with self._lock:
            owner, _, thing = self._kept.get(word, ("", 0, None))
        return thing if owner == door and door else None

    def drop(self, word: str) -> None:
        """It waits no more."""
        with self._lock:
            self._kept.pop(word, None)
