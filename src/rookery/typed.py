"""The words of `typing`, for type checkers: while a program runs they stand for nothing, and `typing` is not imported.

It takes as long as half of the bare interpreter's start, and no module that imports from here asks it anything. One
that does (the values of a `Literal`, shapes that others look into, an alias with a variable) imports `typing` itself.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import IO as IO
    from typing import Any as Any
    from typing import AnyStr as AnyStr
    from typing import BinaryIO as BinaryIO
    from typing import ClassVar as ClassVar
    from typing import Generic as Generic
    from typing import Literal as Literal
    from typing import Never as Never
    from typing import NoReturn as NoReturn
    from typing import ParamSpec as ParamSpec
    from typing import Protocol as Protocol
    from typing import Self as Self
    from typing import TextIO as TextIO
    from typing import TypeAlias as TypeAlias
    from typing import TypedDict as TypedDict
    from typing import TypeVar as TypeVar
    from typing import Unpack as Unpack
    from typing import cast as cast
    from typing import dataclass_transform as dataclass_transform
    from typing import overload as overload
else:

    class Generic:
        """A base that may be asked for anything in brackets, and is itself."""

        __slots__ = ()

        def __class_getitem__(cls, of):
            return cls

    class TypeVar(Generic):
        """Some type."""

        __slots__ = ("args", "kwargs")

        def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
            pass

    Any = AnyStr = BinaryIO = ClassVar = IO = Literal = Never = NoReturn = Protocol = Self = TextIO = Generic
    TypeAlias = Unpack = Generic
    ParamSpec = TypeVar

    class TypedDict(dict):
        """A dict with these keys."""

        def __init_subclass__(cls, total=True):
            pass

    def cast(kind, one):
        """The thing itself."""
        return one

    def overload(function):
        """One of several ways to call what comes last."""
        return function

    def dataclass_transform(**_):
        """What follows makes classes of values."""
        return overload
