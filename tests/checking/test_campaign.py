"""The page of a campaign: differences counted again by hand, sorted, with the hours that are left."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rookery.checking.campaign import classified, page
from rookery.checking.crosscheck import Finding
from rookery.checking.report import RoundReport, Verdict

SUMS = Counter({"ours": 2, "theirs": 2, "players": 40, "rounds": 12, "differences": 3, "seconds": 2, "timed": 4})


def difference(folder: Path, name: str, **more: object) -> None:
    told = {"verdict": "theirs is worse", "lead": "ours", "failure": "", "decided_by": None, "breaches": [], **more}
    (folder / f"{name}.json").write_text(json.dumps(told))


def test_differences_are_sorted_by_verdict_and_rule(tmp_path: Path) -> None:
    rule = {"article": "C.04.3 2.4.7", "code": "C12"}
    difference(tmp_path, "1-ours-round-2", decided_by=rule)
    difference(tmp_path, "2-theirs-round-3", decided_by=rule, lead="theirs")
    difference(tmp_path, "3-ours-round-1", verdict="the engine failed", failure="no answer")
    first, second = classified(tmp_path)
    other = "fault of the other program"
    assert first == (other, "theirs is worse", "C.04.3 2.4.7 C12", 2, 1, "1-ours-round-2")
    assert second == (other, "the engine failed", "no answer", 1, 1, "3-ours-round-1")
    told = page(tmp_path, "other {input}", SUMS)
    assert f"| {other} | theirs is worse | C.04.3 2.4.7 C12 | 2 | 1 | 1-ours-round-2 |" in told
    assert "| seconds of processor for a tournament, both programs | 0.500 |" in told
    assert "| hours of one processor for 50,000 each way | 13.9 |" in told
    assert f"| fault of ours | 0 |\n| {other} | 3 |\n| reading | 0 |\n| to be judged | 0 |" in told


@pytest.mark.parametrize(
    ("verdict", "blame"),
    [
        ("another reading: standard_points=draw", "reading"),
        ("another edition: C.07 (2024-08)", "reading"),
        ("another value", "to be judged"),
        ("exit code 3: what?", "fault of the other program"),
    ],
)
def test_differences_of_tie_breaks_by_what_gives_them(tmp_path: Path, verdict: str, blame: str) -> None:
    difference(tmp_path, "1-ours-tiebreak-STD", code="STD", article="C.07 7.7", verdict=verdict)
    (row,) = classified(tmp_path)
    assert (row.blame, row.rule) == (blame, "C.07 7.7 STD")


@pytest.mark.parametrize("verdict", [one for one in Verdict if one is not Verdict.AGREE])
def test_our_checker_says_whose_a_pairing_is(tmp_path: Path, verdict: Verdict) -> None:
    report = RoundReport.__new__(RoundReport)
    object.__setattr__(report, "verdict", verdict)
    difference(tmp_path, "1-ours-round-1", verdict=Finding(1, b"", ((), None), ((), None), "", report).verdict)
    (row,) = classified(tmp_path)
    assert (row.blame == "fault of ours") is (verdict is Verdict.BETTER)


def test_no_difference_is_said_and_no_hours_without_a_clock(tmp_path: Path) -> None:
    told = page(tmp_path, "other {input}", Counter({"ours": 1, "rounds": 3}))
    assert told.endswith("None.\n")
    assert "hours" not in told
