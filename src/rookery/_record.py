"""Immutable record classes, API-compatible with `dataclasses`; `__init__` is compiled lazily to keep import time low.

`dataclasses.dataclass` compiles six functions for every class while a module is imported: 0.9 ms each, half of the time
of a short command. `@record` only collects the fields and computes everything else on first use. `dataclasses.fields`,
`replace`, `asdict`, `copy.replace` and type checkers treat a record as a dataclass.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from operator import attrgetter, ge, gt, le, lt
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, dataclass_transform, get_origin, overload

T = TypeVar("T")
MISSING: Any = type("MISSING", (), {"__slots__": (), "__repr__": lambda self: "MISSING"})()
"""The default of a field that has none."""


class Field:
    """A field of a record: its name, annotation and default, the options of `dataclasses.field`, and its JSON key."""

    __slots__ = ("compare", "default", "default_factory", "init", "json_key", "kw_only", "name", "repr", "type")
    name: str
    type: object

    def __init__(
        self, default: Any, default_factory: Any = None, init: bool = True, repr: bool = True, compare: bool = True,
        kw_only: bool | None = None, json_key: str = "",
    ) -> None:  # fmt: skip
        if default is not MISSING and default_factory is not None:
            raise ValueError("cannot specify both default and default_factory")
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only, self.json_key = init, repr, compare, kw_only, json_key

    @property
    def has_default(self) -> bool:
        """Whether the field may be left out."""
        return self.default is not MISSING or self.default_factory is not None


def field(
    *, default: Any = MISSING, default_factory: Callable[[], Any] | None = None, init: bool = True, repr: bool = True,
    compare: bool = True, kw_only: bool | None = None, json_key: str = "",
) -> Any:  # fmt: skip
    """Describe a field as `dataclasses.field` does; `json_key` defaults to its name."""
    return Field(default, default_factory, init, repr, compare, kw_only, json_key)


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(
    *, frozen: bool = ..., slots: bool = ..., eq: bool = ..., repr: bool = ..., kw_only: bool = ..., order: bool = ...
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T] | None = None, /, **options: bool) -> type[T] | Callable[[type[T]], type[T]]:
    """Turn a class with annotated fields into a record: frozen, slotted, and compared by its fields.

    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), replace(Point(1), y=2)
    (Point(x=1, y=0), True, Point(x=1, y=2))
    """
    return partial(_build, **options) if cls is None else _build(cls, **options)


def fields(record: object) -> tuple[Field, ...]:
    """Return the fields of a record or of its class, in order."""
    return tuple(record.__record_fields__.values())  # type: ignore[attr-defined]


def is_record(value: object) -> bool:
    """Return whether a value is a record or a record class."""
    return hasattr(value, "__record_fields__")


if TYPE_CHECKING:
    from dataclasses import KW_ONLY as KW_ONLY
    from dataclasses import replace as replace
else:

    class KW_ONLY:
        """The annotation after which fields are keyword-only."""

    def replace(record, /, **changes):
        """Return a copy of a record with some fields changed."""
        if "__record_fields__" not in record.__class__.__dict__:  # a dataclass that inherits from a record
            import dataclasses

            return dataclasses.replace(record, **changes)
        for field in fields(record):
            if field.init and field.name not in changes:
                changes[field.name] = getattr(record, field.name)
            elif not field.init and field.name in changes:
                raise ValueError(f"field {field.name} is declared with init=False and cannot be replaced")
        return record.__class__(**changes)


def _build(
    cls: Any, *, frozen: bool = True, slots: bool = True, eq: bool = True, repr: bool = True, kw_only: bool = False,
    order: bool = False,
) -> Any:  # fmt: skip
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    forbidden = (_FROZEN if frozen else {}) | (_ORDER if order else {})
    if overwritten := [name for name in forbidden if name in cls.__dict__]:
        raise TypeError(f"cannot overwrite attribute {overwritten[0]} in class {cls.__name__}")
    own_fields, all_fields = _collect_fields(cls, kw_only), dict[str, Field]()
    for base in cls.__mro__[:0:-1]:
        if "__record_fields__" in base.__dict__ and base.__record_frozen__ is not frozen:
            raise TypeError("cannot inherit a frozen record from one that is not, nor the other way round")
        all_fields |= base.__dict__.get("__record_fields__", {})
    all_fields |= own_fields
    positional = [field for field in all_fields.values() if field.init and not field.kw_only]
    for before, field in pairwise(positional):
        if before.has_default and not field.has_default:
            raise TypeError(f"non-default argument {field.name!r} follows default argument {before.name!r}")
    cls = _with_slots(cls, own_fields) if slots else _with_defaults(cls, own_fields)
    methods: dict[str, Any] = {name: _Lazy(cls, name, compute) for name, compute in _LAZY.items()}
    methods |= {"__replace__": replace} | ({"__repr__": _repr} if repr else {})
    methods |= ({"__eq__": _eq, "__hash__": _hash if frozen else None} if eq else {}) | forbidden
    methods |= {"__getstate__": _getstate, "__setstate__": _setstate} if frozen and slots else {}
    for name, value in methods.items():
        if name not in cls.__dict__ or (name == "__hash__" and cls.__hash__ is None):  # None: it defines `__eq__`
            setattr(cls, name, value)
    cls.__record_fields__, cls.__record_frozen__ = all_fields, frozen
    setattr(cls, "__match_args__", tuple([field.name for field in positional]))  # noqa: B010
    return cls


def _collect_fields(cls: Any, kw_only: bool) -> dict[str, Field]:
    """Return the fields declared in the body of a class; raise what `dataclasses` raises for invalid ones."""
    try:
        annotations: dict[str, object] = cls.__annotations__  # those of the class itself, not of its bases
    except NameError:  # Python 3.14 evaluates them now, without `from __future__ import annotations`
        from annotationlib import Format, get_annotations  # type: ignore[import-not-found,unused-ignore]

        annotations = get_annotations(cls, format=Format.FORWARDREF)
    collected, section = dict[str, Field](), ""
    for name, annotation in annotations.items():
        default = cls.__dict__.get(name, MISSING)
        if _is_special(annotation, KW_ONLY, "KW_ONLY"):
            if section:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            section, kw_only = name, True
        elif _is_special(annotation, ClassVar, "ClassVar"):
            if isinstance(default, Field):
                raise TypeError(f"field {name} cannot be a class variable")
        else:
            if isinstance(annotation, str) and annotation.startswith("InitVar"):
                raise TypeError(f"field {name}: InitVar is not supported")
            field = collected[name] = default if isinstance(default, Field) else Field(default)
            field.name, field.type, field.json_key = name, annotation, field.json_key or name
            field.kw_only = kw_only if field.kw_only is None else field.kw_only
            if field.default.__class__.__hash__ is None:
                raise ValueError(f"mutable default {type(field.default)} for field {name}: use default_factory")
    if strays := [name for name, value in cls.__dict__.items() if isinstance(value, Field) and name not in annotations]:
        raise TypeError(f"{strays[0]!r} is a field but has no type annotation")
    return collected


def _is_special(annotation: object, special: object, name: str) -> bool:
    """Return whether an annotation, or its text, is `ClassVar` or `KW_ONLY`."""
    if isinstance(annotation, str):
        return re.match(rf"([\w.]+\.)?{name}\b", annotation) is not None
    return annotation is special or get_origin(annotation) is special


def _with_slots(cls: Any, own_fields: dict[str, Field]) -> Any:
    """Return the class created again, with slots for its own fields."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    body = {name: value for name, value in cls.__dict__.items() if name not in (*own_fields, "__dict__", "__weakref__")}
    body["__slots__"] = tuple([name for name in own_fields if name not in inherited])
    created = type(cls)(cls.__name__, cls.__bases__, body)
    created.__qualname__ = cls.__qualname__
    return created


