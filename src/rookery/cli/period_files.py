"""What a rating period is made of: the list before it, the games of tables and reports, the list after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path

from rookery.cli.exits import Refusal
from rookery.cli.period_tables import GAME_FIELDS, LIST_FIELDS, save_table, table
from rookery.cli.problems import brief, tally
from rookery.errors import FormatError, RookeryError, Severity, Unsupported
from rookery.periods.full_list import (
    ABOUT_KIND,
    NO_POOL,
    PERSON,
    Column,
    FullList,
    from_entries,
    month_day,
    pool_read,
    pool_text,
)
from rookery.periods.reports import NotCounted, ReportGames, pgn_report, report_games
from rookery.rating.fide import KINDS
from rookery.rating.listed import Played, PoolMonth
from rookery.typed import Any

FILES = (".trf", ".trfx", ".json", ".txt", ".pgn")
Games = dict[str, Mapping[str, Column]]
"""The games of a period by kind, as columns."""


def full_list(path: str, kind: str) -> tuple[FullList, list[NotCounted]]:
    """The list before a period: CSV or Parquet (of one kind, or complete), an imported list, FIDE's own files.

    Whom it has without a FIDE number is not counted.
    """
    if path.endswith((".csv", ".parquet")):
        return _from_table(path, kind), []
    from rookery.lists import RatingList
    from rookery.lists.months import month_of
    from rookery.lists.sources import beginning, opened, rows

    if path.endswith((".txt", ".xml", ".zip")):
        try:
            with opened(Path(path)) as (file, name):
                month = month_of(f"{Path(path).name} {name}", beginning(file))
                entries = [entry for _, entry in rows(file, name)]
        except FormatError as error:
            raise Refusal(f"{path}: {brief(error.problems)}") from None
    else:
        with RatingList(path) as ratings:
            month, entries = ratings.month, list(ratings)
    nameless = [one for one in entries if not one.fide_id]
    left = [NotCounted(path, white=one.name, why="no FIDE number", article="B.03 1.2") for one in nameless]
    return from_entries(entries, month), left


def _from_table(path: str, kind: str) -> FullList:
    columns = table(path, LIST_FIELDS, kind)
    months = set(columns.pop("month", ()))
    if len(months) > 1:
        raise Refusal(f"{path}: the list has several months: {', '.join(sorted(months)[:3])}")
    pools: dict[str, Mapping[str, Column]] = {}
    for one in KINDS:
        if (cells := columns.pop(f"{one}_pool", None)) is not None:
            pools[one] = _pool_table(path, columns["fide_id"], cells)
    month = months.pop() if months else ""
    if month:
        month_day(month)
    return FullList(month, columns, pools)


def _pool_table(path: str, ids: Column, cells: Iterable[str]) -> dict[str, Column]:
    flat = list[tuple[int, ...]]()
    for row, (one, cell) in enumerate(zip(ids, cells, strict=True), 1):
        if cell:
            try:
                flat += [(int(one), *part) for part in pool_read(cell)]
            except ValueError:
                raise Refusal(f"{path}: player {row}: {cell[:40]!r} is no pool of games, as 2026-05:3:5400:2") from None
    return {name: [each[at] for each in flat] for at, name in enumerate(NO_POOL)}


def save_list(path: str, ratings: FullList) -> None:
    """Write a complete list, as the next period takes it."""
    columns: dict[str, Any] = {name: ratings.columns[name] for name in PERSON if name in ratings.columns}
    if ratings.month:
        columns["month"] = [ratings.month] * len(ratings)
    for kind in ratings.kinds:
        for name in (kind, *(f"{kind}_{one}" for one in ABOUT_KIND)):
            if name in ratings.columns:
                columns[name] = ratings.columns[name]
        columns[f"{kind}_pool"] = _pool_cells(ratings, kind)
    save_table(path, columns)


def _pool_cells(ratings: FullList, kind: str) -> list[str]:
    pool = ratings.pools.get(kind, NO_POOL)
    rows = sorted(zip(*map(plain, pool.values()), strict=True))
    texts = {one: pool_text(PoolMonth(*row[1:]) for row in some) for one, some in groupby(rows, key=lambda row: row[0])}
    ids = ratings.columns["fide_id"]
    if not texts:
        return [""] * len(ids)
    return [texts.get(one, "") for one in plain(ids)]


# -- games -------------------------------------------------------------------------------------------------------------


def games_of(
    path: str, ratings: FullList, kind: str | None, month: str, told: Callable[[int], None] | None
) -> tuple[Games, list[NotCounted]]:
    """The games of the period by kind, and every file and game that is not counted."""
    if not Path(path).is_dir() and not path.endswith(FILES):
        played, left = _without_later(table(path, GAME_FIELDS), month, path)
        return {kind or "standard": played}, left
    files, left = reports_in(Path(path))
    found: dict[str, list[Played]] = {}
    seen: dict[object, str] = {}
    known = _ratings(ratings, kind or "standard")
    for number, file in enumerate(files, 1):
        report, faults = report_of(file, known, number, kind)
        left += faults
        if report is not None:
            if later := too_new(report, month):
                left += later
                continue
            if report.identity and (before := seen.setdefault(report.identity, report.name)) != report.name:
                left.append(twice(report, before))
                continue
            found.setdefault(report.kind, []).extend(report.games)
            left += report.not_counted
        if told:
            told(sum(map(len, found.values())))
    return {one: played_columns(games) for one, games in (found or {kind or "standard": []}).items()}, left


def reports_in(place: Path) -> tuple[list[Path], list[NotCounted]]:
    """The reports of a folder, or the one file, and what is not read: files of another kind, and folders inside."""
    named = not place.is_dir()  # in a folder there may be other things
    files, left = list[Path](), list[NotCounted]()
    for one in [place] if named else sorted(place.iterdir()):
        if one.is_dir():
            why = "a folder in the folder: its files are not read; name it by itself"
            left.append(NotCounted(str(one), why=why, mendable=not one.name.startswith(".")))
        elif one.suffix.lower() not in FILES:
            left.append(NotCounted(str(one), why="a file of another kind: no tournament report", mendable=named))
        else:
            files.append(one)
    return files, left


def too_new(report: ReportGames, month: str) -> list[NotCounted]:
    """What is said of a report that cannot be in a list, since it begins on its day or later."""
    if not month or not report.start or report.start < month_day(month):
        return []
    why = f"it begins on {report.start.isoformat()}, not before the list of {month}"
    return [NotCounted(report.name, why=why, mendable=True)]


def twice(report: ReportGames, before: str) -> NotCounted:
    """What is said of a report whose games were taken already."""
    return NotCounted(report.name, why=f"the same games as {before}: they count once", mendable=True)


def report_of(
    file: Path, known: Mapping[int, int], number: int, kind: str | None, *, by_list: bool = False
) -> tuple[ReportGames | None, list[NotCounted]]:
    """The games of one report, and what is to be said of the file."""
    import rookery

    try:
        if file.suffix.lower() == ".pgn":
            text = file.read_bytes().decode("utf-8", "replace")
            report = pgn_report(text, known, name=str(file), number=number, kind=kind)
            empty = not report.games and not report.not_counted
            return report, [NotCounted(str(file), why="no game in it", mendable=True)] * empty
        reading = rookery.load(file)
        report = report_games(reading.tournament, known, name=str(file), number=number, kind=kind, by_list=by_list)
    except Unsupported as error:
        return None, [NotCounted(str(file), why=str(error), mendable=True)]
    except OSError as error:
        return None, [NotCounted(str(file), why=f"cannot be read: {error.strerror}", article="", mendable=True)]
    except RookeryError as error:
        why = brief(error.problems) if isinstance(error, FormatError) else str(error)
        return None, [NotCounted(str(file), why=f"no tournament: {why}", mendable=True)]
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    why = f"{tally(errors)}: what could be read is rated; rookery validate shows more"
    left = [NotCounted(str(file), why=why, mendable=True)] * bool(errors)
    return report, left


def _ratings(ratings: FullList, kind: str) -> dict[int, int]:
    """The ratings of the list by number, the standard one where another is missing."""
    ids = ratings.columns["fide_id"]
    none = [0] * len(ratings)
    both = ratings.columns.get(kind, none), ratings.columns.get("standard", none)
    return {int(one): int(own or other) for one, own, other in zip(ids, *both, strict=True)}


def played_columns(games: Iterable[Played]) -> dict[str, Column]:
    """Games by columns."""
    kept = list(games)
    return {name: [getattr(game, name) for game in kept] for name in Played._fields}


def without_strangers(
    games: Mapping[str, Column], ratings: FullList, file: str
) -> tuple[dict[str, Column], list[NotCounted]]:
    """The games of a table without those of people who are not on the list, and these."""
    known = set(plain(ratings.columns["fide_id"]))
    sides = zip(plain(games["white"]), plain(games["black"]), strict=True)
    why = ["" if white in known and black in known else f"{'Black' if white in known else 'White'} is not on the list"
           for white, black in sides]  # fmt: skip
    return _sifted(games, file, why, "B.03 1.2")


def _without_later(games: Mapping[str, Column], month: str, file: str) -> tuple[Mapping[str, Column], list[NotCounted]]:
    """The games of a table without those of events that begin on the day of the list or later, and these."""
    starts: Any = games.get("start", ())
    if not month or not len(starts):
        return games, []
    day = month_day(month).toordinal()
    if (starts.max() if hasattr(starts, "max") else max(starts)) < day:
        return games, []
    why = [f"it begins on {date.fromordinal(start).isoformat()}, not before the list of {month}" if start >= day else ""
           for start in plain(starts)]  # fmt: skip
    return _sifted(games, file, why, "")


def _sifted(
    games: Mapping[str, Column], file: str, why: Sequence[str], article: str
) -> tuple[dict[str, Column], list[NotCounted]]:
    """The games of a table against which nothing is said, and the others, row by row."""
    sides = plain(games["white"]), plain(games["black"])
    left = [
        NotCounted(file, row, str(white), str(black), "", reason, article, True)
        for row, (white, black, reason) in enumerate(zip(*sides, why, strict=True), 1)
        if reason
    ]
    columns = {
        name: [one for one, reason in zip(plain(column), why, strict=True) if not reason]
        for name, column in games.items()
    }
    return columns, left


def plain(column: Column) -> Any:
    """A column as a list."""
    return column.tolist() if hasattr(column, "tolist") else column
