"""The Double-Swiss System, C.04.5, in the edition of February 2026: every pairing is a match of two games.

The module follows the chapter: article 1 on matches and floaters, article 2 in order of priority, article 3 (shared
with the Swiss Team System: `match_rules`), article 4 on White in the first game. Rounds count matches.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

from rookery._record import record
from rookery.errors import RuleError
from rookery.history.history import Float, Snapshot
from rookery.history.pairing_numbers import ids_in_order
from rookery.messages import msg
from rookery.model import Colour
from rookery.pairing.clauses import Ban, Bar, ByeRule, Clause, Completion, Criterion, Role, Step
from rookery.pairing.colours import ColourRule, alternate_last_difference, initial_if_new
from rookery.pairing.criteria import already_met, forbidden_by_the_event, number_of_the_bye, score_of_the_bye
from rookery.pairing.field import Entrant, Preference
from rookery.pairing.match_rules import (
    PAIRED,
    PLAYED,
    alternate_higher,
    alternate_lower,
    barred_from_the_bye,
    by_number,
    first_identifier,
    floaters,
    following_in_the_standings,
    following_of_the_rest,
    matches_missed_by_the_bye,
    upfloat_after_float,
    upfloater_for_a_floater,
    upper_half_meets_lower,
)
from rookery.pairing.procedure import ByeFirstProcedure
from rookery.pairing.rule_text import rule
from rookery.pairing.system import System, by_pairing_number, by_score
from rookery.pairing.upfloat.procedure import UpfloatProcedure
from rookery.pairing.upfloat.search import FollowingScoregroup, UpfloatBracket, scores_of_upfloaters, upfloaters
from rookery.regulations import DOUBLE_SWISS, edition_named, parse_type_code


@record
class Readings:
    """Choices where the regulation is ambiguous; the first value of each is the default.

    `c6` (2.3.3): the following scoregroup needs no more upfloaters than its parity requires, or as few as possible.
    `following` (2.3.3): it is the one just below in the standings of the round, even if all its members are paired,
    or the next one with unpaired members. `numbering` (4.3.1): participants not paired yet have no number, or all
    keep theirs. `floated` (1.5): only matches not forfeited make a float, or every pairing.
    """

    c6: Literal["met", "graded"] = "met"
    following: Literal["standings", "left"] = "standings"
    numbering: Literal["paired", "declared"] = "paired"
    floated: Literal["matches", "pairings"] = "matches"


DEFAULT = Readings()


def no_preference(colours: str) -> Preference:
    """Return an empty preference: no criterion of this system uses colours."""
    return Preference()


def details(view: Snapshot, entrants: list[Entrant], readings: Readings) -> list[Entrant]:
    """Return the entrants with the floats of 1.5 and the numbers of 4.3.1."""
    tournament = view.history.tournament
    if tournament.rounds and not parse_type_code(tournament.system).two_game_matches:
        text = msg("the rounds of this tournament are no matches of two games: record 192 must say %(code)s",
                      code="FIDE_DOUBLESWISS")  # fmt: skip
        raise RuleError(text, article="C.04.5")
    declared = {participant: number for number, participant in enumerate(ids_in_order(tournament), 1)}
    before = floaters(view, kinds=PLAYED if readings.floated == "matches" else PAIRED)
    return [
        entrant._replace(
            number=entrant.number if readings.numbering == "paired" else declared[entrant.id],
            floats=(before.get(entrant.id, Float.NONE), Float.NONE),
        )
        for entrant in entrants
    ]


@rule("The player who had White less often has it in the first game.")
def white_to_fewer_whites(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    mine, yours = higher.colours.count("w"), lower.colours.count("w")
    return None if mine == yours else Colour.WHITE if mine < yours else Colour.BLACK


def priorities(readings: Readings) -> tuple[Clause[UpfloatBracket], ...]:
    """Return all clauses of the system with these readings, in order of priority."""
    following = following_in_the_standings if readings.following == "standings" else following_of_the_rest
    return (
        Ban("2.1.1", "C1", already_met),
        Ban("2.1.1", "C1", forbidden_by_the_event),
        Bar("2.1.2", "C2", barred_from_the_bye),
        Completion("2.2.1", "C3"),
        ByeRule("3.4.2", "", score_of_the_bye),
        ByeRule("3.4.3", "", matches_missed_by_the_bye),
        ByeRule("3.4.4", "", number_of_the_bye),
        Criterion("2.3.1", "C4", upfloaters, role=Role.NUMBER),
        Criterion("2.3.2", "C5", scores_of_upfloaters, role=Role.SCORES),
        FollowingScoregroup("2.3.3", "C6", following, graded=readings.c6 == "graded"),
        Criterion("2.3.4", "C7", upfloat_after_float, lapses=1),
        Step(
            "3.5.4",
            "order of the upfloaters",
            "Of equal scores, the smaller pairing number is brought up first.",
            "{ours} is brought up before {theirs}",
        ),
        Criterion("2.3.5", "C8", upfloater_for_a_floater, lapses=1, role=Role.INSIDE),
        first_identifier(by_number),
    )


def double_swiss(readings: Readings = DEFAULT) -> System:
    """Return the system with these readings."""
    return System(
        name="double-swiss",
        edition=edition_named(DOUBLE_SWISS, 2026),
        preference=no_preference,
        details=partial(details, readings=readings),
        first_choice=upper_half_meets_lower,
        order=by_pairing_number,
        rank=by_score,
        procedure=ByeFirstProcedure(UpfloatProcedure(criteria=priorities(readings))),
        colours=(
            ColourRule("4.3.1", initial_if_new),
            ColourRule("4.3.2", white_to_fewer_whites),
            ColourRule("4.3.3", alternate_last_difference),
            ColourRule("4.3.4", alternate_higher),
            ColourRule("4.3.5", alternate_lower),
        ),
    )


DOUBLE_SWISS_2026 = double_swiss()
