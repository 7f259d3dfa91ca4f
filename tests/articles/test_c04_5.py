"""C.04.5, article by article; `decided_by` shows a rule in golden positions that an independent program confirmed."""

from __future__ import annotations

import pytest

from rookery.history.history import History, Kind
from rookery.model import Tournament
from rookery.pairing.double_swiss import DOUBLE_SWISS_2026
from rookery.pairing.field import Entrant
from support.match_events import doubles
from support.swiss import check_positions


def seat_of(event: Tournament, one: int) -> Entrant:
    return next(seat for seat in DOUBLE_SWISS_2026.field(event).entrants if seat.id == one)


@pytest.mark.parametrize(
    ("letters", "kind", "colours", "score"),
    [
        ("11", Kind.PLAYED, "w", 20), ("1=", Kind.PLAYED, "w", 15), ("+1", Kind.PLAYED, "w", 20),
        ("+-", Kind.PLAYED, "", 10), ("++", Kind.FORFEIT_WIN, "", 20), ("--", Kind.FORFEIT_LOSS, "", 0),
        ("x1", Kind.PLAYED, "w", 10), ("xx", Kind.FORFEIT_LOSS, "", 0),
    ],
)  # fmt: skip
def test_matches(letters: str, kind: Kind, colours: str, score: int) -> None:
    """Preface: a match is forfeited only if a player forfeits both games; 1.6: a colour needs a game played."""
    history = History(doubles(2, f"1-2:{letters}"))
    tally = history.before(2).totals[1]
    assert (history.round_results[0][1].kind, tally.colours, tally.score) == (kind, colours, score)


def test_numbers_of_those_paired() -> None:
    """1.1: who was never yet paired has no number."""
    check_positions("double-swiss", "reading numbering=declared")


def test_value_of_the_bye() -> None:
    """1.4: a game won and a game drawn."""
    assert History(doubles(3, "1-2:11 3:U")).before(2).totals[3].score == 15


def test_floaters() -> None:
    """1.5: a match against another score, unless it was forfeited."""
    event = doubles(4, "1-2:11 3-4:11", "1-4:10 3-2:++")
    found = {one: seat_of(event, one).floats[0].name for one in (1, 2, 3, 4)}
    assert found == {1: "DOWN", 2: "NONE", 3: "NONE", 4: "UP"}
    check_positions("double-swiss", "reading floated=pairings")


def test_no_second_meeting() -> None:
    """2.1.1: nor two whom the event keeps apart; a forfeited match may be repeated."""
    check_positions("double-swiss", "C1")
    check_positions("double-swiss", "C1, forbidden pairs")
    pairs = DOUBLE_SWISS_2026.pair(doubles(4, "1-3:xx 2-4:xx")).pairs
    assert frozenset((1, 3)) in set(map(frozenset, pairs))


def test_ineligible_for_the_bye() -> None:
    """2.1.2: after a bye, a match won by forfeit, a full-point bye."""
    check_positions("double-swiss", "C2")
    event = doubles(4, "1-2:++ 3:F 4:H")
    assert [seat_of(event, one).barred for one in (1, 2, 3, 4)] == [True, False, True, False]


def test_the_others_can_be_paired() -> None:
    """2.2.1."""
    check_positions("double-swiss", "C3")


def test_number_of_upfloaters() -> None:
    """2.3.1."""
    check_positions("double-swiss", "C4")


def test_scores_of_upfloaters() -> None:
    """2.3.2."""
    check_positions("double-swiss", "C5")


def test_following_scoregroup() -> None:
    """2.3.3."""
    check_positions("double-swiss", "C6")
    check_positions("double-swiss", "reading c6=graded")
    check_positions("double-swiss", "reading following=left")


def test_former_upfloaters() -> None:
    """2.3.4: not in the last round."""
    check_positions("double-swiss", "C7")
    check_positions("double-swiss", "C7 and the last of the criteria, in the last round")


def test_opponents_of_former_upfloaters() -> None:
    """2.3.5."""
    check_positions("double-swiss", "C8")


def test_the_bye() -> None:
    """3.4: lowest score, most matches played, largest number."""
    for rule in ("3.4.2", "3.4.3", "3.4.4"):
        check_positions("double-swiss", rule)


def test_sets_of_upfloaters() -> None:
    """3.5: of the next score the smallest number that can."""
    event = doubles(6, "1-4:11 2-5:== 3-6:==")
    assert DOUBLE_SWISS_2026.pair(event).decisions[0].moved_up == (2,)


def test_first_identifier() -> None:
    """3.6: without any hindrance the upper half meets the lower, by number whatever the score."""
    pairs = set(map(frozenset, DOUBLE_SWISS_2026.pair(doubles(6)).pairs))
    assert pairs == {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6))}
    event = doubles(8, "1-5:11 6-2:00 3-7:== 8-4:00")
    assert {frozenset((1, 3)), frozenset((2, 4))} <= set(map(frozenset, DOUBLE_SWISS_2026.pair(event).pairs))


def test_higher_ranked() -> None:
    """4.2: higher score, then smaller number."""
    check_positions("double-swiss", "4.2")


@pytest.mark.parametrize("article", ["4.3.1", "4.3.2", "4.3.3", "4.3.4"])
def test_colours(article: str) -> None:
    """4.3: each step."""
    check_positions("double-swiss", article)
