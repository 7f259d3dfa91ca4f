"""Options of the Lim System, the facts about an entrant that only it uses, and the steps of its choices in a group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rookery._record import record
from rookery.model import Points
from rookery.pairing.criterion import Step
from rookery.pairing.field import Entrant
from rookery.pairing.rule_text import NamedParties


@record
class Readings:
    """Choices where the regulation is ambiguous; the first value of each is the default.

    `due` (5.5, 5.6): the equalising colour if colours are unequal, or by the parity of the round. `floated` (3.10):
    players who were transferred, or all who met another score. `floater_order`: 3.9, 3.10, 3.2.2, or 3.10 first, or
    3.2.2 before 3.10. `upfloater_opponent` (3.8): an upfloater is paired from the lowest number in the median too,
    or in the direction of the group. `median_opponents` (3.8): a floater may meet one of the other side, or
    residents come first. `colour_exchange`: in the whole order of 4.2 (5.2), or in the bottom half only. `crack`
    (2.6): the last pairing of the nearest group, or its first. `crack_count`: cracked players count as floaters, or
    not. `last_round` (6): the limits of colours lapse for everyone, or between equal scores.
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
    """Facts about an entrant that only this system uses."""

    rating: int
    median: Points  # half of the maximum score so far
    word: tuple[int, int] = (0, 0)  # priority in colours, the lower first (5.4); the place of the pair (7.2)


def particulars(entrant: Entrant) -> Particulars:
    """Return the facts about an entrant that only this system uses."""
    return entrant.details_as(Particulars)


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
    """Return the steps of the choices in a group with these readings."""
    return (*_count_steps(), *_floater_steps(readings, maxi), *_opponent_steps(maxi))


def _count_steps() -> Iterator[Step]:
    """Yield the steps on the number of floaters.

    The first line of a group next to the median belongs to the second step if a pairing had to be opened.
    """
    yield Step(
        "3.10.2",
        NUMBER,
        "As many as possible find their opponents in the group, so as few as possible float.",
        "more {players} floating from {group}",
        line_kind="step",
        names=NamedParties.LEAVING,
    )
    yield Step(
        "2.6",
        OPENED,
        "If the median group cannot be paired, a pairing next to it is opened, and no other.",
        "more {players} leaving {group} than those who float and the pairing that is opened",
        line_kind="step",
    )


def _floater_steps(readings: Readings, maxi: bool) -> Iterator[Step]:
    """Yield the steps in the choice of a floater, in order; every floater has a line for each."""
    kind = Step(
        "3.9",
        FLOATER[0],
        "A floater did not float into the group already, and has an opponent in the next one.",
        grades=(
            "",
            "that a {player} floats from {group} who has no opponent in the next one",
            "that a {player} floats from {group} who floated into it already",
            "that a {player} floats from {group} who floated into it already and has no opponent in the next one",
        ),
        line_kind="step",
    )
    previous = Step(
        "3.10",
        FLOATER[1],
        "A floater did not float in the previous round.",
        "that a {player} floats from {group} who floated in the previous round",
        line_kind="step",
    )
    colour = Step(
        "3.2.3" if maxi else "3.2.2",
        FLOATER[2],
        "A floater is due the colour that more of the group are due.",
        "that a {player} floats from {group} who is not due the colour which most of it are due",
        line_kind="step",
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


def _opponent_steps(maxi: bool) -> Iterator[Step]:
    """Yield the steps in the choice of an opponent; every pair has two lines."""
    yield Step(
        "5.7" if maxi else "5.2",
        OPPONENT[0],
        "Each meets an opponent who is due the other colour, if there is one.",
        "a pair of {group} in which the same colour is due to both",
        line_kind="step",
    )
    yield Step(
        "4.2",
        OPPONENT[1],
        "In turn, each tries the other half of the group in order, then the own half from its end.",
        "{turn} meets {ours} before {theirs}",
    )
    yield Step(
        "3.8",
        OPPONENT_OF_FLOATER[1],
        "One who came down to the group tries it from the highest ranked on, one who came up from the lowest ranked.",
        "{turn} meets {ours} before {theirs}",
    )


STEPS = steps()
"""The steps of the choices in a group with the default readings."""
