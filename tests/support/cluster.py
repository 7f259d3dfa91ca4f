"""A Dask scheduler with two worker processes, started and ended by a test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[1]
SOURCE = str(TESTS.parent / "src")


def until(condition: Callable[[], object], seconds: float = 60) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


class Cluster(NamedTuple):
    """A cluster as a test has it: the address of its scheduler, the processes of its workers, and that of itself."""

    address: str
    workers: list[subprocess.Popen[bytes]]
    scheduler: subprocess.Popen[bytes]


@contextmanager
def cluster(folder: Path, size: int = 2) -> Iterator[Cluster]:
    """A scheduler with so many workers."""
    found = folder / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []
    environment = {**os.environ, "PYTHONPATH": SOURCE + os.pathsep + str(TESTS)}

    def start(*words: str) -> None:
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        quiet = subprocess.DEVNULL
        started.append(subprocess.Popen(command, env=environment, cwd=folder, stdout=quiet, stderr=quiet))

    start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(found))
    try:
        assert until(lambda: found.exists() and found.read_text().endswith("}"))
        for _ in range(size):
            start("worker", "--scheduler-file", str(found), "--nthreads", "1", "--no-nanny", "--no-dashboard",
                  "--host", "127.0.0.1")  # fmt: skip
        yield Cluster(json.loads(found.read_text())["address"], started[1:], started[0])
    finally:
        for one in reversed(started):
            one.kill()
        for one in started:
            one.wait(20)
