"""What there is to say about a pairing, as data: one class for each kind of thing; `sentences` has the words."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.model import ByeKind, Colour, Points
from rookery.pairing.outcome import Breach, Cause, Decision, Fact, Line
from rookery.pairing.seat import Preference

# -- of a wish: two who might have met, one who might have had the bye


@dataclass(frozen=True, slots=True)
class NotPaired(Fact):
    """These are not to be paired in the round at all."""

    who: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AlreadySo(Fact):
    """What was wished for is what was paired."""

    about: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refused(Fact):
    """The arbiter's word cannot be kept together with the wish."""

    text: str


@dataclass(frozen=True, slots=True)
class Illegal(Fact):
    """An absolute rule is broken: they met in that round, or both must have that colour, or what the rule says."""

    breach: Breach
    met_in: int | None = None
    both_must_have: Colour | None = None


@dataclass(frozen=True, slots=True)
class Incomplete(Fact):
    """The others could not all be paired, for these causes."""

    about: tuple[int, ...]
    causes: tuple[Cause, ...]
    article: str


@dataclass(frozen=True, slots=True)
class EquallyGood(Fact):
    """No line of the ledgers differs."""


@dataclass(frozen=True, slots=True)
class Worse(Fact):
    """The first line in which the ledgers differ: what was paired pays `ours`, with the wish it would pay `theirs`.

    The wish is that two meet, that one has the bye, or (`stays`) that one stays in the group.
    """

    about: tuple[int, ...]
    bracket: Decision
    ours: Line
    theirs: Line
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Instead(Fact):
    """Why not this one, for an opponent of `meeting` or (None) for the bye."""

    other: int
    meeting: int | None
    why: Fact


@dataclass(frozen=True, slots=True)
class Alike(Fact):
    """It is the same with so many more."""

    number: int


# -- of a bracket


@dataclass(frozen=True, slots=True)
class GivenUp(Fact):
    """A criterion that a bracket does not keep in full."""

    line: Line


# -- of one participant


@dataclass(frozen=True, slots=True)
class Away(Fact):
    """Not paired in the round: absent with a bye of this kind, or not there at all."""

    one: int
    round: int
    bye: ByeKind | None


@dataclass(frozen=True, slots=True)
class Paired(Fact):
    """Who meets whom, with which colour, on which board."""

    one: int
    other: int
    colour: Colour
    board: int
    round: int


@dataclass(frozen=True, slots=True)
class Fixed(Fact):
    """The arbiter has fixed the pair, or the bye."""

    bye: bool


@dataclass(frozen=True, slots=True)
class LeftTheGroup(Fact):
    """Somebody of the group had to leave it."""

    bracket: Decision
    upwards: bool


@dataclass(frozen=True, slots=True)
class NoOpponentThere(Fact):
    """Nor was there an opponent in the group of this score."""

    one: int
    score: Points


@dataclass(frozen=True, slots=True)
class CalledUp(Fact):
    """The group needed some from below."""

    bracket: Decision


@dataclass(frozen=True, slots=True)
class LowestRanked(Fact):
    """The lowest ranked of those who could leave the group."""

    one: int


@dataclass(frozen=True, slots=True)
class NobodyInTheGroup(Fact):
    """No opponent in the group leaves the others a pairing."""

    one: int
    article: str


@dataclass(frozen=True, slots=True)
class CameDown(Fact):
    """Somebody came down from a higher score to the group of this one."""

    one: int
    score: Points


@dataclass(frozen=True, slots=True)
class FirstInOrder(Fact):
    """The order of the group of this score gives the other to the one first."""

    one: int
    other: int
    score: Points


@dataclass(frozen=True, slots=True)
class ColourDue(Fact):
    """Which colours somebody had, and which is due."""

    one: int
    had: str
    preference: Preference


@dataclass(frozen=True, slots=True)
class ColourGiven(Fact):
    """Who has White, and the rule that gave it."""

    white: int
    rule: str
    text: str
    article: str


@dataclass(frozen=True, slots=True)
class HasTheBye(Fact):
    """Who has the bye."""

    one: int
    round: int


@dataclass(frozen=True, slots=True)
class ByeAsksFor(Fact):
    """What the rules ask of who receives the bye, and what it comes to."""

    line: Line


@dataclass(frozen=True, slots=True)
class NobodyLower(Fact):
    """Nobody is ranked lower than who has the bye."""


@dataclass(frozen=True, slots=True)
class Barred(Fact):
    """Who is ranked lower and may not have the bye, and the rule that says so."""

    who: tuple[int, ...]
    article: str
    code: str
    text: str
