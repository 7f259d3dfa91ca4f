"""Round robins as tables of seats: Berger for any size in closed form, and two cycles of any table (C.05 Annex 1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from rookery.errors import RuleError
from rookery.messages import msg, msg_plural

Seat = TypeVar("Seat", bound=Hashable)
Boards = tuple[tuple[Seat, Seat], ...]
"""One round: White and Black of every board."""
Table = tuple[Boards[Seat], ...]
"""All rounds."""


def berger(size: int) -> Table[int]:
    """Return the Berger table: all seats meet once; in an odd field one seat is free in each round.

    In round r the last seat meets x; the others meet where their numbers add up to 2x, modulo the number of rounds.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    >>> berger(3)
    (((2, 3),), ((1, 2),), ((3, 1),))
    """
    if size < 2:
        raise RuleError(msg("a round robin needs two participants, not %(size)s", size=size), article="C.05 Annex 1")
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
    """Return every round twice, the second time with colours exchanged.

    With `reverse` the last two rounds of the first cycle are exchanged, to avoid three equal colours in a row
    between the cycles of an even Berger table.

    >>> two_cycles(berger(4), reverse=True)[1:4]
    (((2, 4), (3, 1)), ((4, 3), (1, 2)), ((4, 1), (3, 2)))
    """
    first = (*table[:-2], *table[:-3:-1]) if reverse else table
    return first + tuple(tuple((black, white) for white, black in boards) for boards in table)


def colours(rounds: Iterable[Sequence[tuple[Seat, Seat]]]) -> dict[Seat, str]:
    """Return the colours of every seat, round after round; a free round adds nothing.

    >>> colours(berger(4))
    {1: 'wwb', 4: 'bwb', 2: 'wbw', 3: 'bbw'}
    """
    sequences: dict[Seat, str] = {}
    for boards in rounds:
        for white, black in boards:
            sequences[white] = sequences.get(white, "") + "w"
            sequences[black] = sequences.get(black, "") + "b"
    return sequences


def three_in_a_row(rounds: Iterable[Sequence[tuple[Seat, Seat]]]) -> tuple[Seat, ...]:
    """Return the seats with the same colour in three successive games.

    >>> three_in_a_row(two_cycles(berger(8), reverse=False)), three_in_a_row(two_cycles(berger(8), reverse=True))
    ((1, 5), ())
    """
    return tuple(seat for seat, row in colours(rounds).items() if "www" in row or "bbb" in row)


def planned_rounds_text(planned: int, needed: int) -> str:
    """Return the message that the planned rounds differ from those of a table or a bracket."""
    needs = msg_plural(needed, "%(num)s is needed", "%(num)s are needed")
    return msg_plural(planned, "%(num)s round is planned, and %(needs)s", "%(num)s rounds are planned, and %(needs)s",
                   needs=needs)  # fmt: skip
