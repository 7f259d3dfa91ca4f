"""Exit codes, the exception that carries one, and the code, message and data of every error."""

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


class CommandError(Exception):
    """Raised when a request cannot be carried out; the text is one line for the user."""

    def __init__(self, text: str, code: int = BAD_INPUT) -> None:
        self.code = code
        super().__init__(text)


def exit_code(error: Exception) -> int:
    """Return the exit code for an exception; one that Rookery does not raise on purpose is an internal error."""
    if isinstance(error, CommandError):
        return error.code
    if isinstance(error, OSError):
        return UNREADABLE
    from rookery.errors import NoPairingError, RookeryError, TooLargeError

    if isinstance(error, TooLargeError):
        return TOO_LARGE
    if isinstance(error, NoPairingError):
        return DIFFERENT
    return BAD_INPUT if isinstance(error, RookeryError) else INTERNAL_ERROR


def describe_error(error: Exception) -> str:
    """Return the message of an error; of an internal error, with its location."""
    if exit_code(error) == INTERNAL_ERROR:
        return _describe_internal_error(error)
    if isinstance(error, OSError):
        reason = (error.strerror or str(error) or type(error).__name__).lower()
        return f"{fsdecode(error.filename)}: {reason}" if error.filename is not None else reason
    from rookery.errors import FormatError

    if isinstance(error, FormatError):
        from rookery.cli.console import first_problem_line

        return first_problem_line(error.problems)
    return str(error)


def _describe_internal_error(error: Exception) -> str:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else "unknown place"
    description = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"a fault of ours, please report it: {description} ({where}; ROOKERY_DEBUG=1 shows more)"


def error_data(error: Exception) -> dict[str, object]:
    """Return an error as JSON data."""
    from rookery.errors import FormatError, RookeryError
    from rookery.serialize.as_data import as_data, with_form

    code = exit_code(error)
    if isinstance(error, RookeryError):
        text = {"text": describe_error(error)} if isinstance(error, FormatError) else {}
        return {**as_data(error), "code": code, **text}
    kind = "Fault" if code == INTERNAL_ERROR else "OSError" if isinstance(error, OSError) else "Refusal"
    return with_form("error", {"class": kind, "code": code, "text": describe_error(error)})
