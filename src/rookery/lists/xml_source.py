"""FIDE's rating list in XML, all kinds or one."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from xml.parsers import expat

from rookery.lists.maker import (
    LONGEST_ENTRY,
    PIECE,
    Block,
    ListSource,
    Maker,
    QuickMaker,
    Row,
    Skipped,
    in_blocks,
    kinds_among,
    made,
    refuse,
)
from rookery.typed import BinaryIO
from rookery.values import NamedTuple
from rookery.wording import spoken

_XML = {
    "fideid": "fide_id", "name": "name", "country": "federation", "sex": "sex", "title": "title", "w_title": "wtitle",
    "rating": "standard", "games": "standard_games", "k": "standard_k",
    "rapid_rating": "rapid", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k",
    "birthday": "born", "flag": "flag",
}  # fmt: skip
_ONE_KIND = {"rating": "", "games": "_games", "k": "_k"}
"""What the tags of a list of one kind hold, behind the name of the kind; such a list has no others for ratings."""


def tags_of(file: BinaryIO, kind: str) -> dict[str, str]:
    """The tags of a file and their fields: all three kinds, or one whose ratings are called as the standard ones."""
    start = file.read(PIECE)
    file.seek(0)
    if b"rapid_rating" in start or b"blitz_rating" in start:
        return _XML
    return {
        tag: kind + _ONE_KIND[tag] if tag in _ONE_KIND else field
        for tag, field in _XML.items()
        if not tag.startswith(("rapid_", "blitz_"))
    }


# A player as FIDE writes one, field after field; a file that is written so throughout is read by this alone.
REGULAR_HEAD = re.compile(r"\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<playerslist>")
_Texts = tuple[str, ...]
_TEXT = "[^<\udc80-\udcff]*"
"""Any text, without what is no UTF-8 and stands as such a letter."""


def regular(tags: Sequence[str]) -> re.Pattern[str]:
    """A player as FIDE writes one, with the texts of these tags."""
    return re.compile(
        r"\s*<player>\s*"
        + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in tags[:6])
        + rf"\s*(?:<o_title>{_TEXT}</o_title>\s*)?(?:<foa_title>{_TEXT}</foa_title>\s*)?"
        + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in tags[6:])
        + r"\s*</player>"
    )


def texts_of(found: re.Match[str]) -> _Texts:
    """The texts of a player, as they are meant."""
    return found.groups() if "&" not in found[0] else tuple(map(unescape, found.groups()))


def xml_source(file: BinaryIO, kind: str = "standard", skipped: Skipped | None = None) -> ListSource:
    """FIDE's XML file; `kind` says whose ratings a file of one kind holds, `skipped` hears of malformed entries."""
    tags = tags_of(file, kind)
    return ListSource(kinds_among(tags.values()), blocks(file, tags, skipped))


class Begun(NamedTuple):
    """How far a file was read: up to which byte and line, and how many players."""

    offset: int
    line: int
    players: int


def blocks(
    file: BinaryIO, tags: Mapping[str, str], skipped: Skipped | None, begun: Begun | None = None
) -> Iterator[Block]:
    """The players: the quick way as far as the file is as FIDE writes it, from there on as any XML."""
    quick, make = QuickMaker(list(tags.values())), Maker(list(tags.values()))
    number = begun.players if begun else 0
    for block in _regular_blocks(file, tags, begun):
        if block is None:
            file.seek(0)
            yield from in_blocks(_any_rows(file, tags, number, skipped))
            return
        lines, found = block
        number += len(found)
        players = quick(found) if found else []
        yield Block(lines, players) if players is not None else _one_by_one(lines, found, make, skipped)


def _one_by_one(lines: Sequence[int], found: Sequence[_Texts], make: Maker, skipped: Skipped | None) -> Block:
    entries = [made(make, [one.strip() for one in texts], at, skipped) for at, texts in zip(lines, found, strict=True)]
    kept = [(at, tuple(entry)) for at, entry in zip(lines, entries, strict=True) if entry is not None]
    return Block([at for at, _ in kept], [entry for _, entry in kept])


def _regular_blocks(
    file: BinaryIO, tags: Mapping[str, str], begun: Begun | None
) -> Iterator[tuple[list[int], list[_Texts]] | None]:
    """The players of a file as FIDE writes it, with their lines; None at the first thing that is otherwise."""
    pattern, decoder = regular(list(tags)), codecs.getincrementaldecoder("utf-8")("surrogateescape")
    file.seek(begun.offset if begun else 0)
    part = file.read(PIECE)
    text = decoder.decode(part)
    line, at = (begun.line, 0) if begun else (1, 0)
    if not begun:
        head = REGULAR_HEAD.match(text)
        if head is None or ("encoding" in head[0] and "utf-8" not in head[0].lower()):
            yield None
            return
        line, at = 1 + head[0].count("\n"), head.end()
    while part:
        lines, players = list[int](), list[_Texts]()
        while found := pattern.match(text, at):
            line += text.count("\n", at, found.end())
            at = found.end()
            lines.append(line)
            players.append(texts_of(found))
        yield lines, players
        text, at = text[at:], 0
        if "</player>" in text or len(text) > LONGEST_ENTRY:
            break
        part = file.read(PIECE)
        text += decoder.decode(part, not part)
    if part or not re.fullmatch(r"\s*</playerslist>\s*", text):
        yield None


def _any_rows(file: BinaryIO, tags: Mapping[str, str], known: int, skipped: Skipped | None) -> Iterator[Row]:
    """The players of any well-formed XML with FIDE's tags, after so many; the line is that on which the entry ends."""
    parser, pieces, texts = expat.ParserCreate(), list[str](), dict[str, str]()
    done: list[tuple[int, dict[str, str]]] = []
    make, empty = Maker(list(tags.values())), dict.fromkeys(tags, "")

    def end(tag: str) -> None:
        nonlocal texts
        if tag == "player":
            done.append((parser.CurrentLineNumber, texts))
            texts = {}
        elif tag in texts:
            raise refuse(parser.CurrentLineNumber, spoken("this player has two entries of <%(tag)s>", tag=tag))
        elif pieces and tag in tags:  # with nothing said of beginnings, what stood before comes with its blanks
            texts[tag] = "".join(pieces).strip()
        pieces.clear()

    parser.buffer_text = True
    parser.CharacterDataHandler, parser.EndElementHandler = pieces.append, end
    part, since = b"?", 0
    while part:
        part = file.read(PIECE)
        _parsed(parser, part)
        since = len(part) if done else since + len(part)
        if since > LONGEST_ENTRY:
            raise refuse(parser.CurrentLineNumber, spoken("this entry has no end"))
        for line, found in done[known:]:
            entry = made(make, list((empty | found).values()), line, skipped)
            if entry is not None:
                yield line, entry
        known = max(0, known - len(done))
        done.clear()


def _parsed(parser: expat.XMLParserType, part: bytes) -> None:
    try:
        parser.Parse(part, not part)
    except expat.ExpatError as error:
        text = spoken("not well-formed XML (%(why)s)", why=expat.ErrorString(error.code))
        raise refuse(error.lineno, text, "", (error.offset + 1,) * 2) from None
    except (LookupError, ValueError) as error:
        raise refuse(1, spoken("the encoding of this XML cannot be read (%(error)s)", error=str(error))) from None
