"""What people see: heads, tables, crosstables, at any width, on terminals and in pipes."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament
from support.command_line import Run

EXAMPLES = ("swiss.trf", "round-robin.trf", "teams.trf")


def test_a_swiss(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    out = run("show", "examples/swiss.trf").out
    assert out.startswith("Puddleford Spring Open\n======================\n")
    head = out.split("\n\n")[0]
    assert head == snapshot
    assert re.search(r"^ 2 +WIM +Heron, Isolde +2187 +IRL", out, re.M)
    assert re.search(r"^ 3  Thistlewood, Oscar  1\.5   8w½  10b\+   5b0$", out, re.M)
    assert re.search(r"^ 6  Pemberley, Ottilie  1\.5   1b0   9w½   bye$", out, re.M)


def test_a_round_robin_is_a_square(run: Run, ground: Path) -> None:
    out = run("show", "examples/round-robin.trf").out
    assert re.search(r"^   1   1  Nettle, Rosalind  4\.0  ×  1  ½  1  1  ½$", out, re.M)


def test_teams(run: Run, ground: Path) -> None:
    out = run("show", "examples/teams.trf").out
    assert re.search(r"^ 1  Fox Hill +5 +2049 +5\.0 +8\.5$", out, re.M)
    assert "Fox Hill" in run("show", "examples/teams.trf", "--round", 2).out


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("columns", [50, 80, 132])
def test_it_fits_the_width(name: str, columns: int, run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (["show"], ["show", "--round", "1"]):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = run(*words, f"examples/{name}").out
        assert out
        if columns >= 80:
            assert max(map(len, out.splitlines())) <= columns


def test_many_rounds_fold(run: Run, ground: Path) -> None:
    ids = range(1, 25)
    players = tuple(Player(n, f"Somebody with a rather long name {n}", 2400 - n) for n in ids)
    rounds = tuple(Round(tuple(Game(a, a + 12, Result.DRAW) for a in range(1, 13))) for _ in range(15))
    Path("long.json").write_bytes(rookery.dumps(Tournament(players=players, rounds=rounds, planned_rounds=15), "json"))
    out = run("show", "long.json").out
    assert max(map(len, out.splitlines())) <= 80
    assert all(f"R{n}" in out for n in range(1, 16))
    assert out.count("Somebody with a") == 24 * (1 + out.count(" R1 ") + out.count(" R9 ")) or out.count("R1") >= 1


def test_an_empty_tournament(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("empty.json").write_text('{"rookery": 1}')
    assert run("show", "empty.json").out == snapshot


def test_a_single_round(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    out = run("show", "examples/swiss.trf", "--round", 2).out
    assert "+ / -" in out or "- / +" in out
    done = run("show", "examples/swiss.trf", "--round", 9)
    assert done.code == 3
    assert done.err == snapshot


def test_an_open_round(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("enter", "--part", "examples/swiss.trf", 4, "2-4", "7-1=1-0")
    head = run("show", "examples/swiss.trf").out.split("\n\n")[0]
    assert [line for line in head.splitlines() if " 7 " in line] == snapshot


def test_the_data_form(run: Run, ground: Path) -> None:
    said = json.loads(run("show", "--format", "json", "examples/swiss.trf").out)
    assert said["players"][1] == {
        "id": 2, "name": "Heron, Isolde", "title": "WIM", "rating": 2187, "federation": "IRL", "points": "3",
        "rounds": {"1": "7b1", "2": "11w1", "3": "1b1"},
    }  # fmt: skip
    assert said["planned"] == 7


def test_two_game_matches(run: Run, ground: Path) -> None:
    run("new", "cup.json", "--players", "examples/players.csv", "--rounds", 3, "--system", "double-swiss")
    run("enter", "--part", "cup.json", 1, "1-5=1-0", "5-1==", "2-6", "3=half")
    out = run("show", "cup.json").out
    assert "5w1½" in out
    assert run("show", "cup.json", "--round", 1).code == 0


def test_kinds_of_byes_have_words(run: Run, ground: Path) -> None:
    byes = tuple(Bye(n, kind) for n, kind in enumerate(ByeKind, 1))
    players = tuple(Player(n, f"P{n}") for n in range(1, 6))
    Path("byes.json").write_bytes(rookery.dumps(Tournament(players=players, rounds=(Round(byes=byes),)), "json"))
    out = run("show", "byes.json").out
    for word in ("bye", "full", "half", "zero"):
        assert re.search(rf" {word}$", out, re.M)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("words", [["show", "examples/swiss.trf"], ["validate", "examples/broken.trf"], ["--help"]])
def test_a_terminal_gets_the_same_text_with_colour(words: list[str], run: Run, ground: Path) -> None:
    import pty
    import subprocess

    plain = run(*words).out
    main, terminal = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = str(Path(rookery.__file__).parents[1])
    environment.pop("NO_COLOR", None)
    child = subprocess.Popen([sys.executable, "-m", "rookery", *words], stdout=terminal, cwd=ground, env=environment)
    os.close(terminal)
    data = b""
    while True:
        try:
            more = os.read(main, 65536)
        except OSError:
            break
        if not more:
            break
        data += more
    child.wait()
    os.close(main)
    text = data.decode().replace("\r\n", "\n")
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert [line.rstrip().replace("─", "-") for line in bare.splitlines()] == [x.rstrip() for x in plain.splitlines()]
    assert ("\x1b[" in text) == (words != ["--help"]) or sys.version_info >= (3, 14)


@pytest.mark.parametrize("name", ["swiss", "teams", "round-robin"])
def test_a_narrow_terminal_gets_the_players_in_blocks(
    name: str, run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    out = run("show", f"examples/{name}.trf").out
    players = out.split("\nPlayers\n")[1].split("\nCrosstable")[0]
    assert max(map(len, players.splitlines())) <= 44
    heads = [line.split() for line in players.splitlines() if line.startswith("No")]
    assert len(heads) > 1
    assert all("Name" in head for head in heads)
    assert {"Rating", "Born", "ID"} <= {word for head in heads for word in head}
