"""What the Lim System leaves open, what it needs to know of a seat, and the steps of its choices in a group."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import Points
from rookery.pairing.criterion import Step
from rookery.pairing.seat import Seat
from rookery.pairing.stated import Shows
from rookery.typed import Literal
from rookery.values import NamedTuple, frozen


@frozen
class Readings:
    """What the text leaves open; the first value of each is the one taken unless told otherwise.

    `due` (5.5, 5.6): the equalising colour if colours are unequal, or by the parity of the round. `floated` (3.10): who
    was transferred, or anybody who met another score. `floater_order`: 3.9, 3.10, 3.2.2, or 3.10 first, or 3.2.2 before
    3.10. `upfloater_opponent` (3.8): an upfloater looks from the lowest number in the median too, or as the group does.
    `median_opponents` (3.8): a floater may meet one of the other side, or residents come first. `colour_exchange`: in
    the whole order of 4.2 (5.2), or in the bottom half only. `crack` (2.6): the last pairing of the nearest group, or
    its first. `crack_count`: cracked players count as floaters, or not. `last_round` (6): the limits of colours lapse
    for everyone, or between equal scores.
    """

    due: Literal["balance", "parity"] = "balance"
    floated: Literal["transferred", "unequal"] = "transferred"
    floater_order: Literal["type", "previous", "colour"] = "type"
    upfloater_opponent: Literal["lowest", "highest"] = "lowest"
    median_opponents: Literal["members", "residents"] = "members"
    colour_exchange: Literal["anyone", "bottom"] = "anyone"
    crack: Literal["last", "first"] = "last"
    crack_count: Literal["recount", "fixed"] = "recount"
    last_round: Literal["everyone", "same"] = "everyone"


DEFAULT = Readings()


class Particulars(NamedTuple):
    """What only this system needs to know of a seat."""

    rating: int
    median: Points  # half of what the rounds so far could give
    word: tuple[int, int] = (0, 0)  # the lower has the first word on colours (5.4); the place of the pair (7.2)


def particulars(seat: Seat) -> Particulars:
    """What only this system knows of a seat."""
    return seat.particulars(Particulars)


NUMBER = "floaters"
OPENED = "opened pairing"
FLOATER = (
    "kind of floater",
    "floater of the previous round",
    "colour due to the floater",
    "number of the floater",
)
OPPONENT = ("colour due to the opponent", "order of the opponents")
OPPONENT_OF_FLOATER = (OPPONENT[0], "order of the opponents of floaters")


def steps(readings: Readings = DEFAULT, *, maxi: bool = False) -> tuple[Step, ...]:
    """What is chosen in a group, step by step, by these readings."""
    return (*_how_many(), *_who_floats(readings, maxi), *_who_is_met(maxi))


def _how_many() -> Iterator[Step]:
    """How many leave a group; the first line of it, in those next to the median if a pairing had to be opened."""
    yield Step(
        "3.10.2",
        NUMBER,
        "As many as possible find their opponents in the group, so as few as possible float.",
        "more {players} floating from {group}",
        counts="step",
        names=Shows.LEAVING,
    )
    yield Step(
        "2.6",
        OPENED,
        "Where the median group cannot be paired, a pairing next to it is opened, and no other.",
        "more {players} leaving {group} than those who float and the pairing that is opened",
        counts="step",
    )


def _who_floats(readings: Readings, maxi: bool) -> Iterator[Step]:
    """What speaks against a floater, in order; a line of each for every floater."""
    kind = Step(
        "3.9",
        FLOATER[0],
        "Whoever floats did not float into the group already, and has an opponent in the next one.",
        grades=(
            "",
            "that somebody floats from {group} who has no opponent in the next one",
            "that somebody floats from {group} who floated into it already",
            "that somebody floats from {group} who floated into it already and has no opponent in the next one",
        ),
        counts="step",
    )
    previous = Step(
        "3.10",
        FLOATER[1],
        "Whoever floats did not float in the previous round.",
        "that somebody floats from {group} who floated in the previous round",
        counts="step",
    )
    colour = Step(
        "3.2.3" if maxi else "3.2.2",
        FLOATER[2],
        "Whoever floats is due the colour that more of the group are due.",
        "that somebody floats from {group} who is not due the colour which most of it are due",
        counts="step",
    )
    orders = {
        "type": (kind, previous, colour),
        "previous": (previous, kind, colour),
        "colour": (kind, colour, previous),
    }
    yield from orders[readings.floater_order]
    yield Step(
        "3.2.4",
        FLOATER[3],
        "The lowest ranked floats down first, and the highest ranked floats up first.",
        "{ours} floats before {theirs}",
    )


def _who_is_met(maxi: bool) -> Iterator[Step]:
    """Whom everybody takes in turn; two lines for every pair."""
    yield Step(
        "5.7" if maxi else "5.2",
        OPPONENT[0],
        "Everybody takes an opponent who is due another colour, if there is one.",
        "a pair of {group} in which the same colour is due to both",
        counts="step",
    )
    yield Step(
        "4.2",
        OPPONENT[1],
        "In turn everybody tries the other half of the group in order, then their own half from its end.",
        "{turn} meets {ours} before {theirs}",
    )
    yield Step(
        "3.8",
        OPPONENT_OF_FLOATER[1],
        "Whoever came down to the group tries it from the highest ranked on, whoever came up from the lowest ranked.",
        "{turn} meets {ours} before {theirs}",
    )


STEPS = steps()
"""What is chosen in a group, step by step, by the first readings."""
