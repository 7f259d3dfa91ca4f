"""Modules that are imported when their name is asked for; `importlib` does the same, and imports `warnings` for it."""

from __future__ import annotations

from rookery.typed import Any

__all__ = ["module"]


def module(name: str) -> Any:
    """The module of this full name.

    >>> module("rookery.typed").TYPE_CHECKING
    False
    """
    return __import__(name, fromlist=["__name__"])  # something from it: else the first word's module comes back
