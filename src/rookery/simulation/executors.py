"""Who does the work: an executor of `concurrent.futures`, processes of our own, or we ourselves.

Few tasks are under way at a time, whoever dies is replaced, and nobody goes on working whose parent is gone.
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

from rookery.errors import RookeryError
from rookery.typed import Any, Never, TypeVar

WORTH = 3.0
"""Work of fewer seconds is done before a second process has started."""
ANSWERS = 10
"""So many seconds a cluster has to answer, and to find somebody who works."""
_MOST = 61
"""More processes than this cannot be waited for everywhere."""
_DEATHS = 5
"""So often a worker may die before we take it that the work itself kills them."""

T = TypeVar("T")
J = TypeVar("J")


def worth_it(jobs: int | None, seconds: float = WORTH) -> int:
    """How many processes: as many as asked for, else one for each core if there is enough to do for one of them."""
    return jobs if jobs is not None else min(os.cpu_count() or 1, _MOST) if seconds >= WORTH else 1


def in_order(function: Callable[[J], T], tasks: Sequence[J], jobs: int | None = None) -> Iterator[T]:
    """The answer to every task, or its error, in the order of the tasks, by so many processes.

    None: by ourselves, until it is seen that there is enough left for other processes, and if there can be none.
    """
    done, spent = 0, 0.0
    while jobs is None and done < len(tasks):
        began = perf_counter()
        answer = function(tasks[done])
        spent += perf_counter() - began if done else 0.0  # the first has to import
        done += 1
        yield answer
        if done > 1 and worth_it(None, spent / (done - 1) * (len(tasks) - done)) > 1:
            break
    early, turn = dict[int, Callable[[], T]](), done
    hands = min(worth_it(jobs), max(1, len(tasks) - done))
    try:
        for (number, _), found in carried_out(partial(_numbered, function), enumerate(tasks[done:], done), None, hands):
            early[number] = found
            while turn in early:
                yield early.pop(turn)()
                turn += 1
    except NoProcesses:
        if jobs is not None:
            raise
        for number in range(turn, len(tasks)):
            yield early.pop(number)() if number in early else function(tasks[number])


def _numbered(function: Callable[[J], T], task: tuple[int, J]) -> Callable[[], T]:
    """What gives the answer to a task that has a number, or raises its error, when its turn has come."""
    try:
        return partial(_given, function(task[1]))
    except Exception as error:
        return partial(_raised, error)


def _given(answer: T) -> T:
    return answer


def _raised(error: Exception) -> Never:
    raise error


def carried_out(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor | None = None, jobs: int = 1
) -> Iterator[tuple[J, T]]:
    """Every task with its answer, as they are finished: by the executor, by our own processes, or here."""
    if executor is not None:
        yield from in_window(function, tasks, executor)
    elif jobs > 1:
        yield from _in_processes(function, tasks, jobs)
    else:
        for task in tasks:
            yield task, function(task)


def in_window(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor, window: int = 64
) -> Iterator[tuple[J, T]]:
    """The same by one executor; no more than `window` tasks are under way, so memory does not grow."""
    running = dict[Future[T], J]()
    try:
        yield from _kept_running(function, tasks, executor, window, running)
    finally:
        for future in running:
            future.cancel()


def _kept_running(
    function: Callable[[J], T], tasks: Iterable[J], executor: Executor, window: int, running: dict[Future[T], J]
) -> Iterator[tuple[J, T]]:
    """The same; whoever goes before the end finds in `running` what is under way."""
    waiting = iter(tasks)
    while True:
        for task in islice(waiting, window - len(running)):
            running[executor.submit(function, task)] = task
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running[future], _result(future)
            del running[future]


def _result(future: Future[T]) -> T:
    """The answer of a task; one that nobody works on any more is told in our words."""
    try:
        return future.result()
    except CancelledError:
        raise RookeryError(
            "who was to do the work has let go of it: is the cluster gone? What is done is kept where a checkpoint was"
            " asked for; started again, the work goes on from there"
        ) from None


def _in_processes(function: Callable[[J], T], tasks: Iterable[J], jobs: int) -> Iterator[tuple[J, T]]:
    """The same by our own processes; when one dies its task is given to others."""
    waiting, lost, deaths, packed = iter(tasks), list[J](), 0, _packed(function)
    while True:
        begun: dict[int, J] = {}

        def numbered(lost: Sequence[J], begun: dict[int, J] = begun) -> Iterator[tuple[int, J]]:
            for number, task in enumerate(_chained(lost, waiting)):
                begun[number] = task
                yield number, task

        executor = _Started(jobs)
        try:
            given = _kept_running(partial(_second, packed), numbered(lost), executor, 4 * jobs, {})
            for (number, task), answer in given:
                del begun[number]
                yield task, answer
            executor.shutdown()
            return
        except BrokenProcessPool:
            lost, deaths = list(begun.values()), deaths + 1
            if deaths == _DEATHS:
                raise RookeryError(f"{deaths} times a process that worked on this was killed: out of memory?") from None
        finally:  # whoever goes before the end, for an error or by Ctrl C, does not wait for what nobody wants any more
            executor.abandon()


def _chained(first: Iterable[J], then: Iterator[J]) -> Iterator[J]:
    yield from first
    yield from then


_OWN = "what is yours has to stand in a module that other processes can import, or the work is done in one process"


def _packed(function: Callable[[J], T]) -> bytes:
    """The work as it is sent to other processes."""
    try:
        return pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise RookeryError(f"this cannot be sent to another process ({error}): {_OWN}") from None


def _second(packed: bytes, task: tuple[int, Any]) -> Any:
    """The answer to a task that has a number; a process that cannot read what to do says so, and does not die of it."""
    try:
        function = pickle.loads(packed)
    except (ImportError, AttributeError) as error:
        raise RookeryError(f"a process cannot find what it is to do ({error}): {_OWN}") from None
    return function(task[1])


class NoProcesses(RookeryError):
    """Other processes cannot be started here."""


class _Started(Executor):
    """Processes of our own that are abandoned when nobody wants their answers any more."""

    def __init__(self, jobs: int) -> None:
        self.pool = processes(jobs)

    def submit(self, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Have something done; what keeps processes from being started is no error of the task."""
        try:
            with _interrupted_later():  # a process that is just being started is not yet known, and could not be ended
                return self.pool.submit(fn, *args, **named)
        except OSError as error:
            why = f"other processes cannot be started ({error}): one alone (--jobs 1) does without them"
            raise NoProcesses(why) from None

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let them end."""
        self.pool.shutdown(wait, cancel_futures=cancel_futures)

    def abandon(self) -> None:
        """End them at once. Futures are not cancelled before: the thread that looks after them does not expect that."""
        for process in list((getattr(self.pool, "_processes", None) or {}).values()):
            process.kill()
        self.pool.shutdown()


def processes(jobs: int) -> ProcessPoolExecutor:
    """A pool of so many processes, which end when we do, however that comes about."""
    from multiprocessing import get_all_start_methods, get_context

    way = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    context: Any = get_context(way)
    if way == "forkserver":
        context.set_forkserver_preload(["rookery.simulation.study"])
        _serve_undisturbed()
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with_parent)


def _serve_undisturbed() -> None:
    """Start the process that starts the others so that it never hears Ctrl C: all are ended by us, without a word."""
    import signal
    from multiprocessing import forkserver

    with _interrupted_later() as heard, suppress(OSError):  # what is wrong is told when a process is to be started
        if heard:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        forkserver.ensure_running()


@contextmanager
def _interrupted_later() -> Iterator[bool]:
    """Ctrl C is heard when this is over, if this thread is the one that hears it."""
    import signal
    from threading import current_thread, main_thread

    heard = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or heard is None:
        yield False
        return
    came: list[tuple[Any, ...]] = []
    signal.signal(signal.SIGINT, lambda *told: came.append(told))
    try:
        yield True
    finally:
        signal.signal(signal.SIGINT, heard)
        if came and callable(heard):
            heard(*came[0])


def _end_with_parent() -> None:
    """Watch whoever started this process: when that is gone, nobody wants the answer any more."""
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True, name="parent").start()


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """The executor of a Dask cluster, by the address of its scheduler, as long as it is needed."""
    try:
        from distributed import Client
    except ImportError:
        raise RookeryError("Dask is not installed: pip install 'rookery[cluster]'") from None
    try:
        client: Any = Client(address, timeout=ANSWERS)  # type: ignore[no-untyped-call,unused-ignore]
    except (OSError, ValueError) as error:
        raise RookeryError(f"no Dask scheduler answers at {address}: {error}") from None
    with _unheard("distributed", "tornado", "asyncio"), client:
        try:
            client.wait_for_workers(1, timeout=ANSWERS)
        except TimeoutError:
            raise RookeryError(f"the Dask scheduler at {address} has no workers: start one with dask worker") from None
        with client.get_executor(pure=False) as executor:
            yield executor


@contextmanager
def _unheard(*names: str) -> Iterator[None]:
    """What these log is not shown meanwhile: what goes wrong is told by an error."""
    loggers = [
        logging.getLogger(each) for each in {*names, *logging.root.manager.loggerDict} if each.split(".")[0] in names
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
