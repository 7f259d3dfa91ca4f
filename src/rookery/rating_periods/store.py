"""Store of rating months: an SQLite file with persons, their standings on each list, reports and games.

A standing is kept for the months in which it changed; on any other list it is that of the last month before. Months are
counted from the year 0 (`rookery.rating.dates.month_number`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from rookery.errors import RookeryError, RuleError
from rookery.messages import msg
from rookery.rating.dates import month_number
from rookery.rating.fide import KINDS, rules_for
from rookery.rating.rows import ListGame, PoolMonth
from rookery.rating_periods.full_list import (
    EMPTY_POOL,
    PERSON_COLUMNS,
    Column,
    FullList,
    format_pool,
    month_day,
    month_text,
    parse_pool,
)
from rookery.rating_periods.reports import NotCounted, ReportGames, report_identity

SCHEMA_VERSION = 1
_TABLES = f"""
CREATE TABLE about (form INTEGER NOT NULL);
CREATE TABLE people (fide_id INTEGER PRIMARY KEY, {", ".join(f"{name} NOT NULL" for name in PERSON_COLUMNS[1:])});
CREATE TABLE lists (month INTEGER PRIMARY KEY, source TEXT NOT NULL);
CREATE TABLE standings (
  kind TEXT NOT NULL, id INTEGER NOT NULL, month INTEGER NOT NULL, rating INTEGER NOT NULL, games INTEGER NOT NULL,
  k INTEGER NOT NULL, career INTEGER NOT NULL, highest INTEGER NOT NULL, begun INTEGER NOT NULL, pool TEXT NOT NULL,
  PRIMARY KEY (kind, id, month)) WITHOUT ROWID;
CREATE TABLE reports (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, month INTEGER NOT NULL, start INTEGER NOT NULL,
  late INTEGER NOT NULL);
CREATE INDEX reports_by_month ON reports (month, kind);
CREATE TABLE games (
  report INTEGER NOT NULL, place INTEGER NOT NULL, white INTEGER NOT NULL, black INTEGER NOT NULL,
  half_points INTEGER NOT NULL, black_half_points INTEGER NOT NULL, start INTEGER NOT NULL,
  PRIMARY KEY (report, place)) WITHOUT ROWID;
CREATE TABLE not_counted (
  report INTEGER NOT NULL, round INTEGER, white TEXT, black TEXT, result TEXT, why TEXT, article TEXT, mendable INTEGER)
