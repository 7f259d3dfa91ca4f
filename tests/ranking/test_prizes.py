"""Categories and prize money."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.errors import RuleError
from rookery.model import Date, Event, Tournament
from rookery.ranking.prizes import Award, awards, category, read_prizes, shared
from rookery.ranking.rank import Row, standings
from support.by_hand import played


def event() -> Tournament:
    made = played(6, "1-2:1 3-4:1 5-6:1", "1-3:= 5-2:= 4-6:=", event=Event(start=Date(2026, 7, 1)))
    about = {
        1: ("m", 1980, "ESP", 2300), 2: ("w", 2008, "ESP", 1700), 3: ("w", 2007, "FRA", 1800),
        4: ("m", 1960, "FRA", 1500), 5: ("w", 2012, "ESP", None), 6: ("m", 1990, "ESP", 1650),
    }  # fmt: skip
    people = (
        replace(p, sex=about[p.id][0], birth=Date(about[p.id][1]), federation=about[p.id][2], rating=about[p.id][3])
        for p in made.players
    )
    return replace(made, players=tuple(people))


@pytest.mark.parametrize(
    ("text", "who"),
    [("sex=w", [3, 5, 2]), ("u18", [5, 2]), ("50+", [4]), ("1650-1800", [3, 2, 6]), ("-1600", [4]), ("1800-", [1, 3]),
     ("unrated", [5]), ("fed=esp", [1, 5, 2, 6]), ("sex=w,fed=ESP", [5, 2]), ("club=none", [])],
)  # fmt: skip
def test_categories(text: str, who: list[int]) -> None:
    found = standings(event(), ["TPN"])
    rows = category(found, text)
    assert [row.id for row in rows] == who
    assert [row.rank for row in rows] == list(range(1, len(who) + 1))


def test_shared_ranks_stay_shared_in_a_category() -> None:
    found = standings(event(), [])
    assert {row.id: row.rank for row in category(found, "fed=ESP")} == {1: 1, 5: 1, 2: 3, 6: 3}


@pytest.mark.parametrize("text", ["", "x", "sex", "u", "u18,", "1-2"])
def test_what_is_no_category(text: str) -> None:
    with pytest.raises(RuleError, match="is no category"):
        category(standings(event(), []), text)


def test_ages_need_the_year() -> None:
    with pytest.raises(RuleError, match="year"):
        category(standings(replace(event(), event=Event()), []), "u18")


def rows(*points_and_ranks: tuple[int, int]) -> list[Row]:
    return [Row(rank, number, "", points, ()) for number, (points, rank) in enumerate(points_and_ranks, 1)]


PRIZES = {1: Fraction(1000), 2: Fraction(600), 3: Fraction(300)}


def test_nobody_level_takes_the_place_and_its_prize() -> None:
    found = shared(rows((90, 1), (80, 2), (70, 3), (60, 4)), PRIZES)
    assert found == [Award(1, 100000), Award(2, 60000), Award(3, 30000)]


def test_equally() -> None:
    found = shared(rows((90, 1), (80, 2), (80, 3), (80, 4)), PRIZES, "equal")
    assert [each.amount for each in found] == [100000, 30000, 30000, 30000]


def test_by_the_hort_system() -> None:
    """Half of the place's own prize and an equal share of the other halves: (600 + 300 + 0) / 2 / 3 = 150."""
    found = shared(rows((90, 1), (80, 2), (80, 3), (80, 4)), PRIZES, "hort")
    assert [each.amount for each in found] == [100000, 45000, 30000, 15000]


def test_who_is_tied_on_everything_shares_the_places() -> None:
    found = shared(rows((90, 1), (80, 2), (80, 2), (80, 4)), PRIZES, "hort")
    assert [each.amount for each in found] == [100000, 37500, 37500, 15000]


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=12),
    st.dictionaries(st.integers(1, 9), st.integers(0, 10**6).map(lambda n: Fraction(n, 100)), max_size=6),
    st.sampled_from(["hort", "equal"]),
)
def test_no_cent_is_lost(points, prizes, sharing) -> None:  # type: ignore[no-untyped-def]
    ordered = [(10 * each, place) for place, each in enumerate(sorted(points, reverse=True), 1)]
    found = shared(rows(*ordered), prizes, sharing)
    assert sum(each.amount for each in found) == sum(100 * prizes[p] for p in prizes if p <= len(points))


def test_a_list_of_prizes() -> None:
    text = "place,amount,category\n1, 500\n2,250.50  # second\n\n1,100,sex=w,u18\n"
    assert read_prizes(text) == {"": {1: Fraction(500), 2: Fraction(501, 2)}, "sex=w,u18": {1: Fraction(100)}}
    found = awards(standings(event(), ["TPN"]), read_prizes(text))
    assert found[-1] == Award(5, 10000, "sex=w,u18")
    for bad, says in (("first,10", "line 1"), ("1,10\n1,20", "line 2"), ("1,-5", "line 1")):
        with pytest.raises(RuleError, match=says):
            read_prizes(bad)
