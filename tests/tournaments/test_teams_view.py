"""Teams with their rosters and line-ups; rounds that are known beforehand."""

from __future__ import annotations

import json

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.json_codec import from_json_data, to_json_data
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.teams import EnterTeam, SetLineup
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.views.participants import Participant
from rookery.tournaments.views.schedule import BracketView, ScheduleView, bracket_view, schedule_view
from rookery.tournaments.views.teams import TeamsView, teams_view
from support.desks import FIELD, DeskTournament, swiss
from support.states import STATES


def teams() -> DeskTournament:
    """Four teams of three players."""
    hall = DeskTournament()
    hall.do(OpenTournament("League", TournamentRules(system="team", rounds=3), team_event=True, lots="seed"))
    for name in ("Ash", "Birch", "Cedar", "Elm"):
        hall.do(EnterTeam(name, tuple(Facts(f"{name} {at}", 2000 - at) for at in range(1, 4))))
    return hall


def participant_names(some: tuple[Participant | None, ...]) -> list[str]:
    return [one.name for one in some if one is not None]


# -- teams -------------------------------------------------------------------------------------------------------------


def test_a_line_up_is_the_roster_until_the_captain_says_otherwise() -> None:
    hall = teams()
    view = teams_view(hall.state)
    assert (view.round, view.open, view.event) == (1, True, True)
    assert participant_names(view.lines[0].roster) == ["Ash 1", "Ash 2", "Ash 3"]
    assert view.lines[0].sits == view.lines[0].roster[: view.boards]
    assert not any(line.said for line in view.lines)
    key = hall.state.keys.players
    hall.do(SetLineup(1, hall.key(1), tuple(k for k in key if hall.state.name(k) in ("Ash 2", "Ash 3"))))
    after = teams_view(hall.state).lines[0]
    assert (participant_names(after.sits[:2]), after.sits[2:], after.said) == (["Ash 2", "Ash 3"], (None,), True)
    hall.do(PairRound(), everything=True)
    paired = teams_view(hall.state, 1)
    assert participant_names(paired.lines[0].sits[:2]) == ["Ash 2", "Ash 3"]
    assert paired.lines[0].sits[2:] == (None,)
    assert paired.open
    assert teams_view(hall.state).round == 2


@pytest.mark.parametrize("name", [name for name, state in STATES.items() if state.tournament.teams])
def test_teams_have_their_points_and_rosters(name: str) -> None:
    state = STATES[name]
    view = teams_view(state)
    assert from_json_data(TeamsView, json.loads(json.dumps(to_json_data(view)))) == view
    for team, line in zip(state.tournament.teams, view.lines, strict=True):
        assert tuple(one.number for one in line.roster) == team.players
    if view.event:
        last = teams_view(state, len(state.tournament.rounds))
        sat = {sit.number for line in last.lines for sit in line.sits}
        games = [game for match in state.tournament.rounds[-1].matches for game in match.games]
        assert sat == {one for game in games for one in (game.white, game.black)}


def test_a_round_that_is_not_there_has_no_line_ups(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(CommandRejectedError) as caught:
        teams_view(teams().state, 4)
    assert str(caught.value) == snapshot


# -- schedules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, state in STATES.items() if "robin" in state.tournament.system.lower()])
def test_a_schedule_has_every_meeting(name: str) -> None:
    state = STATES[name]
    view = schedule_view(state)
    assert from_json_data(ScheduleView, json.loads(json.dumps(to_json_data(view)))) == view
    for number, round in enumerate(state.tournament.rounds, 1):
        shown = view.rounds[number - 1]
        assert shown.paired
        assert [(pair.white.number, pair.black and pair.black.number) for pair in shown.pairs] == list(round.pairs)
    for one in view.rounds:
        everybody = [who.number for both in one.pairs for who in (both.white, both.black) if who]
        assert sorted([*everybody, *(who.number for who in one.free)]) == sorted(
            state.tournament.participants_by_number
        )


def test_a_schedule_is_there_before_anything_is_paired(snapshot: SnapshotAssertion) -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Five", TournamentRules(system="round-robin"), lots="seed"))
    assert schedule_view(hall.state).rounds == ()
    hall.do(EnterPlayers(FIELD[:5]))
    view = schedule_view(hall.state)
    assert [(len(one.pairs), len(one.free), one.paired) for one in view.rounds] == [(2, 1, False)] * 5
    with pytest.raises(CommandRejectedError) as caught:
        schedule_view(swiss(5).state)
    assert str(caught.value) == snapshot


# -- brackets ----------------------------------------------------------------------------------------------------------

CUPS = [name for name, state in STATES.items() if "knockout" in state.tournament.system.lower()]


@pytest.mark.parametrize("name", CUPS)
def test_a_bracket_follows_the_rounds(name: str) -> None:
    state = STATES[name]
    t, view = state.tournament, bracket_view(state)
    assert from_json_data(BracketView, json.loads(json.dumps(to_json_data(view)))) == view
    for stage, round in zip(view.stages, t.rounds, strict=False):
        met = {
            frozenset((meeting.upper.number, meeting.lower.number))
            for meeting in stage.meetings
            if meeting.upper and meeting.lower
        }
        assert met == {frozenset(pair) for pair in round.pairs}
        for one in stage.meetings:
            if one.points is not None and one.through is not None:
                won = one.points[0] > one.points[1]
                assert one.through == (one.upper if won else one.lower) or one.points[0] == one.points[1]
    assert view.stages[-1].called == "Final"
    if view.winner is not None:
        assert rookery.standings(t).rows[0].id == view.winner.number


def test_a_bracket_marks_byes_and_winners(snapshot: SnapshotAssertion) -> None:
    first = bracket_view(STATES["cup of 13, played in part"]).stages[0]
    assert [meeting.bye for meeting in first.meetings].count(True) == 3
    assert bracket_view(STATES["cup of 8"]).winner is not None
    with pytest.raises(CommandRejectedError) as caught:
        bracket_view(swiss(5).state)
    assert str(caught.value) == snapshot
