"""What there is to say about a pairing, as data: one class for each kind of thing; `sentences` has the words.

The docstring of a class is what it claims. In all of them P is the set of all complete pairings of the field: everybody
to be paired meets somebody whom the absolute rules allow, but for one bye (if the number is odd) to somebody who may
receive it; and what the arbiter has fixed stands. Pairings are compared by their ledgers from the top, line by line.
"""

from __future__ import annotations

from enum import StrEnum

from rookery.model import ByeKind, Colour, Points
from rookery.pairing.outcome import Breach, Cause, Decision, Fact, Line
from rookery.pairing.seat import Preference
from rookery.typed import Literal
from rookery.values import frozen

# -- of a wish


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


# -- of a round that is in the file already


@frozen
class RecordedAs(Fact):
    """What the file has for somebody in the round: an opponent and a colour (None where none is recorded), or a bye."""

    one: int
    round: int
    other: int | None = None
    colour: Colour | None = None
    bye: ByeKind | None = None


@frozen
class AsTheRules(Fact):
    """The round in the file has the boards, the colours and the bye that this edition of the rules gives."""

    round: int
    edition: str


@frozen
class NotAsTheRules(Fact):
    """The round in the file differs from what this edition of the rules gives; if `colours`, in colours only."""

    round: int
    edition: str
    colours: bool = False


@frozen
class ByTheRules(Fact):
    """What follows speaks of the round that the rules give, and not of the one in the file."""

    round: int


# -- of a bracket


@frozen
class GivenUp(Fact):
    """What this line of ours counts is not nothing, and `paid` names at whose expense.

    Every member of P that is as good as ours in all lines before it pays at least as much here.
    """

    line: Line
    bracket: Decision
    paid: tuple[Named, ...] = ()


# -- of one participant


@frozen
class Away(Fact):
    """Not paired in the round: absent with a bye of this kind, or not there at all."""

    one: int
    round: int
    bye: ByeKind | None


@frozen
class Paired(Fact):
    """Who meets whom, with which colour, on which board."""

    one: int
    other: int
    colour: Colour
    board: int
    round: int


@frozen
class PairedBefore(Fact):
    """These two were paired in that round, without a game played: by the rules they have not met."""

    one: int
    other: int
    round: int


@frozen
class Fixed(Fact):
    """The arbiter has fixed the pair, or the bye."""

    bye: bool


@frozen
class LeftTheGroup(Fact):
    """Who leaves the bracket without an opponent in it.

    If `fewest`, every member of P whose brackets before this one are as good as ours leaves at least as many of it
    without an opponent in it. `upwards` says that they are paired in a group above.
    """

    one: int
    bracket: Decision
    upwards: bool
    fewest: bool = True


@frozen
class NobodyToMeet(Fact):
    """The absolute rules leave this one nobody of the bracket: each of them was `met`, or is kept `apart` otherwise."""

    one: int
    score: Points
    met: tuple[int, ...]
    apart: tuple[int, ...]
    article: str


@frozen
class CalledUp(Fact):
    """Who is brought up to the bracket from lower scores.

    Every member of P whose brackets before this one are as good as ours brings up at least as many to it.
    """

    one: int
    bracket: Decision


@frozen
class CameDown(Fact):
    """Somebody came down from a higher score to the group of this one."""

    one: int
    score: Points


@frozen
class PlainOrder(Fact):
    """The other is whom the one meets by the plain order of the bracket, before any rule changes it: `text` says it."""

    one: int
    other: int
    bracket: Decision
    text: str
    article: str


@frozen
class ColourDue(Fact):
    """Which colours somebody had, and which is due."""

    one: int
    had: str
    preference: Preference


@frozen
class ColourGiven(Fact):
    """Who has White, and the first rule of colours that has something to say on these two.

    `higher` is who is asked first by these rules, and stands in the text as {higher}, the other as {lower}; if `filed`,
    the file has the two the other way round.
    """

    white: int
    black: int
    rule: str
    text: str
    article: str
    higher: int
    filed: bool = False


@frozen
class ThirdTime(Fact):
    """Somebody has this colour in the last two games played and in this round; `last`: it is the last round."""

    one: int
    colour: Colour
    last: bool


@frozen
class HasTheBye(Fact):
    """Who has the bye, with how many points; the number of those to be paired is odd."""

    one: int
    round: int
    points: Points


@frozen
class ByeAsksFor(Fact):
    """What the rules ask of who receives the bye, and the number that who has it comes to."""

    line: Line
    named: Named


@frozen
class NobodyLower(Fact):
    """Nobody to be paired is ranked lower than who has the bye."""


@frozen
class Barred(Fact):
    """Who is ranked lower and may not have the bye, and the rule that says so."""

    who: tuple[int, ...]
    article: str
    code: str
    text: str
