"""Every file of the corpora through JSON: the tournament is the same, and so is every byte of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

import rookery

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 60_000
"""Bytes of a file: the larger ones are of the same kinds, and take long."""


def files(folder: Path) -> list[bytes]:
    """What the files of tournaments below a folder hold, each once."""
    found = sorted(one for one in folder.rglob("*") if one.suffix in (".trf", ".trfx", ".txt") and one.is_file())
    return list(dict.fromkeys(one.read_bytes() for one in found if one.stat().st_size <= LARGEST))


def through_json(data: bytes) -> bool:
    """Whether the file comes back; nothing is said of a text that is no tournament."""
    try:
        reading = rookery.loads(data)
    except rookery.FormatError:
        return False
    again = rookery.loads(rookery.dumps(reading.tournament, "json"))
    assert again.tournament == reading.tournament
    assert again.document is None
    assert reading.document is not None
    assert reading.document.replace(again.tournament).dump() == data
    for dialect in ("trf26", "trfx"):
        assert rookery.dumps(again.tournament, dialect) == rookery.dumps(reading.tournament, dialect)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["examples", "tests/golden"])
def test_our_own_files_come_back(folder: str) -> None:
    assert sum(map(through_json, files(ROOT / folder))) > 5


@pytest.mark.slow
@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_generated_corpora_come_back(corpus: Path, step: int) -> None:
    for folder in sorted(corpus.iterdir()):
        found = files(folder)[::step]
        assert sum(map(through_json, found)) >= len(found) - 1, folder


@pytest.mark.slow
def test_the_files_of_others_come_back(real_files: Path) -> None:
    found = files(real_files)
    assert sum(map(through_json, found)) > len(found) // 2
