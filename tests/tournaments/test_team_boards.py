"""Boards of team matches at the desk: how many there are, who sits at them, and those that stay vacant."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.history.scoring import match_points
from rookery.history.team_matches import board_seats
from rookery.json_codec import from_json_data
from rookery.model import Match, Result, VacantBoard
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.results import ForfeitMatch
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.domain.teams import EnterTeam, SetLineup, SetLineups
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.keyed import Facts, KeyedMatch
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.views.log import log_view
from rookery.tournaments.views.round import round_view
from rookery.tournaments.views.teams import lineups_view
from support.desks import DeskTournament

TEAMS = ("Ash", "Birch", "Cedar", "Elm")


def league(size: int = 4, boards: int | None = 4, teams: tuple[str, ...] = TEAMS) -> DeskTournament:
    """Teams with so many players on each list, and so many boards in a match."""
    hall = DeskTournament()
    hall.do(OpenTournament("League", TournamentRules(system="team", rounds=3), team_event=True, lots="seed"))
    if boards is not None:
        hall.do(SetRules(boards=boards))
    for name in teams:
        hall.do(EnterTeam(name, tuple(Facts(f"{name} {at}", 2000 - at) for at in range(1, size + 1))))
    return hall


def keys(hall: DeskTournament, team: int, *players: int) -> tuple[str, ...]:
    """Return the keys of players of a team by their places in the list, 0 for nobody."""
    roster = hall.tournament.teams[team - 1].players
    return tuple(hall.state.keys.player[roster[at - 1]] if at else "" for at in players)


def match_of(hall: DeskTournament, team: int) -> Match:
    """Return the match of a team in the last round."""
    return next(match for match in hall.tournament.rounds[-1].matches if team in (match.white, match.black))


# -- vacant boards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [False, True])
def test_a_board_that_a_captain_leaves_vacant_is_a_forfeit(after: bool) -> None:
    hall = league()
    if after:
        hall.do(PairRound())
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 2, 0, 4)))
    if not after:
        hall.do(PairRound())
    match = match_of(hall, 1)
    assert match.board_numbers == (1, 2, 4)
    (vacant,) = match.vacant
    other = match.black if match.white == 1 else match.white
    assert vacant == VacantBoard(3, hall.tournament.participants_by_number[other].players[2])  # type: ignore[union-attr]
    hall.play(1, Result.DRAW)
    points = dict(zip((match.white, match.black), match_points(hall.tournament, match_of(hall, 1)), strict=True))
    assert points == {1: (0, 15), other: (20, 25)}
    assert hall.replay() == hall.state
    assert rookery.check(hall.tournament).agree


def test_a_line_up_of_three_in_a_match_of_four_gives_the_fourth_point_to_the_opponent() -> None:
    hall = league(boards=None)
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 2, 4)))
    hall.do(PairRound())
    hall.play(1, Result.DRAW)
    match = match_of(hall, 1)
    points = dict(zip((match.white, match.black), match_points(hall.tournament, match), strict=True))
    assert points.pop(1) == (0, 15)
    assert list(points.values()) == [(20, 25)]


def test_a_list_of_three_on_four_boards_forfeits_the_fourth() -> None:
    hall = league(size=3)
    hall.do(EnterTeam("Fir", tuple(Facts(f"Fir {at}", 1900 - at) for at in range(1, 5))))
    hall.do(PairRound())
    vacant = [board for match in hall.tournament.rounds[0].matches for board in match.vacant]
    assert {board.board for board in vacant} == {4}
    assert all(match.board_count == 4 for match in hall.tournament.rounds[0].matches)


def test_a_returning_player_takes_the_vacant_board() -> None:
    hall = league()
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 2, 0, 4)))
    hall.do(PairRound())
    before = hall.state
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 2, 3, 4)))
    match = match_of(hall, 1)
    assert not match.vacant
    assert len(match.games) == 4
    game = match.games[2]
    assert (game.white in hall.tournament.teams[0].players) == (match.white == 1)  # board 3 has the colours of board 1
    hall.do(Undo())
    assert hall.state.tournament == before.tournament
    assert hall.state.lineups == before.lineups


def test_a_round_taken_back_and_paired_again_keeps_the_line_ups() -> None:
    hall = league()
    hall.do(PairRound())
    hall.do(SetLineups(1, {hall.key(1): keys(hall, 1, 1, 0, 3, 4)}))
    hall.do(UnpairRound(), everything=True)
    hall.do(PairRound(), everything=True)
    assert [board.board for board in match_of(hall, 1).vacant] == [2]


def test_teams_that_change_places_sit_by_their_line_ups() -> None:
    hall = league()
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 0, 3, 4)))
    hall.do(PairRound())
    other = next(team for team in (2, 3, 4) if team not in (match_of(hall, 1).white, match_of(hall, 1).black))
    hall.do(Swap(hall.key(1), hall.key(other), "places"), everything=True)
    assert [board.board for board in match_of(hall, 1).vacant] == [2]
    assert not match_of(hall, other).vacant
    match = match_of(hall, 1)
    hall.do(Swap(hall.key(match.white), hall.key(match.black), "colours"), everything=True)
    assert match_of(hall, 1).vacant == match.vacant
    assert match_of(hall, 1).white == match.black


def test_a_match_forfeited_as_a_whole_has_no_vacant_board() -> None:
    hall = league()
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 0, 3, 4)))
    hall.do(PairRound())
    match = match_of(hall, 1)
    hall.do(ForfeitMatch(1, hall.key(match.white), hall.key(match.black), Result.WHITE_BY_FORFEIT))
    assert match_of(hall, 1) == Match(match.white, match.black, (), Result.WHITE_BY_FORFEIT)


# -- line-ups of a whole round -----------------------------------------------------------------------------------------


def test_line_ups_of_both_teams_of_a_match_come_at_once() -> None:
    hall = league(size=6)
    hall.do(PairRound())
    match = match_of(hall, 1)
    other = match.black if match.white == 1 else match.white
    hall.do(SetLineups(1, {hall.key(1): keys(hall, 1, 1, 3, 5, 6), hall.key(other): keys(hall, other, 2, 0, 4, 5)}))
    found = match_of(hall, 1)
    t = hall.tournament
    lists = {team.number: team.players for team in t.teams}
    side = 0 if found.white == 1 else 1
    assert [pair[side] for pair in board_seats(t, found)] == [lists[1][at - 1] for at in (1, 3, 5, 6)]
    assert [pair[1 - side] for pair in board_seats(t, found)] == [
        lists[other][at - 1] if at else 0 for at in (2, 0, 4, 5)
    ]
    version = hall.version
    hall.do(SetLineups(1, {hall.key(1): keys(hall, 1, 1, 3, 5, 6)}))
    assert hall.version == version  # as it is


def test_an_unchanged_grid_submits_nothing() -> None:
    hall = league()
    version = hall.version
    hall.do(SetLineups(1, {hall.key(team): keys(hall, team, 1, 2, 3, 4) for team in (1, 2, 3, 4)}))
    assert hall.version == version
    hall.do(SetLineups(1, {hall.key(team): keys(hall, team, 1, 2, 3, 4 * (team > 1)) for team in (1, 2, 3, 4)}))
    assert list(hall.state.lineups[1]) == [hall.key(1)]


def test_what_a_line_up_cannot_be(snapshot: SnapshotAssertion) -> None:
    hall = league(size=5)
    hall.do(PairRound())
    match = match_of(hall, 1)
    game = match.games[0]
    hall.enter(1, game.white, game.black, Result.DRAW)
    for lineup in ((0, 0, 0, 0), (1, 2, 3, 3), (1, 2, 3), (1, 2, 3, 4, 5), (2, 3, 4, 5)):
        with pytest.raises(CommandRejectedError) as caught:
            hall.do(SetLineups(1, {hall.key(1): keys(hall, 1, *lineup)}))
        assert str(caught.value) == snapshot
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 2, 3, 5)))  # a board without a result


def test_the_log_tells_vacant_boards(snapshot: SnapshotAssertion) -> None:
    hall = league()
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 2, 0, 4)))
    hall.do(SetLineup(1, hall.key(2), keys(hall, 2, 1, 0, 0, 4)))
    assert [str(line.text) for line in log_view(hall.state, hall.store.read(hall.stream)).lines][-2:] == snapshot


# -- boards per match --------------------------------------------------------------------------------------------------


def test_the_number_of_boards_is_a_rule_of_the_event(snapshot: SnapshotAssertion) -> None:
    hall = league(size=6, boards=4)
    assert hall.tournament.board_colours == "WBWB"
    hall.do(SetRules(boards=5))
    assert hall.tournament.board_colours == "WBWBW"
    hall.do(SetRules(boards=4))
    hall.do(PairRound())
    assert {match.board_count for match in hall.tournament.rounds[0].matches} == {4}
    for wanted in (SetRules(boards=3), SetRules(boards=0), SetRules(boards=51), SetRules({"board_colours": "WXW"})):
        with pytest.raises(CommandRejectedError) as caught:
            hall.do(wanted)
        assert str(caught.value) == snapshot


def test_logs_from_before_have_the_matches_that_were_paired() -> None:
    """A match that was written without vacant boards is read without, and counts as it did."""
    old = {"white": "t1", "black": "t2", "games": [{"white": "p1", "black": "p5", "result": "1-0"}]}
    assert from_json_data(KeyedMatch, old).vacant == ()
    hall = league(boards=None, size=6)
    hall.do(PairRound())
    assert {match.board_count for match in hall.tournament.rounds[0].matches} == {6}


# -- what pages show ---------------------------------------------------------------------------------------------------


def test_every_board_of_a_match_has_its_first_team_at_the_left() -> None:
    hall = league()
    hall.do(SetLineup(1, hall.key(1), keys(hall, 1, 1, 0, 3, 4)))
    hall.do(PairRound())
    view = round_view(hall.state, 1)
    for match in view.matches:
        assert [line.number for line in match.lines] == [1, 2, 3, 4]
        assert [line.turned for line in match.lines] == [False, True, False, True]
        for line in match.lines:
            assert line.left is None or line.left.name.startswith(match.white.name)
            assert line.right is None or line.right.name.startswith(match.black.name)
    assert view.games == view.open == 7


def test_the_grid_closes_with_the_first_result_of_a_match() -> None:
    hall = league()
    assert [len(match.lines) for match in lineups_view(hall.state, 1).matches] == [1, 1, 1, 1]
    hall.do(PairRound())
    view = lineups_view(hall.state, 1)
    assert [(match.number, len(match.lines), match.closed) for match in view.matches] == [(1, 2, ""), (2, 2, "")]
    assert [line.colours for line in view.matches[0].lines] == [("w", "b", "w", "b"), ("b", "w", "b", "w")]
    game = hall.tournament.rounds[0].matches[0].games[2]
    hall.enter(1, game.white, game.black, Result.DRAW)
    closed = [bool(match.closed) for match in lineups_view(hall.state, 1).matches]
    assert sorted(closed) == [False, True]
    hall.play(1)
    hall.do(PairRound())
    assert lineups_view(hall.state, 1).closed
    assert not lineups_view(hall.state, 2).closed
