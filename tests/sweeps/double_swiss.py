"""Pair random small fields with Rookery and with the literal Double-Swiss reference, and show every difference.

    ROOKERY_ORACLES=../shared/oracles python tests/sweeps double_swiss [--seeds 0 1000] [--size 4 8]

Takes a while for many seeds, so it is no test; the count it prints is the evidence. Exit code 1 when something differs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any

from rookery.pairing.double_swiss import Readings, double_swiss
from sweeps.beside import Answer
from sweeps.matches import Reading, rounds_at_random, sweep

WILD = 4  # wild positions for each tournament


def wild(seed: int, least: int, most: int) -> Any:
    """An event whose history is no system's."""
    import double_swiss_literal as literal
    from trf_mini import Event

    rng = random.Random(f"wild double/{seed}")
    size, matches = rng.randint(least, most), rng.randint(3, 7)
    done = rng.choice([rng.randint(1, min(matches - 1, size - 1)), min(matches - 1, size - 1)])
    event = Event(2 * matches, {p: [] for p in range(1, size + 1)}, initial=rng.choice("wb"), system="FIDE_DOUBLESWISS")
    event.rating = {p: 2400 - 10 * p for p in event.cells}
    byes, forfeits = rng.choice([0, 0.05, 0.15]), rng.choice([0, 0.05, 0.2])
    for pairs, left, absent in rounds_at_random(rng, list(event.cells), done, byes):
        if not pairs:
            break
        event.absent = {p: rng.choice("HZZF") for p in absent} | dict.fromkeys(left[1:], "Z")
        literal.play(event, pairs, left[0] if left else None, rng, forfeits)
    event.absent = {p: rng.choice("HZZF") for p in event.cells if rng.random() < byes}
    walls = rng.choice([0, 0, 0.1, 0.3])
    for pair in combinations(event.cells, 2):
        if rng.random() < walls:
            event.forbidden.append((1, 2 * matches, frozenset(pair)))
    if not event.played_rounds or size - len(event.absent) < 2:
        return wild(seed + 10_000_000, least, most)
    return event


def positions(seed: int, least: int, most: int) -> Iterator[Any]:
    """The rounds of a tournament, then wild ones."""
    import double_swiss_literal as literal

    for event, _ in literal.simulate(seed, least, most):
        yield deepcopy(event)
    for n in range(WILD):
        yield wild(seed * 1000 + n, least, most)


def reference() -> tuple[dict[str, Reading], Callable[[int, int, int], Iterator[Any]], Callable[[Any], str]]:
    """Every reading with its reference, the default first."""
    import double_swiss_literal as literal

    chosen = {
        "default": Readings(),
        "c6=graded": Readings(c6="graded"),
        "following=left": Readings(following="left"),
        "numbering=declared": Readings(numbering="declared"),
        "floated=pairings": Readings(floated="pairings"),
    }

    def answer(one: Readings) -> Callable[[Any], Answer]:
        readings = literal.Readings(one.c6, one.following, one.numbering, one.floated)

        def asked(event: Any) -> Answer:
            try:
                games, bye = literal.next_round(event, readings)
            except literal.NoPairing:
                return None, None
            return sorted(map(list, games)), bye

        return asked

    return (
        {name: Reading(double_swiss(one), answer(one)) for name, one in chosen.items()},
        positions,
        literal.write_matches,
    )


if __name__ == "__main__":
    sys.exit(sweep(__doc__ or "", reference, 8))
