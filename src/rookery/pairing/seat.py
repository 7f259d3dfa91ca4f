"""Seat: a participant as a bracket sees them."""

from __future__ import annotations

from rookery.history import Float
from rookery.model import Colour, Points
from rookery.typed import TypeVar
from rookery.values import NamedTuple, OneOf

D = TypeVar("D")


class Strength(int, OneOf):
    """How much a colour preference weighs (C.04.3 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(NamedTuple):
    """Which colour a participant should get, how strongly, and the facts behind it."""

    colour: Colour | None = None
    strength: Strength = Strength.NONE
    difference: int = 0  # Whites minus Blacks
    repeated: Colour | None = None  # the colour of the last two played games, if it was the same


class Seat(NamedTuple):
    """What pairing a round needs to know of one participant; frozen."""

    id: int
    number: int  # the pairing number: consecutive over those paired now or before (C.04.2 2.4)
    score: Points  # the pairing score of this round
    met: tuple[int, ...] = ()
    colours: str = ""  # of the played games, oldest first
    preference: Preference = Preference()
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)  # one round ago, two rounds ago
    unplayed: int = 0  # rounds without a game
    barred: bool = False  # may not receive the allocated bye
    topscorer: bool = False
    details: object = None  # what only one system needs to know, and asks for by its type: `particulars`

    @property
    def rank(self) -> tuple[int, int]:
        """Higher score first, then smaller pairing number (C.04.3 1.2)."""
        return -self.score, self.number

    def particulars(self, kind: type[D]) -> D:
        """What only the system knows whose details are of this type."""
        assert isinstance(self.details, kind)
        return self.details
