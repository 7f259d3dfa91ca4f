"""Opening SQLite or PostgreSQL, so that what was committed stays and whoever writes begins by saying so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from rookery.errors import RookeryError
from rookery.typed import Any

PATIENCE = 20
"""So many seconds a writer waits for others before it gives up."""
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON", f"busy_timeout={PATIENCE}000")
_WRITES = "rookery_writes"


class Database:
    """A database of ours: transactions that read and transactions that write."""

    def __init__(self, place: str | os.PathLike[str]) -> None:
        self.url = _address(os.fspath(place))
        self.name = self.url.database or "" if self.is_file else self.url.render_as_string(hide_password=True)
        self.engine = _engine(self.url)

    @property
    def is_file(self) -> bool:
        """Whether it is a file of SQLite."""
        return self.url.get_backend_name() == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state from beginning to end."""
        options = {} if self.is_file else {"isolation_level": "REPEATABLE READ"}
        with self._told(), self.engine.connect() as connection, connection.execution_options(**options).begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it is on the disk afterwards, or nothing."""
        options = {_WRITES: True}
        with self._told(), self.engine.connect() as connection, connection.execution_options(**options).begin():
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What the database could not do, as an OSError of its place."""
        try:
            yield
        except DBAPIError as error:
            said = " ".join(str(error.orig).split())
            if isinstance(error, OperationalError) or error.connection_invalidated:
                raise OSError(None, said, self.name) from error
            raise RookeryError(f"{self.name}: {said}") from error

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


def _address(place: str) -> URL:
    """The address of a database: what has no scheme is a file of SQLite."""
    try:
        url = make_url(place) if "://" in place else URL.create("sqlite", database=place)
    except ArgumentError:
        raise RookeryError(f"{place!r} is no address of a database") from None
    backend = url.get_backend_name()
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite" or not url.database or url.database == ":memory:":
        raise RookeryError(f"{place!r} is neither a file of SQLite nor an address such as postgresql://host/name")
    return url.set(drivername="sqlite+pysqlite")


def _engine(url: URL) -> Engine:
    try:
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True)
        engine = create_engine(url, connect_args={"timeout": PATIENCE})
    except ModuleNotFoundError as error:
        raise RookeryError(f'{url.get_backend_name()} needs {error.name}: pip install "rookery[server]"') from None
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: object) -> None:
    """A connection to SQLite leaves it to us when a transaction begins."""
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Whoever writes takes the lock first: two that read and then both write would stop each other."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
