"""Migrations of the tables to the next version; imported, with Alembic, only for an old database."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from rookery.storage import event_log
from rookery.storage.records import chain_hash


def migrate(connection: sa.Connection, version: int) -> None:
    """Apply the migrations after a version of the tables, one after the other."""
    operations = Operations(MigrationContext.configure(connection))
    for migration in MIGRATIONS[version:]:
        migration(operations)


def create_logs(op: Operations) -> None:
    """Create the tables of version 1: streams, events, snapshots."""
    op.create_table(
        "stream",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("slug", sa.String, nullable=False, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("stream", sa.String, sa.ForeignKey("stream.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column("kind", sa.String, nullable=False), sa.Column("form", sa.Integer, nullable=False)),
        *(sa.Column("data", sa.Text, nullable=False), sa.Column("command", sa.String, nullable=False)),
        *(sa.Column("actor", sa.String, nullable=False), sa.Column("at", sa.String, nullable=False)),
        sa.Column("acknowledged", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "command", "version", name="event_command"),
    )
    op.create_table(
        "snapshot",
        sa.Column("stream", sa.String, sa.ForeignKey("stream.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def add_chain_hashes(op: Operations) -> None:
    """Add to every stream the hash chain of its log, by which a change in it is detected (version 2)."""
    op.add_column("stream", sa.Column("sum", sa.String, nullable=False, server_default=""))
    stream = sa.table("stream", sa.column("id"), sa.column("version"), sa.column("sum"))
    connection = op.get_bind()
    for stream_id, version in connection.execute(sa.select(stream.c.id, stream.c.version)).all():
        whole = chain_hash("", event_log.read(connection, stream_id, 0, version))
        connection.execute(sa.update(stream).where(stream.c.id == stream_id).values(sum=whole))


def create_passes(op: Operations) -> None:
    """Create the table of tokens and sessions (version 3)."""
    op.create_table(
        "pass",
        sa.Column("id", sa.String, primary_key=True),
        *(sa.Column("kind", sa.String, nullable=False), sa.Column("name", sa.String, nullable=False)),
        *(sa.Column("made", sa.Integer, nullable=False), sa.Column("expires", sa.Integer, nullable=False)),
    )


MIGRATIONS: tuple[Callable[[Operations], None], ...] = (create_logs, add_chain_hashes, create_passes)
"""The migrations in order: the first creates the tables of version 1, each other one leads to the next version."""
