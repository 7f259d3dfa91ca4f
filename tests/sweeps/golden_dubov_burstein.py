"""Make tests/golden/dubov and tests/golden/burstein, everything in them confirmed by the literal references.

    python tests/sweeps golden_dubov_burstein dubov|burstein
    [--check | --positions | --tournaments]

`NN.trf` with `expected.jsonl` are tournaments of our generator; `positions.jsonl` holds, for each rule of
left_out.py, positions (their TRF inside) in which leaving the rule out changes the answer. With --check the files
are confirmed again, and nothing is written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import rookery
from literal.events import read_event, write_event
from rookery import GeneratorSettings, PointSystem
from rookery.checking.checker import position_before_round
from rookery.generator.settings import Ratings
from rookery.pairing import dubov as dubov_module
from rookery.pairing.burstein import BURSTEIN_2026
from rookery.pairing.dubov import DUBOV_2026
from rookery.pairing.outcome import first_differing_lines
from rookery.pairing.system import System
from support.corpora import unpack
from support.random_positions import crowded_position, random_position
from support.references import REFERENCES, Answer, ours
from support.system_variants import BURSTEIN_WITHOUT, DUBOV_WITHOUT

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
EACH = 6  # positions for each rule
SYSTEMS = {"dubov": (DUBOV_2026, DUBOV_WITHOUT), "burstein": (BURSTEIN_2026, BURSTEIN_WITHOUT)}

PLAIN = {"half_byes": 0, "full_byes": 0, "zero_byes": 0, "forfeits": 0.0, "withdrawals": 0, "late_entries": 0}
RECIPES: tuple[dict[str, Any], ...] = (
    *({"players": 6 + n, "rounds": 5, **PLAIN, "forbidden": 0, "acceleration": "none"} for n in range(4)),
    *(
        {"players": 7 + n % 3, "rounds": 6, "zero_byes": 0.08, "forfeits": 0.1, "acceleration": "none"}
        for n in range(8)
    ),
    *({"players": 8 + n % 2, "rounds": 7, "full_byes": 0.05, "acceleration": "none"} for n in range(3)),
    *({"players": 8 + n, "rounds": 5, "acceleration": "written", "points": PointSystem()} for n in range(2)),
    {"players": 8, "rounds": 5, "points": PointSystem(win=30, draw=10), "acceleration": "none"},
    {"players": 7, "rounds": 5, "points": PointSystem(pab=5), "acceleration": "none"},
    {"players": 9, "rounds": 5, "forbidden": 4, "acceleration": "none"},
    {"players": 9, "rounds": 6, "late_entries": 2, "withdrawals": 1, "acceleration": "none"},
    {"players": 8, "rounds": 6, "unusual": 0.15, "double_forfeits": 0.05, "acceleration": "none"},
)


def reference(name: str) -> Callable[[Any], Answer]:
    """The answer of the literal program of a system."""
    return REFERENCES[name].default.answer


# -- tournaments


def tournaments(name: str) -> Iterator[dict[str, Any]]:
    """Made by our generator, every round confirmed; the files are written on the way."""
    for number, recipe in enumerate(RECIPES, 1):
        for seed in range(1000 * number, 1000 * number + 1000):
            made = rookery.generate(GeneratorSettings(**recipe, ratings=Ratings(), system=name), seed)
            if len(made.rounds) == recipe["rounds"]:
                break
        data = rookery.dumps(made)
        event, rounds = read_event(data.decode()), []
        for r in range(1, len(made.rounds) + 1):
            pairs, bye = reference(name)(event.before_round(r))
            absent = {str(one.player): one.kind.value for one in position_before_round(made, r).requested_byes}
            byes = [b.player for b in made.rounds[r - 1].byes if b.kind is rookery.ByeKind.PAIRING_ALLOCATED]
            if (pairs, bye) != (sorted(map(list, made.rounds[r - 1].pairs)), byes[0] if byes else None):
                sys.exit(f"recipe {number}, seed {seed}: the reference differs in round {r}")
            rounds.append({"round": r, "absent": absent, "pairs": pairs, "bye": bye})
        (GOLDEN / name / f"{number:02}.trf").write_bytes(data)
        yield {"file": f"{number:02}.trf", "players": len(made.players), "rounds": rounds}


# -- positions


class Watch:
    """Whether anything rare happened while a round was paired, so that rules that decide little are worth a try."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        maximum = dubov_module.find_maximum_upfloaters

        def watched_maximum(b: Any) -> int:
            found = maximum(b)
            self.seen |= {"maximum"} if found else set()
            return found

        dubov_module.find_maximum_upfloaters = watched_maximum


