"""What writing and reading have in common: the version, and how the form spells things."""

from __future__ import annotations

from rookery.model import ByeKind, Forbidden
from rookery.typed import Any

VERSION = 1
"""The version of the form that is written; every version up to it is read."""

SPELT: dict[tuple[type, str], str] = {(Forbidden, "first_round"): "first", (Forbidden, "last_round"): "last"}
"""The keys of fields that the form calls otherwise than the model does."""

BYES = {
    "pairing-allocated": ByeKind.PAIRING_ALLOCATED,
    "full": ByeKind.FULL,
    "half": ByeKind.HALF,
    "zero": ByeKind.ZERO,
    "not-entered": ByeKind.NOT_ENTERED,
}
"""How the form spells the byes."""

Object = dict[str, Any]
Path = tuple[str | int, ...]
"""The way to a value from the outermost object: keys, and places in lists."""
