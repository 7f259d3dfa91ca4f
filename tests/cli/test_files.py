"""A file is the old version or the new one at every moment; the old one stays beside it; nobody's change is lost."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli import files
from rookery.cli.errors import CommandError
from rookery.cli.file_service import rewrite_tournament
from rookery.model import Game, Player, Result, Round, Tournament, TournamentInfo
from support.command_line import Run

TESTS = Path(__file__).resolve().parents[1]
SRC = TESTS.parent / "src"


def python(code: str, folder: Path, stdout: int = subprocess.DEVNULL, **more: int) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": f"{SRC}{os.pathsep}{TESTS}"}
    return subprocess.Popen([sys.executable, "-c", code], cwd=folder, env=environment, stdout=stdout, **more)


def club(size: int, result: Result = Result.WHITE_WINS) -> Tournament:
    """A first round of many boards, the first of which ended so."""
    games = tuple(Game(n, n + size // 2, result if n == 1 else Result.DRAW) for n in range(1, size // 2 + 1))
    return Tournament(
        players=tuple(Player(n, f"Player {n}") for n in range(1, size + 1)), rounds=(Round(games),), planned_rounds=5
    )


@pytest.fixture
def both_versions(tmp_path: Path, run: Run) -> tuple[bytes, bytes]:
    """A file event.trf, and the two versions of it between which board 1 can be switched."""
    path = tmp_path / "event.trf"
    path.write_bytes(rookery.dumps(club(60)))
    versions = []
    for result in ("1-0", "0-1"):
        assert run("enter", path, 1, f"1-31={result}").code == 0
        versions.append(path.read_bytes())
    assert versions[0] != versions[1]
    return versions[0], versions[1]


# A program that has loaded everything brings up children, one for each number it reads, who switch board 1 for ever
# and are killed at that call of those that write.
SWITCH = """
import itertools, os, signal, sys
from rookery.cli.main import main
main(["enter", "event.trf", "1", "1-31=1-0"])
def watched(real):
    def call(*args, **more):
        global calls
        calls += 1
        if calls == stop:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **more)
    return call
for line in sys.stdin:
    calls, stop = 0, int(line)
    if child := os.fork():
        print("killed" if os.WIFSIGNALED(os.waitpid(child, 0)[1]) else "ended", flush=True)
        continue
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for name in ("replace", "fsync", "fchown", "fchmod", "link", "unlink", "open"):
        setattr(os, name, watched(getattr(os, name)))
    for result in itertools.cycle(["0-1", "1-0"]):
        assert main(["enter", "event.trf", "1", f"1-31={result}"]) == 0
"""
KILLS = 30
"""More than there are calls in one change."""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs fork and kill -9")
def test_kill_at_any_moment_leaves_the_old_file_or_the_new(both_versions: tuple[bytes, bytes], tmp_path: Path) -> None:
    """Killed at the first call that writes, then at the second, and so on, each time in what the last one left."""
    seen = []
    with python(SWITCH, tmp_path, stdout=subprocess.PIPE, stdin=subprocess.PIPE) as mother:
        assert mother.stdin is not None
        assert mother.stdout is not None
        for stop in range(1, KILLS + 1):
            mother.stdin.write(b"%d\n" % stop)
            mother.stdin.flush()
            assert next(line for line in mother.stdout if line in (b"killed\n", b"ended\n")) == b"killed\n"
            data = (tmp_path / "event.trf").read_bytes()
            assert data in both_versions
            assert (tmp_path / "event.trf.bak").read_bytes() in both_versions
            seen.append(data)
        mother.stdin.close()
    assert seen[0] == both_versions[0]
    assert set(seen) == set(both_versions)
    expected = r"event\.trf(\.bak(\.[2-9]|\.first)?|\.journal)?|\.event\.trf(\.bak)?\.[0-9a-f]{16}\.rookery"
    assert all(re.fullmatch(expected, path.name) for path in tmp_path.iterdir())


# The machine stops at the first call of any of these, then at the second, and so on; what is there is kept each time.
STOP = """
import os, shutil
from rookery.cli.main import main
main(["enter", "other.trf", "1", "1-31=1-0"])
def watched(real):
    def call(*args, **more):
        global calls
        calls += 1
        if calls == stop:
            os._exit(9)
        return real(*args, **more)
    return call
code, stop = 9, 0
while code:
    stop, calls = stop + 1, 0
    shutil.copyfile("old", "event.trf")
    if not os.fork():
        for name in ("replace", "fsync", "fchown", "fchmod", "open"):
            setattr(os, name, watched(getattr(os, name)))
        os._exit(main(["enter", "event.trf", "1", "1-31=1-0"]))
    code = os.waitstatus_to_exitcode(os.wait()[1])
    assert code in (0, 9)
    shutil.copyfile("event.trf", f"seen {stop:03}")
