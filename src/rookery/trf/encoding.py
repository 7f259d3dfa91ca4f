"""Bytes to lines and back, without losing one: UTF-8, UTF-16 by its mark, else Windows-1252."""

from __future__ import annotations

import codecs
from functools import cache

from rookery.values import Value, replace

_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}

WESTERN = "cp1252"


@cache
def _western() -> str:
    """Windows-1252 with its five undefined bytes as in Latin-1, so that every byte has a character."""
    defined = bytes(range(256)).decode(WESTERN, "replace")
    return "".join(chr(code) if char == "\ufffd" else char for code, char in enumerate(defined))


class Source(Value):
    """A text as lines, with all that is needed to write the same bytes again."""

    lines: tuple[str, ...]
    ends: tuple[str, ...]
    encoding: str = "utf-8"
    mark: bytes = b""
    stray: int = -1

    @property
    def end(self) -> str:
        """The line end this file mostly uses."""
        return max(("\r\n", "\n", "\r"), key=self.ends.count) if any(self.ends) else "\r\n"

    def dump(self) -> bytes:
        """The bytes. A text that its encoding cannot say (a new name), or would be misread in, becomes UTF-8."""
        text = "".join([part for pair in zip(self.lines, self.ends, strict=True) for part in pair])
        try:
            data = self.mark + encoded(text, self.encoding)
        except UnicodeEncodeError:
            return text.encode("utf-8", "surrogatepass")
        return text.encode() if self.encoding == WESTERN and _is_utf8(data) else data

    def with_lines(self, lines: list[str], ends: list[str]) -> Source:
        """The same file with other lines."""
        return replace(self, lines=tuple(lines), ends=tuple(ends))


def _is_utf8(data: bytes) -> bool:
    """Whether bytes, not all of ASCII, would be taken for UTF-8."""
    try:
        return not data.isascii() and bool(data.decode())
    except UnicodeDecodeError:
        return False


def encoded(text: str, encoding: str) -> bytes:
    """The text in bytes."""
    if encoding == WESTERN:
        return codecs.charmap_encode(text, "strict", codecs.charmap_build(_western()))[0]
    return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "strict")


def source(data: bytes | str, encoding: str | None = None) -> Source:
    """The lines of a file; `stray` is the offset of the first byte that is not UTF-8, or -1."""
    if isinstance(data, str):
        text, found, mark, stray = data.removeprefix("\ufeff"), "utf-8", b"", -1
        mark = codecs.BOM_UTF8 if text is not data and len(text) < len(data) else b""
    else:
        text, found, mark, stray = _decoded(data, encoding)
    lines, ends = split(text)
    return Source(tuple(lines), tuple(ends), found, mark, stray)


def _decoded(data: bytes, encoding: str | None) -> tuple[str, str, bytes, int]:
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    wanted = encoding or _MARKS.get(mark, "utf-8")
    if encoding is not None and mark and codecs.lookup(encoding).name not in (_MARKS[mark], "utf-16", "utf-8-sig"):
        mark = b""
    try:
        if mark:
            return data[len(mark) :].decode(_MARKS[mark]), _MARKS[mark], mark, -1
        if wanted != WESTERN:
            return data.decode(wanted), wanted, b"", -1
        stray = -1
    except UnicodeDecodeError as error:
        stray = error.start + len(mark)
    return codecs.charmap_decode(data, "strict", _western())[0], WESTERN, b"", stray


def split(text: str) -> tuple[list[str], list[str]]:
    r"""Lines and their ends; a line ends with CRLF, CR or LF, and with nothing else that Python takes for an end.

    >>> split("a\nb\r\nc\x0bd")
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
    """Lines and ends of a text with CR and LF: of all the ends that Python knows only CRLF has two characters."""
    ended = text if text.endswith("\r\n") else f"{text}\r\n"
    lines = ended.splitlines()
    if len(ended) == sum(map(len, lines)) + 2 * len(lines):
        return lines, ["\r\n"] * (len(lines) - 1) + ["\r\n" if ended is text else ""]
    import re

    parts = re.split("(\r\n|\r|\n)", text)
    return parts[::2], [*parts[1::2], ""]
