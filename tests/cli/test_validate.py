"""Validation: verdicts, carets, JSON, and words a newcomer can act on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import Severity
from support.command_line import Run
from support.snapshots import lines_with


def test_the_examples_are_valid(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run(
        "validate", "--strict", "--for", "rating", *(f"examples/{n}.trf" for n in ("swiss", "round-robin", "teams"))
    )
    assert done.code == 0
    assert done.out == snapshot


def test_notes_are_printed_on_request(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    assert run("validate", "--notes", "examples/swiss.trf").out.split("\n\n")[:2] == snapshot


def test_a_broken_file_says_what_where_and_what_to_do(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("validate", "examples/broken.trf")
    assert done.code == 3
    assert done.out == snapshot
    assert all(len(line) <= 80 for line in done.out.splitlines())
    lines = done.out.splitlines()
    for number, line in enumerate(lines):
        if set(line.strip()) == {"^"}:
            assert len(lines[number - 1]) >= line.index("^")


def test_the_data_form(run: Run, ground: Path) -> None:
    done = run("validate", "--format", "json", "examples/broken.trf")
    said = json.loads(done.out)
    assert done.code == 3
    assert (said["file"], said["valid"]) == ("examples/broken.trf", False)
    assert {"severity", "code", "line", "columns", "field", "text", "read", "used"} == set(said["problems"][0])
    several = json.loads(run("validate", "--format", "json", "examples/broken.trf", "examples/swiss.trf").out)
    assert [each["valid"] for each in several] == [False, True]


def test_the_largest_code_counts(run: Run, ground: Path) -> None:
    assert run("validate", "examples/swiss.trf", "nowhere.trf", "examples/broken.trf").code == 5
    assert run("validate", "examples/swiss.trf", "examples/broken.trf").code == 3


def test_strict_refuses_warnings(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    Path("odd.json").write_text('{"rookery": 1, "sponsor": "Tea", "players": [{"id": 1, "name": "A"}]}')
    assert run("validate", "odd.json").code == 0
    done = run("validate", "--strict", "odd.json")
    assert done.code == 3
    assert done.out == snapshot


def test_for_rating_asks_for_more(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("new", "club.trf", "--players", "examples/players.csv", "--rounds", 5)
    assert run("validate", "club.trf").code == 0
    done = run("validate", "--for", "rating", "club.trf")
    assert done.code == 3
    assert [block for block in done.out.split("\n\n") if "102" in block] == snapshot


@pytest.mark.parametrize(
    "data", [b"\x00" * 2_000_000, b"nonsense " * 500_000, b"\n" * 1_000_000, bytes(range(256)) * 4000]
)
def test_invalid_input_ends_with_a_single_clear_error(data: bytes, run: Run, ground: Path) -> None:
    Path("big.trf").write_bytes(data)
    done = run("validate", "big.trf")
    assert done.code == 3
    assert len(done.out) < 2000


def never_in_a_fault(run: Run, path: Path) -> None:
    """Whatever is asked of a file ends well or with what is wrong in it, in 80 columns."""
    for command in (["validate", path], ["validate", "--strict", "--for", "rating", path], ["show", path]):
        done = run(*command)
        assert done.code in (0, 3), (path.name, done.err)
        assert all(len(line) <= 80 for line in done.out.splitlines() if str(path) not in line), path.name


def test_files_with_habits_never_end_in_a_fault(run: Run, golden: Path) -> None:
    for path in sorted((golden / "trf-habits").glob("*.t*")):
        never_in_a_fault(run, path)


def test_files_of_the_corpus_never_end_in_a_fault(run: Run, corpus: Path) -> None:
    files = sorted((corpus / "seen").glob("*.[tj][rs]*"))
    assert len(files) == 16
    for path in files:
        never_in_a_fault(run, path)


@pytest.mark.parametrize("name", ["huge-number", "three-games", "virtual"])
def test_an_impossible_setting_of_an_event_is_refused_at_its_place(run: Run, corpus: Path, name: str) -> None:
    done = run("validate", "--format", "json", corpus / "seen" / f"C-{name}.json")
    (problem,) = json.loads(done.out)["problems"]
    assert (done.code, problem["severity"], problem["line"]) == (3, "error", 1)
    assert run("pair", corpus / "seen" / f"C-{name}.json").code == 3


def test_real_files_never_end_in_a_fault(run: Run, real_files: Path) -> None:
    for path in sorted((real_files / "files").iterdir()):
        never_in_a_fault(run, path)


def test_a_list_of_players_is_pointed_to_new(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    done = run("validate", "examples/players.csv")
    assert done.code == 3
    assert done.out == snapshot


def test_an_unknown_tie_break_is_reported_at_its_place(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    text = Path("examples/swiss.trf").read_text().replace("202 BH/C1,BH,SB", "202 BH/C1,BHH,SB")
    Path("odd.trf").write_text(text)
    found = json.loads(run("validate", "--format", "json", "odd.trf").out)["problems"]
    (problem,) = [one for one in found if one["code"] == "tie-break"]
    assert (problem["severity"], problem["columns"], problem["field"]) == ("warning", [11, 13], "202")
    assert text.splitlines()[problem["line"] - 1].startswith("202")
    assert problem["text"] == snapshot(name="problem")
    run("convert", "odd.trf", "odd.json")
    (problem,) = [
        one for one in json.loads(run("validate", "--format", "json", "odd.json").out)["problems"] if one["line"]
    ]
    assert Path("odd.json").read_text().splitlines()[problem["line"] - 1][problem["columns"][0] - 1 :][:5] == '"BHH"'
    assert lines_with(run("standings", "odd.trf").out, "BHH") == snapshot(name="standings")
    assert run("validate", "--strict", "odd.trf").out == snapshot(name="strict")


def test_dates_and_persons_are_compared_in_either_form(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    text = Path("examples/swiss.trf").read_text().replace("052 2026/04/06", "052 2026/03/06")
    Path("odd.trf").write_text(text.replace("99900104", "99900102").replace("142 7", "142 6"))
    run("convert", "odd.trf", "odd.json")
    for path in ("odd.trf", "odd.json"):
        done = run("validate", path)
        assert done.code == 0
        assert done.out == snapshot(name=path)


def test_what_a_report_needs_can_be_set(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    missing = run("validate", "--for", "rating", "examples/team-swiss.trf").out
    assert missing.rpartition("\n\n")[2] == snapshot
    head = ("--start", "2026-05-01", "--end", "2026-05-03", "--type", "Team Swiss", "--arbiter", "A", "--time-control")
    assert run("set", "examples/team-swiss.trf", *head, "90+30").code == 0
    assert run("validate", "--for", "rating", "examples/team-swiss.trf").code == 0


@pytest.mark.parametrize("system", ["FIDE_DUTCH_2019", "FIDE_DUTCH_2019_BAKU", "FIDE_DUBOV_2017"])
def test_a_year_without_a_known_edition_is_reported(
    run: Run, tmp_path: Path, system: str, snapshot: SnapshotAssertion
) -> None:
    """pair and check refuse such a code (record 192), so validate must not pass over it."""
    trf, form = tmp_path / "old.trf", tmp_path / "old.json"
    trf.write_text(f"012 Tea\n142 5\n192 {system}\n001    1      A\n001    2      B\n")
    players = [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]
    form.write_text(json.dumps({"rookery": 1, "system": system, "players": players}))
    for path in (trf, form):
        said = json.loads(run("validate", "--format", "json", str(path)).out)["problems"]
        (told,) = (each for each in said if each["code"] == "system")
        assert (told["severity"], told["read"]) == ("warning", system)
        assert told["text"] == snapshot(name="problem")
        assert told["line"] in (1, 3)
        assert run("pair", str(path)).code != 0
    trf.write_text("012 Tea\n142 5\n192 FIDE_DUTCH_2025\n001    1      A\n001    2      B\n")
    assert not [each for each in json.loads(run("validate", "--format", "json", str(trf)).out)["problems"]
                if each["code"] == "system"]  # fmt: skip


def test_a_contradictory_file_is_reported_on_request(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    """The checks that make a changed byte visible say nothing to whoever only works with the file."""
    plain = {words: run(*words, "examples/swiss.trf") for words in (("pair",), ("standings",), ("check",))}
    text = Path("examples/swiss.trf").read_text()
    row = next(line for line in text.splitlines() if line.startswith("001"))
    Path("examples/swiss.trf").write_text(text.replace(row, f"{row[:80]} 0.5{row[84:]}"))
    warned = [
        problem.code
        for problem in rookery.load(Path("examples/swiss.trf")).problems
        if problem.severity > Severity.INFO
    ]
    assert warned == ["points"]
    for words in (("pair",), ("standings",)):
        assert run(*words, "examples/swiss.trf") == plain[words]
    assert run("check", "examples/swiss.trf").err == plain["check",].err == ""
    assert run("validate", "examples/swiss.trf").out == snapshot(name="validate")
    assert lines_with(run("show", "examples/swiss.trf").out, "rookery validate") == snapshot(name="show")


def test_what_is_not_by_the_rules(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    """--fide: objections and the rounds to come, each with its article; the file itself may be in order."""
    done = run("validate", "--fide", "examples/swiss.trf")
    assert done.code == 0
    assert done.out == snapshot(name="no objections")
    six = tuple(rookery.Player(one, f"P{one}") for one in range(1, 7))
    points, apart = rookery.PointSystem(pab=7), (rookery.ForbiddenPair((1, 2)),)
    odd = rookery.Tournament(players=six, planned_rounds=5, points=points, system="keizer", forbidden_pairs=apart)
    Path("odd.json").write_bytes(rookery.dumps(odd, "json"))
    done = run("validate", "--fide", "odd.json")
    assert done.code == 3
    assert "(C.04.2 1.1)" in done.out
    assert done.out == snapshot(name="objections")
    swiss = replace(odd, system="dutch")
    Path("swiss.json").write_bytes(rookery.dumps(swiss, "json"))
    done = run("validate", "--fide", "--format", "json", "swiss.json")
    told = json.loads(done.out)
    assert (done.code, told["valid"], told["feasible"]["answer"], told["feasible"]["reached"]) == (3, False, "no", 4)
    assert [one["kind"] for one in told["objections"]] == ["bye value"]
    assert run("validate", "--fide", "swiss.json").out == snapshot(name="not feasible")


def test_an_unknown_system_is_an_issue(run: Run, ground: Path) -> None:
    made = rookery.Tournament(players=(rookery.Player(1), rookery.Player(2)), planned_rounds=1, system="OTHER_LADDERS")
    Path("ladders.json").write_bytes(rookery.dumps(made, "json"))
    done = run("validate", "--fide", "--format", "json", "ladders.json")
    told = json.loads(done.out)
    assert (done.code, told["feasible"], [one["kind"] for one in told["objections"]]) == (3, None, ["system not named"])
