"""Encoding of answers as JSON data: each kind of value has one form, wherever it occurs.

Points, which are integer tenths in Python, become strings ("2.5"), so that they cannot be mistaken for tenths.
Fractions are strings as well. Participants, rounds and forbidden pairs are written as in the JSON format of a
tournament.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rookery.json_codec import ENUM_WORDS, Codec
from rookery.model import Points

if TYPE_CHECKING:
    from rookery.pairing.explain.facts import Named
    from rookery.pairing.outcome import Line

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
    "rookery.ranking.prizes.Award": "rookery.serialize.standings.prize_data",
    "rookery.ranking.standings.Standings": "rookery.serialize.standings.standings_data",
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
