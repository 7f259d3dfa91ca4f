"""What the desk in the browser costs its server: a result, new standings, a hall full of viewers, the start.

    python bench/bench_web.py [--players 500] [--rounds 9] [--viewers 200] [--against FOLDER]

Over real HTTP on this machine, with the server in a process of its own; what counts is the processor time of that
process, as a ratio to `standings` of the same event, here or in another checkout. A result is answered when it is on
the disk; new standings are announced to everybody who looks, and those who look may all fetch the page. The start is
everything up to the first page, beside importing SQLAlchemy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from statistics import median

from bench_store import RESULTS, append, begun, of_standings

import rookery
from rookery.model import Tournament
from rookery.storage import open_store
from rookery.tournaments.domain.import_export import TournamentImported

HERE = Path(__file__).resolve().parent.parent
SLUG = "open"
AWAY = 60.0
"""So many seconds anything may take before it counts as lost."""


class Server:
    """`rookery desk` in a process of its own, for a folder or with other arguments that say which desk it is."""

    def __init__(self, *desk: str | Path) -> None:
        words = ["desk", *map(str, desk), "--no-browser", "--port", "0", "--share"]
        self.process = subprocess.Popen([sys.executable, "-m", "rookery", *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = None
        while not found and (line := self.process.stdout.readline()):
            found = re.search(r"http://127\.0\.0\.1:(\d+)(/\S*)", line)
        assert found, "the desk did not say where it is"
        self.port, self.entrance = int(found[1]), found[2]

    @property
    def spent(self) -> float:
        """The processor time of its threads until now, in milliseconds."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e6


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server, until nobody needs it."""
    server = Server(folder)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


class Caller:
    """A connection that is kept, and asks one thing after another."""

    def __init__(self, server: Server, cookie: str = "") -> None:
        self.host, self.cookie, self.port = f"127.0.0.1:{server.port}", cookie, server.port
        self.csrf_token = ""

    async def opened(self, own: str = "127.0.0.1") -> Caller:
        self.own = own
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(own, 0))
        return self

    async def awake(self) -> None:
        """A server hangs up on who has been silent for some seconds: call again."""
        if self.reader.at_eof():
            self.writer.close()
            await self.opened(self.own)

    def close(self) -> None:
        self.writer.close()

    def send(self, method: str, path: str, body: bytes = b"", *more: str) -> None:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Origin: http://{self.host}", *more]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        lines += [f"Content-Length: {len(body)}"] if method == "POST" else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer of known length."""
        status, headers = await self.head()
        return status, headers, await self.reader.readexactly(int(headers.get("content-length", "0")))

    async def head(self) -> tuple[int, dict[str, str]]:
        head = (await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), AWAY)).decode("latin-1")
        first, *rest = head.strip().split("\r\n")
        return int(first.split()[1]), {
            name.lower(): value for name, _, value in (line.partition(": ") for line in rest)
        }

    async def get(self, path: str) -> bytes:
        await self.awake()
        self.send("GET", path, b"", "Accept-Encoding: gzip")
        status, _, body = await self.answer()
        assert status == 200, (path, status, body[:300])
        return body


async def owner(server: Server) -> Caller:
    """Sign in at the address that the server printed, and load a page."""
    caller = await Caller(server).opened()
    caller.send("GET", server.entrance)
    status, headers, _ = await caller.answer()
    assert status == 303, status
    caller.cookie = headers["set-cookie"].partition(";")[0]
    caller.send("GET", f"/t/{SLUG}/round/1")
    _, _, page = await caller.answer()
    found = re.search(rb'data-csrf-token="([0-9a-f]+)"', page)
    assert found, page[:300]
    caller.csrf_token = found[1].decode()
    return caller


class Typist:
    """Enters result after result of the last round."""

    def __init__(self, caller: Caller, tournament: Tournament) -> None:
        self.caller, self.round = caller, len(tournament.rounds)
        games = tournament.rounds[-1].games
        self.coming = ((game, RESULTS[(at + turn) % 3]) for turn in count() for at, game in enumerate(games))

    async def enter(self) -> int:
        """One result; the version it made."""
        game, result = next(self.coming)
        wish = {"command": "result.enter", "round": self.round, "white": f"p{game.white}", "black": f"p{game.black}",
                "result": str(result)}  # fmt: skip
        body = json.dumps(wish).encode()
        more = ("Content-Type: application/json", f"X-CSRF-Token: {self.caller.csrf_token}")
        await self.caller.awake()
        self.caller.send("POST", f"/t/{SLUG}/commands", body, *more)
        status, _, said = await self.caller.answer()
        assert status == 200, (status, said)
        return int(json.loads(said)["version"])


