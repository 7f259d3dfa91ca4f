"""Numbers that others have published about Swiss tournaments, beside ours: `bench/published_numbers.py --count N`.

Everything done is kept in one file, so that the work can be stopped and goes on where it was. The settings are those
that the sources state; where a source leaves something open, `docs/simulation-numbers.md` says what was taken.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from rookery.history import History
from rookery.model import Tournament, VirtualPoints
from rookery.pairing.dutch import DUTCH_2026
from rookery.simulation import Field, Study, simulate
from rookery.simulation.play import Pairing
from rookery.values import replace

GRAND_SWISS = Field.normal(116, 2600, 75, noise=0)


def accelerated(worth: tuple[int, ...], position: Tournament, history: History) -> Pairing:
    """The Dutch system with so many virtual points, in tenths, for the upper half of the list in the first rounds."""
    size = len(position.players)
    extra = tuple(VirtualPoints(1, size // 2, number, number, points) for number, points in enumerate(worth, 1))
    outcome = DUTCH_2026.pair(replace(position, acceleration=extra))
    return outcome.pairs, outcome.bye


def three_and_a_half(position: Tournament, history: History) -> Pairing:
    """Points 1, 1, 1, ½."""
    return accelerated((10, 10, 10, 5), position, history)


def two_two(position: Tournament, history: History) -> Pairing:
    """Points 2, 2, 0."""
    return accelerated((20, 20), position, history)


STUDIES: dict[str, tuple[Study, tuple[tuple[str, str, str], ...]]] = {
    **{
        f"carter {size} x {rounds}": (
            Study(
                field=Field.given([2000] * size),
                rounds=rounds,
                outcomes="coin",
                orders=("PTS", "DE"),
                measures=("first",),
            ),
            (("alone", "dutch", "PTS"), ("alone", "dutch", "DE")),
        )
        for size, lengths in ((20, (6, 7, 8, 9)), (32, (7, 8, 9, 10)))
        for rounds in lengths
    },
    "sauer 32 x 7": (
        Study(
            field=Field.uniform(32, 1400, 2200),
            rounds=7,
            systems=("dutch", "burstein", "lim", "dubov"),
            orders=("BH", "PTS"),
            measures=("tau", "first", "colours", "floats"),
        ),
        tuple(
            (column, system, "BH") for column in ("tau", "floats") for system in ("dutch", "burstein", "lim", "dubov")
        ),
    ),
    "rankcraft 32 x 7": (
        Study(
            field=Field.uniform(32, 1400, 2200, noise=120),
            rounds=7,
            systems=("dutch", "burstein"),
            outcomes="rankcraft",
            orders=("TPN", "BH"),
        ),
        tuple((column, system, "TPN") for column in ("tau", "seeds") for system in ("dutch", "burstein")),
    ),
    "barry 60 x 6": (
        Study(
            field=Field.normal(60, 1700, 300),
            rounds=6,
            systems=("dutch", "1-1-1-½", "2-2-0"),
            pairers=(("1-1-1-½", three_and_a_half), ("2-2-0", two_two)),
            measures=("gaps", "first"),
        ),
        tuple(
            (column, system, order)
            for column, order in (("gap", ""), ("best", "PTS"))
            for system in ("dutch", "1-1-1-½", "2-2-0")
        ),
    ),
    "csato 116 x 11": (
        Study(field=GRAND_SWISS, rounds=11, measures=("colours",)),
        (("white", "dutch", ""), ("white_rated", "dutch", "")),
    ),
}


def main() -> None:
    """Run what is asked for, and print a line for each number."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(STUDIES)} (default: all)")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", default="published.sqlite", help="the file that keeps what is done")
    args = parser.parse_args()
    for name, (study, wanted) in STUDIES.items():
        if args.names and not any(name.startswith(one) for one in args.names):
            continue
        began = perf_counter()
        result = simulate(study, args.count, seed=1, jobs=args.jobs, checkpoint=args.keep)
        for column, system, order in wanted:
            print(f"{name:16} {system:9} {column:11} {order:4} {result.mean(column, system, order or None)}")
        for column, system, order in wanted:
            if system != study.systems[0]:
                apart = result.compare(column, system, study.systems[0], order=order or None)
                print(f"{name:16} {system:9} {column:11} {order:4} {apart} above {study.systems[0]}")
        print(f"{name:16} {args.count:,} in {perf_counter() - began:.0f} s, digest {result.digest[:16]}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
