"""Reading rating lists, row by row with the line each row stands on; what is malformed is refused with its line."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import unescape
from itertools import chain, islice
from pathlib import Path
from xml.parsers import expat

from rookery.csv_lines import UNICODE_TEXT, csv_lines, delimiter_of, encoding_of
from rookery.errors import FormatError, Problem, Severity
from rookery.lists.entry import NUMBERS, ListEntry, title_of
from rookery.typed import IO, Any, AnyStr, BinaryIO

Row = tuple[int, ListEntry]
"""A line number and the player on it."""
HIGHEST = 4000
_PIECE = 1 << 18
_LONGEST_LINE = 1 << 10
_MOST_DIGITS = 18
_LONGEST_ENTRY = 1 << 20
"""No entry of a list is longer than this."""

# The titles of the columns of FIDE's text file; a month ("OCT26") heads the rating of a list of one kind.
_TXT = {
    "idnumber": "fide_id", "name": "name", "fed": "federation", "sex": "sex", "tit": "title", "wtit": "wtitle",
    "srtng": "standard", "sgm": "standard_games", "sk": "standard_k",
    "rrtng": "rapid", "rgm": "rapid_games", "rk": "rapid_k",
    "brtng": "blitz", "bgm": "blitz_games", "bk": "blitz_k",
    "gms": "{kind}_games", "k": "{kind}_k", "bday": "born", "flag": "flag",
}  # fmt: skip
_XML = {
    "fideid": "fide_id", "name": "name", "country": "federation", "sex": "sex", "title": "title", "w_title": "wtitle",
    "rating": "standard", "games": "standard_games", "k": "standard_k",
    "rapid_rating": "rapid", "rapid_games": "rapid_games", "rapid_k": "rapid_k",
    "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k",
    "birthday": "born", "flag": "flag",
}  # fmt: skip


def refuse(line: int, text: str, read: str = "", columns: tuple[int, int] = (0, 0), field: str = "") -> FormatError:
    """The error for a malformed list."""
    return FormatError([Problem(Severity.ERROR, "list", line, columns, field, text, read)])


@contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, str]]:
    """The list in a file, or in the only entry of a zip file, with its name."""
    with open(path, "rb") as file:
        if file.read(4) != b"PK\x03\x04" and not zipfile.is_zipfile(path):
            file.seek(0)
            yield file, path.name
            return
        archive = _sound(lambda: zipfile.ZipFile(file))
        names = [name for name in archive.namelist() if name.lower().endswith((".txt", ".xml", ".csv"))]
        if len(names) != 1:
            raise refuse(0, f"the archive holds {len(names)} lists; one is expected")
        if archive.getinfo(names[0]).flag_bits & 1:
            raise refuse(0, "the archive is locked with a password; unpack it first")
        with io.BufferedReader(_Unpacked(_sound(lambda: archive.open(names[0]))), _PIECE) as inside:
            yield inside, names[0]


def beginning(file: BinaryIO) -> str:
    """The first line of a list, or what there is of it; the file is read from its start afterwards."""
    line = file.readline(_LONGEST_LINE)
    file.seek(0)
    return line.decode("latin-1")


def _sound(read: Callable[[], Any]) -> Any:
    """What is read of an archive; damage shows in many ways, each of them a refusal."""
    try:
        return read()
    except Exception as error:  # zipfile and the compressors behind it raise whatever they stumble over
        raise refuse(0, f"the archive is damaged: {str(error) or type(error).__name__}") from None


class _Unpacked(io.RawIOBase):
    """The entry of an archive, read with damage refused."""

    def __init__(self, inside: IO[bytes]) -> None:
        self.inside = inside

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        data: bytes = _sound(lambda: self.inside.read(len(room)))
        room[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(_sound(lambda: self.inside.seek(offset, whence)))

    def tell(self) -> int:
        return self.inside.tell()


def rows(file: BinaryIO, name: str, kind: str, columns: Mapping[str, str] | None) -> Iterator[Row]:
    """The players of a list; its format by the name of the file, or CSV when columns are named."""
    if columns or name.lower().endswith(".csv"):
        return csv_rows(file, columns or {})
    if name.lower().endswith(".xml"):
        return xml_rows(file)
    return txt_rows(file, kind)


# -- the fields --------------------------------------------------------------------------------------------------------


class _Maker:
    """Makes entries out of the texts of these fields, in this order; ValueError says what is wrong with one."""

    def __init__(self, fields: Sequence[str]) -> None:
        at = {name: place for place, name in enumerate(fields)}
        self.texts = tuple(at.get(name, -1) for name in ("national_id", "name", "federation", "sex"))
        self.titles = at.get("title", -1), at.get("wtitle", -1)
        self.identity, self.born, self.flag = (at.get(name, -1) for name in ("fide_id", "born", "flag"))
        first = ListEntry._fields.index("standard")
        self.ratings = tuple(at.get(name, -1) for name in ListEntry._fields[first : first + 9])

    def __call__(self, found: list[str]) -> ListEntry:
        found.append("")  # what is not in the list is found at -1
        identity = _number(found[self.identity], "identity number")
        national, name, federation, sex = (found[at] for at in self.texts)
        title = found[self.titles[0]] or found[self.titles[1]]
        born, flag = found[self.born][:4], found[self.flag]
        if not name:
            raise ValueError("there is no name")
        if not identity and not national:
            raise ValueError("there is no identity number")
        ratings = [_number(found[at], "rating, number of games or K") for at in self.ratings]
        if max(ratings) > HIGHEST:
            raise ValueError(f"no rating is as high as {max(ratings)}")
        year = _number(born, "year of birth")
        texts = national, name, federation, sex, title_of(title) if title else ""
        return ListEntry._make((identity, *texts, *ratings, year, int("i" in flag)))


def _number(text: str, name: str) -> int:
    """A number of the list; empty is 0."""
    if not text:
        return 0
    if text.isdigit() and text.isascii():
        if len(text) > _MOST_DIGITS:
            raise ValueError(f"the {name} has {len(text)} digits")
        return int(text)
    raise ValueError(f"the {name} is not a number")


# -- FIDE's text file --------------------------------------------------------------------------------------------------


def txt_rows(file: BinaryIO, kind: str) -> Iterator[Row]:
    """FIDE's text file; where its columns are, its first line says."""
    spans = _spans(_text(file.readline(_LONGEST_ENTRY)), kind)
    make, cuts, needed = _Maker(list(spans)), tuple(spans.values()), spans["federation"].stop or 0
    width = 0
    for number, raw in enumerate(_bounded(file, 1), 2):
        line = _text(raw)
        if not line.strip():
            continue
        if len(line) < width and not raw.endswith(b"\n"):
            raise refuse(number, "the file ends in the middle of a line", line[-20:])
        if len(line) < needed:
            raise refuse(number, "the line is too short", line)
        found = [line[cut].strip() for cut in cuts]
        try:
            entry = make(found)
        except ValueError as wrong:
            raise _at_fault(number, str(wrong), found, spans) from None
        yield number, entry
        width = len(line)


