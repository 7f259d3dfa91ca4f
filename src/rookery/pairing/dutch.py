"""The FIDE (Dutch) System, C.04.3, in the edition of February 2026.

The module follows the chapter: article 2 in order of priority, article 4 on the order of candidates, article 5 on
colours. All functions work on one bracket `b`; `b.moved_down` are the players moved down, `b.residents` the
residents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rookery.history.history import Float
from rookery.matching.blossom import EXPOSED, VertexSet, bits, mask_of
from rookery.matching.bounds import QuickBounds
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.model import Colour
from rookery.pairing.bracket import Bracket, Sets, When
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
from rookery.pairing.downfloat.procedure import DownfloatProcedure
from rookery.pairing.outcome import Decision
from rookery.pairing.rule_text import HALVES, NamedParties, rule
from rookery.pairing.system import System, by_pairing_number, by_score
from rookery.regulations import DUTCH, edition_named

DOWN, UP = Float.DOWN, Float.UP

# ------------------------------------------------------------------ article 2: costs, in order of priority


@rule(
    "Of those who can have the bye, it goes to one who has played as many games as possible.",
    "the bye for one who has played fewer games",
    NamedParties.MISSED,
)
def unplayed_games_of_the_bye(b: Bracket) -> Iterator[Cost]:
    missed = {i: b.entrant(i).unplayed for i in bits(b.members) if not b.entrant(i).barred}
    least = min(missed.values(), default=0)  # all are barred if the arbiter gave the bye to a barred player
    yield [(count - least, 1 << i, b.outside) for i, count in missed.items() if count > least]


@rule(
    "In the last round, as few pairs as possible in which a topscorer or the opponent of one has had one colour three"
    " times more than the other.",
    "more pairs in {group} in which one of the two has had one colour three times more than the other",
)
def topscorers_far_out_of_balance(b: Bracket) -> Iterator[Cost]:
    wide = mask_of(i for i in bits(b.absolute) if abs(b.entrant(i).preference.difference) > 1)
    yield b.penalize_pairs((b.white & wide, b.white & wide), (b.black & wide, b.black & wide))


@rule(
    "In the last round, as few pairs as possible in which a topscorer or the opponent of one has the"
    " same colour for the third time in a row.",
    "more pairs in {group} in which one of the two has the same colour for the third time in a row",
)
def topscorers_with_a_third_colour(b: Bracket) -> Iterator[Cost]:
    yield b.penalize_pairs(*third_colour(b))


def third_colour(b: Bracket) -> Iterator[Sets]:
    """Yield pairs of sets whose members, if they meet, give one of the two a third colour in a row.

    Of two players with the same absolute preference, the one with the smaller difference does not get it; if the
    differences are equal, either (5.2.2).
    """
    for side, due in ((b.white, Colour.WHITE), (b.black, Colour.BLACK)):
        preferences = {i: b.entrant(i).preference for i in bits(side & b.absolute)}
        for width in {abs(p.difference) for p in preferences.values()}:
            alike = {i: p for i, p in preferences.items() if abs(p.difference) == width}
            for again in Colour:
                same = mask_of(i for i, p in alike.items() if p.repeated is again)
                yield same, same
            nearer = {i: p for i, p in preferences.items() if abs(p.difference) < width}
            yield mask_of(alike), mask_of(i for i, p in nearer.items() if p.repeated is due.opposite)


@rule(
    "As few pairs as possible in which one of the two does not get a strongly due colour.",
    "more pairs in {group} in which one of the two does not get a strongly due colour",
)
def strong_preference_refused(b: Bracket) -> Iterator[Cost]:
    firm = b.strong | b.absolute
    yield b.penalize_pairs((b.white & b.strong, b.white & firm), (b.black & b.strong, b.black & firm))


@rule(
    "As few of the group as possible float down who floated down in the previous round.",
    "more {players} of {group} floating down who floated down in the previous round as well",
    NamedParties.FLOATERS,
)
def downfloat_after_downfloat(b: Bracket) -> Iterator[Cost]:
    yield b.penalize_unpaired(b.residents & b.floaters(DOWN, rounds_ago=1))


@rule(
    "As few as possible of those who floated up in the previous round meet an opponent from above again.",
    "more {players} of {group} who floated up in the previous round and meet an opponent from above again",
)
def upfloat_after_upfloat(b: Bracket) -> Iterator[Cost]:
    yield b.penalize_pairs((b.moved_down, b.residents & b.floaters(UP, rounds_ago=1)))


@rule(
    "As few of the group as possible float down who floated down two rounds ago.",
    "more {players} of {group} floating down who floated down two rounds ago",
    NamedParties.FLOATERS,
)
def downfloat_two_rounds_after(b: Bracket) -> Iterator[Cost]:
    yield b.penalize_unpaired(b.residents & b.floaters(DOWN, rounds_ago=2))


@rule(
    "As few as possible of those who floated up two rounds ago meet an opponent from above again.",
    "more {players} of {group} who floated up two rounds ago and meet an opponent from above again",
)
def upfloat_two_rounds_after(b: Bracket) -> Iterator[Cost]:
    yield b.penalize_pairs((b.moved_down, b.residents & b.floaters(UP, rounds_ago=2)))


@rule(
    "Of those who came down and had floated down in the previous round too, the ones with the most points do not go"
    " farther down.",
    "one with more points going farther down, though floated down in the previous round too",
    NamedParties.POINTS,
)
def distance_after_downfloat(b: Bracket) -> Iterator[Cost]:
    # An unpaired moved-down player counts as farther than any pair, so only unpaired players have a cost.
    again = b.floaters(DOWN, rounds_ago=1)
    for level in b.levels:
        yield b.penalize_unpaired(level & again)


@rule(
    "Of those who floated up in the previous round and meet an opponent from above again, the score"
    " differences are as small as possible, the widest first.",
    "a wider score difference for one who floated up in the previous round too",
    NamedParties.APART,
)
def distance_after_upfloat(b: Bracket) -> Iterator[Cost]:
    again = b.residents & b.floaters(UP, rounds_ago=1)
    for level in b.levels:
        yield b.penalize_pairs((level, again))


@rule(
    "Of those who came down and had floated down two rounds ago, the ones with the most points do not go farther down.",
    "one with more points going farther down, though floated down two rounds ago",
    NamedParties.POINTS,
)
def distance_two_rounds_after_downfloat(b: Bracket) -> Iterator[Cost]:
    again = b.floaters(DOWN, rounds_ago=2)
    for level in b.levels:
        yield b.penalize_unpaired(level & again)


@rule(
    "Of those who floated up two rounds ago and meet an opponent from above again, the score"
    " differences are as small as possible, the widest first.",
    "a wider score difference for one who floated up two rounds ago",
    NamedParties.APART,
)
def distance_two_rounds_after_upfloat(b: Bracket) -> Iterator[Cost]:
    again = b.residents & b.floaters(UP, rounds_ago=2)
    for level in b.levels:
        yield b.penalize_pairs((level, again))


# ------------------------------------------------------------------ article 4: the order of the candidates

MAX_TRIES = 10  # exchanges of one player tried before the number of exchanges is computed
MAX_TRIES_OF_ONE = 40  # tried when one exchange is known to suffice
MAX_FAST_TRIES = 6  # tried without a search


def first_candidate(b: Bracket, matchings: OptimalMatchings) -> PlacePairs:
    """Find the first candidate: moved-down players paired (4.4), their opponents (4.2), the remainder (4.3, 4.2)."""
    inside = [i for i in range(b.shift) if matchings.try_restrict(i, b.residents)]
    pairs = matchings.fix_in_order(inside, b.residents)
    free, mate = b.residents & matchings.alive, matchings.mate
    rest = bits(free)
    half = sum([free >> mate[i] & 1 for i in rest]) // 2
    upper = mask_of(rest[:half])
    if not matchings.restrict_to_subgraph(rows_between_halves(matchings, free, upper), free):
        upper = first_possible_exchange(matchings, rest, half)
        matchings.restrict_to_subgraph(rows_between_halves(matchings, free, upper), free)
    return pairs + matchings.fix_in_order(bits(upper), free)


def find_first_fast(b: Bracket, bounds: QuickBounds) -> PlacePairs | None:
    """Find the first candidate without a search, or return None.

    Each moved-down player, then each of the upper half, meets the first opponent that is left.
    """
    pairs, free = [], b.residents
    for i in range(b.shift):
        j = bounds.try_match(i, free)
        if j == EXPOSED:
            return None
        free ^= 1 << j
        pairs.append((i, j))
    rest = bits(free)
    for upper in islice(iter_exchanges(rest, len(rest) // 2), MAX_FAST_TRIES):
        fast_pairs = bounds.match_in_order(bits(upper), free & ~upper, b.outside)
        if fast_pairs is not None:
            return pairs + fast_pairs
        if bounds.is_exhausted:
            break
    return None


def rows_between_halves(matchings: OptimalMatchings, free: VertexSet, upper: VertexSet) -> list[VertexSet]:
    """Return the graph in which every member of S1 meets a member of S2."""
    rows, lower, near = matchings.rows[:], free & ~upper, 0
    for i in bits(upper):
        near |= rows[i]
        rows[i] &= lower
    for vertices, lost in ((lower, lower), (near & matchings.alive & ~free, upper)):
        for i in bits(vertices):
            rows[i] &= ~lost
    return rows


def first_possible_exchange(matchings: OptimalMatchings, rest: Sequence[int], half: int) -> VertexSet:
    """Return S1 after the first possible exchange: of one player if that suffices, otherwise found step by step."""
    free, unchanged = mask_of(rest), mask_of(rest[:half])
    deficit = matchings.subgraph_deficit(rows_between_halves(matchings, free, unchanged), free)
    short = deficit.exposed.bit_count()
    able = deficit.outer if short == 4 else free
    tries = (upper for upper in iter_exchanges(rest, half) if not (upper ^ unchanged) & ~able)
    if short <= 4:  # one exchange pairs four more at most: the two players exchanged and their partners
        for upper in islice(tries, 1, MAX_TRIES):
            if matchings.restrict_to_subgraph(rows_between_halves(matchings, free, upper), free):
                return upper
    trial = matchings.copy()  # all matchings with that S1 are equally good: the minimised costs need not be kept
    moves = fewest_moves(trial, rest, half)
    if short <= 4 and moves == 1:
        for upper in islice(tries, MAX_TRIES_OF_ONE):
            if matchings.restrict_to_subgraph(rows_between_halves(matchings, free, upper), free):
                return upper
    upper = first_exchange(trial, rest, half, moves)
    matchings.mate = trial.mate
    return upper


def iter_exchanges(rest: Sequence[int], half: int) -> Iterator[VertexSet]:
    """Yield S1 unchanged, then after each exchange of one player, in the order of 4.3.2.

    The nearest numbers are exchanged first; of these, the lowest ranked leaves first.
    """
    upper = mask_of(rest[:half])
    yield upper
    for distance in range(1, len(rest)):
        for leaving in reversed(range(max(0, half - distance), min(half, len(rest) - distance))):
            yield upper ^ 1 << rest[leaving] ^ 1 << rest[leaving + distance]


def fewest_moves(matchings: OptimalMatchings, rest: Sequence[int], half: int) -> int:
    """Return how many players must leave S1: the minimum number of pairs inside the lower half."""
    lower = mask_of(rest[half:])
    matchings.minimize([(1, lower, lower)])
    return sum([lower >> matchings.mate[i] & 1 for i in rest[half:]]) // 2


def first_exchange(matchings: OptimalMatchings, rest: Sequence[int], half: int, moves: int) -> VertexSet:
    """Return S1 after the first possible exchange of the required number of players, found step by step.

    A member of S1 may be assumed to be the higher ranked of its pair: otherwise a smaller exchange would have given
    the same pairs. So the order is: fewest players from the lower half, least sum of differences, then the players
    who leave, then those who join.
    """
    everyone = mask_of(rest)
    after = {i: everyone & -(2 << i) for i in rest}
    matchings.minimize(distance_from_the_middle(matchings, rest, half))
    leaving = coming = moves
    for i in reversed(rest[:half]):
        leaving -= bool(leaving) and matchings.try_restrict(i, ~after[i])
    for i in rest[half:]:
        coming -= bool(coming) and matchings.try_restrict(i, after[i])
    return mask_of(i for i in rest if after[i] >> matchings.mate[i] & 1)


def distance_from_the_middle(matchings: OptimalMatchings, rest: Sequence[int], half: int) -> Cost:
    """Return the distances from the middle of the exchanged players, as a cost.

    A player leaves S1 by meeting a higher ranked member of it, or by staying unpaired.
    """
    upper, lower = mask_of(rest[:half]), mask_of(rest[half:])
    beyond = matchings.alive & ~upper & ~lower
    blocks = [(half - 1 - k, 1 << i, upper & (1 << i) - 1 | beyond) for k, i in enumerate(rest[: half - 1])]
    blocks += [(k, 1 << i, lower & -(2 << i)) for k, i in enumerate(rest[half:]) if k]
    return [
        (cost, bit, opponents) for cost, bit, opponents in blocks if matchings.rows[bit.bit_length() - 1] & opponents
    ]


def place_of_candidate(b: Bracket, pairs: PlacePairs) -> tuple[CostVector, ...]:
    """Return the position of a pairing of the bracket in the order of generation, outermost loop first (3.7)."""
    mixed = sorted(pair for pair in pairs if pair[0] < b.shift)
    opponents_mask = mask_of(j for _, j in mixed)
    fresh = {i: n for n, i in enumerate(bits(b.residents & ~opponents_mask), 1)}  # the remainder is numbered anew
    plain = sorted((fresh[i], fresh[j]) for i, j in pairs if i >= b.shift)
    tops = {i for i, _ in plain}
    leaving = sorted((i for i in range(1, len(plain) + 1) if i not in tops), reverse=True)
    coming = sorted(i for i in tops if i > len(plain))
    exchange = (len(coming), sum(coming) - sum(leaving), *(-i for i in leaving), *coming)
    paired, opponents = tuple(i + 1 for i, _ in mixed), tuple(j + 1 for _, j in mixed)
    return paired, opponents, exchange, tuple(j for _, j in plain)


def turns_of_candidate(b: Bracket, pairs: PlacePairs) -> tuple[Turns, ...]:
    """Return the members that each number of the order key refers to.

    For an exchange these are the players leaving the upper half, then those joining it.
    """
    mixed = sorted(pair for pair in pairs if pair[0] < b.shift)
    plain = sorted(pair for pair in pairs if pair[0] >= b.shift)
    opponents = {j for _, j in mixed}
    rest = [i for i in bits(b.residents) if i not in opponents]
    half, tops = len(plain), {i for i, _ in plain}
    leaving = sorted((i for i in rest[:half] if i not in tops), reverse=True)
    coming = sorted(i for i in tops if i not in rest[:half])
    exchanged = tuple((i,) for i in (*leaving, *coming))
    return tuple((i,) for i, _ in mixed), tuple(mixed), exchanged, tuple(plain)


def order_of_the_candidates(choice: str, transposition: str, exchange: str) -> tuple[Step, ...]:
    """Return the steps of the order of candidates, outermost loop first, with the articles of an edition."""
    meets = "{turn} meets {ours} before {theirs}"
    return (
        Step(
            choice,
            "moved-down players paired",
            "Of those who came down, the higher ranked find their opponents in the group first.",
            "{ours} is paired there before {theirs}",
        ),
        Step(
            transposition,
            "opponents of moved-down players",
            "From the highest ranked on, each one who came down meets the highest ranked of the group who is possible.",
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
            "From the highest ranked on, each of the upper half meets the highest ranked of the lower"
            " half who is possible.",
            meets,
        ),
    )


# ------------------------------------------------------------------ the system


@rule(
    "the upper half meets the lower half, first against first", "those who came down meet the highest ranked in order"
)
def upper_meets_lower(bracket: Decision, participant: int) -> int | None:
    guests = [i for i in bracket.moved_down if i not in bracket.left]
    if participant in guests:
        return bracket.residents[guests.index(participant)]
    hosts = {b for a, b in bracket.pairs if a in guests} | {a for a, b in bracket.pairs if b in guests}
    rest = [i for i in bracket.residents if i not in hosts]
    if participant not in rest:
        return None
    half, place = len(bracket.pairs) - len(hosts), rest.index(participant)
    return rest[place + half] if place < half else rest[place - half] if place < 2 * half else None


DUTCH_2026 = System(
    name="dutch",
    edition=edition_named(DUTCH, 2026),
    preference=preference,
    first_choice=upper_meets_lower,
    order=by_pairing_number,
    rank=by_score,
    procedure=DownfloatProcedure(
        criteria=(
            Ban("2.1.1", "C1", already_met),
            Ban("2.1.1", "C1", forbidden_by_the_event),
            Bar("2.1.2", "C2", barred_from_the_bye),
            Ban("2.1.3", "C3", same_absolute_preference),
            Completion("2.2.1", "C4"),
            ByeRule("2.3.1", "C5", score_of_the_bye, line_kind="criterion"),
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
                find_first_fast,
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
