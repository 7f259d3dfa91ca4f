"""One byte inserted, deleted or changed in a tournament file, and the judgement on what the reader made of it.

A mutant is sound when (a) the model is the same, or (b) the reader reports a located problem that the file did not have
before, or (c) the model differs only in the one field in which the byte lies, and that field says who somebody is or is
a text of the event: a name, a federation, a title, an id, a birth date, a rating, a rank. Never an exception.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rookery.load_result import LoadResult
from rookery.model import PartialDate, Remark
from rookery.trf.read import read

FREE = {
    "name", "federation", "title", "sex", "birth", "rating", "rank", "fide_id", "national_id", "nickname", "strength",
    "origin",
}  # fmt: skip
"""Fields of players, national records and teams that nothing else in a file repeats. `sex` and a team's `strength` are
the stated exceptions: one legal letter or rating in the place of another."""
TEXTS = {"info", "system", "tiebreaks", "remarks"}
"""Fields of the tournament that are texts of one record (dates of the event are texts here)."""


@dataclass(frozen=True)
class Mutant:
    """What was done where."""

    kind: str
    at: int
    byte: int

    def apply(self, data: bytes) -> bytes:
        """The mutated file."""
        new = bytes([self.byte]) if self.kind != "deleted" else b""
        return data[: self.at] + new + data[self.at + (self.kind != "inserted") :]


def random_mutant(data: bytes, rng: random.Random) -> Mutant:
    """A mutation drawn at random: printable bytes mostly, digits and blanks often, anything sometimes."""
    kind = rng.choice(("inserted", "deleted", "changed"))
    at = rng.randrange(len(data) + (kind == "inserted"))
    if rng.random() < 0.5:  # as likely in a short record as in a long player row
        heads = [line for line in data.splitlines(keepends=True) if line[:3] != b"001" and line[:2] != b"80"]
        if heads:
            line = rng.choice(heads)
            at = data.index(line) + rng.randrange(len(line))
    pools = (b"0123456789", b" ", b"wbWB-=+10HFUZ.", bytes(range(33, 127)), bytes(range(256)))
    byte = rng.choice(rng.choices(pools, weights=(4, 2, 3, 4, 2))[0])
    return Mutant(kind, at, byte)


def verdict(data: bytes, before: LoadResult, mutant: Mutant) -> str:
    """`same`, `reported`, `field`, or what is wrong."""
    mutated = mutant.apply(data)
    if mutated == data:
        return "same"
    after = read(mutated)
    new = set(after.problems) - set(before.problems)
    if after.tournament == before.tournament:
        return "same"
    if any(problem.line for problem in new):
        return "reported"
    changed = differences(before.tournament, after.tournament)
    if len(changed) == 1 and (set(changed[0].split(".")) & FREE or changed[0].split(".")[0].split("[")[0] in TEXTS):
        return "field"
    return "silent: " + ", ".join(changed[:6])


def differences(before: Any, after: Any, path: str = "") -> list[str]:
    """The fields in which two values differ, as dotted paths."""
    if before == after:
        return []
    if is_dataclass(before) and type(before) is type(after) and not isinstance(before, PartialDate | Remark):
        paths = []
        for field in fields(before):
            paths += differences(
                getattr(before, field.name), getattr(after, field.name), f"{path}.{field.name}".lstrip(".")
            )
        return paths
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after) and path != "ranking":
        return [
            name
            for n, (a, b) in enumerate(zip(before, after, strict=True))
            for name in differences(a, b, f"{path}[{n}]")
        ]
    return [path]


def where(data: bytes, mutant: Mutant) -> str:
    """The line a mutant is in, for a report."""
    start = max(data.rfind(b"\n", 0, mutant.at), data.rfind(b"\r", 0, mutant.at)) + 1
    line = data[start:].split(b"\n")[0].split(b"\r")[0]
    return f"{mutant} column {mutant.at - start + 1} of {line[:160]!r}"
