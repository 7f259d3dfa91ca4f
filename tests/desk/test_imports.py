"""Files that come in, some of every system, and some that were spoilt: the sweep of imports, small."""

from __future__ import annotations

from support.arrivals import Told, came_in, spoilt_files, whole_files


def test_files_of_the_corpora() -> None:
    told = Told()
    for path in whole_files(16):
        came_in(path.read_bytes(), path.name, told)
    assert told.faults == []
    assert (told.refused, told.unjudged) == (0, 0)
    assert told.rounds >= 16


def test_twenty_spoilt_files_are_asked_for_and_put_on_record() -> None:
    told = Told()
    for data, name, round in spoilt_files(20):
        came_in(data, name, told, broken=round)
    assert told.faults == []
    assert told.spoilt == 20
