"""Ask of small events whether the rounds that are left can be paired, and try every sequence beside it.

    python tests/sweeps feasible [--count 5000] [--seed 0]

Fields to 8 participants and 7 rounds with up to 3 forbidden pairs, byes asked for, late entries, withdrawals, forfeits
and open games. The answer must always be known, and never another than that of the exhaustive search, also for the last
round that can be reached. Exit code 1 when something is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import rookery
from rookery import Tournament
from support.every_sequence import drawn, possible


def wrong(event: Tournament, counted: Counter[str]) -> Iterator[str]:
    """What the answer says that every sequence does not."""
    found = rookery.feasible(event)
    counted[found.answer.value] += 1
    for kind in {type(cause).__name__ for cause in found.causes}:
        counted[kind] += 1
    if not found.known:
        yield "not known"
    elif (found.answer.value == "yes") != possible(event):
        yield f"{found.answer}: {found.causes}"
    if found.answer.value == "no":
        if not found.causes:
            yield "no, and no cause"
        assert found.reached is not None
        assert event.planned is not None
        longest = [
            last for last in range(len(event.rounds) + 1, event.planned) if possible(replace(event, planned=last))
        ]
        if found.reached != max(longest, default=len(event.rounds)):
            yield f"reached {found.reached}, and it is {longest}"


def main() -> int:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    counted, faults = Counter[str](), 0
    for seed in range(options.seed, options.seed + options.count):
        for text in wrong(drawn(seed), counted):
            faults += 1
            print(f"seed {seed}: {text}", flush=True)
    told = ", ".join(f"{name} {number}" for name, number in counted.most_common())
    print(f"{options.count} events, {faults} wrong: {told}", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
