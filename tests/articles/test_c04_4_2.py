"""C.04.4.2, the Burstein System, article by article."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rookery.history.history import History
from rookery.model import ByeKind, Colour, ForbiddenPair, RequestedBye, Tournament, VirtualPoints
from rookery.pairing.burstein import BURSTEIN_2026, DEFAULT, Index, Readings, burstein, seeding_rounds
from rookery.pairing.colours import preference
from rookery.pairing.field import Entrant
from support.small_tournaments import tournament_after
from support.swiss import answer, check_positions, first_article


def index(event: Tournament, one: int, readings: Readings = DEFAULT) -> tuple[int, int]:
    return Index(History(event).before(event.next_round), readings).values_of(one)


# -- article 1


@pytest.mark.parametrize(("planned", "rounds"), [(1, 0), (2, 1), (3, 1), (5, 2), (8, 4), (9, 4), (13, 4)])
def test_seeding_rounds(planned: int, rounds: int) -> None:
    """1.6.2: half of the rounds, rounded down, and at most four."""
    assert seeding_rounds(planned)[1] == rounds


def test_seeding_rounds_are_dutch() -> None:
    """1.6: what the Burstein rules would have paired otherwise."""
    for event, _ in check_positions("burstein", "seeding"):
        assert BURSTEIN_2026.pair(event).system == "dutch"


def test_the_index() -> None:
    """1.7: the opponents' scores, and these times the points against them."""
    event = tournament_after(4, "1-2:1 3-4:=", "1-3:= 4-2:1", planned_rounds=3)
    # scores: 1 1½, 2 0, 3 1, 4 1½
    assert index(event, 1) == (0 + 10, 0 * 10 + 10 * 5)
    assert index(event, 2) == (15 + 15, 0)


def test_a_round_without_a_game_counts_as_a_game_against_oneself() -> None:
    """1.7.2: with the points that were registered."""
    event = tournament_after(5, "1-2:1 3-4:= 5:U", "1-3:+ 4-2:1 5:H", planned_rounds=4)
    assert index(event, 5) == (15 + 15, 15 * 10 + 15 * 5)
    assert index(event, 1) == (0 + 20, 0 * 10 + 20 * 10)  # the forfeit as well


def test_zero_point_byes_of_an_opponent() -> None:
    """1.7.2: those that reach up to now count as draws, for the opponents only."""
    event = tournament_after(4, "1-2:1 3-4:=", "1:Z 2-3:1 4:H", "1:Z 2-4:1 3:U", planned_rounds=6)
    assert index(event, 2) == (20 + 15 + 10, 20 * 0 + 15 * 10 + 10 * 10)
    view = History(event).before(4)
    assert Index(view).worth[1] == 10 + 5 + 5
    assert Index(view, Readings("none")).worth[1] == 10
    assert Index(view, Readings("absent-now")).worth[1] == 10
    away = replace(event, requested_byes=(RequestedBye(4, 1, ByeKind.ZERO),))
    assert Index(History(away).before(4), Readings("absent-now")).worth[1] == 20
    assert Index(view).values_of(1)[0] == 10 * 2 + Index(view).worth[2]  # the own Index takes the points as they are


def test_a_series_that_has_ended_counts_as_it_is() -> None:
    """1.7.2: only byes up to the last round."""
    event = tournament_after(4, "1-2:1 3-4:=", "1:Z 2-3:1 4:H", "1-4:= 2:H 3:U", planned_rounds=6)
    assert Index(History(event).before(4)).worth[1] == 15


def test_the_index_knows_no_virtual_points() -> None:
    """1.7.2: standings points only."""
    plain = tournament_after(4, "1-2:1 3-4:=", planned_rounds=2)
    lifted = tournament_after(4, "1-2:1 3-4:=", planned_rounds=2, acceleration=(VirtualPoints(1, 4, 1, 2, 10),))
    assert [index(plain, i) for i in range(1, 5)] == [index(lifted, i) for i in range(1, 5)]


def test_rank_by_the_index() -> None:
    """1.8: Buchholz, Sonneborn-Berger, number; the score is no key."""
    event = tournament_after(4, "1-2:0 3-4:1", "2-3:0 4-1:1", planned_rounds=3)
    seats = BURSTEIN_2026.field(event).entrants
    order = sorted(seats, key=BURSTEIN_2026.rank)
    keys = [(index(event, seat.id), -seat.number) for seat in order]
    assert keys == sorted(keys, reverse=True)
    assert [seat.id for seat in order] != [seat.id for seat in sorted(seats, key=lambda seat: seat.rank)]


# -- article 2


@pytest.mark.parametrize("rule", ["C1", "C3"])
def test_forbidden_meetings(rule: str) -> None:
    """2.1.1 [C1], 2.1.3 [C3]: the answer without the rule breaks it, topscorer or not."""
    for event, case in check_positions("burstein", rule):
        field = BURSTEIN_2026.field(event)
        assert {breach.code for breach in BURSTEIN_2026.breaches(field, *case["without"])} == {rule}


