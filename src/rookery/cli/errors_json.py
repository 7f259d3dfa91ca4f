"""Errors as data, for other programs: as the library tells them, with the exit code of a command that met them."""

from __future__ import annotations

from rookery.cli.exit_codes import Refusal, describe_fault, describe_os_error, exit_code
from rookery.cli.problems import first_problem_line
from rookery.errors import FormatError, RookeryError
from rookery.serialize.as_data import as_data, with_form

FAULT = "Fault"
"""The class of what was not raised on purpose."""


def error_data(error: Exception) -> dict[str, object]:
    """An error as data that JSON can write; of a fault of ours, where to look."""
    code = exit_code(error)
    if isinstance(error, Refusal | OSError):
        kind = "OSError" if isinstance(error, OSError) else Refusal.__name__
        return with_form("error", {"class": kind, "code": code, "text": describe_os_error(error) or str(error)})
    if not isinstance(error, RookeryError):
        return with_form("error", {"class": FAULT, "code": code, "text": describe_fault(error)})
    text = {"text": first_problem_line(error.problems)} if isinstance(error, FormatError) else {}
    return {**as_data(error), "code": code, **text}
