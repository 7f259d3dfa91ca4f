"""The tables, as SQLAlchemy Core: created in an empty database, migrated in an older one.

Alembic is imported only for an older database.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

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
    column,
    insert,
    inspect,
    select,
    table,
    text,
    update,
)

from rookery.errors import RookeryError
from rookery.storage.database import Database

if TYPE_CHECKING:
    from alembic.operations import Operations

REVISION = "5"
"""The version of the tables below; `MIGRATIONS` lead to it from every older one."""

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
    Column("redacted", Text, nullable=True),
    UniqueConstraint("stream", "command", "version", name="event_command"),
)
"""The events; `redacted` has the recorded hashes of an event from which personal data was erased."""

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
    Column("account", String, nullable=True, index=True),
    Column("used", Integer, nullable=True),
    Column("agent", String, nullable=True),
)
"""Access: single-use tokens, and the sessions opened with them. An id is a hash of the secret.

Also the addresses at which the program is open, by their hashes. The session of an account names it; `used` is its last
use, `agent` its browser.
"""

ACCOUNT = Table(
    "account",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("key", String, nullable=False, unique=True),
    Column("email", String, nullable=False),
    Column("password", String, nullable=False),
    Column("issuer", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("made", Integer, nullable=False),
    Column("disabled", Integer, nullable=True),
)
"""Accounts: `key` is the normalized name, `password` a hash or empty; `issuer` and `subject` are for OpenID Connect."""

MEMBERSHIP = Table(
    "membership",
    METADATA,
    Column("account", String, ForeignKey("account.id"), primary_key=True),
    Column("stream", String, primary_key=True, index=True),
    Column("role", String, primary_key=True),
    Column("scope", Text, nullable=False),
    Column("made", Integer, nullable=False),
)
"""The roles of accounts in a tournament or an event; an empty `stream` is the whole installation."""

TOKEN = Table(
    "token",
    METADATA,
    Column("id", String, primary_key=True),
    Column("account", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("stream", String, nullable=False),
    Column("made", Integer, nullable=False),
    Column("expires", Integer, nullable=False),
    Column("revoked", Integer, nullable=True),
    Column("used", Integer, nullable=True),
)
"""Tokens of programs: `id` is a hash of the secret; an empty `account` is the owner of the desk."""

WEBHOOK = Table(
    "webhook",
    METADATA,
    Column("id", String, primary_key=True),
    Column("stream", String, nullable=False),
    Column("url", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("made", Integer, nullable=False),
    Column("disabled", Integer, nullable=True),
    Column("position", Text, nullable=False),
)
"""Webhooks: where the events of a stream, or of all, are sent; `position` is the last delivered version by stream."""

DELIVERY = Table(
    "delivery",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("webhook", String, nullable=False, index=True),
    Column("stream", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next", Integer, nullable=False, index=True),
    Column("status", Integer, nullable=False),
    Column("error", Text, nullable=False),
    Column("made", Integer, nullable=False),
    Column("done", Integer, nullable=True),
)
"""Deliveries of webhooks: `next` is the time of the next attempt, `status` that of the last answer (0 for none)."""

CODE = Table(
    "code",
    METADATA,
    Column("id", String, primary_key=True),
    Column("letters", String, nullable=False, unique=True),
    Column("stream", String, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("scope", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("label", String, nullable=False),
    Column("made", Integer, nullable=False),
    Column("expires", Integer, nullable=False),
    Column("revoked", Integer, nullable=True),
    Column("used", Integer, nullable=True),
)
"""Access codes: `id` is a hash of the secret, `letters` one of the letters to type; the times are seconds."""

SCREEN = Table(
    "screen",
    METADATA,
    Column("id", String, primary_key=True),
    Column("stream", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("settings", Text, nullable=False),
    Column("made", Integer, nullable=False),
    Column("seen", Integer, nullable=True),
)
"""Screens in the hall: what they show, and when they last asked for it."""

AUDIT = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Integer, nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("means", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("stream", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
"""Security events of the installation: who did what, by which means, from which address; an empty `stream` is all."""

LOG = (STREAM, EVENT, SNAPSHOT)
"""The tables of the logs."""
COPIED = (*LOG, SCREEN, ACCOUNT, MEMBERSHIP)
"""The tables that a copy of a store must contain: none with a secret that gives access, only hashes of passwords."""
PRIVATE = (DELIVERY, WEBHOOK, TOKEN)
"""The tables that a copy of a store must not contain: secrets in plain text, and tokens that are revoked later."""

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
    migrate(connection, int(current))
    connection.execute(update(ALEMBIC).values(version_num=REVISION))


# -- migrations --------------------------------------------------------------------------------------------------------


def migrate(connection: Connection, version: int) -> None:
    """Apply the migrations after a version of the tables, one after the other."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    operations = Operations(MigrationContext.configure(connection))
    for migration in MIGRATIONS[version:]:
        migration(operations)


