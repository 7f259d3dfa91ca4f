"""A tournament run with the commands alone, and what each of them accepts and refuses."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import Bye, ByeKind, Game, RequestedBye, Result, Tournament
from support.command_line import Run
from support.snapshots import command_id, lines_with

R = Result


def tournament(path: str = "club.trf") -> Tournament:
    reading = rookery.load(Path(path))
    assert not [problem for problem in reading.problems if problem.severity >= rookery.Severity.WARNING]
    return reading.tournament


def byes(path: str) -> list[Bye]:
    """The byes of round 1; who is not paired yet has an empty cell in TRF."""
    return [bye for bye in tournament(path).rounds[0].byes if bye.kind is not ByeKind.NOT_ENTERED]


@pytest.fixture(params=["trf", "json"])
def club(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    """A new tournament of eight players and five rounds, in either format."""
    path = f"club.{request.param}"
    assert run("new", path, "--players", "examples/players.csv", "--rounds", 5, "--name", "Club Night").code == 0
    return path


# -- new ---------------------------------------------------------------------------------------------------------------


def test_new_numbers_by_rating_title_and_name(club: str) -> None:
    made = tournament(club)
    assert [player.name.split(",")[0] for player in made.players] == [
        "Rook", "Dipper", "Wagtail", "Yarrow", "Hazel", "Linnet", "Bullfinch", "Cranesbill",
    ]  # fmt: skip
    assert [player.number for player in made.players] == list(range(1, 9))
    assert (made.planned_rounds, made.system, made.info.name) == (5, "FIDE_DUTCH_2026", "Club Night")
    assert made.players[0].title == "FM"
    assert str(made.players[1].birth) == "2002-08-14"


def test_new_refuses_a_file_that_is_there(club: str, run: Run) -> None:
    again = ["new", club, "--players", "examples/players.csv", "--rounds", 7]
    before = Path(club).read_bytes()
    assert run(*again).code == 3
    assert Path(club).read_bytes() == before
    assert run(*again, "--overwrite").code == 0
    assert tournament(club).planned_rounds == 7
    assert Path(club + ".bak").read_bytes() == before


@pytest.mark.parametrize(
    "csv",
    [
        "",
        "name,rating\n",
        "name,rating\nByng,high\n",
        "name,title\nByng,Lord\n",
        "name,birth\nByng,yesterday\n",
        "name,federation\nByng,Atlantis\n",
        "name,rating\n,2000\n",
        "name,rating\nA,x\nB,y\n",
        "name,team\nA,Rooks\nB,\n",
        "phone,elo\n12,2000\n",
        "name,rating\nA, B,2000\n",
        "name,fide_id\nA,12\nB,\nC,12\n",
    ],
    ids=[
        "empty",
        "nobody",
        "rating",
        "title",
        "birth",
        "federation",
        "name",
        "two",
        "team",
        "columns",
        "comma",
        "fide_id",
    ],
)
def test_new_says_what_is_wrong_in_the_list(csv: str, run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text(csv, "utf-8")
    done = run("new", "club.trf", "--players", "list.csv", "--rounds", 5)
    assert done.code == 3
    assert done.err == snapshot
    assert not Path("club.trf").exists()


@pytest.mark.parametrize(
    "text",
    [
        "Name;Elo;Fed\nByng, Ada;2105;eng\n",
        "last name\tfirst name\tRtg\tCountry\nByng\tAda\t2105\tENG\n",
        '\ufeffPLAYER,FIDE rating,Federation,phone\n"Byng, Ada",2105,ENG,123\n',
    ],
)
def test_new_reads_lists_as_people_make_them(text: str, run: Run, ground: Path) -> None:
    Path("list.csv").write_text(text, "utf-8")
    done = run("new", "club.trf", "--players", "list.csv", "--rounds", 5)
    assert done.code == 0
    (player,) = tournament().players
    assert (player.name, player.rating, player.federation) == ("Byng, Ada", 2105, "ENG")
    assert ("phone" in done.out) == ("phone" in text)


def test_new_reads_standard_input(run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"name\nA\nB\n")))
    assert run("new", "club.trf", "--players", "-", "--rounds", 1).code == 0
    assert len(tournament().players) == 2


@pytest.mark.parametrize(
    ("words", "code", "planned"),
    [
        (["--system", "round-robin"], "BERGER_ROUNDROBIN", 7),
        (["--system", "double-round-robin"], "BERGER_DOUBLEROUNDROBIN", 14),
        (["--system", "dubov", "--rounds", "6"], "FIDE_DUBOV", 6),
        (["--system", "FIDE_DUTCH_2017", "--rounds", "6"], "FIDE_DUTCH_2017", 6),
    ],
)
def test_new_knows_the_systems(words: list[str], code: str, planned: int, run: Run, ground: Path) -> None:
    assert run("new", "club.trf", "--players", "examples/players.csv", *words).code == 0
    assert (tournament().system, tournament().planned_rounds) == (code, planned)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--rounds", "0"],
        ["--rounds", "5", "--system", "knights-tour"],
        ["--rounds", "5", "--system", "team"],
        ["--rounds", "5", "--start", "soon"],
        ["--rounds", "5", "--start", "2026-05-02", "--end", "2026-05-01"],
        ["--rounds", "3", "--round-dates", "2026-05-02,2026-05-03"],
        ["--rounds", "1", "--round-dates", "2026-05-02,2026-05-03"],
        ["--rounds", "5", "--tiebreaks", "BH,DEE"],
        ["--rounds", "5", "--federation", "Atlantis"],
    ],
    ids=command_id,
)
def test_new_says_what_it_needs(words: list[str], run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("new", "club.trf", "--players", "examples/players.csv", *words)
    assert done.code == 3
    assert done.err == snapshot


def test_new_notes_possible_duplicates(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("name,rating\nA,2000\nB,2000\na,2000\n")
    done = run("new", "club.trf", "--players", "list.csv", "--rounds", 2)
    assert done.code == 0
    assert done.out == snapshot


@pytest.mark.parametrize(("rounds", "warned"), [(7, False), (8, True), (20, True)])
def test_new_warns_of_more_rounds_than_can_be_paired(
    rounds: int, warned: bool, run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    done = run("new", "club.trf", "--players", "examples/players.csv", "--rounds", rounds)
    assert done.code == 0
    assert "(C.04.1 2)" in done.err or not warned
    assert bool(done.err) is warned
    assert done.err == snapshot
    words = ("--rounds", rounds, "--system", "keizer", "--yes", "leave-mode!")
    keizer = run("new", "k.trf", "--players", "examples/players.csv", *words)
    assert (keizer.code, keizer.err) == (0, "")


# -- a whole event -----------------------------------------------------------------------------------------------------


def test_an_event_from_the_list_to_the_last_round(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    codes = ["by-hand!", "rematch", "bye-again", "absent", "both-colours", "colour-thrice", "colour-three"]
    codes.append("second-half-bye")
    by_hand = [word for code in codes for word in ("--yes", code)]

    def do(*words: object) -> str:
        done = run(*words, *(by_hand if words[0] in ("enter", "add") else ()))
        assert (done.code, done.err) == (0, ""), done
        return str(done.out)

    do("bye", club, 8, "half", "--round", 1)
    do("enter", club, 1, "1-5=1-0", "6-2=0-1", "3-7", "4=bye")
    do("enter", club, 1, "3-7==")
    assert do("add", club, "--name", "Wren, Dora", "--rating", 1885, "--missed", "half") == snapshot
    do("enter", club, 2, "2-1=1/2-1/2", "4-3=+/-", "5-9=1-0", "7-6=0-1", "8=zero")
    do("withdraw", club, 8)
    do("enter", club, 3, "1-4=1-0", "5-2=0-1", "6-3=0-1", "9-7=0-1")
    do("enter", club, 4, "2-3=1-0", "1-6=1-0", "4-5=0-1", "7=bye", "9=half")
    do("enter", club, 5, "3-1=0-1", "2-7=1-0", "6-4=1-0", "5=bye", "9=zero")
    made = tournament(club)
    assert len(made.rounds) == 5
    assert not any(round.pending for round in made.rounds)
    points = {player.number: player.points for player in made.players}
    assert points == {1: 45, 2: 45, 3: 15, 4: 20, 5: 35, 6: 20, 7: 20, 8: 5, 9: 10}
    late = [cell for round in made.rounds for cell in round.byes if cell.player == 8]
    assert [bye.kind for bye in late] == [ByeKind.ZERO] * 4
    assert lines_with(do("show", club), "5 of 5") == snapshot


# -- enter -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "result"),
    [
        ("1-5=1-0", R.WHITE_WINS), ("1-5=0-1", R.BLACK_WINS), ("1-5==", R.DRAW), ("1-5=1/2-1/2", R.DRAW),
        ("1-5=½-½", R.DRAW), ("1-5=1", R.WHITE_WINS), ("1-5=0", R.BLACK_WINS), ("1-5=+/-", R.WHITE_BY_FORFEIT),
        ("1-5=+-", R.WHITE_BY_FORFEIT), ("1-5=-/+", R.BLACK_BY_FORFEIT), ("1-5=-/-", R.DOUBLE_FORFEIT),
        ("1-5=0-0", R.BOTH_LOSE), ("1:5=1:0", R.WHITE_WINS), ("1-5", R.PENDING), ("1-5=*", R.PENDING),
        ("1 - 5 = 1-0", R.WHITE_WINS),
    ],
)  # fmt: skip
def test_enter_takes_results_as_people_type_them(entry: str, result: Result, club: str, run: Run) -> None:
    assert run("enter", "--part", club, 1, entry).code == 0
    assert tournament(club).rounds[0].games == (Game(1, 5, result),)


@pytest.mark.parametrize(
    ("entry", "kind"),
    [("8=bye", ByeKind.PAIRING_ALLOCATED), ("8=half", ByeKind.HALF), ("8=H", ByeKind.HALF), ("8=full", ByeKind.FULL),
     ("8=zero", ByeKind.ZERO), ("8=absent", ByeKind.ZERO)],
)  # fmt: skip
def test_enter_takes_byes(entry: str, kind: ByeKind, club: str, run: Run) -> None:
    assert run("enter", "--part", club, 1, "1-5=1-0", entry, "--yes", "full-bye", "--yes", "bye-again").code == 0
    assert Bye(8, kind) in tournament(club).rounds[0].byes


WRONG_ENTRIES = [
    ["12-7-3"],
    ["1-5=2-0"],
    ["8=nap"],
    ["1-99=1-0"],
    ["4-4=1-0"],
    ["5-1=1-0"],
    ["1-6=1-0"],
    ["5=half"],
    ["7-8", "7=half"],
    ["6=bye", "7=bye"],
    ["2-6=none"],
    ["2=none"],
    [],
]


@pytest.mark.parametrize("entries", WRONG_ENTRIES, ids=command_id)
def test_enter_says_what_is_wrong_and_changes_nothing(
    entries: list[str], club: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    assert run("enter", "--part", club, 1, "1-5=1-0").code == 0
    before = Path(club).read_bytes()
    done = run("enter", "--part", club, 1, *entries)
    assert done.code == 3
    assert done.err == snapshot
    assert Path(club).read_bytes() == before


@pytest.mark.parametrize("number", [0, 3, 99, 2])
def test_enter_keeps_the_rounds_in_order(number: int, club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("enter", "--part", club, 1, "1-5=1-0", "3-7").code == 0
    done = run("enter", "--part", club, number, "2-6=1-0")
    assert done.code == 3
    assert done.err == snapshot


def test_enter_stops_after_the_last_round(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("new", "club.trf", "--players", "examples/players.csv", "--rounds", 1)
    assert run("enter", "--part", "club.trf", 1, "1-5=1-0").code == 0
    done = run("enter", "--part", "club.trf", 2, "1-5=1-0")
    assert done.code == 3
    assert done.err == snapshot


def test_a_result_can_be_corrected_and_a_pairing_taken_back(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("enter", "--part", club, 1, "1-5=1-0", "6-2")
    assert run("enter", "--part", club, 1, "1-5=0-1").out == snapshot
    assert tournament(club).participants_by_number[5].points == 10
    run("enter", "--part", club, 1, "1-5=none", "5-1=1-0", "6-2=none")
    assert tournament(club).rounds[0].games == (Game(5, 1, R.WHITE_WINS),)
    assert [tournament(club).participants_by_number[one].points for one in (1, 5)] == [0, 10]


def test_enter_remarks_a_second_meeting(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("enter", "--part", club, 1, "1-5=1-0")
    asked = run("enter", "--part", club, 2, "5-1").err
    assert "rematch: " in asked
    assert asked == snapshot
    done = run("enter", "--part", club, 2, "5-1", "--yes", "rematch")
    assert done.out == snapshot


def test_enter_respects_a_requested_bye(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("bye", club, 5, "half", "--round", 1)
    done = run("enter", "--part", club, 1, "1-5=1-0")
    assert done.err == snapshot
    assert run("enter", "--part", club, 1, "2-6=1-0").code == 0
    assert byes(club) == [Bye(5, ByeKind.HALF)]
    assert tournament(club).requested_byes == ()


def test_a_round_is_gone_when_its_last_pairing_is_taken_back(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("bye", club, 8, "half", "--round", 1)
    before = tournament(club)
    run("enter", "--part", club, 1, "1-5=1-0", "6-2")
    assert tournament(club).participants_by_number[8].points == 5
    assert run("enter", "--part", club, 1, "1-5=none").out == snapshot
    assert len(tournament(club).rounds) == 1
    done = run("enter", "--part", club, 1, "6-2=none")
    assert done.out == snapshot
    assert tournament(club) == before
    assert run("enter", "--part", club, 1, "7=half").out == snapshot
    assert set(tournament(club).requested_byes) == {RequestedBye(1, 8, ByeKind.HALF), RequestedBye(1, 7, ByeKind.HALF)}


def test_undo_preserves_late_entries_not_paired_yet(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("convert", "examples/swiss.trf", "swiss.json")
    for path in ("examples/swiss.trf", "swiss.json"):
        before = tournament(path)
        run("enter", "--part", path, 4, "2-4")
        assert run("enter", "--part", path, 4, "2-4=none").out == snapshot
        assert tournament(path) == before


def test_enter_remarks_on_withdrawn_players(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("withdraw", club, 5)
    assert run("enter", "--part", club, 1, "1-5=1-0").err == snapshot
    run("enter", "--part", club, 1, "2-6=1-0")
    done = run("enter", "--part", club, 1, "1-5=1-0", "--yes", "absent", "--yes", "by-hand!")
    assert done.out == snapshot
    assert run("enter", "--part", club, 1, "3-7=1-0").out == snapshot


def test_enter_remarks_colours_that_the_table_has_otherwise(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    run("new", "rr.trf", "--players", "examples/players.csv", "--system", "round-robin")
    assert run("enter", "--part", "rr.trf", 1, "8-1=1-0").out == snapshot
    assert run("enter", "--part", "rr.trf", 1, "2-7=1-0").out == snapshot


@pytest.mark.parametrize(
    "text",
    [
        "white,black,result\n1,5,1-0\n2,6,\n8,,half\n",
        "White;Black;Result\n1;5;1:0\n2;6;\n8;bye;half\n",
        "1-5=1-0\n2-6\n8=half\n",
        "1-5=1-0, 2-6, 8=half\n",
    ],
)
def test_enter_reads_lists(text: str, club: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run("enter", "--part", club, 1, "--csv", "-").code == 0
    (round,) = tournament(club).rounds
    assert set(round.games) == {Game(1, 5, R.WHITE_WINS), Game(2, 6)}
    assert byes(club) == [Bye(8, ByeKind.HALF)]


def test_a_mistake_in_a_list_is_reported_with_its_line(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    Path("round1.csv").write_text("white,black,result\n1,5,1-0\n2,six,0-1\n")
    done = run("enter", "--part", club, 1, "--csv", "round1.csv")
    assert done.code == 3
    assert done.err == snapshot


# -- add, bye, withdraw ------------------------------------------------------------------------------------------------


def test_add_puts_a_late_player_in_place_or_last(club: str, run: Run) -> None:
    run("enter", "--part", club, 1, "1-5=1-0", "2-6=0-1", "3-7==", "4-8=1-0", "--yes", "by-hand!")
    assert (
        run("add", club, "--name", "Knot, Ella", "--rating", 2100, "--title", "wfm", "--birth", "2000-01-02").code == 0
    )
    made = tournament(club)
    assert made.participants_by_number[3].name == "Knot, Ella"
    assert Game(4, 8, R.DRAW) in made.rounds[0].games
    assert [player.points for player in made.players] == [10, 0, 0, 5, 10, 0, 10, 5, 0]
    assert run("add", club, "--name", "Smew, Ann", "--rating", 2500, "--last", "--yes", "numbers").code == 0
    assert tournament(club).participants_by_number[10].name == "Smew, Ann"


@pytest.mark.parametrize(
    "words",
    [
        ["--name", "X", "--rating", "lots"],
        ["--name", "X", "--fide-id", "A1"],
        ["--name", "Wagtail, Nora", "--birth", "1997-03-22"],
    ],
    ids=command_id,
)
def test_add_says_what_is_wrong(words: list[str], club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("add", club, *words)
    assert done.code == 3
    assert done.err == snapshot


def test_byes_are_noted_and_taken_back(club: str, run: Run) -> None:
    done = run("bye", club, 3, "half", "--round", 2, 4)
    assert (done.code, "second-half-bye" in done.err, tournament(club).requested_byes) == (6, True, ())
    assert run("bye", club, 3, "half", "--round", 2, 4, "--yes", "second-half-bye").code == 0
    assert tournament(club).requested_byes == (RequestedBye(2, 3, ByeKind.HALF), RequestedBye(4, 3, ByeKind.HALF))
    assert run("bye", club, 3, "none", "--round", 2).code == 0
    assert tournament(club).requested_byes == (RequestedBye(4, 3, ByeKind.HALF),)


def test_a_bye_in_a_paired_round_counts_at_once(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("enter", "--part", club, 1, "1-5=1-0")
    assert run("bye", club, 3, "half", "--round", 1).code == 0
    assert tournament(club).participants_by_number[3].points == 5
    assert run("bye", club, 1, "half", "--round", 1).err == snapshot


@pytest.mark.parametrize(
    "words",
    [[99, "half", "--round", 2], [3, "half", "--round", 9], [3, "none", "--round", 2], [3, "long", "--round", 2]],
    ids=command_id,
)
def test_bye_says_what_is_wrong(words: list[object], club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("bye", club, *words)
    assert done.code == 3
    assert done.err == snapshot


def test_withdraw(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("enter", "--part", club, 1, "1-5=1-0", "2-6")
    done = run("withdraw", club, 6)
    assert done.out == snapshot
    assert [bye.round for bye in tournament(club).requested_byes] == [2, 3, 4, 5]
    assert run("withdraw", club, 7, "--from", 4).code == 0
    assert [bye.round for bye in tournament(club).requested_byes if bye.player == 7] == [4, 5]
    assert run("withdraw", club, 7, "--from", 1).err == snapshot
    assert run("withdraw", club, 99).err == snapshot


# -- teams and two-game matches ----------------------------------------------------------------------------------------

TEAMS = "name,team,rating\n" + "".join(
    f"{team}{n},{team},{2000 - n}\n" for team in ("Rooks", "Owls") for n in range(1, 5)
)


def test_a_team_event(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text(TEAMS)
    assert run("new", "cup.trf", "--players", "list.csv", "--rounds", 3, "--boards", 3).code == 0
    assert run("enter", "--part", "cup.trf", 1, "2-1", "--yes", "by-hand!").out == snapshot
    done = run("enter", "--part", "cup.trf", 1, "5-1=1-0", "2-6==", "7-4=0-1")
    assert done.code == 0, done
    made = tournament("cup.trf")
    (match,) = made.rounds[0].matches
    assert (match.white, match.black) == (2, 1)
    assert match.games == (Game(5, 1, R.WHITE_WINS), Game(2, 6, R.DRAW), Game(7, 4, R.BLACK_WINS))
    assert [(team.match_points, team.game_points) for team in made.teams] == [(10, 15), (10, 15)]
    assert run("enter", "--part", "cup.trf", 2, "5-1=1-0").err == snapshot


def test_a_double_swiss(run: Run, ground: Path) -> None:
    run("new", "cup.json", "--players", "examples/players.csv", "--rounds", 3, "--system", "double-swiss")
    assert run("enter", "--part", "cup.json", 1, "1-5=1-0", "5-1==").code == 0
    (match,) = tournament("cup.json").rounds[0].matches
    assert match.games == (Game(1, 5, R.WHITE_WINS), Game(5, 1, R.DRAW))


def test_no_player_meets_themselves(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("enter", "--part", "examples/swiss.trf", 4, "2-4")
    done = run("enter", "--part", "examples/swiss.trf", 4, "2-2=1-0")
    assert done.code == 3
    assert done.err == snapshot


def test_a_newcomer_moves_others_down(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    one = run("add", "examples/swiss.trf", "--name", "Low, Ann")
    assert one.out == snapshot
    two = run("add", "examples/swiss.trf", "--name", "Late, Bo", "--rating", 1500)
    assert two.out == snapshot
