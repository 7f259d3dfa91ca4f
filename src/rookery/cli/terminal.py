"""What a terminal is: how wide, and which letters and escapes it may be sent.

`shutil` would tell the width as well, and brings three compressors along.
"""

from __future__ import annotations

import os
import sys

from rookery.messages import UNSAFE_CODES

_IN_JSON = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *UNSAFE_CODES)}


def visible_json(text: str) -> str:
    """Return JSON with DEL, C1 controls and unsafe characters escaped."""
    return text.translate(_IN_JSON)


def is_utf8(encoding: str | None) -> bool:
    """Return whether an encoding is UTF-8; an unknown one is taken to be.

    >>> is_utf8("UTF-8"), is_utf8("utf_8"), is_utf8("cp1252")
    (True, True, False)
    """
    return (encoding or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"


def columns(unknown: int = 80) -> int:
    """Return the width of the terminal: from COLUMNS, from the terminal, or `unknown`."""
    try:
        width = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        width = 0
    if width > 0:
        return width
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or unknown  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # there is no terminal, or no output at all
        return unknown
