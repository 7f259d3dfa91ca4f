"""Pairs the next round of many tournaments, in as many processes as there are processors.

python examples/many.py FILE ...
"""

import sys
from concurrent.futures import ProcessPoolExecutor

import rookery


def next_round(path: str) -> str:
    """What there is to say of one file."""
    try:
        outcome = rookery.pair(rookery.load(path).tournament)
    except (rookery.RookeryError, OSError) as error:
        return f"{path}: {error}"
    return f"{path}: round {outcome.round_number} on {len(outcome.boards)} boards"


if __name__ == "__main__":
    with ProcessPoolExecutor() as executor:
        for line in executor.map(next_round, sys.argv[1:], chunksize=8):
            print(line)
