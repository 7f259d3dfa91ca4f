"""Reading of rating lists, with the line of each player; malformed lists are rejected with the line."""

from __future__ import annotations

import codecs
import io
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, BinaryIO

from rookery.csv_reader import UNICODE_TEXT, detect_delimiter, detect_encoding, read_csv_rows
from rookery.messages import msg
from rookery.rating.fide import KINDS
from rookery.rating_lists.entry import ListEntry
from rookery.rating_lists.headings import READABLE, find_places, normalize_texts
from rookery.rating_lists.row_parser import (
    PIECE,
    ListSource,
    Row,
    RowParser,
    Skipped,
    batch_rows,
    list_error,
    parse_row,
    rated_kinds,
    skip_or_raise,
)
from rookery.rating_lists.txt_source import bounded_lines, txt_source
from rookery.rating_lists.xml_source import xml_source

_LONGEST_LINE = 1 << 10
_LONG = 1 << 30
_LARGE, _MOST_TIMES = 1 << 26, 100


@contextmanager
def open_list(path: Path) -> Iterator[tuple[BinaryIO, str]]:
    """Open the list in a file, or the only list in a zip file, and yield it with its name."""
    with open(path, "rb") as file:
        if file.read(4) != b"PK\x03\x04" and not zipfile.is_zipfile(path):
            file.seek(0)
            yield file, path.name
            return
        archive = _read_archive(lambda: zipfile.ZipFile(file))
        names = [name for name in archive.namelist() if name.lower().endswith((".txt", ".xml", ".csv"))]
        if len(names) != 1:
            raise list_error(0, msg("the archive holds %(number)s lists; one is expected", number=len(names)))
        if archive.getinfo(names[0]).flag_bits & 1:
            raise list_error(0, msg("the archive is locked with a password; unpack it first"))
        _check_size(archive.getinfo(names[0]), os.fstat(file.fileno()).st_size)
        with io.BufferedReader(
            _Unpacked(_read_archive(lambda: archive.open(names[0])), archive.getinfo(names[0]).file_size), PIECE
        ) as inside:
            yield inside, names[0]


def _check_size(entry: zipfile.ZipInfo, size: int) -> None:
    """Raise FormatError for an archive that unpacks to a hundred times its size; FIDE's lists pack to a tenth."""
    packed_size = max(1, min(entry.compress_size, size))
    if entry.file_size > _LARGE and entry.file_size > _MOST_TIMES * packed_size:
        raise list_error(
            0,
            msg(
                "the archive unpacks to %(size)s MB, %(times)s times its size, and is no rating list",
                size=f"{entry.file_size >> 20:,}",
                times=f"{entry.file_size // packed_size:,}",
            ),
        )


def size_of(file: BinaryIO) -> int:
    """Return the declared size of a list, which is not reliable."""
    unpacked = getattr(file, "raw", None)
    size = unpacked.size if isinstance(unpacked, _Unpacked) else os.fstat(file.fileno()).st_size
    return min(size, _LONG)


def beginning(file: BinaryIO) -> str:
    """Return the first line of a list; the file is rewound."""
    line = file.readline(_LONGEST_LINE)
    file.seek(0)
    return line.decode("latin-1")


def _read_archive(read: Callable[[], Any]) -> Any:
    """Read from an archive; every failure is raised as FormatError."""
    try:
        return read()
    except Exception as error:  # zipfile and the compressors behind it raise whatever they stumble over
        raise list_error(
            0, msg("the archive is damaged: %(error)s", error=str(error) or type(error).__name__)
        ) from None


