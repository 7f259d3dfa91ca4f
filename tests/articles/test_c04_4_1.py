"""C.04.4.1, the Dubov System, article by article."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError
from rookery.model import Colour, ForbiddenPair, Tournament, VirtualPoints
from rookery.pairing.dubov import DUBOV_2026, DubovDetails, black_at_first, dubov_details, middle_out
from rookery.pairing.field import Entrant, Field, Strength
from support.small_tournaments import tournament_after
from support.swiss import check_positions, first_article

RATINGS = {i: 2400 - 10 * i for i in range(1, 13)}


def seat(event: Tournament, one: int) -> Entrant:
    field = field_of(event)
    return field.entrants[field.place[one]]


def field_of(event: Tournament) -> Field:
    return DUBOV_2026.field(event)


# -- article 1


def test_every_player_has_a_rating(snapshot: SnapshotAssertion) -> None:
    """1.1: who has none gets a provisional one, or the round is not paired."""
    with pytest.raises(RuleError) as caught:
        DUBOV_2026.pair(tournament_after(4, ratings={3: None}, planned_rounds=4))
    assert (caught.value.article, caught.value.participants) == ("C.04.4.1 1.1", (3,))
    assert str(caught.value) == snapshot


def test_colour_preferences() -> None:
    """1.6: as in the Dutch System, but whoever is yet to play mildly prefers Black (1.6.4)."""
    assert black_at_first("")[:2] == (Colour.BLACK, Strength.MILD)
    assert black_at_first("wb")[:2] == (Colour.WHITE, Strength.MILD)
    assert black_at_first("w")[:2] == (Colour.BLACK, Strength.STRONG)
    assert black_at_first("bwb")[:2] == (Colour.WHITE, Strength.STRONG)
    assert black_at_first("wbb")[:2] == (Colour.WHITE, Strength.ABSOLUTE)
    assert black_at_first("wwbw")[:2] == (Colour.BLACK, Strength.ABSOLUTE)


def test_average_rating_of_opponents() -> None:
    """1.7: of those met over the board, a half going up; nobody met is 0."""
    event = tournament_after(
        6, "1-2:1 3-4:= 5-6:+", "4-1:0 2-3:1 6:U 5:Z", ratings={2: 2001, 4: 2000}, planned_rounds=5
    )
    assert dubov_details(seat(event, 1)).opponents == 2001  # 2001 and 2000
    assert dubov_details(seat(event, 5)).opponents == 0
    assert dubov_details(seat(event, 3)).opponents == 2001


def test_upfloats_are_played_games_against_higher_scores() -> None:
    """1.8.1: with the scores of that round; a forfeit is none."""
    event = tournament_after(6, "1-2:1 3-4:1 5-6:1", "1-6:1 2-3:1 4-5:+", planned_rounds=5)
    assert {i: dubov_details(seat(event, i)).upfloats for i in range(1, 7)} == {1: 0, 2: 1, 3: 0, 4: 0, 5: 0, 6: 1}
    lifted = tournament_after(4, "1-2:1 3-4:1", planned_rounds=5, acceleration=(VirtualPoints(1, 1, 1, 1, 10),))
    assert [dubov_details(seat(lifted, i)).upfloats for i in range(1, 5)] == [0, 1, 0, 0]


@pytest.mark.parametrize(("planned", "limit"), [(4, 2), (5, 3), (9, 3), (10, 4), (11, 4)])
def test_maximum_upfloaters(planned: int, limit: int) -> None:
    """1.8.2: two upfloats, and one more for every five rounds."""
    from rookery.pairing.dubov import find_maximum_upfloaters
    from rookery.pairing.upfloat.search import UpfloatBracket

    field = Field([Entrant(i, i, 10 - i, details=DubovDetails(i, 0)) for i in range(1, 6)], 2, planned)
    assert find_maximum_upfloaters(UpfloatBracket(field, 0, field.full)).bit_count() == 6 - limit


# -- article 2


@pytest.mark.parametrize("rule", ["C1", "C3"])
def test_forbidden_meetings(rule: str) -> None:
    """2.1.1 [C1], 2.1.3 [C3]: the answer without the rule breaks it."""
    for event, case in check_positions("dubov", rule):
        codes = {breach.code for breach in DUBOV_2026.breaches(field_of(event), case["without"][0], case["without"][1])}
        assert codes == {rule}


def test_ineligible_for_the_bye() -> None:
    """2.1.2 [C2]: a bye before, or an unplayed round worth a win."""
    for event, case in check_positions("dubov", "C2"):
        taker = seat(event, case["without"][1])
        assert taker.barred
        assert not seat(event, case["bye"]).barred


def test_completion() -> None:
    """2.2.1 [C4]: who comes up leaves a pairing for the others."""
    check_positions("dubov", "C4")


@pytest.mark.parametrize(
    ("rule", "article"),
    [("C5", "2.3.1"), ("C6", "2.3.2"), ("C7", "2.3.3"), ("C8", "2.3.4"), ("C9", "2.3.5"), ("C10", "2.3.6")],
)
def test_quality_criteria(rule: str, article: str) -> None:
    """2.3: the answer without a criterion is worse by that criterion, and as good by those before it."""
    assert {first_article("dubov", event, case) for event, case in check_positions("dubov", rule)} == {article}


def test_the_last_round_has_no_memory() -> None:
    """2.3.4 - 2.3.6: [C8] to [C10] are off in the last round."""
    for event, _ in check_positions("dubov", "C8-C10 in the last round"):
        assert event.next_round == event.planned_rounds
        costs = {line.code: line.cost for ledger in DUBOV_2026.pair(event).ledger for line in ledger.lines}
        assert costs["C8"] == costs["C9"] == costs["C10"] == ()


# -- article 3


@pytest.mark.parametrize("article", ["3.1.3", "3.1.4", "3.1.5"])
def test_the_bye(article: str) -> None:
    """3.1: lowest score, then most games played, then largest number."""
    for event, case in check_positions("dubov", f"bye {article}"):
        assert first_article("dubov", event, case) == article


def test_the_bye_leaves_a_pairing() -> None:
    """3.1.2: 5, then 4 would have the bye, but 1, 2 and 3 are kept apart and need two others."""
    assert DUBOV_2026.pair(tournament_after(5, planned_rounds=5, forbidden_pairs=(ForbiddenPair((1, 2, 3)),))).bye == 3


def test_the_top_scoregroup_takes_as_few_as_it_needs() -> None:
    """3.2.1: two who have met need two from below, though their number is even."""
    event = tournament_after(6, "1-2:= 3-4:0 5-6:0", planned_rounds=5, acceleration=(VirtualPoints(1, 2, 2, 2, 10),))
    first = DUBOV_2026.pair(event).decisions[0]
    assert first.residents == (1, 2)
    assert len(first.moved_up) == 2


def test_a_bracket_of_newcomers_is_halved() -> None:
    """3.2.3: where nobody has played, the upper half meets the lower half, whatever the round."""
    event = tournament_after(
        6, "1:H 2:H 3:H 4:H 5-6:=", planned_rounds=5, acceleration=(VirtualPoints(1, 4, 2, 2, 10),)
    )
    assert {frozenset(pair) for pair in DUBOV_2026.pair(event, fixed=[(5, 6)]).pairs} >= {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    fresh = DUBOV_2026.pair(tournament_after(8, planned_rounds=5))
    assert {frozenset(pair) for pair in fresh.pairs} == {frozenset((i, i + 4)) for i in range(1, 5)}


def test_white_seekers_meet_black_seekers() -> None:
    """3.2.3 - 3.2.6: G1 by average rating of opponents against G2 by number."""
    event = tournament_after(8, "1-5:= 6-2:= 3-7:= 8-4:=", ratings=RATINGS, planned_rounds=5)
    outcome = DUBOV_2026.pair(event)
    # G1: Black last time, 2 4 5 7 with opponents 6 8 1 3; by their ratings 8 6 3 1: 4, 2, 7, 5. G2: 1 3 6 8.
    assert {frozenset(pair) for pair in outcome.pairs} == {frozenset(p) for p in ((4, 1), (2, 3), (7, 6), (5, 8))}


def test_the_larger_subgroup_gives_from_its_middle() -> None:
    """3.2.4, 4.3: six who should have White: one of the middle changes over for each pair that must be inside."""
    event = tournament_after(4, "1-3:= 2-4:=", ratings=RATINGS, planned_rounds=5)
    outcome = DUBOV_2026.pair(event)
    assert {frozenset(pair) for pair in outcome.pairs} == {frozenset((3, 2)), frozenset((4, 1))}


# -- article 4


def test_the_first_set_of_upfloaters() -> None:
    """4.1.3, 4.2: of sets that are equal otherwise, the first by score and number."""
    event = tournament_after(7, "1-4:1 5-2:0 3-6:1 7:Z", ratings=RATINGS, planned_rounds=5)
    first = DUBOV_2026.pair(event, pool=[1, 2, 3, 4, 5, 6]).decisions[0]
    assert first.residents == (1, 2, 3)
    lines = {
        line.article.removeprefix("C.04.4.1 "): line.cost
        for line in DUBOV_2026.pair(event, pool=[1, 2, 3, 4, 5, 6]).ledger[1].lines
    }
    assert lines["4.1.3"] == (1,)  # 4, who should have White, is the first of those who suit 1, 2 or 3
    assert first.moved_up == (4,)


@pytest.mark.parametrize(("line", "order"), [("ABCDEFG", "DCEBFAG"), ("ABCDEF", "CDBEAF"), ("A", "A"), ("", "")])
def test_shifters_from_the_middle_outwards(line: str, order: str) -> None:
    """4.3.3: the middle of the remaining list, the higher placed of two."""
    assert "".join(line[i] for i in middle_out(range(len(line)))) == order


def test_present_players_are_not_numbered_with_possible_leavers() -> None:
    """4.3.1: the reading taken, against the other."""
    check_positions("dubov", "reading shifters=all")


def test_the_first_transposition() -> None:
    """4.4: the opponents of G1 in the order of their numbers, but for those already met."""
    event = tournament_after(8, "1-5:= 6-2:= 3-7:= 8-4:=", "4-1:= 2-3:= 7-6:= 5-8:=", ratings=RATINGS, planned_rounds=5)
    met = {frozenset(pair) for round in event.rounds for pair in round.pairs}
    outcome = DUBOV_2026.pair(event)
    assert not met & {frozenset(pair) for pair in outcome.pairs}
    assert [line.cost for line in outcome.ledger[1].lines if line.article == "C.04.4.1 4.4"] == [
        tuple(numbers_of_the_first(event))
    ]


def numbers_of_the_first(event: Tournament) -> list[int]:
    """The first transposition of a bracket whose halves are both four, by trying all."""
    from itertools import permutations

    field = field_of(event)
    white = sorted(
        (s for s in field.entrants if s.preference.colour is Colour.WHITE),
        key=lambda s: (dubov_details(s).opponents, s.number),
    )
    black = sorted(s.number for s in field.entrants if s.preference.colour is Colour.BLACK)
    return next(
        list(order)
        for order in permutations(black)
        if all(one.id not in seat(event, other).opponents for one, other in zip(white, order, strict=True))
    )


# -- article 5


@pytest.mark.parametrize(
    ("higher", "lower", "white", "article"),
    [
        (Entrant(1, 3, 10), Entrant(2, 4, 10), 1, "5.2.1"),  # an odd number: the initial colour, here White
        (Entrant(1, 4, 10), Entrant(2, 3, 0), 2, "5.2.1"),  # the higher ranked has an even one
        (Entrant(1, 1, 10, colours="w"), Entrant(2, 2, 10, colours="b"), 2, "5.2.2"),
        (Entrant(1, 1, 10), Entrant(2, 2, 10, colours="wb"), 2, "5.2.2"),  # yet to play: Black
        (Entrant(1, 1, 10), Entrant(2, 2, 10, colours="w"), 1, "5.2.3"),  # mild and strong for Black
        (
            Entrant(1, 1, 10, colours="bwb"),
            Entrant(2, 2, 10, colours="wbb"),
            2,
            "5.2.3",
        ),  # strong and absolute for White
        (
            Entrant(1, 1, 10, colours="wbwb"),
            Entrant(2, 2, 10, colours="bwwb"),
            1,
            "5.2.4",
        ),  # at the second game, from the end
        (Entrant(1, 1, 10, colours="bwwb"), Entrant(2, 2, 10, colours="wbwb"), 2, "5.2.4"),
        (Entrant(1, 1, 10, colours="wb"), Entrant(2, 2, 10, colours="wb"), 1, "5.2.5"),
        (Entrant(1, 1, 10, colours="w"), Entrant(2, 2, 10, colours="w"), 2, "5.2.5"),
        (
            Entrant(1, 1, 10, colours="wbwb"),
            Entrant(2, 2, 10, colours="wb"),
            1,
            "5.2.5",
        ),  # the shorter list has no other colour
    ],
)
def test_colours(higher: Entrant, lower: Entrant, white: int, article: str) -> None:
    """5.2: yet to play; both; the stronger; the last difference; the higher ranked."""
    first, second = (one._replace(preference=black_at_first(one.colours)) for one in (higher, lower))
    board = DUBOV_2026.board(first, second, Colour.WHITE)
    assert (board.white, board.article) == (white, f"C.04.4.1 {article}")


def test_more_points_rank_higher() -> None:
    """5.2.5 with 1.2: the score before the number."""
    event = tournament_after(4, "1-3:0 2-4:0", planned_rounds=5)
    boards = DUBOV_2026.pair(event, fixed=[(1, 4), (2, 3)]).boards
    assert {(board.white, board.black) for board in boards} == {(4, 1), (3, 2)}
    boards = DUBOV_2026.pair(event, fixed=[(3, 4), (1, 2)]).boards
    assert {(board.white, board.black, board.article) for board in boards} == {
        (3, 4, "C.04.4.1 5.2.5"),
        (2, 1, "C.04.4.1 5.2.5"),
    }
