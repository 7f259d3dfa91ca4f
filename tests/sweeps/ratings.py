"""Rate random games with Rookery and with the reference program, and show every difference.

    python tests/sweeps ratings [--games 100000] [--seed 0]

Every game is rated on a random list and day, every ten of them make a period, an initial rating and performances. The
count it prints is the evidence. Exit code 1 when something differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

from literal import ratings as reference
from rookery.rating import (
    ListGame,
    ListPlayer,
    perfect_performance,
    performance,
    rate_period,
    rules_for,
)

PERIOD = 10
FIRST, DAYS = date(2024, 3, 1), 900


def single(rng: Random) -> Iterator[tuple[str, object, object]]:
    """One game: what is compared, what we say, what the reference says."""
    own, opponent, half = rng.randint(1000, 2900), rng.randint(1000, 2900), rng.randint(0, 2)
    kind, day = rng.choice(("standard", "rapid", "blitz")), FIRST + timedelta(rng.randrange(DAYS))
    rules = rules_for(kind, day)
    yield "expected", rules.expected(own, opponent), reference.expected(own, opponent, kind, day)
    ours = rules.change(own, opponent, half)
    yield "change", ours, reference.change(own, opponent, half, kind, day)
    yield "rated", rules.is_rated(own, opponent), reference.is_rated(own, opponent, kind, day)


def several(rng: Random) -> Iterator[tuple[str, object, object]]:
    """A period of some games: K, the new rating by two ways, a first rating, performances."""
    n, own, born = rng.choice((10, 10, 20, 80)), rng.randint(1400, 2800), rng.randint(1990, 2018)
    opponents = [rng.randint(1400, 2800) for _ in range(n)]
    halves = [rng.randint(0, 2) for _ in range(n)]
    games, strong = rng.randint(0, 60), rng.choice((None, 2299, 2300, 2399, 2400))
    rules = rules_for()
    k = rules.k(own, games, age=2026 - born, highest=strong)
    at_least = [bool(strong and strong >= level) for level in (2400, 2300)]
    yield "K", k, reference.k_factor(own, games, 2026, born, *at_least)
    ours = [rules.change(own, *game) for game in zip(opponents, halves, strict=True)]
    theirs = [reference.change(own, *game) for game in zip(opponents, halves, strict=True)]
    want = reference.new_rating(own, theirs, k)
    yield "new rating", rules.new_rating(own, ours, k), want
    listed = [ListPlayer(0, own, k), *(ListPlayer(at, rating, 20) for at, rating in enumerate(opponents, 1))]
    played = [ListGame(0, at, half) for at, half in enumerate(halves, 1)]
    yield "period", rate_period(listed, played)[0].new, want if want >= 1400 else 0
    few = rng.randint(3, 9)
    pool, total = opponents[:few], sum(halves[:few])
    yield "initial", rules.first_rating(pool, total).rating, reference.initial_rating(pool, total)
    yield "performance", performance(pool, total), reference.performance(pool, total)[1]
    if rng.random() < 0.03:  # the reference tries rating after rating
        yield "perfect performance", perfect_performance(pool, total), reference.perfect_performance(pool, total)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="random games (default: 100000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="another seed, other games")
    args = parser.parse_args()
    rng, compared, wrong = Random(args.seed), 0, 0
    for number in range(args.games):
        rows = [*single(rng), *(several(rng) if number % PERIOD == 0 else ())]
        for name, ours, theirs in rows:
            compared += 1
            if ours != theirs:
                wrong += 1
                print(f"game {number}: {name}: ours {ours}, reference {theirs}")
    print(f"{args.games} games, {compared} values compared, {wrong} different")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
