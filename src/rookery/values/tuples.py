"""Named tuples that cost no more than the names of their fields."""

from __future__ import annotations

from _collections import _tuplegetter  # type: ignore[import-not-found]
from collections.abc import Iterable

from rookery.typed import TYPE_CHECKING, Any

ENOUGH = 150
"""How many values of a class are made before it is worth compiling a program for it."""

if TYPE_CHECKING:  # so that mypy knows which fields there are
    from typing import NamedTuple as NamedTuple
else:

    class _Tuples(type):
        """What makes a named tuple of the class that says so."""

        def __new__(meta, name, bases, space):
            names = tuple(space.get("__annotations__", ()))
            defaults = {each: space.pop(each) for each in names if each in space}
            getters = {each: _tuplegetter(at, None) for at, each in enumerate(names)}
            new = {"__new__": _unwritten(names, defaults)}
            own = {"__slots__": (), "_fields": names, "_field_defaults": defaults, "__match_args__": names}
            return type(name, (tuple,), _OF_A_TUPLE | new | own | space | getters)

    NamedTuple = type.__new__(_Tuples, "NamedTuple", (), {})
    """As `typing.NamedTuple`, but that a class pays for its fields alone."""


def _unwritten(names: tuple[str, ...], defaults: dict[str, object]) -> Any:
    """The `__new__` of a named tuple at first; once it was called often, it is written, and stands in its own place."""
    calls, written = 0, None

    def __new__(kind: type, *args: object, **given: object) -> object:
        nonlocal calls, written
        calls += 1
        if written is None:
            if calls <= ENOUGH and (found := _sorted(names, defaults, args, given)) is not None:
                return tuple.__new__(kind, found)
            from rookery.values.programs import of_a_tuple

            home = next(base for base in kind.__mro__ if "_fields" in base.__dict__)
            written = of_a_tuple(home)
            if getattr(home.__dict__["__new__"], "__func__", None) is __new__:  # else another stands there: one that
                # calls this one, or what a thread beside this one has written
                home.__new__ = written  # type: ignore[method-assign]
        return written(kind, *args, **given)

    return __new__


def _sorted(
    names: tuple[str, ...], defaults: dict[str, object], args: tuple[object, ...], given: dict[str, object]
) -> Iterable[object] | None:
    """What is given, in the order of the fields; None if anything is wrong, so that the program can say what."""
    if len(args) == len(names) and not given:
        return args
    found = dict(zip(names, args, strict=False))
    if len(found) < len(args) or not given.keys().isdisjoint(found):
        return None
    found = defaults | found | given
    return [found[name] for name in names] if found.keys() == set(names) else None


def _made_of(kind: type, iterable: Iterable[object]) -> Any:
    made: Any = tuple.__new__(kind, iterable)
    if len(made) != len(kind._fields):  # type: ignore[attr-defined]
        raise TypeError(f"Expected {len(kind._fields)} arguments, got {len(made)}")  # type: ignore[attr-defined]
    return made


def _replaced(self: Any, /, **given: object) -> Any:
    made = self._make(given.pop(name, each) for name, each in zip(self._fields, self, strict=True))
    if given:
        raise ValueError(f"Got unexpected field names: {list(given)!r}")
    return made


def _shown(self: Any) -> str:
    said = ", ".join(f"{name}={each!r}" for name, each in zip(self._fields, self, strict=True))
    return f"{self.__class__.__name__}({said})"


class _Signature:
    """How a named tuple is made, for `help` and its like."""

    __slots__ = ()

    def __get__(self, one: object, kind: type) -> object:
        from rookery.values.asked import signature
        from rookery.values.programs import of_a_tuple

        return signature(of_a_tuple(kind))


_OF_A_TUPLE: dict[str, Any] = {
    "_make": classmethod(_made_of),
    "_replace": _replaced,
    "_asdict": lambda self: dict(zip(self._fields, self, strict=True)),
    "__repr__": _shown,
    "__getnewargs__": lambda self: tuple(self),
    "__signature__": _Signature(),
}
