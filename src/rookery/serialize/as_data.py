"""Conversion of any answer to JSON data with the name of its form and the version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from rookery.errors import ConflictError, FormatError, NoPairingError, RookeryError, RuleError, UnfinishedError
from rookery.serialize.encode import encode, encode_with_details, qualified_name

if TYPE_CHECKING:
    from rookery.serialize import types

VERSION = 1
"""The version of the forms. Within a version, keys are only added."""

FORMS = {
    "rookery.checking.manual_pairing.PairingViolation": "breach",
    "rookery.checking.feasibility.Feasibility": "feasibility",
    "rookery.checking.compliance.ComplianceIssue": "objection",
    "rookery.checking.report.CheckReport": "check-report",
    "rookery.checking.file_validation.FileValidation": "validity",
    "rookery.errors.Problem": "problem",
    "rookery.errors.RookeryError": "error",
    "rookery.history.completion.Completion": "finality",
    "rookery.pairing.explain.glossary.Word": "word",
    "rookery.rating_lists.entry.ListEntry": "list-entry",
    "rookery.pairing.outcome.Explanation": "explanation",
    "rookery.pairing.outcome.Pairing": "outcome",
    "rookery.pairing.outcome.WhyNot": "why-not",
    "rookery.ranking.standings.Standings": "standings",
    "rookery.rating.certificates.Application": "title-application",
    "rookery.rating.arbiter_norms.ArbiterApplication": "arbiter-application",
    "rookery.rating.certificates.Certificate": "norm-certificate",
    "rookery.rating.rows.PeriodResult": "rated",
    "rookery.rating.norms.Audit": "norm",
    "rookery.rating.report.RatingReport": "rating-report",
}
"""The classes of answers and the names of their forms."""

_DETAILS = {"outcome": "ledger", "standings": "parts", "rating-report": "lines", "norm": "games"}
"""The optional part of each form, included on request."""


def as_data(
    answer: object, *, ledger: bool = False, parts: bool = False, lines: bool = False, games: bool = False
) -> Any:
    """Return any answer of Rookery as JSON data, in the form that the command line and the engine use.

    The data contains its `form` and the `version`; several answers are a list, and a part of an answer (a board, a
    fact) has neither. A tournament is in the JSON format. Optionally, `ledger` adds the costs of a pairing, `parts` the
    rounds and workings of standings, `lines` the games of a rating report, `games` those of a norm.

    Points ("2.5") and tie-break values ("27/4") are strings, so that they cannot be mistaken for integer tenths.

    Args:
        answer: The answer, an error, a tournament, or a list of them.
        ledger: Whether to add the costs of a pairing.
        parts: Whether to add rounds and workings of standings.
        lines: Whether to add the games of a rating report.
        games: Whether to add the games of a norm.

    Returns:
        Texts, numbers, lists and dictionaries.

    Raises:
        TypeError: The value has no form in JSON.

    >>> from rookery.history.completion import Completion
    >>> as_data(Completion())
    {'form': 'finality', 'version': 1, 'final': True, 'reasons': []}
    """
    if isinstance(answer, RookeryError):
        return with_form("error", error_data(answer))
    if isinstance(answer, list | tuple) and not hasattr(answer, "_fields"):
        return [as_data(part, ledger=ledger, parts=parts, lines=lines, games=games) for part in answer]
    form = FORMS.get(qualified_name(type(answer)))
    if form is None:
        return encode(answer)
    options = {"ledger": ledger, "parts": parts, "lines": lines, "games": games}
    details = {_DETAILS[form]: options[_DETAILS[form]]} if form in _DETAILS else {}
    return with_form(form, encode_with_details(answer, **details))


def with_form(form: str, data: Mapping[str, object]) -> dict[str, Any]:
    """Return data with the name of its form and the version."""
    return {"form": form, "version": VERSION, **data}


# -- errors ------------------------------------------------------------------------------------------------------------

_ERROR_NAMES = {
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
        {"class": _ERROR_NAMES.get(class_name, class_name), "text": str(error), **_error_details(error)},
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
