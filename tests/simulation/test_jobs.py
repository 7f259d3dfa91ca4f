"""The same numbers in any execution: serial, processes, Dask, any size of jobs, killed and resumed."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from importlib import import_module
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import GeneratorSettings, forecast, generate
from rookery.errors import RookeryError
from rookery.simulation import Field, Study, simulate
from rookery.simulation.executors import choose_process_count, in_order, processes, run_in_window, run_tasks
from rookery.simulation.jobs import Checkpoint, choose_disjoint_parts, missing_parts
from support.cluster import SOURCE, cluster, until
from support.processes import descendants, needs_process_table, running

STUDY = Study(
    field=Field.uniform(8, 1400, 2200, noise=80), rounds=3, systems=("dutch", "burstein"), orders=("PTS", "BH")
)
COUNT = 30


@pytest.fixture(scope="module")
def digest() -> str:
    return simulate(STUDY, COUNT, seed=1).digest


@pytest.mark.slow
@pytest.mark.parametrize("chunk", [1, 7, 25])
def test_any_size_of_jobs(chunk: int, digest: str) -> None:
    assert simulate(STUDY, COUNT, seed=1, chunk=chunk).digest == digest


@pytest.mark.parametrize(("jobs", "chunk"), [(2, None), (3, 7)])
def test_several_processes(jobs: int, chunk: int | None, digest: str) -> None:
    assert simulate(STUDY, COUNT, seed=1, jobs=jobs, chunk=chunk).digest == digest


def test_a_foreign_executor(digest: str) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert simulate(STUDY, COUNT, seed=1, executor=executor, chunk=7).digest == digest


def dies_once(task: tuple[str, int]) -> int:
    """A job over which its process is killed the first time."""
    path, number = task
    mark = Path(path)
    if number == 5 and not mark.exists():
        mark.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_dies(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a system with kill -9")
def test_a_worker_that_is_killed(tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "mark"), number) for number in range(12)]
    found = {task[1]: answer for task, answer in run_tasks(dies_once, tasks, jobs=2)}
    assert (tmp_path / "mark").exists()
    assert found == {number: number * number for number in range(12)}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a system with kill -9")
def test_work_that_kills_every_worker_ends_in_words(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RookeryError) as caught:
        list(run_tasks(always_dies, range(3), jobs=2))
    assert str(caught.value) == snapshot


class Elsewhere:
    """Work that other processes cannot read: it says that it stands where nothing is."""

    def __reduce__(self) -> tuple[object, ...]:
        return import_module, ("nowhere.at.all",)

    def __call__(self, task: int) -> int:
        return task


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(Elsewhere(), id="unknown-module"),
        pytest.param(lambda task: task, id="lambda"),
    ],
)
def test_work_that_others_cannot_read_ends_in_words(work: Callable[[int], int], snapshot: SnapshotAssertion) -> None:
    """It is not said to be out of memory; the reason in brackets is Python's."""
    with pytest.raises(RookeryError) as caught:
        list(run_tasks(work, range(3), jobs=2))
    message, reason = str(caught.value), re.search(r"\((.*)\)", str(caught.value))
    assert reason
    assert ("lambda" if isinstance(work, FunctionType) else "'nowhere'") in reason[1]
    assert message.replace(reason[1], "<reason>") == snapshot


PROGRAM = """
import sys
from rookery.simulation import Field, Study, simulate
study = Study(
    field=Field.uniform(8, 1400, 2200, noise=80), rounds=3, systems=("dutch", "burstein"), orders=("PTS", "BH")
)
if __name__ == "__main__":
    simulate(study, 100_000, seed=1, jobs=2, chunk=2, checkpoint=sys.argv[1])
"""


