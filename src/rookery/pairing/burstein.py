"""The Burstein System, C.04.4.2, in the edition of February 2026.

The module follows the chapter: 1.6 on the seeding rounds, 1.7 and 1.8 on the Index, article 2 in order of priority,
article 4 on the order of the pairings, article 5 on colours.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

from rookery._record import record
from rookery.errors import RuleError
from rookery.history.history import Kind, Snapshot
from rookery.matching.optimal_matchings import OptimalMatchings, fix_first, split_into_runs
from rookery.messages import msg
from rookery.model import ByeKind, Points
from rookery.pairing.bracket import Bracket, When
from rookery.pairing.clauses import (
    Ban,
    Bar,
    ByeRule,
    Candidates,
    Completion,
    CostVector,
    Criterion,
    PlacePairs,
    Role,
    Step,
    Turns,
)
from rookery.pairing.colours import (
    ColourRule,
    alternate_last_difference,
    grant_both,
    grant_higher,
    grant_stronger,
    initial_if_new,
    preference,
)
from rookery.pairing.criteria import (
    already_met,
    barred_from_the_bye,
    downfloaters,
    downfloaters_of_the_next_bracket,
    equal_absolute_preference,
    forbidden_by_the_event,
    games_missed_by_the_bye,
    preference_refused,
    score_of_the_bye,
    scores_of_downfloaters,
)
from rookery.pairing.downfloat.procedure import DownfloatProcedure
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.field import Entrant
from rookery.pairing.outcome import Decision
from rookery.pairing.procedure import ByeFirstProcedure
from rookery.pairing.rule_text import rule
from rookery.pairing.system import System
from rookery.regulations import BURSTEIN, edition_named


@record
class Readings:
    """Choices where the regulation is ambiguous; the first value of each is the default.

    `zero_byes` (1.7.2): an opponent's zero-point byes count as draws if they reach up to the last round played
    (`trailing`), only if there is one in the round to be paired as well (`absent-now`), or never (`none`).
    """

    zero_byes: Literal["trailing", "absent-now", "none"] = "trailing"


DEFAULT = Readings()


# ------------------------------------------------------------------ 1.6: the seeding rounds


def seeding_rounds(planned: int | None) -> tuple[System, int]:
    """Return the Dutch System and the number of seeding rounds: half of all, rounded down, at most four (1.6.2)."""
    if planned is None:
        text = msg("the number of rounds must be declared: half of them are seeding rounds")
        raise RuleError(text, article="C.04.4.2 1.6.2")
    return DUTCH_2026, min(planned // 2, 4)


# ------------------------------------------------------------------ 1.7, 1.8: the Index


class Index:
    """The Index of this system: Buchholz and Sonneborn-Berger, without virtual points."""

    def __init__(self, view: Snapshot, readings: Readings = DEFAULT) -> None:
        self.view, self.readings = view, readings
        tournament = view.history.tournament
        self.draw = tournament.points.draw
        self.absent = tournament.absent(view.round)
        self.worth = {
            participant: view.score(participant) + self.zero_bye_points(participant) for participant in view.totals
        }

    def zero_bye_points(self, participant: int) -> Points:
        """Return the points added to a score for the opponents: a draw for each latest zero-point bye (1.7.2)."""
        if self.readings.zero_byes == "none":
            return 0
        if self.readings.zero_byes == "absent-now" and self.absent.get(participant) is not ByeKind.ZERO:
            return 0
        added = 0
        for ago in range(1, self.view.round):
            meeting = self.view.meeting(participant, ago)
            if meeting is None or meeting.kind is not Kind.ZERO_BYE:
                break
            added += self.draw - meeting.points
        return added

    def values_of(self, participant: int) -> tuple[Points, Points]:
        """Return the Buchholz and the Sonneborn-Berger of a participant.

        A round without a game counts as a game against an opponent with the participant's own score (1.7.2).
        """
        own_score = self.view.score(participant)
        buchholz = sonneborn_berger = 0
        for meeting in self.view.meetings(participant):
            was_played = meeting.kind is Kind.PLAYED and meeting.opponent is not None
            opponent_score = self.worth[meeting.opponent] if was_played else own_score  # type: ignore[index]
            buchholz += opponent_score
            sonneborn_berger += opponent_score * meeting.points
        return buchholz, sonneborn_berger


def details(view: Snapshot, entrants: list[Entrant], readings: Readings) -> list[Entrant]:
    """Return the entrants with their rank by the Index."""
    index = Index(view, readings)
    return [entrant._replace(details=Ranked(*index.values_of(entrant.id), -entrant.number)) for entrant in entrants]


class Ranked(NamedTuple):
    """A rank by the Index; the lower ranked has the smaller value (1.8)."""

    buchholz: Points
    sonneborn_berger: Points
    number: int  # the pairing number, negative


def lowest_first(entrant: Entrant) -> Ranked:
    """Return the sort key by the Index, the lowest ranked first (1.8)."""
    return entrant.details_as(Ranked)


def by_index(entrant: Entrant) -> tuple[int, ...]:
    """Return the sort key by the Index, the highest ranked first (1.8)."""
    return tuple(-value for value in lowest_first(entrant))


@rule(
    "Among equals, the bye goes to the lowest ranked by the Index.",
    "the bye for one ranked higher by the Index",
)
def rank_of_the_bye(entrant: Entrant) -> tuple[int, ...]:
    return tuple(lowest_first(entrant))


# ------------------------------------------------------------------ article 4: the order of the pairings


def bracket_sequence(b: Bracket) -> list[int]:
    """Return all members by the Index, the highest ranked first."""
    return sorted(range(b.size), key=lambda i: lowest_first(b.entrant(i)), reverse=True)


def first_pairing(b: Bracket, matchings: OptimalMatchings) -> PlacePairs:
    """Pair each member, from the highest ranked on, with the lowest ranked possible one; unpaired ones come last."""
    sequence = bracket_sequence(b)
    order = split_into_runs(reversed(sequence))
    inside = [run & b.residents if b.shift else run for run in order]  # two players moved down never meet
    return [
        (i, fix_first(matchings, i, inside if i < b.shift else order))
        for i in sequence
        if matchings.alive >> i & 1 and matchings.try_restrict(i, b.residents if i < b.shift else b.members)
    ]


@rule("the first by the Index meets the last, the second the last but one, and so on")
def the_other_end(bracket: Decision, participant: int) -> int | None:
    line = bracket.residents
    if bracket.moved_down or bracket.left or participant not in line:
        return None
    return line[-1 - line.index(participant)]


def place_of_pairing(b: Bracket, pairs: PlacePairs) -> tuple[CostVector, ...]:
    """Return the position of a pairing in the order of article 4: all opponents' sequence numbers, larger first."""
    number = {i: n for n, i in enumerate(bracket_sequence(b), 1)}
    partner = dict(pairs) | {j: i for i, j in pairs}
    return (tuple(-number[partner[i]] if i in partner else 0 for i in number),)


