"""Frozen values, declared as dataclasses are, whose functions are written when they are first called.

`dataclasses.dataclass` writes and compiles six functions for every class while a module is imported, and half of the
start of a short command went there. Here a class pays for its fields alone; `__init__` is compiled by the first value
that is made, and comparing, hashing and showing need no program of their own. To everybody else such a class is a
dataclass: `dataclasses.fields`, `replace`, `asdict` and `is_dataclass` know it, and mypy checks it as one.
"""

from __future__ import annotations

from _collections import _tuplegetter  # type: ignore[import-not-found]
from collections.abc import Callable, Iterable
from functools import cache, partial
from operator import attrgetter

from rookery.typed import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform, overload

T = TypeVar("T")


class _Missing:
    """The default of a field that has none."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()


class FieldOf:
    """What is known of one field of a class: its name, its default, and what it takes part in."""

    __slots__ = ("name", "annotation", "default", "default_factory", "init", "repr", "compare", "kw_only")  # noqa: RUF023

    name: str
    annotation: object
    kw_only: bool | None

    def __init__(
        self,
        default: object,
        default_factory: Callable[[], object] | None,
        init: bool,
        repr: bool,
        compare: bool,
        kw_only: bool | None,
    ) -> None:
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only

    @property
    def optional(self) -> bool:
        """May it be left out?"""
        return self.default is not MISSING or self.default_factory is not None


def field(
    *,
    default: Any = MISSING,
    default_factory: Callable[[], Any] | None = None,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
    kw_only: bool | None = None,
) -> Any:
    """A field with more to say than its default, as `dataclasses.field`."""
    return FieldOf(default, default_factory, init, repr, compare, kw_only)


@overload
def frozen(kind: type[T], /) -> type[T]: ...
@overload
def frozen(
    *, slots: bool = ..., eq: bool = ..., repr: bool = ..., kw_only: bool = ..., order: bool = ...
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    kind: type[T] | None = None,
    /,
    *,
    slots: bool = True,
    eq: bool = True,
    repr: bool = True,
    kw_only: bool = False,
    order: bool = False,
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a class with annotated fields a value: it never changes, and equals what has equal fields.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), replace(Point(1), y=2)
    (Point(x=1, y=0), True, Point(x=1, y=2))
    """
    made = partial(_made, frozen=True, slots=slots, eq=eq, repr=repr, kw_only=kw_only, order=order)
    return made if kind is None else made(kind)


