"""A birth after the beginning of the event: the file is read, and the problem reported."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import PartialDate

ROWS = (("   1      Hatter, Max", "2031/01/01"), ("   2      Hare, Mia", "2020/01/01"))
TEXT = "012 Tea Party Open\n042 2026/05/01\n" + "".join(f"001 {row:<65}{born}\n" for row, born in ROWS)


def test_an_impossible_day_of_birth_is_reported_with_its_place(snapshot: SnapshotAssertion) -> None:
    reading = rookery.loads(TEXT)
    assert [player.birth for player in reading.tournament.players] == [None, PartialDate(2020, 1, 1)]
    (problem,) = [one for one in reading.problems if one.code == "date"]
    assert (problem.line, problem.read) == (3, "2031-01-01")
    assert problem.text == snapshot
    assert reading.document is not None
    assert reading.document.dump().decode() == TEXT
