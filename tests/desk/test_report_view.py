"""The report of an event: what the library finds, in one view, at any time."""

from __future__ import annotations

import json

import pytest

import rookery
from rookery.desk.commands.course import AddRemark
from rookery.desk.commands.files import exported
from rookery.desk.commands.hand import OpenPhase, Swap
from rookery.desk.decision import Refused
from rookery.desk.form import read, written
from rookery.desk.views.report import ReportView, checks, report_view
from rookery.errors import RookeryError
from rookery.model import Result
from rookery.values import replace
from support.desks import swiss
from support.states import STATES, state_of


@pytest.mark.parametrize("name", STATES)
def test_a_report_says_what_the_library_finds(name: str) -> None:
    state = STATES[name]
    t, view = state.tournament, report_view(state)
    assert read(ReportView, json.loads(json.dumps(written(view)))) == view
    assert [one.text for one in view.open] == [one.text for one in rookery.is_final(t).reasons]
    assert len(view.objections) == len(rookery.objections(t))
    assert [(one.who.number, one.title) for one in view.norms] == [
        (one.player.id, one.title) for one in rookery.norms(t) if one.met
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
            rookery.dump(exported(state, final=file.final), file.dialect)
            said = ""
        except Refused as refused:
            said = refused.text
        except RookeryError as error:
            said = str(error)
        assert file.refused == said


def test_ratings_are_those_of_the_rating_report() -> None:
    state = STATES["swiss"]
    report, view = rookery.rate(state.tournament), report_view(state).ratings
    lines = {one.who.number: one for one in view.lines}
    for row in report.rows:
        line = lines[row.player.id]
        assert (line.change, line.k, line.alone, line.games) == (row.change, row.k, row.alone, row.games)
    assert view.counted + view.not_counted == len(report.games)
    assert len(lines) == len(report.rows) + len(report.newcomers)


def test_a_round_changed_by_hand_is_found_with_its_difference() -> None:
    hall = swiss(5, paired=1)
    first, second = hall.tournament.rounds[0].games[:2]
    hall.do(Swap(hall.key(first.white), hall.key(second.white), "places"), everything=True)
    view = report_view(hall.state)
    (round,) = view.checks.rounds
    assert not round.agrees
    assert round.reasons
    expected = {(one.expected.white.number, one.expected.black and one.expected.black.number)
                for one in round.differences if one.expected}  # fmt: skip
    assert expected == {(first.white, first.black), (second.white, second.black)}
    assert [one.text for one in view.remarks] == [one.text for one in hall.tournament.remarks]
    assert view.remarks[0].text.startswith("MPA @ Round 1: ")


def test_rounds_after_an_open_game_are_not_judged() -> None:
    assert [one.round for one in checks(swiss(5, paired=2, played=1).state).rounds] == [1, 2]
    t = STATES["swiss"].tournament
    first, second, *rest = t.rounds
    games = (replace(second.games[0], result=Result.PENDING), *second.games[1:])
    found = checks(state_of(replace(t, rounds=(first, replace(second, games=games), *rest))))
    assert [one.round for one in found.rounds] == [1, 2]
    assert found.unchecked == "rounds after 2 cannot be judged while a game of round 2 has no result"


def test_while_a_round_is_made_by_hand_nothing_is_final() -> None:
    hall = swiss(1, paired=1, played=1)
    over = report_view(hall.state)
    assert over.open == ()
    assert {one.refused for one in over.files} == {""}
    hall.do(AddRemark("the lights went out", 1))
    hall.do(OpenPhase(1), everything=True)
    view = report_view(hall.state)
    assert "by hand" in [one.kind for one in view.open]
    assert {one.article for one in view.files if one.final} == {"C.04.2 3.1"}
    assert {one.refused for one in view.files if not one.final} == {""}
    assert ("the lights went out @ Round 1", 1) in [(one.text, one.round) for one in view.remarks]


def test_what_a_rating_report_needs_is_told() -> None:
    view = report_view(swiss(5).state)
    assert {"102", "fide_id"} <= {one.field for one in view.missing}
    assert "rank" not in {one.field for one in view.missing}
