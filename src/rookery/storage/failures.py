"""Reasons why a database cannot be used at the moment, as far as a person can act on them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Literal

Reason = Literal["full", "locked", "read-only", "gone", "lost"]
"""The disk is full; another program holds the database; it may not be written; its file was deleted or replaced while
it was open; it cannot be reached."""

LITTLE = 64 * 1024
"""Where a disk has fewer bytes left, an error of writing is that there is no room."""

_SQLITE: dict[str, Reason] = {
    "SQLITE_FULL": "full",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_READONLY_DBMOVED": "gone",
    "SQLITE_READONLY": "read-only",
}
_POSTGRESQL: dict[str, Reason] = {"53100": "full", "55P03": "locked", "25006": "read-only"}


class StoreError(OSError):
    """Raised when a database cannot be read or written. Acknowledged writes are on the disk."""

    def __init__(self, reason: Reason, text: str, name: str) -> None:
        """Create the error.

        Args:
            reason: Why, as far as a person can do something about it.
            text: What the database said.
            name: Its file, or its address without the password.
        """
        super().__init__(None, text, name)
        self.reason: Reason = reason


def reason_of(error: Any, name: str = "") -> Reason:
    """Return the reason of an error of the driver of SQLite or PostgreSQL; `name` is the file of SQLite."""
    code = getattr(error, "sqlite_errorname", None) or ""
    for start, reason in _SQLITE.items():
        if code.startswith(start):
            return reason
    if code.startswith("SQLITE_IOERR") and _is_full(name):
        return "full"
    return _POSTGRESQL.get(getattr(error, "sqlstate", None) or "", "lost")


def _is_full(name: str) -> bool:
    try:
        return shutil.disk_usage(Path(name).absolute().parent).free < LITTLE
    except OSError:
        return False
