"""Spoilt JSON: as bytes, and value by value. Whatever is accepted without a word is there when it is written again."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import rookery
from rookery.model import Result
from support.fuzz.commands_run import Fault, run_command
from support.fuzz.mutations import LARGEST, NUMBERS, TEXTS, mutated
from support.fuzz.preserved import check_conversions, read
from support.fuzz.sources import json_texts, tournaments
from support.fuzz.trf_cases import COMMANDS

ODD = (
    None, True, False, 0, -1, 1.5, 0.1, 1e300, 10**12, 10**13, 2**63, 10**30, -(10**9), 999, 1000, 9999, 10000, "", " ",
    "x", "1-0", "2026-02-30", "0000-00-00", [], {}, [[]], [None], {"x": 1}, [1, 1], {"": None}, "A" * 500, "\ud800",
    "a\nb", "\0", "\x1b[1m", "\u202e",
)  # fmt: skip
KEYS = (
    "name", "id", "rating", "round", "rounds", "games", "byes", "white", "black", "result", "player", "players", "kind",
    "points", "team", "teams", "matches", "system", "planned", "x", "first", "last",
)  # fmt: skip


def case(seed: int, folder: Path) -> str:
    """Spoil a text, read it, ask a command."""
    rng = random.Random(f"json {seed}")
    data = _spoil(rng)
    reading = read(data)
    if reading is not None and reading.document is None:
        check_conversions(reading)
        if not reading.problems:
            _check_values(data, rookery.dumps(reading.tournament, "json"))
    (folder / "event.json").write_bytes(data)
    code = run_command(["event.json" if word == "F" else word for word in rng.choice(COMMANDS).split()]).code
    return "refused" if reading is None else f"read, then {code}"


def _spoil(rng: random.Random) -> bytes:
    text = rng.choice(json_texts())
    if rng.random() < 0.35:
        return mutated(text, rng, (*json_texts(), *tournaments()))
    tree = json.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        tree = spoilt_tree(tree, rng)
    made = json.dumps(tree, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1))).encode("utf-8", "replace")
    if rng.random() < 0.1:
        made = nested(made, rng)
    return made[:LARGEST]


def nested(data: bytes, rng: random.Random) -> bytes:
    """A value within brackets within brackets; or a key given twice."""
    at = data.find(b":", rng.randrange(len(data))) + 1
    deep = rng.choice((5, 100, 1000, 20_000))
    match rng.randrange(4):
        case 0:
            new = b"[" * deep + b"]" * deep + b","
        case 1:
            new = b'{"x":' * deep + b"1" + b"}" * deep + b","
        case 2:
            new = b'1, "name": 2, "name":'
        case _:
            new = rng.choice(NUMBERS).encode() + b", "
    return data[:at] + new + data[at:]


def odd(rng: random.Random) -> Any:
    """A value that hardly anybody expects, and nobody else has: it may be spoilt again."""
    return copy.deepcopy(rng.choice(ODD))


def nodes(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value."""
    yield path
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inner:
        yield from nodes(value, (*path, key))


def spoilt_tree(tree: Any, rng: random.Random) -> Any:
    """One value other, gone, twice, renamed, or brought from elsewhere."""
    paths = list(nodes(tree))[1:]
    if not paths:
        return odd(rng)
    *above, key = rng.choice(paths)
    place = tree
    for step in above:
        place = place[step]
    match rng.randrange(7):
        case 0 | 1:
            place[key] = odd(rng)
        case 2:
            place[key] = (
                rng.choice(TEXTS)[:2000] if isinstance(place[key], str) else rng.choice((0, -1, 7, 10**6, 2**64))
            )
        case 3:
            del place[key]
        case 4:
            _add(place, key, rng)
        case 5:
            place[key] = copy.deepcopy(_value_at(tree, rng.choice(paths)))
        case _:
            if isinstance(place[key], list):
                rng.shuffle(place[key])
            else:
                place[key] = [place[key]] * rng.choice((1, 2, 1000))
    return tree


def _add(place: Any, key: Any, rng: random.Random) -> None:
    """One more in a list, or another key in an object."""
    if isinstance(place, list):
        place.extend([copy.deepcopy(place[key])] * rng.choice((1, 1, 2, 1200 if len(place) < 50 else 1)))
    else:
        place[rng.choice(KEYS)] = copy.deepcopy(place[key]) if rng.random() < 0.5 else odd(rng)


def _value_at(tree: Any, path: Sequence[Any]) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _decoded(data: bytes) -> str:
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def _check_values(source: bytes, written: bytes) -> None:
    """Every value that was given without a complaint is written again; what says nothing may be left out."""
    before, after = (json.loads(_decoded(text), parse_float=Decimal) for text in (source, written))
    for path in _differences(before, after):
        raise Fault(f"lost in silence at {path}")


_NOTHING: tuple[Any, ...] = (None, "", [], {}, False, 0)


def _ordered(values: list[Any]) -> list[Any]:
    """People in the order of their numbers, which is not told by a list of them."""
    named = all(isinstance(value, dict) and isinstance(value.get("id"), int) for value in values)
    return sorted(values, key=lambda value: value["id"]) if named else values


def _is_equal(first: Any, second: Any, path: tuple[Any, ...]) -> bool:
    """Whether both are spellings of one result, or of nothing."""
    if path[-1:] == ("result",) and isinstance(first, str | None):
        return Result.parse(first or "") is Result.parse(second)
    return second in _NOTHING and (first in _NOTHING or not str(first).strip())


def _differences(first: Any, second: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(first, dict) and isinstance(second, dict):
        for key, value in first.items():
            if key in second:
                yield from _differences(value, second[key], (*path, key))
            elif value not in _NOTHING:
                yield (*path, key, value)
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for at, (value, again) in enumerate(zip(_ordered(first), _ordered(second), strict=True)):
            yield from _differences(value, again, (*path, at))
    elif first != second and not _is_equal(first, second, path):
        yield (*path, first, second)
