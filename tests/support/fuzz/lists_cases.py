"""Spoilt rating lists, zipped or not: imported whole, or refused with the line; what is imported is found."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

from rookery.rating_lists import RatingList
from support.fuzz.commands_run import Fault, run_command
from support.fuzz.mutations import NUMBERS, TEXTS, mutated
from support.fuzz.sources import example, lists, zipped

COLUMNS = ("name=name,fide_id=fide_id", "name=x", "x", "=", "name=name,national_id=born")
SOUGHT = (*NUMBERS, *TEXTS, "tern", "tove 1", "12", "heron", '"', "*", "a OR b", "NEAR(a b)")


def case(seed: int, folder: Path) -> str:
    """Spoil a list, import it, search it, fill a tournament from it."""
    rng = random.Random(f"lists {seed}")
    name = rng.choice(list(lists()))
    data = _spoil(name, rng)
    (folder / name).write_bytes(data)
    (folder / "norms.trf").write_bytes(example("norms.trf"))
    words = ["list", "import", name, "--list", "l.sqlite"]
    if rng.random() < 0.2:
        words += ["--kind", rng.choice(("standard", "rapid", "blitz"))]
    if rng.random() < 0.2:
        words += ["--columns", rng.choice(COLUMNS)]
    done = run_command(words)
    if done.code:
        if (folder / "l.sqlite").exists():
            raise Fault("a list that was refused is there")
        return f"{name} {done.code}"
    _whole(name, data, folder)
    run_command(
        ["list", "find", rng.choice(SOUGHT), "--list", "l.sqlite", "--limit", rng.choice(("1", "-1", "0", "9" * 20))]
    )
    how = rng.choice(((), ("--write",), ("--write", "--overwrite")))
    run_command(["list", "fill", "norms.trf", "--list", "l.sqlite", *how])
    run_command(["rate-period", "--list", name if rng.random() < 0.5 else "l.sqlite", "--games", ".", "-o", "new.csv"])
    return f"{name} {done.code}"


def _spoil(name: str, rng: random.Random) -> bytes:
    plain = [data for name, data in lists().items() if not name.endswith(".zip")]
    data = lists()[name]
    if name.endswith(".zip") and rng.random() < 0.6:
        inner = name.removesuffix(".zip")
        called = rng.choice((inner, inner, inner, "x", "LIST.TXT", "a/b.xml"))
        return zipped(called, mutated(lists()[inner], rng, plain))
    if name.endswith(".zip"):
        return _spoilt_archive(data, rng)
    return mutated(data, rng, plain)


def _spoilt_archive(data: bytes, rng: random.Random) -> bytes:
    """Bytes of the archive itself, often in its directory; or a small one of something very large."""
    if rng.random() < 0.05:
        letter = rng.choice((b" ", b"\n", b"<", b'"', b"1", b"\0", b"<player>", b"ID Number Name Fed\n", b"<!--"))
        return zipped(rng.choice(("l.txt", "l.xml", "l.csv")), letter * (rng.choice((10**6, 3 * 10**7)) // len(letter)))
    spoilt = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        where = rng.choice((range(len(data)), range(64), range(-120, 0)))
        spoilt[rng.choice(where)] = rng.randrange(256)
    return bytes(spoilt[: rng.choice((len(spoilt), len(spoilt), rng.randrange(len(spoilt))))])


def _whole(name: str, data: bytes, folder: Path) -> None:
    """The store holds as many players as it says, and one for each line or entry of a plain list."""
    with RatingList(folder / "l.sqlite") as ratings:
        entries = list(ratings)
        if len(entries) != len(ratings):
            raise Fault(f"{len(ratings)} players are told, {len(entries)} are there")
    for entry in entries:
        if any(isinstance(value, int) and not 0 <= value < 10**18 for value in entry):
            raise Fault(f"a number without bounds: {entry}")
    if name == "list.txt":
        expected = sum(bool(line.strip()) for line in data.split(b"\n")[1:])
    elif name == "list.xml" and b"<!" not in data:
        expected = data.count(b"<fideid>")
    else:
        return
    if expected != len(entries):
        raise Fault(f"{len(entries)} players of {expected} entries (crc {zlib.crc32(data):08x})")
