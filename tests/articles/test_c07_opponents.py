"""C.07 (March 2026), articles 8 to 10 and 14 to 16: opponents' results and ratings, modifiers, unplayed rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import standings
from rookery.elo import expected_score
from rookery.errors import RuleError
from rookery.model import PointSystem
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rules import SEPTEMBER_2023, get_rules
from rookery.ranking.tiebreak import Addends, Contribution, Cut, Modifiers, Why, apply_cuts
from rookery.ranking.unplayed_rounds import adjusted_scores
from support.small_tournaments import tournament_after
from support.tiebreaks import golden, ranks, reading, values

PLAYERS = (2, 4, 6, 11, 12, 9)

# The exercise book's Swiss of five rounds, by player: the value printed in 2023, and that of March 2026.
BOOK: dict[str, tuple[tuple[str, str], ...]] = {
    "BH": (("13", "13"), ("15", "14"), ("12", "11.5"), ("13.5", "12.5"), ("11.5", "11.5"), ("9", "9")),
    "BH/C1": (("12", "12"), ("11.5", "11.5"), ("11", "10.5"), ("12", "11"), ("9.5", "9.5"), ("7.5", "7.5")),
    "AOB": (("13.6", "13.6"), ("13.38", "13.38"), ("13.25", "13.25"), ("12.75", "12.75"), ("15", "14"), ("12.75",) * 2),
    "FB": (("13.5", "13.5"), ("15.5", "14.5"), ("12", "12"), ("12.5", "12"), ("11.5", "11"), ("9.5", "9.5")),
    "SB": (("9.5", "9.5"), ("9.75", "9.25"), ("6.5", "6"), ("5.75", "4.75"), ("4", "4"), ("2.25", "2.25")),
    "SB/C1": (("8.5", "8.5"), ("8", "7.75"), ("5.5", "5"), ("4.25", "3.25"), ("4", "4"), ("2.25", "2.25")),
    "ARO": (("1880",) * 2, ("1888",) * 2, ("1813",) * 2, ("1863",) * 2, ("2050",) * 2, ("1975",) * 2),
    "TPR": (("2120",) * 2, ("2081",) * 2, ("1813",) * 2, ("1776",) * 2, ("1250",) * 2, ("1175",) * 2),
    "PTP": (("2216",) * 2, ("2168",) * 2, ("1810",) * 2, ("1763",) * 2, ("1250",) * 2, ("950",) * 2),
    "APRO": (("1856",) * 2, ("1772",) * 2, ("1846",) * 2, ("1840",) * 2, ("2081",) * 2, ("1805",) * 2),
    "APPO": (("1852",) * 2, ("1784",) * 2, ("1836",) * 2, ("1836",) * 2, ("2168",) * 2, ("1802",) * 2),
}  # fmt: skip


def book_says(code: str) -> bool:
    printed, now = values(golden("tec-swiss5"), code, SEPTEMBER_2023), values(golden("tec-swiss5"), code)
    wanted = dict(zip(PLAYERS, BOOK[code], strict=True))
    return all(printed[one] == Fraction(old) and now[one] == Fraction(new) for one, (old, new) in wanted.items())


# -- articles 8 and 9 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB"])
def test_not_in_round_robins(code: str, snapshot: SnapshotAssertion) -> None:
    """8, note."""
    with pytest.raises(RuleError) as caught:
        standings(golden("tec-rr6"), [code])
    assert caught.value.article == "C.07 8"
    assert str(caught.value) == snapshot


def test_buchholz() -> None:
    """8.1."""
    assert book_says("BH")
    assert values(tournament_after(4, "1-2:1 3-4:=", "1-3:= 4-2:0"), "BH") == {1: 2, 2: 2, 3: 2, 4: 2}


def test_average_of_opponents_buchholz() -> None:
    """8.2: of opponents played over the board, two decimals (Q9: or exact); undefined without one."""
    assert book_says("AOB")
    event = tournament_after(5, "1-2:1 3-4:= 5:Z", "1-3:= 2-5:+ 4:F", "4-1:0 2-3:= 5:Z")
    assert values(event, "AOB")[5] is None
    plain, sums = values(event, "AOB", reading(averages="exact")), values(event, "BH")
    assert plain[1] == sum(Fraction(sums[one] or 0) for one in (2, 3, 4)) / 3


def test_fore_buchholz() -> None:
    """8.3: the final round as drawn; before it is reached, Buchholz."""
    assert book_says("FB")
    event = tournament_after(4, "1-2:1 3-4:=", "1-3:1 4-2:0")
    assert values(event, "FB") == {
        1: Fraction(1 + 2, 2),
        2: Fraction(3 + 2, 2),
        3: Fraction(3 + 2, 2),
        4: Fraction(3, 2),
    }
    early = tournament_after(4, "1-2:1 3-4:=", "1-3:1 4-2:0", planned_rounds=3)
    assert values(early, "FB") == values(early, "BH")


def test_a_bye_before_a_final_round_counts_as_awarded_for_fore_buchholz() -> None:
    """8.3 with 16.2: a zero-point bye before a forfeit in the last round is a draw for BH, nothing for FB."""
    event = golden("special-fore-buchholz")
    table = CrossTable.for_tournament(event)
    plain, fore = adjusted_scores(table, table.sheet()), adjusted_scores(table, table.sheet(), fore=True)
    lost = [one for one, row in table.meetings.items() if row[-1].kind.value == "forfeit loss"]
    assert lost
    for one in lost:
        byes = sum(each.kind.value == "zero-point bye" for each in table.meetings[one])
        assert byes
        assert plain[one] == table.sheet().totals[one] + 5 * byes
        assert fore[one] == table.sheet().totals[one] + 5


def test_sonneborn_berger() -> None:
    """9.1."""
    assert book_says("SB")
    robin = values(golden("tec-rr6"), "SB")
    assert [robin[one] for one in range(1, 7)] == [Fraction(x) for x in "9.25 6.25 6.25 4.25 3.25 2.25".split()]  # noqa: SIM905


def test_koya() -> None:
    """9.2: at least half of what one could have; a free round cannot be won."""
    robin = values(golden("tec-rr6"), "KS")
    assert [robin[one] for one in range(1, 7)] == [Fraction(x) for x in ("2", ".5", ".5", "1", ".5", "0")]
    odd = tournament_after(3, "1-2:1 3:Z", "1-3:= 2:Z", "2-3:0 1:Z", system="BERGER_ROUNDROBIN")
    assert values(odd, "KS") == {1: Fraction(1, 2), 2: 0, 3: Fraction(1, 2)}


# -- article 10 --------------------------------------------------------------------------------------------------------


def test_unrated_players() -> None:
    """10: dropped when somebody is unrated, unless the rules of the event say what they count for."""
    event = tournament_after(4, "1-2:1 3-4:=", ratings={4: None})
    with pytest.raises(RuleError) as refusal:
        standings(event, ["ARO"])
    assert (refusal.value.article, refusal.value.participants) == ("C.07 10", (4,))
    assert values(event, "ARO/U1400") == {1: 2000, 2: 2000, 3: 1400, 4: 2000}


def test_average_rating_of_opponents() -> None:
    """10.1: over the board, a half going up; forfeits never count (15.2)."""
    assert book_says("ARO")
    event = tournament_after(
        4, "1-2:1 3-4:=", "1-3:+ 4-2:=", "1-4:= 2-3:=", ratings={2: 2000, 4: 2001}, system="FIDE_ROUNDROBIN"
    )
    assert values(event, "ARO")[1] == 2001
    assert values(tournament_after(2, "1-2:+"), "ARO") == {1: None, 2: None}


def test_performance() -> None:
    """10.2: points on the scale of 1, ½, 0, whatever the point system."""
    assert book_says("TPR")
    event = tournament_after(2, "1-2:1", "2-1:=", points=PointSystem(win=30, draw=10))
    assert values(event, "TPR") == {1: 2193, 2: 1807}


def test_perfect_performance() -> None:
    """10.3, and the book's working of player 3: 2112 expects .93 + .71 + .82 + .59 + .45 = 3.50."""
    assert book_says("PTP")
    event = golden("tec-swiss5")
    assert values(event, "PTP")[3] == 2112
    table = CrossTable.for_tournament(event)
    ratings = [event.players[opponent - 1].rating or 0 for opponent in table.games(3).opponents]
    expected = [expected_score(2112 - rating) for rating in ratings]
    assert sorted(expected) == sorted([93, 71, 82, 59, 45])
    assert sum(expected_score(2111 - rating) for rating in ratings) < 350 == sum(expected)
    extremes = tournament_after(2, "1-2:1", "2-1:0")
    assert values(extremes, "PTP") == {1: 2736, 2: 1200}


