"""Files as found in the wild, and thousands made by others: all are read, and none loses a byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rookery.errors import Severity
from rookery.load_result import LoadResult, refusals
from rookery.trf.read import read
from rookery.trf.serialize import dump


@pytest.fixture(scope="module")
def readings(real_files: Path) -> dict[str, tuple[bytes, LoadResult]]:
    """Every real file with what was read from it; none raises."""
    names = json.loads((real_files / "expected.json").read_text("utf-8"))
    data = {name: (real_files / name).read_bytes() for name in names}
    return {name: (one, read(one)) for name, one in data.items()}


def raw(row: dict[str, Any]) -> dict[str, Any]:
    """A row of ours in the words of expected.json."""

    def whole(text: str) -> int:
        return int(text) if text.isdigit() else 0

    return {
        "line": row["line"], "id": whole(row["id"]), "sex": row["sex"], "title": row["title"], "name": row["name"],
        "rating": whole(row["rating"]), "fed": row["federation"], "fide_id": row["number"], "birth": row["birth"],
        "points": row["points"], "rank": whole(row["rank"]) if row["rank"] else None,
        "cells": [[whole(opponent), colour, result] for opponent, colour, result in row["cells"]],
    }  # fmt: skip


def test_the_rows_are_those_expected(real_files: Path, readings: dict[str, tuple[bytes, LoadResult]]) -> None:
    expected = json.loads((real_files / "expected.json").read_text("utf-8"))
    assert len(expected) == 48
    for name, rows in expected.items():
        document = readings[name][1].document
        assert document is not None
        assert [raw(row) for row in document.rows()] == rows, name


def test_no_byte_is_lost(readings: dict[str, tuple[bytes, LoadResult]]) -> None:
    for name, (data, reading) in readings.items():
        assert reading.document is not None
        assert reading.document.dump() == data, name
        assert reading.document.source.dump() == data, f"{name}, put together from its lines"


def test_the_canonical_form_keeps_the_model(readings: dict[str, tuple[bytes, LoadResult]]) -> None:
    for name, (_, reading) in readings.items():
        written = dump(reading.tournament)
        again = read(written).tournament
        assert again == reading.tournament, name
        assert dump(again) == written, name


def test_every_quirk_of_the_manifest_is_reported(
    real_files: Path, readings: dict[str, tuple[bytes, LoadResult]]
) -> None:
    """Words of the manifest, and the code that must then appear."""
    words = {
        "0000 - + used": "trf06-bye", "0000 - = used": "trf06-bye", "sex codes": "sex", "titles [": "title",
        "birth formats": "date", "042 date": "date", "players whose points differ": "points",
        "non-record lines": "ruler",
    }  # fmt: skip
    manifest = json.loads((real_files / "manifest.json").read_text("utf-8"))
    seen = 0
    for entry in manifest["files"] if isinstance(manifest, dict) else manifest:
        tournament, codes = (
            readings[entry["file"]][1].tournament,
            {problem.code for problem in readings[entry["file"]][1].problems},
        )
        for quirk in entry["quirks"]:
            for word, code in words.items():
                if word in quirk and not (tournament.team_event or "###" in quirk or "'.  .'" in quirk):
                    assert code in codes, (entry["file"], quirk)
                    seen += 1
    assert seen > 40


def test_a_few_facts_of_real_files(readings: dict[str, tuple[bytes, LoadResult]]) -> None:
    grand = readings["files/grandmommyscup.trf"][1].tournament
    assert (len(grand.teams), len(grand.rounds), grand.planned_rounds, grand.team_event) == (50, 14, 14, True)
    assert len(grand.rounds[0].matches) + len(grand.rounds[0].byes) / 2 > 24
    codes = {problem.code for problem in readings["files/grandmommyscup.trf"][1].problems}
    assert not codes & {"team-points", "points", "team-game", "board-colours"}, "its tables agree with its games"
    lichess = readings["files/lwz_season_2020_06.trf"][1].tournament
    assert (len(lichess.players), len(lichess.rounds), lichess.planned_rounds) == (13, 10, 10)
    cr_only = readings["files/own_cr_only.trf"][1].tournament
    assert (len(cr_only.players), cr_only.system) == (6, "FIDE_DUTCH_2026")


FOLDERS = (
    "team", "team-hard", "double-swiss", "double-swiss-hard", "tiebreaks", "tiebreaks-tec", "lim", "dutch",
    "dutch-hard", "dubov", "dubov-hard", "dubov-large", "burstein", "burstein-hard",
)  # fmt: skip


@pytest.mark.parametrize("folder", FOLDERS)
def test_generated_files_have_no_errors_and_preserve_their_model(corpus: Path, folder: str) -> None:
    files = sorted((corpus / folder).glob("*.trf"))
    assert files
    for path in files[:: 1 + len(files) // 60]:
        reading = read(path.read_bytes())
        assert not refusals(reading.problems), path.name
        assert not [problem for problem in reading.problems if problem.severity > Severity.INFO], path.name
        assert read(dump(reading.tournament)).tournament == reading.tournament, path.name
        expected = path.with_suffix(".json")
        if "double" in folder and expected.exists():
            planned = json.loads(expected.read_text("utf-8")).get("total_rounds", reading.tournament.planned_rounds)
            assert planned == reading.tournament.planned_rounds
