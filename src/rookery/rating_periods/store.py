"""Store of rating months: an SQLite file with persons, their standings on each list, reports and games.

A standing is kept for the months in which it changed; on any other list it is that of the last month before. Months are
counted from the year 0 (`rookery.rating.rows.month_number`).
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
from rookery.rating.fide import KINDS, rules_for
from rookery.rating.rows import ListGame, PoolMonth, month_number
from rookery.rating_periods.full_list import (
    EMPTY_POOL,
    PERSON_COLUMNS,
    Column,
    FullList,
    as_list,
    first_day_of_month,
    format_pool,
    month_text,
    parse_pool,
)
from rookery.rating_periods.reports import NotCounted, ReportGames, report_identity

SCHEMA_VERSION = 1
_TABLES = """
CREATE TABLE about (form INTEGER NOT NULL);
CREATE TABLE people (
  fide_id INTEGER PRIMARY KEY, name NOT NULL, federation NOT NULL, sex NOT NULL, title NOT NULL, born NOT NULL,
  inactive NOT NULL);
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
_SQLITE_INTEGER_LIMIT = 1 << 63
"""The first integer that SQLite cannot store; FIDE numbers are smaller."""


class StoredReport(NamedTuple):
    """A report for a list: its file, kind, first day (0: unknown) and number of games.

    `left` is the number of games not counted, by reason and article.
    """

    number: int
    name: str
    kind: str
    start: int
    late: bool
    games: int
    left: tuple[tuple[str, str, int], ...]