@pytest.mark.parametrize("code", ["APRO", "APPO"])
def test_average_performance_of_opponents(code: str) -> None:
    """10.4, 10.5."""
    assert book_says(code)


def test_rating() -> None:
    """10.6: highest first, or lowest first in reverse."""
    event = tournament_after(3, "1-2:= 3:H", ratings={1: 1900, 2: 2100, 3: 2000})
    assert ranks(event, "RTNG") == {2: 1, 3: 2, 1: 3}
    assert ranks(event, "RTNG/R") == {1: 1, 3: 2, 2: 3}


# -- article 14 --------------------------------------------------------------------------------------------------------


def test_cut_1() -> None:
    """14.1: the least significant value; in Sonneborn-Berger that of the weakest opponent."""
    assert book_says("BH/C1")
    robin = values(golden("tec-rr6"), "SB/C1")
    assert [robin[one] for one in range(1, 7)] == [Fraction(x) for x in ("9.25", "4.75", "4.75", "4.25", "3.25", "1.5")]
    assert values(tournament_after(2, "1-2:1", "2-1:=", "1-2:="), "PS/C1") == {1: Fraction(7, 2), 2: Fraction(3, 2)}


SEVEN = [
    Contribution(number, number, score, score, Why.OPPONENT) for number, score in enumerate((30, 50, 10, 40, 20), 1)
]


