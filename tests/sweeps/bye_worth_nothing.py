"""Is a bye that is worth nothing all that another engine differs in? Of every difference that a campaign has kept.

    python tests/sweeps bye_worth_nothing FOLDER [--seconds 20]

FOLDER is that of `rookery crosscheck --bye-points 0 -o FOLDER`. Each position is paired again as if C.04.3 1.4.3 made
such a bye no downfloat, and nothing else were changed: is that the other engine's answer? And the literal reference is
asked, for as long as it may take. Exit code 1 if one is not explained so.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from pathlib import Path
from typing import Any

import rookery
from literal.dutch import pair_next_round
from literal.events import read_event
from rookery._record import replace
from rookery.history.acceleration import baku_records
from rookery.regulations import parse_type_code
from support.other_readings import bye_floats_by_points

Answer = tuple[list[tuple[int, int]], int | None]


def answer(pairs: Any, bye: int | None) -> Answer:
    """Who meets whom, in no order of boards."""
    return sorted((white, black) for white, black in pairs), bye


def paired(position: bytes) -> Answer:
    """Our answer."""
    outcome = rookery.pair(rookery.loads(position).tournament)
    return answer(outcome.pairs, outcome.bye)


def literal(position: bytes) -> Answer | None:
    """That of the literal reference, which does not choose virtual points itself."""
    tournament = rookery.loads(position).tournament
    if parse_type_code(tournament.system).baku:
        plain = replace(tournament, system="FIDE_DUTCH_2026", acceleration=baku_records(tournament))
        position = rookery.dumps(plain)
    said = pair_next_round(read_event(position.decode()))
    return None if said is None else answer(said.pairs, said.bye)


def ask_reference(position: bytes, seconds: float) -> Answer | str:
    """The answer of the literal reference, if it comes in time."""
    with ProcessPoolExecutor(1) as pool:
        waiting = pool.submit(literal, position)
        try:
            return waiting.result(seconds) or "nothing"
        except TooLong:
            for process in list(pool._processes.values()):
                process.kill()
            return "too large"


def main() -> int:
    """Ask of each, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    found: Counter[str] = Counter()
    for path in sorted(options.folder.glob("*-round-*.json")):
        told, position = json.loads(path.read_text()), path.with_suffix(".trf").read_bytes()
        ours, theirs = (answer(**told[name]) for name in ("ours", "theirs"))
        assert paired(position) == ours, path
        with bye_floats_by_points():
            explained = paired(position) == theirs
        said = ask_reference(position, options.seconds)
        who = said if isinstance(said, str) else "ours" if said == ours else "theirs" if said == theirs else "neither"
        found["read otherwise: theirs" if explained else "NOT EXPLAINED"] += 1
        found[f"literal reference: {who}"] += 1
        print(f"{path.stem}: {'explained' if explained else 'NOT EXPLAINED'}; literal reference: {who}", flush=True)
    print(dict(found))
    return int(found["NOT EXPLAINED"] > 0)


if __name__ == "__main__":
    sys.exit(main())
