"""Rookery beside other programs that pair by the Dutch system, on the same generated inputs; as ratios.

    python bench/bench_peers.py [--sizes 20,50,100,200,500] [--engine PROGRAM] [--limit 20]

PROGRAM is any executable that speaks the grammar of bbpPairings (`PROGRAM --dutch IN -p OUT`); py4swiss is measured
when it can be imported. Without either, Rookery is measured alone. `--sizes 20,100,500,1000,2000,5000` goes further; a
peer that needs more than the limit, in seconds, for one round is not asked about larger fields.

The inputs are round 6 of 9 of an open of our generator with a few half-point byes, forfeits and withdrawals; the seeds
are fixed. Times are CPU time, of children where a program is run, medians. A ratio says how many times as long as
Rookery the peer takes: above 1 Rookery is the faster one, below 1 the slower. The start of a program is the time it
needs for four players before round 1, and is taken off where the work alone is shown; Rookery and py4swiss do the work
alone inside this process. Python finds its modules compiled, as they are after `pip install`.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import rookery
from rookery import Colour, GeneratorSettings, Player, PointSystem, Tournament
from rookery.crosscheck.programs import parse_pairing, with_points_and_ranks

ROUNDS, ROUND = 9, 6
STARTS = 9
"""How often a start is measured."""

Pairing = tuple[frozenset[tuple[int, int]], int | None]
"""White and Black of every board, and who has the bye."""


# -- positions ---------------------------------------------------------------------------------------------------------


def position(size: int, seed: int, play: int = ROUND - 1) -> Tournament:
    """The open before the round that is measured, or after so many rounds."""
    settings = GeneratorSettings(
        players=size, rounds=ROUNDS, play=play, system="dutch", points=PointSystem(), acceleration="none",
        half_byes=0.02, full_byes=0, zero_byes=0, withdrawals=0.02, late_entries=0, forbidden=0,
        forfeits=0.01, double_forfeits=0.0, unusual=0.0, unrated=0.0, ranks=False,
    )  # fmt: skip
    return rookery.generate(settings, seed)


def four() -> Tournament:
    """Four players before round 1: next to nothing to do."""
    players = tuple(Player(number, f"Player {number}", 2000 - number) for number in range(1, 5))
    return Tournament(players=players, planned_rounds=3, initial_colour=Colour.WHITE, system="FIDE_DUTCH_2026")


def count_of(size: int) -> int:
    """How many tournaments of this size."""
    return max(2, min(5, 1000 // size))


# -- who pairs ---------------------------------------------------------------------------------------------------------


def by_rookery(path: Path) -> Pairing:
    """From the file to the pairs, in this process."""
    outcome = rookery.pair(rookery.load(path).tournament)
    return frozenset(outcome.pairs), outcome.bye


def by_py4swiss() -> Callable[[Path], Pairing] | None:
    """The same by py4swiss; None when it is not installed."""
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.trf import TrfParser
    except ImportError:
        return None

    def pair(path: Path) -> Pairing:
        boards = [(each.white, each.black) for each in DutchEngine.generate_pairings(TrfParser.parse(path))]
        byes = [white or black for white, black in boards if not white or not black]
        return frozenset(board for board in boards if all(board)), byes[0] if byes else None

    return pair


def by_program(command: Sequence[str]) -> Callable[[Path], Pairing]:
    """From the start of a program to its end."""

    def pair(path: Path) -> Pairing:
        target = path.with_suffix(".pairs")
        target.unlink(missing_ok=True)
        words = [*command, "--dutch", str(path), "-p", str(target)]
        subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        answer = parse_pairing(target.read_text("utf-8"))
        if answer.pairing is None:
            raise SystemExit(f"{command[0]}: {answer.failure}")
        return frozenset(answer.pairing[0]), answer.pairing[1]

    return pair


@dataclass
class Contender:
    """Somebody who pairs, and what was measured: milliseconds by size, and how many pairings were ours."""

    name: str
    pair: Callable[[Path], Pairing]
    start: float = 0.0
    """Milliseconds of the start of a program, which are taken off what is measured."""
    spent: dict[int, float] = field(default_factory=dict)
    same: dict[int, str] = field(default_factory=dict)
    weary: bool = False

    def work(self, size: int) -> float | None:
        """Milliseconds without the start of a program; None when nothing was measured."""
        return max(0.1, self.spent[size] - self.start) if size in self.spent else None


# -- measuring ---------------------------------------------------------------------------------------------------------


def cpu() -> float:
    """CPU seconds spent so far, by this process and by the children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(contender: Contender, path: Path, repeats: int) -> tuple[float, Pairing]:
    """Median milliseconds, and the pairing."""
    spent = []
    for _ in range(repeats):
        start = cpu()
        found = contender.pair(path)
        spent.append(1000 * (cpu() - start))
    return median(spent), found


def started(words: Sequence[str]) -> float:
    """Median milliseconds of a command from start to end, once it has run before."""
    spent = []
    for _ in range(STARTS + 1):
        start = cpu()
        subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        spent.append(1000 * (cpu() - start))
    return median(spent[1:])