def after_cuts(row: list[Contribution], low: int, high: int) -> tuple[list[int], list[tuple[int, Cut]]]:
    """The values that remain, and those removed, with the reason."""
    kept, out = apply_cuts(Addends.from_contributions(row), Modifiers(low=low, high=high))
    return [row[at].value for at in kept], [(row[at].value, why) for at, why in out]


def test_cut_two() -> None:
    """14.2."""
    kept, out = after_cuts(SEVEN, 2, 0)
    assert kept == [30, 50, 40]
    assert out == [(10, Cut.LOWEST), (20, Cut.LOWEST)]


def test_median_1() -> None:
    """14.3: the least first, then the most significant."""
    kept, out = after_cuts(SEVEN, 1, 1)
    assert kept == [30, 40, 20]
    assert out == [(10, Cut.LOWEST), (50, Cut.HIGHEST)]


def test_median_two() -> None:
    """14.4: and nothing is left when there are fewer values than cuts."""
    assert after_cuts(SEVEN, 2, 2)[0] == [30]
    assert after_cuts(SEVEN[:3], 2, 2)[0] == []
    assert values(tournament_after(2, "1-2:1", "2-1:="), "BH/M2") == {1: 0, 2: 0}


def test_limit() -> None:
    """14.5: half points more or fewer, or another percentage (Q7)."""
    robin = golden("tec-rr6")
    plain, strict, mild = (values(robin, code) for code in ("KS", "KS/L+1", "KS/L-2"))
    assert all(strict[one] <= plain[one] <= mild[one] for one in plain)  # type: ignore[operator]
    assert values(robin, "KS/L1") == strict
    assert values(robin, "KS/L50") == plain


# -- articles 15 and 16 ------------------------------------------------------------------------------------------------


def test_forfeits_of_predetermined_pairings_are_games() -> None:
    """15.2: for everything but ratings and forfeit losses in a player's own record."""
    event = tournament_after(4, "1-2:+ 3-4:1", "3-1:0 4-2:=", "1-4:1 2-3:=", system="BERGER_ROUNDROBIN")
    assert values(event, "SB")[1] == 1 + Fraction(3, 2) + Fraction(1, 2)
    assert values(event, "REP")[2] == 2
    assert values(event, "DE") == {1: 0, 2: 0, 3: 0, 4: 0}


