"""A short run of the fuzzing; `python tests/sweeps fuzz` is the long one. And the judges judged."""

from __future__ import annotations

import json
import random
from importlib.util import find_spec

import pytest

from support.fuzz import pool
from support.fuzz.json_cases import _check_values
from support.fuzz.mutations import mutated
from support.fuzz.preserved import check_conversions, read
from support.fuzz.sources import json_texts, tournaments
from support.seeds import SEED

KINDS = {"trf": 75, "json": 60, "csv": 60, "lists": 40, "commands": 50, "engine": 50}
"""How many cases of each kind are tried."""
FEW = 4

needs_limits = pytest.mark.skipif(find_spec("resource") is None, reason="limits of processes are of POSIX")


@needs_limits
@pytest.mark.smoke
def test_a_few_cases_of_each_kind() -> None:
    cases = list(pool.run(((kind, seed) for kind in KINDS for seed in range(SEED, SEED + FEW)), 1))
    assert len(cases) == FEW * len(KINDS)
    assert [(case.kind, case.seed, *case.findings) for case in cases if case.findings] == []
    assert len({(case.kind, case.outcome) for case in cases}) > len(KINDS)


@needs_limits
@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seeds"), KINDS.items())
def test_nothing_falls_over_and_nothing_is_lost(kind: str, seeds: int) -> None:
    cases = list(pool.run(((kind, seed) for seed in range(SEED, SEED + seeds)), 1))
    assert len(cases) == seeds
    assert [(case.seed, *case.findings) for case in cases if case.findings] == []
    assert len({case.outcome for case in cases}) > 2


@needs_limits
@pytest.mark.smoke
def test_problems_are_detected() -> None:
    found = {case.seed: (case.outcome, *case.findings) for case in pool.run((("pool", seed) for seed in range(6)), 2)}
    assert found[0] == found[5] == ("fine",)
    assert found[1] == ("fault", "told")
    assert found[2][:1] == ("raised",)
    assert "RookeryError: escaped" in found[2][1]
    assert found[3][:1] == ("large",)
    assert found[4] == ("died", "died with 7")


@pytest.mark.smoke
def test_a_case_depends_on_its_seed_alone() -> None:
    one, other = (mutated(tournaments()[0], random.Random("x"), tournaments()) for _ in range(2))
    assert one == other != tournaments()[0]


@pytest.mark.smoke
def test_a_missing_value_is_detected() -> None:
    tree = json.loads(json_texts()[0])
    tree["event"]["name"] = "Another"
    with pytest.raises(Exception, match="lost in silence"):
        _check_values(json.dumps(tree).encode(), json_texts()[0])


def test_every_valid_input_is_accepted() -> None:
    for data in dict.fromkeys((*tournaments(), *json_texts())):
        reading = read(data)
        assert reading is not None
        check_conversions(reading)
