"""The tables of a rating period: columns out of CSV and Parquet, and into them."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO, StringIO
from itertools import chain
from pathlib import Path

from rookery.cli.exits import Refusal
from rookery.cli.parquet import arrow
from rookery.cli.problems import brief
from rookery.cli.saving import save
from rookery.csv_lines import UNICODE_TEXT, csv_lines, delimiter_of, encoding_of
from rookery.errors import FormatError, RuleError
from rookery.model import Result
from rookery.periods.full_list import ABOUT_KIND, PERSON, TEXTS
from rookery.rating.fide import KINDS
from rookery.rating.games import HALF_POINTS
from rookery.rating.listed import Played
from rookery.typed import Any

_LONGEST_CELL = 18
"""What is longer is neither a number that fits in a table nor a day or a result."""
_WHOLE = re.compile("-?[0-9]+")


GAME_FIELDS = Played._fields
LIST_FIELDS = (*PERSON, "month", *(name for kind in KINDS for name in (kind, *(f"{kind}_{one}" for one in ABOUT_KIND))))
_NEEDED = {GAME_FIELDS: ("white", "black", "half_points"), LIST_FIELDS: ("fide_id",)}
_TEXTS = {*TEXTS, "month", *(f"{kind}_pool" for kind in KINDS)}
_SIMPLE = {"rating": "", "k": "_k", "games": "_career", "highest": "_highest", "base": "_base", "begun": "_begun"}
"""The columns of a list of one kind, and what they are called on a complete one, behind the kind."""
_CALLED = {"id": "fide_id"}


def table(path: str, fields: Sequence[str], kind: str = "standard") -> dict[str, Any]:
    """The columns we know of a CSV or Parquet file; `result` becomes half points, a list of one kind a complete one."""
    read = _parquet if path.endswith(".parquet") else _csv
    found: dict[str, Any] = read(path, fields, kind)
    return found


# -- tables ------------------------------------------------------------------------------------------------------------


def _csv(path: str, fields: Sequence[str], kind: str) -> dict[str, Any]:
    with open(path, "rb") as start:
        encoding = encoding_of(start.read(2))
    try:
        with open(path, encoding=encoding, newline="") as file:
            first = file.readline()
            rows = csv_lines(chain([first], file), delimiter_of(first))
            head = next(rows, (1, []))[1]
            return _collected(path, fields, _named(head, fields, kind), rows)
    except UnicodeDecodeError:
        raise Refusal(f"{path}: {_undecodable(path, encoding)}; save it as CSV in UTF-8") from None
    except FormatError as error:
        raise Refusal(f"{path}: {brief(error.problems)}") from None


def _undecodable(path: str, encoding: str) -> str:
    """Where a file is not in the encoding it should be in."""
    if encoding == UNICODE_TEXT:
        return "this is not UTF-16 throughout"
    for number, line in enumerate(Path(path).read_bytes().splitlines(), 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            return f"line {number}, byte {error.start + 1}: this is not UTF-8"
    return "this is not UTF-8"


def _named(head: Sequence[str], fields: Sequence[str], kind: str) -> list[str]:
    """The headings by the names of our fields."""
    names = [_CALLED.get(title.strip().lower(), title.strip().lower()) for title in head]
    if fields is LIST_FIELDS and not set(KINDS) & set(names):
        return [kind + _SIMPLE[name] if name in _SIMPLE else name for name in names]
    return ["id" if name == "fide_id" and fields is not LIST_FIELDS else name for name in names]


def _wanted(path: str, fields: Sequence[str], names: Sequence[str]) -> list[tuple[int, str]]:
    """The columns that we know, by their places."""
    known = {*fields, "result"} if fields is GAME_FIELDS else {*fields, *(f"{kind}_base" for kind in KINDS)}
    wanted = [(at, name) for at, name in enumerate(names) if name in known]
    if len({name for _, name in wanted}) < len(wanted):
        raise Refusal(f"{path}: the heading names a column twice: {', '.join(names)}")
    there = {name for _, name in wanted} | ({"half_points"} if "result" in names else set())
    missing = [name for name in _NEEDED[tuple(fields)] if name not in there]
    if missing:
        raise Refusal(f"{path}: there is no column {missing[0].replace('fide_id', 'id')!r} in the heading")
    return wanted


def _collected(
    path: str, fields: Sequence[str], names: Sequence[str], rows: Iterable[tuple[int, Sequence[str]]]
) -> dict[str, Any]:
    """The columns we know of a CSV file: texts as they are, everything else as whole numbers."""
    wanted = _wanted(path, fields, names)
    columns: dict[str, list[Any]] = {name: [] for _, name in wanted}
    if "result" in columns:
        columns |= {"half_points": [], "black_half_points": []}
    for line, cells in rows:
        if any(map(str.strip, cells[len(names) :])):
            raise Refusal(f"{path}: line {line} has more cells than there are columns")
        _add_cells(columns, cells, wanted, f"{path}: line {line}")
    columns.pop("result", None)
    return {**columns}


def _add_cells(columns: dict[str, list[Any]], cells: Sequence[str], wanted: list[tuple[int, str]], where: str) -> None:
    for at, name in wanted:
        text = cells[at].strip() if at < len(cells) else ""
        try:
            if name in _TEXTS:
                columns[name].append(text)
            elif name == "result":
                white, black = _half_points(text)
                columns["half_points"].append(white)
                columns["black_half_points"].append(black)
            else:
                columns[name].append(_number(text, name))
        except (ValueError, KeyError, RuleError):
            raise Refusal(f"{where}: {text[:40]!r} is not {_called(name)}") from None


def _called(name: str) -> str:
    """A field in words, with its article."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name.replace('_', ' ')}"