"""


@pytest.mark.skipif(os.name != "posix", reason="needs fork")
def test_a_stop_at_every_step_leaves_the_old_file_or_the_new(
    both_versions: tuple[bytes, bytes], tmp_path: Path
) -> None:
    new, old = both_versions
    for name in ("old", "other.trf"):
        (tmp_path / name).write_bytes(old)
    assert python(STOP, tmp_path).wait() == 0
    seen = [path.read_bytes() for path in sorted(tmp_path.glob("seen *"))]
    assert all(one in both_versions for one in seen)
    assert seen == sorted(seen, key=lambda data: data == new)
    assert seen[0] == old
    assert seen[-1] == new
    assert 4 < len(seen) < 30


def test_the_previous_version_stays_beside_it(both_versions: tuple[bytes, bytes], tmp_path: Path) -> None:
    assert (tmp_path / "event.trf").read_bytes() == both_versions[1]
    assert (tmp_path / "event.trf.bak").read_bytes() == both_versions[0]


def test_only_the_changed_lines_differ(both_versions: tuple[bytes, bytes]) -> None:
    old, new = (data.splitlines() for data in both_versions)
    assert len(old) == len(new)
    changed = [line[:8].split() for line, other in zip(old, new, strict=True) if line != other]
    assert changed == [[b"001", b"1"], [b"001", b"31"]]


def test_a_dry_run_writes_nothing(
    both_versions: tuple[bytes, bytes], tmp_path: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    done = run("enter", tmp_path / "event.trf", 1, "1-31=1-0", "--dry-run")
    assert done.code == 0
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    assert [line[0] for line in done.out.splitlines() if line[:1] in "+-"] == ["-", "+", "-", "+"]
    assert done.out.splitlines()[-1] == snapshot


def test_what_changes_nothing_writes_nothing(
    both_versions: tuple[bytes, bytes], tmp_path: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    done = run("enter", tmp_path / "event.trf", 1, "1-31=0-1")
    assert done.out == snapshot
    assert (tmp_path / "event.trf.bak").read_bytes() == both_versions[0]


@pytest.mark.skipif(os.name != "posix", reason="needs modes and links")
def test_mode_and_link_survive(both_versions: tuple[bytes, bytes], tmp_path: Path, run: Run) -> None:
    path, link = tmp_path / "event.trf", tmp_path / "today.trf"
    path.chmod(0o640)
    link.symlink_to(path)
    assert run("enter", link, 1, "1-31=1-0").code == 0
    assert link.is_symlink()
    assert path.read_bytes() == both_versions[0]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


# A program that has loaded everything starts all commands it reads, slowed down where they write, so that they meet.
TOGETHER = """
import json, sys
from pathlib import Path
from support.command_processes import start_command, wait_for_exit
children = [start_command(words, Path.cwd(), seed, slow=0.004) for seed, words in enumerate(json.load(sys.stdin))]
json.dump([wait_for_exit(child) for child in children], sys.stdout)
"""


def run_together(commands: list[list[str]], folder: Path) -> list[int | None]:
    """Run commands at the same time, each in a process of its own; their exit codes."""
    with python(TOGETHER, folder, stdout=subprocess.PIPE, stdin=subprocess.PIPE) as mother:
        return json.loads(mother.communicate(json.dumps(commands).encode(), timeout=120)[0])


@pytest.mark.skipif(os.name != "posix", reason="needs locks")
def test_commands_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    path.write_bytes(
        rookery.dumps(Tournament(players=tuple(Player(n, f"P{n}") for n in range(1, 41)), planned_rounds=3))
    )
    commands = [["enter", "--part", "event.trf", "1", f"{n}-{n + 20}=1-0"] for n in range(1, 11)]
    assert run_together(commands, tmp_path) == [0] * 10
    assert len(rookery.load(path).tournament.rounds[0].games) == 10


def standing(names: range) -> Tournament:
    """A first round that is over, and nobody's second yet."""
    games = tuple(Game(n, n + 10, Result.DRAW) for n in names)
    players = tuple(Player(n, f"P{n}", points=5) for n in range(1, 21))
    return Tournament(players=players, rounds=(Round(games),), planned_rounds=6)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs locks")
