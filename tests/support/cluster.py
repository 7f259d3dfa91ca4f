"""A Dask scheduler with worker processes, started and ended by a test."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[1]
SOURCE = str(TESTS.parent / "src")
PATIENCE = 60
"""Seconds for a process to start on a busy machine."""
CALM = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
}
"""Settings with which processes that have nothing to do take hardly any processor time."""


def until(condition: Callable[[], object], seconds: float = PATIENCE) -> bool:
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
    """Start a scheduler with so many workers, and wait until all of them are registered.

    Where there is setpriv they end with us, however we end.
    """
    scheduler_file = folder / "scheduler.json"
    processes: list[subprocess.Popen[bytes]] = []
    environment = {**os.environ, **CALM, "PYTHONPATH": SOURCE + os.pathsep + str(TESTS)}
    end_with_us = ["setpriv", "--pdeathsig=KILL", "--"] if shutil.which("setpriv") else []

    def start(*words: str) -> None:
        command = [*end_with_us, sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        quiet = subprocess.DEVNULL
        processes.append(subprocess.Popen(command, env=environment, cwd=folder, stdout=quiet, stderr=quiet))

    file = str(scheduler_file)
    start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file)
    try:
        assert until(lambda: scheduler_file.exists() and scheduler_file.read_text().endswith("}"))
        address = json.loads(scheduler_file.read_text())["address"]
        for _ in range(size):
            start("worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                  "--host", "127.0.0.1")  # fmt: skip
        if size:
            _wait_for_workers(address, size)
        yield Cluster(address, processes[1:], processes[0])
    finally:
        for process in reversed(processes):
            process.kill()
        for process in processes:
            process.wait(20)


def _wait_for_workers(address: str, size: int) -> None:
    """Return when so many workers are registered with the scheduler."""
    from distributed import Client

    with Client(address, timeout=PATIENCE) as client:
        client.wait_for_workers(size, timeout=PATIENCE)
