"""Writers that are killed, and a server that is: a tenth of the campaign of tests/sweeps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.postgresql import missing
from support.seeds import SEED

SWEEPS = Path(__file__).resolve().parents[1] / "sweeps"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork")


@pytest.mark.smoke
def test_a_few_kills() -> None:
    kill("sqlite", 2)


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_was_acknowledged_is_there(database: str) -> None:
    if database == "postgresql" and (why := missing()):
        pytest.skip(why)
    kill(database, 10)


def kill(database: str, count: int) -> None:
    """Let the campaign kill so many writers, and see that nothing is lost."""
    words = ["store_kills", "--database", database, "--count", str(count), "--seed", str(2026 + SEED)]
    done = subprocess.run(
        [sys.executable, str(SWEEPS), *words], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{count} kills on {database}" in done.stdout
