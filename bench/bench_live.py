"""Whether live events get lost, doubled or late: several processes on one database, several writers, many listeners.

    python bench/bench_live.py [--postgresql | --database postgresql://...] [--processes 2] [--writers 5] [--seconds 60]

Each process is a `rookery desk` of its own, over real HTTP. The writers enter results in one tournament through all of
them; every listener must get every event once, in the order of its version. Then a transaction from outside holds that
tournament for some seconds, a command waits for it, and pages and live events of another tournament are timed beside
the same without it. The database is a file of SQLite, or that of an address, or a PostgreSQL that is started for the
run, as the tests start it. Ends with 1 when an event was missed, doubled
or out of order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack, contextmanager, nullcontext
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench_store import AT, RESULTS, begun
from bench_web import AWAY, Caller, Server, owner

import rookery
from rookery.model import Tournament
from rookery.storage import Entry, event_log, open_store
from rookery.storage.database import Database
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.event import event_to_data

OPEN, OTHER = "open", "other"
"""The tournament that is written to, and held; and another one."""


class Listener:
    """Somebody with a live line: which versions came, and when."""

    def __init__(self, caller: Caller, slug: str) -> None:
        self.caller, self.slug = caller, slug
        self.versions: list[int] = []
        self.times: dict[int, float] = {}
        self.came = asyncio.Condition()

    async def connect(self) -> None:
        """Open the line."""
        self.caller.send("GET", f"/t/{self.slug}/live", b"", "Accept: text/event-stream")
        status, _ = await self.caller.head()
        assert status == 200, status
        self.ready = asyncio.Event()
        self.task = asyncio.create_task(self.listen())
        await asyncio.wait_for(self.ready.wait(), AWAY)

    async def listen(self) -> None:
        """Note every event; the data follow the kind and the version."""
        kind, version = "", 0
        while line := (await self.caller.reader.readline()).decode():
            name, _, value = line.rstrip("\r\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                version = int(value)
            elif name == "data" and kind == "hello":
                self.ready.set()
            elif name == "data" and kind in ("result", "change"):
                async with self.came:
                    self.versions += range(json.loads(value)["after"] + 1, version + 1)
                    self.times[version] = time.perf_counter()
                    self.came.notify_all()

    async def wait_for(self, version: int) -> None:
        """Wait until a version came; nothing may come later."""
        async with self.came:
            reached = self.came.wait_for(lambda: self.task.done() or self.versions[-1:] >= [version])
            await asyncio.wait_for(reached, AWAY)

    def faults(self, first: int, last: int) -> tuple[int, int, int]:
        """How many versions were missed, came twice, and came behind a later one."""
        missed = len(set(range(first, last + 1)) - set(self.versions))
        twice = len(self.versions) - len(set(self.versions))
        pairs = zip(self.versions, self.versions[1:], strict=False)
        return missed, twice, sum(before > after for before, after in pairs)


class Writer:
    """Enters results at boards of its own, one after another."""

    def __init__(self, caller: Caller, slug: str, round: int, boards: list[tuple[int, int]]) -> None:
        self.caller, self.slug, self.round, self.boards = caller, slug, round, boards
        self.count = self.conflicts = 0
        self.answers: list[float] = []
        self.written: dict[int, float] = {}

    async def enter(self) -> int:
        """Enter a result; its version, or 0."""
        turn, at = divmod(self.count, len(self.boards))
        white, black = self.boards[at]
        return await self.send({"command": "result.enter", "round": self.round, "white": f"p{white}",
                                "black": f"p{black}", "result": str(RESULTS[turn % 3])})  # fmt: skip

    async def send(self, wish: dict[str, Any]) -> int:
        """Send a command; its version, or 0 when others were quicker again and again."""
        more = ("Content-Type: application/json", f"X-CSRF-Token: {self.caller.csrf_token}")
        await self.caller.awake()
        start = time.perf_counter()
        self.caller.send("POST", f"/t/{self.slug}/commands", json.dumps(wish).encode(), *more)
        status, _, body = await self.caller.answer()
        end = time.perf_counter()
        self.answers.append(end - start)
        if status == 409:
            self.conflicts += 1
            return 0
        assert status == 200, (status, body)
        self.count += 1
        version = int(json.loads(body)["version"])
        self.written[version] = end
        return version

    async def work(self, until: float) -> None:
        """Write until a moment."""
        while time.perf_counter() < until:
            await self.enter()


async def member(server: Server, first: Caller) -> Caller:
    """Another connection of the same browser."""
    caller = await Caller(server, first.cookie).opened()
    caller.csrf_token = first.csrf_token
    return caller


def milliseconds(times: list[float]) -> str:
    """The median, the 95th percentile and the longest."""
    late = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return f"median {1000 * median(times):.0f} ms, 95 % {1000 * late:.0f} ms, longest {1000 * max(times):.0f} ms"


async def run(servers: list[Server], place: str, tournament: Tournament, options: argparse.Namespace) -> int:
    """Both parts; how much went wrong."""
    owners = [await owner(server) for server in servers]
    faults = await written(servers, owners, tournament, options)
    await delayed(servers[0], owners[0], place, tournament, options)
    return faults


async def written(
    servers: list[Server], owners: list[Caller], tournament: Tournament, options: argparse.Namespace
) -> int:
    """Let the writers write, and count what went wrong."""
    games = [(game.white, game.black) for game in tournament.rounds[-1].games]
    async with AsyncExitStack() as stack:
        listeners = [Listener(await member(server, first), OPEN) for server, first in zip(servers, owners, strict=True)
                     for _ in range(options.listeners)]  # fmt: skip
        for listener in listeners:
            await listener.connect()
            stack.callback(listener.task.cancel)
            stack.callback(listener.caller.close)
        writers = []
        for number in range(options.writers):
            at = number % len(servers)
            caller = await member(servers[at], owners[at])
            writers.append(Writer(caller, OPEN, len(tournament.rounds), games[number :: options.writers]))
        until = time.perf_counter() + options.seconds
        await asyncio.gather(*(writer.work(until) for writer in writers))
        times = {version: at for writer in writers for version, at in writer.written.items()}
        first, last = min(times), max(times)
        await asyncio.gather(*(listener.wait_for(last) for listener in listeners))
    missed, twice, late = map(sum, zip(*(one.faults(first, last) for one in listeners), strict=True))
    delays = [max(0.0, listener.times[version] - at) for listener in listeners for version, at in times.items()
              if version in listener.times]  # fmt: skip
    conflicts = sum(writer.conflicts for writer in writers)
    print(f"{len(times)} results by {len(writers)} writers through {len(servers)} processes, {conflicts} refused")
    print(f"{len(listeners)} listeners: missed {missed}, twice {twice}, out of order {late}")
    print(f"a result is answered: {milliseconds([one for writer in writers for one in writer.answers])}")
    print(f"a listener hears of it after the answer: {milliseconds(delays)}")
    return missed + twice + late


@contextmanager
def held(place: str, slug: str) -> Any:
    """A transaction of another program that holds a tournament."""
    database = Database(place)
    try:
        with database.writing() as connection:
            event_log.stream(connection, slug, locked=True)
            yield
    finally:
        database.close()


async def timed(work: Callable[[], Awaitable[Any]], seconds: float) -> list[float]:
    """How long something takes, again and again."""
    times, until = [], time.perf_counter() + seconds
    while not times or time.perf_counter() < until:
        start = time.perf_counter()
        await work()
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0.02)
    return times


async def delayed(
    server: Server, first: Caller, place: str, tournament: Tournament, options: argparse.Namespace
) -> None:
    """Time pages and live events of another tournament, without and with one that is held."""
    games = [(game.white, game.black) for game in tournament.rounds[-1].games]
    reader, writing, waiting = [await member(server, first) for _ in range(3)]
    listener = Listener(await member(server, first), OTHER)
    await listener.connect()
    paired = len(tournament.rounds)
    writer, blocked = Writer(writing, OTHER, paired, games), Writer(waiting, OPEN, paired, games)

    async def hear() -> None:
        await listener.wait_for(await writer.enter())

    what = ("a page of another tournament", "a page of the same one", "a result of another one, until it is heard")
    times: dict[tuple[str, str], list[float]] = {}
    for number, name in enumerate(("free", "held") * options.repeat):
        is_held, point = name == "held", f"held {number}"
        with held(place, OPEN) if is_held else nullcontext():
            command = asyncio.create_task(blocked.send({"command": "point.mark", "name": point})) if is_held else None
            await asyncio.sleep(0.05)
            pages = timed(lambda: reader.get(f"/t/{OTHER}/round/1"), options.hold)
            same = timed(lambda: first.get(f"/t/{OPEN}/round/1"), options.hold)
            work = [pages, same] if is_held and "://" not in place else [pages, same, timed(hear, options.hold)]
            found = await asyncio.gather(*work)
            assert command is None or not command.done(), "the command did not wait"
        if command is not None:
            assert await command
        for one, more in zip(what, found, strict=False):
            times.setdefault((name, one), []).extend(more)
    for (name, one), found in sorted(times.items()):
        print(f"{name}: {one}: {milliseconds(found)}, {len(found)} times")
    for one in what:
        if ("held", one) in times:
            delay = 1000 * (median(times["held", one]) - median(times["free", one]))
            print(f"delayed by the hold of {options.hold:g} s: {one}: median {delay:+.0f} ms")
    listener.task.cancel()


def start_postgresql(stack: ExitStack) -> str:
    """Start a PostgreSQL that ends with the run, and return the address of an empty database in it."""
    sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
    from support import postgresql

    if reason := postgresql.missing():
        sys.exit(reason)
    return stack.enter_context(postgresql.Cluster()).fresh()


def main() -> None:
    """Both parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="", metavar="ADDRESS", help="an empty database (default: SQLite)")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL for the run")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--writers", type=int, default=5)
    parser.add_argument("--listeners", type=int, default=3, help="of each process (default: 3)")
    parser.add_argument("--seconds", type=float, default=60, help="how long they write (default: 60)")
    parser.add_argument("--hold", type=float, default=2, help="how long a tournament is held (default: 2 seconds)")
    parser.add_argument(
        "--repeat", type=int, default=3, help="how often it is held, and not held, in turns (default: 3)"
    )
    parser.add_argument("--players", type=int, default=100)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # children see what we see
    tournament = begun(rookery.generate(rookery.GeneratorSettings(players=options.players, rounds=3), seed=1))
    event = TournamentImported(tournament, lots="seed")
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder, ExitStack() as stack:
        place = options.database or str(Path(folder, "desk.sqlite"))
        if options.postgresql:
            place = start_postgresql(stack)
        with open_store(place) as store:
            for slug in (OPEN, OTHER):
                store.create(slug, "tournament", slug)
                store.append(
                    slug, 0, [Entry(event.KIND, event.FORM, event_to_data(event))], command=slug, actor="", at=AT
                )
        servers = []
        try:
            servers += [Server("--desk", place) for _ in range(options.processes)]
            faults = asyncio.run(run(servers, place, tournament, options))
        finally:
            for server in servers:
                server.process.kill()
                server.process.wait()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
