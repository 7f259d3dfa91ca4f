"""Immutable record classes, API-compatible with `dataclasses`; `__init__` is compiled lazily to keep import time low.

`dataclasses.dataclass` compiles six functions for every class while a module is imported: 0.9 ms each, half of the time
of a short command. `@record` only collects the fields and computes everything else on first use. `dataclasses.fields`,
`replace`, `asdict`, `copy.replace` and type checkers treat a record as a dataclass.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform, overload

T = TypeVar("T")
MISSING: Any = type("MISSING", (), {"__slots__": (), "__repr__": lambda self: "MISSING"})()
"""The default of a field that has none."""
_MARKER = r"[<\w.]*\b_?(ClassVar|KW_ONLY|InitVar)(\b|_TYPE\b)"
_DATACLASS_OPTIONS = {"default", "default_factory", "init", "repr", "compare", "kw_only"}


class Field:
    """A field of a record: its name, annotation and default, the options of `dataclasses.field`, and its JSON key."""

    name: str
    type: object
    default: Any = MISSING
    default_factory: Any = None
    init: bool = True
    repr: bool = True
    compare: bool = True
    kw_only: bool | None = None
    json_key: str = ""
    has_default: bool = False

    def __init__(self, **options: Any) -> None:
        if unknown := [name for name in options if not hasattr(Field, name)]:
            raise TypeError(f"field() got an unexpected keyword argument {unknown[0]!r}")
        self.__dict__.update(options)
        self.has_default = "default" in options or self.default_factory is not None
        if "default" in options and self.default_factory is not None:
            raise ValueError("cannot specify both default and default_factory")
        if self.default.__class__.__hash__ is None:
            raise ValueError(f"mutable default {type(self.default)}: use default_factory")


def field(**options: Any) -> Any:
    """Describe a field as `dataclasses.field` does; `json_key` defaults to its name."""
    return Field(**options)


def fields(record: object) -> tuple[Field, ...]:
    """Return the fields of a record or of its class, in order."""
    return tuple(record.__record_fields__.values())  # type: ignore[attr-defined]


def is_record(value: object) -> bool:
    """Return whether a value is a record or a record class."""
    return hasattr(value, "__record_fields__")


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

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


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(**options: bool) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T] | None = None, /, **options: bool) -> type[T] | Callable[[type[T]], type[T]]:
    """Turn a class into a record, by default with `frozen`, `slots`, `eq` and `repr`, without `kw_only`."""
    return partial(_build, **options) if cls is None else _build(cls, **options)


def _build(
    cls: Any,
    *,
    frozen: bool = True,
    slots: bool = True,
    eq: bool = True,
    repr: bool = True,  # noqa: A002  # as in dataclasses
    kw_only: bool = False,
) -> Any:
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
    if frozen and (overwritten := [name for name in ("__setattr__", "__delattr__") if name in cls.__dict__]):
        raise TypeError(f"cannot overwrite attribute {overwritten[0]} in class {cls.__name__}")
    if slots:
        cls = _add_slots(cls, own_fields)
    else:
        for name in own_fields.keys() & cls.__dict__.keys():
            delattr(cls, name)
    methods = ["__init__", "__replace__", "__record_key__", "__dataclass_fields__", "__dataclass_params__"]
    methods += ["__repr__"] * repr + ["__eq__", "__hash__"] * eq + ["__setattr__", "__delattr__"] * frozen
    methods += ["__getstate__", "__setstate__"] * (frozen and slots)
    for name in methods:
        if name not in cls.__dict__ or (name == "__hash__" and cls.__hash__ is None):  # None: it defines `__eq__`
            setattr(cls, name, _Methods.__dict__[name] if frozen or name != "__hash__" else None)
    cls.__record_fields__, cls.__record_frozen__ = all_fields, frozen
    setattr(cls, "__match_args__", tuple([field.name for field in positional]))  # noqa: B010  # mypy: it is final
    return cls


def _collect_fields(cls: Any, kw_only: bool) -> dict[str, Field]:
    """Return the fields declared in the body of a class; raise what `dataclasses` raises for invalid ones."""
    try:
        annotations: dict[str, object] = cls.__annotations__  # those of the class itself, not of its bases
    except NameError:  # Python 3.14 evaluates them now, without `from __future__ import annotations`
        from annotationlib import Format, get_annotations  # type: ignore[import-not-found,unused-ignore]

        annotations = get_annotations(cls, format=Format.FORWARDREF)
    collected = dict[str, Field]()
    for name, annotation in annotations.items():
        default = cls.__dict__.get(name, MISSING)
        text = str(annotation)
        if ("ClassVar" in text or "KW_ONLY" in text or "InitVar" in text) and (marker := re.match(_MARKER, text)):
            if marker[1] != "ClassVar" or isinstance(default, Field):
                raise TypeError(f"{name}: a {marker[1]} is no field")
            continue
        options = {} if default is MISSING else {"default": default}
        field = collected[name] = default if isinstance(default, Field) else Field(**options)
        field.name, field.type, field.json_key = name, annotation, field.json_key or name
        field.kw_only = kw_only if field.kw_only is None else field.kw_only
    if strays := [name for name, value in cls.__dict__.items() if isinstance(value, Field) and name not in annotations]:
        raise TypeError(f"{strays[0]!r} is a field but has no type annotation")
    return collected


def _add_slots(cls: Any, own_fields: dict[str, Field]) -> Any:
    """Return the class created again, with slots for its own fields."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    body = {name: value for name, value in cls.__dict__.items() if name not in (*own_fields, "__dict__", "__weakref__")}
    body["__slots__"] = tuple([name for name in own_fields if name not in inherited])
    created = type(cls)(cls.__name__, cls.__bases__, body)
    created.__qualname__ = cls.__qualname__
    return created


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
        slot = getattr(cls, name, None)
        names[f"_set_{name}"] = getattr(slot, "__set__", None)  # faster than object.__setattr__
        body.append(f"_set_{name}(self, {value})" if hasattr(slot, "__set__") else f"_set(self, {name!r}, {value})")
    body.append("self.__post_init__()" if hasattr(cls, "__post_init__") else "pass")
    parameters = ", ".join([*positional, *(["*"] if keyword else []), *keyword])
    lines = [f"def create({', '.join(names)}):", f" def __init__({parameters}):", *[f"  {line}" for line in body]]
    scope: dict[str, Any] = {}
    source, module = "\n".join([*lines, " return __init__"]), sys.modules[cls.__module__]
    exec(source, vars(module), scope)  # noqa: S102  # only names of fields
    init = scope["create"](**names)
    init.__qualname__, init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    init.__annotations__ = {field.name: field.type for field in fields(cls) if field.init} | {"return": None}
    return init


