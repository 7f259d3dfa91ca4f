"""The benchmarks that print tables for the documents still run, on fields so small that nothing is measured."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("resource")
ROOT = Path(__file__).resolve().parent.parent


def bench(name: str, *words: str) -> str:
    """What a benchmark prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    command = [sys.executable, str(ROOT / "bench" / f"{name}.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=240)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_hard_positions_are_paired_the_same_by_everybody() -> None:
    itself = f"{sys.executable} -m rookery --dutch {{input}} -p {{output}}"
    words = ("--turns", "1", "--families", "90 % forbidden", "--against", str(ROOT), "--engine", itself)
    lines = bench("bench_worst", "--sizes", "8", *words).splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")][2:]
    assert [row[0] for row in rows] == ["plain", "90 % forbidden", "all of 9 rounds"]
    for row in rows:
        assert row[9] == f"{row[2]} of {row[2]}"
        assert row[12] == (row[9] if row[0] != "all of 9 rounds" else "-")
    assert int(rows[2][2]) == int(rows[0][2]) + int(rows[1][2])


def test_hard_positions_of_every_system() -> None:
    words = ("--turns", "1", "--families", "odd field", "--systems", "lim,double-swiss,team")
    assert bench("bench_worst", "--sizes", "6", *words).count("odd field") == 3


def test_another_state_is_measured_in_turns() -> None:
    lines = bench("bench_before", str(ROOT), "--sizes", "20,120", "--turns", "1").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")][2:]
    calls = ["engine 20", "pair 20", "standings 20", "check 20", "generate 20", "engine 120", "pair 120"]
    assert [row[0] for row in rows] == calls
    for row in rows:
        assert 0.2 < float(row[5]) < 5, "the same state, twice"
    assert [row[3] for row in rows if row[0].startswith("engine")] == ["1.00", "1.00"]
    assert "before" not in bench("bench_before", "--sizes", "20", "--turns", "1")


def test_serving() -> None:
    assert "| 8 |" in bench("bench_serving", "--sizes", "8", "--count", "2", "--turns", "1")


def test_memory() -> None:
    assert "with its standings" in bench("bench_memory", "--count", "10", "--players", "40")


def test_store() -> None:
    said = bench("bench_store", "--players", "12", "--rounds", "3", "--events", "600", "--turns", "1")
    assert "a result / standings: " in said
    assert "opening 600 events" in said


def test_views_are_measured_beside_standings() -> None:
    said = bench("bench_views", "--players", "12", "--rounds", "3", "--events", "600", "--turns", "1")
    assert said.count("ratio") == 11


def test_web() -> None:
    pytest.importorskip("uvicorn")
    words = ("--players", "12", "--rounds", "3", "--viewers", "3", "--times", "2", "--turns", "1")
    said = bench("bench_web", *words)
    assert "announced to 3 viewers, and all fetch" in said
    assert "start to the first page" in said


def test_a_full_hall() -> None:
    pytest.importorskip("uvicorn")
    words = ("--players", "24", "--rounds", "3", "--phones", "16", "--screens", "4", "--seconds", "2")
    lines = bench("bench_hall", *words).splitlines()
    assert lines[0].startswith("16 claims of 16 phones, 8 results, 4 screens; load ")
    assert lines[1] == "events that screens missed or heard twice 0; results lost, or not shown 0"


def test_lists() -> None:
    said = bench("bench_lists", "--players", "50", "--turns", "1")
    assert "the import" in said
    assert "search 'kar'" in said


def test_periods() -> None:
    pytest.importorskip("numpy")
    said = bench("bench_periods", "--players", "50", "--games", "300", "--turns", "1")
    assert "the same list: True" in said
    assert ("from Parquet" in said) is (find_spec("pyarrow") is not None)


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "bench").glob("bench_*.py")))
def test_every_benchmark_says_what_it_measures(name: str) -> None:
    assert bench(name, "--help").startswith("usage: ")
