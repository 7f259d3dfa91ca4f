"""What a terminal may be sent: how wide it is, and texts from files without anything that it would obey.

`shutil` would tell the width as well, and brings three compressors along.
"""

from __future__ import annotations

import os
import sys

_TURNING = (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Letters that break a line or turn the direction of what follows."""
_SEEN = (
    {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"}
    | {0x7F: 0x2421}
    | dict.fromkeys((*range(0x80, 0xA0), *_TURNING), 0xFFFD)
)
_IN_JSON = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *_TURNING)}


def visible(text: str) -> str:
    """A text with something to see in place of everything a terminal would obey; tabs and ends of lines stay.

    >>> visible("Byng\\x1b[31m, Ada\\x9b")
    'Byng␛[31m, Ada�'
    """
    return text if text.isprintable() else text.translate(_SEEN)


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
