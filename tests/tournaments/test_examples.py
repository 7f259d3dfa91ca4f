"""The tournaments of examples/desk are what their tool makes of them today, and worth looking at."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import rookery
from rookery.storage import log_file
from rookery.tournaments.state import State
from rookery.tournaments.undo import replay_records


@pytest.fixture(scope="module")
def tool(root: Path) -> ModuleType:
    """tools/desk_examples.py."""
    spec = importlib.util.spec_from_file_location("desk_examples", root / "tools" / "desk_examples.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def state(examples: Path, name: str) -> State:
    """What the log of an example adds up to."""
    return replay_records(log_file.loads((examples / "desk" / f"{name}.rookery").read_bytes())[1])


@pytest.mark.parametrize("name", ["open", "teams", "knock-out"])
def test_the_file_is_what_the_tool_makes(name: str, tool: ModuleType, examples: Path) -> None:
    assert (examples / "desk" / f"{name}.rookery").read_bytes() == tool.EXAMPLES[name](), "make pages writes it again"


def test_every_example_is_named(tool: ModuleType, examples: Path) -> None:
    assert {path.stem for path in (examples / "desk").iterdir()} == set(tool.EXAMPLES)


def test_an_open_in_the_middle_of_a_round(examples: Path) -> None:
    here = state(examples, "open")
    t = here.tournament
    assert (len(t.players), len(t.rounds), t.planned_rounds) == (49, 5, 9)
    assert here.fide
    assert 20 <= len(t.rounds[-1].games) <= 24
    assert 5 <= len(t.rounds[-1].pending) <= 15
    assert not any(round.pending for round in t.rounds[:-1])
    assert {bye.kind.name for round in t.rounds for bye in round.byes} >= {"HALF", "ZERO", "PAIRING_ALLOCATED"}
    assert here.withdrawn
    assert rookery.check(t).agree


def test_a_team_cup_that_is_over(examples: Path) -> None:
    t = state(examples, "teams").tournament
    assert (len(t.teams), len(t.rounds), t.planned_rounds) == (8, 5, 5)
    assert not any(round.pending for round in t.rounds)
    assert rookery.check(t).agree


def test_a_knock_out_in_its_semi_finals(examples: Path) -> None:
    here = state(examples, "knock-out")
    assert not here.fide
    assert len(here.tournament.rounds) == 3
    assert len(here.tournament.rounds[-1].pending) == 1
