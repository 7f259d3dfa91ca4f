"""Kill writers of a store, and its server: what was acknowledged is there, nothing is there by half, no gap.

    python tests/sweeps store_kills [--count 100] [--database sqlite|postgresql] [--seed 0]

Two processes write commands of one to four events into one log, and note what was acknowledged. Again and again one of
them is killed (kill -9); on PostgreSQL now and then the server with all its processes instead. Whoever is killed comes
back and sends the command again of which it does not know whether it was written. Exit code 1 when something
acknowledged is lost, written twice or by half, when there is a gap, or when the check of the store finds anything.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TypeVar

from rookery.cli.console import Progress
from rookery.errors import ConflictError
from rookery.storage import Entry, open_store
from rookery.storage.store import Store
from support.command_processes import report_outcomes
from support.postgresql import Cluster, missing
from support.stores import AT

T = TypeVar("T")
WRITERS = ("ada", "bo")
STREAM = "open"
SERVER = 0.2
"""How often it is the server that is killed, where there is one."""
SLOWEST = 0.02
"""So many seconds at most pass between a command that was acknowledged and a kill."""
HOLD = 0.004
"""So many seconds at most a writer waits before it notes what was acknowledged, so that some are killed there."""
PATIENCE = 60
RECENT = 50
WHOLE = 10
"""After so many kills the whole store is checked, while the other writer goes on."""


class Writer:
    """A process that writes, and the file in which it notes what it began and what was acknowledged."""

    def __init__(self, name: str, place: str, folder: Path) -> None:
        self.name, self.place, self.notes = name, place, folder / f"{name}.notes"
        self.notes.touch()
        self.process = 0

    def start(self) -> None:
        """Let it go on from its notes. Whoever forks has nothing open: SQLite breaks when a process inherits it."""
        self.process = os.fork()
        if not self.process:
            try:
                self._write()
            finally:
                os._exit(1)

    def kill(self) -> None:
        """Kill it, wherever it is."""
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            self.process = 0

    def wait_for(self, more: int) -> None:
        """Until so many more commands were acknowledged."""
        enough, until = len(self.noted()[0]) + more, time.monotonic() + PATIENCE
        while len(self.noted()[0]) < enough:
            if time.monotonic() > until:
                raise TimeoutError(f"{self.name} does not go on")
            time.sleep(0.002)

    def noted(self) -> tuple[dict[int, int], int]:
        """Every command that was acknowledged, with its version; and the last that was begun."""
        lines = [line.split() for line in self.notes.read_text("ascii").splitlines()]
        begun = max((int(number) for word, number, *_ in lines if word == "begun"), default=0)
        return {int(number): int(more[0]) for word, number, *more in lines if word == "done"}, begun

    def _write(self) -> None:
        acknowledged, begun = self.noted()
        number = begun if begun and begun not in acknowledged else begun + 1
        chance = Random(begun)
        notes = os.open(self.notes, os.O_WRONLY | os.O_APPEND)
        store = _patient(lambda: open_store(self.place))
        while True:
            os.write(notes, f"begun {number}\n".encode("ascii"))
            version = _patient(lambda: self._appended(store, number))  # noqa: B023
            time.sleep(chance.random() * HOLD)
            os.write(notes, f"done {number} {version}\n".encode("ascii"))
            number += 1

    def _appended(self, store: Store, number: int) -> int:
        size = 1 + number % 4
        entries = [Entry("noted", 1, {"by": self.name, "n": number, "size": size, "text": "ü" * 80})] * size
        while True:
            try:
                return store.append(
                    STREAM, store.version(STREAM), entries, command=f"{self.name}-{number}", actor=self.name, at=AT
                )
            except ConflictError:
                continue


def _patient(ask: Callable[[], T]) -> T:
    """Ask again while there is nobody to answer."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def missing_of(writer: Writer, store: Store) -> Iterator[str]:
    """What a writer was told is written of late, and is not there as it was told."""
    acknowledged, begun = writer.noted()
    if [*acknowledged] != list(range(1, len(acknowledged) + 1)) or begun - len(acknowledged) not in (0, 1):
        yield f"{writer.name} began {begun} commands, and {len(acknowledged)} were acknowledged"
    for number, version in list(acknowledged.items())[-RECENT:]:
        if store.version_after_command(STREAM, f"{writer.name}-{number}") != version:
            yield f"{writer.name}-{number} was acknowledged with version {version}, and is not there"


