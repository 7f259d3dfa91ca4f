"""Categories and prize money."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from rookery import standings
from rookery.errors import RuleError
from rookery.model import PartialDate, Tournament, TournamentInfo
from rookery.ranking.prize_list import category_title, parse_amount, parse_prizes, read_things
from rookery.ranking.prizes import Award, Category, awards, category_rows, read_prizes, share_prizes
from rookery.ranking.standings import Row
from support.small_tournaments import tournament_after


def event() -> Tournament:
    made = tournament_after(
        6, "1-2:1 3-4:1 5-6:1", "1-3:= 5-2:= 4-6:=", info=TournamentInfo(start=PartialDate(2026, 7, 1))
    )
    about = {
        1: ("m", 1980, "ESP", 2300), 2: ("w", 2008, "ESP", 1700), 3: ("w", 2007, "FRA", 1800),
        4: ("m", 1960, "FRA", 1500), 5: ("w", 2012, "ESP", None), 6: ("m", 1990, "ESP", 1650),
    }  # fmt: skip
    people = (
        replace(
            p,
            sex=about[p.number][0],
            birth=PartialDate(about[p.number][1]),
            federation=about[p.number][2],
            rating=about[p.number][3],
        )
        for p in made.players
    )
    return replace(made, players=tuple(people))


@pytest.mark.parametrize(
    ("text", "who"),
    [("sex=w", [3, 5, 2]), ("u18", [5, 2]), ("50+", [4]), ("1650-1800", [3, 2, 6]), ("-1600", [4]), ("1800-", [1, 3]),
     ("unrated", [5]), ("fed=esp", [1, 5, 2, 6]), ("sex=w,fed=ESP", [5, 2]), ("club=none", []), ("women", [3, 5, 2]),
     ("men", [1, 4, 6])],
)  # fmt: skip
def test_categories(text: str, who: list[int]) -> None:
    found = standings(event(), ["TPN"])
    rows = category_rows(found, text)
    assert [row.id for row in rows] == who
    assert [row.rank for row in rows] == list(range(1, len(who) + 1))


def test_shared_ranks_stay_shared_in_a_category() -> None:
    found = standings(event(), [])
    assert {row.id: row.rank for row in category_rows(found, "fed=ESP")} == {1: 1, 5: 1, 2: 3, 6: 3}


@pytest.mark.parametrize("text", ["", "x", "sex", "u", "u18,", "1-2"])
def test_what_is_no_category(text: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        category_rows(standings(event(), []), text)
    assert str(caught.value) == snapshot


def test_ages_need_the_year(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        category_rows(standings(replace(event(), info=TournamentInfo()), []), "u18")
    assert str(caught.value) == snapshot


def rows(*points_and_ranks: tuple[int, int]) -> list[Row]:
    return [Row(rank, number, "", points, ()) for number, (points, rank) in enumerate(points_and_ranks, 1)]


PRIZES = {1: Fraction(1000), 2: Fraction(600), 3: Fraction(300)}


def test_a_tie_does_not_take_the_place_and_its_prize() -> None:
    found = share_prizes(rows((90, 1), (80, 2), (70, 3), (60, 4)), PRIZES)
    assert found == [Award(1, 100000, place=1), Award(2, 60000, place=2), Award(3, 30000, place=3)]


def test_equally() -> None:
    found = share_prizes(rows((90, 1), (80, 2), (80, 3), (80, 4)), PRIZES, "equal")
    assert [each.amount for each in found] == [100000, 30000, 30000, 30000]


def test_by_the_hort_system() -> None:
    """Half of the place's own prize and an equal share of the other halves: (600 + 300 + 0) / 2 / 3 = 150."""
    found = share_prizes(rows((90, 1), (80, 2), (80, 3), (80, 4)), PRIZES, "hort")
    assert [each.amount for each in found] == [100000, 45000, 30000, 15000]


def test_complete_ties_share_the_places() -> None:
    found = share_prizes(rows((90, 1), (80, 2), (80, 2), (80, 4)), PRIZES, "hort")
    assert [each.amount for each in found] == [100000, 37500, 37500, 15000]


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=12),
    st.dictionaries(st.integers(1, 9), st.integers(0, 10**6).map(lambda n: Fraction(n, 100)), max_size=6),
    st.sampled_from(["hort", "equal", "rank"]),
)
def test_no_cent_is_lost(points, prizes, sharing) -> None:  # type: ignore[no-untyped-def]
    ordered = [(10 * each, place) for place, each in enumerate(sorted(points, reverse=True), 1)]
    found = share_prizes(rows(*ordered), prizes, sharing)
    assert sum(each.amount for each in found) == sum(100 * prizes[p] for p in prizes if p <= len(points))


