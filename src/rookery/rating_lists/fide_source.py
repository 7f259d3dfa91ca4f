"""FIDE's rating lists as text and as XML, with all kinds of ratings or one."""

from __future__ import annotations

import codecs
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from html import unescape
from itertools import islice
from typing import IO, AnyStr, BinaryIO
from xml.parsers import expat

from rookery.errors import FormatError
from rookery.messages import msg
from rookery.rating_lists.entry import (
    LONGEST_ENTRY,
    NUMBERS,
    ListSource,
    OnSkip,
    Row,
    RowParser,
    list_error,
    rated_kinds,
    skip_or_raise,
)

# -- text --------------------------------------------------------------------------------------------------------------

# The titles of the columns of FIDE's text file; a month ("OCT26") heads the rating of a list of one kind.
_TITLES = {
    "idnumber": "fide_id", "name": "name", "fed": "federation", "sex": "sex", "tit": "title", "wtit": "wtitle",
    "srtng": "standard", "sgm": "standard_games", "sk": "standard_k",
    "rrtng": "rapid", "rgm": "rapid_games", "rk": "rapid_k",
    "brtng": "blitz", "bgm": "blitz_games", "bk": "blitz_k",
    "gms": "{kind}_games", "k": "{kind}_k", "bday": "born", "flag": "flag",
}  # fmt: skip


def read_txt(file: BinaryIO, kind: str, on_skip: OnSkip | None = None) -> ListSource:
    """Return the content of FIDE's text file; the first line defines the columns."""
    spans = _find_spans(_decode(file.readline(LONGEST_ENTRY)), kind)
    return ListSource(rated_kinds(spans), _txt_rows(file, spans, on_skip))


def _find_spans(heading: str, kind: str) -> dict[str, slice]:
    """Return the columns of each field, by the heading line: each field extends to the next heading."""
    words = list(re.finditer(r"ID[ _]Number|\S+", heading, re.I))
    starts = [word.start() for word in words]
    spans: dict[str, slice] = {}
    for word, start, stop in zip(words, starts, [*starts[1:], None], strict=False):
        title = re.sub(r"[ _-]", "", word[0]).lower()
        field = "{kind}" if re.fullmatch(r"[a-z]{3}\d\d", title) else _TITLES.get(title, "")
        if field:
            spans[field.format(kind=kind)] = slice(start, stop)
    missing = [name for name in ("fide_id", "name", "federation") if name not in spans]
    if missing:
        name = missing[0].replace("_", " ")
        text = msg("this is no heading of a FIDE list: no column for the %(field)s", field=name)
        raise list_error(1, text, heading[:60])
    return spans


def _txt_rows(file: BinaryIO, spans: Mapping[str, slice], on_skip: OnSkip | None) -> Iterator[Row]:
    """Yield the players of the lines after the heading."""
    parser, columns, shortest = RowParser(list(spans)), tuple(spans.values()), spans["federation"].stop or 0
    last_width = 0
    for number, raw in enumerate(bounded_lines(file, 1), 2):
        line = _decode(raw)
        if not line.strip():
            continue
        if len(line) < last_width and not raw.endswith(b"\n"):
            raise list_error(number, msg("the file ends in the middle of a line"), line[-20:])
        if len(line) < shortest:
            skip_or_raise(list_error(number, msg("the line is too short"), line), on_skip)
            continue
        cells = [line[column].strip() for column in columns]
        try:
            entry = parser(cells)
        except ValueError as error:
            skip_or_raise(_field_error(number, error.args[0], cells, spans), on_skip)
            continue
        last_width = len(line)
        yield number, entry


def _field_error(line: int, text: str, cells: Sequence[str], spans: Mapping[str, slice]) -> FormatError:
    """Return the error with the columns of the first unreadable field."""
    for (name, span), cell in zip(spans.items(), cells, strict=False):
        if name in NUMBERS and cell and not cell.isdigit():
            return list_error(line, text, cell, (span.start + 1, span.stop or span.start + 1), name)
    return list_error(line, text)


def bounded_lines(file: IO[AnyStr], lines_before: int = 0) -> Iterator[AnyStr]:
    """Yield the lines of a file; an endless line is rejected before it fills the memory."""
    number = lines_before
    while line := file.readline(LONGEST_ENTRY):
        number += 1
        if len(line) == LONGEST_ENTRY:
            raise list_error(number, msg("this line has no end"))
        yield line


