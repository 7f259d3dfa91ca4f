"""The store: the interface to a database of event logs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from rookery._record import replace
from rookery.errors import ConflictError, RookeryError
from rookery.storage import backup, event_log, notifications, tables
from rookery.storage.accounts import Accounts
from rookery.storage.audit import AuditLog
from rookery.storage.codes import SECRET_LENGTH, AccessCodes
from rookery.storage.database import Database, Reason
from rookery.storage.records import Entry, Record, Snapshot, Stream, chain_hash, check_printable
from rookery.storage.retention import Retention
from rookery.storage.screens import Screens
from rookery.storage.sessions import People, Session
from rookery.storage.tables import REVISION
from rookery.storage.tokens import Tokens
from rookery.storage.webhooks import Webhooks

_PAGE = 1000
"""The number of records read at a time; no transaction stays open between reads."""


class Store:
    """Streams of events in a database. Threads and processes may use it concurrently."""

    def __init__(self, place: str | os.PathLike[str], *, read_only: bool = False) -> None:
        self._database = Database(place, read_only=read_only)
        try:
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        """Create or migrate the tables; a file of an older version is copied first."""
        revision = tables.revision(self._database)
        if revision == REVISION:
            return
        if self._database.read_only:
            raise RookeryError(f"{self.name} is of an older version: copy it to where it can be written first")
        if revision is not None and self._database.is_file:
            path = Path(self._database.name)
            backup.copy_database(self._database, path.with_name(f"{path.name}.before"))
        tables.prepare(self._database)

    @property
    def people(self) -> People:
        """Invitations and sessions."""
        return People(self._database)

    def find_session(self, secret: str, now: int) -> Session | None:
        """Return the session with this secret, or that of a deputy whose access code it is; None if it has ended."""
        if len(secret) != SECRET_LENGTH:
            return self.people.session(secret, now)
        code = self.codes.find(secret)
        if code is None or code.kind != "deputy" or code.secret != secret or not code.is_valid(now):
            return None
        return Session(secret, code.label, code.made, code.stream, means="code")

    @property
    def accounts(self) -> Accounts:
        """Accounts and their roles."""
        return Accounts(self._database)

    @property
    def audit(self) -> AuditLog:
        """Security events."""
        return AuditLog(self._database)

    @property
    def retention(self) -> Retention:
        """What is kept for a time only."""
        return Retention(self._database)

    @cached_property
    def codes(self) -> AccessCodes:
        """Access codes for phones and kiosks."""
        return AccessCodes(self._database)

    @property
    def tokens(self) -> Tokens:
        """Tokens of programs."""
        return Tokens(self._database)

    @property
    def webhooks(self) -> Webhooks:
        """Addresses that events are sent to."""
        return Webhooks(self._database)

    @property
    def screens(self) -> Screens:
        """Screens in the hall."""
        return Screens(self._database)

    @property
    def name(self) -> str:
        """The file, or the address without its password."""
        return self._database.name

    @property
    def trouble(self) -> Reason | None:
        """Why nothing can be written at the moment; None if there is no problem."""
        return self._database.trouble

    # -- streams -------------------------------------------------------------------------------------------------------

    def create(self, stream: str, kind: str, slug: str) -> None:
        """Create a stream; an identical one is left unchanged, another with that id or slug is refused."""
        check_printable(stream, kind, slug)
        with self._database.writing() as connection:
            event_log.create(connection, Stream(stream, kind, slug))

    def streams(self) -> tuple[Stream, ...]:
        """Return every stream, ordered by slug."""
        with self._database.selecting() as connection:
            return event_log.streams(connection)

    def find_stream(self, slug: str) -> Stream | None:
        """Return the stream with this slug; None if there is none."""
        with self._database.selecting() as connection:
            return event_log.find_stream(connection, slug)

    def totals(self) -> tuple[int, int]:
        """Return the number of streams and of their events; at least one of them grows with every write."""
        with self._database.selecting() as connection:
            return event_log.totals(connection)

    def version(self, stream: str) -> int:
        """Return the number of events of a stream."""
        with self._database.selecting() as connection:
            return event_log.stream(connection, stream).version

    # -- the log -------------------------------------------------------------------------------------------------------

    def append(
        self,
        stream: str,
        expected: int,
        entries: Sequence[Entry],
        *,
        command: str,
        actor: str,
        at: str,
        acknowledged: Sequence[str] = (),
        redact: Callable[[Record], Record] | None = None,
    ) -> int:
        """Write the events of a command atomically, and return the new version when they are on disk.

        Raises ConflictError if the stream is not at the expected version. A command that was carried out before is not
        carried out again: the answer is that of the first time. `redact` erases personal data from the records.
        """
        check_printable(command, actor, at, *(entry.kind for entry in entries))
        common_fields = command, actor, at, tuple(acknowledged)
        numbered_entries = enumerate(entries, expected + 1)
        records = [
            Record(stream, version, entry.kind, entry.form, entry.data, *common_fields)
            for version, entry in numbered_entries
        ]
        with self._database.writing() as connection:
            current = event_log.stream(connection, stream, locked=True)
            previous_version = event_log.version_after_command(connection, stream, command)
            if previous_version is not None:
                return previous_version
            if current.version != expected:
                raise ConflictError(stream, expected, current.version)
            version = event_log.append(connection, current, records)
            if redact is not None:
                event_log.redact(connection, replace(current, version=version), redact)
            notifications.notify(connection, stream, version)
        if redact is not None:
            self._database.purge()
        return version

    def version_after_command(self, stream: str, command: str) -> int | None:
        """Return the version after a command that was carried out; None if it was not."""
        with self._database.selecting() as connection:
            return event_log.version_after_command(connection, stream, command)

    def read_for_command(self, stream: str, command: str, after: int) -> tuple[int | None, Iterable[Record]]:
        """Return the version after a command, or None if it was not carried out, and the records after a version.

        One statement reads them, unless others have written more than a page of records meanwhile.
        """
        until = after + _PAGE
        with self._database.selecting() as connection:
            done_version, last, page = event_log.read_for_command(connection, stream, command, after, until)
        return done_version, chain(page, self.read(stream, until, last)) if last > until else page

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[Record]:
        """Yield the records after version `after`, up to `until` or the last version at the start of the reading."""
        first = after + _PAGE if until is None else min(after + _PAGE, until)
        with self._database.selecting() as connection:
            last, page = event_log.read_page(connection, stream, after, first)
        last = last if until is None else min(until, last)
        yield from page
        while (after := after + _PAGE) < last:
            with self._database.selecting() as connection:
                page = list(event_log.read(connection, stream, after, min(after + _PAGE, last)))
            yield from page

    def read_many(self, after: Mapping[str, int]) -> dict[str, list[Record]]:
        """Return the records of several streams after a version of each; streams without any are omitted."""
        result: dict[str, list[Record]] = {}
        if after:
            with self._database.selecting() as connection:
                for record in event_log.read_many(connection, after):
                    result.setdefault(record.stream, []).append(record)
        return result

    def adopt(
        self, stream: Stream, records: Sequence[Record], *, redact: Callable[[Record], Record] | None = None
    ) -> int:
        """Adopt a log from another store, or its part that is missing here; return the number of new events.

        A stream that is known keeps the short name and the events that it has here; `redact` erases personal data from
        them that the new events erase. Raises RookeryError when the log here is not the beginning of that one.
        """
        check_printable(stream.id, stream.kind, stream.slug)
        with self._database.writing() as connection:
            if stream.id not in {existing.id for existing in event_log.streams(connection)}:
                event_log.create(connection, stream)
            current = event_log.stream(connection, stream.id, locked=True)
            if chain_hash("", records[: current.version]) != current.sum or len(records) < current.version:
                raise RookeryError(f"{stream.slug!r} went on here in another way: the log that came is another one")
            version = event_log.append(connection, current, records[current.version :])
            if redact is not None:
                event_log.redact(connection, replace(current, version=version), redact)
            notifications.notify(connection, stream.id, version)
        if redact is not None:
            self._database.purge()
        return len(records) - current.version

    def redacted(self) -> dict[str, tuple[int, ...]]:
        """Return the versions from which personal data was erased, by stream, without streams that have none."""
        with self._database.selecting() as connection:
            versions = {
                stream.id: tuple(event_log.list_redacted(connection, stream.id))
                for stream in event_log.streams(connection)
            }
        return {stream: redacted for stream, redacted in versions.items() if redacted}

    def listening(self) -> AbstractContextManager[notifications.WaitForChanges]:
        """Return a context manager that waits for every later write, of any process.

        The function waits up to a number of seconds and returns the versions of changed streams, or nothing.
        """
        return notifications.listen(self._database)

    # -- snapshots -----------------------------------------------------------------------------------------------------

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """Return the newest snapshot of a stream, or of its first `until` versions; None if there is none."""
        with self._database.selecting() as connection:
            return event_log.snapshot(connection, stream, until)

    def newest_snapshots(self, streams: Collection[str]) -> dict[str, Snapshot]:
        """Return the newest snapshot of several streams; streams without one are omitted."""
        with self._database.selecting() as connection:
            return event_log.newest_snapshots(connection, streams)

    def keep_snapshot(self, stream: str, version: int, data: bytes) -> None:
        """Store a snapshot of the state after the first events of a stream."""
        with self._database.writing() as connection:
            event_log.keep_snapshot(connection, stream, Snapshot(version, data))

    # -- the whole -----------------------------------------------------------------------------------------------------

    def backup(
        self,
        folder: str | os.PathLike[str],
        exported: Callable[[Stream], Mapping[str, bytes]] | None = None,
        *,
        damaged: bool = False,
    ) -> Path:
        """Copy the database into a folder and return the path.

        `exported` returns more files for each stream, by name. The database is checked first: RookeryError says what is
        wrong, unless a `damaged` one is to be copied as it is.
        """
        if not damaged and (faults := self.check()):
            raise RookeryError(f"{self.name} is damaged, and was not copied: {'; '.join(faults)}")
        copy_path = backup.copy_database(self._database, Path(folder))
        files = (exported(stream) for stream in self.streams()) if exported else ()
        for name, data in (pair for files_of_stream in files for pair in files_of_stream.items()):
            with backup.AtomicFile(copy_path.parent / name) as part:
                part.write_bytes(data)
        return copy_path

    def rescue(self) -> bytes:
        """Return a copy as an SQLite file, even if the file of this store was deleted."""
        with TemporaryDirectory() as folder:
            return backup.copy_database(self._database, Path(folder)).read_bytes()

    def restore(self, copy: str | os.PathLike[str]) -> None:
        """Replace this store by a copy, atomically; the copy is checked first."""
        with open_copy(copy) as source, source._database.reading() as old, self._database.writing() as new:
            backup.copy_tables(old, new)

    def check(self) -> tuple[str, ...]:
        """Return the faults of the database as text; empty if it is intact."""
        try:
            return tuple(event_log.find_faults(self._database))
        except RookeryError as error:  # so much is wrong that it cannot even be read
            return (str(error),)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def open_copy(copy: str | os.PathLike[str]) -> Iterator[Store]:
    """Open a copy of a store without changing the original; RookeryError if it is damaged."""
    with TemporaryDirectory() as folder, Store(shutil.copyfile(copy, Path(folder) / "copy")) as store:
        if faults := store.check():
            raise RookeryError(f"{os.fspath(copy)} is damaged: {faults[0]}")
        yield store
