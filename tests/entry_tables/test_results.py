"""Results out of tables: by board or by people, with everything that does not fit told."""

from __future__ import annotations

import pytest

from rookery.desk.decision import Refused
from rookery.desk.opened import opened
from rookery.desk.state import State
from rookery.entry_tables.columns import guessed
from rookery.entry_tables.headings import RESULT_FIELDS
from rookery.entry_tables.results import RoundResults, results_of
from rookery.entry_tables.table import pasted
from rookery.model import Game, Match, Player, Result, Round, Team, Tournament
from rookery.values import replace
from support.desks import swiss

NAMES = ("Byng, Ada", "Rook, Ben", "Müller, Åse", "Rook, Cyd", "Tern, Tom", "Wren, Dora")


def event(*games: Game) -> State:
    players = tuple(Player(n, name, 2400 - n, fide_id=700 + n) for n, name in enumerate(NAMES, 1))
    return opened(
        Tournament(players=players, planned=3, rounds=(Round(games or (Game(1, 4), Game(5, 2), Game(3, 6))),))
    )


def read(text: str, state: State, round: int = 1) -> RoundResults:
    sheet = pasted(text, RESULT_FIELDS)
    return results_of(sheet, guessed(sheet, RESULT_FIELDS), state, round)


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
    told = {one.board: (one.wish.white, one.wish.black, one.wish.result) for one in found.rows}
    assert told == {
        "1": ("p1", "p4", Result.WHITE_WINS),
        "2": ("p5", "p2", Result.DRAW),
        "3": ("p3", "p6", Result.parse("-/+")),
    }
    assert {one.wish.was for one in found.rows} == {Result.PENDING}


def test_what_is_there_and_what_is_replaced() -> None:
    state = event(Game(1, 4, Result.WHITE_WINS), Game(5, 2, Result.DRAW), Game(3, 6))
    found = read("Board;Result\n1;1-0\n2;0-1\n3;", state)
    assert (found.same, found.open) == ((2,), (4,))
    (changed,) = found.replacing
    assert (changed.line, changed.was, changed.wish.was) == (3, Result.DRAW, Result.DRAW)


def test_what_does_not_fit_is_told() -> None:
    found = read(
        "Board;White;Black;Result\n1;2;;1-0\n9;;;1-0\n;4;1;1-0\n;1;2;1-0\n;Rook;;1-0\n;Nobody;1;1-0\n2;;;2026-02-01\n"
        "3;;;1-0\n3;;;0-1\n;;;1-0\n1;;;1-0;7",
        event(),
    )
    assert [(one.line, one.field, one.read, one.expected) for one in found.problems] == [
        (2, "white", "2", "Byng, Ada, who has White at this board"),
        (3, "board", "9", "a board of round 1"),
        (4, "black", "1", "the colours as they are: Byng, Ada has White against Rook, Cyd"),
        (5, "black", "2", "the opponent of Byng, Ada in round 1"),
        (6, "white", "Rook", "a name that only one has"),
        (7, "white", "Nobody", "a player of this tournament"),
        (8, "result", "2026-02-01", "1-0, 0-1, ½-½, +/-, -/+, -/-, 0-0 or adjourned"),
        (10, "result", "0-1", "one result for board 3; 1-0 stands above"),
        (11, "white", "", "a board, or White and Black"),
        (12, "", "", "something in this row may have slipped"),
    ]
    assert [one.board for one in found.rows] == ["3"]


def test_a_round_that_is_not_paired() -> None:
    with pytest.raises(Refused, match="round 2 is not paired yet"):
        read("Board;Result\n1;1-0", event(), 2)


def test_boards_of_matches() -> None:
    players = tuple(Player(n, f"Player {n}") for n in range(1, 5))
    teams = (Team(1, "Rooks", (1, 2)), Team(2, "Knights", (3, 4)))
    games = (Game(1, 3), Game(4, 2))
    match = Round(matches=(Match(1, 2, games),))
    state = opened(Tournament(players=players, teams=teams, team_event=True, planned=1, rounds=(match,)))
    found = read("Board;Result\n1.1;1-0\n1.2;0-1", state)
    assert [(one.board, one.wish.white) for one in found.rows] == [("1.1", "p1"), ("1.2", "p4")]


def test_a_spreadsheet_writes_board_ten_as_board_one() -> None:
    players = tuple(Player(n, f"Player {n}") for n in range(1, 21))
    teams = (Team(1, "Rooks", tuple(range(1, 11))), Team(2, "Knights", tuple(range(11, 21))))
    match = Match(1, 2, tuple(Game(n, n + 10) for n in range(1, 11)))
    t = Tournament(players=players, teams=teams, team_event=True, planned=1, rounds=(Round(matches=(match,)),))
    sheet = replace(pasted("Board;White;Black;Result\n1.1;;;1-0\n1.1;1;11;1-0", RESULT_FIELDS), lettered=True)
    found = results_of(sheet, guessed(sheet, RESULT_FIELDS), opened(t), 1)
    assert [one.expected for one in found.problems] == ["White and Black too: a spreadsheet writes 1.10 as 1.1"]
    assert [one.line for one in found.rows] == [3]


def test_the_wishes_can_be_done() -> None:
    hall = swiss(paired=1)
    boards = range(1, len(hall.tournament.rounds[0].games) + 1)
    found = read("Board;Result\n" + "\n".join(f"{board};½" for board in boards), hall.state)
    for wish in found.wishes:
        hall.do(wish)
    assert {game.result for game in hall.tournament.rounds[0].games} == {Result.DRAW}