def _decode(raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return raw.decode("latin-1").rstrip("\r\n")


# -- XML ---------------------------------------------------------------------------------------------------------------

_TAGS = {
    "fideid": "fide_id", "name": "name", "country": "federation", "sex": "sex", "title": "title", "w_title": "wtitle",
    "rating": "standard", "games": "standard_games", "k": "standard_k",
    "rapid_rating": "rapid", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k",
    "birthday": "born", "flag": "flag",
}  # fmt: skip
_ONE_KIND = {"rating": "", "games": "_games", "k": "_k"}
"""The suffixes of the fields of a list of one kind, by tag; such a list has no other tags for ratings."""
_CHUNK = 1 << 18
_HEAD = re.compile(r"\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<playerslist>")
_TEXT = "[^<\udc80-\udcff]*"
"""Any text without surrogates, which stand for bytes that are not UTF-8."""

_PlayerTexts = tuple[int, Sequence[str]]
"""The line of the end tag of a player, and the texts of the tags."""


def read_xml(file: BinaryIO, kind: str, on_skip: OnSkip | None = None) -> ListSource:
    """Return the content of FIDE's XML file; `kind` is that of a file with only one."""
    start = file.read(_CHUNK)
    file.seek(0)
    tags = _TAGS
    if b"rapid_rating" not in start and b"blitz_rating" not in start:
        tags = {
            tag: kind + _ONE_KIND[tag] if tag in _ONE_KIND else field
            for tag, field in _TAGS.items()
            if not tag.startswith(("rapid_", "blitz_"))
        }
    return ListSource(rated_kinds(tags.values()), _xml_rows(file, tags, on_skip))


def _xml_rows(file: BinaryIO, tags: Mapping[str, str], on_skip: OnSkip | None) -> Iterator[Row]:
    parser = RowParser(list(tags.values()))
    for line, texts in _read_players(file, list(tags)):
        entry = parser.parse_or_skip([text.strip() for text in texts], line, on_skip)
        if entry is not None:
            yield line, entry


def _read_players(file: BinaryIO, tags: Sequence[str]) -> Iterator[_PlayerTexts]:
    """Yield the texts of the players, by a pattern while the file is as FIDE writes it, then by an XML parser.

    The pattern takes a quarter of the time of the parser.
    """
    count, is_complete = yield from _match_players(file, tags)
    if not is_complete:
        file.seek(0)
        yield from islice(_parse_players(file, tags), count, None)


def _match_players(file: BinaryIO, tags: Sequence[str]) -> Generator[_PlayerTexts, None, tuple[int, bool]]:
    """Yield the players before the first that deviates; return their number, and whether there is none that does."""
    pattern = re.compile(
        r"\s*<player>\s*"
        + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in tags[:6])
        + rf"\s*(?:<o_title>{_TEXT}</o_title>\s*)?(?:<foa_title>{_TEXT}</foa_title>\s*)?"
        + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in tags[6:])
        + r"\s*</player>"
    )
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    chunk, count = file.read(_CHUNK), 0
    text = decoder.decode(chunk)
    head = _HEAD.match(text)
    if head is None or ("encoding" in head[0] and "utf-8" not in head[0].lower()):
        return 0, False
    line, offset = 1 + head[0].count("\n"), head.end()
    while chunk:
        while match := pattern.match(text, offset):
            line += text.count("\n", offset, match.end())
            offset = match.end()
            count += 1
            yield line, match.groups() if "&" not in match[0] else [unescape(cell) for cell in match.groups()]
        text, offset = text[offset:], 0
        if "</player>" in text or len(text) > LONGEST_ENTRY:
            return count, False
        chunk = file.read(_CHUNK)
        text += decoder.decode(chunk, not chunk)
    return count, bool(re.fullmatch(r"\s*</playerslist>\s*", text))


def _parse_players(file: BinaryIO, tags: Sequence[str]) -> Iterator[_PlayerTexts]:
    """Yield the players of any well-formed XML with FIDE's tags."""
    parser, pieces, texts = expat.ParserCreate(), list[str](), dict[str, str]()
    players: list[_PlayerTexts] = []

    def end(tag: str) -> None:
        nonlocal texts
        if tag == "player":
            players.append((parser.CurrentLineNumber, [texts.get(name, "") for name in tags]))
            texts = {}
        elif tag in texts:
            raise list_error(parser.CurrentLineNumber, msg("this player has two entries of <%(tag)s>", tag=tag))
        elif pieces and tag in tags:  # without a handler of start tags the blanks before the tag are in the text
            texts[tag] = "".join(pieces).strip()
        pieces.clear()

    parser.buffer_text = True
    parser.CharacterDataHandler, parser.EndElementHandler = pieces.append, end
    chunk, size_of_entry = b"?", 0
    while chunk:
        chunk = file.read(_CHUNK)
        _feed(parser, chunk)
        size_of_entry = len(chunk) if players else size_of_entry + len(chunk)
        if size_of_entry > LONGEST_ENTRY:
            raise list_error(parser.CurrentLineNumber, msg("this entry has no end"))
        yield from players
        players.clear()


def _feed(parser: expat.XMLParserType, chunk: bytes) -> None:
    try:
        parser.Parse(chunk, not chunk)
    except expat.ExpatError as error:
        text = msg("not well-formed XML (%(why)s)", why=expat.ErrorString(error.code))
        raise list_error(error.lineno, text, "", (error.offset + 1,) * 2) from None
    except (LookupError, ValueError) as error:
        raise list_error(1, msg("the encoding of this XML cannot be read (%(error)s)", error=str(error))) from None
