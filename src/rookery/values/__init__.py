"""Frozen values, declared as dataclasses are, whose functions are written when they have been called often.

`dataclasses.dataclass` writes and compiles six functions for every class while a module is imported, and half of the
start of a short command went there. Here a class pays for the names of its fields alone: the first values are filled in
by a table, `__init__` is compiled for a class that makes many, and comparing, hashing and showing need no program of
their own. To everybody else such a class is a dataclass: `dataclasses.fields`, `replace`, `asdict` and `is_dataclass`
know it, and mypy checks it as one.

`@frozen` makes any class a value, and makes it anew for its slots. What every short command needs is made in one step,
for two thirds of that: `class Point(Value)`.
"""

from rookery.values.classes import Frozen, Value, Workplace, frozen, mutable, replace
from rookery.values.fields import KW_ONLY, MISSING, FieldOf, field, fields, is_value
from rookery.values.one_of import Enum, IntEnum, OneOf, StrEnum
from rookery.values.tuples import ENOUGH, NamedTuple

__all__ = [
    "ENOUGH",
    "KW_ONLY",
    "MISSING",
    "Enum",
    "FieldOf",
    "Frozen",
    "IntEnum",
    "NamedTuple",
    "OneOf",
    "StrEnum",
    "Value",
    "Workplace",
    "field",
    "fields",
    "frozen",
    "is_value",
    "mutable",
    "replace",
]
