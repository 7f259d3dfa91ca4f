"""What there is to say of one participant in a round, as data."""

from __future__ import annotations

from rookery.model import ByeKind, Colour, Points
from rookery.pairing.facts.wishes import Named
from rookery.pairing.outcome import Decision, Fact, Line
from rookery.pairing.seat import Preference
from rookery.values import frozen


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

    `higher` is who is asked first by these rules, or keeps a colour, and stands in the text as {higher}, the other as
    {lower}; if `filed`, the file has the two the other way round.
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