@pytest.mark.parametrize("name", ["event.trf", "event.json"])
def test_commands_of_all_kinds_at_the_same_time_lose_nothing(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(rookery.dumps(standing(range(1, 11)), files.dialect_for(name)))
    words: list[list[str]] = [["pair", name, "-o", name], ["convert", name, name], ["standings", name, "--save"]]
    words += [["add", name, "--name", f"Late {n}", "--last", "--yes", "numbers"] for n in range(3)]
    words += [["enter", name, "1", f"{n}-{n + 10}=1-0", "--yes", "correction"] for n in range(1, 4)]
    words += [["bye", name, str(n), "half", "--round", "4"] for n in range(11, 14)]
    assert run_together(words, tmp_path) == [0] * len(words)
    made = rookery.load(path).tournament
    assert len(made.rounds) == 2
    assert {player.name for player in made.players} == {f"P{n}" for n in range(1, 21)} | {f"Late {n}" for n in range(3)}
    won = {game.white for game in made.rounds[0].games if game.result is Result.WHITE_WINS}
    assert won == {1, 2, 3}
    assert {bye.player for bye in made.requested_byes if bye.round == 4} == {11, 12, 13}


CLUB = Tournament(
    info=TournamentInfo(name="Club"), players=tuple(Player(n, f"P{n}") for n in range(1, 5)), planned_rounds=3
)
LONG = "Featherstonehaugh-Cholmondeley, Maximilian"


def test_a_pairing_is_not_written_over_another_tournament(
    tmp_path: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    club, other = tmp_path / "club.trf", tmp_path / "other.trf"
    club.write_bytes(rookery.dumps(CLUB))
    other.write_bytes(rookery.dumps(replace(CLUB, info=TournamentInfo(name="Cup"))))
    kept = other.read_bytes()
    refused = run("pair", club, "-o", other)
    assert refused.code == 3
    assert refused.err.replace(f"{tmp_path}/", "") == snapshot
    assert other.read_bytes() == kept
    assert run("pair", club, "-o", other, "--force").code == 0
    assert run("pair", club, "-o", other).code == 0, "the same round again"
    assert rookery.load(other).tournament.info.name == "Club"


def test_no_round_is_lost_by_a_pairing_from_an_older_state(
    tmp_path: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    club, later = tmp_path / "club.trf", tmp_path / "later.trf"
    club.write_bytes(rookery.dumps(CLUB))
    games = (Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))
    later.write_bytes(rookery.dumps(replace(CLUB, rounds=(Round(games), Round(games)))))
    refused = run("pair", club, "-o", later)
    assert refused.code == 3
    assert refused.err.replace(f"{tmp_path}/", "") == snapshot


@pytest.mark.parametrize("form", ["list", "json"])
def test_a_list_of_pairs_does_not_replace_the_tournament(form: str, tmp_path: Path, run: Run) -> None:
    club = tmp_path / "club.trf"
    club.write_bytes(rookery.dumps(CLUB))
    assert run("pair", club, "--format", form, "-o", club).code == 3
    assert rookery.load(club).tournament.players
    pairs = tmp_path / "pairs"
    assert [run("pair", club, "--format", form, "-o", pairs).code for _ in range(2)] == [0, 0]


def test_a_paired_round_is_written_in_the_form_its_name_says(
    tmp_path: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    rounds = []
    (tmp_path / "club.json").write_bytes(rookery.dumps(replace(CLUB, players=players_with_name(LONG)), "json"))
    for source, output in (("club.json", "next.trf"), ("next.trf", "again.json"), ("club.json", "plain")):
        if source == "next.trf":
            (tmp_path / source).write_bytes(rookery.dumps(CLUB))
            (tmp_path / output).unlink(missing_ok=True)
        done = run("pair", tmp_path / source, "-o", tmp_path / output)
        assert done.code == 0
        assert ("trf26" in done.err) == (output == "next.trf")
        assert done.err == snapshot
        data = (tmp_path / output).read_bytes()
        assert data.startswith(b"{") == (output != "next.trf")
        rounds.append(len(rookery.loads(data).tournament.rounds))
    assert rounds == [1, 1, 1]


def players_with_name(name: str) -> tuple[Player, ...]:
    return (replace(CLUB.players[0], name=name), *CLUB.players[1:])


@pytest.mark.parametrize("end", ["trf", "json"])
def test_truncated_names_are_reported(
    end: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("players.csv").write_text(f'name,rating\n"{LONG}",2000\n"Byng, Ada",1900\n')
    path, other = f"club.{end}", LONG.replace("Max", "Mat")
    for words in (("new", path, "--players", "players.csv", "--rounds", 3), ("add", path, "--name", other)):
        done = run(*words)
        assert done.code == 0
        assert done.out == snapshot


def test_a_file_with_errors_is_not_rewritten(
    both_versions: tuple[bytes, bytes], tmp_path: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "event.trf"
    broken = both_versions[0].replace(b"   7 w =", b" 977 w =").replace(b"  37 w =", b" 937 w =")
    path.write_bytes(broken)
    done = run("enter", path, 1, "1-31=0-1")
    assert done.code == 3
    assert "rookery validate" in done.err
    assert done.err.replace(f"{tmp_path}/", "") == snapshot
    assert path.read_bytes() == broken


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user who may not write everywhere")
def test_a_folder_we_may_not_write_is_exit_5(both_versions: tuple[bytes, bytes], tmp_path: Path, run: Run) -> None:
    tmp_path.chmod(0o500)
    try:
        done = run("enter", tmp_path / "event.trf", 1, "1-31=1-0")
    finally:
        tmp_path.chmod(0o700)
    assert done.code == 5
    assert "event.trf" in done.err


def test_standard_input_cannot_be_rewritten(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(CommandError) as caught:
        rewrite_tournament("-", lambda tournament: tournament)
    assert str(caught.value) == snapshot


def test_a_list_of_players_is_pointed_to_the_command_for_it(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    done = run("show", "examples/players.csv")
    assert done.code == 3
    assert done.err == snapshot
