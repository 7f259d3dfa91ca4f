"""The FIDE (Dutch) System, C.04.3, in the edition in force from July 2017 to January 2026.

Reads beside that chapter: A.4 on floats, A.8 and A.9 on the last bracket, section C in order of priority, section E on
colours. What is not here is as in the edition that followed; only a collapsed last bracket has residents of several
scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby

from rookery.faces.face import Wish
from rookery.faces.matching import mask_of
from rookery.history import Float, Kind, Tally, View
from rookery.model import Points
from rookery.pairing.bracket import Bracket, Sets, When
from rookery.pairing.collapsing import Collapsing
from rookery.pairing.colours import (
    ColourRule,
    alternate_last_difference,
    grant_both,
    grant_higher,
    grant_stronger,
    grant_wider,
    initial_by_number,
)
from rookery.pairing.criteria import (
    already_met,
    downfloaters,
    downfloaters_of_the_next_bracket,
    forbidden_by_the_event,
    preference_refused,
    same_absolute_preference,
    scores_of_downfloaters,
)
from rookery.pairing.criterion import Ban, Bar, Candidates, Completion, Criterion, Role
from rookery.pairing.dutch import (
    DUTCH_2026,
    distance_after_downfloat,
    distance_after_upfloat,
    distance_two_rounds_after_downfloat,
    distance_two_rounds_after_upfloat,
    first_candidate,
    order_of_the_candidates,
    place_of_candidate,
    strong_preference_refused,
    topscorers_far_out_of_balance,
    topscorers_with_a_third_colour,
    turns_of_candidate,
)
from rookery.pairing.seat import Seat
from rookery.pairing.stated import Shows, stated
from rookery.regulations import DUTCH, edition_named
from rookery.values import NamedTuple

DOWN, UP = Float.DOWN, Float.UP

ONE_POINT: Points = 10
"""How far below the lowest score of a bracket its downfloaters are taken to go (A.8)."""

# ------------------------------------------------------------------ A.4, C.2: what follows from rounds not played


def idle_rounds_float(view: View, seats: list[Seat]) -> list[Seat]:
    """Whoever for whatever reason did not play in a round received a downfloat (A.4.b)."""
    return [_with_floats(view, seat) if seat.unplayed else seat for seat in seats]


def _with_floats(view: View, seat: Seat) -> Seat:
    return seat._replace(floats=(_float(view, seat, 1), _float(view, seat, 2)))


def _float(view: View, seat: Seat, rounds_ago: int) -> Float:
    meeting = view.meeting(seat.id, rounds_ago)
    return seat.floats[rounds_ago - 1] if meeting is None or meeting.kind is Kind.PLAYED else DOWN


@stated("Nobody has the bye who had it before, or who won because the opponent did not appear.")
def had_a_bye_or_won_by_forfeit(tally: Tally) -> bool:
    return tally.had_bye or tally.won_by_forfeit


# ------------------------------------------------------------------ A.8, A.9: residents of several scores


class Gap(NamedTuple):
    """A score difference: the pairs that have it, higher scores first, and who has it by staying alone."""

    pairs: list[Sets]
    alone: int


def collapsed(b: Bracket) -> bool:
    """Whether the residents come from several scoregroups."""
    return b.field.scores[b.start] != b.field.scores[b.end - 1]


def tiers(b: Bracket, first: int = 0) -> list[tuple[Points, int]]:
    """The members, from this one on, score by score from the top."""
    return [(score, mask_of(many)) for score, many in groupby(range(first, b.size), key=lambda i: b.seat(i).score)]


def gaps(b: Bracket) -> list[Gap]:
    """Every score difference that pairs or downfloaters can have, from the widest."""
    scores = tiers(b)
    beyond = scores[-1][0] - ONE_POINT
    found: dict[Points, Gap] = {}
    for score, who in scores:
        known = found.get(score - beyond, Gap([], 0))
        found[score - beyond] = known._replace(alone=known.alone | who)
    for (high, upper), (low, lower) in combinations(scores, 2):
        if lower & b.home:
            found.setdefault(high - low, Gap([], 0)).pairs.append((upper, lower))
    return [found[distance] for distance in sorted(found, reverse=True)]


@stated(
    "The score differences of those who meet, and of those who float down, are as small as possible, the widest first.",
    "wider score differences in {group}",
    Shows.GAPS,
)
def pairing_score_difference(b: Bracket) -> Iterator[Wish]:
    if not collapsed(b):
        yield from scores_of_downfloaters(b)  # all who are paired have the same opponents' score, so it is the same
        return
    for gap in gaps(b):
        yield [*b.meet(*gap.pairs), *b.alone(gap.alone)]
    yield b.alone(b.down)  # as many moved-down players as can be are paired (B.1.c)


def same_downfloat(b: Bracket, rounds_ago: int) -> Iterator[Wish]:
    """Residents only: who is moved down receives another downfloat in any case."""
    again = b.home & b.floated(DOWN, rounds_ago)
    mixed = combinations(tiers(b, b.shift), 2) if collapsed(b) else ()
    yield [*b.alone(again), *b.meet(*((upper & again, lower) for (_, upper), (_, lower) in mixed))]


def same_upfloat(b: Bracket, rounds_ago: int) -> Iterator[Wish]:
    """Opponents of moved-down players, and residents against higher scores."""
    again = b.home & b.floated(UP, rounds_ago)
    mixed = combinations(tiers(b, b.shift), 2) if collapsed(b) else ()
    yield b.meet((b.down, again), *((upper, lower & again) for (_, upper), (_, lower) in mixed))


def downfloat_gaps(b: Bracket, rounds_ago: int) -> Iterator[Wish]:
    """The score differences of whoever receives the same downfloat in a collapsed bracket."""
    again = b.floated(DOWN, rounds_ago)
    for gap in gaps(b):
        yield [*b.meet(*((upper & again, lower) for upper, lower in gap.pairs)), *b.alone(gap.alone & again)]


def upfloat_gaps(b: Bracket, rounds_ago: int) -> Iterator[Wish]:
    """The score differences of whoever receives the same upfloat in a collapsed bracket."""
    again = b.floated(UP, rounds_ago)
    for gap in gaps(b):
        yield b.meet(*((upper, lower & again) for upper, lower in gap.pairs))


# ------------------------------------------------------------------ section C: what costs


def floated_down_last_round(seat: Seat) -> int:
    """Whether somebody floated down in the previous round."""
    return int(seat.floats[0] is DOWN)


def floated_down_two_rounds_ago(seat: Seat) -> int:
    """Whether somebody floated down two rounds ago."""
    return int(seat.floats[1] is DOWN)


@stated(
    "As few of the group as possible float down who floated down in the previous round.",
    "more {players} of {group} floating down who floated down in the previous round as well",
)
def same_downfloat_as_last_round(b: Bracket) -> Iterator[Wish]:
    return same_downfloat(b, rounds_ago=1)


@stated(
    "As few as possible float up who floated up in the previous round.",
    "more {players} floating up who floated up in the previous round as well",
)
def same_upfloat_as_last_round(b: Bracket) -> Iterator[Wish]:
    return same_upfloat(b, rounds_ago=1)


@stated(
    "As few of the group as possible float down who floated down two rounds ago.",
    "more {players} of {group} floating down who floated down two rounds ago",
)
def same_downfloat_as_two_rounds_before(b: Bracket) -> Iterator[Wish]:
    return same_downfloat(b, rounds_ago=2)


@stated(
    "As few as possible float up who floated up two rounds ago.",
    "more {players} floating up who floated up two rounds ago",
)
def same_upfloat_as_two_rounds_before(b: Bracket) -> Iterator[Wish]:
    return same_upfloat(b, rounds_ago=2)


@stated(
    "The score differences of those who float down as in the previous round are as small as possible, the widest"
    " first.",
    "a wider score difference for somebody who floats down as in the previous round",
    Shows.GAPS,
    times=floated_down_last_round,
)
def distance_of_the_same_downfloat(b: Bracket) -> Iterator[Wish]:
    return downfloat_gaps(b, rounds_ago=1) if collapsed(b) else distance_after_downfloat(b)


@stated(
    "The score differences of those who float up as in the previous round are as small as possible, the widest first.",
    "a wider score difference for somebody who floats up as in the previous round",
    Shows.APART,
)
def distance_of_the_same_upfloat(b: Bracket) -> Iterator[Wish]:
    return upfloat_gaps(b, rounds_ago=1) if collapsed(b) else distance_after_upfloat(b)


@stated(
    "The score differences of those who float down as two rounds ago are as small as possible, the widest first.",
    "a wider score difference for somebody who floats down as two rounds ago",
    Shows.GAPS,
    times=floated_down_two_rounds_ago,
)
def distance_of_the_downfloat_of_two_rounds_before(b: Bracket) -> Iterator[Wish]:
    return downfloat_gaps(b, rounds_ago=2) if collapsed(b) else distance_two_rounds_after_downfloat(b)


@stated(
    "The score differences of those who float up as two rounds ago are as small as possible, the widest first.",
    "a wider score difference for somebody who floats up as two rounds ago",
    Shows.APART,
)
def distance_of_the_upfloat_of_two_rounds_before(b: Bracket) -> Iterator[Wish]:
    return upfloat_gaps(b, rounds_ago=2) if collapsed(b) else distance_two_rounds_after_upfloat(b)


# ------------------------------------------------------------------ the system

DUTCH_2017 = DUTCH_2026.changed(
    edition=edition_named(DUTCH, 2017),
    details=idle_rounds_float,
    walk=Collapsing(
        criteria=(
            Ban("C.1", "C.1", already_met),
            Ban("C.1", "C.1", forbidden_by_the_event),
            Bar("C.2", "C.2", had_a_bye_or_won_by_forfeit),
            Ban("C.3", "C.3", same_absolute_preference),
            Completion("C.4", "C.4"),
            Criterion("C.5", "C.5", downfloaters, role=Role.NUMBER),
            Criterion("C.6", "C.6", pairing_score_difference, role=Role.SCORES),
            Criterion("C.7", "C.7", downfloaters_of_the_next_bracket, role=Role.AHEAD),
            Criterion("C.8", "C.8", topscorers_far_out_of_balance, When.LAST),
            Criterion("C.9", "C.9", topscorers_with_a_third_colour, When.LAST),
            Criterion("C.10", "C.10", preference_refused),
            Criterion("C.11", "C.11", strong_preference_refused),
            Criterion("C.12", "C.12", same_downfloat_as_last_round),
            Criterion("C.13", "C.13", same_upfloat_as_last_round),
            Criterion("C.14", "C.14", same_downfloat_as_two_rounds_before),
            Criterion("C.15", "C.15", same_upfloat_as_two_rounds_before),
            Criterion("C.16", "C.16", distance_of_the_same_downfloat),
            Criterion("C.17", "C.17", distance_of_the_same_upfloat),
            Criterion("C.18", "C.18", distance_of_the_downfloat_of_two_rounds_before),
            Criterion("C.19", "C.19", distance_of_the_upfloat_of_two_rounds_before),
            Candidates(
                "D",
                first_candidate,
                place_of_candidate,
                order_of_the_candidates("D.3", "D.1", "D.2"),
                turns_of_candidate,
            ),
        )
    ),
    colours=(
        ColourRule("E.1", grant_both),
        ColourRule("E.2", grant_stronger),
        ColourRule("E.2", grant_wider),
        ColourRule("E.3", alternate_last_difference),
        ColourRule("E.4", grant_higher),
        ColourRule("E.5", initial_by_number),
    ),
)
