"""People out of a table: who each row describes, what in it was not understood, and who may be there twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery.desk.facts import Facts
from rookery.entry_tables import cells
from rookery.entry_tables.columns import Columns, Guess
from rookery.entry_tables.headings import FIELDS, plain
from rookery.entry_tables.sheet import Sheet
from rookery.model import ByeKind, Player
from rookery.values import frozen
from rookery.wording import spoken, word

_OF_PEOPLE = tuple(field for field in FIELDS if field not in ("team", "board", "bye"))
_QUOTES = spoken('a name with a comma in it needs quotes: "Byng, Ada"')


@frozen
class CellProblem:
    """A cell that was not understood: where it stands, what was read there, and what was expected.

    Without a `field` it is one cell too many: something in the row may have slipped.
    """

    line: int
    column: int
    place: str
    field: str
    read: str
    expected: str

    @property
    def said(self) -> str:
        """The whole of it in words."""
        where = spoken("line %(line)s", line=self.line) if "," in self.place else self.place
        if not self.field:
            return spoken("%(where)s: too many cells; %(expected)s", where=where, expected=self.expected)
        return spoken("%(where)s, %(field)s: read %(text)s, expected %(expected)s", where=where, field=word(self.field),
                      text=repr(self.read), expected=self.expected)  # fmt: skip

    def __str__(self) -> str:
        return str(self.said)


@frozen
class Entrant:
    """Somebody out of a row: who it is, for which team at which board, and the rounds with a bye."""

    line: int
    facts: Facts
    team: str = ""
    board: int | None = None
    byes: tuple[tuple[int, ByeKind], ...] = ()


@frozen
class Twin:
    """Somebody of the table who may be there before: on another line, or among those who take part (`key`).

    `sure` says that it is the same FIDE number, or the same name and no other number or year of birth.
    """

    line: int
    name: str
    by: str
    sure: bool
    other: str
    other_line: int = 0
    key: str = ""


@frozen
class Entries:
    """What a table comes to: the people, what was not understood, what was not read, and who may be there twice."""

    people: tuple[Entrant, ...]
    problems: tuple[CellProblem, ...] = ()
    unused: tuple[Guess, ...] = ()
    above: tuple[tuple[int, str], ...] = ()
    twins: tuple[Twin, ...] = ()

    @property
    def facts(self) -> tuple[Facts, ...]:
        """Who they are, as a command to enter players takes it."""
        return tuple(one.facts for one in self.people)


def entries(sheet: Sheet, columns: Columns, present: Sequence[Player] = (), bye: ByeKind = ByeKind.HALF) -> Entries:
    """The people of a table; `present` are those who take part already, `bye` is one whose kind the table omits.

    A row with a problem still counts, without what was not understood; one without a name, or with more cells than
    there are columns, is a problem only.

    >>> from rookery.entry_tables.columns import guessed
    >>> from rookery.entry_tables.table import pasted
    >>> sheet = pasted("Name;Elo\\nByng, Ada;2105\\nRook, Ben;high")
    >>> found = entries(sheet, guessed(sheet))
    >>> [one.name for one in found.facts], [str(one) for one in found.problems]
    (['Byng, Ada', 'Rook, Ben'], ["line 3, rating: read 'high', expected a rating between 1 and 3999, or nothing"])
    """
    reader = _Reader(sheet, columns, bye)
    people = tuple(filter(None, map(reader.entrant, sheet.row_lines, sheet.rows)))
    return Entries(people, tuple(reader.problems), columns.unused, sheet.above, tuple(_twins(people, present)))


class _Reader:
    """Reads row by row; the problems are collected."""

    def __init__(self, sheet: Sheet, columns: Columns, bye: ByeKind) -> None:
        self.sheet, self.columns, self.bye = sheet, columns, bye
        self.problems: list[CellProblem] = []
        self.wide = set(sheet.wide)
        self.faults = {(one.line, one.column): one for one in sheet.faults}
        at = columns.at.get("sex")
        self.sexes: Mapping[str, str] = {} if at is None else cells.sexes(sheet.column(at))

    def entrant(self, line: int, row: Sequence[str]) -> Entrant | None:
        """Who a row describes, if that can be told."""
        if line in self.wide:
            last = max(at for at, cell in enumerate(row) if cell)
            self._problem(line, last, "", row[last], _QUOTES)
            return None
        said = {field: self._cell(line, at, field, row[at]) for field, at in self.columns.at.items()}
        if said.get("sex"):
            said["sex"] = self.sexes.get(said["sex"], said["sex"])
        wrong: cells.Problems = []
        player = cells.player({field: said.get(field, "") for field in _OF_PEOPLE}, wrong)
        for field, read, expected in wrong:
            self._problem(line, self._place(field), field, read, expected)
        board, byes = cells.board(said.get("board") or "1"), cells.byes(said.get("bye") or "-")
        for field, found in (("board", board), ("bye", byes)):
            if found is None:
                self._problem(line, self._place(field), field, said[field], cells.EXPECTED[field])
        if not player.name:
            return None
        asked = tuple((round, kind or self.bye) for round, kind in byes or ())
        return Entrant(line, Facts.of(player), said.get("team", ""), board if said.get("board") else None, asked)

    def _cell(self, line: int, at: int, field: str, text: str) -> str:
        """The text of a cell; one that holds no value is a problem, and empty."""
        fault = self.faults.get((line, at))
        if fault is None:
            return text
        self._problem(line, at, field, fault.read, fault.expected)
        return ""

    def _place(self, field: str) -> int:
        places = self.columns.at
        return next((places[one] for one in (field, "last_name", "first_name") if one in places), 0)

    def _problem(self, line: int, at: int, field: str, read: str, expected: str) -> None:
        self.problems.append(CellProblem(line, at, self.sheet.place(line, at), field, read, expected))


# -- who is there twice ------------------------------------------------------------------------------------------------


def _twins(people: Sequence[Entrant], present: Sequence[Player]) -> Iterator[Twin]:
    """Everybody who has the FIDE number or the name of somebody before them."""
    known: list[tuple[Facts, int, str]] = [(Facts.of(one), 0, one.key) for one in present]
    numbers: dict[int, tuple[Facts, int, str]] = {}
    names: dict[str, tuple[Facts, int, str]] = {}
    for here in (*known, *((one.facts, one.line, "") for one in people)):
        facts, line, _ = here
        alike = names.setdefault(_words(facts.name), here)
        same = numbers.setdefault(facts.fide_id, here) if facts.fide_id else here
        for by, (other, other_line, key) in (("fide_id", same), ("name", alike)):
            if other is not facts and line:
                yield Twin(
                    line, facts.name, by, by == "fide_id" or _one_person(facts, other), other.name, other_line, key
                )
                break


def _words(name: str) -> str:
    """A name whichever way round it is written."""
    return " ".join(sorted(plain(name).split()))


def _one_person(one: Facts, other: Facts) -> bool:
    """Whether nothing speaks against two of one name being the same."""
    apart = one.fide_id and other.fide_id and one.fide_id != other.fide_id
    years = one.birth and other.birth and one.birth.year != other.birth.year
    return not apart and not years
