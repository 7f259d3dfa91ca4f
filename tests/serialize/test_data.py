"""Answers as data: one way in, points that cannot be taken for tenths, and the old names."""

from __future__ import annotations

import importlib
import json
from fractions import Fraction
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Bye, ByeKind, Colour, as_data
from rookery.checking.compliance import ComplianceIssue, ComplianceKind
from rookery.pairing.explain.facts import HasTheBye, Named
from rookery.pairing.outcome import Decision
from rookery.serialize.as_data import ENCODERS, FORMS, encode

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("path", [*FORMS, *ENCODERS, *ENCODERS.values()])
def test_every_name_in_the_tables_is_there(path: str) -> None:
    home, _, name = path.rpartition(".")
    assert hasattr(importlib.import_module(home), name)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(27, 4), "27/4"),
        (ByeKind.HALF, "half"),
        (Colour.WHITE, "white"),
        (Bye(3, ByeKind.PAIRING_ALLOCATED), {"player": 3, "kind": "pairing-allocated"}),
        (HasTheBye(5, 2, 15), {"fact": "HasTheBye", "one": 5, "round": 2, "points": "1.5"}),
        (Named((3,), 15, "points"), {"who": [3], "number": "1.5", "unit": "points"}),
        (Named((3,), 15, "times"), {"who": [3], "number": 15, "unit": "times"}),
    ],
    ids=str,
)
def test_formatting_of_values(value: object, told: object) -> None:
    assert encode(value) == told


def test_a_score_is_a_text() -> None:
    told = as_data(Decision(2, 15, (), (1, 2), (), (), lowest=0))
    assert (told["score"], told["lowest"]) == ("1.5", "0")
    rounds = as_data(ComplianceIssue(ComplianceKind.TOO_MANY_ROUNDS, "C.04.1 1", value=9, expected=(7,)))
    assert (rounds["value"], rounds["expected"]) == (9, [7])


def test_several_answers_are_a_list_and_parts_have_no_head() -> None:
    event = rookery.load(ROOT / "examples" / "swiss.trf").tournament
    assert as_data(rookery.check_compliance(event)) == []
    outcome = rookery.pair(event)
    assert list(as_data(outcome.boards[0])) == ["white", "black", "article", "reason"]
    both = as_data([outcome, rookery.completion(event)], ledger=True)
    assert [one["form"] for one in both] == ["outcome", "finality"]
    assert "ledger" in both[0]


def test_the_round_of_an_outcome_can_be_put_into_the_tournament() -> None:
    event = rookery.load(ROOT / "examples" / "swiss.trf").tournament
    outcome = rookery.pair(event)
    told = as_data(event)
    told["rounds"].append(as_data(outcome)["whole"])
    del told["requested"]
    there = rookery.loads(json.dumps(told)).tournament
    assert there.rounds == event.with_round(outcome.round).rounds


def test_values_stand_beside_what_is_shown() -> None:
    event = rookery.load(ROOT / "examples" / "swiss.trf").tournament
    told = as_data(rookery.standings(event, "AOB,SB"), parts=True)
    assert {len(row["values"]) for row in told["rows"]} == {len(row["shown"]) for row in told["rows"]} == {2}
    assert [one["round"] for one in told["rows"][0]["rounds"]] == [1, 2, 3]
    assert sum(Fraction(one["points"]) for one in told["rows"][0]["rounds"]) == Fraction(told["rows"][0]["points"])


def test_a_tournament_is_serialized_in_its_form() -> None:
    event = rookery.load(ROOT / "examples" / "team-swiss.trf").tournament
    assert as_data(event) == json.loads(rookery.dumps(event, "json"))


def test_nothing_else_becomes_data(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:
        as_data(object())
    assert str(caught.value) == snapshot
