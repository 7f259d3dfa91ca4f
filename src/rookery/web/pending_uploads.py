"""Uploads awaiting confirmation: kept in memory for a while, per session, never on disk."""

from __future__ import annotations

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import Any

MOST = 16
LARGEST = 64 * 2**20
"""Maximum number and total size of pending uploads; the oldest are removed first."""


class PendingUploads:
    """Pending uploads by random token, each accessible only with its owner's CSRF token; thread-safe."""

    def __init__(self, max_count: int = MOST, max_bytes: int = LARGEST) -> None:
        self._kept: OrderedDict[str, tuple[str, int, Any]] = OrderedDict()
        self._lock, self._most, self._largest = Lock(), max_count, max_bytes

    def keep(self, csrf_token: str, upload: Any, size: int = 0) -> str:
        """Store an upload of the owner of this CSRF token and return its token."""
        token = token_urlsafe(12)
        with self._lock:
            self._kept[token] = (csrf_token, size, upload)
            while len(self._kept) > self._most or sum(entry[1] for entry in self._kept.values()) > self._largest:
                self._kept.popitem(last=False)
        return token

    def find(self, csrf_token: str, token: str) -> Any:
        """Return the upload of a token if it belongs to the owner of the CSRF token, else None."""
        with self._lock:
            owner, _, upload = self._kept.get(token, ("", 0, None))
        return upload if owner == csrf_token and csrf_token else None

    def change(self, csrf_token: str, token: str, upload: Any) -> None:
        """Replace an upload that is still pending."""
        with self._lock:
            owner, size, _ = self._kept.get(token, ("", 0, None))
            if owner == csrf_token and csrf_token:
                self._kept[token] = (owner, size, upload)

    def drop(self, token: str) -> None:
        """Remove an upload."""
        with self._lock:
            self._kept.pop(token, None)