def wrong_in(store: Store, writers: Sequence[Writer]) -> Iterator[str]:
    """What is wrong in the whole log."""
    told = [(writer, *writer.noted()) for writer in writers]  # first: what is written later is not asked for
    yield from store.check()
    records = list(store.read(STREAM))
    if [record.version for record in records] != list(range(1, len(records) + 1)):
        yield "there is a gap"
    sizes = Counter(record.command for record in records)
    for record in records:
        if sizes[record.command] != record.data["size"]:
            yield f"{record.command} has {sizes[record.command]} events and not {record.data['size']}"
    last = {record.command: record.version for record in records}
    for writer, acknowledged, _ in told:
        for number, version in acknowledged.items():
            if last.get(f"{writer.name}-{number}") != version:
                yield f"{writer.name}-{number} was acknowledged with version {version}, and is not there"
        own = [record.data["n"] for record in records if record.actor == writer.name]
        if sorted(set(own)) != list(range(1, max(own, default=0) + 1)) or own != sorted(own):
            yield f"a command of {writer.name} is missing, or not in its place"


def killed(writer: Writer, store: Store, ends: Counter[str]) -> Iterator[str]:
    """Kill a writer, look for what it was told, and let it go on."""
    writer.kill()
    acknowledged, begun = writer.noted()
    written = begun in acknowledged or _patient(lambda: store.version_after_command(STREAM, f"{writer.name}-{begun}"))
    what = "between commands" if begun in acknowledged else "written, not told" if written else "not written"
    ends[what] += 1
    yield from missing_of(writer, store)
    store.close()
    writer.start()


@contextmanager
def prepared(database: str, folder: Path) -> Iterator[tuple[str, Cluster | None]]:
    """A place for the store, and the server behind it."""
    if database == "sqlite":
        yield str(folder / "desk.sqlite"), None
    elif why := missing():
        sys.exit(why)
    else:
        with Cluster(sure=True) as cluster:
            yield cluster.fresh(), cluster


def swept(
    place: str, cluster: Cluster | None, folder: Path, count: int, chance: Random
) -> tuple[Counter[str], list[str]]:
    """Kill so many: how they ended, and what was wrong."""
    ends, wrong, writers = Counter[str](), list[str](), [Writer(name, place, folder) for name in WRITERS]
    with open_store(place) as store, Progress(count, "kills") as progress:
        store.create(STREAM, "tournament", "tea-party")
        store.close()  # nothing open is taken along into another process
        try:
            for writer in writers:
                writer.start()
            for number in range(1, count + 1):
                wrong += one_kill(store, writers, cluster, chance, ends)
                if number % WHOLE == 0:
                    wrong += _patient(lambda: list(wrong_in(store, writers)))
                progress.step()
        finally:
            for writer in writers:
                writer.kill()
        wrong += wrong_in(store, writers)
        ends["events"] = store.version(STREAM)
    return ends, wrong


def one_kill(
    store: Store, writers: Sequence[Writer], cluster: Cluster | None, chance: Random, ends: Counter[str]
) -> list[str]:
    """Kill the server, or a writer that has just done something; what was lost."""
    if cluster is not None and chance.random() < SERVER:
        time.sleep(chance.random() * SLOWEST)
        cluster.kill()
        cluster.start()
        ends["the server"] += 1
        return []
    writer = chance.choice(writers)
    writer.wait_for(1 + chance.randrange(4))
    time.sleep(chance.random() * SLOWEST)
    return list(killed(writer, store, ends))


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill so many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place, prepared(options.database, Path(place)) as (address, cluster):
        ends, wrong = swept(address, cluster, Path(place), options.count, Random(options.seed))
    events = ends.pop("events")
    return report_outcomes(
        f"{options.count} kills on {options.database} while {events} events were written", ends, wrong
    )


if __name__ == "__main__":
    sys.exit(main())