def test_a_list_of_prizes(snapshot: SnapshotAssertion) -> None:
    text = "place,amount,category\n1, 500\n2,250.50  # second\n\n1,100,sex=w,u18\n"
    assert read_prizes(text) == {"": {1: Fraction(500), 2: Fraction(501, 2)}, "sex=w,u18": {1: Fraction(100)}}
    found = awards(standings(event(), ["TPN"]), read_prizes(text))
    assert found[-1] == Award(5, 10000, "sex=w,u18", place=1)
    for bad in (
        "first,10",
        "1,10\n1,20",
        "1,-5",
        "1,1,300",
        "1,300,50",
        "1,1.300",
        "3-1,5",
        "1,",
        "1,EUR 300",
        "1,3oo",
    ):
        with pytest.raises(RuleError) as caught:
            read_prizes(bad)
        assert str(caught.value) == snapshot


def test_by_rank_only_complete_ties_share() -> None:
    found = share_prizes(rows((90, 1), (80, 2), (80, 3), (80, 3)), PRIZES, "rank")
    assert [each.amount for each in found] == [100000, 60000, 15000, 15000]


def test_an_indivisible_cent_goes_to_the_best_placed_of_the_tied() -> None:
    """100 for three is 33.33 each and a cent over; the prize of place 1 is nobody else's."""
    prizes = {1: Fraction(500), 2: Fraction(100)}
    found = share_prizes(rows((90, 1), (80, 2), (80, 2), (80, 2)), prizes, "rank")
    assert [each.amount for each in found] == [50000, 3334, 3333, 3333]
    assert [each.place for each in found] == [1, 2, 2, 2]


def test_ties_beyond_the_last_place_share_too() -> None:
    """Places 3 to 6 are level, and only 3 and 4 have a prize."""
    prizes = {1: Fraction(50), 2: Fraction(40), 3: Fraction(30), 4: Fraction(20)}
    level = rows((90, 1), (80, 2), (70, 3), (70, 4), (70, 5), (70, 6), (60, 7))
    assert [prize.amount for prize in share_prizes(level, prizes, "equal")] == [5000, 4000, 1250, 1250, 1250, 1250]
    assert [prize.amount for prize in share_prizes(level, prizes, "hort")] == [5000, 4000, 2125, 1625, 625, 625]
    assert [prize.amount for prize in share_prizes(level, prizes, "rank")] == [5000, 4000, 3000, 2000]


def test_things_go_by_place_and_are_never_shared() -> None:
    things = {1: ("cup",), 2: ("book", "clock")}
    found = share_prizes(rows((90, 1), (90, 2), (80, 3)), {1: Fraction(100)}, "equal", things=things)
    assert [(each.id, each.amount, each.things, each.tied) for each in found] == [
        (1, 5000, ("cup",), False), (2, 5000, ("book", "clock"), False),
    ]  # fmt: skip


def test_a_thing_of_those_tied_on_everything_is_not_decided() -> None:
    one_cup = share_prizes(rows((90, 1), (90, 1), (80, 3)), {}, "rank", things={1: ("cup",)})
    assert [(each.id, each.tied) for each in one_cup] == [(1, True)]
    two_books = share_prizes(rows((90, 1), (90, 1), (80, 3)), {}, "rank", things={1: ("book",), 2: ("book",)})
    assert [(book.id, book.tied) for book in two_books] == [(1, False), (2, False)]


# -- one prize each ----------------------------------------------------------------------------------------------------

MONEY = {
    "": {1: Fraction(100), 2: Fraction(60), 3: Fraction(10)}, "sex=w": {1: Fraction(70), 2: Fraction(20)},
    "fed=ESP": {1: Fraction(50)},
}  # fmt: skip


def test_without_a_rule_a_player_wins_in_several_categories() -> None:
    found = awards(standings(event(), ["TPN"]), MONEY, "rank")
    assert [(each.category, each.id) for each in found] == [
        ("", 1), ("", 3), ("", 5), ("sex=w", 3), ("sex=w", 5), ("fed=ESP", 1),
    ]  # fmt: skip


def test_the_first_category_of_the_list_comes_first() -> None:
    """The order is 1, 3, 5, 2, 4, 6: 3 and 5 have won among all, so that 2 is the best woman left."""
    found = awards(standings(event(), ["TPN"]), MONEY, "rank", one_each="order")
    assert [(each.category, each.id, each.amount, each.place) for each in found] == [
        ("", 1, 10000, 1), ("", 3, 6000, 2), ("", 5, 1000, 3), ("sex=w", 2, 7000, 1), ("fed=ESP", 6, 5000, 1),
    ]  # fmt: skip


def test_everybody_wins_where_they_receive_most() -> None:
    """3 takes 70 among women rather than 60, 5 then moves up to 60, 4 to 10, 2 has 50 of her federation."""
    found = awards(standings(event(), ["TPN"]), MONEY, "rank", one_each="value")
    assert {(each.category, each.id, each.amount) for each in found} == {
        ("", 1, 10000), ("", 5, 6000), ("", 4, 1000), ("sex=w", 3, 7000), ("fed=ESP", 2, 5000),
    }  # fmt: skip


def test_of_equal_sums_the_earlier_category_counts() -> None:
    prizes = {"": {1: Fraction(50)}, "fed=ESP": {1: Fraction(50)}}
    found = awards(standings(event(), ["TPN"]), prizes, "rank", one_each="value")
    assert [(each.category, each.id) for each in found] == [("", 1), ("fed=ESP", 5)]


