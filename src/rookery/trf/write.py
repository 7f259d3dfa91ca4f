"""The canonical file of a tournament, in one of five dialects."""

from __future__ import annotations

from rookery.errors import Unsupported
from rookery.model import Tournament
from rookery.trf.compose import composed
from rookery.trf.entry import Voice
from rookery.trf.fields import DIALECTS

LINE_END = "\r\n"
"""Holds the CR that the standard asks for, and every reader we tried takes it."""


def dump(tournament: Tournament, dialect: str = "trf26") -> bytes:
    """The tournament as a file: `trf26`, `trf16`, `trfx` (JaVaFo), `trfbx` (bbpPairings) or `joint` (trf26 and trfbx).

    UTF-8 without a mark, lines end with CRLF. Raises TooLarge when the format has no room for a number.
    """
    if dialect not in DIALECTS:
        raise Unsupported(f"{dialect!r} is not a dialect of TRF: choose one of {', '.join(DIALECTS)}")
    codes = DIALECTS[dialect]
    voice = Voice(codes, request_cells="240" not in codes or "XXZ" in codes)
    return "".join(entry.line() + LINE_END for entry in composed(tournament, voice)).encode("utf-8", "surrogatepass")