def measure(contenders: Sequence[Contender], size: int, paths: Sequence[Path], limit: float) -> None:
    """Everybody pairs the same files; the first is whom the others are compared with."""
    ours = [contenders[0].pair(path) for path in paths]
    for one in contenders:
        if one.weary:
            continue
        runs: list[tuple[float, Pairing]] = []
        for path in paths:
            runs.append(timed(one, path, 1 if runs and runs[0][0] > 1000 else 3 if size <= 1000 else 1))
            if runs[-1][0] > 1000 * limit:
                one.weary = True
                break
        one.spent[size] = median(spent for spent, _ in runs)
        agree = sum(pairing == own for (_, pairing), own in zip(runs, ours, strict=False))
        one.same[size] = f"{agree} of {len(runs)}"


# -- printing ----------------------------------------------------------------------------------------------------------


def ms(value: float | None) -> str:
    """Milliseconds with about three digits."""
    return "-" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def growth(sizes: Sequence[int], value: Callable[[int], float | None]) -> dict[int, str]:
    """The exponent of growth since the size before."""
    said, last = dict[int, str](), None
    for size in sizes:
        now = value(size)
        if now and last:
            said[size] = f"n^{math.log(now / last[1]) / math.log(size / last[0]):.1f}"
        last = (size, now) if now else None
    return said


def ratio(theirs: float | None, ours: float | None) -> str:
    """How many times as long, with two digits."""
    if theirs is None or ours is None:
        return "-"
    times = theirs / ours
    return f"{times:,.0f}" if times >= 10 else f"{times:.2g}"


def table(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> None:
    """A table that is Markdown as well."""
    body = list(rows)
    widths = [max(len(cell) for cell in column) for column in zip(heads, *body, strict=True)]
    for row in (heads, ["-" * (width - 1) + ":" for width in widths], *body):
        print("| " + " | ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) + " |")
    print(flush=True)


def work_alone(contenders: Sequence[Contender], sizes: Sequence[int]) -> None:
    """Times without any start, with growth and ratios; the first is whom the others are compared with."""
    first = contenders[0]
    grown = [growth(sizes, one.work) for one in contenders]
    heads = ["players"]
    for one in contenders:
        heads += [one.name, "growth", *([] if one is first else ["ratio", "same pairs"])]

    def rows() -> Iterator[list[str]]:
        for size in sizes:
            row = [f"{size:,}"]
            for one, exponents in zip(contenders, grown, strict=True):
                row += [ms(one.work(size)), exponents.get(size, "")]
                if one is not first:
                    row += [ratio(one.work(size), first.work(size)), one.same.get(size, "-")]
            yield row

    table(heads, rows())
    for one in contenders:
        if one.weary:
            print(f"{one.name} needed more than the limit for one round and was not asked further.\n")


def start_to_end(programs: Sequence[Contender], sizes: Sequence[int]) -> None:
    """Times with everything that a user of the command waits for."""
    ours, *peers = programs

    def rows() -> Iterator[list[str]]:
        for size in sizes:
            row = [f"{size:,}", ms(ours.spent.get(size))]
            for one in peers:
                row += [ms(one.spent.get(size)), ratio(one.spent.get(size), ours.spent.get(size))]
            yield row

    table(["players", ours.name, *(head for one in peers for head in (one.name, "ratio"))], rows())


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="20,50,100,200,500", help="players, with commas between (at most 9,999)")
    parser.add_argument("--engine", metavar="PROGRAM", help="an executable that speaks the grammar of bbpPairings")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for one round (default: 20)")
    options = parser.parse_args()
    sizes = sorted({int(size) for size in options.sizes.split(",")})
    python = [sys.executable, "-m", "rookery"]
    inside, programs = [Contender("Rookery", by_rookery)], [Contender("Rookery", by_program(python))]
    if options.engine:
        engine = str(Path(options.engine).resolve())
        programs.append(Contender(Path(engine).stem, by_program([engine])))
    py4swiss = by_py4swiss()
    if py4swiss is not None:
        inside.append(Contender("py4swiss", py4swiss))

    with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # children see what we see
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        small = Path(folder, "four.trf")
        small.write_bytes(rookery.dumps(with_points_and_ranks(four()), "trfbx"))
        print("Start of a program: CPU ms, four players before round 1\n")
        starts = [("the bare interpreter", started([sys.executable, "-c", "pass"]))]
        for one in programs:
            one.pair(small)  # compiles what is not compiled yet
            one.start = median(timed(one, small, 1)[0] for _ in range(STARTS))
            starts.append((f"{one.name}, as a program", one.start))
        if py4swiss is not None:
            code = "from py4swiss.engines import DutchEngine; from py4swiss.trf import TrfParser"
            starts.append(("py4swiss, its import", started([sys.executable, "-c", code])))
        table(["start", "ms"], ([name, ms(spent)] for name, spent in starts))

        for size in sizes:
            paths = []
            for seed in range(count_of(size)):
                paths.append(Path(folder, f"{size}-{seed}.trf"))
                paths[-1].write_bytes(rookery.dumps(with_points_and_ranks(position(size, seed)), "trfbx"))
            measure(inside, size, paths, options.limit)
            measure(programs, size, paths, options.limit)
    said = f"round {ROUND} of {ROUNDS}, median CPU ms a round"
    print(f"The work alone, read and pair, without the start of a program: {said}\n")
    work_alone([*inside, *programs[1:]], sizes)
    print(f"As programs, from start to end: {said}\n")
    start_to_end(programs, sizes)


if __name__ == "__main__":
    main()
