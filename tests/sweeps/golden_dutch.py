"""Make tests/golden/dutch and dutch-2017: small tournaments of our generator, confirmed by the literal references.

    python tests/sweeps golden_dutch [--edition 2017] [--check]

Nothing is kept unless the reference of the edition gives every round as it stands. With --check the files are confirmed
again, and nothing is written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import literal.dutch
import literal.dutch_2017
import rookery
from literal.events import read_event
from rookery import GeneratorSettings, PointSystem
from rookery.checking.checker import position_before_round
from rookery.history.history import History
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.pairing.system import System

HERE = Path(__file__).resolve().parent.parent / "golden"


class Made(NamedTuple):
    """The files of one edition: where they are, by which rules they are paired, who confirms them."""

    folder: Path
    system: System
    reference: Callable[[Any], Any]
    code: str
    first: int  # seed

    def pair(self, event: rookery.Tournament, history: History) -> tuple[tuple[tuple[int, int], ...], int | None]:
        """The round by these rules."""
        outcome = self.system.pair(event, history=history)
        return outcome.pairs, outcome.bye


EDITIONS = {
    "2026": Made(HERE / "dutch", DUTCH_2026, literal.dutch.pair_next_round, "FIDE_DUTCH_2026", 0),
    "2017": Made(HERE / "dutch-2017", DUTCH_2017, literal.dutch_2017.pair_next_round, "FIDE_DUTCH_2017", 50_000),
}

NASTY = {"half_byes": 0.1, "zero_byes": 0.05, "forfeits": 0.1, "acceleration": "none"}
PLAIN = {"half_byes": 0, "full_byes": 0, "zero_byes": 0, "forfeits": 0.0, "withdrawals": 0, "late_entries": 0}
RECIPES: tuple[dict[str, Any], ...] = (
    *({"players": 6 + n, "rounds": 5, **PLAIN, "forbidden": 0, "acceleration": "none"} for n in range(4)),
    *({"players": 7 + n % 3, "rounds": 6, **NASTY} for n in range(8)),
    *({"players": 8 + n % 2, "rounds": 7, "full_byes": 0.05, "acceleration": "none"} for n in range(3)),
    *({"players": 8 + n, "rounds": 5, "acceleration": "written", "points": PointSystem()} for n in range(3)),
    {"players": 8, "rounds": 5, "points": PointSystem(win=30, draw=10), "acceleration": "none"},
    {"players": 7, "rounds": 5, "points": PointSystem(pab=5), "acceleration": "none"},
    {"players": 7, "rounds": 5, "points": PointSystem(pab=0), "acceleration": "none"},
    {"players": 9, "rounds": 5, "forbidden": 4, "acceleration": "none"},
    {"players": 9, "rounds": 6, "late_entries": 2, "withdrawals": 1, "acceleration": "none"},
    {"players": 10, "rounds": 5, "acceleration": "none"},
    {"players": 8, "rounds": 6, "unusual": 0.15, "unrated": 0.1, "double_forfeits": 0.05, "acceleration": "none"},
)


def answers(text: str, reference: Callable[[Any], Any]) -> list[tuple[list[list[int]], int | None]] | None:
    """What the reference says to every round of a file; None when it cannot pair one."""
    event, found = read_event(text), []
    for number in range(1, event.played_rounds + 1):
        said = reference(event.before_round(number))
        if said is None:
            return None
        found.append((sorted(map(list, said.pairs)), said.bye))
    return found


def recorded(tournament: rookery.Tournament) -> list[tuple[list[list[int]], int | None]]:
    """The pairing of every round as it stands in a tournament."""
    byes = [[b.player for b in r.byes if b.kind is rookery.ByeKind.PAIRING_ALLOCATED] for r in tournament.rounds]
    return [(sorted(map(list, r.pairs)), (bye or [None])[0]) for r, bye in zip(tournament.rounds, byes, strict=True)]


def complete(recipe: dict[str, Any], seed: int, by: Made) -> rookery.Tournament:
    """The first tournament from this seed on that can be paired to its end."""
    made = rookery.generate(GeneratorSettings(**recipe), seed, pairer=by.pair)
    return replace(made, system=by.code) if len(made.rounds) == recipe["rounds"] else complete(recipe, seed + 1, by)


def make(by: Made) -> int:
    """Write the folder anew."""
    expected = []
    for number, recipe in enumerate(RECIPES, 1):
        made = complete(recipe, by.first + 100 * number, by)
        data = rookery.dumps(made)
        if answers(data.decode(), by.reference) != recorded(made):
            print(f"{made.info.name}: not confirmed")
            return 1
        name = f"{number:02}.trf"
        (by.folder / name).write_bytes(data)
        rounds = []
        for r, (pairs, bye) in enumerate(recorded(made), 1):
            absent = {str(one.player): one.kind.value for one in position_before_round(made, r).requested_byes}
            rounds.append({"round": r, "absent": absent, "pairs": pairs, "bye": bye})
        expected.append({"file": name, "players": len(made.players), "planned": made.planned_rounds, "rounds": rounds})
    lines = [json.dumps(one, separators=(",", ":")) for one in expected]
    (by.folder / "expected.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(expected)} tournaments, {sum(len(one['rounds']) for one in expected)} rounds, all confirmed")
    return 0


def confirm(by: Made) -> int:
    """Ask the reference again."""
    wrong = 0
    for one in map(json.loads, (by.folder / "expected.jsonl").read_text("utf-8").splitlines()):
        said = answers((by.folder / one["file"]).read_text("utf-8"), by.reference)
        if said != [(sorted(r["pairs"]), r["bye"]) for r in one["rounds"]]:
            wrong += 1
            print(f"{one['file']}: the reference differs")
    return int(wrong > 0)


def main() -> int:
    """Make them, or confirm them again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=EDITIONS, default="2026")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    by = EDITIONS[options.edition]
    return confirm(by) if options.check else make(by)


if __name__ == "__main__":
    sys.exit(main())
