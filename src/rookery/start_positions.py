"""Chess960: the start position with a number, and the number drawn for a round."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.wording import spoken

POSITIONS = 960
"""How many there are; they are numbered from 0."""
CLASSICAL = 518
"""The number of the usual start position."""

_KNIGHTS = tuple((one, other) for one in range(5) for other in range(one + 1, 5))
"""The two places of the knights among the five that bishops and queen leave, in the order of the numbers."""


def chess960(number: int) -> str:
    """White's pieces from a to h in the start position with this number, 0 to 959.

    The number is taken apart: by 4 for the bishop on light squares, by 4 for the one on dark squares, by 6 for the
    queen, and the rest for the knights; king between rooks take what is left.

    >>> chess960(518), chess960(0), chess960(959)
    ('RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB')
    """
    if not _whole(number) or not 0 <= number < POSITIONS:
        raise RuleError(spoken("a start position has a number from 0 to %(most)s, not %(number)s", most=POSITIONS - 1,
                               number=repr(number)))  # fmt: skip
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    squares = [""] * 8
    squares[2 * light + 1] = squares[2 * dark] = "B"
    squares[[at for at, piece in enumerate(squares) if not piece][queen]] = "Q"
    free = [at for at, piece in enumerate(squares) if not piece]
    for place in _KNIGHTS[knights]:
        squares[free[place]] = "N"
    for piece in "RKR":
        squares[squares.index("")] = piece
    return "".join(squares)


def drawn_position(seed: int | str, round: int) -> int:
    """The number of the start position of a round, which follows from the seed and the round alone.

    The same seed always gives the same position, so that the drawing can be repeated in public.

    >>> drawn_position("Puddleford", 1) == drawn_position("Puddleford", 1)
    True
    """
    if not _whole(round) or round < 1:
        raise RuleError(spoken("a round counts from 1, not %(round)s", round=repr(round)))
    from hashlib import sha256

    # 2**256 is so much larger than 960 that no position is likelier than another by more than one part in 10**74
    return int.from_bytes(sha256(f"{seed}/{round}".encode()).digest()) % POSITIONS


def _whole(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)
