"""The functions that make values, as programs: written of the names of fields, for a class that makes many."""

from __future__ import annotations

from collections.abc import Callable

from rookery.typed import Any
from rookery.values.fields import MISSING, fields, opened

FEW = 2  # fields are set through the frost; to set more the value is open for a while


def initial(kind: type, frozen: bool) -> Callable[..., None]:
    """The `__init__` of a class of values."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_made": MISSING}
    plain: list[str] = []
    named: list[str] = []
    body: list[tuple[str, str]] = []
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
        body.append((name, made))
    openly = [f"self.{name} = {made}" for name, made in body]
    lines = [f"_set(self, {name!r}, {made})" for name, made in body] if frozen else openly
    if frozen and len(body) > FEW and all(name in kind.__dict__.get("__slots__", ()) for name, _ in body):
        known |= {"_kind": kind, "_open": opened(kind)}
        quick = ["_set(self, '__class__', _open)", *openly, "self.__class__ = _kind"]
        lines = [f"if self.__class__ is _kind: {'; '.join(quick)}", f"else: {'; '.join(lines)}"]
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    given = ", ".join(["self", *plain, *(["*"] if named else []), *named])
    exec(f"def __init__({given}):\n    " + ("\n    ".join(lines) or "pass"), known)
    made_init: Callable[..., None] = known["__init__"]
    made_init.__qualname__ = f"{kind.__qualname__}.__init__"
    made_init.__annotations__ = {each.name: each.annotation for each in fields(kind) if each.init} | {"return": None}
    return made_init


def of_a_tuple(kind: Any) -> Any:
    """The `__new__` of a named tuple."""
    names, defaults = kind._fields, kind._field_defaults
    known: dict[str, Any] = {"_new": tuple.__new__, **{f"_of_{name}": each for name, each in defaults.items()}}
    given = ", ".join(["_kind", *(f"{name}=_of_{name}" if name in defaults else name for name in names)])
    exec(f"def __new__({given}):\n    return _new(_kind, ({''.join(f'{name}, ' for name in names)}))", known)
    written = known["__new__"]
    written.__qualname__ = f"{kind.__qualname__}.__new__"
    return written
