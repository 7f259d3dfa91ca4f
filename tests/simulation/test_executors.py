"""Who does the work: in order, also what goes wrong; alone where there are no other processes; until Ctrl C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RookeryError
from rookery.simulation import executors
from rookery.simulation.executors import NoProcessesError, in_order
from support.cluster import until
from support.processes import descendants, needs_process_table, running

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def keyboard_interrupts() -> Iterator[None]:
    """Let SIGINT interrupt this process and those it starts, also where the shell that started the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def halved(number: int) -> int:
    """Half of an even number."""
    return number // 2


def fail(task: tuple[Path, int]) -> int:
    """Fail for an odd number: for 1 only after all others have begun, so that the errors of some others come first."""
    folder, number = task
    if number == 1:
        assert until((folder / "9").exists)
    (folder / str(number)).touch()
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number


def test_the_first_error_in_order_is_reported_in_any_order_of_completion(tmp_path: Path) -> None:
    answers = in_order(fail, [(tmp_path, number) for number in (0, 2, 1, 4, 3, 5, 7, 9)], jobs=3)
    assert [next(answers), next(answers)] == [0, 2]
    with pytest.raises(ValueError, match="1 is odd"):
        next(answers)


def test_without_other_processes_the_work_is_done_here(
    monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    def fail_to_start(*given: Any, **named: Any) -> Future[Any]:
        raise OSError(36, "AF_UNIX path too long")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", fail_to_start)
    monkeypatch.setattr(executors, "WORTH", 0.0)
    assert list(in_order(halved, range(0, 20, 2))) == list(range(10))
    with pytest.raises(NoProcessesError) as caught:
        list(in_order(halved, range(0, 20, 2), jobs=2))
    assert str(caught.value) == snapshot
    assert issubclass(NoProcessesError, RookeryError)


def test_what_the_first_task_imports_is_not_taken_for_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(jobs: int) -> Executor:
        raise AssertionError("there is not enough to do")

    monkeypatch.setattr(executors, "processes", never)
    monkeypatch.setattr(executors, "WORTH", 2.0)
    clock = [0.0]
    monkeypatch.setattr(executors, "perf_counter", lambda: clock[0])

    def slow_at_first(number: int) -> int:
        clock[0] += 0.01 if number else 100.0
        return number

    assert list(in_order(slow_at_first, range(30))) == list(range(30))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are of POSIX")
@pytest.mark.usefixtures("keyboard_interrupts")
def test_ctrl_c_is_heard_while_other_processes_are_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.forkserver.ensure_running", lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        executors.processes(1)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@needs_process_table
@pytest.mark.usefixtures("keyboard_interrupts")
@pytest.mark.parametrize("children", [1, 2, 3, 4])
def test_ctrl_c_ends_all_at_once_and_without_a_word_of_python(tmp_path: Path, children: int) -> None:
    """Interrupted when so many processes are started: two that look after others, then two that work.

    A tournament takes minutes: had the command waited for one, it would be there.
    """
    words = ("generate", "-o", "many", "--count", "40", "--players", "9000", "--rounds", "99", "--seed", "1")
    with subprocess.Popen(
        [sys.executable, "-m", "rookery", *words, "--jobs", "2"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as command:  # fmt: skip
        try:
            assert until((tmp_path / "many").exists), "nothing was begun"  # before, Python itself may be interrupted
            assert until(lambda: len(descendants(command.pid)) >= children)
            started = descendants(command.pid)
            os.killpg(command.pid, signal.SIGINT)
            stderr = command.communicate(timeout=60)[1]
        finally:
            command.kill()
    # A shell reports 130 for both. Rarely, on a busy machine, Python ends by the signal after the command has returned.
    assert command.returncode in (130, -signal.SIGINT)
    assert stderr == "rookery: interrupted\n"
    assert list((tmp_path / "many").iterdir()) == []
    assert until(lambda: not any(map(running, started)))
