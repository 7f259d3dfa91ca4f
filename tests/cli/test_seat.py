"""rookery seat, and rookery withdraw where no number of rounds is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Player
from rookery.model.tournament import Tournament
from support.command_line import Run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of the test, so that messages name files without it."""
    monkeypatch.chdir(tmp_path)


def event(planned: int | None = 5) -> Tournament:
    players = tuple(Player(one, f"P{one}", 2000 - one) for one in range(1, 9))
    return Tournament(players=players, system="dutch", planned_rounds=planned)


def history(run: Run, path: Path) -> list[dict[str, list[dict[str, str]]]]:
    told = json.loads(run("history", path, "--format", "json").out)
    assert (told["form"], told["version"]) == ("history", 1)
    return list(told["commands"])


def leave_fide_mode(run: Run, path: Path) -> None:
    """Leave FIDE mode, in which nobody keeps a colour."""
    assert run("set", path, "--leave-fide-mode", "a friendly", "--yes", "leave-mode!").code == 0


def test_the_command_seats_and_frees(run: Run, snapshot: SnapshotAssertion) -> None:
    path = Path("club.json")
    path.write_bytes(rookery.dumps(event(), "json"))
    refused = run("seat", path, "8", "--colour", "white")
    assert (refused.code, "--leave-fide-mode" in refused.err) == (3, True)
    assert refused.err == snapshot
    leave_fide_mode(run, path)
    assert run("seat", path, "8", "--board", "1", "--colour", "white").out == snapshot
    head, *_ = run("show", path).out.split("\n\n")
    assert head == snapshot
    assert "1   8  P8" in run("pair", path).out
    assert run("seat", path, "7", "--board", "1").code == 3
    assert run("seat", path, "8").code == 3
    assert run("seat", path, "8", "--free").out == snapshot
    assert run("seat", path, "8", "--free").out == snapshot
    events = [one["kind"] for note in history(run, path) for one in note["events"]]
    assert events == ["fide.left", "seat.fixed", "seat.freed"]


def test_fixed_values_stay_beside_others(run: Run, snapshot: SnapshotAssertion) -> None:
    path = Path("club.json")
    path.write_bytes(rookery.dumps(event(), "json"))
    leave_fide_mode(run, path)
    run("seat", path, "8", "--board", "2")
    assert run("seat", path, "8", "--colour", "black").out == snapshot
    assert run("seat", path, "8", "--board", "3", "--from", "2").out == snapshot
    run("pair", path, "-o", path)
    refused = run("seat", path, "8", "--free", "--from", "1")
    assert refused.code == 3
    assert refused.err == snapshot


def test_the_command_withdraws_and_brings_back_when_no_length_is_known(run: Run, snapshot: SnapshotAssertion) -> None:
    path = Path("club.trf")
    path.write_bytes(rookery.dumps(event(planned=None)))
    assert run("withdraw", path, "3").out == snapshot
    assert rookery.load(path).tournament.absent(7)[3].name == "ZERO"
    head, *_ = run("show", path).out.split("\n\n")
    assert head == snapshot
    assert run("bye", path, "3", "none", "--round", "3").code == 0
    there = rookery.load(path).tournament
    assert [sorted(there.absent(number)) for number in (1, 2, 3)] == [[3], [3], []]
    run("withdraw", path, "3")
    run("set", path, "--rounds", "4")
    assert [sorted(rookery.load(path).tournament.absent(number)) for number in (1, 4, 9)] == [[3], [3], [3]]
