"""Pair random small tournaments with Rookery and with the literal Dutch reference, and show every difference.

    ROOKERY_ORACLES=../shared/oracles python tests/sweeps dutch_literal [--seeds 0 2000] [--players 5 9]

Takes hours for many seeds, so it is no test; the count it prints is the evidence. Exit code 1 when something differs.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

import rookery


def ours(text: str) -> tuple[list[list[int]] | None, int | None]:
    """Pairs (white first, sorted) and bye by Rookery; None when there is no pairing."""
    try:
        outcome = rookery.pair(rookery.load(text).tournament, "dutch")
    except rookery.NoPairing:
        return None, None
    return sorted(map(list, outcome.pairs)), outcome.bye


def main() -> int:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 2000))
    parser.add_argument("--players", nargs=2, type=int, default=(5, 9))
    options = parser.parse_args()
    folder = os.environ.get("ROOKERY_ORACLES")
    if not folder:
        print("ROOKERY_ORACLES names no folder: nothing to compare with")
        return 0
    sys.path.insert(0, folder)
    from dutch_literal import pair_next_round, random_tournament
    from trf_mini import write_event

    rounds = different = impossible = 0
    start = time.monotonic()
    for seed in range(*options.seeds):
        for event, answer in random_tournament(seed, *options.players, pair_next_round):
            text = write_event(event)
            want = (None, None) if answer is None else (sorted(map(list, answer.pairs)), answer.bye)
            rounds, impossible = rounds + 1, impossible + (answer is None)
            if (got := ours(text)) != want:
                different += 1
                print(f"seed {seed} round {event.played_rounds + 1}: ours {got}, reference {want}\n{text}", flush=True)
    spent = time.monotonic() - start
    print(f"{rounds} rounds ({impossible} without a pairing), {different} different, {spent:.0f} s")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