def _with_defaults(cls: Any, own_fields: dict[str, Field]) -> Any:
    """Return the class with defaults instead of field descriptions as class attributes."""
    for name, field in own_fields.items():
        if isinstance(cls.__dict__.get(name), Field):
            delattr(cls, name) if field.default is MISSING else setattr(cls, name, field.default)
    return cls


class _Lazy:
    """An attribute of a record class that is computed when it is first looked up."""

    __slots__ = ("cls", "compute", "name")

    def __init__(self, cls: Any, name: str, compute: Callable[[Any], Any]) -> None:
        self.cls, self.name, self.compute = cls, name, compute

    def __get__(self, instance: object, owner: Any) -> Any:
        value = self.compute(self.cls)
        setattr(self.cls, self.name, value)
        return value.__get__(instance, owner) if hasattr(value, "__get__") else value


def _compile_init(cls: Any) -> Any:
    """Compile the `__init__` of a class: an assignment for each field, then `__post_init__`."""
    names: dict[str, Any] = {"_set": object.__setattr__, "_factory": MISSING}
    positional, keyword, body = ["self"], list[str](), list[str]()
    for field in fields(cls):
        name, value = field.name, f"_default_{field.name}" + "()" * bool(field.default_factory)
        names[f"_default_{name}"] = field.default_factory or field.default
        if field.init:
            default = "" if not field.has_default else "=_factory" if field.default_factory else f"={value}"
            (keyword if field.kw_only else positional).append(name + default)
            value = f"{value} if {name} is _factory else {name}" if field.default_factory else name
        elif not field.has_default:
            continue
        slot: Any = cls.__record_frozen__ and getattr(cls, name, None)
        if hasattr(slot, "__set__"):
            names[f"_set_{name}"] = slot.__set__
            body.append(f"_set_{name}(self, {value})")
        else:
            body.append(f"_set(self, {name!r}, {value})" if cls.__record_frozen__ else f"self.{name} = {value}")
    body.append("self.__post_init__()" if hasattr(cls, "__post_init__") else "pass")
    parameters = ", ".join([*positional, *(["*"] if keyword else []), *keyword])
    lines = [f"def create({', '.join(names)}):", f" def __init__({parameters}):", *[f"  {line}" for line in body]]
    scope: dict[str, Any] = {}
    exec("\n".join([*lines, " return __init__"]), sys.modules[cls.__module__].__dict__, scope)  # for its type hints
    init = scope["create"](**names)
    init.__qualname__, init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    init.__annotations__ = {field.name: field.type for field in fields(cls) if field.init} | {"return": None}
    return init


