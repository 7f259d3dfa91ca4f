"""`rookery check`: what it prints, what it gives to programs, and its exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.formatting import participant_label
from rookery.generator.settings import GeneratorSettings
from rookery.model import Game, Match
from support.command_line import Run
from sweeps import changes


@pytest.fixture
def right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("right.trf")
    path.write_bytes(
        rookery.dumps(rookery.generate(GeneratorSettings(players=12, rounds=4, acceleration="none"), seed=3))
    )
    return path


@pytest.fixture
def wrong(right: Path) -> Path:
    made = changes.changed(rookery.load(right).tournament, "colour", Random(1))
    assert made is not None
    path = Path(f"wrong-{made.round}.trf")
    path.write_bytes(rookery.dumps(made.tournament))
    return path


def test_all_agree(run: Run, right: Path, snapshot: SnapshotAssertion) -> None:
    done = run("check", right)
    assert done.code == 0
    assert done.out == snapshot


def test_a_difference_is_described_in_words(run: Run, wrong: Path, right: Path, snapshot: SnapshotAssertion) -> None:
    done = run("check", wrong, right)
    assert done.code == 1
    assert "C.04.3 5.2" in done.out
    assert done.out == snapshot
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_illegal_and_worse_rounds_are_distinguished(run: Run, right: Path, snapshot: SnapshotAssertion) -> None:
    event = rookery.load(right).tournament
    texts: dict[bool, str] = {}
    for seed in range(12):
        change = changes.changed(event, "pair", Random(seed))
        assert change is not None
        Path("x.trf").write_bytes(rookery.dumps(change.tournament))
        done = run("check", "--rounds", change.round, "x.trf")
        assert done.code == 1
        (checked,) = json.loads(run("check", "--rounds", change.round, "--format", "json", "x.trf").out)["rounds"]
        texts.setdefault(checked["legal"], done.out)
    assert texts[False] == snapshot(name="illegal")
    assert texts[True] == snapshot(name="legal but worse")


def test_wrong_ranks(run: Run, right: Path, snapshot: SnapshotAssertion) -> None:
    event = rookery.load(right).tournament
    players = tuple(replace(player, rank=13 - (player.rank or 0)) for player in event.players)
    Path("r.trf").write_bytes(rookery.dumps(replace(event, players=players)))
    done = run("check", "r.trf")
    assert done.code == 1
    assert done.out == snapshot
    data = json.loads(run("check", "--format", "json", "r.trf").out)
    assert {"player", "recorded", "expected", "recorded_points", "expected_points"} == set(data["standings"][0])


def test_for_programs(run: Run, wrong: Path, right: Path) -> None:
    done = run("check", "--format", "json", wrong)
    told = json.loads(done.out)
    assert done.code == 1
    assert (told["file"], told["agree"]) == (str(wrong), False)
    round = told["rounds"][int(wrong.stem[-1]) - 1]
    assert (round["agree"], round["legal"]) == (False, True)
    assert set(round["differences"][0]) == {"board", "recorded", "expected"}
    assert {"bracket", "criterion", "article", "recorded", "expected"} <= set(round["decided_by"])
    assert [load["agree"] for load in json.loads(run("check", "--format", "json", wrong, right).out)] == [False, True]


def test_some_rounds_only(run: Run, wrong: Path) -> None:
    number = int(wrong.stem[-1])
    others = ",".join(str(one) for one in range(1, number)) or "1"
    assert run("check", "--rounds", others, wrong).code == int(number == 1)
    assert run("check", "--rounds", f"{number}-{number}", wrong).code == 1


def test_jobs_give_the_same_in_the_same_order(run: Run, wrong: Path, right: Path) -> None:
    files = [wrong, right, wrong]
    assert run("check", "--jobs", 2, *files) == run("check", *files)


def test_standard_input_is_read_by_its_owner(
    run: Run, wrong: Path, right: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    """Other processes have none of ours."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(wrong.read_bytes())))
    done = run("check", "--jobs", 2, right, "-")
    assert (done.code, done.err) == (1, "")
    assert done.out == snapshot


@pytest.mark.parametrize("rounds", ["x", "1-x", "", "0"])
def test_bad_requests(run: Run, right: Path, rounds: str) -> None:
    assert run("check", "--rounds", rounds, right).code == 3


def test_bad_files(run: Run, right: Path, snapshot: SnapshotAssertion) -> None:
    Path("no.trf").write_text("not a tournament")
    Path("old.trf").write_bytes(right.read_bytes().replace(b"FIDE_DUTCH_2026", b"FIDE_DUTCH_2013"))
    Path("bad.trf").write_bytes(right.read_bytes().replace(b"001    2", b"001    1"))
    assert run("check", "no.trf").code == 3
    assert run("check", "old.trf").out == snapshot
    assert run("check", "bad.trf").code == 3
    assert run("check", "absent.trf", right).code == 5
    assert run("check", "--rounds", "9", right).code == 3


def test_another_system_can_be_requested(run: Run, tmp_path: Path) -> None:
    """The option comes before the file's own record 192."""
    made = rookery.generate(rookery.GeneratorSettings(players=12, rounds=5, system="burstein"), seed=3)
    path = tmp_path / "burstein.trf"
    path.write_bytes(rookery.dumps(replace(made, system="")))
    assert run("check", str(path), "--system", "Burstein").code == 0
    assert run("check", str(path)).code == 1
    assert run("check", str(path), "--system", "nonsense").code == 3


