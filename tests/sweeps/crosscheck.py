"""Compare another engine with ours on random tournaments, and adjudicate every difference by article.

    python tests/sweeps crosscheck --engine '/opt/bbpPairings.exe --dutch {input} -p {output}' [--count 200]
        [--seed 0] [--jobs 2] [--players 5 120] [-o FOLDER]

A difference is put down to a known reading of the other program when that reading applies to the tournament, else it is
told as new; in small fields the literal reference has its say. Exit code 1 for a new difference.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random

import rookery
from literal.dutch import pair_next_round
from literal.events import read_event
from rookery import GeneratorSettings
from rookery.cli.console import Progress
from rookery.crosscheck.pairings import Finding, Logbook, cases, crosscheck
from rookery.crosscheck.programs import Engine
from support.other_readings import bye_floats_by_points

SMALL = 10
"""Fields up to this size are put before the literal reference."""


def known(finding: Finding, tournament: rookery.Tournament) -> str:
    """The known departure of bbpPairings 6.0.0 that explains a difference, if one does."""
    if finding.report and any(breach.code == "C2" for breach in finding.report.breaches):
        return "C.04.3 2.1.2: it gives a second bye when a field of its weights overflows"
    with bye_floats_by_points():
        outcome = rookery.pair(tournament)
    if finding.theirs is not None and (sorted(outcome.pairs), outcome.bye) == (
        sorted(finding.theirs[0]),
        finding.theirs[1],
    ):
        return "C.04.3 1.4.3: an allocated bye worth no more than a loss is a downfloat; it counts none"
    return ""


def reference(finding: Finding, players: int) -> str:
    """What the literal reference says, in fields that it can manage."""
    if players > SMALL:
        return "not asked"
    said = pair_next_round(read_event(finding.position.decode()))
    answer = None if said is None else (sorted(said.pairs), said.bye)
    for name, pairing in (("ours", finding.ours), ("theirs", finding.theirs)):
        if answer == (None if pairing is None else (sorted(pairing[0]), pairing[1])):
            return name
    return "neither"


def sizes(count: int, least: int, most: int) -> Counter[int]:
    """How many tournaments of each size: small fields more often than large ones."""
    rng = Random(f"{count} sizes")
    return Counter(int(least * ((most + 1) / least) ** rng.random()) for _ in range(count))


def main() -> int:
    """Compare, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--count", type=int, default=200, help="tournaments each way")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--players", nargs=2, type=int, default=(5, 120))
    parser.add_argument("-o", "--output", default="crosscheck-sweep")
    options = parser.parse_args()
    engine, unexplained = Engine(options.engine), 0
    executor: Executor = ProcessPoolExecutor(options.jobs) if options.jobs > 1 else ThreadPoolExecutor(1)
    plan = sizes(options.count, *options.players)
    totals = [0, 0, 0]
    with executor, Progress(2 * options.count, "tournaments") as progress:
        for size, seeds in sorted(plan.items()):
            settings = GeneratorSettings(players=size)
            with Logbook(Path(options.output, str(size)), settings, engine) as book:
                left = [case for case in cases(options.seed + 1000 * size, seeds) if case not in book.done]
                for comparison in crosscheck(settings, engine, left, executor, 4 * options.jobs):
                    book.enter(comparison)
                    progress.step()
                    for finding in comparison.findings:
                        unexplained += not report_finding(comparison.case, finding, comparison.players)
            totals = [a + b for a, b in zip(totals, (len(book.done), book.rounds, book.differences), strict=True)]
    print(f"{totals[0]} tournaments, {totals[1]} rounds, {totals[2]} differences, {unexplained} of them new")
    return int(unexplained > 0)


def report_finding(case: object, finding: Finding, players: int) -> bool:
    """Tell of a difference; whether it was explained."""
    tournament = rookery.loads(finding.position).tournament
    why = known(finding, tournament)
    said = reference(finding, players)
    print(f"{case}, round {finding.round}: {finding.verdict}; {why or finding.failure or 'NEW'}; reference: {said}")
    return bool(why) or said == "ours"


if __name__ == "__main__":
    sys.exit(main())
