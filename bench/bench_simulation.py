"""What a simulated tournament costs beside its pairing, many orders beside one, a future, an executor; and memory.

All as ratios of processor time in one run, the least of several.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable
from time import process_time

import rookery
from rookery import GeneratorSettings, forecast
from rookery.pairing.system import System
from rookery.simulation import Field, Study, simulate
from rookery.simulation.executors import processes

TEN = ("PTS", "BH", "BH/C1,BH,SB", "SB", "DE,BH", "WIN,BH/C1", "BH/M1", "ARO", "TPR", "PS")
TIMES = 3


class Pairing:
    """How long pairing takes while something else is done: the field of a round, and what is decided in it."""

    def __init__(self) -> None:
        self.spent, self.inside = 0.0, False
        self.real = {name: getattr(System, name) for name in ("pair", "field", "pair_with_fixed", "pair_boards")}

    def __enter__(self) -> Pairing:
        for name, call in self.real.items():
            setattr(System, name, self.timed(call))
        return self

    def timed(self, call: Callable[..., object]) -> Callable[..., object]:
        """The call, with its time added up; calls inside it are not counted twice."""

        def run(*args: object, **more: object) -> object:
            if self.inside:
                return call(*args, **more)
            self.inside, began = True, process_time()
            try:
                return call(*args, **more)
            finally:
                self.spent += process_time() - began
                self.inside = False

        return run

    def __exit__(self, *failed: object) -> None:
        for name, call in self.real.items():
            setattr(System, name, call)


def in_pairing_time(work: Callable[[], object]) -> tuple[float, float]:
    """The least ratio of several to the pairing in it, and the time of that one."""
    found = []
    for _ in range(TIMES):
        with Pairing() as pairing:
            began = process_time()
            work()
            spent = process_time() - began
        found.append((spent / pairing.spent, spent))
    return min(found)


def study(size: int, rounds: int, orders: tuple[str, ...]) -> Study:
    """A plain study with one measure."""
    return Study(field=Field.uniform(size, 1400, 2200, noise=100), rounds=rounds, orders=orders, measures=("tau",))


def tournaments(count: int) -> None:
    """One order in pairing time, ten in the time of one."""
    for size, rounds in ((32, 7), (100, 9)):
        one, ten = study(size, rounds, ("BH",)), study(size, rounds, TEN)
        simulate(ten, 2, chunk=9)
        ratio, spent = in_pairing_time(lambda one=one: simulate(one, count, seed=1, chunk=count))  # type: ignore[misc]
        _, more = in_pairing_time(lambda ten=ten: simulate(ten, count, seed=1, chunk=count))  # type: ignore[misc]
        print(f"{size} x {rounds}: one order {ratio:.2f} of pairing time; ten orders {more / spent:.2f} of one")


def futures(count: int) -> None:
    """A future after round 5 of 9, in pairing time."""
    settings = GeneratorSettings(
        players=100, rounds=9, play=5, system="dutch", acceleration="none", withdrawals=0, late_entries=0
    )
    event = rookery.generate(settings, seed=3)
    ratio, _ = in_pairing_time(lambda: forecast(event, count, seed=1, chunk=count))
    print(f"a future of 100 x 9 after round 5: {ratio:.2f} of pairing time")


def executor(count: int) -> None:
    """Jobs of about a second by one process of a pool: what the one that hands them out and adds up needs beside it."""
    plain, found = study(32, 7, ("BH",)), []
    with processes(1) as pool:
        simulate(plain, 20, seed=1, executor=pool, chunk=20)
        for _ in range(TIMES):
            worker, began = pool.submit(process_time).result(), process_time()
            simulate(plain, count, seed=1, executor=pool, chunk=count // 4)
            spent = process_time() - began
            found.append(spent / (pool.submit(process_time).result() - worker))
    print(f"executor: {count} tournaments in 4 jobs; handing out and adding up {min(found):.2%} of the work")


def memory(few: int, many: int) -> None:
    """The most memory after many tournaments, in that after few."""
    plain = study(16, 5, ("BH",))
    simulate(plain, few, seed=1, chunk=25)
    first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    simulate(plain, many, seed=2, chunk=25)
    last = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory after {many:,} tournaments: {last / first:.3f} of that after {few:,}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scale", type=int, nargs="?", default=20, help="how many tournaments (default: 20)")
    scale = parser.parse_args().scale
    tournaments(scale)
    futures(5 * scale)  # about a second: as long as a job
    executor(10 * scale)
    memory(100, 50 * scale)
