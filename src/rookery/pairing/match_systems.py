"""What the Double-Swiss and the Swiss Team System share: their articles 3.5 and 3.6 are the same word for word.

Upfloaters bring the top scoregroup to a bracket that is paired completely, by the first identifier of all its pairings.
`b.home` is the scoregroup, `b.lower` are those who may come up to it, or have come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rookery.faces.face import Face, Wish
from rookery.faces.matching import bits
from rookery.faces.order import runs, settle_first
from rookery.history import Float, Kind, Tally, View
from rookery.model import Colour, Points
from rookery.pairing.criterion import Candidates, Costs, Places, Step, Turns
from rookery.pairing.field import Field
from rookery.pairing.outcome import Decision
from rookery.pairing.rise import Rise
from rookery.pairing.seat import Seat
from rookery.pairing.stated import Shows, stated

Order = Callable[[Rise], Sequence[int]]
"""The members of a bracket in the order of their seats."""

PLAYED = frozenset({Kind.PLAYED})
PAIRED = frozenset({Kind.PLAYED, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})

# ------------------------------------------------------------------ article 1: floaters


def floaters(view: View, scores: dict[int, Points] | None = None, kinds: frozenset[Kind] = PLAYED) -> dict[int, Float]:
    """Who met another score in the previous round, a bye or a forfeit being no float (1.5)."""
    if view.round == 1:
        return {}
    then = view.history.before(view.round - 1).pairing_scores() if scores is None else scores
    found = {}
    for one, meeting in view.history.sheets[view.round - 2].column.items():
        if meeting.kind in kinds and meeting.opponent is not None and then[one] != then[meeting.opponent]:
            found[one] = Float.DOWN if then[one] > then[meeting.opponent] else Float.UP
    return found


def floated(field: Field) -> int:
    """Who was a floater in the previous round."""
    return field.marks.down | field.marks.up


# ------------------------------------------------------------------ article 2: what costs


def following_in_the_standings(b: Rise, up: int) -> int:
    """What is left of the scoregroup just below in the standings of the round."""
    if not b.levels:
        return 0
    levels, first = b.field.levels, b.levels[0]
    here, below = (b.field.scores[bits(who)[0]] for who in (b.home, first))
    return first if levels[levels.index(here) + 1] == below else 0


def following_of_the_rest(b: Rise, up: int) -> int:
    """The next scoregroup of which somebody is left when these have come up."""
    return next((level for level in b.levels if level & ~up), 0)


@stated(
    "As few as possible are brought up who met another score in the previous round.",
    "more {players} brought up to {group} who met another score in the previous round",
    Shows.FLOATERS,
)
def upfloat_after_float(b: Rise) -> Iterator[Wish]:
    yield b.brought_up(floated(b.field))


@stated(
    "As few as possible of those who met another score in the previous round meet somebody brought up.",
    "more pairs of {group} with somebody brought up for one who met another score in the previous round",
)
def upfloater_for_a_floater(b: Rise) -> Iterator[Wish]:
    yield b.meet((b.lower, b.home & floated(b.field)))


# ------------------------------------------------------------------ 3.6: the pairing of a bracket


def by_number(b: Rise) -> Sequence[int]:
    """By pairing number, whatever the score (3.6.1)."""
    return sorted(bits(b.all), key=lambda i: b.field.seats[i].number)


def by_rank(b: Rise) -> Sequence[int]:
    """By score, then pairing number."""
    return bits(b.all)


def pair_bracket(b: Rise, face: Face, order: Order) -> Places:
    """The first identifier (3.6.2): the top members as early as possible, then the bottom member of each."""
    seats, later = order(b), b.all
    tops: list[int] = []
    for i in seats:
        if 2 * len(tops) == len(seats):
            break
        later ^= 1 << i
        if face.prefer(i, later):
            tops.append(i)
    line = runs(seats)
    return [(i, settle_first(face, i, line)) for i in tops]


def place_of_pairing(b: Rise, pairs: Places, order: Order) -> tuple[Costs, ...]:
    """The identifier of a pairing, by the seats of the bracket from 1."""
    seat = {i: n for n, i in enumerate(order(b), 1)}
    ordered = sorted(sorted((seat[i], seat[j])) for i, j in pairs)
    return tuple(top for top, _ in ordered), tuple(bottom for _, bottom in ordered)


def turns_of_pairing(b: Rise, pairs: Places, order: Order) -> tuple[Turns, ...]:
    """Whom the numbers of that identifier speak of."""
    seat = {i: n for n, i in enumerate(order(b))}
    ordered = sorted((tuple(sorted(pair, key=seat.__getitem__)) for pair in pairs), key=lambda pair: seat[pair[0]])
    return tuple((top,) for top, _ in ordered), tuple(ordered)


ORDER = (
    Step(
        "3.6.2",
        "top members",
        "In the order of the pairing numbers, the first of the group meet somebody who stands after them.",
        "{ours} would have to meet somebody who stands before",
    ),
    Step(
        "3.6.2",
        "bottom members",
        "In the order of the pairing numbers, everybody meets the first after them who can be had.",
        "{turn} meets {ours} before {theirs}",
    ),
)
"""The order of the pairings of a bracket, step by step."""


def first_identifier(order: Order) -> Candidates[Rise]:
    """The order of the pairings of a bracket whose members sit in this order (3.6)."""
    return Candidates(
        "3.6",
        partial(pair_bracket, order=order),
        partial(place_of_pairing, order=order),
        ORDER,
        partial(turns_of_pairing, order=order),
    )


@stated("by pairing number the upper half meets the lower half, first against first")
def upper_half_meets_lower(bracket: Decision, one: int) -> int | None:
    line = sorted(bracket.members)
    half, place = len(line) // 2, line.index(one)
    return line[place + half] if place < half else line[place - half]


# ------------------------------------------------------------------ 2.1.2, 3.4: the bye


@stated("Nobody has the bye who had it before, won a match by forfeit, or had a full-point bye.")
def barred_from_the_bye(tally: Tally) -> bool:
    return tally.had_bye or tally.won_unplayed


@stated(
    "Of equal scores, the bye goes to whoever has played the most matches.",
    "the bye for somebody who has played fewer matches",
    Shows.MISSED,
)
def matches_missed_by_the_bye(seat: Seat) -> tuple[int, ...]:
    return (seat.unplayed,)


# ------------------------------------------------------------------ article 4: colours


@stated(
    "The higher ranked gets the other colour than in its last match.",
    "{higher} is ranked higher, and gets the other colour than in the last match played.",
)
def alternate_higher(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    return Colour(higher.colours[-1]).opposite if higher.colours else None


@stated(
    "The lower ranked gets the other colour than in its last match.",
    "{higher}, who is ranked higher, has had no colour yet: {lower} gets the other one than in the last match played.",
)
def alternate_lower(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    return Colour(lower.colours[-1]) if lower.colours else None
