"""Cluster D from outside: files that come in are judged round by round, and everything made of them is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rookery
from rookery.cli.main import main
from rookery.values import replace
from support.outside import event
from support.visitors import opened

ROWS = (
    "001    1      Ada                               2000 ENG                         1.0    1     2 w 1\n"
    "001    2      Ben                               1900 ENG                         0.0    2     1 b 0\n"
)
OLD = f"012 Club\n{ROWS}"
OLDER = f"012 Club\nXXR 5\nXXC white1\n{ROWS}"


@pytest.mark.parametrize(("text", "records"), [(OLD, {"142", "162", "192", "202"}), (OLDER, {"162", "192", "202"})],
                         ids=["trf06", "trf16"])  # fmt: skip
def test_older_files_are_read_and_every_default_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, records: set[str]
) -> None:
    path = tmp_path / "old.trf"
    path.write_text(text, newline="\r\n")
    assert main(["validate", str(path)]) in (0, 1)
    out = capsys.readouterr().out
    assert all(re.search(rf"\b{record}\b", out) for record in records), out


def test_a_defective_file_is_taken_in_and_what_was_made_of_it_is_told() -> None:
    text = OLDER.replace("1.0    1     2 w 1", "7.0    1     2 w 1")
    reading = rookery.load(text)
    assert len(reading.tournament.players) == 2
    assert any(one.severity is rookery.Severity.WARNING for one in reading.problems)
    assert all(one.line for one in reading.problems if one.severity is rookery.Severity.WARNING)


@pytest.fixture
def spoilt(tmp_path: Path) -> str:
    """A file whose second round is not by the rules."""
    with event(tmp_path / "first") as made:
        made.rounds(2)
        t = made.tournament
    games = list(t.rounds[1].games)
    one, two = games[0], games[1]
    games[0] = rookery.Game(one.white, two.black, one.result)
    games[1] = rookery.Game(two.white, one.black, two.result)
    wrong = replace(t, rounds=(t.rounds[0], rookery.Round(tuple(games))))
    players = tuple(replace(each, key="", points=None) for each in wrong.players)
    return rookery.dump(replace(wrong, players=players)).decode()


def test_rounds_not_by_the_rules_are_asked_for_and_put_on_record(
    tmp_path: Path, spoilt: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, desk = tmp_path / "spoilt.trf", str(tmp_path / "desk.sqlite")
    path.write_text(spoilt, newline="")
    assert main(["desk", "import", str(path), "--desk", desk]) != 0
    assert "round 2 is not the one that the rules give" in " ".join(capsys.readouterr().err.split())
    assert main(["desk", "import", str(path), "--desk", desk, "--yes", "import-broken"]) == 0
    made = opened(tmp_path)
    visitor = made.visitor()
    file = visitor.ask("/t/spoilt/files/trf26").text
    assert "### Import @ Round 2: not the pairing that the rules give" in file
    page = visitor.ask("/t/spoilt").text
    assert "FIDE mode" in page
    assert "Not in FIDE mode" not in page
    made.store.close()
