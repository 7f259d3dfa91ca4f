"""Standard input, output and error as the caller left them: some closed, some full, some with few letters."""

from __future__ import annotations

import codecs
import os
import sys

from rookery.typed import TextIO
from rookery.wording import visible

_NAMES = ("stdin", "stdout", "stderr")
HANDLER = "rookery"
"""What streams are told to do with letters that they do not have."""


def _spelt(error: UnicodeError) -> tuple[str, int]:
    from rookery.cli.ascii import spelt

    return spelt(error)


codecs.register_error(HANDLER, _spelt)


def prepare() -> None:
    """Have all three, each taking every letter; one that was closed leads nowhere, as does its number."""
    for number, name in enumerate(_NAMES):
        if getattr(sys, name) is None:
            setattr(sys, name, _nowhere(number))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)


def _nowhere(number: int) -> TextIO:
    """A stream on the null device, which takes the free number, so that no file of ours gets it."""
    opened = os.open(os.devnull, os.O_RDWR)
    try:
        os.fstat(number)
    except OSError:
        os.dup2(opened, number)
    if opened != number:
        os.close(opened)
    return open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False)


def remark(text: str) -> None:
    """A line beside the answer, on standard error; if it cannot be written, the work goes on without it."""
    try:
        print(f"rookery: {visible(text)}", file=sys.stderr, flush=True)
    except OSError:
        drop(sys.stderr)


def flushed() -> OSError | None:
    """Send what is still waiting for standard output; what kept it, and then nothing waits any more."""
    try:
        sys.stdout.flush()
    except OSError as error:
        drop(sys.stdout)
        return error
    return None


def drop(stream: TextIO) -> None:
    """Let what is still to be written to a stream go nowhere: nobody can take it."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        stream.flush()
    except (OSError, ValueError):
        pass  # it is closed, or there is no such device
