"""The one door for values made without their checks: whoever comes in here has checked them, all of them together.

A frozen dataclass sets each field through `object.__setattr__`, which is most of the cost of making one. Here a value
is filled in while it is still of an open class (the same slots, nothing frozen), and then becomes what it is. The loop
that fills values in is written from the fields of their class, so that no list of fields is kept here to go stale.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from operator import attrgetter

from rookery.typed import Any, TypeVar
from rookery.values import ENOUGH, MISSING, NamedTuple, fields
from rookery.values.fields import opened

T = TypeVar("T")
Row = TypeVar("Row", bound=NamedTuple)


def many(kind: type[T], /, **columns: Sequence[Any]) -> list[T]:
    """Values of a frozen dataclass with slots, a column for each of these fields; the others have their defaults."""
    given, open_ = tuple(columns), opened(kind)  # type: ignore[arg-type]  # mypy: no Hashable
    made: list[Any] = [open_() for _ in next(iter(columns.values()))]
    so_far = _SO_FAR[kind, given] = _SO_FAR.get((kind, given), 0) + len(made)
    if so_far > ENOUGH:
        _loop(kind, given)(made, columns.values())  # type: ignore[arg-type]
    else:
        _fill(made, columns, kind)
    return made


_SO_FAR: dict[tuple[type, tuple[str, ...]], int] = {}
"""How many values of a class were made from columns of these fields."""


def altered(values: Sequence[T], /, **columns: Sequence[Any]) -> list[T]:
    """The same values (of a frozen dataclass with slots) with these columns in the place of their fields."""
    if not values:
        return []
    kept = [each.name for each in fields(values[0]) if each.name not in columns]
    return many(type(values[0]), **{name: list(map(attrgetter(name), values)) for name in kept}, **columns)


def new(kind: type[T], /, **given: object) -> T:
    """One value of a frozen dataclass without slots; the fields not given have their defaults."""
    made = object.__new__(kind)
    made.__dict__.update(_others(kind, tuple(given)), **given)  # type: ignore[arg-type]
    return made


def changed(value: T, /, **given: object) -> T:
    """The same value (of a frozen dataclass without slots) with these fields changed.

    What it has already computed from its other fields is taken along.
    """
    made = object.__new__(type(value))
    object.__setattr__(made, "__dict__", value.__dict__ | given)
    return made


def rows(kind: type[Row]) -> Callable[[Iterable[Any]], Row]:
    """What turns a complete sequence of fields into a named tuple, where they are made by the hundred thousand."""
    return partial(tuple.__new__, kind)


def _fill(made: list[Any], columns: Mapping[str, Sequence[Any]], kind: type) -> None:
    """Fill a few values in and close them, which is done before a program for it is compiled."""
    for name, column in columns.items():
        for one, each in zip(made, column, strict=True):
            setattr(one, name, each)
    for name, default in _others(kind, tuple(columns)).items():
        for one in made:
            setattr(one, name, default)
    for one in made:
        one.__class__ = kind


@cache
def _loop(kind: type, given: tuple[str, ...]) -> Callable[..., None]:
    """What fills many values in from columns of these fields, in this order, and closes them.

    It is written out as a program because nothing else is as quick: the head of the loop sets the given fields, where
    the value itself comes first, with no call and no name in between. Only names of fields go into the text.
    """
    fixed = _others(kind, given)
    text = f"""
def fill(made, columns):
    for one, {", ".join(f"one.{name}" for name in given)} in zip(made, *columns, strict=True):
        {"; ".join([*(f"one.{name} = fixed_{name}" for name in fixed), "one.__class__ = kind"])}
"""
    known: dict[str, Any] = {"kind": kind, **{f"fixed_{name}": value for name, value in fixed.items()}}
    exec(text, known)
    return known["fill"]  # type: ignore[no-any-return]


@cache
def _others(kind: type, given: tuple[str, ...]) -> dict[str, object]:
    """The fields that are not given, with their defaults."""
    found = {each.name: each.default for each in fields(kind) if each.name not in given}
    if MISSING in found.values():
        raise TypeError(f"{kind.__name__} needs {', '.join(name for name in found if found[name] is MISSING)}")
    return found


class undisturbed:
    """Without the cycle collector, which would walk over every new value again and again; values have no cycles."""

    __slots__ = ("running",)

    def __enter__(self) -> None:
        self.running = gc.isenabled()
        gc.disable()

    def __exit__(self, *failed: object) -> None:
        if self.running:
            gc.enable()
