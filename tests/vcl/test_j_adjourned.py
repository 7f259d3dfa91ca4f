"""Cluster J from outside: games that are adjourned, or have no result when the next round is paired."""

from __future__ import annotations

from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from rookery.model import Result
from rookery.tournaments.domain.lifecycle import CloseTournament
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import SetRules
from support.html_elements import select_text, select_texts
from support.http_event import FIELD, Event, event
from support.visitors import import_file, open_desk, upload_file


def first_game(made: Event, round: int) -> tuple[int, int]:
    game = made.tournament.rounds[round - 1].games[0]
    return game.white, game.black


def test_a_game_is_adjourned_and_decided_at_any_time(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        white, black = first_game(made, 1)
        made.enter(1, white, black, Result.ADJOURNED)
        made.play()
        made.do(PairRound(), "adjourned-old")
        made.play()
        made.do(PairRound(), "adjourned-old")
        made.play()
        made.enter(1, white, black, Result.WHITE_WINS, "adjourned-decided")
        assert any(remark.startswith("Adjournment") and "@ Round 1" in remark for remark in made.remarks), made.remarks


def test_a_draw_asks_nothing(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        white, black = first_game(made, 1)
        made.enter(1, white, black, Result.ADJOURNED)
        made.play()
        made.do(PairRound(), "adjourned-old")
        made.enter(1, white, black, Result.DRAW)
        assert not [remark for remark in made.remarks if remark.startswith("Adjournment")]


def test_pairing_with_results_missing_makes_them_adjourned_and_says_so_first(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        assert made.warnings(PairRound()) == {"adjourned-now": 2}
        made.do(PairRound(), "adjourned-now")
        assert {game.result for game in made.tournament.rounds[0].games} == {Result.ADJOURNED}
        assert made.warnings(PairRound()) == {"adjourned-now": 2, "adjourned-old": 2}


def test_an_adjourned_game_is_a_question_mark_in_the_file_of_a_running_event(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(PairRound())
        white, black = first_game(made, 1)
        made.enter(1, white, black, Result.ADJOURNED)
        (row,) = [line for line in made.file().splitlines() if line.startswith("001") and " Ada " in line]
        assert row.rstrip().endswith("?")


def test_an_unknown_result_is_imported_as_unknown(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path / "first", players=FIELD[:4], rounds=3) as made:
        made.rounds(1)
        text = made.file().replace("   3 w 1", "   3 w V").replace("   1 b 0", "   1 b V")
    house = open_desk(tmp_path)
    _, page = upload_file(house.visitor(), "odd.trf", text.encode())
    adjustments = [text for text in select_texts(page, "ul.list li") if "'V'" in text]
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith("001") and " V" in line]
    assert [text.partition(",")[0] for text in adjustments] == [f"line {number}" for number in lines]
    assert [text.partition(",")[2] for text in adjustments] == snapshot
    slug = import_file(house.visitor(), "odd.trf", text.encode())
    visitor = house.visitor()
    assert "adjourned" in visitor.ask(f"/t/{slug}/round/1").text
    rows = [line for line in visitor.ask(f"/t/{slug}/files/trf26").text.splitlines() if line.startswith("001")]
    assert sum(row.rstrip().endswith("?") for row in rows) == 2
    assert visitor.ask(f"/t/{slug}/files/trf26?final=1").status_code != 200
    house.store.close()


def test_nothing_is_final_while_a_game_is_open_or_adjourned(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path, rounds=1) as made:
        made.do(PairRound())
        for result in (None, Result.ADJOURNED):
            white, black = first_game(made, 1)
            if result is not None:
                made.enter(1, white, black, result)
                for game in made.tournament.rounds[0].pending:
                    made.enter(1, game.white, game.black, Result.DRAW)
            assert made.file(final=True) == ""
            assert made.refusal(CloseTournament())["code"] == "not-final"
            assert select_texts(made.page("/papers/standings.html"), "p.state") == snapshot
            assert select_text(made.page("/report"), "li .frozen") == snapshot
        made.enter(1, *first_game(made, 1), Result.WHITE_WINS)
        assert made.file(final=True)
        made.do(CloseTournament())


def test_an_adjourned_game_is_worth_a_draw_and_nothing_else(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        for worth in (10, 0):
            assert made.refusal(SetRules({"points": {"adjourned": worth}}))["code"] == "not-fide"
