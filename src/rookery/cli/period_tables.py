"""Tables of a rating period: columns read from CSV and Parquet, and written to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from rookery.cli.console import first_problem_line
from rookery.cli.errors import CommandError
from rookery.cli.files import save
from rookery.cli.tables import format_csv_columns, import_pyarrow
from rookery.errors import FormatError, RuleError
from rookery.model import Result
from rookery.rating.fide import KINDS
from rookery.rating.report import HALF_POINTS
from rookery.rating.rows import ListGame
from rookery.rating_periods.full_list import KIND_SUFFIXES, PERSON_COLUMNS, TEXT_COLUMNS
from rookery.spreadsheets.read import UNICODE_TEXT, detect_encoding, detect_heading_delimiter, read_csv_rows

_LONGEST_CELL = 18
"""What is longer is neither a number that fits in a table nor a day or a result."""
_WHOLE_NUMBER = re.compile("-?[0-9]+")


GAME_FIELDS = ListGame._fields
LIST_FIELDS = (
    *PERSON_COLUMNS,
    "month",
    *(name for kind in KINDS for name in (kind, *(f"{kind}_{suffix}" for suffix in KIND_SUFFIXES))),
)
_REQUIRED_FIELDS = {GAME_FIELDS: ("white", "black", "half_points"), LIST_FIELDS: ("fide_id",)}
_TEXT_FIELDS = {*TEXT_COLUMNS, "month", *(f"{kind}_pool" for kind in KINDS)}
_SINGLE_KIND_SUFFIXES = {
    "rating": "",
    "k": "_k",
    "games": "_career",
    "highest": "_highest",
    "base": "_base",
    "begun": "_begun",
}
"""The columns of a list of one kind, and what they are called on a complete one, behind the kind."""
_HEADING_ALIASES = {"id": "fide_id"}


def load_table(path: str, fields: Sequence[str], kind: str = "standard") -> dict[str, Any]:
    """Return the known columns of a CSV or Parquet file.

    `result` becomes half points; a list of one kind becomes a complete one.
    """
    reader = _load_parquet if path.endswith(".parquet") else _load_csv
    columns: dict[str, Any] = reader(path, fields, kind)
    return columns


# -- tables ------------------------------------------------------------------------------------------------------------


def _load_csv(path: str, fields: Sequence[str], kind: str) -> dict[str, Any]:
    with open(path, "rb") as start:
        encoding = detect_encoding(start.read(2))
    try:
        with open(path, encoding=encoding, newline="") as file:
            first = file.readline()
            rows = read_csv_rows(chain([first], file), detect_heading_delimiter(first))
            head = next(rows, (1, []))[1]
            return _parse_csv_rows(path, fields, _normalize_headings(head, fields, kind), rows)
    except UnicodeDecodeError:
        raise CommandError(f"{path}: {_describe_decoding_error(path, encoding)}; save it as CSV in UTF-8") from None
    except FormatError as error:
        raise CommandError(f"{path}: {first_problem_line(error.problems)}") from None


def _describe_decoding_error(path: str, encoding: str) -> str:
    """Return where a file is not in the encoding it should be in."""
    if encoding == UNICODE_TEXT:
        return "this is not UTF-16 throughout"
    for number, line in enumerate(Path(path).read_bytes().splitlines(), 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            return f"line {number}, byte {error.start + 1}: this is not UTF-8"
    return "this is not UTF-8"


def _normalize_headings(headings: Sequence[str], fields: Sequence[str], kind: str) -> list[str]:
    """Return the field names of the headings."""
    names = [_HEADING_ALIASES.get(title.strip().lower(), title.strip().lower()) for title in headings]
    if fields is LIST_FIELDS and not set(KINDS) & set(names):
        return [kind + _SINGLE_KIND_SUFFIXES[name] if name in _SINGLE_KIND_SUFFIXES else name for name in names]
    return ["id" if name == "fide_id" and fields is not LIST_FIELDS else name for name in names]


def _select_columns(path: str, fields: Sequence[str], names: Sequence[str]) -> list[tuple[int, str]]:
    """Return index and name of each known column; raise CommandError for a duplicate or missing one."""
    known_names = {*fields, "result"} if fields is GAME_FIELDS else {*fields, *(f"{kind}_base" for kind in KINDS)}
    columns = [(index, name) for index, name in enumerate(names) if name in known_names]
    if len({name for _, name in columns}) < len(columns):
        raise CommandError(f"{path}: the heading names a column twice: {', '.join(names)}")
    available = {name for _, name in columns} | ({"half_points"} if "result" in names else set())
    missing = [name for name in _REQUIRED_FIELDS[tuple(fields)] if name not in available]
    if missing:
        raise CommandError(f"{path}: there is no column {missing[0].replace('fide_id', 'id')!r} in the heading")
    return columns


def _parse_csv_rows(
    path: str, fields: Sequence[str], names: Sequence[str], rows: Iterable[tuple[int, Sequence[str]]]
) -> dict[str, Any]:
    """Return the known columns of a CSV file: text fields unchanged, all others as whole numbers."""
    columns_by_index = _select_columns(path, fields, names)
    columns: dict[str, list[Any]] = {name: [] for _, name in columns_by_index}
    if "result" in columns:
        columns |= {"half_points": [], "black_half_points": []}
    for line, cells in rows:
        if any(map(str.strip, cells[len(names) :])):
            raise CommandError(f"{path}: line {line} has more cells than there are columns")
        _add_cells(columns, cells, columns_by_index, f"{path}: line {line}")
    columns.pop("result", None)
    return {**columns}


def _add_cells(
    columns: dict[str, list[Any]], cells: Sequence[str], columns_by_index: list[tuple[int, str]], place: str
) -> None:
    for index, name in columns_by_index:
        text = cells[index].strip() if index < len(cells) else ""
        try:
            if name in _TEXT_FIELDS:
                columns[name].append(text)
            elif name == "result":
                white, black = _parse_half_points(text)
                columns["half_points"].append(white)
                columns["black_half_points"].append(black)
            else:
                columns[name].append(_parse_whole_number(text, name))
        except (ValueError, KeyError, RuleError):
            raise CommandError(f"{place}: {text[:40]!r} is not {_with_article(name)}") from None


def _with_article(name: str) -> str:
    """Return a field's name in words, with its article."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name.replace('_', ' ')}"


