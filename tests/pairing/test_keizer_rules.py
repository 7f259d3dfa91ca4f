"""The rules of a club: told in words, kept in the code of the system, and used from there."""

from __future__ import annotations

from fractions import Fraction

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament
from rookery.pairing.keizer import (
    USUAL,
    KeizerRules,
    find_earnings,
    find_problems,
    next_round,
    parse_options,
    ranking,
    rules_from_code,
)
from rookery.regulations import parse_type_code


def club(system: str = "CUSTOM_KEIZER") -> Tournament:
    """Five players after a first round with a bye."""
    first = Round(
        games=(Game(1, 2, Result.DRAW), Game(4, 3, Result.WHITE_WINS)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)
    )
    return Tournament(players=tuple(map(Player, range(1, 6))), system=system, rounds=(first,))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "CUSTOM_KEIZER"),
        ("top=60", "CUSTOM_KEIZER_TOP60"),
        ("apart = 5, start=0", "CUSTOM_KEIZER_START0_APART5"),
        ("half=0.5,full=1,bye=2/3,zero=1/10,late=1/4", "CUSTOM_KEIZER_BYE2/3_FULL1_HALF1/2_ZERO1/10_LATE1/4"),
        ("APART=3", "CUSTOM_KEIZER"),
    ],
)
def test_words_and_code(text: str, code: str) -> None:
    rules = parse_options(text)
    assert (rules.code, rules_from_code(code)) == (code, rules)
    assert parse_type_code(code).format.name == "keizer"


@pytest.mark.parametrize("dialect", ["trf26", "json"])
def test_a_file_keeps_the_rules(dialect: str) -> None:
    event = club("CUSTOM_KEIZER_TOP60_HALF1/2")
    reading = rookery.loads(rookery.dumps(event, dialect))
    assert reading.tournament.system == event.system
    assert not [problem for problem in reading.problems if problem.severity > rookery.Severity.INFO]


@pytest.mark.parametrize(
    "text",
    [
        "top",
        "tip=5",
        "apart=many",
        "apart=1/2",
        "half=1/0",
        "half=-1",
    ],
)
def test_what_cannot_be_meant(text: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        parse_options(text)
    assert str(caught.value) == snapshot


def test_codes_and_values_that_cannot_be(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        next_round(club("CUSTOM_KEIZER_FAST"))
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        next_round(club("CUSTOM_KEIZER_5"))
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        KeizerRules(start=Fraction(-1))
    assert str(caught.value) == snapshot


def test_the_code_decides_unless_rules_are_passed() -> None:
    rules = KeizerRules(top=60, start=Fraction(0), apart=0)
    told_so = club(rules.code)
    assert ranking(told_so) == ranking(club(), rules) != ranking(club())
    assert rookery.pair(told_so).complete_round == next_round(club(), rules) != next_round(club())
    assert ranking(told_so, USUAL) == ranking(club())


def test_what_everybody_has_earned() -> None:
    rows = find_earnings(club())
    assert rows[5] == [(0, 5, Fraction(1)), (1, 5, Fraction(1, 2))]
    assert rows[4] == [(0, 4, Fraction(1)), (1, 3, Fraction(1))]
    values = {place.player: place.value for place in ranking(club()).places}
    for place in ranking(club()).places:
        assert place.score == sum(each.share * values[each.whose] for each in rows[place.player])


def test_a_round_by_other_rules_gets_a_remark(snapshot: SnapshotAssertion) -> None:
    event = club()
    assert list(find_problems(event)) == []
    other = event.with_round(Round(games=(Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW)), byes=event.rounds[0].byes))
    said = [str(problem.text) for problem in find_problems(other)]
    assert said == snapshot
    assert rookery.check(other).agree
    assert rookery.check(other).notes == tuple(said)
