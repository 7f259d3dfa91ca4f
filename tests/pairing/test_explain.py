"""Why and why not: what is said agrees with pairing the round from scratch under the same condition."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import combinations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import NoPairingError, RuleError, UnfinishedError, UnsupportedError
from rookery.history.history import Float, History
from rookery.model import Bye, ByeKind, Colour, ForbiddenPair, Game, Player, RequestedBye, Result, Round, Tournament
from rookery.pairing.colours import preference
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.explain import facts as facts

RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_BY_FORFEIT, Result.DOUBLE_FORFEIT]
NAMES = ("Ada", "Ben", "Cy", "Dora", "Eva", "Finn", "Gus", "Hana", "Ida", "Jo", "Kim", "Liv", "Mo")


def play_event(seed: int, size: int, rounds: int, planned: int) -> Tournament:
    """A tournament of some rounds, paired by the rules, with byes and forfeits."""
    rng = random.Random(seed)
    players = tuple(Player(i, NAMES[i - 1] if i <= len(NAMES) else f"P{i}", 2400 - 20 * i) for i in range(1, size + 1))
    event = Tournament(players=players, planned_rounds=planned, initial_colour=rng.choice(list(Colour)))
    for number in range(1, rounds + 1):
        away = [i for i in range(1, size + 1) if rng.random() < 0.06]
        event = replace(
            event, requested_byes=tuple(RequestedBye(number, i, rng.choice([ByeKind.HALF, ByeKind.ZERO])) for i in away)
        )
        try:
            outcome = rookery.pair(event)
        except NoPairingError:
            return replace(event, requested_byes=())
        games = tuple(Game(w, b, rng.choices(RESULTS, (30, 20, 25, 2, 1))[0]) for w, b in outcome.pairs)
        byes = [Bye(bye.player, bye.kind) for bye in event.requested_byes]
        if outcome.bye is not None:
            byes.append(Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED))
        event = event.with_round(Round(games=games, byes=tuple(byes)))
    return event


def from_scratch(event: Tournament, a: int, b: int) -> rookery.Pairing | None:
    """The round in which nobody but b may meet a, and nobody but a may meet b; None if it cannot be paired."""
    number = event.next_round
    others = [player.number for player in event.players if player.number not in (a, b)]
    apart = tuple(ForbiddenPair((one, other), number, number) for one in (a, b) for other in others)
    try:
        return rookery.pair(replace(event, forbidden_pairs=event.forbidden_pairs + apart))
    except NoPairingError:
        return None


def costs(ledgers: tuple[rookery.Ledger, ...]) -> list[list[tuple[int, ...]]]:
    """What a pairing pays, line by line."""
    return [[line.cost for line in ledger.lines] for ledger in ledgers]


@pytest.mark.parametrize("seed", range(40))
def test_why_not_is_no_worse_than_pairing_from_scratch(seed: int) -> None:
    rng = random.Random(seed)
    event = play_event(seed, rng.randint(8, 15), rng.randint(1, 5), 7)
    outcome = rookery.pair(event)
    made = {frozenset(pair) for pair in outcome.pairs}
    pairs = list(combinations(range(1, len(event.players) + 1), 2))
    for a, b in rng.sample(pairs, 12):
        answer, scratch = outcome.why_not(a, b), from_scratch(event, a, b)
        assert answer.reasons
        if frozenset((a, b)) in made:
            assert answer.outcome is outcome
        elif answer.breaches:
            assert scratch is None  # an illegal pair cannot be made by allowing nothing else
        elif answer.causes:
            assert scratch is None
        else:
            assert scratch is not None
            priced = DUTCH_2026.price(DUTCH_2026.field(event), scratch.pairs, scratch.bye)
            assert costs(answer.outcome.ledger) <= costs(priced)  # the wish binds what is paired, not what is looked at
            assert answer.ours.cost < answer.theirs.cost
            assert (answer.ours.criterion, answer.ours.article) == (answer.theirs.criterion, answer.theirs.article)


@pytest.mark.parametrize("seed", range(12))
def test_why_not_the_bye(seed: int) -> None:
    event = play_event(seed, 9, 4, 7)
    outcome = rookery.pair(event)
    for one in range(1, 10):
        answer = outcome.why_not(one)
        if outcome.bye == one:
            assert answer.outcome is outcome
        elif answer.possible:
            assert answer.outcome.bye == one
            assert answer.ours.cost < answer.theirs.cost
        else:
            assert answer.breaches or answer.causes


@pytest.mark.parametrize("seed", range(10))
def test_everybody_can_be_explained(seed: int) -> None:
    event = play_event(seed, 12 + seed % 2, 5, 7)
    event = replace(event, requested_byes=(RequestedBye(event.next_round, 2, ByeKind.HALF),))
    outcome = rookery.pair(event)
    for player in event.players:
        explanation = outcome.explain(player.number)
        text = str(explanation)
        assert player.name in text
        assert "None" not in text
        colours = [reason.fact for reason in explanation.reasons if isinstance(reason.fact, facts.ColourGiven)]
        assert [(fact.white, fact.black) for fact in colours] == [
            pair for pair in outcome.pairs if player.number in pair
        ]
    assert outcome.explain(2).reasons[0].fact == facts.Away(2, event.next_round, ByeKind.HALF)


def small() -> Tournament:
    players = tuple(Player(i, NAMES[i - 1], 2000 - i) for i in range(1, 6))
    first = Round(
        games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)
    )
    return Tournament(players=players, planned_rounds=4, rounds=(first,), initial_colour=Colour.WHITE)


def test_the_reasons_read_well(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(small())
    assert str(outcome.why_not(1, 3)) == snapshot
    assert str(outcome.why_not(5)) == snapshot
    assert str(rookery.pair(replace(small(), requested_byes=(RequestedBye(2, 4),))).why_not(1, 4)) == snapshot


def test_arbiter_decisions_apply_and_are_named(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(small(), fixed=[(1, 3), (2, 4)], bye=5)
    assert {1, 3} in map(set, outcome.pairs)
    assert outcome.bye == 5
    assert [(breach.code, breach.participants) for breach in outcome.breaches] == [
        ("C1", (1, 3)),
        ("C1", (2, 4)),
        ("C2", (5,)),
    ]
    assert facts.Fixed(bye=False) in [reason.fact for reason in outcome.explain(1).reasons]
    assert facts.Fixed(bye=True) in [reason.fact for reason in outcome.explain(5).reasons]
    assert str(outcome.explain(1)) == snapshot
    assert str(outcome.explain(5)) == snapshot
    with pytest.raises(RuleError) as caught:
        rookery.pair(small(), fixed=[(1, 3)], bye=3)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        rookery.pair(small(), fixed=[(1, 99)])
    assert str(caught.value) == snapshot


def test_a_round_can_be_paired_again(snapshot: SnapshotAssertion) -> None:
    event = small()
    again = rookery.pair(event, round=1)
    assert (again.pairs, again.bye) == (((1, 3), (4, 2)), 5)
    outcome = rookery.pair(event)
    longer = event.with_round(
        Round(
            games=tuple(Game(w, b) for w, b in outcome.pairs), byes=(Bye(outcome.bye or 0, ByeKind.PAIRING_ALLOCATED),)
        )
    )
    assert rookery.pair(longer, round=2).pairs == outcome.pairs
    with pytest.raises(UnfinishedError) as caught:
        rookery.pair(longer)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("fields", "options", "error"),
    [
        ({}, {"round": 4}, RuleError),
        ({}, {"round": 0}, RuleError),
        ({"planned_rounds": 1}, {}, RuleError),
        ({}, {"system": "nonsense"}, UnsupportedError),
        ({"system": "CUSTOM_SWISS"}, {}, UnsupportedError),
        ({"system": "FIDE_DUTCH_2013"}, {}, UnsupportedError),
    ],
)
def test_invalid_questions(fields: dict[str, object], options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        rookery.pair(replace(small(), **fields), **options)  # type: ignore[arg-type]


def test_neither_names_nor_the_order_of_lines_matter() -> None:
    for seed in range(10):
        event = play_event(seed, 11, 4, 7)
        rng = random.Random(seed)
        shuffled = replace(
            event,
            players=tuple(replace(p, name=f"X{rng.random()}") for p in rng.sample(event.players, len(event.players))),
            rounds=tuple(
                replace(r, games=tuple(rng.sample(r.games, len(r.games))), byes=tuple(rng.sample(r.byes, len(r.byes))))
                for r in event.rounds
            ),
        )
        one, other = rookery.pair(event), rookery.pair(shuffled)
        assert (one.pairs, one.bye) == (other.pairs, other.bye)


@pytest.mark.parametrize("seed", range(20))
def test_relaxed_criteria_belong_to_the_named_players(seed: int) -> None:
    """Who moves on, who meets somebody wanting the same colour, who floats again: by the facts, not by the criteria."""
    event = play_event(seed, 10 + seed % 5, 4, 7)
    outcome = rookery.pair(event)
    view = History(event).before(event.next_round)
    for ledger in outcome.ledger[1:]:
        lines = {line.code: line for line in ledger.lines if line.code}
        assert {one for (one,) in lines["C6"].participants} == set(ledger.decision.left)
        for a, b in lines["C12"].participants:
            assert preference(view.totals[a].colours).colour is preference(view.totals[b].colours).colour
        for (one,) in lines["C14"].participants:
            assert view.floats(1)[one] is Float.DOWN
        for pair in lines["C15"].participants:
            assert any(view.floats(1).get(one) is Float.UP for one in pair)
        for code in ("C6", "C12", "C13", "C14", "C15", "C16", "C17"):
            assert sum(lines[code].cost) == len(lines[code].participants)


def test_single_players_groups_and_teams_have_their_own_counts(snapshot: SnapshotAssertion) -> None:
    event = rookery.load("examples/swiss.trf").tournament
    assert str(rookery.pair(event).explain(2)) == snapshot
    teams = rookery.load("examples/team-swiss.trf").tournament
    assert str(rookery.pair(teams).explain(4)) == snapshot


def test_only_participants_can_be_explained(snapshot: SnapshotAssertion) -> None:
    outcome = rookery.pair(small())
    for about in ((1, 99), (99, 1), (99,)):
        with pytest.raises(RuleError) as caught:
            outcome.why_not(*about)
        assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        outcome.explain(99)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        outcome.why_not(1, 1)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("system", ["dubov", "team", "double-swiss"])
def test_upfloaters_are_described_as_upfloaters(system: str) -> None:
    named = 0
    for seed in range(6):
        size = {"teams": 9, "boards": 2} if system == "team" else {"players": 11}
        event = rookery.generate(rookery.GeneratorSettings(rounds=5, system=system, **size), seed=seed)
        for number in range(2, 6):
            outcome = rookery.pair(event, round=number)
            for ledger in outcome.ledger[1:]:
                first = next(line for line in ledger.lines if line.criterion == "upfloaters")
                assert {one for (one,) in first.participants} == set(ledger.decision.moved_up)
                reasons = " ".join(map(str, outcome.unmet_criteria(ledger)))
                assert all(f"({one})" in reasons for one in ledger.decision.moved_up)
                named += len(first.participants)
    assert named > 20


def test_a_long_list_of_names_is_counted_in_the_end(snapshot: SnapshotAssertion) -> None:
    """Everybody with White has won: ten pairs of the winners want Black, and so on."""
    players = tuple(Player(i, f"P{i}", 2400 - i) for i in range(1, 41))
    games = tuple(Game(i, i + 20, Result.WHITE_WINS) for i in range(1, 21))
    outcome = rookery.pair(Tournament(players=players, planned_rounds=5, rounds=(Round(games=games),)))
    reasons = [reason for ledger in outcome.ledger for reason in outcome.unmet_criteria(ledger)]
    assert len(reasons) == 4  # colour preferences and strong ones, of two groups
    for reason in reasons:
        assert isinstance(reason.fact, facts.GivenUp)
        assert len(reason.fact.paid) == 10
        assert len(re.findall(r"P\d+ \(\d+\)", reason.text)) == 2 * 6
    assert [reason.text for reason in reasons] == snapshot