class Standing(NamedTuple):
    """Standing of a player on one list of one kind.

    `month` is the month in which it last changed, `games` are those of that month.
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
            raise RuleError(msg("%(place)s exists already; give the new store another name", place=str(place)))
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
            raise RookeryError(msg("%(place)s has the format of another version", place=str(place)))

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
        month = month_number(first_day_of_month(ratings.month))
        with self.transaction():
            self.connection.execute("INSERT INTO lists VALUES (?, ?)", (month, source))
            self.add_people(ratings)
            for kind in ratings.kinds:
                self.save_standings(kind, month, dict(_iter_standings(ratings, kind, month)))

    def add_people(self, ratings: FullList) -> None:
        """Add the persons of a list, and update those already known."""
        defaults: dict[str, object] = {"born": 0, "inactive": 0}
        cells = [
            as_list(ratings.columns[name]) if name in ratings.columns else [defaults.get(name, "")] * len(ratings)
            for name in PERSON_COLUMNS
        ]
        sql = "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?, ?, ?)"
        self.connection.executemany(sql, zip(*cells, strict=True))

    def people(self) -> dict[int, dict[str, object]]:
        """Return all persons by number."""
        rows = self.connection.execute("SELECT * FROM people ORDER BY fide_id")
        return {row[0]: dict(zip(PERSON_COLUMNS, row, strict=True)) for row in rows}

    def person(self, player_id: int) -> dict[str, object]:
        """Return one person; raise RuleError if there is none with this number."""
        sql = "SELECT * FROM people WHERE fide_id = ?"
        row = self.connection.execute(sql, (player_id,)).fetchone() if 0 < player_id < _SQLITE_INTEGER_LIMIT else None
        if row is None:
            raise unknown_player(player_id)
        return dict(zip(PERSON_COLUMNS, row, strict=True))

    # -- standings -----------------------------------------------------------------------------------------------------

    def save_standings(self, kind: str, month: int, standings: Mapping[int, Standing]) -> None:
        """Write standings that a month brought."""
        rows = (
            (kind, player_id, month, s.rating, s.games, s.k, s.career, s.highest, s.begun, format_pool(s.pool))
            for player_id, s in standings.items()
        )
        sql = "INSERT OR REPLACE INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        self.connection.executemany(sql, rows)

    def standings(self, kind: str, month: int, player_ids: Iterable[int] | None = None) -> dict[int, Standing]:
        """Return the standings on the list of a month, of all or some players; players never listed are missing."""
        if player_ids is None:
            sql = (
                "SELECT id, max(month), rating, games, k, career, highest, begun, pool FROM standings"
                " WHERE kind = ? AND month <= ? GROUP BY id"
            )
            rows: Iterable[tuple[object, ...]] = self.connection.execute(sql, (kind, month))
        else:
            sql = (
                "SELECT id, month, rating, games, k, career, highest, begun, pool FROM standings"
                " WHERE kind = ? AND id = ? AND month <= ? ORDER BY month DESC LIMIT 1"
            )
            rows = (
                row for player_id in set(player_ids) for row in self.connection.execute(sql, (kind, player_id, month))
            )
        return {int(str(row[0])): _parse_standing(row[1:]) for row in rows}

    def players_with_pool_before(self, kind: str, month: int, earliest: str) -> set[int]:
        """Return unrated players of a list whose pool has games before `earliest`."""
        sql = (  # a pool begins with its oldest month
            "SELECT id FROM"
            " (SELECT id, max(month), rating, pool FROM standings WHERE kind = ? AND month <= ? GROUP BY id)"
            " WHERE rating = 0 AND pool <> '' AND pool < ?"
        )
        return {player_id for (player_id,) in self.connection.execute(sql, (kind, month, earliest))}

    def players_changed_in(self, kind: str, month: int) -> set[int]:
        """Return the players whose standing changed in a month."""
        rows = self.connection.execute("SELECT id FROM standings WHERE kind = ? AND month = ?", (kind, month))
        return {player_id for (player_id,) in rows}

    def history(self, kind: str, player_id: int) -> list[Standing]:
        """Return the standings of a player in the months in which they changed."""
        sql = (
            "SELECT month, rating, games, k, career, highest, begun, pool FROM standings"
            " WHERE kind = ? AND id = ? ORDER BY month"
        )
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
                "SELECT white, black, half_points, black_half_points FROM games WHERE report = ?", (number,)
            )
            if report.identity and report_identity(name, report.kind, start, games) == report.identity:
                return f"{name} for the list of {month_text(month)}"
        return ""

    def add_not_counted(self, number: int, not_counted: Iterable[NotCounted]) -> None:
        """Store what a report leaves out; its number is 0 for a file that is not a report."""
        rows = ((number, *game[1:]) for game in not_counted)
        self.connection.executemany("INSERT INTO not_counted VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

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


def unknown_player(player_id: int) -> RuleError:
    """Return the error for a number that no player of a store has."""
    return RuleError(msg("there is no player %(number)s in this store", number=player_id), participants=(player_id,))


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
    for player_id, *part in zip(*map(as_list, ratings.pools.get(kind, EMPTY_POOL).values()), strict=True):
        pools.setdefault(player_id, []).append(PoolMonth(*part))
    columns = ratings.columns
    zeros = [0] * len(ratings)
    kind_ratings = as_list(columns[kind])
    cells = {
        name: as_list(columns.get(f"{kind}_{name}", zeros)) for name in ("games", "k", "career", "highest", "begun")
    }
    if f"{kind}_career" not in columns:
        cells["career"] = [30 if rating else 0 for rating in kind_ratings]
    born = as_list(columns.get("born", zeros))
    rows = zip(as_list(columns["fide_id"]), born, kind_ratings, *cells.values(), strict=True)
    for player_id, year, rating, games, published, career, highest, has_begun in rows:
        pool = tuple(pools.get(player_id, ()))
        if rating or has_begun or pool or highest:
            best = max(highest, rating)
            k = published
            if rating and not k:  # the list does not have it: as the rules say
                age = month // 12 - year if year else None
                k = rules_for(kind).k(rating, career, age=age, highest=best)
            begun = int(bool(has_begun or rating or pool))
            yield player_id, Standing(month, rating, games, k, career, best, begun, pool)
