"""A round entered by hand begins with everybody who is there for it, or nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import ByeKind
from support.command_line import Run
from support.snapshots import command_id


@pytest.fixture(params=["trf", "json"])
def club(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    """Three rounds played, the fourth not paired: 5 has a half-point bye in it, 10 is withdrawn."""
    path = f"club.{request.param}"
    assert run("convert", "examples/swiss.trf", path).code == 0
    return path


def test_a_result_does_not_begin_a_round(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    before = Path(club).read_bytes()
    done = run("enter", club, 4, "2-4=1-0")
    assert done.code == 3
    assert done.err == snapshot
    assert f"rookery pair {club} -o {club} " in done.err
    assert "5 Kestrel" not in done.err
    assert "10 Dunnock" not in done.err
    assert Path(club).read_bytes() == before
    assert run("pair", club, "-o", club).code == 0
    assert run("enter", club, 4, "2-4=1-0").code == 0


@pytest.mark.parametrize(
    "entries",
    [
        ("2-4", "7-1", "3-6", "8-11"),
        ("2-4", "7-1", "3-6", "8-11", "12=half"),
        ("9=bye",),
    ],
    ids=command_id,
)
def test_everybody_must_be_in_it(club: str, run: Run, entries: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    done = run("enter", club, 4, *entries)
    assert done.code == 3
    assert done.err == snapshot


def test_a_whole_round_is_entered_by_hand(club: str, run: Run) -> None:
    assert run("enter", club, 4, "2-4=1-0", "7-1", "3-6", "8-11", "12=zero", "9=bye").code == 0
    made = rookery.load(Path(club)).tournament
    assert len(made.rounds[3].games) == 4
    kinds = {bye.player: bye.kind for bye in made.rounds[3].byes}
    assert kinds == {5: ByeKind.HALF, 9: ByeKind.PAIRING_ALLOCATED, 10: ByeKind.ZERO, 12: ByeKind.ZERO}
    assert run("enter", club, 4, "7-1=1-0").code == 0


def test_a_round_can_be_entered_in_parts(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("enter", club, 4, "2-4=1-0", "--part").out == snapshot
    assert run("enter", club, 4, "7-1").code == 0


def test_byes_alone_begin_nothing(club: str, run: Run) -> None:
    assert run("enter", club, 4, "6=half").code == 0
    assert len(rookery.load(Path(club)).tournament.rounds) == 3


def start(run: Run, players: int, system: str) -> None:
    Path("list.csv").write_text("name,rating\n" + "".join(f"P{n},{2000 - n}\n" for n in range(1, players + 1)))
    assert run("new", "e.trf", "--players", "list.csv", "--system", system, "--yes", "leave-mode!").code == 0


def test_a_player_is_free_in_an_odd_round_robin(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    start(run, 5, "round-robin")
    assert run("enter", "e.trf", 1, "2-5").err == snapshot
    assert run("enter", "e.trf", 1, "2-5", "3-4").code == 0


def test_in_a_knock_out_only_those_still_in_must_be_there(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    start(run, 8, "knockout")
    assert run("enter", "e.trf", 1, "1-8=1-0", "2-7=1-0", "3-6=1-0").err == snapshot
    assert run("enter", "e.trf", 1, "1-8=1-0", "2-7=1-0", "3-6=1-0", "5-4==", "--yes", "by-hand!").code == 0
    assert run("enter", "e.trf", 2, "2-3").err == snapshot
    assert run("enter", "e.trf", 2, "4-1=0-1").err == snapshot
    assert run("enter", "e.trf", 2, "4-1=0-1", "2-3=1-0", "--yes", "by-hand!").code == 0
    assert run("enter", "e.trf", 3, "1-2=1-0").code == 0


def test_teams_as_well(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("enter", "examples/team-swiss.trf", rookery.load("examples/team-swiss.trf").tournament.next_round, "1-2")
    assert "rookery pair" in done.err
    assert done.err == snapshot


# -- a round that is paired already


def test_a_paired_player_cannot_be_removed(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("pair", club, "-o", club).code == 0
    before = Path(club).read_bytes()
    done = run("enter", club, 4, "8-11=none")
    assert done.code == 3
    assert done.err == snapshot
    assert Path(club).read_bytes() == before
    assert run("enter", club, 4, "8-11=none", "11=half").err == snapshot
    assert run("enter", club, 4, "8-11=none", "11-8=1-0", "--yes", "both-colours", "--yes", "by-hand!").code == 0
    assert run("enter", club, 4, "11-8=none", "8=zero", "11=bye", "--yes", "by-hand!", "--yes", "bye-again").code == 0
    everything = ("2-4=none", "7-1=none", "3-6=none", "12-9=none", "11=none")
    assert run("enter", club, 4, *everything).code == 0
    assert len(rookery.load(Path(club)).tournament.rounds) == 3


def test_a_forced_removal_gets_a_remark(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("pair", club, "-o", club).code == 0
    assert "[no-word]" not in run("validate", club).out
    assert run("check", club).out == snapshot
    assert run("enter", club, 4, "8-11=none", "--part").code == 0
    results = ("2-4=1-0", "7-1=1-0", "3-6=1-0", "12-9=1-0")
    for entries in ((), results):
        assert not entries or run("enter", club, 4, *entries).code == 0
        done = run("validate", club)
        assert done.code == 0
        assert done.out.count("[no-word]") == 2
        assert done.out == snapshot
        assert run("check", club).out == snapshot
        assert run("standings", club).err == snapshot
        assert not entries or run("pair", club).err == snapshot
    assert run("validate", "--strict", club).code == 3
    assert run("withdraw", club, 8).code == 0
    assert run("withdraw", club, 11).code == 0
    assert "[no-word]" not in run("validate", club).out


def test_a_round_of_byes_alone_is_not_lost_in_silence(run: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """TRF keeps no round in which nobody is paired: it is refused, not written and forgotten."""
    event = rookery.Tournament(
        players=tuple(map(rookery.Player, range(1, 5))), planned_rounds=3, system="dutch",
        requested_byes=tuple(rookery.RequestedBye(1, one, rookery.ByeKind.HALF) for one in range(1, 5)),
    )  # fmt: skip
    path = tmp_path / "h.trf"
    path.write_bytes(rookery.dumps(event))
    before = path.read_bytes()
    assert "many-absent" in run("pair", str(path), "-o", str(path)).err
    done = run("pair", str(path), "-o", str(path), "--yes", "many-absent")
    assert done.code == 3
    assert done.err.replace(f"{tmp_path}/", "") == snapshot
    assert path.read_bytes() == before
    form = tmp_path / "h.json"
    form.write_bytes(rookery.dumps(event, "json"))
    assert run("pair", str(form), "-o", str(form), "--yes", "many-absent").code == 0
    assert len(rookery.load(form).tournament.rounds) == 1


def test_two_results_for_a_game_in_a_command_are_refused(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    before = Path("examples/swiss.trf").read_bytes()
    white, black = rookery.load("examples/swiss.trf").tournament.rounds[2].pairs[0]
    done = run("enter", "examples/swiss.trf", 3, f"{white}-{black}=1-0", f"{white}-{black}=0-1")
    assert done.code == 3
    assert done.err == snapshot
    assert Path("examples/swiss.trf").read_bytes() == before
    assert run("enter", "examples/swiss.trf", 3, f"{white}-{black}=1-0", f"{white}-{black}=1-0").code == 0
