"""What a tournament that remembers costs: one result at the desk, and opening a long log, as ratios.

    python bench/bench_store.py [--players 500] [--rounds 9] [--events 20000] [--against FOLDER] [--place ADDRESS]

A result is decided, guarded, folded and written into a store; that is compared with `standings` of the same event, here
or in another checkout. Opening a log with the most events behind its last snapshot is compared with loading the same
event from JSON. Processor time of one process: the median of 750 results, the least of several runs for the others. The
store is a file of SQLite in a temporary folder, unless an address is given (postgresql://...).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path

import rookery
from rookery._record import replace
from rookery.model import Result, Tournament
from rookery.storage import Entry, open_store
from rookery.storage.store import Store
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.domain.results import EnterResult, ResultEntered
from rookery.tournaments.event import Event, event_to_data
from rookery.tournaments.service import SNAPSHOT_INTERVAL, TournamentService
from rookery.tournaments.state import dump_state

HERE = Path(__file__).resolve().parent.parent
AT = "2026-11-16T09:00:00Z"
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
STANDINGS = """
import sys, time, rookery
event = rookery.loads(sys.stdin.buffer.read()).tournament
for _ in range(int(sys.argv[1])):
    start = time.process_time()
    rookery.standings(event)
    print(time.process_time() - start)
"""


def begun(made: Tournament) -> Tournament:
    """An event whose last round is paired and has no result yet; everybody has a key."""
    last = replace(made.rounds[-1], games=tuple(replace(game, result=Result.PENDING) for game in made.rounds[-1].games))
    people = tuple(replace(one, key=f"p{one.number}") for one in made.players)
    return replace(made, players=people, rounds=(*made.rounds[:-1], last))


def desk_of(store: Store) -> TournamentService:
    """A desk at a store."""
    numbers = count()
    return TournamentService(store, lambda: AT, lambda: f"{time.time_ns()}-{next(numbers)}")


def append(store: Store, *events: Event) -> None:
    """Write events as they are, in one command."""
    version = store.version("open")
    entries = [Entry(one.KIND, one.FORM, event_to_data(one)) for one in events]
    store.append("open", version, entries, command=f"bulk-{version}", actor="ada", at=AT)


def results(tournament: Tournament) -> Iterator[ResultEntered]:
    """Result after result of the last round, each in the place of the one before."""
    games, was = tournament.rounds[-1].games, dict[tuple[int, int], Result]()
    for result in cycle(RESULTS):
        for game in games:
            pair = game.white, game.black
            yield ResultEntered(
                len(tournament.rounds), f"p{game.white}", f"p{game.black}", result, was.get(pair, Result.PENDING)
            )
            was[pair] = result


def spent(run: Callable[[], object]) -> float:
    """Processor time of a call, in milliseconds."""
    start = time.process_time()
    run()
    return 1000 * (time.process_time() - start)


def of_a_result(store: Store, tournament: Tournament) -> tuple[float, float]:
    """What a result costs at the desk: the least, and on average with the snapshots that come with some."""
    desk, number = desk_of(store), len(tournament.rounds)
    desk.state("open")
    wishes = [
        EnterResult(number, f"p{game.white}", f"p{game.black}", result)
        for result in RESULTS
        for game in tournament.rounds[-1].games
    ]
    times = [spent(lambda: desk.do("open", wanted, actor="ada")) for wanted in wishes[: 3 * SNAPSHOT_INTERVAL]]  # noqa: B023
    return sorted(times)[len(times) // 2], sum(times) / len(times)


def of_standings(tournament: Tournament, folder: Path, turns: int) -> float:
    """What the standings of the event take in a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    words = [sys.executable, "-c", STANDINGS, str(turns)]
    data = rookery.dumps(tournament, "json")
    done = subprocess.run(words, input=data, capture_output=True, env=environment, check=True)
    return 1000 * min(map(float, done.stdout.split()))


def filled(store: Store, tournament: Tournament, number: int) -> None:
    """Let the log have so many events, and as many behind its last snapshot as there may be."""
    left, every = number - store.version("open"), results(tournament)
    while left > 0:
        some = min(left, 1000)
        append(store, *(next(every) for _ in range(some)))
        left -= some
    last = number - (SNAPSHOT_INTERVAL - 1)
    store.keep_snapshot("open", last, dump_state(desk_of(store).at("open", last)))


def main() -> None:
    """Both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--against", metavar="FOLDER", default=str(HERE), help="another checkout of Rookery")
    parser.add_argument("--place", metavar="ADDRESS", help="where the store is made")
    options = parser.parse_args()
    played = rookery.generate(rookery.GeneratorSettings(players=options.players, rounds=options.rounds), seed=1)
    tournament = begun(played)
    with tempfile.TemporaryDirectory() as folder, open_store(options.place or Path(folder) / "desk.sqlite") as store:
        store.create("open", "tournament", "open")
        append(store, TournamentImported(tournament, lots="seed"))
        table = of_standings(played, Path(options.against), options.turns)
        middle, average = of_a_result(store, tournament)
        print(f"{options.players} players, {options.rounds} rounds: milliseconds of processor time")
        print(f"a result {middle:.2f} (with snapshots {average:.2f}), standings {table:.1f}")
        print(f"a result / standings: {middle / table:.2f} ({average / table:.2f})")
        filled(store, tournament, options.events)
        json = rookery.dumps(desk_of(store).state("open").tournament, "json")
        opened, loaded = [], []
        for _ in range(options.turns):
            opened.append(spent(lambda: desk_of(store).state("open")))
            loaded.append(spent(lambda: rookery.loads(json)))
        print(f"opening {options.events:,} events {min(opened):.1f}, loading the JSON {min(loaded):.1f}")
        print(f"opening / loading: {min(opened) / min(loaded):.2f}")


if __name__ == "__main__":
    main()
