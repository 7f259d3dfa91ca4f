"""Spoilt requests to the engine: every line is answered in a line, in its turn, and never by a fault of ours."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

from rookery.cli.commands.serve_engine import KEYS, VERBS
from support.fuzz.commands_run import Fault, run_command
from support.fuzz.json_cases import nested, odd, spoilt_tree
from support.fuzz.mutations import mutated
from support.fuzz.sources import json_texts, tournaments

VALUES: dict[str, tuple[Any, ...]] = {
    "system": ("dutch", "burstein", "lim", "round-robin", "keizer", "FIDE_DUTCH_2017"),
    "edition": ("2017", "2026-02", "2024-08", "1066"),
    "fixed": ([[1, 2]], [[2, 1], [3, 4]], [[1, 1]], [[1, 99]]),
    "tiebreaks": ("BH,SB", ["DE", "BH/C1"], [], "ARO", ["XYZ"]),
    "kind": ("standard", "rapid", "blitz"),
    "title": ("GM", "wim"),
    "ratings": ({"1": 2400}, {"2": None}, {}),
    "k": ({"1": 40},),
}
"""Values that a key may well have; of the others small numbers, lists of them, and both truths."""
ANYTHING: tuple[Any, ...] = (1, 2, 3, 7, 0, 99, [1], [1, 2], True, False, "x")
SENT = 4
"""Requests of a case."""


def case(seed: int, folder: Path) -> str:
    """Send some spoilt lines, and see what comes back."""
    rng = random.Random(f"engine {seed}")
    lines = [_spoilt(rng).replace(b"\n", b" ") for _ in range(SENT)]
    requests = [line for line in lines if line.strip()]
    done = run_command(["serve-engine"], b"\n".join(lines) + b"\n" * rng.randrange(2))
    answers = [json.loads(line) for line in done.out.splitlines()]
    if done.code or done.err or len(answers) != len(requests):
        raise Fault(f"ended with {done.code}, {len(answers)} answers to {len(requests)} requests: {done.err}")
    return " ".join(sorted({_classify(answer) for answer in answers}))


def _classify(answer: dict[str, Any]) -> str:
    """A word for an answer."""
    if ("answer" in answer) is ("error" in answer) or "id" not in answer:
        raise Fault(f"neither answer nor error: {sorted(answer)}")
    if "answer" in answer:
        return "answered"
    error = answer["error"]
    if error["class"] == "Fault" or not error["text"]:
        raise Fault(f"{error}")
    return str(error["class"])


def _spoilt(rng: random.Random) -> bytes:
    """A request that was good before: spoilt as a tree, as bytes, as a value, or not at all."""
    request = _request(rng)
    match rng.randrange(6):
        case 0:
            return mutated(json.dumps(request).encode(), rng, (*json_texts(), *tournaments()))
        case 1:
            return nested(json.dumps(request).encode(), rng)
        case 2:
            return json.dumps(spoilt_tree(request, rng)).encode()
        case 3:
            request[rng.choice((*KEYS, "id", "verb", "x"))] = odd(rng)
    return json.dumps(request, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def _request(rng: random.Random) -> dict[str, Any]:
    verb = rng.choice(list(VERBS))
    request: dict[str, Any] = {"id": rng.randrange(100), "verb": verb}
    for key in VERBS[verb].needs:
        request[key] = _tournament(rng) if key == "tournament" else rng.choice((1, 2, 3, 5))
    for key in VERBS[verb].takes:
        if rng.random() < 0.2:
            request[key] = copy.deepcopy(rng.choice(VALUES.get(key, ANYTHING)))
    return request


def _tournament(rng: random.Random) -> object:
    if rng.random() < 0.4:
        return rng.choice(tournaments()).decode("utf-8", "replace")
    return json.loads(rng.choice(json_texts()))
