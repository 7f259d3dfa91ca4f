"""Definitions shared by reading and writing the JSON format: the version, and the names of values."""

from __future__ import annotations

from typing import Any

from rookery.model import ByeKind

VERSION = 1
"""The version of the format that is written; all versions up to it can be read."""

BYES = {
    "pairing-allocated": ByeKind.PAIRING_ALLOCATED,
    "full": ByeKind.FULL,
    "half": ByeKind.HALF,
    "zero": ByeKind.ZERO,
    "not-entered": ByeKind.NOT_ENTERED,
}
"""The byes by their names in the JSON format."""

Object = dict[str, Any]
Path = tuple[str | int, ...]
"""The path to a value from the outermost object: keys, and indices in lists."""
