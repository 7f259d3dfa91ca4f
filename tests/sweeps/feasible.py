"""Ask of small events whether the rounds that are left can be paired, and try every sequence beside it.

    python tests/sweeps feasible [--count 5000] [--seed 0] [--played 0]

Fields to 8 participants and 7 rounds with up to 3 forbidden pairs, byes asked for, late entries, withdrawals, forfeits
and open games. The answer must always be known, and never another than that of the exhaustive search, also for the last
round that can be reached. With --played, so many generated tournaments of up to 25 participants are asked the same
before each of their rounds: those that were played after it show that the answer is yes. Exit code 1 when something is
wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import rookery
from rookery import ByeKind, GeneratorSettings, RequestedBye, Tournament
from support.exhaustive_feasibility import possible, random_tournament


def wrong(event: Tournament, counted: Counter[str]) -> Iterator[str]:
    """What the answer says that every sequence does not."""
    found = rookery.check_feasibility(event)
    counted[found.answer.value] += 1
    for kind in {type(cause).__name__ for cause in found.causes}:
        counted[kind] += 1
    if not found.is_known:
        yield "not known"
    elif (found.answer.value == "yes") != possible(event):
        yield f"{found.answer}: {found.causes}"
    if found.answer.value == "no":
        if not found.causes:
            yield "no, and no cause"
        assert found.reached is not None
        assert event.planned_rounds is not None
        longest = [
            last
            for last in range(len(event.rounds) + 1, event.planned_rounds)
            if possible(replace(event, planned_rounds=last))
        ]
        if found.reached != max(longest, default=len(event.rounds)):
            yield f"reached {found.reached}, and it is {longest}"


ASKED = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
SYSTEMS = ("dutch", "dubov", "burstein", "lim", "double-swiss", "team")


def as_it_came(event: Tournament, number: int) -> Tournament:
    """The tournament before a round, with everybody away in the rounds to come who was."""
    asked = []
    for later in range(number, len(event.rounds) + 1):
        here = event.rounds[later - 1]
        kinds = {bye.player: bye.kind for bye in here.byes}
        there = {one for pair in here.pairs for one in pair} | {
            one for one, kind in kinds.items() if kind is ByeKind.PAIRING_ALLOCATED
        }
        for one in event.participants_by_number.keys() - there:
            kind = kinds.get(one, ByeKind.ZERO)
            asked.append(RequestedBye(later, one, kind if kind in ASKED else ByeKind.ZERO))
    rounds = event.rounds[: number - 1]
    return replace(event, rounds=rounds, requested_byes=tuple(asked), planned_rounds=len(event.rounds))


def has_rematch(event: Tournament, number: int) -> bool:
    """Whether two were paired twice from a round on: once by forfeit, so that what was played shows nothing."""
    pairs = [frozenset(pair) for round in event.rounds[number - 1 :] for pair in round.pairs]
    return len(set(pairs)) < len(pairs)


def check_answers(seed: int, counted: Counter[str]) -> Iterator[str]:
    """What the answer says of generated tournaments that were played to the end."""
    for system in SYSTEMS:
        size = 6 + seed % 20
        field = {"teams": min(size, 16)} if system == "team" else {"players": size}
        length = max(3, min(min(size, 16) - 1 - seed % 4, 13))
        event = rookery.generate(GeneratorSettings(system=system, rounds=length, **field), seed)  # type: ignore[arg-type]
        for number in range(1, len(event.rounds) + 1):
            if has_rematch(event, number):
                continue
            found = rookery.check_feasibility(as_it_came(event, number))
            counted[f"{found.answer} of what was played"] += 1
            if found.answer.value == "no":
                yield f"{system}, round {number}: {found.causes}"


def main() -> int:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--played", type=int, default=0)
    options = parser.parse_args()
    counted, faults = Counter[str](), 0
    for seed in range(options.seed, options.seed + options.count):
        for text in wrong(random_tournament(seed), counted):
            faults += 1
            print(f"seed {seed}: {text}", flush=True)
    for seed in range(options.seed, options.seed + options.played):
        for text in check_answers(seed, counted):
            faults += 1
            print(f"played, seed {seed}: {text}", flush=True)
    told = ", ".join(f"{name} {number}" for name, number in counted.most_common())
    print(f"{options.count} events, {options.played} generated ones, {faults} wrong: {told}", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
