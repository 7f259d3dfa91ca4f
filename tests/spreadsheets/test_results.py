"""Results out of tables: by board or by people, with everything that does not fit told."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery._record import replace
from rookery.model import Game, Match, Player, Result, Round, Team, Tournament
from rookery.spreadsheets.columns import guess_columns
from rookery.spreadsheets.headings import RESULT_FIELDS
from rookery.spreadsheets.read import read_text
from rookery.spreadsheets.results import RoundResults, read_results
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.file_state import state_from_file
from rookery.tournaments.state import State
from support.desks import swiss

NAMES = ("Byng, Ada", "Rook, Ben", "Müller, Åse", "Rook, Cyd", "Tern, Tom", "Wren, Dora")


def event(*games: Game) -> State:
    players = tuple(Player(n, name, 2400 - n, fide_id=700 + n) for n, name in enumerate(NAMES, 1))
    return state_from_file(
        Tournament(players=players, planned_rounds=3, rounds=(Round(games or (Game(1, 4), Game(5, 2), Game(3, 6))),))
    )


def read(text: str, state: State, round: int = 1) -> RoundResults:
    sheet = read_text(text, RESULT_FIELDS)
    return read_results(sheet, guess_columns(sheet, RESULT_FIELDS), state, round)


@pytest.mark.parametrize(
    "text",
    [
        "Board;Result\n1;1-0\n2;=\n3;-/+",
        "Brett;Weiß;Schwarz;Ergebnis\n1;Byng, Ada;Rook, Cyd;1:0\n2;5;2;½-½\n3;Ase Muller;wren;- +",
        "white\tblack\tresult\n1\t4\t1\n705\t702\t0.5-0.5\nmuller\tDora Wren\t-+",
        "Bd;Name;Result\n3;x;-/+\n1;y;1–0\n2;z;draw",
    ],
)
def test_results_by_board_or_by_people(text: str) -> None:
    found = read(text.replace("- +", "-+"), event())
    assert not found.problems
    told = {one.board: (one.command.white, one.command.black, one.command.result) for one in found.rows}
    assert told == {
        "1": ("p1", "p4", Result.WHITE_WINS),
        "2": ("p5", "p2", Result.DRAW),
        "3": ("p3", "p6", Result.parse("-/+")),
    }
    assert {one.command.was for one in found.rows} == {Result.PENDING}


def test_what_is_there_and_what_is_replaced() -> None:
    state = event(Game(1, 4, Result.WHITE_WINS), Game(5, 2, Result.DRAW), Game(3, 6))
    found = read("Board;Result\n1;1-0\n2;0-1\n3;", state)
    assert (found.same, found.open) == ((2,), (4,))
    (changed,) = found.replacing
    assert (changed.line, changed.was, changed.command.was) == (3, Result.DRAW, Result.DRAW)


def test_what_does_not_fit_is_told(snapshot: SnapshotAssertion) -> None:
    found = read(
        "Board;White;Black;Result\n1;2;;1-0\n9;;;1-0\n;4;1;1-0\n;1;2;1-0\n;Rook;;1-0\n;Nobody;1;1-0\n2;;;2026-02-01\n"
        "3;;;1-0\n3;;;0-1\n;;;1-0\n1;;;1-0;7",
        event(),
    )
    assert [(one.line, one.field, one.read) for one in found.problems] == [
        (2, "white", "2"),
        (3, "board", "9"),
        (4, "black", "1"),
        (5, "black", "2"),
        (6, "white", "Rook"),
        (7, "white", "Nobody"),
        (8, "result", "2026-02-01"),
        (10, "result", "0-1"),
        (11, "white", ""),
        (12, "", ""),
    ]
    assert {one.line: one.expected for one in found.problems} == snapshot
    assert [one.board for one in found.rows] == ["3"]


def test_a_round_that_is_not_paired(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(CommandRejectedError) as caught:
        read("Board;Result\n1;1-0", event(), 2)
    assert str(caught.value) == snapshot


def test_boards_of_matches() -> None:
    players = tuple(Player(n, f"Player {n}") for n in range(1, 5))
    teams = (Team(1, "Rooks", (1, 2)), Team(2, "Knights", (3, 4)))
    games = (Game(1, 3), Game(4, 2))
    match = Round(matches=(Match(1, 2, games),))
    state = state_from_file(
        Tournament(players=players, teams=teams, team_event=True, planned_rounds=1, rounds=(match,))
    )
    found = read("Board;Result\n1.1;1-0\n1.2;0-1", state)
    assert [(one.board, one.command.white) for one in found.rows] == [("1.1", "p1"), ("1.2", "p4")]


def test_a_spreadsheet_writes_board_ten_as_board_one(snapshot: SnapshotAssertion) -> None:
    players = tuple(Player(n, f"Player {n}") for n in range(1, 21))
    teams = (Team(1, "Rooks", tuple(range(1, 11))), Team(2, "Knights", tuple(range(11, 21))))
    match = Match(1, 2, tuple(Game(n, n + 10) for n in range(1, 11)))
    t = Tournament(players=players, teams=teams, team_event=True, planned_rounds=1, rounds=(Round(matches=(match,)),))
    sheet = replace(read_text("Board;White;Black;Result\n1.1;;;1-0\n1.1;1;11;1-0", RESULT_FIELDS), lettered=True)
    found = read_results(sheet, guess_columns(sheet, RESULT_FIELDS), state_from_file(t), 1)
    assert [one.line for one in found.problems] == [2]
    assert [one.expected for one in found.problems] == snapshot
    assert [one.line for one in found.rows] == [3]


def test_the_wishes_can_be_done() -> None:
    hall = swiss(paired=1)
    boards = range(1, len(hall.tournament.rounds[0].games) + 1)
    found = read("Board;Result\n" + "\n".join(f"{board};½" for board in boards), hall.state)
    for wish in found.commands:
        hall.do(wish)
    assert {game.result for game in hall.tournament.rounds[0].games} == {Result.DRAW}
