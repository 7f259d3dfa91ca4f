"""C.04.4.3, article by article; `decided_by` shows a rule in golden positions that an independent program confirmed."""

from __future__ import annotations

import pytest

from rookery.model import Colour, ForbiddenPair
from rookery.pairing.lim.system import LIM_2026, due_colour, is_permissible_colour, is_transferred
from support.small_tournaments import tournament_after
from support.swiss import check_positions


def test_the_bye() -> None:
    """1.1: the lowest rank of the lowest score who may have it and leaves the others a pairing."""
    for rule in ("1.1 score", "1.1 rank", "1.1 bars"):
        check_positions("lim", rule)


@pytest.mark.parametrize(
    ("colours", "white", "black"),
    [("", True, True), ("ww", False, True), ("wbb", True, False), ("wbwbw", True, True), ("wwbw", False, True)],
)
def test_limits_of_colours(colours: str, white: bool, black: bool) -> None:
    """5.1: not the third in succession, not three more than of the other."""
    assert (is_permissible_colour(colours, "w"), is_permissible_colour(colours, "b")) == (white, black)


def test_compatible_players() -> None:
    """2.1: not met, not kept apart, with some allocation of colours within the limits."""
    for rule in ("2.1 met", "2.1 forbidden pairs", "2.1 colours"):
        check_positions("lim", rule)


def test_order_of_the_groups() -> None:
    """2.2: from the top down to the median, from the bottom up to it, the median last, even if nobody lives there."""
    outcome = LIM_2026.pair(tournament_after(6, "1-4:1 5-2:0 3-6:1", planned_rounds=5))
    assert [decision.score for decision in outcome.decisions] == [10, 0, 5]


def test_the_median_is_cracked() -> None:
    """2.6: while it cannot be paired, the last pairing next to it joins it."""
    check_positions("lim", "reading crack=first")
    check_positions("lim", "reading crack_count=fixed")


def test_equal_numbers_due() -> None:
    """3.2.2: a floater who is due the colour that more players are due."""
    check_positions("lim", "3.2.2")


def test_maxi_tournaments() -> None:
    """3.2.3, 3.8, 5.7: for colours only within a hundred rating points."""
    check_positions("lim", "maxi")


def test_floaters_first() -> None:
    """3.6, 3.7: they are paired before the residents."""
    check_positions("lim", "3.6")


def test_opponents_of_floaters() -> None:
    """3.8: a downfloater looks from the highest number, an upfloater from the lowest."""
    check_positions("lim", "reading upfloater_opponent=highest")
    check_positions("lim", "reading median_opponents=residents")


def test_kinds_of_floaters() -> None:
    """3.9: who floated into the group, or finds nobody next door, rather stays."""
    check_positions("lim", "3.9")
    check_positions("lim", "reading floater_order=previous")
    check_positions("lim", "reading floater_order=colour")


def test_two_floats_in_succession() -> None:
    """3.10: rather not; 2.3: of two scores the one farther from the median floated."""
    check_positions("lim", "3.10")
    check_positions("lim", "reading floated=unequal")
    assert is_transferred(20, 10, 10)
    assert not is_transferred(10, 20, 10)
    assert is_transferred(20, 0, 10)
    assert is_transferred(0, 20, 10)


def test_numbers_of_floaters() -> None:
    """3.2.4: of equals the lowest number floats down, and the highest up."""
    outcome = LIM_2026.pair(tournament_after(10, "1-6:1 7-2:0 3-8:1 9-4:0 5-10:1", planned_rounds=5))
    assert [decision.left for decision in outcome.decisions[:2]] == [(5,), (6,)]


def test_scrutiny_from_the_lowest_below_the_median() -> None:
    """4.1: the mirror."""
    check_positions("lim", "4.1")


def test_order_of_exchanges() -> None:
    """4.2: the first of six tries 4, 5, 6, 3, 2; the tables are in tests/pairing/test_lim.py."""
    pairs = LIM_2026.pair(tournament_after(6, planned_rounds=5)).pairs
    assert set(map(frozenset, pairs)) == {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6))}


def test_exchanges_for_colours() -> None:
    """5.2: the first opponent who is due another colour."""
    check_positions("lim", "5.2")
    check_positions("lim", "5.2 colours")
    check_positions("lim", "reading colour_exchange=bottom")


def test_must_alternate() -> None:
    """5.3: the only permissible allocation."""
    check_positions("lim", "5.3")


def test_same_colour_due() -> None:
    """5.4: the latest difference; then the higher number in the median and above, the lower number below it."""
    check_positions("lim", "5.4 latest difference")
    check_positions("lim", "5.4 rank")


def test_colour_due() -> None:
    """5.5, 5.6: the equalising colour, with equal colours the alternating one."""
    assert [due_colour(colours).colour for colours in ("", "w", "wb", "wwb")] == [
        None, Colour.BLACK, Colour.WHITE, Colour.BLACK,
    ]  # fmt: skip
    check_positions("lim", "reading due=parity")


def test_last_round() -> None:
    """6: the limits of colours lapse."""
    check_positions("lim", "6")
    check_positions("lim", "reading last_round=same")


def test_first_round() -> None:
    """7.1: the bye to the lowest rated; 7.2: colours alternate down the top half."""
    check_positions("lim", "7.1")
    check_positions("lim", "7.2")
    outcome = LIM_2026.pair(tournament_after(40, planned_rounds=7, initial_colour=Colour.WHITE))
    assert outcome.pairs[:4] == ((1, 21), (22, 2), (3, 23), (24, 4))


def test_completion() -> None:
    """4.4: the first opponent is passed over, if those who are left could then not be paired."""
    assert set(map(frozenset, LIM_2026.pair(tournament_after(4, planned_rounds=5)).pairs)) == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    kept = LIM_2026.pair(tournament_after(4, planned_rounds=5, forbidden_pairs=(ForbiddenPair((2, 4)),)))
    assert set(map(frozenset, kept.pairs)) == {frozenset((1, 4)), frozenset((2, 3))}
