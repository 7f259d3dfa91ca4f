"""What a configured server costs: a page beside a plain Starlette page, a result beside `standings`, and its memory.

    python bench/bench_server.py [--players 500] [--rounds 9] [--requests 100] [--memory 10000]

`uvicorn --factory rookery.web:create_app`, as documented, with a file of SQLite, over real HTTP on this machine. What
counts is the processor time of the server process per request. The plain page is a table with as many elements as the
page that it is compared with, rendered by a Jinja template in a Starlette application without middleware. Public pages
do not change between two requests, as for most visitors; the page of an arbiter is rendered each time. The answer to a
result is compared with `standings` of the same tournament. Then so many mixed requests are sent, mostly of visitors,
and the memory after all of them is compared with that after the first tenth. Ends with 1 if a ratio is larger than its
limit.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any, cast

from bench_store import AT, begun, of_standings
from bench_web import HERE, SLUG, Caller, Typist

import rookery
from rookery.model import Tournament
from rookery.storage import Entry, open_store
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.event import event_to_data

sys.path.append(str(HERE / "tests"))

from support.web_server import WebServer, free_port

MOST_PAGE, MOST_RESULT, MOST_MEMORY = 4.0, 0.3, 1.1
"""The limits: a page beside a plain page, a result beside `standings`, memory after all requests beside the first."""
TABLE = 1000
"""The number of elements from which the limit holds: of a small page most is the session, the layout and the log."""
PLAIN = """
import jinja2
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

TEMPLATE = jinja2.Environment(autoescape=True).from_string('''<!doctype html><html lang="en"><title>Table</title>
<table>{% for row in rows %}<tr><td>{{ row.board }}</td><td><a href="/player/{{ row.white }}">{{ row.white }}</a></td>
<td>{{ row.white_points }}</td><td>{{ row.result }}</td><td><a href="/player/{{ row.black }}">{{ row.black }}</a></td>
<td>{{ row.black_points }}</td></tr>{% endfor %}</table></html>''')
ROW = {"white": "Player & Co", "black": "Other", "result": "1-0", "white_points": 3.5, "black_points": 2.5}

