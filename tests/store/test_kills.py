"""Writers that are killed, and a server that is: a tenth of the campaign of tests/sweeps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.postgresql import missing

SWEEPS = Path(__file__).resolve().parents[1] / "sweeps"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork")


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_was_acknowledged_is_there(database: str) -> None:
    if database == "postgresql" and (why := missing()):
        pytest.skip(why)
    words = [sys.executable, str(SWEEPS), "store_kills", "--database", database, "--count", "10", "--seed", "2026"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"10 kills on {database}" in done.stdout
