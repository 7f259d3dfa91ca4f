"""Every answer is what its JSON Schema says, and the schemas are what the types say."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("jsonschema")

import rookery
from rookery import Problem, Severity, Tournament, as_data
from rookery.cli.commands.serve_engine import KEYS, VERBS, parse_request
from rookery.errors import (
    ConflictError,
    FormatError,
    NoPairingError,
    RookeryError,
    RuleError,
    TooLargeError,
    UnfinishedError,
    UnsupportedError,
)
from rookery.pairing.explain.glossary import WORDS
from rookery.pairing.outcome import Cause
from rookery.rating import ListGame, ListPlayer, rate_period
from rookery.rating_lists.entry import ListEntry
from support import generator_kinds
from support.corpora import unpack
from support.schemas import FOLDER, NAMES, faults, schema, validator

ROOT = FOLDER.parents[1]
EXAMPLES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*.trf"))


def all_answers(tournament: Tournament) -> Iterator[Any]:
    """Everything that can be asked of a tournament; an error is an answer too."""
    yield tournament
    for ask in (
        rookery.standings,
        rookery.rate,
        rookery.norms,
        rookery.check,
        rookery.check_feasibility,
        rookery.check_compliance,
    ):
        try:
            yield ask(tournament)  # type: ignore[operator]
        except RookeryError as error:
            yield error
    yield rookery.completion(tournament)
    yield from paired(tournament)


def paired(tournament: Tournament) -> Iterator[Any]:
    """The next round, or the last one again, and why it is as it is."""
    for round in (None, len(tournament.rounds)) if tournament.rounds else (None,):
        try:
            outcome = rookery.pair(tournament, round=round)
            yield outcome
            yield rookery.check_pairing(tournament.before_round(outcome.round_number), outcome.pairs[:1])
            if outcome.pairs:
                (one, _), (_, two) = outcome.pairs[0], outcome.pairs[-1]
                yield from (outcome.explain(one), outcome.why_not(one, two), outcome.why_not(two))
        except RookeryError as error:
            yield error


def all_faults(tournament: Tournament) -> list[str]:
    """What is wrong with the data of every answer about a tournament, told in full."""
    return [
        fault
        for answer in all_answers(tournament)
        for fault in faults(json.loads(json.dumps(as_data(answer, ledger=True, parts=True, lines=True, games=True))))
    ]


# -- answers


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_answer_about_an_example(name: str) -> None:
    reading = rookery.load(ROOT / name)
    assert all_faults(reading.tournament) == []
    assert faults(as_data(reading.problems)) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*generator_kinds.KINDS, "dutch", "dubov", "burstein", "lim", "double-swiss", "team"])
@pytest.mark.parametrize("seed", range(3))
def test_every_answer_about_a_generated_tournament(kind: str, seed: int) -> None:
    swiss = kind not in generator_kinds.KINDS
    made = rookery.generate(rookery.GeneratorSettings(system=kind), seed) if swiss else generator_kinds.make(kind, seed)
    assert all_faults(made) == []


@pytest.mark.slow
@settings(suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(["dutch", "dubov", "burstein", "lim", "double-swiss", "keizer", "knockout", "round-robin"]),
    st.integers(3, 14),
    st.integers(1, 6),
    st.integers(0, 10**6),
)
def test_every_answer_about_any_tournament(system: str, players: int, rounds: int, seed: int) -> None:
    with suppress(RookeryError):  # so few cannot play so many rounds
        made = rookery.generate(rookery.GeneratorSettings(system=system, players=players, rounds=rounds), seed)
        assert all_faults(made.before_round(1 + seed % (len(made.rounds) + 1))) == []


@pytest.mark.corpus
@pytest.mark.slow
def test_every_answer_about_the_corpora() -> None:
    """Some of each kind, not too large."""
    for folder in sorted(unpack().iterdir()):
        files = [one for one in sorted(folder.rglob("*.trf")) if one.stat().st_size < 6000]
        for path in files[:: len(files) // 2 + 1]:
            assert all_faults(rookery.load(path).tournament) == [], path


def test_an_error_of_every_class() -> None:
    problem = Problem(Severity.ERROR, "json", 1, (1, 2), "", "no")
    errors = [
        FormatError([problem]), TooLargeError([problem]), RuleError("no", article="C.04", participants=(1,)),
        UnfinishedError(2, ((1, 2),)), NoPairingError("no", (Cause(((1,),), ()), rookery.ForbiddenPair((1, 2), 2, 4))),
        UnsupportedError("no"), ConflictError("spring-open", 3, 4), RookeryError("no"),
    ]  # fmt: skip
    told = as_data(errors)
    assert faults(told) == []
    assert [error["class"] for error in told] == [
        "FormatError", "TooLarge", "RuleError", "Unfinished", "NoPairing", "Unsupported", "Conflict", "RookeryError",
    ]  # fmt: skip


def test_other_reports() -> None:
    period = rate_period([ListPlayer(7, 2000, 20), ListPlayer(9, 1900, 40)], [ListGame(7, 9, 0)])
    assert faults(as_data([*period, *WORDS, ListEntry(fide_id=1, name="A")])) == []


# -- schemas


@pytest.mark.slow
def test_the_schemas_are_what_the_tool_writes(tmp_path: Path) -> None:
    """`make pages` puts it right."""
    shutil.copy(ROOT / "docs" / "json.md", tmp_path)
    tool = [sys.executable, str(ROOT / "tools" / "json_schemas_page.py"), str(tmp_path)]
    subprocess.run(tool, check=True, env={"PYTHONPATH": str(ROOT / "src")})
    assert (tmp_path / "json.md").read_text("utf-8") == (ROOT / "docs" / "json.md").read_text("utf-8")
    written = {path.name: path.read_text("utf-8") for path in (tmp_path / "schemas").iterdir()}
    assert written == {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_unique(name: str) -> None:
    validator(name).check_schema(schema(name))
    assert schema(name)["title"] == name


@pytest.mark.parametrize("name", VERBS)
def test_a_request_is_what_the_engine_accepts(name: str) -> None:
    """Each key with a right and a wrong value: the engine and the schema agree about both."""
    right: dict[str, Any] = {
        **dict.fromkeys(KEYS, 1), "tournament": {"rookery": 1}, "rounds": [1], "through": [1], "exclude": [2],
        "k": {"7": 20}, "ratings": {"7": 1920, "8": None}, "fixed": [[3, 7]],
        "boards": [[3, 7], [5, 0]], "tiebreaks": ["BH/C1", "SB"],
        **dict.fromkeys(("ledger", "parts", "provisional", "strict", "for_rating", "approved", "lines"), True),
        **dict.fromkeys(("force", "reverse"), True), "numbers": [2, 1], "draw": "lot",
        **dict.fromkeys(("system", "edition", "kind", "title", "format", "to"), "text"),
    }  # fmt: skip
    keys = (*VERBS[name].needs, *VERBS[name].takes)
    whole = {"id": 1, "verb": name, **{key: right[key] for key in keys}}
    requests = [whole, {**whole, "else": 1}, {**whole, "id": [1]}]
    requests += [{**whole, key: wrong} for key in keys for wrong in ([[1]], 1.5, {"7": "x"})]
    requests += [{part: value for part, value in whole.items() if part != key} for key in keys]
    for request in requests:
        try:
            parse_request(json.dumps(request).encode(), VERBS)
            accepted = True
        except FormatError:
            accepted = False
        assert accepted == validator("request").is_valid(request), request


def samples() -> dict[str, Any]:
    """An answer of each form that `examples/swiss.trf` has."""
    event = rookery.load(ROOT / "examples" / "swiss.trf").tournament
    told = [as_data(answer, ledger=True, parts=True, lines=True, games=True) for answer in all_answers(event)]
    told += [as_data(rookery.check_pairing(event, [(1, 2)])), as_data(RuleError("no", article="C.04"))]
    flat = [one for each in told for one in (each if isinstance(each, list) else [each])]
    return {one.get("form", "tournament"): one for one in flat}


SAMPLES = samples()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_changed_or_missing_key_is_noticed(name: str) -> None:
    whole = SAMPLES[name]
    for key in schema(name)["required"]:
        left = {one: value for one, value in whole.items() if one != key}
        assert faults(left, name), key
        assert faults({**left, f"{key}_": whole[key]}, name), key
        assert faults({**whole, key: {"else": 1.5}}, name), key


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data["rows"][0].update(points=30),  # tenths, as Python has them
        lambda data: data["rows"][0].update(points=3.0),
        lambda data: data["rows"][0]["values"].append(4),
        lambda data: data["rows"][0]["values"].append("4,5"),
        lambda data: data["rows"][0]["parts"][0][0].pop("value"),
        lambda data: data["rows"][0]["rounds"][0].update(colour="w"),
    ],
)
def test_points_and_values_are_texts(spoil: Any) -> None:
    data = json.loads(json.dumps(SAMPLES["standings"]))
    assert faults(data) == []
    spoil(data)
    assert faults(data)


def test_a_player_without_a_number_is_noticed() -> None:
    data = json.loads(json.dumps(SAMPLES["tournament"]))
    del data["players"][0]["id"]
    assert faults(data) == ["tournament: $.players[0]: 'id' is a required property"]
