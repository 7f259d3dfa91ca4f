"""The Swiss Team Pairing System, C.04.6, in the edition of February 2026.

The module follows the chapter: 1.7 on colour preferences, article 2 in order of priority, article 3 (shared with the
Double-Swiss: `match_rules`), article 4 on colours. Colour type, primary and secondary score follow record 192.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from rookery._record import record
from rookery.errors import RuleError
from rookery.history.history import Float, Snapshot
from rookery.history.pairing_numbers import ids_in_order, paired_participants
from rookery.matching.optimal_matchings import Cost
from rookery.messages import msg, msg_plural
from rookery.model import Colour, Points, Tournament
from rookery.pairing.clauses import Ban, Bar, ByeRule, Clause, Completion, Criterion, Role, Step
from rookery.pairing.colours import (
    ColourRule,
    alternate_last_difference,
    grant_both,
    grant_higher,
    grant_stronger,
    initial_if_new,
)
from rookery.pairing.criteria import (
    already_met,
    forbidden_by_the_event,
    number_of_the_bye,
    preference_refused,
    score_of_the_bye,
)
from rookery.pairing.field import Entrant, Preference, Strength
from rookery.pairing.match_rules import (
    alternate_higher,
    alternate_lower,
    barred_from_the_bye,
    by_number,
    by_rank,
    first_identifier,
    floaters,
    following_in_the_standings,
    matches_missed_by_the_bye,
    upfloat_after_float,
    upfloater_for_a_floater,
    upper_half_meets_lower,
)
from rookery.pairing.procedure import ByeFirstProcedure
from rookery.pairing.rule_text import rule
from rookery.pairing.system import System, by_pairing_number
from rookery.pairing.upfloat.procedure import UpfloatProcedure
from rookery.pairing.upfloat.search import FollowingScoregroup, UpfloatBracket, scores_of_upfloaters, upfloaters
from rookery.regulations import TEAM, TypeCode, edition_named, parse_type_code
from rookery.regulations.formats import TEAM as TEAM_FORMAT


@record
class Readings:
    """Choices where the regulation is ambiguous; the first value of each is the default.

    `c6` (2.3.3): the following scoregroup needs no more upfloaters than its parity requires, or as few as possible.
    `a1` (1.7): type B, last round, colour difference 0: two equal colours at the end still are a strong preference,
    or there is none. `seats` (3.6.1): the seats of a bracket by pairing number, or by score first. `numbering`
    (1.1.3): teams keep their declared numbers, or those never yet paired have none. `floats` (1.5): a float is
    judged by the scores used for pairing, virtual points included, or by those of the standings.
    """

    c6: Literal["parity", "graded"] = "parity"
    a1: Literal["strong", "none"] = "strong"
    seats: Literal["tpn", "score"] = "tpn"
    numbering: Literal["declared", "paired"] = "declared"
    floats: Literal["pairing", "standings"] = "pairing"


DEFAULT = Readings()


# ------------------------------------------------------------------ article 1: facts about an entrant


def difference(colours: str) -> int:
    """Return the number of matches with White minus those with Black (1.6)."""
    return colours.count("w") - colours.count("b")


def simple_preference(colours: str, strength: Strength = Strength.MILD) -> Preference:
    """Return the preference of type A: White after two more Blacks, or after two Blacks unless Whites lead (1.7).

    >>> simple_preference("wwwbb").colour, simple_preference("wbb").colour
    (None, <Colour.WHITE: 'w'>)
    """
    lead, last = difference(colours), colours[-2:]
    if lead < -1 or (lead in (0, -1) and last == "bb"):
        return Preference(Colour.WHITE, strength, lead)
    if lead > 1 or (lead in (0, 1) and last == "ww"):
        return Preference(Colour.BLACK, strength, lead)
    return Preference(difference=lead)


def graded_preference(colours: str, last_round: bool = False, a1: str = "strong") -> Preference:
    """Return the preference of type B (1.7).

    It is strong where type A has a preference, else mild for the equalising colour, or with equal colours for the
    alternating one. In the last round equal colours make no mild preference.
    """
    strong = simple_preference(colours, Strength.STRONG)
    lead = strong.difference
    if strong.colour is not None and not (a1 == "none" and last_round and not lead):
        return strong
    if lead:
        return Preference(Colour.WHITE if lead < 0 else Colour.BLACK, Strength.MILD, lead)
    if not colours or last_round:
        return Preference()
    return Preference(Colour(colours[-1]).opposite, Strength.MILD)


def no_preference(colours: str) -> Preference:
    """Return a preference without a colour."""
    return Preference(difference=difference(colours))


def variant(tournament: Tournament) -> TypeCode:
    """Return the variant of the system declared in record 192; by default type A on match points, then game points."""
    plan = parse_type_code(tournament.system)
    return plan if plan.format is TEAM_FORMAT else parse_type_code(TEAM_FORMAT.code)


def preferences(view: Snapshot, readings: Readings) -> Callable[[str], Preference]:
    """Return the function for the colour preferences of this event in this round."""
    tournament = view.history.tournament
    if variant(tournament).colour_type == "B":
        return partial(graded_preference, last_round=view.round == tournament.planned_rounds, a1=readings.a1)
    return simple_preference if variant(tournament).colour_type == "A" else no_preference


def numbers(tournament: Tournament, pool: Sequence[int], readings: Readings) -> dict[int, int]:
    """Return the pairing numbers: as declared (1.1.3), or consecutive over the teams paired now or before."""
    teams = ids_in_order(tournament)
    if readings.numbering == "declared":
        return {team: team for team in teams}
    paired = set(pool).union(*map(paired_participants, tournament.rounds))
    return {team: number for number, team in enumerate((team for team in teams if team in paired), 1)}


class Scores(NamedTuple):
    """Facts about an entrant that only this system uses: the scores of the standings, if they are used (4.2)."""

    primary: Points
    secondary: Points


def _no_team_event(tournament: Tournament) -> RuleError:
    """Return the error for a tournament whose participants are players."""
    count = len(tournament.teams)
    if not count:
        return RuleError(msg("the Swiss Team System pairs teams, and this tournament has none"), article="C.04.6")
    text = msg_plural(
        count,
        "the Swiss Team System pairs teams, and here the players are paired: with %(num)s team, say team_event=True",
        "the Swiss Team System pairs teams, and here the players are paired: with %(num)s teams, say team_event=True",
    )
    return RuleError(text, article="C.04.6")


def details(view: Snapshot, entrants: list[Entrant], readings: Readings) -> list[Entrant]:
    """Return the entrants with the preference by type, the floats of played matches, and the scores for 4.2."""
    tournament = view.history.tournament
    if not tournament.team_event:
        raise _no_team_event(tournament)
    prefer, second = preferences(view, readings), bool(variant(tournament).secondary)
    number = numbers(tournament, [entrant.id for entrant in entrants], readings)
    then = None
    if readings.floats == "standings" and view.round > 1:
        before = view.history.before(view.round - 1)
        then = {participant: before.score(participant) for participant in tournament.participants_by_number}
    before_this = floaters(view, then)
    entrants_with_details = []
    for entrant in entrants:
        tally = view.totals[entrant.id]
        entrants_with_details.append(
            entrant._replace(
                number=number[entrant.id],
                preference=prefer(entrant.colours),
                floats=(before_this.get(entrant.id, Float.NONE), Float.NONE),
                details=Scores(tally.score, tally.secondary if second else 0),
            )
        )
    return entrants_with_details


# ------------------------------------------------------------------ article 2: costs, besides match_rules


@rule(
    "Type B: as few pairs as possible in which the same colour is strongly due to both.",
    "more pairs in {group} in which the same colour is strongly due to both",
)
def strong_preference_refused(b: UpfloatBracket) -> Iterator[Cost]:
    white, black = b.white & b.strong, b.black & b.strong
    yield b.penalize_pairs((white, white), (black, black))


# ------------------------------------------------------------------ article 4: colours


def first_team(entrant: Entrant) -> tuple[int, ...]:
    """Return the sort key of the first team: higher primary score, higher secondary score, smaller number (4.2)."""
    scores = entrant.details_as(Scores)
    return -scores.primary, -scores.secondary, entrant.number


@rule("Only one of the two teams is due a colour, and gets it.")
def grant_the_only_one(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    mine, yours = higher.preference.colour, lower.preference.colour
    if (mine is None) == (yours is None):
        return None
    return mine or (yours.opposite if yours else None)


@rule("The team that had White less often, counted against its Blacks, gets it.")
def white_to_lower_difference(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    mine, yours = difference(higher.colours), difference(lower.colours)
    return None if mine == yours else Colour.WHITE if mine < yours else Colour.BLACK


# ------------------------------------------------------------------ the system


def priorities(readings: Readings) -> tuple[Clause[UpfloatBracket], ...]:
    """Return all clauses of the system with these readings, in order of priority."""
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
        FollowingScoregroup("2.3.3", "C6", following_in_the_standings, graded=readings.c6 == "graded"),
        Criterion("2.3.4", "C7", upfloat_after_float, lapses=2),
        Step(
            "3.5.4",
            "order of the upfloaters",
            "Of equal scores, the smaller pairing number is brought up first.",
            "{ours} is brought up before {theirs}",
        ),
        Criterion("2.3.5", "C8", preference_refused, role=Role.INSIDE),
        Criterion("2.3.6", "C9", strong_preference_refused, role=Role.INSIDE),
        Criterion("2.3.7", "C10", upfloater_for_a_floater, lapses=2, role=Role.INSIDE),
        first_identifier(by_number if readings.seats == "tpn" else by_rank),
    )


def team(readings: Readings = DEFAULT) -> System:
    """Return the system with these readings."""
    return System(
        name="team",
        edition=edition_named(TEAM, 2026),
        preference=simple_preference,
        details=partial(details, readings=readings),
        first_choice=upper_half_meets_lower,
        order=by_pairing_number,
        rank=first_team,
        procedure=ByeFirstProcedure(UpfloatProcedure(criteria=priorities(readings))),
        colours=(
            ColourRule("4.3.1", initial_if_new),
            ColourRule("4.3.2", grant_the_only_one),
            ColourRule("4.3.3", grant_both),
            ColourRule("4.3.4", grant_stronger),
            ColourRule("4.3.5", white_to_lower_difference),
            ColourRule("4.3.6", alternate_last_difference),
            ColourRule("4.3.7", grant_higher),
            ColourRule("4.3.8", alternate_higher),
            ColourRule("4.3.9", alternate_lower),
        ),
    )


TEAM_2026 = team()
