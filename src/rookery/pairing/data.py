"""Outcomes, ledgers and explanations as plain data, for other programs: text, whole numbers, lists and dictionaries."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum

from rookery.pairing.outcome import Fact

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can write."""


def as_data(value: object) -> Plain:
    """An outcome, or whatever an outcome answers, as data that JSON can write; a fact names its kind.

    >>> from rookery.pairing.outcome import Board, Breach, Reason
    >>> as_data(Board(1, 4, "C.04.3 5.2.5", "initial by number"))
    {'white': 1, 'black': 4, 'article': 'C.04.3 5.2.5', 'reason': 'initial by number'}
    >>> as_data((Breach("already met", "C.04.3 2.1.1", "C1", (1, 2)),))[0]["who"]
    [1, 2]
    """
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    kind: dict[str, Plain] = {"fact": type(value).__name__} if isinstance(value, Fact) else {}
    if is_dataclass(value):
        return kind | {one.name: as_data(getattr(value, one.name)) for one in fields(value) if one.compare}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: as_data(one) for name, one in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [as_data(one) for one in value]
    raise TypeError(f"{type(value).__name__} is nothing that an outcome answers")
