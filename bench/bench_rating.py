"""How long a rating period takes: ratios beside the bare NumPy expression, and seconds.

    python bench/bench_rating.py [--players 100000] [--games 1000000] [--plain]

The bare expression looks up, clips and adds: no rules but one, no ids, no checks. --plain runs the plain Python way on
the same games and holds the numbers equal.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from rookery.arrays import rate_period
from rookery.elo import expected_score
from rookery.rating import ListGame, ListPlayer
from rookery.rating import rate_period as plain_period

_TABLE = np.array([expected_score(difference) for difference in range(-400, 401)])


def bare(rating: np.ndarray, k: np.ndarray, white: np.ndarray, black: np.ndarray, half: np.ndarray) -> np.ndarray:
    """What any NumPy user would write: table look-up, clip, add.at, one rounding."""
    change = 50 * half - _TABLE[np.clip(rating[white] - rating[black], -400, 400) + 400]
    total = np.zeros(len(rating), np.int64)
    np.add.at(total, white, change)
    np.add.at(total, black, -change)
    points = total * k
    return rating + np.sign(points) * ((np.abs(points) + 50) // 100)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def period(number: int, size: int, plain: bool) -> None:
    """The period on places and on FIDE numbers, in turn with the bare expression; ratios are medians of the turns."""
    rng = np.random.default_rng(7)
    rating, k = rng.integers(1400, 2650, number), rng.choice([10, 20, 40], number)
    white = rng.integers(0, number, size)
    black = (white + 1 + rng.integers(0, number - 1, size)) % number
    half = rng.integers(0, 3, size)
    ids = rng.permutation(np.unique(rng.integers(100_000, 600_000_000, 2 * number))[:number])
    places = {"id": np.arange(number), "rating": rating, "k": k}, {"white": white, "black": black, "half_points": half}
    numbers = {**places[0], "id": ids}, {**places[1], "white": ids[white], "black": ids[black]}
    turns = []
    for _ in range(15):
        turns.append(
            (
                seconds(lambda: bare(rating, k, white, black, half)),
                seconds(lambda: rate_period(*places)),
                seconds(lambda: rate_period(*numbers)),
            )
        )
    print(f"{size:,} games of {number:,} players")
    for name, at in (("bare NumPy expression", 0), ("rate_period, players by place", 1), ("by FIDE number", 2)):
        best, ratio = min(turn[at] for turn in turns), median(turn[at] / turn[0] for turn in turns)
        print(f"  {name:32}{1000 * best:8.1f} ms best {ratio:8.2f} x bare (median of {len(turns)})")
    made = rate_period(*numbers)
    simple = bare(rating, k, white, black, half)
    same = (made.new == np.where(simple >= 1400, simple, 0))[made.games * k <= 700].all()
    print(f"  where K is not lowered, equal to the bare expression: {bool(same)}")
    if plain:
        players = [ListPlayer(*row) for row in zip(ids.tolist(), rating.tolist(), k.tolist(), strict=True)]
        games = [ListGame(*row) for row in zip(ids[white].tolist(), ids[black].tolist(), half.tolist(), strict=True)]
        start = time.perf_counter()
        rows = plain_period(players, games)
        took = time.perf_counter() - start
        equal = all(column.tolist() == [getattr(row, name) for row in rows] for name, column in made.columns().items())
        print(f"  plain Python {took:19.1f} s; all numbers identical: {equal}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=100_000, metavar="N", help="players of the period")
    parser.add_argument("--games", type=int, default=1_000_000, metavar="N", help="games of the period")
    parser.add_argument("--plain", action="store_true", help="also the plain Python way")
    args = parser.parse_args()
    period(args.players, args.games, args.plain)


if __name__ == "__main__":
    main()
