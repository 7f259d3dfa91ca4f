"""Generate random tournaments, write and read them, and check them: nothing may differ, and the memory stays flat.

    python tests/sweeps generated [--count 5000] [--seed 0] [--jobs 2] [--players 5 200] [--literal]

Everything is varied that the generator draws. With --literal every round of small fields is also
paired by the literal Dutch reference. Exit code 1 when something differs.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import NamedTuple

import rookery
from rookery import GeneratorSettings
from rookery.cli.console import Progress
from rookery.errors import Severity
from sweeps import golden_dutch


class Line(NamedTuple):
    """What became of one seed."""

    seed: int
    players: int
    rounds: int
    early: bool
    wrong: str
    memory: int  # KiB, the most this process ever had


def tried(seed: int, fewest: int, most: int, literal: bool) -> Line:
    """One tournament from the seed, its file, and the checker's word."""
    rng = Random(f"{seed} size")
    settings = GeneratorSettings(players=int(fewest * ((most + 1) / fewest) ** rng.random()))
    if literal:  # which knows no type of tournament with acceleration
        settings = replace(settings, acceleration=rng.choice(["none", "none", "written"]), points=rookery.PointSystem())
    made = rookery.generate(settings, seed)
    data = rookery.dumps(made)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    early = len(made.rounds) < (made.planned_rounds or 0)
    return Line(seed, len(made.players), len(made.rounds), early, complaint(made, data, literal), memory)


def complaint(made: rookery.Tournament, data: bytes, literal: bool) -> str:
    """What is wrong with a generated tournament; nothing if all is well."""
    reading = rookery.loads(data)
    problems = [str(problem) for problem in reading.problems if problem.severity > Severity.INFO]
    if problems:
        return problems[0]
    if reading.tournament != made:
        return "not the same when read again"
    report = rookery.check(reading.tournament)
    if not report.agree:
        return f"does not check clean: {report.wrong or report.standings}"
    if literal:
        said = golden_dutch.answers(data.decode())
        if said != golden_dutch.recorded(made):
            return f"the reference differs: {said}"
    return ""


def lines(seeds: range, work: partial[Line], executor: Executor | None) -> Iterator[Line]:
    """The work, in portions, so that nothing piles up."""
    if executor is None:
        yield from map(work, seeds)
        return
    waiting = iter(seeds)
    while portion := list(islice(waiting, 200)):
        yield from executor.map(work, portion, chunksize=5)


def main() -> int:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--players", nargs=2, type=int, default=(5, 200))
    parser.add_argument("--literal", action="store_true")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    work = partial(tried, fewest=options.players[0], most=options.players[1], literal=options.literal)
    done = rounds = early = wrong = 0
    first = last = 0
    start = time.monotonic()
    executor = ProcessPoolExecutor(options.jobs) if options.jobs > 1 else None
    with Progress(options.count, "tournaments") as progress:
        for line in lines(seeds, work, executor):
            done, rounds, early = done + 1, rounds + line.rounds, early + line.early
            if line.wrong:
                wrong += 1
                print(f"seed {line.seed}, {line.players} players: {line.wrong}", flush=True)
            if done == min(500, options.count):
                first = line.memory
            last = max(last, line.memory)
            if done % 1000 == 0:
                print(f"{done} tournaments, {rounds} rounds, {wrong} wrong", flush=True)
            progress.step()
    spent = time.monotonic() - start
    print(f"{done} tournaments, {rounds} rounds, {early} ended early, {wrong} wrong, {spent:.0f} s")
    print(f"memory of a process: {first // 1024} MiB after {min(500, options.count)}, at most {last // 1024} MiB")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
