"""Errors as data, for other programs: as the library tells them, with the exit code of a command that met them."""

from __future__ import annotations

from rookery.answers.data import as_data, formed
from rookery.cli.exits import Refusal, code_of, fault, os_words
from rookery.cli.problems import brief
from rookery.errors import FormatError, RookeryError

FAULT = "Fault"
"""The class of what was not raised on purpose."""


def error_data(error: Exception) -> dict[str, object]:
    """An error as data that JSON can write; of a fault of ours, where to look."""
    code = code_of(error)
    if isinstance(error, Refusal | OSError):
        kind = "OSError" if isinstance(error, OSError) else Refusal.__name__
        return formed("error", {"class": kind, "code": code, "text": os_words(error) or str(error)})
    if not isinstance(error, RookeryError):
        return formed("error", {"class": FAULT, "code": code, "text": fault(error)})
    text = {"text": brief(error.problems)} if isinstance(error, FormatError) else {}
    return {**as_data(error), "code": code, **text}
