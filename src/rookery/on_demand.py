"""Modules that are imported when their name is asked for; `importlib` does the same, and imports `warnings` for it."""

from __future__ import annotations

from rookery.typed import Any

__all__ = ["module"]


def module(name: str) -> Any:
    """The module of this full name.

    >>> module("rookery.typed").TYPE_CHECKING
    False
    """
    found = _KNOWN.get(name)
    if found is None:  # with something from it: else the first word's module comes back
        found = _KNOWN[name] = __import__(name, fromlist=["__name__"])
    return found


_KNOWN: dict[str, Any] = {}
"""What was asked for before: Python would look through its packages again."""
