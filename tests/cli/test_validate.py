"""Validation: verdicts, carets, JSON, and words a newcomer can act on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest


def test_the_examples_are_valid(run: Callable, ground: Path) -> None:
    done = run(
        "validate", "--strict", "--for", "rating", *(f"examples/{n}.trf" for n in ("swiss", "round-robin", "teams"))
    )
    assert done.code == 0
    assert done.out.splitlines() == [
        "examples/swiss.trf: valid, no problems (12 players, 3 rounds of 7)",
        "examples/round-robin.trf: valid, no problems (6 players, 5 rounds of 5)",
        "examples/teams.trf: valid, no problems (4 teams, 20 players, 3 rounds of 3)",
    ]


def test_notes_are_printed_when_asked_for(run: Callable, ground: Path) -> None:
    out = run("validate", "--notes", "examples/swiss.trf").out
    assert "note: line " in out
    assert re.match(r"examples/swiss.trf: valid, \d+ notes? \(", out)


def test_a_broken_file_says_what_where_and_what_to_do(run: Callable, ground: Path) -> None:
    done = run("validate", "examples/broken.trf")
    assert done.code == 3
    assert done.out.startswith("examples/broken.trf: not valid, ")
    assert all(len(line) <= 80 for line in done.out.splitlines())
    lines = done.out.splitlines()
    for number, line in enumerate(lines):
        if set(line.strip()) == {"^"}:
            assert len(lines[number - 1]) >= line.index("^")
    assert "To pass, put these" in done.out


def test_the_data_form(run: Callable, ground: Path) -> None:
    done = run("validate", "--format", "json", "examples/broken.trf")
    said = json.loads(done.out)
    assert done.code == 3
    assert (said["file"], said["valid"]) == ("examples/broken.trf", False)
    assert {"severity", "code", "line", "columns", "field", "text", "read", "used"} == set(said["problems"][0])
    several = json.loads(run("validate", "--format", "json", "examples/broken.trf", "examples/swiss.trf").out)
    assert [each["valid"] for each in several] == [False, True]


def test_the_largest_code_counts(run: Callable, ground: Path) -> None:
    assert run("validate", "examples/swiss.trf", "nowhere.trf", "examples/broken.trf").code == 5
    assert run("validate", "examples/swiss.trf", "examples/broken.trf").code == 3


def test_strict_refuses_warnings(run: Callable, ground: Path) -> None:
    Path("odd.json").write_text('{"rookery": 1, "sponsor": "Tea", "players": [{"id": 1, "name": "A"}]}')
    assert run("validate", "odd.json").code == 0
    done = run("validate", "--strict", "odd.json")
    assert done.code == 3
    assert '"sponsor" has no meaning here' in done.out


def test_for_rating_asks_for_more(run: Callable, ground: Path) -> None:
    run("new", "club.trf", "--players", "examples/players.csv", "--rounds", 5)
    assert run("validate", "club.trf").code == 0
    done = run("validate", "--for", "rating", "club.trf")
    assert done.code == 3
    assert "102" in done.out


@pytest.mark.parametrize(
    "data", [b"\x00" * 2_000_000, b"nonsense " * 500_000, b"\n" * 1_000_000, bytes(range(256)) * 4000]
)
def test_nonsense_ends_with_one_clear_error(data: bytes, run: Callable, ground: Path) -> None:
    Path("big.trf").write_bytes(data)
    done = run("validate", "big.trf")
    assert done.code == 3
    assert len(done.out) < 2000


def test_real_files_never_end_in_a_fault(run: Callable, corpus: Path) -> None:
    for path in sorted((corpus / "trf-real" / "files").iterdir()):
        for command in (["validate", path], ["validate", "--strict", "--for", "rating", path], ["show", path]):
            done = run(*command)
            assert done.code in (0, 3), (path.name, done.err)
            assert all(len(line) <= 80 for line in done.out.splitlines() if str(path) not in line), path.name