def _build_dataclass(cls: Any) -> Any:
    """Return a dataclass with the same fields as a record class."""
    import dataclasses

    members = []
    for field in fields(cls):
        options = {name: value for name, value in vars(field).items() if name in _DATACLASS_OPTIONS}
        members.append((field.name, field.type, dataclasses.field(**options)))
    return dataclasses.make_dataclass(cls.__name__, members, frozen=cls.__record_frozen__)


class _Lazy:
    """An attribute of a record class that is computed when it is first looked up."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        self.compute = compute

    def __set_name__(self, owner: Any, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: Any) -> Any:
        if isinstance(instance, type):  # inspect.signature of Python 3.13 asks so for the method of a class
            return getattr(instance, self.name).__get__(instance)
        for cls in owner.__mro__:
            if cls.__dict__.get(self.name) is self:
                setattr(cls, self.name, self.compute(cls))
        return getattr(owner if instance is None else instance, self.name)


def _comparison_key(cls: Any) -> Any:
    names = [field.name for field in fields(cls) if field.compare]
    return attrgetter(*names) if names else staticmethod(lambda record: ())


class _Methods:
    """The methods of records; a class keeps those that it defines itself."""

    __init__: Any = _Lazy(_compile_init)
    __record_key__: Any = _Lazy(_comparison_key)
    __dataclass_fields__ = _Lazy(lambda cls: _build_dataclass(cls).__dataclass_fields__)
    __dataclass_params__ = _Lazy(lambda cls: _build_dataclass(cls).__dataclass_params__)
    __replace__ = replace

    def __eq__(self, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.__record_key__(self) == self.__record_key__(other)

    def __hash__(self) -> int:
        return hash(self.__record_key__(self))

    def __repr__(self) -> str:
        texts = [f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr]
        return f"{self.__class__.__qualname__}({', '.join(texts)})"

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot change field {name!r}")

    __delattr__ = __setattr__

    def __getstate__(self) -> list[object]:
        return [getattr(self, field.name) for field in fields(self)]

    def __setstate__(self, state: list[object]) -> None:
        for field, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, field.name, value)