def _parse_half_points(text: str) -> tuple[int, int]:
    if len(text) > _LONGEST_CELL:
        raise ValueError
    result = Result.parse(text)
    return HALF_POINTS[result.white], HALF_POINTS[result.black]


def _parse_whole_number(text: str, name: str) -> int:
    """Return a whole number, or the ordinal of a date; an empty cell is 0."""
    if len(text) > _LONGEST_CELL:
        raise ValueError
    if name == "start" and text and not _WHOLE_NUMBER.fullmatch(text):
        from datetime import date

        return date.fromisoformat(text).toordinal()
    if text and not _WHOLE_NUMBER.fullmatch(text):
        raise ValueError
    return int(text or 0)


# -- Parquet -----------------------------------------------------------------------------------------------------------


def _load_parquet(path: str, fields: Sequence[str], kind: str) -> dict[str, Any]:
    """Return the known columns of a Parquet file: integer columns unchanged, others parsed by distinct value."""
    try:
        names = import_pyarrow().read_schema(path).names
        columns_by_index = _select_columns(path, fields, _normalize_headings(names, fields, kind))
        data = import_pyarrow().read_table(path, columns=[names[index] for index, _ in columns_by_index])
    except (ValueError, OSError, NotImplementedError) as error:  # ArrowInvalid and its like are ValueErrors
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise CommandError(f"{path}: this cannot be read as Parquet ({str(error).splitlines()[0][:100]})") from None
    columns: dict[str, Any] = {}
    for index, name in columns_by_index:
        column = data[names[index]]
        if name in _TEXT_FIELDS:
            columns[name] = ["" if cell is None else str(cell) for cell in column.to_pylist()]
        elif name == "result":
            columns["half_points"] = _parse_distinct_values(
                path, column, name, lambda text: _parse_half_points(text)[0]
            )
            columns["black_half_points"] = _parse_distinct_values(
                path, column, name, lambda text: _parse_half_points(text)[1]
            )
        else:
            columns[name] = _parquet_numbers(path, column, name)
    return columns


def _parquet_numbers(path: str, column: Any, name: str) -> Any:
    """Return a column of whole numbers; a null is 0."""
    import pyarrow

    if pyarrow.types.is_integer(column.type):
        return (column.fill_null(0) if column.null_count else column).to_numpy()
    return _parse_distinct_values(path, column, name, lambda text: _parse_whole_number(text, name))


def _parse_distinct_values(path: str, column: Any, name: str, parse: Callable[[str], int]) -> Any:
    """Return a column parsed by its distinct values, each parsed once."""
    import pyarrow

    coded = column.combine_chunks().dictionary_encode(null_encoding="encode")
    coded = coded.combine_chunks() if hasattr(coded, "combine_chunks") else coded
    values = []
    for cell in coded.dictionary.to_pylist():
        text = "" if cell is None else str(cell).strip()
        try:
            values.append(parse(text))
        except (ValueError, KeyError, RuleError):
            row = coded.indices.to_pylist().index(len(values)) + 1
            raise CommandError(f"{path}: row {row}: {text[:40]!r} is not {_with_article(name)}") from None
    return pyarrow.array(values, pyarrow.int64()).take(coded.indices).to_numpy()


# -- writing -----------------------------------------------------------------------------------------------------------


def save_table(path: str, columns: Mapping[str, Any]) -> None:
    """Write a table as CSV, Parquet or JSON atomically."""
    if path.endswith(".parquet"):
        parquet, buffer = import_pyarrow(), BytesIO()
        import pyarrow

        parquet.write_table(pyarrow.table(dict(columns)), buffer)
        save(path, buffer.getvalue())
        return
    lists = {name: column.tolist() if hasattr(column, "tolist") else column for name, column in columns.items()}
    if path.endswith(".json"):
        import json

        rows = (dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True))
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        save(path, ("[" + ",\n ".join(lines) + "]\n").encode())
        return
    save(path, format_csv_columns(list(lists), lists.values()).encode())
