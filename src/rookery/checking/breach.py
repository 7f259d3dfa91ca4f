"""What is wrong with boards made by hand, board by board, as frozen data: it pickles, compares, and becomes JSON."""

from __future__ import annotations

from rookery.checking.report import RoundReport, Seats
from rookery.values import StrEnum, Value


class BreachKind(StrEnum):
    """What a board made by hand does not keep."""

    UNKNOWN = "unknown number"
    """Nobody takes part under this number."""
    ABSENT = "absent"
    """Somebody has withdrawn, or has asked not to be paired in this round."""
    TWICE = "twice"
    """Somebody stands at two boards, or on both sides of one."""
    REMATCH = "rematch"
    """The two have met."""
    FORBIDDEN = "forbidden"
    """The arbiter or the rules of the event keep the two apart."""
    BYE_AGAIN = "bye again"
    """Somebody who may not have the allocated bye: had it, or had the points of a win without a game."""
    SPARE_BYE = "spare bye"
    """There is an opponent for everybody, or another has the bye."""
    THIRD_COLOUR = "third colour"
    """Somebody gets the same colour for the third time running."""
    COLOUR_DIFFERENCE = "colour difference"
    """Somebody will have had one colour three times more than the other."""
    BANNED = "banned"
    """Another rule of the system keeps the two apart."""
    BOTH_COLOURS = "both colours"
    """Each of the two gets the colour that is due to the other."""
    NOT_OURS = "not ours"
    """The round is complete, and not the one that the rules give."""


class HandBreach(Value):
    """A rule that a board made by hand does not keep: in which round, whose, which board, by which article.

    `board` has White first; the allocated bye is `(player, 0)`. `absolute` says that no pairing may do so: a colour
    beyond the limits that the system itself allows (topscorers in the last round), a colour that is due to the other,
    and another pairing than ours are not. `report` is the checker's, where the whole round is compared.
    """

    kind: BreachKind
    round: int
    who: tuple[int, ...]
    board: Seats
    article: str
    code: str = ""
    absolute: bool = True
    report: RoundReport | None = None
