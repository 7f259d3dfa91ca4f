"""Round robins, Scheveningen matches, knock-outs and Keizers from the list of players to the standings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.model import ByeKind, Match, Result, Tournament
from rookery.serialize.as_data import as_data
from support.command_line import Run
from support.snapshots import command_id, lines_with


@pytest.fixture(autouse=True)
def _lists(ground: Path) -> None:
    """Lists of five and of six players, and of six in three or in two teams."""
    names = [f"{name},{2000 - 100 * at}" for at, name in enumerate("ABCDEF")]
    Path("five.csv").write_text("name,rating\n" + "\n".join(names[:5]) + "\n")
    Path("six.csv").write_text("name,rating\n" + "\n".join(names) + "\n")
    Path("one.csv").write_text("name\nA\n")
    for title, teams in (("three", "XXYYZZ"), ("two", "XXXYYY")):
        rows = [f"{row},{team}" for row, team in zip(names, teams, strict=True)]
        Path(f"{title}.csv").write_text("name,rating,team\n" + "\n".join(rows) + "\n")


def loaded(path: str = "e.trf") -> Tournament:
    return rookery.load(Path(path)).tournament


def new(run: Run, players: str, system: str, *words: object) -> Any:
    return run(
        "new", "e.trf", "--players", f"{players}.csv", "--system", system, "--overwrite", "--yes", "leave-mode!", *words
    )


# -- new


@pytest.mark.parametrize(
    ("players", "system", "code", "rounds"),
    [
        ("five", "round-robin", "BERGER_ROUNDROBIN", 5),
        ("six", "double-round-robin", "BERGER_DOUBLEROUNDROBIN", 10),
        ("three", "round-robin", "BERGER_TEAM_ROUNDROBIN", 3),
        ("three", "double-round-robin", "BERGER_TEAM_DOUBLEROUNDROBIN", 6),
        ("six", "scheveningen", "FIDE_SCHEVENINGEN", 3),
        ("two", "double-scheveningen", "FIDE_DOUBLESCHEVENINGEN", 6),
        ("five", "knockout", "CUSTOM_KNOCKOUT", 3),
        ("three", "knockout", "CUSTOM_TEAM_KNOCKOUT", 2),
    ],
)
def test_the_number_of_rounds_follows(
    run: Run, players: str, system: str, code: str, rounds: int, snapshot: SnapshotAssertion
) -> None:
    assert new(run, players, system).code == 0
    assert (loaded().system, loaded().planned_rounds) == (code, rounds)
    assert new(run, players, system, "--rounds", rounds).code == 0
    wrong = new(run, players, system, "--rounds", rounds + 1)
    assert (wrong.code, wrong.out) == (3, "")
    assert wrong.err == snapshot
    assert run("validate", "e.trf").code == 0


def test_the_type_in_words(run: Run) -> None:
    new(run, "three", "round-robin")
    assert loaded().info.type == "Team: Round-Robin"
    run("new", "e.trf", "--players", "three.csv", "--rounds", 3, "--overwrite")
    assert loaded().info.type == "Team: Swiss-System"


@pytest.mark.parametrize(
    ("players", "system", "words"),
    [
        ("five", "scheveningen", ()),
        ("three", "scheveningen", ()),
        ("one", "knockout", ()),
        ("one", "round-robin", ()),
        ("five", "keizer", ()),
        ("five", "keizer", ("--rounds", 0)),
        ("five", "keizer", ("--rounds", 9, "--keizer", "apart=x")),
        ("three", "keizer", ("--rounds", 9)),
        ("five", "dutch", ("--rounds", 5, "--keizer", "apart=2")),
        ("five", "lim", ("--rounds", 5, "--accelerate")),
        ("five", "dutch", ("--rounds", 5, "--accelerate", "--points", "3-1-0")),
        ("three", "FIDE_TEAM_TYPEA_GP_MP", ("--rounds", 2, "--accelerate")),
    ],
    ids=command_id,
)
def test_what_new_refuses(
    run: Run, players: str, system: str, words: tuple[object, ...], snapshot: SnapshotAssertion
) -> None:
    done = new(run, players, system, *words)
    assert (done.code, done.out) == (3, "")
    assert ("(C.04.7 1.4" in done.err) == ("--accelerate" in words and system != "lim")
    assert done.err == snapshot
    assert done.err.count("\n") == 1
    assert not Path("e.trf").exists()


def test_acceleration_and_rules_are_in_the_code(run: Run, snapshot: SnapshotAssertion) -> None:
    assert new(run, "six", "dubov", "--rounds", 3, "--accelerate").out == snapshot
    assert loaded().system == "FIDE_DUBOV_BAKU"
    new(run, "five", "keizer", "--rounds", 9, "--keizer", "top=60, half=1/2")
    assert loaded().system == "CUSTOM_KEIZER_TOP60_HALF1/2"


# -- pair


@pytest.mark.parametrize("suffix", ["trf", "json"])
def test_absentees_of_a_round_robin_lose_by_forfeit(run: Run, suffix: str, snapshot: SnapshotAssertion) -> None:
    path = f"r.{suffix}"
    run("new", path, "--players", "five.csv", "--system", "round-robin")
    run("withdraw", path, 2)
    run("bye", path, 4, "zero", "--round", 1)
    said = run("pair", path)
    assert said.out == snapshot
    assert (said.code, said.err) == (0, "")
    if suffix == "trf":
        printed = run("pair", path, "--format", "trf")
        assert "  0.0          5 w -" in printed.out
    assert run("pair", path, "-o", path).out == snapshot
    made = loaded(path)
    assert [(game.white, game.black, str(game.result)) for game in made.rounds[0].games] == [
        (2, 5, "-/+"), (3, 4, "+/-"),
    ]  # fmt: skip
    assert {player.number: player.points for player in made.players} == {1: 0, 2: 0, 3: 10, 4: 0, 5: 10}
    assert run("validate", path).code == run("check", path).code == 0
    assert run("pair", path).out == snapshot


def test_the_whole_round_for_a_program(run: Run) -> None:
    new(run, "five", "round-robin")
    run("withdraw", "e.trf", 2)
    told = json.loads(run("pair", "e.trf", "--format", "json").out)
    assert told["pairs"] == [[2, 5], [3, 4]]
    assert told["byes"] == [{"player": 1, "kind": "zero"}]
    assert told["forfeits"] == [[2, 5, "-/+"]]
    swiss = json.loads(run("pair", "examples/swiss.trf", "--format", "json").out)
    assert swiss["byes"] == [{"player": 5, "kind": "half"}, {"player": 10, "kind": "zero"}]


def test_faults_are_readable_by_programs(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "six", "knockout")
    run("enter", "--part", "e.trf", 1, "1-2=1-0")
    told = json.loads(run("check", "e.trf", "--format", "json").out)
    assert told["agree"] is False
    assert told["faults"] == snapshot


def test_a_second_match_of_two_games_is_remarked_on(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "six", "double-swiss", "--rounds", 3)
    run("enter", "--part", "e.trf", 1, "1-4=1-0", "4-1=1-0", "2-5=+/-", "5-2=-/+")
    assert run("enter", "--part", "e.trf", 2, "4-1=1-0", "--dry-run").out.splitlines()[0] == snapshot
    assert run("enter", "--part", "e.trf", 2, "2-5", "--dry-run").out.splitlines()[0] == snapshot  # nobody met


def test_two_teams_meet_round_after_round_in_a_scheveningen_match(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "two", "scheveningen")
    run("pair", "e.trf", "-o", "e.trf")
    assert (
        run("enter", "--part", "e.trf", 1, *(f"{g.white}-{g.black}=1-0" for g in loaded().rounds[0].pending)).code == 0
    )
    assert run("enter", "--part", "e.trf", 2, "2-1", "--dry-run").out.splitlines()[0] == snapshot


def test_meeting_again_is_no_news_in_a_keizer(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "six", "keizer", "--rounds", 5)
    assert run("enter", "--part", "e.trf", 1, "1-2=1-0", "4-3=1-0", "5-6=1-0").code == 0
    done = run("enter", "--part", "e.trf", 2, "2-1=1-0")
    assert done.code == 0
    assert done.out == snapshot


def test_two_absent_players(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "six", "round-robin")
    run("withdraw", "e.trf", 1)
    run("withdraw", "e.trf", 6)
    assert run("pair", "e.trf").out.splitlines()[-1] == snapshot
    run("pair", "e.trf", "-o", "e.trf")
    assert loaded().rounds[0].games[0].result is Result.DOUBLE_FORFEIT


def test_a_team_that_is_absent(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "three", "round-robin")
    run("withdraw", "e.trf", 3)
    assert run("pair", "e.trf").out == snapshot
    run("pair", "e.trf", "-o", "e.trf")
    assert loaded().rounds[0].matches == (Match(2, 3, (), Result.WHITE_BY_FORFEIT),)
    assert run("validate", "e.trf").code == 0


def test_scheveningen_of_teams_shows_its_boards(run: Run) -> None:
    new(run, "two", "scheveningen")
    said = run("pair", "e.trf")
    assert "    3  3 C  b  -  w  6 F\n" in said.out
    run("pair", "e.trf", "-o", "e.trf")
    assert len(loaded().rounds[0].pending) == 3


def test_a_cup(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "five", "knockout", "--colour", "white")
    assert run("pair", "e.trf").out.splitlines()[-3:] == snapshot
    assert run("pair", "e.trf", "-o", "e.trf").out == snapshot
    assert [bye.kind for bye in loaded().rounds[0].byes] == [ByeKind.FULL] * 3
    run("enter", "e.trf", 1, "5-4==")
    level = run("pair", "e.trf")
    assert level.code == 3
    assert level.err == snapshot
    assert run("pair", "e.trf", "--through", 9).code == 3
    assert run("pair", "e.trf", "--through", 5, "-o", "e.trf").code == 0
    assert loaded().rounds[1].pairs == ((1, 5), (3, 2))


def test_mini_matches_are_for_json(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "six", "knockout")
    refused = run("pair", "e.trf", "--games", 2, "-o", "x.trf")
    assert refused.code == 3
    assert refused.err == snapshot
    assert run("convert", "e.trf", "e.json").code == 0
    assert run("pair", "e.json", "--games", 2, "-o", "e.json").code == 0
    assert [len(match.games) for match in loaded("e.json").rounds[0].matches] == [2, 2]
    assert run("enter", "e.json", 1, "5-4=1-0", "4-5==", "6-3=0-1", "3-6=1-0").code == 0
    assert [game.result for game in loaded("e.json").rounds[0].matches[0].games] == [Result.WHITE_WINS, Result.DRAW]
    assert run("pair", "e.json", "--format", "list").out == "2\n1 5\n3 2\n"
    lost = run("convert", "e.json", "back.trf")
    assert lost.code == 3
    assert lost.err == snapshot


def test_other_rules_of_a_keizer(run: Run) -> None:
    new(run, "five", "keizer", "--rounds", 9)
    run("pair", "e.trf", "-o", "e.trf")
    run("enter", "e.trf", 1, "1-2==", "4-3=1-0")
    usual = run("pair", "e.trf", "--format", "list").out
    other = run("pair", "e.trf", "--format", "list", "--keizer", "apart=0").out
    assert usual != other
    assert run("pair", "e.trf", "--keizer", "apart=0", "-o", "e.trf").code == 0
    assert loaded().system == "CUSTOM_KEIZER"
    assert run("pair", "examples/swiss.trf", "--keizer", "apart=0").code == 3


def test_no_needless_remark_on_colours(run: Run) -> None:
    new(run, "five", "round-robin")
    assert run("pair", "e.trf").err == ""


# -- show and schedule


def test_what_byes_are_called(run: Run, snapshot: SnapshotAssertion) -> None:
    run("generate", "-o", "c.trf", "--system", "knockout", "--players", 6, "--seed", 1)
    *_, crosstable = run("show", "c.trf").out.split("\n\n")
    assert crosstable == snapshot
    assert run("show", "c.trf", "--round", 2).out == snapshot
    new(run, "five", "round-robin")
    run("pair", "e.trf", "-o", "e.trf")
    assert run("show", "e.trf", "--round", 1).out.splitlines()[-1] == snapshot
    new(run, "three", "round-robin")
    run("pair", "e.trf", "-o", "e.trf")
    *_, second, third, legend = run("show", "e.trf").out.splitlines()
    assert (second, third) == (" 2  Y     0/0.0     ×  *", " 3  Z     0/0.0     *  ×")
    assert legend == snapshot


@pytest.mark.parametrize("system", ["knockout", "keizer", "dutch"])
def test_what_has_no_schedule(run: Run, system: str, snapshot: SnapshotAssertion) -> None:
    new(run, "six", system, *(() if system == "knockout" else ("--rounds", 3)))
    done = run("schedule", "e.trf")
    assert (done.code, done.out) == (3, "")
    assert done.err == snapshot
    assert run("schedule", "e.trf", "--system", "round-robin").code == 0


# -- standings


def keizer(run: Run) -> None:
    new(run, "five", "keizer", "--rounds", 9, "--name", "Club")
    run("pair", "e.trf", "-o", "e.trf")
    run("enter", "e.trf", 1, "1-2==", "4-3=1-0")


def test_the_standings_of_a_keizer(run: Run, snapshot: SnapshotAssertion) -> None:
    keizer(run)
    lines = run("standings", "e.trf").out.splitlines()
    assert lines[:3] == snapshot
    assert lines[3:] == [
        "",
        "Rank  No  Name  Rating  Pts  Value  Score",
        "----  --  ----  ------  ---  -----  -----",
        "   1   1  A       2000  0.5      6    8.5",
        "   2   2  B       1900  0.5      5      8",
        "   3   4  D       1700  1.0      4      7",
        "   4   3  C       1800  0.0      3      3",
        "   5   5  E       1600  1.0      2      3",
    ]
    assert "CUSTOM_KEIZER_TOP60" in run("standings", "e.trf", "--keizer", "top=60").out
    assert run("standings", "e.trf", "--format", "csv").out.startswith(
        "rank,id,name,title,rating,points,value,score\n1,1,A,,2000,0.5,6,8.5\n"
    )
    told = json.loads(run("standings", "e.trf", "--format", "json").out)
    assert told == as_data(rookery.standings(rookery.load("e.trf").tournament))
    row = {"rank": 1, "id": 1, "name": "A", "points": "0.5", "value": 6, "score": "8.5"}
    assert told["rows"][0] == {**row, "values": ["6", "8.5"], "shown": ["6", "8.5"]}
    assert (told["system"], told["rules"], told["tiebreaks"]) == ("CUSTOM_KEIZER", None, ["OTHER_VALUE", "OTHER_SCORE"])
    assert "<td" in run("standings", "e.trf", "--format", "html").out
    assert run("standings", "e.trf", "--after", 0).out.splitlines()[0] == snapshot


def test_how_a_score_came_about(run: Run, snapshot: SnapshotAssertion) -> None:
    keizer(run)
    assert run("standings", "e.trf", "--explain", 1).out == snapshot
    assert run("standings", "e.trf", "--explain", 3).out == snapshot


def test_where_the_ranking_goes_round_the_parts_add_up_all_the_same(run: Run, snapshot: SnapshotAssertion) -> None:
    """What a win earned is the mean over the circle, as the score is."""
    keizer(run)
    text = run("standings", "e.trf", "--keizer", "top=60,start=0", "--explain", 1).out
    assert all(number in text for number in ("29.25", "58.5"))
    assert text == snapshot


def test_the_ranks_of_a_keizer_are_saved_and_checked(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("generate", "-o", "k.trf", "--system", "keizer", "--players", 7, "--rounds", 4, "--seed", 2).code == 0
    right = Path("k.trf").read_bytes()
    run("standings", "k.trf", "--save")
    assert Path("k.trf").read_bytes() == right
    by_points = run("standings", "k.trf", "--tiebreaks", "BH", "--save")
    assert lines_with(by_points.out, "C.07") == snapshot
    assert run("check", "k.trf").code == 1


def test_the_standings_of_a_cup(run: Run) -> None:
    new(run, "five", "knockout")
    run("pair", "e.trf", "-o", "e.trf")
    run("enter", "e.trf", 1, "5-4=1-0")
    lines = run("standings", "e.trf").out.splitlines()
    assert lines[-5:] == [
        "  1=   1  A       2000  1.0  still in",
        "  1=   2  B       1900  1.0  still in",
        "  1=   3  C       1800  1.0  still in",
        "  1=   5  E       1600  1.0  still in",
        "   5   4  D       1700  0.0  quarter-final",
    ]
    run("generate", "-o", "c.trf", "--system", "knockout", "--players", 18, "--seed", 1)
    column = [line.split("  ")[-1] for line in run("standings", "c.trf").out.splitlines()[6:]]
    stages = ["winner", "final", "semi-final", "quarter-final", "round 2", "round 1"]
    assert {stage: column.count(stage) for stage in stages} == dict(zip(stages, (1, 1, 2, 4, 8, 2), strict=True))


@pytest.mark.parametrize(
    "words",
    [
        ("--category", "u18"),
        ("--after", 3),
        ("--explain", 9),
        ("--keizer", "top=3"),
        ("--tiebreaks", "BH", "--keizer", "top=9"),
    ],
    ids=command_id,
)
def test_what_standings_refuse(run: Run, words: tuple[object, ...], snapshot: SnapshotAssertion) -> None:
    keizer(run)
    done = run("standings", "e.trf", *words)
    assert done.code == 3
    assert done.err == snapshot


def test_buchholz_is_refused_in_a_round_robin(run: Run) -> None:
    done = run("standings", "examples/round-robin.trf", "--tiebreaks", "BH")
    assert (done.code, "C.07 8" in done.err) == (3, True)


# -- generate


@pytest.mark.parametrize(
    "words",
    [
        ("knockout", "--players", 13),
        ("knockout", "--teams", 5, "--boards", 2),
        ("keizer", "--players", 9, "--rounds", 12, "--keizer", "apart=2"),
        ("scheveningen", "--boards", 5, "--teams", 2),
        ("double-scheveningen", "--players", 8, "--teams", 0),
        ("round-robin", "--teams", 5, "--boards", 3, "--reserves", 1),
        ("team", "--teams", 8, "--boards", 2, "--rounds", 4, "--acceleration", "baku"),
    ],
    ids=command_id,
)
def test_every_format_is_generated(run: Run, words: tuple[object, ...], snapshot: SnapshotAssertion) -> None:
    done = run("generate", "-o", "a.trf", "--seed", 1, "--system", *words)
    assert done.code == 0
    assert done.out == snapshot
    assert run("validate", "a.trf").code == 0
    assert run("check", "a.trf").code == 0
    assert run("show", "a.trf").code == run("standings", "a.trf").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("knockout", "--players", 1),
        ("round-robin", "--players", 1),
        ("scheveningen", "--players", 7),
        ("scheveningen", "--teams", 3),
        ("keizer", "--rounds", 0),
        ("keizer", "--keizer", "topp=3"),
        ("team", "--scores", "GP", "--acceleration", "baku"),
    ],
    ids=command_id,
)
def test_what_generate_refuses(run: Run, words: tuple[object, ...], snapshot: SnapshotAssertion) -> None:
    done = run("generate", "-o", "-", "--seed", 1, "--system", *words)
    assert (done.code, done.out) == (3, "")
    assert ("(C.04.7 1.4.4)" in done.err) == ("--acceleration" in words)
    assert done.err == snapshot
    assert done.err.count("\n") == 1


def test_a_loser_is_out_although_another_match_is_level(run: Run, ground: Path) -> None:
    Path("list.csv").write_text("name,rating\n" + "".join(f"P{n},{2000 - n}\n" for n in range(1, 9)))
    run("new", "e.trf", "--players", "list.csv", "--system", "knockout", "--yes", "leave-mode!")
    assert run("enter", "e.trf", 1, "1-8=1-0", "5-4==", "2-7=1-0", "6-3=0-1").code == 0

    def stages(*words: object) -> dict[int, str]:
        rows = json.loads(run("standings", "e.trf", "--format", "json", *words).out)["rows"]
        return {row["id"]: f"{row['rank']} {row['until']}" for row in rows}

    first = dict.fromkeys((1, 2, 3, 4, 5), "1 still in") | dict.fromkeys((6, 7, 8), "6 quarter-final")
    assert stages() == first
    assert run("pair", "e.trf", "--through", 4, "-o", "e.trf").code == 0
    first = dict.fromkeys((1, 2, 3, 4), "1 still in") | dict.fromkeys((5, 6, 7, 8), "5 quarter-final")
    assert stages() == first
    assert run("enter", "e.trf", 2, "4-1=0-1", "3-2==").code == 0
    assert stages("--after", 1) == first
    assert {one: stage for one, stage in stages().items() if one < 5} == {
        **dict.fromkeys((1, 2, 3), "1 still in"), 4: "4 semi-final",
    }  # fmt: skip
    assert run("pair", "e.trf", "--through", 3, "-o", "e.trf").code == 0
    assert run("enter", "e.trf", 3, "1-3==").code == 0
    assert {one: stage for one, stage in stages().items() if one < 5} == {
        **dict.fromkeys((1, 3), "1 still in"), **dict.fromkeys((2, 4), "3 semi-final"),
    }  # fmt: skip
    assert run("enter", "e.trf", 3, "1-3=1-0").code == 0
    assert {one: stage for one, stage in stages().items() if one < 4} == {
        1: "1 winner",
        3: "2 final",
        2: "3 semi-final",
    }


def test_a_round_in_the_file_names_the_qualified(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("list.csv").write_text("name,rating\n" + "".join(f"P{n},{2000 - n}\n" for n in range(1, 9)))
    run("new", "e.trf", "--players", "list.csv", "--system", "knockout", "--yes", "leave-mode!")
    assert run("enter", "e.trf", 1, "1-8==", "5-4==", "2-7=1-0", "6-3=0-1").code == 0
    assert run("pair", "e.trf", "--through", 4, 8, "-o", "e.trf").code == 0
    assert run("pair", "e.trf", "--round", 2, "--explain", 4).out == snapshot
    assert run("pair", "e.trf", "--round", 2, "--explain", 8, "--through", 5).out == snapshot


# -- why


def test_a_scheduled_round_is_described_without_groups_and_with_its_byes(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "six", "knockout")
    run("pair", "e.trf", "-o", "e.trf")
    assert run("pair", "e.trf", "--round", 1, "--explain").out == snapshot
    assert run("pair", "e.trf", "--round", 1, "--why-not", 3, "bye").out == snapshot
    run("enter", "e.trf", 1, "5-4=0-1", "6-3=0-1")
    assert run("pair", "e.trf", "--explain", 5).out == snapshot
    assert run("pair", "e.trf", "--why-not", 1, "bye").out == snapshot


def test_a_forfeited_game_is_not_reported_as_a_meeting(run: Run, snapshot: SnapshotAssertion) -> None:
    new(run, "six", "round-robin")
    run("pair", "e.trf", "-o", "e.trf")
    games = [(game.white, game.black) for game in loaded().rounds[0].games]
    run("enter", "e.trf", 1, *(f"{white}-{black}=1-0" for white, black in games))
    run("withdraw", "e.trf", 4)
    assert run("pair", "e.trf", "--explain", 4).out == snapshot
