"""C.07 (March 2026), articles 4 to 7: how ties are ranked, direct encounter, a participant's own record."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rookery import standings
from rookery.model import PointSystem, Tournament, TournamentInfo
from rookery.ranking.rules import SEPTEMBER_2023
from support.small_tournaments import tournament_after
from support.tiebreaks import golden, ranks, reading, values


def round_robin(size: int, *rounds: str) -> Tournament:
    return tournament_after(size, *rounds, system="BERGER_ROUNDROBIN")


# The exercise book's Swiss of five rounds: player -> value.
BOOK = {
    "WIN": {2: 3, 4: 2, 6: 3, 11: 2, 12: 2, 9: 1},
    "WON": {2: 3, 4: 2, 6: 2, 11: 1, 12: 0, 9: 0},
    "BPG": {2: 3, 4: 2, 6: 2, 11: 2, 12: 0, 9: 1},
    "BWG": {2: 1, 4: 1, 6: 1, 11: 0, 12: 0, 9: 0},
    "REP": {2: 5, 4: 4, 6: 5, 11: 5, 12: 3, 9: 3},
    "PS": {2: "13", 4: "11.5", 6: "6", 11: "5.5", 12: "7", 9: "2.5"},
}


def book_says(code: str) -> bool:
    found = values(golden("tec-swiss5"), code)
    return all(found[one] == Fraction(value) for one, value in BOOK[code].items())


def test_the_scores_of_the_exercise_book() -> None:
    points = {row.id: row.points for row in standings(golden("tec-swiss5"), [])}
    assert {one: points[one] for one in (2, 4, 6, 11, 12, 9)} == {2: 40, 4: 35, 6: 30, 11: 25, 12: 20, 9: 15}


# -- article 4 ---------------------------------------------------------------------------------------------------------


def test_a_list_applies_to_each_tied_subgroup_then_lots() -> None:
    """4.2: the next tie-break for those still tied only; at the end lots, unless ties shall stay."""
    event = tournament_after(4, "1-2:1 3-4:1", "1-3:= 4-2:=")
    assert ranks(event) == {1: 1, 3: 1, 2: 3, 4: 3}
    assert ranks(event, "TPN") == {1: 1, 3: 2, 2: 3, 4: 4}
    assert sorted(row.rank for row in standings(event, [], lots=5)) == [1, 2, 3, 4]


def test_type_a_may_be_listed_more_than_once() -> None:
    """4.3: direct encounter is worked out on whoever is tied when its turn comes."""
    event = tournament_after(
        6, "1-4:1 2-5:1 3-6:1", "1-2:= 3-4:1 5-6:=", "1-3:0 2-6:1 4-5:=", "5-1:0 6-4:= 3-2:0", "1-6:0 2-4:0 3-5:0"
    )
    once, twice = ranks(event, "WIN", "TPN/R"), ranks(event, "DE", "WIN", "DE", "TPN/R")
    assert set(once) == set(twice) == set(range(1, 7))
    found = standings(event, ["WIN", "DE", "TPN/R"])
    for row in found:
        group = found.columns[1].groups.get(row.id, ())
        assert len({(other.points, other.values[0]) for other in found if other.id in group}) <= 1


def test_repeated_opponents_count_twice() -> None:
    """4.4: each game is an encounter of its own."""
    event = tournament_after(2, "1-2:1", "2-1:=")
    assert values(event, "BH") == {1: 1, 2: 3}
    assert values(event, "SB") == {1: Fraction(3, 4), 2: Fraction(3, 4)}


# -- article 6 ---------------------------------------------------------------------------------------------------------


def test_forfeits_are_no_encounters_in_a_swiss() -> None:
    """6.1.1: unless the event says so (/P); with pre-determined pairings they are (15.2)."""
    event = tournament_after(4, "1-2:- 3-4:1", "3-1:0 2-4:0")
    assert values(event, "DE") == {1: 0, 2: 0, 3: 0, 4: 0}
    assert values(event, "DE/P")[2] == 0
    two = tournament_after(4, "1-2:+ 3-4:=", "3-1:1 2-4:1")
    assert ranks(two, "DE") == {1: 2, 2: 2, 3: 1, 4: 4}
    assert ranks(two, "DE/P") == {1: 2, 2: 3, 3: 1, 4: 4}
    fixed = tournament_after(4, "1-2:+ 3-4:=", "3-1:1 2-4:1", "1-4:= 2-3:=", system="BERGER_ROUNDROBIN")
    assert ranks(fixed, "DE") == {3: 1, 1: 2, 2: 3, 4: 4}


def test_repeated_opponents_have_the_average() -> None:
    """6.1.2, and the golden event of repeated meetings."""
    event = tournament_after(4, "1-2:1 3-4:1", "2-1:= 4-3:1", "1-3:0 2-4:=")
    found = standings(event, ["DE"])
    assert found.row(3).points == 20
    special = golden("special-repeated-meetings")
    assert any(value for value in values(special, "DE").values())


def test_all_met_order_by_points_then_again() -> None:
    """6.2, and the exercise book: {1, 2, 4, 6} on 6 points are 6, then 1 and 4 level, then 2."""
    found = values(golden("tec-swiss9"), "DE")
    assert [found[one] for one in (6, 1, 4, 2)] == [1, 2, 2, 4]
    robin = values(golden("tec-rr6"), "DE")
    assert [robin[one] for one in (1, 2, 3)] == [1, 2, 2]
    assert [robin[one] for one in (6, 5, 4)] == [1, 2, 3]


def test_whatever_the_outcome_of_missing_games() -> None:
    """6.3: only who is certain to be alone at the top is ranked; then the rest again."""
    beaten_both = tournament_after(5, "1-2:1 3-4:0 5:Z", "3-1:0 2-5:1 4:Z", "4-1:1 5-3:0 2:H", "1:Z 2:F 3:F 4:Z 5:Z")
    points = {row.id: row.points for row in standings(beaten_both, [])}
    assert points[1] == 20
    assert points[3] == 20
    assert ranks(beaten_both, "DE")[1] < ranks(beaten_both, "DE")[3]
    gaps = tournament_after(6, "1-4:1 2-5:1 3-6:1", "1-2:1 3-4:0 5-6:0", "4-1:1 2-6:1 3-5:1")
    assert values(gaps, "DE")[1] == 0  # 1 beat 2, but 3 could still win against both


# -- article 7 ---------------------------------------------------------------------------------------------------------


def test_number_of_wins() -> None:
    """7.1: with or without playing, as many points as a win; a bye worth less is none."""
    assert book_says("WIN")
    event = tournament_after(3, "1-2:1 3:U", "1-3:+ 2:F")
    assert values(event, "WIN") == {1: 2, 2: 1, 3: 1}
    cheap = tournament_after(3, "1-2:1 3:U", "1-3:+ 2:F", points=PointSystem(pab=5))
    assert values(cheap, "WIN") == {1: 2, 2: 1, 3: 0}


def test_number_of_games_won() -> None:
    """7.2: over the board only; in a round robin, too, unless Q1 is read word by word."""
    assert book_says("WON")
    event = round_robin(4, "1-2:+ 3-4:1", "3-1:0 2-4:=", "1-4:1 2-3:=")
    assert values(event, "WON") == {1: 2, 2: 0, 3: 1, 4: 0}
    literal = reading(forfeit_wins_as_games=True)
    assert values(event, "WON", literal)[1] == 3


def test_games_with_black() -> None:
    """7.3: over the board."""
    assert book_says("BPG")
    assert values(tournament_after(2, "1-2:-", "2-1:="), "BPG") == {1: 1, 2: 0}


def test_games_won_with_black() -> None:
    """7.4."""
    assert book_says("BWG")
    assert values(tournament_after(2, "1-2:0", "2-1:=", "1-2:-"), "BWG") == {1: 0, 2: 1}


def test_progressive_scores() -> None:
    """7.5: the sum of the scores after each round."""
    assert book_says("PS")
    assert values(tournament_after(2, "1-2:1", "2-1:=", "1-2:0"), "PS") == {1: 4, 2: 2}


def test_rounds_elected_to_play() -> None:
    """7.6: without half-point byes, zero-point byes and forfeit losses; a free round is a zero-point bye."""
    assert book_says("REP")
    event = tournament_after(4, "1-2:+ 3-4:1", "1-3:1 2:H 4:Z", "1:F 2-4:= 3:U")
    assert values(event, "REP") == {1: 3, 2: 1, 3: 3, 4: 2}
    assert values(round_robin(3, "1-2:1 3:Z", "1-3:= 2:Z", "2-3:0 1:Z"), "REP") == {1: 2, 2: 2, 3: 2}


def test_standard_points() -> None:
    """7.7: against the scheduled opponent; without one against a draw (Q2: always against a draw)."""
    event = tournament_after(4, "1-2:=0 3-4:x", "1-3:00 2:F 4:H", "1:U 2:Z 3-4:1")
    half = Fraction(1, 2)
    assert values(event, "STD") == {1: 2 + half, 2: 1, 3: half + half + 1, 4: half + half}
    other = reading(standard_points="draw")
    assert values(event, "STD", other) == {1: half + 1, 2: 1, 3: 1, 4: half}


def test_pairing_number() -> None:
    """7.8: ascending, or descending in reverse."""
    event = tournament_after(3, "1-2:= 3:H", info=TournamentInfo(name="numbers"))
    assert ranks(event, "TPN") == {1: 1, 2: 2, 3: 3}
    assert ranks(event, "TPN/R") == {3: 1, 2: 2, 1: 3}


@pytest.mark.parametrize("code", sorted(BOOK))
def test_the_book_is_the_same_in_both_editions(code: str) -> None:
    """The caps of March 2026 do not touch anybody's own record."""
    assert values(golden("tec-swiss5"), code) == values(golden("tec-swiss5"), code, SEPTEMBER_2023)
