"""The page of a campaign: differences counted again by hand, sorted, with the hours that are left."""

from __future__ import annotations

import json
from pathlib import Path

from rookery.checking.campaign import classified, page

COUNTS = {"tournaments": 4, "rounds": 12, "differences": 3, "faults of ours": 0}


def difference(folder: Path, name: str, **more: object) -> None:
    told = {"verdict": "theirs is worse", "lead": "ours", "failure": "", "decided_by": None, "breaches": [], **more}
    (folder / f"{name}.json").write_text(json.dumps(told))


def test_differences_are_sorted_by_verdict_and_rule(tmp_path: Path) -> None:
    rule = {"article": "C.04.3 2.4.7", "code": "C12"}
    difference(tmp_path, "1-ours-round-2", decided_by=rule)
    difference(tmp_path, "2-theirs-round-3", decided_by=rule, lead="theirs")
    difference(tmp_path, "3-ours-round-1", verdict="the engine failed", failure="no answer")
    first, second = classified(tmp_path)
    assert first == ("theirs is worse", "C.04.3 2.4.7 C12", 2, 1, "1-ours-round-2")
    assert second == ("the engine failed", "no answer", 1, 1, "3-ours-round-1")
    told = page(tmp_path, "other {input}", COUNTS, rate=10.0)
    assert "| theirs is worse | C.04.3 2.4.7 C12 | 2 | 1 | 1-ours-round-2 |" in told
    assert "| hours for 50,000 each way at this rate | 2.8 |" in told


def test_no_difference_is_said(tmp_path: Path) -> None:
    assert page(tmp_path, "other {input}", COUNTS, None).endswith("None.\n")
