"""Looks for small positions that one rule of the Dutch system decides, and has the literal oracle confirm them.

    python tests/sweeps dutch_positions --seconds 600

Writes tests/golden/dutch-positions.jsonl: a position a line, with the right answer and the answer without the rule.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import rookery
from literal.dutch import pair_next_round
from literal.events import read_event
from rookery.model import Bye, ByeKind, Colour, Game, Player, RequestedBye, Result, Round, Tournament
from rookery.pairing.bracket import Bracket
from rookery.pairing.clauses import Criterion, Role
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.rule_text import rule
from rookery.pairing.system import System

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "dutch-positions.jsonl"
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_BY_FORFEIT, Result.DOUBLE_FORFEIT)
WANTED = 5


@rule("No wish at all.")
def nothing(b: Bracket) -> Iterator[list[tuple[int, int, int]]]:
    return iter(())


def without(code: str) -> System:
    """The Dutch system without one of its rules."""
    if code == "C8":
        return DUTCH_2026.changed(replaced={"C8": Criterion("2.4.3", "C8", nothing, role=Role.AHEAD)})
    return DUTCH_2026.changed(without=(code,))


def rules() -> dict[str, str]:
    """Every rule that can be left out, with its article."""
    asked = (Role.BAN, Role.AHEAD, Role.CHOICE)
    found = {clause.code: clause.article for clause in DUTCH_2026.criteria if clause.role in asked}
    return found | {rule.article.split()[-1]: rule.article for rule in DUTCH_2026.colours[:-1]}


def answer(event: Tournament, system: System = DUTCH_2026) -> tuple[list[list[int]], int | None] | None:
    """Sorted pairs, White first, and the bye; None when there is no pairing."""
    try:
        outcome = system.pair(event)
    except rookery.NoPairingError:
        return None
    except AssertionError:  # a system without a rule may end nowhere
        return None
    return sorted(map(list, outcome.pairs)), outcome.bye


def positions(seed: int, system: System = DUTCH_2026) -> Iterator[Tournament]:
    """The tournaments of a seed before each of their rounds."""
    rng = random.Random(seed)
    size, planned = rng.randint(5, 10), rng.randint(3, 8)
    players = tuple(Player(i, f"P{i:03}", 2400 - 10 * i) for i in range(1, size + 1))
    event = Tournament(
        players=players, planned_rounds=planned, initial_colour=rng.choice(list(Colour)), system="FIDE_DUTCH_2026"
    )
    rate = rng.choice([0, 0.05, 0.15])
    for number in range(1, planned + 1):
        away = [i for i in range(1, size + 1) if rng.random() < rate]
        kinds = [rng.choice([ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL]) for _ in away]
        asked = tuple(RequestedBye(number, i, kind) for i, kind in zip(away, kinds, strict=True))
        event = replace(event, requested_byes=asked)
        yield event
        found = answer(event, system)
        if found is None:
            return
        pairs, bye = found
        games = tuple(Game(w, b, rng.choices(RESULTS, (30, 25, 25, 2, 1))[0]) for w, b in pairs)
        byes = [Bye(one.player, one.kind) for one in asked]
        byes += [Bye(bye, ByeKind.PAIRING_ALLOCATED)] if bye is not None else []
        event = event.with_round(Round(games=games, byes=tuple(byes)))


def wild(seed: int) -> Iterator[Tournament]:
    """The last round after games and colours that no Swiss would have given; legal all the same."""
    rng = random.Random(seed)
    size, rounds = rng.choice([6, 7, 8, 9]), rng.randint(3, 5)
    players = tuple(Player(i, f"P{i:03}", 2400 - 10 * i) for i in range(1, size + 1))
    event = Tournament(
        players=players, planned_rounds=rounds + 1, initial_colour=Colour.WHITE, system="FIDE_DUTCH_2026"
    )
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        order = list(range(1, size + 1))
        rng.shuffle(order)
        pairs = [pair for pair in zip(order[::2], order[1::2], strict=False) if frozenset(pair) not in met]
        met |= {frozenset(pair) for pair in pairs}
        colours = [pair if rng.random() < 0.5 or pair[0] < pair[1] else pair[::-1] for pair in pairs]
        games = tuple(Game(w, b, rng.choices(RESULTS[:3], (45, 25, 30))[0]) for w, b in colours)
        away = set(order) - {one for pair in pairs for one in pair}
        event = event.with_round(Round(games=games, byes=tuple(Bye(one, ByeKind.HALF) for one in sorted(away))))
    yield event


def confirmed(event: Tournament, found: tuple[list[list[int]], int | None]) -> bool:
    """Whether the literal program says the same."""
    pairing = pair_next_round(read_event(rookery.dumps(event).decode()))
    return pairing is not None and (sorted(map(list, pairing.pairs)), pairing.bye) == found


def main() -> None:
    """Search until every rule has its positions or the time is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--more", action="store_true", help="keep what was found before")
    args = parser.parse_args()
    systems = {code: without(code) for code in rules()}
    found: dict[str, list[dict[str, object]]] = {code: [] for code in systems}
    for line in GOLDEN.read_text(encoding="utf-8").splitlines() if args.more else ():
        found[json.loads(line)["rule"]].append(json.loads(line))
    end, seed = time.monotonic() + args.seconds, args.seed
    while time.monotonic() < end and any(len(rows) < WANTED for rows in found.values()):
        rare = sum(len(rows) < WANTED for rows in found.values()) <= 3
        for event in wild(seed) if rare else positions(seed):
            right = answer(event)
            for code, system in systems.items():
                if right is None or len(found[code]) >= WANTED:
                    continue
                wrong = answer(event, system)
                if wrong != right and confirmed(event, right):
                    row = {"rule": code, "article": rules()[code], "seed": seed, "round": event.next_round}
                    row |= {
                        "pairs": right[0],
                        "bye": right[1],
                        "without": wrong and wrong[0],
                        "trf": rookery.dumps(event).decode(),
                    }
                    found[code].append(row)
        seed += 1
    GOLDEN.write_text("".join(json.dumps(row) + "\n" for rows in found.values() for row in rows), encoding="utf-8")
    print({code: len(rows) for code, rows in found.items()}, "seeds", args.seed, "to", seed)


if __name__ == "__main__":
    main()
