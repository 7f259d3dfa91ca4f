"""Every value shows its parts, and they make the value; the words are for people."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import standings
from rookery.model import Game, Match, Player, Result, Round, Team, Tournament
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.explain import contribution_lines, format_column, format_plain, format_sum, format_value, summary
from rookery.ranking.standings import Standings
from rookery.ranking.tiebreak import Cut, Why
from rookery.serialize.reports import working_data
from rookery.trf.read import read
from support.small_tournaments import tournament_after

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


def test_a_cut_says_what_and_why(book: Standings, snapshot: SnapshotAssertion) -> None:
    working = book.working(4, "BH/C1")
    ((out, why),) = working.cut
    assert (out.round, out.value, why) == (2, 25, Cut.UNPLAYED)
    assert working.value == Fraction(23, 2)
    assert format_sum(working) == snapshot


def test_lines_are_in_the_order_of_the_rounds_and_name_the_opponent(
    book: Standings, snapshot: SnapshotAssertion
) -> None:
    found = contribution_lines(book, 4, 1)
    assert [line.number for line in found] == ["3", "2.5", "1.5", "3.5", "3.5"]
    assert [bool(line.cut) for line in found] == [False, True, False, False, False]
    assert [line.text for line in found] == snapshot
    assert found[1].cut == snapshot


@pytest.mark.parametrize(
    "code",
    [
        "BH",
        "AOB",
        "ARO",
        "TPR",
        "PTP",
    ],
)
def test_the_last_sentence(book: Standings, code: str, snapshot: SnapshotAssertion) -> None:
    index = [str(tiebreak) for tiebreak in book.tiebreaks].index(code)
    assert summary(book, 4, index) == snapshot


def test_every_value_of_every_kind_has_words() -> None:
    for path in sorted(GOLDEN.glob("*-500[0-4].trf")):
        tournament = read(path.read_bytes()).tournament
        found = standings(
            tournament, ["PS", "SB", *(["EDEBT", "TBR", "BC", "MPvGP"] if tournament.team_event else ["DE"])]
        )
        for row in found:
            for index, working in enumerate(found.workings(row.id)):
                assert summary(found, row.id, index).endswith(".")
                assert len(working_data(working)) == len(contribution_lines(found, row.id, index))


def test_forfeits_of_a_round_robin_count_as_played() -> None:
    event = tournament_after(4, "1-4:1 2-3:+", "4-3:1 1-2:+", "2-4:= 3-1:+", system="BERGER_ROUNDROBIN")
    table = standings(event, ["SB"])
    reasons = {player: [part.why for part in table.working(player, "SB").counted] for player in (1, 2)}
    assert reasons == {1: [Why.OPPONENT, Why.FORFEIT, Why.FORFEIT], 2: [Why.FORFEIT, Why.FORFEIT, Why.OPPONENT]}


def test_a_comparison_names_the_tied(snapshot: SnapshotAssertion) -> None:
    event = tournament_after(4, "1-2:1 3-4:1", "1-3:0 2-4:1", "4-1:0 3-2:0", system="BERGER_ROUNDROBIN")
    found = standings(event, ["DE"])
    assert summary(found, 1, 0) == snapshot
    assert summary(found, 4, 0) == snapshot
    assert [line.text for line in contribution_lines(found, 1, 0)] == snapshot


@pytest.mark.parametrize(("code", "texts"), [("DE", ["-", "1", "-"]), ("BH", ["0", "1", "-"])])
def test_a_comparison_that_decided_nothing_is_a_dash(code: str, texts: list[str]) -> None:
    assert [format_value(value, parse_tiebreak(code)) for value in (0, 1, None)] == texts


def test_boards_are_counted_with_their_points() -> None:
    match = Match(1, 2, (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW)))
    table = standings(two_teams(match), ["BC"])
    assert summary(table, 1, 0).startswith("1 × 1 + 2 × 0.5 = 2;")
    assert [line.text.rpartition(": ")[2] for line in contribution_lines(table, 1, 0)] == ["1 × 1", "2 × 0.5"]


def two_teams(match: Match) -> Tournament:
    return Tournament(
        players=tuple(map(Player, range(1, 5))),
        teams=(Team(1, "Team A", (1, 2)), Team(2, "Team C", (3, 4))),
        team_event=True,
        system="FIDE_TEAM",
        rounds=(Round(matches=(match,)),),
    )


def test_a_column_has_one_number_of_digits(book: Standings) -> None:
    code = book.tiebreaks[3]
    assert format_column([Fraction(39, 4), Fraction(6), None], code) == ["9.75", "6.00", "-"]
    assert format_column([Fraction(3), Fraction(6)], code) == ["3", "6"]


def test_a_product_shows_the_points_against_an_opponent_without_points(snapshot: SnapshotAssertion) -> None:
    event = Tournament(
        players=tuple(map(Player, range(1, 5))),
        rounds=(Round(games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))),),
    )
    table = standings(event, ["SB"])
    texts = [line.text for one in (1, 3, 4) for line in contribution_lines(table, one, 0)]
    assert [text.rpartition(": ")[2] for text in texts] == ["0 × 1", "1 × 0", "0.5 × 0.5"]
    assert texts == snapshot


def test_a_product_of_teams_shows_the_game_points(snapshot: SnapshotAssertion) -> None:
    match = Match(1, 2, (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW)))
    table = standings(two_teams(match), ["EMGSB"])
    (line,) = contribution_lines(table, 1, 0)
    assert line.text.endswith(": 0 × 1.5")
    assert line.text == snapshot


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(5, 4), "1.25"), (Fraction(3), "3"), (Fraction(1, 8), "0.125"), (Fraction(2, 3), "0.67"), (None, "")],
)
def test_a_spreadsheet_has_no_fractions(value: Fraction | None, text: str) -> None:
    assert format_plain(value) == text


def test_a_tie_break_is_recognised_in_any_spelling_of_its_code() -> None:
    found = standings(tournament_after(4, "1-2:1 3-4:1", "1-3:0 2-4:1"), ["SB", "BH/C1/P"])
    for code in ("BH/C1/P", "bh/c1/p", "BH/P/C1"):
        assert found.working(1, code) == found.working(1, 1)
