"""The tables, as SQLAlchemy Core; tables of accounts, codes, screens and hooks will stand beside them."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint

REVISION = "3"
"""The version of the tables below; every older one is lifted by a module of `migrations`."""

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
"""Where Alembic keeps the version of the tables."""
