"""What is wished for, and what there is to say of it, as data."""

from __future__ import annotations

from enum import StrEnum

from rookery.model import Colour, Points
from rookery.pairing.outcome import Breach, Cause, Decision, Fact, Line
from rookery.typed import Literal
from rookery.values import frozen


class WishKind(StrEnum):
    """What may be wished for: which members of P are looked at."""

    MEET = "meet"
    """Those in which the two of `who` meet."""
    BYE = "bye"
    """Those in which the one of `who` has the bye."""
    STAY = "stay"
    """Those in which the one of `who` meets one of `group`."""
    BELOW = "below"
    """Those in which the one of `who` meets nobody of `group`."""
    APART = "apart"
    """Those in which the two of `who` do not meet."""
    RECORDED = "recorded"
    """The one that the file has."""


@frozen
class Wished:
    """A wish: that two meet, that one has the bye, and so on; `group` has the members of a bracket, `score` is its."""

    kind: WishKind
    who: tuple[int, ...]
    group: tuple[int, ...] = ()
    score: Points | None = None


Unit = Literal["", "points", "apart", "times", "missed", "number", "rating"]
"""What the number beside a name is: points, how many points two are apart, games missed, ..."""


@frozen
class Named:
    """Somebody, or two who meet, in a sentence, with the number that is said of them."""

    who: tuple[int, ...]
    number: int | None = None
    unit: Unit = ""


@frozen
class NotPaired(Fact):
    """These are not to be paired in the round at all: they are not of the field."""

    who: tuple[int, ...]


@frozen
class AlreadySo(Fact):
    """What is wished for is what was paired."""

    wish: Wished


@frozen
class NoByeToGive(Fact):
    """The number of those to be paired is even: no member of P has a bye."""

    one: int


@frozen
class FixedOtherwise(Fact):
    """The arbiter has fixed these pairs, or the bye, of somebody in the wish: no member of P keeps to the wish."""

    who: tuple[tuple[int, ...], ...]


@frozen
class Illegal(Fact):
    """An absolute rule is broken: they met in that round, or both must have that colour, or what the rule says."""

    breach: Breach
    met_in: int | None = None
    both_must_have: Colour | None = None


@frozen
class Incomplete(Fact):
    """No member of P keeps to the wish, for these causes; `article` is the rule that all must be paired."""

    wish: Wished
    causes: tuple[Cause, ...]
    article: str


@frozen
class NotWorkedOut(Fact):
    """Which member of P that keeps to the wish is the best was not worked out: there are too many to compare."""

    wish: Wished


@frozen
class EquallyGood(Fact):
    """The best member of P that keeps to the wish pays in no line of its ledgers anything else than ours."""

    wish: Wished


@frozen
class Worse(Fact):
    """The best member of P that keeps to the wish differs from ours first in this line, and pays more there.

    `bracket` is our decision there, `otherwise` the one with the wish. `paid` names at whose expense ours is by this
    line, `instead` the same with the wish, each with its number; `worse` is what there is more of, in words.
    """

    wish: Wished
    bracket: Decision
    otherwise: Decision
    ours: Line
    theirs: Line
    worse: str
    paid: tuple[Named, ...] = ()
    instead: tuple[Named, ...] = ()


@frozen
class AheadWorse(Fact):
    """As `Worse`, of a line that looks ahead: what the bracket after this one must come to, at best, in either case.

    At best means: in the best pairing of that bracket which leaves a complete pairing of the others. `floaters` is the
    number who must leave it if those leave this one who do in ours, `instead` if those do who would with the wish, and
    `scores` are theirs, from the highest. None: it cannot be paired completely then.
    """

    wish: Wished
    bracket: Decision
    otherwise: Decision
    ours: Line
    theirs: Line
    next: Points
    floaters: int | None = None
    instead: int | None = None
    scores: tuple[Points, ...] = ()
    scores_instead: tuple[Points, ...] = ()


@frozen
class Later(Fact):
    """The best member of P that keeps to the wish differs from ours first in this line, which is one of the order.

    So all brackets above, and every line before this one in the bracket, are as good in both. `turn` is whose turn it
    is at the first place where the two orders differ (None where nobody's), `first` whom ours takes there, and `then`
    whom the other one takes; empty where it takes nobody. In an exchange they are all who change halves, those who
    leave the upper half first.
    """

    wish: Wished
    bracket: Decision
    otherwise: Decision
    ours: Line
    theirs: Line
    differs: str
    turn: int | None = None
    first: tuple[int, ...] = ()
    then: tuple[int, ...] = ()


@frozen
class ByeBound(Fact):
    """One of the wish has the bye in ours; `other` has it in the best member of P that keeps to the wish.

    None: there is no such member.
    """

    one: int
    other: int | None = None


@frozen
class Instead(Fact):
    """Why not this one, for an opponent of `meeting` or (None) for the bye: `why` holds for that wish."""

    other: int
    meeting: int | None
    why: Fact


@frozen
class NotAsked(Fact):
    """So many more stand before the one who was taken, and were not asked about here."""

    number: int
