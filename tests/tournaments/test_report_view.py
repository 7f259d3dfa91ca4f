"""The report of an event: what the library finds, in one view, at any time."""

from __future__ import annotations

import json

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.errors import RookeryError
from rookery.json_codec import from_json_data, to_json_data
from rookery.model import ByeKind, Result
from rookery.tournaments.domain.import_export import export_tournament
from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.tournaments.domain.manual_pairing import ClosePhase, MoveSeats, OpenPhase, Swap
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.views.report import ReportView, checks, report_view
from support.desks import DeskTournament, swiss
from support.states import STATES, build_state


@pytest.mark.parametrize("name", STATES)
def test_a_report_says_what_the_library_finds(name: str) -> None:
    state = STATES[name]
    t, view = state.tournament, report_view(state)
    assert from_json_data(ReportView, json.loads(json.dumps(to_json_data(view)))) == view
    assert [one.text for one in view.open] == [reason.text for reason in rookery.completion(t).reasons]
    assert len(view.objections) == len(rookery.check_compliance(t))
    assert [(norm.who.number, norm.title) for norm in view.norms] == [
        (norm.player.number, norm.title) for norm in rookery.norms(t) if norm.is_met
    ]
    try:
        report = rookery.check(t)
    except RookeryError:
        return
    assert [(one.round, one.agrees) for one in view.checks.rounds] == [(one.round, one.agree) for one in report.rounds]
    assert [one.reasons != () for one in view.checks.rounds] == [not one.agree for one in report.rounds]


@pytest.mark.parametrize("name", STATES)
def test_a_file_is_offered_if_it_can_be_written(name: str) -> None:
    state = STATES[name]
    for file in report_view(state).files:
        try:
            rookery.dumps(export_tournament(state, final=file.final), file.dialect)
            said = ""
        except CommandRejectedError as refused:
            said = refused.text
        except RookeryError as error:
            said = str(error)
        assert file.refused == said


def test_ratings_are_those_of_the_rating_report() -> None:
    state = STATES["swiss"]
    report, view = rookery.rate(state.tournament), report_view(state).ratings
    lines = {one.who.number: one for one in view.lines}
    for row in report.rows:
        line = lines[row.player.number]
        assert (line.change, line.k, line.alone, line.games) == (row.change, row.k, row.alone, row.games)
    assert view.counted + view.not_counted == len(report.games)
    assert len(lines) == len(report.rows) + len(report.newcomers)


def test_a_manually_changed_round_is_detected_with_its_difference() -> None:
    hall = swiss(5, paired=1)
    first, second = hall.tournament.rounds[0].games[:2]
    hall.do(Swap(hall.key(first.white), hall.key(second.white), "places"), everything=True)
    view = report_view(hall.state)
    (round,) = view.checks.rounds
    assert not round.agrees
    assert round.reasons
    expected = {(difference.expected.white.number, difference.expected.black and difference.expected.black.number)
                for difference in round.differences if difference.expected}  # fmt: skip
    assert expected == {(first.white, first.black), (second.white, second.black)}
    assert [remark.text for remark in view.remarks] == [remark.text for remark in hall.tournament.remarks]
    assert view.remarks[0].text.startswith("MPA @ Round 1: ")


def test_rounds_after_an_open_game_are_not_judged(snapshot: SnapshotAssertion) -> None:
    assert [one.round for one in checks(swiss(5, paired=2, played=1).state).rounds] == [1, 2]
    t = STATES["swiss"].tournament
    first, second, *rest = t.rounds
    games = (replace(second.games[0], result=Result.PENDING), *second.games[1:])
    found = checks(build_state(replace(t, rounds=(first, replace(second, games=games), *rest))))
    assert [one.round for one in found.rounds] == [1, 2]
    assert found.unchecked == snapshot


def test_during_a_manual_pairing_nothing_is_final() -> None:
    hall = swiss(1, paired=1, played=1)
    over = report_view(hall.state)
    assert over.open == ()
    assert {file.refused for file in over.files} == {""}
    hall.do(AddRemark("the lights went out", 1))
    hall.do(OpenPhase(1), everything=True)
    view = report_view(hall.state)
    assert "by hand" in [one.kind for one in view.open]
    assert {file.article for file in view.files if file.final} == {"C.04.2 3.1"}
    assert {file.refused for file in view.files if not file.final} == {""}
    assert ("the lights went out @ Round 1", 1) in [(remark.text, remark.round) for remark in view.remarks]


def test_the_requirements_of_a_rating_report_are_listed() -> None:
    view = report_view(swiss(5).state)
    assert {"102", "fide_id"} <= {one.field for one in view.missing}
    assert "rank" not in {one.field for one in view.missing}


def test_the_type_of_tournament_follows_from_the_system() -> None:
    state = swiss(4).state
    assert state.tournament.info.type == ""
    assert export_tournament(state).info.type == "Individual: Swiss-System"
    assert not [one for one in report_view(state).missing if one.field == "092"]


def test_missing_fide_numbers_are_listed_in_a_line_with_names() -> None:
    state = swiss(4).state
    lines = [one for one in report_view(state).missing if one.field == "fide_id"]
    assert [(line.severity, line.code) for line in lines] == [("warning", "missing")]
    assert all(player.name in lines[0].text for player in state.tournament.players)


def corrected() -> DeskTournament:
    """An event of which a result of round 1 was corrected after round 2 was paired."""
    hall = swiss(paired=2, played=1)
    game = hall.tournament.rounds[0].games[0]
    other = Result.BLACK_WINS if game.result is Result.WHITE_WINS else Result.WHITE_WINS
    hall.do(EnterResult(1, hall.key(game.white), hall.key(game.black), other), everything=True)
    return hall


def test_a_round_is_judged_as_it_stood_when_it_was_paired(snapshot: SnapshotAssertion) -> None:
    hall = corrected()
    assert not checks(hall.state).rounds[1].agrees
    found = report_view(hall.state, lambda version: hall.desk.state_at(hall.stream, version)).checks.rounds
    assert [(one.agrees, one.differences) for one in found] == [(True, ()), (True, ())]
    assert found[1].since == snapshot


def test_numbers_that_change_later_do_not_disturb(snapshot: SnapshotAssertion) -> None:
    hall = corrected()
    hall.do(EnterPlayers((Facts("Zoe", 2900),), ByeKind.HALF), everything=True)
    found = report_view(hall.state, lambda version: hall.desk.state_at(hall.stream, version)).checks.rounds
    assert found[1].agrees
    assert found[1].since == snapshot


def test_a_manual_round_before_a_correction_stays_manual() -> None:
    hall = swiss(paired=2, played=1)
    (white, _), (other, _), *_ = hall.tournament.rounds[1].pairs
    hall.do(Swap(hall.key(white), hall.key(other), "places"), everything=True)
    before = checks(hall.state).rounds[1]
    game = hall.tournament.rounds[0].games[0]
    hall.do(EnterResult(1, hall.key(game.white), hall.key(game.black), Result.DRAW), everything=True)
    found = report_view(hall.state, lambda version: hall.desk.state_at(hall.stream, version)).checks.rounds[1]
    assert (found.agrees, found.differences) == (False, before.differences)


def test_a_change_that_was_discarded_leaves_the_round_where_it_was_paired() -> None:
    hall = corrected()
    before = hall.state.paired_at
    hall.do(MoveSeats((hall.key(1),), "off", round=2))
    hall.do(ClosePhase(give_up=True))
    assert hall.state.paired_at == before
    assert hall.replay() == hall.state
