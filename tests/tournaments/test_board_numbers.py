"""The numbers of boards: fixed when a round is paired, whatever is corrected or changed by hand afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.checking.checker import check
from rookery.errors import RuleError
from rookery.model import ByeKind, Game, Player, Result, Round, Tournament
from rookery.storage import log_file
from rookery.storage.records import Entry
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.domain.import_export import ImportTournament, export_tournament
from rookery.tournaments.domain.manual_pairing import ClosePhase, FillTable, MoveSeats, OpenPhase, SetBoards, Swap
from rookery.tournaments.domain.manual_round import BookRound, RoundEntry
from rookery.tournaments.domain.numbers import CorrectRatings
from rookery.tournaments.domain.pairing_constraints import FixSeat
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.restore_points import Redo, Undo
from rookery.tournaments.domain.results import AdjustPoints, EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.keyed import Boards, Facts, KeyedGame
from rookery.tournaments.service import TournamentService
from rookery.tournaments.state import State, dump_state, load_state
from rookery.tournaments.store import MemoryStore
from rookery.tournaments.undo import replay_records
from rookery.tournaments.views.manual_pairing import hand_view
from rookery.tournaments.views.report import checks
from rookery.tournaments.views.round import round_view
from support.desks import FIELD, DeskTournament, swiss

Numbers = dict[int, tuple[str, str]]


def numbers(state: State, round: int) -> Numbers:
    """The keys of the two at each board, as the page of the round shows them."""
    return {board.number: (board.white.key, board.black.key) for board in round_view(state, round).boards}


def games(state: State, round: int) -> dict[frozenset[str], int]:
    """The number of the board of every two who meet."""
    return {frozenset(pair): number for number, pair in numbers(state, round).items()}


def correct(hall: DeskTournament, round: int, white: str, black: str, result: Result) -> None:
    hall.do(EnterResult(round, white, black, result), everything=True)


def third_round() -> DeskTournament:
    """Round 3 of five is paired; rounds 1 and 2 were won by White at boards with odd numbers, else by Black."""
    hall = swiss(5, tuple(Facts(f"Player {at:02}", 2400 - 25 * at) for at in range(1, 17)))
    for round in (1, 2):
        hall.do(PairRound(), "not-feasible")
        for number, (white, black) in numbers(hall.state, round).items():
            hall.do(EnterResult(round, white, black, Result.WHITE_WINS if number % 2 else Result.BLACK_WINS))
    hall.do(PairRound())
    return hall


# -- corrections -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("boards", [(2,), (5,), (1, 2, 3, 4, 5, 6, 7, 8)], ids=["one", "another", "all"])
def test_a_correction_of_an_earlier_result_moves_no_board(boards: tuple[int, ...]) -> None:
    hall = third_round()
    before = numbers(hall.state, 3)
    earlier = numbers(hall.state, 2)
    for number in boards:
        correct(hall, 2, *earlier[number], Result.DRAW)
        assert numbers(hall.state, 3) == before
    assert list(before) == list(range(1, 9))
    assert numbers(hall.replay(), 3) == before
    assert numbers(load_state(dump_state(hall.state)), 3) == before


def test_a_corrected_rating_and_new_numbers_move_no_board() -> None:
    hall = third_round()
    before = [numbers(hall.state, round) for round in (1, 2, 3)]
    hall.do(CorrectRatings({hall.key(11): 2500, hall.key(1): 2010}), everything=True)
    assert hall.tournament.players[0].name == "Player 11"
    assert [numbers(hall.state, round) for round in (1, 2, 3)] == before


def test_a_late_entry_and_points_out_of_the_ordinary_move_no_board() -> None:
    hall = third_round()
    before = [numbers(hall.state, round) for round in (1, 2, 3)]
    hall.do(EnterPlayers((Facts("Late", 2450),)), everything=True)
    hall.do(AdjustPoints((hall.key(9),), 20, round=1, why="a claim"), everything=True)
    assert [numbers(hall.state, round) for round in (1, 2, 3)] == before


def test_undo_and_redo_give_the_same_numbers() -> None:
    hall = third_round()
    before = numbers(hall.state, 3)
    hall.do(Undo(), everything=True)
    assert len(hall.tournament.rounds) == 2
    hall.do(Redo(), everything=True)
    assert numbers(hall.state, 3) == before
    white, black = numbers(hall.state, 2)[1]
    correct(hall, 2, white, black, Result.BLACK_WINS)
    hall.do(Undo(), everything=True)
    assert numbers(hall.state, 3) == before


def test_a_round_that_is_paired_anew_has_new_numbers() -> None:
    hall = third_round()
    white, black = numbers(hall.state, 2)[1]
    correct(hall, 2, white, black, Result.BLACK_WINS)
    hall.do(UnpairRound(), everything=True)
    hall.do(PairRound(), everything=True)
    assert not any(round.published for round in export_tournament(hall.state).rounds)  # all as the scores tell


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_an_exchange_of_places_moves_no_other_board() -> None:
    hall = third_round()
    before = numbers(hall.state, 3)
    one, other = before[2][0], before[6][0]
    hall.do(Swap(one, other, "places"), everything=True)
    expected = {**before, 2: (other, before[2][1]), 6: (one, before[6][1])}
    assert numbers(hall.state, 3) == expected


def test_a_board_without_a_player_stays_empty() -> None:
    hall = third_round()
    before = numbers(hall.state, 3)
    absent = before[2][0], before[5][1]
    left = before[2][1], before[5][0]
    hall.do(OpenPhase(3), everything=True)
    hall.do(MoveSeats(left, "together"), everything=True)
    for key in absent:
        hall.do(AskBye(key, (3,), ByeKind.ZERO), everything=True)
    hall.do(ClosePhase(), everything=True)
    after = numbers(hall.state, 3)
    assert after == {number: pair for number, pair in before.items() if number not in (2, 5)} | {2: left}
    assert hall.tournament.rounds[2].board_numbers == (1, 2, 3, 4, 6, 7, 8)
    assert numbers(hall.replay(), 3) == after


@pytest.mark.parametrize("dialect", ["trf26", "json"])
def test_files_keep_the_numbers_and_the_gaps(dialect: str) -> None:
    hall = third_round()
    white, black = numbers(hall.state, 2)[1]
    correct(hall, 2, white, black, Result.DRAW)
    before = numbers(hall.state, 3)
    hall.do(OpenPhase(3), everything=True)
    hall.do(MoveSeats((before[4][0], before[7][1]), "together"), everything=True)
    for key in (before[4][1], before[7][0]):
        hall.do(AskBye(key, (3,), ByeKind.ZERO), everything=True)
    hall.do(ClosePhase(), everything=True)
    data = rookery.dumps(export_tournament(hall.state), dialect)
    again = DeskTournament()
    again.do(ImportTournament(rookery.loads(data).tournament, "sum", dialect), everything=True)
    named = [{number: [state.name(key) for key in pair] for number, pair in numbers(state, 3).items()}
             for state in (hall.state, again.state)]  # fmt: skip
    assert named[0] == named[1]
    assert 7 not in named[0]


def test_a_file_says_nothing_of_boards_that_the_scores_tell() -> None:
    hall = third_round()
    made = export_tournament(hall.state)
    assert not any(round.published for round in made.rounds)
    assert b"### boards" not in rookery.dumps(made, "trf26")
    white, black = numbers(hall.state, 2)[1]
    correct(hall, 2, white, black, Result.BLACK_WINS)
    assert [round.published for round in export_tournament(hall.state).rounds] == [False, False, True]
    assert rookery.dumps(export_tournament(hall.state), "trf26").count(b"### boards 3:") == 1


def test_the_rest_is_paired_at_the_boards_that_are_free() -> None:
    hall = third_round()
    before = games(hall.state, 3)
    taken = [pair for number, pair in numbers(hall.state, 3).items() if number in (3, 6)]
    hall.do(OpenPhase(3), everything=True)
    hall.do(MoveSeats(tuple(key for pair in taken for key in pair), "off"), everything=True)
    assert [board.number for board in hand_view(hall.state).boards] == [1, 2, 4, 5, 7, 8]
    hall.do(FillTable(), everything=True)
    hall.do(ClosePhase(), everything=True)
    after = games(hall.state, 3)
    assert {pair: number for pair, number in after.items() if pair in before} == {
        pair: number for pair, number in before.items() if number not in (3, 6) or pair in after
    }
    assert sorted(after.values()) == list(range(1, 9))


def test_rearranged_boards_preserve_the_numbers_of_unchanged_pairs() -> None:
    hall = third_round()
    before = numbers(hall.state, 3)
    hall.do(OpenPhase(3), everything=True)
    turned = {**before, 1: (before[1][0], before[2][0]), 2: (before[1][1], before[2][1])}
    boards = Boards(games=tuple(KeyedGame(*pair) for pair in reversed(turned.values())))
    hall.do(SetBoards(boards), everything=True)
    hall.do(ClosePhase(), everything=True)
    after = games(hall.state, 3)
    assert {number for pair, number in after.items() if pair in map(frozenset, before.values())} == set(range(3, 9))
    assert all(after[frozenset(before[number])] == number for number in range(3, 9))


def test_a_round_entered_by_hand_has_the_numbers_of_its_scores_once_it_is_whole() -> None:
    hall = swiss(5, FIELD, paired=1, played=1)
    names = {player.name: player.key for player in hall.tournament.players}
    pairs = [("Gil", "Hal"), ("Dot", "Eve"), ("Ben", "Fay"), ("Ada", "Cyd")]
    for white, black in pairs[:3]:
        hall.do(BookRound(2, (RoundEntry("pair", names[white], names[black]),), part=True), everything=True)
        assert not hall.tournament.rounds[1].published
    hall.do(BookRound(2, (RoundEntry("pair", *(names[one] for one in pairs[3])),), part=True), everything=True)
    assert hall.tournament.rounds[1].published
    before = numbers(hall.state, 2)
    assert before[1] == (names["Ada"], names["Cyd"])
    entries = (RoundEntry("none", *before[2]), RoundEntry("pair", *reversed(before[2])))
    hall.do(BookRound(2, entries), everything=True)
    assert numbers(hall.state, 2) == {**before, 2: before[2][::-1]}


def test_a_fixed_board_moves_with_its_player_alone() -> None:
    hall = swiss(5, FIELD)
    hall.do(FixSeat(hall.key(3), board=4))
    hall.do(PairRound(), everything=True)
    before = numbers(hall.state, 1)
    assert hall.key(3) in before[4]
    other = next(key for key in before[1])
    hall.do(Swap(hall.key(3), other, "places"), everything=True)
    after = numbers(hall.state, 1)
    assert hall.key(3) in after[4]
    assert other in after[1]
    assert {number: after[number] for number in (2, 3)} == {number: before[number] for number in (2, 3)}


# -- logs written before -----------------------------------------------------------------------------------------------


@pytest.fixture
def old(golden: Path) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """A log whose boards moved, and what was shown and stored when its rounds were paired."""
    stream, records = log_file.loads((golden / "desk" / "moved-boards.rookery").read_bytes())
    return stream, records, json.loads((golden / "desk" / "moved-boards.json").read_text("utf-8"))


def shown_numbers(facts: dict[str, Any]) -> list[Numbers]:
    return [{int(number): tuple(pair) for number, pair in one.items()} for one in facts["shown"].values()]


def test_a_log_written_before_has_the_numbers_that_were_shown(old: Any) -> None:
    _, records, facts = old
    state = replay_records(records)
    assert [numbers(state, round) for round in (1, 2, 3)] == shown_numbers(facts)


def test_snapshots_written_before_do_not_count(old: Any) -> None:
    stream, records, facts = old
    store = MemoryStore()
    store.create(stream.id, stream.kind, stream.slug)
    for record in records:
        entry = Entry(record.kind, record.form, record.data)
        store.append(
            stream.id, record.version - 1, [entry], command=f"{record.version}", actor=record.actor, at=record.at
        )
    for version, data in facts["snapshots"].items():
        store.keep_snapshot(stream.id, int(version), data.encode())
    desk = TournamentService(store, lambda: "2026-11-16T16:00:00Z", lambda: "c")
    assert [numbers(desk.state(stream.id), round) for round in (1, 2, 3)] == shown_numbers(facts)


# -- check -------------------------------------------------------------------------------------------------------------


def test_check_and_page_number_alike() -> None:
    hall = third_round()
    before = numbers(hall.state, 3)
    hall.do(Swap(before[2][0], before[7][0], "places"), everything=True)
    for white, black in numbers(hall.state, 3).values():
        hall.do(EnterResult(3, white, black, Result.DRAW), everything=True)
    at = {pair: number for number, pair in numbers(hall.state, 3).items()}
    key = hall.state.keys.player
    for found in (
        check(hall.tournament),
        check(rookery.loads(rookery.dumps(export_tournament(hall.state), "trf26")).tournament),
    ):
        (wrong,) = found.wrong
        assert {difference.board for difference in wrong.differences} == {2, 7}
        assert all(
            at[tuple(key[seat] for seat in difference.recorded)] == difference.board for difference in wrong.differences
        )
    page = next(one for one in checks(hall.state).rounds if one.round == 3)
    assert {difference.board for difference in page.differences} == {2, 7}


# -- the model ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board_numbers", [(1,), (2, 1), (1, 1), (0, 1), (1, 2, 3)])
def test_board_numbers_that_cannot_be(board_numbers: tuple[int, ...]) -> None:
    with pytest.raises(RuleError):
        Round((Game(1, 2), Game(3, 4)), published=True, board_numbers=board_numbers)


def test_a_json_file_with_board_numbers_that_cannot_be_is_read_without_them() -> None:
    four = Tournament(players=tuple(map(Player, range(1, 5))))
    round = Round((Game(3, 4), Game(1, 2)), published=True, board_numbers=(2, 9))
    data = json.loads(rookery.dumps(four.with_round(round), "json"))
    assert rookery.loads(json.dumps(data).encode()).tournament.rounds == (round,)
    data["rounds"][0]["board_numbers"] = [9, 2]
    reading = rookery.loads(json.dumps(data).encode())
    assert reading.tournament.rounds[0].board_numbers == ()
    assert [problem.code for problem in reading.problems] == ["value"]
