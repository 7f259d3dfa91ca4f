"""What the Double-Swiss and the Swiss Team System share: their articles 3.5 and 3.6 are the same word for word.

Upfloaters bring the top scoregroup to a bracket that is paired completely, by the first identifier of all its pairings.
`b.home` is the scoregroup, `b.lower` are those who may come up to it, or have come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rookery.faces.face import Face, Wish
from rookery.faces.matching import bits
from rookery.faces.order import runs, settle_first
from rookery.history import Float, Kind, View
from rookery.model import Colour, Points
from rookery.pairing.bye import ByeFirst, ByeRule, number_of_the_bye, score_of_the_bye
from rookery.pairing.criterion import Criterion
from rookery.pairing.field import Field
from rookery.pairing.outcome import Decision, Line
from rookery.pairing.pulling_up import Ahead, Places, PullingUp, Rise, scores_of_upfloaters, upfloaters
from rookery.pairing.seat import Seat

Order = Callable[[Rise], Sequence[int]]
"""The members of a bracket in the order of their seats."""

PLAYED = frozenset({Kind.PLAYED})
PAIRED = frozenset({Kind.PLAYED, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})

BAR = "Who had the allocated bye, won a match by forfeit or had a full-point bye may not receive it."

# ------------------------------------------------------------------ article 1: floaters


def floaters(view: View, scores: dict[int, Points] | None = None, kinds: frozenset[Kind] = PLAYED) -> dict[int, Float]:
    """Who met another score in the previous round, a bye or a forfeit being no float (1.5)."""
    if view.round == 1:
        return {}
    then = view.history.before(view.round - 1).pairing_scores() if scores is None else scores
    found = {}
    for one, meeting in view.history.columns[view.round - 2].items():
        if meeting.kind in kinds and meeting.opponent is not None and then[one] != then[meeting.opponent]:
            found[one] = Float.DOWN if then[one] > then[meeting.opponent] else Float.UP
    return found


def floated(field: Field) -> int:
    """Who was a floater in the previous round."""
    return field.floats[Float.DOWN, 1] | field.floats[Float.UP, 1]


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


def upfloat_after_float(b: Rise) -> Iterator[Wish]:
    """As few upfloaters as possible who were floaters in the previous round."""
    yield b.brought_up(floated(b.field))


def upfloater_for_a_floater(b: Rise) -> Iterator[Wish]:
    """As few opponents of upfloaters as possible who were floaters in the previous round."""
    yield b.meet((b.lower, b.home & floated(b.field)))


def until(rounds_left: int, costs: Callable[[Rise], Iterator[Wish]]) -> Callable[[Rise], Iterator[Wish]]:
    """The same, but for the last rounds, so many, in which it is not asked."""

    def lapsing(b: Rise) -> Iterator[Wish]:
        if b.field.planned is None or b.field.round <= b.field.planned - rounds_left:
            yield from costs(b)

    lapsing.__name__ = costs.__name__
    rounds, text = {1: "round", 2: "two rounds"}[rounds_left], costs.__doc__ or ""
    lapsing.__doc__ = f"Not in the last {rounds}: {text[:1].lower()}{text[1:]}"
    return lapsing


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


def place_of_pairing(b: Rise, pairs: Places, order: Order) -> tuple[Line, ...]:
    """The identifier of a pairing, by the seats of the bracket from 1."""
    seat = {i: n for n, i in enumerate(order(b), 1)}
    ordered = sorted(sorted((seat[i], seat[j])) for i, j in pairs)
    return (
        Line("top members", "3.6.2", "", tuple(top for top, _ in ordered)),
        Line("bottom members", "3.6.2", "", tuple(bottom for _, bottom in ordered)),
    )


def upper_half_meets_lower(bracket: Decision, one: int) -> int | None:
    """Whom somebody would meet if nothing hindered: the halves of the bracket in order of the numbers (3.6)."""
    line = sorted(bracket.members)
    half, place = len(line) // 2, line.index(one)
    return line[place + half] if place < half else line[place - half]


# ------------------------------------------------------------------ article 3 as a whole


def matches_missed_by_the_bye(seat: Seat) -> tuple[int, ...]:
    """As many matches as possible played by who receives the bye."""
    return (seat.unplayed,)


def walk(
    rounds_left: int,
    opponents: Criterion,
    *,
    colours: tuple[Criterion, ...] = (),
    order: Order = by_number,
    following: Callable[[Rise, int], int] = following_in_the_standings,
    graded: bool = False,
) -> ByeFirst:
    """The bye (3.4), then bracket after bracket (3.5, 3.6); floats are not asked after in the last rounds."""
    text = "As few upfloaters as possible for the following scoregroup: none, or one if its number is odd."
    return ByeFirst(
        rules=(
            ByeRule("3.4.2", score_of_the_bye),
            ByeRule("3.4.3", matches_missed_by_the_bye),
            ByeRule("3.4.4", number_of_the_bye),
        ),
        walk=PullingUp(
            fewest=Criterion("2.3.1", "C4", upfloaters),
            highest=Criterion("2.3.2", "C5", scores_of_upfloaters),
            ahead=Ahead(Line("following scoregroup", "2.3.3", "C6", (), text), following, graded),
            wishes=(Criterion("2.3.4", "C7", until(rounds_left, upfloat_after_float)),),
            sets=Line("order of the upfloaters", "3.5.4", "", ()),
            inside=(*colours, opponents),
            pairing=lambda b, face: pair_bracket(b, face, order),
            order=lambda b, pairs: place_of_pairing(b, pairs, order),
        ),
    )


# ------------------------------------------------------------------ article 4: colours


def alternate_higher(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    """The higher ranked gets the other colour than in its last match."""
    return Colour(higher.colours[-1]).opposite if higher.colours else None


def alternate_lower(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    """The lower ranked gets the other colour than in its last match."""
    return Colour(lower.colours[-1]) if lower.colours else None
