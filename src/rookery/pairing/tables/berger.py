"""Round robins as tables of seats: Berger for any size in closed form, and two cycles of any table (C.05 Annex 1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from rookery.errors import RuleError
from rookery.wording import counted, spoken

Seat = TypeVar("Seat", bound=Hashable)
Boards = tuple[tuple[Seat, Seat], ...]
"""One round: White and Black of every board."""
Table = tuple[Boards[Seat], ...]
"""All rounds."""


def berger(size: int) -> Table[int]:
    """The Berger table: everybody meets everybody once; in an odd field the seat that would meet the last is free.

    In round r the last seat meets x; the others meet where their numbers add up to 2x, modulo the number of rounds.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    >>> berger(3)
    (((2, 3),), ((1, 2),), ((3, 1),))
    """
    if size < 2:
        raise RuleError(spoken("a round robin needs two participants, not %(size)s", size=size), article="C.05 Annex 1")
    last = size + size % 2
    rounds = last - 1
    table = []
    for number in range(1, last):
        odd = number % 2 == 1
        x = (number + 1) // 2 if odd else (last + number) // 2
        boards = [(x, last) if odd else (last, x)] if last == size else []
        boards += [((x + k - 1) % rounds + 1, (x - k - 1) % rounds + 1) for k in range(1, last // 2)]
        table.append(tuple(boards))
    return tuple(table)


def two_cycles(table: Table[Seat], *, reverse: bool) -> Table[Seat]:
    """Every round twice, the second time with colours exchanged.

    With `reverse` the last two rounds of the first cycle change places, so that nobody has three equal colours where
    the cycles of an even Berger table meet.

    >>> two_cycles(berger(4), reverse=True)[1:4]
    (((2, 4), (3, 1)), ((4, 3), (1, 2)), ((4, 1), (3, 2)))
    """
    first = (*table[:-2], *table[:-3:-1]) if reverse else table
    return first + tuple(tuple((black, white) for white, black in boards) for boards in table)


def colours(rounds: Iterable[Sequence[tuple[Seat, Seat]]]) -> dict[Seat, str]:
    """The colours of everybody, round after round; a free round leaves a gap of nothing.

    >>> colours(berger(4))
    {1: 'wwb', 4: 'bwb', 2: 'wbw', 3: 'bbw'}
    """
    found: dict[Seat, str] = {}
    for boards in rounds:
        for white, black in boards:
            found[white] = found.get(white, "") + "w"
            found[black] = found.get(black, "") + "b"
    return found


def thrice(rounds: Iterable[Sequence[tuple[Seat, Seat]]]) -> tuple[Seat, ...]:
    """Who has the same colour in three games running.

    >>> thrice(two_cycles(berger(8), reverse=False)), thrice(two_cycles(berger(8), reverse=True))
    ((1, 5), ())
    """
    return tuple(seat for seat, row in colours(rounds).items() if "www" in row or "bbb" in row)


def not_as_planned(planned: int, needed: int) -> str:
    """That other rounds are planned than a table or a bracket has."""
    needs = counted(needed, "%(num)s is needed", "%(num)s are needed")
    return counted(planned, "%(num)s round is planned, and %(needs)s", "%(num)s rounds are planned, and %(needs)s",
                   needs=needs)  # fmt: skip
