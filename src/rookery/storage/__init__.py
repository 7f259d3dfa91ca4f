"""Event logs on disk: append-only streams, snapshots and backups, in SQLite or PostgreSQL; independent of chess.

SQLAlchemy is imported when a store is opened, Alembic when its tables are of an older version.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rookery.storage import log_file
from rookery.storage.records import Entry, Record, Snapshot, Stream

if TYPE_CHECKING:
    from rookery.storage.store import Store

__all__ = ["Entry", "Record", "Snapshot", "Stream", "log_file", "open_store"]


def open_store(place: str | os.PathLike[str], *, read_only: bool = False) -> Store:
    """Open the store at a place: an SQLite file, created if missing, or an address such as postgresql://host/name.

    A store that is open `read_only` writes nothing, also not beside its file.

    Raises OSError when it cannot be reached, RookeryError when what is there is no store, or one of a newer version,
    or when the extra `desk` (for PostgreSQL `server`) is not installed.
    """
    from rookery.errors import RookeryError

    try:
        from rookery.storage.store import Store
    except ModuleNotFoundError as error:
        raise RookeryError(f'a store needs {error.name}: pip install "rookery-chess[desk]"') from None
    return Store(place, read_only=read_only)
