"""Exit codes, the exception that carries one, and the code of every error of the library."""

from __future__ import annotations

from os import fsdecode
from os.path import basename

DONE = 0
DIFFERENT = 1
"""No pairing exists, or differences were found."""
INTERNAL_ERROR = 2
BAD_INPUT = 3
"""A bad request or a bad file."""
TOO_LARGE = 4
UNREADABLE = 5
"""Something cannot be read or written."""
UNANSWERED = 6
"""A warning needs an answer first."""
INTERRUPTED = 130
"""By Ctrl-C, as shells count it."""


class Refusal(Exception):
    """Raised when a request cannot be carried out; the text is one line for the user."""

    def __init__(self, text: str, code: int = BAD_INPUT) -> None:
        self.code = code
        super().__init__(text)


def describe_fault(error: Exception) -> str:
    """Return the message for an unexpected error, with its location."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else "unknown place"
    description = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"a fault of ours, please report it: {description} ({where}; ROOKERY_DEBUG=1 shows more)"


def describe_os_error(error: Exception) -> str:
    """Return the message of an OSError with its file name; empty for another error."""
    if not isinstance(error, OSError):
        return ""
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{fsdecode(error.filename)}: {reason}" if error.filename is not None else reason


def exit_code(error: Exception) -> int:
    """Return the exit code for an exception; one that Rookery does not raise on purpose is an internal error."""
    if isinstance(error, Refusal):
        return error.code
    if isinstance(error, OSError):
        return UNREADABLE
    from rookery.errors import NoPairingError, RookeryError, TooLargeError

    if isinstance(error, TooLargeError):
        return TOO_LARGE
    if isinstance(error, NoPairingError):
        return DIFFERENT
    return BAD_INPUT if isinstance(error, RookeryError) else INTERNAL_ERROR
