"""Criteria that two or more systems share, named by meaning; each system says under which article it applies them."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.faces.face import Wish
from rookery.faces.matching import bits
from rookery.history import Tally
from rookery.pairing.bracket import Bracket, Members
from rookery.pairing.criterion import Rows
from rookery.pairing.field import Field
from rookery.pairing.seat import Seat
from rookery.pairing.stated import NEXT, Shows, stated

# -- who may not meet


@stated("Two who have played each other do not meet again.")
def already_met(field: Field) -> Rows:
    return enumerate(field.met)


@stated("Two whom the arbiter or the rules of the event keep apart do not meet.")
def forbidden_by_the_event(field: Field) -> Rows:
    return field.forbidden.at(field.place).items() if field.forbidden else ()


@stated("Two who must both have the same colour do not meet, unless one of them is a topscorer in the last round.")
def same_absolute_preference(field: Field) -> Rows:
    bound = field.absolute & ~field.topscorers
    return [(i, bound & side) for side in (field.white, field.black) for i in bits(bound & side)]


@stated("Two who must both have the same colour do not meet.")
def equal_absolute_preference(field: Field) -> Rows:
    sides = (field.absolute & field.white, field.absolute & field.black)
    return [(i, side) for side in sides for i in bits(side)]


# -- who may not receive the bye, and who shall


@stated("Nobody has the bye who had it before, or who has had the points of a win without a game.")
def barred_from_the_bye(tally: Tally) -> bool:
    return tally.had_bye or tally.scored_unplayed_win


@stated(
    "Of those who can have the bye, the lowest score has it.",
    "the bye for a higher score",
    Shows.POINTS,
)
def score_of_the_bye(seat: Seat) -> tuple[int, ...]:
    return (seat.score,)


@stated(
    "Of equal scores, the bye goes to whoever has played the most games.",
    "the bye for somebody who has played fewer games",
    Shows.MISSED,
)
def games_missed_by_the_bye(seat: Seat) -> tuple[int, ...]:
    return (seat.unplayed,)


@stated(
    "Among equals, the bye goes to the largest pairing number.",
    "the bye for a smaller pairing number",
    Shows.NUMBER,
)
def number_of_the_bye(seat: Seat) -> tuple[int, ...]:
    return (-seat.number,)


# -- who moves down


@stated(
    "As few as possible float down from their group.",
    "more {players} floating down from {group}",
    Shows.LEAVING,
)
def downfloaters(b: Bracket) -> Iterator[Wish]:
    yield b.alone(b.all)


@stated(
    "Whoever floats down has as few points as possible.",
    "{players} with more points floating down from {group}",
    Shows.LEAVING,
)
def scores_of_downfloaters(b: Bracket) -> Iterator[Wish]:
    for level in b.levels:
        yield b.alone(level)


@stated(
    "Whoever floats down is chosen so that as few as possible have to float down from the next group as well, and then"
    " those with as few points as possible.",
    NEXT,
    Shows.AHEAD,
)
def downfloaters_of_the_next_bracket(b: Bracket) -> Iterator[Wish]:
    yield b.alone(b.all | b.next, ahead=True)
    for level in (*b.levels, b.home):
        yield b.alone(level, ahead=True)


# -- colours


@stated(
    "As few pairs as possible in which both are due the same colour.",
    "more pairs in {group} in which both are due the same colour",
)
def preference_refused(b: Members) -> Iterator[Wish]:
    yield b.meet((b.white, b.white), (b.black, b.black))
