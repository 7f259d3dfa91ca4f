"""Make tests/golden/SYSTEM (team, double-swiss, lim), everything in it confirmed by the literal references.

    ROOKERY_ORACLES=../shared/oracles python tests/sweeps golden_matches SYSTEM [--check | --more RULE SEED]

`NN.trf` with `expected.jsonl` are tournaments paired by Rookery round after round; `positions.jsonl` holds, for each
rule of left_out_matches.py, positions (their TRF inside) in which leaving the rule out, or reading it otherwise,
changes the answer. What chance does not bring is taken from the positions in ROOKERY_CORPUS, and says so. With --check
the files are confirmed again, and nothing is written.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import rookery
from support.left_out_matches import EXACT, WITHOUT, Answer, answer

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
EACH = 5  # positions for each rule
TOURNAMENTS = 22
SEEDS = 6000  # wild positions looked at before the corpus is asked


class Reference(NamedTuple):
    """The literal program of a system: its answer, its way from text to event and back, a new event, a round played."""

    answer: Callable[[Any], Answer]
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    begin: Callable[[int], Iterator[Any]]
    wild: Callable[[int], Any]
    before: Callable[[Any, int], Any]


def reference(name: str) -> Reference:
    """The literal program of a system."""
    import double_swiss
    import lim
    import team
    from trf_mini import read_event, read_team_event

    module: Any = {"team": team, "double-swiss": double_swiss, "lim": lim}[name]
    readings, _, write = module.reference()
    most = 7 if name == "team" else 8
    return Reference(
        readings["default"].answer,
        read_team_event if name == "team" else read_event,
        write,
        lambda seed: playing(name, seed),
        lambda seed: module.wild(seed, 5, most),
        before_round(name),
    )


def before_round(name: str) -> Callable[[Any, int], Any]:
    """The position from which a finished round was paired."""
    if name == "team":
        import team_literal

        return team_literal.before_round
    if name == "double-swiss":
        return double_before
    return lambda event, number: event.before_round(number)


def double_before(event: Any, number: int) -> Any:
    """The same for a match of two columns."""
    position = event.before_round(2 * number - 1)
    position.absent = {
        p: row[2 * number - 2].result for p, row in event.cells.items() if row[2 * number - 2].result in "FHZ"
    }
    return position


# -- tournaments


def playing(name: str, seed: int) -> Iterator[Any]:
    """A tournament as the reference makes them, but paired by Rookery; yields it before every round and at its end."""
    import double_swiss_literal
    import lim_literal
    import team_literal

    told = {}

    def ours(event: Any, *_: Any) -> Any:
        pairs, bye = answer(EXACT[name], told["write"](event))
        if pairs is None:
            raise told["none"]
        games = [(a, b) for a, b in pairs]
        return team_literal.Pairing(games, bye) if name == "team" else (games, bye)

    module: Any = {"team": team_literal, "double-swiss": double_swiss_literal, "lim": lim_literal}[name]
    told["write"] = reference(name).write
    told["none"] = getattr(module, "NoPairing", LookupError)()
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
    ref, number, seed = reference(name), 0, 0
    while number < TOURNAMENTS:
        seed += 1
        for event in ref.begin(seed):
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
    pairs, bye = ref.answer(position)
    if answer(EXACT[name], ref.write(position)) != (pairs, bye):
        sys.exit(f"the reference differs in round {number}\n{ref.write(position)}")
    return {"round": number, "absent": {str(k): v for k, v in position.absent.items()}, "pairs": pairs, "bye": bye}


# -- positions


def positions(name: str) -> Iterator[dict[str, Any]]:
    """Wild positions in which a rule decides, until there are enough for each."""
    ref, table = reference(name), WITHOUT[name]
    without = {rule: make() for rule, make in table.items()}
    missing = dict.fromkeys(table, EACH)
    sources = (texts_at_random(name, ref), texts_of_corpus(name))
    for source in sources:
        for origin, text in source:
            if not missing:
                return
            tournament = rookery.load(text).tournament
            want = answer(EXACT[name], tournament)
            for rule in list(missing) if want[0] is not None else ():
                other = answer(without[rule], tournament)
                if other == want:
                    continue
                if ref.answer(ref.read(text)) != want:
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
        event = ref.wild(seed)
        yield f"wild {seed}", ref.write(event)
        if seed % 4 == 0:
            yield f"first round of {seed}", ref.write(ref.before(event, 1))
        if seed % 40 == 0:
            for event in ref.begin(50_000 + seed):
                done = event.played_rounds // (2 if name == "double-swiss" else 1)
                for number in {1, random.Random(seed).randint(1, done), done}:
                    yield f"tournament {50_000 + seed}", ref.write(ref.before(event, number))


def more(name: str, rule: str, first: int) -> int:
    """Look on from this seed, in larger fields, until a rare rule has its positions; they are appended."""
    path = GOLDEN / name / "positions.jsonl"
    kept = path.read_text("utf-8").splitlines()
    missing = EACH - sum(json.loads(one)["rule"] == rule for one in kept)
    ref, other, wild = reference(name), WITHOUT[name][rule](), wild_positions(name)
    while missing > 0:
        first += 1
        text = ref.write(wild(first, 7, 11))
        tournament = rookery.load(text).tournament
        want, without = answer(EXACT[name], tournament), answer(other, tournament)
        if want[0] is not None and want != without and ref.answer(ref.read(text)) == want:
            found = {"rule": rule, "origin": f"wild {first}", "pairs": want[0], "bye": want[1], "without": without}
            kept.append(json.dumps(found | {"trf": text}, separators=(",", ":")))
            missing -= 1
    path.write_text("\n".join(kept) + "\n", "utf-8")
    print(f"{rule}: enough at seed {first}")
    return 0


def wild_positions(name: str) -> Callable[[int, int, int], Any]:
    """The maker of wild positions."""
    import double_swiss
    import lim
    import team

    modules: dict[str, Any] = {"team": team, "double-swiss": double_swiss, "lim": lim}
    return modules[name].wild  # type: ignore[no-any-return]


def texts_of_corpus(name: str) -> Iterator[tuple[str, str]]:
    """Positions collected by others."""
    folder = Path(os.environ.get("ROOKERY_CORPUS", "")) / f"{name}-hard"
    for path in sorted(folder.glob("*.trf")):
        yield f"{name}-hard/{path.name}", path.read_text("utf-8")


# -- all of it


def lines(path: Path, cases: Iterator[dict[str, Any]]) -> int:
    """Write JSON lines; how many."""
    found = [json.dumps(one, separators=(",", ":")) for one in cases]
    path.write_text("\n".join(found) + "\n", "utf-8")
    return len(found)


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
    ref, wrong = reference(name), 0
    for one in map(json.loads, (GOLDEN / name / "positions.jsonl").read_text("utf-8").splitlines()):
        wrong += ref.answer(ref.read(one["trf"])) != (one["pairs"], one["bye"])
    for one in map(json.loads, (GOLDEN / name / "expected.jsonl").read_text("utf-8").splitlines()):
        event = ref.read((GOLDEN / name / one["file"]).read_text("utf-8"))
        for r in one["rounds"]:
            wrong += ref.answer(ref.before(event, r["round"])) != (r["pairs"], r["bye"])
    print(f"{wrong} answers that the reference does not give")
    return int(wrong > 0)


if __name__ == "__main__":
    oracles = os.environ.get("ROOKERY_ORACLES")
    if not oracles:
        sys.exit("ROOKERY_ORACLES names no folder: nothing to confirm with")
    sys.path.insert(0, oracles)
    if "--more" in sys.argv:
        sys.exit(more(sys.argv[1], sys.argv[3], int(sys.argv[4])))
    sys.exit(confirm(sys.argv[1]) if "--check" in sys.argv else make(sys.argv[1]))
