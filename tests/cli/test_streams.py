"""Standard streams that are closed, full or of few letters: no command stumbles, and no letter is lost in silence."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.errors import BAD_INPUT, DIFFERENT, DONE, UNREADABLE
from rookery.cli.main import main
from rookery.model import Game, Player, Result, Round, Tournament

SWISS = "examples/swiss.trf"
NAMES = ("Žižka, Łukasz", "棋王", "Müller, Éva", "O’Neil")


def shell(line: str, folder: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    """A line of bash with ROOKERY for the program, whose standard streams it may close."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    source = Path(rookery.__file__).resolve().parents[1]
    environment = {**clean, "PYTHONPATH": str(source), "ROOKERY": sys.executable, **more}
    line = line.replace("rookery", '"$ROOKERY" -m rookery', 1)
    return subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True)


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        (f"show {SWISS}", DONE), ("--help", DONE), ("pair --help", DONE), (f"convert {SWISS} -", DONE),
        (f"--dutch {SWISS} -c", DONE), ("show missing.trf", UNREADABLE), ("nonsense", BAD_INPUT), ("show -", BAD_INPUT),
    ],
)  # fmt: skip
@pytest.mark.parametrize("how", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(
    words: str, ends: int, how: str, ground: Path, snapshot: SnapshotAssertion
) -> None:
    done = shell(f"rookery {words} {how}", ground)
    assert done.returncode == ends, done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stderr.decode() == snapshot


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", ["--version", f"convert {SWISS} -"])
@pytest.mark.parametrize("more", ["", "2>/dev/full"])
def test_a_full_output_device_is_reported(words: str, more: str, ground: Path) -> None:
    done = shell(f"rookery {words} >/dev/full {more}", ground)
    assert done.returncode == UNREADABLE
    said = b"no space left on device\n"
    assert (done.stderr == b"") if more else done.stderr.endswith(said) and done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_remark_that_cannot_be_written_stops_nothing(ground: Path) -> None:
    done = shell(f"rookery convert {SWISS} out.trfx --to trfx 2>/dev/full", ground)
    assert done.returncode == DONE
    assert Path("out.trfx").exists()


def test_a_closed_output_leaves_its_number_to_no_file(ground: Path) -> None:
    """The first file opened would otherwise become standard output, and be written over."""
    before = Path(SWISS).read_bytes()
    assert shell(f"rookery show {SWISS} <&- >&- 2>&-", ground).returncode == DONE
    assert shell(f"rookery set {SWISS} --city Sylt <&- >&- 2>&-", ground).returncode == DONE
    assert Path(SWISS).read_bytes() != before
    assert rookery.load(SWISS).tournament.info.city == "Sylt"


def test_a_partial_read_gets_the_complete_work(ground: Path) -> None:
    """The list is longer than a pipe holds: the file is filled before it is told."""
    lines = [("ID Number", "Name", "Fed", "SRtng"), *((n, f"Tern, Tove{n}", "ENG", 1500 + n) for n in range(1, 1801))]
    Path("list.txt").write_text("".join("{:<15}{:<21}{:<4}{:<6}\n".format(*line) for line in lines))
    players = tuple(Player(n, f"Tern, Tove{n}", fide_id=n) for n in range(1, 1801))
    Path("big.json").write_bytes(rookery.dumps(Tournament(players=players), "json"))
    assert main(["list", "import", "list.txt", "--list", "l.sqlite"]) == DONE
    done = shell("rookery list fill big.json --list l.sqlite --write | head -1", ground)
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert all(player.rating for player in rookery.load("big.json").tournament.players)


# -- letters -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def event(tmp_path: Path) -> Path:
    players = tuple(Player(n, name) for n, name in enumerate(NAMES, 1))
    games = (Game(1, 2, Result.WHITE_WINS), Game(3, 4, Result.DRAW))
    path = tmp_path / "event.json"
    path.write_bytes(rookery.dumps(Tournament(players=players, rounds=(Round(games),), planned_rounds=3), "json"))
    return path


def said(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str) -> bytes:
    """The bytes a command sends to an output of this encoding."""
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", out)
    assert main(words) in (DONE, DIFFERENT)
    out.flush()
    return bytes(out.buffer.getvalue())  # type: ignore[attr-defined]


class _Texts(HTMLParser):
    """Every text of a page, and the encoding that it says it has."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[str] = []
        self.charset = ""
        self.feed(page.decode("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.charset = dict(attrs).get("charset") or self.charset

    def handle_data(self, data: str) -> None:
        self.found.append(data)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii", "cp437", "iso8859-2"])
def test_a_page_is_in_the_encoding_it_declares(encoding: str, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = _Texts(said(monkeypatch, encoding, "standings", str(event), "--format", "html"))
    assert page.charset == "utf-8"
    assert set(NAMES) <= set(page.found)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
@pytest.mark.parametrize("words", [("standings",), ("schedule", "--system", "round-robin")])
def test_a_table_loses_no_letter(
    words: tuple[str, ...], encoding: str, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = said(monkeypatch, encoding, words[0], str(event), *words[1:], "--format", "csv").decode("utf-8-sig")
    assert set(NAMES) <= {cell for row in csv.reader(sheet.splitlines()) for cell in row}


def test_a_table_that_fits_stays_in_the_encoding_of_the_output(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = (Player(1, NAMES[2]), Player(2, "Byng"))
    games = (Game(1, 2, Result.WHITE_WINS),)
    event.write_bytes(rookery.dumps(Tournament(players=players, rounds=(Round(games),), planned_rounds=3), "json"))
    assert NAMES[2] in said(monkeypatch, "cp1252", "standings", str(event), "--format", "csv").decode("cp1252")
