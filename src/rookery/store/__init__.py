"""Logs of events on a disk: streams that only grow, snapshots, backups; SQLite or PostgreSQL, and no chess.

SQLAlchemy is imported when a store is opened, Alembic when its tables are of an older version.
"""

from __future__ import annotations

import os

from rookery.store import carried
from rookery.store.records import Entry, Record, Snapshot, Stream
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.store.store import Store

__all__ = ["Entry", "Record", "Snapshot", "Stream", "carried", "open_store"]


def open_store(place: str | os.PathLike[str]) -> Store:
    """The store at a place: a file of SQLite, made if it is not there yet, or an address such as postgresql://host/name.

    Raises OSError when it cannot be reached, RookeryError when what is there is no store, or one of a newer version,
    or when the extra `desk` (for PostgreSQL `server`) is not installed.
    """
    from rookery.errors import RookeryError

    try:
        from rookery.store.store import Store
    except ModuleNotFoundError as error:
        raise RookeryError(f'a store needs {error.name}: pip install "rookery[desk]"') from None
    return Store(place)
