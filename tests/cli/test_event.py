"""A tournament run with the commands alone, and what each of them accepts and refuses."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import rookery
from rookery.model import Bye, ByeKind, Game, RequestedBye, Result, Tournament
from support.command_line import Run

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
    assert [player.id for player in made.players] == list(range(1, 9))
    assert (made.planned, made.system, made.event.name) == (5, "FIDE_DUTCH_2026", "Club Night")
    assert made.players[0].title == "FM"
    assert str(made.players[1].birth) == "2002-08-14"


def test_new_refuses_a_file_that_is_there(club: str, run: Run) -> None:
    again = ["new", club, "--players", "examples/players.csv", "--rounds", 7]
    before = Path(club).read_bytes()
    assert run(*again).code == 3
    assert Path(club).read_bytes() == before
    assert run(*again, "--overwrite").code == 0
    assert tournament(club).planned == 7
    assert Path(club + ".bak").read_bytes() == before


@pytest.mark.parametrize(
    ("csv", "says"),
    [
        ("", "the list is empty"),
        ("name,rating\n", "nobody is in the list"),
        ("name,rating\nByng,high\n", "line 2, rating: read 'high', expected a rating"),
        ("name,title\nByng,Lord\n", "line 2, title: read 'Lord', expected one of GM"),
        ("name,birth\nByng,yesterday\n", "line 2, birth: read 'yesterday', expected a date"),
        ("name,federation\nByng,England\n", "line 2, federation: read 'England', expected three letters"),
        ("name,rating\n,2000\n", "line 2, name: read '', expected a name"),
        ("name,rating\nA,x\nB,y\n", "2 mistakes in this list"),
        ("name,team\nA,Rooks\nB,\n", "B has no team"),
        (
            "phone,elo\n12,2000\n",
            'there is no column "name"; line 1 names the columns phone and elo; known are name, first',
        ),
        ("name,rating\nA, B,2000\n", "line 2: too many cells; a name with a comma in it needs quotes"),
        ("name,fide_id\nA,12\nB,\nC,12\n", "lines 2 and 4: A and C have the same FIDE number"),
    ],
)
def test_new_says_what_is_wrong_in_the_list(csv: str, says: str, run: Run, ground: Path) -> None:
    Path("list.csv").write_text(csv, "utf-8")
    done = run("new", "club.trf", "--players", "list.csv", "--rounds", 5)
    assert done.code == 3
    assert says in done.err
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
    assert (tournament().system, tournament().planned) == (code, planned)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "--rounds N"),
        (["--rounds", "0"], "from 1 to 999"),
        (["--rounds", "5", "--system", "knights-tour"], "there is no system"),
        (["--rounds", "5", "--system", "team"], 'no column "team"'),
        (["--rounds", "5", "--start", "soon"], "--start: read 'soon'"),
        (
            ["--rounds", "5", "--start", "2026-05-02", "--end", "2026-05-01"],
            "--end: the event ends on 2026-05-01, before",
        ),
        (["--rounds", "3", "--round-dates", "2026-05-02,2026-05-03"], "a date for each of the 3 rounds, read 2 dates"),
        (["--rounds", "1", "--round-dates", "2026-05-02,2026-05-03"], "dates for 2 rounds, and the tournament has 1"),
        (["--rounds", "5", "--tiebreaks", "BH,DEE"], "--tiebreaks: there is no tie-break 'DEE'; did you mean"),
        (["--rounds", "5", "--federation", "England"], "--federation: read 'England', expected three letters"),
    ],
)
def test_new_says_what_it_needs(words: list[str], says: str, run: Run, ground: Path) -> None:
    done = run("new", "club.trf", "--players", "examples/players.csv", *words)
    assert done.code == 3
    assert says in done.err


def test_new_notes_who_may_be_the_same(run: Run, ground: Path) -> None:
    Path("list.csv").write_text("name,rating\nA,2000\nB,2000\na,2000\n")
    done = run("new", "club.trf", "--players", "list.csv", "--rounds", 2)
    assert done.code == 0
    assert "Lines 2 and 4 have the same name and rating" in done.out


@pytest.mark.parametrize(("rounds", "warned"), [(7, False), (8, True), (20, True)])
def test_new_warns_of_more_rounds_than_can_be_paired(rounds: int, warned: bool, run: Run, ground: Path) -> None:
    done = run("new", "club.trf", "--players", "examples/players.csv", "--rounds", rounds)
    said = (
        f"rookery: {rounds} rounds are many for 8 players: nobody meets twice (C.04.1 2), and after round 7 everybody"
    )
    assert (done.code, done.err.startswith(said)) == (0, warned)
    assert bool(done.err) is warned
    words = ("--rounds", rounds, "--system", "keizer", "--yes", "leave-mode!")
    keizer = run("new", "k.trf", "--players", "examples/players.csv", *words)
    assert (keizer.code, keizer.err) == (0, "")


# -- a whole event -----------------------------------------------------------------------------------------------------


def test_an_event_from_the_list_to_the_last_round(club: str, run: Run) -> None:
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
    said = do("add", club, "--name", "Wren, Dora", "--rating", 1885, "--missed", "half")
    assert said == "5 Wren, Dora has entered; the 4 players below moved down by one.\n"
    do("enter", club, 2, "2-1=1/2-1/2", "4-3=+/-", "5-9=1-0", "7-6=0-1", "8=zero")
    do("withdraw", club, 8)
    do("enter", club, 3, "1-4=1-0", "5-2=0-1", "6-3=0-1", "9-7=0-1")
    do("enter", club, 4, "2-3=1-0", "1-6=1-0", "4-5=0-1", "7=bye", "9=half")
    do("enter", club, 5, "3-1=0-1", "2-7=1-0", "6-4=1-0", "5=bye", "9=zero")
    made = tournament(club)
    assert len(made.rounds) == 5
    assert not any(round.pending for round in made.rounds)
    points = {player.id: player.points for player in made.players}
    assert points == {1: 45, 2: 45, 3: 15, 4: 20, 5: 35, 6: 20, 7: 20, 8: 5, 9: 10}
    late = [cell for round in made.rounds for cell in round.byes if cell.player == 8]
    assert [bye.kind for bye in late] == [ByeKind.ZERO] * 4
    assert "5 of 5 played" in do("show", club)


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
    (["12-7-3"], "12-7-3: expected something like 12-7=1-0"),
    (["1-5=2-0"], "1-5=2-0: read '2-0', expected 1-0"),
    (["8=nap"], "8=nap: read 'nap', expected bye, half"),
    (["1-99=1-0"], "1-99=1-0: there is no player 99"),
    (["4-4=1-0"], "4 Yarrow, Keiko cannot meet themselves"),
    (["5-1=1-0"], "1 has White against 5"),
    (["1-6=1-0"], "1 FM Rook, Benedict meets 5 Hazel, Magnus in round 1; 1-5=none takes that back"),
    (["5=half"], "5 Hazel, Magnus meets 1 FM Rook, Benedict in round 1"),
    (["7-8", "7=half"], "meets"),
    (["6=bye", "7=bye"], "6 Linnet, Odile has the bye of round 1 already"),
    (["2-6=none"], "2 and 6 are not paired in round 1"),
    (["2=none"], "2 WFM Dipper, Lucia has no bye in round 1"),
    ([], "nothing to enter"),
]


@pytest.mark.parametrize(("entries", "says"), WRONG_ENTRIES, ids=lambda value: str(value)[:20])
def test_enter_says_what_is_wrong_and_changes_nothing(entries: list[str], says: str, club: str, run: Run) -> None:
    assert run("enter", "--part", club, 1, "1-5=1-0").code == 0
    before = Path(club).read_bytes()
    done = run("enter", "--part", club, 1, *entries)
    assert done.code == 3
    assert says in done.err
    assert Path(club).read_bytes() == before


@pytest.mark.parametrize(
    ("number", "says"),
    [(0, "cannot be entered"), (3, "the next is round 2"), (99, "the next is round 2"), (2, "no result yet for 3-7")],
)
def test_enter_keeps_the_rounds_in_order(number: int, says: str, club: str, run: Run) -> None:
    assert run("enter", "--part", club, 1, "1-5=1-0", "3-7").code == 0
    done = run("enter", "--part", club, number, "2-6=1-0")
    assert done.code == 3
    assert says in done.err


def test_enter_stops_after_the_last_round(run: Run, ground: Path) -> None:
    run("new", "club.trf", "--players", "examples/players.csv", "--rounds", 1)
    assert run("enter", "--part", "club.trf", 1, "1-5=1-0").code == 0
    assert "has 1 round" in run("enter", "--part", "club.trf", 2, "1-5=1-0").err


def test_a_result_can_be_corrected_and_a_pairing_taken_back(club: str, run: Run) -> None:
    run("enter", "--part", club, 1, "1-5=1-0", "6-2")
    assert "(was 1 - 0)" in run("enter", "--part", club, 1, "1-5=0-1").out
    assert tournament(club).by_id[5].points == 10
    run("enter", "--part", club, 1, "1-5=none", "5-1=1-0", "6-2=none")
    assert tournament(club).rounds[0].games == (Game(5, 1, R.WHITE_WINS),)
    assert [tournament(club).by_id[one].points for one in (1, 5)] == [0, 10]


def test_enter_remarks_a_second_meeting(club: str, run: Run) -> None:
    run("enter", "--part", club, 1, "1-5=1-0")
    assert "rematch: Hazel, Magnus and Rook, Benedict have met already" in run("enter", "--part", club, 2, "5-1").err
    done = run("enter", "--part", club, 2, "5-1", "--yes", "rematch")
    assert "they have met before, in round 1" in done.out


def test_enter_respects_a_bye_asked_for(club: str, run: Run) -> None:
    run("bye", club, 5, "half", "--round", 1)
    done = run("enter", "--part", club, 1, "1-5=1-0")
    assert "5 Hazel, Magnus has a half-point bye in round 1; 5=none takes that back" in done.err
    assert run("enter", "--part", club, 1, "2-6=1-0").code == 0
    assert byes(club) == [Bye(5, ByeKind.HALF)]
    assert tournament(club).requested == ()


def test_a_round_is_gone_when_its_last_pairing_is_taken_back(club: str, run: Run) -> None:
    run("bye", club, 8, "half", "--round", 1)
    before = tournament(club)
    run("enter", "--part", club, 1, "1-5=1-0", "6-2")
    assert tournament(club).by_id[8].points == 5
    assert "taken back." not in run("enter", "--part", club, 1, "1-5=none").out
    done = run("enter", "--part", club, 1, "6-2=none")
    assert done.out.endswith("6 Linnet, Odile - 2 WFM Dipper, Lucia: taken back\nRound 1 has been taken back.\n")
    assert tournament(club) == before
    assert run("enter", "--part", club, 1, "7=half").out.endswith("Round 1 has nobody paired yet.\n")
    assert set(tournament(club).requested) == {RequestedBye(1, 8, ByeKind.HALF), RequestedBye(1, 7, ByeKind.HALF)}


def test_taking_back_leaves_those_who_were_not_paired_yet(run: Run, ground: Path) -> None:
    run("convert", "examples/swiss.trf", "swiss.json")
    for path in ("examples/swiss.trf", "swiss.json"):
        before = tournament(path)
        run("enter", "--part", path, 4, "2-4")
        assert run("enter", "--part", path, 4, "2-4=none").out.endswith("Round 4 has been taken back.\n")
        assert tournament(path) == before


def test_enter_remarks_somebody_withdrawn(club: str, run: Run) -> None:
    run("withdraw", club, 5)
    assert "5 Hazel, Magnus has a zero-point bye" in run("enter", "--part", club, 1, "1-5=1-0").err
    run("enter", "--part", club, 1, "2-6=1-0")
    done = run("enter", "--part", club, 1, "1-5=1-0", "--yes", "absent", "--yes", "by-hand!")
    assert done.out.startswith("1 FM Rook, Benedict - 5 Hazel, Magnus: 1 - 0 (5 Hazel, Magnus was withdrawn)\n")
    assert "withdrawn" not in run("enter", "--part", club, 1, "3-7=1-0").out


def test_enter_remarks_colours_that_the_table_has_otherwise(run: Run, ground: Path) -> None:
    run("new", "rr.trf", "--players", "examples/players.csv", "--system", "round-robin")
    assert "(the table gives 1 White)" in run("enter", "--part", "rr.trf", 1, "8-1=1-0").out
    assert "table" not in run("enter", "--part", "rr.trf", 1, "2-7=1-0").out


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


def test_a_mistake_in_a_list_is_found_by_its_line(club: str, run: Run) -> None:
    Path("round1.csv").write_text("white,black,result\n1,5,1-0\n2,six,0-1\n")
    done = run("enter", "--part", club, 1, "--csv", "round1.csv")
    assert done.code == 3
    assert "round1.csv: line 3: there is no player called 'six'" in done.err


# -- add, bye, withdraw ------------------------------------------------------------------------------------------------


def test_add_puts_a_late_player_in_place_or_last(club: str, run: Run) -> None:
    run("enter", "--part", club, 1, "1-5=1-0", "2-6=0-1", "3-7==", "4-8=1-0", "--yes", "by-hand!")
    assert (
        run("add", club, "--name", "Knot, Ella", "--rating", 2100, "--title", "wfm", "--birth", "2000-01-02").code == 0
    )
    made = tournament(club)
    assert made.by_id[3].name == "Knot, Ella"
    assert Game(4, 8, R.DRAW) in made.rounds[0].games
    assert [player.points for player in made.players] == [10, 0, 0, 5, 10, 0, 10, 5, 0]
    assert run("add", club, "--name", "Smew, Ann", "--rating", 2500, "--last", "--yes", "numbers").code == 0
    assert tournament(club).by_id[10].name == "Smew, Ann"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--name", "X", "--rating", "lots"], "--rating: read 'lots'"),
        (["--name", "X", "--fide-id", "A1"], "--fide-id: read 'A1'"),
        (["--name", "Wagtail, Nora", "--birth", "1997-03-22"], "Wagtail, Nora takes part already, as number 3"),
    ],
)
def test_add_says_what_is_wrong(words: list[str], says: str, club: str, run: Run) -> None:
    done = run("add", club, *words)
    assert done.code == 3
    assert says in done.err


def test_byes_are_noted_and_taken_back(club: str, run: Run) -> None:
    done = run("bye", club, 3, "half", "--round", 2, 4)
    assert (done.code, "second-half-bye" in done.err, tournament(club).requested) == (6, True, ())
    assert run("bye", club, 3, "half", "--round", 2, 4, "--yes", "second-half-bye").code == 0
    assert tournament(club).requested == (RequestedBye(2, 3, ByeKind.HALF), RequestedBye(4, 3, ByeKind.HALF))
    assert run("bye", club, 3, "none", "--round", 2).code == 0
    assert tournament(club).requested == (RequestedBye(4, 3, ByeKind.HALF),)


def test_a_bye_in_a_paired_round_counts_at_once(club: str, run: Run) -> None:
    run("enter", "--part", club, 1, "1-5=1-0")
    assert run("bye", club, 3, "half", "--round", 1).code == 0
    assert tournament(club).by_id[3].points == 5
    said = run("bye", club, 1, "half", "--round", 1).err
    assert "Rook, Benedict meets Hazel, Magnus in round 1; change the round by hand first" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [([99, "half", "--round", 2], "there is no player 99"), ([3, "half", "--round", 9], "there is no round 9"),
     ([3, "none", "--round", 2], "no bye in round 2"), ([3, "long", "--round", 2], "long")],
)  # fmt: skip
def test_bye_says_what_is_wrong(words: list[object], says: str, club: str, run: Run) -> None:
    done = run("bye", club, *words)
    assert done.code == 3
    assert says in done.err


def test_withdraw(club: str, run: Run) -> None:
    run("enter", "--part", club, 1, "1-5=1-0", "2-6")
    done = run("withdraw", club, 6)
    assert done.out == "6 Linnet, Odile is withdrawn from round 2. The game 2-6 still needs its result.\n"
    assert [bye.round for bye in tournament(club).requested] == [2, 3, 4, 5]
    assert run("withdraw", club, 7, "--from", 4).code == 0
    assert [bye.round for bye in tournament(club).requested if bye.player == 7] == [4, 5]
    assert "expected a round not paired yet, 2 to 5" in run("withdraw", club, 7, "--from", 1).err
    assert "there is no player 99" in run("withdraw", club, 99).err


# -- teams and two-game matches ----------------------------------------------------------------------------------------

TEAMS = "name,team,rating\n" + "".join(
    f"{team}{n},{team},{2000 - n}\n" for team in ("Rooks", "Owls") for n in range(1, 5)
)


def test_a_team_event(run: Run, ground: Path) -> None:
    Path("list.csv").write_text(TEAMS)
    assert run("new", "cup.trf", "--players", "list.csv", "--rounds", 3, "--boards", 3).code == 0
    assert run("enter", "--part", "cup.trf", 1, "2-1", "--yes", "by-hand!").out.startswith("2 Owls - 1 Rooks: paired\n")
    done = run("enter", "--part", "cup.trf", 1, "5-1=1-0", "2-6==", "7-4=0-1")
    assert done.code == 0, done
    made = tournament("cup.trf")
    (match,) = made.rounds[0].matches
    assert (match.white, match.black) == (2, 1)
    assert match.games == (Game(5, 1, R.WHITE_WINS), Game(2, 6, R.DRAW), Game(7, 4, R.BLACK_WINS))
    assert [(team.match_points, team.game_points) for team in made.teams] == [(10, 15), (10, 15)]
    assert "do not meet" in run("enter", "--part", "cup.trf", 2, "5-1=1-0").err


def test_a_double_swiss(run: Run, ground: Path) -> None:
    run("new", "cup.json", "--players", "examples/players.csv", "--rounds", 3, "--system", "double-swiss")
    assert run("enter", "--part", "cup.json", 1, "1-5=1-0", "5-1==").code == 0
    (match,) = tournament("cup.json").rounds[0].matches
    assert match.games == (Game(1, 5, R.WHITE_WINS), Game(5, 1, R.DRAW))


def test_nobody_meets_themselves(run: Run, ground: Path) -> None:
    run("enter", "--part", "examples/swiss.trf", 4, "2-4")
    done = run("enter", "--part", "examples/swiss.trf", 4, "2-2=1-0")
    assert (done.code, "2 WIM Heron, Isolde cannot meet themselves" in done.err) == (3, True)


def test_a_newcomer_moves_others_down(run: Run, ground: Path) -> None:
    one = run("add", "examples/swiss.trf", "--name", "Low, Ann")
    assert one.out == "12 Low, Ann has entered; the player below moved down by one.\n"
    two = run("add", "examples/swiss.trf", "--name", "Late, Bo", "--rating", 1500)
    assert two.out == "12 Late, Bo has entered; the 2 players below moved down by one.\n"