NEEDS = {"C9": "maximum"}
BORROWED = {  # no search of ours finds enough of them: from the corpus
    "C8": "criterion-c8",
    "reading c9=lex": "reading-c9-lex",
    "reading shifters=all": "reading-shifters-all",
}


def positions(name: str, first: int = 0) -> Iterator[dict[str, Any]]:
    """Wild positions in which a rule decides, until there are enough for each."""
    system, table = SYSTEMS[name]
    watch, missing = Watch(), {rule: EACH for rule in table if name == "burstein" or rule not in BORROWED}
    without: dict[str, System] = {rule: make() for rule, make in table.items()}
    seed = first
    while missing:
        seed += 1
        rare = len(missing) < 2 and name == "dubov"
        text = write_event(crowded_position(seed) if rare else random_position(seed, 6, 10))
        watch.seen.clear()
        want = ours(system, text)
        if want[0] is None:
            continue
        seen = set(watch.seen)
        for rule in list(missing):
            if NEEDS.get(rule, "") not in {"", *seen}:
                continue
            other = ours(without[rule], text)
            if other != want and decides(system, rule, text, other):
                if reference(name)(read_event(text)) != want:
                    sys.exit(f"seed {seed}: the reference differs\n{text}")
                yield case(rule, text, want, other)
                missing[rule] -= 1
                if not missing[rule]:
                    del missing[rule]
                    print(f"{rule}: enough at seed {seed}; missing {missing}", flush=True)
                break


def decides(system: System, rule: str, text: str, other: Answer) -> bool:
    """Whether it is this criterion by which the other answer is worse, so far as a ledger can tell."""
    if rule not in ("C5", "C6", "C7", "C8", "C9", "C10") or other[0] is None:
        return True
    event = rookery.loads(text).tournament
    if system.system_for_round(event.next_round, event.planned_rounds) is not system:
        return False
    theirs = system.price(system.field(event), [(a, b) for a, b in other[0]], other[1])
    found = first_differing_lines(system.pair(event).ledger, theirs)
    return found is not None and found[1].code == rule


def borrowed() -> Iterator[dict[str, Any]]:
    """Positions of the corpus for the rules that our search does not reach."""
    folder = unpack() / "dubov-hard"
    for one in map(json.loads, (folder / "expected.jsonl").read_text("utf-8").splitlines()):
        for rule, topic in BORROWED.items():
            if one["topic"] == topic:
                text = (folder / one["file"]).read_text("utf-8")
                want, other = ours(DUBOV_2026, text), ours(DUBOV_WITHOUT[rule](), text)
                if want == other or reference("dubov")(read_event(text)) != want:
                    sys.exit(f"{one['file']}: not as expected")
                yield case(rule, text, want, other)


def case(rule: str, text: str, want: Answer, other: Answer) -> dict[str, Any]:
    """A position that a rule decides."""
    return {"rule": rule, "pairs": want[0], "bye": want[1], "without": list(other), "trf": text}


# -- all of it


def lines(path: Path, cases: Iterable[dict[str, Any]]) -> int:
    """Write JSON lines; how many."""
    found = [json.dumps(one, separators=(",", ":")) for one in cases]
    path.write_text("\n".join(found) + "\n", "utf-8")
    return len(found)


def make(name: str) -> int:
    """Write a folder anew."""
    folder = GOLDEN / name
    folder.mkdir(parents=True, exist_ok=True)
    if "--positions" not in sys.argv:
        print(lines(folder / "expected.jsonl", tournaments(name)), "tournaments confirmed")
    if "--tournaments" not in sys.argv:
        more = borrowed() if name == "dubov" else iter(())
        print(lines(folder / "positions.jsonl", chain(positions(name), more)), "positions confirmed")
    return 0


def confirm(name: str) -> int:
    """Ask the reference again."""
    wrong = 0
    for one in map(json.loads, (GOLDEN / name / "positions.jsonl").read_text("utf-8").splitlines()):
        wrong += reference(name)(read_event(one["trf"])) != (one["pairs"], one["bye"])
    for one in map(json.loads, (GOLDEN / name / "expected.jsonl").read_text("utf-8").splitlines()):
        event = read_event((GOLDEN / name / one["file"]).read_text("utf-8"))
        for r in one["rounds"]:
            wrong += reference(name)(event.before_round(r["round"])) != (r["pairs"], r["bye"])
    print(f"{wrong} answers that the reference does not give")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(confirm(sys.argv[1]) if "--check" in sys.argv else make(sys.argv[1]))
