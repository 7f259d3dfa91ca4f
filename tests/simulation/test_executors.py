"""Who does the work: in order, also what goes wrong; alone where there are no other processes; until Ctrl C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from rookery.errors import RookeryError
from rookery.simulation import executors
from rookery.simulation.executors import NoProcesses, in_order

ROOT = Path(__file__).resolve().parents[2]


def halved(number: int) -> int:
    """Half of an even number; the smaller an odd one is, the longer it takes to say that it is odd."""
    if number % 2:
        time.sleep(0.3 if number < 3 else 0)
        raise ValueError(f"{number} is odd")
    return number // 2


def test_the_first_error_in_order_is_told_whoever_was_first() -> None:
    for _ in range(3):
        answers = in_order(halved, [0, 2, 1, 4, 3, 5, 7, 9], jobs=3)
        assert [next(answers), next(answers)] == [0, 1]
        with pytest.raises(ValueError, match="1 is odd"):
            next(answers)


class Nowhere(Executor):
    """Processes that cannot be started."""

    def submit(self, *given: Any, **named: Any) -> Future[Any]:
        raise OSError(36, "AF_UNIX path too long")


def test_without_other_processes_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "processes", lambda jobs: Nowhere())
    monkeypatch.setattr(executors, "WORTH", 0.0)
    assert list(in_order(halved, range(0, 20, 2))) == list(range(10))
    with pytest.raises(NoProcesses, match=r"AF_UNIX path too long.*--jobs 1"):
        list(in_order(halved, range(0, 20, 2), jobs=2))
    assert issubclass(NoProcesses, RookeryError)


def test_what_the_first_task_imports_is_not_taken_for_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(jobs: int) -> Executor:
        raise AssertionError("there is not enough to do")

    monkeypatch.setattr(executors, "processes", never)
    monkeypatch.setattr(executors, "WORTH", 2.0)
    seen: list[int] = []

    def slow_at_first(number: int) -> int:
        time.sleep(0 if seen else 0.2)
        seen.append(number)
        return number

    assert list(in_order(slow_at_first, range(30))) == list(range(30))


@pytest.mark.skipif(os.name != "posix", reason="signals are of POSIX")
@pytest.mark.parametrize("after", [0.0, 0.1, 0.3, 2.0])
def test_ctrl_c_ends_all_at_once_and_without_a_word_of_python(tmp_path: Path, after: float) -> None:
    words = ("generate", "-o", "many", "--count", "40", "--players", "9000", "--rounds", "9", "--seed", "1")
    command = subprocess.Popen(
        [sys.executable, "-m", "rookery", *words, "--jobs", "2"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 60
    while not (tmp_path / "many").exists():  # before, Python itself may be what is interrupted
        assert time.monotonic() < until, "nothing was begun"
        time.sleep(0.01)
    time.sleep(after)
    began = time.monotonic()
    os.killpg(command.pid, signal.SIGINT)
    said = command.communicate(timeout=60)[1]
    assert (command.returncode, said) == (130, "rookery: interrupted\n")
    assert time.monotonic() - began < 5  # what is under way takes longer
