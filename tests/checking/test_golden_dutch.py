"""The small Dutch tournaments that ship with the project: every round as an independent program has confirmed it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rookery
from rookery.checking.checker import position
from rookery.errors import Severity
from sweeps import golden_dutch

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "dutch"
EXPECTED = json.loads((FOLDER / "expected.json").read_text("utf-8"))


def test_there_are_enough() -> None:
    assert len(EXPECTED) >= 20
    assert {one["file"] for one in EXPECTED} == {path.name for path in FOLDER.glob("*.trf")}


@pytest.mark.parametrize("one", EXPECTED, ids=lambda one: one["file"])
def test_every_round(one: dict) -> None:
    reading = rookery.load(FOLDER / one["file"])
    assert max((problem.severity for problem in reading.problems), default=Severity.INFO) is Severity.INFO
    tournament = reading.tournament
    assert len(tournament.players) == one["players"]
    for wanted in one["rounds"]:
        before = position(tournament, wanted["round"])
        absent = {str(player): kind.value for player, kind in before.absent(wanted["round"]).items()}
        assert absent == wanted["absent"]
        outcome = rookery.pair(before)
        assert sorted(map(list, outcome.pairs)) == sorted(wanted["pairs"]), wanted["round"]
        assert outcome.bye == wanted["bye"]
    assert rookery.check(tournament).agree


def test_the_reference_still_says_so() -> None:
    assert golden_dutch.confirm() == 0
