"""Short commands start without the modules they do not need.

Other programs start `rookery` once for every round, so heavy imports are felt; `bench/bench_startup.py` measures them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from rookery.cli.main import main
sys.stdout, out = open(sys.argv[1], "w"), sys.stdout
assert main(sys.argv[2:]) == 0
print(*sys.modules, file=out)
"""
HEAVY = {
    *("asyncio", "concurrent", "ctypes", "email", "http", "logging", "multiprocessing", "sqlite3", "unittest", "xml"),
    *(
        "numpy",
        "pyarrow",
        "platformdirs",
        "sqlalchemy",
        "starlette",
        "rookery.web",
        "rookery.tournaments",
        "rookery.simulation",
    ),
}
"""Top-level packages that no such command needs."""


@pytest.mark.parametrize(
    "words",
    [["pair", "FILE"], ["--dutch", "FILE", "-p", "OUT"], ["standings", "FILE"], ["check", "FILE"]],
    ids=["pair", "drop-in", "standings", "check"],
)
def test_a_short_command_imports_nothing_heavy(words: list[str], root: Path, tmp_path: Path) -> None:
    paths = {"FILE": str(root / "examples" / "swiss.trf"), "OUT": str(tmp_path / "out")}
    command = [sys.executable, "-S", "-c", PROGRAM, str(tmp_path / "stdout.txt")]
    done = subprocess.run(
        command + [paths.get(word, word) for word in words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root / "src")},  # -S: the standard library and the source tree alone
    )
    assert done.returncode == 0, done.stderr
    modules = set(done.stdout.split())
    assert "rookery.model" in modules
    assert modules & HEAVY == set()
