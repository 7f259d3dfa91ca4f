"""The tables, as SQLAlchemy Core: created in an empty database, migrated in an older one."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    text,
    update,
)

from rookery.errors import RookeryError
from rookery.storage.database import Database

REVISION = "3"
"""The version of the tables below; `migrations` leads to it from every older one."""

METADATA = MetaData()

STREAM = Table(
    "stream",
    METADATA,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("slug", String, nullable=False, unique=True),
    Column("version", Integer, nullable=False),
    Column("sum", String, nullable=False, server_default=""),
)

EVENT = Table(
    "event",
    METADATA,
    Column("stream", String, ForeignKey("stream.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("form", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("command", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("at", String, nullable=False),
    Column("acknowledged", Text, nullable=False),
    UniqueConstraint("stream", "command", "version", name="event_command"),
)

SNAPSHOT = Table(
    "snapshot",
    METADATA,
    Column("stream", String, ForeignKey("stream.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

PASS = Table(
    "pass",
    METADATA,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("made", Integer, nullable=False),
    Column("expires", Integer, nullable=False),
)
"""Access: single-use tokens, and the sessions opened with them. An id is a hash of the secret.

Also the addresses at which the program is open, by their hashes.
"""

LOG = (STREAM, EVENT, SNAPSHOT)
"""The tables of the logs, which a copy of a store must contain."""

ALEMBIC = Table("alembic_version", METADATA, Column("version_num", String(32), primary_key=True))
"""The version of the tables, stored as Alembic does."""


_LOCK = 0x526F6F6B  # an arbitrary number for the advisory lock


def revision(database: Database) -> str | None:
    """Return the revision of the tables; None for an empty database."""
    with database.reading() as connection:
        return _revision(connection, database.name)


def prepare(database: Database) -> None:
    """Create the tables, or migrate them; concurrent callers wait for the first."""
    with database.writing() as connection:
        if not database.is_file:
            connection.execute(select(text(f"pg_advisory_xact_lock({_LOCK})")))
        current = _revision(connection, database.name)
        if current is None:
            METADATA.create_all(connection)
            connection.execute(insert(ALEMBIC).values(version_num=REVISION))
        elif current != REVISION:
            _migrate(connection, current, database.name)


def _revision(connection: Connection, name: str) -> str | None:
    table_names = set(inspect(connection).get_table_names())
    if not table_names:
        return None
    if {"stream", "event", ALEMBIC.name} - table_names:
        raise RookeryError(f"{name} is a database of something else")
    return str(connection.execute(select(ALEMBIC.c.version_num)).scalar_one())


def _migrate(connection: Connection, current: str, name: str) -> None:
    if current not in map(str, range(1, int(REVISION))):
        raise RookeryError(f"{name} was made by a newer version of Rookery (tables {current}, known up to {REVISION})")
    from rookery.storage.migrations import migrate

    migrate(connection, int(current))
    connection.execute(update(ALEMBIC).values(version_num=REVISION))