@overload
def mutable(kind: type[T], /) -> type[T]: ...
@overload
def mutable(*, slots: bool = ..., eq: bool = ..., repr: bool = ...) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(field_specifiers=(field,))
def mutable(
    kind: type[T] | None = None, /, *, slots: bool = True, eq: bool = True, repr: bool = True
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a class with annotated fields a workplace: its fields change while something is being made."""
    made = partial(_made, frozen=False, slots=slots, eq=eq, repr=repr, kw_only=False, order=False)
    return made if kind is None else made(kind)


def _made(kind: type[T], *, frozen: bool, slots: bool, eq: bool, repr: bool, kw_only: bool, order: bool) -> type[T]:
    own, bases = _own_fields(kind, kw_only), kind.__mro__[1:-1]
    known = {name: each for base in reversed(bases) for name, each in _declared(base).items()} | own if bases else own
    init = _unwritten(frozen)
    added = {
        **_functions(frozen, slots, eq, repr, order),
        "__init__": init,
        "__value_fields__": own,
        "__match_args__": tuple([name for name, each in known.items() if each.init and not each.kw_only]),
    }
    init.of = made = _with_slots(kind, own, added) if slots else _with(kind, own, added)
    return made


if TYPE_CHECKING:  # so that mypy knows which fields there are
    from dataclasses import KW_ONLY as KW_ONLY
    from dataclasses import replace as replace
    from typing import NamedTuple as NamedTuple
else:

    class _Tuples(type):
        """What makes a named tuple of the class that says so."""

        def __new__(meta, name, bases, space):
            names = tuple(space.get("__annotations__", ()))
            defaults = {each: space.pop(each) for each in names if each in space}
            getters = {each: _tuplegetter(at, None) for at, each in enumerate(names)}
            new = {"__new__": _unwritten_tuple(names, defaults)}
            own = {"__slots__": (), "_fields": names, "_field_defaults": defaults, "__match_args__": names}
            return type(name, (tuple,), _OF_A_TUPLE | new | own | space | getters)

    NamedTuple = type.__new__(_Tuples, "NamedTuple", (), {})
    """As `typing.NamedTuple`, but that a class pays for its fields alone."""

    class KW_ONLY:
        """The annotation after which fields are given by name alone."""

    def replace(one, /, **changes):
        """The same value but for these fields."""
        for each in fields(one):
            if each.init and each.name not in changes:
                changes[each.name] = getattr(one, each.name)
            elif not each.init and each.name in changes:
                raise ValueError(f"{each.name} is worked out, and cannot be given")
        return one.__class__(**changes)


def fields(kind: object) -> tuple[FieldOf, ...]:
    """The fields of a value or of its class, in order."""
    of = kind if isinstance(kind, type) else type(kind)
    found: tuple[FieldOf, ...] | None = of.__dict__.get("__all_value_fields__")
    if found is None:
        found = tuple({n: each for base in reversed(of.__mro__) for n, each in _declared(base).items()}.values())
        of.__all_value_fields__ = found  # type: ignore[attr-defined]
    return found


def is_value(one: object) -> bool:
    """Is it a value (or a workplace), or the class of one?"""
    return hasattr(one, "__value_fields__")


# -- a class and its fields


def _declared(base: type) -> dict[str, FieldOf]:
    """The fields that a class adds to those of its bases; those of a dataclass, where it is one, are taken over."""
    found: dict[str, FieldOf] | None = base.__dict__.get("__value_fields__")
    if found is None:
        found = _taken_over(base) if isinstance(base.__dict__.get("__dataclass_fields__"), dict) else {}
    return found


def _taken_over(base: type) -> dict[str, FieldOf]:
    import dataclasses

    found = {}
    for each in dataclasses.fields(base):
        default = MISSING if each.default is dataclasses.MISSING else each.default
        made = None if each.default_factory is dataclasses.MISSING else each.default_factory
        ours = found[each.name] = FieldOf(default, made, each.init, each.repr, each.compare, bool(each.kw_only))
        ours.name, ours.annotation = each.name, each.type
    return found


def _own_fields(kind: type, kw_only: bool) -> dict[str, FieldOf]:
    found = {}
    for name, annotation in kind.__dict__.get("__annotations__", {}).items():  # noqa: RUF063  # inspect costs more than all of this
        if str(annotation).startswith("ClassVar"):
            continue
        if annotation == "KW_ONLY":
            kw_only = True
            continue
        given = kind.__dict__.get(name, MISSING)
        each = given if isinstance(given, FieldOf) else FieldOf(given, None, True, True, True, None)
        each.name, each.annotation = name, annotation
        each.kw_only = kw_only if each.kw_only is None else each.kw_only
        found[name] = each
    return found


def _with(kind: type[T], own: dict[str, FieldOf], added: dict[str, Any]) -> type[T]:
    """The class itself, with what it does not say of its own accord."""
    for name, each in own.items():
        if each.default is not MISSING:
            setattr(kind, name, each.default)
        elif name in kind.__dict__:
            delattr(kind, name)
    for name, what in added.items():
        if not _said(kind, name):
            setattr(kind, name, what)
    return kind


def _with_slots(kind: type[T], own: dict[str, FieldOf], added: dict[str, Any]) -> type[T]:
    """The class made once more, with slots for its fields."""
    said = kind.__dict__
    space = {**added, **said}
    for name in (*own, *_OF_A_CLASS):
        space.pop(name, None)
    if "__hash__" in said and said["__hash__"] is None:  # put there beside an `__eq__`
        space["__hash__"] = added.get("__hash__")
    taken = {name for base in kind.__mro__[1:-1] for name in _slots_of(base)}
    space["__slots__"] = tuple([name for name in own if name not in taken])
    made: type[T] = type(kind)(kind.__name__, kind.__bases__, space)  # type: ignore[misc]
    return made


_OF_A_CLASS = ("__dict__", "__weakref__")


def _slots_of(base: type) -> Iterable[str]:
    slots: str | Iterable[str] = base.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else slots


def _said(kind: type, name: str) -> bool:
    """Does the class have its own word for it? (Whoever defines `__eq__` has a `__hash__` of None put beside it.)"""
    return name in kind.__dict__ and not (name == "__hash__" and kind.__dict__[name] is None)


@cache
def _functions(frozen: bool, slots: bool, eq: bool, repr: bool, order: bool) -> dict[str, Any]:
    """What every class of this kind can do."""
    found: dict[str, Any] = {"__frozen__": frozen, "__signature__": _Signature()}
    found |= {name: _AsDataclass(name) for name in ("__dataclass_fields__", "__dataclass_params__")}
    if repr:
        found["__repr__"] = _shown
    if eq:
        found["__eq__"] = _equal
        found["__hash__"] = _hashed if frozen else None
    if order:
        found["__lt__"] = _less
    if frozen:
        found |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if frozen and slots:
        found |= {"__getstate__": _kept, "__setstate__": _restored}
    return found


# -- making one


ENOUGH = 12
"""How many values of a class are made before it is worth compiling a program for it."""


def _unwritten(frozen: bool) -> Any:
    """The `__init__` of a class at first; once it was called often, it is written, and stands in its own place."""
    calls = 0

    def __init__(self: object, *args: object, **given: object) -> None:
        nonlocal calls
        calls += 1
        if calls <= ENOUGH and _filled(here.of, self, args, given):
            return
        written = _written(here.of, frozen)
        if here.of.__dict__.get("__init__") is here:
            here.of.__init__ = written
        written(self, *args, **given)

    here: Any = __init__
    return here


def _filled(kind: type, one: object, args: tuple[object, ...], given: dict[str, object]) -> bool:
    """Set the fields of a value; not if anything is wrong, so that the program can say what."""
    known = fields(kind)
    found = dict(zip([each.name for each in known if each.init and not each.kw_only], args, strict=False))
    if len(found) < len(args) or not given.keys().isdisjoint(found):
        return False
    found |= given
    made = {}
    for each in known:
        if each.init and each.name in found:
            made[each.name] = found.pop(each.name)
        elif each.optional:
            made[each.name] = each.default_factory() if each.default_factory else each.default
        elif each.init:
            return False
    if found:
        return False
    for name, what in made.items():
        _set(one, name, what)
    if hasattr(kind, "__post_init__"):
        one.__post_init__()  # type: ignore[attr-defined]
    return True


_set = object.__setattr__


def _written(kind: type, frozen: bool) -> Callable[..., None]:
    """The `__init__` of a class, as a program: only names of fields go into its text."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_made": MISSING}
    plain: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for each in fields(kind):
        name = each.name
        known[f"_of_{name}"] = each.default_factory or each.default
        made = f"_of_{name}()" if each.default_factory else f"_of_{name}"
        if each.init:
            default = f"={'_made' if each.default_factory else made}" if each.optional else ""
            (named if each.kw_only else plain).append(f"{name}{default}")
            made = f"{made} if {name} is _made else {name}" if each.default_factory else name
        elif not each.optional:
            continue
        body.append(f"_set(self, {name!r}, {made})" if frozen else f"self.{name} = {made}")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    given = ", ".join(["self", *plain, *(["*"] if named else []), *named])
    exec(f"def __init__({given}):\n    " + ("\n    ".join(body) or "pass"), known)
    made_init: Callable[..., None] = known["__init__"]
    made_init.__qualname__ = f"{kind.__qualname__}.__init__"
    made_init.__annotations__ = {each.name: each.annotation for each in fields(kind) if each.init} | {"return": None}
    return made_init


