"""Criteria that two or more systems share, named by meaning; each system says under which article it applies them."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.faces.face import Wish
from rookery.faces.matching import bits
from rookery.pairing.bracket import Bracket
from rookery.pairing.criterion import Rows
from rookery.pairing.field import Field

# -- who may not meet


def already_met(field: Field) -> Rows:
    """Two who have played each other may not meet again."""
    return enumerate(field.met)


def forbidden_by_the_event(field: Field) -> Rows:
    """Two whom the regulations of the event keep apart may not meet."""
    return [(i, apart) for apart in map(field.among, field.forbidden) for i in bits(apart)]


def same_absolute_preference(field: Field) -> Rows:
    """Two with the same absolute colour preference may not meet, unless one of them is a topscorer."""
    bound = field.absolute & ~field.topscorers
    return [(i, bound & side) for side in (field.white, field.black) for i in bits(bound & side)]


def equal_absolute_preference(field: Field) -> Rows:
    """Two with the same absolute colour preference may not meet."""
    sides = (field.absolute & field.white, field.absolute & field.black)
    return [(i, side) for side in sides for i in bits(side)]


# -- who moves down


def downfloaters(b: Bracket) -> Iterator[Wish]:
    """As few downfloaters as possible."""
    yield b.alone(b.all)


def scores_of_downfloaters(b: Bracket) -> Iterator[Wish]:
    """The scores of the downfloaters as low as possible, from the highest."""
    for level in b.levels:
        yield b.alone(level)


def downfloaters_of_the_next_bracket(b: Bracket) -> Iterator[Wish]:
    """Downfloaters that leave the next bracket the fewest downfloaters, then those of the lowest scores."""
    yield b.alone(b.all | b.next, ahead=True)
    for level in (*b.levels, b.home):
        yield b.alone(level, ahead=True)


# -- colours


def preference_refused(b: Bracket) -> Iterator[Wish]:
    """As few players as possible who do not get their colour preference."""
    yield b.meet((b.white, b.white), (b.black, b.black))