def _bounded(file: IO[AnyStr], before: int = 0) -> Iterator[AnyStr]:
    """The lines of a file after so many of them; one that does not end is refused before it fills the memory."""
    number = before
    while line := file.readline(_LONGEST_ENTRY):
        number += 1
        if len(line) == _LONGEST_ENTRY:
            raise refuse(number, "this line has no end")
        yield line


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return raw.decode("latin-1").rstrip("\r\n")


def _spans(head: str, kind: str) -> dict[str, slice]:
    """Which columns hold which field, by the heading line: each field reaches to where the next begins."""
    words = list(re.finditer(r"ID[ _]Number|\S+", head, re.I))
    starts = [word.start() for word in words]
    spans: dict[str, slice] = {}
    for word, start, stop in zip(words, starts, [*starts[1:], None], strict=False):
        key = re.sub(r"[ _-]", "", word[0]).lower()
        field = "{kind}" if re.fullmatch(r"[a-z]{3}\d\d", key) else _TXT.get(key, "")
        if field:
            spans[field.format(kind=kind)] = slice(start, stop)
    missing = [name for name in ("fide_id", "name", "federation") if name not in spans]
    if missing:
        raise refuse(
            1, f"this is no heading of a FIDE list: no column for the {missing[0].replace('_', ' ')}", head[:60]
        )
    return spans


def _at_fault(line: int, text: str, found: Sequence[str], spans: Mapping[str, slice]) -> FormatError:
    """The refusal, with the columns of the first field that cannot be read."""
    for (name, span), read in zip(spans.items(), found, strict=False):
        if name in NUMBERS and read and not read.isdigit():
            return refuse(line, text, read, (span.start + 1, span.stop or span.start + 1), name)
    return refuse(line, text)


# -- FIDE's XML --------------------------------------------------------------------------------------------------------


# A player as FIDE writes one, field after field; a file that is written so throughout is read by this alone.
_REGULAR_HEAD = re.compile(r"\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<playerslist>")
_TEXT = "[^<\udc80-\udcff]*"
"""Any text, without what is no UTF-8 and stands as such a letter."""
_REGULAR = re.compile(
    r"\s*<player>\s*"
    + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in list(_XML)[:6])
    + rf"\s*(?:<o_title>{_TEXT}</o_title>\s*)?(?:<foa_title>{_TEXT}</foa_title>\s*)?"
    + r"\s*".join(f"<{tag}>({_TEXT})</{tag}>" for tag in list(_XML)[6:])
    + r"\s*</player>"
)


def xml_rows(file: BinaryIO) -> Iterator[Row]:
    """FIDE's XML file: the quick way as far as it is as FIDE writes it, from there on as any XML."""
    for number, row in enumerate(_regular_rows(file)):
        if row is None:
            file.seek(0)
            yield from islice(_any_rows(file), number, None)
            return
        yield row


