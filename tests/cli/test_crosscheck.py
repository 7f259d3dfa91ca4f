"""`rookery crosscheck`: another engine beside ours, differences kept and judged, work resumed."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.console import Progress
from support.command_line import Run
from support.snapshots import command_id

OURSELVES = f"{sys.executable} -m rookery --dutch {{input}} -p {{output}}"
SMALL = ("--players", 7, "--rounds", 3, "--acceleration", "none")

# An engine that reverses the colours of the first board, and prints instead of writing.
CROOKED = """
import sys, rookery
outcome = rookery.pair(rookery.load(sys.argv[1]).tournament)
boards = [*outcome.pairs, *([(outcome.bye, 0)] if outcome.bye else [])]
boards[0] = boards[0][::-1]
print(len(boards), *(f"{w} {b}" for w, b in boards), sep="\\n")
"""


@pytest.fixture(autouse=True)
def _use_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(rookery.__file__).parent.parent))


def test_with_ourselves(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("crosscheck", "--engine", OURSELVES, "--count", 1, *SMALL)
    assert done.code == 0
    assert re.findall(r"\d+", done.out) == ["2", "6", "0", "0"]
    assert done.out == snapshot
    again = run("crosscheck", "--engine", OURSELVES, "--count", 1, *SMALL)
    assert again.out == done.out
    other = run("crosscheck", "--engine", OURSELVES, "--count", 2, "--players", 9)
    assert other.code == 3
    assert other.err == snapshot


def test_differences_are_stored(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("crooked.py").write_text(CROOKED)
    engine = f"{sys.executable} crooked.py {{input}}"
    done = run("crosscheck", "--engine", engine, "--count", 1, "--to", "trf26", "-o", "out", *SMALL)
    assert done.code == 1
    assert done.out == snapshot
    assert all(len(line) <= 80 for line in done.out.splitlines())
    told = [json.loads(path.read_text()) for path in sorted(Path("out").glob("*.json"))]
    assert {one["lead"] for one in told} == {"ours", "theirs"}
    for one in told:
        position = rookery.load(Path(f"out/{one['seed']}-{one['lead']}-round-{one['round']}.trf")).tournament
        assert position.next_round == one["round"]
        assert sorted(one["ours"]["pairs"]) == sorted(map(list, rookery.pair(position).pairs))
        assert one["decided_by"]["article"].startswith("C.04.3 5.2")
    summary = run(
        "crosscheck", "--engine", engine, "--count", 1, "--to", "trf26", "-o", "out", *SMALL, "--format", "json"
    )
    assert json.loads(summary.out)["differences"] == len(told)
    assert json.loads(summary.out)["ours_wrong"] == 0


@pytest.mark.parametrize("engine", ["no-such-program {input}", "cat", "'", ""])
def test_bad_requests(run: Run, engine: str, snapshot: SnapshotAssertion) -> None:
    done = run("crosscheck", "--engine", engine, "--count", 1)
    assert done.code == 3
    assert done.err == snapshot


def test_an_engine_that_fails_is_a_difference(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run(
        "crosscheck", "--engine", f"{sys.executable} -c 'import sys; sys.exit(5)' {{input}}", "--count", 1, *SMALL
    )
    assert done.code == 1
    assert done.out == snapshot


def test_a_repeated_failure_is_reported_once(run: Run, snapshot: SnapshotAssertion) -> None:
    failing = f"{sys.executable} -c 'import sys; sys.exit(\"no such option\" and 5)' {{input}}"
    done = run("crosscheck", "--engine", failing, "--count", 1, *SMALL)
    assert done.out == snapshot


TEAMS = ("--system", "team", "--teams", 7, "--boards", 2, "--rounds", 3)


@pytest.mark.parametrize("system", ["team", "double-swiss"])
def test_matches_are_compared_too(run: Run, system: str, snapshot: SnapshotAssertion) -> None:
    """Written as TRF26 unless told otherwise, for nothing else can hold them."""
    size = TEAMS[2:] if system == "team" else SMALL
    ourselves = f"{sys.executable} -m rookery --{system} {{input}} -p {{output}}"
    done = run("crosscheck", "--engine", ourselves, "--count", 1, "--system", system, *size)
    assert (done.code, done.err) == (0, "")
    assert re.findall(r"\d+", done.out)[:3] == ["2", "6", "0"]
    assert done.out == snapshot


def test_differences_of_teams_are_judged(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("crooked.py").write_text(CROOKED)
    done = run("crosscheck", "--engine", f"{sys.executable} crooked.py {{input}}", "--count", 1, *TEAMS)
    assert done.code == 1
    assert "  C.04.6 4." in done.out
    assert done.out == snapshot


@pytest.mark.parametrize(
    "words",
    [(*TEAMS, "--to", "trfx"), ("--system", "round-robin"), ("--count", 0), ("--jobs", 0)],
    ids=command_id,
)
def test_what_cannot_be_compared(run: Run, words: tuple[object, ...], snapshot: SnapshotAssertion) -> None:
    done = run("crosscheck", "--engine", OURSELVES, *words)
    assert done.code == 3
    assert done.err == snapshot


# A program for tie-breaks that gives our own values, with the Buchholz of whoever has number 1 a point too high.
RANKED = """
import sys, rookery
made, (first, *codes) = rookery.load(sys.argv[1]).tournament, sys.argv[3:]
rows = rookery.standings(made, codes).rows
with open(sys.argv[2], "w") as table:
    print("Number", "Rank", first, *codes, sep="\\t", file=table)
    for row in rows:
        more = [code == "BH" and row.id == 1 for code in codes]
        told = ["-" if value is None else float(value) + extra for value, extra in zip(row.values, more)]
        print(row.id, row.rank, row.points / 10, *told, sep="\\t", file=table)
