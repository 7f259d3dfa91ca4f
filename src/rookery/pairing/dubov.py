"""The Dubov System, C.04.4.1, in the edition of February 2026.

The module follows the chapter: article 2 in order of priority, 3.2 on the pairing of a bracket, 4.3 on changing
sides, article 5 on colours. `b.residents` is the scoregroup, `b.lower` the possible or actual upfloaters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal, NamedTuple

from rookery._record import record
from rookery.elo import average
from rookery.errors import RuleError
from rookery.history.history import Float, Snapshot
from rookery.matching.blossom import bits, mask_of
from rookery.matching.optimal_matchings import Cost, OptimalMatchings, fix_first, split_into_runs
from rookery.messages import msg
from rookery.model import Colour, Player
from rookery.pairing.clauses import (
    Ban,
    Bar,
    ByeRule,
    Candidates,
    Clause,
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
    equal_absolute_preference,
    forbidden_by_the_event,
    games_missed_by_the_bye,
    number_of_the_bye,
    preference_refused,
    score_of_the_bye,
)
from rookery.pairing.field import Entrant, ParticipantSet, Preference, Strength
from rookery.pairing.outcome import Decision
from rookery.pairing.procedure import ByeFirstProcedure
from rookery.pairing.rule_text import HALVES, NamedParties, rule
from rookery.pairing.system import System, by_pairing_number, by_score
from rookery.pairing.upfloat.procedure import UpfloatProcedure
from rookery.pairing.upfloat.search import UpfloatBracket, scores_of_upfloaters, upfloaters
from rookery.regulations import DUBOV, edition_named


@record
class Readings:
    """Choices where the regulation is ambiguous; the first value of each is the default.

    `c9` (2.3.5): the upfloats of the maximum upfloaters are added up, or their counts compared from the highest.
    `shifters` (3.2.4, 4.3.1): the larger subgroup is numbered without the players who have just joined it, or with
    them.
    """

    c9: Literal["sum", "lex"] = "sum"
    shifters: Literal["seekers", "all"] = "seekers"


DEFAULT = Readings()

MOST = 12  # maximum number of unrated players named


# ------------------------------------------------------------------ article 1: facts about an entrant


def black_at_first(colours: str) -> Preference:
    """Return the preference as in the Dutch System, but mild for Black before the first game (1.6.4)."""
    return preference(colours) if colours else Preference(Colour.BLACK, Strength.MILD)


class DubovDetails(NamedTuple):
    """Facts about an entrant that only this system uses."""

    upfloats: int  # games against a higher score so far (1.8)
    opponents: int  # the average rating of the opponents (1.7)


def details(view: Snapshot, entrants: list[Entrant]) -> list[Entrant]:
    """Return the entrants with the average rating of the opponents (1.7) and the number of upfloats (1.8)."""
    rating_of = ratings(view, entrants)
    if view.history.tournament.planned_rounds is None:
        raise RuleError(msg("the number of rounds must be declared: it decides who is a maximum upfloater"),
                        article="C.04.4.1 1.8.2")  # fmt: skip
    rounds = [view.floats(ago) for ago in range(1, view.round)]
    return [
        entrant._replace(
            details=DubovDetails(
                upfloats=sum(floats.get(entrant.id) is Float.UP for floats in rounds),
                opponents=average([rating_of[opponent] for opponent in entrant.opponents]) if entrant.opponents else 0,
            )
        )
        for entrant in entrants
    ]


def dubov_details(entrant: Entrant) -> DubovDetails:
    """Return the facts about an entrant that only this system uses."""
    return entrant.details_as(DubovDetails)


def times_brought_up(entrant: Entrant) -> int:
    """Return the number of games against a higher score (1.8)."""
    return dubov_details(entrant).upfloats


def ratings(view: Snapshot, entrants: Iterable[Entrant]) -> dict[int, int]:
    """Return the ratings of all entrants and their opponents; raise RuleError if one is missing (1.1)."""
    tournament = view.history.tournament
    players, unrated_rating = tournament.participants_by_number, tournament.unrated or 0
    concerned = {participant for entrant in entrants for participant in (entrant.id, *entrant.opponents)}
    rating_of = {
        participant: player.rating or unrated_rating
        for participant in concerned
        if isinstance(player := players[participant], Player)
    }
    known_ratings = {participant: rating for participant, rating in rating_of.items() if rating}
    missing = sorted(concerned - known_ratings.keys())
    if missing:
        names: str = ", ".join(
            f"{players[participant].name} ({participant})".lstrip() for participant in missing[:MOST]
        )
        if len(missing) > MOST:
            names = msg("%(some)s and %(number)s more", some=names, number=len(missing) - MOST)
        text = msg("no rating: %(names)s; give them one in the file, or one for all of them (%(option)s)", names=names,
                      option="--unrated 1400")  # fmt: skip
        raise RuleError(text, article="C.04.4.1 1.1", participants=missing)
    return known_ratings


# ------------------------------------------------------------------ article 2: costs, in order of priority


def find_maximum_upfloaters(b: UpfloatBracket) -> ParticipantSet:
    """Return the maximum upfloaters below: at least 2 upfloats, and one more for every five rounds (1.8.2)."""
    limit = 2 + (b.field.planned or 0) // 5
    return mask_of(i for i in bits(b.lower) if dubov_details(b.entrant(i)).upfloats >= limit)


def group_by_upfloats(b: UpfloatBracket) -> list[tuple[int, int]]:
    """Return the maximum upfloaters by their number of upfloats, from the highest."""
    members_by_count: dict[int, int] = {}
    for i in bits(find_maximum_upfloaters(b)):
        times = dubov_details(b.entrant(i)).upfloats
        members_by_count[times] = members_by_count.get(times, 0) | 1 << i
    return sorted(members_by_count.items(), reverse=True)


@rule(
    "As few as possible are brought up who have been brought up too often already (maximum upfloaters).",
    "more {players} brought up to {group} who have been brought up too often already",
    NamedParties.FLOATERS,
)
def maximum_upfloaters(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_upfloaters(find_maximum_upfloaters(b))


@rule(
    "If some who have been brought up too often must be, then those to whom it happened less often.",
    "{players} brought up to {group} to whom it has happened more often already",
    NamedParties.TIMES,
    times=times_brought_up,
)
def upfloats_of_maximum_upfloaters(b: UpfloatBracket) -> Iterator[Cost]:
    yield [block for times, members in group_by_upfloats(b) for block in b.penalize_upfloaters(members, times)]


@rule(
    "If some who have been brought up too often must be, then as few as possible of those to whom it happened most.",
    "{players} brought up to {group} to whom it has happened more often already",
    NamedParties.TIMES,
    times=times_brought_up,
)
def most_upfloated_of_maximum_upfloaters(b: UpfloatBracket) -> Iterator[Cost]:
    for _, members in group_by_upfloats(b):
        yield b.penalize_upfloaters(members)


@rule(
    "As few as possible are brought up who floated up in the previous round.",
    "more {players} brought up to {group} who floated up in the previous round as well",
    NamedParties.FLOATERS,
)
def upfloat_after_upfloat(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_upfloaters(b.floaters(Float.UP, rounds_ago=1))


# ------------------------------------------------------------------ 3.2: the pairing of a bracket


def white_seekers(b: UpfloatBracket) -> ParticipantSet:
    """Return G1 (3.2.3): the members due White; the upper half by pairing number if nobody has played."""
    entrants = b.field.entrants
    if any(entrants[i].colours for i in bits(b.members)):
        return b.white
    members = by_number(b, b.members)
    return mask_of(members[: len(members) // 2])


def by_opponents(b: UpfloatBracket, members: ParticipantSet) -> list[int]:
    """Return the members in ascending order of the average rating of their opponents (3.2.5, 4.3.2).

    Equal averages are ordered by pairing number.
    """
    entrants = b.field.entrants
    return sorted(bits(members), key=lambda i: (dubov_details(entrants[i]).opponents, entrants[i].number))


def by_number(b: UpfloatBracket, members: ParticipantSet) -> list[int]:
    """Return the members in ascending order of pairing number (3.2.6, 4.3.2)."""
    entrants = b.field.entrants
    return sorted(bits(members), key=lambda i: entrants[i].number)


def middle_out(line: Iterable[int]) -> list[int]:
    """Return the items from the middle outwards; of two in the middle the earlier one comes first (4.3.3).

    >>> "".join("ABCDEFG"[i] for i in middle_out(range(7)))
    'DCEBFAG'
    """
    rest, ordered = list(line), []
    while rest:
        ordered.append(rest.pop((len(rest) - 1) // 2))
    return ordered


class Subgroups:
    """G1 and G2 of a bracket, the smaller and the larger of them, and the order of leaving them (3.2.4)."""

    def __init__(self, b: UpfloatBracket, readings: Readings) -> None:
        self.b, self.readings = b, readings
        self.white = white_seekers(b)
        self.black = b.members & ~self.white
        self.white_is_smaller = self.white.bit_count() <= self.black.bit_count()
        self.smaller, self.larger = (self.white, self.black) if self.white_is_smaller else (self.black, self.white)

    def leaving_order_of_smaller(self) -> list[int]:
        """Return the order in which players leave the smaller subgroup."""
        return middle_out((by_opponents if self.white_is_smaller else by_number)(self.b, self.smaller))

    def leaving_order_of_larger(self, arrived: ParticipantSet) -> list[int]:
        """Return the order in which players leave the larger subgroup; players who just joined it stay."""
        line = self.larger | arrived if self.readings.shifters == "all" else self.larger
        return middle_out((by_number if self.white_is_smaller else by_opponents)(self.b, line))

    def white_group_after_exchange(self, left: ParticipantSet, arrived: ParticipantSet) -> ParticipantSet:
        """Return the new G1 after `left` have left the smaller subgroup and `arrived` have joined it."""
        smaller = self.smaller & ~left | arrived
        return smaller if self.white_is_smaller else self.b.members & ~smaller


def pair_bracket(b: UpfloatBracket, matchings: OptimalMatchings, readings: Readings) -> PlacePairs:
    """Shift players until G1 can meet G2 (3.2.4), then take the first transposition of G2 (3.2.5, 4.4)."""
    groups = Subgroups(b, readings)
    matchings.minimize([(1, groups.white, groups.white), (1, groups.black, groups.black)])
    left = select_shifters(matchings, groups.smaller, groups.leaving_order_of_smaller())
    first = groups.white_group_after_exchange(
        left, select_shifters(matchings, groups.larger, groups.leaving_order_of_larger(left))
    )
    second = b.members & ~first
    rows = [row & (second if first >> i & 1 else first) for i, row in enumerate(b.field.rows)]
    matchings = OptimalMatchings(
        rows, matchings.mate, b.members
    )  # all pairs across the subgroups are optimal (see docs/dubov.md)
    order = split_into_runs(by_number(b, second))
    return [(i, fix_first(matchings, i, order)) for i in by_opponents(b, first)]


def select_shifters(matchings: OptimalMatchings, side: ParticipantSet, order: Iterable[int]) -> ParticipantSet:
    """Return the first possible players of this subgroup to change sides, one of every pair inside it."""
    number = sum(side >> matchings.mate[i] & 1 for i in bits(side)) // 2
    shifting = 0
    for i in order:
        if not number:
            break
        if side >> i & 1 and matchings.try_restrict(i, side & ~shifting):
            shifting |= 1 << i
            number -= 1
    return shifting


def place_of_pairing(b: UpfloatBracket, pairs: PlacePairs, readings: Readings) -> tuple[CostVector, ...]:
    """Return the position of a pairing of the bracket in the order of 4.3 and 4.4."""
    groups = Subgroups(b, readings)
    left = shifter_numbers(pairs, groups.smaller, groups.leaving_order_of_smaller())
    arrived = shifter_numbers(pairs, groups.larger, groups.leaving_order_of_larger(mask_of(left)))
    first = groups.white_group_after_exchange(mask_of(left), mask_of(arrived))
    partner = dict(pairs) | {j: i for i, j in pairs}
    numbers = tuple(b.field.entrants[partner[i]].number for i in by_opponents(b, first))
    return (len(left),), tuple(sorted(left.values())), tuple(sorted(arrived.values())), numbers


def turns_of_pairing(b: UpfloatBracket, pairs: PlacePairs, readings: Readings) -> tuple[Turns, ...]:
    """Return the members that each number of the order key refers to."""
    groups = Subgroups(b, readings)
    left = shifter_numbers(pairs, groups.smaller, groups.leaving_order_of_smaller())
    arrived = shifter_numbers(pairs, groups.larger, groups.leaving_order_of_larger(mask_of(left)))
    first = groups.white_group_after_exchange(mask_of(left), mask_of(arrived))
    partner = dict(pairs) | {j: i for i, j in pairs}
    sides = [tuple((i,) for i in sorted(side, key=side.__getitem__)) for side in (left, arrived)]
    return sides[0], sides[0], sides[1], tuple((i, partner[i]) for i in by_opponents(b, first))


def shifter_numbers(pairs: PlacePairs, side: ParticipantSet, order: Iterable[int]) -> dict[int, int]:
    """Map the first player to change sides, of every pair inside a subgroup, to the sequence number."""
    number = {i: n for n, i in enumerate(order, 1)}
    inside = (pair for pair in pairs if side >> pair[0] & side >> pair[1] & 1)
    return {i: number[i] for i in (min(pair, key=number.__getitem__) for pair in inside)}


_SIDES = "Those due White meet those due Black (if nobody has played yet, the upper half meets the lower)"
_MIDDLE = f"{_SIDES}; if some must change sides, they are taken from the middle of their list."
ORDER = (
    Step(
        "3.2.4",
        "number of players out of the smaller subgroup",
        f"{_SIDES}, and as few as possible of the smaller side change to the other.",
        HALVES,
    ),
    Step("4.3", "players out of the smaller subgroup", _MIDDLE, "{ours} changes sides before {theirs}"),
    Step("4.3", "players out of the larger subgroup", _MIDDLE, "{ours} changes sides before {theirs}"),
    Step(
        "4.4",
        "transposition",
        "The White side, in the order of the average rating of their opponents from the lowest, meets"
        " the smallest pairing number of the Black side that is possible.",
        "{turn} meets {ours} before {theirs}",
    ),
)
"""The order of the pairings of a bracket, step by step."""

# ------------------------------------------------------------------ the system


def no_first_choice(bracket: Decision, participant: int) -> int | None:
    """Return None: the plain opponent depends on all the other pairs."""
    return None


def priorities(readings: Readings) -> tuple[Clause[UpfloatBracket], ...]:
    """Return all clauses of the system with these readings, in order of priority."""
    times = upfloats_of_maximum_upfloaters if readings.c9 == "sum" else most_upfloated_of_maximum_upfloaters
    return (
        Ban("2.1.1", "C1", already_met),
        Ban("2.1.1", "C1", forbidden_by_the_event),
        Bar("2.1.2", "C2", barred_from_the_bye),
        Ban("2.1.3", "C3", equal_absolute_preference),
        Completion("2.2.1", "C4"),
        ByeRule("3.1.3", "", score_of_the_bye),
        ByeRule("3.1.4", "", games_missed_by_the_bye),
        ByeRule("3.1.5", "", number_of_the_bye),
        Criterion("2.3.1", "C5", upfloaters, role=Role.NUMBER),
        Criterion("2.3.2", "C6", scores_of_upfloaters, role=Role.SCORES),
        Criterion("2.3.3", "C7", preference_refused),
        Criterion("2.3.4", "C8", maximum_upfloaters, lapses=1),
        Criterion("2.3.5", "C9", times, lapses=1),
        Criterion("2.3.6", "C10", upfloat_after_upfloat, lapses=1),
        Step(
            "4.1.3",
            "order of the upfloaters",
            "Of equal scores, the smaller pairing number is brought up first.",
            "{ours} is brought up before {theirs}",
        ),
        Candidates(
            "3.2",
            partial(pair_bracket, readings=readings),
            partial(place_of_pairing, readings=readings),
            ORDER,
            partial(turns_of_pairing, readings=readings),
        ),
    )


def dubov(readings: Readings = DEFAULT) -> System:
    """Return the system with these readings."""
    return System(
        name="dubov",
        edition=edition_named(DUBOV, 2026),
        preference=black_at_first,
        details=details,
        first_choice=no_first_choice,
        order=by_pairing_number,
        rank=by_score,
        procedure=ByeFirstProcedure(UpfloatProcedure(criteria=priorities(readings))),
        colours=(
            ColourRule("5.2.1", initial_if_new),
            ColourRule("5.2.2", grant_both),
            ColourRule("5.2.3", grant_stronger),
            ColourRule("5.2.4", alternate_last_difference),
            ColourRule("5.2.5", grant_higher),
        ),
    )


DUBOV_2026 = dubov()
