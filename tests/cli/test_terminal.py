"""Nothing that a file says is obeyed: not by a terminal, not by a spreadsheet."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

import rookery
from rookery.cli.console import has_styles, print_json
from rookery.cli.tables import escape_formula
from rookery.messages import make_printable
from rookery.model import Game, Player, Result, Round, Tournament, TournamentInfo
from support.command_line import Run

EVIL = "A\x1b[31mB\x9b2JC\u202eD\x07E\x7f"
HARMFUL = set("\x1b\x9b\u202e\x07\x7f\r\x08")


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    games = (Game(1, 2, Result.WHITE_WINS), Game(3, 4, Result.DRAW))
    players = tuple(Player(n, f"{EVIL}{n}", rating=2000 + n, federation="ENG", points=5) for n in range(1, 5))
    path = tmp_path / "evil.json"
    event = TournamentInfo(name=EVIL, city=EVIL)
    path.write_bytes(
        rookery.dumps(Tournament(info=event, players=players, rounds=(Round(games),), planned_rounds=3), "json")
    )
    return path


@pytest.mark.parametrize(
    "words",
    [
        "show F", "show F --round 1", "pair F", "pair F --explain",
        "pair F --explain 1", "pair F --why-not 1 2", "check F", "standings F", "standings F --explain 1",
        "standings F --format csv", "standings F --format html", "standings F --format json", "rate F",
        "rate F --format csv", "norms F", "norms F --format csv", "validate F", "validate F --notes",
        "schedule F --system round-robin", "schedule F --system round-robin --format csv",
        "add F --name X --dry-run", "enter F 1 1-2=0-1",
        "bye F 1 half --round 3", "withdraw F 2", "set F --city X", "correct F 1=1900 --dry-run", "convert F out.trf",
        "pair F -o F", "standings F --save", "enter F 1 1-3=1-0", "show none.json", "pair F --fix 1-2",
    ],
)  # fmt: skip
def test_no_command_sends_a_name_raw(words: str, evil: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(evil.parent)
    done = run(*(str(evil) if word == "F" else word for word in words.split()))
    assert done.code in (0, 1, 3, 5), done.err
    assert not HARMFUL & set(done.out + done.err)


def test_what_is_shown_instead() -> None:
    assert make_printable(EVIL) == "A␛[31mB�2JC�D␇E␡"
    assert make_printable("Žižka\t棋王\n") == "Žižka\t棋王\n"


def test_the_data_stay_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": EVIL})
    out = capsys.readouterr().out
    assert json.loads(out) == {"name": EVIL}
    assert not HARMFUL & set(out)


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ('=HYPERLINK("x")', '\'=HYPERLINK("x")'), ("+cmd|'calc'!A0", "'+cmd|'calc'!A0"), ("@SUM(1)", "'@SUM(1)"),
        ("-2+3", "'-2+3"), ("-12.5", "-12.5"), ("+3", "+3"), ("-½", "-½"), ("-", "-"), ("+", "+"), ("=", "="), ("", ""),
        ("Byng, Ada", "Byng, Ada"), ("O'Neil", "O'Neil"),
    ],
)  # fmt: skip
def test_a_cell_is_no_formula(cell: str, written: str) -> None:
    assert escape_formula(cell) == written


def test_a_name_in_a_spreadsheet_is_no_formula(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "event.json"
    players = (Player(1, "=1+1"), Player(2, "@Ada"))
    games = (Game(1, 2, Result.WHITE_WINS),)
    path.write_bytes(rookery.dumps(Tournament(players=players, rounds=(Round(games),), planned_rounds=3), "json"))
    for words in (
        ("standings", path, "--format", "csv"),
        ("schedule", path, "--system", "round-robin", "--format", "csv"),
    ):
        out = run(*words).out
        assert ",'=1+1" in out
        assert ",'@Ada" in out


@pytest.mark.parametrize(("value", "styled"), [(None, True), ("", True), ("1", False)])
def test_no_color_sends_no_bold_either(value: str | None, styled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    if value is None:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setitem(os.environ, "NO_COLOR", value)
    assert has_styles() == styled