def _build_dataclass(cls: Any) -> Any:
    """Return a dataclass with the same fields as a record class."""
    import dataclasses

    def convert(field: Field) -> Any:
        options = {name: getattr(field, name) for name in ("init", "repr", "compare", "kw_only")}
        options |= {"default": field.default} if field.default is not MISSING else {}
        options |= {"default_factory": field.default_factory} if field.default_factory else {}
        return dataclasses.field(**options)

    members = [(field.name, field.type, convert(field)) for field in fields(cls)]
    return dataclasses.make_dataclass(cls.__name__, members, frozen=cls.__record_frozen__)


def _comparison_key(cls: Any) -> Callable[[object], Any]:
    """Return the function that reads what is compared of an instance."""
    names = [field.name for field in fields(cls) if field.compare]
    return attrgetter(*names) if names else staticmethod(lambda record: ())


_LAZY: dict[str, Callable[[Any], Any]] = {
    "__init__": _compile_init,
    "__record_key__": _comparison_key,
    "__dataclass_fields__": lambda cls: _build_dataclass(cls).__dataclass_fields__,
    "__dataclass_params__": lambda cls: _build_dataclass(cls).__dataclass_params__,
}


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self.__record_key__(self) == self.__record_key__(other)


def _hash(self: Any) -> int:
    return hash(self.__record_key__(self))


def _ordering(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compare(self.__record_key__(self), self.__record_key__(other))

    return method


def _repr(self: Any) -> str:
    texts = [f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr]
    return f"{self.__class__.__qualname__}({', '.join(texts)})"


def _setattr(self: object, name: str, value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: object, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: object) -> list[object]:
    return [getattr(self, field.name) for field in fields(self)]


def _setstate(self: object, state: Iterable[object]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_FROZEN: dict[str, Any] = {"__setattr__": _setattr, "__delattr__": _delattr}
_ORDER: dict[str, Any] = {f"__{compare.__name__}__": _ordering(compare) for compare in (lt, le, gt, ge)}


class Immutable:
    """A class that fills in its `__dict__` when it is created; its attributes cannot be assigned afterwards."""

    __setattr__ = _setattr
    __delattr__ = _delattr
