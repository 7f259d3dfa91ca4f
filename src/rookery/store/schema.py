"""The tables of a database: made where there are none, lifted where they are of an older version."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, insert, inspect, select, text

from rookery.errors import RookeryError
from rookery.store.engine import Database
from rookery.store.tables import ALEMBIC, METADATA, REVISION

_LOCK = 0x526F6F6B  # any number that nobody else takes


def revision(database: Database) -> str | None:
    """The version of the tables; None where there is nothing at all."""
    with database.reading() as connection:
        return _revision(connection, database.name)


def prepare(database: Database) -> None:
    """Make the tables, or lift them; of many that come at once the first does it, and the others find it done."""
    with database.writing() as connection:
        if not database.is_file:
            connection.execute(select(text(f"pg_advisory_xact_lock({_LOCK})")))
        found = _revision(connection, database.name)
        if found is None:
            METADATA.create_all(connection)
            connection.execute(insert(ALEMBIC).values(version_num=REVISION))
        elif found != REVISION:
            _lift(connection, found, database.name)


def _revision(connection: Connection, name: str) -> str | None:
    there = set(inspect(connection).get_table_names())
    if not there:
        return None
    if {"stream", "event", ALEMBIC.name} - there:
        raise RookeryError(f"{name} is a database of something else")
    return str(connection.execute(select(ALEMBIC.c.version_num)).scalar_one())


def _lift(connection: Connection, found: str, name: str) -> None:
    """One version after the other, by Alembic."""
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    folder = str(Path(__file__).parent / "migrations")
    script = ScriptDirectory(folder, version_locations=[folder])
    if found not in {each.revision for each in script.walk_revisions()}:
        raise RookeryError(f"{name} was made by a newer version of Rookery (tables {found}, known up to {REVISION})")
    context = MigrationContext.configure(connection)
    with Operations.context(context):
        for each in reversed(list(script.iterate_revisions("head", found))):
            each.module.upgrade()
    context.stamp(script, "head")
