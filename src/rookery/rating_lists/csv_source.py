"""Rating lists in CSV: columns recognised by headings in many languages, or as the user names them."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import BinaryIO

from rookery.errors import FormatError, Problem, Severity
from rookery.messages import msg
from rookery.rating.fide import KINDS
from rookery.rating_lists.entry import (
    ListEntry,
    ListSource,
    OnSkip,
    Row,
    RowParser,
    list_error,
    rated_kinds,
    skip_or_raise,
)
from rookery.rating_lists.fide_source import bounded_lines
from rookery.spreadsheets import cells
from rookery.spreadsheets.columns import guess_columns
from rookery.spreadsheets.read import UNICODE_TEXT, detect_encoding, detect_heading_delimiter, read_csv_rows
from rookery.spreadsheets.sheet import Sheet, fields_for_title, normalize_text

FIELDS: dict[str, str] = {
    "name": msg("name"),
    "last_name": msg("family name"),
    "first_name": msg("given name"),
    "fide_id": msg("FIDE number"),
    "national_id": msg("national number"),
    "federation": msg("federation"),
    "sex": msg("sex"),
    "title": msg("title"),
    "standard": msg("standard rating"),
    "rapid": msg("rapid rating"),
    "blitz": msg("blitz rating"),
    "born": msg("birth"),
    "standard_k": msg("K, standard"),
    "rapid_k": msg("K, rapid"),
    "blitz_k": msg("K, blitz"),
}
"""The fields that a user can choose for a column, with their labels."""

READABLE_FIELDS = frozenset({*ListEntry._fields, "first_name", "last_name", "wtitle", "flag"})
"""All fields that a column can be assigned to."""

_WORDS: Mapping[str, str] = {
    "standard": "standard; std; srtng; standard elo; elo standard; standard rating; rating standard; classical; klasik",
    "rapid": "rapid; rpd; rrtng; rapid rating; rating rapid; rapid elo; elo rapid; rapide; rapido; schnellschach",
    "blitz": "blitz; blz; brtng; blitz rating; rating blitz; blitz elo; elo blitz; bleskovy; blixt; relampago",
    "standard_games": "sgm; standard games", "rapid_games": "rgm; rapid games", "blitz_games": "bgm; blitz games",
    "standard_k": "sk; standard k; k standard", "rapid_k": "rk; rapid k; k rapid", "blitz_k": "bk; blitz k; k blitz",
    "born": "b day; bday; born; jahr", "wtitle": "wtit; wtitl; w title; women title", "flag": "flag",
}  # fmt: skip
_MEANINGS = {
    normalize_text(title).replace(" ", ""): field for field, titles in _WORDS.items() for title in titles.split(";")
}
_RENAMED = {"rating": "", "birth": "born"}
"""Fields of entry lists with another name in rating lists; a rating is of the kind of the list."""
_ENTRY_FIELDS = (
    "name",
    "first_name",
    "last_name",
    "rating",
    "title",
    "federation",
    "fide_id",
    "national_id",
    "birth",
    "sex",
)
_NUMBERS = frozenset(field for kind in KINDS for field in (kind, f"{kind}_games", f"{kind}_k"))
_LONGEST_HEADING = 200

EXPECTED = msg("a name, a FIDE number or national number, and a rating, as in: FIDE ID, Name, Fed, Standard, Born")
"""The description of the required headings."""


class UnknownHeadingsError(FormatError):
    """Raised when the headings of a list do not tell which columns have the name, a number and a rating.

    `head` are the headings, `rows` some rows below them, `columns` the column of each field that was recognised.
    """

    def __init__(self, head: Sequence[str], rows: Sequence[Sequence[str]], columns: Mapping[str, int]) -> None:
        self.head, self.rows, self.columns = tuple(head), tuple(map(tuple, rows)), dict(columns)
        headings = ", ".join(filter(None, head))[:_LONGEST_HEADING] or msg("empty")
        text = msg("the headings are %(head)s; expected %(expected)s", expected=EXPECTED, head=headings)
        super().__init__([Problem(Severity.ERROR, "list", 1, (0, 0), "", text, "")])

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Return how the error is made again, in another process."""
        return type(self), (self.head, self.rows, self.columns)


def find_columns(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str) -> dict[str, int]:
    """Return the column of each field, by its heading; a plain "rating" is of this kind.

    Raises UnknownHeadingsError unless there is a name, a number, and a rating; where all headings are names of fields,
    the rating may be missing.

    >>> find_columns(["FIDE ID", "Name", "Fed", "Elo"], [["1503014", "Byng, Ada", "ENG", "2105"]], "rapid")
    {'fide_id': 0, 'name': 1, 'federation': 2, 'rapid': 3}
    """
    exact = {title: column for column, title in enumerate(head) if title in READABLE_FIELDS}
    if _has_identity(exact) and len(exact) == len(head):
        return exact
    own_fields = [_MEANINGS.get(normalize_text(title).replace(" ", ""), "") for title in head]
    titles = ["" if own_fields[column] or title in exact else title for column, title in enumerate(head)]
    table = (tuple(titles), *(tuple([*map(str.strip, row), *[""] * len(head)][: len(head)]) for row in rows))
    guesses = guess_columns(Sheet(table, tuple(range(1, len(table) + 1)), head=0), _ENTRY_FIELDS).guesses
    entry_fields = {guess.at: guess.field for guess in guesses if guess.field and titles[guess.at]}
    recognised = {
        column
        for column, title in enumerate(titles)
        if not title or entry_fields.get(column) in fields_for_title(title)
    }
    columns: dict[str, int] = {}
    for column, title in enumerate(head):
        field = title if title in exact else own_fields[column] or entry_fields.get(column, "")
        field = _RENAMED.get(field, field) or (kind if field else "")
        if field:
            columns.setdefault(field, column)
    by_heading = {field: column for field, column in columns.items() if column in recognised}
    if not _has_identity(by_heading) or not set(KINDS) & set(by_heading):
        raise UnknownHeadingsError(
            head, rows, columns
        )  # also with the fields guessed by cells, for a person to confirm
    return by_heading


