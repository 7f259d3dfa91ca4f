"""Encoding of values as JSON data: each kind of value has one form, wherever it occurs.

Points, which are integer tenths in Python, become strings ("2.5"), so that they cannot be mistaken for tenths.
Fractions are strings as well. Byes, colours, results and rounds are written as in the JSON format of a tournament.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from enum import Enum
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rookery._record import fields, is_record
from rookery.json_format.spelling import BYES
from rookery.model import ByeKind, Colour, Points

if TYPE_CHECKING:
    from fractions import Fraction

    from rookery.pairing.explain.facts import Named
    from rookery.pairing.outcome import Line
    from rookery.regulations import Edition

JSONValue = None | bool | int | float | str | list["JSONValue"] | dict[str, "JSONValue"]
"""A value that JSON can represent."""

_BYE_NAMES = {kind: name for name, kind in BYES.items()}

ENCODERS = {
    "rookery.checking.feasibility.Feasibility": "rookery.serialize.reports.feasibility_data",
    "rookery.checking.compliance.ComplianceIssue": "rookery.serialize.reports.compliance_data",
    "rookery.checking.report.CheckReport": "rookery.serialize.reports.check_report_data",
    "rookery.checking.report.RoundReport": "rookery.serialize.reports.round_report_data",
    "rookery.checking.file_validation.FileValidation": "rookery.serialize.reports.validation_data",
    "rookery.history.completion.Completion": "rookery.serialize.reports.completion_data",
    "rookery.history.completion.OpenEnd": "rookery.serialize.reports.open_end_data",
    "rookery.model.requests.ForbiddenPair": "rookery.json_format.write.flat_object",
    "rookery.model.rounds.Round": "rookery.json_format.write.round_object",
    "rookery.model.tournament.Tournament": "rookery.json_format.write.as_object",
    "rookery.pairing.outcome.Ledger": "rookery.serialize.outcomes.ledger_data",
    "rookery.pairing.outcome.Pairing": "rookery.serialize.outcomes.outcome_data",
    "rookery.ranking.prizes.Award": "rookery.serialize.standings.prize_data",
    "rookery.ranking.standings.Standings": "rookery.serialize.standings.standings_data",
    "rookery.rating.norms.Audit": "rookery.serialize.ratings.norm_data",
    "rookery.rating.report.RatingReport": "rookery.serialize.ratings.rating_report_data",
}
"""Classes with their own encoders; all others are encoded field by field."""


def encode(value: object) -> Any:
    """Return a value as JSON data; a fact names its kind.

    >>> from rookery.pairing.outcome import Board, Breach
    >>> encode(Board(1, 4, "C.04.3 5.2.5", "initial by number"))
    {'white': 1, 'black': 4, 'article': 'C.04.3 5.2.5', 'reason': 'initial by number'}
    >>> encode((Breach("already met", "C.04.3 2.1.1", "C1", (1, 2)),))[0]["who"]
    [1, 2]
    """
    return find_encoder(value)(value)


def format_points(tenths: Points) -> str:
    """Format points as text, with a decimal if there is one.

    >>> format_points(25), format_points(30), format_points(-5)
    ('2.5', '3', '-0.5')
    """
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' * (tenths < 0)}{whole}" + f".{tenth}" * bool(tenth)


def find_encoder(value: object) -> Callable[..., Any]:
    """Return the encoder of a value."""
    kind = type(value)
    return _ENCODERS_BY_TYPE.get(kind) or _ENCODERS_BY_TYPE.setdefault(kind, _build_encoder(kind))


_ENCODERS_BY_TYPE: dict[type, Callable[..., Any]] = {}


def _build_encoder(kind: type) -> Callable[..., Any]:
    name = qualified_name(kind)
    if name in ENCODERS:
        home, _, function = ENCODERS[name].rpartition(".")
        return getattr(import_module(home), function)  # type: ignore[no-any-return]
    if name in _CUSTOM_ENCODERS:
        return _CUSTOM_ENCODERS[name]
    if issubclass(kind, Enum):
        return _encode_enum
    if kind is type(None) or issubclass(kind, bool | int | float | str):
        return _encode_as_is
    if issubclass(kind, date):
        return kind.isoformat
    if is_record(kind) or hasattr(kind, "_fields"):
        return partial(_encode_fields, _field_encoders(kind), {"fact": kind.__name__} if _is_fact_type(kind) else {})
    if issubclass(kind, tuple | list):
        return _encode_list
    raise TypeError(f"{kind.__name__} is nothing that is answered")


def qualified_name(kind: type) -> str:
    """Return the module and qualified name of a class."""
    return f"{kind.__module__}.{kind.__qualname__}"


def _encode_as_is(value: JSONValue) -> JSONValue:
    return value


def _encode_enum(value: Enum) -> str:
    return value.value if isinstance(value.value, str) else value.name.lower()


def _encode_list(value: tuple[object, ...] | list[object]) -> list[Any]:
    return [encode(entry) for entry in value]


def _encode_fields(
    ways: tuple[tuple[str, str, Callable[[Any], Any]], ...], first: dict[str, Any], value: object
) -> Any:
    return first | {key: way(getattr(value, name)) for name, key, way in ways}


def _field_encoders(kind: type) -> tuple[tuple[str, str, Callable[[Any], Any]], ...]:
    """Return the name, the key and the encoder of each field of a class."""
    if is_record(kind):
        columns = [(field.name, field.json_key, str(field.type)) for field in fields(kind) if field.compare]
    else:
        columns = [(name, name, str(kind.__annotations__[name])) for name in kind._fields]  # type: ignore[attr-defined]
    return tuple([(name, key, _encode_points if is_points_type(text) else encode) for name, key, text in columns])


def is_points_type(annotation: str) -> bool:
    """Return whether an annotation is the type of points or of several points.

    >>> is_points_type("tuple[Points, ...]"), is_points_type("PointSystem | None")
    (True, False)
    """
    return re.search(r"\bPoints\b", annotation) is not None


def _encode_points(value: Points | tuple[Points, ...] | None) -> Any:
    if value is None:
        return None
    return format_points(value) if isinstance(value, int) else [format_points(tenths) for tenths in value]


def _is_fact_type(kind: type) -> bool:
    return any(base.__name__ == "Fact" and base.__module__ == "rookery.pairing.outcome" for base in kind.__mro__)


# -- custom encoders


def _encode_line(line: Line) -> Any:
    """Encode a ledger line; its cost is a number, or a list if the criterion compares several."""
    cost = line.cost[0] if len(line.cost) == 1 else list(line.cost) or 0
    return _encode_fields(_field_encoders(type(line)), {}, line) | {"cost": cost}


def _encode_named(named: Named) -> Any:
    """Encode a named participant; its number is in points if the unit says so."""
    data = _encode_fields(_field_encoders(type(named)), {}, named)
    in_points = named.number is not None and named.unit in ("points", "apart")
    return data | ({"number": format_points(named.number)} if in_points and named.number is not None else {})


def _encode_edition(edition: Edition) -> str:
    return edition.since.isoformat()


def _encode_fraction(value: Fraction) -> str:
    return str(value)


def _encode_colour(value: Colour) -> str:
    return value.name.lower()


def _encode_bye(value: ByeKind) -> str:
    return _BYE_NAMES[value]


_CUSTOM_ENCODERS: dict[str, Callable[[Any], Any]] = {
    "fractions.Fraction": _encode_fraction,
    "rookery.model.results.ByeKind": _encode_bye,
    "rookery.model.results.Colour": _encode_colour,
    "rookery.pairing.explain.facts.Named": _encode_named,
    "rookery.pairing.outcome.Line": _encode_line,
    "rookery.regulations.editions.Edition": _encode_edition,
}
