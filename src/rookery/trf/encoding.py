"""Lossless decoding of bytes to lines: UTF-8, UTF-16 by its mark, otherwise Windows-1252."""

from __future__ import annotations

import codecs
from functools import cache

from rookery._record import record, replace

_BOMS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}

WESTERN = "cp1252"


@cache
def _western_table() -> str:
    """Return Windows-1252 with its five undefined bytes as in Latin-1, so that every byte has a character."""
    defined = bytes(range(256)).decode(WESTERN, "replace")
    return "".join(chr(code) if char == "\ufffd" else char for code, char in enumerate(defined))


@record
class Source:
    """A text as lines, with all that is needed to restore its bytes."""

    lines: tuple[str, ...]
    ends: tuple[str, ...]
    encoding: str = "utf-8"
    bom: bytes = b""
    first_invalid: int = -1

    @property
    def line_end(self) -> str:
        """The most frequent line end of the file."""
        return max(("\r\n", "\n", "\r"), key=self.ends.count) if any(self.ends) else "\r\n"

    def dump(self) -> bytes:
        """Return the bytes; text that the encoding cannot hold, or that would be misread in it, becomes UTF-8."""
        text = "".join([piece for pair in zip(self.lines, self.ends, strict=True) for piece in pair])
        try:
            data = self.bom + encode_text(text, self.encoding)
        except UnicodeEncodeError:
            return text.encode("utf-8", "surrogatepass")
        return text.encode() if self.encoding == WESTERN and _is_utf8(data) else data

    def with_lines(self, lines: list[str], ends: list[str]) -> Source:
        """Return the file with other lines."""
        return replace(self, lines=tuple(lines), ends=tuple(ends))


def _is_utf8(data: bytes) -> bool:
    """Return whether bytes, not all of ASCII, would be taken for UTF-8."""
    try:
        return not data.isascii() and bool(data.decode())
    except UnicodeDecodeError:
        return False


def encode_text(text: str, encoding: str) -> bytes:
    """Encode the text."""
    if encoding == WESTERN:
        return codecs.charmap_encode(text, "strict", codecs.charmap_build(_western_table()))[0]
    return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "strict")


def decode_source(data: bytes | str, encoding: str | None = None) -> Source:
    """Decode a file into lines; `first_invalid` is the offset of the first byte that is not UTF-8, or -1."""
    if isinstance(data, str):
        text, used_encoding, bom, first_invalid = data.removeprefix("\ufeff"), "utf-8", b"", -1
        bom = codecs.BOM_UTF8 if text is not data and len(text) < len(data) else b""
    else:
        text, used_encoding, bom, first_invalid = _decode(data, encoding)
    lines, ends = split_lines(text)
    return Source(tuple(lines), tuple(ends), used_encoding, bom, first_invalid)


def _decode(data: bytes, encoding: str | None) -> tuple[str, str, bytes, int]:
    bom = next((bom for bom in _BOMS if data.startswith(bom)), b"")
    requested = encoding or _BOMS.get(bom, "utf-8")
    if encoding is not None and bom and codecs.lookup(encoding).name not in (_BOMS[bom], "utf-16", "utf-8-sig"):
        bom = b""
    try:
        if bom:
            return data[len(bom) :].decode(_BOMS[bom]), _BOMS[bom], bom, -1
        if requested != WESTERN:
            return data.decode(requested), requested, b"", -1
        first_invalid = -1
    except UnicodeDecodeError as error:
        first_invalid = error.start + len(bom)
    return codecs.charmap_decode(data, "strict", _western_table())[0], WESTERN, b"", first_invalid


def split_lines(text: str) -> tuple[list[str], list[str]]:
    r"""Lines and their ends; a line ends with CRLF, CR or LF, and with nothing else that Python takes for an end.

    >>> split_lines("a\nb\r\nc\x0bd")
    (['a', 'b', 'c\x0bd'], ['\n', '\r\n', ''])
    """
    if "\r" in text and "\n" in text:
        lines, ends = _split_by_both(text)
    else:
        end = "\r" if "\r" in text else "\n"
        lines = text.split(end)
        ends = [end] * (len(lines) - 1) + [""]
    if not ends[-1] and not lines[-1]:
        lines.pop()
        ends.pop()
    return lines, ends


def _split_by_both(text: str) -> tuple[list[str], list[str]]:
    """Split a text at CR and LF; CRLF is the only line end of two characters in Python."""
    terminated = text if text.endswith("\r\n") else f"{text}\r\n"
    lines = terminated.splitlines()
    if len(terminated) == sum(map(len, lines)) + 2 * len(lines):
        return lines, ["\r\n"] * (len(lines) - 1) + ["\r\n" if terminated is text else ""]
    import re

    parts = re.split("(\r\n|\r|\n)", text)
    return parts[::2], [*parts[1::2], ""]
