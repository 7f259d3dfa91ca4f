"""The commands for corrections: who somebody is, who may meet, a round taken back or exchanged, line-ups; refusals."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

import rookery
from rookery.cli.exits import BAD, DONE, UNANSWERED
from rookery.model import Forbidden, Tournament
from rookery.values import replace
from support.command_line import Done, Run

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


def test_a_player_is_put_right(club: str, run: Run) -> None:
    done = run("edit", club, "linnet", "--name", "Linnet-Teal, Odile", "--title", "wcm", "--birth", "1969-02-03")
    assert plain(done) == (
        "6 Linnet, Odile: name Linnet-Teal, Odile, was Linnet, Odile; title WCM, was none; born 1969-02-03, was 1969."
    )
    one = tournament(club).players[5]
    assert (one.name, one.title, str(one.birth), one.federation) == ("Linnet-Teal, Odile", "WCM", "1969-02-03", "FRA")
    assert run("edit", club, 6, "--title", "WCM").out == "Nothing changed.\n"
    assert plain(run("edit", club, 6, "--title", "", "--birth", "")).endswith(
        "title none, was WCM; born none, was 1969-02-03."
    )
    assert run("undo", club, "--steps", 2).code == DONE
    assert tournament(club).by_id[6].name == "Linnet, Odile"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "nothing to put right"),
        (["--title", "XYZ"], "--title: read 'XYZ', expected one of GM"),
        (["--birth", "yesterday"], "--birth: read 'yesterday'"),
        (["--name", " "], "a player needs a name"),
        (["--name", "Rook, Benedict", "--birth", "1976-01-05"], "Rook, Benedict takes part already, as number 1"),
        (["--strength", "7"], "--strength is for a team (t3)"),
    ],
)
def test_what_cannot_be_meant_of_a_player(words: list[str], says: str, club: str, run: Run) -> None:
    before = Path(club).read_bytes()
    done = run("edit", club, 6, *words)
    assert (done.code, Path(club).read_bytes()) == (BAD, before)
    assert says in done.err


def test_trf_has_no_room_for_everything(run: Run, ground: Path) -> None:
    assert "TRF has no place for clubs" in run("edit", SWISS, 1, "--club", "Harbour").err
    assert "11 Fennel, Priya has a FIDE ID" in run("edit", SWISS, 11, "--national-id", "E77").err
    long = "Brambling-Featherstonehaugh, Saoirse Anne"
    assert f"TRF has no room for so long a name (JSON has): {long} stands as" in plain(
        run("edit", SWISS, 8, "--name", long)
    )


def test_a_team_and_its_players_are_put_right(run: Run, ground: Path) -> None:
    assert (
        run("edit", TEAMS, "t2", "--name", "Quay Juniors").out == "2 Mill Bridge: name Quay Juniors, was Mill Bridge.\n"
    )
    assert run("edit", TEAMS, 2, "--federation", "WLS").out == "2 Avocet, Basil: federation WLS, was ENG.\n"
    assert tournament(TEAMS).teams[1].name == "Quay Juniors"
    assert "--title is for a player of a team" in run("edit", TEAMS, "t2", "--title", "GM").err
    assert "there is no team 9" in run("edit", TEAMS, "t9", "--name", "X").err


def test_a_player_is_taken_off_the_list_before_round_1(club: str, run: Run) -> None:
    run("bye", club, 8, "half", "--round", 2)
    assert run("remove", club, "Hazel").out == "5 Hazel, Magnus is off the list; 3 others have another number now.\n"
    made = tournament(club)
    assert [one.id for one in made.players] == [1, 2, 3, 4, 5, 6, 7]
    assert made.by_id[made.requested[0].player].name == "Cranesbill, Ivor"
    assert run("pair", club, "-o", club).code == DONE
    done = run("remove", club, 3)
    assert done.code == BAD
    assert "Wagtail, Nora can withdraw, and stays on the list (C.04.2 3.2); withdraw the player" in done.err


# -- who may meet ------------------------------------------------------------------------------------------------------


def test_some_are_kept_apart_until_round_1_is_paired(club: str, run: Run) -> None:
    assert run("forbid", club, "Rook", "Yarrow").out == "1 FM Rook, Benedict and 4 Yarrow, Keiko do not meet.\n"
    assert run("forbid", club, "Rook", 4).out == "Nothing changed.\n"
    assert plain(run("forbid", club, 2, 3, 5, "--to", 2)).endswith("do not meet from round 1 to 2.")
    assert tournament(club).forbidden == (Forbidden((1, 4)), Forbidden((2, 3, 5), 1, 2))
    assert "let all of these meet" in run("allow", club, 2, 3).err
    assert run("allow", club, 2, 3, 5).code == DONE
    assert "may meet as it is" in run("allow", club, 2, 3).err
    run("pair", club, "-o", club)
    assert {1, 4} not in [set(pair) for pair in tournament(club).rounds[0].pairs]
    for command in (["forbid", club, 2, 7], ["allow", club, 1, 4]):
        done = run(*command)
        assert (done.code, "round 1 has been paired (C.04.2 1.3)" in done.err) == (BAD, True)


# -- a round taken back or exchanged -----------------------------------------------------------------------------------


def test_the_last_round_is_taken_back(run: Run, ground: Path) -> None:
    there = tournament(SWISS)
    assert run("pair", SWISS, "-o", SWISS).code == DONE
    assert run("unpair", SWISS).out == "Round 4 has been taken back: 3 rounds are paired now.\n"
    assert replace(tournament(SWISS), requested=there.requested) == there
    assert set(tournament(SWISS).requested) == set(there.requested)
    before = Path(SWISS).read_bytes()
    asked = run("unpair", SWISS)
    assert (asked.code, Path(SWISS).read_bytes()) == (UNANSWERED, before)
    assert "results-lost: round 3 has results, which are lost with it: 1-2, 5-3" in asked.err
    assert run("unpair", SWISS, "--yes", "results-lost").code == DONE
    assert "### Round taken back @ Round 3: 1-2, 5-3" in Path(SWISS).read_text()
    assert run("undo", SWISS).code == DONE
    assert Path(SWISS).read_bytes() == before


def test_nothing_to_take_back(club: str, run: Run) -> None:
    assert "no round has been paired" in run("unpair", club).err


def test_colours_are_exchanged_and_the_file_says_so(run: Run, ground: Path) -> None:
    asked = run("swap", SWISS, 3, "1-2")
    assert asked.code == UNANSWERED
    assert "the file will say: ### MPA @ Round 3: 1-2 => 2-1" in asked.err
    assert run("swap", SWISS, 3, "1-2", "--yes", "by-hand", "--yes", "both-colours").code == UNANSWERED
    done = run("swap", SWISS, 3, "1-2", "--yes", "by-hand!", "--yes", "both-colours")
    assert done.out == "2 WIM Heron, Isolde has White against 1 FM Larkspur, Edmund.\n"
    made = tournament(SWISS)
    game = next(one for one in made.rounds[2].games if one.white == 2)
    assert (game.black, str(game.result)) == (1, "1-0")  # who won has won
    assert [str(one) for one in made.remarks] == ["MPA @ Round 3: 1-2 => 2-1"]


def test_partners_are_exchanged(run: Run, ground: Path) -> None:
    yes = ("--yes", "by-hand!", "--yes", "results-lost")
    assert "results of round 3 are lost with their boards: 7-12 and 11-4" in run("swap", SWISS, 3, 4, 7).err
    assert run("swap", SWISS, 3, "Marrow", 7, *yes).code == DONE
    made = tournament(SWISS).rounds[2]
    assert {(4, 12), (11, 7)} < set(made.pairs)
    assert len(made.pending) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([2, "1-4"], "round 2 cannot be made by hand: 3 rounds are paired (C.04.2 4.3)"),
        ([4, "1-4"], "round 4 is not paired yet (C.04.2 1.1); pair it first"),
        ([3, "4-7"], "Marrow, Beatrice and Quillfeather, Hugo do not meet in this round"),
        ([3, "3", "5"], "meet in this round (C.04.1 2); exchange their colours"),
        ([3, "3", "10"], "Dunnock, Alfred has a zero-point bye, and no place to give (C.04.2 3.3)"),
        ([3, "3", "99"], "there is no player 99"),
        ([3, "3", "4", "5"], "expected 3-7"),
    ],
)
def test_what_cannot_be_exchanged(words: list[object], says: str, run: Run, ground: Path) -> None:
    before = Path(SWISS).read_bytes()
    done = run("swap", SWISS, *words)
    assert (done.code, Path(SWISS).read_bytes()) == (BAD, before)
    assert says in done.err


# -- line-ups ----------------------------------------------------------------------------------------------------------


def test_a_line_up_sits_at_open_boards(run: Run, ground: Path) -> None:
    assert "round 4 is not paired yet, and a file keeps no line-ups" in run("line-up", TEAMS, 4, 1, 8, 1, 15, 22).err
    run("pair", TEAMS, "-o", TEAMS)
    asked = run("line-up", TEAMS, 4, "Heronsgate", 8, 1, 15, 22)
    assert asked.code == UNANSWERED
    assert "line-up: Heronsgate does not sit in the order of its list, but as 2-1-3-4 of it" in asked.err
    done = run("line-up", TEAMS, 4, "Heronsgate", 8, 1, 15, 22, "--yes", "line-up")
    assert done.out.splitlines()[0] == "Board 1 of 1-5: 8 Hyssop, Hari instead of 1 Bittern, Ada."
    match = next(one for one in tournament(TEAMS).rounds[3].matches if one.white == 1)
    assert [(game.white, game.black) for game in match.games] == [(8, 5), (12, 1), (15, 19), (26, 22)]
    assert run("enter", TEAMS, 4, "8-5=1-0").code == DONE
    for team, players, says in [
        (1, (1, 8, 15, 22), "Hyssop, Hari has played"),
        (1, (8, 1, 15), "has 4 boards, and 3 are named"),
        (1, (8, 1, 15, 2), "Avocet, Basil: not in the roster of Heronsgate"),
        (4, (4, 11, 18, 25), "Larkhill has no boards in round 4"),
    ]:
        refused = run("line-up", TEAMS, 4, team, *players)
        assert (refused.code, says in refused.err) == (BAD, True), refused.err
    assert "round 3 stays as it is: round 4 has been paired (C.04.2 4.3)" in run("line-up", TEAMS, 3, 1).err
    assert "an event of players" in run("line-up", SWISS, 3, 1).err


# -- results by board and by name --------------------------------------------------------------------------------------


def test_results_by_board_and_by_name(run: Run, ground: Path) -> None:
    run("pair", SWISS, "-o", SWISS)
    shown = run("show", SWISS, "--round", 4).out
    assert "    1   2  WIM Heron, Isolde" in shown
    done = run("enter", SWISS, 4, "b1=1-0", "Quillfeather - larkspur=1/2-1/2")
    assert (done.code, done.out.splitlines()[:2]) == (
        DONE,
        ["2 WIM Heron, Isolde - 4 Marrow, Beatrice: 1 - 0", "7 Quillfeather, Hugo - 1 FM Larkspur, Edmund: ½ - ½"],
    )
    for entry, says in [
        ("b9=1-0", "b9=1-0: round 4 has no board 9: they are numbered 1 to 5"),
        ("b1.1=1-0", "b1.1=1-0: board 1 of round 4 is a game, not a match; write b1=..."),
        ("Larkspur - Quillfeather=1-0", "7 has White against 1 in round 4"),
        ("Nobody - Heron=1-0", "there is no player called 'Nobody'"),
        ("Heron-Marrow=1-0", "expected something like 12-7=1-0"),
        ("b1", "expected something like 12-7=1-0"),
        ("b1=fine", "read 'fine', expected 1-0"),
    ]:
        refused(run, BAD, says, "enter", SWISS, 4, entry)
    refused(run, BAD, "round 5 is not paired yet: it has no boards (C.04.2 1.1)", "enter", SWISS, 5, "b1=1-0")
    Path("names.csv").write_text('white,black,result\n"Thistlewood","Pemberley, Ottilie",0-1\n8,11,1-0\n')
    assert run("enter", SWISS, 4, "--csv", "names.csv").code == DONE
    assert tournament(SWISS).rounds[3].pending == tuple(g for g in tournament(SWISS).rounds[3].games if g.white == 12)


def test_boards_of_a_match(run: Run, ground: Path) -> None:
    run("pair", TEAMS, "-o", TEAMS)
    assert run("enter", TEAMS, 4, "b3.2=0-1").out.startswith("12 Linnet, Lewin - 8 Hyssop, Hari: 0 - 1\n")
    refused(run, BAD, "board 3 is a match; b3.1=... is the first board of it", "enter", TEAMS, 4, "b3=1-0")
    refused(run, BAD, "match 3 has boards 1 to 4, and no board 5", "enter", TEAMS, 4, "b3.5=1-0")
    assert run("enter", TEAMS, 4, "Bittern - Elder=1-0").code == DONE


# -- what results are worth --------------------------------------------------------------------------------------------


def test_points_and_the_bye_are_set_before_round_1(club: str, run: Run) -> None:
    assert run("set", club, "--points", "3-1-0").out == "Points: 3-1-0, bye 3 (was 1-0.5-0, bye 1)\n"
    assert run("set", club, "--bye-value", "1").out == "Points: 3-1-0, bye 1 (was 3-1-0, bye 3)\n"
    made = tournament(club).points
    assert (made.win, made.draw, made.loss, made.pab, made.half_bye) == (30, 10, 0, 10, 10)
    assert run("set", club, "--points", "classic").code == DONE
    for words, says in [
        (["--bye-value", "0.3"], "(C.04.1 3)"),
        (["--bye-value", "2"], "is worth more than a win"),
        (["--bye-value", "much"], "--bye-value: read 'much', expected points such as 0.5"),
        (["--points", "3-1"], "--points: read '3-1', expected points such as 3-1-0"),
        (["--points", "1-2-3"], "--points: a win must be worth more than a loss"),
    ]:
        refused(run, BAD, says, "set", club, *words)
    assert run("pair", club, "-o", club).code == DONE
    refused(run, BAD, "the points cannot change any more: round 1 has been paired", "set", club, "--points", "3-1-0")


def test_a_tournament_starts_with_points_of_its_own(run: Run, ground: Path) -> None:
    done = run(
        "new", "x.trf", "--players", "examples/players.csv", "--rounds", 5, "--points", "2-1-0", "--bye-value", 1
    )
    assert done.code == DONE
    made = tournament("x.trf").points
    assert (made.win, made.draw, made.loss, made.pab) == (20, 10, 0, 10)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--system", "keizer"), "FIDE has published no Keizer system"),
        (("--bye-value", "0.7"), "the allocated bye"),
    ],
)
def test_a_tournament_by_other_rules_begins_outside_fide_mode(
    words: tuple[str, ...], why: str, run: Run, ground: Path
) -> None:
    command = ("new", "x.trf", "--players", "examples/players.csv", "--rounds", 5, *words)
    asked = run(*command)
    assert (asked.code, Path("x.trf").exists()) == (UNANSWERED, False)
    assert "leave-mode: the tournament leaves FIDE mode" in asked.err
    assert why in asked.err
    assert "--yes 'leave-mode!' goes on all the same" in asked.err
    assert run(*command, "--yes", "leave-mode").code == UNANSWERED
    assert run(*command, "--yes", "leave-mode!").code == DONE
    assert "### FIDE mode exited @ Round 1" in Path("x.trf").read_text()


# -- who has withdrawn -------------------------------------------------------------------------------------------------


def test_who_has_withdrawn_is_shown(run: Run, ground: Path) -> None:
    out = run("standings", SWISS).out
    assert "Dunnock, Alfred *" in out
    assert out.endswith("\n* Withdrawn: 10 Dunnock, Alfred from round 3.\n")
    assert "Withdrawn" not in run("standings", SWISS, "--after", 1).out
    assert "Withdrawn" not in run("standings", SWISS, "--category", "sex=w").out
    assert "* Withdrawn: 10 Dunnock" in run("standings", SWISS, "--format", "html").out
    shown = run("show", SWISS).out
    assert "Withdrawn      10 Dunnock, Alfred from round 3\n" in shown
    assert "Absences       5 Kestrel, Jonah, half-point bye in round 4\n" in shown


# -- what is refused, or asks, with its article ------------------------------------------------------------------------


def refused(run: Run, code: int, says: str, *words: object) -> None:
    path = Path(str(words[1]))
    before = path.read_bytes()
    done = run(*words)
    assert (done.code, path.read_bytes()) == (code, before), done
    assert says in plain(done)


def test_what_would_not_be_right_is_refused_or_asks(run: Run, ground: Path) -> None:
    refused(run, BAD, "round 4 is not paired yet, and this would leave", "enter", SWISS, 4, "2-4=1-0")
    refused(run, BAD, "round 1 cannot change any more: round 3 has been played", "enter", SWISS, 1, "1-6=0-1")
    refused(
        run,
        UNANSWERED,
        "correction: Marrow, Beatrice – Larkspur, Edmund, 0-1 becomes 1-0: round 3 was paired on what stood there",
        "enter",
        SWISS,
        2,
        "4-1=1-0",
    )
    refused(run, UNANSWERED, "second-half-bye: Kestrel, Jonah would have 2", "bye", SWISS, 5, "half", "--round", 5)
    refused(run, BAD, "the number of rounds cannot change any more: round 1 has been paired (C.04.1 1)",
            "set", SWISS, "--rounds", 8, "--round-dates", "")  # fmt: skip
    refused(
        run,
        UNANSWERED,
        "tie-breaks: the tie-breaks, which are announced before round 1, would change",
        "set",
        SWISS,
        "--tiebreaks",
        "SB",
    )
    refused(run, BAD, "holds another tournament", "pair", "examples/lim.trf", "-o", SWISS)


def test_nobody_enters_after_the_last_round(club: str, run: Run) -> None:
    assert run("set", club, "--rounds", 1).code == DONE
    assert run("pair", club, "-o", club).code == DONE
    refused(run, BAD, "round 1, the last, has been paired: nobody can enter any more (C.04.2 2.4)",
            "add", club, "--name", "Wren, Dora")  # fmt: skip


def test_who_is_withdrawn_stays_so_when_rounds_are_added(club: str, run: Run) -> None:
    assert run("withdraw", club, 8).code == DONE
    done = run("set", club, "--rounds", 6, "--yes", "still-withdrawn")
    assert done.code == DONE
    assert "8 Cranesbill, Ivor" in done.out + done.err
    assert 8 in tournament(club).absent(6)


def test_an_answer_to_no_warning_is_refused(run: Run, ground: Path) -> None:
    before = Path(SWISS).read_bytes()
    done = run("withdraw", SWISS, 3, "--yes", "everything", "--yes", "full-bye")
    assert (done.code, "--yes everything: there is no such warning; there are absent, " in done.err) == (BAD, True)
    assert Path(SWISS).read_bytes() == before
    assert run("withdraw", SWISS, 3, "--yes", "full-bye").code == DONE


def test_data_tell_who_has_withdrawn(run: Run, ground: Path) -> None:
    rows = json.loads(run("standings", SWISS, "--format", "json").out)["rows"]
    assert {row["id"]: row["withdrawn"] for row in rows if "withdrawn" in row} == {10: 3}
    head, *lines = csv.reader(run("standings", SWISS, "--format", "csv").out.splitlines())
    assert head[-1] == "withdrawn"
    assert {line[1]: line[-1] for line in lines if line[-1]} == {"10": "3"}
    before = csv.reader(run("standings", SWISS, "--format", "csv", "--after", 1).out.splitlines())
    assert next(before)[-1] != "withdrawn"


def test_a_file_written_anew_can_be_undone(run: Run, ground: Path) -> None:
    before = Path(SWISS).read_bytes().replace(b"022 ", b"022   ")
    Path(SWISS).write_bytes(before)
    assert run("convert", SWISS, SWISS).code == DONE
    assert Path(SWISS).read_bytes() != before
    assert "Written anew as trf26\n" in run("history", SWISS).out
    assert run("undo", SWISS).code == DONE
    assert Path(SWISS).read_bytes() == before


def test_a_refused_pairing_has_no_title(club: str, run: Run) -> None:
    run("new", "rr.trf", "--players", "examples/players.csv", "--system", "round-robin")
    run("pair", "rr.trf", "-o", "rr.trf")
    done = run("pair", "rr.trf")
    assert (done.code, done.out) == (BAD, "")
    assert "round 1 is not finished" in done.err


def test_every_open_game_of_a_knock_out_is_named(run: Run, ground: Path) -> None:
    run("new", "cup.trf", "--players", "examples/players.csv", "--system", "knockout", "--yes", "leave-mode!")
    run("pair", "cup.trf", "-o", "cup.trf")
    run("enter", "cup.trf", 1, "b1=1-0")
    done = run("pair", "cup.trf")
    assert done.code == BAD
    assert len(re.findall(r"\b\d-\d\b", done.err)) == 3


def test_who_comes_after_round_4_moves_the_others_and_it_is_said_why(run: Run, ground: Path) -> None:
    assert run("pair", SWISS, "-o", SWISS).code == DONE
    done = run("add", SWISS, "--name", "Wren, Dora", "--rating", 1900)
    assert "moved down by one: who comes late takes the place of the rating in any round (C.04.2 2.4)." in plain(done)
