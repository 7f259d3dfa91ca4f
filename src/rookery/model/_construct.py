"""Construction of values without their checks, for callers that have already checked the data.

A record sets each field through `object.__setattr__`, which is most of the cost of making one. Here a value
is filled in while it belongs to a mutable subclass with the same slots; then its class is set to the frozen one. The
loop that fills values is generated from the fields of their class.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from rookery._record import MISSING, fields

T = TypeVar("T")
Row = TypeVar("Row", bound=NamedTuple)


def construct_many(kind: type[T], /, **columns: Sequence[Any]) -> list[T]:
    """Return records with slots from columns of their fields; other fields have their defaults."""
    open_ = mutable_subclass(kind)  # type: ignore[arg-type]  # mypy: no Hashable
    instances: list[Any] = [open_() for _ in next(iter(columns.values()))]
    _compile_fill(kind, tuple(columns))(instances, columns.values())  # type: ignore[arg-type]
    return instances


@cache
def mutable_subclass(kind: type) -> type:
    """Return a mutable subclass with the same slots whose `__init__` takes no arguments."""
    methods = {name: getattr(object, name) for name in ("__init__", "__setattr__", "__delattr__")}
    return type(f"Open{kind.__name__}", (kind,), {"__slots__": (), **methods})


def replace_columns(values: Sequence[T], /, **columns: Sequence[Any]) -> list[T]:
    """Return copies of records with slots, with these columns as the new values of their fields."""
    if not values:
        return []
    other_names = [field.name for field in fields(values[0]) if field.name not in columns]
    return construct_many(
        type(values[0]), **{name: list(map(attrgetter(name), values)) for name in other_names}, **columns
    )


def construct(kind: type[T], /, **values: object) -> T:
    """Return a value of a record without slots; the fields not given have their defaults."""
    instance = object.__new__(kind)
    instance.__dict__.update(_default_values(kind, tuple(values)), **values)  # type: ignore[arg-type]
    return instance


def replace_unchecked(value: T, /, **changes: object) -> T:
    """Return a copy of a value of a record without slots, with these fields changed.

    Cached values are copied as well.
    """
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", value.__dict__ | changes)
    return copy


def tuple_factory(kind: type[Row]) -> Callable[[Iterable[Any]], Row]:
    """Return a function that makes a named tuple of a complete sequence of fields without further checks."""
    return partial(tuple.__new__, kind)


@cache
def _compile_fill(kind: type, names: tuple[str, ...]) -> Callable[..., None]:
    """Return a function that fills many values from columns of these fields, in this order, and freezes them.

    The loop is generated as source text for speed: its target list sets the given fields, after the value itself. Only
    names of fields go into the text.
    """
    fixed = _default_values(kind, names)
    text = f"""
def fill(values, columns):
    for value, {", ".join(f"value.{name}" for name in names)} in zip(values, *columns, strict=True):
        {"; ".join([*(f"value.{name} = fixed_{name}" for name in fixed), "value.__class__ = kind"])}
"""
    namespace: dict[str, Any] = {"kind": kind, **{f"fixed_{name}": value for name, value in fixed.items()}}
    exec(text, namespace)  # noqa: S102  # only names of fields
    return namespace["fill"]  # type: ignore[no-any-return]


@cache
def _default_values(kind: type, names: tuple[str, ...]) -> dict[str, object]:
    """Return the defaults of the fields that are not given."""
    defaults = {field.name: field.default for field in fields(kind) if field.name not in names}
    if MISSING in defaults.values():
        raise TypeError(f"{kind.__name__} needs {', '.join(name for name in defaults if defaults[name] is MISSING)}")
    return defaults


@contextmanager
def pause_gc() -> Iterator[None]:
    """Pause the cycle collector while many values without cycles are created."""
    is_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_running:
            gc.enable()