def test_ineligible_for_the_bye() -> None:
    """2.1.2 [C2]: a bye before, or an unplayed round worth a win."""
    for event, case in check_positions("burstein", "C2"):
        field = BURSTEIN_2026.field(event)
        assert field.entrants[field.place[case["without"][1]]].barred
        assert not field.entrants[field.place[case["bye"]]].barred


def test_completion() -> None:
    """2.2.1 [C4]: who moves down leaves a pairing for the others."""
    check_positions("burstein", "C4")


@pytest.mark.parametrize(("rule", "article"), [("C5", "2.3.1"), ("C6", "2.3.2"), ("C7", "2.3.3"), ("C8", "2.3.4")])
def test_quality_criteria(rule: str, article: str) -> None:
    """2.3: the answer without a criterion is worse by that criterion, and as good by those before it."""
    assert {first_article("burstein", event, case) for event, case in check_positions("burstein", rule)} == {article}


# -- article 3


@pytest.mark.parametrize("article", ["3.1.3", "3.1.4", "3.1.5"])
def test_the_bye(article: str) -> None:
    """3.1: lowest score, then most games played, then lowest Index."""
    for event, case in check_positions("burstein", f"bye {article}"):
        assert first_article("burstein", event, case) == article


def test_the_bye_leaves_a_pairing() -> None:
    """3.1.2: 5, then 4 would have the bye, but 1, 2 and 3 are kept apart and need two others."""
    assert (
        BURSTEIN_2026.pair(tournament_after(5, planned_rounds=1, forbidden_pairs=(ForbiddenPair((1, 2, 3)),))).bye == 3
    )


# -- article 4


def test_pairs_from_the_ends() -> None:
    """4: the first meets the last, the second the last but one."""
    event = tournament_after(6, planned_rounds=1)
    assert {frozenset(pair) for pair in BURSTEIN_2026.pair(event).pairs} == {
        frozenset((1, 6)),
        frozenset((2, 5)),
        frozenset((3, 4)),
    }


def test_the_order_of_all_pairings() -> None:
    """4: the opponent of the first as low as possible, then that of the second; alone comes last."""
    event = tournament_after(4, planned_rounds=1)
    field = BURSTEIN_2026.field(event)
    costs = [
        BURSTEIN_2026.price(field, pairs, None)[1].lines[-1].cost
        for pairs in ([(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, 2), (3, 4)])
    ]
    assert costs == sorted(costs) == [(-4, -3, -2, -1), (-3, -4, -1, -2), (-2, -1, -4, -3)]


# -- article 5


@pytest.mark.parametrize(
    ("higher", "lower", "white", "article"),
    [
        (Entrant(1, 3, 10), Entrant(2, 4, 10), 1, "5.2.1"),  # an odd number: the initial colour, here White
        (Entrant(1, 4, 10), Entrant(2, 3, 0), 2, "5.2.1"),
        (Entrant(1, 1, 10, colours="w"), Entrant(2, 2, 10, colours="b"), 2, "5.2.2"),
        (Entrant(1, 1, 10), Entrant(2, 2, 10, colours="w"), 1, "5.2.2"),  # yet to play: no preference
        (Entrant(1, 1, 10, colours="bwb"), Entrant(2, 2, 10, colours="wbb"), 2, "5.2.3"),
        (Entrant(1, 1, 10, colours="wbwb"), Entrant(2, 2, 10, colours="bwwb"), 1, "5.2.4"),
        (Entrant(1, 1, 10, colours="w"), Entrant(2, 2, 10, colours="w"), 2, "5.2.5"),
    ],
)
def test_colours(higher: Entrant, lower: Entrant, white: int, article: str) -> None:
    """5.2: yet to play; both; the stronger; the last difference; the higher ranked."""
    first, second = (one._replace(preference=preference(one.colours)) for one in (higher, lower))
    board = BURSTEIN_2026.board(first, second, Colour.WHITE)
    assert (board.white, board.article) == (white, f"C.04.4.2 {article}")


def test_the_higher_ranked_is_so_by_the_index() -> None:
    """5.2.5 with 1.8: 2 has fewer points than 1 and met a stronger one, so its wish for White is granted."""
    event = tournament_after(4, "3-1:0 4-2:1", planned_rounds=2)
    assert index(event, 2) > index(event, 1)
    boards = BURSTEIN_2026.pair(event, fixed=[(1, 2), (3, 4)]).boards
    assert {(b.white, b.black, b.article) for b in boards} == {(2, 1, "C.04.4.2 5.2.5"), (4, 3, "C.04.4.2 5.2.5")}


def test_other_readings_are_other_values() -> None:
    """1.7.2: each reading changes positions of its own."""
    for value in ("absent-now", "none"):
        for event, case in check_positions("burstein", f"reading zero_byes={value}"):
            assert answer(burstein(Readings(value)), event) == tuple(case["without"])  # type: ignore[arg-type]
