"""Enumerations that cost little to make.

`enum.Enum` spends on every member what five functions cost, and a short command pays for all of them at its start. What
only our own code compares is one of `OneOf`: a member is its name and its value, and costs no more than these. What
users are given (`Colour`, `Result`, ...) is an `enum.Enum`, made as the standard library makes its own: by the quick
way, which leaves out the checks of how it is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.typed import TYPE_CHECKING

__all__ = ["Enum", "IntEnum", "OneOf", "StrEnum"]

if TYPE_CHECKING:  # so that mypy knows the members
    from enum import Enum as Enum
    from enum import Enum as OneOf
    from enum import IntEnum as IntEnum
    from enum import StrEnum as StrEnum
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

    class _OfTheLibrary(type):
        """What makes an enumeration of the standard library of the class that says so."""

        def __new__(meta, name, bases, space):
            import enum

            of = getattr(enum, bases[0].__name__)
            if not hasattr(enum, "_simple_enum"):
                whole = enum.EnumType.__prepare__(name, (of,))
                for each, what in space.items():
                    whole[each] = what
                return enum.EnumType(name, (of,), whole)
            given = True if "__new__" in space else None  # a member is made of what stands there, or of its value
            kind = enum._simple_enum(of, use_args=given)(type(name, (), space))
            for each, member in kind.__members__.items():  # in its own place: Python 3.11 would go a long way to it
                type.__setattr__(kind, each, member)
            return kind

    Enum = type.__new__(_OfTheLibrary, "Enum", (), {})
    """As `enum.Enum`."""
    IntEnum = type.__new__(_OfTheLibrary, "IntEnum", (), {})
    """As `enum.IntEnum`."""
    StrEnum = type.__new__(_OfTheLibrary, "StrEnum", (), {})
    """As `enum.StrEnum`."""
