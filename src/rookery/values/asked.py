"""What others ask of a class of values as they would ask a dataclass; imported when somebody does."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable

from rookery.typed import Any
from rookery.values.fields import MISSING, FieldOf, fields
from rookery.values.programs import initial


def answer(kind: type, name: str) -> object:
    """What `dataclasses` keeps of a class under this name, what `match` goes by, or how a value is made."""
    if name == "__match_args__":
        found = tuple([each.name for each in fields(kind) if each.init and not each.kw_only])
        setattr(kind, name, found)  # asked once
        return found
    if name == "__signature__":
        return signature(initial(kind, frozen=True))
    return getattr(_stand_in(kind), name)


def signature(program: Callable[..., object]) -> inspect.Signature:
    """How a function is called, without what stands for the value itself."""
    whole = inspect.signature(program)
    return whole.replace(parameters=list(whole.parameters.values())[1:])


def _stand_in(kind: type) -> type:
    """A dataclass with the same fields."""

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