class Viewer:
    """Somebody in the hall, told of new standings; `fetches` lets them read the page each time."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.own = server, f"127.0.{number // 200}.{2 + number % 200}"
        self.version, self.fetches = 0, False
        self.changed = asyncio.Condition()

    async def connected(self) -> None:
        self.line = await Caller(self.server).opened(self.own)
        self.line.send("GET", f"/p/{SLUG}/live", b"", "Accept: text/event-stream")
        status, _ = await self.line.head()
        assert status == 200, status
        self.reads = await Caller(self.server).opened(self.own)
        self.task = asyncio.create_task(self.listen())
        self.task.add_done_callback(lambda _: asyncio.ensure_future(self.woken()))

    async def woken(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    async def listen(self) -> None:
        event = ""
        while line := (await self.line.reader.readline()).decode():
            if line.startswith("event: "):
                event = line[7:].strip()
            elif line.startswith("id: ") and event == "standings":
                if self.fetches:
                    await self.reads.get(f"/p/{SLUG}/standings")
                async with self.changed:
                    self.version = int(line[4:])
                    self.changed.notify_all()

    async def saw(self, version: int) -> None:
        async with self.changed:
            told = self.changed.wait_for(lambda: self.version >= version or self.task.done())
            await asyncio.wait_for(told, AWAY)
        if self.task.done():
            self.task.result()

    def close(self) -> None:
        self.task.cancel()
        self.line.close()
        self.reads.close()


@asynccontextmanager
async def viewers(server: Server, number: int) -> AsyncIterator[list[Viewer]]:
    """So many in the hall."""
    made = [Viewer(server, at) for at in range(number)]
    async with AsyncExitStack() as stack:
        for one in made:
            await one.connected()
            stack.callback(one.close)
        yield made


Spent = tuple[float, float]
"""Milliseconds: the least of several, and the median, which a busy machine moves."""


async def announced(server: Server, typist: Typist, hall: list[Viewer], times: int) -> tuple[Spent, Spent]:
    """What the answer to a result costs, and all until everybody knows of the standings that come of it."""
    answers, wholes = [], []
    for _ in range(times):
        start = server.spent
        version = await typist.enter()
        answers.append(server.spent - start)
        await asyncio.gather(*(one.saw(version) for one in hall))
        wholes.append(server.spent - start)
    return (min(answers), median(answers)), (min(wholes), median(wholes))


async def results(folder: Path, tournament: Tournament, options: argparse.Namespace) -> dict[str, Spent]:
    """Milliseconds of the server for a result, four ways."""
    with served(folder) as server:
        typist = Typist(await owner(server), tournament)
        async with viewers(server, 1) as hall:
            await announced(server, typist, hall, 3)  # whatever is made once is made
            alone, one = await announced(server, typist, hall, 2 * options.times)
        async with viewers(server, options.viewers) as hall:
            _, many = await announced(server, typist, hall, options.times)
            for each in hall:
                each.fetches = True
            _, fetched = await announced(server, typist, hall, options.times)
    many_name = f"announced to {options.viewers} viewers"
    return {"answered": alone, "standings announced": one, many_name: many, f"{many_name}, and all fetch": fetched}


def children() -> float:
    """CPU milliseconds of the children that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (spent.ru_utime + spent.ru_stime)


async def started(folder: Path) -> float:
    """What the server takes up to its first page."""
    with served(folder) as server:
        await owner(server)
        return server.spent


def imported() -> float:
    """What importing SQLAlchemy takes."""
    start = children()
    subprocess.run([sys.executable, "-c", "import sqlalchemy"], check=True)
    return children() - start


def starts(folder: Path, turns: int) -> tuple[float, float]:
    """The least of some turns, taken alternately."""
    pairs = [(asyncio.run(started(folder)), imported()) for _ in range(turns + 1)][1:]  # the first compiles
    return min(one for one, _ in pairs), min(other for _, other in pairs)


def main() -> None:
    """Both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--times", type=int, default=25, help="results of each kind (default: 25)")
    parser.add_argument("--turns", type=int, default=5, help="how often the rest is measured (default: 5)")
    parser.add_argument("--against", metavar="FOLDER", default=str(HERE), help="another checkout of Rookery")
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # children see what we see
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    played = rookery.generate(rookery.GeneratorSettings(players=options.players, rounds=options.rounds), seed=1)
    with tempfile.TemporaryDirectory(prefix="rookery-") as place:
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(place, "compiled"))
        folder = Path(place, "desk")
        folder.mkdir()
        with open_store(folder / "desk.sqlite") as store:
            store.create("open", "tournament", SLUG)
            append(store, TournamentImported(begun(played), lots="seed"))
        table = of_standings(played, Path(options.against), options.turns)
        found = asyncio.run(results(folder, begun(played), options))
        table = min(table, of_standings(played, Path(options.against), options.turns))
        print(f"{options.players} players, {options.rounds} rounds: ms of the server's processor time for a result")
        print(f"standings by themselves {table:.1f}")
        for name, (least, middle) in found.items():
            print(f"{name} {least:.1f}, ratio {least / table:.2f}; median {middle:.1f}, ratio {middle / table:.2f}")
        start, alone = starts(folder, options.turns)
        print(f"start to the first page {start:.0f}, importing SQLAlchemy {alone:.0f}, ratio {start / alone:.2f}")


if __name__ == "__main__":
    main()
