"""Conversion keeps the tournament, streams through pipes, and stops where something would be lost."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.commands.convert import DIALECTS
from rookery.model import Player, Tournament
from support.command_line import Run

EXAMPLES = ("swiss.trf", "round-robin.trf", "teams.trf")


@pytest.mark.parametrize("name", EXAMPLES)
def test_through_json_and_back(name: str, run: Run, ground: Path) -> None:
    path = ground / "examples" / name
    assert run("convert", path, "there.json").code == 0
    assert run("convert", "there.json", "back.trf").code == 0
    assert Path("back.trf").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_dialect_can_be_read_again(dialect: str, name: str, run: Run, ground: Path) -> None:
    path = ground / "examples" / name
    assert run("convert", "--to", dialect, path, "out").code == 0
    old, new = rookery.load(path).tournament, rookery.load(Path("out")).tournament
    assert [player.name for player in new.players] == [player.name for player in old.players]
    assert new.rounds[-1].pairs == old.rounds[-1].pairs or old.team_event


def test_names_with_more_bytes_than_letters(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    event = Tournament(players=(Player(1, "Müller, Tobias", 2044), Player(2, "Byng, Ada", 1900)), planned_rounds=5)
    Path("in.json").write_bytes(rookery.dumps(event, "json"))
    assert run("convert", "in.json", "out.trf").err == snapshot
    done = run("convert", "--to", "vega", "in.json", "vega.trf")
    assert (done.code, "bytes" in done.err) == (0, False)
    assert rookery.load(Path("vega.trf")).tournament.players == event.players


def test_through_pipes(run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = (ground / "examples/swiss.trf").read_bytes()
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    monkeypatch.setattr(sys, "stdout", out)
    assert run("convert", "-", "-").code == 0
    assert out.buffer.getvalue() == data  # type: ignore[attr-defined]


def test_more_than_9999_players_are_too_many_for_trf_only(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    crowd = Tournament(players=tuple(Player(n, f"P{n}") for n in range(1, 10_001)), planned_rounds=5)
    Path("crowd.json").write_bytes(rookery.dumps(crowd, "json"))
    done = run("convert", "crowd.json", "crowd.trf")
    assert done.code == 4
    assert done.err == snapshot
    assert not Path("crowd.trf").exists()
    assert run("convert", "crowd.json", "again.json").code == 0


def test_what_could_not_be_read_stops_the_conversion(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("convert", "examples/broken.trf", "out.trf")
    assert done.code == 3
    assert done.err == snapshot
    assert not Path("out.trf").exists()
    assert run("convert", "examples/broken.trf", "out.trf", "--force").code == 0
    assert Path("out.trf").exists()


def test_an_output_that_cannot_be_written_is_exit_5(run: Run, ground: Path) -> None:
    done = run("convert", "examples/swiss.trf", "no/such/folder/out.trf")
    assert done.code == 5
    assert "no/such/folder/out.trf" in done.err


@pytest.mark.parametrize(
    ("name", "dialect", "records"),
    [
        ("swiss", "trf26", ""),
        ("swiss", "json", ""),
        ("swiss", "joint", ""),
        ("norms", "trfbx", ""),
        ("lim", "trfx", "192"),
        ("lim", "trf16", "142 192 152"),
        ("double-swiss", "trfx", "142 192"),
    ],
)
def test_what_is_lost_is_named(
    name: str, dialect: str, records: str, run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    done = run("convert", f"examples/{name}.trf", "out", "--to", dialect)
    assert done.code == 0
    assert re.findall(r"\((\d+)\)", done.err) == records.split()
    assert (f" --system {name}\n" in done.err) == ("192" in records)
    assert done.err == snapshot


def test_a_converted_file_checks_when_the_system_is_named(run: Run, ground: Path) -> None:
    run("convert", "examples/lim.trf", "out", "--to", "trfx")
    assert (run("check", "out").code, run("check", "out", "--system", "lim").code) == (1, 0)


def test_other_kinds_of_files_are_refused(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("convert", "examples/swiss.trf", "players.CSV")
    assert (done.code, Path("players.CSV").exists()) == (3, False)
    assert done.err == snapshot
    assert run("convert", "examples/swiss.trf", "swiss.txt").code == 0


def test_a_tournament_without_players_is_written_all_the_same(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    Path("none.json").write_bytes(rookery.dumps(Tournament(planned_rounds=5), "json"))
    done = run("convert", "none.json", "none.trf")
    assert done.code == 0
    assert done.err == snapshot