def rows(path: Path) -> int:
    """How many jobs are kept."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            return int(file.execute("SELECT count(*) FROM jobs").fetchone()[0])
    except sqlite3.Error:
        return 0


@needs_process_table
def test_killed_and_begun_again(tmp_path: Path, digest: str) -> None:
    """kill -9 in the midst: what is kept counts, the rest is done, and no worker stays behind."""
    program, kept = tmp_path / "study.py", tmp_path / "kept.sqlite"
    program.write_text(PROGRAM)
    work = subprocess.Popen([sys.executable, str(program), str(kept)], env={**os.environ, "PYTHONPATH": SOURCE})
    try:
        assert until(lambda: rows(kept) >= 4)
        workers = descendants(work.pid)
        assert workers
    finally:
        work.kill()
        work.wait()
    assert until(lambda: not any(map(running, workers))), workers
    with closing(sqlite3.connect(kept)) as file:  # a longer study was begun: the jobs beyond this one are not wanted
        ours = [place for (place,) in file.execute("SELECT place FROM jobs")]
    assert len(ours) >= 4
    again = simulate(STUDY, COUNT, seed=1, chunk=7, checkpoint=kept)
    assert again.digest == digest


def test_cached_results_are_not_computed_again(tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.sqlite"
    told: list[tuple[int, int]] = []
    simulate(STUDY, 12, seed=1, chunk=5, checkpoint=kept)
    simulate(STUDY, COUNT, seed=2, chunk=10, checkpoint=kept)  # another seed beside it
    found = simulate(STUDY, COUNT, seed=1, chunk=7, checkpoint=kept, progress=lambda *at: told.append(at))
    assert found.digest == digest
    assert told == [(19, 30), (26, 30), (30, 30)]
    monkeypatch.setattr("rookery.simulation.study.measure_all_systems", None)
    assert simulate(STUDY, COUNT, seed=1, checkpoint=kept).digest == digest


def test_a_file_that_is_no_checkpoint(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "kept.sqlite"
    path.write_text("This is a letter, and a long one, to whoever finds it here one day." * 20)
    with pytest.raises(RookeryError) as caught:
        simulate(STUDY, 2, checkpoint=path)
    assert str(caught.value).replace(str(path), "<path>") == snapshot


def test_shared_work_is_cached_once(tmp_path: Path, digest: str) -> None:
    """Two at work on the same, each in its own cuts: whatever overlaps counts once."""
    path = tmp_path / "kept.sqlite"
    simulate(STUDY, COUNT, seed=1, chunk=8, checkpoint=tmp_path / "other.sqlite")
    with Checkpoint(tmp_path / "other.sqlite", f"{STUDY.description} seed 1") as other:
        done = other.rows()
    simulate(STUDY, 20, seed=1, chunk=5, checkpoint=path)
    with Checkpoint(path, f"{STUDY.description} seed 1") as kept:
        for place, answer in done:
            kept.enter(place, answer)
            kept.enter(place, answer)
        assert len(kept.rows()) == 4 + len(done)
        assert len(kept.works) == 1
    assert simulate(STUDY, COUNT, seed=1, chunk=7, checkpoint=path).digest == digest


def test_fewer_and_then_more_again(tmp_path: Path, digest: str) -> None:
    kept, told = tmp_path / "kept.sqlite", list[int]()
    fewer = simulate(STUDY, 7, seed=1).digest
    for count, expected in ((COUNT, digest), (7, fewer), (COUNT, digest), (7, fewer)):
        found = simulate(STUDY, count, seed=1, chunk=20, checkpoint=kept, progress=lambda done, of: told.append(of))
        assert found.digest == expected
    assert told == [COUNT, COUNT, 7]  # what was done once is not done again


def test_parts_apart_are_the_most_that_can_be() -> None:
    """Beside every choice of parts, tried one by one."""
    for seed in range(300):
        rng = Random(seed)
        parts = list({(min(two), max(two)) for two in (rng.sample(range(13), 2) for _ in range(rng.randrange(8)))})
        count = rng.randrange(1, 13)
        found = choose_disjoint_parts(parts, count)
        most = max(
            sum(last - first for first, last in some)
            for size in range(len(parts) + 1)
            for some in combinations(sorted(part for part in parts if part[1] <= count), size)
            if all(one[1] <= other[0] for one, other in pairwise(some))
        )
        assert sum(last - first for first, last in found) == most
        covered = [number for part in (*found, *missing_parts(found, count)) for number in range(*part)]
        assert sorted(covered) == list(range(count))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("UPDATE jobs SET answer = '{'", id="answer-no-json"),
        pytest.param("UPDATE jobs SET answer = '[[[\"tau\"], [1]]]'", id="answer-of-another-form"),
        pytest.param("UPDATE jobs SET place = 'all of it'", id="place-no-numbers"),
        pytest.param("UPDATE jobs SET place = '7-3'", id="place-backwards"),
        pytest.param("ALTER TABLE jobs RENAME COLUMN answer TO said", id="column-renamed"),
    ],
)
def test_a_checkpoint_that_was_changed(tmp_path: Path, change: str, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "kept.sqlite"
    simulate(STUDY, 3, seed=1, chunk=3, checkpoint=path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(change)
    with pytest.raises(RookeryError) as caught:
        simulate(STUDY, 5, seed=1, checkpoint=path)
    assert str(caught.value).replace(str(path), "<path>") == snapshot


def test_a_checkpoint_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the work, after an error in it, and when the file is refused: no connection stays open."""
    connections: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def recorded(*args: Any, **options: Any) -> sqlite3.Connection:
        connections.append(connect(*args, **options))
        return connections[-1]

    def interrupt(done: int, count: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rookery.simulation.jobs.sqlite3.connect", recorded)
    simulate(STUDY, 2, checkpoint=tmp_path / "kept.sqlite")
    with pytest.raises(KeyboardInterrupt):
        simulate(STUDY, 4, checkpoint=tmp_path / "kept.sqlite", progress=interrupt)
    (tmp_path / "letter.sqlite").write_text("Dear Sir, please find enclosed. " * 100)
    with pytest.raises(RookeryError):
        simulate(STUDY, 2, checkpoint=tmp_path / "letter.sqlite")
    event = generate(GeneratorSettings(players=6, rounds=3, play=1, system="dutch", acceleration="none"), seed=1)
    forecast(event, 2, checkpoint=tmp_path / "kept.sqlite")
    assert len(connections) == 4
    for connection in connections:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


@pytest.mark.parametrize(
    ("jobs", "seconds", "found"), [(3, 0.0, 3), (1, 100.0, 1), (None, 0.5, 1), (None, 100.0, os.cpu_count() or 1)]
)
def test_as_many_processes_as_are_worth_it(jobs: int | None, seconds: float, found: int) -> None:
    assert choose_process_count(jobs, seconds) == found


def test_the_same_by_as_many_as_are_worth_it(digest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody says how many, and the work is long: our own processes do it."""
    asked: list[int] = []

    def counted(jobs: int) -> ProcessPoolExecutor:
        asked.append(jobs)
        return processes(jobs)

    monkeypatch.setattr("rookery.simulation.executors.os.cpu_count", lambda: 2)
    monkeypatch.setattr("rookery.simulation.executors.processes", counted)
    monkeypatch.setattr("rookery.simulation.jobs.perf_counter", iter((0.0, 0.01)).__next__)
    assert simulate(STUDY, COUNT, seed=1, jobs=None).digest == digest
    assert asked == []
    monkeypatch.setattr("rookery.simulation.jobs.perf_counter", iter((0.0, 9.0)).__next__)
    assert simulate(STUDY, COUNT, seed=1, jobs=None).digest == digest
    assert asked == [2]


def late_if_even(task: tuple[Path | None, int]) -> tuple[int, int]:
    """Number and process; an even number waits until the next odd one is done, which leaves a mark in the folder."""
    folder, number = task
    if folder is not None and number % 2 == 0:
        assert until((folder / str(number + 1)).exists)
    if folder is not None:
        (folder / str(number)).touch()
    return number, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_answers_in_the_order_of_the_tasks(jobs: int, tmp_path: Path) -> None:
    folder = tmp_path if jobs > 1 else None
    found = list(in_order(late_if_even, [(folder, number) for number in range(20)], jobs))
    assert [number for number, _ in found] == list(range(20))
    assert (os.getpid() in {process for _, process in found}) == (jobs == 1)


class Clock:
    """A clock that stands still unless somebody moves it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


def long_if_even(number: int) -> tuple[int, int]:
    """Number and process; by the clock of this process an even number takes 0.05 seconds, an odd one none."""
    CLOCK.now += 0.05 if number % 2 == 0 else 0.0
    return number, os.getpid()


def test_other_participants_are_computed_when_worthwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 20 tasks of which each lasts 0.05 or nothing the whole is short: nobody is called; with less to be worth it
    a few are done here and the rest elsewhere. The first is not taken for the measure of the others."""
    monkeypatch.setattr("rookery.simulation.executors.perf_counter", CLOCK)
    assert {process for _, process in in_order(long_if_even, range(20))} == {os.getpid()}
    monkeypatch.setattr("rookery.simulation.executors.os.cpu_count", lambda: 2)
    monkeypatch.setattr("rookery.simulation.executors.WORTH", 0.1)
    found = list(in_order(long_if_even, range(20)))
    assert [number for number, _ in found] == list(range(20))
    here = [process == os.getpid() for _, process in found]
    assert here == [True] * 3 + [False] * 17
    assert list(in_order(long_if_even, [])) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a system with kill -9")
def test_answers_in_order_though_a_worker_is_killed(tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "mark"), number) for number in range(12)]
    assert list(in_order(dies_once, tasks, 2)) == [number * number for number in range(12)]


def test_no_more_than_a_window_is_under_way() -> None:
    asked: list[int] = []

    def counted() -> Iterator[int]:
        for number in range(40):
            asked.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        for done, _ in enumerate(run_in_window(abs, counted(), executor, window=6), 1):
            assert len(asked) <= done + 6


def test_our_pool_is_an_executor() -> None:
    with processes(1) as pool:
        assert isinstance(pool, ProcessPoolExecutor)
        assert pool.submit(abs, -3).result() == 3


# -- Dask --------------------------------------------------------------------------------------------------------------


@pytest.mark.processes
@pytest.mark.filterwarnings("ignore")
def test_dask(dask_address: str, digest: str) -> None:
    """Two workers give the same numbers; test_all_executors.py kills one during the work."""
    from rookery.simulation.executors import dask_executor

    with dask_executor(dask_address) as executor:
        assert simulate(STUDY, COUNT, seed=1, executor=executor, chunk=7).digest == digest


def test_a_cluster_that_is_not_there(snapshot: SnapshotAssertion) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'rookery-chess[cluster]'")
    from rookery.simulation.executors import dask_executor

    with pytest.raises(RookeryError) as caught, dask_executor("nonsense://nowhere"):
        pass
    message, _, reason = str(caught.value).partition(": ")
    assert reason  # of Dask
    assert message == snapshot


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a system with kill -9")
@pytest.mark.processes
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_killed(tmp_path: Path, digest: str, snapshot: SnapshotAssertion) -> None:
    """One sentence says so, nothing is logged, and what is done is kept."""
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'rookery-chess[cluster]'")
    program, kept = tmp_path / "killed.py", tmp_path / "kept.sqlite"
    program.write_text(KILLED)
    with cluster(tmp_path, 1) as (address, _, scheduler):
        words = [sys.executable, str(program), address, str(kept), str(scheduler.pid)]
        environment = {**os.environ, "PYTHONPATH": SOURCE}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot
    assert rows(kept) >= 1
    assert simulate(STUDY, COUNT, seed=1, checkpoint=kept).digest == digest


KILLED = """
import os, signal, sys
from rookery.errors import RookeryError
from rookery.simulation import Field, Study, simulate
from rookery.simulation.executors import dask_executor
study = Study(
    field=Field.uniform(8, 1400, 2200, noise=80), rounds=3, systems=("dutch", "burstein"), orders=("PTS", "BH")
)
address, kept, scheduler = sys.argv[1:]
try:
    with dask_executor(address) as executor:
        simulate(study, 100_000, seed=1, executor=executor, chunk=2, checkpoint=kept,
                 progress=lambda done, of: done > 8 and os.kill(int(scheduler), signal.SIGKILL))
except RookeryError as error:
    print(error)
"""


@pytest.mark.processes
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_without_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'rookery-chess[cluster]'")
    from rookery.simulation import executors

    monkeypatch.setattr(executors, "ANSWERS", 1)
    with cluster(tmp_path, 0) as (address, *_):
        with pytest.raises(RookeryError) as caught, executors.dask_executor(address):
            pass
        assert str(caught.value).replace(address, "<address>") == snapshot
