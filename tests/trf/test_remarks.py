"""Remarks: every `###` line that is no setting of ours is a fact of the tournament, and comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Player, Remark, RuleError, Tournament
from rookery.trf.read import read

ROWS = "001    1      Anders, A\n001    2      Berg, B\n"
DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "json")


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("### made by hand", Remark("made by hand")),
        ("###made by hand", Remark("made by hand")),
        ("### FIDE mode exited @ Round 3", Remark("FIDE mode exited", 3)),
        ("### MPA @ Round 4: 5-2 => 5-1", Remark("MPA: 5-2 => 5-1", 4)),
        ("### TPN @ round 12, by lot", Remark("TPN @ round 12, by lot", 12)),
        ("### after Round 3", Remark("after Round 3", None)),
        ("### @ Round 0: nothing", Remark("@ Round 0: nothing")),
        ("### unrated players are welcome", Remark("unrated players are welcome")),
        ("### remark: unrated: 1400", Remark("unrated: 1400")),
        ("#### four", Remark("# four")),
    ],
)
def test_a_comment_is_a_remark_and_survives_every_dialect(line: str, remark: Remark) -> None:
    found = rookery.loads(f"{ROWS}{line}\n").tournament
    assert found.remarks == (remark,)
    for dialect in DIALECTS:
        assert rookery.loads(rookery.dumps(found, dialect)).tournament.remarks == (remark,)


def test_comments_that_are_settings_are_no_remarks() -> None:
    lines = "192 CUSTOM_SWISS\n### system: lim\n### unrated: 1400\n###\n"
    found = rookery.loads(lines + ROWS).tournament
    assert (found.system, found.unrated, found.remarks) == ("LIM", 1400, ())


@pytest.mark.parametrize(
    ("text", "round"), [("", None), ("  ", None), (3, None), ("late", 0), ("late", 1000), ("late @ Round 2", 3)]
)
def test_remarks_that_cannot_be(text: str, round: int | None) -> None:
    with pytest.raises(RuleError):
        Remark(text, round)


def test_only_remarks_are_remarks(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        Tournament(players=(Player(1),), remarks=("by hand",))  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


def test_a_remark_changes_no_other_line_of_a_file() -> None:
    text = f"### first\n012 Club\n{ROWS}###  second, indented\nXXR 3\n### System: Lim\n###\n"
    document = read(text.encode()).document
    assert document is not None
    before = document.tournament
    more = document.replace(replace(before, remarks=(*before.remarks, Remark("third", 2))))
    assert more.lines == (*text.splitlines(), "### third @ Round 2")
    assert document.replace(replace(before, remarks=before.remarks[1:])).lines == tuple(text.splitlines()[1:])
    swapped = document.replace(replace(before, remarks=before.remarks[::-1]))
    assert swapped.lines[0] == "###  second, indented"
    assert read(swapped.dump()).tournament == swapped.tournament


def test_files_with_remarks_keep_them_when_written_anew(golden: Path) -> None:
    data = (golden / "trf-habits" / "remarks-and-rulers.trf").read_bytes()
    reading = rookery.loads(data)
    assert reading.document is not None
    assert reading.document.dump() == data
    assert len(reading.tournament.remarks) > 1
    assert rookery.loads(rookery.dumps(reading.tournament)).tournament.remarks == reading.tournament.remarks
