"""A store of rating months: one SQLite file with the people, their standing on each list, the reports and their games.

A standing is kept for the months in which it changed; on any other list it is that of the last month before. Months are
counted from the year 0 (`rookery.rating.days.month_number`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from rookery.errors import RookeryError, RuleError
from rookery.periods.full_list import (
    NO_POOL,
    PERSON,
    Column,
    FullList,
    month_day,
    month_text,
    pool_read,
    pool_text,
)
from rookery.periods.reports import NotCounted, ReportGames, known_by
from rookery.rating.days import month_number
from rookery.rating.fide import KINDS, rules_for
from rookery.rating.listed import Played, PoolMonth
from rookery.values import NamedTuple
from rookery.wording import spoken

FORM = 1
_TABLES = f"""
CREATE TABLE about (form INTEGER NOT NULL);
CREATE TABLE people (fide_id INTEGER PRIMARY KEY, {", ".join(f"{name} NOT NULL" for name in PERSON[1:])});
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
_STANDING = "rating, games, k, career, highest, begun, pool"
_NO_NUMBER = 1 << 63
"""From here on SQLite knows no numbers, and FIDE has none."""


class StoredReport(NamedTuple):
    """A report for a list: its file, kind, first day (0: not told), games, and why how many were not counted."""

    number: int
    name: str
    kind: str
    start: int
    late: bool
    games: int
    left: tuple[tuple[str, str, int], ...]


class Standing(NamedTuple):
    """A player on one list of one kind; `month` is that in which it last changed, and `games` are those of it."""

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
    game: Played


