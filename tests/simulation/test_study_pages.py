"""The pages of studies: their tables are the computed numbers, and their commands run."""

from __future__ import annotations

import importlib
import json
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.simulation.figures import Figure

NAMES = ("rounds", "baku", "burstein", "calibration", "course", "grand-swiss")


@pytest.fixture
def tool(root: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(root / "tools"))
    return importlib.import_module("question_figures")


@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_a_page_is_the_collected_table(root: Path, tool: ModuleType, name: str) -> None:
    folder = root / "docs" / "questions"
    kept = json.loads((folder / f"{name}.json").read_text("utf-8"))
    page = (folder / f"{name}.md").read_text("utf-8")
    assert tool.table(name, kept["rows"]) in page
    assert f"--count {kept['count']}" in page
    assert kept["count"] >= 2000
    figure = tool.of_what_was_drawn(name, kept)
    assert (figure is None) is (name == "grand-swiss")
    for end in ("", "-dark"):
        picture = (folder / f"{name}{end}.svg").read_text("utf-8")
        assert "<title>" in picture
        assert figure is None or f"<title>{figure.text}</title>" in picture
        assert f"{name}{end}.svg" in page


def test_what_the_pages_say_of_their_numbers(root: Path, snapshot: SnapshotAssertion) -> None:
    def rows(name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads((root / "docs" / "questions" / f"{name}.json").read_text("utf-8"))[
            "rows"
        ]
        return found

    for row in rows("calibration"):  # as printed, too
        assert round(row["low"], 3) <= round(row["given"], 3) <= round(row["high"], 3)
    calibration = (root / "docs" / "questions" / "calibration.md").read_text("utf-8")
    assert "200 tournaments" in calibration
    assert sum(row["count"] for row in rows("calibration")) == 200 * 30
    assert "200 tournaments" in (root / "docs" / "questions.md").read_text("utf-8")
    taus = [row["value"] for row in rows("rounds") if row["measure"] == "tau"]
    gains = [after - before for before, after in pairwise(taus)]
    assert all(gain > 0 for gain in gains)
    assert gains == sorted(gains, reverse=True)
    differences = {name: [row for row in rows(name) if row["system"] == "difference"] for name in ("baku", "burstein")}
    assert {name: [row["measure"] for row in found] for name, found in differences.items()} == snapshot
    gap, unequal, alone, best, tau, _ = differences["baku"]
    assert gap["high"] < 0
    assert alone["low"] > 0
    assert tau["high"] < 0
    assert best["low"] < 0 < best["high"]
    floats = [row["value"] for row in rows("baku") if row["measure"] == unequal["measure"]]
    assert 3.5 < floats[1] / floats[0] < 4.5
    by_points, by_buchholz, _ = differences["burstein"]
    assert by_points["low"] < 0 < by_points["high"]
    assert by_buchholz["high"] < 0


@pytest.mark.parametrize("name", ["baku", "burstein", "calibration", "course"])
def test_a_question_is_answered(tool: ModuleType, name: str) -> None:
    rows, figure = tool.QUESTIONS[name](2, 1)
    assert isinstance(figure, Figure)
    assert tool.table(name, rows).count("\n") >= 3
    again = tool.of_what_was_drawn(name, tool.told(name, 2, rows, figure))
    assert (again.text, again.title) == (figure.text, figure.title)
    assert len(again.spec["data"]["values"]) == len(figure.spec["data"]["values"])
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)


def test_an_event_of_others_is_read_without_names(tool: ModuleType, tmp_path: Path) -> None:
    """The columns are those of the published rounds: white number and rating, result, black rating and number."""
    lines = ["Bo.,SNo.,Title,NAME,Rtg,Pts,Res,Pts,Title,NAME,Rtg,SNo."]
    boards = {1: [(1, 3), (4, 2)], 2: [(2, 1), (3, 4)]}
    for number in range(1, 7):
        games = boards[1 + number % 2] if number < 3 else [(1, 4), (2, 3)] if number == 3 else []
        text = [
            f'{at},{a},GM,"Some, One",{2700 - a},0,1 - 0,0,GM,"Some, Two",{2700 - b},{b}'
            for at, (a, b) in enumerate(games, 1)
        ]
        (tmp_path / f"Chess Data - Round {number}.csv").write_text("\n".join([*lines, *text]) + "\n", "utf-8")
    event = tool.grand_swiss(tmp_path)
    assert [(player.number, player.rating, player.name) for player in event.players] == [
        (at, 2700 - at, "") for at in range(1, 5)
    ]
    assert [len(round.games) for round in event.rounds] == [2, 2, 2, 0, 0, 0]
    assert rookery.dumps(event)
