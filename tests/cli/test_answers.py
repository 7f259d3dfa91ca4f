"""What commands and the engine tell other programs is what the JSON Schemas say, and what the library gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("jsonschema")

import rookery
from rookery.rating import ListGame, ListPlayer, PoolMonth, rate_period
from rookery.serialize.as_data import as_data
from support.command_line import Run
from support.schemas import faults

COMMANDS = (
    ["show", "examples/swiss.trf", "--format", "json"],
    ["pair", "examples/swiss.trf", "--format", "json"],
    ["pair", "examples/swiss.trf", "--explain", "--format", "json"],
    ["pair", "examples/swiss.trf", "--explain", "3", "--format", "json"],
    ["pair", "examples/swiss.trf", "--why-not", "3", "7", "--format", "json"],
    ["pair", "examples/swiss.trf", "--why-not", "3", "bye", "--format", "json"],
    ["standings", "examples/swiss.trf", "--show-parts", "--format", "json"],
    ["standings", "examples/swiss.trf", "--category", "sex=w", "--category", "1600-2100", "--format", "json"],
    ["check", "examples/swiss.trf", "examples/round-robin.trf", "--format", "json"],
    ["check", "examples/swiss.trf", "--rounds", "9", "--format", "json"],
    ["validate", "examples/swiss.trf", "--fide", "--format", "json"],
    ["validate", "examples/broken.json", "--format", "json"],
    ["rate", "examples/swiss.trf", "--format", "json"],
    ["norms", "examples/norms.trf", "--format", "json"],
    ["schedule", "--players", "5", "--format", "json"],
    ["schedule", "--boards", "4", "--format", "json"],
    ["tiebreaks", "--format", "json"],
    ["tiebreaks", "BH/C1", "--format", "json"],
    ["words", "--format", "json"],
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_a_command_prints(words: list[str], run: Run, ground: Path) -> None:
    assert faults(json.loads(run(*words).out)) == []


def test_what_the_engine_sends(run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("examples/requests.jsonl") as requests:
        monkeypatch.setattr("sys.stdin", requests)
        said = [json.loads(line) for line in run("serve-engine").out.splitlines()]
    assert [faults(one.get("answer") or one["error"]) for one in said] == [[]] * len(said)


def test_it_is_what_the_library_gives(run: Run, ground: Path) -> None:
    event = rookery.load("examples/swiss.trf").tournament
    library = {
        "standings": as_data(rookery.standings(event)),
        "rate": as_data(rookery.rate(event)),
        "norms": as_data(rookery.norms(event)),
        "pair": as_data(rookery.pair(event), ledger=True),
        "check": {**as_data(rookery.check(event)), "file": "examples/swiss.trf"},
    }
    for verb, told in library.items():
        assert json.loads(run(verb, "examples/swiss.trf", "--format", "json").out) == told
    outcome = rookery.pair(event)
    for words, answer in ((["--explain", "3"], outcome.explain(3)), (["--why-not", "3", "7"], outcome.why_not(3, 7))):
        said = run("pair", "examples/swiss.trf", *words, "--format", "json").out
        assert json.loads(said) == as_data(answer, ledger=True)


def test_a_rated_period_has_its_form() -> None:
    pool = (PoolMonth(24316, 3, 5400, 2),)
    told = as_data(
        rate_period([ListPlayer(7, 2000, 20), ListPlayer(9, 1900, 40), ListPlayer(8, pool=pool)], [ListGame(7, 9, 0)])
    )
    assert faults(told) == []
    assert told[2]["pool"] == [{"month": 24316, "games": 3, "total": 5400, "half_points": 2}]
