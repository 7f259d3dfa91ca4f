"""A whole rating period beside bare NumPy sums over the same arrays, in one process and split over several.

    python bench/bench_periods.py [--players 20000] [--games 200000] [--jobs 2] [--turns 5]

`bare` is the least that any program must do: expectations from a table of differences, and sums by player. Times are
processor time of this process, for several processes those of the clock; memory is the peak of this process. Where
there is `pyarrow`, the command `rate-period` is run from Parquet to Parquet as well. A large federation is
`--games 5000000 --players 400000`.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bench_rating import bare

from rookery.arrays import rate_period
from rookery.cli.main import main as command
from rookery.simulation.executors import processes


def least(turns: int, run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """The least time of several turns."""
    found = []
    for _ in range(turns):
        start = clock()
        run()
        found.append(clock() - start)
    return min(found)


def peak() -> int:
    """The most memory this process had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1 << 20)


def from_parquet(players: Mapping[str, np.ndarray], games: Mapping[str, np.ndarray], turns: int) -> float:
    """The command, from a list and games in Parquet to the next list in Parquet."""
    from pyarrow import parquet, table

    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        for name, columns in (("list", players), ("games", games)):
            parquet.write_table(table(dict(columns)), f"{folder}/{name}.parquet")
        given = ["--list", f"{folder}/list.parquet", "--games", f"{folder}/games.parquet", "--month", "2026-05"]
        return least(turns, lambda: command(["rate-period", *given, "-o", f"{folder}/next.parquet"]))


def main() -> None:
    """Make a period, rate it both ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    number, size = options.players, options.games
    ids = rng.permutation(np.arange(100_000, 100_000 + 3 * number, 3))
    rating, k = rng.integers(1400, 2700, number), rng.choice([10, 20, 40], number)
    white = rng.integers(0, number, size)
    black = (white + rng.integers(1, number, size)) % number
    half = rng.integers(0, 3, size)
    players = {"id": ids, "rating": rating, "k": k}
    games = {"white": ids[white], "black": ids[black], "half_points": half}
    print(f"{size:,} games of {number:,} players; arrays {sum(c.nbytes for c in games.values()) >> 20} MB, {peak()} MB")
    simple = least(options.turns, lambda: bare(rating, k, white, black, half))
    print(f"bare sums {simple:8.3f} s, peak {peak()} MB")
    whole = least(options.turns, lambda: rate_period(players, games))
    print(f"the period {whole:7.3f} s, {whole / simple:5.1f} x bare, peak {peak()} MB")
    if find_spec("pyarrow"):
        read = from_parquet(players, games, options.turns)
        print(f"by the command, from Parquet {read:7.3f} s, {read / whole:5.1f} x the period, peak {peak()} MB")
    with processes(options.jobs) as executor:
        made = rate_period(players, games, executor=executor, parts=options.jobs)
        split = least(
            options.turns,
            lambda: rate_period(players, games, executor=executor, parts=options.jobs),
            time.perf_counter,
        )
    same = made == rate_period(players, games)
    print(f"{options.jobs} processes {split:6.3f} s, {split / simple:5.1f} x bare, the same list: {same}")


if __name__ == "__main__":
    main()
