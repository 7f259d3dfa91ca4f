"""A team event run with the commands alone, and what each of them accepts and refuses there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.history.late_entries import add_to_team, with_team
from rookery.model import Bye, ByeKind, Game, Match, Player, Result, Team, Tournament, VacantBoard
from support.command_line import Run
from support.snapshots import command_id, lines_with

TEAMS = ("Rooks", "Owls", "Herons", "Larks", "Swifts")
NAMES = ("Ann", "Bob", "Cat", "Dan")
LIST = "name,rating,fide_id,federation,team\n" + "".join(
    f'"{team[:-1]}, {name}",{2100 - 50 * board - 10 * at},{99900500 + 4 * at + board},ENG,{team}\n'
    for at, team in enumerate(TEAMS)
    for board, name in enumerate(NAMES)
)
HEAD = (
    "--name", "Cup", "--city", "Puddleford", "--federation", "ENG", "--start", "2026-05-04", "--end", "2026-05-05",
    "--arbiter", "Teasel, Rufus", "--time-control", "90+30", "--colour", "white", "--tiebreaks", "MPvGP,EDE",
    "--round-dates", "2026-05-04,2026-05-04,2026-05-05",
)  # fmt: skip


def tournament(path: str) -> Tournament:
    reading = rookery.load(Path(path))
    assert not [problem for problem in reading.problems if problem.severity >= rookery.Severity.WARNING]
    return reading.tournament


@pytest.fixture(params=["trf", "json"])
def cup(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    """Five teams of four, three rounds, in either format."""
    Path("list.csv").write_text(LIST)
    path = f"cup.{request.param}"
    assert run("new", path, "--players", "list.csv", "--rounds", 3, "--boards", 4, *HEAD).code == 0
    return path


@pytest.fixture
def cup_with_round(cup: str, run: Run) -> str:
    """The same with round 1 in it, the Swifts away."""
    assert run("bye", cup, 5, "half", "--round", 1).code == 0
    assert run("pair", cup, "-o", cup).code == 0
    results = ("1-9=1-0", "10-2==", "3-11=1-0", "12-4=+/-", "13-5=1-0", "6-14=1-0", "15-7=1-0", "8-16==")
    assert run("enter", cup, 1, *results).code == 0
    return cup


def everybody(path: str) -> list[str]:
    """A win for White at every open board of the last round."""
    return [f"{game.white}-{game.black}=1-0" for game in tournament(path).rounds[-1].pending]


def vacant_boards(t: Tournament, number: int) -> list[VacantBoard]:
    """Return the vacant boards of a round."""
    return [board for match in t.rounds[number - 1].matches for board in match.vacant]


def without_opponent(event: Tournament) -> int:
    """Whose board team 6, with its three players, cannot fill in the last round."""
    match = next(match for match in event.rounds[-1].matches if 6 in (match.white, match.black))
    assert len(match.games) == 3
    rival = event.participants_by_number[match.black if match.white == 6 else match.white]
    assert isinstance(rival, Team)
    return next(
        player for player in rival.players if not any(player in (game.white, game.black) for game in match.games)
    )


def test_a_team_event_from_the_list_to_the_report(cup_with_round: str, run: Run, snapshot: SnapshotAssertion) -> None:
    def do(*words: object) -> str:
        done = run(*words)
        assert (done.code, done.err) == (0, ""), done
        return str(done.out)

    assert (
        do("add", cup_with_round, "--team", "Owls", "--name", "Wren, Dora", "--fide-id", 99900601, "--board", 2)
        == snapshot
    )
    do("add", cup_with_round, "--new-team", "Swans", "--name", "Rail, Ida", "--fide-id", 99900602, "--missed", "half")
    for number, name in enumerate(("Rail, Bob", "Rail, Cat"), 99900603):
        do("add", cup_with_round, "--team", 6, "--name", name, "--fide-id", number)
    do("pair", cup_with_round, "-o", cup_with_round)
    made = tournament(cup_with_round)
    alone = without_opponent(made)
    other = next(match for match in made.rounds[1].matches if 6 not in (match.white, match.black))
    do("enter", cup_with_round, 2, f"t{other.white}-t{other.black}=+/-", f"{alone}=+")
    assert "=+" not in do("enter", cup_with_round, 2, *everybody(cup_with_round))
    assert Match(other.white, other.black, (), Result.WHITE_BY_FORFEIT) in tournament(cup_with_round).rounds[1].matches
    assert vacant_boards(tournament(cup_with_round), 2) == [VacantBoard(4, alone)]
    do("withdraw", cup_with_round, 3)
    do("pair", cup_with_round, "-o", cup_with_round)
    alone = without_opponent(tournament(cup_with_round))
    text = do("enter", cup_with_round, 3, *everybody(cup_with_round))
    assert "=+" not in text  # the board is vacant, and a forfeit by itself
    assert text == snapshot
    assert vacant_boards(tournament(cup_with_round), 3) == [VacantBoard(4, alone)]
    do("standings", cup_with_round, "--save")
    assert lines_with(do("check", cup_with_round), "C.04.6 (2026-02)") == snapshot
    assert do("validate", "--for", "rating", cup_with_round) == snapshot
    made = tournament(cup_with_round)
    assert {team.rank for team in made.teams} == set(range(1, 7))
    assert sum(team.game_points or 0 for team in made.teams) == 7 * 40 + 3 * 20  # matches, byes
    for dialect in ("trf26", "json"):
        assert rookery.loads(rookery.dumps(made, dialect)).tournament.teams == made.teams


# -- add ---------------------------------------------------------------------------------------------------------------


def test_a_player_joins_a_roster_and_nothing_else_changes(
    cup_with_round: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    before, lines = tournament(cup_with_round), Path(cup_with_round).read_text().splitlines()
    assert run("add", cup_with_round, "--team", 3, "--name", "Teal, Sam", "--dry-run").out.splitlines()[-1] == snapshot
    assert Path(cup_with_round).read_text().splitlines() == lines
    assert run("add", cup_with_round, "--team", "herons", "--name", "Teal, Sam", "--rating", 1800).out == snapshot
    made = tournament(cup_with_round)
    assert made.rounds == before.rounds
    assert made.players[:-1] == before.players
    assert made.players[-1] == Player(21, "Teal, Sam", 1800, points=0)
    assert [team.players for team in made.teams if team.number == 3] == [(9, 10, 11, 12, 21)]
    if cup_with_round.endswith(".trf"):
        gone = [line for line in lines if line not in Path(cup_with_round).read_text().splitlines()]
        assert [line[:7] for line in gone] == ["062 20", "072 20", "310   3"]


def test_a_board_order_changes_line_ups_to_come_only(cup_with_round: str, run: Run) -> None:
    before = tournament(cup_with_round).rounds
    assert run("add", cup_with_round, "--team", 1, "--board", 1, "--name", "Teal, Sam").code == 0
    assert tournament(cup_with_round).rounds == before
    assert run("pair", cup_with_round, "-o", cup_with_round).code == 0
    match = next(match for match in tournament(cup_with_round).rounds[1].matches if 1 in (match.white, match.black))
    mine = [one for game in match.games for one in (game.white, game.black) if one in (21, 1, 2, 3, 4)]
    assert mine == [21, 1, 2, 3]


@pytest.mark.parametrize(
    ("missed", "kind", "points"),
    [((), ByeKind.NOT_ENTERED, (0, 0)), (("--missed", "zero"), ByeKind.ZERO, (0, 0)),
     (("--missed", "half"), ByeKind.HALF, (10, 20))],
    ids=["not entered", "zero", "half"],
)  # fmt: skip
def test_a_late_team(
    missed: tuple[str, ...],
    kind: ByeKind,
    points: tuple[int, int],
    cup_with_round: str,
    run: Run,
    snapshot: SnapshotAssertion,
) -> None:
    done = run("add", cup_with_round, "--new-team", "Swans", "--strength", 1900, "--name", "Rail, Ida", *missed)
    assert done.out == snapshot
    made = tournament(cup_with_round)
    assert made.teams[-1] == Team(6, "Swans", (21,), strength=1900, match_points=points[0], game_points=points[1])
    assert Bye(6, kind) in made.rounds[0].byes
    assert run("pair", cup_with_round).code == 0
    assert run("standings", cup_with_round).code == 0


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--team", "Crows"),
        ("--team", 9),
        ("--team", 1, "--board", 7),
        ("--team", 1, "--missed", "half"),
        ("--team", 1, "--strength", 5),
        ("--team", 1, "--last"),
        ("--new-team", "rooks"),
        ("--new-team", " "),
        ("--new-team", "Swans", "--board", 1),
        ("--new-team", "Swans", "--team", 1),
        ("--team", 1, "--fide-id", 99900500),
    ],
    ids=command_id,
)
def test_add_says_what_is_wrong_with_teams(
    words: tuple[object, ...], cup: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    before = Path(cup).read_bytes()
    done = run("add", cup, "--name", "Teal, Sam", *words)
    assert (done.code, Path(cup).read_bytes()) == (3, before)
    assert done.err == snapshot


def test_add_has_no_teams_in_an_event_of_players(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("add", "examples/swiss.trf", "--name", "Teal, Sam", "--team", 1)
    assert done.code == 3
    assert done.err == snapshot


def test_no_team_comes_late_to_a_round_robin(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("add", "examples/teams.trf", "--name", "Teal, Sam", "--new-team", "Swans")
    assert done.code == 3
    assert done.err == snapshot


def test_a_match_without_announced_boards_grows(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text(LIST)
    run("new", "cup.trf", "--players", "list.csv", "--rounds", 3)
    assert run("add", "cup.trf", "--team", 1, "--name", "Teal, Sam").out == snapshot


def test_rosters_are_of_teams_only() -> None:
    event = Tournament(players=(Player(1), Player(2)))
    for change in (lambda: add_to_team(event, Player(3), 1), lambda: with_team(event, Team(1, "Swans"))):
        with pytest.raises(rookery.RuleError):
            change()


# -- enter -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        "9-1=1-0",
        "4-1=+/-",
        "1=+",
        "17=+",
        "99=+",
        "1=-",
        "t1-t3=1-0",
    ],
)
def test_enter_says_what_is_wrong_with_boards(
    entry: str, cup_with_round: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    before = Path(cup_with_round).read_bytes()
    done = run("enter", cup_with_round, 1, entry)
    assert (done.code, Path(cup_with_round).read_bytes()) == (3, before)
    assert done.err == snapshot


def test_a_full_match_has_no_board_for_a_reserve(cup_with_round: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("add", cup_with_round, "--team", 1, "--name", "Teal, Sam")
    assert run("enter", cup_with_round, 1, "21=+").err == snapshot


@pytest.mark.parametrize("name", ["t.csv", "round1.csv"])
def test_a_list_forfeits_the_matches_it_names_and_no_others(name: str, cup: str, run: Run) -> None:
    run("pair", cup, "-o", cup)
    first, second = tournament(cup).rounds[0].matches
    game = second.games[0]
    Path(name).write_text(f"t{first.white}-t{first.black}=-/+\n{game.white}-{game.black}=+/-\n")
    assert run("enter", cup, 1, "--csv", name).code == 0
    first, second = tournament(cup).rounds[0].matches
    assert (first.games, first.forfeit) == ((), Result.BLACK_BY_FORFEIT)
    assert second.games[0] == Game(game.white, game.black, Result.WHITE_BY_FORFEIT)


def test_a_vacant_board_scores_a_point_until_it_is_filled(
    cup_with_round: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    run("add", cup_with_round, "--new-team", "Swans", "--name", "Rail, Ida")
    run("pair", cup_with_round, "-o", cup_with_round)
    made = tournament(cup_with_round)
    match = next(match for match in made.rounds[1].matches if 6 in (match.white, match.black))
    rival = made.participants_by_number[match.black if match.white == 6 else match.white]
    assert isinstance(rival, Team)
    assert vacant_boards(made, 2) == [VacantBoard(at, rival.players[at - 1]) for at in (2, 3, 4)]
    assert run("enter", cup_with_round, 2, f"{rival.players[1]}=+").code == 0  # it has the point already
    assert tournament(cup_with_round) == made
    refused = run("enter", cup_with_round, 2, f"{rival.players[1]}=-")
    assert refused.code == 3
    assert refused.err == snapshot
    # somebody comes after all, and plays at the vacant board
    assert run("add", cup_with_round, "--team", "Swans", "--name", "Rail, Bob").code == 0
    late = tournament(cup_with_round).teams[-1].players[-1]
    both = (rival.players[1], late) if match.white == 6 else (late, rival.players[1])  # board 2 is turned
    assert run("enter", cup_with_round, 2, f"{both[0]}-{both[1]}=1-0", "--part").code == 0
    found = tournament(cup_with_round)
    assert vacant_boards(found, 2) == [VacantBoard(at, rival.players[at - 1]) for at in (3, 4)]
    games = next(match for match in found.rounds[1].matches if 6 in (match.white, match.black)).games
    assert Game(*both, Result.WHITE_WINS) in games


def test_teams_are_not_entered_among_players(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("enter", "examples/swiss.trf", 4, "t2-t4=+/-").err == snapshot
    assert run("enter", "examples/swiss.trf", 4, "2=+").err == snapshot


# -- enter -------------------------------------------------------------------------------------------------------------


def test_no_player_has_two_boards(cup_with_round: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("enter", cup_with_round, 1, "1-3=none", "1-3").code == 0  # all four boards open: 1-9, 10-2, 3-11, 12-4
    before = Path(cup_with_round).read_bytes()
    for entry in ("1-11=1-0", "3-9=="):
        done = run("enter", cup_with_round, 1, entry)
        assert done.code == 3
        assert done.err == snapshot
        assert Path(cup_with_round).read_bytes() == before


def test_a_substitute_is_listed_with_the_replaced_player(
    cup_with_round: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    run("add", cup_with_round, "--team", "Herons", "--name", "Teal, Sam")
    run("enter", cup_with_round, 1, "1-3=none", "1-3")
    done = run("enter", cup_with_round, 1, "1-21=0-1")
    assert done.out == snapshot
    games = [game for match in tournament(cup_with_round).rounds[0].matches for game in match.games]
    assert Game(1, 21, Result.BLACK_WINS) in games
    assert not any(9 in (game.white, game.black) for game in games)
    assert run("enter", cup_with_round, 1, "3-21=1-0").err == snapshot
    assert run("enter", cup_with_round, 1, "1-21==").out == snapshot


@pytest.mark.parametrize("entry", ["1-3=none", "t1-t3=-/+"])
def test_no_point_without_an_opponent_outlives_its_match(entry: str, cup_with_round: str, run: Run) -> None:
    run("enter", cup_with_round, 1, "1-3=none", "1-3")
    event = tournament(cup_with_round)
    short = next(match for match in event.rounds[0].matches if match.white == 1)
    matches = tuple(replace(m, games=m.games[:3]) if m is short else m for m in event.rounds[0].matches)
    made = replace(event, rounds=(replace(event.rounds[0], matches=matches),))
    Path("short.json").write_bytes(rookery.dumps(made, "json"))
    assert run("enter", "short.json", 1, "4=+").code == 0
    assert rookery.load(Path("short.json")).tournament.rounds[0].player_byes == (Bye(4, ByeKind.FULL),)
    assert run("enter", "short.json", 1, entry, "--part").code == 0
    assert rookery.load(Path("short.json")).tournament.rounds[0].player_byes == ()


def test_a_second_match_is_remarked_on(cup_with_round: str, run: Run, snapshot: SnapshotAssertion) -> None:
    for entry in ("3-1", "t1-t3=+/-", "1-2"):
        assert run("enter", "--part", cup_with_round, 2, entry, "--dry-run").out.splitlines()[0] == snapshot
