"""Reading of rating lists, zipped or not: the format, the month, and the players with their lines."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

from rookery.messages import msg
from rookery.rating.fide import KINDS
from rookery.rating_lists.csv_source import read_csv
from rookery.rating_lists.entry import ListSource, OnSkip, list_error
from rookery.rating_lists.fide_source import read_txt, read_xml

_BUFFER = 1 << 18
_LONGEST_LINE = 1 << 10
_LARGE, _MOST_TIMES = 1 << 26, 100


def read_list(
    file: BinaryIO,
    name: str,
    kind: str | None = None,
    columns: Mapping[str, str | int] | None = None,
    on_skip: OnSkip | None = None,
) -> ListSource:
    """Return the content of a list; the format follows from the file name, or is CSV if columns are given.

    `kind` is the kind of the ratings of a list with one kind (default: by the name of the file, else standard).
    `on_skip` is called for malformed rows, which are left out; without it the first such row is an error.
    """
    file_name = name.lower()
    list_kind = kind or next((name_kind for name_kind in KINDS if name_kind in file_name), "standard")
    if columns or file_name.endswith(".csv"):
        return read_csv(file, columns or {}, list_kind, on_skip)
    return (read_xml if file_name.endswith(".xml") else read_txt)(file, list_kind, on_skip)


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
        with io.BufferedReader(_ArchiveEntry(_read_archive(lambda: archive.open(names[0]))), _BUFFER) as entry:
            yield entry, names[0]


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


def first_line(file: BinaryIO) -> str:
    """Return the first line of a list, and rewind the file."""
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


class _ArchiveEntry(io.RawIOBase):
    """A file in an archive; reading a damaged one raises FormatError."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data: bytes = _read_archive(lambda: self.file.read(len(buffer)))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(_read_archive(lambda: self.file.seek(offset, whence)))

    def tell(self) -> int:
        return self.file.tell()


# -- months ------------------------------------------------------------------------------------------------------------

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WRITTEN_MONTH = re.compile(rf"(?<![a-z])({'|'.join(_MONTHS)})[a-z]*[-_ ]?(?:20)?(\d\d)(?!\d)")
_NUMBERED_MONTH = re.compile(r"(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])(?!\d)")


def find_month(*texts: str) -> str:
    """Return the month named in a file name or heading; empty if there is none.

    >>> find_month("standard_oct26frl.zip"), find_month("a.txt", "ID Number Name NOV26"), find_month("dwz-2026-09.csv")
    ('2026-10', '2026-11', '2026-09')
    >>> find_month("players_list_foa.txt")
    ''
    """
    for text in texts:
        if match := _WRITTEN_MONTH.search(text.lower()):
            return f"20{match[2]}-{_MONTHS.index(match[1]) + 1:02}"
        if match := _NUMBERED_MONTH.search(text):
            return f"{match[1]}-{match[2]}"
    return ""
