"""The phase by hand as a page shows it: board by board, ours beside the table, and what closing would ask."""

from __future__ import annotations

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.formats.pair import pair
from rookery.json_codec import from_json_data, to_json_data
from rookery.model import ByeKind
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Boards, KeyedBye, KeyedGame
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.views.manual_pairing import HandView, hand_view
from support.desks import FIELD, DeskTournament, swiss


def lay(hall: DeskTournament, *pairs: tuple[int, int], byes: tuple[tuple[int, ByeKind], ...] = ()) -> HandView:
    """The table with these boards, whatever they break."""
    key = hall.key
    games = tuple(KeyedGame(key(white), key(black)) for white, black in pairs)
    hall.do(SetBoards(Boards(games, byes=tuple(KeyedBye(key(one), kind) for one, kind in byes))), everything=True)
    return hand_view(hall.state)


def by_hand(paired: int = 1, players: int = 8) -> DeskTournament:
    hall = swiss(5, FIELD[:players], paired=paired, played=paired)
    hall.do(OpenPhase(paired + 1))
    return hall


def test_an_empty_table_has_everybody_in_the_pool_and_ours_beside_it(snapshot: SnapshotAssertion) -> None:
    view = hand_view(by_hand().state)
    assert (view.round, view.of, view.boards, view.again) == (2, 5, (), False)
    assert len(view.pool) == 8
    assert len(view.ours) == 4
    assert not any(one.same for one in view.ours)
    assert view.refused == snapshot
    assert from_json_data(HandView, json.loads(json.dumps(to_json_data(view)))) == view


def test_each_board_has_its_own_warnings() -> None:
    hall = by_hand()
    game = hall.tournament.rounds[0].games[0]
    others = [one for one in range(1, 9) if one not in (game.white, game.black)]
    view = lay(hall, (game.white, game.black), (others[0], others[1]))
    assert [caution.code for caution in view.boards[0].cautions if caution.code == "rematch"] == ["rematch"]
    assert not any(caution.code == "rematch" for caution in view.boards[1].cautions)
    assert {one.number for one in view.pool} == set(others[2:])
    assert view.verdict == ""


def test_ours_on_the_table_asks_nothing() -> None:
    hall = by_hand()
    ours = [(one.white.number, one.black.number) for one in hand_view(hall.state).ours if one.black]
    view = lay(hall, *ours)
    assert view.verdict == "agrees"
    assert all(one.same for one in (*view.boards, *view.ours))
    assert (view.asks, view.refused) == ((), "")
    hall.do(ClosePhase())


def test_another_round_asks_what_closing_asks() -> None:
    hall = by_hand()
    ours = [(one.white.number, one.black.number) for one in hand_view(hall.state).ours if one.black]
    (a, b), (c, d), *rest = ours
    view = lay(hall, (a, d), (c, b), *rest)
    assert view.verdict not in ("", "agrees")
    assert [board.same for board in view.boards] == [False, False, True, True]
    with pytest.raises(ConfirmationRequiredError) as asked:
        hall.do(ClosePhase())
    assert view.asks == asked.value.warnings
    assert view.asks[-1].remark.startswith("MPA @ Round 2: ")


def test_byes_on_the_table_count_as_requested() -> None:
    hall = by_hand(players=7)
    hall.do(ClosePhase(give_up=True))
    hall.do(AskBye(hall.key(2), (2,), ByeKind.HALF))
    hall.do(OpenPhase(2))
    view = hand_view(hall.state)
    assert [(bye.white.number, bye.bye) for bye in view.byes] == [(2, ByeKind.HALF)]
    assert all(one.black is not None for one in view.ours)
    more = lay(hall, byes=((2, ByeKind.HALF), (3, ByeKind.ZERO)))
    assert [one.number for one in more.pool] == [1, 4, 5, 6, 7]
    assert [one for one in more.ours if one.black is None]


def test_the_last_round_again_lies_on_the_table_with_its_results() -> None:
    hall = swiss(5, paired=2, played=1)
    game = hall.tournament.rounds[1].games[0]
    hall.play(2)
    hall.do(OpenPhase(2), everything=True)
    view = hand_view(hall.state)
    assert view.again
    assert view.pool == ()
    assert (view.boards[0].white.number, view.boards[0].black and view.boards[0].black.number) == (
        game.white,
        game.black,
    )
    assert all(board.ended and board.same for board in view.boards)


def test_a_round_robin_has_the_round_of_its_table_beside_it() -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Tea Party", TournamentRules(system="round-robin"), lots="seed"))
    hall.do(EnterPlayers(FIELD[:4]))
    hall.do(OpenPhase(1))
    ours = [(one.white.number, one.black.number) for one in hand_view(hall.state).ours if one.black]
    assert ours == list(pair(hall.tournament).pairs)
    view = lay(hall, *ours[:1])
    assert [board.same for board in view.boards] == [True]
    assert len(view.pool) == 2


def test_without_a_phase_there_is_nothing_to_show(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(CommandRejectedError) as caught:
        hand_view(swiss(5).state)
    assert str(caught.value) == snapshot
