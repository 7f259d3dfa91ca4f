"""The tables of a database: created if missing, migrated if older."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, insert, inspect, select, text

from rookery.errors import RookeryError
from rookery.storage.engine import Database
from rookery.storage.tables import ALEMBIC, METADATA, REVISION

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
    """Apply the migrations one after the other with Alembic."""
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    folder = str(Path(__file__).parent / "migrations")
    script = ScriptDirectory(folder, version_locations=[folder])
    if current not in {migration.revision for migration in script.walk_revisions()}:
        raise RookeryError(f"{name} was made by a newer version of Rookery (tables {current}, known up to {REVISION})")
    context = MigrationContext.configure(connection)
    with Operations.context(context):
        for migration in reversed(list(script.iterate_revisions("head", current))):
            migration.module.upgrade()
    context.stamp(script, "head")