# -- named tuples


def _unwritten_tuple(names: tuple[str, ...], defaults: dict[str, object]) -> Any:
    """The `__new__` of a named tuple until somebody calls it; then it is written, and stands in its own place."""

    def __new__(kind: type, *args: object, **given: object) -> object:
        home = next(base for base in kind.__mro__ if "_fields" in base.__dict__)
        known: dict[str, Any] = {"_new": tuple.__new__, **{f"_of_{name}": each for name, each in defaults.items()}}
        given_as = ", ".join(["_kind", *(f"{name}=_of_{name}" if name in defaults else name for name in names)])
        exec(f"def __new__({given_as}):\n    return _new(_kind, ({''.join(f'{name}, ' for name in names)}))", known)
        written = known["__new__"]
        written.__qualname__ = f"{home.__qualname__}.__new__"
        if home.__dict__["__new__"].__func__ is __new__:
            home.__new__ = written  # type: ignore[method-assign]
        return written(kind, *args, **given)

    return __new__


def _tuple_of(kind: type, iterable: Iterable[object]) -> Any:
    made: Any = tuple.__new__(kind, iterable)
    if len(made) != len(kind._fields):  # type: ignore[attr-defined]
        raise TypeError(f"Expected {len(kind._fields)} arguments, got {len(made)}")  # type: ignore[attr-defined]
    return made


