"""How a command ended, and what it is run with."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]
"""Words in, the end out."""
