"""Whether events get lost or doubled with several workers on PostgreSQL, while workers and the database fail.

    python bench/bench_workers.py [--workers 2] [--writers 20] [--listeners 200] [--seconds 60]

One server (`uvicorn --factory rookery.web:create_app --workers 2`) on a PostgreSQL that is started for the run, over
real HTTP on this machine. Writers enter results in one tournament, and send a command again, with its id, until it is
acknowledged. Listeners of the public live messages connect again when they are cut off, and name the last message they
have. After a third of the time one worker is killed, after two thirds PostgreSQL is killed and started again. Every
event must reach every listener once, in the order of its version.

At the end a backup that was taken while they wrote is restored, and its logs must have the hashes of the original.
Ends with 1 if an event was missed, doubled or out of order, an acknowledged command is not in the log, or the backup
differs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from bench_live import milliseconds
from bench_store import AT, RESULTS, begun

import rookery
from rookery.model import Tournament
from rookery.storage import Entry, open_store
from rookery.storage.backup import newest_backup
from rookery.storage.store import Store, open_copy
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.event import event_to_data
from support import postgresql
from support.processes import descendants
from support.web_server import WebServer

SLUG = "open"
PATIENCE = 60.0
"""Seconds for everything to arrive after the last command."""
COOKIE = "rookery"


async def request(port: int, method: str, path: str, body: bytes = b"", *headers: str) -> tuple[int, bytes]:
    """Send a request on a connection of its own; return the status and the body of its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}",
                "Connection: close", f"Content-Length: {len(body)}", *headers, "", ""]  # fmt: skip
        writer.write("\r\n".join(head).encode() + body)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    head_text, _, content = answer.partition(b"\r\n\r\n")
    if not head_text:
        raise ConnectionError("no answer")
    return int(head_text.split()[1]), content


