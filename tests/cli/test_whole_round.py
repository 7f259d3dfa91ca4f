"""A round entered by hand begins with everybody who is there for it, or nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

import rookery
from rookery.model import ByeKind
from support.command_line import Run


@pytest.fixture(params=["trf", "json"])
def club(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    """Three rounds played, the fourth not paired: 5 has a half-point bye in it, 10 is withdrawn."""
    path = f"club.{request.param}"
    assert run("convert", "examples/swiss.trf", path).code == 0
    return path


def test_one_result_does_not_begin_a_round(club: str, run: Run) -> None:
    before = Path(club).read_bytes()
    done = run("enter", club, 4, "2-4=1-0")
    assert done.code == 3
    assert "this would leave 1 FM Larkspur, Edmund, 3 CM Thistlewood, Oscar, 6 Pemberley, Ottilie" in done.err
    assert "5 Kestrel" not in done.err
    assert "10 Dunnock" not in done.err
    assert f"rookery pair {club} -o {club} pairs it" in done.err
    assert Path(club).read_bytes() == before
    assert run("pair", club, "-o", club).code == 0
    assert run("enter", club, 4, "2-4=1-0").code == 0


@pytest.mark.parametrize(
    ("entries", "left"),
    [
        (("2-4", "7-1", "3-6", "8-11"), "leave 9 Osprey, Mateo and 12 Sorrel, Wilhelmina without games"),
        (("2-4", "7-1", "3-6", "8-11", "12=half"), "leave 9 Osprey, Mateo without a game"),
        (("9=bye",), "leave 1 FM Larkspur, Edmund"),
    ],
)
def test_everybody_must_be_in_it(club: str, run: Run, entries: tuple[str, ...], left: str) -> None:
    done = run("enter", club, 4, *entries)
    assert done.code == 3
    assert left in " ".join(done.err.split())


def test_a_whole_round_is_entered_by_hand(club: str, run: Run) -> None:
    assert run("enter", club, 4, "2-4=1-0", "7-1", "3-6", "8-11", "12=zero", "9=bye").code == 0
    made = rookery.load(Path(club)).tournament
    assert len(made.rounds[3].games) == 4
    kinds = {bye.player: bye.kind for bye in made.rounds[3].byes}
    assert kinds == {5: ByeKind.HALF, 9: ByeKind.PAIRING_ALLOCATED, 10: ByeKind.ZERO, 12: ByeKind.ZERO}
    assert run("enter", club, 4, "7-1=1-0").code == 0


def test_a_round_is_entered_in_parts_when_that_is_said(club: str, run: Run) -> None:
    assert "without a game: 1, 3, 6" in run("enter", club, 4, "2-4=1-0", "--part").out
    assert run("enter", club, 4, "7-1").code == 0


def test_byes_alone_begin_nothing(club: str, run: Run) -> None:
    assert run("enter", club, 4, "6=half").code == 0
    assert len(rookery.load(Path(club)).tournament.rounds) == 3


def start(run: Run, players: int, system: str) -> None:
    Path("list.csv").write_text("name,rating\n" + "".join(f"P{n},{2000 - n}\n" for n in range(1, players + 1)))
    assert run("new", "e.trf", "--players", "list.csv", "--system", system, "--yes", "leave-mode!").code == 0


def test_one_is_free_in_an_odd_round_robin(run: Run, ground: Path) -> None:
    start(run, 5, "round-robin")
    assert "4 P4 and 5 P5 without" not in run("enter", "e.trf", 1, "2-5").err
    assert "leave 1 P1, 3 P3 and 4 P4" in run("enter", "e.trf", 1, "2-5").err
    assert run("enter", "e.trf", 1, "2-5", "3-4").code == 0


def test_in_a_knock_out_only_those_still_in_must_be_there(run: Run, ground: Path) -> None:
    start(run, 8, "knockout")
    assert "4 P4 and 5 P5" in " ".join(run("enter", "e.trf", 1, "1-8=1-0", "2-7=1-0", "3-6=1-0").err.split())
    assert run("enter", "e.trf", 1, "1-8=1-0", "2-7=1-0", "3-6=1-0", "5-4==", "--yes", "by-hand!").code == 0
    assert "level" in run("enter", "e.trf", 2, "2-3").err
    assert "leave 2 P2 and 3 P3 without games" in run("enter", "e.trf", 2, "4-1=0-1").err
    assert run("enter", "e.trf", 2, "4-1=0-1", "2-3=1-0", "--yes", "by-hand!").code == 0
    assert run("enter", "e.trf", 3, "1-2=1-0").code == 0


def test_teams_as_well(run: Run, ground: Path) -> None:
    done = run("enter", "examples/team-swiss.trf", rookery.load("examples/team-swiss.trf").tournament.next_round, "1-2")
    assert "rookery pair" in done.err


# -- a round that is paired already


def test_nobody_is_put_out_of_a_paired_round(club: str, run: Run) -> None:
    assert run("pair", club, "-o", club).code == 0
    before = Path(club).read_bytes()
    done = run("enter", club, 4, "8-11=none")
    assert done.code == 3
    said = " ".join(done.err.split())
    assert "would leave 8 Brambling, Saoirse and 11 Fennel, Priya with neither a game nor a bye in round 4" in said
    assert Path(club).read_bytes() == before
    assert "8 Brambling" in run("enter", club, 4, "8-11=none", "11=half").err
    assert run("enter", club, 4, "8-11=none", "11-8=1-0", "--yes", "both-colours", "--yes", "by-hand!").code == 0
    assert run("enter", club, 4, "11-8=none", "8=zero", "11=bye", "--yes", "by-hand!", "--yes", "bye-again").code == 0
    everything = ("2-4=none", "7-1=none", "3-6=none", "12-9=none", "11=none")
    assert run("enter", club, 4, *everything).code == 0
    assert len(rookery.load(Path(club)).tournament.rounds) == 3


def test_who_is_put_out_all_the_same_is_remarked_on(club: str, run: Run) -> None:
    assert run("pair", club, "-o", club).code == 0
    assert "neither" not in run("validate", club).out + run("check", club).out
    assert run("enter", club, 4, "8-11=none", "--part").code == 0
    results = ("2-4=1-0", "7-1=1-0", "3-6=1-0", "12-9=1-0")
    for entries in ((), results):
        assert not entries or run("enter", club, 4, *entries).code == 0
        done = run("validate", club)
        assert done.code == 0
        assert done.out.count("[no-word]") == 2
        for one in (8, 11):
            text = f"layer {one} has neither an opponent nor a bye in round 4"
            assert text in " ".join(done.out.split())
            assert text in " ".join(run("check", club).out.split())
            assert text in " ".join(run("standings", club).err.split())
            assert not entries or text in " ".join(run("pair", club).err.split())
    assert run("validate", "--strict", club).code == 3
    assert run("withdraw", club, 8).code == 0
    assert run("withdraw", club, 11).code == 0
    assert "neither" not in run("validate", club).out


def test_a_round_of_byes_alone_is_not_lost_in_silence(run: Run, tmp_path: Path) -> None:
    """TRF keeps no round in which nobody is paired: it is refused, not written and forgotten."""
    event = rookery.Tournament(
        players=tuple(map(rookery.Player, range(1, 5))), planned=3, system="dutch",
        requested=tuple(rookery.RequestedBye(1, one, rookery.ByeKind.HALF) for one in range(1, 5)),
    )  # fmt: skip
    path = tmp_path / "h.trf"
    path.write_bytes(rookery.dump(event))
    before = path.read_bytes()
    assert "many-absent" in run("pair", str(path), "-o", str(path)).err
    done = run("pair", str(path), "-o", str(path), "--yes", "many-absent")
    assert done.code == 3
    assert "nobody is to be paired in round 1: everybody has a bye" in " ".join(done.err.split())
    assert path.read_bytes() == before
    form = tmp_path / "h.json"
    form.write_bytes(rookery.dump(event, "json"))
    assert run("pair", str(form), "-o", str(form), "--yes", "many-absent").code == 0
    assert len(rookery.load(form).tournament.rounds) == 1


def test_two_results_of_one_game_in_one_command_are_refused(run: Run, ground: Path) -> None:
    before = Path("examples/swiss.trf").read_bytes()
    white, black = rookery.load("examples/swiss.trf").tournament.rounds[2].pairs[0]
    done = run("enter", "examples/swiss.trf", 3, f"{white}-{black}=1-0", f"{white}-{black}=0-1")
    assert done.code == 3
    assert f"{white}-{black}=0-1: another result of the same game than {white}-{black}=1-0" in " ".join(
        done.err.split()
    )
    assert Path("examples/swiss.trf").read_bytes() == before
    assert run("enter", "examples/swiss.trf", 3, f"{white}-{black}=1-0", f"{white}-{black}=1-0").code == 0