class Months:
    """The store; made where there is none yet with `fresh`."""

    def __init__(self, path: str | os.PathLike[str], *, fresh: bool = False) -> None:
        place = Path(path)
        if fresh and place.exists():
            raise RuleError(
                spoken("there is something at %(place)s already; a new store needs a name of its own", place=str(place))
            )
        if not fresh and not place.is_file():
            raise RuleError(
                spoken(
                    "there is no store of rating months at %(place)s; rookery periods start makes one", place=str(place)
                )
            )
        self.base = sqlite3.connect(place, isolation_level=None)
        if fresh:
            for statement in _TABLES.split(";\n"):
                self.base.execute(statement)
            self.base.execute("INSERT INTO about VALUES (?)", (FORM,))
        try:
            (form,) = self.base.execute("SELECT form FROM about").fetchone()
            self.base.execute("SELECT month FROM lists LIMIT 1")  # a rating list tells its form, too
        except (sqlite3.DatabaseError, TypeError):
            self.base.close()
            raise RuleError(
                spoken("%(place)s is no store of rating months; rookery periods start makes one", place=str(place))
            ) from None
        if form != FORM:
            self.base.close()
            raise RookeryError(spoken("%(place)s was made by another version", place=str(place)))

    def __enter__(self) -> Months:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.base.close()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """All that is written inside, or nothing of it."""
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self.base.execute("ROLLBACK")
            raise
        self.base.execute("COMMIT")

    # -- lists ---------------------------------------------------------------------------------------------------------

    def months(self) -> list[int]:
        """The months of which there is a list, in order."""
        return [month for (month,) in self.base.execute("SELECT month FROM lists ORDER BY month")]

    def last(self) -> int:
        """The month of the newest list."""
        months = self.months()
        if not months:
            raise RuleError(spoken("there is no list in this store yet"))
        return months[-1]

    def start(self, ratings: FullList, source: str) -> None:
        """Take the first list, with everybody on it."""
        if self.months():
            raise RuleError(spoken("this store has its first list already"))
        if not ratings.month:
            raise RuleError(spoken("the month of the first list has to be known"))
        month = month_number(month_day(ratings.month))
        with self.at_once():
            self.base.execute("INSERT INTO lists VALUES (?, ?)", (month, source))
            self.add_people(ratings)
            for kind in ratings.kinds:
                self.keep(kind, month, dict(_standings(ratings, kind, month)))

    def add_people(self, ratings: FullList) -> None:
        """Take everybody on a list who is not known yet, and what it says of the others."""
        none: dict[str, object] = {"born": 0, "inactive": 0}
        columns = [ratings.columns.get(name) for name in PERSON]
        cells = [_plain(one) if one is not None else [none.get(name, "")] * len(ratings)
                 for name, one in zip(PERSON, columns, strict=True)]  # fmt: skip
        marks = ", ".join("?" * len(PERSON))
        self.base.executemany(f"INSERT OR REPLACE INTO people VALUES ({marks})", zip(*cells, strict=True))

    def people(self) -> dict[int, dict[str, object]]:
        """Everybody by number."""
        found = self.base.execute(f"SELECT {', '.join(PERSON)} FROM people ORDER BY fide_id")
        return {row[0]: dict(zip(PERSON, row, strict=True)) for row in found}

    def person(self, one: int) -> dict[str, object]:
        """One player; RuleError when the store knows none by this number."""
        sql = f"SELECT {', '.join(PERSON)} FROM people WHERE fide_id = ?"
        found = self.base.execute(sql, (one,)).fetchone() if 0 < one < _NO_NUMBER else None
        if found is None:
            raise RuleError(spoken("there is no player %(one)s in this store", one=one), who=(one,))
        return dict(zip(PERSON, found, strict=True))

    # -- standings -----------------------------------------------------------------------------------------------------

    def keep(self, kind: str, month: int, standings: Mapping[int, Standing]) -> None:
        """Write standings that a month brought."""
        rows = (
            (kind, one, month, s.rating, s.games, s.k, s.career, s.highest, s.begun, pool_text(s.pool))
            for one, s in standings.items()
        )
        self.base.executemany(f"INSERT OR REPLACE INTO standings VALUES ({', '.join('?' * 10)})", rows)

    def standings(self, kind: str, month: int, who: Iterable[int] | None = None) -> dict[int, Standing]:
        """The standings on the list of a month, of all or of some; who never had one is not there."""
        columns = f"id, max(month), {_STANDING}"
        if who is None:
            sql = f"SELECT {columns} FROM standings WHERE kind = ? AND month <= ? GROUP BY id"
            rows: Iterable[tuple[object, ...]] = self.base.execute(sql, (kind, month))
        else:
            sql = f"SELECT id, month, {_STANDING} FROM standings WHERE kind = ? AND id = ? AND month <= ?"
            tail = " ORDER BY month DESC LIMIT 1"
            rows = (row for one in set(who) for row in self.base.execute(sql + tail, (kind, one, month)))
        return {int(str(row[0])): _standing(row[1:]) for row in rows}

    def with_pools_before(self, kind: str, month: int, earliest: str) -> set[int]:
        """Unrated players of a list whose pool has games of a month before this one; a pool begins with its oldest."""
        latest = "SELECT id, max(month), rating, pool FROM standings WHERE kind = ? AND month <= ? GROUP BY id"
        sql = f"SELECT id FROM ({latest}) WHERE rating = 0 AND pool <> '' AND pool < ?"
        return {one for (one,) in self.base.execute(sql, (kind, month, earliest))}

    def changed_in(self, kind: str, month: int) -> set[int]:
        """Whose standing a month brought."""
        rows = self.base.execute("SELECT id FROM standings WHERE kind = ? AND month = ?", (kind, month))
        return {one for (one,) in rows}

    def history(self, kind: str, one: int) -> list[Standing]:
        """The standings of a player, month by month in which they changed."""
        sql = f"SELECT month, {_STANDING} FROM standings WHERE kind = ? AND id = ? ORDER BY month"
        return [_standing(row) for row in self.base.execute(sql, (kind, one))]

    def full(self, month: int) -> FullList:
        """The complete list of a month."""
        if month not in self.months():
            raise RuleError(spoken("there is no list of %(month)s in this store", month=month_text(month)))
        people = self.people()
        columns: dict[str, Column] = {name: [who[name] for who in people.values()] for name in PERSON}
        pools: dict[str, Mapping[str, Column]] = {}
        for kind in KINDS:
            found = self.standings(kind, month)
            if not found:
                continue
            rows = [found.get(one, Standing()) for one in people]
            ks = [published_k(kind, row, int(str(who["born"])), month)
                  for row, who in zip(rows, people.values(), strict=True)]  # fmt: skip
            columns[kind], columns[f"{kind}_k"] = [row.rating for row in rows], ks
            columns[f"{kind}_games"] = [row.games * (row.month == month) for row in rows]
            for name in ("career", "highest", "begun"):
                columns[f"{kind}_{name}"] = [getattr(row, name) for row in rows]
            flat = [(one, *part) for one, row in zip(people, rows, strict=True) for part in row.pool]
            pools[kind] = {name: [each[at] for each in flat] for at, name in enumerate(NO_POOL)}
        return FullList(month_text(month), columns, pools)

    # -- reports -------------------------------------------------------------------------------------------------------

    def add_report(self, report: ReportGames, month: int, *, late: bool = False) -> int:
        """Take a report for the list of a month; its number."""
        start = report.start.toordinal() if report.start else 0
        sql = "INSERT INTO reports (name, kind, month, start, late) VALUES (?, ?, ?, ?, ?)"
        number = self.base.execute(sql, (report.name, report.kind, month, start, int(late))).lastrowid
        assert number is not None
        rows = ((number, place, *game[:4], game.start) for place, game in enumerate(report.games))
        self.base.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        self.leave_out(number, report.not_counted)
        return number

    def taken_before(self, report: ReportGames) -> str:
        """The name of a report of the same games that was taken before, with the month it counts for; empty if none."""
        sql = "SELECT number, name, month FROM reports WHERE kind = ? AND start = ?"
        start = report.start.toordinal() if report.start else 0
        for number, name, month in self.base.execute(sql, (report.kind, start)).fetchall():
            games = self.base.execute(f"SELECT {', '.join(Played._fields[:4])} FROM games WHERE report = ?", (number,))
            if report.identity and known_by(name, report.kind, start, games) == report.identity:
                return f"{name} for the list of {month_text(month)}"
        return ""

    def leave_out(self, number: int, left: Iterable[NotCounted]) -> None:
        """Remember what is not counted of a report; number 0 for a file that is none."""
        rows = ((number, *one[1:]) for one in left)
        self.base.executemany(f"INSERT INTO not_counted VALUES ({', '.join('?' * 8)})", rows)

    def games(self, kind: str, month: int) -> list[StoredGame]:
        """The games that are rated for the list of a month, report by report."""
        sql = (
            "SELECT report, white, black, half_points, black_half_points, games.start FROM reports"
            " JOIN games ON report = number WHERE month = ? AND kind = ? ORDER BY number, place"
        )
        return [
            StoredGame(number, Played(white, black, half, other, 0, 0, start, number))
            for number, white, black, half, other, start in self.base.execute(sql, (month, kind))
        ]

    def reports(self, month: int) -> list[StoredReport]:
        """The reports for the list of a month: what each gave, and what was not counted of it by reason."""
        sql = (
            "SELECT number, name, kind, reports.start, late, count(place) FROM reports"
            " LEFT JOIN games ON report = number WHERE month = ? GROUP BY number ORDER BY number"
        )
        why = "SELECT why, article, count(*) FROM not_counted WHERE report = ? GROUP BY why, article ORDER BY 3 DESC, 1"
        return [
            StoredReport(number, name, kind, start, bool(late), games, tuple(self.base.execute(why, (number,))))
            for number, name, kind, start, late, games in self.base.execute(sql, (month,)).fetchall()
        ]

    def report_names(self) -> dict[int, str]:
        """The reports by number."""
        return dict(self.base.execute("SELECT number, name FROM reports").fetchall())