def _half_points(text: str) -> tuple[int, int]:
    if len(text) > _LONGEST_CELL:
        raise ValueError
    result = Result.parse(text)
    return HALF_POINTS[result.white], HALF_POINTS[result.black]


def _number(text: str, name: str) -> int:
    """A whole number, or the ordinal of a day; nothing is 0."""
    if len(text) > _LONGEST_CELL:
        raise ValueError
    if name == "start" and text and not _WHOLE.fullmatch(text):
        from datetime import date

        return date.fromisoformat(text).toordinal()
    if text and not _WHOLE.fullmatch(text):
        raise ValueError
    return int(text or 0)


# -- Parquet -----------------------------------------------------------------------------------------------------------


def _parquet(path: str, fields: Sequence[str], kind: str) -> dict[str, Any]:
    """The columns of a Parquet file, column by column: whole numbers as they lie there, others by distinct values."""
    try:
        names = arrow().read_schema(path).names
        wanted = _wanted(path, fields, _named(names, fields, kind))
        found = arrow().read_table(path, columns=[names[at] for at, _ in wanted])
    except (ValueError, OSError, NotImplementedError) as error:  # ArrowInvalid and its like are ValueErrors
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise Refusal(f"{path}: this cannot be read as Parquet ({str(error).splitlines()[0][:100]})") from None
    columns: dict[str, Any] = {}
    for at, name in wanted:
        column = found[names[at]]
        if name in _TEXTS:
            columns[name] = ["" if cell is None else str(cell) for cell in column.to_pylist()]
        elif name == "result":
            columns["half_points"] = _by_value(path, column, name, lambda text: _half_points(text)[0])
            columns["black_half_points"] = _by_value(path, column, name, lambda text: _half_points(text)[1])
        else:
            columns[name] = _numbers(path, column, name)
    return columns


def _numbers(path: str, column: Any, name: str) -> Any:
    """A column of whole numbers; a gap is 0."""
    import pyarrow

    if pyarrow.types.is_integer(column.type):
        return (column.fill_null(0) if column.null_count else column).to_numpy()
    return _by_value(path, column, name, lambda text: _number(text, name))


def _by_value(path: str, column: Any, name: str, read: Callable[[str], int]) -> Any:
    """A column read by its distinct values, each read once."""
    import pyarrow

    coded = column.combine_chunks().dictionary_encode(null_encoding="encode")
    coded = coded.combine_chunks() if hasattr(coded, "combine_chunks") else coded
    values = []
    for cell in coded.dictionary.to_pylist():
        text = "" if cell is None else str(cell).strip()
        try:
            values.append(read(text))
        except (ValueError, KeyError, RuleError):
            row = coded.indices.to_pylist().index(len(values)) + 1
            raise Refusal(f"{path}: row {row}: {text[:40]!r} is not {_called(name)}") from None
    return pyarrow.array(values, pyarrow.int64()).take(coded.indices).to_numpy()


# -- writing -----------------------------------------------------------------------------------------------------------


def save_table(path: str, columns: Mapping[str, Any]) -> None:
    """Write a table as CSV, Parquet or JSON, all of it or nothing."""
    if path.endswith(".parquet"):
        parquet, made = arrow(), BytesIO()
        import pyarrow

        parquet.write_table(pyarrow.table(dict(columns)), made)
        save(path, made.getvalue())
        return
    plain = {name: column.tolist() if hasattr(column, "tolist") else column for name, column in columns.items()}
    if path.endswith(".json"):
        import json

        rows = (dict(zip(plain, row, strict=True)) for row in zip(*plain.values(), strict=True))
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        save(path, ("[" + ",\n ".join(lines) + "]\n").encode())
        return
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(plain)
    writer.writerows(zip(*plain.values(), strict=True))
    save(path, text.getvalue().encode())
