"""The head of a tournament, completed and corrected by a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import ByeKind, Colour, PartialDate, Tournament, TournamentInfo
from support.command_line import Run
from support.snapshots import command_id

HEAD = (
    "--name", "Harbour Open", "--city", "Dunmere", "--federation", "eng",
    "--start", "2026-05-01", "--end", "2026-05-03", "--round-dates", "2026-05-01,2026-05-02,2026-05-03",
    "--arbiter", "IA Wimbrel, Agatha", "--deputy", "Teasel, Rufus", "--deputy", "Wren, Dora",
    "--time-control", "90 min + 30 s", "--tiebreaks", "bh/c1,SB", "--colour", "black",
    "--rounds", "3", "--type", "Swiss",
)  # fmt: skip


def tournament(path: str) -> Tournament:
    return rookery.load(Path(path)).tournament


@pytest.fixture(params=["trf", "json"])
def bare(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    """Four players and nothing of the event."""
    Path("bare.trf").write_text("".join(f"001 {n:4}      Player {n}\n" for n in range(1, 5)))
    if request.param == "json":
        assert run("convert", "bare.trf", "bare.json").code == 0
    return f"bare.{request.param}"


def test_every_value_has_words(bare: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("set", bare, *HEAD)
    assert (done.code, done.err) == (0, "")
    made = tournament(bare)
    days = tuple(PartialDate(2026, 5, day) for day in (1, 2, 3))
    assert made.info == TournamentInfo(
        name="Harbour Open", city="Dunmere", federation="ENG", start=days[0], end=days[-1], round_dates=days,
        chief_arbiter="IA Wimbrel, Agatha", deputies=("Teasel, Rufus", "Wren, Dora"), type="Swiss",
        time_control="90 min + 30 s", encoded_time_control="5400+30",
    )  # fmt: skip
    assert (made.tiebreaks_after_points, made.initial_colour, made.planned_rounds) == (("BH/C1", "SB"), Colour.BLACK, 3)
    assert done.out == snapshot
    assert run("set", bare, *HEAD).out == snapshot


def test_only_what_is_named_changes(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    before = Path("examples/swiss.trf").read_text().splitlines()
    assert run("set", "examples/swiss.trf", "--city", "Dunmere", "--dry-run").out == snapshot
    assert Path("examples/swiss.trf").read_text().splitlines() == before
    assert run("set", "examples/swiss.trf", "--city", "Dunmere").out == snapshot
    after = Path("examples/swiss.trf").read_text().splitlines()
    assert [line for line in before if line not in after] == ["022 Puddleford"]
    assert [line for line in after if line not in before] == ["022 Dunmere"]
    assert Path("examples/swiss.trf.bak").read_text().splitlines() == before


def test_an_empty_text_takes_away(bare: str, run: Run) -> None:
    run("set", bare, *HEAD)
    words = ("--city", "", "--deputy", "", "--start", "", "--round-dates", "", "--tiebreaks", "")
    assert run("set", bare, *words).code == 0
    made = tournament(bare)
    assert (made.info.city, made.info.deputies, made.info.start, made.info.round_dates) == ("", (), None, ())
    assert made.tiebreaks == ()
    assert made.info.end == PartialDate(2026, 5, 3)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--dry-run"],
        ["--rounds", "2"],
        ["--rounds", "0"],
        ["--rounds", "9"],
        ["--rounds", "6"],
        ["--round-dates", "2026-04-03"],
        ["--end", "2026-04-01"],
        ["--start", "tomorrow"],
        ["--tiebreaks", "BH,NONE"],
    ],
    ids=command_id,
)
def test_what_cannot_be_is_refused(words: list[str], run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    before = Path("examples/swiss.trf").read_bytes()
    done = run("set", "examples/swiss.trf", *words)
    assert done.code == 3
    assert done.err == snapshot
    assert Path("examples/swiss.trf").read_bytes() == before


def test_rounds_follow_the_format_and_too_many_are_remarked(bare: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", bare, "--rounds", 4).err == snapshot
    assert tournament(bare).planned_rounds == 4
    Path("list.csv").write_text("name\nA\nB\nC\nD\n")
    run("new", "rr.trf", "--players", "list.csv", "--system", "round-robin")
    assert run("set", "rr.trf", "--rounds", 5).err == snapshot


def test_withdrawn_players_stay_withdrawn(bare: str, run: Run) -> None:
    run("set", bare, "--rounds", 2)
    run("withdraw", bare, 3)
    run("bye", bare, 4, "half", "--round", 2)
    assert run("set", bare, "--rounds", 3).code == 6
    assert run("set", bare, "--rounds", 3, "--yes", "still-withdrawn").code == 0
    asked = {(bye.round, bye.player): bye.kind for bye in tournament(bare).requested_byes}
    half, zero = ByeKind.HALF, ByeKind.ZERO
    assert asked == {(1, 3): zero, (2, 3): zero, (3, 3): zero, (2, 4): half}
    run("set", bare, "--rounds", 1)
    assert [(bye.round, bye.player) for bye in tournament(bare).requested_byes] == [(1, 3)]


def test_withdrawn_players_stay_withdrawn_when_rounds_follow_the_last(
    bare: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    run("set", bare, "--rounds", 3)
    assert run("set", bare, "--leave-fide-mode", "by hand", "--yes", "leave-mode!").code == 0
    assert run("enter", bare, 1, "1-2=1-0", "3-4=1-0", "--yes", "by-hand").code == 0
    run("withdraw", bare, 3)
    assert run("enter", bare, 2, "1-4=1-0", "2=bye", "--yes", "by-hand", "--yes", "both-colours").code == 0
    yes = ("--yes", "by-hand", "--yes", "colour-three", "--yes", "colour-thrice")
    assert run("enter", bare, 3, "2-4=1-0", "1=half", *yes).code == 0
    done = run("set", bare, "--rounds", 5, "--yes", "frozen", "--yes", "still-withdrawn")
    assert done.out == snapshot
    assert {(bye.round, bye.player) for bye in tournament(bare).requested_byes} == {(4, 3), (5, 3)}
    assert run("bye", bare, 3, "none", "--round", 4, 5).code == 0
    assert not tournament(bare).requested_byes