def test_voluntarily_unplayed_rounds() -> None:
    """16.1, 16.2: byes asked for and forfeit losses; late entries and withdrawals are such byes."""
    event = tournament_after(6, "1-2:1 3-4:= 5:Z", "1-3:= 2-5:= 4:Z 6:H", "1-4:+ 2-6:= 3:U")
    assert values(event, "REP") == {1: 3, 2: 3, 3: 3, 4: 1, 5: 1, 6: 1}


def test_last_byes_count_as_draws_for_the_opponents() -> None:
    """16.3: only requested byes that nothing but voluntarily unplayed rounds follows; all else as awarded."""
    event = tournament_after(6, "1-2:1 3-4:= 5-6:1", "1:Z 2:H 3-5:= 4:U 6:Z", "1-3:= 2:Z 5-4:+ 6:Z")
    table = CrossTable.for_tournament(event)
    scores = adjusted_scores(table, table.sheet())
    totals = table.sheet().totals
    assert {one: scores[one] - totals[one] for one in table.ids} == {1: 0, 2: 5, 3: 0, 4: 0, 5: 0, 6: 10}
    assert values(event, "BH")[1] == Fraction(scores[2] + totals[1] + scores[3], 10)


def test_a_forfeit_is_worth_no_more_than_the_scheduled_opponent() -> None:
    """16.4.1, and the book: 11 won by forfeit against 9 (1.5): 3.5 + 3.5 + 2.5 + 1.5 + 1.5 = 12.5."""
    found = standings(golden("tec-swiss5"), ["BH"])
    working = found.working(11, "BH")
    assert [each.value for each in working.counted] == [35, 35, 25, 15, 15]
    assert working.counted[3].why is Why.SCHEDULED


def test_a_bye_is_worth_no_more_than_draws_in_all_rounds() -> None:
    """16.4.2, and the book: 4 has a half-point bye worth min(3.5, 2.5): 3 + 2.5 + 1.5 + 3.5 + 3.5 = 14; cut, 11.5."""
    found = standings(golden("tec-swiss5"), ["BH", "BH/C1"])
    working = found.working(4, "BH")
    assert [each.value for each in working.counted] == [30, 25, 15, 35, 35]
    assert [working.counted[at].why for at in (0, 1)] == [Why.ADJUSTED, Why.ALL_DRAWS]
    assert found.working(4, "BH/C1").value == Fraction(23, 2)
    halfway = tournament_after(4, "1-2:1 3-4:=", "1:H 2-3:= 4:Z", planned_rounds=9)
    assert values(halfway, "BH")[1] == Fraction(5, 10) * 1 + 1
    assert values(halfway, "BH", reading(rounds="planned"))[1] == Fraction(1, 2) + Fraction(3, 2)


def test_voluntarily_unplayed_rounds_are_cut_first() -> None:
    """16.5, and the book: of 9 the zero goes, of 14 the played 1.5, for what was not played is lower."""
    assert book_says("SB/C1")
    found = standings(golden("tec-swiss5"), ["SB/C1"])
    assert found.working(9, "SB/C1").cut[0][0].value == 0
    fourteen = found.working(14, "SB/C1")
    assert (fourteen.value, fourteen.cut[0][0].value, fourteen.cut[0][1]) == (3, 150, Cut.LOWEST)
    assert standings(golden("tec-swiss5"), ["BH/C1"]).working(4, 0).cut[0][1] is Cut.UNPLAYED


def test_the_exception_applies_to_every_cut() -> None:
    """16.5.2 with several unplayed rounds: 19.75; of 0 (unplayed) and 2 the 2 goes, then of 0 and 3.5 the 3.5."""
    played_rounds = [(250, 50), (275, 55), (0, 40), (200, 20), (350, 35), (450, 45)]
    unplayed = [(225, 45), (225, 45), (0, 50)]
    row = [Contribution(n, n, value, score, Why.OPPONENT) for n, (value, score) in enumerate(played_rounds, 1)]
    row += [Contribution(n, 0, value, score, Why.OWN_SCORE, True) for n, (value, score) in enumerate(unplayed, 7)]
    sums = [sum(after_cuts(row, low, 0)[0]) for low in (0, 1, 2)]
    assert sums == [1975, 1775, 1425]


def test_other_provisions() -> None:
    """16.6: the rules of the exercise book have no caps, and can be chosen."""
    assert get_rules("exercise-book") is SEPTEMBER_2023
