"""Make tests/golden/SYSTEM (team, double-swiss, lim), everything in it confirmed by the literal references.

    python tests/sweeps golden_matches SYSTEM [--check | --more RULE SEED]

`NN.trf` with `expected.jsonl` are tournaments paired by Rookery round after round; `positions.jsonl` holds, for each
rule of match_system_variants.py, positions (their TRF inside) in which leaving the rule out, or reading it otherwise,
changes the answer. What chance does not bring is taken from the positions of the corpora, and says so. With --check
the files are confirmed again, and nothing is written.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rookery
from literal import double_swiss_events, lim_events, team
from literal.course import NoPairing
from support.corpora import unpack
from support.references import REFERENCES, Reference
from support.swiss import SWISS, answer, answer_without
from sweeps.golden_dubov_burstein import lines

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
EACH = 5  # positions for each rule
TOURNAMENTS = 22
SEEDS = 6000  # wild positions looked at before the corpus is asked


# -- tournaments


def playing(name: str, seed: int) -> Iterator[Any]:
    """A tournament as the reference makes them, but paired by Rookery; yields it before every round and at its end."""
    told = {}

    def ours(event: Any, *_: Any) -> Any:
        pairs, bye = answer(SWISS[name].system, rookery.loads(told["write"](event)).tournament)
        if pairs is None:
            raise told["none"]
        games = [(a, b) for a, b in pairs]
        return team.Pairing(games, bye) if name == "team" else (games, bye)

    module: Any = {"team": team, "double-swiss": double_swiss_events, "lim": lim_events}[name]
    told["write"] = REFERENCES[name].write
    told["none"] = LookupError() if name == "team" else NoPairing()
    asked = "pair_next_round" if name == "team" else "next_round"
    kept = getattr(module, asked)
    setattr(module, asked, ours)
    try:
        last = None
        for event, found in module.random_tournament(seed, 5, 8) if name == "team" else module.simulate(seed, 5, 9):
            if found is None:
                return
            last = event
        yield last
    except LookupError:
        return
    finally:
        setattr(module, asked, kept)


def tournaments(name: str) -> Iterator[dict[str, Any]]:
    """Paired by us, every round confirmed; the files are written on the way."""
    ref, number, seed = REFERENCES[name], 0, 0
    while number < TOURNAMENTS:
        seed += 1
        for event in playing(name, seed):
            done = event.played_rounds // (2 if name == "double-swiss" else 1)
            if done < 4:
                continue
            number += 1
            text = ref.write(event)
            rounds = [confirmed(name, ref, event, r) for r in range(1, done + 1)]
            (GOLDEN / name / f"{number:02}.trf").write_text(text, "utf-8")
            yield {"file": f"{number:02}.trf", "rounds": rounds}


def confirmed(name: str, ref: Reference, event: Any, number: int) -> dict[str, Any]:
    """One round as the reference has it, which is as we have it."""
    position = ref.before(event, number)
    pairs, bye = ref.default.answer(position)
    if answer(SWISS[name].system, rookery.loads(ref.write(position)).tournament) != (pairs, bye):
        sys.exit(f"the reference differs in round {number}\n{ref.write(position)}")
    return {"round": number, "absent": {str(k): v for k, v in position.absent.items()}, "pairs": pairs, "bye": bye}


# -- positions


def positions(name: str) -> Iterator[dict[str, Any]]:
    """Wild positions in which a rule decides, until there are enough for each."""
    ref, table = REFERENCES[name], SWISS[name].without
    lacking = {rule: make() for rule, make in table.items()}
    missing = dict.fromkeys(table, EACH)
    sources = (texts_at_random(name, ref), texts_of_corpus(name))
    for source in sources:
        for origin, text in source:
            if not missing:
                return
            tournament = rookery.loads(text).tournament
            want = answer(SWISS[name].system, tournament)
            for rule in list(missing) if want[0] is not None else ():
                other = answer_without(lacking[rule], tournament)
                if other == want:
                    continue
                if ref.default.answer(ref.read(text)) != want:
                    sys.exit(f"{origin}: the reference differs\n{text}")
                missing[rule] -= 1
                if not missing[rule]:
                    del missing[rule]
                yield {"rule": rule, "origin": origin, "pairs": want[0], "bye": want[1], "without": other, "trf": text}
                if not origin.endswith(".trf"):  # of our own there are enough for each to have its own
                    break
    print("fewer than enough:", missing)


def texts_at_random(name: str, ref: Reference) -> Iterator[tuple[str, str]]:
    """Wild positions, some first rounds, and rounds of tournaments."""
    for seed in range(SEEDS):
        event = ref.wild(seed, 5, 7 if name == "team" else 8)
        yield f"wild {seed}", ref.write(event)
        if seed % 4 == 0:
            yield f"first round of {seed}", ref.write(ref.before(event, 1))
        if seed % 40 == 0:
            for event in playing(name, 50_000 + seed):
                done = event.played_rounds // (2 if name == "double-swiss" else 1)
                for number in {1, random.Random(seed).randint(1, done), done}:
                    yield f"tournament {50_000 + seed}", ref.write(ref.before(event, number))


def more(name: str, rule: str, first: int) -> int:
    """Look on from this seed, in larger fields, until a rare rule has its positions; they are appended."""
    path = GOLDEN / name / "positions.jsonl"
    kept = path.read_text("utf-8").splitlines()
    missing = EACH - sum(json.loads(one)["rule"] == rule for one in kept)
    ref, other = REFERENCES[name], SWISS[name].without[rule]()
    while missing > 0:
        first += 1
        text = ref.write(ref.wild(first, 7, 11))
        tournament = rookery.loads(text).tournament
        want, lacking = answer(SWISS[name].system, tournament), answer_without(other, tournament)
        if want[0] is not None and want != lacking and ref.default.answer(ref.read(text)) == want:
            found = {"rule": rule, "origin": f"wild {first}", "pairs": want[0], "bye": want[1], "without": lacking}
            kept.append(json.dumps(found | {"trf": text}, separators=(",", ":")))
            missing -= 1
    path.write_text("\n".join(kept) + "\n", "utf-8")
    print(f"{rule}: enough at seed {first}")
    return 0


def texts_of_corpus(name: str) -> Iterator[tuple[str, str]]:
    """Positions collected by others."""
    folder = unpack() / f"{name}-hard"
    for path in sorted(folder.glob("*.trf")):
        yield f"{name}-hard/{path.name}", path.read_text("utf-8")


# -- all of it


def make(name: str) -> int:
    """Write a folder anew."""
    folder = GOLDEN / name
    folder.mkdir(parents=True, exist_ok=True)
    if "--positions" not in sys.argv:
        print(lines(folder / "expected.jsonl", tournaments(name)), "tournaments confirmed", flush=True)
    print(lines(folder / "positions.jsonl", positions(name)), "positions confirmed")
    return 0


def confirm(name: str) -> int:
    """Ask the reference again."""
    ref, wrong = REFERENCES[name], 0
    for one in map(json.loads, (GOLDEN / name / "positions.jsonl").read_text("utf-8").splitlines()):
        wrong += ref.default.answer(ref.read(one["trf"])) != (one["pairs"], one["bye"])
    for one in map(json.loads, (GOLDEN / name / "expected.jsonl").read_text("utf-8").splitlines()):
        event = ref.read((GOLDEN / name / one["file"]).read_text("utf-8"))
        for r in one["rounds"]:
            wrong += ref.default.answer(ref.before(event, r["round"])) != (r["pairs"], r["bye"])
    print(f"{wrong} answers that the reference does not give")
    return int(wrong > 0)


if __name__ == "__main__":
    if "--more" in sys.argv:
        sys.exit(more(sys.argv[1], sys.argv[3], int(sys.argv[4])))
    sys.exit(confirm(sys.argv[1]) if "--check" in sys.argv else make(sys.argv[1]))
