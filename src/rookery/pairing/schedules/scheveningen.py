"""Scheveningen: every player of one side meets every player of the other, once or twice.

For 2 to 6 and 8 boards the tables are the published ones. No tables are published for other sizes; they continue the
same patterns. In every table all players meet each opponent once, have as many Whites as Blacks (one more or less if
the number of boards is odd), and never the same colour in three successive games. In each round a side has White on
half of its boards - except on 2, 10, 14, 18, ... boards, where it may be one board more or less.
"""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.messages import msg
from rookery.pairing.schedules.berger import Table, three_in_a_row, two_cycles

PUBLISHED = (2, 3, 4, 5, 6, 8)
"""The numbers of boards for which there is a published table."""

Grid = tuple[tuple[tuple[int, bool], ...], ...]
"""By round and board of the first side: the opponent (from 0), and whether the first side has White."""

_SIX = """
    +1 -2 -3 +4 -5 +6
    -2 +3 +5 -6 +4 -1
    +3 -5 -1 +2 +6 -4
    -4 -6 +2 +1 -3 +5
    +5 +4 +6 -3 -1 -2
    -6 +1 -4 -5 +2 +3
"""  # a line is a round: the opponents of A1 to A6, + where they have White; no pattern known makes this table


def scheveningen(boards: int) -> Table[str]:
    """Return the rounds of a Scheveningen match, White first; A1, A2, ... meet B1, B2, ...

    >>> scheveningen(2)
    ((('A1', 'B1'), ('A2', 'B2')), (('B2', 'A1'), ('B1', 'A2')))
    """
    if boards < 1:
        raise RuleError(msg("a Scheveningen match needs at least one board, not %(boards)s", boards=boards))
    return tuple(
        tuple(
            (f"A{a}", f"B{b + 1}") if white else (f"B{b + 1}", f"A{a}")
            for a, (b, white) in enumerate(opponents, start=1)
        )
        for opponents in _build_grid(boards)
    )


def double_scheveningen(boards: int, *, reverse: bool | None = None) -> Table[str]:
    """Return the rounds of a double Scheveningen match: both cycles, the second with colours exchanged.

    No regulation orders the second cycle. `reverse` orders the last two rounds of the first cycle as in a round
    robin; by default the second cycle begins with the first of its rounds that avoids three equal colours in a row.
    """
    once = scheveningen(boards)
    if reverse is not None:
        return two_cycles(once, reverse=reverse)
    exchanged = two_cycles(once, reverse=False)[boards:]
    orders = (once + exchanged[start:] + exchanged[:start] for start in range(boards))
    return next(table for table in orders if not three_in_a_row(table))


def _build_grid(boards: int) -> Grid:
    if boards == 6:
        cells = [[int(cell) for cell in line.split()] for line in _SIX.split("\n") if line.strip()]
        return tuple(tuple((abs(cell) - 1, cell > 0) for cell in line) for line in cells)
    if boards % 2:
        return _odd_grid(boards)
    return _grid_of_fours(boards) if boards % 4 == 0 else _grid_of_pairs(boards)


def _odd_grid(n: int) -> Grid:
    """Build a grid of odd size.

    Opponents move on by one; the Whites of a round are neighbours, half the circle further on in each round.
    """
    half = n // 2

    def white(a: int, r: int) -> bool:
        return (a - half * r) % n < half + 1 - r % 2

    return tuple(tuple(((a + r) % n, white(a, r)) for a in range(n)) for r in range(n))


def _grid_of_fours(n: int) -> Grid:
    """Build a grid of a size divisible by four.

    Each side has two halves: they first meet their counterpart, then the other half; the halves have opposite
    colours.
    """
    half = n // 2

    def opponent(a: int, r: int) -> int:
        return (a + r) % half + half * ((a >= half) != (r >= half))

    return tuple(tuple((opponent(a, r), (r % 2 == 0) == (a < half)) for a in range(n)) for r in range(n))


def _grid_of_pairs(n: int) -> Grid:
    """Build a grid of another even size.

    Couples meet couples in two rounds, with one White and one Black for each of the four players.
    """
    couples = n // 2

    def cell(a: int, r: int) -> tuple[int, bool]:
        couple, step = a // 2, r // 2
        white_first = couple < (couples + 1 - step % 2) // 2
        return 2 * ((couple + step) % couples) + (a + r) % 2, (r % 2 == 0) == white_first

    return tuple(tuple(cell(a, r) for a in range(n)) for r in range(n))
