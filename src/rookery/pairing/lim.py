"""The Lim System, C.04.4.3, in the edition of February 2026.

Reads beside the chapter: article 1 on the bye, 2.1 on who is compatible, 2-4 on the pairing (`lim_walk`), article 5 on
colours, 6 and 7 on the last and the first round. The text is a procedure for a person with cards, and leaves much open:
see `Readings` and docs/lim.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rookery.errors import Unsupported
from rookery.history import Float, Kind, View
from rookery.model import Colour, Player, Points
from rookery.pairing.bracket import Members
from rookery.pairing.bye import ByeFirst
from rookery.pairing.colours import ColourRule, alternate_last_difference, grant_both, third_running, three_more
from rookery.pairing.criteria import (
    already_met,
    barred_from_the_bye,
    forbidden_by_the_event,
    number_of_the_bye,
    score_of_the_bye,
)
from rookery.pairing.criterion import Ban, Bar, ByeRule, Clause, Completion
from rookery.pairing.field import Field, where
from rookery.pairing.lim_readings import DEFAULT, Particulars, Readings, particulars, steps
from rookery.pairing.lim_walk import TowardsMedian
from rookery.pairing.outcome import Decision
from rookery.pairing.seat import Preference, Seat, Strength
from rookery.pairing.stated import Shows, stated
from rookery.pairing.system import System, by_pairing_number
from rookery.regulations import LIM, edition_named, scheme
from rookery.wording import spoken

# ------------------------------------------------------------------ article 1: the bye


@stated(
    "In round one, of equal scores, the bye goes to the lowest rating; somebody without one counts as the lowest.",
    "the bye for a higher rating",
    Shows.RATING,
)
def rating_of_the_bye(seat: Seat) -> tuple[int, ...]:
    return (0 if seat.colours or seat.unplayed else particulars(seat).rating,)


# ------------------------------------------------------------------ 2.1, 5.1: the limits of colours


def may_have(colours: str, colour: str) -> bool:
    """Not the third time in succession, and not three more than of the other colour (5.1.1, 5.1.2).

    >>> may_have("wbb", "b"), may_have("wbwbb", "w")
    (False, True)
    """
    return not third_running(colours, colour) and not three_more(colours, colour)


def apart_by_colours(field: Field) -> Iterator[tuple[int, int]]:
    """Whom each cannot meet without a colour out of bounds for one of them."""
    white, black = (where([may_have(seat.colours, colour) for seat in field.seats]) for colour in "wb")
    for i in range(field.size):
        possible = (black if white >> i & 1 else 0) | (white if black >> i & 1 else 0)
        yield i, field.full & ~possible


@stated(
    "Two do not meet if one of them would have a colour three times running or three times more than the other one; in"
    " the last round they may."
)
def no_permissible_colours(field: Field) -> Iterator[tuple[int, int]]:
    if not field.last:
        yield from apart_by_colours(field)


@stated(
    "Two do not meet if one of them would have a colour three times running or three times more than the other one; in"
    " the last round equal scores may."
)
def no_permissible_colours_but_equals(field: Field) -> Iterator[tuple[int, int]]:
    for i, whom in apart_by_colours(field):
        equals = where([score == field.scores[i] for score in field.scores]) if field.last else 0
        yield i, whom & ~equals


# ------------------------------------------------------------------ what is particular in a seat


def due(colours: str, alternate: bool = False) -> Preference:
    """The equalising colour, or with equal colours (`alternate`: in any case) the alternating one (5.1, 5.5, 5.6)."""
    if not colours:
        return Preference()
    lead = colours.count("w") - colours.count("b")
    if alternate or not lead:
        return Preference(Colour(colours[-1]).opposite, Strength.MILD, lead)
    return Preference(Colour.BLACK if lead > 0 else Colour.WHITE, Strength.MILD, lead)


def transferred(score: Points, other: Points, median: Points) -> bool:
    """Whether the first of two scores floated: it is farther from the median, or on its other side (2.3)."""
    return (score - median) * (other - median) < 0 or abs(score - median) > abs(other - median)


def floaters(view: View, readings: Readings) -> dict[int, Float]:
    """Who floated in the previous round; a bye or a forfeit is none (3.10)."""
    if view.round == 1:
        return {}
    before = view.history.before(view.round - 1)
    median = median_score(before)
    found = {}
    for one, meeting in view.history.sheets[view.round - 2].column.items():
        if meeting.kind is Kind.PLAYED and meeting.opponent is not None:
            score, other = before.score(one), before.score(meeting.opponent)
            if score != other and (readings.floated == "unequal" or transferred(score, other, median)):
                found[one] = Float.DOWN if score > other else Float.UP
    return found


def median_score(view: View) -> Points:
    """Half of what the rounds played could give (2.2)."""
    return (view.round - 1) * view.history.tournament.points.win // 2


def details(view: View, seats: list[Seat], readings: Readings) -> list[Seat]:
    """The seats with the colour due, the floats of 3.10, the rating and the median; there is no acceleration here."""
    tournament = view.history.tournament
    if tournament.acceleration or scheme(tournament.system).baku:
        raise Unsupported(spoken("the Lim System with virtual points: no regulation says how they meet the median"))
    floated, median = floaters(view, readings), median_score(view)
    alternate = readings.due == "parity" and view.round % 2 == 1
    ratings = {one.id: one.rating or 0 for one in tournament.participants if isinstance(one, Player)}
    return [
        seat._replace(
            preference=due(seat.colours, alternate),
            floats=(floated.get(seat.id, Float.NONE), Float.NONE),
            details=Particulars(ratings.get(seat.id, 0), median),
        )
        for seat in seats
    ]


# ------------------------------------------------------------------ article 5, 7.2: colours


def first_word(field: Field, decisions: Sequence[Decision]) -> Field:
    """The seats with who decides on colours: the higher number, but in a group below the median the lower one (5.4).

    In round one the pairs are counted as well (7.2).
    """
    seats = list(field.seats)
    for decision in decisions:
        for place, pair in enumerate(decision.pairs, 1):
            for i in (field.place[one] for one in pair):
                known, number = particulars(seats[i]), seats[i].number
                word = (-number if decision.score < known.median else number, place if field.round == 1 else 0)
                seats[i] = seats[i]._replace(details=known._replace(word=word))
    return field.seated(seats)


def by_first_word(seat: Seat) -> tuple[int, ...]:
    """Who decides on colours."""
    return particulars(seat).word


@stated(
    "In round one the first, third, fifth, ... of the upper half get the colour drawn by lot, the others the opposite."
)
def alternate_along_the_first_round(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    place = particulars(higher).word[1]
    return None if not place else initial if place % 2 else initial.opposite


@stated("Otherwise one of the two would have a colour three times running, or three times more than the other.")
def only_permissible(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    legal = [
        colour
        for colour in Colour
        if may_have(higher.colours, colour.value) and may_have(lower.colours, colour.opposite.value)
    ]
    return legal[0] if len(legal) == 1 else None


@stated(
    "Both are due the same colour, and it goes to the higher ranked, below the median group to the lower ranked.",
    "Both are due the same colour, and {higher} has it: the higher ranked does, below the median group the lower one.",
)
def grant_first_word(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    return higher.preference.colour


@stated(
    "Neither has played yet: the higher ranked, below the median group the lower ranked, gets the colour drawn by lot.",
    "Neither has played yet, and {higher} gets the colour drawn by lot: the higher ranked, below the median group the"
    " lower.",
)
def initial_colour_first(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    return initial


# ------------------------------------------------------------------ the system


@stated(
    "of those who do not meet a floater, the upper half meets the lower half by pairing number, first against first",
    article="2.4",
)
def halves_of_the_residents(bracket: Decision, one: int) -> int | None:
    guests = {*bracket.moved_down, *bracket.moved_up}
    busy = {i for pair in bracket.pairs if guests & set(pair) for i in pair} | set(bracket.left)
    line = sorted(i for i in bracket.residents if i not in busy)
    if one not in line:
        return None
    half, place = len(line) // 2, line.index(one)
    return line[place + half] if place < half else line[place - half]


def priorities(readings: Readings, *, maxi: bool) -> tuple[Clause[Members], ...]:
    """Everything that the system asks for by these readings; it has no codes, and a procedure instead of criteria."""
    limits = no_permissible_colours if readings.last_round == "everyone" else no_permissible_colours_but_equals
    return (
        Ban("2.1", "", already_met),
        Ban("2.1", "", forbidden_by_the_event),
        Ban("2.1", "", limits),
        Bar("C.04.1 4", "", barred_from_the_bye),
        Completion("4.4", ""),
        ByeRule("1.1", "", score_of_the_bye),
        ByeRule("7.1", "", rating_of_the_bye),
        ByeRule("1.1", "", number_of_the_bye),
        *steps(readings, maxi=maxi),
    )


def lim(readings: Readings = DEFAULT, *, maxi: bool = False) -> System:
    """The system by these readings; `maxi`: a Maxi-tournament (3.2.3, 3.8, 5.7)."""
    return System(
        name="lim",
        edition=edition_named(LIM, 2026),
        preference=due,
        details=partial(details, readings=readings),
        first_choice=halves_of_the_residents,
        order=by_pairing_number,
        rank=by_first_word,
        once_paired=first_word,
        walk=ByeFirst(TowardsMedian(priorities(readings, maxi=maxi), readings, maxi)),
        colours=(
            ColourRule("7.2", alternate_along_the_first_round),
            ColourRule("5.3", only_permissible),
            ColourRule("5.2", grant_both),
            ColourRule("5.4", alternate_last_difference),
            ColourRule("5.4", grant_first_word),
            ColourRule("5.4", initial_colour_first),
        ),
    )


LIM_2026 = lim()
