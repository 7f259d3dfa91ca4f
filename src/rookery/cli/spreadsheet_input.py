"""Read lists made in a spreadsheet (CSV or XLSX) for a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import NamedTuple

from rookery._record import record
from rookery.cli.errors import CommandError
from rookery.cli.files import display_name, read_content
from rookery.errors import FormatError
from rookery.messages import join_list
from rookery.model import Player
from rookery.spreadsheets.columns import Columns, guess_columns
from rookery.spreadsheets.entries import Entrant, Entries, parse_entries
from rookery.spreadsheets.read import decode, detect_heading, read_without_heading
from rookery.spreadsheets.sheet import FIELDS, Sheet
from rookery.spreadsheets.workbook import is_workbook


class NamedRow(NamedTuple):
    """One line of the list: its line number, and its cells by column name."""

    line: int
    cells: dict[str, str]


class NamedRows(NamedTuple):
    """A list, with its unknown columns and the lines with too many cells."""

    rows: tuple[NamedRow, ...]
    unused: tuple[str, ...]
    wide: tuple[int, ...] = ()


def read_named_rows(
    path: str,
    columns: Mapping[str, Sequence[str]],
    needed: Sequence[str],
    is_plain: Callable[[str], bool] | None = None,
) -> NamedRows:
    """Read the rows of a list. `columns` maps each known column to the spellings of its title.

    When the first line is `plain`, there is no header: every row is one text, under the name "".
    """
    data = read_content(path)
    if is_plain is not None and not is_workbook(data):
        lines = StringIO(_decode_text(path, data), newline="").readlines()
        if lines and is_plain(lines[0].strip()):
            rows = [NamedRow(number, {"": line.strip()}) for number, line in enumerate(lines, 1) if line.strip()]
            return NamedRows(tuple(rows), ())
    table = _parse_table(path, data)
    if not table.table:
        raise CommandError(
            f"{display_name(path)}: the list is empty; its first line must name the columns: {', '.join(columns)}"
        )
    names_by_title = {
        _normalize_title(spelling): name for name, spellings in columns.items() for spelling in (name, *spellings)
    }
    header, rest = table.table[0], table.with_header(0)
    column_names = [names_by_title.get(_normalize_title(cell), "") for cell in header]
    _require_columns(path, header, column_names, columns, needed)
    unused = tuple(cell for cell, name in zip(header, column_names, strict=True) if cell and not name)
    cells = (
        NamedRow(line, _cells_by_column(column_names, row)) for line, row in zip(rest.row_lines, rest.rows, strict=True)
    )
    return NamedRows(tuple(cells), unused, rest.overlong_lines)


def _require_columns(
    path: str,
    header: Sequence[str],
    recognised_names: Sequence[str],
    known_columns: Iterable[str],
    needed: Sequence[str],
) -> None:
    """Raise CommandError if a needed column is missing, or two columns have the same meaning."""
    missing = [name for name in needed if name not in recognised_names]
    if missing:
        raise CommandError(
            f"{display_name(path)}: line 1 must name the columns, and there is none for {' or '.join(missing)};"
            f" read: {', '.join(filter(None, header)) or 'nothing'}; known: {', '.join(known_columns)}"
        )
    duplicates = [
        cell for cell, name in zip(header, recognised_names, strict=True) if name and recognised_names.count(name) > 1
    ]
    if duplicates:
        raise CommandError(f"{display_name(path)}: line 1 has two columns of one meaning: {' and '.join(duplicates)}")


def require_no_extra_cells(path: str, sheet: NamedRows) -> None:
    """Raise CommandError if a line has more cells than there are columns: they may have slipped."""
    for line in sheet.wide:
        raise CommandError(f"{display_name(path)}: line {line} has more cells than there are columns")


def read_text(path: str) -> str:
    """Return the text of a list in UTF-8, UTF-16 or the Windows code page."""
    return _decode_text(path, read_content(path))


def read_entry_table(path: str) -> Sheet:
    """Return the table in an XLSX or CSV file, with its header row."""
    return detect_heading(_parse_table(path, read_content(path)))


def _decode_text(path: str, data: bytes) -> str:
    try:
        return decode(data)[0]
    except FormatError as error:
        raise _build_error(path, error) from None


def _parse_table(path: str, data: bytes) -> Sheet:
    try:
        return read_without_heading(data)
    except FormatError as error:
        raise _build_error(path, error) from None


def _build_error(path: str, error: FormatError) -> CommandError:
    problem = error.problems[0]
    return CommandError(": ".join((display_name(path), *[problem.place] * bool(problem.line), problem.text)))


def _normalize_title(cell: str) -> str:
    return "".join(letter for letter in cell.casefold() if letter.isalnum())


def _cells_by_column(column_names: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """Return the cells of a row by the names of their columns, without those of unknown columns."""
    return {name: " ".join(cell.split()) for name, cell in zip(column_names, row, strict=False) if name}


USED_FIELDS = tuple(field for field in FIELDS if field != "bye")
"""What a new tournament takes of a list; byes are asked for when it is there."""


@record
class EntryList:
    """The entrants of a list, with the remarks about it."""

    path: str
    sheet: Sheet
    columns: Columns
    entries: Entries

    @property
    def people(self) -> tuple[Entrant, ...]:
        """The entrants, in the order of the list."""
        return self.entries.people

    @property
    def players(self) -> list[Player]:
        """The entrants as players, numbered in the order of the list."""
        return [entrant.facts.player(number, "") for number, entrant in enumerate(self.people, 1)]

    def remarks(self) -> Iterator[str]:
        """Yield what should be looked at: possible duplicates, guesses, unread lines and columns."""
        rating = {entrant.line: entrant.facts.rating for entrant in self.people}
        for twin in self.entries.twins:
            same = rating[twin.line] == rating[twin.other_line]
            if same or twin.sure:
                sameness = "the same name and rating" if same else "the same name"
                yield f"Lines {twin.other_line} and {twin.line} have {sameness}: is this one player?"
        if self.columns.doubtful:
            guesses = (
                f"{self.sheet.column_label(guess.at)} ({FIELDS[guess.field]}: {guess.why})"
                for guess in self.columns.doubtful
            )
            yield f"Guessed from {display_name(self.path)}, so look at it: {join_list(guesses, len(FIELDS))}."
        for total in self.entries.totals:
            name = total.facts.name
            yield f"Left out of {display_name(self.path)}: line {total.line}, {name!r}, which counts players."
        for doubt in self.entries.doubts:
            yield f"{display_name(self.path)}: {doubt}."
        for line, text in self.sheet.above:
            yield f"Not used from {display_name(self.path)}: line {line}, {text!r}."
        if self.entries.unused:
            names = [self.sheet.column_label(guess.at) for guess in self.entries.unused]
            yield f"Not used from {display_name(self.path)}: {join_list(names)}."
        if self.sheet.others:
            yield f"Read from {self.sheet.how}; not from {join_list(self.sheet.others)}."


def load_entry_list(path: str) -> EntryList:
    """Load the entrants of a list; raise CommandError with every mistake in it."""
    sheet = read_entry_table(path)
    if not sheet.table:
        raise CommandError(
            f"{display_name(path)}: the list is empty; its first line must name the columns: {', '.join(USED_FIELDS)}"
        )
    columns = _find_columns(path, sheet)
    entries = parse_entries(sheet, columns)
    mistakes = list(map(str, entries.problems))
    mistakes += [
        f"lines {twin.other_line} and {twin.line}: {twin.other} and {twin.name} have the same FIDE number"
        for twin in entries.twins
        if twin.by == "fide_id"
    ]
    if mistakes:
        raise CommandError(
            f"{display_name(path)}: {mistakes[0]}" if len(mistakes) == 1 else _format_mistakes(path, mistakes)
        )
    if not entries.people:
        raise CommandError(f"{display_name(path)}: nobody is in the list")
    return EntryList(path, sheet, columns, entries)


def _find_columns(path: str, sheet: Sheet) -> Columns:
    """Return the columns; raise CommandError if two mean the same, or there is none for the name."""
    columns = guess_columns(sheet, USED_FIELDS)
    line = sheet.lines[sheet.head or 0]
    for guess in columns.guesses:
        if guess.rival:
            raise CommandError(
                f"{display_name(path)}: line {line} has two columns of one meaning: {guess.rival} and {guess.title}"
            )
    if not columns.has_names:
        verb = "reads" if sheet.header is None else "names the columns"
        names = join_list(filter(None, sheet.table[sheet.head or 0]), 20)
        problem = f'there is no column "name"; line {line} {verb} {names}; known are {join_list(USED_FIELDS)}'
        raise CommandError(f"{display_name(path)}: {problem}")
    positions = columns.positions
    return columns.with_choice(positions["board"], "") if "board" in positions and "team" not in positions else columns


def _format_mistakes(path: str, mistakes: list[str]) -> str:
    return "\n  ".join([f"{display_name(path)}: {len(mistakes)} mistakes in this list", *mistakes])