def _tuple_replaced(self: Any, /, **given: object) -> Any:
    made = self._make(given.pop(name, each) for name, each in zip(self._fields, self, strict=True))
    if given:
        raise ValueError(f"Got unexpected field names: {list(given)!r}")
    return made


def _tuple_shown(self: Any) -> str:
    said = ", ".join(f"{name}={each!r}" for name, each in zip(self._fields, self, strict=True))
    return f"{self.__class__.__name__}({said})"


_OF_A_TUPLE: dict[str, Any] = {
    "_make": classmethod(_tuple_of),
    "_replace": _tuple_replaced,
    "_asdict": lambda self: dict(zip(self._fields, self, strict=True)),
    "__repr__": _tuple_shown,
    "__getnewargs__": lambda self: tuple(self),
}


# -- comparing, hashing, showing


def _key(kind: type) -> Callable[[object], Any]:
    """What of a value is compared."""
    found: Callable[[object], Any] | None = _KEYS.get(kind)
    if found is None:
        names = [each.name for each in fields(kind) if each.compare]
        found = _KEYS[kind] = attrgetter(*names) if names else lambda one: ()
    return found


_KEYS: dict[type, Callable[[object], Any]] = {}


def _equal(self: object, other: object) -> Any:
    kind = self.__class__
    if other.__class__ is not kind:
        return NotImplemented
    key = _KEYS.get(kind) or _key(kind)
    return key(self) == key(other)


def _less(self: object, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    key = _key(self.__class__)
    return key(self) < key(other)


def _hashed(self: object) -> int:
    kind = self.__class__
    return hash((_KEYS.get(kind) or _key(kind))(self))


def _shown(self: object) -> str:
    said = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({said})"


# -- frost


def _refuse_to_set(self: object, name: str, value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to {name!r} of a {type(self).__name__}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete {name!r} of a {type(self).__name__}")


class Frozen:
    """A class that fills itself in (through its `__dict__`) when it is made, and is never assigned to afterwards."""

    __setattr__ = _refuse_to_set
    __delattr__ = _refuse_to_delete


def _kept(self: object) -> list[object]:
    return [getattr(self, each.name) for each in fields(self)]


def _restored(self: object, state: Iterable[object]) -> None:
    for each, one in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, one)


# -- for those who ask as they would ask a dataclass


class _Signature:
    """How a value is made, for `help` and its like."""

    def __get__(self, one: object, kind: type) -> object:
        import inspect

        init = inspect.signature(_written(kind, frozen=True))
        return init.replace(parameters=list(init.parameters.values())[1:])


class _AsDataclass:
    """What `dataclasses` keeps of a class, worked out when it is asked for."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, one: object, kind: type) -> object:
        return getattr(_stand_in(kind), self.name)


def _stand_in(kind: type) -> type:
    """A dataclass with the same fields."""
    import dataclasses

    def specified(each: FieldOf) -> Any:
        default: dict[str, Any] = {}
        if each.default_factory is not None:
            default = {"default_factory": each.default_factory}
        elif each.default is not MISSING:
            default = {"default": each.default}
        return dataclasses.field(
            init=each.init, repr=each.repr, compare=each.compare, kw_only=bool(each.kw_only), **default
        )

    if kind not in _STAND_INS:
        listed = [(each.name, Any, specified(each)) for each in fields(kind)]
        frozen: bool = kind.__frozen__  # type: ignore[attr-defined]
        _STAND_INS[kind] = dataclasses.make_dataclass(kind.__name__, listed, frozen=frozen)
    return _STAND_INS[kind]


_STAND_INS: dict[type, type] = {}
