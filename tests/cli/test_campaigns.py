"""Commands that are killed, find no room or meet on one file: the campaigns of tests/sweeps, a twentieth of each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SWEEPS = Path(__file__).resolve().parents[1] / "sweeps"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork")


@pytest.mark.parametrize(("name", "count"), [("kills", 15), ("concurrent", 20)])
def test_nothing_is_lost_and_nothing_blocked(name: str, count: int) -> None:
    words = [sys.executable, str(SWEEPS), name, "--count", str(count), "--seed", "2026"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{count} commands" in done.stdout
