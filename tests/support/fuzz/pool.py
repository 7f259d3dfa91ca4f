"""Processes that run cases one after another, each with limits; what dies or hangs is a finding, and is replaced."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from support.fuzz.commands_run import Fault, OverTime, describe_exception

SECONDS = 10
MEMORY = 500 * 2**20
WAIT = 240
"""Seconds by the clock after which a process is given up: other work may share the machine."""


class Case(NamedTuple):
    """What became of a case: a word for the count, and what is wrong with it."""

    kind: str
    seed: int
    outcome: str
    findings: tuple[str, ...] = ()


# -- inside the process ------------------------------------------------------------------------------------------------


def run_case(kind: str, seed: int) -> Case:
    """Run a case here and now, within its time."""
    run = import_module(f"support.fuzz.{kind}_cases").case
    before = signal.signal(signal.SIGVTALRM, _over)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            home = os.getcwd()
            os.chdir(folder)
            try:
                return Case(kind, seed, run(seed, Path(folder)))
            finally:
                os.chdir(home)
    except OverTime as error:
        return Case(kind, seed, "slow", (f"over {SECONDS} s: {describe_exception(error)}",))
    except MemoryError as error:
        return Case(kind, seed, "large", (f"over {MEMORY >> 20} MB: {describe_exception(error)}",))
    except Fault as error:
        return Case(kind, seed, "fault", (str(error),))
    except Exception as error:
        return Case(kind, seed, "raised", (f"raised {describe_exception(error)}",))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _over(number: int, frame: FrameType | None) -> None:
    raise OverTime


def serve() -> None:
    """Take cases from standard input, one in a line, and answer each on the former standard output."""
    import resource  # POSIX only

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() if _has_proc() else 0
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    for line in sys.stdin:
        kind, seed = line.split()
        resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, hard))
        answers.write(json.dumps(run_case(kind, int(seed))) + "\n")
        answers.flush()


def _has_proc() -> bool:
    return Path("/proc/self/statm").exists()


# -- outside -----------------------------------------------------------------------------------------------------------


class _Worker:
    """A process that runs cases."""

    def __init__(self) -> None:
        source = "from support.fuzz.pool import serve; serve()"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, text=True,
        )  # fmt: skip
        self.case: tuple[str, int] | None = None
        self.until = 0.0

    def give(self, case: tuple[str, int]) -> None:
        self.case, self.until = case, time.monotonic() + WAIT
        assert self.process.stdin
        self.process.stdin.write(f"{case[0]} {case[1]}\n")
        self.process.stdin.flush()

    def take_answer(self) -> Case:
        """The answer that is there; that of a process which has died, if it has."""
        assert self.case
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            return self.stopped(f"died with {self.process.wait()}")
        kind, seed, outcome, findings = json.loads(line)
        self.case = None
        return Case(kind, seed, outcome, tuple(findings))

    def stopped(self, why: str) -> Case:
        """The process ended, with what it was at."""
        assert self.case
        self.process.kill()
        self.close()
        (kind, seed), self.case = self.case, None
        return Case(kind, seed, "died", (why,))

    def close(self) -> None:
        """Let the process go."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()
        self.process.wait()


def run(cases: Iterable[tuple[str, int]], jobs: int) -> Iterator[Case]:
    """All cases, as they end, by so many processes."""
    left, workers = iter(cases), [_Worker() for _ in range(jobs)]
    busy = [worker for worker in workers if _feed(worker, left)]
    while busy:
        ready = _ready(busy)
        for worker in list(busy):
            if worker in ready:
                yield worker.take_answer()
            elif time.monotonic() > worker.until:
                yield worker.stopped(f"hangs: no answer in {WAIT} s")
            if worker.case is None:
                busy.remove(worker)
                again = worker if worker.process.poll() is None else _Worker()
                if _feed(again, left):
                    busy.append(again)


def _feed(worker: _Worker, left: Iterator[tuple[str, int]]) -> bool:
    """Give the next case; without one the process is let go."""
    case = next(left, None)
    if case is None:
        worker.close()
        return False
    worker.give(case)
    return True


def _ready(busy: list[_Worker]) -> list[_Worker]:
    with selectors.DefaultSelector() as selector:
        for worker in busy:
            assert worker.process.stdout
            selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
        return [key.data for key, _ in selector.select(1.0)]
