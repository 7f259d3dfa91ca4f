"""What there is to say of a round that is in the file already, and of a bracket, as data."""

from __future__ import annotations

from rookery.model import ByeKind, Colour
from rookery.pairing.facts.wishes import Named
from rookery.pairing.outcome import Decision, Fact, Line
from rookery.values import frozen

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
