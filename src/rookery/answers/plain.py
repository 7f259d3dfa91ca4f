"""Values as plain data: each kind of value is said in one way, wherever it stands in an answer.

Points, which are whole tenths in Python, are texts here ("2.5"): a number of points cannot be taken for one of tenths.
Fractions are texts as well. Byes, colours, results and rounds are spelt as in the JSON form of a tournament.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from functools import partial
from importlib import import_module

from rookery.dates import date
from rookery.json_form.form import BYES
from rookery.model import ByeKind, Colour, Points
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import OneOf, fields, is_value

if TYPE_CHECKING:
    from fractions import Fraction

    from rookery.pairing.facts.wishes import Named
    from rookery.pairing.outcome import Line
    from rookery.regulations import Edition

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can write."""

_BYE_NAMES = {kind: name for name, kind in BYES.items()}

WRITERS = {
    "rookery.checking.feasibility.Feasibility": "rookery.answers.reports.feasibility",
    "rookery.checking.objection.Objection": "rookery.answers.reports.objection",
    "rookery.checking.report.CheckReport": "rookery.answers.reports.check_report",
    "rookery.checking.report.RoundReport": "rookery.answers.reports.round_report",
    "rookery.checking.validity.Validity": "rookery.answers.reports.validity",
    "rookery.finality.Finality": "rookery.answers.reports.finality",
    "rookery.finality.OpenEnd": "rookery.answers.reports.open_end",
    "rookery.model.announcements.Forbidden": "rookery.json_form.write.flat_object",
    "rookery.model.rounds.Round": "rookery.json_form.write.round_object",
    "rookery.model.tournament.Tournament": "rookery.json_form.write.as_object",
    "rookery.pairing.outcome.Ledger": "rookery.answers.outcomes.ledger_data",
    "rookery.pairing.outcome.Outcome": "rookery.answers.outcomes.outcome_data",
    "rookery.ranking.prizes.Award": "rookery.answers.tables.prize",
    "rookery.ranking.rank.Standings": "rookery.answers.tables.standings_data",
    "rookery.rating.norms.Audit": "rookery.answers.ratings.audit_data",
    "rookery.rating.report.RatingReport": "rookery.answers.ratings.report_data",
}
"""The classes that are told in a way of their own, and by whom; all others by their fields."""


def plain(value: object) -> Any:
    """A value as data that JSON can write; a fact names its kind.

    >>> from rookery.pairing.outcome import Board, Breach
    >>> plain(Board(1, 4, "C.04.3 5.2.5", "initial by number"))
    {'white': 1, 'black': 4, 'article': 'C.04.3 5.2.5', 'reason': 'initial by number'}
    >>> plain((Breach("already met", "C.04.3 2.1.1", "C1", (1, 2)),))[0]["who"]
    [1, 2]
    """
    return writer(value)(value)


def points(tenths: Points) -> str:
    """Points as text, with a decimal where there is one.

    >>> points(25), points(30), points(-5)
    ('2.5', '3', '-0.5')
    """
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' * (tenths < 0)}{whole}" + f".{tenth}" * bool(tenth)


def writer(value: object) -> Callable[..., Any]:
    """Who makes data of such a value."""
    kind = type(value)
    return _KNOWN.get(kind) or _KNOWN.setdefault(kind, _writer_of(kind))


_KNOWN: dict[type, Callable[..., Any]] = {}


def _writer_of(kind: type) -> Callable[..., Any]:
    name = dotted(kind)
    if name in WRITERS:
        home, _, function = WRITERS[name].rpartition(".")
        return getattr(import_module(home), function)  # type: ignore[no-any-return]
    if name in _OWN:
        return _OWN[name]
    if issubclass(kind, Enum | OneOf):
        return _member
    if kind is type(None) or issubclass(kind, bool | int | float | str):
        return _itself
    if issubclass(kind, date):
        return kind.isoformat
    if is_value(kind) or hasattr(kind, "_fields"):
        return partial(_by_fields, _ways(kind), {"fact": kind.__name__} if _is_fact(kind) else {})
    if issubclass(kind, tuple | list):
        return _list
    raise TypeError(f"{kind.__name__} is nothing that is answered")


def dotted(kind: type) -> str:
    """Where a class lives, and its name."""
    return f"{kind.__module__}.{kind.__qualname__}"


def _itself(value: Plain) -> Plain:
    return value


def _member(value: Enum | OneOf) -> str:
    return value.value if isinstance(value.value, str) else value.name.lower()


def _list(value: tuple[object, ...] | list[object]) -> list[Any]:
    return [plain(one) for one in value]


def _by_fields(ways: tuple[tuple[str, Callable[[Any], Any]], ...], first: dict[str, Any], value: object) -> Any:
    return first | {name: way(getattr(value, name)) for name, way in ways}


def _ways(kind: type) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """The fields of a value, and how each is said: those that hold points as points."""
    if is_value(kind):
        said = {one.name: str(one.annotation) for one in fields(kind) if one.compare}
    else:
        said = {name: str(kind.__annotations__[name]) for name in kind._fields}  # type: ignore[attr-defined]
    return tuple((name, _points if holds_points(annotation) else plain) for name, annotation in said.items())


def holds_points(annotation: str) -> bool:
    """Whether this is the type of points, or of several.

    >>> holds_points("tuple[Points, ...]"), holds_points("PointSystem | None")
    (True, False)
    """
    return re.search(r"\bPoints\b", annotation) is not None


def _points(value: Points | tuple[Points, ...] | None) -> Any:
    if value is None:
        return None
    return points(value) if isinstance(value, int) else [points(one) for one in value]


def _is_fact(kind: type) -> bool:
    return any(one.__name__ == "Fact" and one.__module__ == "rookery.pairing.outcome" for one in kind.__mro__)


# -- in a way of their own


def _line(line: Line) -> Any:
    """A cost is a number, or a list where a criterion looks at several in turn."""
    cost = line.cost[0] if len(line.cost) == 1 else list(line.cost) or 0
    return _by_fields(_ways(type(line)), {}, line) | {"cost": cost}


def _named(named: Named) -> Any:
    """Somebody with a number, which is one of points where its unit says so."""
    told = _by_fields(_ways(type(named)), {}, named)
    in_points = named.number is not None and named.unit in ("points", "apart")
    return told | ({"number": points(named.number)} if in_points and named.number is not None else {})


def _edition(edition: Edition) -> str:
    return edition.since.isoformat()


def _fraction(value: Fraction) -> str:
    return str(value)


def _colour(value: Colour) -> str:
    return value.name.lower()


def _bye(value: ByeKind) -> str:
    return _BYE_NAMES[value]


_OWN: dict[str, Callable[[Any], Any]] = {
    "fractions.Fraction": _fraction,
    "rookery.model.results.ByeKind": _bye,
    "rookery.model.results.Colour": _colour,
    "rookery.pairing.facts.wishes.Named": _named,
    "rookery.pairing.outcome.Line": _line,
    "rookery.regulations.chapters.Edition": _edition,
}
