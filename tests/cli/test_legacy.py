"""The grammar of bbpPairings and JaVaFo: the same words, the same output, the same exit codes."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.checking.checker import position_before_round
from rookery.cli.errors import CommandError
from rookery.cli.legacy.generator_settings import parse_settings
from rookery.cli.legacy.main import Request, parse_words
from rookery.generator.settings import GeneratorSettings
from support.command_line import Run
from sweeps import changes


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament before round 4, in a folder other than the one we are in."""
    made = rookery.generate(GeneratorSettings(players=9, rounds=5, acceleration="none", zero_byes=1), seed=2)
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "open.trf").write_bytes(rookery.dumps(position_before_round(made, 4)))
    (folder / "whole.trf").write_bytes(rookery.dumps(made, "trfbx"))
    monkeypatch.chdir(tmp_path)
    return Path("games/open.trf")


# -- the words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--dutch a.trf -c", Request("c", "dutch", "a.trf")),
        ("a.trf -p", Request("p", None, "a.trf")),
        ("--dutch a.trf -p out -l", Request("p", "dutch", "a.trf", output="out", listing=True)),
        ("--dutch a.trf -p -l list", Request("p", "dutch", "a.trf", listing=True, list_name="list")),
        ("-r --dutch a.trf -p", Request("p", "dutch", "a.trf", release=True)),
        ("-r", Request(release=True)),
        ("--dutch -g -o x.trf", Request("g", "dutch", output="x.trf")),
        ("--dutch -g cfg -o x.trf -s 7", Request("g", "dutch", "cfg", output="x.trf", seed=7)),
        ("--dutch m.trf -g -o x.trf -l", Request("g", "dutch", "m.trf", True, "x.trf", listing=True)),
        ("-q 10000 a.trf -p out", Request("p", None, "a.trf", output="out")),
        ("a.trf -w -p out", Request("p", None, "a.trf", output="out")),
    ],
)
def test_the_grammar(words: str, expected: Request) -> None:
    assert parse_words(words.split()) == expected


