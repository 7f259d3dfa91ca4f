"""Can the rounds that are left be paired? The answer with its causes, as frozen data: it pickles and becomes JSON."""

from __future__ import annotations

from enum import StrEnum

from rookery.pairing.outcome import Cause, Fact
from rookery.values import frozen


class Possibility(StrEnum):
    """Whether the rounds that are left can be paired."""

    YES = "yes"
    NO = "no"
    NOT_KNOWN = "not known"


# -- why not


@frozen
class TooManyRounds(Fact):
    """Everybody would run out of opponents: there can be no more than `most` rounds in all."""

    participants: int
    planned: int
    most: int | None
    article: str = "C.04.1 2"


@frozen
class TooFewOpponents(Fact):
    """A participant is to be paired in more of the rounds than there are `opponents` left to meet in them.

    `bye` says that the allocated bye is counted as one more possibility, and is not enough.
    """

    player: int
    rounds: tuple[int, ...]
    opponents: tuple[int, ...]
    bye: bool = False
    article: str = "C.04.1 2"


@frozen
class TooFewForTheBye(Fact):
    """In more of the rounds than there are `players` who may still have the bye the number to be paired is odd."""

    rounds: tuple[int, ...]
    players: tuple[int, ...]
    article: str = "C.04.1 4"


@frozen
class TooManyClaims(Fact):
    """Each of `players` has as many opponents left as rounds, so that all must meet one: more than that one has rounds.

    The one is a `player` or, where that is None, the allocated bye. `bye` says that the bye, too, has nobody to spare,
    and claims the player for itself.
    """

    player: int | None
    rounds: tuple[int, ...]
    players: tuple[int, ...]
    bye: bool = False
    article: str = "C.04.1 2"


@frozen
class NoLegalPairing(Fact):
    """These rounds cannot be paired, whatever happens in the others."""

    rounds: tuple[int, ...]
    cause: Cause
    article: str = "C.04.1 2"


@frozen
class NotAllTogether(Fact):
    """Each of these rounds could be paired by itself, but not all of them one after the other, whatever is tried."""

    rounds: tuple[int, ...]
    article: str = "C.04.1 2"


@frozen
class TableTooShort(Fact):
    """The format has so many `rounds` with this field, and more are planned."""

    planned: int
    rounds: int
    article: str = ""


@frozen
class GivenMeeting(Fact):
    """The table of the event has two meet in a round in which they are forbidden to."""

    round: int
    players: tuple[int, int]
    article: str = "C.05"


# -- why it is not known


@frozen
class RoundsNotAnnounced(Fact):
    """Nobody has said how many rounds there shall be."""

    article: str = "C.04.1 1"


@frozen
class TooMuchToTry(Fact):
    """Nothing stands in the way that can be seen, and no way was found among those that were tried."""

    rounds: tuple[int, ...]
    article: str = ""


@frozen
class PairedByHand(Fact):
    """The rounds so far are not those of the table, so that the table does not say what is left."""

    article: str = "C.05"


@frozen
class ResultsDecide(Fact):
    """Who meets whom follows from results, so that two who are forbidden to meet may come to it or not."""

    article: str = ""


@frozen
class OwnRules(Fact):
    """The format lets people meet again, or has the bye go round: there is nothing to run out of."""

    format: str
    article: str = ""


Obstacle = (
    TooManyRounds
    | TooFewOpponents
    | TooFewForTheBye
    | TooManyClaims
    | NoLegalPairing
    | NotAllTogether
    | TableTooShort
    | GivenMeeting
    | RoundsNotAnnounced
    | TooMuchToTry
    | PairedByHand
    | ResultsDecide
    | OwnRules
)
"""Why rounds cannot be paired, or why that is not known."""


@frozen
class Feasibility:
    """Whether the rounds `first` to `last` can all be paired, without regard to results and colours.

    `reached` is the last round up to which they can, as far as that is known; `causes` say why not all, or why nobody
    knows.
    """

    answer: Possibility
    first: int
    last: int | None
    reached: int | None = None
    causes: tuple[Obstacle, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the answer is yes or no."""
        return self.answer is not Possibility.NOT_KNOWN
