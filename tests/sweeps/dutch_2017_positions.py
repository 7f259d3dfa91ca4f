"""Looks for small positions that one rule of the Dutch edition of 2017 decides, confirmed by its literal reference.

    python tests/sweeps dutch_2017_positions --seconds 600

Writes tests/golden/dutch-2017-positions.jsonl: a position a line, the right answer, and the answer without the rule.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import rookery
from literal.dutch_2017 import pair_next_round
from literal.events import read_event, write_event
from rookery.model import Tournament
from rookery.pairing.clauses import Criterion, Role
from rookery.pairing.criteria import scores_of_downfloaters
from rookery.pairing.downfloat.procedure import DownfloatProcedure
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.pairing.system import System
from support.random_positions import crowded_position
from sweeps.dutch_positions import answer, nothing, positions, wild

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "dutch-2017-positions.jsonl"
WANTED = 4
CODE = "FIDE_DUTCH_2017"


def without_rule(rule: str) -> System:
    """The edition without one of its rules, or with that of 2026 in its place."""
    match rule:
        case "A.4":  # a round without a game is a downfloat
            return replace(DUTCH_2017, details=None)
        case "A.8":  # everybody counts with their own score
            return DUTCH_2017.changed(
                replaced={"C.6": Criterion("C.6", "C.6", scores_of_downfloaters, role=Role.SCORES)}
            )
        case "A.9":  # completion is asked once a bracket is paired
            return replace(DUTCH_2017, procedure=DownfloatProcedure(DUTCH_2017.criteria))
        case "C.2":
            return DUTCH_2017.changed(replaced={"C.2": DUTCH_2026.clause("C2")})
        case "C.7":
            return DUTCH_2017.changed(replaced={"C.7": Criterion("C.7", "C.7", nothing, role=Role.AHEAD)})
    return DUTCH_2017.changed(without=(rule,))


def rules() -> dict[str, str]:
    """Every rule that can be left out, with its article."""
    asked = (Role.BAN, Role.BAR, Role.AHEAD, Role.CHOICE)
    found = {clause.code: clause.article for clause in DUTCH_2017.criteria if clause.role in asked}
    found |= {rule.article.split()[-1]: rule.article for rule in DUTCH_2017.colours[:-1]}
    return found | {name: f"C.04.3 {name}" for name in ("A.4", "A.8", "A.9")}


def confirmed(event: Tournament, found: tuple[list[list[int]], int | None]) -> bool:
    """Whether the literal program says the same."""
    pairing = pair_next_round(read_event(rookery.dumps(event).decode()))
    return pairing is not None and (sorted(map(list, pairing.pairs)), pairing.bye) == found


def positions_of(seed: int) -> Iterator[Tournament]:
    """The positions of a seed: of a tournament, and two that no Swiss would have."""
    yield from positions(seed, DUTCH_2017)
    yield from wild(seed)
    yield rookery.loads(write_event(crowded_position(seed))).tournament


def main() -> None:
    """Search until every rule has its positions or the time is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    systems = {rule: without_rule(rule) for rule in rules()}
    found: dict[str, list[dict[str, object]]] = {rule: [] for rule in systems}
    end, seed = time.monotonic() + args.seconds, args.seed
    while time.monotonic() < end and any(len(rows) < WANTED for rows in found.values()):
        for event in (replace(one, system=CODE) for one in positions_of(seed)):
            right = answer(event, DUTCH_2017)
            for rule, system in systems.items():
                if right is None or len(found[rule]) >= WANTED:
                    continue
                wrong = answer(event, system)
                if wrong != right and confirmed(event, right):
                    row = {"rule": rule, "article": rules()[rule], "seed": seed, "round": event.next_round}
                    row |= {"pairs": right[0], "bye": right[1], "without": wrong and wrong[0]}
                    found[rule].append(row | {"trf": rookery.dumps(event).decode()})
        seed += 1
    GOLDEN.write_text("".join(json.dumps(row) + "\n" for rows in found.values() for row in rows), encoding="utf-8")
    print({rule: len(rows) for rule, rows in found.items()}, "seeds", args.seed, "to", seed)


if __name__ == "__main__":
    main()
