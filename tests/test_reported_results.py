"""Results for the rating report alone, and expelled players: facts that every file preserves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Expulsion, Game, Player, Remark, ReportedResult, Result, Round, RuleError, Tournament
from rookery.history.late_entries import renumber
from rookery.model import ByeKind
from rookery.trf.read import read

DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "json")


def event() -> Tournament:
    """Six players after a round in which White won everywhere."""
    players = tuple(Player(one, f"P{one}", rating=2400 - 10 * one) for one in range(1, 7))
    made = Tournament(players=players, planned_rounds=4, system="dutch")
    made = made.with_round(rookery.pair(made).round)
    for game in made.rounds[0].games:
        made = made.with_result(1, game.white, game.black, "1-0")
    games = tuple(sorted(made.rounds[0].games, key=lambda game: game.white))
    return replace(made, rounds=(Round(games),))


REPORTED = ReportedResult(1, 1, 4, Result.DRAW)


def test_a_result_for_the_report_affects_the_rating_report_alone() -> None:
    plain = event()
    assert (1, 4) in plain.rounds[0].pairs
    made = replace(plain, reported_results=(REPORTED,))
    assert rookery.standings(made).rows == rookery.standings(plain).rows
    assert rookery.pair(made).round == rookery.pair(plain).round
    assert [game.result for game in rookery.rate(made).games if (game.white, game.black) == (1, 4)] == [Result.DRAW]
    assert rookery.rate(made).games == rookery.rate(made.as_reported()).games != rookery.rate(plain).games


def test_the_tournament_for_the_report_says_what_was_used(snapshot: SnapshotAssertion) -> None:
    made = replace(event(), reported_results=(REPORTED,)).as_reported()
    assert made.rounds[0].games[0].result is Result.DRAW
    (remark,) = made.remarks
    assert remark.round == 1
    assert remark.text == snapshot
    assert made.reported_results == ()
    data = rookery.dumps(made)
    assert [line for line in data.decode().splitlines() if line.startswith("### ")] == snapshot
    assert rookery.loads(data).tournament == made


def test_an_expelled_player_is_not_paired_and_not_ranked(snapshot: SnapshotAssertion) -> None:
    made = event().expel(2, "electronic device")
    assert made.expelled == (Expulsion(2, 2, "electronic device"),)
    following = made.with_round(rookery.pair(made).round)
    assert {bye.player: bye.kind for bye in following.rounds[1].byes}[2] is ByeKind.ZERO
    table = rookery.standings(made)
    assert [player for player, _ in table.left_out] == [2]
    assert table.left_out[0][1] == snapshot
    assert {row.id for row in table.rows} == {1, 3, 4, 5, 6}
    later = replace(following, expelled=(Expulsion(2, 4),))
    assert rookery.standings(later, after=1).left_out == ()


def test_expelled_players_stay_expelled_without_a_number_of_rounds() -> None:
    made = replace(event(), planned_rounds=None).expel(2)
    assert made.absent(2) == made.absent(9) == {2: ByeKind.ZERO}
    assert made.absent(1) == {}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_on_record_comes_back(dialect: str) -> None:
    made = replace(event().expel(2, "Left: the hall"), reported_results=(REPORTED,), remarks=(Remark("by hand", 1),))
    found = rookery.loads(rookery.dumps(made, dialect)).tournament
    assert (found.reported_results, found.expelled, found.remarks) == (
        made.reported_results,
        made.expelled,
        made.remarks,
    )
    assert found.requested_byes == made.requested_byes


def test_a_file_keeps_its_other_lines() -> None:
    text = "### expelled 4: 2 Why not\n012 Club\n001    1      A\n001    2      B\n### by hand\n"
    document = read(text.encode()).document
    assert document is not None
    assert document.tournament.expelled == (Expulsion(2, 4, "Why not"),)
    more = document.replace(
        replace(document.tournament, reported_results=(ReportedResult(1, 1, 2, Result.BLACK_WINS),))
    )
    assert more.lines == (*text.splitlines(), "### report 1: 1-2 0-1")
    assert read(more.dump()).tournament == more.tournament


@pytest.mark.parametrize("line", ["expelled 4: 9 nobody", "report 1: 1-9 1-0", "report 1: 1-2 *", "report 0: 1-2 1-0"])
def test_a_comment_without_a_player_is_a_remark(line: str) -> None:
    found = rookery.loads(f"001    1      A\n001    2      B\n### {line}\n").tournament
    assert (found.remarks, found.expelled, found.reported_results) == ((Remark(line),), (), ())
    assert rookery.loads(rookery.dumps(found)).tournament == found


def test_numbers_move_with_the_players() -> None:
    made = replace(event().expel(2), reported_results=(REPORTED,))
    moved = renumber(made, {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1})
    assert [one.player for one in moved.expelled] == [5]
    assert [(result.white, result.black) for result in moved.reported_results] == [(6, 3)]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ReportedResult(0, 1, 2, Result.DRAW),
        lambda: ReportedResult(1, 1, 2, Result.PENDING),
        lambda: Expulsion(1, 0),
        lambda: Tournament(players=(Player(1),), expelled=(Expulsion(2, 1),)),
        lambda: Tournament(players=(Player(1),), reported_results=(ReportedResult(1, 1, 2, Result.DRAW),)),
        lambda: event().expel(7),
    ],
)
def test_what_cannot_be_on_record(wrong: object) -> None:
    with pytest.raises(RuleError):
        wrong()  # type: ignore[operator]


# -- adjourned games, and results that nobody knows


def test_an_adjourned_game_is_written_with_a_question_mark_and_its_worth() -> None:
    made = event().with_result(1, 1, 4, "adjourned")
    data = rookery.dumps(made)
    assert b"   4 w ?" in data
    assert b"162  W 1.0    D 0.5    L 0.0    X 0.5" in data
    assert rookery.loads(data).tournament == made


@pytest.mark.parametrize(("one", "other"), [("V", "V"), ("V", " "), ("?", "?"), ("X", "?"), ("a", "A")])
def test_an_unknown_letter_is_an_unknown_result(one: str, other: str) -> None:
    rows = [f"001    {n}      {n}".ljust(91) + cell for n, cell in ((1, f"   2 w {one}"), (2, f"   1 b {other}"))]
    reading = rookery.loads("\n".join(rows) + "\n")
    assert reading.tournament.rounds[0] == Round((Game(1, 2, Result.ADJOURNED),))
    said = {problem.code: problem for problem in reversed(reading.problems)}
    assert ("result" in said) is (one == "V")
    if one == "V":
        assert (said["result"].line, said["result"].columns, said["result"].read) == (1, (99, 99), "V")


def test_the_other_row_has_the_result_missing_in_the_first() -> None:
    rows = [f"001    {n}      {n}".ljust(91) + cell for n, cell in ((1, "   2 w V"), (2, "   1 b 0"))]
    assert rookery.loads("\n".join(rows) + "\n").tournament.rounds[0].games[0].result is Result.WHITE_WINS


# -- files for engines


@pytest.mark.parametrize("dialect", ["trfx", "trfbx"])
def test_rows_for_engines_have_the_points_of_their_cells(dialect: str) -> None:
    made = event()
    found = rookery.loads(rookery.dumps(made, dialect)).tournament
    assert [player.points for player in found.players] == [10, 0, 10, 0, 10, 0]
    declared = replace(made, players=tuple(replace(one, points=25) for one in made.players))
    assert {one.points for one in rookery.loads(rookery.dumps(declared, dialect)).tournament.players} == {25}


def test_a_national_record_without_a_name_is_not_lost() -> None:
    for record in (
        rookery.NationalRecord(federation="ENG", rating=1890),
        rookery.NationalRecord(federation="ENG", national_id="A12"),
        rookery.NationalRecord(federation="ENG"),
    ):
        made = Tournament(players=(Player(1, "A", national=(record,)), Player(2, "B")))
        assert rookery.loads(rookery.dumps(made)).tournament == made
    assert "unknown" in {problem.code for problem in rookery.loads("001    1      A\nTNR 1\n").problems}
