"""The tables of a rating period: lists and games out of CSV, Parquet, rating lists and folders of tournament files."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO, StringIO
from itertools import chain
from pathlib import Path

from rookery.cli.exits import Refusal
from rookery.cli.problems import brief, tally
from rookery.cli.saving import save
from rookery.cli.streams import remark
from rookery.csv_lines import UNICODE_TEXT, csv_lines, delimiter_of, encoding_of
from rookery.errors import FormatError, RookeryError, RuleError, Severity
from rookery.model import Ending, Result, Tournament
from rookery.rating.days import first_day
from rookery.rating.fide import rules_for
from rookery.rating.games import HALF_POINTS, judged
from rookery.rating.listed import UNRATED_THEN, Listed, Played
from rookery.rating.rate_of_play import rate_of_play
from rookery.rating.rating_rules import NotRated
from rookery.typed import Any, Generic, TypeVar
from rookery.values import frozen

Row = TypeVar("Row", Listed, Played)
_LONGEST_CELL = 18
"""What is longer is neither a number that fits in a table nor a day or a result."""
_WHOLE = re.compile("-?[0-9]+")
_FILES = (".trf", ".trfx", ".json", ".txt")


@frozen(slots=False)
class Columns(Generic[Row]):
    """A table by columns, and how to make its rows."""

    row: type[Row]
    columns: dict[str, Sequence[int]]

    def rows(self) -> Iterator[Row]:
        """The rows, one by one."""
        names = list(self.columns)
        for values in zip(*self.columns.values(), strict=True):
            yield self.row(**dict(zip(names, values, strict=True)))


def listed_players(path: str, kind: str) -> Columns[Listed]:
    """The players of a list: CSV, Parquet, a list that was imported, or a file that could be."""
    if path.endswith(".csv"):
        return Columns(Listed, _csv(path, Listed))
    if path.endswith(".parquet"):
        return Columns(Listed, _parquet(path, Listed))
    from rookery.lists import RatingList
    from rookery.lists.sources import opened, rows

    if path.endswith((".txt", ".xml", ".zip")):
        try:
            with opened(Path(path)) as (file, name):
                entries = [entry for _, entry in rows(file, name, None, None)]
        except FormatError as error:
            raise Refusal(f"{path}: {brief(error.problems)}") from None
    else:
        with RatingList(path) as ratings:
            entries = list(ratings)
    kept = [entry for entry in entries if entry.fide_id]
    return Columns(
        Listed,
        {
            "id": [entry.fide_id for entry in kept],
            "rating": [entry.rating(kind) for entry in kept],
            "k": [entry.k(kind) for entry in kept],
        },
    )


def played_games(
    path: str, players: Columns[Listed], kind: str, told: Callable[[int], None] | None
) -> tuple[Columns[Played], int]:
    """The games of the period, and how many there are beside that cannot count."""
    if Path(path).is_dir():
        return _folder(Path(path), players, kind, told)
    columns = _parquet(path, Played) if path.endswith(".parquet") else _csv(path, Played)
    return Columns(Played, columns), 0


# -- tables ------------------------------------------------------------------------------------------------------------


def _csv(path: str, row: type[Listed] | type[Played]) -> dict[str, Sequence[int]]:
    with open(path, "rb") as start:
        encoding = encoding_of(start.read(2))
    try:
        with open(path, encoding=encoding, newline="") as file:
            first = file.readline()
            rows = csv_lines(chain([first], file), delimiter_of(first))
            head = next(rows, (1, []))[1]
            return _collected(path, row, head, ((f"line {line}", cells) for line, cells in rows))
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


def _collected(
    path: str, row: type[Listed] | type[Played], head: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]
) -> dict[str, Sequence[int]]:
    """The columns we know of a table, as whole numbers; `fide_id` is `id`, and `result` becomes half points."""
    names = [{"fide_id": "id"}.get(title.strip().lower(), title.strip().lower()) for title in head]
    wanted = [(at, name) for at, name in enumerate(names) if name in row._fields or name == "result"]
    columns: dict[str, list[int]] = {name: [] for _, name in wanted}
    if len(columns) < len(wanted):
        raise Refusal(f"{path}: the heading names a column twice: {', '.join(head)}")
    if "result" in columns:
        columns |= {"half_points": [], "black_half_points": []}
    for where, cells in rows:
        if any(map(str.strip, cells[len(head) :])):
            raise Refusal(f"{path}: {where} has more cells than there are columns")
        _add_cells(columns, cells, wanted, f"{path}: {where}")
    columns.pop("result", None)
    missing = [name for name in row._fields if name not in row._field_defaults and name not in columns]
    if missing:
        raise Refusal(f"{path}: there is no column {missing[0]!r} in the heading")
    return {**columns}


def _add_cells(columns: dict[str, list[int]], cells: Sequence[str], wanted: list[tuple[int, str]], where: str) -> None:
    for at, name in wanted:
        text = cells[at].strip() if at < len(cells) else ""
        try:
            if len(text) > _LONGEST_CELL:
                raise ValueError
            if name == "result":
                result = Result.parse(text)
                columns["half_points"].append(HALF_POINTS[result.white])
                columns["black_half_points"].append(HALF_POINTS[result.black])
            elif name == "start" and not _WHOLE.fullmatch(text):
                from datetime import date

                columns[name].append(date.fromisoformat(text).toordinal() if text else 0)
            elif text and not _WHOLE.fullmatch(text):
                raise ValueError
            else:
                columns[name].append(int(text or 0))
        except (ValueError, KeyError, RuleError):
            raise Refusal(f"{where}: {text[:40]!r} is not a {name.replace('_', ' ')}") from None


def _arrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise Refusal("Parquet needs pyarrow (pip install rookery[parquet]); CSV needs nothing") from None
    return pyarrow.parquet


def _parquet(path: str, row: type[Listed] | type[Played]) -> dict[str, Sequence[int]]:
    try:
        table = _arrow().read_table(path)
    except (ValueError, OSError, NotImplementedError) as error:  # ArrowInvalid and its like are ValueErrors
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise Refusal(f"{path}: this cannot be read as Parquet ({str(error).splitlines()[0][:100]})") from None
    texts = [["" if cell is None else str(cell) for cell in column.to_pylist()] for column in table.columns]
    rows = ((f"row {number}", cells) for number, cells in enumerate(zip(*texts, strict=True), 1))
    return _collected(path, row, table.column_names, rows)


def save_table(path: str, columns: dict[str, list[int]]) -> None:
    """Write a table as CSV, Parquet or JSON, all of it or nothing."""
    if path.endswith(".json"):
        save(path, _as_json(columns).encode())
        return
    if path.endswith(".parquet"):
        parquet, made = _arrow(), BytesIO()
        import pyarrow

        parquet.write_table(pyarrow.table(columns), made)
        save(path, made.getvalue())
        return
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    save(path, text.getvalue().encode())


def _as_json(columns: dict[str, list[int]]) -> str:
    """A line for each player, in the form that the library gives."""
    import json

    from rookery.answers.data import formed

    rows = (formed("rated", dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True))
    return "[" + ",\n ".join(map(json.dumps, rows)) + "]\n"


# -- tournament files --------------------------------------------------------------------------------------------------


def _folder(
    folder: Path, players: Columns[Listed], kind: str, told: Callable[[int], None] | None
) -> tuple[Columns[Played], int]:
    """The games of every tournament of this kind in a folder."""
    import rookery

    ratings = dict(zip(players.columns["id"], players.columns.get("rating", ()), strict=False))
    found: list[Played] = []
    skipped, files = 0, sorted(path for path in folder.iterdir() if path.suffix.lower() in _FILES)
    for number, path in enumerate(files, 1):
        try:
            reading = rookery.load(path)
        except RookeryError:
            remark(f"{path} is no tournament, and was left out")
            continue
        tournament = reading.tournament
        errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
        if errors:
            remark(f"{path} has {tally(errors)}: what could be read of it is rated; rookery validate {path} shows more")
        games, left = _tournament(tournament, number, ratings, kind)
        found += games
        skipped += left
        if told:
            told(len(found))
    columns = {name: [getattr(game, name) for game in found] for name in Played._fields}
    return Columns(Played, {**columns}), skipped


def _tournament(tournament: Tournament, number: int, ratings: dict[int, int], kind: str) -> tuple[list[Played], int]:
    """The games of one tournament by FIDE number, and how many of those played cannot count."""
    pace, start = rate_of_play(tournament.event), tournament.event.start
    day = first_day(start) if start else None
    own = {player.id: player.official_rating or None for player in tournament.players}
    who = {player.id: player.fide_id or 0 for player in tournament.players}
    found, skipped, any_rated = [], 0, any(own.values())

    def rating_of(one: int) -> int:
        """As at the start; a player rated since is unrated for the others (B.02 8.2.4)."""
        return own[one] or (UNRATED_THEN if any_rated and ratings.get(who[one]) else 0)

    for game in judged(tournament, own, rules_for(kind, day), pace):
        fits = game.reason in (None, NotRated.ONE_UNRATED, NotRated.BOTH_UNRATED, NotRated.TOO_UNEVEN)
        if fits and (pace is None or pace.kind == kind) and who[game.white] in ratings and who[game.black] in ratings:
            white, black = game.half_points
            sides = (who[game.white], who[game.black], white, black, rating_of(game.white), rating_of(game.black))
            found.append(Played(*sides, day.toordinal() if day else 0, number))
        elif game.result.white in (Ending.WIN, Ending.DRAW, Ending.LOSS):
            skipped += 1
    return found, skipped
