"""An allocated bye that is worth nothing is a downfloat all the same (C.04.3 1.4.3): all that bbpPairings differs in.

tests/golden/bye-worth-nothing.jsonl has positions of `rookery crosscheck --bye-points 0` in which bbpPairings 6.0.0, a
black box, answered otherwise. The literal reference gives our answer; read otherwise in this one article, and in
nothing else, we give the answer of bbpPairings. `python tests/sweeps bye_worth_nothing FOLDER` asks the same of all
that a campaign has kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rookery
from literal.dutch import pair_next_round
from literal.events import read_event
from support.other_readings import bye_floats_by_points

LINES = (Path(__file__).parent.parent / "golden" / "bye-worth-nothing.jsonl").read_text().splitlines()
POSITIONS = [json.loads(line) for line in LINES]
NAMES = [f"{position['players']}-players-{position['rule']}-{position['seed']}" for position in POSITIONS]

Answer = tuple[list[list[int]], int | None]


def answer(pairs: Any, bye: int | None) -> Answer:
    return sorted([list(pair) for pair in pairs]), bye


def ours(trf: str) -> Answer:
    outcome = rookery.pair(rookery.loads(trf.encode()).tournament)
    return answer(outcome.pairs, outcome.bye)


def test_there_are_positions_of_several_rules() -> None:
    assert {position["rule"] for position in POSITIONS} >= {"C14", "C16"}
    assert all("P 0.0" in position["trf"] for position in POSITIONS)


@pytest.mark.parametrize("position", POSITIONS, ids=NAMES)
def test_the_text_gives_ours(position: dict[str, Any]) -> None:
    expected = answer(*position["ours"])
    assert ours(position["trf"]) == expected
    said = pair_next_round(read_event(position["trf"]))
    assert said is not None
    assert answer(said.pairs, said.bye) == expected != answer(*position["theirs"])


@pytest.mark.parametrize("position", POSITIONS, ids=NAMES)
def test_without_that_float_ours_is_theirs(position: dict[str, Any]) -> None:
    with bye_floats_by_points():
        assert ours(position["trf"]) == answer(*position["theirs"])
    assert ours(position["trf"]) == answer(*position["ours"])
