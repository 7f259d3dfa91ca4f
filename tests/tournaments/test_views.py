"""What a page shows is what the state says: of a Swiss in the middle of a round, of teams, and of the other formats."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.history.scoring import match_points
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.model import ByeKind, Colour, Game, Match, Result
from rookery.regulations import parse_type_code
from rookery.tournaments.domain.byes import AskBye, Withdraw
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.manual_pairing import OpenPhase
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.domain.tie_resolution import SetOrder
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.views.crosstable import crosstable_view
from rookery.tournaments.views.log import LogView, log_view
from rookery.tournaments.views.overview import overview
from rookery.tournaments.views.player_card import player_card_view
from rookery.tournaments.views.players import numbers_view
from rookery.tournaments.views.round import round_view
from rookery.tournaments.views.rules import rules_view
from rookery.tournaments.views.standings import ValueOpened, standings_view, value_view
from support.desks import DeskTournament, swiss
from support.states import STATES


def middle() -> DeskTournament:
    """Round 2 of a Swiss: two boards are over, one of them adjourned, two are open."""
    hall = swiss(paired=2, played=1)
    one, other = hall.tournament.rounds[1].games[:2]
    hall.enter(2, one.white, one.black, Result.DRAW)
    hall.enter(2, other.white, other.black, Result.ADJOURNED)
    return hall


# -- of every event ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STATES)
def test_every_view_of_every_event_is_json_there_and_back(name: str) -> None:
    state = STATES[name]
    t = state.tournament
    some: list[object] = [overview(state), standings_view(state), rules_view(state), numbers_view(state)]
    some += [round_view(state, number) for number in range(1, len(t.rounds) + 1)]
    some += [player_card_view(state, one.key) for one in (*t.players[:3], *t.teams[:2])]
    for view in some:
        assert from_json_data(type(view), json.loads(json.dumps(to_json_data(view)))) == view


@pytest.mark.parametrize("name", STATES)
def test_a_round_shows_every_game_once_at_its_board(name: str) -> None:
    state = STATES[name]
    t = state.tournament
    for number, round in enumerate(t.rounds, 1):
        view = round_view(state, number)
        at = zip(rookery.board_numbers(t, number), rookery.boards(t, number), strict=True)
        shown = {one.number: one for one in (*view.boards, *view.matches)}
        for board, meeting in at:
            assert (shown[board].white.number, shown[board].black.number) == (meeting.white, meeting.black)
        games = [*view.boards, *(game for match in view.matches for game in match.boards)]
        told = sorted((one.white.number, one.black.number, str(one.result)) for one in games)
        every: list[Game] = [*round.games, *(game for match in round.matches for game in match.games)]
        assert told == sorted((one.white, one.black, str(one.result)) for one in every)
        assert view.games == len(every)
        assert {one.who.number for one in view.byes} | {one.number for one in view.out} >= {
            bye.player for bye in round.byes
        }


@pytest.mark.parametrize("name", STATES)
def test_standings_are_those_of_the_library(name: str) -> None:
    state = STATES[name]
    view, ours = standings_view(state), rookery.standings(state.tournament, provisional=True)
    assert [(one.rank, one.who.number, one.points, one.values) for one in view.rows] == [
        (row.rank, row.id, row.points, row.values) for row in ours.rows
    ]
    assert (view.after, view.provisional, view.final) == (ours.after, ours.provisional, ours.final)
    assert [one.who.number for one in view.left_out] == [one for one, _ in ours.left_out]
    for row in view.rows:
        assert len(row.rounds) == view.after or (
            parse_type_code(state.tournament.system).format.eliminates and row.rank > 1
        )
        if not view.provisional and view.after > 1 and row.change is not None:
            before = rookery.standings(state.tournament, after=view.after - 1).row(row.who.number)
            assert row.change == before.rank - row.rank


@pytest.mark.parametrize("name", STATES)
def test_the_deciding_value_separates_a_row_from_the_row_above(name: str) -> None:
    view = standings_view(STATES[name])
    for above, row in zip(view.rows, view.rows[1:], strict=False):
        if view.source == "of the format" or above.rank == row.rank:
            assert row.decided is None
            continue
        ladder = [(one.points, *one.values) for one in (above, row)]
        assert row.decided is not None
        assert ladder[0][: row.decided] == ladder[1][: row.decided]
        assert ladder[0][row.decided] != ladder[1][row.decided]


@pytest.mark.parametrize("name", STATES)
def test_the_rounds_of_a_card_add_up_to_its_points(name: str) -> None:
    state = STATES[name]
    for player in state.tournament.players:
        view = player_card_view(state, player.key)
        abnormal = any(player.number in record.players for record in state.tournament.point_adjustments)
        assert abnormal or view.points == sum(each.points for each in view.rounds)
        assert not view.rounds or view.rounds[-1].total == sum(each.points for each in view.rounds)


# -- a Swiss in the middle of a round ----------------------------------------------------------------------------------


def test_an_overview_says_what_to_do_next_from_the_entries_to_the_end(snapshot: SnapshotAssertion) -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Tea Party", TournamentRules(system="dutch", rounds=2), lots="seed"))
    assert [one.task for one in overview(hall.state).next] == ["enter players", "draw colour"]
    hall = swiss(2)
    assert [one.task for one in overview(hall.state).next] == ["draw colour", "pair"]
    hall.do(DrawColour(Colour.WHITE))
    assert [one.task for one in overview(hall.state).next] == ["pair"]
    assert [one.text for one in overview(hall.state).next] == snapshot
    hall.do(PairRound())
    first = overview(hall.state)
    assert (first.stage, first.games, first.ended, first.fide) == ("round open", 4, 0, True)
    assert first.next[0].text == snapshot
    hall.play(1)
    assert overview(hall.state).stage == "between rounds"
    hall.do(PairRound())
    hall.play(2)
    last = overview(hall.state)
    assert (last.stage, last.final, last.next[0].task) == ("over", True, "close")


def test_a_round_shows_the_author_of_each_result_and_open_boards() -> None:
    hall = middle()
    view = round_view(hall.state, 2)
    assert (view.standing, view.open, view.adjourned, view.games) == ("open", 2, 1, 4)
    by_standing = {board.standing: board for board in view.boards}
    assert set(by_standing) == {"ended", "adjourned", "open"}
    ended = by_standing["ended"]
    assert (ended.result, ended.by, ended.at) == (Result.DRAW, "ada", "2026-11-16T16:00:00Z")
    assert by_standing["open"].by == ""
    assert {board.white.points for board in view.boards} <= {0, 10}
    assert "decide adjourned" in [one.task for one in overview(hall.state).next]


def test_a_round_before_says_which_warning_a_change_would_bring() -> None:
    hall = swiss(paired=4, played=4)
    assert [round_view(hall.state, number).change for number in (1, 2, 3, 4)] == ["past", "past", "correction", ""]


def test_a_coming_round_has_the_requested_byes(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1)
    hall.do(AskBye(hall.key(3), (2,), ByeKind.HALF))
    view = round_view(hall.state, 2)
    assert view.standing == "to come"
    assert [(bye.who.name, bye.kind, bye.worth) for bye in view.byes] == [("Cyd", ByeKind.HALF, 5)]
    with pytest.raises(CommandRejectedError) as caught:
        round_view(hall.state, 6)
    assert str(caught.value) == snapshot


def test_a_manual_round_lists_the_unpaired() -> None:
    hall = swiss()
    hall.do(OpenPhase(1), everything=True)
    view = round_view(hall.state, 1)
    assert view.standing == "by hand"
    placed = {one.key for board in view.boards for one in (board.white, board.black)}
    assert placed | {one.key for one in view.unplaced} | {bye.who.key for bye in view.byes} == set(
        hall.state.keys.players
    )
    assert overview(hall.state).next[0].task == "end by hand"


def test_withdrawn_players_are_marked_from_then_on() -> None:
    hall = swiss(paired=1, played=1)
    hall.do(Withdraw(hall.key(8)), everything=True)
    gone = {row.who.name: row.who.gone for row in standings_view(hall.state).rows}
    assert gone["Hal"] == "withdrawn"
    assert set(gone.values()) == {"", "withdrawn"}
    assert player_card_view(hall.state, hall.key(8)).withdrawn == 2
    assert {bye.who.gone for bye in round_view(hall.state, 1).byes} <= {""}


def test_equals_stand_as_they_were_ranked_by_hand() -> None:
    hall = swiss(paired=1, played=1)
    before = standings_view(hall.state, 1)
    shared = [row for row in before.rows if row.shared]
    assert shared
    group = tuple(one.who.key for one in shared if one.rank == shared[0].rank)[::-1]
    hall.do(SetOrder(1, (group,)))
    after = standings_view(hall.state, 1)
    rows = [row for row in after.rows if row.who.key in group]
    assert [row.who.key for row in rows] == list(group)
    assert [row.rank for row in rows] == list(range(shared[0].rank, shared[0].rank + len(group)))
    assert {row.by for row in rows} == {"hand"}
    assert not any(row.by for row in after.rows if row.who.key not in group)


def test_a_result_taken_back_in_an_earlier_round_leaves_the_standings_before_it() -> None:
    hall = swiss(paired=2, played=1)
    game = hall.tournament.rounds[0].games[0]
    hall.do(EnterResult(1, hall.key(game.white), hall.key(game.black), Result.PENDING), everything=True)
    view = standings_view(hall.state)
    assert (view.after, view.provisional, view.final, view.open) == (0, False, False, 1)
    assert crosstable_view(hall.state).notes == ()


def test_a_value_opens_to_its_sum() -> None:
    state = STATES["swiss"]
    view = standings_view(state)
    opened = value_view(state, view.rows[0].who.key, 1)
    assert isinstance(opened, ValueOpened)
    assert opened.value == view.rows[0].values[0] == sum(Fraction(part.number) for part in opened.parts if not part.cut)


# -- cards -------------------------------------------------------------------------------------------------------------


def test_a_card_has_colours_floats_and_the_change_of_the_rating() -> None:
    state = STATES["swiss"]
    report = rookery.rate(state.tournament)
    row = next(one for one in report.rows if one.games)
    view = player_card_view(state, f"p{row.player.number}")
    assert view.rating is not None
    assert (view.rating.change, view.rating.k, view.rating.alone) == (row.change, row.k, row.alone)
    told = [game.change for one in view.rounds for game in one.games if game.change is not None]
    assert sum(told) == row.change
    history = rookery.history.history.History(state.tournament)
    floats = [history.before(n + 1).floats(1).get(row.player.number) for n in range(1, 4)]
    assert [one.float for one in view.rounds] == [one.name.lower() if one else "" for one in floats]


def test_a_card_of_an_unknown_player_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        player_card_view(STATES["swiss"], "p99")
    assert str(caught.value) == snapshot


# -- teams, and other formats ------------------------------------------------------------------------------------------


def test_a_match_of_teams_shows_its_boards_and_both_scores() -> None:
    state = STATES["team-swiss"]
    t = state.tournament
    view = round_view(state, 3)
    found = {(one.white, one.black): one for one in t.rounds[2].matches}
    for match in view.matches:
        ours: Match = found[match.white.number, match.black.number]
        (home, games), (away, others) = match_points(t, ours, t.rounds[2].player_byes)
        assert (match.match_points, match.game_points) == ((home, away), (games, others))
        assert len(match.boards) == len(ours.games)
    team = player_card_view(state, "t1")
    assert len(team.rounds) == 3
    assert {player.key for player in team.players} == {f"p{player}" for player in t.teams[0].players}
    member = player_card_view(state, team.players[0].key)
    assert member.team is not None
    assert member.team.key == "t1"


def test_a_knock_out_marks_the_eliminated() -> None:
    view = round_view(STATES["cup of 8"], 2)
    assert (len(view.boards), len(view.out)) == (2, 4)
    first = round_view(STATES["cup of 13, played in part"], 1)
    assert (len(first.boards), len(first.byes), len(first.out)) == (5, 3, 0)


def test_a_format_that_ranks_itself_says_so_in_its_columns() -> None:
    cup, keizer = standings_view(STATES["cup of 8"]), standings_view(STATES["keizer"])
    assert cup.rows[0].shown == ("winner",)
    assert keizer.source == cup.source == "of the format"
    assert keizer.rules == ""


# -- log, rules, numbers -----------------------------------------------------------------------------------------------


def test_the_log_describes_commands_and_what_was_undone(snapshot: SnapshotAssertion) -> None:
    hall = middle()
    hall.do(Undo())
    view = log_view(hall.state, hall.store.read(hall.stream))
    assert isinstance(view, LogView)
    assert [line.version for line in view.lines] == list(range(1, hall.version + 1))
    assert [line.stands for line in view.lines][-2:] == [False, True]
    (entered,) = (line.text for line in view.lines if "Ada" in line.text and "2350" in line.text)
    assert entered == snapshot
    assert "before round 2" in [point.name for point in view.points]
    back = from_json_data(LogView, json.loads(json.dumps(to_json_data(view))))
    assert back == view


def test_answered_warnings_stand_in_the_log() -> None:
    hall = swiss(paired=1)
    hall.do(PairRound(), everything=True)
    view = log_view(hall.state, hall.store.read(hall.stream))
    assert ("adjourned-now",) in {line.acknowledged for line in view.lines}


def test_rules_look_frozen_once_round_1_is_paired_and_say_why() -> None:
    before = {rule.name: rule for rule in rules_view(swiss().state).rules}
    after = {rule.name: rule for rule in rules_view(swiss(paired=1).state).rules}
    assert not any(one.frozen or one.level for one in before.values())
    assert (after["rounds"].frozen, after["rounds"].article) == (True, "C.04.1 1")
    assert (after["ranking"].frozen, after["ranking"].level) == (False, 4)
    assert {name for name, one in after.items() if one.frozen} >= {"system", "points", "acceleration", "forbidden"}
    assert after["system"].value == "FIDE_DUTCH_2026"


def test_numbers_say_which_the_ratings_call_for_and_when_they_stay() -> None:
    view = numbers_view(swiss().state)
    assert view.level == 0
    assert [line.due for line in view.lines] == [line.who.number for line in view.lines] == list(range(1, 9))
    assert numbers_view(swiss(paired=3, played=3).state).level == 3
    assert numbers_view(swiss(paired=4, played=4).state).level == 5


def test_a_number_in_json_is_read_exactly_or_not_at_all() -> None:
    assert from_json_data(Fraction, to_json_data(Fraction(27, 4))) == Fraction(27, 4)
    for wrong in ("x", "1/0", 3):
        with pytest.raises(InvalidDataError):
            from_json_data(Fraction, wrong)


def test_eliminated_players_have_no_rounds_after_elimination() -> None:
    rows = standings_view(STATES["cup of 8"]).rows
    assert [len(row.rounds) for row in rows] == [3, 3, 2, 2, 1, 1, 1, 1]