def _regular_rows(file: BinaryIO) -> Iterator[Row | None]:
    """The players of a file as FIDE writes it; None at the first thing that is otherwise."""
    make, decoder, line = _Maker(list(_XML.values())), codecs.getincrementaldecoder("utf-8")("surrogateescape"), 1
    text = decoder.decode(file.read(_PIECE))
    head = _REGULAR_HEAD.match(text)
    if head is None or ("encoding" in head[0] and "utf-8" not in head[0].lower()):
        yield None
        return
    line, at, part = line + head[0].count("\n"), head.end(), b"?"
    while part:
        while found := _REGULAR.match(text, at):
            at, line = found.end(), line + found[0].count("\n")
            texts = found.groups() if "&" not in found[0] else map(unescape, found.groups())
            yield line, _made(make, [one.strip() for one in texts], line)
        text, at = text[at:], 0
        if "</player>" in text or len(text) > _LONGEST_ENTRY:
            break
        part = file.read(_PIECE)
        text += decoder.decode(part, not part)
    if part or not re.fullmatch(r"\s*</playerslist>\s*", text):
        yield None


def _made(make: _Maker, texts: list[str], line: int) -> ListEntry:
    try:
        return make(texts)
    except ValueError as wrong:
        raise refuse(line, str(wrong)) from None


def _any_rows(file: BinaryIO) -> Iterator[Row]:
    """The players of any well-formed XML with FIDE's tags; the line of a player is the one on which the entry ends."""
    parser, pieces, texts = expat.ParserCreate(), list[str](), dict[str, str]()
    done: list[tuple[int, dict[str, str]]] = []
    make, empty = _Maker(list(_XML.values())), dict.fromkeys(_XML, "")

    def end(tag: str) -> None:
        nonlocal texts
        if tag == "player":
            done.append((parser.CurrentLineNumber, texts))
            texts = {}
        elif tag in texts:
            raise refuse(parser.CurrentLineNumber, f"this player has two entries of <{tag}>")
        elif pieces and tag in _XML:  # with nothing said of beginnings, what stood before comes with its blanks
            texts[tag] = "".join(pieces).strip()
        pieces.clear()

    parser.buffer_text = True
    parser.CharacterDataHandler, parser.EndElementHandler = pieces.append, end
    part, since = b"?", 0
    while part:
        part = file.read(_PIECE)
        _parsed(parser, part)
        since = len(part) if done else since + len(part)
        if since > _LONGEST_ENTRY:
            raise refuse(parser.CurrentLineNumber, "this entry has no end")
        for line, found in done:
            yield line, _made(make, list((empty | found).values()), line)
        done.clear()


def _parsed(parser: expat.XMLParserType, part: bytes) -> None:
    try:
        parser.Parse(part, not part)
    except expat.ExpatError as error:
        text = f"not well-formed XML ({expat.ErrorString(error.code)})"
        raise refuse(error.lineno, text, "", (error.offset + 1,) * 2) from None
    except (LookupError, ValueError) as error:
        raise refuse(1, f"the encoding of this XML cannot be read ({error})") from None


# -- national lists ----------------------------------------------------------------------------------------------------


def csv_rows(file: BinaryIO, columns: Mapping[str, str]) -> Iterator[Row]:
    """A national list in CSV: `columns` says which of its headings holds which field of ListEntry."""
    lines = _csv_text(file)
    sample = next(lines, "")
    rows = csv_lines(chain([sample], lines), delimiter_of(sample))
    head = next(rows, (1, []))[1]
    places = _places(head, columns)
    make = _Maker(list(places))
    for line, cells in rows:
        if len(cells) < len(head) or any(map(str.strip, cells[len(head) :])):
            raise refuse(line, f"the line has {len(cells)} fields, the heading {len(head)}")
        yield line, _made(make, [cells[at].strip() for at in places.values()], line)


def _csv_text(file: BinaryIO) -> Iterator[str]:
    """The lines of a CSV file; what is not UTF-8 is taken as the code page of Windows."""
    encoding = encoding_of(file.read(2))
    file.seek(0)
    text = io.TextIOWrapper(file, encoding, "strict" if encoding == UNICODE_TEXT else _WINDOWS, newline="")
    try:
        yield from _bounded(text)
    except UnicodeDecodeError as error:
        raise refuse(0, f"this is not {encoding.upper()} throughout ({error.reason})") from None
    finally:
        if not file.closed:  # the file is not ours to close
            text.detach()


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


_WINDOWS = "rookery.windows"
codecs.register_error(_WINDOWS, _as_windows)


def _places(head: list[str], columns: Mapping[str, str]) -> dict[str, int]:
    """Where each field stands; without a map the headings are taken as the names of the fields."""
    known = {*ListEntry._fields, "wtitle", "flag"}
    wanted = dict(columns) or {field: field for field in head if field in known}
    places = {}
    for field, heading in wanted.items():
        if field not in known:
            raise refuse(0, f"there is no field {field!r}: expected {', '.join(ListEntry._fields)}")
        if head.count(heading) > 1:
            raise refuse(1, f"there are two columns {heading!r} in the heading", ", ".join(head)[:60])
        if heading not in head:
            raise refuse(1, f"there is no column {heading!r} in the heading", ", ".join(head)[:60])
        places[field] = head.index(heading)
    if "name" not in places or not {"fide_id", "national_id"} & set(places):
        raise refuse(1, "a name and a fide_id or national_id are needed; name their columns", ", ".join(head)[:60])
    return places
