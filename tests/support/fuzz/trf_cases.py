"""Spoilt TRF files: read, kept, rewritten, every line used or told of; then a command on each."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import rookery
from rookery.errors import RookeryError
from rookery.load_result import LoadResult
from rookery.trf.registry import RECORDS
from support.fuzz.commands_run import Fault, run_command
from support.fuzz.mutations import ANY, NUMBERS, TEXTS, mutated
from support.fuzz.preserved import check_conversions, check_rewriting, read, sound
from support.fuzz.sources import tournaments

COMMANDS = (
    "validate F", "validate F --strict --notes", "validate F --for rating", "show F", "show F --round 1",
    "show F --format json", "convert F out.json", "convert F out.trf --to trf16", "convert F out.trf --to trfx",
    "convert F out.trf --to trfbx --force", "convert F out.trf --to joint", "convert F out.json --force",
    "pair F", "pair F --explain", "pair F -o F", "pair F --format json", "check F", "check F --format json",
    "standings F", "standings F --save", "standings F --show-parts --format json", "standings F --format html",
    "standings F --explain 1", "rate F", "rate F --player 1", "norms F", "norms F --player 1", "schedule F",
    "--dutch F -c", "--dutch F -p", "enter F 1 1-2=1-0", "bye F 1 half --round 2", "withdraw F 1", "correct F 1=1900",
    "set F --city Sylt", "add F --name Tern",
)  # fmt: skip
DERIVED = frozenset({
    "062", "072", "082", "###", "801", "802", "182", "162", "362", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "152",
    "XXC", "XXR",
})  # fmt: skip
"""Records that count others, repeat them for human eyes, are kept and not used, or may say what holds anyway."""


def case(seed: int, folder: Path) -> str:
    """Spoil a file, read it, ask a command."""
    rng = random.Random(f"trf {seed}")
    data = mutated(rng.choice(tournaments()), rng, tournaments(), (*ANY, record, record, cells))
    reading = read(data)
    if reading is not None:
        check_conversions(reading)
        check_rewriting(reading, data)
        noticed(reading, rng)
    target = folder / "event.trf"
    target.write_bytes(data)
    words = ["event.trf" if word == "F" else word for word in rng.choice(COMMANDS).split()]
    code = run_command(words).code
    left = target.read_bytes()
    if left != data:
        _still_good(left)
    return "refused" if reading is None else f"read, then {code}"


def _still_good(data: bytes) -> None:
    """What a command wrote can be read."""
    try:
        rookery.loads(data)
    except RookeryError as error:
        raise Fault(f"a command left what cannot be read: {error}") from error


def noticed(reading: LoadResult, rng: random.Random) -> None:
    """A line of which nothing is told says something: without it the tournament is another one, or told of."""
    assert reading.document
    lines = reading.document.lines
    if len(lines) > 400 or not sound(reading.problems):
        return
    reported = {problem.line for problem in reading.problems}
    codes = {lines[line - 1][:3] for line in reported if line} | DERIVED
    free = [
        at for at, line in enumerate(lines)
        if at + 1 not in reported and line[3:].strip() and line[:3] not in codes and lines.count(line) == 1
        and "CUSTOM_SWISS" not in line
    ]  # fmt: skip
    if not free or any("more" in problem.text for problem in reading.problems):
        return
    at = rng.choice(free)
    less = read("\n".join((*lines[:at], *lines[at + 1 :])).encode("utf-8", "surrogatepass"))
    if less is None or less.tournament != reading.tournament or len(less.problems) != len(reading.problems):
        return
    raise Fault(f"line {at + 1} is read in silence: {lines[at][:100]!r}")


def record(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """A record that may never have stood there, with fields that it may not have."""
    code = rng.choice(list(RECORDS))
    line = f"{code} "
    for field in RECORDS[code].fields:
        line = line.ljust(field.first - 1) + _value(rng)[: max(1, field.last - field.first + 1)]
    if rng.random() < 0.6:
        line += " " + " ".join(_value(rng) for _ in range(rng.choice((1, 2, 3, 40, 2000))))
    lines = data.split(b"\n")
    lines.insert(rng.randrange(len(lines) + 1), line.encode("utf-8", "surrogatepass"))
    return b"\n".join(lines)


def _value(rng: random.Random) -> str:
    if rng.random() < 0.7:
        return rng.choice(
            ("1", "2", "3", "10", "0.5", "1.0", "H", "F", "Z", "1-5", "2026/01/31", "W", "white", " ", "12/")
        )
    return rng.choice(NUMBERS if rng.random() < 0.6 else TEXTS)


CELLS = (b"1 w 1", b"2 b =", b"0000 - H", b"3 w  ", b"9999 w 1", b"-1 b 0", b"0000 - Z", "½ w 1".encode(), b"1w1", b"")


def cells(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """Cells of a row as many programs have them, in any number."""
    lines = data.split(b"\n")
    rows = [at for at, line in enumerate(lines) if line[:4] == b"001 "]
    if not rows:
        return data
    at = rng.choice(rows)
    count = rng.choice((1, 2, 5, 100, 1500))
    new = b"".join(rng.choice(CELLS).rjust(10) for _ in range(count))
    row = lines[at].rstrip(b"\r")
    place = 89 + 10 * rng.randrange(6)
    lines[at] = row.ljust(place)[:place] + new
    return b"\n".join(lines)
