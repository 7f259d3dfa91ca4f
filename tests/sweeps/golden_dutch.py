"""Make tests/golden/dutch: small tournaments of our generator, every round confirmed by the literal Dutch reference.

    python tests/sweeps golden_dutch [--check]

Nothing is kept unless the reference gives every round as it stands. With --check the files are confirmed again, and
nothing is written.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import rookery
from literal.dutch import pair_next_round
from literal.events import read_event
from rookery import PointSystem, Settings
from rookery.checking.checker import position

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "dutch"

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


def answers(text: str) -> list[tuple[list[list[int]], int | None]] | None:
    """What the reference says to every round of a file; None when it cannot pair one."""
    event, found = read_event(text), []
    for number in range(1, event.played_rounds + 1):
        said = pair_next_round(event.before_round(number))
        if said is None:
            return None
        found.append((sorted(map(list, said.pairs)), said.bye))
    return found


def recorded(tournament: rookery.Tournament) -> list[tuple[list[list[int]], int | None]]:
    """The pairing of every round as it stands in a tournament."""
    byes = [[b.player for b in r.byes if b.kind is rookery.ByeKind.PAIRING_ALLOCATED] for r in tournament.rounds]
    return [(sorted(map(list, r.pairs)), (bye or [None])[0]) for r, bye in zip(tournament.rounds, byes, strict=True)]


def complete(recipe: dict[str, Any], seed: int) -> rookery.Tournament:
    """The first tournament from this seed on that can be paired to its end."""
    made = rookery.generate(Settings(**recipe), seed)
    return made if len(made.rounds) == recipe["rounds"] else complete(recipe, seed + 1)


def make() -> int:
    """Write the folder anew."""
    expected = []
    for number, recipe in enumerate(RECIPES, 1):
        made = complete(recipe, 100 * number)
        data = rookery.dump(made)
        if answers(data.decode()) != recorded(made):
            print(f"{made.event.name}: not confirmed")
            return 1
        name = f"{number:02}.trf"
        (FOLDER / name).write_bytes(data)
        rounds = []
        for r, (pairs, bye) in enumerate(recorded(made), 1):
            absent = {str(one.player): one.kind.value for one in position(made, r).requested}
            rounds.append({"round": r, "absent": absent, "pairs": pairs, "bye": bye})
        expected.append({"file": name, "players": len(made.players), "planned": made.planned, "rounds": rounds})
    lines = [json.dumps(one, separators=(",", ":")) for one in expected]
    (FOLDER / "expected.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(expected)} tournaments, {sum(len(one['rounds']) for one in expected)} rounds, all confirmed")
    return 0


def confirm() -> int:
    """Ask the reference again."""
    wrong = 0
    for one in map(json.loads, (FOLDER / "expected.jsonl").read_text("utf-8").splitlines()):
        said = answers((FOLDER / one["file"]).read_text("utf-8"))
        if said != [(sorted(r["pairs"]), r["bye"]) for r in one["rounds"]]:
            wrong += 1
            print(f"{one['file']}: the reference differs")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(confirm() if "--check" in sys.argv else make())
