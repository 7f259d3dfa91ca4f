"""The Burstein System, C.04.4.2, in the edition of February 2026.

Reads beside the chapter: 1.6 on the seeding rounds, 1.7 and 1.8 on the Index, article 2 in order of priority, article 4
on the order of the pairings, article 5 on colours.
"""

from __future__ import annotations

from functools import partial

from rookery.errors import RuleError
from rookery.faces.face import Face
from rookery.faces.order import runs, settle_first
from rookery.history import Kind, View
from rookery.model import ByeKind, Points
from rookery.pairing.bracket import Bracket, When
from rookery.pairing.bye import ByeFirst
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
from rookery.pairing.criterion import (
    Ban,
    Bar,
    ByeRule,
    Candidates,
    Completion,
    Costs,
    Criterion,
    Places,
    Role,
    Step,
    Turns,
)
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.moving_down import MovingDown
from rookery.pairing.outcome import Decision
from rookery.pairing.seat import Seat
from rookery.pairing.stated import stated
from rookery.pairing.system import System
from rookery.regulations import BURSTEIN, edition_named
from rookery.typed import Literal
from rookery.values import NamedTuple, frozen
from rookery.wording import spoken


@frozen
class Readings:
    """What the text leaves open; the first value is the one taken unless told otherwise.

    `zero_byes` (1.7.2): an opponent's zero-point byes count as draws if they reach up to the last round played
    (`trailing`), only if there is one in the round to be paired as well (`absent-now`), or never (`none`).
    """

    zero_byes: Literal["trailing", "absent-now", "none"] = "trailing"


DEFAULT = Readings()


# ------------------------------------------------------------------ 1.6: the seeding rounds


def seeding_rounds(planned: int | None) -> tuple[System, int]:
    """The first half of the rounds, rounded down, and at most four, are rounds of the Dutch System (1.6.2)."""
    if planned is None:
        text = spoken("the number of rounds must be declared: half of them are seeding rounds")
        raise RuleError(text, article="C.04.4.2 1.6.2")
    return DUTCH_2026, min(planned // 2, 4)


# ------------------------------------------------------------------ 1.7, 1.8: the Index


class Index:
    """Buchholz and Sonneborn-Berger as this system has them, without virtual points."""

    def __init__(self, view: View, readings: Readings = DEFAULT) -> None:
        self.view, self.readings = view, readings
        tournament = view.history.tournament
        self.draw = tournament.points.draw
        self.absent = tournament.absent(view.round)
        self.worth = {one: view.score(one) + self.made_up(one) for one in view.tallies}

    def made_up(self, one: int) -> Points:
        """What a series of zero-point byes up to now adds to a score in the eyes of the opponents: a draw for each."""
        if self.readings.zero_byes == "none":
            return 0
        if self.readings.zero_byes == "absent-now" and self.absent.get(one) is not ByeKind.ZERO:
            return 0
        more = 0
        for ago in range(1, self.view.round):
            meeting = self.view.meeting(one, ago)
            if meeting is None or meeting.kind is not Kind.ZERO_BYE:
                break
            more += self.draw - meeting.points
        return more

    def of(self, one: int) -> tuple[Points, Points]:
        """The sum of the opponents' scores, and of these times the points made against them.

        A round without a game counts as one against oneself (1.7.2).
        """
        own = self.view.score(one)
        buchholz = sonneborn_berger = 0
        for meeting in self.view.meetings(one):
            met = meeting.kind is Kind.PLAYED and meeting.opponent is not None
            other = self.worth[meeting.opponent] if met else own  # type: ignore[index]
            buchholz += other
            sonneborn_berger += other * meeting.points
        return buchholz, sonneborn_berger


def details(view: View, seats: list[Seat], readings: Readings) -> list[Seat]:
    """The seats with their place by the Index."""
    index = Index(view, readings)
    return [seat._replace(details=Ranked(*index.of(seat.id), -seat.number)) for seat in seats]


class Ranked(NamedTuple):
    """A place by the Index; the lower ranked has the smaller one (1.8)."""

    buchholz: Points
    sonneborn_berger: Points
    number: int  # the pairing number, negative


def lowest_first(seat: Seat) -> Ranked:
    """The lower ranked by the Index first (1.8)."""
    return seat.particulars(Ranked)


def by_index(seat: Seat) -> tuple[int, ...]:
    """The higher ranked first (1.8)."""
    return tuple(-value for value in lowest_first(seat))


@stated(
    "Among equals, the bye goes to the lowest ranked by the Index.",
    "the bye for somebody ranked higher by the Index",
)
def rank_of_the_bye(seat: Seat) -> tuple[int, ...]:
    return tuple(lowest_first(seat))


# ------------------------------------------------------------------ article 4: the order of the pairings


def ranked(b: Bracket) -> list[int]:
    """The bracket sequence: all members by the Index, the highest ranked first."""
    return sorted(range(b.size), key=lambda i: lowest_first(b.seat(i)), reverse=True)


def first_pairing(b: Bracket, face: Face) -> Places:
    """The first player meets the lowest ranked possible, then the second, and so on; those who stay alone last."""
    sequence = ranked(b)
    order = runs(reversed(sequence))
    inside = [run & b.home if b.shift else run for run in order]  # two players moved down never meet
    return [
        (i, settle_first(face, i, inside if i < b.shift else order))
        for i in sequence
        if face.alive >> i & 1 and face.prefer(i, b.home if i < b.shift else b.all)
    ]


@stated("the first by the Index meets the last, the second the last but one, and so on")
def the_other_end(bracket: Decision, one: int) -> int | None:
    line = bracket.residents
    if bracket.moved_down or bracket.left or one not in line:
        return None
    return line[-1 - line.index(one)]


def place_of_pairing(b: Bracket, pairs: Places) -> tuple[Costs, ...]:
    """Where a pairing stands in the order of article 4: the sequence number of everybody's opponent, larger first."""
    number = {i: n for n, i in enumerate(ranked(b), 1)}
    partner = dict(pairs) | {j: i for i, j in pairs}
    return (tuple(-number[partner[i]] if i in partner else 0 for i in number),)


def turns_of_pairing(b: Bracket, pairs: Places) -> tuple[Turns, ...]:
    """Whom the numbers of that place speak of."""
    partner = dict(pairs) | {j: i for i, j in pairs}
    return (tuple((i, partner[i]) if i in partner else (i,) for i in ranked(b)),)


ORDER = Step(
    "4",
    "opponents",
    "By the Index, from the highest ranked on, everybody meets the lowest ranked of the group who can be had.",
    "{turn} meets {ours} before {theirs}",
)

# ------------------------------------------------------------------ the system


def burstein(readings: Readings = DEFAULT) -> System:
    """The system by these readings."""
    return System(
        name="burstein",
        edition=edition_named(BURSTEIN, 2026),
        preference=preference,
        opening=seeding_rounds,
        details=partial(details, readings=readings),
        order=lowest_first,
        rank=by_index,
        first_choice=the_other_end,
        walk=ByeFirst(
            MovingDown(
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
