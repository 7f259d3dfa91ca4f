"""Progress of long work on a terminal: how much is done, how fast, how long still. In a pipe it says nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from types import TracebackType

from rookery.cli.render import cut, terminal_width
from rookery.typed import TextIO

EVERY = 0.2
"""Seconds between two looks at the clock face."""


class Progress:
    """One line of standard error that is rewritten while the work goes on."""

    def __init__(self, total: int, noun: str, already: int = 0, stream: TextIO | None = None) -> None:
        self.total, self.noun, self.already = total, noun, already
        self.stream = sys.stderr if stream is None else stream
        self.shown = self.stream.isatty()
        self.done = 0
        self.started = self.last = monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def step(self, note: str = "") -> None:
        """One more is done."""
        self.reached(self.already + self.done + 1, note=note)

    def reached(self, done: int, total: int | None = None, note: str = "") -> None:
        """So many are done, of so many."""
        first = not self.done
        if first and done > self.already + 1:  # what was done before we began is no measure of our pace
            self.already = done - 1
        self.done, self.total = done - self.already, self.total if total is None else total
        now = monotonic()
        if self.shown and (now - self.last > EVERY or first):
            self.last = now
            text = line(self.already + self.done, self.total, self.done / max(now - self.started, 1e-6), self.noun)
            text += f", {note}" * bool(note)
            self.stream.write(f"\r\x1b[K{cut(text, terminal_width() - 1)}")
            self.stream.flush()


def line(done: int, total: int, rate: float, noun: str) -> str:
    """Where the work stands.

    >>> line(1200, 50000, 40.0, "tournaments")
    '1,200 of 50,000 tournaments, 40 a second, 20 min left'
    """
    pace = (
        f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.1f} a second" if rate >= 0.5 else f"{1 / rate:.0f} s each"
    )
    return f"{done:,} of {total:,} {noun}, {pace}, {span((total - done) / rate)} left"


def span(seconds: float) -> str:
    """A time for people.

    >>> span(42), span(600), span(7500)
    ('42 s', '10 min', '2 h 5 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def counter(noun: str) -> Callable[[int], None] | None:
    """Tells how many so far, where the end is not known; None where nobody looks at a terminal."""
    if not sys.stderr.isatty():
        return None

    def told(number: int) -> None:
        sys.stderr.write(f"\r\x1b[K{number:,} {noun}")
        sys.stderr.flush()

    return told
