"""Chess960 start positions by number, and the number drawn for a round."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.messages import msg

POSITIONS = 960
"""The number of start positions; they are numbered from 0."""
CLASSICAL = 518
"""The number of the usual start position."""

_KNIGHTS = tuple((first, second) for first in range(5) for second in range(first + 1, 5))
"""The squares of the knights among the five that bishops and queen leave, in the order of the numbers."""


def chess960_position(number: int) -> str:
    """Return White's pieces from a to h in the start position with this number, 0 to 959.

    The number encodes, modulo 4, 4 and 6, the light-squared bishop, the dark-squared bishop and the queen, and then the
    knights; the king between the rooks takes the remaining squares.

    Args:
        number: The number of the position, from 0 to 959.

    Returns:
        Eight letters, from a to h.

    Raises:
        RuleError: The number is out of range.

    >>> chess960_position(518), chess960_position(0), chess960_position(959)
    ('RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB')
    """
    if not _is_integer(number) or not 0 <= number < POSITIONS:
        raise RuleError(msg("a start position has a number from 0 to %(most)s, not %(number)s", most=POSITIONS - 1,
                               number=repr(number)))  # fmt: skip
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    squares = [""] * 8
    squares[2 * light + 1] = squares[2 * dark] = "B"
    squares[[i for i, piece in enumerate(squares) if not piece][queen]] = "Q"
    free = [i for i, piece in enumerate(squares) if not piece]
    for place in _KNIGHTS[knights]:
        squares[free[place]] = "N"
    for piece in "RKR":
        squares[squares.index("")] = piece
    return "".join(squares)


def draw_chess960_position(seed: int | str, round: int) -> int:
    """Return the number of the start position of a round, derived from the seed and the round alone.

    The same seed always gives the same position, so that the drawing can be repeated in public.

    >>> draw_chess960_position("Puddleford", 1) == draw_chess960_position("Puddleford", 1)
    True
    """
    if not _is_integer(round) or round < 1:
        raise RuleError(msg("a round counts from 1, not %(round)s", round=repr(round)))
    from hashlib import sha256

    # 2**256 is so much larger than 960 that no position is likelier than another by more than one part in 10**74
    return int.from_bytes(sha256(f"{seed}/{round}".encode()).digest()) % POSITIONS


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
