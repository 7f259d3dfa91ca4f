"""Standard streams as the caller left them, and the terminal: its width, and which letters it may be sent."""

from __future__ import annotations

import codecs
import os
import sys
from typing import TextIO

from rookery.messages import UNSAFE_CODES, make_printable

HANDLER = "rookery"
"""The codec error handler of both output streams."""
_REPLACEMENTS = {"×": "x", "…": "~", "─": "-", "–": "-", "—": "-", "·": ".", "’": "'", "ß": "ss", "ø": "o", "Ø": "O",
                 "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "ı": "i", "œ": "oe"}  # fmt: skip
_JSON_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), *UNSAFE_CODES)}

# -- streams -----------------------------------------------------------------------------------------------------------


def prepare_streams() -> None:
    """Replace closed streams by the null device, and let both output streams accept every character."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, _open_null_device(number))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)


def _open_null_device(number: int) -> TextIO:
    """Return a stream on the null device that occupies the free descriptor, so that no file gets it."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    try:
        os.fstat(number)
    except OSError:
        os.dup2(descriptor, number)
    if descriptor != number:
        os.close(descriptor)
    return open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False)


def remark(text: str) -> None:
    """Print a line on standard error; ignore a failure to write it."""
    try:
        print(f"rookery: {make_printable(text)}", file=sys.stderr, flush=True)
    except OSError:
        discard_output(sys.stderr)


def flush_output() -> OSError | None:
    """Flush standard output; on failure discard what is waiting and return the error."""
    try:
        sys.stdout.flush()
    except OSError as error:
        discard_output(sys.stdout)
        return error
    return None


def discard_output(stream: TextIO) -> None:
    """Discard what is still to be written to a stream."""
    try:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)
        stream.flush()
    except (OSError, ValueError):
        pass  # it is closed, or there is no such device


# -- letters -----------------------------------------------------------------------------------------------------------


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return the ASCII replacement for the first letter that cannot be encoded, and the position to continue at.

    >>> "2½ points, ½ point, 7w½, Žižka, 棋王".encode("ascii", HANDLER)
    b'2.5 points, 1/2 point, 7w=, Zizka, ??'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, position = error.object, error.start
    letter = text[position]
    if letter == "½":
        if text[position - 1 : position].isdigit():
            replacement = ".5"
        else:
            replacement = "1/2" if text.startswith(" point", position + 1) else "="
    elif letter in _REPLACEMENTS:
        replacement = _REPLACEMENTS[letter]
    else:
        from unicodedata import normalize

        replacement = "".join(part for part in normalize("NFKD", letter) if part.isascii()) or "?"
    return replacement, position + 1


codecs.register_error(HANDLER, replace_unencodable)


def escape_json(text: str) -> str:
    """Return JSON with DEL, C1 controls and unsafe characters escaped."""
    return text.translate(_JSON_ESCAPES)


def is_utf8(encoding: str | None) -> bool:
    """Return whether an encoding is UTF-8; an unknown one is taken to be.

    >>> is_utf8("UTF-8"), is_utf8("utf_8"), is_utf8("cp1252")
    (True, True, False)
    """
    return (encoding or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"


def terminal_columns() -> int:
    """Return the width of the terminal, 80 if there is none.

    `shutil.get_terminal_size` does the same, but importing it costs every command 7 ms (it loads three compressors).
    """
    try:
        width = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        width = 0
    if width > 0:
        return width
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # there is no terminal, or no output at all
        return 80