def published_k(kind: str, standing: Standing, born: int, month: int) -> int:
    """K on the list of a month: a junior's ends with the year of the 18th birthday, without a game (B.02 8.3.3)."""
    if not standing.rating or not standing.k or not born or standing.month // 12 == month // 12:
        return standing.k if standing.rating else 0
    rules = rules_for(kind)
    then, now = (
        rules.k(standing.rating, standing.career, age=year - born, highest=standing.highest)
        for year in (standing.month // 12, month // 12)
    )
    return now if standing.k == then else standing.k


def _standing(row: Iterable[object]) -> Standing:
    *cells, pool = row
    month, rating, games, k, career, highest, begun = (int(str(one)) for one in cells)
    return Standing(month, rating, games, k, career, highest, begun, pool_read(str(pool)))


def _standings(ratings: FullList, kind: str, month: int) -> Iterator[tuple[int, Standing]]:
    """The standings on a list, of who has any."""
    pools: dict[int, list[PoolMonth]] = {}
    for one, *part in zip(*(_plain(column) for column in ratings.pools.get(kind, NO_POOL).values()), strict=True):
        pools.setdefault(one, []).append(PoolMonth(*part))
    none = [0] * len(ratings)
    ratings_of = _plain(ratings.columns[kind])
    given = {name: ratings.columns.get(f"{kind}_{name}") for name in ("games", "k", "career", "highest", "begun")}
    known = {name: none if column is None else _plain(column) for name, column in given.items()}
    if given["career"] is None:
        known["career"] = [30 if rating else 0 for rating in ratings_of]
    born = _plain(ratings.columns.get("born", none))
    cells = zip(_plain(ratings.columns["fide_id"]), born, ratings_of, *known.values(), strict=True)
    for one, year, rating, games, k, career, highest, begun in cells:
        pool = tuple(pools.get(one, ()))
        if rating or begun or pool or highest:
            best = max(highest, rating)
            if rating and not k:  # the list publishes none: as the rules have it
                age = month // 12 - year if year else None
                k = rules_for(kind).k(rating, career, age=age, highest=best)
            yield one, Standing(month, rating, games, k, career, best, int(bool(begun or rating or pool)), pool)


def _plain(column: Column) -> Column:
    return column.tolist() if hasattr(column, "tolist") else column
