"""Conversion of any answer to JSON data with the name of its form and the version.

Each kind of value has one form, wherever it occurs. Points, which are integer tenths in Python, become strings ("2.5"),
so that they cannot be mistaken for tenths. Fractions are strings as well. Participants, rounds and forbidden pairs are
written as in the JSON format of a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from rookery.errors import ConflictError, FormatError, NoPairingError, RookeryError, RuleError, UnfinishedError
from rookery.json_codec import ENUM_WORDS, Codec
from rookery.model import Points

if TYPE_CHECKING:
    from rookery.pairing.explain.facts import Named
    from rookery.pairing.outcome import Line
    from rookery.serialize import types


JSONValue = None | bool | int | float | str | list["JSONValue"] | dict[str, "JSONValue"]
"""A value that JSON can represent."""

ENCODERS = {
    "rookery.checking.feasibility.Feasibility": "rookery.serialize.reports.feasibility_data",
    "rookery.checking.compliance.ComplianceIssue": "rookery.serialize.reports.compliance_data",
    "rookery.checking.report.CheckReport": "rookery.serialize.reports.check_report_data",
    "rookery.checking.report.RoundReport": "rookery.serialize.reports.round_report_data",
    "rookery.checking.file_validation.FileValidation": "rookery.serialize.reports.validation_data",
    "rookery.history.completion.Completion": "rookery.serialize.reports.completion_data",
    "rookery.history.completion.OpenEnd": "rookery.serialize.reports.open_end_data",
    "rookery.model.players.Player": "rookery.json_format.write.encode",
    "rookery.model.players.Team": "rookery.json_format.write.encode",
    "rookery.model.requests.ForbiddenPair": "rookery.json_format.write.encode",
    "rookery.model.rounds.Round": "rookery.json_format.write.encode",
    "rookery.model.tournament.Tournament": "rookery.json_format.write.as_object",
    "rookery.pairing.outcome.Ledger": "rookery.serialize.reports.ledger_data",
    "rookery.pairing.outcome.Pairing": "rookery.serialize.reports.outcome_data",
    "rookery.ranking.prizes.Award": "rookery.serialize.reports.prize_data",
    "rookery.ranking.standings.Standings": "rookery.serialize.reports.standings_data",
    "rookery.rating.norms.Audit": "rookery.serialize.reports.norm_data",
    "rookery.rating.report.RatingReport": "rookery.serialize.reports.rating_report_data",
}
"""Classes with their own encoders; all others are encoded field by field."""


def format_points(tenths: Points) -> str:
    """Format points as text, with a decimal if there is one.

    >>> format_points(25), format_points(30), format_points(-5)
    ('2.5', '3', '-0.5')
    """
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' * (tenths < 0)}{whole}" + f".{tenth}" * bool(tenth)


def qualified_name(kind: type) -> str:
    """Return the module and qualified name of a class."""
    return f"{kind.__module__}.{kind.__qualname__}"


class _AnswerCodec(Codec):
    """The codec of answers: every field is written, and points are texts."""

    def encode_points(self, points: Points | None) -> str | None:
        return None if points is None else format_points(points)

    def is_omitted(self, value: Any, default: Any) -> bool:
        return False

    def build_encoder(self, kind: type) -> Callable[..., Any]:
        name = qualified_name(kind)
        if name in ENCODERS:
            home, _, function = ENCODERS[name].rpartition(".")
            return getattr(import_module(home), function)  # type: ignore[no-any-return]
        if name in _ENCODERS_OF_FACTS:
            return _ENCODERS_OF_FACTS[name]
        if issubclass(kind, Enum) and kind not in ENUM_WORDS:
            return lambda value: value.value if isinstance(value.value, str) else value.name.lower()
        if issubclass(kind, bool | int | float | str):
            return lambda value: value  # a message keeps its template
        if issubclass(kind, date):
            return kind.isoformat
        if any(qualified_name(base) == "rookery.pairing.outcome.Fact" for base in kind.__mro__):
            return lambda fact: {"fact": kind.__name__, **self.encode_record(fact)}
        if name == "rookery.regulations.editions.Edition":
            return lambda edition: edition.since.isoformat()
        return super().build_encoder(kind)


_CODEC = _AnswerCodec()


def encode(value: object) -> Any:
    """Return a value as JSON data; a fact names its kind.

    >>> from rookery.pairing.outcome import Board, Breach
    >>> encode(Board(1, 4, "C.04.3 5.2.5", "initial by number"))
    {'white': 1, 'black': 4, 'article': 'C.04.3 5.2.5', 'reason': 'initial by number'}
    >>> encode((Breach("already met", "C.04.3 2.1.1", "C1", (1, 2)),))[0]["who"]
    [1, 2]
    """
    return _CODEC.encode(value)


def encode_with_details(value: object, **details: bool) -> Any:
    """Return a value as JSON data, with parts that its encoder leaves out by default."""
    return _CODEC.encoder_of(type(value))(value, **details)


def _encode_line(line: Line) -> Any:
    """Encode a ledger line; its cost is a number, or a list if the criterion compares several."""
    cost = line.cost[0] if len(line.cost) == 1 else list(line.cost) or 0
    return _CODEC.encode_record(line) | {"cost": cost}


def _encode_named(named: Named) -> Any:
    """Encode a named participant; its number is in points if the unit says so."""
    in_points = named.number is not None and named.unit in ("points", "apart")
    number = format_points(named.number) if in_points and named.number is not None else named.number
    return _CODEC.encode_record(named) | {"number": number}


_ENCODERS_OF_FACTS: dict[str, Callable[[Any], Any]] = {
    "rookery.pairing.explain.facts.Named": _encode_named,
    "rookery.pairing.outcome.Line": _encode_line,
}


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
