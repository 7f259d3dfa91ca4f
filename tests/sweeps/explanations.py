"""Ask everything about random small fields, and hold every fact, number and sentence against all their pairings.

    python tests/sweeps explanations SYSTEM [--seeds 0 260] [--size 6 9] [--wild 4] [--out FOLDER] [--jobs 2]

Each position is a round of a tournament that the literal reference has played, or one in which any legal games may have
been played before. All complete pairings are listed and priced by the reference; then `explain` is asked of everybody,
`why_not` of every two and of every bye, `given_up` of every bracket, and `check` of rounds that were spoilt.
A falsehood is printed with its question, and the position is kept in the folder as a file. Exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rookery.cli.console import Progress
from support.explanation_case import JUDGES
from support.explanation_checks import CheckedPosition, check_positions


class Tally:
    """What was asked, and what was false."""

    def __init__(self, system: str, folder: Path | None) -> None:
        self.system, self.folder = system, folder
        self.positions = self.pairings = self.questions = 0
        self.told: Counter[str] = Counter()
        self.false: Counter[str] = Counter()
        self.start = time.monotonic()

    def add(self, found: CheckedPosition) -> None:
        """One position."""
        self.positions += 1
        self.pairings += found.pairings
        self.questions += found.questions
        self.told.update(found.told)
        for n, one in enumerate(found.falsehoods):
            self.false[one.kind] += 1
            if self.false[one.kind] <= SHOWN:
                print(f"seed {found.seed}: {one}", flush=True)
                self.keep(f"{one.kind}-{found.seed}-{n}.trf".replace(" ", "-").lower(), f"### {one}\n{found.text}")

    def keep(self, name: str, text: str) -> None:
        """The position as a file, with the question as a comment."""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{self.system}-{name}").write_text(text.replace("\n   ", " "), encoding="utf-8")

    def __str__(self) -> str:
        spent = time.monotonic() - self.start
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(self.told.items()))
        false = ", ".join(f"{kind} {number}" for kind, number in sorted(self.false.items())) or "none"
        counts = f"{self.positions:,} positions with {self.pairings:,} pairings, {self.questions:,} questions"
        said = f"{self.told.total():,} statements, {self.false.total()} false, {spent:.0f} s"
        return f"{self.system}: {counts}, {said}\n  told: {kinds}\n  false: {false}"


SHOWN = 2
"""So many falsehoods of a kind are shown and kept."""


class Work(NamedTuple):
    """One tournament and its wild positions."""

    system: str
    size: tuple[int, int]
    wild: int

    def __call__(self, seed: int) -> list[CheckedPosition]:
        return list(check_positions(self.system, seed, *self.size, self.wild))


def run_work(work: Work, seeds: Iterable[int], jobs: int) -> Iterator[list[CheckedPosition]]:
    """The work, in one process or several."""
    if jobs < 2:
        yield from map(work, seeds)
        return
    with ProcessPoolExecutor(jobs) as executor:
        yield from executor.map(partial(work), seeds, chunksize=2)


def main() -> int:
    """Ask."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=JUDGES)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 260))
    parser.add_argument("--size", nargs=2, type=int, default=(6, 9), help="participants: fewest and most")
    parser.add_argument("--wild", type=int, default=4, help="wild positions for each tournament")
    parser.add_argument("--out", type=Path, help="folder for positions in which something false was said")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    tally, seeds = Tally(options.system, options.out), range(*options.seeds)
    with Progress(len(seeds), "tournaments") as progress:
        for found in run_work(Work(options.system, tuple(options.size), options.wild), seeds, options.jobs):
            for one in found:
                tally.add(one)
            progress.step()
    print(tally)
    return int(tally.false.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