def test_money_is_worth_more_than_a_thing() -> None:
    found = awards(
        standings(event(), ["TPN"]),
        {"": {}, "fed=ESP": {1: Fraction(1)}},
        "rank",
        one_each="value",
        things={"": {1: ("cup",)}},
    )
    assert [(each.category, each.id, each.things) for each in found] == [("", 3, ("cup",)), ("fed=ESP", 1, ())]


def prizes_one_at_a_time(
    rows_of: dict[str, list[int]], prizes: dict[str, dict[int, Fraction]]
) -> dict[int, tuple[str, Fraction]]:
    """By rank there is a shorter way: the largest prize goes to the best of its category who has none, and so on."""
    every = [
        (-amount, at, place, group)
        for at, (group, places) in enumerate(prizes.items())
        for place, amount in places.items()
    ]
    found: dict[int, tuple[str, Fraction]] = {}
    for amount, _, _, group in sorted(every):
        best = next((one for one in rows_of[group] if one not in found), None)
        if best is not None:
            found[best] = group, -amount
    return found


@st.composite
def prize_lists(draw: st.DrawFn) -> dict[str, dict[int, Fraction]]:
    """Prizes that fall from place to place, for some categories."""
    groups = draw(st.lists(st.sampled_from(["", "sex=w", "fed=ESP", "fed=FRA", "-1700", "u18"]), unique=True))
    amounts = st.lists(st.integers(1, 40), min_size=1, max_size=4)
    return {
        group: {place: Fraction(each) for place, each in enumerate(sorted(draw(amounts), reverse=True), 1)}
        for group in groups
    }


@given(prize_lists())
def test_by_rank_the_largest_prize_goes_to_the_best_without_a_prize(prizes: dict[str, dict[int, Fraction]]) -> None:
    ranked = standings(event(), ["TPN"])
    rows_of = {group: [row.id for row in (category_rows(ranked, group) if group else ranked.rows)] for group in prizes}
    found = awards(ranked, prizes, "rank", one_each="value")
    assert {each.id: (each.category, Fraction(each.amount, 100)) for each in found} == prizes_one_at_a_time(
        rows_of, prizes
    )


@given(prize_lists(), st.sampled_from(["hort", "equal", "rank"]), st.sampled_from(["value", "order"]))
def test_no_player_wins_twice_and_every_cent_is_awarded(prizes, sharing, one_each) -> None:  # type: ignore[no-untyped-def]
    ranked = standings(event(), [])
    found = awards(ranked, prizes, sharing, one_each=one_each)
    assert len({each.id for each in found}) == len(found)
    for group, places in prizes.items():
        inside = {row.id for row in (category_rows(ranked, group) if group else ranked.rows)}
        elsewhere = {each.id for each in found if each.category != group}
        left = len(inside - elsewhere)
        won = sum(each.amount for each in found if each.category == group)
        assert won == 100 * sum(amount for place, amount in places.items() if place <= left)


# -- the list ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amount"),
    [("300", "300"), ("49.5", "99/2"), ("49,50", "99/2"), ("1 300", "1300"), ("1'300", "1300"), ("1,300.50", "2601/2"),
     ("1.300,50", "2601/2"), ("1,300,000", "1300000"), ("1\u00a0300", "1300"), ("0", "0")],
)  # fmt: skip
def test_amounts(text: str, amount: str) -> None:
    assert parse_amount(text) == Fraction(amount)


@pytest.mark.parametrize(
    "text", ["1,300", "1.300", "12,345", "1.2345", "1,30,00", "1,300,50", "€300", "300 Kč", "-5", "1e3"]
)
def test_what_is_no_amount_or_could_be_two(text: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        parse_amount(text)
    assert str(caught.value) == snapshot


def test_things_and_several_places_in_a_list() -> None:
    text = '1,500\n1,cup\n4-6,book\n1,"Book, signed #1",club="Rooks, north"'
    assert read_prizes(text) == {"": {1: Fraction(500)}, 'club="Rooks, north"': {}}
    assert read_things(text) == {
        "": {1: ("cup",), 4: ("book",), 5: ("book",), 6: ("book",)},
        'club="Rooks, north"': {1: ("Book, signed #1",)},
    }
    assert [line.text for line in parse_prizes(text)] == text.splitlines()


def test_a_club_may_have_a_comma() -> None:
    one, other = (replace(player, club="Rooks, north") for player in event().players[:2])
    assert Category('club="Rooks, north"').includes_player(one, None)
    assert Category('sex=w,club="rooks, NORTH"').includes_player(other, None)
    assert not Category("club=Rooks").includes_player(one, None)


@pytest.mark.parametrize(
    "text",
    ["", "sex=w", "sex=m", "women", "u18", "50+", "-1599", "-1600", "1600-", "1600-1799", "unrated", "fed=esp",
     "club=Rooks", 'club="Rooks, north"', "title=gm", "sex=w,u18,-1599"],
)  # fmt: skip
def test_categories_in_words(text: str, snapshot: SnapshotAssertion) -> None:
    assert str(category_title(text)) == snapshot
