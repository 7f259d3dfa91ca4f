"""Categories, prizes, and all tournaments at once."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RookeryError, RuleError
from rookery.json_codec import from_json_data, to_json_data
from rookery.ranking.prizes import awards, category_rows
from rookery.tournaments.domain.prizes import PrizeRow, PrizesSet, SetPrizes
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.tie_resolution import SetOrder
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import apply_events, event_from_data, event_text, event_to_data
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import Prizes
from rookery.tournaments.views.overview import HomeView, home_line, overview, sorted_home
from rookery.tournaments.views.prizes import PrizesView, categories, prize_rows, prizes_view
from rookery.tournaments.views.standings import standings_view
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
        ours = category_rows(rookery.standings(state.tournament, provisional=True), choice.text)
        assert [(one.rank, one.who.number, one.points, one.values) for one in view.rows] == [
            (row.rank, row.id, row.points, row.values) for row in ours
        ]
        assert all(one.overall == whole[one.who.key].rank for one in view.rows)
        assert len(view.rows) <= choice.players
        assert view.category == choice.text


def test_categories_tell_some_from_the_others() -> None:
    hall = swiss(3, CLUBS, paired=1, played=1)
    assert [(category.text, category.called, category.players) for category in categories(hall.state)] == [
        ("sex=w", "Women", 3),
        ("1800-1999", "Rated 1800 to 1999", 2),
        ("2000-2199", "Rated 2000 to 2199", 1),
        ("unrated", "Unrated", 1),
        ("fed=ENG", "Federation ENG", 3),
        ("fed=NED", "Federation NED", 1),
        ('club="Owls, north"', "Club Owls, north", 1),
        ("club=Rooks", "Club Rooks", 3),
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


def test_prizes_go_to_whom_the_library_gives_them(snapshot: SnapshotAssertion) -> None:
    state = STATES["swiss"]
    view = prizes_view(state, "1,500\n2,250\n1,100,fed=ENG")
    places = {"": {1: Fraction(500), 2: Fraction(250)}, "fed=ENG": {1: Fraction(100)}}
    ours = awards(rookery.standings(state.tournament), places)
    assert [(award.who.number, award.amount, award.category) for award in view.awards] == [
        tuple(one[:3]) for one in ours
    ]
    assert view.total == 85000
    assert from_json_data(PrizesView, json.loads(json.dumps(to_json_data(view)))) == view
    with pytest.raises(RuleError) as caught:
        prizes_view(state, "first prize: a cake")
    assert str(caught.value) == snapshot


def test_prizes_follow_the_order_by_hand() -> None:
    hall = swiss(1, FIELD, paired=1, played=1)
    level = tuple(row.who.key for row in standings_view(hall.state).rows if row.rank == 1)
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


ROWS = (
    PrizeRow("1", "300"), PrizeRow(), PrizeRow("4–10", "Book"), PrizeRow("1.", "50", "sex=w", below=1600),
    PrizeRow("2", "70", drop=True), PrizeRow("1", "1 300,50", at_least=1600, below=2000),
)  # fmt: skip


def test_rows_become_lines_and_lines_rows_again() -> None:
    hall = swiss(3, CLUBS)
    hall.do(SetPrizes(rows=ROWS, sharing="rank", one_each="order", currency=" EUR "))
    assert hall.state.prizes == Prizes(
        ("1,300", "4-10,Book", "1,50,sex=w,-1599", "1,1300.50,1600-1999"), "rank", "order", "EUR"
    )
    again = prize_rows(hall.state.prizes)
    assert again == (
        PrizeRow("1", "300"), PrizeRow("4-10", "Book"), PrizeRow("1", "50", "sex=w", None, 1600),
        PrizeRow("1", "1300.50", "", 1600, 2000),
    )  # fmt: skip
    version = hall.version
    hall.do(SetPrizes(rows=again, sharing="rank", one_each="order", currency="EUR"))
    assert hall.version == version, "nothing has changed"
    hall.do(Undo())
    assert hall.state.prizes == Prizes()


@pytest.mark.parametrize(
    "row",
    [PrizeRow("1", ""), PrizeRow("", "book"), PrizeRow("0", "5"), PrizeRow("first", "5"), PrizeRow("1", "1,300"),
     PrizeRow("1", "5", "children"), PrizeRow("1", "5", "", 1800, 1600), PrizeRow("1", "10")],
    ids=["no prize", "no place", "place 0", "a word for a place", "two meanings", "no category", "no ratings", "twice"],
)  # fmt: skip
def test_a_row_that_cannot_be_is_named(row: PrizeRow, snapshot: SnapshotAssertion) -> None:
    hall = swiss(3, CLUBS)
    with pytest.raises(RookeryError) as caught:
        hall.do(SetPrizes(rows=(PrizeRow("1", "20"), PrizeRow(), row)))
    assert str(caught.value) == snapshot
    assert hall.state.prizes == Prizes()


@pytest.mark.parametrize("rule", [{"sharing": "lot"}, {"one_each": "all"}, {"currency": "a long currency"}])
def test_a_rule_of_prizes_that_is_none_is_refused(rule: dict[str, str]) -> None:
    hall = swiss(3, CLUBS)
    with pytest.raises(CommandRejectedError):
        hall.do(SetPrizes("1,300", **rule))  # type: ignore[arg-type]


def test_a_log_from_before_the_table_gives_the_same_prizes() -> None:
    """The event as it was written when prizes had lines and a way to share, and no more."""
    old = {"prizes": {"lines": ["1,300", "2,200.50", "1,50,sex=w"], "sharing": "equal"}}
    event = event_from_data("prizes.set", 1, old, strict=True)
    assert isinstance(event, PrizesSet)
    assert event.prizes == Prizes(("1,300", "2,200.50", "1,50,sex=w"), "equal")
    assert event_to_data(event) == old
    state = apply_events(swiss(3, CLUBS, paired=1, played=1).state, [event])
    view = prizes_view(state, state.prizes.text, state.prizes.sharing)
    assert [(award.who.name, award.amount, award.category) for award in view.awards] == [
        ("Ada", 25025, ""), ("Dot", 25025, ""), ("Ada", 2500, "sex=w"), ("Dot", 2500, "sex=w"),
    ]  # fmt: skip


def test_prizes_in_words(snapshot: SnapshotAssertion) -> None:
    hall = swiss(3, CLUBS)
    for sharing, one_each in (("hort", ""), ("equal", "value"), ("rank", "order")):
        done = hall.do(SetPrizes(rows=ROWS, sharing=sharing, one_each=one_each, currency="EUR"))  # type: ignore[arg-type]
        (event,) = done.events
        assert str(event_text(event, hall.state.name)) == snapshot


@pytest.mark.parametrize(
    "text",
    ["first,a cake", "1,300,children", "1,3\n1,2", "1,1\n" * 201],
    ids=["no number", "no category", "one place twice", "too many lines"],
)
def test_prizes_that_are_none_change_nothing(text: str, snapshot: SnapshotAssertion) -> None:
    hall = swiss(3, CLUBS)
    version = hall.version
    with pytest.raises(RookeryError) as caught:
        hall.do(SetPrizes(text))
    assert str(caught.value) == snapshot
    assert hall.version == version


def test_home_has_every_tournament_those_that_go_on_first() -> None:
    halls = {"over": swiss(1, paired=1, played=1), "begun": swiss(5, paired=1), "new": swiss(5)}
    view = sorted_home(home_line(slug, hall.state) for slug, hall in halls.items())
    assert from_json_data(HomeView, json.loads(json.dumps(to_json_data(view)))) == view
    assert [line.slug for line in view.lines] == ["begun", "new", "over"]
    for one in view.lines:
        found = overview(halls[one.slug].state)
        assert (one.name, one.paired, one.rounds, one.open) == (found.name, found.paired, found.rounds, found.open)
        assert one.next == found.next[0]
    assert sorted_home(home_line(*item) for item in STATES.items()).lines
