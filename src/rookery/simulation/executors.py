"""Executors: one of `concurrent.futures`, our own processes, or the current process.

Few tasks run at a time, a dead worker is replaced, and workers end with their parent.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, Never, TypeVar

from rookery.errors import RookeryError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

WORTH = 3.0
"""Shorter work, in seconds, is finished before a second process has started."""
ANSWERS = 10
"""The timeout in seconds for a cluster to answer and to have a worker."""
_MOST = 61
"""The maximum number of processes on every platform."""
_DEATHS = 5
"""The number of worker deaths after which the work itself is taken as the cause."""

T = TypeVar("T")
J = TypeVar("J")


def choose_process_count(jobs: int | None, seconds: float = WORTH) -> int:
    """Return the number of processes: as requested, otherwise one for each core if there is enough work."""
    return jobs if jobs is not None else min(os.cpu_count() or 1, _MOST) if seconds >= WORTH else 1


def in_order(function: Callable[[J], T], tasks: Sequence[J], jobs: int | None = None) -> Iterator[T]:
    """Yield the result or error of every task in order, computed by `jobs` processes.

    With None this process works alone until enough work is left for others, or if no process can be started.
    """
    next_task, spent = 0, 0.0
    while jobs is None and next_task < len(tasks):
        began = perf_counter()
        answer = function(tasks[next_task])
        spent += perf_counter() - began if next_task else 0.0  # the first task includes imports
        next_task += 1
        yield answer
        if next_task > 1 and choose_process_count(None, spent / (next_task - 1) * (len(tasks) - next_task)) > 1:
            break
    finished, next_result = dict[int, Callable[[], T]](), next_task
    processes = min(choose_process_count(jobs), max(1, len(tasks) - next_task))
    try:
        for (number, _), get_result in run_tasks(
            partial(_capture_result, function), enumerate(tasks[next_task:], next_task), None, processes
        ):
            finished[number] = get_result
            while next_result in finished:
                yield finished.pop(next_result)()
                next_result += 1
    except NoProcessesError:
        if jobs is not None:
            raise
        for number in range(next_result, len(tasks)):
            yield finished.pop(number)() if number in finished else function(tasks[number])


def _capture_result(function: Callable[[J], T], task: tuple[int, J]) -> Callable[[], T]:
    """Return a function that returns the result of a numbered task or raises its error."""
    try:
        return partial(_return_answer, function(task[1]))
    except Exception as error:
        return partial(_raise, error)


def _return_answer(answer: T) -> T:
    return answer


def _raise(error: Exception) -> Never:
    raise error


def run_tasks(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor | None = None, jobs: int = 1
) -> Iterator[tuple[J, T]]:
    """Yield every task with its result as it finishes: by the executor, our own processes, or here."""
    if executor is not None:
        yield from run_in_window(function, tasks, executor)
    elif jobs > 1:
        yield from _run_in_processes(function, tasks, jobs)
    else:
        for task in tasks:
            yield task, function(task)


def run_in_window(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor, window: int = 64
) -> Iterator[tuple[J, T]]:
    """Run the tasks by one executor with at most `window` pending, so that memory stays bounded."""
    running = dict[Future[T], J]()
    try:
        yield from _run_pending(function, tasks, executor, window, running)
    finally:
        for future in running:
            future.cancel()


def _run_pending(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor, window: int, running: dict[Future[T], J]
) -> Iterator[tuple[J, T]]:
    """Run the tasks by one executor; `running` holds the pending ones if the caller stops early."""
    remaining = iter(tasks)
    while True:
        for task in islice(remaining, window - len(running)):
            running[executor.submit(function, task)] = task
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running[future], _task_result(future)
            del running[future]


def _task_result(future: Future[T]) -> T:
    """Return the result of a task; RookeryError if it was cancelled."""
    try:
        return future.result()
    except CancelledError:
        raise RookeryError(
            "the work was cancelled: has the cluster stopped? With a checkpoint the finished part is kept, and the next"
            " run continues from there"
        ) from None


def _run_in_processes(function: Callable[[J], T], tasks: Iterable[J], jobs: int) -> Iterator[tuple[J, T]]:
    """Run the tasks in our own processes; the tasks of a process that dies are repeated."""
    remaining, lost, deaths, pickled = iter(tasks), list[J](), 0, _pickle_function(function)
    while True:
        pending: dict[int, J] = {}

        def numbered(lost: Sequence[J], pending: dict[int, J] = pending) -> Iterator[tuple[int, J]]:
            for number, task in enumerate(_chain_tasks(lost, remaining)):
                pending[number] = task
                yield number, task

        executor = processes(jobs)
        try:
            results = _run_pending(partial(_call_pickled, pickled), numbered(lost), executor, 4 * jobs, {})
            for (number, task), answer in results:
                del pending[number]
                yield task, answer
            executor.shutdown()
            return
        except BrokenProcessPool:
            lost, deaths = list(pending.values()), deaths + 1
            if deaths == _DEATHS:
                raise RookeryError(f"a worker process was killed {deaths} times: out of memory?") from None
        finally:  # do not wait for unneeded results after an error or Ctrl-C
            executor.abandon()


def _chain_tasks(first: Iterable[J], then: Iterator[J]) -> Iterator[J]:
    yield from first
    yield from then


_OWN = "define your own functions in a module that other processes can import, or use one process"


def _pickle_function(function: Callable[[J], T]) -> bytes:
    """Return the function pickled for other processes; RookeryError if that is impossible."""
    try:
        return pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise RookeryError(f"this cannot be sent to another process ({error}): {_OWN}") from None


def _call_pickled(pickled: bytes, task: tuple[int, Any]) -> Any:
    """Return the result of a numbered task.

    Raises RookeryError, instead of ending the process, if the function cannot be unpickled.
    """
    try:
        function = pickle.loads(pickled)  # noqa: S301 - from this program's own parent process
    except (ImportError, AttributeError) as error:
        raise RookeryError(f"a worker process cannot import the function ({error}): {_OWN}") from None
    return function(task[1])


class NoProcessesError(RookeryError):
    """Raised when other processes cannot be started."""


class WorkerPool(ProcessPoolExecutor):
    """Processes that end with the current process, and at once when the pool is abandoned.

    Every worker watches a pipe that only this process can close.
    """

    def __init__(self, jobs: int, context: Any) -> None:
        self.stop_reader, self.stop_writer = context.Pipe(duplex=False)
        super().__init__(jobs, mp_context=context, initializer=_end_with_parent, initargs=(self.stop_reader,))

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a call; a failure to start processes is raised as NoProcessesError."""
        try:
            with _delay_interrupt():  # an interrupt would leave a process half started
                return super().submit(fn, *args, **kwargs)
        except OSError as error:
            message = f"worker processes cannot be started ({error}): --jobs 1 works without them"
            raise NoProcessesError(message) from None

    def abandon(self) -> None:
        """End the processes at once. Futures are not cancelled first: the thread that manages them expects them."""
        self.stop_writer.close()
        self.shutdown()


