"""`rookery pair`: what it prints in every format, the round it adds to a file, its reasons and its exit codes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.history.team_matches import line_up
from rookery.model import ByeKind, ForbiddenPair, Match, RequestedBye, Result, Tournament
from rookery.serialize.as_data import as_data
from support.command_line import Run
from support.snapshots import lines_with


@pytest.fixture(autouse=True)
def _use_temporary_folder(ground: Path) -> None:
    """Every test works in a folder of its own."""


def saved(tournament: Tournament, name: str = "event.trf") -> str:
    Path(name).write_bytes(rookery.dumps(tournament))
    return name


def example(name: str) -> Tournament:
    return rookery.load(Path("examples") / name).tournament


# -- text


def test_players(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("pair", "examples/swiss.trf")
    assert (done.code, done.err) == (0, "")
    assert "    1   2  WIM Heron, Isolde      3.0  -  2.0   4  Marrow, Beatrice\n" in done.out
    assert done.out.splitlines()[-2:] == snapshot


def test_teams_with_their_boards(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("pair", "examples/team-swiss.trf")
    assert (done.code, done.err) == (0, "")
    assert done.out == snapshot
    assert done.out.count("\nBoard  ") == 3


def test_the_colours_of_the_boards_are_those_announced(run: Run) -> None:
    done = run("pair", saved(replace(example("team-swiss.trf"), board_colours="WWBB")))
    first = done.out.split("\n\n")[2].splitlines()[2:]
    assert [line.split(" - ")[0].strip()[-1] for line in first] == ["w", "w", "b", "b"]


def test_a_requested_team_bye(run: Run, snapshot: SnapshotAssertion) -> None:
    asked = (RequestedBye(4, 2, ByeKind.HALF), RequestedBye(4, 5))
    done = run("pair", saved(replace(example("team-swiss.trf"), requested_byes=asked)))
    assert [line for line in done.out.splitlines() if re.match(r"\d+ [\w ]+: ", line)] == snapshot


# -- for programs


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("swiss.trf",), "5\n2 4\n7 1\n3 6\n8 11\n12 9\n"),
        (("team-swiss.trf",), "4\n3 2\n7 6\n1 5\n4 0\n"),
        (("team-swiss.trf", "--system", "team"), "4\n3 2\n7 6\n1 5\n4 0\n"),
        (("double-swiss.trf", "--system", "double-swiss"), "5\n3 4\n5 1\n9 7\n8 6\n2 10\n"),
        (("lim.trf", "--system", "lim"), "6\n12 4\n2 11\n6 1\n7 3\n10 8\n9 5\n"),
        (("swiss.trf", "--system", "burstein"), "5\n2 4\n7 1\n3 6\n8 11\n12 9\n"),
        (("round-robin.trf", "--round", 3), "3\n2 6\n3 1\n4 5\n"),
        (("teams.trf", "--round", 2), "2\n4 3\n1 2\n"),
    ],
)
def test_lists(run: Run, words: tuple[object, ...], says: str) -> None:
    file, *more = words
    done = run("pair", f"examples/{file}", *more, "--format", "list")
    assert (done.code, done.out) == (0, says)


@pytest.mark.parametrize("name", ["swiss.trf", "team-swiss.trf", "double-swiss.trf", "lim.trf"])
def test_json_is_the_outcome(run: Run, name: str) -> None:
    outcome = rookery.pair(example(name))
    said = json.loads(run("pair", f"examples/{name}", "--format", "json").out)
    assert [tuple(pair) for pair in said["pairs"]] == list(outcome.pairs)
    assert (said["round"], said["system"], said["bye"]) == (outcome.round_number, outcome.system, outcome.bye)
    assert len(said["ledger"]) == len(outcome.ledger)
    assert said == as_data(outcome, ledger=True)
    assert {"round", "system", "edition", "pairs", "bye", "ledger"} <= said.keys()
    assert all({"bracket", "members", "costs"} <= each.keys() for each in said["ledger"])


@pytest.mark.parametrize("name", ["swiss.trf", "team-swiss.trf", "double-swiss.trf", "lim.trf"])
@pytest.mark.parametrize("to", ["next.trf", "next.json"])
def test_the_file_with_the_round_reads_back_open_and_valid(run: Run, name: str, to: str) -> None:
    before = example(name)
    file = f"examples/{name}"
    if to.endswith("json"):
        Path("event.json").write_bytes(rookery.dumps(before, "json"))
        file = "event.json"
    outcome = rookery.pair(before)
    assert run("pair", file, "--format", "trf", "-o", to).code == 0
    assert run("validate", to).code == 0
    after = rookery.load(Path(to)).tournament
    assert after.rounds[:-1] == before.rounds
    last = after.rounds[-1]
    assert sorted(last.pairs) == sorted(outcome.pairs)
    boards = [*last.games, *(game for match in last.matches for game in match.games)]
    assert {game.result for game in boards} == {Result.PENDING}
    assert [bye.player for bye in last.byes if bye.kind is ByeKind.PAIRING_ALLOCATED] == (
        [] if outcome.bye is None else [outcome.bye]
    )


def test_the_matches_of_a_team_event_are_open_on_all_boards(run: Run) -> None:
    before = example("team-swiss.trf")
    asked = replace(before, requested_byes=(RequestedBye(4, 2, ByeKind.HALF), RequestedBye(4, 5)))
    run("pair", saved(asked), "-o", "next.trf")
    assert run("validate", "next.trf").code == 0
    last = rookery.load(Path("next.trf")).tournament.rounds[-1]
    assert all(match.open for match in last.matches)
    assert sorted(last.matches, key=lambda match: match.white) == [
        Match(white, black, line_up(before, white, black)) for white, black in ((4, 3), (7, 6))
    ]
    kinds = {bye.player: bye.kind for bye in last.byes}
    assert kinds == {1: ByeKind.PAIRING_ALLOCATED, 2: ByeKind.HALF, 5: ByeKind.ZERO}


def test_the_round_added_can_be_filled_in(run: Run) -> None:
    run("pair", "examples/team-swiss.trf", "-o", "next.trf")
    assert run("enter", "next.trf", "4", "3-2=1-0", "9-10=0-1", "17-16=draw", "23-24=1-0").code == 0
    match = rookery.load(Path("next.trf")).tournament.rounds[-1].matches[1]
    assert (match.white, match.black, match.open) == (3, 2, False)


def test_a_round_robin(run: Run, snapshot: SnapshotAssertion) -> None:
    saved(example("round-robin.trf").before_round(3))
    done = run("pair", "event.trf")
    assert (done.code, "    1   2  IM Tarn, Viggo    0.5  -  0.5   6  FM Bracken, Lucille\n" in done.out) == (0, True)
    assert run("pair", "event.trf", "-o", "next.trf").code == 0
    assert run("validate", "next.trf").code == 0
    assert rookery.load(Path("next.trf")).tournament.rounds[2].pairs == ((2, 6), (3, 1), (4, 5))
    assert run("pair", "event.trf", "--explain", 1).out == snapshot


# -- systems and rounds


def test_dubov_needs_everybodys_rating(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("pair", "examples/swiss.trf", "--system", "dubov")
    assert (done.code, done.out) == (3, "")
    assert "--unrated 1400" in done.err
    assert done.err == snapshot
    done = run("pair", "examples/swiss.trf", "--system", "dubov", "--unrated", 1400, "--format", "json")
    assert (done.code, json.loads(done.out)["system"]) == (0, "dubov")


@pytest.mark.parametrize("name", ["swiss.trf", "team-swiss.trf", "double-swiss.trf", "lim.trf"])
def test_a_round_is_paired_again(run: Run, name: str, snapshot: SnapshotAssertion) -> None:
    whole = example(name)
    said = json.loads(run("pair", f"examples/{name}", "--round", 2, "--format", "json").out)
    assert {frozenset(pair) for pair in said["pairs"]} == set(map(frozenset, whole.rounds[1].pairs))
    done = run("pair", f"examples/{name}", "--round", 2, "--format", "trf")
    assert done.code == 3
    assert done.err == snapshot


# -- what the arbiter fixes, and why


def test_what_is_fixed_breaks_a_rule(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("pair", "examples/swiss.trf", "--fix", "1-2")
    assert done.code == 0
    assert done.out.rpartition("\n\n")[2] == snapshot


def test_a_second_bye_breaks_a_rule(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("pair", "examples/team-swiss.trf", "--bye", 7)
    assert done.code == 0
    assert lines_with(done.out, "7 Tollgate") == snapshot
    assert done.out.rpartition("\n\n")[2] == snapshot


def test_relaxed_criteria_and_their_beneficiaries(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("pair", "examples/double-swiss.trf", "--explain")
    assert {"2.3.2 [C5]", "2.3.5 [C8]"} <= set(re.findall(r"C\.04\.5\s+(2[\d.]+ \[C\d+\])", done.out))
    assert done.out == snapshot
    assert not done.out.endswith("\n\n")
    next_one = " ".join(run("pair", "examples/swiss.trf", "--explain").out.split())
    assert "[C8]" not in next_one  # the groups before those that cannot be paired in full have given up nothing


def test_a_table_explains_every_board(run: Run, snapshot: SnapshotAssertion) -> None:
    saved(example("round-robin.trf").before_round(3))
    done = run("pair", "event.trf", "--explain")
    assert done.out.count("\n(C.05)\n") == 3
    assert done.out == snapshot


def test_reasons(run: Run, snapshot: SnapshotAssertion) -> None:
    every = run("pair", "examples/team-swiss.trf", "--explain")
    assert every.code == 0
    assert every.out.splitlines()[0] == snapshot(name="every group")
    one = run("pair", "examples/team-swiss.trf", "--explain", 2)
    assert one.out.splitlines()[0] == snapshot(name="one team")
    not_these = run("pair", "examples/swiss.trf", "--why-not", 1, 2)
    assert not_these.code == 0
    assert not_these.out == snapshot(name="two players")
    absent = run("pair", "examples/swiss.trf", "--why-not", 1, 10)
    assert absent.out == snapshot(name="absent player")


def test_why_not_the_bye(run: Run, snapshot: SnapshotAssertion) -> None:
    """Why somebody has not got it, and why who has it does."""
    asked = run("pair", "examples/team-swiss.trf", "--why-not", 1, "bye").out
    assert asked == snapshot(name="another team")
    assert run("pair", "examples/team-swiss.trf", "--why-not", "bye", 1).out.split() == asked.split()
    its_own = run("pair", "examples/team-swiss.trf", "--why-not", 4, "bye").out
    assert its_own == snapshot(name="the team with the bye")
    nobody = run("pair", "examples/swiss.trf", "--why-not", 1, "bye").out
    assert nobody == snapshot(name="no bye")
    refused = run("pair", "examples/swiss.trf", "--why-not", 1, "lunch")
    assert refused.code == 3
    assert refused.err == snapshot(name="refused")


def test_a_round_in_the_file_is_explained_as_recorded(run: Run, snapshot: SnapshotAssertion) -> None:
    asked = ("pair", "examples/swiss.trf", "--system", "dubov", "--unrated", 1400, "--round", 3)
    one = run(*asked, "--explain", 3).out
    assert "(C.04.4.1 3.1.5)" in one
    assert one == snapshot(name="one player")
    every = run(*asked, "--explain").out
    assert every.split("\n\n")[:3] == snapshot(name="every group")


# -- how it ends


@pytest.mark.parametrize("name", ["swiss.trf", "team-swiss.trf", "lim.trf", "double-swiss.trf"])
def test_every_pair_is_forbidden(run: Run, name: str, snapshot: SnapshotAssertion) -> None:
    event = example(name)
    done = run(
        "pair",
        saved(replace(event, forbidden_pairs=tuple(map(ForbiddenPair, combinations(event.participants_by_number, 2))))),
    )
    assert (done.code, done.out) == (1, "")
    assert done.err == snapshot


@pytest.mark.parametrize(
    "words",
    [
        ("swiss.trf", "--fix", "2x7"),
        ("swiss.trf", "--fix", "2-10"),
        ("swiss.trf", "--bye", 2),
        ("swiss.trf", "--round", 9),
        ("swiss.trf", "--system", "nonsense"),
        ("swiss.trf", "--system", "team"),
        ("swiss.trf", "--system", "double-swiss"),
        ("swiss.trf", "--explain", 99),
        ("swiss.trf", "--why-not", 1, 99),
        ("swiss.trf", "--format", "text", "-o", "x.txt"),
        ("team-swiss.trf", "--why-not", 1, 99),
        ("round-robin.trf",),
        ("round-robin.trf", "--round", 3, "--explain", 99),
        ("round-robin.trf", "--round", 3, "--fix", "1-2"),
        ("broken.trf",),
    ],
)
def test_bad_requests(run: Run, words: tuple[object, ...]) -> None:
    file, *more = words
    done = run("pair", f"examples/{file}", *more)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("rookery: ")
    assert done.err.count("\n") == 1


def test_the_points_of_byes_are_written_with_the_round(run: Run, snapshot: SnapshotAssertion) -> None:
    """A half-point bye and the allocated one count as soon as the round is in the file."""
    file = "examples/swiss.trf"
    assert run("pair", file, "-o", file).out == snapshot
    checked = run("validate", file)
    assert checked.code == 0
    assert checked.out == snapshot


def test_an_open_round_can_be_explained(run: Run, snapshot: SnapshotAssertion) -> None:
    file = "examples/swiss.trf"
    run("pair", file, "-o", file)
    refused = run("pair", file, "--explain", "2")
    assert refused.code == 3
    assert "--round 4" in refused.err
    assert refused.err == snapshot
    assert run("pair", file, "--explain", "2", "--round", "4").code == 0
    assert lines_with(run("pair", file, "--round", "4").out, "5 Kestrel, Jonah") == snapshot


def test_what_is_fixed_must_exist(run: Run, snapshot: SnapshotAssertion) -> None:
    refused = run("pair", "examples/swiss.trf", "--fix", "1-77")
    assert refused.code == 3
    assert refused.err == snapshot


def test_a_first_board_may_begin_with_black(run: Run) -> None:
    """White of a match has White on board one, whatever the announced sequence begins with."""
    assert line_up(replace(example("team-swiss.trf"), board_colours="BWBW"), 3, 2)[0].white in (
        next(team.players for team in example("team-swiss.trf").teams if team.number == 3)
    )


def test_an_unknown_system_is_not_guessed(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    path = Path("own.trf")
    path.write_text("012 Own way\n192 OUR_OWN_WAY\n142 3\n" + "".join(f"001 {i:4}\n" for i in range(1, 5)))
    refused = run("pair", path)
    assert refused.code == 3
    assert "'OUR_OWN_WAY'" in refused.err
    assert refused.err == snapshot
    assert run("check", path).code == 3
    assert run("pair", path, "--system", "Dutch").code == 0
    assert run("pair", path, "--system", "swiss").err == snapshot


def test_no_pairing_names_those_concerned(run: Run, snapshot: SnapshotAssertion) -> None:
    players = tuple(rookery.Player(number, name) for number, name in enumerate(("Ash", "Birch", "Cedar", "Dogwood"), 1))
    apart = (ForbiddenPair((1, 2, 3, 4)),)
    event = Tournament(players=players, forbidden_pairs=apart, planned_rounds=5, initial_colour=rookery.Colour.WHITE)
    done = run("pair", saved(event))
    assert done.code == 1
    assert done.err == snapshot
    with pytest.raises(rookery.NoPairingError) as caught:
        rookery.pair(event)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("pairs", "size"),
    [
        ([(1, 2, 3)], 3),
        ([(1, 2, 3, 4)], 6),
        ([(a, b) for a in (1, 2, 3) for b in (4, 5, 6)], 6),
        ([tuple(range(1, 21))], 20),
    ],
    ids=["three of three", "four of six", "two halves of six", "twenty of twenty"],
)
def test_why_no_pairing_exists(pairs: list[tuple[int, ...]], size: int, snapshot: SnapshotAssertion) -> None:
    players = tuple(map(rookery.Player, range(1, size + 1)))
    event = Tournament(players=players, forbidden_pairs=tuple(map(ForbiddenPair, pairs)), planned_rounds=5)
    with pytest.raises(rookery.NoPairingError) as caught:
        rookery.pair(event)
    assert str(caught.value) == snapshot


def test_the_explanation_of_all_names_the_bye(run: Run, snapshot: SnapshotAssertion) -> None:
    teams = run("pair", "examples/team-swiss.trf", "--explain").out
    assert teams.split("\n\n")[-2:] == snapshot(name="teams")
    event = replace(example("swiss.trf"), requested_byes=())
    for one in (10, 11):
        event = event.withdraw(one)
    assert rookery.pair(event).bye is None
    assert run("pair", saved(event), "--explain").out.split("\n\n")[-2:] == snapshot(name="no bye")
    event = event.withdraw(12)
    assert rookery.pair(event).bye is not None
    assert run("pair", saved(event), "--explain").out.split("\n\n")[-2:] == snapshot(name="bye")


def test_small_slips(run: Run, snapshot: SnapshotAssertion) -> None:
    nowhere = run("pair", "examples/swiss.trf", "-o", "")
    assert nowhere.code == 3
    assert nowhere.err == snapshot
    alone = run("pair", "examples/swiss.trf", "--fix", "1-1")
    assert alone.code == 3
    assert alone.err == snapshot
    undrawn = run("pair", saved(replace(example("swiss.trf").before_round(1), initial_colour=None)))
    assert undrawn.err == snapshot


def test_another_edition_can_be_requested(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("pair", "examples/swiss.trf", "--edition", "2026") == run("pair", "examples/swiss.trf")
    assert run("pair", "examples/swiss.trf", "--edition", "2017").err == snapshot
    done = run("pair", "examples/swiss.trf", "--edition", "1999")
    assert (done.code, done.out) == (3, "")
    assert done.err == snapshot


def test_a_round_that_the_file_has_otherwise_is_marked(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("pair", "examples/complaints/by-hand.trf", "--round", 3).out == snapshot(name="another round")
    assert run("pair", "examples/swiss.trf", "--round", 2).out == snapshot(name="the same round")
