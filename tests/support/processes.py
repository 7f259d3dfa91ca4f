"""Which processes a process has started."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROC = Path("/proc")

needs_process_table = pytest.mark.skipif(
    os.name != "posix" or not ((PROC / "self/stat").exists() or shutil.which("ps")),
    reason="looks for processes in /proc, or with ps",
)


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those that they have started."""
    parents = _parents()
    family, size = {pid}, 0
    while len(family) > size:
        size = len(family)
        family |= {child for child, parent in parents.items() if parent in family}
    return family - {pid}


def _parents() -> dict[int, int]:
    """The parent of every process."""
    if not (PROC / "self/stat").exists():
        lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
        return {int(pid): int(parent) for pid, parent in map(str.split, lines.splitlines())}
    parents = {}
    for path in PROC.glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        parents[int(path.parent.name)] = int(fields[1])
    return parents


def running(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
