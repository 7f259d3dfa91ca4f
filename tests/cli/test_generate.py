"""`rookery generate`: options become settings, the seed reproduces, many files go into a folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli import generator_options
from rookery.cli.parsers import build_parser
from rookery.model import Colour
from support.command_line import Run


@pytest.fixture(autouse=True)
def _use_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_single(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("generate", "-o", "a.trf", "--players", 12, "--rounds", 4, "--seed", 1)
    assert done.code == 0
    assert done.out == snapshot
    run("generate", "-o", "b.trf", "--players", 12, "--rounds", 4, "--seed", 1)
    assert Path("a.trf").read_bytes() == Path("b.trf").read_bytes()
    assert run("check", "a.trf").code == 0
    assert run("validate", "a.trf").code == 0


def test_a_field_beyond_the_numbers_of_trf_is_for_json(run: Run, snapshot: SnapshotAssertion) -> None:
    for words in (("-o", "a.trf"), ("-o", "-", "--to", "trfbx"), ("-o", "some", "--count", 2)):
        done = run("generate", *words, "--players", 10_000, "--rounds", 1, "--seed", 1)
        assert done.code == 4
        assert done.err == snapshot(name="refused")
    done = run("generate", "-o", "a.json", "--players", 10_000, "--rounds", 1, "--seed", 1)
    assert done.code == 0
    assert done.out == snapshot(name="written")


def test_a_seed_is_drawn_and_recorded(run: Run, snapshot: SnapshotAssertion) -> None:
    seed = run("generate", "-o", "a.trf", "--players", 6, "--rounds", 3).out.split()[-1]
    assert int(seed) >= 0
    name = rookery.load(Path("a.trf")).tournament.info.name
    assert name.split()[-1] == seed
    assert name.replace(seed, "SEED") == snapshot
    run("generate", "-o", "b.trf", "--players", 6, "--rounds", 3, "--seed", seed)
    assert Path("a.trf").read_bytes() == Path("b.trf").read_bytes()


@pytest.mark.parametrize("jobs", [1, 2])
def test_many(run: Run, jobs: int, snapshot: SnapshotAssertion) -> None:
    done = run("generate", "-o", "many", "--count", 5, "--seed", 10, "--players", 8, "--rounds", 3, "--jobs", jobs)
    assert done.code == 0
    assert done.out == snapshot
    assert sorted(path.name for path in Path("many").iterdir()) == [f"{seed}.trf" for seed in range(10, 15)]


def test_json(run: Run) -> None:
    run("generate", "-o", "a.json", "--players", 6, "--rounds", 3, "--seed", 1)
    assert len(rookery.load(Path("a.json")).tournament.players) == 6


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("team", "--teams", 6, "--boards", 3, "--reserves", 1, "--rounds", 3), (6, 24, 3, 1)),
        (("round-robin", "--players", 7), (7, 7, 1)),
        (("double-round-robin", "--players", 4), (4, 6, 1)),
    ],
    ids=["team", "round-robin", "double-round-robin"],
)
def test_teams_and_round_robins(
    run: Run, words: tuple[object, ...], numbers: tuple[int, ...], snapshot: SnapshotAssertion
) -> None:
    done = run("generate", "-o", "a.trf", "--seed", 1, "--system", *words)
    assert done.code == 0
    assert tuple(map(int, re.findall(r"\d+", done.out))) == numbers
    assert done.out == snapshot
    assert run("check", "a.trf").code == 0
    assert run("validate", "a.trf").code == 0


def test_acceleration_is_written_out_where_it_cannot_be_named(run: Run) -> None:
    words = ("--players", 12, "--rounds", 5, "--seed", 1, "--acceleration", "baku", "--points", "1-0.5-0")
    for dialect in ("trf26", "trfx", "trfbx", "joint", "json"):
        assert run("generate", "-o", "a.trf", "--to", dialect, *words).code == 0
        assert run("check", "a.trf").code == 0, dialect


def test_it_says_when_a_round_cannot_be_paired(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("generate", "-o", "a.trf", "--players", 4, "--rounds", 5, "--seed", 1)
    assert done.code == 0
    assert done.err == snapshot


def settings(*words: str) -> rookery.GeneratorSettings:
    return generator_options.settings_from_options(build_parser("generate").parse_args(["-o", "x", *words]))


def test_options_become_settings() -> None:
    made = settings(
        "--half-byes", "2,0,5%", "--zero-byes", "3%", "--full-byes", "1", "--withdrawals", "4", "--forfeits", "5%",
        "--points", "3-1-0", "--bye-points", "1", "--rating-range", "1500-2000", "--unrated-players", "10%",
        "--tiebreaks", "bh, sb", "--initial-colour", "black", "--draws", "0.5", "--acceleration", "written",
    )  # fmt: skip
    assert (made.half_byes, made.zero_byes, made.full_byes, made.withdrawals) == ((2, 0, 0.05), 0.03, 1, 4)
    assert made.points == rookery.PointSystem(win=30, draw=10, pab=10)
    assert made.ratings is not None
    assert (made.ratings.low, made.ratings.high, made.ratings.unrated) == (1500, 2000, 0.1)
    assert (made.tiebreaks, made.initial_colour) == (("BH", "SB"), Colour.BLACK)
    assert (made.draws, made.forfeits, made.acceleration) == (0.5, 0.05, "written")
    assert settings().ratings is None
    assert settings("--tiebreaks", "none").tiebreaks == ()


def test_options_of_teams_become_settings() -> None:
    made = settings(
        "--system", "team", "--teams", "9", "--boards", "4", "--reserves", "2", "--match-forfeits", "5%",
        "--colour-type", "none", "--scores", "GP_MP", "--match-points", "3-1-0",
    )  # fmt: skip
    assert (made.teams, made.boards, made.reserves, made.match_forfeits) == (9, 4, 2, 0.05)
    assert (made.colour_type, made.scores) == ("none", "GP_MP")
    assert made.match_points == rookery.PointSystem(win=30, draw=10, pab=10)


def test_ratings_from_a_file() -> None:
    Path("list.txt").write_text("2000\n1900\n\n1800\n")
    made = settings("--ratings", "list.txt").ratings
    assert made is not None
    assert made.given == (2000, 1900, 1800)
    assert settings("--ratings", "2000,1900").ratings is not None
    assert settings("--rating-mean", "2000", "--rating-deviation", "50").ratings is not None


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "1"),
        ("--half-byes", "x"),
        ("--forfeits", "200%"),
        ("--points", "1-2-3"),
        ("--bye-points", "0.55"),
        ("--bye-points", "7"),
        ("--count", "0"),
        ("--ratings", "a,b"),
        ("--system", "schiller"),
        ("--teams", "8"),
        ("--system", "team", "--players", "8"),
        ("--system", "round-robin", "--half-byes", "1"),
    ],
)
def test_bad_requests(run: Run, words: tuple[str, ...]) -> None:
    done = run("generate", "-o", "x", *words)
    assert done.code == 3
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("dialect", "system", "warned"), [
    ("trfx", "dubov", True), ("trfbx", "burstein", True), ("trfx", "dutch", False), ("trf26", "dubov", False),
])  # fmt: skip
def test_a_missing_system_is_reported(
    run: Run, dialect: str, system: str, warned: bool, snapshot: SnapshotAssertion
) -> None:
    done = run(
        "generate", "-o", "a.trf", "--players", 8, "--rounds", 3, "--seed", 1, "--to", dialect, "--system", system
    )
    assert done.code == 0
    assert bool(done.err) == warned
    assert done.err == snapshot
    assert run("check", "a.trf", *(("--system", system) if warned else ())).code == 0


def test_each_of_many_files_is_written_atomically(run: Run, tmp_path: Path) -> None:
    folder, other = tmp_path / "many", tmp_path / "other.trf"
    folder.mkdir()
    other.write_bytes(b"another file")
    (folder / "1.trf").write_bytes(b"what was there")
    (folder / "2.trf").hardlink_to(other)
    done = run("generate", "-o", folder, "--count", 2, "--players", 6, "--rounds", 2, "--seed", 1)
    assert done.code == 0
    assert (folder / "1.trf.bak").read_bytes() == b"what was there"
    assert other.read_bytes() == b"another file"
    assert (folder / "2.trf").read_bytes().startswith(b"012")
    again = sorted(folder.iterdir())
    assert run("generate", "-o", folder, "--count", 2, "--players", 6, "--rounds", 2, "--seed", 1).code == 0
    assert sorted(folder.iterdir()) == again