"""
_STANDING_COLUMNS = "rating, games, k, career, highest, begun, pool"
_SQLITE_INTEGER_LIMIT = 1 << 63
"""The first integer that SQLite cannot store; FIDE numbers are smaller."""


class StoredReport(NamedTuple):
    """A report for a list: its file, kind, first day (0: unknown), games, and number of games not counted by
    reason.
    """

    number: int
    name: str
    kind: str
    start: int
    late: bool
    games: int
    left: tuple[tuple[str, str, int], ...]


class Standing(NamedTuple):
    """Standing of a player on one list of one kind; `month` is when it last changed, `games` are those of that
    month.
    """

    month: int = 0
    rating: int = 0
    games: int = 0
    k: int = 0
    career: int = 0
    highest: int = 0
    begun: int = 0
    pool: tuple[PoolMonth, ...] = ()


class StoredGame(NamedTuple):
    """A game of a month with the number of its report."""

    report: int
    game: ListGame


class MonthStore:
    """A store of rating months; created with `fresh`."""

    def __init__(self, path: str | os.PathLike[str], *, fresh: bool = False) -> None:
        place = Path(path)
        if fresh and place.exists():
            raise RuleError(
                msg("there is something at %(place)s already; a new store needs a name of its own", place=str(place))
            )
        if not fresh and not place.is_file():
            raise RuleError(
                msg(
                    "there is no store of rating months at %(place)s; rookery periods start makes one", place=str(place)
                )
            )
        self.connection = sqlite3.connect(place, isolation_level=None)
        try:
            self._open_database(place, fresh)
        except BaseException:
            self.connection.close()
            raise

    def _open_database(self, place: Path, fresh: bool) -> None:
        """Create the tables of a fresh store, and check that the file is a store of this form."""
        if fresh:
            for statement in _TABLES.split(";\n"):
                self.connection.execute(statement)
            self.connection.execute("INSERT INTO about VALUES (?)", (SCHEMA_VERSION,))
        try:
            (form,) = self.connection.execute("SELECT form FROM about").fetchone()
            self.connection.execute("SELECT month FROM lists LIMIT 1")  # a rating list has a table of this name, too
        except (sqlite3.DatabaseError, TypeError):
            raise RuleError(
                msg("%(place)s is no store of rating months; rookery periods start makes one", place=str(place))
            ) from None
        if form != SCHEMA_VERSION:
            raise RookeryError(msg("%(place)s was made by another version", place=str(place)))

    def __enter__(self) -> MonthStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything written inside the block, or roll it back on an exception."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    # -- lists ---------------------------------------------------------------------------------------------------------

    def months(self) -> list[int]:
        """Return the months that have a list, in order."""
        return [month for (month,) in self.connection.execute("SELECT month FROM lists ORDER BY month")]

    def last_month(self) -> int:
        """Return the month of the newest list."""
        months = self.months()
        if not months:
            raise RuleError(msg("there is no list in this store yet"))
        return months[-1]

    def start(self, ratings: FullList, source: str) -> None:
        """Store the first list with all its players."""
        if self.months():
            raise RuleError(msg("this store has its first list already"))
        if not ratings.month:
            raise RuleError(msg("the month of the first list has to be known"))
        month = month_number(month_day(ratings.month))
        with self.transaction():
            self.connection.execute("INSERT INTO lists VALUES (?, ?)", (month, source))
            self.add_people(ratings)
            for kind in ratings.kinds:
                self.save_standings(kind, month, dict(_iter_standings(ratings, kind, month)))

    def add_people(self, ratings: FullList) -> None:
        """Add the persons of a list, and update those already known."""
        none: dict[str, object] = {"born": 0, "inactive": 0}
        columns = [ratings.columns.get(name) for name in PERSON_COLUMNS]
        cells = [_as_list(column) if column is not None else [none.get(name, "")] * len(ratings)
                 for name, column in zip(PERSON_COLUMNS, columns, strict=True)]  # fmt: skip
        marks = ", ".join("?" * len(PERSON_COLUMNS))
        self.connection.executemany(f"INSERT OR REPLACE INTO people VALUES ({marks})", zip(*cells, strict=True))

    def people(self) -> dict[int, dict[str, object]]:
        """Return all persons by number."""
        rows = self.connection.execute(f"SELECT {', '.join(PERSON_COLUMNS)} FROM people ORDER BY fide_id")
        return {row[0]: dict(zip(PERSON_COLUMNS, row, strict=True)) for row in rows}

    def person(self, player_id: int) -> dict[str, object]:
        """Return one person; raise RuleError if there is none with this number."""
        sql = f"SELECT {', '.join(PERSON_COLUMNS)} FROM people WHERE fide_id = ?"
        row = self.connection.execute(sql, (player_id,)).fetchone() if 0 < player_id < _SQLITE_INTEGER_LIMIT else None
        if row is None:
            raise RuleError(msg("there is no player %(one)s in this store", one=player_id), participants=(player_id,))
        return dict(zip(PERSON_COLUMNS, row, strict=True))

    # -- standings -----------------------------------------------------------------------------------------------------

    def save_standings(self, kind: str, month: int, standings: Mapping[int, Standing]) -> None:
        """Write standings that a month brought."""
        rows = (
            (kind, player_id, month, s.rating, s.games, s.k, s.career, s.highest, s.begun, format_pool(s.pool))
            for player_id, s in standings.items()
        )
        self.connection.executemany(f"INSERT OR REPLACE INTO standings VALUES ({', '.join('?' * 10)})", rows)

    def standings(self, kind: str, month: int, player_ids: Iterable[int] | None = None) -> dict[int, Standing]:
        """Return the standings on the list of a month, of all or some players; players never listed are missing."""
        columns = f"id, max(month), {_STANDING_COLUMNS}"
        if player_ids is None:
            sql = f"SELECT {columns} FROM standings WHERE kind = ? AND month <= ? GROUP BY id"
            rows: Iterable[tuple[object, ...]] = self.connection.execute(sql, (kind, month))
        else:
            sql = f"SELECT id, month, {_STANDING_COLUMNS} FROM standings WHERE kind = ? AND id = ? AND month <= ?"
            tail = " ORDER BY month DESC LIMIT 1"
            rows = (
                row
                for player_id in set(player_ids)
                for row in self.connection.execute(sql + tail, (kind, player_id, month))
            )
        return {int(str(row[0])): _parse_standing(row[1:]) for row in rows}

    def players_with_pool_before(self, kind: str, month: int, earliest: str) -> set[int]:
        """Return unrated players of a list whose pool has games before `earliest`; a pool begins with its oldest
        month.
        """
        latest = "SELECT id, max(month), rating, pool FROM standings WHERE kind = ? AND month <= ? GROUP BY id"
        sql = f"SELECT id FROM ({latest}) WHERE rating = 0 AND pool <> '' AND pool < ?"
        return {player_id for (player_id,) in self.connection.execute(sql, (kind, month, earliest))}

    def players_changed_in(self, kind: str, month: int) -> set[int]:
        """Return the players whose standing changed in a month."""
        rows = self.connection.execute("SELECT id FROM standings WHERE kind = ? AND month = ?", (kind, month))
        return {player_id for (player_id,) in rows}

    def history(self, kind: str, player_id: int) -> list[Standing]:
        """Return the standings of a player in the months in which they changed."""
        sql = f"SELECT month, {_STANDING_COLUMNS} FROM standings WHERE kind = ? AND id = ? ORDER BY month"
        return [_parse_standing(row) for row in self.connection.execute(sql, (kind, player_id))]

    def full_list(self, month: int) -> FullList:
        """Return the complete list of a month."""
        if month not in self.months():
            raise RuleError(msg("there is no list of %(month)s in this store", month=month_text(month)))
        people = self.people()
        columns: dict[str, Column] = {name: [person[name] for person in people.values()] for name in PERSON_COLUMNS}
        pools: dict[str, Mapping[str, Column]] = {}
        for kind in KINDS:
            standings = self.standings(kind, month)
            if not standings:
                continue
            rows = [standings.get(player_id, Standing()) for player_id in people]
            ks = [published_k(kind, row, int(str(person["born"])), month)
                  for row, person in zip(rows, people.values(), strict=True)]  # fmt: skip
            columns[kind], columns[f"{kind}_k"] = [row.rating for row in rows], ks
            columns[f"{kind}_games"] = [row.games * (row.month == month) for row in rows]
            for name in ("career", "highest", "begun"):
                columns[f"{kind}_{name}"] = [getattr(row, name) for row in rows]
            flat = [(player_id, *part) for player_id, row in zip(people, rows, strict=True) for part in row.pool]
            pools[kind] = {name: [pool_row[index] for pool_row in flat] for index, name in enumerate(EMPTY_POOL)}
        return FullList(month_text(month), columns, pools)

    # -- reports -------------------------------------------------------------------------------------------------------

    def add_report(self, report: ReportGames, month: int, *, late: bool = False) -> int:
        """Add a report for the list of a month and return its number."""
        start = report.start.toordinal() if report.start else 0
        sql = "INSERT INTO reports (name, kind, month, start, late) VALUES (?, ?, ?, ?, ?)"
        number = self.connection.execute(sql, (report.name, report.kind, month, start, int(late))).lastrowid
        assert number is not None
        rows = ((number, place, *game[:4], game.start) for place, game in enumerate(report.games))
        self.connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        self.add_not_counted(number, report.not_counted)
        return number

    def find_duplicate(self, report: ReportGames) -> str:
        """Return the name and month of a stored report with the same games, or an empty string."""
        sql = "SELECT number, name, month FROM reports WHERE kind = ? AND start = ?"
        start = report.start.toordinal() if report.start else 0
        for number, name, month in self.connection.execute(sql, (report.kind, start)).fetchall():
            games = self.connection.execute(
                f"SELECT {', '.join(ListGame._fields[:4])} FROM games WHERE report = ?", (number,)
            )
            if report.identity and report_identity(name, report.kind, start, games) == report.identity:
                return f"{name} for the list of {month_text(month)}"
        return ""

    def add_not_counted(self, number: int, not_counted: Iterable[NotCounted]) -> None:
        """Store what a report leaves out; its number is 0 for a file that is not a report."""
        rows = ((number, *game[1:]) for game in not_counted)
        self.connection.executemany(f"INSERT INTO not_counted VALUES ({', '.join('?' * 8)})", rows)

    def games(self, kind: str, month: int) -> list[StoredGame]:
        """Return the games rated for the list of a month, report by report."""
        sql = (
            "SELECT report, white, black, half_points, black_half_points, games.start FROM reports"
            " JOIN games ON report = number WHERE month = ? AND kind = ? ORDER BY number, place"
        )
        return [
            StoredGame(number, ListGame(white, black, half, black_half, 0, 0, start, number))
            for number, white, black, half, black_half, start in self.connection.execute(sql, (month, kind))
        ]

    def reports(self, month: int) -> list[StoredReport]:
        """Return the reports for the list of a month, with the number of games not counted by reason."""
        sql = (
            "SELECT number, name, kind, reports.start, late, count(place) FROM reports"
            " LEFT JOIN games ON report = number WHERE month = ? GROUP BY number ORDER BY number"
        )
        reasons_sql = (
            "SELECT why, article, count(*) FROM not_counted WHERE report = ? GROUP BY why, article ORDER BY 3 DESC, 1"
        )
        return [
            StoredReport(
                number, name, kind, start, bool(late), games, tuple(self.connection.execute(reasons_sql, (number,)))
            )
            for number, name, kind, start, late, games in self.connection.execute(sql, (month,)).fetchall()
        ]

    def report_names(self) -> dict[int, str]:
        """Return the names of the reports by number."""
        return dict(self.connection.execute("SELECT number, name FROM reports").fetchall())


def published_k(kind: str, standing: Standing, born: int, month: int) -> int:
    """Return K on the list of a month; a junior's ends with the year of the 18th birthday (B.02 8.3.3)."""
    if not standing.rating or not standing.k or not born or standing.month // 12 == month // 12:
        return standing.k if standing.rating else 0
    rules = rules_for(kind)
    k_then, k_now = (
        rules.k(standing.rating, standing.career, age=year - born, highest=standing.highest)
        for year in (standing.month // 12, month // 12)
    )
    return k_now if standing.k == k_then else standing.k


def _parse_standing(row: Iterable[object]) -> Standing:
    *cells, pool = row
    month, rating, games, k, career, highest, begun = (int(str(cell)) for cell in cells)
    return Standing(month, rating, games, k, career, highest, begun, parse_pool(str(pool)))


def _iter_standings(ratings: FullList, kind: str, month: int) -> Iterator[tuple[int, Standing]]:
    """Yield the standings on a list, of players who have any."""
    pools: dict[int, list[PoolMonth]] = {}
    for player_id, *part in zip(
        *(_as_list(column) for column in ratings.pools.get(kind, EMPTY_POOL).values()), strict=True
    ):
        pools.setdefault(player_id, []).append(PoolMonth(*part))
    none = [0] * len(ratings)
    ratings_of = _as_list(ratings.columns[kind])
    optional = {name: ratings.columns.get(f"{kind}_{name}") for name in ("games", "k", "career", "highest", "begun")}
    filled = {name: none if column is None else _as_list(column) for name, column in optional.items()}
    if optional["career"] is None:
        filled["career"] = [30 if rating else 0 for rating in ratings_of]
    born = _as_list(ratings.columns.get("born", none))
    cells = zip(_as_list(ratings.columns["fide_id"]), born, ratings_of, *filled.values(), strict=True)
    for player_id, year, rating, games, k, career, highest, has_begun in cells:
        pool = tuple(pools.get(player_id, ()))
        if rating or has_begun or pool or highest:
            best = max(highest, rating)
            if rating and not k:  # the list publishes none: as the rules have it
                age = month // 12 - year if year else None
                k = rules_for(kind).k(rating, career, age=age, highest=best)
            yield (
                player_id,
                Standing(month, rating, games, k, career, best, int(bool(has_begun or rating or pool)), pool),
            )


def _as_list(column: Column) -> Column:
    return column.tolist() if hasattr(column, "tolist") else column
