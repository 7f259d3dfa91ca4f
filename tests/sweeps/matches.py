"""What the sweeps of Team and Double-Swiss share: wild positions of matches, and the comparison with a reference.

Tame positions are rounds of random tournaments played by the reference itself; in wild ones any matches may have been
played before, so that every criterion gets its turn.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rookery.pairing.system import System
from sweeps.beside import Answer, ours


class Reading(NamedTuple):
    """One reading: our system by it, and the answer of the reference to an event."""

    system: System
    answer: Callable[[Any], Answer]


def rounds_at_random(
    rng: random.Random, ids: list[int], rounds: int, byes: float
) -> Iterator[tuple[list[tuple[int, int]], list[int], list[int]]]:
    """Rounds of nobody's system, without rematch: pairs (White first), who is left over, who is absent."""
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        free = [i for i in ids if rng.random() >= byes]
        absent, left, pairs = [i for i in ids if i not in free], [], []
        rng.shuffle(free)
        while free:
            one = free.pop()
            fresh = [i for i in free if frozenset((one, i)) not in met]
            if not fresh:
                left.append(one)
                continue
            other = rng.choice(fresh)
            free.remove(other)
            met.add(frozenset((one, other)))
            pairs.append((one, other))
        yield pairs, left, absent


def sweep(
    doc: str,
    reference: Callable[[], tuple[dict[str, Reading], Callable[[int, int, int], Iterator[Any]], Callable[[Any], str]]],
    largest: int,
) -> int:
    """Compare: the first of the readings on every position, the others on every fourth."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 1000))
    parser.add_argument("--size", nargs=2, type=int, default=(4, largest))
    options = parser.parse_args()
    folder = os.environ.get("ROOKERY_ORACLES")
    if not folder:
        print("ROOKERY_ORACLES names no folder: nothing to compare with")
        return 0
    sys.path.insert(0, folder)
    readings, positions, write = reference()
    first, *others = readings
    count, different, impossible = dict.fromkeys(readings, 0), 0, 0
    start = time.monotonic()
    for seed in range(*options.seeds):
        for event in positions(seed, *options.size):
            text = write(event)
            for name in (first, *others) if count[first] % 4 == 0 else (first,):
                said, got = readings[name].answer(event), ours(readings[name].system, text)
                count[name] += 1
                impossible += name == first and said[0] is None
                if said != got:
                    different += 1
                    print(f"{name}: ours {got}, reference {said}\n{text}", flush=True)
        if seed % 100 == 99:
            print(f"... {count[first]} rounds, {different} different", flush=True)
    told = ", ".join(f"{number} {name}" for name, number in count.items())
    print(f"{told} rounds ({impossible} without a pairing), {different} different, {time.monotonic() - start:.0f} s")
    return int(different > 0)
