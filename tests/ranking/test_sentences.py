"""Every value shows its parts, and they make the value; the words are for people."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rookery.answers.tables import working_data
from rookery.model import Game, Match, Player, Result, Round, Team, Tournament
from rookery.ranking.measure import Cut
from rookery.ranking.rank import Standings, standings
from rookery.ranking.sentences import column, lines, plain, sum_of, summary
from rookery.trf.read import read
from support.by_hand import played

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "tiebreaks"
SUMS = ("BH", "BH/C1", "BH/M1", "SB", "SB/C2", "PS", "PS/C1", "WIN", "WON", "REP", "STD", "KS", "FB", "BPG")


@pytest.fixture(scope="module")
def book() -> Standings:
    tournament = read((GOLDEN / "tec-swiss5.trf").read_bytes()).tournament
    return standings(tournament, [*SUMS, "AOB", "ARO", "TPR", "PTP", "APRO", "DE"])


def test_parts_make_the_value(book: Standings) -> None:
    for row in book:
        for code in SUMS:
            working = book.working(row.id, code)
            assert sum(Fraction(each.value, working.unit) for each in working.counted) == working.value


def test_a_cut_says_what_and_why(book: Standings) -> None:
    working = book.working(4, "BH/C1")
    ((out, why),) = working.cut
    assert (out.round, out.value, why) == (2, 25, Cut.UNPLAYED)
    assert working.value == Fraction(23, 2)
    assert sum_of(working) == "3 + 1.5 + 3.5 + 3.5 (cut 2.5)"


def test_lines_are_in_the_order_of_the_rounds_and_name_the_opponent(book: Standings) -> None:
    found = lines(book, 4, 1)
    assert [line.number for line in found] == ["3", "2.5", "1.5", "3.5", "3.5"]
    assert found[0].text.startswith(
        "round 1, Player012, Test (12): the opponent's score, its last byes counted as draws"
    )
    assert found[1].text == ("round 2, half-point bye: a dummy opponent, no better than draws in all rounds (16.4.2)")
    assert found[1].cut.startswith("a voluntarily unplayed round")
    assert found[2].text == "round 3, Player013, Test (13)"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("BH", "Together: 14."),
        ("AOB", "The average of these 4 is 13.38."),
        ("ARO", "The average of these 4 is 1888."),
        ("TPR", "The average is 1888; 3 of 4 points are 75 per cent, worth +193 (B.02 8.1.1): 2081."),
        ("PTP", "2168 is the lowest rating from which 3 points would be expected (B.02 8.1.2)."),
    ],
)
def test_the_last_sentence(book: Standings, code: str, says: str) -> None:
    index = [str(each) for each in book.tiebreaks].index(code)
    assert summary(book, 4, index) == says


def test_every_value_of_every_kind_has_words() -> None:
    for path in sorted(GOLDEN.glob("*-500[0-4].trf")):
        tournament = read(path.read_bytes()).tournament
        found = standings(
            tournament, ["PS", "SB", *(["EDEBT", "TBR", "BC", "MPvGP"] if tournament.team_event else ["DE"])]
        )
        for row in found:
            for index, working in enumerate(found.workings(row.id)):
                assert summary(found, row.id, index).endswith(".")
                assert len(working_data(working)) == len(lines(found, row.id, index))


def test_a_comparison_says_who_was_level() -> None:
    event = played(4, "1-2:1 3-4:1", "1-3:0 2-4:1", "4-1:0 3-2:0", system="BERGER_ROUNDROBIN")
    found = standings(event, ["DE"])
    assert summary(found, 1, 0) == "3 were level at this point, and this does not separate them."
    assert summary(found, 4, 0) == "Nobody was level at this point: nothing to decide."
    assert [line.text for line in lines(found, 1, 0)] == ["round 1, Player 2 (2)", "round 2, Player 3 (3)"]


def test_a_column_has_one_number_of_digits(book: Standings) -> None:
    code = book.tiebreaks[3]
    assert column([Fraction(39, 4), Fraction(6), None], code) == ["9.75", "6.00", "-"]
    assert column([Fraction(3), Fraction(6)], code) == ["3", "6"]


def test_a_product_shows_the_points_made_though_the_opponent_has_none() -> None:
    event = Tournament(
        players=tuple(map(Player, range(1, 5))),
        rounds=(Round(games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))),),
    )
    table = standings(event, ["SB"])
    assert [line.text for line in lines(table, 1, 0)] == ["round 1, number 3: 0 × 1"]
    assert [line.text for line in lines(table, 3, 0)] == ["round 1, number 1: 1 × 0"]
    assert [line.text for line in lines(table, 4, 0)] == ["round 1, number 2: 0.5 × 0.5"]


def test_a_product_of_teams_shows_the_game_points_made() -> None:
    players = tuple(map(Player, range(1, 5)))
    match = Match(1, 2, (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW)))
    event = Tournament(
        players=players,
        teams=(Team(1, "Team A", (1, 2)), Team(2, "Team C", (3, 4))),
        team_event=True,
        system="FIDE_TEAM",
        rounds=(Round(matches=(match,)),),
    )
    table = standings(event, ["EMGSB"])
    assert [line.text for line in lines(table, 1, 0)] == ["round 1, Team C (2): 0 × 1.5"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(5, 4), "1.25"), (Fraction(3), "3"), (Fraction(1, 8), "0.125"), (Fraction(2, 3), "0.67"), (None, "")],
)
def test_a_spreadsheet_is_given_no_fractions(value: Fraction | None, text: str) -> None:
    assert plain(value) == text
