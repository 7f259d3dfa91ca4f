"""The Lim System, C.04.4.3, in the edition of February 2026.

The module follows the chapter: article 1 on the bye, 2.1 on compatible opponents, 2-4 on the pairing
(`lim.procedure`), article 5 on colours, 6 and 7 on the last and the first round. The text is a procedure for manual
pairing, and ambiguous in many places: see `Readings` and docs/lim.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from rookery.errors import UnsupportedError
from rookery.history.history import Float, Kind, Snapshot
from rookery.messages import msg
from rookery.model import Colour, Player, Points
from rookery.pairing.bracket import BaseBracket
from rookery.pairing.clauses import Ban, Bar, ByeRule, Clause, Completion
from rookery.pairing.colours import (
    ColourRule,
    alternate_last_difference,
    grant_both,
    would_be_third_running,
    would_be_three_more,
)
from rookery.pairing.criteria import (
    already_met,
    barred_from_the_bye,
    forbidden_by_the_event,
    number_of_the_bye,
    score_of_the_bye,
)
from rookery.pairing.field import Entrant, Field, Preference, Strength, mask_where
from rookery.pairing.lim.procedure import LimProcedure, steps
from rookery.pairing.lim.state import DEFAULT, LimDetails, Readings, lim_details
from rookery.pairing.outcome import Decision
from rookery.pairing.procedure import ByeFirstProcedure
from rookery.pairing.rule_text import NamedParties, rule
from rookery.pairing.system import System, by_pairing_number
from rookery.regulations import LIM, edition_named, parse_type_code

# ------------------------------------------------------------------ article 1: the bye


@rule(
    "In round one, of equal scores, the bye goes to the lowest rating; no rating counts as the lowest.",
    "the bye for a higher rating",
    NamedParties.RATING,
)
def rating_of_the_bye(entrant: Entrant) -> tuple[int, ...]:
    return (0 if entrant.colours or entrant.unplayed else lim_details(entrant).rating,)


# ------------------------------------------------------------------ 2.1, 5.1: the limits of colours


def is_permissible_colour(colours: str, colour: str) -> bool:
    """Return whether this colour is neither the third in a row nor three more than the other one (5.1.1, 5.1.2).

    >>> is_permissible_colour("wbb", "b"), is_permissible_colour("wbwbb", "w")
    (False, True)
    """
    return not would_be_third_running(colours, colour) and not would_be_three_more(colours, colour)


def apart_by_colours(field: Field) -> Iterator[tuple[int, int]]:
    """Yield the places, each with the opponents whom the limits of colours forbid."""
    white, black = (
        mask_where([is_permissible_colour(entrant.colours, colour) for entrant in field.entrants]) for colour in "wb"
    )
    for i in range(field.size):
        possible = (black if white >> i & 1 else 0) | (white if black >> i & 1 else 0)
        yield i, field.full & ~possible


@rule(
    "Two do not meet if one of them would have a colour three times in a row or three times more than"
    " the other one; in the last round they may."
)
def no_permissible_colours(field: Field) -> Iterator[tuple[int, int]]:
    if not field.is_last_round:
        yield from apart_by_colours(field)


@rule(
    "Two do not meet if one of them would have a colour three times running or three times more than the other one; in"
    " the last round equal scores may."
)
def no_permissible_colours_but_equals(field: Field) -> Iterator[tuple[int, int]]:
    for i, forbidden in apart_by_colours(field):
        equals = mask_where([score == field.scores[i] for score in field.scores]) if field.is_last_round else 0
        yield i, forbidden & ~equals


# ------------------------------------------------------------------ facts about an entrant


def due_colour(colours: str, alternate: bool = False) -> Preference:
    """Return the equalising colour; if colours are equal, or with `alternate`, the alternating one (5.1, 5.5, 5.6)."""
    if not colours:
        return Preference()
    lead = colours.count("w") - colours.count("b")
    if alternate or not lead:
        return Preference(Colour(colours[-1]).opposite, Strength.MILD, lead)
    return Preference(Colour.BLACK if lead > 0 else Colour.WHITE, Strength.MILD, lead)


def is_transferred(score: Points, opponent_score: Points, median: Points) -> bool:
    """Return whether the first of two scores floated: farther from the median, or on its other side (2.3)."""
    return (score - median) * (opponent_score - median) < 0 or abs(score - median) > abs(opponent_score - median)


def floaters(view: Snapshot, readings: Readings) -> dict[int, Float]:
    """Return the floats of the previous round; a bye or a forfeit is none (3.10)."""
    if view.round == 1:
        return {}
    before = view.history.before(view.round - 1)
    median = median_score(before)
    floats = {}
    for participant, meeting in view.history.round_columns[view.round - 2].results.items():
        if meeting.kind is Kind.PLAYED and meeting.opponent is not None:
            score, opponent_score = before.score(participant), before.score(meeting.opponent)
            if score != opponent_score and (
                readings.floated == "unequal" or is_transferred(score, opponent_score, median)
            ):
                floats[participant] = Float.DOWN if score > opponent_score else Float.UP
    return floats


def median_score(view: Snapshot) -> Points:
    """Return half of the maximum score of the rounds played (2.2)."""
    return (view.round - 1) * view.history.tournament.points.win // 2


def details(view: Snapshot, entrants: list[Entrant], readings: Readings) -> list[Entrant]:
    """Return the entrants with the colour due_colour, the floats of 3.10, the rating and the median.

    Virtual points are not supported.
    """
    tournament = view.history.tournament
    if tournament.acceleration or parse_type_code(tournament.system).baku:
        raise UnsupportedError(msg("the Lim System with virtual points: no regulation says how they meet the median"))
    floated, median = floaters(view, readings), median_score(view)
    alternate = readings.due == "parity" and view.round % 2 == 1
    ratings = {player.number: player.rating or 0 for player in tournament.participants if isinstance(player, Player)}
    return [
        entrant._replace(
            preference=due_colour(entrant.colours, alternate),
            floats=(floated.get(entrant.id, Float.NONE), Float.NONE),
            details=LimDetails(ratings.get(entrant.id, 0), median),
        )
        for entrant in entrants
    ]


# ------------------------------------------------------------------ article 5, 7.2: colours


def with_colour_priority(field: Field, decisions: Sequence[Decision]) -> Field:
    """Return the field with the priority of each entrant in the allocation of colours (5.4).

    The higher number has priority, but the lower one in a group below the median. In round one the pairs are
    numbered as well (7.2).
    """
    entrants = list(field.entrants)
    for decision in decisions:
        for place, pair in enumerate(decision.pairs, 1):
            for i in (field.place[participant] for participant in pair):
                facts, number = lim_details(entrants[i]), entrants[i].number
                priority = (
                    -number if decision.score < facts.median else number,
                    place if field.round == 1 else 0,
                )
                entrants[i] = entrants[i]._replace(details=facts._replace(colour_priority=priority))
    return field.with_entrants(entrants)


def by_colour_priority(entrant: Entrant) -> tuple[int, ...]:
    """Return the sort key by priority in the allocation of colours."""
    return lim_details(entrant).colour_priority


@rule(
    "In round one the first, third, fifth, ... of the upper half get the colour drawn by lot, the others the opposite."
)
def alternate_along_the_first_round(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    place = lim_details(higher).colour_priority[1]
    return None if not place else initial if place % 2 else initial.opposite


@rule("Otherwise one of the two would have a colour three times in a row, or three times more than the other.")
def only_permissible(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    legal = [
        colour
        for colour in Colour
        if is_permissible_colour(higher.colours, colour.value)
        and is_permissible_colour(lower.colours, colour.opposite.value)
    ]
    return legal[0] if len(legal) == 1 else None


@rule(
    "Both are due the same colour, and it goes to the higher ranked, below the median group to the lower ranked.",
    "Both are due the same colour, and {higher} has it: the higher ranked does, below the median group the lower one.",
)
def grant_first_word(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    return higher.preference.colour


@rule(
    "Neither has played yet: the higher ranked, below the median group the lower ranked, gets the colour drawn by lot.",
    "Neither has played yet, and {higher} gets the colour drawn by lot: the higher ranked, below the median group the"
    " lower.",
)
def initial_colour_first(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    return initial


# ------------------------------------------------------------------ the system


@rule(
    "of those who do not meet a floater, the upper half meets the lower half by pairing number, first against first",
    article="2.4",
)
def halves_of_the_residents(bracket: Decision, participant: int) -> int | None:
    guests = {*bracket.moved_down, *bracket.moved_up}
    busy = {i for pair in bracket.pairs if guests & set(pair) for i in pair} | set(bracket.left)
    line = sorted(i for i in bracket.residents if i not in busy)
    if participant not in line:
        return None
    half, place = len(line) // 2, line.index(participant)
    return line[place + half] if place < half else line[place - half]


def priorities(readings: Readings, *, maxi: bool) -> tuple[Clause[BaseBracket], ...]:
    """Return all clauses of the system with these readings; it has no codes, and a procedure instead of criteria."""
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
    """Return the system with these readings; `maxi`: a Maxi-tournament (3.2.3, 3.8, 5.7)."""
    return System(
        name="lim",
        edition=edition_named(LIM, 2026),
        preference=due_colour,
        details=partial(details, readings=readings),
        first_choice=halves_of_the_residents,
        order=by_pairing_number,
        rank=by_colour_priority,
        after_pairing=with_colour_priority,
        procedure=ByeFirstProcedure(LimProcedure(priorities(readings, maxi=maxi), readings, maxi)),
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
