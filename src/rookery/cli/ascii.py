"""Letters that a terminal does not have, spelt with those it has."""

from __future__ import annotations

_OTHERWISE = {"×": "x", "…": "~", "─": "-", "–": "-", "—": "-", "·": ".", "’": "'", "ß": "ss", "ø": "o", "Ø": "O",
              "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "ı": "i", "œ": "oe"}  # fmt: skip


def spelt(error: UnicodeError) -> tuple[str, int]:
    """What to write instead of the first letter that cannot be written, and where to go on.

    >>> from rookery.cli import streams  # which asks for it by the name "rookery"
    >>> "2½ points, ½ point, 7w½, Žižka, 棋王".encode("ascii", "rookery")
    b'2.5 points, 1/2 point, 7w=, Zizka, ??'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, at = error.object, error.start
    return _half(text, at) if text[at] == "½" else _plain(text[at]), at + 1


def _half(text: str, at: int) -> str:
    """Half a point: decimals after a number, a fraction before the noun, a draw in a table."""
    if text[at - 1 : at].isdigit():
        return ".5"
    return "1/2" if text.startswith(" point", at + 1) else "="


def _plain(letter: str) -> str:
    if letter in _OTHERWISE:
        return _OTHERWISE[letter]
    from unicodedata import normalize

    return "".join(part for part in normalize("NFKD", letter) if part.isascii()) or "?"
