"""Categories, prizes, and all tournaments at once."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest

import rookery
from rookery.desk.commands.order import SetOrder
from rookery.desk.commands.prizes import SetPrizes
from rookery.desk.facts import Facts
from rookery.desk.form import read, written
from rookery.desk.rules import Prizes
from rookery.desk.time import Undo
from rookery.desk.views.home import HomeView, home_view
from rookery.desk.views.overview import overview
from rookery.desk.views.prizes import PrizesView, categories, prizes_view
from rookery.desk.views.standings import standings_view
from rookery.errors import RookeryError, RuleError
from rookery.ranking.prizes import awards, category
from support.desks import FIELD, swiss
from support.states import STATES

CLUBS = (
    Facts("Ada", 2100, "ENG", sex="w", club="Rooks"), Facts("Ben", 1950, "NED", sex="m", club="Rooks"),
    Facts("Cyd", 1930, "ENG", sex="w", club="Owls, north"), Facts("Dot", None, "ENG", sex="w", club="Rooks"),
)  # fmt: skip


@pytest.mark.parametrize("name", STATES)
def test_every_category_that_is_offered_has_standings_of_its_own(name: str) -> None:
    state = STATES[name]
    whole = {one.who.key: one for one in standings_view(state).rows}
    for choice in categories(state):
        view = standings_view(state, category=choice.text)
        ours = category(rookery.standings(state.tournament, provisional=True), choice.text)
        assert [(one.rank, one.who.number, one.points, one.values) for one in view.rows] == [
            (row.rank, row.id, row.points, row.values) for row in ours
        ]
        assert all(one.overall == whole[one.who.key].rank for one in view.rows)
        assert len(view.rows) <= choice.players
        assert view.category == choice.text


def test_categories_tell_some_from_the_others() -> None:
    hall = swiss(3, CLUBS, paired=1, played=1)
    assert [(one.text, one.called, one.players) for one in categories(hall.state)] == [
        ("sex=w", "women", 3),
        ("1800-1999", "rated 1800 to 1999", 2),
        ("2000-2199", "rated 2000 to 2199", 1),
        ("unrated", "unrated", 1),
        ("fed=ENG", "ENG", 3),
        ("fed=NED", "NED", 1),
        ("club=Rooks", "Rooks", 3),
    ]
    assert categories(STATES["team-swiss"]) == ()


def test_what_decided_in_a_category_parts_its_own_rows() -> None:
    state = STATES["swiss"]
    for choice in categories(state):
        rows = standings_view(state, category=choice.text).rows
        for above, row in pairwise(rows):
            if above.rank != row.rank:
                assert row.decided is not None
                ladder = [(one.points, *one.values) for one in (above, row)]
                assert ladder[0][row.decided] != ladder[1][row.decided]


def test_prizes_go_to_whom_the_library_gives_them() -> None:
    state = STATES["swiss"]
    view = prizes_view(state, "1,500\n2,250\n1,100,fed=ENG")
    places = {"": {1: Fraction(500), 2: Fraction(250)}, "fed=ENG": {1: Fraction(100)}}
    ours = awards(rookery.standings(state.tournament), places)
    assert [(one.who.number, one.amount, one.category) for one in view.awards] == [tuple(one) for one in ours]
    assert view.total == 85000
    assert read(PrizesView, json.loads(json.dumps(written(view)))) == view
    with pytest.raises(RuleError, match="line 1 of the prizes"):
        prizes_view(state, "first prize: a cake")


def test_prizes_follow_the_order_by_hand() -> None:
    hall = swiss(1, FIELD, paired=1, played=1)
    level = tuple(one.who.key for one in standings_view(hall.state).rows if one.rank == 1)
    assert len(level) > 1
    hall.do(SetOrder(1, (level[::-1],)))
    view = prizes_view(hall.state, "1,100", "hort")
    assert view.final
    assert max(view.awards, key=lambda one: one.amount).who.key == level[-1]


def test_prizes_are_laid_down_changed_and_taken_back() -> None:
    hall = swiss(3, CLUBS, paired=1, played=1)
    assert hall.state.prizes == Prizes()
    hall.do(SetPrizes("1,300\n\n 1,50,u18 ", "equal"))
    first = hall.state.prizes
    assert first == Prizes(("1,300", "1,50,u18"), "equal")
    version = hall.version
    hall.do(SetPrizes("1,300\n1,50,u18\n", "equal"))
    assert hall.version == version, "nothing has changed"
    hall.do(SetPrizes("1,400"))
    assert hall.state.prizes == Prizes(("1,400",), "hort")
    hall.do(Undo())
    assert hall.state.prizes == first
    hall.do(SetPrizes())
    assert hall.state.prizes == Prizes()


@pytest.mark.parametrize(
    ("text", "why"),
    [("first,a cake", "line 1 of the prizes"), ("1,300,children", "no category"), ("1,3\n1,2", "a second time"),
     ("1,1\n" * 201, "the most")],
)  # fmt: skip
def test_prizes_that_are_none_change_nothing(text: str, why: str) -> None:
    hall = swiss(3, CLUBS)
    version = hall.version
    with pytest.raises(RookeryError, match=why):
        hall.do(SetPrizes(text))
    assert hall.version == version


def test_home_has_every_tournament_those_that_go_on_first() -> None:
    halls = {"over": swiss(1, paired=1, played=1), "begun": swiss(5, paired=1), "new": swiss(5)}
    view = home_view((slug, hall.state) for slug, hall in halls.items())
    assert read(HomeView, json.loads(json.dumps(written(view)))) == view
    assert [one.slug for one in view.lines] == ["begun", "new", "over"]
    for one in view.lines:
        found = overview(halls[one.slug].state)
        assert (one.name, one.paired, one.rounds, one.open) == (found.name, found.paired, found.rounds, found.open)
        assert one.next == found.next[0]
    assert home_view(STATES.items()).lines
