"""Reading rating lists, with the line each player stands on; what is malformed is refused with its line."""

from __future__ import annotations

import codecs
import io
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from rookery.csv_lines import UNICODE_TEXT, csv_lines, delimiter_of, encoding_of
from rookery.lists.entry import ListEntry
from rookery.lists.maker import (
    PIECE,
    ListSource,
    Maker,
    Row,
    Skipped,
    in_blocks,
    kinds_among,
    left_out,
    made,
    refuse,
)
from rookery.lists.txt_source import bounded, txt_source
from rookery.lists.xml_source import xml_source
from rookery.rating.fide import KINDS
from rookery.typed import IO, Any, BinaryIO
from rookery.wording import spoken

_LONGEST_LINE = 1 << 10
_LONG = 1 << 30


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
            raise refuse(0, spoken("the archive holds %(number)s lists; one is expected", number=len(names)))
        if archive.getinfo(names[0]).flag_bits & 1:
            raise refuse(0, spoken("the archive is locked with a password; unpack it first"))
        with io.BufferedReader(
            _Unpacked(_sound(lambda: archive.open(names[0])), archive.getinfo(names[0]).file_size), PIECE
        ) as inside:
            yield inside, names[0]


def size_of(file: BinaryIO) -> int:
    """How long a list says it is; nothing that one has to rely upon."""
    unpacked = getattr(file, "raw", None)
    size = unpacked.size if isinstance(unpacked, _Unpacked) else os.fstat(file.fileno()).st_size
    return min(size, _LONG)


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
        raise refuse(0, spoken("the archive is damaged: %(error)s", error=str(error) or type(error).__name__)) from None


class _Unpacked(io.RawIOBase):
    """The entry of an archive, read with damage refused."""

    def __init__(self, inside: IO[bytes], size: int) -> None:
        self.inside, self.size = inside, size

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


def source_of(
    file: BinaryIO,
    name: str,
    kind: str | None,
    columns: Mapping[str, str] | None,
    skipped: Skipped | None = None,
) -> ListSource:
    """What a list holds; its format by the name of the file, or CSV when columns are named.

    `kind` says whose ratings a list of one kind holds; without it the name of the file does, else they are standard.
    `skipped` hears of rows that are malformed and left out; without it the first such row refuses the list.
    """
    format_, told = format_of(name, kind, columns)
    if format_ == "csv":
        return csv_source(file, columns or {}, skipped)
    return (xml_source if format_ == "xml" else txt_source)(file, told, skipped)


def format_of(name: str, kind: str | None, columns: Mapping[str, str] | None) -> tuple[str, str]:
    """The format of a list (csv, xml, txt), and the kind of ratings if it has one only."""
    if columns or name.lower().endswith(".csv"):
        return "csv", ""
    told = kind or next((one for one in KINDS if one in name.lower()), "standard")
    return "xml" if name.lower().endswith(".xml") else "txt", told


def rows(file: BinaryIO, name: str) -> Iterator[Row]:
    """The players of a list one by one, each with its line."""
    for block in source_of(file, name, None, None).blocks:
        yield from zip(block.lines, map(ListEntry._make, block.players), strict=True)


# -- national lists ----------------------------------------------------------------------------------------------------


def csv_source(file: BinaryIO, columns: Mapping[str, str], skipped: Skipped | None = None) -> ListSource:
    """A national list in CSV: `columns` says which of its headings holds which field of ListEntry."""
    lines = _csv_text(file)
    sample = next(lines, "")
    rows = csv_lines(chain([sample], lines), delimiter_of(sample))
    head = next(rows, (1, []))[1]
    places = _places(head, columns)
    return ListSource(kinds_among(places), in_blocks(_csv_rows(rows, head, places, skipped)))


def _csv_rows(
    rows: Iterable[tuple[int, list[str]]], head: list[str], places: Mapping[str, int], skipped: Skipped | None
) -> Iterator[Row]:
    make = Maker(list(places))
    for line, cells in rows:
        if len(cells) < len(head) or any(map(str.strip, cells[len(head) :])):
            left_out(
                refuse(
                    line,
                    spoken("the line has %(cells)s fields, the heading %(head)s", cells=len(cells), head=len(head)),
                ),
                skipped,
            )
            continue
        entry = made(make, [cells[at].strip() for at in places.values()], line, skipped)
        if entry is not None:
            yield line, entry


def _csv_text(file: BinaryIO) -> Iterator[str]:
    """The lines of a CSV file; what is not UTF-8 is taken as the code page of Windows."""
    encoding = encoding_of(file.read(2))
    file.seek(0)
    text = io.TextIOWrapper(file, encoding, "strict" if encoding == UNICODE_TEXT else _WINDOWS, newline="")
    try:
        yield from bounded(text)
    except UnicodeDecodeError as error:
        raise refuse(
            0,
            spoken("this is not %(encoding)s throughout (%(reason)s)", encoding=encoding.upper(), reason=error.reason),
        ) from None
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
            raise refuse(
                0,
                spoken(
                    "there is no field %(field)s: expected %(fields)s",
                    field=repr(field),
                    fields=", ".join(ListEntry._fields),
                ),
            )
        if head.count(heading) > 1:
            raise refuse(
                1,
                spoken("there are two columns %(heading)s in the heading", heading=repr(heading)),
                ", ".join(head)[:60],
            )
        if heading not in head:
            raise refuse(
                1, spoken("there is no column %(heading)s in the heading", heading=repr(heading)), ", ".join(head)[:60]
            )
        places[field] = head.index(heading)
    if "name" not in places or not {"fide_id", "national_id"} & set(places):
        raise refuse(
            1, spoken("a name and a fide_id or national_id are needed; name their columns"), ", ".join(head)[:60]
        )
    return places
