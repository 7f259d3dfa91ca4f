"""Jobs for an executor of `concurrent.futures`, few at a time, each counted when it is stored.

A job is a range of numbers and returns sums. Sums can be merged in any order, so the distribution and repetition of
jobs
do not matter.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, TypeVar

from rookery.errors import RookeryError, RuleError
from rookery.simulation.estimate import Sums
from rookery.simulation.executors import choose_process_count, run_tasks

Progress = Callable[[int, int], None]
"""Called with the number of finished items and the total."""

Part = tuple[int, int]
"""A range of numbers: the first, and one more than the last."""

SECONDS = 1.0
"""The intended duration of a job."""
_LARGEST = 10_000

T = TypeVar("T")


def run_jobs(
    job: Callable[[int, int], Sums],
    count: int,
    *,
    executor: Executor | None = None,
    jobs: int | None = 1,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
) -> Sums:
    """Return the sums of the numbers 0 to `count` - 1, part of which the checkpoint may already have.

    The work is done by `executor`, or by `jobs` processes (None: as many as are useful).
    """
    _check_positive(jobs, chunk)
    stored = checkpoint.finished_parts() if checkpoint else {}
    finished, total = choose_disjoint_parts(stored, count), Sums({})
    for part in finished:
        total += stored[part]
    remaining, done_count = missing_parts(finished, count), sum(last - first for first, last in finished)

    def take(part: Part, tally: Sums) -> None:
        nonlocal total, done_count
        if checkpoint:
            checkpoint.enter(f"{part[0]}-{part[1]}", tally.to_plain())
        total, done_count = total + tally, done_count + part[1] - part[0]
        if progress:
            progress(done_count, count)

    if remaining and chunk is None:  # measure the first item
        first, last = remaining[0]
        began = perf_counter()
        take((first, first + 1), job(first, first + 1))
        seconds_per_item = perf_counter() - began
        jobs = choose_process_count(jobs, seconds_per_item * (count - done_count))
        chunk = _job_size(seconds_per_item, count - done_count, jobs if executor is None else 8)
        remaining = [*([(first + 1, last)] if last > first + 1 else []), *remaining[1:]]
    for part, tally in run_tasks(
        partial(_run_part, job), _split_parts(remaining, chunk or 1), executor, choose_process_count(jobs)
    ):
        take(part, tally)
    return total


def _check_positive(jobs: int | None, chunk: int | None) -> None:
    """Raise RuleError if `jobs` or `chunk` is less than 1."""
    if any(number is not None and number < 1 for number in (jobs, chunk)):
        raise RuleError(f"jobs and chunk are numbers from 1 on, not {jobs} and {chunk}")


def _run_part(job: Callable[[int, int], Sums], part: Part) -> Sums:
    return job(*part)


def _job_size(seconds: float, remaining: int, workers: int) -> int:
    """Return a job size that takes about a second and leaves jobs for every worker."""
    return max(1, min(int(SECONDS / max(seconds, 1e-4)), remaining // (4 * max(1, workers)) or 1, _LARGEST))


def choose_disjoint_parts(parts: Iterable[Part], count: int) -> list[Part]:
    """Choose non-overlapping ranges that cover as much of `range(count)` as possible.

    This is weighted interval scheduling.

    Parts overlap after runs of different sizes or concurrent runs; overlapping results are equal.

    >>> choose_disjoint_parts([(0, 10), (10, 30), (0, 3), (3, 7)], 7)
    [(0, 3), (3, 7)]
    >>> choose_disjoint_parts([(0, 4), (3, 9), (5, 9)], 9)
    [(0, 4), (5, 9)]
    """
    candidates = sorted([part for part in parts if part[1] <= count], key=itemgetter(1))
    ends, covered, choices = (
        [0],
        [0],
        [(0, -1)],
    )  # for each end: maximum covered; (previous step, part)
    for number, (first, last) in enumerate(candidates):
        before = bisect_right(ends, first) - 1
        if covered[before] + last - first > covered[-1]:
            ends.append(last)
            covered.append(covered[before] + last - first)
            choices.append((before, number))
    selection, index = list[Part](), len(choices) - 1
    while index:
        index, number = choices[index]
        selection.append(candidates[number])
    return selection[::-1]


def missing_parts(parts: Iterable[Part], count: int) -> list[Part]:
    """Return the ranges of 0 to `count` - 1 that no part covers.

    >>> missing_parts([(3, 5), (0, 1)], 8)
    [(1, 3), (5, 8)]
    """
    missing, start = [], 0
    for first, last in sorted(parts):
        missing += [(start, first)] if first > start else []
        start = last
    return missing + ([(start, count)] if start < count else [])


def _split_parts(parts: Iterable[Part], size: int) -> Iterator[Part]:
    for first, last in parts:
        for start in range(first, last, size):
            yield start, min(start + size, last)


# -- the checkpoint ----------------------------------------------------------------------------------------------------


class Checkpoint:
    """A file of finished jobs: one row for each, by the description of the work and its part.

    The file is SQLite, so a row is stored completely or not at all. It may hold several studies, and several
    processes may
    work on it; a result stored twice is kept once.
    """

    def __init__(self, path: Path, about: str) -> None:
        self.path, self.about = path, about
        self.key = sha256(about.encode()).hexdigest()
        with self._translate_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = sqlite3.connect(path, timeout=30)
            try:
                self._prepare()
            except BaseException:
                self.file.close()
                raise

    def _prepare(self) -> None:
        """Create the tables that are missing."""
        with self.file:
            self.file.execute("PRAGMA synchronous = FULL")
            self.file.execute("CREATE TABLE IF NOT EXISTS works (work TEXT PRIMARY KEY, about TEXT NOT NULL)")
            self.file.execute(
                "CREATE TABLE IF NOT EXISTS jobs (work TEXT NOT NULL, place TEXT NOT NULL, answer TEXT NOT NULL,"
                " PRIMARY KEY (work, place))"
            )

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.file.close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Raise RookeryError in place of the errors of SQLite."""
        try:
            yield
        except sqlite3.Error as error:
            raise RookeryError(f"{self.path} cannot be used as a checkpoint: {error}") from None

    @property
    def works(self) -> list[str]:
        """The descriptions of the work that has finished jobs in the file."""
        with self._translate_errors():
            rows = self.file.execute("SELECT about FROM works WHERE work IN (SELECT work FROM jobs) ORDER BY rowid")
            return [about for (about,) in rows]

    def rows(self) -> list[tuple[str, Any]]:
        """Return every finished job, by its part."""
        with self._translate_errors():
            rows = self.file.execute("SELECT place, answer FROM jobs WHERE work = ? ORDER BY rowid", (self.key,))
            return [(place, self._parse_stored(place, answer, json.loads)) for place, answer in rows]

    def finished_parts(self) -> dict[Part, Sums]:
        """Return the sums of every finished part."""
        return {
            self._parse_stored(place, place, _parse_part): self._parse_stored(place, data, Sums.from_plain)
            for place, data in self.rows()
        }

    def _parse_stored(self, place: str, text: Any, parse: Callable[[Any], T]) -> T:
        """Return a stored value, parsed; RookeryError if it was changed by another program."""
        try:
            return parse(text)
        except (ValueError, TypeError, LookupError, AttributeError):
            raise RookeryError(
                f"the entry {str(place)!r} of {self.path} is damaged: use another file, or remove it and start again"
            ) from None

    def enter(self, place: str, answer: object) -> None:
        """Store one job; it is on disk when this returns."""
        with self._translate_errors(), self.file:
            self.file.execute("INSERT OR IGNORE INTO works VALUES (?, ?)", (self.key, self.about))
            self.file.execute("INSERT OR IGNORE INTO jobs VALUES (?, ?, ?)", (self.key, place, json.dumps(answer)))


@contextmanager
def open_checkpoint(path: str | Path | None, about: str) -> Iterator[Checkpoint | None]:
    """Open the checkpoint at a path for the duration of the work; None without a path."""
    if path is None:
        yield None
        return
    with Checkpoint(Path(path), about) as checkpoint:
        yield checkpoint


def _parse_part(place: str) -> Part:
    first, last = map(int, place.split("-"))
    if not 0 <= first < last:
        raise ValueError(place)
    return first, last
