"""Why and why not: what is said agrees with pairing the round from scratch under the same condition."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

import rookery
from rookery.errors import NoPairing, RuleError, Unfinished, Unsupported
from rookery.model import Bye, ByeKind, Colour, Forbidden, Game, Player, RequestedBye, Result, Round, Tournament

RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_BY_FORFEIT, Result.DOUBLE_FORFEIT]
NAMES = ("Ada", "Ben", "Cy", "Dora", "Eva", "Finn", "Gus", "Hana", "Ida", "Jo", "Kim", "Liv", "Mo")


def played(seed: int, size: int, rounds: int, planned: int) -> Tournament:
    """A tournament of some rounds, paired by the rules, with byes and forfeits."""
    rng = random.Random(seed)
    players = tuple(Player(i, NAMES[i - 1] if i <= len(NAMES) else f"P{i}", 2400 - 20 * i) for i in range(1, size + 1))
    event = Tournament(players=players, planned=planned, initial_colour=rng.choice(list(Colour)))
    for number in range(1, rounds + 1):
        away = [i for i in range(1, size + 1) if rng.random() < 0.06]
        event = replace(
            event, requested=tuple(RequestedBye(number, i, rng.choice([ByeKind.HALF, ByeKind.ZERO])) for i in away)
        )
        try:
            outcome = rookery.pair(event)
        except NoPairing:
            return replace(event, requested=())
        games = tuple(Game(w, b, rng.choices(RESULTS, (30, 20, 25, 2, 1))[0]) for w, b in outcome.pairs)
        byes = [Bye(bye.player, bye.kind) for bye in event.requested]
        if outcome.bye is not None:
            byes.append(Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED))
        event = event.with_round(Round(games=games, byes=tuple(byes)))
    return event


def from_scratch(event: Tournament, a: int, b: int) -> rookery.Outcome | None:
    """The round in which nobody but b may meet a, and nobody but a may meet b; None if it cannot be paired."""
    number = event.next_round
    others = [one.id for one in event.players if one.id not in (a, b)]
    apart = tuple(Forbidden((one, other), number, number) for one in (a, b) for other in others)
    try:
        return rookery.pair(replace(event, forbidden=event.forbidden + apart))
    except NoPairing:
        return None


@pytest.mark.parametrize("seed", range(40))
def test_why_not_agrees_with_pairing_from_scratch(seed: int) -> None:
    rng = random.Random(seed)
    event = played(seed, rng.randint(8, 15), rng.randint(1, 5), 7)
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
            assert (answer.outcome.pairs, answer.outcome.bye) == (scratch.pairs, scratch.bye)
            assert answer.ours.cost < answer.theirs.cost
            assert (answer.ours.criterion, answer.ours.article) == (answer.theirs.criterion, answer.theirs.article)


@pytest.mark.parametrize("seed", range(12))
def test_why_not_the_bye(seed: int) -> None:
    event = played(seed, 9, 4, 7)
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
    event = played(seed, 12 + seed % 2, 5, 7)
    event = replace(event, requested=(RequestedBye(event.next_round, 2, ByeKind.HALF),))
    outcome = rookery.pair(event)
    for player in event.players:
        text = str(outcome.explain(player.id))
        assert player.name in text
        assert "None" not in text
        for white, black in outcome.pairs:
            if player.id in (white, black):
                assert "has White: " in text
    assert "half-point bye" in str(outcome.explain(2))


def small() -> Tournament:
    players = tuple(Player(i, NAMES[i - 1], 2000 - i) for i in range(1, 6))
    first = Round(
        games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)
    )
    return Tournament(players=players, planned=4, rounds=(first,), initial_colour=Colour.WHITE)


def test_the_reasons_read_well() -> None:
    outcome = rookery.pair(small())
    assert str(outcome.why_not(1, 3)) == "Ada (1) and Cy (3) have already met, in round 1. (C.04.3 2.1.1 [C1])"
    assert str(outcome.why_not(5)) == (
        "Eva (5): who had the allocated bye, or scored a win without playing, may not receive it. (C.04.3 2.1.2 [C2])"
    )
    assert "is not to be paired" in str(rookery.pair(replace(small(), requested=(RequestedBye(2, 4),))).why_not(1, 4))


def test_what_the_arbiter_fixes_stands_and_is_named() -> None:
    outcome = rookery.pair(small(), fixed=[(1, 3), (2, 4)], bye=5)
    assert {1, 3} in map(set, outcome.pairs)
    assert outcome.bye == 5
    assert [(breach.code, breach.who) for breach in outcome.breaches] == [("C1", (1, 3)), ("C1", (2, 4)), ("C2", (5,))]
    assert "The arbiter has fixed this pair." in str(outcome.explain(1))
    assert "The arbiter has fixed it." in str(outcome.explain(5))
    with pytest.raises(RuleError, match="3 cannot be fixed twice"):
        rookery.pair(small(), fixed=[(1, 3)], bye=3)
    with pytest.raises(RuleError, match="99 cannot be fixed: not to be paired in round 2"):
        rookery.pair(small(), fixed=[(1, 99)])


def test_a_round_can_be_paired_again() -> None:
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
    with pytest.raises(Unfinished, match="round 2 is not finished"):
        rookery.pair(longer)


@pytest.mark.parametrize(
    ("more", "asked", "error"),
    [
        ({}, {"round": 4}, RuleError),
        ({}, {"round": 0}, RuleError),
        ({"planned": 1}, {}, RuleError),
        ({}, {"system": "nonsense"}, Unsupported),
        ({"system": "CUSTOM_SWISS"}, {}, Unsupported),
        ({"system": "FIDE_DUTCH_2017"}, {}, Unsupported),
    ],
)
def test_what_cannot_be_asked(more: dict[str, object], asked: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        rookery.pair(replace(small(), **more), **asked)  # type: ignore[arg-type]


def test_neither_names_nor_the_order_of_lines_matter() -> None:
    for seed in range(10):
        event = played(seed, 11, 4, 7)
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
