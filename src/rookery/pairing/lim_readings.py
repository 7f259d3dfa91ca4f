"""What the Lim System leaves open, what it needs to know of a seat, and the steps of its choices in a group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rookery.model import Points
from rookery.pairing.criterion import Step
from rookery.pairing.seat import Seat
from rookery.pairing.stated import Shows


@dataclass(frozen=True, slots=True)
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
    assert isinstance(seat.details, Particulars)
    return seat.details


STEPS = (
    Step(
        "3.10.2",
        "floaters",
        "As many as possible find their opponents in the group, so as few as possible float.",
        "more {players} floating from {group}",
        counts="step",
        names=Shows.LEAVING,
    ),
    Step(
        "3.9",
        "choice of the floaters",
        "Whoever floats is chosen by this order: somebody who did not float into the group and has an opponent in the"
        " next one, who did not float in the previous round, whose leaving balances the colours due; then by number.",
        "{ours} floats before {theirs}",
    ),
    Step(
        "4.2",
        "choice of the opponents",
        "In turn everybody tries the others of the group in a fixed order, those who are due the other colour first.",
        "{turn} meets {ours} before {theirs}",
    ),
    Step(
        "2.6",
        "another pairing",
        "Where the median group cannot be paired, a pairing next to it is opened, and no other.",
        "that another pairing than the one next to the median group is opened",
        counts="step",
    ),
)
"""What is chosen in a group, step by step."""
