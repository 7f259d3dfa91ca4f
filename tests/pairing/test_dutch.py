"""The Dutch system, C.04.3 (2026): the corpora, what an event brings, and what an outcome says of itself."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import NoPairingError, RuleError
from rookery.matching.blossom import EXPOSED, bits, mask_of, maximize_matching
from rookery.matching.optimal_matchings import OptimalMatchings
from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    ForbiddenPair,
    Game,
    Player,
    PointAdjustment,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Tournament,
    VirtualPoints,
)
from rookery.pairing.dutch import DUTCH_2026, first_possible_exchange, iter_exchanges
from rookery.pairing.outcome import Cause, Pairing, first_differing_lines
from support.pairing_checks import is_pairable

Pairs = tuple[tuple[int, int], ...]
RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]


def entered(size: int, planned: int = 7, **more: object) -> Tournament:
    """A tournament before round one."""
    players = tuple(Player(i, f"P{i}") for i in range(1, size + 1))
    return Tournament(players=players, planned_rounds=planned, initial_colour=Colour.WHITE, **more)  # type: ignore[arg-type]


def played(event: Tournament, rounds: int, seed: int, forfeits: float = 0.0) -> Tournament:
    """The event after some more rounds, paired by the rules."""
    rng = random.Random(seed)
    for _ in range(rounds):
        outcome = DUTCH_2026.pair(event)
        games = []
        for white, black in outcome.pairs:
            result = rng.choice(RESULTS)
            if rng.random() < forfeits:
                result = rng.choice([Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT])
            games.append(Game(white, black, result))
        byes = [Bye(one, kind) for one, kind in event.absent(event.next_round).items()]
        if outcome.bye is not None:
            byes.append(Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED))
        event = event.with_round(Round(games=tuple(games), byes=tuple(byes)))
    return event


def history(size: int, *rounds: str, **more: object) -> Tournament:
    """An event from rounds written like "1w2 3=4 5b6 7U": who won (w, b, =, or by forfeit +, -), and byes U F H Z."""
    forfeits = {"+": Result.WHITE_BY_FORFEIT, "-": Result.BLACK_BY_FORFEIT}
    signs = dict(zip("w=b", RESULTS, strict=True)) | forfeits
    found = []
    for text in rounds:
        games, byes = [], []
        for word in text.split():
            if word[-1].isalpha():
                byes.append(Bye(int(word[:-1]), ByeKind(word[-1])))
            else:
                sign = next(char for char in word if char in signs)
                white, black = word.split(sign)
                games.append(Game(int(white), int(black), signs[sign]))
        found.append(Round(games=tuple(games), byes=tuple(byes)))
    return replace(entered(size, **more), rounds=tuple(found))  # type: ignore[arg-type]


def paired(outcome: Pairing) -> tuple[list[tuple[int, int]], int | None]:
    return sorted(outcome.pairs), outcome.bye


# -- single rules


def test_first_round_halves_and_colours() -> None:
    outcome = DUTCH_2026.pair(entered(7))
    assert outcome.pairs == ((1, 4), (5, 2), (3, 6))
    assert outcome.bye == 7
    assert {board.article for board in outcome.boards} == {"C.04.3 5.2.5"}


def test_initial_colour_is_declared_or_read_from_round_1() -> None:
    assert DUTCH_2026.pair(replace(entered(4), initial_colour=Colour.BLACK)).pairs == ((3, 1), (2, 4))
    event = history(4, "3w1 2w4")
    assert (
        DUTCH_2026.pair(replace(event, initial_colour=None)).pairs
        == DUTCH_2026.pair(replace(event, initial_colour=Colour.BLACK)).pairs
    )


def test_players_without_a_number_do_not_count_for_the_colour() -> None:
    """Players 1 and 3 are absent from the start, so 2 is number one (C.04.2 2.4, C.04.3 5.2.5)."""
    event = entered(6, requested_byes=(RequestedBye(1, 1), RequestedBye(1, 3)))
    assert DUTCH_2026.pair(event).pairs == ((2, 5), (6, 4))


def test_a_forfeit_is_no_meeting() -> None:
    event = history(4, "1+3 4-2")
    assert {frozenset(pair) for pair in DUTCH_2026.pair(event).pairs} == {frozenset((1, 2)), frozenset((3, 4))}
    event = history(2, "1+2", "2-1")
    assert DUTCH_2026.pair(event).pairs in (((1, 2),), ((2, 1),))


def test_second_byes_are_avoided() -> None:
    event = history(3, "1w2 3U")
    assert DUTCH_2026.pair(event).bye == 2
    event = history(3, "1w2 3F")
    assert DUTCH_2026.pair(event).bye == 2
    event = history(3, "1w2 3H")
    assert DUTCH_2026.pair(event).bye == 2


def test_forbidden_pairs_hold_in_their_rounds() -> None:
    apart = ForbiddenPair((1, 3), 1, 1)
    assert (1, 3) not in [tuple(sorted(p)) for p in DUTCH_2026.pair(entered(4, forbidden_pairs=(apart,))).pairs]
    later = ForbiddenPair((1, 3), 2, 4)
    assert (1, 3) in [tuple(sorted(p)) for p in DUTCH_2026.pair(entered(4, forbidden_pairs=(later,))).pairs]


def test_bans_add_up() -> None:
    bans = tuple(map(ForbiddenPair, ((1, 2), (2, 1), (1, 3, 5, 1), (1, 4), (4, 6), (2, 6))))
    event = entered(7, forbidden_pairs=bans, requested_byes=(RequestedBye(1, 6),))
    field = DUTCH_2026.field(event)
    met = {one: {field.ids[i] for i in bits(row)} for one, row in zip(field.ids, field.rows, strict=True)}
    assert met == {1: {7}, 2: {3, 4, 5, 7}, 3: {2, 4, 7}, 4: {2, 3, 5, 7}, 5: {2, 4, 7}, 7: {1, 2, 3, 4, 5}}


def test_virtual_points_make_the_scoregroups() -> None:
    fast = VirtualPoints(1, 4, 1, 2, 10)
    outcome = DUTCH_2026.pair(entered(8, acceleration=(fast,)))
    assert {frozenset(pair) for pair in outcome.pairs} == {frozenset(p) for p in ((1, 3), (2, 4), (5, 7), (6, 8))}


def test_other_point_systems() -> None:
    points = PointSystem(win=30, draw=10, pab=10)
    event = history(5, "1w3 2=4 5U", points=points)
    outcome = DUTCH_2026.pair(event)
    assert [decision.score for decision in outcome.decisions] == [30, 10, 0]
    assert outcome.bye == 3


def test_absolute_preferences_meet_only_with_a_topscorer_in_the_last_round() -> None:
    event = history(4, "1w3 2w4", "1w4 2w3", planned=3)
    field = DUTCH_2026.field(replace(event, planned_rounds=9))
    one, two = field.place[1], field.place[2]
    assert not field.rows[one] >> two & 1
    last = DUTCH_2026.field(event)
    assert last.rows[one] >> two & 1
    assert last.topscorers == 1 << one | 1 << two


def test_planned_rounds_survive_a_cut() -> None:
    event = played(entered(10, planned=9), 6, 3)
    assert DUTCH_2026.field(event.before_round(4)).planned == 9
    assert not DUTCH_2026.field(event.before_round(4)).is_last_round


def test_order_of_exchanges() -> None:
    """The printed example of 4.3.2 for eleven players: 5-6, 5-7, 4-6, 5-8, 4-7, 3-6, 5-9, 4-8."""
    rest, found = list(range(1, 12)), []
    original = mask_of(range(1, 6))
    for upper in iter_exchanges(rest, 5):
        gone, come = original & ~upper, upper & ~original
        found.append((gone.bit_length() - 1, come.bit_length() - 1))
    assert found[1:9] == [(5, 6), (5, 7), (4, 6), (5, 8), (4, 7), (3, 6), (5, 9), (4, 8)]


# -- no pairing


def test_no_pairing_error_names_the_unmatched() -> None:
    event = history(4, "1w2 3w4", "1w3 2w4", "1w4 2w3", planned=9)
    with pytest.raises(NoPairingError) as failure:
        DUTCH_2026.pair(event)
    cause = failure.value.causes[0]
    assert isinstance(cause, Cause)
    assert len(cause.groups) > len(cause.around)


def test_no_bye_for_anybody() -> None:
    event = history(3, "1w2 3U", "1w3 2U", "2w3 1U", planned=9)
    with pytest.raises(NoPairingError):
        DUTCH_2026.pair(event)


# -- the arbiter's own pairs and bye


@pytest.mark.parametrize("seed", range(12))
def test_fixed_pairs_are_paired_and_the_rest_follows(seed: int) -> None:
    rng = random.Random(seed)
    event = played(entered(rng.choice([11, 12]), planned=9), 4, seed)
    a, b = rng.sample(range(1, len(event.players) + 1), 2)
    try:
        outcome = DUTCH_2026.pair(event, fixed=[(a, b)])
    except NoPairingError:
        return
    assert frozenset((a, b)) in {frozenset(pair) for pair in outcome.pairs}
    who = [one for pair in outcome.pairs for one in pair] + ([outcome.bye] if outcome.bye else [])
    assert sorted(who) == [player.number for player in event.players]
    met = b in DUTCH_2026.field(event).entrants[DUTCH_2026.field(event).place[a]].opponents
    assert met is any(breach.criterion == "already met" for breach in outcome.breaches)


def test_a_fixed_bye_and_what_it_breaks() -> None:
    event = history(5, "1w2 3w4 5U")
    outcome = DUTCH_2026.pair(event, bye=5)
    assert outcome.bye == 5
    assert [breach.code for breach in outcome.breaches] == ["C2"]
    assert DUTCH_2026.pair(event, bye=4).breaches == ()


@pytest.mark.parametrize(
    ("fixed", "bye"),
    [([(1, 9)], None), ([(1, 2), (2, 3)], None), ([], 1)],
    ids=["absent player", "player fixed twice", "bye in an even field"],
)
def test_what_cannot_be_fixed(fixed: list[tuple[int, int]], bye: int | None, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        DUTCH_2026.pair(entered(4), fixed=fixed, bye=bye)
    assert str(caught.value) == snapshot


# -- what an outcome says of itself


@pytest.mark.parametrize("seed", range(15))
def test_ledgers_price_any_pairing_and_ours_is_never_worse(seed: int) -> None:
    rng = random.Random(seed)
    event = played(entered(rng.randint(7, 14), planned=7), rng.randint(1, 6), seed, forfeits=0.1)
    try:
        outcome = DUTCH_2026.pair(event)
    except NoPairingError:
        return
    field = DUTCH_2026.field(event)
    assert DUTCH_2026.price(field, outcome.pairs, outcome.bye) == outcome.ledger
    for ledger, decision in zip(outcome.ledger[1:], outcome.decisions, strict=True):
        assert set(ledger.decision.pairs) == set(decision.pairs)
        assert ledger.members == decision.members
        assert ledger.lines[0].cost == (len(decision.left),) or not decision.left
    for _ in range(12):  # another legal pairing of the same field
        a, b = rng.sample([seat.id for seat in field.entrants], 2)
        if not field.rows[field.place[a]] >> field.place[b] & 1:
            continue
        try:
            other = DUTCH_2026.pair(event, fixed=[(a, b)])
        except NoPairingError:
            continue
        found = first_differing_lines(outcome.ledger, DUTCH_2026.price(field, other.pairs, other.bye))
        same = paired(outcome) == paired(other)
        assert (found is None) is same
        if found is not None:
            assert found[1].cost < found[2].cost


def test_the_next_bracket_pays_the_predicted_cost() -> None:
    """[C8] of a bracket is [C6] and [C7] of the next one."""
    for seed in range(8):
        outcome = DUTCH_2026.pair(played(entered(20, planned=9), 5, seed))
        lines = [{line.code: line.cost for line in ledger.lines if line.code} for ledger in outcome.ledger[1:]]
        for this, following in pairwise(lines):
            if this["C8"]:
                assert this["C8"] == (*following["C6"], *following["C7"])


# -- nothing but the facts matters


@pytest.mark.parametrize("seed", range(6))
def test_input_order_and_names_do_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    event = played(entered(15, planned=9), 5, seed, forfeits=0.1)
    shuffled = replace(
        event,
        players=tuple(rng.sample([replace(p, name=f"X{rng.random()}") for p in event.players], len(event.players))),
        rounds=tuple(
            Round(games=tuple(rng.sample(one.games, len(one.games))), byes=tuple(rng.sample(one.byes, len(one.byes))))
            for one in event.rounds
        ),
    )
    assert DUTCH_2026.pair(shuffled).pairs == DUTCH_2026.pair(event).pairs


# -- legality, by a check that knows nothing of the engine


def legal(event: Tournament, outcome: Pairing) -> bool:
    """Nobody missing or twice, no rematch, no second bye, no third equal colour but for topscorers."""
    who = [one for pair in outcome.pairs for one in pair] + ([outcome.bye] if outcome.bye else [])
    absent = event.absent(event.next_round)
    assert sorted(who) == [p.number for p in event.players if p.number not in absent]
    met, colours, barred = set(), {p.number: "" for p in event.players}, set()
    for one in event.rounds:
        for game in one.games:
            if game.result.played:
                met.add(frozenset((game.white, game.black)))
                colours[game.white] += "w"
                colours[game.black] += "b"
            elif game.result is Result.WHITE_BY_FORFEIT:
                barred.add(game.white)
            elif game.result is Result.BLACK_BY_FORFEIT:
                barred.add(game.black)
        barred |= {bye.player for bye in one.byes if bye.kind in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL)}
    assert outcome.bye not in barred
    for white, black in outcome.pairs:
        assert frozenset((white, black)) not in met
        if event.next_round != event.planned_rounds:
            for after in (colours[white] + "w", colours[black] + "b"):
                assert after[-3:] not in ("www", "bbb")
                assert abs(after.count("w") - after.count("b")) < 3
    return True


# -- exchanges between the halves, against all of them -----------------------------------------------------------------


def first_of_all_exchanges(rows: list[int], size: int) -> tuple[int, int]:
    """S1 after the first exchange by which everybody of S1 can meet somebody of S2, and how many leave it (4.3.2)."""
    half = size // 2
    for moves in range(half + 1):
        found = []
        for leaving in combinations(range(half), moves):
            for coming in combinations(range(half, size), moves):
                upper = mask_of({*range(half), *coming} - set(leaving))
                across = [row & (~upper if upper >> i & 1 else upper) for i, row in enumerate(rows)]
                if is_pairable(across, (1 << size) - 1):
                    found.append((sum(coming) - sum(leaving), [-i for i in reversed(leaving)], coming, upper))
        if found:
            return min(found)[-1], moves
    raise AssertionError("there is no complete pairing")


@pytest.mark.parametrize("size", [8, 10])
def test_the_first_exchange_of_all(size: int) -> None:
    seen = set()
    for seed in range(60):
        rng, rows, everyone = random.Random(seed), [0] * size, (1 << size) - 1
        for i, j in combinations(range(size), 2):
            same_half = (i < size // 2) == (j < size // 2)
            if rng.random() < (0.7 if same_half else 0.15):  # few may meet somebody of the other half
                rows[i] |= 1 << j
                rows[j] |= 1 << i
        mate = [EXPOSED] * size
        if maximize_matching(rows, mate, everyone, everyone):
            continue
        upper, moves = first_of_all_exchanges(rows, size)
        if not moves:  # S1 stays as it is, and no exchange is asked for
            continue
        assert first_possible_exchange(OptimalMatchings(rows, mate, everyone), range(size), size // 2) == upper, seed
        seen.add(moves)
    assert {1, 2} <= seen


@pytest.mark.parametrize("seed", range(12))
def test_whole_tournaments_are_legal(seed: int) -> None:
    rng = random.Random(seed)
    size, planned = rng.randint(6, 120), rng.randint(5, 9)
    requested = tuple(
        RequestedBye(r, i, rng.choice([ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL]))
        for i in range(1, size + 1)
        for r in range(1, planned + 1)
        if rng.random() < 0.05
    )
    event = entered(size, planned, requested_byes=requested)
    for number in range(planned):
        try:
            assert legal(event, DUTCH_2026.pair(event))
        except NoPairingError:
            assert size < 12
            return
        event = played(event, 1, 100 * seed + number, forfeits=0.05)


def test_scores_below_zero_are_paired_and_priced() -> None:
    players = tuple(Player(number, f"Player {number}", rating=2000 - number) for number in range(1, 7))
    event = Tournament(
        players=players,
        planned_rounds=5,
        initial_colour=Colour.WHITE,
        point_adjustments=(PointAdjustment((2,), points=-15, round=1), PointAdjustment((4,), points=-10, round=1)),
        rounds=(Round((Game(1, 4, Result.DRAW), Game(5, 2, Result.WHITE_WINS), Game(3, 6, Result.WHITE_WINS))),),
    )
    outcome = DUTCH_2026.pair(event)
    assert len(outcome.pairs) == 3
    assert outcome.ledger
