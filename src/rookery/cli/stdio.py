"""Standard streams as the caller left them: closed, full, or with a limited encoding."""

from __future__ import annotations

import codecs
import os
import sys
from typing import TextIO

from rookery.messages import make_printable

_NAMES = ("stdin", "stdout", "stderr")
HANDLER = "rookery"
"""What streams are told to do with letters that they do not have."""


def _replace_unencodable_text(error: UnicodeError) -> tuple[str, int]:
    from rookery.cli.ascii import replace_unencodable

    return replace_unencodable(error)


codecs.register_error(HANDLER, _replace_unencodable_text)


def prepare() -> None:
    """Replace closed streams by the null device, and let both output streams accept every character."""
    for number, name in enumerate(_NAMES):
        if getattr(sys, name) is None:
            setattr(sys, name, _nowhere(number))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)


def _nowhere(number: int) -> TextIO:
    """Return a stream on the null device that occupies the free descriptor, so that no file gets it."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    try:
        os.fstat(number)
    except OSError:
        os.dup2(descriptor, number)
    if descriptor != number:
        os.close(descriptor)
    return open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False)


def remark(text: str) -> None:
    """Print a line on standard error; ignore a failure to write it."""
    try:
        print(f"rookery: {make_printable(text)}", file=sys.stderr, flush=True)
    except OSError:
        drop(sys.stderr)


def flushed() -> OSError | None:
    """Flush standard output; on failure drop what is waiting and return the error."""
    try:
        sys.stdout.flush()
    except OSError as error:
        drop(sys.stdout)
        return error
    return None


def drop(stream: TextIO) -> None:
    """Discard what is still to be written to a stream."""
    try:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)
        stream.flush()
    except (OSError, ValueError):
        pass  # it is closed, or there is no such device
