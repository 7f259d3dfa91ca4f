"""The Dubov System, C.04.4.1, in the edition of February 2026.

Reads beside the chapter: article 2 in order of priority, 3.2 on how a bracket is paired, 4.3 on who changes sides,
article 5 on colours. `b.home` is the scoregroup, `b.lower` are those who may come up to it, or have come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from rookery.elo import average
from rookery.errors import RuleError
from rookery.faces.face import Face, Wish
from rookery.faces.matching import bits, mask_of
from rookery.faces.order import runs, settle_first
from rookery.history import Float, View
from rookery.model import Colour, Player
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
    equal_absolute_preference,
    forbidden_by_the_event,
    games_missed_by_the_bye,
    number_of_the_bye,
    preference_refused,
    score_of_the_bye,
)
from rookery.pairing.criterion import (
    Ban,
    Bar,
    ByeRule,
    Candidates,
    Clause,
    Completion,
    Costs,
    Criterion,
    Places,
    Role,
    Step,
    Turns,
)
from rookery.pairing.outcome import Decision
from rookery.pairing.pulling_up import PullingUp
from rookery.pairing.rise import Rise, scores_of_upfloaters, upfloaters
from rookery.pairing.seat import Preference, Seat, Strength
from rookery.pairing.stated import HALVES, Shows, stated
from rookery.pairing.system import System, by_pairing_number, by_score
from rookery.regulations import DUBOV, edition_named
from rookery.typed import Literal
from rookery.values import NamedTuple, frozen
from rookery.wording import spoken


@frozen
class Readings:
    """What the text leaves open; the first value of each is the one taken unless told otherwise.

    `c9` (2.3.5): the upfloats of the maximum upfloaters are added up, or their counts compared from the highest.
    `shifters` (3.2.4, 4.3.1): the larger subgroup is numbered without those who have just come to it, or with them.
    """

    c9: Literal["sum", "lex"] = "sum"
    shifters: Literal["seekers", "all"] = "seekers"


DEFAULT = Readings()

MOST = 12  # unrated players named one by one


# ------------------------------------------------------------------ article 1: what is particular in a seat


def black_at_first(colours: str) -> Preference:
    """As in the Dutch System, but who is yet to play has a mild preference for Black (1.6.4)."""
    return preference(colours) if colours else Preference(Colour.BLACK, Strength.MILD)


class Particulars(NamedTuple):
    """What only this system needs to know of a seat."""

    upfloats: int  # games against a higher score so far (1.8)
    opponents: int  # the average rating of those met (1.7)


def details(view: View, seats: list[Seat]) -> list[Seat]:
    """The seats with the average rating of the opponents (1.7) and the number of upfloats (1.8)."""
    rated = ratings(view, seats)
    if view.history.tournament.planned is None:
        raise RuleError(spoken("the number of rounds must be declared: it decides who is a maximum upfloater"),
                        article="C.04.4.1 1.8.2")  # fmt: skip
    rounds = [view.floats(ago) for ago in range(1, view.round)]
    return [
        seat._replace(
            details=Particulars(
                upfloats=sum(floats.get(seat.id) is Float.UP for floats in rounds),
                opponents=average([rated[one] for one in seat.met]) if seat.met else 0,
            )
        )
        for seat in seats
    ]


def particulars(seat: Seat) -> Particulars:
    """What only this system knows of a seat."""
    return seat.particulars(Particulars)


def times_brought_up(seat: Seat) -> int:
    """How often somebody has met a higher score (1.8)."""
    return particulars(seat).upfloats


def ratings(view: View, seats: Iterable[Seat]) -> dict[int, int]:
    """The ratings of all concerned; nobody may be without one (1.1)."""
    tournament = view.history.tournament
    players, others = tournament.by_id, tournament.unrated or 0
    concerned = {one for seat in seats for one in (seat.id, *seat.met)}
    rated = {one: player.rating or others for one in concerned if isinstance(player := players[one], Player)}
    known = {one: rating for one, rating in rated.items() if rating}
    missing = sorted(concerned - known.keys())
    if missing:
        who: str = ", ".join(f"{players[one].name} ({one})".lstrip() for one in missing[:MOST])
        if len(missing) > MOST:
            who = spoken("%(some)s and %(number)s more", some=who, number=len(missing) - MOST)
        text = spoken("no rating: %(names)s; give them one in the file, or one for all of them (%(option)s)", names=who,
                      option="--unrated 1400")  # fmt: skip
        raise RuleError(text, article="C.04.4.1 1.1", who=missing)
    return known


# ------------------------------------------------------------------ article 2: what costs, in order of priority


def maximum(b: Rise) -> int:
    """The maximum upfloaters among those below: at least 2 upfloats, and one more for every five rounds (1.8.2)."""
    limit = 2 + (b.field.planned or 0) // 5
    return mask_of(i for i in bits(b.lower) if particulars(b.seat(i)).upfloats >= limit)


def by_upfloats(b: Rise) -> list[tuple[int, int]]:
    """The maximum upfloaters by their number of upfloats, from the highest."""
    found: dict[int, int] = {}
    for i in bits(maximum(b)):
        times = particulars(b.seat(i)).upfloats
        found[times] = found.get(times, 0) | 1 << i
    return sorted(found.items(), reverse=True)


@stated(
    "As few as possible are brought up who have been brought up too often already (maximum upfloaters).",
    "more {players} brought up to {group} who have been brought up too often already",
    Shows.FLOATERS,
)
def maximum_upfloaters(b: Rise) -> Iterator[Wish]:
    yield b.brought_up(maximum(b))


@stated(
    "If some who have been brought up too often must be, then those to whom it happened less often.",
    "{players} brought up to {group} to whom it has happened more often already",
    Shows.TIMES,
    times=times_brought_up,
)
def upfloats_of_maximum_upfloaters(b: Rise) -> Iterator[Wish]:
    yield [block for times, who in by_upfloats(b) for block in b.brought_up(who, times)]


@stated(
    "If some who have been brought up too often must be, then as few as possible of those to whom it happened most.",
    "{players} brought up to {group} to whom it has happened more often already",
    Shows.TIMES,
    times=times_brought_up,
)
def most_upfloated_of_maximum_upfloaters(b: Rise) -> Iterator[Wish]:
    for _, who in by_upfloats(b):
        yield b.brought_up(who)


@stated(
    "As few as possible are brought up who floated up in the previous round.",
    "more {players} brought up to {group} who floated up in the previous round as well",
    Shows.FLOATERS,
)
def upfloat_after_upfloat(b: Rise) -> Iterator[Wish]:
    yield b.brought_up(b.floated(Float.UP, rounds_ago=1))


# ------------------------------------------------------------------ 3.2: the pairing of a bracket


def white_seekers(b: Rise) -> int:
    """G1 (3.2.3): who should get White; in a bracket where nobody has played the upper half by pairing number."""
    seats = b.field.seats
    if any(seats[i].colours for i in bits(b.all)):
        return b.white
    members = by_number(b, b.all)
    return mask_of(members[: len(members) // 2])


def by_opponents(b: Rise, members: int) -> list[int]:
    """In ascending order of the average rating of the opponents, then of the pairing number (3.2.5, 4.3.2)."""
    seats = b.field.seats
    return sorted(bits(members), key=lambda i: (particulars(seats[i]).opponents, seats[i].number))


def by_number(b: Rise, members: int) -> list[int]:
    """In ascending order of the pairing number (3.2.6, 4.3.2)."""
    seats = b.field.seats
    return sorted(bits(members), key=lambda i: seats[i].number)


def middle_out(line: Iterable[int]) -> list[int]:
    """From the middle of a line outwards; of two in the middle the higher placed comes first (4.3.3).

    >>> "".join("ABCDEFG"[i] for i in middle_out(range(7)))
    'DCEBFAG'
    """
    rest, found = list(line), []
    while rest:
        found.append(rest.pop((len(rest) - 1) // 2))
    return found


class Subgroups:
    """G1 and G2 of a bracket, the smaller and the larger of them, and in which order they give up players (3.2.4)."""

    def __init__(self, b: Rise, readings: Readings) -> None:
        self.b, self.readings = b, readings
        self.white = white_seekers(b)
        self.black = b.all & ~self.white
        self.white_is_smaller = self.white.bit_count() <= self.black.bit_count()
        self.smaller, self.larger = (self.white, self.black) if self.white_is_smaller else (self.black, self.white)

    def out_of_smaller(self) -> list[int]:
        """In which order players leave the smaller subgroup."""
        return middle_out((by_opponents if self.white_is_smaller else by_number)(self.b, self.smaller))

    def out_of_larger(self, arrived: int) -> list[int]:
        """In which order players leave the larger subgroup; who has just come to it does not leave again."""
        line = self.larger | arrived if self.readings.shifters == "all" else self.larger
        return middle_out((by_number if self.white_is_smaller else by_opponents)(self.b, line))

    def recomposed(self, left: int, arrived: int) -> int:
        """The new G1 once these have left the smaller subgroup and these come to it."""
        smaller = self.smaller & ~left | arrived
        return smaller if self.white_is_smaller else self.b.all & ~smaller


def pair_bracket(b: Rise, face: Face, readings: Readings) -> Places:
    """Shift players until G1 can meet G2 (3.2.4), then take the first transposition of G2 (3.2.5, 4.4)."""
    groups = Subgroups(b, readings)
    face.minimise([(1, groups.white, groups.white), (1, groups.black, groups.black)])
    left = shifted(face, groups.smaller, groups.out_of_smaller())
    first = groups.recomposed(left, shifted(face, groups.larger, groups.out_of_larger(left)))
    second = b.all & ~first
    rows = [row & (second if first >> i & 1 else first) for i, row in enumerate(b.field.rows)]
    face = Face(rows, face.mate, b.all)  # whoever meets across is as well off as the best (see docs/dubov.md)
    order = runs(by_number(b, second))
    return [(i, settle_first(face, i, order)) for i in by_opponents(b, first)]


def shifted(face: Face, side: int, order: Iterable[int]) -> int:
    """The first of this subgroup who can be the ones to change sides: one of every pair that must be inside it."""
    number = sum(side >> face.mate[i] & 1 for i in bits(side)) // 2
    found = 0
    for i in order:
        if not number:
            break
        if side >> i & 1 and face.prefer(i, side & ~found):
            found |= 1 << i
            number -= 1
    return found


def place_of_pairing(b: Rise, pairs: Places, readings: Readings) -> tuple[Costs, ...]:
    """Where a pairing of the bracket stands in the order of 4.3 and 4.4."""
    groups = Subgroups(b, readings)
    left = changing(pairs, groups.smaller, groups.out_of_smaller())
    arrived = changing(pairs, groups.larger, groups.out_of_larger(mask_of(left)))
    first = groups.recomposed(mask_of(left), mask_of(arrived))
    partner = dict(pairs) | {j: i for i, j in pairs}
    numbers = tuple(b.field.seats[partner[i]].number for i in by_opponents(b, first))
    return (len(left),), tuple(sorted(left.values())), tuple(sorted(arrived.values())), numbers


def turns_of_pairing(b: Rise, pairs: Places, readings: Readings) -> tuple[Turns, ...]:
    """Whom the numbers of that place speak of."""
    groups = Subgroups(b, readings)
    left = changing(pairs, groups.smaller, groups.out_of_smaller())
    arrived = changing(pairs, groups.larger, groups.out_of_larger(mask_of(left)))
    first = groups.recomposed(mask_of(left), mask_of(arrived))
    partner = dict(pairs) | {j: i for i, j in pairs}
    sides = [tuple((i,) for i in sorted(side, key=side.__getitem__)) for side in (left, arrived)]
    return sides[0], sides[0], sides[1], tuple((i, partner[i]) for i in by_opponents(b, first))


def changing(pairs: Places, side: int, order: Iterable[int]) -> dict[int, int]:
    """Of every pair inside a subgroup the one that changes sides first, with its sequence number."""
    number = {i: n for n, i in enumerate(order, 1)}
    inside = (pair for pair in pairs if side >> pair[0] & side >> pair[1] & 1)
    return {i: number[i] for i in (min(pair, key=number.__getitem__) for pair in inside)}


_SIDES = "Those due White meet those due Black (where nobody has played yet, the upper half meets the lower)"
_MIDDLE = f"{_SIDES}; where some must change sides, they are taken from the middle of their list."
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
        "The White side, in the order of the average rating of their opponents from the lowest, meets the smallest"
        " pairing number of the Black side that can be had.",
        "{turn} meets {ours} before {theirs}",
    ),
)
"""The order of the pairings of a bracket, step by step."""

# ------------------------------------------------------------------ the system


def nobody_in_particular(bracket: Decision, one: int) -> int | None:
    """Whom somebody would meet if nothing hindered: that depends on all the others."""
    return None


def priorities(readings: Readings) -> tuple[Clause[Rise], ...]:
    """Everything that the system asks for by these readings, in order of priority."""
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
    """The system by these readings."""
    return System(
        name="dubov",
        edition=edition_named(DUBOV, 2026),
        preference=black_at_first,
        details=details,
        first_choice=nobody_in_particular,
        order=by_pairing_number,
        rank=by_score,
        walk=ByeFirst(PullingUp(criteria=priorities(readings))),
        colours=(
            ColourRule("5.2.1", initial_if_new),
            ColourRule("5.2.2", grant_both),
            ColourRule("5.2.3", grant_stronger),
            ColourRule("5.2.4", alternate_last_difference),
            ColourRule("5.2.5", grant_higher),
        ),
    )


DUBOV_2026 = dubov()