def _has_identity(fields: Iterable[str]) -> bool:
    """Return whether the fields have a name and a number."""
    fields = set(fields)
    return bool({"name", "last_name"} & fields) and bool({"fide_id", "national_id"} & fields)


def normalize_texts(texts: dict[str, str]) -> dict[str, str]:
    """Return the texts of a row as a list has them: one name, FIDE's code, the year of birth, M or F.

    >>> normalize_texts({"last_name": "Byng", "first_name": "Ada", "born": "31.5.2001", "federation": "Poland"})
    {'born': '2001', 'federation': 'POL', 'name': 'Byng, Ada'}
    """
    row = dict(texts)
    if "last_name" in row or "first_name" in row:
        name = cells.full_name(row)
        row = {field: text for field, text in row.items() if field not in ("last_name", "first_name")}
        row["name"] = name
    if row.get("federation"):
        row["federation"] = cells.find_federation(row["federation"]) or row["federation"]
    if len(row.get("born", "")) > 4 and (day := cells.parse_date(row["born"])) is not None:
        row["born"] = str(day.year)
    if len(row.get("sex", "")) > 1 and (sex := cells.parse_sex(row["sex"])) is not None:
        row["sex"] = {"m": "M", "w": "F"}.get(sex, "")
    for field in _NUMBERS & set(row):
        if row[field] in cells.EMPTY_MARKS or row[field].lower() in ("unr", "unrated"):
            row[field] = ""
    return row


# -- content -----------------------------------------------------------------------------------------------------------

_SAMPLE_SIZE = 50
"""The number of rows used to determine the field of a column with an ambiguous heading."""


def read_csv(file: BinaryIO, columns: Mapping[str, str | int], kind: str, on_skip: OnSkip | None = None) -> ListSource:
    """Return the content of a list in CSV; `columns` maps fields to headings or to column numbers from 0.

    Without `columns` the headings are recognised; a plain rating is of this kind. Raises UnknownHeadingsError for other
    headings.
    """
    lines = _decode_lines(file)
    heading = next(lines, "")
    rows = read_csv_rows(chain([heading], lines), detect_heading_delimiter(heading))
    head = [title.strip() for title in next(rows, (1, []))[1]]
    sample = [] if columns else list(islice(rows, _SAMPLE_SIZE))
    positions = _choose_columns(head, columns) if columns else find_columns(head, [cells for _, cells in sample], kind)
    _check_duplicate_headings(
        head, [column for field, column in positions.items() if not isinstance(columns.get(field), int)]
    )
    return ListSource(rated_kinds(positions), _csv_rows(chain(sample, rows), len(head), positions, on_skip))


def _csv_rows(
    rows: Iterable[tuple[int, list[str]]], width: int, columns: Mapping[str, int], on_skip: OnSkip | None
) -> Iterator[Row]:
    fields = list(normalize_texts(dict.fromkeys(columns, "")))
    parser = RowParser(fields)
    for line, row in rows:
        if len(row) < width or any(map(str.strip, row[width:])):
            text = msg("the line has %(cells)s fields, the heading %(head)s", cells=len(row), head=width)
            skip_or_raise(list_error(line, text), on_skip)
            continue
        texts = normalize_texts({field: row[column].strip() for field, column in columns.items()})
        entry = parser.parse_or_skip([texts[field] for field in fields], line, on_skip)
        if entry is not None:
            yield line, entry


def _decode_lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a CSV file; bytes that are not UTF-8 are read as Windows-1252."""
    encoding = detect_encoding(file.read(2))
    file.seek(0)
    text = io.TextIOWrapper(file, encoding, "strict" if encoding == UNICODE_TEXT else _WINDOWS, newline="")
    try:
        yield from bounded_lines(text)
    except UnicodeDecodeError as error:
        message = msg(
            "this is not %(encoding)s throughout (%(reason)s)", encoding=encoding.upper(), reason=error.reason
        )
        raise list_error(0, message) from None
    finally:
        if not file.closed:  # the caller closes the file
            text.detach()


def _decode_windows(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


_WINDOWS = "rookery.windows"
codecs.register_error(_WINDOWS, _decode_windows)


def _choose_columns(head: list[str], columns: Mapping[str, str | int]) -> dict[str, int]:
    """Return the column of each field, by its heading or number."""
    heading_line = ", ".join(head)[:60]
    positions = {}
    for field, heading in columns.items():
        if field not in READABLE_FIELDS:
            fields = ", ".join(ListEntry._fields)
            raise list_error(
                0, msg("there is no field %(field)s: expected %(fields)s", field=repr(field), fields=fields)
            )
        if isinstance(heading, int) and heading < len(head):
            positions[field] = heading
        elif heading in head:
            positions[field] = head.index(str(heading))
        else:
            text = msg("there is no column %(heading)s in the heading", heading=repr(heading))
            raise list_error(1, text, heading_line)
    if not _has_identity(positions):
        text = msg("the columns of a name and of a FIDE number or national number are needed")
        raise list_error(1, text, heading_line)
    return positions


def _check_duplicate_headings(head: list[str], columns: Iterable[int]) -> None:
    """Raise FormatError for a duplicate heading if one of its columns is read."""
    for column in columns:
        if head[column] and head.count(head[column]) > 1:
            text = msg("there are two columns %(heading)s in the heading", heading=repr(head[column]))
            raise list_error(1, text, ", ".join(head)[:60])
