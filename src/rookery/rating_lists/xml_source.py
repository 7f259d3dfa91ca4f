"""FIDE's rating list in XML, with all kinds of ratings or one."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import BinaryIO, NamedTuple
from xml.parsers import expat

from rookery.messages import msg
from rookery.rating_lists.row_parser import (
    LONGEST_ENTRY,
    PIECE,
    Block,
    ListSource,
    QuickRowParser,
    Row,
    RowParser,
    Skipped,
    batch_rows,
    list_error,
    parse_row,
    rated_kinds,
)

_XML = {
    "fideid": "fide_id", "name": "name", "country": "federation", "sex": "sex", "title": "title", "w_title": "wtitle",
    "rating": "standard", "games": "standard_games", "k": "standard_k",
    "rapid_rating": "rapid", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k",
    "birthday": "born", "flag": "flag",
}  # fmt: skip
_ONE_KIND = {"rating": "", "games": "_games", "k": "_k"}
"""The suffixes of the fields of a list of one kind, by tag; such a list has no other tags for ratings."""


def tags_of(file: BinaryIO, kind: str) -> dict[str, str]:
    """Return the tags of a file with their fields: all three kinds, or one kind under the standard tags."""
    start = file.read(PIECE)
    file.seek(0)
    if b"rapid_rating" in start or b"blitz_rating" in start:
        return _XML
    return {
        tag: kind + _ONE_KIND[tag] if tag in _ONE_KIND else field
        for tag, field in _XML.items()
        if not tag.startswith(("rapid_", "blitz_"))
    }


# The pattern of a player as FIDE writes it; a file with only such players needs no XML parser.
REGULAR_HEAD = re.compile(r"\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<playerslist>")
_Texts = tuple[str, ...]
_TEXT = "[^<\udc80-\udcff]*"
"""Any text without surrogates, which stand for bytes that are not UTF-8."""


def player_pattern(tags: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of a player as FIDE writes it, with the texts of these tags."""
    return re.compile(
        r"\s*<player>\s*"
        + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in tags[:6])
        + rf"\s*(?:<o_title>{_TEXT}</o_title>\s*)?(?:<foa_title>{_TEXT}</foa_title>\s*)?"
        + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in tags[6:])
        + r"\s*</player>"
    )


def texts_of(match: re.Match[str]) -> _Texts:
    """Return the unescaped texts of a player."""
    return match.groups() if "&" not in match[0] else tuple(map(unescape, match.groups()))


def xml_source(file: BinaryIO, kind: str = "standard", skipped: Skipped | None = None) -> ListSource:
    """Return the content of FIDE's XML file; `kind` is that of a file with only one."""
    tags = tags_of(file, kind)
    return ListSource(rated_kinds(tags.values()), blocks(file, tags, skipped))


class ReadPosition(NamedTuple):
    """A position in a file: byte, line, and number of players before it."""

    offset: int
    line: int
    players: int


def blocks(
    file: BinaryIO, tags: Mapping[str, str], skipped: Skipped | None, position: ReadPosition | None = None
) -> Iterator[Block]:
    """Yield the players: quickly while the file is regular, from there on with an XML parser."""
    quick, make = QuickRowParser(list(tags.values())), RowParser(list(tags.values()))
    number = position.players if position else 0
    for block in _regular_blocks(file, tags, position):
        if block is None:
            file.seek(0)
            yield from batch_rows(_any_rows(file, tags, number, skipped))
            return
        lines, texts = block
        number += len(texts)
        players = quick(texts) if texts else []
        yield Block(lines, players) if players is not None else _parse_rows(lines, texts, make, skipped)


def _parse_rows(lines: Sequence[int], rows: Sequence[_Texts], make: RowParser, skipped: Skipped | None) -> Block:
    entries = [
        parse_row(make, [text.strip() for text in texts], line, skipped)
        for line, texts in zip(lines, rows, strict=True)
    ]
    parsed = [(line, tuple(entry)) for line, entry in zip(lines, entries, strict=True) if entry is not None]
    return Block([line for line, _ in parsed], [entry for _, entry in parsed])


def _regular_blocks(
    file: BinaryIO, tags: Mapping[str, str], position: ReadPosition | None
) -> Iterator[tuple[list[int], list[_Texts]] | None]:
    """Yield the players of a regular file with their lines; None at the first deviation."""
    pattern, decoder = player_pattern(list(tags)), codecs.getincrementaldecoder("utf-8")("surrogateescape")
    file.seek(position.offset if position else 0)
    part = file.read(PIECE)
    text = decoder.decode(part)
    line, offset = (position.line, 0) if position else (1, 0)
    if not position:
        head = REGULAR_HEAD.match(text)
        if head is None or ("encoding" in head[0] and "utf-8" not in head[0].lower()):
            yield None
            return
        line, offset = 1 + head[0].count("\n"), head.end()
    while part:
        lines, players = list[int](), list[_Texts]()
        while match := pattern.match(text, offset):
            line += text.count("\n", offset, match.end())
            offset = match.end()
            lines.append(line)
            players.append(texts_of(match))
        yield lines, players
        text, offset = text[offset:], 0
        if "</player>" in text or len(text) > LONGEST_ENTRY:
            break
        part = file.read(PIECE)
        text += decoder.decode(part, not part)
    if part or not re.fullmatch(r"\s*</playerslist>\s*", text):
        yield None


def _any_rows(file: BinaryIO, tags: Mapping[str, str], to_skip: int, skipped: Skipped | None) -> Iterator[Row]:
    """Yield the players of any well-formed XML with FIDE's tags, after the first `known`; lines are those of the
    end tag.
    """
    parser, pieces, texts = expat.ParserCreate(), list[str](), dict[str, str]()
    finished: list[tuple[int, dict[str, str]]] = []
    make, empty = RowParser(list(tags.values())), dict.fromkeys(tags, "")

    def end(tag: str) -> None:
        nonlocal texts
        if tag == "player":
            finished.append((parser.CurrentLineNumber, texts))
            texts = {}
        elif tag in texts:
            raise list_error(parser.CurrentLineNumber, msg("this player has two entries of <%(tag)s>", tag=tag))
        elif pieces and tag in tags:  # with nothing said of beginnings, what stood before comes with its blanks
            texts[tag] = "".join(pieces).strip()
        pieces.clear()

    parser.buffer_text = True
    parser.CharacterDataHandler, parser.EndElementHandler = pieces.append, end
    part, since = b"?", 0
    while part:
        part = file.read(PIECE)
        _feed_parser(parser, part)
        since = len(part) if finished else since + len(part)
        if since > LONGEST_ENTRY:
            raise list_error(parser.CurrentLineNumber, msg("this entry has no end"))
        for line, values in finished[to_skip:]:
            entry = parse_row(make, list((empty | values).values()), line, skipped)
            if entry is not None:
                yield line, entry
        to_skip = max(0, to_skip - len(finished))
        finished.clear()


def _feed_parser(parser: expat.XMLParserType, part: bytes) -> None:
    try:
        parser.Parse(part, not part)
    except expat.ExpatError as error:
        text = msg("not well-formed XML (%(why)s)", why=expat.ErrorString(error.code))
        raise list_error(error.lineno, text, "", (error.offset + 1,) * 2) from None
    except (LookupError, ValueError) as error:
        raise list_error(1, msg("the encoding of this XML cannot be read (%(error)s)", error=str(error))) from None
