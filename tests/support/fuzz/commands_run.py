"""One command in this process, with streams of its own; what no command may do is told."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rookery.cli import errors as exit_codes
from rookery.cli.main import main
from support.command_line import Done

CODES = frozenset(value for name, value in vars(exit_codes).items() if name.isupper()) - {exit_codes.INTERNAL_ERROR}
"""How a command may end."""


class OverTime(BaseException):
    """A case has used up its time."""


class Fault(Exception):
    """What must not happen, in words."""


@contextmanager
def streams(standard_input: bytes) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Standard streams of our own."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(standard_input), "utf-8")
    sys.stdout, sys.stderr = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8")
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def run_command(words: Sequence[str], standard_input: bytes = b"") -> Done:
    """Run a command; Fault when it raises, or ends as no command may."""
    os.environ["ROOKERY_DEBUG"] = "1"
    with streams(standard_input) as (out, err):
        try:
            code = main(words)
        except Exception as error:
            raise Fault(f"raised {describe_exception(error)}") from error
        sys.stdout.flush()
        sys.stderr.flush()
        done = Done(code, out.getvalue().decode("utf-8", "replace"), err.getvalue().decode("utf-8", "replace"))
    if code not in CODES:
        raise Fault(f"ended with {code}")
    if code not in (exit_codes.DONE, exit_codes.DIFFERENT) and not (done.err + done.out).strip():
        raise Fault(f"ended with {code} and said nothing")
    return done


def describe_exception(error: BaseException) -> str:
    """An exception with the last places it came through."""
    places = [
        f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)
    ]
    return f"{type(error).__name__}: {str(error)[:200]} at {' '.join(places[-4:])}"
