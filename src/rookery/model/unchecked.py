"""The one door for values made without their checks: whoever comes in here has checked them, all of them together.

A frozen dataclass sets each field through `object.__setattr__`, which is most of the cost of making one. Here a value
is filled in while it is still of an open class (the same slots, nothing frozen), and then becomes what it is. What
fills it in is the `__init__` that `dataclasses` itself writes for the same fields without the frost: so no list of
fields is kept here, and none can go stale.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, fields, make_dataclass
from functools import cache, partial
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
Row = TypeVar("Row", bound=NamedTuple)


def many(kind: type[T], /, **columns: Sequence[Any]) -> list[T]:
    """Values of a frozen dataclass with slots, a column for each of these fields; the others have their defaults."""
    sizes = {len(column) for column in columns.values()}
    if len(sizes) != 1:
        raise ValueError(f"columns of one length make values, not of {sorted(sizes)}")
    opened, fill = _opened(kind), _filling(kind, tuple(columns))  # type: ignore[arg-type]  # mypy: no Hashable
    made: list[Any] = list(map(object.__new__, repeat(opened, *sizes)))
    deque(map(fill, made, *columns.values()), 0)
    for one in made:
        one.__class__ = kind
    return made


def altered(values: Sequence[T], /, **columns: Sequence[Any]) -> list[T]:
    """The same values (of a frozen dataclass with slots) with these columns in the place of their fields."""
    if not values:
        return []
    kept = [each.name for each in fields(values[0]) if each.name not in columns]  # type: ignore[arg-type]
    return many(type(values[0]), **{name: list(map(attrgetter(name), values)) for name in kept}, **columns)


def new(kind: type[T], /, **given: object) -> T:
    """One value of a frozen dataclass without slots; the fields not given have their defaults."""
    made = object.__new__(kind)
    made.__dict__.update(_defaults(kind), **given)  # type: ignore[arg-type]
    return made


def changed(value: T, /, **given: object) -> T:
    """The same value (of a frozen dataclass without slots) with these fields changed.

    What it has already computed from its other fields is taken along.
    """
    made = object.__new__(type(value))
    made.__dict__.update(value.__dict__, **given)
    return made


def rows(kind: type[Row]) -> Callable[[Iterable[Any]], Row]:
    """What turns a complete sequence of fields into a named tuple, where they are made by the hundred thousand."""
    return partial(tuple.__new__, kind)


@cache
def _opened(kind: type) -> type:
    """A class with the same slots from which the frost is taken: its fields can be set."""
    thawed = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(f"Open{kind.__name__}", (kind,), {"__slots__": (), **thawed})


@cache
def _filling(kind: type, given: tuple[str, ...]) -> Callable[..., None]:
    """What sets these fields, in this order, and every other one to its default."""
    others = [each for each in fields(kind) if each.name not in given]
    fixed = [(one.name, Any, field(default=one.default, default_factory=one.default_factory)) for one in others]
    plain = make_dataclass(kind.__name__, [*given, *fixed], repr=False, eq=False, namespace={"__doc__": kind.__doc__})
    filling: Callable[..., None] = plain.__init__  # type: ignore[misc]
    return filling


@cache
def _defaults(kind: type) -> dict[str, object]:
    return {each.name: each.default for each in fields(kind)}


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without the cycle collector, which would walk over every new value again and again; values have no cycles."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
