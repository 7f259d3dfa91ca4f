"""A full hall: how long 300 phones wait for the answer to a result, and 20 screens for the result itself.

    python bench/bench_hall.py [--players 600] [--rounds 9] [--phones 300] [--screens 20] [--seconds 60]

One `rookery desk` in a process of its own, over real HTTP on this machine. The phones belong to both players of half of
the boards of the last round; each has a live connection, sends its result once at a random moment, which is answered
with the page that follows, and reads it again when its opponent sends. Half of the screens show boards, the others
boards and names, or standings; a result is in its message, for the standings they read themselves anew, as their script
does. A time of a screen begins with the answer to the phone that completed the result, and ends with the message or the
page that shows it. Everything is public at once: the
standings change with every result, which no other setting does.

Times are compared with `standings` of the tournament in a process of its own: its processor time, and its time by the
clock right before and after, which a busy machine makes longer, too. Ends with 1 if a screen missed an event, or a page
does not show all results at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

from bench_live import milliseconds
from bench_store import AT, begun, of_standings
from bench_web import AWAY, HERE, SLUG, Caller, Server, served

import rookery
from rookery.model import Tournament
from rookery.storage import Entry, open_store
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.event import event_to_data
from rookery.tournaments.service import create_service
from rookery.web.access_codes import side_codes
from rookery.web.addresses import Addresses
from rookery.web.context import AppContext
from rookery.web.pages.screens import ScreenSettings

RESULTS = ("1-0", "½-½", "0-1")
CONTENTS = (("boards",), ("boards",), ("names", "boards"), ("standings",))
"""What the screens show, one after another."""
SILENCE = 2.0
"""Seconds after which a connection is not used again."""
MOST_ANSWER, MOST_SCREEN = 3, 4
"""The most that an answer and a screen may take, as a multiple of `standings`."""
BOARD = r'data-game="([^"]+)".*?class="outcome">\s*(\S*)<i>–</i>(\S*)\s*</b>'
"""The game of a board on the page of a screen, and what is shown on both sides of its result."""
WALL = """
import sys, time, rookery
event = rookery.loads(sys.stdin.buffer.read()).tournament
for _ in range(7):
    start = time.perf_counter()
    rookery.standings(event)
    print(time.perf_counter() - start)
