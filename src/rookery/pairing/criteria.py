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
from rookery.pairing.stated import stated

# -- who may not meet


@stated("Two who have played each other may not meet again.")
def already_met(field: Field) -> Rows:
    return enumerate(field.met)


@stated("Two whom the regulations of the event keep apart may not meet.")
def forbidden_by_the_event(field: Field) -> Rows:
    return [(i, apart) for apart in map(field.among, field.forbidden) for i in bits(apart)]


@stated("Two with the same absolute colour preference may not meet, unless one of them is a topscorer.")
def same_absolute_preference(field: Field) -> Rows:
    bound = field.absolute & ~field.topscorers
    return [(i, bound & side) for side in (field.white, field.black) for i in bits(bound & side)]


@stated("Two with the same absolute colour preference may not meet.")
def equal_absolute_preference(field: Field) -> Rows:
    sides = (field.absolute & field.white, field.absolute & field.black)
    return [(i, side) for side in sides for i in bits(side)]


# -- who may not receive the bye, and who shall


@stated("Who had the allocated bye, or scored a win without playing, may not receive it.")
def barred_from_the_bye(tally: Tally) -> bool:
    return tally.had_bye or tally.scored_unplayed_win


@stated("The score of who receives the bye as low as possible.")
def score_of_the_bye(seat: Seat) -> tuple[int, ...]:
    return (seat.score,)


@stated("As many games as possible played by who receives the bye.")
def games_missed_by_the_bye(seat: Seat) -> tuple[int, ...]:
    return (seat.unplayed,)


@stated("The pairing number of who receives the bye as large as possible.")
def number_of_the_bye(seat: Seat) -> tuple[int, ...]:
    return (-seat.number,)


# -- who moves down


@stated("As few downfloaters as possible.")
def downfloaters(b: Bracket) -> Iterator[Wish]:
    yield b.alone(b.all)


@stated("The scores of the downfloaters as low as possible, from the highest.")
def scores_of_downfloaters(b: Bracket) -> Iterator[Wish]:
    for level in b.levels:
        yield b.alone(level)


@stated("Downfloaters that leave the next bracket the fewest downfloaters, then those of the lowest scores.")
def downfloaters_of_the_next_bracket(b: Bracket) -> Iterator[Wish]:
    yield b.alone(b.all | b.next, ahead=True)
    for level in (*b.levels, b.home):
        yield b.alone(level, ahead=True)


# -- colours


@stated("As few players as possible who do not get their colour preference.")
def preference_refused(b: Members) -> Iterator[Wish]:
    yield b.meet((b.white, b.white), (b.black, b.black))
