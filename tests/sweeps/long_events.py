"""Rank events of many weeks by ratings that change on the way, and read article 10 of C.07 literally beside it.

    python tests/sweeps long_events [--count 300] [--seed 0]

Two to twelve players, two to eleven rounds, official, national and tournament ratings by every method of record 172,
byes and forfeits; by the first ratings and by those of each round, with and without a substitute. Exit code 1 when a
value differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from support.long_events import differences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    counted, bad = Counter[str](), 0
    for seed in range(args.seed, args.seed + args.count):
        for text in differences(Random(seed), counted):
            bad += 1
            print(f"seed {seed}: {text}")
    print(f"{args.count} events, {dict(counted)}, {bad} different")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