def processes(jobs: int) -> WorkerPool:
    """Return a pool of processes that end with the current process."""
    from multiprocessing import get_all_start_methods, get_context

    method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    context: Any = get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["rookery.simulation.study"])
        _start_forkserver()
    return WorkerPool(jobs, context)


def _start_forkserver() -> None:
    """Start the fork server with SIGINT blocked, so that Ctrl-C does not reach the workers.

    The server inherits the blocked SIGINT. In this process a blocked signal is delivered later; an ignored one would be
    lost.
    """
    import signal
    from multiprocessing import forkserver, resource_tracker

    with _delay_interrupt(), suppress(OSError):  # a failure is reported when a process is started
        resource_tracker.ensure_running()  # first, because it unblocks SIGINT when it has started
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _delay_interrupt() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, if this is the main thread."""
    import signal
    from threading import current_thread, main_thread

    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or handler is None:
        yield
        return
    received: list[tuple[Any, ...]] = []
    signal.signal(signal.SIGINT, lambda *args: received.append(args))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if received and callable(handler):
            handler(*received[0])


def _end_with_parent(stop_reader: Connection) -> None:
    """End this process when its parent ends, or closes the other end of this pipe."""
    import signal
    from multiprocessing import parent_process
    from multiprocessing.connection import wait as wait_for_any
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    watched: list[Any] = [stop_reader] if parent is None else [stop_reader, parent.sentinel]

    def watch() -> None:
        wait_for_any(watched)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, daemon=True, name="parent").start()


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """Open the executor of the Dask cluster with this scheduler address."""
    try:
        from distributed import Client
    except ImportError:
        raise RookeryError("Dask is not installed: pip install 'rookery-chess[cluster]'") from None
    try:
        client: Any = Client(address, timeout=ANSWERS)  # type: ignore[no-untyped-call,unused-ignore]
    except (OSError, ValueError) as error:
        raise RookeryError(f"no Dask scheduler answers at {address}: {error}") from None
    with _silence_loggers("distributed", "tornado", "asyncio"), client:
        try:
            client.wait_for_workers(1, timeout=ANSWERS)
        except TimeoutError:
            raise RookeryError(f"the Dask scheduler at {address} has no workers: start one with dask worker") from None
        with client.get_executor(pure=False) as executor:
            yield executor


@contextmanager
def _silence_loggers(*names: str) -> Iterator[None]:
    """Silence these loggers in the block; failures are reported by exceptions."""
    loggers = [
        logging.getLogger(logger_name)
        for logger_name in {*names, *logging.root.manager.loggerDict}
        if logger_name.split(".")[0] in names
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
