"""Public names that have moved: the old ones work for one more version, and warn."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module


def warn(old: str, new: str, *, depth: int = 3) -> None:
    """Say that a name has another one now; `depth` points the warning at whoever used the old one."""
    warnings.warn(f"{old} is {new} now; the old name goes with the next version", DeprecationWarning, stacklevel=depth)


def forwarding(module: str, moved: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a module whose names live elsewhere now: old name -> "rookery.new.module.name".

    >>> forwarding("rookery.old", {"half": "rookery.elo.half_up"})("whole")
    Traceback (most recent call last):
    AttributeError: module 'rookery.old' has no attribute 'whole'
    """

    def found(name: str) -> object:
        if name not in moved:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, _, current = moved[name].rpartition(".")
        warn(f"{module}.{name}", moved[name])
        return getattr(import_module(home), current)

    return found
