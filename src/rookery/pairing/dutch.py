"""The FIDE (Dutch) System, C.04.3, in the edition of February 2026.

Reads beside the chapter: article 2 in order of priority, article 4 on the order of candidates, article 5 on colours.
Everything below happens inside one bracket `b`; `b.down` are the players moved down, `b.home` the residents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rookery.faces.face import Face, Wish
from rookery.faces.matching import EXPOSED, bits, mask_of
from rookery.faces.order import settle_at_once
from rookery.faces.sight import Sight
from rookery.history import Float
from rookery.model import Colour
from rookery.pairing.bracket import Bracket, Sets, When
from rookery.pairing.colours import (
    ColourRule,
    alternate_last_difference,
    grant_both,
    grant_higher,
    grant_stronger,
    grant_wider,
    initial_by_number,
    preference,
)
from rookery.pairing.criteria import (
    already_met,
    barred_from_the_bye,
    downfloaters,
    downfloaters_of_the_next_bracket,
    forbidden_by_the_event,
    preference_refused,
    same_absolute_preference,
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
from rookery.pairing.moving_down import MovingDown
from rookery.pairing.outcome import Decision
from rookery.pairing.stated import HALVES, Shows, stated
from rookery.pairing.system import System, by_pairing_number, by_score
from rookery.regulations import DUTCH, edition_named

DOWN, UP = Float.DOWN, Float.UP

# ------------------------------------------------------------------ article 2: what costs, in order of priority


@stated(
    "Of those who can have the bye, it goes to somebody who has played as many games as possible.",
    "the bye for somebody who has played fewer games",
    Shows.MISSED,
)
def unplayed_games_of_the_bye(b: Bracket) -> Iterator[Wish]:
    missed = {i: b.seat(i).unplayed for i in bits(b.all) if not b.seat(i).barred}
    least = min(missed.values(), default=0)  # nobody may: the arbiter has given it to somebody all the same
    yield [(count - least, 1 << i, b.beyond) for i, count in missed.items() if count > least]


@stated(
    "In the last round, as few pairs as possible in which a topscorer or the opponent of one has had one colour three"
    " times more than the other.",
    "more pairs in {group} in which somebody has had one colour three times more than the other",
)
def topscorers_far_out_of_balance(b: Bracket) -> Iterator[Wish]:
    wide = mask_of(i for i in bits(b.absolute) if abs(b.seat(i).preference.difference) > 1)
    yield b.meet((b.white & wide, b.white & wide), (b.black & wide, b.black & wide))


@stated(
    "In the last round, as few pairs as possible in which a topscorer or the opponent of one has the same colour for"
    " the third time running.",
    "more pairs in {group} in which somebody has the same colour for the third time running",
)
def topscorers_with_a_third_colour(b: Bracket) -> Iterator[Wish]:
    yield b.meet(*third_colour(b))


def third_colour(b: Bracket) -> Iterator[Sets]:
    """Who of two with the same absolute preference yields has the smaller difference; if equal, either may (5.2.2)."""
    for side, due in ((b.white, Colour.WHITE), (b.black, Colour.BLACK)):
        who = {i: b.seat(i).preference for i in bits(side & b.absolute)}
        for width in {abs(p.difference) for p in who.values()}:
            alike = {i: p for i, p in who.items() if abs(p.difference) == width}
            for again in Colour:
                same = mask_of(i for i, p in alike.items() if p.repeated is again)
                yield same, same
            nearer = {i: p for i, p in who.items() if abs(p.difference) < width}
            yield mask_of(alike), mask_of(i for i, p in nearer.items() if p.repeated is due.opposite)


@stated(
    "As few pairs as possible in which somebody is refused a colour that is strongly due.",
    "more pairs in {group} in which somebody is refused a colour that is strongly due",
)
def strong_preference_refused(b: Bracket) -> Iterator[Wish]:
    firm = b.strong | b.absolute
    yield b.meet((b.white & b.strong, b.white & firm), (b.black & b.strong, b.black & firm))


@stated(
    "As few of the group as possible float down who floated down in the previous round.",
    "more {players} of {group} floating down who floated down in the previous round as well",
    Shows.FLOATERS,
)
def downfloat_after_downfloat(b: Bracket) -> Iterator[Wish]:
    yield b.alone(b.home & b.floated(DOWN, rounds_ago=1))


@stated(
    "As few as possible of those who floated up in the previous round meet somebody from above again.",
    "more {players} of {group} who floated up in the previous round and meet somebody from above again",
)
def upfloat_after_upfloat(b: Bracket) -> Iterator[Wish]:
    yield b.meet((b.down, b.home & b.floated(UP, rounds_ago=1)))


@stated(
    "As few of the group as possible float down who floated down two rounds ago.",
    "more {players} of {group} floating down who floated down two rounds ago",
    Shows.FLOATERS,
)
def downfloat_two_rounds_after(b: Bracket) -> Iterator[Wish]:
    yield b.alone(b.home & b.floated(DOWN, rounds_ago=2))


@stated(
    "As few as possible of those who floated up two rounds ago meet somebody from above again.",
    "more {players} of {group} who floated up two rounds ago and meet somebody from above again",
)
def upfloat_two_rounds_after(b: Bracket) -> Iterator[Wish]:
    yield b.meet((b.down, b.home & b.floated(UP, rounds_ago=2)))


@stated(
    "Of those who came down and had floated down in the previous round too, the ones with the most points do not go"
    " farther down.",
    "somebody with more points going farther down, though floated down in the previous round too",
    Shows.POINTS,
)
def distance_after_downfloat(b: Bracket) -> Iterator[Wish]:
    # A player moved down who stays alone counts as farther than any pair, so what matters is who stays alone.
    again = b.floated(DOWN, rounds_ago=1)
    for level in b.levels:
        yield b.alone(level & again)


@stated(
    "Of those who floated up in the previous round and meet somebody from above again, the score differences are as"
    " small as possible, the widest first.",
    "a wider score difference for somebody who floated up in the previous round too",
    Shows.APART,
)
def distance_after_upfloat(b: Bracket) -> Iterator[Wish]:
    again = b.home & b.floated(UP, rounds_ago=1)
    for level in b.levels:
        yield b.meet((level, again))


@stated(
    "Of those who came down and had floated down two rounds ago, the ones with the most points do not go farther down.",
    "somebody with more points going farther down, though floated down two rounds ago",
    Shows.POINTS,
)
def distance_two_rounds_after_downfloat(b: Bracket) -> Iterator[Wish]:
    again = b.floated(DOWN, rounds_ago=2)
    for level in b.levels:
        yield b.alone(level & again)


@stated(
    "Of those who floated up two rounds ago and meet somebody from above again, the score differences are as small as"
    " possible, the widest first.",
    "a wider score difference for somebody who floated up two rounds ago",
    Shows.APART,
)
def distance_two_rounds_after_upfloat(b: Bracket) -> Iterator[Wish]:
    again = b.home & b.floated(UP, rounds_ago=2)
    for level in b.levels:
        yield b.meet((level, again))


# ------------------------------------------------------------------ article 4: the order of the candidates

PATIENCE = 10  # exchanges of one player tried before it is found out how many have to change halves
LONGER = 40  # tried when it is known that one will do
SOON = 6  # tried at sight


def first_candidate(b: Bracket, face: Face) -> Places:
    """The first candidate: which moved-down players are paired (4.4), with whom (4.2), the remainder (4.3, 4.2)."""
    only = face.sole(b.home, b.size)
    if only is not None:
        return only
    inside = [i for i in range(b.shift) if face.prefer(i, b.home)]
    pairs = face.settle_all(inside, b.home)
    free, mate = b.home & face.alive, face.mate
    rest = bits(free)
    half = sum([free >> mate[i] & 1 for i in rest]) // 2
    upper = mask_of(rest[:half])
    at_once = settle_at_once(face, rest[:half], free & ~upper)
    if at_once is not None:
        return pairs + at_once
    if not face.restrict(split(face, free, upper), free):
        upper = exchanged(face, rest, half)
        face.restrict(split(face, free, upper), free)
    return pairs + face.settle_all(bits(upper), free)


def first_at_sight(b: Bracket, sight: Sight) -> Places | None:
    """The same where it is seen: all who moved down, then the upper half, meet the first of those who are left."""
    pairs, free = [], b.home
    for i in range(b.shift):
        j = sight.take(i, free)
        if j == EXPOSED:
            return None
        free ^= 1 << j
        pairs.append((i, j))
    rest = bits(free)
    for upper in islice(exchanges(rest, len(rest) // 2), SOON):
        found = sight.settle(bits(upper), free & ~upper, b.beyond)
        if found is not None:
            return pairs + found
        if sight.tired:
            break
    return None


def split(face: Face, free: int, upper: int) -> list[int]:
    """The graph in which everybody of S1 meets somebody of S2."""
    rows, lower, near = face.rows[:], free & ~upper, 0
    for i in bits(upper):
        near |= rows[i]
        rows[i] &= lower
    for who, lost in ((lower, lower), (near & face.alive & ~free, upper)):
        for i in bits(who):
            rows[i] &= ~lost
    return rows


def exchanged(face: Face, rest: Sequence[int], half: int) -> int:
    """S1 after the first exchange that is possible: of one player if that will do, otherwise found wish by wish."""
    free, as_it_is = mask_of(rest), mask_of(rest[:half])
    lacking = face.lack(split(face, free, as_it_is), free)
    short = lacking.exposed.bit_count()
    able = lacking.outer if short == 4 else free
    tries = (upper for upper in exchanges(rest, half) if not (upper ^ as_it_is) & ~able)
    if short <= 4:  # nobody but two change halves: four more are paired at most, these two and their partners
        for upper in islice(tries, 1, PATIENCE):
            if face.restrict(split(face, free, upper), free):
                return upper
    trial = face.copy()  # whatever the face has with that S1 is as good: there is nothing to be kept of the wishes
    moves = fewest_moves(trial, rest, half)
    if short <= 4 and moves == 1:
        for upper in islice(tries, LONGER):
            if face.restrict(split(face, free, upper), free):
                return upper
    upper = first_exchange(trial, rest, half, moves)
    face.mate = trial.mate
    return upper


def exchanges(rest: Sequence[int], half: int) -> Iterator[int]:
    """S1 as it is, then after every exchange of one player: nearest numbers first, then the lowest to leave (4.3.2)."""
    upper = mask_of(rest[:half])
    yield upper
    for distance in range(1, len(rest)):
        for leaving in reversed(range(max(0, half - distance), min(half, len(rest) - distance))):
            yield upper ^ 1 << rest[leaving] ^ 1 << rest[leaving + distance]


def fewest_moves(face: Face, rest: Sequence[int], half: int) -> int:
    """How many have to leave S1: so many pairs of two of the lower half there are at least."""
    lower = mask_of(rest[half:])
    face.minimise([(1, lower, lower)])
    return sum([lower >> face.mate[i] & 1 for i in rest[half:]]) // 2


def first_exchange(face: Face, rest: Sequence[int], half: int, moves: int) -> int:
    """S1 after the first exchange that is possible, of so many as have to change halves, found wish by wish.

    A member of S1 may be taken for the higher numbered of a pair: otherwise a smaller exchange would have given that
    pair before. So: fewest of the lower half on top, the least sum of numbers on top, then who leaves, then who comes.
    """
    everyone = mask_of(rest)
    after = {i: everyone & -(2 << i) for i in rest}
    face.minimise(far_from_the_middle(face, rest, half))
    leaving = coming = moves
    for i in reversed(rest[:half]):
        leaving -= bool(leaving) and face.prefer(i, ~after[i])
    for i in rest[half:]:
        coming -= bool(coming) and face.prefer(i, after[i])
    return mask_of(i for i in rest if after[i] >> face.mate[i] & 1)


def far_from_the_middle(face: Face, rest: Sequence[int], half: int) -> Wish:
    """How far from the middle those change halves who do: who leaves S1 is below another of it, or stays alone."""
    upper, lower = mask_of(rest[:half]), mask_of(rest[half:])
    beyond = face.alive & ~upper & ~lower
    found = [(half - 1 - k, 1 << i, upper & (1 << i) - 1 | beyond) for k, i in enumerate(rest[: half - 1])]
    found += [(k, 1 << i, lower & -(2 << i)) for k, i in enumerate(rest[half:]) if k]
    return [(cost, one, whom) for cost, one, whom in found if face.rows[one.bit_length() - 1] & whom]


def place_of_candidate(b: Bracket, pairs: Places) -> tuple[Costs, ...]:
    """Where in the order of generation a pairing of the bracket stands, outermost loop first (3.7)."""
    mixed = sorted(pair for pair in pairs if pair[0] < b.shift)
    taken = mask_of(j for _, j in mixed)
    fresh = {i: n for n, i in enumerate(bits(b.home & ~taken), 1)}  # the remainder is numbered anew
    plain = sorted((fresh[i], fresh[j]) for i, j in pairs if i >= b.shift)
    tops = {i for i, _ in plain}
    leaving = sorted((i for i in range(1, len(plain) + 1) if i not in tops), reverse=True)
    coming = sorted(i for i in tops if i > len(plain))
    exchange = (len(coming), sum(coming) - sum(leaving), *(-i for i in leaving), *coming)
    paired, opponents = tuple(i + 1 for i, _ in mixed), tuple(j + 1 for _, j in mixed)
    return paired, opponents, exchange, tuple(j for _, j in plain)


def turns_of_candidate(b: Bracket, pairs: Places) -> tuple[Turns, ...]:
    """Whom the numbers of that place speak of; of an exchange, who leaves the upper half and who comes to it."""
    mixed = sorted(pair for pair in pairs if pair[0] < b.shift)
    plain = sorted(pair for pair in pairs if pair[0] >= b.shift)
    taken = {j for _, j in mixed}
    rest = [i for i in bits(b.home) if i not in taken]
    half, tops = len(plain), {i for i, _ in plain}
    leaving = sorted((i for i in rest[:half] if i not in tops), reverse=True)
    coming = sorted(i for i in tops if i not in rest[:half])
    exchanged = tuple((i,) for i in (*leaving, *coming))
    return tuple((i,) for i, _ in mixed), tuple(mixed), exchanged, tuple(plain)


def order_of_the_candidates(chosen: str, transposition: str, exchange: str) -> tuple[Step, ...]:
    """The steps of the order of the candidates, outermost loop first, with the articles of an edition."""
    meets = "{turn} meets {ours} before {theirs}"
    return (
        Step(
            chosen,
            "moved-down players paired",
            "Of those who came down, the higher ranked find their opponents in the group first.",
            "{ours} is paired there before {theirs}",
        ),
        Step(
            transposition,
            "opponents of moved-down players",
            "From the highest ranked on, whoever came down meets the highest ranked of the group who can be had.",
            meets,
        ),
        Step(
            exchange,
            "exchange",
            "The upper half meets the lower half, and as few as possible change halves, those nearest to the middle"
            " first.",
            HALVES,
        ),
        Step(
            transposition,
            "transposition",
            "From the highest ranked on, everybody of the upper half meets the highest ranked of the lower half who can"
            " be had.",
            meets,
        ),
    )


# ------------------------------------------------------------------ the system


@stated(
    "the upper half meets the lower half, first against first", "those who came down meet the highest ranked in order"
)
def upper_meets_lower(bracket: Decision, one: int) -> int | None:
    guests = [i for i in bracket.moved_down if i not in bracket.left]
    if one in guests:
        return bracket.residents[guests.index(one)]
    hosts = {b for a, b in bracket.pairs if a in guests} | {a for a, b in bracket.pairs if b in guests}
    rest = [i for i in bracket.residents if i not in hosts]
    if one not in rest:
        return None
    half, place = len(bracket.pairs) - len(hosts), rest.index(one)
    return rest[place + half] if place < half else rest[place - half] if place < 2 * half else None


DUTCH_2026 = System(
    name="dutch",
    edition=edition_named(DUTCH, 2026),
    preference=preference,
    first_choice=upper_meets_lower,
    order=by_pairing_number,
    rank=by_score,
    walk=MovingDown(
        criteria=(
            Ban("2.1.1", "C1", already_met),
            Ban("2.1.1", "C1", forbidden_by_the_event),
            Bar("2.1.2", "C2", barred_from_the_bye),
            Ban("2.1.3", "C3", same_absolute_preference),
            Completion("2.2.1", "C4"),
            ByeRule("2.3.1", "C5", score_of_the_bye, counts="criterion"),
            Criterion("2.4.1", "C6", downfloaters, role=Role.NUMBER),
            Criterion("2.4.2", "C7", scores_of_downfloaters, When.MOVED_DOWN | When.ALONE, role=Role.SCORES),
            Criterion("2.4.3", "C8", downfloaters_of_the_next_bracket, role=Role.AHEAD),
            Criterion("2.4.4", "C9", unplayed_games_of_the_bye, When.BYE),
            Criterion("2.4.5", "C10", topscorers_far_out_of_balance, When.LAST),
            Criterion("2.4.6", "C11", topscorers_with_a_third_colour, When.LAST),
            Criterion("2.4.7", "C12", preference_refused),
            Criterion("2.4.8", "C13", strong_preference_refused),
            Criterion("2.4.9", "C14", downfloat_after_downfloat, When.ALONE),
            Criterion("2.4.10", "C15", upfloat_after_upfloat, When.MOVED_DOWN),
            Criterion("2.4.11", "C16", downfloat_two_rounds_after, When.ALONE),
            Criterion("2.4.12", "C17", upfloat_two_rounds_after, When.MOVED_DOWN),
            Criterion("2.4.13", "C18", distance_after_downfloat, When.MOVED_DOWN | When.ALONE),
            Criterion("2.4.14", "C19", distance_after_upfloat, When.MOVED_DOWN),
            Criterion("2.4.15", "C20", distance_two_rounds_after_downfloat, When.MOVED_DOWN | When.ALONE),
            Criterion("2.4.16", "C21", distance_two_rounds_after_upfloat, When.MOVED_DOWN),
            Candidates(
                "4",
                first_candidate,
                place_of_candidate,
                order_of_the_candidates("4.4.2", "4.2.2", "4.3.2"),
                turns_of_candidate,
                first_at_sight,
            ),
        )
    ),
    colours=(
        ColourRule("5.2.1", grant_both),
        ColourRule("5.2.2", grant_stronger),
        ColourRule("5.2.2", grant_wider),
        ColourRule("5.2.3", alternate_last_difference),
        ColourRule("5.2.4", grant_higher),
        ColourRule("5.2.5", initial_by_number),
    ),
)