"""
RANKER = f"{sys.executable} ranked.py {{input}} {{output}} {{tiebreaks}}"
MADE = f"{sys.executable} -m rookery generate -o {{output}} --seed {{seed}} --players 6 --rounds 2 --acceleration none"


def test_tie_breaks_are_compared_each_way(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("ranked.py").write_text(RANKED)
    words = ("crosscheck", "--tiebreak-engine", RANKER, "--generator", MADE, "--count", 1, "-o", "ties", *SMALL)
    done = run(*words, "--report", "page.md")
    assert done.code == 1, done.err
    assert re.findall(r"\d+", done.out)[:2] == ["2", "5"]
    assert done.out == snapshot
    assert {one.stem for one in Path("ties").glob("*.json")} == {"0-ours-tiebreak-BH", "1000000-theirs-tiebreak-BH"}
    page = Path("page.md").read_text("utf-8")
    assert [line for line in page.splitlines() if line.endswith(("| 1 |", "-tiebreak-BH |"))] == snapshot
    again = run(*words, "--format", "json")
    assert {"differences": 2, "unexplained": 2, "ours_wrong": 0}.items() <= json.loads(again.out).items()


def test_a_tie_break_program_receives_the_requested_tie_breaks(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("crosscheck", "--tiebreak-engine", f"{sys.executable} ranked.py {{input}} {{output}}", *SMALL)
    assert (done.code, "{tiebreaks}" in done.err) == (3, True)
    assert done.err == snapshot


def test_what_a_program_does_not_give_is_not_counted(run: Run, snapshot: SnapshotAssertion) -> None:
    silent = f"{sys.executable} -c '' {{input}} {{output}} {{tiebreaks}}"
    done = run("crosscheck", "--tiebreak-engine", silent, "--count", 1, *SMALL)
    assert done.code == 1
    assert done.out == snapshot


def test_requested_tie_breaks(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("ranked.py").write_text(RANKED)
    words = ("--codes", "SB,WIN", "--tiebreaks", "none", "--count", 1)
    done = run("crosscheck", "--tiebreak-engine", RANKER, *words, *SMALL)
    assert (done.code, done.err) == (0, "")
    assert done.out == snapshot


@pytest.mark.parametrize(
    "words",
    [
        ("--engine", OURSELVES, "--generator", MADE),
        ("--tiebreak-engine", RANKER, "--to", "trfx"),
        ("--tiebreak-engine", "cat"),
        ("--tiebreak-engine", RANKER, "--generator", "cat {seed}"),
        ("--tiebreak-engine", RANKER, "--players", "9-5"),
        ("--tiebreak-engine", RANKER, "--players", "5-9", "--system", "team", "--teams", 4, "--boards", 2),
    ],
    ids=["generator of an engine", "dialect", "no input", "no output", "range reversed", "range of teams"],
)
def test_unsupported_tie_breaks(run: Run, words: tuple[object, ...], snapshot: SnapshotAssertion) -> None:
    done = run("crosscheck", *words, "--count", 1)
    assert done.code == 3
    assert done.err == snapshot


class Terminal:
    """Something to write on that says it is a terminal."""

    def __init__(self, tty: bool) -> None:
        self.tty, self.text = tty, ""

    def isatty(self) -> bool:
        return self.tty

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_progress_is_shown_on_a_terminal_and_quiet_in_a_pipe(snapshot: SnapshotAssertion) -> None:
    for tty in (True, False):
        stream = Terminal(tty)
        with Progress(10, "tournaments", 2, stream) as progress:  # type: ignore[arg-type]
            progress.step("no differences")
        assert bool(stream.text) is tty
        counted = stream.text.lstrip("\r\x1b[K").partition(",")[0]
        assert counted == snapshot(name="terminal" if tty else "pipe")
