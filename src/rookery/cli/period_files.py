"""Files of a rating period: the list before it, the games of tables and reports, the list after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any

from rookery.cli.console import count_by_severity, first_problem_line
from rookery.cli.errors import CommandError
from rookery.cli.period_tables import GAME_FIELDS, LIST_FIELDS, load_table, save_table
from rookery.errors import FormatError, RookeryError, Severity, UnsupportedError
from rookery.rating.fide import KINDS
from rookery.rating.rows import ListGame, PoolMonth
from rookery.rating_periods.full_list import (
    EMPTY_POOL,
    KIND_SUFFIXES,
    PERSON_COLUMNS,
    Column,
    FullList,
    first_day_of_month,
    format_pool,
    from_entries,
    parse_pool,
)
from rookery.rating_periods.reports import NotCounted, ReportGames, read_pgn_report, read_report

REPORT_SUFFIXES = (".trf", ".trfx", ".json", ".txt", ".pgn")
Games = dict[str, Mapping[str, Column]]
"""The games of a period by kind, as columns."""


def load_full_list(path: str, kind: str) -> tuple[FullList, list[NotCounted]]:
    """Load the list before a period: CSV or Parquet (of one kind, or complete), an imported list, or FIDE's file.

    Entries without a FIDE number are returned as not counted.
    """
    if path.endswith((".csv", ".parquet")):
        return _load_list_table(path, kind), []
    from rookery.rating_lists import RatingList
    from rookery.rating_lists.sources import find_month, first_line, open_list, read_list

    if path.endswith((".txt", ".xml", ".zip")):
        try:
            with open_list(Path(path)) as (file, name):
                month = find_month(f"{Path(path).name} {name}", first_line(file))
                entries = [entry for _, entry in read_list(file, name).rows]
        except FormatError as error:
            raise CommandError(f"{path}: {first_problem_line(error.problems)}") from None
    else:
        with RatingList(path) as ratings:
            month, entries = ratings.month, list(ratings)
    unnumbered = [entry for entry in entries if not entry.fide_id]
    not_counted = [NotCounted(path, white=entry.name, why="no FIDE number", article="B.03 1.2") for entry in unnumbered]
    return from_entries(entries, month), not_counted


def _load_list_table(path: str, kind: str) -> FullList:
    columns = load_table(path, LIST_FIELDS, kind)
    months = set(columns.pop("month", ()))
    if len(months) > 1:
        raise CommandError(f"{path}: the list has several months: {', '.join(sorted(months)[:3])}")
    pools: dict[str, Mapping[str, Column]] = {}
    for kind_name in KINDS:
        if (cells := columns.pop(f"{kind_name}_pool", None)) is not None:
            pools[kind_name] = _pool_table(path, columns["fide_id"], cells)
    month = months.pop() if months else ""
    if month:
        first_day_of_month(month)
    return FullList(month, columns, pools)


def _pool_table(path: str, ids: Column, cells: Iterable[str]) -> dict[str, Column]:
    pool_rows = list[tuple[int, ...]]()
    for row, (fide_id, cell) in enumerate(zip(ids, cells, strict=True), 1):
        if cell:
            try:
                pool_rows += [(int(fide_id), *pool_month) for pool_month in parse_pool(cell)]
            except ValueError:
                raise CommandError(
                    f"{path}: player {row}: {cell[:40]!r} is no pool of games, as 2026-05:3:5400:2"
                ) from None
    return {name: [pool_row[column_index] for pool_row in pool_rows] for column_index, name in enumerate(EMPTY_POOL)}


def save_list(path: str, ratings: FullList) -> None:
    """Write a complete list in the form that the next period reads."""
    columns: dict[str, Any] = {name: ratings.columns[name] for name in PERSON_COLUMNS if name in ratings.columns}
    if ratings.month:
        columns["month"] = [ratings.month] * len(ratings)
    for kind in ratings.kinds:
        for name in (kind, *(f"{kind}_{suffix}" for suffix in KIND_SUFFIXES)):
            if name in ratings.columns:
                columns[name] = ratings.columns[name]
        columns[f"{kind}_pool"] = _pool_cells(ratings, kind)
    save_table(path, columns)


def _pool_cells(ratings: FullList, kind: str) -> list[str]:
    pool = ratings.pools.get(kind, EMPTY_POOL)
    rows = sorted(zip(*map(to_list, pool.values()), strict=True))
    texts = {
        fide_id: format_pool(PoolMonth(*row[1:]) for row in months)
        for fide_id, months in groupby(rows, key=lambda row: row[0])
    }
    ids = ratings.columns["fide_id"]
    if not texts:
        return [""] * len(ids)
    return [texts.get(fide_id, "") for fide_id in to_list(ids)]


# -- games -------------------------------------------------------------------------------------------------------------


def load_games(
    path: str, ratings: FullList, kind: str | None, month: str, report_progress: Callable[[int], None] | None
) -> tuple[Games, list[NotCounted]]:
    """Return the games of the period by kind, and every file and game that is not counted."""
    if not Path(path).is_dir() and not path.endswith(REPORT_SUFFIXES):
        columns, not_counted = _split_later_games(load_table(path, GAME_FIELDS), month, path)
        return {kind or "standard": columns}, not_counted
    files, not_counted = find_reports(Path(path))
    games_by_kind: dict[str, list[ListGame]] = {}
    names_by_identity: dict[object, str] = {}
    ratings_by_id = _ratings_by_id(ratings, kind or "standard")
    for number, file in enumerate(files, 1):
        report, report_faults = load_report(file, ratings_by_id, number, kind)
        not_counted += report_faults
        if report is not None:
            if later := list_date_faults(report, month):
                not_counted += later
                continue
            if (
                report.identity
                and (first_name := names_by_identity.setdefault(report.identity, report.name)) != report.name
            ):
                not_counted.append(duplicate_fault(report, first_name))
                continue
            games_by_kind.setdefault(report.kind, []).extend(report.games)
            not_counted += report.not_counted
        if report_progress:
            report_progress(sum(map(len, games_by_kind.values())))
    return {
        kind_name: game_columns(games) for kind_name, games in (games_by_kind or {kind or "standard": []}).items()
    }, not_counted


def find_reports(folder_or_file: Path) -> tuple[list[Path], list[NotCounted]]:
    """Return the reports of a folder, or the one file, and what is not read: other files and subfolders."""
    is_single_file = not folder_or_file.is_dir()  # in a folder there may be other things
    files, not_counted = list[Path](), list[NotCounted]()
    for path in [folder_or_file] if is_single_file else sorted(folder_or_file.iterdir()):
        if path.is_dir():
            reason = "a folder in the folder: its files are not read; name it by itself"
            not_counted.append(NotCounted(str(path), why=reason, mendable=not path.name.startswith(".")))
        elif path.suffix.lower() not in REPORT_SUFFIXES:
            not_counted.append(
                NotCounted(str(path), why="a file of another kind: no tournament report", mendable=is_single_file)
            )
        else:
            files.append(path)
    return files, not_counted


def list_date_faults(report: ReportGames, month: str) -> list[NotCounted]:
    """Return a fault if the report begins on the day of the list or later."""
    if not month or not report.start or report.start < first_day_of_month(month):
        return []
    reason = f"it begins on {report.start.isoformat()}, not before the list of {month}"
    return [NotCounted(report.name, why=reason, mendable=True)]


def duplicate_fault(report: ReportGames, first_name: str) -> NotCounted:
    """Return the fault of a report whose games were already counted from another file."""
    return NotCounted(report.name, why=f"the same games as {first_name}: they count once", mendable=True)


def load_report(
    file: Path, ratings_by_id: Mapping[int, int], number: int, kind: str | None, *, by_list: bool = False
) -> tuple[ReportGames | None, list[NotCounted]]:
    """Return the games of one report, and the faults of the file."""
    import rookery

    try:
        if file.suffix.lower() == ".pgn":
            text = file.read_bytes().decode("utf-8", "replace")
            report = read_pgn_report(text, ratings_by_id, name=str(file), number=number, kind=kind)
            empty = not report.games and not report.not_counted
            return report, [NotCounted(str(file), why="no game in it", mendable=True)] * empty
        reading = rookery.load(file)
        report = read_report(
            reading.tournament, ratings_by_id, name=str(file), number=number, kind=kind, by_list=by_list
        )
    except UnsupportedError as error:
        return None, [NotCounted(str(file), why=str(error), mendable=True)]
    except OSError as error:
        return None, [NotCounted(str(file), why=f"cannot be read: {error.strerror}", article="", mendable=True)]
    except RookeryError as error:
        reason = first_problem_line(error.problems) if isinstance(error, FormatError) else str(error)
        return None, [NotCounted(str(file), why=f"no tournament: {reason}", mendable=True)]
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    reason = f"{count_by_severity(errors)}: what could be read is rated; rookery validate shows more"
    not_counted = [NotCounted(str(file), why=reason, mendable=True)] * bool(errors)
    return report, not_counted


def _ratings_by_id(ratings: FullList, kind: str) -> dict[int, int]:
    """Return the ratings of the list by FIDE number; the standard rating where another kind is missing."""
    ids = ratings.columns["fide_id"]
    zeros = [0] * len(ratings)
    columns = ratings.columns.get(kind, zeros), ratings.columns.get("standard", zeros)
    return {int(fide_id): int(rating or standard) for fide_id, rating, standard in zip(ids, *columns, strict=True)}


def game_columns(games: Iterable[ListGame]) -> dict[str, Column]:
    """Return the games as columns."""
    game_list = list(games)
    return {name: [getattr(game, name) for game in game_list] for name in ListGame._fields}


def split_unlisted_games(
    games: Mapping[str, Column], ratings: FullList, file: str
) -> tuple[dict[str, Column], list[NotCounted]]:
    """Return the games of a table between listed players, and the others as not counted."""
    listed_ids = set(to_list(ratings.columns["fide_id"]))
    sides = zip(to_list(games["white"]), to_list(games["black"]), strict=True)
    reasons = [
        ""
        if white in listed_ids and black in listed_ids
        else f"{'Black' if white in listed_ids else 'White'} is not on the list"
        for white, black in sides
    ]
    return _split_by_reason(games, file, reasons, "B.03 1.2")


def _split_later_games(
    games: Mapping[str, Column], month: str, file: str
) -> tuple[Mapping[str, Column], list[NotCounted]]:
    """Return the games of events that begin before the day of the list, and the others as not counted."""
    starts: Any = games.get("start", ())
    if not month or not len(starts):
        return games, []
    day = first_day_of_month(month).toordinal()
    if (starts.max() if hasattr(starts, "max") else max(starts)) < day:
        return games, []
    reasons = [
        f"it begins on {date.fromordinal(start).isoformat()}, not before the list of {month}" if start >= day else ""
        for start in to_list(starts)
    ]
    return _split_by_reason(games, file, reasons, "")


def _split_by_reason(
    games: Mapping[str, Column], file: str, reasons: Sequence[str], article: str
) -> tuple[dict[str, Column], list[NotCounted]]:
    """Return the games of a table without a reason against them, and the others, row by row, as not counted."""
    sides = to_list(games["white"]), to_list(games["black"])
    not_counted = [
        NotCounted(file, row, str(white), str(black), "", reason, article, True)
        for row, (white, black, reason) in enumerate(zip(*sides, reasons, strict=True), 1)
        if reason
    ]
    columns = {
        name: [cell for cell, reason in zip(to_list(column), reasons, strict=True) if not reason]
        for name, column in games.items()
    }
    return columns, not_counted


def to_list(column: Column) -> Any:
    """Return a column as a list."""
    return column.tolist() if hasattr(column, "tolist") else column
