"""Why a round is as it is: what the library says, board by board and group by group, of any format."""

from __future__ import annotations

import json

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.json_codec import from_json_data, to_json_data
from rookery.model import ByeKind
from rookery.pairing.explain.facts import AsTheRules
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.views.explanations import (
    ReasonsView,
    WhyNotView,
    board_reasons,
    player_reasons,
    reasons_view,
    rules_pairing,
    why_not,
)
from support.desks import FIELD, swiss
from support.states import STATES

ROUNDS = [(name, number) for name, state in STATES.items() for number in range(1, len(state.tournament.rounds) + 1)]


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_every_round_has_its_boards_with_reasons_as_json(name: str, number: int) -> None:
    state = STATES[name]
    view = reasons_view(state, number, with_boards=True)
    assert view.unknown == ""
    assert from_json_data(ReasonsView, json.loads(json.dumps(to_json_data(view)))) == view
    boards = rookery.boards(state.tournament, number)
    assert [(one.white.number, one.black.number) for one in view.boards] == [(one.white, one.black) for one in boards]
    outcome = rookery.pair(state.tournament, round=number)
    for board in view.boards:
        assert board == board_reasons(state, number, board.number)
        told = [
            reason for reason in outcome.explain(board.white.number).reasons if not isinstance(reason.fact, AsTheRules)
        ]
        assert [(reason.text, reason.article) for reason in board.reasons][: len(told)] == [
            (one.text, one.article) for one in told
        ]
        assert len({reason.text for reason in board.reasons}) == len(board.reasons)
    assert not any(board.reasons for board in reasons_view(state, number).boards)


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_groups_and_floats_are_those_of_the_pairing(name: str, number: int) -> None:
    state = STATES[name]
    view, outcome = reasons_view(state, number), rules_pairing(state, number)
    decided = [decision for decision in outcome.decisions if decision.bracket]
    assert [one.called for one in view.groups] == [one.description for one in decided]
    pairs = {frozenset((a.number, b.number)) for group in view.groups for a, b in group.pairs}
    assert not decided or pairs == {frozenset(pair) for pair in outcome.pairs}
    for arrow in view.floats:
        end = next(one for one in view.groups if one.number == arrow.end)
        assert arrow.who in (end.moved_down if arrow.down else end.moved_up)
        start = next((one for one in view.groups if one.number == arrow.start), None)
        assert start is None or (start.points > end.points) is arrow.down
    given = [str(reason) for ledger in outcome.ledger if ledger.bracket for reason in outcome.unmet_criteria(ledger)]
    assert [f"{one.text} ({one.article})" for group in view.groups for one in group.given_up] == given


def test_the_allocated_bye_has_its_reasons(snapshot: SnapshotAssertion) -> None:
    state = swiss(5, FIELD[:7], paired=1).state
    view = reasons_view(state, 1)
    (alone,) = view.alone
    assert alone.bye is ByeKind.PAIRING_ALLOCATED
    assert alone.reasons[0].text == snapshot
    assert alone.reasons == player_reasons(state, 1, alone.who.key)
    found = why_not(state, 1, "p1")
    assert found.other is None
    assert any(reason.kind == "HasTheBye" for reason in found.reasons)


def test_why_two_do_not_meet_is_what_the_library_says() -> None:
    hall = swiss(5, paired=2, played=1)
    found = why_not(hall.state, 2, hall.key(1), hall.key(8))
    told = rookery.pair(hall.tournament, round=2).why_not(1, 8)
    assert [(reason.text, reason.article) for reason in found.reasons] == [
        (reason.text, reason.article) for reason in told.reasons
    ]
    assert (found.one.name, found.possible) == ("Ada", told.possible)
    assert from_json_data(WhyNotView, json.loads(json.dumps(to_json_data(found)))) == found


def test_a_manually_changed_round_is_shown_beside_the_computed_round() -> None:
    hall = swiss(5, paired=1)
    first, second = hall.tournament.rounds[0].games[:2]
    assert reasons_view(hall.state, 1).agrees
    hall.do(Swap(hall.key(first.white), hall.key(second.white), "places"), everything=True)
    view = reasons_view(hall.state, 1)
    assert not view.agrees
    assert {(one.white.number, one.black.number if one.black else 0) for one in view.ours} == {
        (first.white, first.black),
        (second.white, second.black),
    }
    assert len(view.theirs) == 2
    assert view.standing[0].kind == "NotAsTheRules"
    told = board_reasons(hall.state, 1, 1).reasons
    assert [one.kind for one in told][:1] == ["RecordedAs"]
    assert sum(one.kind == "RecordedAs" for one in told) == 1


def test_exchanged_colours_are_a_difference_of_a_swiss() -> None:
    hall = swiss(5, paired=1)
    game = hall.tournament.rounds[0].games[0]
    hall.do(Swap(hall.key(game.white), hall.key(game.black)), everything=True)
    view = reasons_view(hall.state, 1)
    assert [(one.white.number, one.black and one.black.number) for one in view.theirs] == [(game.black, game.white)]


def test_of_a_player_of_a_team_the_reasons_are_the_teams() -> None:
    state = STATES["team-swiss"]
    team = state.tournament.teams[0]
    assert player_reasons(state, 2, f"p{team.players[0]}") == player_reasons(state, 2, f"t{team.number}")


def test_what_is_not_there_is_refused(snapshot: SnapshotAssertion) -> None:
    hall = swiss(5, paired=1)
    with pytest.raises(CommandRejectedError) as caught:
        reasons_view(hall.state, 2)
    assert str(caught.value) == snapshot
    with pytest.raises(CommandRejectedError) as caught:
        board_reasons(hall.state, 1, 9)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        player_reasons(hall.state, 1, "p99")
    assert str(caught.value) == snapshot