def create_logs(op: Operations) -> None:
    """Create the tables of version 1: streams, events, snapshots."""
    op.create_table(
        "stream",
        Column("id", String, primary_key=True),
        Column("kind", String, nullable=False),
        Column("slug", String, nullable=False, unique=True),
        Column("version", Integer, nullable=False),
    )
    op.create_table(
        "event",
        Column("stream", String, ForeignKey("stream.id"), primary_key=True),
        Column("version", Integer, primary_key=True, autoincrement=False),
        *(Column("kind", String, nullable=False), Column("form", Integer, nullable=False)),
        *(Column("data", Text, nullable=False), Column("command", String, nullable=False)),
        *(Column("actor", String, nullable=False), Column("at", String, nullable=False)),
        Column("acknowledged", Text, nullable=False),
        UniqueConstraint("stream", "command", "version", name="event_command"),
    )
    op.create_table(
        "snapshot",
        Column("stream", String, ForeignKey("stream.id"), primary_key=True),
        Column("version", Integer, primary_key=True, autoincrement=False),
        Column("data", LargeBinary, nullable=False),
    )


def add_chain_hashes(op: Operations) -> None:
    """Add to every stream the hash chain of its log, by which a change in it is detected (version 2)."""
    from rookery.storage.records import Record, chain_hash

    op.add_column("stream", Column("sum", String, nullable=False, server_default=""))
    stream = table("stream", column("id"), column("version"), column("sum"))
    names = ("stream", "version", "kind", "form", "data", "command", "actor", "at", "acknowledged")
    event = table("event", *map(column, names))
    connection = op.get_bind()
    for stream_id, version in connection.execute(select(stream.c.id, stream.c.version)).all():
        in_stream = (event.c.stream == stream_id) & (event.c.version <= version)
        rows = connection.execute(select(event).where(in_stream).order_by(event.c.version)).mappings()
        records = [
            Record(**{**row, "data": json.loads(row["data"]), "acknowledged": tuple(json.loads(row["acknowledged"]))})
            for row in rows
        ]
        connection.execute(update(stream).where(stream.c.id == stream_id).values(sum=chain_hash("", records)))


def create_passes(op: Operations) -> None:
    """Create the table of tokens and sessions (version 3)."""
    op.create_table(
        "pass",
        Column("id", String, primary_key=True),
        *(Column("kind", String, nullable=False), Column("name", String, nullable=False)),
        *(Column("made", Integer, nullable=False), Column("expires", Integer, nullable=False)),
    )


