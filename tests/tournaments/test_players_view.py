"""The grid of players: every round a cell, which says whether there is a bye, a game, and what can still change."""

from __future__ import annotations

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.json_codec import from_json_data, to_json_data
from rookery.model import ByeKind
from rookery.tournaments.domain.byes import AskBye, BarHalfByes, Expel, Withdraw
from rookery.tournaments.domain.lifecycle import CloseTournament
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.views.players import PlayersView, Presence, players_view
from support.desks import FIELD, DeskTournament, swiss
from support.states import STATES


@pytest.mark.parametrize("name", STATES)
def test_every_player_is_on_the_grid_once_with_all_facts(name: str) -> None:
    state = STATES[name]
    view = players_view(state)
    told = {one.who.number: one for one in view.lines}
    assert list(told) == sorted(one.number for one in state.tournament.players)
    for player in state.tournament.players:
        line = told[player.number]
        said = Facts(line.who.name, line.who.rating, line.who.federation, line.who.title, line.sex, line.birth,
                     line.fide_id, line.national_id, line.club, line.national, line.ratings)  # fmt: skip
        assert said == Facts.from_player(player)
        assert len(line.rounds) == (0 if view.teams else view.rounds or view.paired)
    assert from_json_data(PlayersView, json.loads(json.dumps(to_json_data(view)))) == view


@pytest.mark.parametrize("name", [name for name, state in STATES.items() if not state.tournament.team_event])
def test_cells_are_the_games_and_byes_of_the_rounds(name: str) -> None:
    t = STATES[name].tournament
    for line in players_view(STATES[name]).lines:
        for number, cell in enumerate(line.rounds, 1):
            if number > len(t.rounds):
                assert cell.bye == t.absent(number).get(line.who.number)
                continue
            round, one = t.rounds[number - 1], line.who.number
            assert cell.plays == any(one in pair for pair in round.pairs)
            assert cell.bye == next((bye.kind for bye in round.byes if bye.player == one), None)


def row(hall: DeskTournament, number: int) -> tuple[Presence, ...]:
    return players_view(hall.state).lines[number - 1].rounds


def test_a_cell_is_editable_where_a_bye_can_be_requested() -> None:
    hall = swiss(6, FIELD[:7], paired=4, played=4)
    hall.do(AskBye(hall.key(3), (5,), ByeKind.HALF))
    hall.do(Expel(hall.key(2), "shouting"), everything=True)
    for number in range(1, 8):
        for at, cell in enumerate(row(hall, number), 1):
            kind = ByeKind.HALF if cell.bye is not ByeKind.HALF else ByeKind.ZERO
            if number == 2 and at > 4:
                assert cell == Presence(ByeKind.ZERO, False, False)
                continue
            try:
                found = hall.desk.preview(hall.stream, AskBye(hall.key(number), (at,), kind))
                refused = any(warning.level == 5 for warning in found.warnings)
            except CommandRejectedError:
                refused = True
            assert cell.open is not refused, (number, at)


def test_withdrawn_and_barred_players_are_reported() -> None:
    hall = swiss(5, paired=1, played=1)
    hall.do(Withdraw(hall.key(8)), everything=True)
    hall.do(BarHalfByes(hall.key(7)))
    lines = players_view(hall.state).lines
    assert [line.withdrawn for line in lines] == [None] * 7 + [2]
    assert [line.barred for line in lines] == [False] * 6 + [True, False]
    assert lines[7].who.gone == "withdrawn"
    assert [one.bye for one in lines[7].rounds] == [None, *[ByeKind.ZERO] * 4]
    assert {line.who.points for line in lines} == {0, 10}


def test_late_entry_is_impossible_once_the_last_round_is_paired(snapshot: SnapshotAssertion) -> None:
    assert players_view(swiss(2, paired=1).state).refused == ""
    over = swiss(2, paired=2, played=2)
    refused = players_view(over.state).refused
    assert "(C.04.2 2.4)" in refused
    assert refused == snapshot
    over.do(CloseTournament())
    assert players_view(over.state).refused == snapshot
    assert not any(cell.open for line in players_view(over.state).lines for cell in line.rounds)


def test_players_of_teams_have_their_team_and_no_byes() -> None:
    view = players_view(STATES["team-swiss"])
    assert view.teams
    assert all(line.team is not None and not line.rounds for line in view.lines)