@pytest.mark.parametrize("words", ["--dutch", "--dutch a -x", "a -p b c", "-g -s 3", "a -c -l x y", "-g -o x -s y"])
def test_what_is_not_understood(words: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(CommandError) as caught:
        parse_words(words.split())
    assert str(caught.value) == snapshot


# -- pairing -----------------------------------------------------------------------------------------------------------


def test_pairing_to_standard_output(run: Run, file: Path) -> None:
    done = run("--dutch", file, "-p")
    outcome = rookery.pair(rookery.load(file).tournament)
    lines = done.out.splitlines()
    assert done.code == 0
    assert int(lines[0]) == len(lines) - 1 == len(outcome.pairs) + (outcome.bye is not None)
    assert lines[1 : len(outcome.pairs) + 1] == [f"{white} {black}" for white, black in outcome.pairs]
    assert lines[-1] == (f"{outcome.bye} 0" if outcome.bye else lines[-1])
    assert run(file, "-p").out == done.out


def test_a_bare_name_lies_beside_the_input(run: Run, file: Path) -> None:
    assert run("--dutch", file, "-p", "out.txt", "-l").code == 0
    assert Path("games/out.txt").read_text().splitlines() == run("--dutch", file, "-p").out.splitlines()
    assert run("--dutch", file, "-p", "./here.txt", "-l", "mine.txt").code == 0
    assert Path("here.txt").exists()
    assert Path("games/open.list").read_text() == Path("games/mine.txt").read_text()


def test_the_checklist_has_the_columns_of_bbppairings(run: Run, file: Path) -> None:
    run("--dutch", file, "-p", "-l")
    blank, head, gap, *rows = Path("games/open.list").read_text().split("\n")
    assert blank == gap == ""
    names = ["ID", "Pts", "----", "Pref", "C2", "C14", "C16", "Cur", "", "R1", "R2", "R3", ""]
    assert [cell.strip() for cell in head.split("\t")] == names
    first = [cell.strip() for cell in rows[0].split("\t")]
    assert first[4] in "YN"
    assert first[7].startswith("(")
    assert "Rookery" in rows[-1]


def test_no_pairing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    monkeypatch.chdir(tmp_path)
    stuck = rookery.generate(
        GeneratorSettings(players=4, rounds=6, acceleration="none", zero_byes=0, half_byes=0), seed=1
    )
    path = Path("stuck.trf")
    path.write_bytes(rookery.dumps(stuck))
    done = run("--dutch", path, "-p", "-l")
    assert done.code == 1
    assert not done.out
    assert done.err == snapshot
    assert path.with_suffix(".list").exists()


def test_exit_codes(run: Run, file: Path, tmp_path: Path) -> None:
    assert run("--dutch", "absent.trf", "-p").code == 5
    (tmp_path / "no.trf").write_text("nonsense")
    assert run("--dutch", tmp_path / "no.trf", "-p").code == 3
    assert run("--dutch", "games/whole.trf", "-p").code == 3
    assert run("--dutch", file, "-p", "nowhere/out.txt").code == 5
    assert run("--dutch", file, "-z").code == 3
    other = tmp_path / "dubov.trf"
    other.write_bytes(file.read_bytes().replace(b"FIDE_DUTCH_2026", b"FIDE_DUBOV"))
    assert run("--dutch", other, "-p").code == 3


# -- checking ----------------------------------------------------------------------------------------------------------


def test_without_a_number_of_rounds_the_last_played_round_is_the_last(
    run: Run, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    made = rookery.generate(
        GeneratorSettings(players=8, rounds=6, acceleration="none", half_byes=0, zero_byes=0, full_byes=0), seed=37
    )
    path = tmp_path / "silent.trf"
    path.write_bytes(rookery.dumps(replace(made, planned_rounds=None)))
    assert rookery.load(path).tournament.planned_rounds is None
    assert "Checker pairings" not in run("--dutch", path, "-c").out
    found = rookery.check(rookery.load(path).tournament)
    assert found.rounds[-1].differences  # as no last round, it is another one
    assert [str(note) for note in found.notes] == snapshot


def test_checking_exits_0_whatever_it_finds(run: Run, file: Path) -> None:
    whole = Path("games/whole.trf")
    done = run("--dutch", whole, "-c")
    assert (done.code, done.out) == (0, "".join(f"whole: Round #{n}\n" for n in range(1, 6)) + "\n")
    change = changes.changed(rookery.load(whole).tournament, "colour", Random(3))
    assert change is not None
    white, black = change.who
    whole.write_bytes(rookery.dumps(change.tournament))
    done = run("--dutch", whole, "-c", "-l")
    assert done.code == 0
    expected = (
        f"whole: Round #{change.round}\n  Checker pairings        Tournament pairings \n"
        f"    {white:>3} - {black:>3}{'':16}{black:>3} - {white:>3}\n\n"
    )
    assert expected in done.out
    listed = Path("games/whole.list").read_text()
    assert [f"Round #{n}\n" in listed for n in range(1, 7)] == [True] * 5 + [False]


# -- generating --------------------------------------------------------------------------------------------------------


def test_generating(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("sub/cfg").write_text("# mine\nPlayersNumber=11\r\nRoundsNumber=4\nDrawPercentage=30\nForfeitRate=10\n")
    assert run("--dutch", "-g", "sub/cfg", "-o", "new.trf", "-s", 7, "-l").code == 0
    made = rookery.load(Path("sub/new.trf")).tournament
    assert (len(made.players), len(made.rounds), made.planned_rounds) == (11, 4, 4)
    assert "Round #4.\n" in Path("sub/new.list").read_text()
    assert run("--dutch", "sub/new.trf", "-g", "-o", "again.trf", "-s", 8).code == 0
    again = rookery.load(Path("sub/again.trf")).tournament
    assert [player.rating for player in again.players] == [player.rating for player in made.players]
    for path in Path("sub").glob("*.trf"):
        assert run("check", path).code == 0


def test_a_generation_that_ends_early(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cfg").write_text("PlayersNumber=4\nRoundsNumber=9\nRetiredRate=1000\nHalfPointByeRate=1000")
    done = run("--dutch", "-g", tmp_path / "cfg", "-o", "x.trf", "-s", 1)
    assert done.code == 1
    assert (tmp_path / "x.trf").exists()


def test_configuration_keys() -> None:
    made = parse_settings(
        "PlayersNumber=20\nRoundsNumber=7\nDrawPercentage=30\nForfeitRate=20\nRetiredRate=50\nHalfPointByteRate=10\n"
        "HighestRating=2500\nLowestRating=1500\nPointsForWin=3.0\nPointsForDraw=1.0\nPointsForLoss=0.0\n"
        "PointsForForfeitLoss=0.0\nPointsForPAB=1.0\n"
    )
    assert (made.players, made.rounds, made.draws, made.forfeits, made.withdrawals) == (20, 7, 0.3, 0.05, 0.02)
    assert made.points is not None
    assert (made.points.win, made.points.draw, made.points.pab, made.points.absence) == (30, 10, 10, 0)
    assert made.ratings is not None
    assert (made.ratings.low, made.ratings.high) == (1500, 2500)
    assert parse_settings("PointsForForfeitLoss=0.5\nPointsForWin=1.0").points == rookery.PointSystem(absence=5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Players=3", 3),
        ("PlayersNumber", 3),
        ("PlayersNumber=x", 3),
        ("PlayersNumber=100000", 4),
        ("ForfeitRate=0.5", 3),
        ("DrawPercentage=120", 3),
        ("PointsForWin=0.55", 3),
        ("LowestRating=2000\nHighestRating=1000", 3),
    ],
)
def test_bad_configurations(text: str, code: int) -> None:
    with pytest.raises(CommandError) as refusal:
        parse_settings(text)
    assert refusal.value.code == code


# -- release and weight ------------------------------------------------------------------------------------------------


def test_release(run: Run, file: Path) -> None:
    done = run("-r")
    assert done.code == 0
    assert rookery.__version__ in done.out
    assert run("-r", "--dutch", file, "-p").out.startswith(done.out)


def test_pairing_starts_light(file: Path) -> None:
    """Somebody else's program starts this once for every round."""
    code = (
        "import sys; from rookery.cli.main import main; main(sys.argv[1:]);"
        "print([name for name in ('argparse', 'json', 'subprocess', 'concurrent.futures') if name in sys.modules])"
    )
    words = [sys.executable, "-c", code, "--dutch", str(file), "-p"]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[-1] == "[]"


def test_our_own_commands_keep_their_grammar(run: Run, file: Path) -> None:
    assert run("check", file).code == 0
    assert run("--version").out.startswith("rookery ")
    assert replace(parse_words(["x", "-c"]), verb="p") == parse_words(["x", "-p"])