class _Unpacked(io.RawIOBase):
    """The entry of an archive, read with damage refused."""

    def __init__(self, inside: IO[bytes], size: int) -> None:
        self.inside, self.size = inside, size

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        data: bytes = _read_archive(lambda: self.inside.read(len(room)))
        room[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(_read_archive(lambda: self.inside.seek(offset, whence)))

    def tell(self) -> int:
        return self.inside.tell()


def source_of(
    file: BinaryIO,
    name: str,
    kind: str | None,
    columns: Mapping[str, str | int] | None,
    skipped: Skipped | None = None,
) -> ListSource:
    """Return the content of a list; the format follows from the file name, or is CSV if columns are given.

    `kind` is the kind of the ratings of a list with one kind (default: by the name of the file, else standard).
    `skipped` is called for malformed rows, which are left out; without it the first such row is an error.
    """
    format_, list_kind = format_of(name, kind, columns)
    if format_ == "csv":
        return csv_source(file, columns or {}, skipped, list_kind)
    return (xml_source if format_ == "xml" else txt_source)(file, list_kind, skipped)


def format_of(name: str, kind: str | None, columns: Mapping[str, str | int] | None) -> tuple[str, str]:
    """Return the format of a list (csv, xml, txt), and the kind of its ratings if it has only one."""
    list_kind = kind or next((name_kind for name_kind in KINDS if name_kind in name.lower()), "standard")
    if columns or name.lower().endswith(".csv"):
        return "csv", list_kind
    return "xml" if name.lower().endswith(".xml") else "txt", list_kind


def rows(file: BinaryIO, name: str) -> Iterator[Row]:
    """Yield the players of a list with their lines."""
    for block in source_of(file, name, None, None).blocks:
        yield from zip(block.lines, map(ListEntry._make, block.players), strict=True)


# -- national lists ----------------------------------------------------------------------------------------------------


_SAMPLE = 50
"""The number of rows used to determine the field of a column with an ambiguous heading."""


def csv_source(
    file: BinaryIO, columns: Mapping[str, str | int], skipped: Skipped | None = None, kind: str = "standard"
) -> ListSource:
    """Return a list in CSV: `columns` maps a field of ListEntry to its heading or its column number from 0.

    Without it the headings are recognised as those of lists of entries are; a plain rating is of this kind. Raises
    UnknownHeadings where they are not.
    """
    lines = _csv_text(file)
    sample = next(lines, "")
    rows = read_csv_rows(chain([sample], lines), detect_delimiter(sample))
    head = [title.strip() for title in next(rows, (1, []))[1]]
    first = [] if columns else list(islice(rows, _SAMPLE))
    places = _places(head, columns) if columns else find_places(head, [cells for _, cells in first], kind)
    _check_duplicate_headings(
        head, [column for field, column in places.items() if not isinstance(columns.get(field), int)]
    )
    return ListSource(rated_kinds(places), batch_rows(_csv_rows(chain(first, rows), head, places, skipped)))


def _csv_rows(
    rows: Iterable[tuple[int, list[str]]], head: list[str], places: Mapping[str, int], skipped: Skipped | None
) -> Iterator[Row]:
    fields = list(normalize_texts(dict.fromkeys(places, "")))
    make = RowParser(fields)
    for line, cells in rows:
        if len(cells) < len(head) or any(map(str.strip, cells[len(head) :])):
            skip_or_raise(
                list_error(
                    line,
                    msg("the line has %(cells)s fields, the heading %(head)s", cells=len(cells), head=len(head)),
                ),
                skipped,
            )
            continue
        texts = normalize_texts({field: cells[column].strip() for field, column in places.items()})
        entry = parse_row(make, [texts[field] for field in fields], line, skipped)
        if entry is not None:
            yield line, entry


def _csv_text(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a CSV file; bytes that are not UTF-8 are read as Windows-1252."""
    encoding = detect_encoding(file.read(2))
    file.seek(0)
    text = io.TextIOWrapper(file, encoding, "strict" if encoding == UNICODE_TEXT else _WINDOWS, newline="")
    try:
        yield from bounded_lines(text)
    except UnicodeDecodeError as error:
        raise list_error(
            0,
            msg("this is not %(encoding)s throughout (%(reason)s)", encoding=encoding.upper(), reason=error.reason),
        ) from None
    finally:
        if not file.closed:  # the caller closes the file
            text.detach()


def _decode_windows(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


_WINDOWS = "rookery.windows"
codecs.register_error(_WINDOWS, _decode_windows)


def _places(head: list[str], columns: Mapping[str, str | int]) -> dict[str, int]:
    """Return the column of each field, by its heading or number."""
    places = {}
    for field, heading in columns.items():
        if field not in READABLE:
            raise list_error(
                0,
                msg(
                    "there is no field %(field)s: expected %(fields)s",
                    field=repr(field),
                    fields=", ".join(ListEntry._fields),
                ),
            )
        if isinstance(heading, int) and heading < len(head):
            places[field] = heading
        elif heading in head:
            places[field] = head.index(str(heading))
        else:
            raise list_error(
                1, msg("there is no column %(heading)s in the heading", heading=repr(heading)), ", ".join(head)[:60]
            )
    if not {"name", "last_name"} & set(places) or not {"fide_id", "national_id"} & set(places):
        raise list_error(1, msg("the columns of a name and of a FIDE number or national number are needed"),
                     ", ".join(head)[:60])  # fmt: skip
    return places


def _check_duplicate_headings(head: list[str], places: Iterable[int]) -> None:
    """Raise FormatError for a duplicate heading if one of its columns is read."""
    for column in places:
        if head[column] and head.count(head[column]) > 1:
            raise list_error(
                1,
                msg("there are two columns %(heading)s in the heading", heading=repr(head[column])),
                ", ".join(head)[:60],
            )