def turns_of_pairing(b: Bracket, pairs: PlacePairs) -> tuple[Turns, ...]:
    """Return the members that each number of the order key refers to."""
    partner = dict(pairs) | {j: i for i, j in pairs}
    return (tuple((i, partner[i]) if i in partner else (i,) for i in bracket_sequence(b)),)


ORDER = Step(
    "4",
    "opponents",
    "By the Index, from the highest ranked on, each meets the lowest ranked of the group who is possible.",
    "{turn} meets {ours} before {theirs}",
)

# ------------------------------------------------------------------ the system


def burstein(readings: Readings = DEFAULT) -> System:
    """Return the system with these readings."""
    return System(
        name="burstein",
        edition=edition_named(BURSTEIN, 2026),
        preference=preference,
        opening=seeding_rounds,
        details=partial(details, readings=readings),
        order=lowest_first,
        rank=by_index,
        first_choice=the_other_end,
        procedure=ByeFirstProcedure(
            DownfloatProcedure(
                criteria=(
                    Ban("2.1.1", "C1", already_met),
                    Ban("2.1.1", "C1", forbidden_by_the_event),
                    Bar("2.1.2", "C2", barred_from_the_bye),
                    Ban("2.1.3", "C3", equal_absolute_preference),
                    Completion("2.2.1", "C4"),
                    ByeRule("3.1.3", "", score_of_the_bye),
                    ByeRule("3.1.4", "", games_missed_by_the_bye),
                    ByeRule("3.1.5", "", rank_of_the_bye),
                    Criterion("2.3.1", "C5", downfloaters, role=Role.NUMBER),
                    Criterion("2.3.2", "C6", scores_of_downfloaters, When.MOVED_DOWN | When.ALONE, role=Role.SCORES),
                    Criterion("2.3.3", "C7", downfloaters_of_the_next_bracket, role=Role.AHEAD),
                    Criterion("2.3.4", "C8", preference_refused),
                    Candidates("4", first_pairing, place_of_pairing, (ORDER,), turns_of_pairing),
                )
            )
        ),
        colours=(
            ColourRule("5.2.1", initial_if_new),
            ColourRule("5.2.2", grant_both),
            ColourRule("5.2.3", grant_stronger),
            ColourRule("5.2.4", alternate_last_difference),
            ColourRule("5.2.5", grant_higher),
        ),
    )


BURSTEIN_2026 = burstein()
