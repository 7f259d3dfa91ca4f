"""Errors as JSON data: the class, the message, and the attributes of the class."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rookery.errors import ConflictError, FormatError, NoPairingError, RookeryError, RuleError, UnfinishedError
from rookery.serialize.encode import encode

if TYPE_CHECKING:
    from rookery.serialize import types


_CLASSES = {
    "TooLargeError": "TooLarge",
    "UnfinishedError": "Unfinished",
    "NoPairingError": "NoPairing",
    "UnsupportedError": "Unsupported",
    "ConflictError": "Conflict",
}
"""The names of error classes in JSON where they differ."""


def error_data(error: RookeryError) -> types.ErrorData:
    """Return an error under the name of its documented class."""
    class_name = next(cls.__name__ for cls in type(error).__mro__ if cls.__module__ == "rookery.errors")
    return cast(
        "types.ErrorData",
        {"class": _CLASSES.get(class_name, class_name), "text": str(error), **_error_details(error)},
    )


def _error_details(error: RookeryError) -> dict[str, object]:
    """Return the attributes of the error besides its message."""
    if isinstance(error, FormatError):
        return {"problems": encode(error.problems)}
    if isinstance(error, NoPairingError):
        return {"causes": encode(error.causes)}
    if isinstance(error, ConflictError):
        return {"stream": error.stream, "expected": error.expected, "found": error.found}
    details: dict[str, object] = {}
    if isinstance(error, RuleError):
        details = {"article": error.article, "who": list(error.participants)}
    if isinstance(error, UnfinishedError):
        details |= {"round": error.round, "boards": [list(board) for board in error.boards]}
    return details
