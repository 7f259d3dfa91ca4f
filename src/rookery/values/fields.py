"""The fields of a value: declared as those of a dataclass are, and looked at when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:  # so that mypy knows it
    from dataclasses import KW_ONLY as KW_ONLY
else:

    class KW_ONLY:
        """The annotation after which fields are given by name alone."""


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


def fields(kind: object) -> tuple[FieldOf, ...]:
    """The fields of a value or of its class, in order."""
    of = kind if isinstance(kind, type) else type(kind)
    found: tuple[FieldOf, ...] | None = of.__dict__.get("__all_value_fields__")
    if found is None:
        found = tuple({n: each for base in reversed(of.__mro__) for n, each in declared(base).items()}.values())
        of.__all_value_fields__ = found  # type: ignore[attr-defined]
    return found


def is_value(one: object) -> bool:
    """Is it a value (or a workplace), or the class of one?"""
    return hasattr(one, "__declared__")


def given(said: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in the body of a class, each with what it says of it: its default, all that is known, or nothing."""
    annotations: dict[str, object] = said.get("__annotations__", {})
    return {name: said.get(name, MISSING) for name, of in annotations.items() if not str(of).startswith(_NO_FIELDS)}


_NO_FIELDS = ("ClassVar", "KW_ONLY")


def declared(base: type) -> dict[str, FieldOf]:
    """The fields that a class adds to those of its bases; those of a dataclass, where it is one, are taken over."""
    if "__declared__" not in base.__dict__:
        if not isinstance(base.__dict__.get("__dataclass_fields__"), dict):
            return {}
        return _taken_over(base)
    found: dict[str, FieldOf] = {}
    said_of, kw_only = base.__dict__["__declared__"]
    for name, annotation in base.__dict__.get("__annotations__", {}).items():  # noqa: RUF063  # inspect costs more than all of this
        if annotation == "KW_ONLY":
            kw_only = True
        elif name in said_of:
            said = said_of[name]
            each = found[name] = said if isinstance(said, FieldOf) else FieldOf(said, None, True, True, True, None)
            each.name, each.annotation = name, annotation
            each.kw_only = kw_only if each.kw_only is None else each.kw_only
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


@cache
def opened(kind: type) -> type:
    """A class with the same slots from which the frost is taken: fields can be set, and making one asks for none."""
    thawed = {name: getattr(object, name) for name in ("__init__", "__setattr__", "__delattr__")}
    return type(f"Open{kind.__name__}", (kind,), {"__slots__": (), **thawed})
