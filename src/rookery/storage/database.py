"""Connections to SQLite or PostgreSQL with durable commits; writers lock at the start of a transaction.

Errors of the drivers become `StoreError`, with the reason as far as a person can act on it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from rookery.errors import RookeryError

Reason = Literal["full", "locked", "read-only", "gone", "lost"]
"""The disk is full; another program holds the database; it may not be written; its file was deleted or replaced while
it was open; it cannot be reached."""

LITTLE = 64 * 1024
"""Where a disk has fewer bytes left, an error of writing is that there is no room."""

_SQLITE: dict[str, Reason] = {
    "SQLITE_FULL": "full",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_READONLY_DBMOVED": "gone",
    "SQLITE_READONLY": "read-only",
}
_POSTGRESQL: dict[str, Reason] = {"53100": "full", "55P03": "locked", "25006": "read-only"}

PATIENCE = 20
"""The number of seconds that a writer waits for others before an error."""
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON", f"busy_timeout={PATIENCE}000")
_READ_ONLY_PRAGMAS = ("foreign_keys=ON", f"busy_timeout={PATIENCE}000")
_WRITES, _SINGLE, _WAL = "rookery_writes", "rookery_single", "rookery_wal"
CONNECTIONS = 8
"""The number of connections kept open; threads may open more for a short time."""
_POOL = {"pool_size": CONNECTIONS, "max_overflow": 24}


class StoreError(OSError):
    """Raised when a database cannot be read or written. Acknowledged writes are on the disk."""

    def __init__(self, reason: Reason, text: str, name: str) -> None:
        """Create the error.

        Args:
            reason: Why, as far as a person can do something about it.
            text: What the database said.
            name: Its file, or its address without the password.
        """
        super().__init__(None, text, name)
        self.reason: Reason = reason


class Database:
    """A database with reading and writing transactions.

    A file of SQLite may be deleted or replaced under an open database, by a program that synchronises folders for
    instance. What is written to the open file is then gone with it, so nothing more is written.
    """

    def __init__(self, place: str | os.PathLike[str], *, read_only: bool = False) -> None:
        """Prepare the connections; none is made yet.

        Args:
            place: A file of SQLite, or an address such as postgresql://host/name.
            read_only: Whether nothing is to be written, not even beside the file; for a folder that cannot be written.
        """
        self.url = _database_url(os.fspath(place))
        self.name = self.url.database or "" if self.is_file else self.url.render_as_string(hide_password=True)
        self.read_only = read_only
        self._opened_file: tuple[int, int] | None = None
        self._failed: Reason | None = None
        self.engine = _create_engine(self.url)
        if self.is_file:
            event.listen(self.engine, "do_connect", self._connect)
            event.listen(self.engine, "connect", self._prepare)
            event.listen(self.engine, "begin", self._begin)

    @property
    def trouble(self) -> Reason | None:
        """Why nothing can be written: the file is gone, or the last write failed; None if there is no problem."""
        return "gone" if self._is_replaced_or_deleted() else self._failed

    @property
    def is_file(self) -> bool:
        """Whether it is an SQLite file."""
        return self.url.get_backend_name() == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one consistent state."""
        options = {} if self.is_file else {"isolation_level": "REPEATABLE READ"}
        with self.errors(), self.engine.connect() as connection, connection.execution_options(**options).begin():
            yield connection

    @contextmanager
    def selecting(self) -> Iterator[Connection]:
        """Open a connection for one SELECT, which is consistent by itself and needs no transaction."""
        options: dict[str, Any] = {_SINGLE: True}
        if not self.is_file:
            options["isolation_level"] = "AUTOCOMMIT"
        with self.errors(), self.engine.connect() as connection:
            yield connection.execution_options(**options)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is on the disk completely afterwards, or not at all."""
        options = {_WRITES: True}
        try:
            if self.read_only:
                raise StoreError("read-only", "the desk is open for reading only", self.name)
            self._check_file()
            with self.errors(), self.engine.connect() as connection, connection.execution_options(**options).begin():
                yield connection
            self._check_file()
        except StoreError as failure:
            self._failed = failure.reason
            raise
        self._failed = None

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Raise errors of the database as StoreError."""
        try:
            yield
        except DBAPIError as error:
            message = " ".join(str(error.orig).split())
            if isinstance(error, OperationalError) or error.connection_invalidated:
                raise StoreError(reason_of(error.orig, self.name), message, self.name) from error
            raise RookeryError(f"{self.name}: {message}") from error
        except self.engine.dialect.loaded_dbapi.Error as error:
            raise StoreError(reason_of(error, self.name), " ".join(str(error).split()), self.name) from error

    # -- the file ------------------------------------------------------------------------------------------------------

    def _is_replaced_or_deleted(self) -> bool:
        """Return whether the file was deleted or replaced since it was opened."""
        return self._opened_file is not None and _file_identity(self.name) != self._opened_file

    def _check_file(self) -> None:
        if self._is_replaced_or_deleted():
            raise StoreError("gone", "the file was deleted, moved or replaced while it was open", self.name)

    def _connect(self, dialect: Any, _: object, arguments: Any, options: Any) -> Any:
        """Connect to SQLite; the first connection may create the file, later ones require the same file."""
        if self.url.query:
            return None  # a URL of SQLite with its own options
        if self.read_only:
            return self._connect_read_only(dialect, options)
        if self._opened_file is None:
            with suppress(OSError):  # it is there, or SQLite will say what is wrong
                os.close(os.open(self.name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            return None
        self._check_file()
        return dialect.loaded_dbapi.connect(f"{Path(self.name).absolute().as_uri()}?mode=rw", uri=True, **options)

    def _connect_read_only(self, dialect: Any, options: Any) -> Any:
        """Connect without writing; where SQLite cannot keep a lock beside the file, open it as immutable.

        Whatever lies in a journal beside the file would be left out then, so that is refused.
        """
        address, log = Path(self.name).absolute().as_uri(), Path(f"{self.name}-wal")
        connection = dialect.loaded_dbapi.connect(f"{address}?mode=ro", uri=True, **options)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except dialect.loaded_dbapi.OperationalError:
            connection.close()
            if log.exists() and log.stat().st_size:
                raise
            return dialect.loaded_dbapi.connect(f"{address}?mode=ro&immutable=1", uri=True, **options)
        return connection

    def _prepare(self, connection: Any, record: Any) -> None:
        """Set the pragmas of a new connection and disable the driver's own transactions."""
        connection.isolation_level = None
        for pragma in _READ_ONLY_PRAGMAS if self.read_only else _PRAGMAS:
            row = connection.execute(f"PRAGMA {pragma}").fetchone()
            if pragma.startswith("journal_mode"):
                record.info[_WAL] = row is not None and row[0] == "wal"
        if self._opened_file is None:
            self._opened_file = _file_identity(self.name)
        self._check_file()

    def _begin(self, connection: Connection) -> None:
        """Begin a transaction; writers lock first, since two readers that both write later would deadlock."""
        options = connection.get_execution_options()
        if options.get(_SINGLE):
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(_WRITES) else "BEGIN")
        if options.get(_WRITES) and connection.info.get(_WAL) and not os.path.exists(f"{self.name}-wal"):
            raise StoreError("gone", "the file beside it that keeps what is new was deleted", self.name)

    def purge(self) -> None:
        """Remove what was erased from the file itself, which keeps old content in free pages and beside it.

        An erasure is complete without it for everybody who reads the tables; another process that reads at the moment
        keeps the rest until the next time.
        """
        with suppress(DBAPIError), self.engine.connect() as connection:
            if self.is_file:
                cursor = connection.connection.driver_connection
                assert cursor is not None
                for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                    with suppress(self.engine.dialect.loaded_dbapi.Error):
                        cursor.execute(statement).fetchall()
            else:
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM event, snapshot")

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def _database_url(place: str) -> URL:
    """Return the URL of a database; a text without a scheme is an SQLite file."""
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


def _create_engine(url: URL) -> Engine:
    try:
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True, **_POOL)
        return create_engine(url, connect_args={"timeout": PATIENCE}, **_POOL)
    except ModuleNotFoundError as error:
        raise RookeryError(
            f'{url.get_backend_name()} needs {error.name}: pip install "rookery-chess[server]"'
        ) from None


def _file_identity(name: str) -> tuple[int, int] | None:
    """Return device and inode of a file; None if it does not exist."""
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def reason_of(error: Any, name: str = "") -> Reason:
    """Return the reason of an error of the driver of SQLite or PostgreSQL; `name` is the file of SQLite."""
    code = getattr(error, "sqlite_errorname", None) or ""
    for start, reason in _SQLITE.items():
        if code.startswith(start):
            return reason
    if code.startswith("SQLITE_IOERR") and _is_disk_full(name):
        return "full"
    return _POSTGRESQL.get(getattr(error, "sqlstate", None) or "", "lost")


def _is_disk_full(name: str) -> bool:
    try:
        return shutil.disk_usage(Path(name).absolute().parent).free < LITTLE
    except OSError:
        return False
