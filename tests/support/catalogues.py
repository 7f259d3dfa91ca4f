"""Catalogues of languages that nobody speaks: as gettext reads them, with every text marked."""

from __future__ import annotations

import importlib
import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def compiled(texts: Mapping[str, str]) -> bytes:
    """A catalogue as gettext reads it."""
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    start, heads, bodies = 28 + 16 * len(pairs), [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            heads[side] += struct.pack("<II", len(pair[side]), start + len(bodies))
            bodies += pair[side] + b"\0"
    first = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return first + heads[0] + heads[1] + bodies


def texts_tool() -> ModuleType:
    """The tool that gathers every text."""
    sys.path.insert(0, str(TOOLS))
    try:
        sys.modules.pop("texts_page", None)
        return importlib.import_module("texts_page")
    finally:
        sys.path.remove(str(TOOLS))


def marked() -> dict[str, str]:
    """A catalogue that marks every text, and leaves the places of values in it."""
    said = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"}
    for key in texts_tool().texts():
        said["\0".join(key)] = "\0".join(f"⟦{text}⟧" for text in key)
    return said
