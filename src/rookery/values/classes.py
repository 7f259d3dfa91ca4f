"""Classes of values and of workplaces: what makes them, and what every one of them can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from operator import attrgetter

from rookery.typed import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform, overload
from rookery.values.fields import MISSING, FieldOf, field, fields, given
from rookery.values.tuples import ENOUGH, NamedTuple

T = TypeVar("T")


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
    own, init = given(kind.__dict__), _unwritten(frozen)
    added = {**_functions(frozen, slots, eq, repr, order), "__init__": init, "__declared__": (own, kw_only)}
    init.of = made = _with_slots(kind, own, added) if slots else _with(kind, own, added)
    return made


if TYPE_CHECKING:  # so that mypy knows which fields there are
    from dataclasses import replace as replace
else:

    def replace(one, /, **changes):
        """The same value but for these fields."""
        for each in fields(one):
            if each.init and each.name not in changes:
                changes[each.name] = getattr(one, each.name)
            elif not each.init and each.name in changes:
                raise ValueError(f"{each.name} is worked out, and cannot be given")
        return one.__class__(**changes)


def _with(kind: type[T], own: dict[str, Any], added: dict[str, Any]) -> type[T]:
    """The class itself, with what it does not say of its own accord."""
    for name, what in own.items():
        if isinstance(what, FieldOf):
            if what.default is not MISSING:
                setattr(kind, name, what.default)
            else:
                delattr(kind, name)
    for name, what in added.items():
        if not _said(kind, name):
            setattr(kind, name, what)
    return kind


def _with_slots(kind: type[T], own: dict[str, Any], added: dict[str, Any]) -> type[T]:
    """The class made once more, with slots for its fields."""
    said = kind.__dict__
    space = {**added, **said}
    for name in _OF_A_CLASS:
        space.pop(name, None)
    if "__hash__" in said and said["__hash__"] is None:  # put there beside an `__eq__`
        space["__hash__"] = added.get("__hash__")
    _give_slots(space, own, kind.__bases__)
    made: type[T] = type(kind)(kind.__name__, kind.__bases__, space)  # type: ignore[misc]
    return made


def _give_slots(space: dict[str, Any], own: dict[str, Any], bases: Iterable[type]) -> None:
    """Let the body of a class have slots for its fields."""
    for name in own:
        space.pop(name, None)
    taken = [name for base in bases for each in base.__mro__[:-1] for name in _slots_of(each)]
    space["__slots__"] = tuple([name for name in own if name not in taken]) if taken else tuple(own)


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
    asked = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__")
    found: dict[str, Any] = {"__frozen__": frozen, **{name: _Asked(name) for name in asked}}
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


class _Asked:
    """What others ask of a class as they would ask a dataclass, worked out when they do."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, one: object, kind: type) -> object:
        from rookery.values import asked

        return asked.answer(kind, self.name)


# -- a class that is made once


if TYPE_CHECKING:  # so that mypy knows which fields there are

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    class Value:
        """A class says that it is one: `class Point(Value)`."""

        def __init_subclass__(
            cls, *, slots: bool = ..., eq: bool = ..., repr: bool = ..., kw_only: bool = ..., order: bool = ...
        ) -> None: ...

    @dataclass_transform(field_specifiers=(field,))
    class Workplace:
        """A class says that it is one: `class Draft(Workplace)`."""

        def __init_subclass__(cls, *, slots: bool = ..., eq: bool = ..., repr: bool = ...) -> None: ...

