"""Questions about a round that is in the file already speak of that round first, and then of the one by the rules."""

from __future__ import annotations

from dataclasses import replace

import rookery
from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament
from rookery.pairing import facts
from rookery.pairing.outcome import Outcome

NAMES = ("Ada", "Ben", "Cy", "Dora", "Eva", "Finn")
FIRST = Round(games=(Game(1, 4, Result.WHITE_WINS), Game(5, 2, Result.BLACK_WINS), Game(3, 6, Result.WHITE_WINS)))


def event(second: Round) -> Tournament:
    """Six players after one round, and a second one in the file."""
    players = tuple(Player(i, NAMES[i - 1]) for i in range(1, 7))
    return Tournament(players=players, planned=4, rounds=(FIRST, second))


def again(second: Round) -> Outcome:
    """The second round, asked about again."""
    return rookery.pair(event(second), round=2)


def by_the_rules() -> Round:
    return Round(games=tuple(Game(*pair) for pair in rookery.pair(event(Round()).until(2)).pairs))


def test_a_round_by_the_rules_is_said_to_be_one() -> None:
    outcome = again(by_the_rules())
    one, other = outcome.pairs[0]
    kinds = [type(reason.fact) for reason in outcome.explain(one).reasons]
    assert kinds[:2] == [facts.Paired, facts.AsTheRules]
    assert "Round 2 in the file is paired as the rules give it, by C.04.3 (2026-02)." in str(outcome.explain(one))
    assert str(outcome.why_not(one, other)).endswith("do meet in this round.")
    assert [str(reason) for reason in outcome.standing] == [
        "Round 2 in the file is paired as the rules give it, by C.04.3 (2026-02)."
    ]


def test_another_round_is_told_first_with_the_rule_that_it_breaks() -> None:
    outcome = again(Round(games=(Game(6, 1), Game(2, 4), Game(5, 3))))
    said = str(outcome.explain(1)).splitlines()
    assert said[0] == "In round 2 of the file Ada (1) has Black against Finn (6)."
    assert said[1] == "Round 2 in the file is not the one that the rules give, by C.04.3 (2026-02)."
    assert said[2].startswith("The round in the file means more players floating down from the group of 1 point: ")
    assert said[2].endswith("(C.04.3 2.4.1 [C6])")
    assert said[3] == "By the rules:"
    assert said[4].startswith("Ada (1) has ")
    asked = str(outcome.why_not(1, 6)).splitlines()
    assert asked[:4] == said[:4]
    assert asked[4].startswith("If Ada (1) met Finn (6), the group of 1 point could be paired just as well by")


def test_a_round_that_breaks_an_absolute_rule() -> None:
    outcome = again(Round(games=(Game(4, 1), Game(2, 3), Game(5, 6))))
    kinds = [type(reason.fact) for reason in outcome.standing]
    assert kinds == [facts.NotAsTheRules, facts.Illegal]
    assert "Dora (4) and Ada (1) have already met, in round 1. (C.04.3 2.1.1 [C1])" in str(outcome.explain(4))


def test_a_round_with_other_colours_only() -> None:
    right = by_the_rules()
    first = right.games[0]
    outcome = again(Round(games=(Game(first.black, first.white), *right.games[1:])))
    assert "Round 2 in the file has other colours than the rules give" in str(outcome.standing[0])
    assert isinstance(outcome.standing[-1].fact, facts.ColourGiven)
    name = {one: f"{NAMES[one - 1]} ({one})" for one in (first.white, first.black)}
    rule = f"By the rules {name[first.white]} has White against {name[first.black]}: "
    assert str(outcome.standing[-1]).startswith(rule)
    about = str(outcome.explain(first.white)).splitlines()
    assert about[2] == "By the rules:"
    assert len(about) == len(set(about))
    assert sum("has White and" in line for line in about) == 1
    others = str(outcome.explain(right.games[1].white)).splitlines()
    assert others[2].startswith(rule)


def test_a_rule_that_the_round_breaks_is_told_once() -> None:
    outcome = again(Round(games=(Game(4, 1), Game(2, 3), Game(5, 6))))
    said = str(outcome.why_not(1, 4)).splitlines()
    assert said[-2:] == ["By the rules:", "Ada (1) and Dora (4) have already met, in round 1. (C.04.3 2.1.1 [C1])"]
    assert sum("have already met" in line for line in said) == 1


def test_forfeits_without_colours_and_byes_are_told_as_they_are() -> None:
    players = tuple(Player(i, NAMES[i - 1]) for i in range(1, 6))
    first = Round(games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)),
                  byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),))  # fmt: skip
    second = Round(games=(Game(2, 1), Game(5, 3)), byes=(Bye(4, ByeKind.HALF),))
    given = Tournament(players=players, planned=4, rounds=(first, second))
    outcome = rookery.pair(given, round=2)
    assert str(outcome.explain(4)) == "Dora (4) is not paired in round 2: half-point bye."
    wrong = replace(given, rounds=(first, Round(games=(Game(2, 1), Game(5, 4)), byes=(Bye(3, ByeKind.FULL),))))
    assert "full-point bye" in str(rookery.pair(wrong, round=2).explain(3))


def test_what_the_arbiter_fixes_is_asked_about_without_the_file() -> None:
    outcome = rookery.pair(event(by_the_rules()), round=2, fixed=[(1, 5)])
    assert outcome.standing == ()
    assert isinstance(outcome.explain(1).reasons[0].fact, facts.Paired)


def test_a_table_says_it_too() -> None:
    table = rookery.load("examples/round-robin.trf").tournament
    assert "is paired as the format gives it" in str(rookery.pair(table, round=2).standing[0])