"""


class Device(Caller):
    """A connection of a phone or a screen: opened anew when it was silent, as the server hangs up then."""

    used = 0.0

    async def awake(self) -> None:
        if time.perf_counter() - self.used > SILENCE:
            self.writer.close()
            await self.opened(self.own)

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        found = await super().answer()
        self.used = time.perf_counter()
        return found


async def read_messages(caller: Caller, path: str, ready: asyncio.Event) -> Any:
    """Yield the kind, version and data of each live message."""
    caller.send("GET", path, b"", "Accept: text/event-stream")
    status, _ = await caller.head()
    assert status == 200, (path, status)
    kind, version = "", 0
    while line := (await caller.reader.readline()).decode():
        name, _, value = line.rstrip("\r\n").partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            version = int(value)
        elif name == "data":
            if kind == "hello":
                ready.set()
            yield kind, version, json.loads(value)


class Phone:
    """The phone of a player: its connections, and how long its requests took."""

    def __init__(self, server: Server, number: int, place: Place, result: str) -> None:
        self.server, self.result = server, result
        self.white, self.path = place
        self.address, self.id = f"127.1.{number // 200}.{2 + number % 200}", f"{number:016x}"
        self.answer = self.answered = 0.0
        self.reads = self.version = self.wanted = 0

    async def connect(self) -> None:
        """Open the page and its live connection."""
        self.line = await Caller(self.server).opened(self.address)
        self.caller = await Device(self.server).opened(self.address)
        self.busy, self.stale, ready = asyncio.Lock(), asyncio.Event(), asyncio.Event()
        self.tasks = [asyncio.create_task(self.listen(ready)), asyncio.create_task(self.read())]
        await asyncio.wait_for(ready.wait(), AWAY)

    async def listen(self, ready: asyncio.Event) -> None:
        """Note when the game has changed."""
        async for _, version, _ in read_messages(self.line, f"{self.path}/live", ready):
            self.wanted = version
            if version > self.version:
                self.stale.set()

    async def read(self) -> None:
        """Read the page when the game has changed, as the script does."""
        while await self.stale.wait():
            async with self.busy:
                self.stale.clear()
                if self.wanted > self.version:
                    self.reads += 1
                    self.note_version(await self.caller.get(self.path))

    def note_version(self, body: bytes) -> None:
        """Note the version that a page shows."""
        text = (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()
        found = re.search(r'data-version="(\d+)"', text)
        assert found is not None
        self.version = int(found[1])

    async def send(self, delay: float) -> None:
        """Send the result after some seconds; the answer is the page that follows."""
        await asyncio.sleep(delay)
        async with self.busy:
            body = urlencode({"result": self.result, "id": self.id}).encode()
            start = time.perf_counter()
            await self.caller.awake()
            headers = "Content-Type: application/x-www-form-urlencoded", "Prefer: return=representation"
            self.caller.send("POST", self.path, body, *headers)
            status, _, said = await self.caller.answer()
            self.answered = time.perf_counter()
            assert status == 200, (status, said[-2000:])
            self.note_version(said)
            self.answer = self.answered - start

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.line.close()
        self.caller.close()


class Screen:
    """A screen: the versions of which it heard, and when it showed the result of a game.

    `results` are those that it heard, by game; one with the boards shows them at once.
    """

    def __init__(self, server: Server, number: int, path: str, live: Sequence[str]) -> None:
        self.server, self.path, self.live = server, path, live
        self.address = f"127.2.0.{2 + number}"
        self.versions: list[int] = []
        self.shown: dict[str, float] = {}
        self.pages = self.wrong = 0

    async def connect(self) -> None:
        """Open the page and its live connection."""
        self.line = await Caller(self.server).opened(self.address)
        self.caller = await Device(self.server).opened(self.address)
        await self.caller.get(self.path)
        self.heard, self.reached = dict[str, int](), 0
        self.results = dict[str, list[str]]()
        self.stale, ready = asyncio.Event(), asyncio.Event()
        self.tasks = [asyncio.create_task(self.listen(ready)), asyncio.create_task(self.read())]
        await asyncio.wait_for(ready.wait(), AWAY)

    async def listen(self, ready: asyncio.Event) -> None:
        """Note every event."""
        async for kind, version, data in read_messages(self.line, f"{self.path}/live", ready):
            if kind in ("claim", "result", "change"):
                self.versions += range(data["after"] + 1, version + 1)
            if kind == "result":
                white = data["game"].split()[2].partition("-")[0]
                self.heard[white] = version
                self.results[data["game"]] = data["sides"]
                if "result" in self.live:
                    self.shown.setdefault(white, time.perf_counter())
            elif kind in self.live:
                self.reached = version
                self.stale.set()

    async def read(self) -> None:
        """Read the page when something has changed; what comes meanwhile is read afterwards."""
        while await self.stale.wait():
            self.stale.clear()
            games = [
                white for white, version in self.heard.items() if version <= self.reached and white not in self.shown
            ]
            await self.caller.get(self.path)
            self.pages += 1
            now = time.perf_counter()
            self.shown |= dict.fromkeys(games, now)

    async def compare(self) -> int:
        """Return how many boards of a page that is read now show something else than the messages said."""
        page = gzip.decompress(await self.caller.get(self.path)).decode()
        boards = {game: [white, black] for game, white, black in re.findall(BOARD, page, re.DOTALL)}
        return sum(boards[game] != sides for game, sides in self.results.items())

    def faults(self, first: int, last: int) -> int:
        """Return how many versions were missed, came twice, or came behind a later one."""
        missed = len(set(range(first, last + 1)) - set(self.versions))
        return missed + sum(before >= after for before, after in pairwise(self.versions))

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.line.close()
        self.caller.close()


Place = tuple[str, str]
"""The key of the player with White at the board of a phone, and the path of its code."""


def prepare(folder: Path, tournament: Tournament, phones: int, screens: int) -> tuple[list[Place], list[str]]:
    """Create the store with the published round, the codes and the screens; return the phones and the screens."""
    folder.mkdir()
    event = TournamentImported(begun(tournament), lots="seed")
    with open_store(folder / "desk.sqlite") as store:
        store.create("open", "tournament", SLUG)
        store.append("open", 0, [Entry(event.KIND, event.FORM, event_to_data(event))], command="i", actor="", at=AT)
        service = create_service(store)
        site = AppContext(service, store, Addresses(0, True), True)
        codes = side_codes(site, "open", service.state("open"), len(tournament.rounds))
        places = [(white, f"/b/{code.secret}") for (white, _, _), pair in codes.items() for code in pair][:phones]
        made = [
            store.screens.create(
                "open", f"Screen {at}", ScreenSettings(shows=CONTENTS[at % len(CONTENTS)]).to_json(), 1
            )
            for at in range(screens)
        ]
        return places, [f"/s/{screen.id}" for screen in made]


async def play(
    server: Server, places: list[Place], screen_paths: list[str], seconds: float
) -> tuple[list[Phone], list[Screen]]:
    """Let all phones send within some seconds; end when the screens show everything."""
    chance = random.Random(1)
    phones = [Phone(server, at, place, RESULTS[at // 2 % 3]) for at, place in enumerate(places)]
    screens = []
    for at, path in enumerate(screen_paths):
        shows = CONTENTS[at % len(CONTENTS)]
        live = (
            "change",
            *(("result",) if "boards" in shows else ()),
            *(("standings",) if "standings" in shows else ()),
        )
        screens.append(Screen(server, at, path, live))
    with ExitStack() as stack:
        for each in (*phones, *screens):
            await each.connect()
            stack.callback(each.close)
        await asyncio.sleep(1)
        delays = [chance.uniform(0, seconds) for _ in phones]
        await asyncio.gather(*(phone.send(delay) for phone, delay in zip(phones, delays, strict=True)))
        deadline = time.perf_counter() + AWAY
        while any(len(screen.shown) < len(phones) // 2 for screen in screens) and time.perf_counter() < deadline:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        for screen in screens:
            if "result" in screen.live:
                await screen.caller.awake()
                screen.wrong = await screen.compare()
    return phones, screens


def wall_of_standings(tournament: Tournament) -> float:
    """Return the milliseconds of `standings` by the clock: the median of several in a process of its own."""
    data = rookery.dumps(tournament, "json")
    done = subprocess.run([sys.executable, "-c", WALL], input=data, capture_output=True, check=True)
    return 1000 * median(map(float, done.stdout.split()))


def late(times: Sequence[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return 1000 * (quantiles(times, n=20)[-1] if len(times) > 1 else times[0])


def main() -> None:
    """Run the hall, and print its times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--phones", type=int, default=300, help="an even number (default: 300)")
    parser.add_argument("--screens", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60, help="in which all phones send (default: 60)")
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # children see what we see
    tournament = rookery.generate(rookery.GeneratorSettings(players=options.players, rounds=options.rounds), seed=1)
    with tempfile.TemporaryDirectory(prefix="rookery-") as place:
        folder = Path(place, "desk")
        places, screen_paths = prepare(folder, tournament, options.phones, options.screens)
        before = wall_of_standings(tournament)
        with served(folder) as server:
            phones, screens = asyncio.run(play(server, places, screen_paths, options.seconds))
            spent = server.spent
        processor, wall = of_standings(tournament, HERE, 5), (before + wall_of_standings(tournament)) / 2
        with open_store(folder / "desk.sqlite") as store:
            log = [(record.version, record.kind) for record in store.read("open")]
    sys.exit(1 if report(phones, screens, log, processor, wall, spent) else 0)


