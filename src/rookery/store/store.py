"""The store: what the desk holds of a database."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rookery.errors import Conflict, RookeryError
from rookery.store import backup, integrity, log, news, schema
from rookery.store.engine import Database
from rookery.store.people import People
from rookery.store.records import Entry, Record, Snapshot, Stream, chained, must_be_plain
from rookery.store.tables import REVISION
from rookery.typed import Self

_PAGE = 1000
"""So many records are read at a time; between them nothing is held open."""


class Store:
    """Streams of events in a database. Any number of threads and processes may use it at once."""

    def __init__(self, place: str | os.PathLike[str]) -> None:
        self._database = Database(place)
        try:
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        """Tables of an older version are copied before they are lifted, where they are in a file."""
        found = schema.revision(self._database)
        if found == REVISION:
            return
        if found is not None and self._database.is_file:
            path = Path(self._database.name)
            backup.copied(self._database, path.with_name(f"{path.name}.before"))
        schema.prepare(self._database)

    @property
    def people(self) -> People:
        """Who may come in."""
        return People(self._database)

    @property
    def name(self) -> str:
        """The file, or the address without its password."""
        return self._database.name

    # -- streams -------------------------------------------------------------------------------------------------------

    def create(self, stream: str, kind: str, slug: str) -> None:
        """Begin a stream; the same once more changes nothing, another of that id or short name is refused."""
        must_be_plain(stream, kind, slug)
        with self._database.writing() as connection:
            log.create(connection, Stream(stream, kind, slug))

    def streams(self) -> tuple[Stream, ...]:
        """Every stream, by its short name."""
        with self._database.reading() as connection:
            return log.streams(connection)

    def version(self, stream: str) -> int:
        """How many events a stream has."""
        with self._database.reading() as connection:
            return log.stream(connection, stream).version

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
    ) -> int:
        """Write what a command did, all of it or nothing, and give the new version when it is on the disk.

        Raises Conflict when the stream is not at the expected version. A command that was carried out before is not
        carried out again: the answer is that of the first time.
        """
        must_be_plain(command, actor, at, *(entry.kind for entry in entries))
        more = command, actor, at, tuple(acknowledged)
        numbered = enumerate(entries, expected + 1)
        records = [Record(stream, version, one.kind, one.form, one.data, *more) for version, one in numbered]
        with self._database.writing() as connection:
            found = log.stream(connection, stream, locked=True)
            before = log.done(connection, stream, command)
            if before is not None:
                return before
            if found.version != expected:
                raise Conflict(stream, expected, found.version)
            version = log.append(connection, found, records)
            news.tell(connection, stream, version)
            return version

    def done(self, stream: str, command: str) -> int | None:
        """The version after a command that was carried out; None when it was not."""
        with self._database.reading() as connection:
            return log.done(connection, stream, command)

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[Record]:
        """The records behind one version and up to another, or up to the last there is when the reading begins."""
        last = self.version(stream)
        last = last if until is None else min(until, last)
        while after < last:
            with self._database.reading() as connection:
                page = list(log.read(connection, stream, after, min(after + _PAGE, last)))
            yield from page
            after += _PAGE

    def adopt(self, stream: Stream, records: Sequence[Record]) -> int:
        """Take over a log from elsewhere, whole or what this store lacks of it, and give how many events are new.

        A stream that is known keeps the short name that it has here. Raises RookeryError when the log here is not the
        beginning of that one.
        """
        must_be_plain(stream.id, stream.kind, stream.slug)
        with self._database.writing() as connection:
            if stream.id not in {one.id for one in log.streams(connection)}:
                log.create(connection, stream)
            found = log.stream(connection, stream.id, locked=True)
            if chained("", records[: found.version]) != found.sum or len(records) < found.version:
                raise RookeryError(f"{stream.slug!r} went on here in another way: the log that came is another one")
            news.tell(connection, stream.id, log.append(connection, found, records[found.version :]))
        return len(records) - found.version

    def listening(self) -> AbstractContextManager[news.Heard]:
        """What hears of everything that is written from here on, by this process or by others.

        It waits so many seconds at the most, and gives the streams that have gone on with their versions, or nothing.
        """
        return news.listening(self._database)

    # -- snapshots -----------------------------------------------------------------------------------------------------

    def snapshot(self, stream: str, until: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or of its first versions; None when there is none."""
        with self._database.reading() as connection:
            return log.snapshot(connection, stream, until)

    def keep_snapshot(self, stream: str, version: int, data: bytes) -> None:
        """Keep what the first events of a stream add up to."""
        with self._database.writing() as connection:
            log.keep_snapshot(connection, stream, Snapshot(version, data))

    # -- the whole -----------------------------------------------------------------------------------------------------

    def backup(
        self,
        folder: str | os.PathLike[str],
        exported: Callable[[Stream], Mapping[str, bytes]] | None = None,
        *,
        damaged: bool = False,
    ) -> Path:
        """Copy the database into a folder, and give the copy; `exported` gives more files for each stream, by name.

        It is checked first: RookeryError says what is wrong, unless a `damaged` one is to be copied as it is.
        """
        if not damaged and (faults := self.check()):
            raise RookeryError(f"{self.name} is damaged, and was not copied: {'; '.join(faults)}")
        made = backup.copied(self._database, Path(folder))
        files = (exported(stream) for stream in self.streams()) if exported else ()
        for name, data in (pair for each in files for pair in each.items()):
            with backup.written(made.parent / name) as part:
                part.write_bytes(data)
        return made

    def restore(self, copy: str | os.PathLike[str]) -> None:
        """Make this store what a copy is, all of it or nothing; the copy is checked first."""
        with copy_opened(copy) as source, source._database.reading() as old, self._database.writing() as new:
            backup.copy(old, new)

    def check(self) -> tuple[str, ...]:
        """What is wrong in the database, in words; nothing when it is whole."""
        try:
            return tuple(integrity.faults(self._database))
        except RookeryError as error:  # so much is wrong that it cannot even be read
            return (str(error),)

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def copy_opened(copy: str | os.PathLike[str]) -> Iterator[Store]:
    """A copy of a store, opened without touching it wherever it lies; RookeryError when it is damaged."""
    with TemporaryDirectory() as folder, Store(shutil.copyfile(copy, Path(folder) / "copy")) as store:
        if faults := store.check():
            raise RookeryError(f"{os.fspath(copy)} is damaged: {faults[0]}")
        yield store
