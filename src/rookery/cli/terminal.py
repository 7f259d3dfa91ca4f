"""What a terminal is: how wide, and which letters and escapes it may be sent.

`shutil` would tell the width as well, and brings three compressors along.
"""

from __future__ import annotations

import os
import sys

from rookery.wording import TURNING

_IN_JSON = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *TURNING)}


def visible_json(text: str) -> str:
    """The same JSON with the escapes it has for such letters; those below a blank it escapes always."""
    return text.translate(_IN_JSON)


def is_utf8(encoding: str | None) -> bool:
    """Whether an output takes every letter, one byte for each of ASCII; one that does not say is taken to.

    >>> is_utf8("UTF-8"), is_utf8("utf_8"), is_utf8("cp1252")
    (True, True, False)
    """
    return (encoding or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"


def columns(unknown: int = 80) -> int:
    """The columns of the terminal: as the environment says (COLUMNS), as the terminal does, else `unknown`."""
    try:
        told = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        told = 0
    if told > 0:
        return told
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or unknown  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # there is no terminal, or no output at all
        return unknown
