"""Pair random small team events with Rookery and with the literal Team reference, and show every difference.

    ROOKERY_ORACLES=../shared/oracles python tests/sweeps team [--seeds 0 1000] [--size 4 8]

Takes a while for many seeds, so it is no test; the count it prints is the evidence. Exit code 1 when something differs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from rookery.pairing.team import Readings, team
from sweeps.beside import Answer, theirs
from sweeps.matches import Reading, rounds_at_random, sweep

WILD = 4  # wild positions for each tournament


def wild(seed: int, least: int, most: int) -> Any:
    """A team event whose history is no system's."""
    import team_literal as literal
    from trf_mini import TeamEvent

    rng = random.Random(f"wild team/{seed}")
    size, boards = rng.randint(least, most), rng.choice([1, 2, 2, 4])
    rounds = rng.randint(3, 8)
    done = rng.choice([rng.randint(1, min(rounds - 1, size - 1)), min(rounds - rng.choice([1, 2, 3]), size - 1)])
    primary = rng.choice(["MP", "MP", "MP", "GP"])
    code = "FIDE_TEAM" + rng.choice(["_TYPEA_", "_TYPEB_", "_TYPEB_", "_"]) + primary
    code += rng.choice(["", "_GP" if primary == "MP" else "_MP"])
    event = TeamEvent(rounds, boards, {t: [] for t in range(1, size + 1)}, initial=rng.choice("wb"), system=code)
    event.pab = rng.choice([(event.draw, 5 * boards), (event.win, 10 * boards), (0, 0)])
    byes, forfeits = rng.choice([0, 0.05, 0.15]), rng.choice([0, 0.05, 0.2])
    for pairs, left, absent in rounds_at_random(rng, list(event.teams), max(done, 1), byes):
        if not pairs:
            break
        event.absent = {t: rng.choice("HZZF") for t in absent} | dict.fromkeys(left[1:], "Z")
        literal.play(event, literal.Pairing(pairs, left[0] if left else None), rng, forfeits)
    event.absent = {t: rng.choice("HZZF") for t in event.teams if rng.random() < byes}
    if not event.played_rounds or size - len(event.absent) < 2:
        return wild(seed + 10_000_000, least, most)
    return event


def positions(seed: int, least: int, most: int) -> Iterator[Any]:
    """The rounds of a tournament, then wild ones."""
    import team_literal as literal

    for event, _ in literal.random_tournament(seed, least, most):
        yield deepcopy(event)
    for n in range(WILD):
        yield wild(seed * 1000 + n, least, most)


def reference() -> tuple[dict[str, Reading], Callable[[int, int, int], Iterator[Any]], Callable[[Any], str]]:
    """Every reading with its reference, the default first."""
    import team_literal as literal
    from trf_mini import write_team_event

    chosen = {
        "default": Readings(),
        "c6=graded": Readings(c6="graded"),
        "a1=none": Readings(a1="none"),
        "seats=score": Readings(seats="score"),
    }

    def answer(one: Readings) -> Callable[[Any], Answer]:
        readings = literal.Readings(one.c6, one.a1, one.seats)
        return lambda event: theirs(literal.pair_next_round(event, readings))

    return {name: Reading(team(one), answer(one)) for name, one in chosen.items()}, positions, write_team_event


if __name__ == "__main__":
    sys.exit(sweep(__doc__ or "", reference, 8))
