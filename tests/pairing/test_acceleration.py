"""Accelerated tournaments of the corpus are paired as their files say, and not without their virtual points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import rookery
from rookery.model import Tournament


def accelerated(folder: Path) -> Iterator[Tournament]:
    """The tournaments of a folder that have virtual points (records 250 or XXA)."""
    for path in sorted(folder.glob("*.trf")):
        if re.search(rb"^(250|XXA)", path.read_bytes(), re.MULTILINE):
            yield rookery.load(path).tournament


def differences(tournament: Tournament, system: str) -> list[int]:
    """The rounds in which we pair others than the file does."""
    numbers = range(1, len(tournament.rounds) + 1)
    ours = {number: rookery.pair(tournament, system, round=number).pairs for number in numbers}
    theirs = {number: tournament.rounds[number - 1].pairs for number in numbers}
    return [n for n in numbers if set(map(frozenset, ours[n])) != set(map(frozenset, theirs[n]))]


@pytest.mark.parametrize(("system", "files"), [("dutch", 32), ("dubov", 10), ("burstein", 13)])
def test_equal_pairings(corpus: Path, system: str, files: int) -> None:
    events = list(accelerated(corpus / system))
    assert len(events) == files
    assert [differences(event, system) for event in events] == [[]] * files
    without = (replace(event, acceleration=()) for event in events[:5])
    assert any(differences(event, system) for event in without)
