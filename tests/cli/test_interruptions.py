"""Commands that are killed, run out of space or write the same file: a part of the runs of tests/sweeps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.seeds import SEED

SWEEPS = Path(__file__).resolve().parents[1] / "sweeps"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork")


@pytest.mark.parametrize(
    ("name", "count"),
    [
        pytest.param("kills", 4, marks=pytest.mark.smoke),
        pytest.param("concurrent", 8, marks=pytest.mark.smoke),
        pytest.param("kills", 15, marks=pytest.mark.slow),
        pytest.param("concurrent", 20, marks=pytest.mark.slow),
    ],
)
def test_nothing_is_lost_and_nothing_blocked(name: str, count: int) -> None:
    words = [sys.executable, str(SWEEPS), name, "--count", str(count), "--seed", str(2026 + SEED)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{count} commands" in done.stdout
