"""How fast tournaments are generated and checked, beside the engine's own time in the same run; CPU time of one core.

    python bench/bench_checking.py [--sizes 100x9,500x9,2000x11] [--count 20] [--runs 3] [--start-up]

Every tournament is taken several times, and the least time counts, because machines are shared.

The engine's own time is what is spent in pairing rounds and, where the players have ranks, in computing the standings.
Without ranks it is pairing alone. With --start-up the drop-in command is timed, too (wall time, best of several).
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import rookery
from rookery import GeneratorSettings
from rookery.checking.checker import position_before_round
from rookery.formats import standings as ranking
from rookery.pairing.system import System


class Clock:
    """CPU time spent in the engine."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.inside = False

    def timed(self, call: Callable[..., object]) -> Callable[..., object]:
        """The call, with its time added up; calls inside it are not counted twice."""

        def run(*args: object, **more: object) -> object:
            if self.inside:
                return call(*args, **more)
            self.inside, start = True, time.process_time()
            try:
                return call(*args, **more)
            finally:
                self.spent += time.process_time() - start
                self.inside = False

        return run


@contextmanager
def watched() -> Iterator[Clock]:
    """A clock on the engine's ways in: the field of a round, its pairing, the standings."""
    clock = Clock()
    kept: list[tuple[Any, str, Any]] = [
        (System, name, getattr(System, name)) for name in ("pair", "field", "pair_with_fixed")
    ]
    kept.append((ranking, "standings", ranking.standings))
    for home, name, call in kept:
        setattr(home, name, clock.timed(call))
    try:
        yield clock
    finally:
        for home, name, call in kept:
            setattr(home, name, call)


def measured(name: str, work: Callable[[Any], Any], inputs: Sequence[Any], runs: int) -> list[Any]:
    """One line of the table, and what the work gave."""
    given, least = [], []
    with watched() as clock:
        for one in inputs:
            times = []
            for _ in range(runs):
                clock.spent, start = 0.0, time.process_time()
                made = work(one)
                times.append((time.process_time() - start, clock.spent))
            given.append(made)
            least.append(min(times))
    each, engine = (1000 * sum(column) / len(inputs) for column in zip(*least, strict=True))
    print(f"{name:34} {each:9.1f} ms  {1000 / each:7.1f} a second  engine {engine:9.1f} ms  ratio {each / engine:5.2f}")
    return given


def size(text: str, count: int, runs: int) -> None:
    """Generate and check tournaments of one size."""
    players, rounds = map(int, text.split("x"))
    for ranks in (False, True):
        settings = GeneratorSettings(players=players, rounds=rounds, ranks=ranks)
        said = "with ranks" if ranks else "pairing alone"
        made = measured(f"{text} generated, {said}", partial(rookery.generate, settings), range(count), runs)
        measured(f"{text} checked, {said}", rookery.check, made, runs)


def start_up() -> None:
    """The drop-in command from start to end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "open.trf")
        path.write_bytes(
            rookery.dumps(position_before_round(rookery.generate(GeneratorSettings(players=100, rounds=9), 1), 5))
        )
        for name, words in (
            ("bare Python", ["-c", "pass"]),
            ("import rookery", ["-c", "import rookery"]),
            ("rookery --version", ["-m", "rookery", "--version"]),
            ("rookery --dutch IN -p (100 players)", ["-m", "rookery", "--dutch", str(path), "-p"]),
        ):
            best = min(_wall([sys.executable, *words]) for _ in range(9))
            print(f"{name:36} {1000 * best:7.1f} ms")


def _wall(words: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="100x9,500x9,2000x11")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--start-up", action="store_true")
    options = parser.parse_args()
    rookery.check(rookery.generate(seed=1))  # everything imported, the tables made
    for text in options.sizes.split(","):
        size(text, max(1, options.count * 900 // (int(text.split("x")[0]) * int(text.split("x")[1]))), options.runs)
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB at most")
    if options.start_up:
        start_up()


if __name__ == "__main__":
    main()