else:

    class _InOneStep(type):
        """What makes a value, or a workplace, of the class that says so."""

        def __new__(meta, name, bases, space, slots=True, eq=True, repr=True, kw_only=False, order=False):
            frozen = Value in bases
            own, init, common = given(space), _unwritten(frozen), _common(frozen, slots, eq, repr, order)
            bases = _with_common(bases, common)
            asked = common.__dict__["__match_args__"]  # kept in the class that is asked, so each has its own
            space = {"__init__": init, "__match_args__": asked, **space, "__declared__": (own, kw_only)}
            if "__eq__" in space and "__hash__" not in space:
                space["__hash__"] = common.__dict__.get("__hash__")
            if slots:
                _give_slots(space, own, bases)
            else:
                _give_defaults(space, own)
            init.of = type(name, bases, space)
            return init.of

    Value = type.__new__(_InOneStep, "Value", (), {"__module__": __name__})
    """As `frozen`, for a class that every short command needs: it is made once, where that makes it twice."""
    Workplace = type.__new__(_InOneStep, "Workplace", (), {"__module__": __name__})
    """As `mutable`, likewise."""

    @cache
    def _common(frozen, slots, eq, repr, order):
        """The base of all classes of this kind: what every one of them can do."""
        space = {"__slots__": (), "__module__": __name__, **_functions(frozen, slots, eq, repr, order)}
        return type("Value" if frozen else "Workplace", (), space)

    def _with_common(bases, common):
        """The bases of a class, with the one for what it says that it is, unless another has that."""
        others = [base for base in bases if type(base) is not _InOneStep]
        return tuple(others) if any(issubclass(base, common) for base in others) else (common, *others)


def _give_defaults(space: dict[str, Any], own: dict[str, Any]) -> None:
    """Let the body of a class have the defaults of its fields, where it had more to say of them."""
    for name, what in own.items():
        if isinstance(what, FieldOf):
            if what.default is not MISSING:
                space[name] = what.default
            else:
                del space[name]


# -- making one


def _unwritten(frozen: bool) -> Any:
    """The `__init__` of a class at first; once it was called often, it is written, and stands in its own place."""
    calls = 0
    written: Any = None  # kept: where a decorator has wrapped this one, it cannot stand in its place

    def __init__(self: object, *args: object, **given: object) -> None:
        nonlocal calls, written
        calls += 1
        if written is None:
            if calls <= ENOUGH and _filled(here.of, self, args, given):
                return
            from rookery.values.programs import initial

            written = initial(here.of, frozen)
            if here.of.__dict__.get("__init__") is here:
                here.of.__init__ = written
        written(self, *args, **given)

    here: Any = __init__
    return here


class _Plan(NamedTuple):
    """How the values of a class are filled in: which fields are set, given in order, left out, made anew, needed."""

    names: tuple[str, ...]
    plain: tuple[str, ...]
    defaults: dict[str, object]
    factories: dict[str, Callable[[], object]]
    needed: frozenset[str]
    known: frozenset[str]
    checked: bool


_PLANS: dict[type, _Plan] = {}


def _planned(kind: type) -> _Plan:
    known = fields(kind)
    taken = [each for each in known if each.init]
    plan = _PLANS[kind] = _Plan(
        tuple([each.name for each in known if each.init or each.optional]),
        tuple([each.name for each in taken if not each.kw_only]),
        {each.name: each.default for each in known if each.default is not MISSING},
        {each.name: each.default_factory for each in known if each.default_factory is not None},
        frozenset([each.name for each in taken if not each.optional]),
        frozenset([each.name for each in taken]),
        hasattr(kind, "__post_init__"),
    )
    return plan


def _filled(kind: type, one: object, args: tuple[object, ...], given: dict[str, object]) -> bool:
    """Set the fields of a value; not if anything is wrong, so that the program can say what."""
    plan = _PLANS.get(kind) or _planned(kind)
    found = dict(zip(plan.plain, args, strict=False))
    if len(found) < len(args) or not given.keys().isdisjoint(found):
        return False
    found |= given
    if not plan.needed <= found.keys() <= plan.known:
        return False
    made = plan.defaults | found
    for name, anew in plan.factories.items():
        if name not in found:
            made[name] = anew()
    for name in plan.names:
        _set(one, name, made[name])
    if plan.checked:
        one.__post_init__()  # type: ignore[attr-defined]
    return True


_set = object.__setattr__


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
