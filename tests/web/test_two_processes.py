"""Two servers on one database, over HTTP: the smoke run of `bench/bench_live.py`, which counts what went wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.stores import DISKS, place_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("kind", DISKS)
def test_five_writers_through_two_processes(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Every event reaches every listener once and in order; a tournament that is held delays no other page."""
    pytest.importorskip("uvicorn")
    size = ["--seconds", "2", "--hold", "0.5", "--repeat", "1", "--players", "40"]
    words = [*size, "--database", place_of(kind, tmp_path, request)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    command = [sys.executable, str(ROOT / "bench" / "bench_live.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d+ results by 5 writers through 2 processes, 0 refused$", done.stdout, re.MULTILINE)
    assert "6 listeners: missed 0, twice 0, out of order 0" in done.stdout
    assert "held: a page of another tournament: " in done.stdout
    assert "delayed by the hold of 0.5 s: a page of another tournament: " in done.stdout
