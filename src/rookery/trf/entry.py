"""A record to be: what it speaks of and its texts, in canonical form, before it becomes a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from rookery.errors import Problem, TooLarge
from rookery.model import Tournament
from rookery.regulations import scheme
from rookery.trf.cells import CELL_WIDTH, NO_CELL, START, STEP
from rookery.trf.fields import RECORDS
from rookery.trf.notes import ERROR, NOWHERE
from rookery.trf.records import rendered

Cells = tuple[tuple[str, ...], ...]
_TO_ONE_LINE = str.maketrans("\r\n\t", "   ")
_MAY_BE_CUT = {"name", "nickname", "federation", "title", "number"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One record to be: what it speaks of (`key`), its texts; `head` stands for the code of a national one."""

    code: str
    key: tuple[object, ...]
    values: Mapping[str, str]
    group: Cells = ()
    head: str = ""

    def line(self) -> str:
        """The record as a line, without a line end; a player row ends with a whole cell."""
        line = rendered(self.code, self.values, self.group, self.head)
        if self.code == "001":
            count = len(self.group)
            while count and self.group[count - 1] == NO_CELL:
                count -= 1
            line = line.ljust(START + STEP * (count - 1) + CELL_WIDTH) if count else line
        return line


@dataclass(frozen=True, slots=True)
class Voice:
    """How a file speaks: the records it uses, and whether byes asked for stand in the player rows too."""

    codes: frozenset[str]
    request_cells: bool


class Composer(Protocol):
    """Makes the records of one code."""

    def __call__(self, tournament: Tournament, voice: Voice) -> Iterator[Entry] | list[Entry]: ...


def entry(code: str, key: tuple[object, ...], values: Mapping[str, str], group: Cells = (), head: str = "") -> Entry:
    """A record whose texts fit: a name is cut to its columns, a number that is too long is refused."""
    fields = {field.name: field for field in RECORDS[code].fields}
    for name, text in values.items():
        width = fields[name].width
        if width and len(text) > width and name not in _MAY_BE_CUT:
            raise too_large(f"{name} {text} does not fit the {width} columns of record {code}", name)
    return Entry(code, key, {name: text.translate(_TO_ONE_LINE) for name, text in values.items()}, group, head)


def value(code: str, text: str, *key: object) -> list[Entry]:
    """A record with one text; none when there is nothing to say."""
    return [entry(code, key, {"value": text})] if text else []


def ids(numbers: list[int] | tuple[int, ...]) -> Cells:
    """Start numbers, each a repetition of its own."""
    return tuple((str(number),) for number in numbers)


def too_large(said: str, field: str) -> TooLarge:
    """The error for what does not fit."""
    return TooLarge([Problem(ERROR, "too-large", 0, NOWHERE, field, said)])


def pace(tournament: Tournament) -> int:
    """How many columns of a player row a round takes."""
    return 2 if scheme(tournament.system).two_game_matches and not tournament.team_event else 1


def shown(number: int | None) -> str:
    """A number, or nothing."""
    return "" if number is None else str(number)
