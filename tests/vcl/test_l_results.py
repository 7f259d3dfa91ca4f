"""Cluster L from outside: which results there are, the order of boards, and which rounds may still change."""

from __future__ import annotations

from pathlib import Path

import pytest

from rookery import standings
from rookery.formats.board_order import boards
from rookery.model import Result
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.domain.results import CorrectReport, EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.rules import TournamentRules
from support.http_event import Event, event

KNOWN = {str(one) for one in Result}


@pytest.mark.parametrize("text", ["1/2-0", "0-1/2", "0-0", "½-0", "0-½"])
def test_games_over_the_board_that_end_oddly(text: str) -> None:
    assert text.replace("1/2", "½") in KNOWN


@pytest.mark.parametrize(
    "text", ["1-1", "1-½", "½-1", "½/-", "+/½", "½F-0F", "½F-½F", "+/+", "1-½F", "1-0F", "1F-0", "+/0", "1/-"]
)
def test_results_that_cannot_be(tmp_path: Path, text: str) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        pair = made.tournament.rounds[0].pairs[0]
        fields = {"round": "1", "white": made.key(pair[0]), "black": made.key(pair[1]), "result": text}
        before = made.version
        assert made.visitor.form("open", "result.enter", **fields).status_code in (400, 422)
        assert made.version == before


WORTH = {
    "1-0": (10, 0), "½-½": (5, 5), "0-1": (0, 10), "½-0": (5, 0), "0-½": (0, 5), "0-0": (0, 0),
    "1-0 unrated": (10, 0), "½-½ unrated": (5, 5), "0-1 unrated": (0, 10), "½-0 unrated": (5, 0),
    "0-½ unrated": (0, 5), "0-0 unrated": (0, 0), "+/-": (10, 0), "-/+": (0, 10), "-/-": (0, 0), "adjourned": (5, 5),
}  # fmt: skip
"""What both have for a result, in tenths."""


@pytest.mark.parametrize("result", [one for one in Result if one is not Result.PENDING], ids=str)
def test_every_result_counts_as_the_library_counts_it(tmp_path: Path, result: Result) -> None:
    with event(tmp_path, rounds=1) as made:
        made.do(PairRound())
        for game in made.tournament.rounds[0].games:
            made.enter(1, game.white, game.black, result)
        points = {row.id: row.points for row in standings(made.tournament, provisional=True).rows}
        white, black = WORTH[str(result)]
        assert [(points[one.white], points[one.black]) for one in made.tournament.rounds[0].games] == [
            (white, black)
        ] * 4
        for line in made.file().splitlines():
            if line.startswith("001"):
                assert float(line[80:84]) * 10 == points[int(line[4:8])]
        final = made.file(final=True)
        assert bool(final) == (result is not Result.ADJOURNED)


def test_exactly_three_forfeits() -> None:
    assert {str(one) for one in Result if one.forfeit} == {"+/-", "-/+", "-/-"}


def test_boards_stand_in_the_order_of_the_rules(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(2)
        made.do(PairRound())
        t = made.tournament
        points = {row.id: row.points for row in standings(t, after=2).rows}
        page = made.page("/papers/pairings.html?round=3").partition("<tbody")[2]
        names = [t.participants_by_number[game.white].name for game in boards(t, 3)]
        places = [page.index(name) for name in names]
        assert places == sorted(places)
        strongest = [max(points[game.white], points[game.black]) for game in boards(t, 3)]
        assert strongest == sorted(strongest, reverse=True)


def results_of(made: Event, round: int) -> EnterResult:
    game = made.tournament.rounds[round - 1].games[0]
    return EnterResult(round, made.key(game.white), made.key(game.black), Result.BLACK_WINS)


def test_only_the_round_before_the_last_played_may_change(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(4)
        for round in (1, 2):
            assert made.refusal(results_of(made, round))["code"] == "past"
            pair = made.tournament.rounds[round - 1].pairs[0]
            assert made.visitor.wish("open", Swap(made.key(pair[0]), made.key(pair[1]), round=round)).status_code == 422
        assert made.warnings(results_of(made, 3)) == {"correction": 3}
        made.do(results_of(made, 3), "correction")
        assert any(remark.startswith("Correction") and "@ Round 3" in remark for remark in made.remarks)
        made.do(results_of(made, 4))


def test_taking_rounds_back_is_no_way_round_it(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(4)
        made.do(UnpairRound(), "results-lost")
        answer = made.visitor.wish("open", UnpairRound())
        made.do(UnpairRound(), *{one["code"] for one in answer.json()["warnings"]})
        assert made.refusal(UnpairRound())["code"] == "past"
        assert made.refusal(results_of(made, 2))["code"] == "past"


def test_a_result_for_the_rating_report_alone(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(3)
        game = made.tournament.rounds[0].games[0]
        before = made.tournament.rounds
        wanted = CorrectReport(1, made.key(game.white), made.key(game.black), Result.DRAW)
        assert made.warnings(wanted) == {"report-only": 3}
        made.do(wanted, "report-only")
        assert made.tournament.rounds == before
        assert any(remark.startswith("Rating correction") and "@ Round 1" in remark for remark in made.remarks)


def test_with_acceleration_the_points_of_it_count_for_the_boards(tmp_path: Path) -> None:
    with event(tmp_path, TournamentRules(system="dutch-baku", rounds=5)) as made:
        made.rounds(1)
        made.do(PairRound())
        t = made.tournament
        (first, *_) = (
            {t.participants_by_number[game.white].name, t.participants_by_number[game.black].name}
            for game in boards(t, 2)
        )
        assert first <= {"Ada", "Ben", "Cyd", "Dot"}
