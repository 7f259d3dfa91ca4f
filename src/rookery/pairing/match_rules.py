"""Rules shared by the Double-Swiss and the Swiss Team System, whose articles 3.5 and 3.6 have identical wording.

Upfloaters bring the top scoregroup to a bracket that is paired completely, by the first identifier of all its
pairings. `b.residents` is the scoregroup, `b.lower` the possible or actual upfloaters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rookery.history.history import Float, Kind, Snapshot, Totals
from rookery.matching.blossom import bits
from rookery.matching.optimal_matchings import Cost, OptimalMatchings, fix_first, split_into_runs
from rookery.model import Colour, Points
from rookery.pairing.clauses import Candidates, CostVector, PlacePairs, Step, Turns
from rookery.pairing.field import Entrant, Field, ParticipantSet
from rookery.pairing.outcome import Decision
from rookery.pairing.rule_text import NamedParties, rule
from rookery.pairing.upfloat.search import UpfloatBracket

Order = Callable[[UpfloatBracket], Sequence[int]]
"""A function that returns the members of a bracket in order."""

PLAYED = frozenset({Kind.PLAYED})
PAIRED = frozenset({Kind.PLAYED, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})

# ------------------------------------------------------------------ article 1: floaters


def floaters(
    view: Snapshot, scores: dict[int, Points] | None = None, kinds: frozenset[Kind] = PLAYED
) -> dict[int, Float]:
    """Return the floats of the previous round, for opponents of different scores; byes and forfeits are none (1.5)."""
    if view.round == 1:
        return {}
    then = view.history.before(view.round - 1).pairing_scores() if scores is None else scores
    floats = {}
    for participant, meeting in view.history.round_columns[view.round - 2].results.items():
        if meeting.kind in kinds and meeting.opponent is not None and then[participant] != then[meeting.opponent]:
            floats[participant] = Float.DOWN if then[participant] > then[meeting.opponent] else Float.UP
    return floats


def floaters_of_last_round(field: Field) -> ParticipantSet:
    """Return the participants who floated in the previous round."""
    return field.trait_sets.down | field.trait_sets.up


# ------------------------------------------------------------------ article 2: costs


def following_in_the_standings(b: UpfloatBracket, up: ParticipantSet) -> ParticipantSet:
    """Return the unpaired members of the scoregroup just below in the standings of the round."""
    if not b.levels:
        return 0
    levels, first = b.field.levels, b.levels[0]
    home_score, below = (b.field.scores[bits(mask)[0]] for mask in (b.residents, first))
    return first if levels[levels.index(home_score) + 1] == below else 0


def following_of_the_rest(b: UpfloatBracket, up: ParticipantSet) -> ParticipantSet:
    """Return the next scoregroup with members left after these have come up."""
    return next((level for level in b.levels if level & ~up), 0)


@rule(
    "As few as possible are brought up who met another score in the previous round.",
    "more {players} brought up to {group} who met another score in the previous round",
    NamedParties.FLOATERS,
)
def upfloat_after_float(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_upfloaters(floaters_of_last_round(b.field))


@rule(
    "As few as possible of those who met another score in the previous round meet an opponent who is brought up.",
    "more pairs of {group} with an opponent brought up for one who met another score in the previous round",
)
def upfloater_for_a_floater(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_pairs((b.lower, b.residents & floaters_of_last_round(b.field)))


# ------------------------------------------------------------------ 3.6: the pairing of a bracket


def by_number(b: UpfloatBracket) -> Sequence[int]:
    """Return the members by pairing number, whatever the score (3.6.1)."""
    return sorted(bits(b.members), key=lambda i: b.field.entrants[i].number)


def by_rank(b: UpfloatBracket) -> Sequence[int]:
    """Return the members by score, then pairing number."""
    return bits(b.members)


def pair_bracket(b: UpfloatBracket, matchings: OptimalMatchings, order: Order) -> PlacePairs:
    """Find the first identifier (3.6.2): the top members as early as possible, then the bottom member of each."""
    entrants, later = order(b), b.members
    tops: list[int] = []
    for i in entrants:
        if 2 * len(tops) == len(entrants):
            break
        later ^= 1 << i
        if matchings.try_restrict(i, later):
            tops.append(i)
    line = split_into_runs(entrants)
    return [(i, fix_first(matchings, i, line)) for i in tops]


def place_of_pairing(b: UpfloatBracket, pairs: PlacePairs, order: Order) -> tuple[CostVector, ...]:
    """Return the identifier of a pairing; the members of the bracket are numbered from 1."""
    entrant = {i: n for n, i in enumerate(order(b), 1)}
    ordered = sorted(sorted((entrant[i], entrant[j])) for i, j in pairs)
    return tuple(top for top, _ in ordered), tuple(bottom for _, bottom in ordered)


def turns_of_pairing(b: UpfloatBracket, pairs: PlacePairs, order: Order) -> tuple[Turns, ...]:
    """Return the members that each number of the identifier refers to."""
    entrant = {i: n for n, i in enumerate(order(b))}
    ordered = sorted(
        (tuple(sorted(pair, key=entrant.__getitem__)) for pair in pairs), key=lambda pair: entrant[pair[0]]
    )
    return tuple((top,) for top, _ in ordered), tuple(ordered)


ORDER = (
    Step(
        "3.6.2",
        "top members",
        "In the order of the pairing numbers, the first of the group meet opponents further down.",
        "{ours} would have to meet an earlier opponent in the order",
    ),
    Step(
        "3.6.2",
        "bottom members",
        "In the order of the pairing numbers, each meets the first one further down who is possible.",
        "{turn} meets {ours} before {theirs}",
    ),
)
"""The order of the pairings of a bracket, step by step."""


def first_identifier(order: Order) -> Candidates[UpfloatBracket]:
    """Return the order of the pairings of a bracket with its members in this order (3.6)."""
    return Candidates(
        "3.6",
        partial(pair_bracket, order=order),
        partial(place_of_pairing, order=order),
        ORDER,
        partial(turns_of_pairing, order=order),
    )


@rule("by pairing number the upper half meets the lower half, first against first")
def upper_half_meets_lower(bracket: Decision, participant: int) -> int | None:
    line = sorted(bracket.members)
    half, place = len(line) // 2, line.index(participant)
    return line[place + half] if place < half else line[place - half]


# ------------------------------------------------------------------ 2.1.2, 3.4: the bye


@rule("A participant who had the bye before, won a match by forfeit, or had a full-point bye cannot have the bye.")
def barred_from_the_bye(tally: Totals) -> bool:
    return tally.had_bye or tally.won_unplayed


@rule(
    "Of equal scores, the bye goes to the one who has played the most matches.",
    "the bye for one who has played fewer matches",
    NamedParties.MISSED,
)
def matches_missed_by_the_bye(entrant: Entrant) -> tuple[int, ...]:
    return (entrant.unplayed,)


# ------------------------------------------------------------------ article 4: colours


@rule(
    "The higher ranked gets the other colour than in its last match.",
    "{higher} is ranked higher, and gets the other colour than in the last match played.",
)
def alternate_higher(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    return Colour(higher.colours[-1]).opposite if higher.colours else None


@rule(
    "The lower ranked gets the other colour than in its last match.",
    "{higher}, who is ranked higher, has had no colour yet: {lower} gets the other one than in the last match played.",
)
def alternate_lower(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    return Colour(lower.colours[-1]) if lower.colours else None
