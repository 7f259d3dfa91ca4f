"""A desk with the clock on the wall, and with ids that nobody can foresee."""

from __future__ import annotations

from datetime import UTC, datetime
from secrets import token_hex

from rookery.desk.desk import Desk
from rookery.desk.ports import Log


def desk_of(store: Log) -> Desk:
    """The desk at a store."""
    return Desk(store, now, fresh)


def now() -> str:
    """The time, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fresh() -> str:
    """An id that nobody has had."""
    return token_hex(8)
