"""Codec error handler that writes what the terminal's encoding lacks in ASCII."""

from __future__ import annotations

_REPLACEMENTS = {"×": "x", "…": "~", "─": "-", "–": "-", "—": "-", "·": ".", "’": "'", "ß": "ss", "ø": "o", "Ø": "O",
              "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "ı": "i", "œ": "oe"}  # fmt: skip


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement for the first letter that cannot be encoded, and the position to continue at.

    >>> from rookery.cli import stdio  # registers the handler as "rookery"
    >>> "2½ points, ½ point, 7w½, Žižka, 棋王".encode("ascii", "rookery")
    b'2.5 points, 1/2 point, 7w=, Zizka, ??'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, position = error.object, error.start
    return _format_half_point(text, position) if text[position] == "½" else _to_ascii(text[position]), position + 1


def _format_half_point(text: str, position: int) -> str:
    """Return a half point as text: decimals after a number, a fraction before the noun, a draw in a table."""
    if text[position - 1 : position].isdigit():
        return ".5"
    return "1/2" if text.startswith(" point", position + 1) else "="


def _to_ascii(letter: str) -> str:
    if letter in _REPLACEMENTS:
        return _REPLACEMENTS[letter]
    from unicodedata import normalize

    return "".join(part for part in normalize("NFKD", letter) if part.isascii()) or "?"
