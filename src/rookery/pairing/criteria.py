"""Criteria shared by several systems; each system gives the article under which it applies them."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.history.history import Totals
from rookery.matching.blossom import bits
from rookery.matching.optimal_matchings import Cost
from rookery.pairing.bracket import BaseBracket, Bracket
from rookery.pairing.clauses import Rows
from rookery.pairing.field import Entrant, Field
from rookery.pairing.rule_text import NEXT, NamedParties, rule

# -- forbidden pairs


@rule("Two who have played each other do not meet again.")
def already_met(field: Field) -> Rows:
    return enumerate(field.past_opponents)


@rule("Two who are kept apart by the arbiter or the rules of the event do not meet.")
def forbidden_by_the_event(field: Field) -> Rows:
    return field.forbidden.by_place(field.place).items() if field.forbidden else ()


@rule("Two who must both have the same colour do not meet, unless one of them is a topscorer in the last round.")
def same_absolute_preference(field: Field) -> Rows:
    restricted = field.absolute & ~field.topscorers
    return [(i, restricted & side) for side in (field.white, field.black) for i in bits(restricted & side)]


@rule("Two who must both have the same colour do not meet.")
def equal_absolute_preference(field: Field) -> Rows:
    sides = (field.absolute & field.white, field.absolute & field.black)
    return [(i, side) for side in sides for i in bits(side)]


# -- the bye


@rule("A player who had the bye before, or the points of a win without a game, cannot have the bye.")
def barred_from_the_bye(tally: Totals) -> bool:
    return tally.had_bye or tally.scored_unplayed_win


@rule(
    "Of those who can have the bye, the lowest score has it.",
    "the bye for a higher score",
    NamedParties.POINTS,
)
def score_of_the_bye(entrant: Entrant) -> tuple[int, ...]:
    return (entrant.score,)


@rule(
    "Of equal scores, the bye goes to the one who has played the most games.",
    "the bye for one who has played fewer games",
    NamedParties.MISSED,
)
def games_missed_by_the_bye(entrant: Entrant) -> tuple[int, ...]:
    return (entrant.unplayed,)


@rule(
    "Among equals, the bye goes to the largest pairing number.",
    "the bye for a smaller pairing number",
    NamedParties.NUMBER,
)
def number_of_the_bye(entrant: Entrant) -> tuple[int, ...]:
    return (-entrant.number,)


# -- downfloaters


@rule(
    "As few as possible float down from their group.",
    "more {players} floating down from {group}",
    NamedParties.LEAVING,
)
def downfloaters(b: Bracket) -> Iterator[Cost]:
    yield b.penalize_unpaired(b.members)


@rule(
    "Those who float down have as few points as possible.",
    "{players} with more points floating down from {group}",
    NamedParties.LEAVING,
)
def scores_of_downfloaters(b: Bracket) -> Iterator[Cost]:
    for level in b.levels:
        yield b.penalize_unpaired(level)


@rule(
    "Those who float down are chosen so that as few as possible have to float down from the next"
    " group as well, and then those with as few points as possible.",
    NEXT,
    NamedParties.AHEAD,
)
def downfloaters_of_the_next_bracket(b: Bracket) -> Iterator[Cost]:
    yield b.penalize_unpaired(b.members | b.next_group, ahead=True)
    for level in (*b.levels, b.residents):
        yield b.penalize_unpaired(level, ahead=True)


# -- colours


@rule(
    "As few pairs as possible in which both are due the same colour.",
    "more pairs in {group} in which both are due the same colour",
)
def preference_refused(b: BaseBracket) -> Iterator[Cost]:
    yield b.penalize_pairs((b.white, b.white), (b.black, b.black))