class Listener:
    """A visitor with a live connection: the versions that came, and the last one for the next connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.versions: list[int] = []
        self.last: int | None = None
        self.connections = 0
        self.times: dict[int, float] = {}

    async def run(self) -> None:
        """Listen, and connect again whenever the connection ends; both workers get some of the first connections."""
        await asyncio.sleep(random.uniform(0, 3))
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await self._listen()
            await asyncio.sleep(random.uniform(0.1, 1.0))

    async def _listen(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            last = [] if self.last is None else [f"Last-Event-ID: {self.last}"]
            head = [f"GET /p/{SLUG}/live HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *last, "", ""]
            writer.write("\r\n".join(head).encode())
            if b" 200 " not in await reader.readline():
                return
            self.connections += 1
            kind = version = ""
            while line := (await reader.readline()).decode():
                name, _, value = line.rstrip("\r\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "id":
                    version = value
                elif name == "data":
                    self._note(kind, int(version), value)
        finally:
            writer.close()

    def _note(self, kind: str, version: int, value: str) -> None:
        if kind in ("result", "change", "claim"):
            self.versions += range(json.loads(value)["after"] + 1, version + 1)
            self.times[version] = time.perf_counter()
        self.last = version


class Writer:
    """An arbiter who enters results at boards of their own, and sends each until it is acknowledged."""

    def __init__(self, port: int, secret: str, token: str, round: int, boards: list[tuple[int, int]]) -> None:
        self.port, self.round, self.boards = port, round, boards
        self.headers = (f"Cookie: {COOKIE}={secret}", "Content-Type: application/json", f"X-CSRF-Token: {token}")
        self.acknowledged: dict[str, int] = {}
        self.sent = 0
        self.answers: list[float] = []
        self.times: dict[int, float] = {}

    async def run(self, until: float, pause: float) -> None:
        """Enter results until a moment."""
        await asyncio.sleep(random.uniform(0, pause))
        turn = 0
        while time.perf_counter() < until:
            white, black = self.boards[turn % len(self.boards)]
            result = str(RESULTS[turn // len(self.boards) % 3])
            command = {"command": "result.enter", "round": self.round, "white": f"p{white}", "black": f"p{black}",
                       "result": result, "id": f"{id(self)}-{turn}"}  # fmt: skip
            await self._send(command)
            turn += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))

    async def _send(self, command: dict[str, Any]) -> None:
        body = json.dumps(command).encode()
        begin = time.perf_counter()
        while True:
            self.sent += 1
            with suppress(OSError, asyncio.IncompleteReadError):
                status, content = await request(self.port, "POST", f"/t/{SLUG}/commands", body, *self.headers)
                if status == 200:
                    version = int(json.loads(content)["version"])
                    self.acknowledged[command["id"]] = version
                    self.times[version] = time.perf_counter()
                    self.answers.append(self.times[version] - begin)
                    return
                assert status in (409, 503), (status, content)  # others were quicker, or the database is away
            await asyncio.sleep(random.uniform(0.1, 0.5))


async def fail(server: WebServer, cluster: postgresql.Cluster, seconds: float) -> None:
    """Kill a worker after a third of the time, and PostgreSQL after two thirds; the latter is started again."""
    assert server.process is not None
    await asyncio.sleep(seconds / 3)
    workers = {pid: count_files(pid) for pid in descendants(server.process.pid) if "spawn_main" in command_line(pid)}
    busiest = max(workers, key=workers.__getitem__)
    os.kill(busiest, signal.SIGKILL)
    print(f"killed the worker with {workers[busiest]} of {sum(workers.values())} open files")
    await asyncio.sleep(seconds / 3)
    cluster.kill()
    await asyncio.sleep(1)
    await asyncio.to_thread(cluster.start)
    print("killed PostgreSQL, and started it again")


def count_files(pid: int) -> int:
    """Return the number of open files of a process."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def command_line(pid: int) -> str:
    """Return the command line of a process, or nothing if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


async def run(server: WebServer, cluster: postgresql.Cluster, place: str, tournament: Tournament,
              options: argparse.Namespace) -> int:  # fmt: skip
    """Let everybody work, and return how much went wrong."""
    with open_store(place) as store:
        session = store.people.admit(store.people.invite("Ada", int(time.time())), int(time.time()))
        first = store.version(SLUG)
    assert session is not None
    _, page = await request(server.port, "GET", f"/t/{SLUG}", b"", f"Cookie: {COOKIE}={session.secret}")
    token = re.search(rb'data-csrf-token="(\w+)"', page)
    assert token, page[:500]
    listeners = [Listener(server.port) for _ in range(options.listeners)]
    tasks = [asyncio.create_task(listener.run()) for listener in listeners]
    deadline = time.perf_counter() + PATIENCE
    while any(listener.last is None for listener in listeners):
        assert time.perf_counter() < deadline, "the listeners did not connect"
        await asyncio.sleep(0.1)
    games = [(game.white, game.black) for game in tournament.rounds[-1].games]
    writers = [Writer(server.port, session.secret, token[1].decode(), len(tournament.rounds),
                      games[number :: options.writers]) for number in range(options.writers)]  # fmt: skip
    until = time.perf_counter() + options.seconds
    with tempfile.TemporaryDirectory(prefix="rookery-backup-") as folder:
        failures = asyncio.create_task(fail(server, cluster, options.seconds))
        backup = asyncio.create_task(asyncio.to_thread(back_up, place, Path(folder), options.seconds / 6))
        await asyncio.gather(*(writer.run(until, options.pause) for writer in writers))
        await asyncio.gather(failures, backup)
        with open_store(place) as store:
            last = store.version(SLUG)
            commands = {record.command for record in store.read(SLUG)}
            different = compare_backup(store, Path(folder))
    deadline = time.perf_counter() + PATIENCE
    while any((listener.last or 0) < last for listener in listeners) and time.perf_counter() < deadline:
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return report(listeners, writers, first, last, commands, different)


def report(listeners: list[Listener], writers: list[Writer], first: int, last: int, commands: set[str],
           different: int) -> int:  # fmt: skip
    """Print what was counted, and return how much went wrong."""
    expected = list(range(first + 1, last + 1))
    missed = sum(len(set(expected) - set(listener.versions)) for listener in listeners)
    twice = sum(len(listener.versions) - len(set(listener.versions)) for listener in listeners)
    disordered = sum(sorted(listener.versions) != listener.versions for listener in listeners)
    acknowledged = {command for writer in writers for command in writer.acknowledged}
    lost = len(acknowledged - commands)
    again = sum(writer.sent for writer in writers) - len(acknowledged)
    connections = sum(listener.connections for listener in listeners) - len(listeners)
    written = {version: at for writer in writers for version, at in writer.times.items()}
    delays = [max(0.0, at - written[version]) for listener in listeners
              for version, at in listener.times.items() if version in written]  # fmt: skip
    print(f"{last - first} events by {len(writers)} writers, {len(acknowledged)} acknowledged, {again} sent again")
    print(f"acknowledged, but not in the log: {lost}")
    print(f"{len(listeners)} listeners connected again {connections} times: missed {missed}, twice {twice}, "
          f"out of order {disordered}")  # fmt: skip
    print(f"a result is answered: {milliseconds([time for writer in writers for time in writer.answers])}")
    print(f"a listener hears of it after the answer: {milliseconds(delays)}")
    print(f"logs of the backup that differ: {different}")
    return missed + twice + disordered + lost + different


def back_up(place: str, folder: Path, after: float) -> None:
    """Take a backup while the writers write."""
    time.sleep(after)
    with open_store(place) as store:
        store.backup(folder)


def compare_backup(store: Store, folder: Path) -> int:
    """Restore the backup; return the number of its logs that are not the beginning of the log in the store."""
    path = newest_backup(folder)
    assert path is not None
    different = 0
    with open_copy(path) as copy, open_store(folder / "restored.sqlite") as restored:
        restored.restore(path)
        for stream in copy.streams():
            records = list(restored.read(stream.id))
            original = list(store.read(stream.id, until=stream.version))
            sums = {kept.id: kept.sum for kept in restored.streams()}
            different += records != original or sums[stream.id] != stream.sum
        print(f"backup at version {copy.version(SLUG)} of {store.version(SLUG)}")
        different += bool(restored.check()) + (not 0 < copy.version(SLUG) < store.version(SLUG))
    return different


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--writers", type=int, default=20)
    parser.add_argument("--listeners", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="how long they write (default: 60)")
    parser.add_argument("--pause", type=float, default=1.5, help="seconds between two results of a writer")
    parser.add_argument("--players", type=int, default=100)
    options = parser.parse_args()
    if reason := postgresql.missing():
        sys.exit(reason)
    tournament = begun(rookery.generate(rookery.GeneratorSettings(players=options.players, rounds=3), seed=1))
    event = TournamentImported(tournament, lots="seed")
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder, postgresql.Cluster() as cluster:
        place = cluster.fresh()
        with open_store(place) as store:
            store.create(SLUG, "tournament", SLUG)
            store.append(SLUG, 0, [Entry(event.KIND, event.FORM, event_to_data(event))], command=SLUG, actor="", at=AT)
        workers = str(options.workers)
        server = WebServer(Path(folder), "--workers", workers, database=place, workers=workers, log_level="warning")
        with server:
            faults = asyncio.run(run(server, cluster, place, tournament, options))
            text = server.output
        if faults:
            print(text[-4000:])
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
