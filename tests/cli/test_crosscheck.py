"""`rookery crosscheck`: another engine beside ours, differences kept and judged, work resumed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import rookery
from rookery.cli.progress import Progress
from support.command_line import Run

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
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(rookery.__file__).parent.parent))


def test_with_ourselves(run: Run) -> None:
    done = run("crosscheck", "--engine", OURSELVES, "--count", 1, *SMALL)
    assert done.code == 0
    assert done.out.split() == [
        "Tournaments", "2", "Rounds", "6", "Differences", "0", "Faults", "of", "ours", "0"
    ]  # fmt: skip
    again = run("crosscheck", "--engine", OURSELVES, "--count", 1, *SMALL)
    assert again.out == done.out
    other = run("crosscheck", "--engine", OURSELVES, "--count", 2, "--players", 9)
    assert other.code == 3
    assert "another comparison" in other.err


def test_differences_are_kept(run: Run) -> None:
    Path("crooked.py").write_text(CROOKED)
    engine = f"{sys.executable} crooked.py {{input}}"
    done = run("crosscheck", "--engine", engine, "--count", 1, "--to", "trf26", "-o", "out", *SMALL)
    assert done.code == 1
    assert "theirs has other colours" in done.out
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


@pytest.mark.parametrize(
    ("engine", "says"),
    [("no-such-program {input}", "no such program"), ("cat", "{input}"), ("'", "not a command"), ("", "not a command")],
)
def test_bad_requests(run: Run, engine: str, says: str) -> None:
    done = run("crosscheck", "--engine", engine, "--count", 1)
    assert done.code == 3
    assert says in done.err


def test_an_engine_that_fails_is_a_difference(run: Run) -> None:
    done = run(
        "crosscheck", "--engine", f"{sys.executable} -c 'import sys; sys.exit(5)' {{input}}", "--count", 1, *SMALL
    )
    assert done.code == 1
    assert "the engine failed" in done.out


def test_the_same_failure_is_told_once(run: Run) -> None:
    failing = f"{sys.executable} -c 'import sys; sys.exit(\"no such option\" and 5)' {{input}}"
    done = run("crosscheck", "--engine", failing, "--count", 1, *SMALL)
    assert done.out.count("the engine failed") == 1
    assert "(and in 5 more rounds)" in " ".join(done.out.split())


TEAMS = ("--system", "team", "--teams", 7, "--boards", 2, "--rounds", 3)


@pytest.mark.parametrize("system", ["team", "double-swiss"])
def test_matches_are_compared_too(run: Run, system: str) -> None:
    """Written as TRF26 unless told otherwise, for nothing else can hold them."""
    size = TEAMS[2:] if system == "team" else SMALL
    ourselves = f"{sys.executable} -m rookery --{system} {{input}} -p {{output}}"
    done = run("crosscheck", "--engine", ourselves, "--count", 2, "--system", system, *size)
    assert (done.code, done.err) == (0, "")
    assert done.out.split()[:6] == ["Tournaments", "4", "Rounds", "12", "Differences", "0"]


def test_differences_of_teams_are_judged(run: Run) -> None:
    Path("crooked.py").write_text(CROOKED)
    done = run("crosscheck", "--engine", f"{sys.executable} crooked.py {{input}}", "--count", 1, *TEAMS)
    assert done.code == 1
    assert "theirs has other colours  C.04.6 4." in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((*TEAMS, "--to", "trfx"), "trfx has no place for the matches of team: --to trf26 or joint"),
        (("--system", "round-robin"), "there is nothing to compare: round-robin leaves an engine no choice"),
        (("--count", 0), "--count: '0' is not a whole number from 1 on"),
        (("--jobs", 0), "--jobs: '0' is not a whole number from 1 on"),
    ],
)
def test_what_cannot_be_compared(run: Run, words: tuple[object, ...], says: str) -> None:
    done = run("crosscheck", "--engine", OURSELVES, *words)
    assert (done.code, says in done.err) == (3, True)


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


def test_tie_breaks_are_compared_each_way(run: Run) -> None:
    Path("ranked.py").write_text(RANKED)
    words = ("crosscheck", "--tiebreak-engine", RANKER, "--generator", MADE, "--count", 1, "-o", "ties", *SMALL)
    done = run(*words, "--report", "page.md")
    assert done.code == 1, done.err
    assert done.out.split()[:4] == ["Tournaments", "2", "Rounds", "5"]
    assert "To be judged  2" in done.out
    assert "BH             2  0 ours  another value" in done.out
    assert {one.stem for one in Path("ties").glob("*.json")} == {"0-ours-tiebreak-BH", "1000000-theirs-tiebreak-BH"}
    page = Path("page.md").read_text("utf-8")
    assert "| to be judged | another value | C.07 8.1 BH | 2 | 1 | 0-ours-tiebreak-BH |" in page
    assert "| tournaments, theirs | 1 |" in page
    again = run(*words, "--format", "json")
    assert {"differences": 2, "unexplained": 2, "ours_wrong": 0}.items() <= json.loads(again.out).items()


def test_a_program_for_tie_breaks_is_told_which(run: Run) -> None:
    done = run("crosscheck", "--tiebreak-engine", f"{sys.executable} ranked.py {{input}} {{output}}", *SMALL)
    assert (done.code, "the command needs {tiebreaks} where the codes go" in done.err) == (3, True)


def test_what_a_program_does_not_give_is_not_counted(run: Run) -> None:
    silent = f"{sys.executable} -c '' {{input}} {{output}} {{tiebreaks}}"
    done = run("crosscheck", "--tiebreak-engine", silent, "--count", 1, *SMALL)
    assert (done.code, "Values        0\n" in done.out) == (1, True), done.out


def test_tie_breaks_that_are_asked_for(run: Run) -> None:
    Path("ranked.py").write_text(RANKED)
    words = ("--codes", "SB,WIN", "--tiebreaks", "none", "--count", 1)
    done = run("crosscheck", "--tiebreak-engine", RANKER, *words, *SMALL)
    assert (done.code, done.err) == (0, "")
    assert "Values        42" in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--engine", OURSELVES, "--generator", MADE), "belong to --tiebreak-engine"),
        (("--tiebreak-engine", RANKER, "--to", "trfx"), "belong to --engine"),
        (("--tiebreak-engine", "cat"), "{input}"),
        (("--tiebreak-engine", RANKER, "--generator", "cat {seed}"), "{output}"),
        (("--tiebreak-engine", RANKER, "--players", "9-5"), "the fewer first"),
        (("--tiebreak-engine", RANKER, "--players", "5-9", "--system", "team", "--teams", 4, "--boards", 2), "follows"),
    ],
)
def test_what_tie_breaks_are_not_asked(run: Run, words: tuple[object, ...], says: str) -> None:
    done = run("crosscheck", *words, "--count", 1)
    assert (done.code, says in done.err) == (3, True), done.err


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


def test_progress_is_shown_on_a_terminal_and_quiet_in_a_pipe() -> None:
    for tty in (True, False):
        stream = Terminal(tty)
        with Progress(10, "tournaments", 2, stream) as progress:  # type: ignore[arg-type]
            progress.step("no differences")
        assert ("3 of 10 tournaments" in stream.text) is tty
        assert bool(stream.text) is tty
