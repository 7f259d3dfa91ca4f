"""Enumerations that stay inside: a member is its name and its value, and costs no more than these.

`enum.Enum` spends on every member what five functions cost, and a short command pays for all of them at its start. What
users are given (`Colour`, `Result`, ...) is an `enum.Enum` for that; what only our own code compares need not be.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.typed import TYPE_CHECKING

__all__ = ["OneOf"]

if TYPE_CHECKING:  # so that mypy knows the members
    from enum import Enum as OneOf
else:

    class _Members(type):
        """What makes the members of the class that names them, and goes through them in that order."""

        def __new__(meta, name, bases, space):
            values = {each: what for each, what in space.items() if not each.startswith("_")}
            others = {each: what for each, what in space.items() if each not in values}
            kind = type.__new__(meta, name, bases, {"__repr__": _shown, **others})
            kind._members = [_member(kind, each, what) for each, what in values.items()]
            return kind

        def __iter__(kind) -> Iterator[OneOf]:
            return iter(kind._members)

    def _member(kind, name, value):
        one = kind.__new__(kind, value) if issubclass(kind, int) else object.__new__(kind)
        one.name, one.value = name, value
        setattr(kind, name, one)
        return one

    def _shown(self):
        return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

    class OneOf(metaclass=_Members):
        """One of the members that a class names: `class Role(OneOf)`, or `class Strength(int, OneOf)` for numbers."""

        def __reduce__(self):
            return getattr, (type(self), self.name)  # the member itself, also after copying and pickling
