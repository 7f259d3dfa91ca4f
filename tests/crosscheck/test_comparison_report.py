"""The page of a campaign: differences counted again by hand, sorted, with the hours that are left."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.checking.report import RoundReport, Verdict
from rookery.crosscheck.pairings import Finding
from rookery.crosscheck.report import classify_differences, render_report
from rookery.crosscheck.tiebreaks import UNEXPLAINED

SUMS = Counter({"ours": 2, "theirs": 2, "players": 40, "rounds": 12, "differences": 3, "seconds": 2, "timed": 4})


def difference(folder: Path, name: str, **more: object) -> None:
    told = {"verdict": WORSE, "lead": "ours", "failure": "", "decided_by": None, "breaches": [], **more}
    (folder / f"{name}.json").write_text(json.dumps(told))


def verdict_of(verdict: Verdict | None = None, failure: str = "") -> str:
    """The verdict on an answer of the other program, as a logbook keeps it."""
    report = None
    if verdict is not None:
        report = RoundReport.__new__(RoundReport)
        object.__setattr__(report, "verdict", verdict)
    return Finding(1, b"", ((), None), ((), None), failure, report).verdict


WORSE, FAILED = verdict_of(Verdict.WORSE), verdict_of(failure="no answer")


def test_differences_are_sorted_by_verdict_and_rule(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    rule = {"article": "C.04.3 2.4.7", "code": "C12"}
    difference(tmp_path, "1-ours-round-2", decided_by=rule)
    difference(tmp_path, "2-theirs-round-3", decided_by=rule, lead="theirs")
    difference(tmp_path, "3-ours-round-1", verdict=FAILED, failure="no answer")
    first, second = classify_differences(tmp_path)
    assert first[1:] == (WORSE, "C.04.3 2.4.7 C12", 2, 1, "1-ours-round-2")
    assert second[1:] == (FAILED, "no answer", 1, 1, "3-ours-round-1")
    assert first.blame == second.blame == snapshot
    assert render_report(tmp_path, "other {input}", SUMS) == snapshot


@pytest.mark.parametrize(
    "verdict",
    [
        "another reading: standard_points=draw",
        "another edition: C.07 (2024-08)",
        UNEXPLAINED,
        "exit code 3: what?",
    ],
    ids=["reading", "edition", "value", "failure"],
)
def test_differences_of_tie_breaks_by_what_gives_them(
    tmp_path: Path, verdict: str, snapshot: SnapshotAssertion
) -> None:
    difference(tmp_path, "1-ours-tiebreak-STD", code="STD", article="C.07 7.7", verdict=verdict)
    (row,) = classify_differences(tmp_path)
    assert row.rule == "C.07 7.7 STD"
    assert row.blame == snapshot


@pytest.mark.parametrize("verdict", [one for one in Verdict if one is not Verdict.AGREE], ids=lambda one: one.name)
def test_our_checker_says_whose_a_pairing_is(tmp_path: Path, verdict: Verdict, snapshot: SnapshotAssertion) -> None:
    difference(tmp_path, "1-ours-round-1", verdict=verdict_of(verdict))
    (row,) = classify_differences(tmp_path)
    assert row.blame == snapshot


def test_no_difference_is_claimed_and_no_hours_without_a_clock(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    assert render_report(tmp_path, "other {input}", Counter({"ours": 1, "rounds": 3})) == snapshot
