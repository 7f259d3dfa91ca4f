"""The commands for corrections: who somebody is, who may meet, a round taken back or exchanged, line-ups; refusals."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.cli.errors import BAD_INPUT, DONE, UNANSWERED
from rookery.model import ForbiddenPair, Tournament
from support.command_line import Done, Run
from support.snapshots import command_id, lines_with

SWISS, TEAMS = "examples/swiss.trf", "examples/team-swiss.trf"


def tournament(path: str) -> Tournament:
    return rookery.load(Path(path)).tournament


def plain(done: Done) -> str:
    """What was said, in one line."""
    return " ".join((done.out + done.err).split())


@pytest.fixture(params=["trf", "json"])
def club(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    """Eight players, five rounds, none of them paired."""
    path = f"club.{request.param}"
    assert run("new", path, "--players", "examples/players.csv", "--rounds", 5, "--colour", "white").code == DONE
    return path


# -- who somebody is ---------------------------------------------------------------------------------------------------


def test_a_player_is_put_right(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("edit", club, "linnet", "--name", "Linnet-Teal, Odile", "--title", "wcm", "--birth", "1969-02-03")
    assert plain(done) == snapshot
    one = tournament(club).players[5]
    assert (one.name, one.title, str(one.birth), one.federation) == ("Linnet-Teal, Odile", "WCM", "1969-02-03", "FRA")
    assert run("edit", club, 6, "--title", "WCM").out == snapshot
    assert plain(run("edit", club, 6, "--title", "", "--birth", "")) == snapshot
    assert run("undo", club, "--steps", 2).code == DONE
    assert tournament(club).participants_by_number[6].name == "Linnet, Odile"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--title", "XYZ"],
        ["--birth", "yesterday"],
        ["--name", " "],
        ["--name", "Rook, Benedict", "--birth", "1976-01-05"],
        ["--strength", "7"],
    ],
    ids=command_id,
)
def test_what_cannot_be_meant_of_a_player(words: list[str], club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    before = Path(club).read_bytes()
    done = run("edit", club, 6, *words)
    assert (done.code, Path(club).read_bytes()) == (BAD_INPUT, before)
    assert done.err == snapshot


def test_trf_has_no_room_for_everything(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("edit", SWISS, 1, "--club", "Harbour").err == snapshot
    assert run("edit", SWISS, 11, "--national-id", "E77").err == snapshot
    long = "Brambling-Featherstonehaugh, Saoirse Anne"
    assert plain(run("edit", SWISS, 8, "--name", long)) == snapshot


def test_a_team_and_its_players_are_put_right(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("edit", TEAMS, "t2", "--name", "Quay Juniors").out == snapshot
    assert run("edit", TEAMS, 2, "--federation", "WLS").out == snapshot
    assert tournament(TEAMS).teams[1].name == "Quay Juniors"
    assert run("edit", TEAMS, "t2", "--title", "GM").err == snapshot
    assert run("edit", TEAMS, "t9", "--name", "X").err == snapshot


def test_a_player_is_taken_off_the_list_before_round_1(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("bye", club, 8, "half", "--round", 2)
    assert run("remove", club, "Hazel").out == snapshot
    made = tournament(club)
    assert [player.number for player in made.players] == [1, 2, 3, 4, 5, 6, 7]
    assert made.participants_by_number[made.requested_byes[0].player].name == "Cranesbill, Ivor"
    assert run("pair", club, "-o", club).code == DONE
    done = run("remove", club, 3)
    assert (done.code, "(C.04.2 3.2)" in done.err) == (BAD_INPUT, True)
    assert done.err == snapshot


# -- who may meet ------------------------------------------------------------------------------------------------------


def test_some_pairs_are_forbidden_until_round_1_is_paired(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("forbid", club, "Rook", "Yarrow").out == snapshot
    assert run("forbid", club, "Rook", 4).out == snapshot
    assert plain(run("forbid", club, 2, 3, 5, "--to", 2)) == snapshot
    assert tournament(club).forbidden_pairs == (ForbiddenPair((1, 4)), ForbiddenPair((2, 3, 5), 1, 2))
    assert run("allow", club, 2, 3).err == snapshot
    assert run("allow", club, 2, 3, 5).code == DONE
    assert run("allow", club, 2, 3).err == snapshot
    run("pair", club, "-o", club)
    assert {1, 4} not in [set(pair) for pair in tournament(club).rounds[0].pairs]
    for command in (["forbid", club, 2, 7], ["allow", club, 1, 4]):
        done = run(*command)
        assert (done.code, "(C.04.2 1.3)" in done.err) == (BAD_INPUT, True)
        assert done.err == snapshot


# -- a round taken back or exchanged -----------------------------------------------------------------------------------


def test_the_last_round_is_taken_back(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    there = tournament(SWISS)
    assert run("pair", SWISS, "-o", SWISS).code == DONE
    assert run("unpair", SWISS).out == snapshot
    assert replace(tournament(SWISS), requested_byes=there.requested_byes) == there
    assert set(tournament(SWISS).requested_byes) == set(there.requested_byes)
    before = Path(SWISS).read_bytes()
    check_refusal(run, snapshot, UNANSWERED, "unpair", SWISS, fact="results-lost: ")
    assert run("unpair", SWISS, "--yes", "results-lost").code == DONE
    assert "### Round taken back @ Round 3: 1-2, 5-3" in Path(SWISS).read_text()
    assert run("undo", SWISS).code == DONE
    assert Path(SWISS).read_bytes() == before


def test_nothing_to_take_back(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("unpair", club).err == snapshot


def test_colours_are_exchanged_and_the_file_says_so(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    check_refusal(run, snapshot, UNANSWERED, "swap", SWISS, 3, "1-2", fact="by-hand: ")
    assert run("swap", SWISS, 3, "1-2", "--yes", "by-hand", "--yes", "both-colours").code == UNANSWERED
    done = run("swap", SWISS, 3, "1-2", "--yes", "by-hand!", "--yes", "both-colours")
    assert done.out == snapshot
    made = tournament(SWISS)
    game = next(one for one in made.rounds[2].games if one.white == 2)
    assert (game.black, str(game.result)) == (1, "1-0")  # who won has won
    assert [str(remark) for remark in made.remarks] == ["MPA @ Round 3: 1-2 => 2-1"]


def test_partners_are_exchanged(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    yes = ("--yes", "by-hand!", "--yes", "results-lost")
    assert run("swap", SWISS, 3, 4, 7).err == snapshot
    assert run("swap", SWISS, 3, "Marrow", 7, *yes).code == DONE
    made = tournament(SWISS).rounds[2]
    assert {(4, 12), (11, 7)} < set(made.pairs)
    assert len(made.pending) == 2


@pytest.mark.parametrize(
    ("words", "article"),
    [
        ([2, "1-4"], "(C.04.2 4.3)"),
        ([4, "1-4"], "(C.04.2 1.1)"),
        ([3, "4-7"], "(C.04.1 7)"),
        ([3, "3", "5"], "(C.04.1 2)"),
        ([3, "3", "10"], "(C.04.2 3.3)"),
        ([3, "3", "99"], ""),
        ([3, "3", "4", "5"], ""),
    ],
    ids=command_id,
)
def test_what_cannot_be_exchanged(
    words: list[object], article: str, run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    check_refusal(run, snapshot, BAD_INPUT, "swap", SWISS, *words, fact=article)


# -- line-ups ----------------------------------------------------------------------------------------------------------


def test_a_line_up_sits_at_open_boards(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("line-up", TEAMS, 4, 1, 8, 1, 15, 22).err == snapshot
    run("pair", TEAMS, "-o", TEAMS)
    asked = run("line-up", TEAMS, 4, "Heronsgate", 8, 1, 15, 22)
    assert (asked.code, "line-up: " in asked.err) == (UNANSWERED, True)
    assert asked.err == snapshot
    done = run("line-up", TEAMS, 4, "Heronsgate", 8, 1, 15, 22, "--yes", "line-up")
    assert done.out == snapshot
    match = next(one for one in tournament(TEAMS).rounds[3].matches if one.white == 1)
    assert [(game.white, game.black) for game in match.games] == [(8, 5), (12, 1), (15, 19), (26, 22)]
    assert run("enter", TEAMS, 4, "8-5=1-0").code == DONE
    for team, players in [
        (1, (1, 8, 15, 22)),
        (1, (8, 1, 15)),
        (1, (8, 1, 15, 2)),
        (4, (4, 11, 18, 25)),
    ]:
        check_refusal(run, snapshot, BAD_INPUT, "line-up", TEAMS, 4, team, *players)
    check_refusal(run, snapshot, BAD_INPUT, "line-up", TEAMS, 3, 1, fact="(C.04.2 4.3)")
    check_refusal(run, snapshot, BAD_INPUT, "line-up", SWISS, 3, 1)


# -- results by board and by name --------------------------------------------------------------------------------------


def test_results_by_board_and_by_name(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("pair", SWISS, "-o", SWISS)
    shown = run("show", SWISS, "--round", 4).out
    assert "    1   2  WIM Heron, Isolde" in shown
    done = run("enter", SWISS, 4, "b1=1-0", "Quillfeather - larkspur=1/2-1/2")
    assert (done.code, done.out.splitlines()[:2]) == (
        DONE,
        ["2 WIM Heron, Isolde - 4 Marrow, Beatrice: 1 - 0", "7 Quillfeather, Hugo - 1 FM Larkspur, Edmund: ½ - ½"],
    )
    for entry in (
        "b9=1-0",
        "b1.1=1-0",
        "Larkspur - Quillfeather=1-0",
        "Nobody - Heron=1-0",
        "Heron-Marrow=1-0",
        "b1",
        "b1=fine",
    ):
        check_refusal(run, snapshot, BAD_INPUT, "enter", SWISS, 4, entry)
    check_refusal(run, snapshot, BAD_INPUT, "enter", SWISS, 5, "b1=1-0", fact="(C.04.2 1.1)")
    Path("names.csv").write_text('white,black,result\n"Thistlewood","Pemberley, Ottilie",0-1\n8,11,1-0\n')
    assert run("enter", SWISS, 4, "--csv", "names.csv").code == DONE
    assert tournament(SWISS).rounds[3].pending == tuple(g for g in tournament(SWISS).rounds[3].games if g.white == 12)


def test_boards_of_a_match(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("pair", TEAMS, "-o", TEAMS)
    assert run("enter", TEAMS, 4, "b3.2=0-1").out == snapshot
    check_refusal(run, snapshot, BAD_INPUT, "enter", TEAMS, 4, "b3=1-0")
    check_refusal(run, snapshot, BAD_INPUT, "enter", TEAMS, 4, "b3.5=1-0")
    assert run("enter", TEAMS, 4, "Bittern - Elder=1-0").code == DONE


# -- what results are worth --------------------------------------------------------------------------------------------


def test_points_and_the_bye_are_set_before_round_1(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", club, "--points", "3-1-0").out == snapshot
    assert run("set", club, "--bye-value", "1").out == snapshot
    made = tournament(club).points
    assert (made.win, made.draw, made.loss, made.pab, made.half_bye) == (30, 10, 0, 10, 10)
    assert run("set", club, "--points", "classic").code == DONE
    check_refusal(run, snapshot, BAD_INPUT, "set", club, "--bye-value", "0.3", fact="(C.04.1 3)")
    for words in (
        ("--bye-value", "2"),
        ("--bye-value", "much"),
        ("--points", "3-1"),
        ("--points", "1-2-3"),
    ):
        check_refusal(run, snapshot, BAD_INPUT, "set", club, *words)
    assert run("pair", club, "-o", club).code == DONE
    check_refusal(run, snapshot, BAD_INPUT, "set", club, "--points", "3-1-0")


def test_a_tournament_starts_with_points_of_its_own(run: Run, ground: Path) -> None:
    done = run(
        "new", "x.trf", "--players", "examples/players.csv", "--rounds", 5, "--points", "2-1-0", "--bye-value", 1
    )
    assert done.code == DONE
    made = tournament("x.trf").points
    assert (made.win, made.draw, made.loss, made.pab) == (20, 10, 0, 10)


@pytest.mark.parametrize(
    "words",
    [
        ("--system", "keizer"),
        ("--bye-value", "0.7"),
    ],
    ids=command_id,
)
def test_a_tournament_by_other_rules_begins_outside_fide_mode(
    words: tuple[str, ...], run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    command = ("new", "x.trf", "--players", "examples/players.csv", "--rounds", 5, *words)
    asked = run(*command)
    assert (asked.code, Path("x.trf").exists()) == (UNANSWERED, False)
    assert "leave-mode: " in asked.err
    assert asked.err == snapshot
    assert run(*command, "--yes", "leave-mode").code == UNANSWERED
    assert run(*command, "--yes", "leave-mode!").code == DONE
    assert "### FIDE mode exited @ Round 1" in Path("x.trf").read_text()


# -- who has withdrawn -------------------------------------------------------------------------------------------------


def test_withdrawn_players_are_shown(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert lines_with(run("standings", SWISS).out, "10 Dunnock") == snapshot
    assert lines_with(run("standings", SWISS).out, "Dunnock, Alfred *")
    assert "*" not in run("standings", SWISS, "--after", 1).out
    assert "*" not in run("standings", SWISS, "--category", "sex=w").out
    assert lines_with(run("standings", SWISS, "--format", "html").out, "10 Dunnock") == snapshot
    head, *_ = run("show", SWISS).out.split("\n\n")
    assert head == snapshot


# -- what is refused, or asks, with its article ------------------------------------------------------------------------


def check_refusal(run: Run, snapshot: SnapshotAssertion, code: int, *words: object, fact: str = "") -> None:
    """Check that a command changes nothing, ends with a code, and writes what the snapshot has, a fact in it."""
    path = Path(str(words[1]))
    before = path.read_bytes()
    done = run(*words)
    assert (done.code, path.read_bytes()) == (code, before), done
    assert fact in plain(done)
    assert plain(done) == snapshot


def test_what_would_not_be_right_is_refused_or_asks(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    check_refusal(run, snapshot, BAD_INPUT, "enter", SWISS, 4, "2-4=1-0")
    check_refusal(run, snapshot, BAD_INPUT, "enter", SWISS, 1, "1-6=0-1")
    check_refusal(run, snapshot, UNANSWERED, "enter", SWISS, 2, "4-1=1-0", fact="correction: ")
    check_refusal(run, snapshot, UNANSWERED, "bye", SWISS, 5, "half", "--round", 5, fact="second-half-bye: ")
    check_refusal(run, snapshot, BAD_INPUT, "set", SWISS, "--rounds", 8, "--round-dates", "", fact="(C.04.1 1)")
    check_refusal(run, snapshot, UNANSWERED, "set", SWISS, "--tiebreaks", "SB", fact="tie-breaks: ")
    check_refusal(run, snapshot, BAD_INPUT, "pair", "examples/lim.trf", "-o", SWISS)


def test_late_entry_is_impossible_after_the_last_round(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("set", club, "--rounds", 1).code == DONE
    assert run("pair", club, "-o", club).code == DONE
    check_refusal(run, snapshot, BAD_INPUT, "add", club, "--name", "Wren, Dora", fact="(C.04.2 2.4)")


def test_withdrawn_players_stay_withdrawn_when_rounds_are_added(club: str, run: Run) -> None:
    assert run("withdraw", club, 8).code == DONE
    done = run("set", club, "--rounds", 6, "--yes", "still-withdrawn")
    assert done.code == DONE
    assert "8 Cranesbill, Ivor" in done.out + done.err
    assert 8 in tournament(club).absent(6)


def test_an_answer_to_no_warning_is_refused(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    before = Path(SWISS).read_bytes()
    done = run("withdraw", SWISS, 3, "--yes", "everything", "--yes", "full-bye")
    assert done.code == BAD_INPUT
    assert done.err == snapshot
    assert Path(SWISS).read_bytes() == before
    assert run("withdraw", SWISS, 3, "--yes", "full-bye").code == DONE


def test_json_data_marks_withdrawn_players(run: Run, ground: Path) -> None:
    rows = json.loads(run("standings", SWISS, "--format", "json").out)["rows"]
    assert {row["id"]: row["withdrawn"] for row in rows if "withdrawn" in row} == {10: 3}
    head, *lines = csv.reader(run("standings", SWISS, "--format", "csv").out.splitlines())
    assert head[-1] == "withdrawn"
    assert {line[1]: line[-1] for line in lines if line[-1]} == {"10": "3"}
    before = csv.reader(run("standings", SWISS, "--format", "csv", "--after", 1).out.splitlines())
    assert next(before)[-1] != "withdrawn"


def test_a_file_written_anew_can_be_undone(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    before = Path(SWISS).read_bytes().replace(b"022 ", b"022   ")
    Path(SWISS).write_bytes(before)
    assert run("convert", SWISS, SWISS).code == DONE
    assert Path(SWISS).read_bytes() != before
    (line,) = run("history", SWISS).out.splitlines()
    assert line.rpartition(": ")[2] == snapshot
    assert run("undo", SWISS).code == DONE
    assert Path(SWISS).read_bytes() == before


def test_a_refused_pairing_has_no_title(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("new", "rr.trf", "--players", "examples/players.csv", "--system", "round-robin")
    run("pair", "rr.trf", "-o", "rr.trf")
    done = run("pair", "rr.trf")
    assert (done.code, done.out) == (BAD_INPUT, "")
    assert done.err == snapshot


def test_every_open_game_of_a_knock_out_is_named(run: Run, ground: Path) -> None:
    run("new", "cup.trf", "--players", "examples/players.csv", "--system", "knockout", "--yes", "leave-mode!")
    run("pair", "cup.trf", "-o", "cup.trf")
    run("enter", "cup.trf", 1, "b1=1-0")
    done = run("pair", "cup.trf")
    assert done.code == BAD_INPUT
    assert len(re.findall(r"\b\d-\d\b", done.err)) == 3


def test_a_late_entry_after_round_4_moves_others_with_an_explanation(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    assert run("pair", SWISS, "-o", SWISS).code == DONE
    done = run("add", SWISS, "--name", "Wren, Dora", "--rating", 1900)
    assert "(C.04.2 2.4)" in plain(done)
    assert plain(done) == snapshot
