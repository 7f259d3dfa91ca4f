"""Why and why not: what is said agrees with pairing the round from scratch under the same condition."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

import rookery
from rookery.errors import NoPairing, RuleError, Unfinished, Unsupported
from rookery.history import Float, History
from rookery.model import Bye, ByeKind, Colour, Forbidden, Game, Player, RequestedBye, Result, Round, Tournament
from rookery.pairing.colours import preference
from rookery.pairing.dutch import DUTCH_2026

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


def costs(ledgers: tuple[rookery.Ledger, ...]) -> list[list[tuple[int, ...]]]:
    """What a pairing pays, line by line."""
    return [[line.cost for line in ledger.lines] for ledger in ledgers]


@pytest.mark.parametrize("seed", range(40))
def test_why_not_is_no_worse_than_pairing_from_scratch(seed: int) -> None:
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
            priced = DUTCH_2026.price(DUTCH_2026.field(event), scratch.pairs, scratch.bye)
            assert costs(answer.outcome.ledger) <= costs(priced)  # the wish binds what is paired, not what is looked at
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
                assert "has White and " in text
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
        "Eva (5): nobody has the bye who had it before, or who has had the points of a win without a game."
        " (C.04.3 2.1.2 [C2])"
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
    with pytest.raises(RuleError, match="there is no 99 in this tournament"):
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
        ({"system": "FIDE_DUTCH_2013"}, {}, Unsupported),
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


@pytest.mark.parametrize("seed", range(20))
def test_what_is_given_up_is_given_up_by_those_named(seed: int) -> None:
    """Who moves on, who meets somebody wanting the same colour, who floats again: by the facts, not by the criteria."""
    event = played(seed, 10 + seed % 5, 4, 7)
    outcome = rookery.pair(event)
    view = History(event).before(event.next_round)
    for ledger in outcome.ledger[1:]:
        lines = {line.code: line for line in ledger.lines if line.code}
        assert {one for (one,) in lines["C6"].who} == set(ledger.decision.left)
        for a, b in lines["C12"].who:
            assert preference(view.tallies[a].colours).colour is preference(view.tallies[b].colours).colour
        for (one,) in lines["C14"].who:
            assert view.floats(1)[one] is Float.DOWN
        for pair in lines["C15"].who:
            assert any(view.floats(1).get(one) is Float.UP for one in pair)
        for code in ("C6", "C12", "C13", "C14", "C15", "C16", "C17"):
            assert sum(lines[code].cost) == len(lines[code].who)


def test_groups_of_one_and_teams_are_counted_in_their_own_words() -> None:
    event = rookery.load("examples/swiss.trf").tournament
    assert "The group of 3 points had only one player, who had to move down." in str(rookery.pair(event).explain(2))
    teams = rookery.load("examples/team-swiss.trf").tournament
    assert "the number of teams is odd" in str(rookery.pair(teams).explain(4))


def test_only_those_who_take_part_can_be_asked_about() -> None:
    outcome = rookery.pair(small())
    for about in ((1, 99), (99, 1), (99,)):
        with pytest.raises(RuleError, match="there is no 99 in this tournament"):
            outcome.why_not(*about)
    with pytest.raises(RuleError, match="there is no 99 in this tournament"):
        outcome.explain(99)
    with pytest.raises(RuleError, match=r"Ada \(1\) cannot meet themselves"):
        outcome.why_not(1, 1)


@pytest.mark.parametrize("system", ["dubov", "team", "double-swiss"])
def test_upfloaters_are_named_as_those_who_came_up(system: str) -> None:
    named = 0
    for seed in range(6):
        size = {"teams": 9, "boards": 2} if system == "team" else {"players": 11}
        event = rookery.generate(rookery.Settings(rounds=5, system=system, **size), seed=seed)
        for number in range(2, 6):
            outcome = rookery.pair(event, round=number)
            for ledger in outcome.ledger[1:]:
                first = next(line for line in ledger.lines if line.criterion == "upfloaters")
                assert {one for (one,) in first.who} == set(ledger.decision.moved_up)
                reasons = " ".join(map(str, outcome.given_up(ledger)))
                assert all(f"({one})" in reasons for one in ledger.decision.moved_up)
                named += len(first.who)
    assert named > 20


def test_a_long_list_of_names_is_counted_in_the_end() -> None:
    """Everybody with White has won: ten pairs of the winners want Black, and so on."""
    players = tuple(Player(i, f"P{i}", 2400 - i) for i in range(1, 41))
    games = tuple(Game(i, i + 20, Result.WHITE_WINS) for i in range(1, 21))
    outcome = rookery.pair(Tournament(players=players, planned=5, rounds=(Round(games=games),)))
    texts = [reason.text for ledger in outcome.ledger for reason in outcome.given_up(ledger)]
    assert len(texts) == 4  # colour preferences and strong ones, of two groups
    assert all(text.count(" against ") == 6 and text.endswith(" and 4 more.") for text in texts)
