"""Explanations of a round that the file contains: first of that round, then of the computed one."""

from __future__ import annotations

from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament
from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Pairing

NAMES = ("Ada", "Ben", "Cy", "Dora", "Eva", "Finn")
FIRST = Round(games=(Game(1, 4, Result.WHITE_WINS), Game(5, 2, Result.BLACK_WINS), Game(3, 6, Result.WHITE_WINS)))


def event(second: Round) -> Tournament:
    """Six players after one round, and a second one in the file."""
    players = tuple(Player(i, NAMES[i - 1]) for i in range(1, 7))
    return Tournament(players=players, planned_rounds=4, rounds=(FIRST, second))


def again(second: Round) -> Pairing:
    """The second round, asked about again."""
    return rookery.pair(event(second), round=2)


def by_the_rules() -> Round:
    return Round(games=tuple(Game(*pair) for pair in rookery.pair(event(Round()).before_round(2)).pairs))


def test_a_round_by_the_rules_is_confirmed_as_such(snapshot: SnapshotAssertion) -> None:
    outcome = again(by_the_rules())
    one, other = outcome.pairs[0]
    kinds = [type(reason.fact) for reason in outcome.explain(one).reasons]
    assert kinds[:2] == [facts.Paired, facts.AsTheRules]
    assert str(outcome.explain(one)) == snapshot
    assert str(outcome.why_not(one, other)) == snapshot
    assert list(map(str, outcome.verdict)) == [str(outcome.explain(one).reasons[1])]


def test_a_different_round_is_described_with_its_first_broken_rule(snapshot: SnapshotAssertion) -> None:
    outcome = again(Round(games=(Game(6, 1), Game(2, 4), Game(5, 3))))
    explained, asked = outcome.explain(1).reasons, outcome.why_not(1, 6).reasons
    kinds = [type(reason.fact) for reason in explained]
    assert kinds[:5] == [
        facts.RecordedAs,
        facts.NotAsTheRules,
        facts.Worse,
        facts.ByTheRules,
        facts.Paired,
    ]
    assert explained[2].article == "C.04.3 2.4.1 [C6]"
    assert asked[:4] == explained[:4]
    assert isinstance(asked[4].fact, facts.Later)
    assert str(outcome.explain(1)) == snapshot
    assert str(outcome.why_not(1, 6)) == snapshot


def test_a_round_that_breaks_an_absolute_rule(snapshot: SnapshotAssertion) -> None:
    outcome = again(Round(games=(Game(4, 1), Game(2, 3), Game(5, 6))))
    kinds = [type(reason.fact) for reason in outcome.verdict]
    assert kinds == [facts.NotAsTheRules, facts.Illegal]
    assert str(outcome.verdict[1]) in str(outcome.explain(4)).splitlines()
    assert str(outcome.explain(4)) == snapshot


def test_a_round_with_other_colours_only(snapshot: SnapshotAssertion) -> None:
    right = by_the_rules()
    first = right.games[0]
    outcome = again(Round(games=(Game(first.black, first.white), *right.games[1:])))
    assert outcome.verdict[0].fact == facts.NotAsTheRules(2, "C.04.3 (2026-02)", colours=True)
    rule = outcome.verdict[-1].fact
    assert isinstance(rule, facts.ColourGiven)
    assert (rule.white, rule.black, rule.filed) == (first.white, first.black, True)
    assert list(map(str, outcome.verdict)) == snapshot
    explained = outcome.explain(first.white)
    about = str(explained).splitlines()
    assert isinstance(explained.reasons[2].fact, facts.ByTheRules)
    assert len(about) == len(set(about))
    assert sum(isinstance(reason.fact, facts.ColourGiven) for reason in explained.reasons) == 1
    assert str(explained) == snapshot
    others = outcome.explain(right.games[1].white)
    assert others.reasons[2].fact == rule
    assert str(others) == snapshot


def test_a_rule_broken_by_the_round_is_reported_once(snapshot: SnapshotAssertion) -> None:
    outcome = again(Round(games=(Game(4, 1), Game(2, 3), Game(5, 6))))
    kinds = [type(reason.fact) for reason in outcome.why_not(1, 4).reasons]
    assert kinds[-2:] == [facts.ByTheRules, facts.Illegal]
    assert kinds.count(facts.Illegal) == 1
    assert str(outcome.why_not(1, 4)) == snapshot


def test_forfeits_without_colours_and_byes_are_described_as_they_are(snapshot: SnapshotAssertion) -> None:
    players = tuple(Player(i, NAMES[i - 1]) for i in range(1, 6))
    first = Round(games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)),
                  byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),))  # fmt: skip
    second = Round(games=(Game(2, 1), Game(5, 3)), byes=(Bye(4, ByeKind.HALF),))
    given = Tournament(players=players, planned_rounds=4, rounds=(first, second))
    outcome = rookery.pair(given, round=2)
    assert outcome.explain(4).reasons[0].fact == facts.Away(4, 2, ByeKind.HALF)
    assert str(outcome.explain(4)) == snapshot
    wrong = replace(given, rounds=(first, Round(games=(Game(2, 1), Game(5, 4)), byes=(Bye(3, ByeKind.FULL),))))
    explained = rookery.pair(wrong, round=2).explain(3)
    assert explained.reasons[0].fact == facts.Away(3, 2, ByeKind.FULL)
    assert str(explained) == snapshot


def test_arbiter_decisions_can_be_explained_without_the_file() -> None:
    outcome = rookery.pair(event(by_the_rules()), round=2, fixed=[(1, 5)])
    assert outcome.verdict == ()
    assert isinstance(outcome.explain(1).reasons[0].fact, facts.Paired)


def test_a_table_says_it_too(snapshot: SnapshotAssertion) -> None:
    table = rookery.load("examples/round-robin.trf").tournament
    assert str(rookery.pair(table, round=2).verdict[0]) == snapshot
