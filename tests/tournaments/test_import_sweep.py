"""Imported files of every system, some of them defective: a small run of the sweep of imports."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rookery
from rookery.model import Verbatim
from support.import_checks import Tally, altered_files, check_import, corpus_files


def test_files_of_the_corpora() -> None:
    told = Tally()
    for path in corpus_files(16):
        check_import(path.read_bytes(), path.name, told)
    assert told.faults == []
    assert (told.refused, told.unjudged) == (0, 0)
    assert told.rounds >= 16


@pytest.mark.slow
def test_twenty_spoilt_files_need_confirmation_and_are_recorded() -> None:
    told = Tally()
    for data, name, round in altered_files(20):
        check_import(data, name, told, broken=round)
    assert told.faults == []
    assert told.spoilt == 20


@pytest.mark.slow
def test_a_file_with_an_unknown_federation_needs_confirmation_like_any_other() -> None:
    """What a reader keeps verbatim goes into the question, and into the log."""
    data, name, round = next(iter(altered_files(1)))
    event = rookery.loads(data).tournament
    odd = replace(event.players[0], federation=Verbatim("eng"), title=Verbatim("NM"), sex=Verbatim("f"))
    told = Tally()
    check_import(rookery.dumps(replace(event, players=(odd, *event.players[1:])), "json"), name, told, broken=round)
    assert told.faults == []
    assert told.spoilt == 1