async def show(request):
    rows = [{**ROW, "board": number} for number in range(request.path_params["elements"] // 9)]
    return HTMLResponse(TEMPLATE.render(rows=rows))

app = Starlette(routes=[Route("/{elements:int}", show)])
"""


class Process:
    """A server process: its port, its processor time, and its memory."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self.pid = port, pid

    @property
    def spent(self) -> float:
        """Processor time of its threads until now, in milliseconds."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e6

    @property
    def memory(self) -> float:
        """Resident memory in megabytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def text_of(caller: Caller, path: str) -> bytes:
    """Return a page."""
    page = await caller.get(path)
    return gzip.decompress(page) if page[:2] == b"\x1f\x8b" else page


async def cost(process: Process, request: Callable[[], Awaitable[Any]], count: int) -> float:
    """Return the processor time of a request in milliseconds, the best of three series."""
    for _ in range(10):
        await request()
    times = []
    for _ in range(3):
        before = process.spent
        for _ in range(count):
            await request()
        times.append((process.spent - before) / count)
    return min(times)


async def answer_cost(process: Process, typist: Typist, count: int) -> float:
    """Return the processor time of the answer to a result; the standings are made afterwards, once for several."""
    times = []
    for _ in range(count):
        before = process.spent
        await typist.enter()
        times.append(process.spent - before)
        await asyncio.sleep(0.4)  # until the standings of this result are made
    return median(times[3:])


async def run(process: Process, plain: Process, place: str, tournament: Tournament, options: argparse.Namespace) -> int:
    """Measure everything; return how many limits were exceeded."""
    with open_store(place) as store:
        session = store.people.admit(store.people.invite("Ada", int(time.time())), int(time.time()))
    assert session is not None
    arbiter = await Caller(cast("Any", process), f"rookery={session.secret}").opened()
    token = re.search(rb'data-csrf-token="([0-9a-f]+)"', await text_of(arbiter, f"/t/{SLUG}"))
    assert token
    arbiter.csrf_token = token[1].decode()
    visitor, simple = await Caller(cast("Any", process)).opened(), await Caller(cast("Any", plain)).opened()
    last, faults = len(tournament.rounds), 0
    pages: dict[str, tuple[Caller, str]] = {
        "public pairings": (visitor, f"/p/{SLUG}/round/{last}"),
        "public standings": (visitor, f"/p/{SLUG}/standings"),
        "a player's page": (visitor, f"/p/{SLUG}/player/p7"),
        "the arbiter's overview": (arbiter, f"/t/{SLUG}"),
        "the arbiter's round": (arbiter, f"/t/{SLUG}/round/{last}"),
        "the arbiter's standings": (arbiter, f"/t/{SLUG}/standings"),
    }
    for name, (caller, path) in pages.items():
        elements = len(re.findall(rb"<[a-z]", await text_of(caller, path)))
        base = await cost(plain, lambda elements=elements: simple.get(f"/{elements}"), options.requests)  # type: ignore[misc]
        spent = await cost(process, lambda caller=caller, path=path: caller.get(path), options.requests)  # type: ignore[misc]
        faults += elements >= TABLE and spent > MOST_PAGE * base
        print(f"{name}, {elements} elements: {spent:.2f} ms, {spent / base:.2f} times a plain page of {base:.2f} ms")
    ranking = of_standings(tournament, HERE, 3)
    typist = Typist(arbiter, tournament)
    result = await answer_cost(process, typist, 40)
    faults += result > MOST_RESULT * ranking
    print(f"a result: {result:.2f} ms, {result / ranking:.2f} times standings of {ranking:.0f} ms")
    return faults + await grow(process, [visitor, arbiter], pages, typist, options.memory)


async def grow(process: Process, callers: list[Caller], pages: dict[str, tuple[Caller, str]], typist: Typist,
               count: int) -> int:  # fmt: skip
    """Send mixed requests; return whether the memory grew too much after the first tenth."""
    paths = [*pages.values(), (callers[0], "/p/"), (callers[0], f"/p/{SLUG}/names"), (callers[1], f"/t/{SLUG}/players")]
    public = [pair for pair in paths if pair[1].startswith("/p/")]
    private = [pair for pair in paths if pair not in public]
    first = 0.0
    for number in range(1, count + 1):
        if number % 50 == 0:
            await typist.enter()
        else:
            kind = private if number % 10 == 0 else public
            caller, path = kind[number // 10 % len(kind)] if kind is private else kind[number % len(kind)]
            if "player/" in path:
                path = f"/p/{SLUG}/player/p{1 + number % 100}"
            await caller.get(path)
        if number == count // 10:
            first = process.memory
    ratio = process.memory / first
    print(f"memory after {count // 10} requests: {first:.0f} MB")
    print(f"memory after {count} requests: {process.memory:.0f} MB, {ratio:.2f} times")
    return int(ratio > MOST_MEMORY)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--requests", type=int, default=100, help="of each page in a series (default: 100)")
    parser.add_argument("--memory", type=int, default=10_000, help="how many mixed requests (default: 10,000)")
    options = parser.parse_args()
    settings = rookery.GeneratorSettings(players=options.players, rounds=options.rounds)
    tournament = begun(rookery.generate(settings, seed=1))
    event = TournamentImported(tournament, lots="seed")
    with tempfile.TemporaryDirectory(prefix="rookery-") as name:
        folder = Path(name)
        place = str(folder / "desk.sqlite")
        with open_store(place) as store:
            store.create(SLUG, "tournament", SLUG)
            store.append(SLUG, 0, [Entry(event.KIND, event.FORM, event_to_data(event))], command=SLUG, actor="", at=AT)
        (folder / "plain.py").write_text(PLAIN.replace("BOARDS", str(len(tournament.rounds[-1].games))))
        port = free_port()
        words = [sys.executable, "-m", "uvicorn", "plain:app", "--port", str(port), "--no-access-log"]
        plain = subprocess.Popen([*words, "--log-level", "error"], cwd=folder, env=os.environ)
        try:
            with WebServer(folder, log_level="warning") as server:
                assert server.process is not None
                processes = Process(server.port, server.process.pid), Process(port, plain.pid)
                faults = asyncio.run(run(*processes, place, tournament, options))
        finally:
            plain.kill()
            plain.wait()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
