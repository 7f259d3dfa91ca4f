"""C.04.6, article by article; `decided_by` shows a rule in golden positions that an independent program confirmed."""

from __future__ import annotations

import pytest

from rookery.history.history import History
from rookery.model import Colour, Tournament
from rookery.pairing.field import Entrant, Strength
from rookery.pairing.team import TEAM_2026, graded_preference, no_preference, simple_preference
from support.match_events import teams
from support.swiss import check_positions


def seat_of(event: Tournament, one: int) -> Entrant:
    return next(seat for seat in TEAM_2026.field(event).entrants if seat.id == one)


def pairs_of(event: Tournament) -> set[frozenset[int]]:
    return set(map(frozenset, TEAM_2026.pair(event).pairs))


def test_numbers_are_assigned() -> None:
    """1.1: an absent team keeps its number; nobody else gets it."""
    assert [seat.number for seat in TEAM_2026.field(teams(5)).entrants] == [1, 2, 3, 4, 5]


def test_value_of_the_bye() -> None:
    """1.4: the match points and the game points of a draw."""
    tally = History(teams(3, "1-2:11 3:U")).before(2).totals[3]
    assert (tally.score, tally.secondary) == (10, 10)


def test_floaters() -> None:
    """1.5: who met another score in the previous round; a forfeited match is none."""
    event = teams(4, "1-2:11 3-4:11", "1-4:10 3-2:++")
    assert [seat_of(event, one).floats[0].name for one in (1, 2, 3, 4)] == ["DOWN", "NONE", "NONE", "UP"]


def test_colours_of_played_matches() -> None:
    """1.6: the scheduled colour of board one, if at least one board was played."""
    event = teams(4, "1-2:+1 3-4:++")
    assert [seat_of(event, one).colours for one in (1, 2, 3, 4)] == ["w", "b", "", ""]


@pytest.mark.parametrize(
    ("colours", "simple", "graded", "strong"),
    [
        ("", None, None, False), ("w", None, "b", False), ("wb", None, "w", False), ("wwb", None, "b", False),
        ("ww", "b", "b", True), ("bb", "w", "w", True), ("wbb", "w", "w", True), ("wwwbb", None, "b", False),
        ("bbww", "b", "b", True), ("bww", "b", "b", True), ("bbbww", None, "w", False), ("wwbw", "b", "b", True),
    ],
)  # fmt: skip
def test_preferences(colours: str, simple: str | None, graded: str | None, strong: bool) -> None:
    """1.7: type A, type B, none."""
    for found, colour in ((simple_preference(colours), simple), (graded_preference(colours), graded)):
        assert found.colour == (Colour(colour) if colour else None)
    assert (graded_preference(colours).strength is Strength.STRONG) == strong
    assert no_preference(colours).colour is None


def test_preferences_in_the_last_round() -> None:
    """1.7: type B has no mild preference with equal colours then; a strong one it keeps, unless read otherwise."""
    assert graded_preference("wb", last_round=True).colour is None
    assert graded_preference("bbww", last_round=True).colour is Colour.BLACK
    assert graded_preference("bbww", last_round=True, a1="none").colour is None
    check_positions("team", "reading a1=none")


def test_no_second_meeting() -> None:
    """2.1.1: but a forfeited match may be repeated."""
    check_positions("team", "C1")
    assert frozenset((1, 3)) in pairs_of(teams(4, "1-3:xx 2-4:xx"))


def test_ineligible_for_the_bye() -> None:
    """2.1.2: after a bye, a match won by forfeit, a full-point bye."""
    check_positions("team", "C2")
    assert not seat_of(teams(3, "1-2:11 3:H"), 3).barred
    assert seat_of(teams(3, "1-2:++ 3:F"), 3).barred
    assert seat_of(teams(3, "1-2:++ 3:F"), 1).barred


def test_the_others_can_be_paired() -> None:
    """2.2.1."""
    check_positions("team", "C3")


def test_number_of_upfloaters() -> None:
    """2.3.1."""
    check_positions("team", "C4")


def test_scores_of_upfloaters() -> None:
    """2.3.2."""
    check_positions("team", "C5")


def test_following_scoregroup() -> None:
    """2.3.3."""
    check_positions("team", "C6")
    check_positions("team", "reading c6=graded")


def test_former_upfloaters() -> None:
    """2.3.4: not in the last two rounds."""
    check_positions("team", "C7")
    check_positions("team", "C7 and C10 in the last round but one")
    check_positions("team", "C7 and the last of the criteria, in the last round")


def test_same_preferences() -> None:
    """2.3.5."""
    check_positions("team", "C8")


def test_same_strong_preferences() -> None:
    """2.3.6."""
    check_positions("team", "C9")


def test_opponents_of_former_upfloaters() -> None:
    """2.3.7."""
    check_positions("team", "C10")


def test_the_bye() -> None:
    """3.4: lowest score, most matches played, largest number."""
    for rule in ("3.4.2", "3.4.3", "3.4.4"):
        check_positions("team", rule)


def test_sets_of_upfloaters() -> None:
    """3.5: of the next score the smallest number that can."""
    event = teams(6, "1-4:11 2-5:== 3-6:==")
    assert TEAM_2026.pair(event).decisions[0].moved_up == (2,)


def test_seats_by_number() -> None:
    """3.6.1: the published probe: after round one {1, 2, 4} have 2 points, 3 has 1: 1-3 and 2-4."""
    event = teams(8, "1-5:11 6-2:00 3-7:== 8-4:00")
    assert {frozenset((1, 3)), frozenset((2, 4))} <= pairs_of(event)
    check_positions("team", "reading seats=score")


def test_first_identifier() -> None:
    """3.6.2: without any hindrance the upper half meets the lower."""
    assert pairs_of(teams(6)) == {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6))}


def test_first_team() -> None:
    """4.2: primary score, secondary score if it is used, number."""
    check_positions("team", "4.2")
    check_positions("team", "4.2 secondary")


@pytest.mark.parametrize("article", ["4.3.1", "4.3.2", "4.3.4", "4.3.5", "4.3.6", "4.3.7", "4.3.8"])
def test_colours(article: str) -> None:
    """4.3: each step; 4.3.3 never says anything else than the steps after it would."""
    check_positions("team", article)


def test_other_team_alternates() -> None:
    """4.3.9: the first team has not played yet."""
    event = teams(4, "1-2:== 3:F 4:Z", "4-1:== 3:F 2:Z")
    board = next(board for board in TEAM_2026.pair(event).boards if 3 in (board.white, board.black))
    assert (board.white, board.black, board.article) == (1, 3, "C.04.6 4.3.9")
