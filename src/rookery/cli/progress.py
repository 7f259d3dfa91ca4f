"""Progress of long work on a terminal: count, rate and time left. Nothing is written to a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import TextIO

from rookery.cli.console import terminal_width, truncate

REDRAW_INTERVAL = 0.2
"""Seconds between two looks at the clock face."""


class Progress:
    """Progress line on standard error, rewritten while the work goes on."""

    def __init__(self, total: int, noun: str, already: int = 0, stream: TextIO | None = None) -> None:
        self.total, self.noun, self.already = total, noun, already
        self.stream = sys.stderr if stream is None else stream
        self.shown = self.stream.isatty()
        self.done = 0
        self.started = self.last = monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def step(self, note: str = "") -> None:
        """Count one more as done."""
        self.reached(self.already + self.done + 1, note=note)

    def reached(self, done: int, total: int | None = None, note: str = "") -> None:
        """Set how many are done, and optionally the total."""
        is_first = not self.done
        if is_first and done > self.already + 1:  # what was done before we began is no measure of our pace
            self.already = done - 1
        self.done, self.total = done - self.already, self.total if total is None else total
        now = monotonic()
        if self.shown and (now - self.last > REDRAW_INTERVAL or is_first):
            self.last = now
            text = progress_line(
                self.already + self.done, self.total, self.done / max(now - self.started, 1e-6), self.noun
            )
            text += f", {note}" * bool(note)
            self.stream.write(f"\r\x1b[K{truncate(text, terminal_width() - 1)}")
            self.stream.flush()


def progress_line(done: int, total: int, rate: float, noun: str) -> str:
    """Return the progress in words.

    >>> progress_line(1200, 50000, 40.0, "tournaments")
    '1,200 of 50,000 tournaments, 40 a second, 20 min left'
    """
    pace = (
        f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.1f} a second" if rate >= 0.5 else f"{1 / rate:.0f} s each"
    )
    return f"{done:,} of {total:,} {noun}, {pace}, {format_duration((total - done) / rate)} left"


def format_duration(seconds: float) -> str:
    """Return a duration for people.

    >>> format_duration(42), format_duration(600), format_duration(7500)
    ('42 s', '10 min', '2 h 5 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def progress_counter(noun: str) -> Callable[[int], None] | None:
    """Return a function that shows a growing count where the total is unknown; None without a terminal."""
    if not sys.stderr.isatty():
        return None

    def show_count(number: int) -> None:
        sys.stderr.write(f"\r\x1b[K{number:,} {noun}")
        sys.stderr.flush()

    return show_count