def report(
    phones: list[Phone], screens: list[Screen], log: list[tuple[int, str]], processor: float, wall: float, spent: float
) -> int:
    """Print what was measured; return how much went wrong."""
    answered: dict[str, float] = {}
    for phone in phones:
        answered[phone.white] = max(answered.get(phone.white, 0.0), phone.answered)
    boards, tables = ([screen for screen in screens if kind in screen.live] for kind in ("result", "standings"))
    updates, ranks = (
        [max(0.0, at - answered[white]) for screen in some for white, at in screen.shown.items()]
        for some in (boards, tables)
    )
    versions = [version for version, kind in log if kind in ("result.claimed", "result.entered")]
    claims, results = (sum(kind == name for _, kind in log) for name in ("result.claimed", "result.entered"))
    missed = sum(screen.faults(min(versions), max(versions)) for screen in screens)
    unseen = sum(len(answered) - len(screen.shown) for screen in screens)
    wrong = sum(screen.wrong for screen in boards)
    lost = abs(len(phones) - claims) + abs(len(phones) // 2 - results) + unseen + wrong
    load = os.getloadavg()[0]
    print(f"{claims} claims of {len(phones)} phones, {results} results, {len(screens)} screens; load {load:.1f}")
    print(f"events that screens missed or heard twice {missed}; results lost, or not shown {lost}")
    print(f"standings: {processor:.0f} ms of processor time, {wall:.0f} ms by the clock")
    for name, times, most in (
        ("a claim is answered", [phone.answer for phone in phones], MOST_ANSWER),
        ("a screen shows a result after the answer", updates, MOST_SCREEN),
        ("a screen shows the standings after the answer", ranks, MOST_SCREEN),
    ):
        ratios = f"95 % / standings {late(times) / processor:.2f}, by the clock {late(times) / wall:.2f}"
        print(f"{name}: {milliseconds(times)}; {ratios} (at most {most})")
    pages = sum(screen.pages for screen in screens)
    print(f"{sum(phone.reads for phone in phones)} pages read by phones, {pages} by screens; "
          f"{spent / 1000:.1f} s of the server's processor time")  # fmt: skip
    return missed + lost


if __name__ == "__main__":
    main()