def create_codes_and_screens(op: Operations) -> None:
    """Create the tables of access codes and of screens (version 4)."""
    op.create_table(
        "code",
        Column("id", String, primary_key=True),
        Column("letters", String, nullable=False, unique=True),
        Column("stream", String, nullable=False, index=True),
        *(Column("kind", String, nullable=False), Column("scope", Text, nullable=False)),
        *(Column("revision", Integer, nullable=False), Column("label", String, nullable=False)),
        *(Column("made", Integer, nullable=False), Column("expires", Integer, nullable=False)),
        *(Column("revoked", Integer, nullable=True), Column("used", Integer, nullable=True)),
    )
    op.create_table(
        "screen",
        Column("id", String, primary_key=True),
        Column("stream", String, nullable=False, index=True),
        *(Column("name", String, nullable=False), Column("settings", Text, nullable=False)),
        *(Column("made", Integer, nullable=False), Column("seen", Integer, nullable=True)),
    )


def create_accounts(op: Operations) -> None:
    """Create the tables of accounts, tokens, webhooks and security events (version 5).

    Sessions may belong to an account; personal data may be erased from events.
    """
    op.add_column("event", Column("redacted", Text, nullable=True))
    op.create_table(
        "audit",
        *(
            Column("id", Integer, primary_key=True, autoincrement=True),
            Column("at", Integer, nullable=False, index=True),
        ),
        *(Column("kind", Text, nullable=False), Column("actor", Text, nullable=False)),
        *(Column("means", Text, nullable=False), Column("address", Text, nullable=False)),
        *(Column("subject", Text, nullable=False), Column("stream", Text, nullable=False)),
        Column("detail", Text, nullable=False),
    )
    op.add_column("pass", Column("account", String, nullable=True))
    op.add_column("pass", Column("used", Integer, nullable=True))
    op.add_column("pass", Column("agent", String, nullable=True))
    op.create_index("ix_pass_account", "pass", ["account"])
    op.create_table(
        "account",
        *(Column("id", String, primary_key=True), Column("name", String, nullable=False)),
        *(Column("key", String, nullable=False, unique=True), Column("email", String, nullable=False)),
        *(Column("password", String, nullable=False), Column("issuer", String, nullable=False)),
        *(Column("subject", String, nullable=False), Column("made", Integer, nullable=False)),
        Column("disabled", Integer, nullable=True),
    )
    op.create_table(
        "membership",
        Column("account", String, ForeignKey("account.id"), primary_key=True),
        *(Column("stream", String, primary_key=True, index=True), Column("role", String, primary_key=True)),
        *(Column("scope", Text, nullable=False), Column("made", Integer, nullable=False)),
    )
    op.create_table(
        "token",
        *(Column("id", String, primary_key=True), Column("account", String, nullable=False, index=True)),
        *(Column("name", String, nullable=False), Column("scopes", Text, nullable=False)),
        *(Column("stream", String, nullable=False), Column("made", Integer, nullable=False)),
        *(Column("expires", Integer, nullable=False), Column("revoked", Integer, nullable=True)),
        Column("used", Integer, nullable=True),
    )
    op.create_table(
        "webhook",
        *(Column("id", String, primary_key=True), Column("stream", String, nullable=False)),
        *(Column("url", String, nullable=False), Column("secret", String, nullable=False)),
        *(Column("kinds", Text, nullable=False), Column("made", Integer, nullable=False)),
        *(Column("disabled", Integer, nullable=True), Column("position", Text, nullable=False)),
    )
    op.create_table(
        "delivery",
        Column("id", Integer, primary_key=True, autoincrement=True),
        *(Column("webhook", String, nullable=False, index=True), Column("stream", String, nullable=False)),
        *(Column("version", Integer, nullable=False), Column("attempts", Integer, nullable=False)),
        *(Column("next", Integer, nullable=False, index=True), Column("status", Integer, nullable=False)),
        *(Column("error", Text, nullable=False), Column("made", Integer, nullable=False)),
        Column("done", Integer, nullable=True),
    )


MIGRATIONS: tuple[Callable[[Operations], None], ...] = (
    create_logs,
    add_chain_hashes,
    create_passes,
    create_codes_and_screens,
    create_accounts,
)
"""The migrations in order: the first creates the tables of version 1, each other one leads to the next version."""
