"""The page of published numbers says what is kept beside it, and what is kept is what the studies there are found."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.simulation import simulate


@pytest.fixture
def bench(root: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(root / "bench"))
    return importlib.import_module("published_numbers")


@pytest.fixture
def kept(bench: ModuleType) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(bench.KEPT.read_text("utf-8"))
    return found


def test_the_table_of_the_page_is_the_stored_table(
    root: Path, bench: ModuleType, kept: dict[str, dict[str, Any]]
) -> None:
    page = (root / "docs" / "simulation-numbers.md").read_text("utf-8")
    assert f"\n\n{bench.table(kept)}\n\n" in page


def test_every_number_says_where_it_comes_from(bench: ModuleType, kept: dict[str, dict[str, Any]]) -> None:
    assert set(kept) == set(bench.STUDIES)
    for name, known in kept.items():
        study, wanted = bench.STUDIES[name]
        assert known["study"] == study.description
        assert (known["count"], known["seed"]) == (10_000, 1)
        assert re.fullmatch("[0-9a-f]{64}", known["digest"])
        assert {bench.named(*each) for each in wanted} <= set(known["rows"])
        for name, row in known["rows"].items():
            same = name.startswith("seeds") and "above" in name  # both begin with the same field
            assert row["low"] < row["value"] < row["high"] or (same and not row["value"])


@pytest.mark.parametrize("name", ["carter 20 x 6", "rankcraft 32 x 7", "barry 60 x 6"])
def test_search_returns_the_wanted_entry(bench: ModuleType, kept: dict[str, dict[str, Any]], name: str) -> None:
    study, wanted = bench.STUDIES[name]
    result = simulate(study, count=2, seed=1)
    ran = bench.told(result, bench.numbers(result, wanted))
    assert set(kept[name]["rows"]) <= set(ran["rows"])
    beside = {name: kept[name]}
    bench.put_beside(beside, name, ran)
    assert beside[name]["count"] == 10_000  # two are no better


def test_what_the_page_says_of_the_numbers_of_others(
    root: Path, bench: ModuleType, kept: dict[str, dict[str, Any]], snapshot: SnapshotAssertion
) -> None:
    """Which of Carter's lie within our intervals, which with the half per cent of his rounding, which outside."""
    within: dict[float, list[tuple[str, str]]] = {0.0: [], 0.005: [], 1.0: []}
    differences = []
    for _, setting, published, study, form in bench.PAGE:
        if study.startswith("carter"):
            row, theirs = kept[study]["rows"][form[1:-3]], int(published.removesuffix(" %")) / 100
            aside = next(each for each in within if row["low"] - each <= theirs <= row["high"] + each)
            within[aside].append((study.removeprefix("carter "), "outright" if "outright" in setting else "one"))
            if aside == 1.0:
                differences.append(100 * abs(row["value"] - theirs))
    assert within[0.0] == [("20 x 7", "one")]
    assert within[0.005] == [("20 x 7", "outright"), ("32 x 8", "one")]
    assert [study for study, _ in within[1.0]] == ["20 x 6", "20 x 8", "20 x 9", "32 x 7", "32 x 9", "32 x 10"]
    first = kept["barry 60 x 6"]["rows"]["best PTS: 1-1-1-½ above dutch"]
    assert first["low"] > 0
    change = f"{100 * first['value']:.1f} ± {50 * (first['high'] - first['low']):.1f}"
    page = (root / "docs" / "simulation-numbers.md").read_text("utf-8")
    paragraphs = [" ".join(paragraph.split()) for paragraph in page.split("\n\n")]
    numbers = {text: [float(number) for number in re.findall(r"\d+\.\d", text)] for text in paragraphs}
    (carter,) = (text for text in paragraphs if numbers[text] == pytest.approx(differences, abs=0.051))
    (barry,) = (text for text in paragraphs if change in text)
    assert (carter, barry) == snapshot