def unnamed(path: Path, system: str = "burstein") -> Path:
    """A tournament of another system that does not say so."""
    made = rookery.generate(GeneratorSettings(players=12, rounds=5, system=system), seed=3)
    path.write_bytes(rookery.dumps(replace(made, system="")))
    return path


def test_what_the_judgement_rests_on_comes_before_the_differences(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = run("check", unnamed(Path("unnamed.trf"))).out.splitlines()
    assert lines[:5] == snapshot
    assert lines[3] == ""


def test_blank_lines_only_between(run: Run, wrong: Path, right: Path) -> None:
    one = run("check", wrong).out
    assert (one.endswith("\n\n"), "\n\n\n" in one) == (False, False)
    assert run("check", wrong, wrong, right, right).out == f"{one}\n{one}\n{run('check', right, right).out}"


@pytest.mark.parametrize("kind", ["bye", "pair"])
def test_reasons_in_words(
    run: Run, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)
    reasons: dict[str, str] = {}
    for seed in range(14):
        event = rookery.generate(GeneratorSettings(players=9 + seed % 3, rounds=5, acceleration="none"), seed=seed)
        change = changes.changed(event, kind, Random(seed))
        if change is not None:
            Path("x.trf").write_bytes(rookery.dumps(change.tournament))
            text = run("check", "--rounds", change.round, "x.trf").out
            assert "bracket" not in text
            reason = text.split("\n\n")[1]
            reasons.setdefault(reason.rpartition("(")[2].rstrip(")"), reason)
    assert "C.04.3 2.4.10 [C15]" in reasons
    assert reasons == snapshot


def test_faults_of_a_format_are_readable_by_programs(run: Run, ground: Path) -> None:
    event = rookery.load("examples/round-robin.trf").tournament
    twice = replace(event, rounds=(event.rounds[0], event.rounds[0], *event.rounds[2:]))
    Path("twice.trf").write_bytes(rookery.dumps(twice))
    told = json.loads(run("check", "--format", "json", "twice.trf").out)
    said = " ".join(run("check", "twice.trf").out.split())
    assert told["faults"]
    assert all(one[1:].rstrip(".") in said for one in told["faults"])
    assert json.loads(run("check", "--format", "json", "examples/round-robin.trf").out)["faults"] == []


def test_an_incomplete_round_robin_is_no_success(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    event = rookery.load("examples/round-robin.trf").tournament
    last = event.rounds[-1]
    short = replace(event, rounds=(*event.rounds[:-1], replace(last, games=last.games[1:])))
    Path("short.trf").write_bytes(rookery.dumps(short))
    done = run("check", "short.trf")
    assert done.code == 1
    assert done.out == snapshot


def test_colours_of_a_round_robin(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    event = rookery.load("examples/round-robin.trf").tournament
    first, *rest = event.rounds[0].games
    turned = replace(first, white=first.black, black=first.white, result=first.result.reversed)
    rounds = (replace(event.rounds[0], games=(turned, *rest)), *event.rounds[1:])
    Path("turned.trf").write_bytes(rookery.dumps(replace(event, rounds=rounds)))
    done = run("check", "turned.trf")
    assert done.code == 1
    assert "(C.05 Annex 1)\n" in done.out
    assert done.out == snapshot


def test_another_edition_can_be_requested(run: Run, right: Path, snapshot: SnapshotAssertion) -> None:
    assert run("check", "--edition", "2026", right).out == run("check", right).out
    older = run("check", "--edition", "2017", "--rounds", 1, right)
    assert older.out.splitlines()[1] == snapshot
    done = run("check", "--edition", "1999", right)
    assert done.code == 3
    assert done.out == snapshot


@pytest.mark.parametrize("name", ["team", "double", "lim"])
def test_other_colours_are_described_by_name(name: str, run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    given = rookery.load(Path(f"examples/complaints/{name}.trf")).tournament
    outcome = rookery.pair(given, round=3)
    last = given.rounds[2]
    meetings = [(field, one) for field in ("games", "matches") for one in getattr(last, field)]
    field, first = meetings[0]
    turned = (
        Match(first.black, first.white, first.games, first.forfeit)
        if field == "matches"
        else Game(first.black, first.white)
    )
    rest = getattr(last, field)[1:]
    made = replace(given.before_round(4), rounds=(*given.rounds[:2], replace(last, **{field: (turned, *rest)})))
    Path("turned.json").write_bytes(rookery.dumps(made, "json"))
    text = run("check", "turned.json", "--rounds", "3").out
    white, black = next(pair for pair in outcome.pairs if first.white in pair)
    reason = " ".join(text.split("\n\n")[1].split())
    assert (
        0
        < reason.index(participant_label(given.participants_by_number[white]))
        < reason.index(participant_label(given.participants_by_number[black]))
    )
    assert text == snapshot


@pytest.mark.skipif(os.name != "posix", reason="pipes that have a name are of POSIX")
def test_pipes_are_read_by_ourselves(examples: Path, snapshot: SnapshotAssertion) -> None:
    """What a shell puts in the place of a command can be read by the process alone that it was given to."""
    given = [os.pipe(), os.pipe()]
    for _, into in given:
        with os.fdopen(into, "wb") as file:
            file.write((examples / "swiss.trf").read_bytes())
    paths = [f"/dev/fd/{out}" for out, _ in given]
    done = subprocess.run(
        [sys.executable, "-m", "rookery", "check", "--jobs", "2", *paths],
        capture_output=True, text=True, pass_fds=[out for out, _ in given], timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert list(answers) == paths
    assert list(answers.values()) == snapshot
