"""Public names that have moved: the old ones work for one more version, and warn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from rookery import on_demand
from rookery.typed import Any, TypeVar

T = TypeVar("T")

GONE_WITH = "0.2.0"
"""The version that drops every old name."""


def warn(old: str, new: str, *, depth: int = 3) -> None:
    """Say that a name has another one now; `depth` points the warning at whoever used the old one."""
    text = f"{old} is {new} now; the old name goes with version {GONE_WITH}"
    import warnings

    warnings.warn(text, DeprecationWarning, stacklevel=depth)


def forwarding(module: str, moved: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a module whose names live elsewhere now: old name -> "rookery.new.module.name".

    >>> forwarding("rookery.old", {"half": "rookery.elo.half_up"})("whole")
    Traceback (most recent call last):
    AttributeError: module 'rookery.old' has no attribute 'whole'
    """

    def found(name: str) -> object:
        if name not in moved:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, _, current = moved[name].rpartition(".")
        warn(f"{module}.{name}", moved[name])
        return getattr(on_demand.module(home), current)

    return found


def fields(**moved: str) -> Callable[[type[T]], type[T]]:
    """A decorator for a class whose fields have other names now (old=new): values and calls still know the old ones.

    An old name wins over a new one, so that `dataclasses.replace(value, old=...)` works as well.
    """

    def decorated(kind: type[T]) -> type[T]:
        made: Any = kind
        made.__init__ = _taking(kind, moved)
        for old, new in moved.items():
            setattr(kind, old, _passing_on(kind, old, new))
        return kind

    return decorated


def _taking(kind: type, moved: Mapping[str, str]) -> Callable[..., None]:
    """The `__init__` of a class which takes old names as well."""
    plain: Callable[..., None] = kind.__init__  # type: ignore[misc]

    @wraps(plain)
    def init(self: object, *args: object, **given: object) -> None:
        for old in given.keys() & moved.keys():
            warn(f"{old}= of {kind.__name__}", f"{moved[old]}=")
            given[moved[old]] = given.pop(old)
        plain(self, *args, **given)

    return init


def _passing_on(kind: type, old: str, new: str) -> property:
    """The old name of a field, to be read."""

    def value(self: object) -> object:
        warn(f"{kind.__name__}.{old}", f"{kind.__name__}.{new}")
        return getattr(self, new)

    return property(value, doc=f"The old name of {new}.")
