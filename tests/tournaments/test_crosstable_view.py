"""The crosstable of a desk is the one of the library, cell by cell."""

from __future__ import annotations

import json

import pytest

from rookery.history.history import round_outcomes
from rookery.json_codec import from_json_data, to_json_data
from rookery.presentation.standings import crosstable
from rookery.regulations import parse_type_code
from rookery.tournaments.views.crosstable import CrossTable, crosstable_view
from rookery.tournaments.views.standings import standings_view
from support.states import STATES


@pytest.mark.parametrize("name", STATES)
def test_it_has_everybody_once_with_all_rounds(name: str) -> None:
    state = STATES[name]
    t, view = state.tournament, crosstable_view(state)
    assert sorted(row.who.number for row in view.rows) == sorted(t.participants_by_number)
    assert from_json_data(CrossTable, json.loads(json.dumps(to_json_data(view)))) == view
    how = round_outcomes(t)
    for row in view.rows:
        shown = tuple(cell.ended for cell in row.rounds)
        assert shown == how[row.who.number][: len(shown)]
        if not parse_type_code(t.system).format.eliminates:
            assert len(shown) == len(t.rounds)
        else:  # who is out of a knock-out has no rounds after it
            assert set(how[row.who.number][len(shown) :]) <= {"free"}
            assert not shown or row.rounds[-1].opponent or row.rounds[-1].kind != "zero-point bye"
        for number, cell in enumerate(row.rounds, 1):
            opponents = [
                b if a == row.who.number else a for a, b in t.rounds[number - 1].pairs if row.who.number in (a, b)
            ]
            assert [cell.opponent] * bool(cell.opponent) == [state.keys.participant[opponent] for opponent in opponents]
    ranked = [row.who.number for row in view.rows if row.rank is not None]
    assert ranked == [row.who.number for row in standings_view(state).rows]


@pytest.mark.parametrize("name", STATES)
def test_a_finished_tournament_is_ranked_as_on_the_papers(name: str) -> None:
    state = STATES[name]
    view, shown = crosstable_view(state), crosstable(state.tournament)
    if view.final and shown.title.endswith("by rank"):
        assert tuple(row.who.number for row in view.rows) == shown.participants


def test_of_a_round_robin_it_says_when_two_met() -> None:
    state = STATES["round-robin"]
    view = crosstable_view(state)
    assert view.opponents
    for at, row in enumerate(view.rows):
        assert row.met[at] == ()
        assert sorted(number for some in row.met for number in some) == [
            number for number, cell in enumerate(row.rounds, 1) if cell.opponent
        ]
        for place, some in enumerate(row.met):
            assert all(row.rounds[number - 1].opponent == view.rows[place].who.key for number in some)


def test_teams_have_match_points_and_game_points() -> None:
    view = crosstable_view(STATES["team-swiss"])
    assert all(row.games is not None for row in view.rows)
