"""Entries from a table: the player of each row, the cells not understood, and possible duplicates."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence

from rookery._record import record
from rookery.collation import name_forms
from rookery.history.pairing_numbers import number_players
from rookery.messages import msg, msg_const
from rookery.model import ByeKind, Player
from rookery.spreadsheets import cells
from rookery.spreadsheets.columns import Columns, Guess, guess_columns
from rookery.spreadsheets.read import read_table
from rookery.spreadsheets.sheet import FIELDS, Sheet, normalize_text
from rookery.tournaments.keyed import Facts

_PERSON_FIELDS = tuple(field for field in FIELDS if field not in ("team", "board", "bye"))
_FIDE_CODE = msg("a code of FIDE")
_LONGEST_NAME = 200
_QUOTES = msg('a name with a comma in it needs quotes: "Byng, Ada"')


@record
class CellProblem:
    """A cell that was not understood: where it is, what was read there, and what was expected.

    Without a `field` it is one cell too many: something in the row may have slipped. One that was `taken` was used
    as it is, and should be looked at.
    """

    line: int
    column: int
    place: str
    field: str
    read: str
    expected: str
    taken: bool = False

    @property
    def description(self) -> str:
        """The complete description in words."""
        where = msg("line %(line)s", line=self.line) if "," in self.place else self.place
        if self.taken:
            return msg("%(where)s, %(field)s: %(text)s is not %(expected)s; taken as it is", where=where,
                          field=msg_const(FIELDS.get(self.field, self.field)), text=repr(self.read),
                          expected=self.expected)  # fmt: skip
        if not self.field:
            return msg("%(where)s: too many cells; %(expected)s", where=where, expected=self.expected)
        return msg("%(where)s, %(field)s: read %(text)s, expected %(expected)s", where=where,
                      field=msg_const(FIELDS.get(self.field, self.field)), text=repr(self.read),
                      expected=self.expected)  # fmt: skip

    def __str__(self) -> str:
        return str(self.description)


@record
class Entrant:
    """The player of a row, with the team, the board in it, and the rounds with a bye."""

    line: int
    facts: Facts
    team: str = ""
    board: int | None = None
    byes: tuple[tuple[int, ByeKind], ...] = ()


@record
class Twin:
    """An entry that may be a duplicate of another line, or of a participant (`key`).

    `sure` says that it is the same FIDE number, or the same name and no other number or year of birth.
    """

    line: int
    name: str
    by: str
    sure: bool
    other: str
    other_line: int = 0
    key: str = ""


@record
class Entries:
    """Result of reading a table: players, problems, unused columns, and possible duplicates.

    `doubts` are cells that were accepted without being understood; `totals` are rows that count players.
    """

    people: tuple[Entrant, ...]
    problems: tuple[CellProblem, ...] = ()
    unused: tuple[Guess, ...] = ()
    above: tuple[tuple[int, str], ...] = ()
    twins: tuple[Twin, ...] = ()
    doubts: tuple[CellProblem, ...] = ()
    totals: tuple[Entrant, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        """The people as players with pairing numbers in initial order (C.04.2 2)."""
        players = number_players(entrant.facts.player(number, "") for number, entrant in enumerate(self.people, 1))
        return tuple(players)

    @property
    def facts(self) -> tuple[Facts, ...]:
        """The players as the command to enter players takes them."""
        return tuple(entrant.facts for entrant in self.people)


def parse_entries(
    sheet: Sheet,
    columns: Columns,
    present: Sequence[Player] = (),
    bye: ByeKind = ByeKind.HALF,
    *,
    changes: Mapping[int, Mapping[str, str]] | None = None,
    keep: Collection[int] = (),
) -> Entries:
    r"""Return the players of a table; `present` are the participants, `bye` the kind of bye where none is stated.

    A row with a problem still counts, without what was not understood; one without a name, or with more cells than
    there are columns, is a problem only. A row such as "Total 23" is left out, unless `keep` has its line. `changes`
    has texts by line and field that replace those of the table.

    >>> from rookery.spreadsheets.columns import guess_columns
    >>> from rookery.spreadsheets.read import read_text
    >>> sheet = read_text("Name;Elo\nByng, Ada;2105\nRook, Ben;high")
    >>> entries = parse_entries(sheet, guess_columns(sheet))
    >>> [facts.name for facts in entries.facts], [str(problem) for problem in entries.problems]
    (['Byng, Ada', 'Rook, Ben'], ["line 3, rating: read 'high', expected a rating between 1 and 3999, or nothing"])
    """
    reader = _EntryReader(sheet, columns, bye, changes or {})
    people, totals = list[Entrant](), list[Entrant]()
    for line, row in zip(sheet.row_lines, sheet.rows, strict=True):
        if line not in keep and line not in reader.changes and is_total(row):
            cells = list(filter(None, row))
            totals.append(Entrant(line, Facts(" ".join(cells)[:_LONGEST_NAME])))
        elif (entrant := reader.read_row(line, row)) is not None:
            people.append(entrant)
    return Entries(
        tuple(people), tuple(reader.problems), columns.unused, sheet.above, tuple(_find_twins(people, present)),
        tuple(reader.doubts), tuple(totals),
    )  # fmt: skip


def read_entries(source: str | os.PathLike[str] | bytes, worksheet: str | None = None) -> Entries:
    r"""Read the players of a table in a file.

    Args:
        source: The path of the file, or its bytes.
        worksheet: The name of the worksheet, where a workbook has several.

    Returns:
        The people, every cell that was not understood, and who may be there twice; `.players` are the people as players
        with pairing numbers.

    Raises:
        FormatError: The file holds no table.
        OSError: The file cannot be read.

    >>> read_entries(b"Name;Elo\nByng, Ada;2105\nRook, Ben;2230").players[0].name
    'Rook, Ben'
    """
    if not isinstance(source, bytes):
        with open(source, "rb") as file:
            source = file.read()
    sheet = read_table(source, worksheet)
    return parse_entries(sheet, guess_columns(sheet))


class _EntryReader:
    """Reader of rows that collects problems."""

    def __init__(self, sheet: Sheet, columns: Columns, bye: ByeKind, changes: Mapping[int, Mapping[str, str]]) -> None:
        self.sheet, self.columns, self.bye, self.changes = sheet, columns, bye, changes
        self.problems: list[CellProblem] = []
        self.doubts: list[CellProblem] = []
        self.wide = set(sheet.overlong_lines)
        self.faults = {(fault.line, fault.column): fault for fault in sheet.faults}
        sex_column = columns.positions.get("sex")
        self.sexes: Mapping[str, str] = {} if sex_column is None else cells.map_sexes(sheet.column(sex_column))

    def read_row(self, line: int, row: Sequence[str]) -> Entrant | None:
        """Return the player described by a row, or None if there is none."""
        changed = self.changes.get(line, {})
        if line in self.wide and not changed:
            last = max(index for index, cell in enumerate(row) if cell)
            self._report_problem(line, last, "", row[last], _QUOTES)
            return None
        places = {field: index for field, index in self.columns.positions.items() if field not in changed}
        texts = {field: self._read_cell(line, index, field, row[index]) for field, index in places.items()} | dict(
            changed
        )
        if "name" in changed:
            texts |= {"first_name": "", "last_name": ""}
        if texts.get("sex"):
            texts["sex"] = self.sexes.get(texts["sex"], texts["sex"])
        wrong: cells.Problems = []
        player = cells.parse_player({field: texts.get(field, "") for field in _PERSON_FIELDS}, wrong)
        for field, read, expected in wrong:
            self._report_problem(line, self._column_of_field(field), field, read, expected)
        board, byes = cells.parse_board(texts.get("board") or "1"), cells.parse_byes(texts.get("bye") or "-")
        for field, value in (("board", board), ("bye", byes)):
            if value is None:
                self._report_problem(line, self._column_of_field(field), field, texts[field], cells.EXPECTED[field])
        if not player.name:
            return None
        if player.federation and not cells.is_federation(player.federation):
            index = self._column_of_field("federation")
            place = self.sheet.place(line, index)
            self.doubts.append(CellProblem(line, index, place, "federation", player.federation, _FIDE_CODE, taken=True))
        requested_byes = tuple((round, kind or self.bye) for round, kind in byes or ())
        return Entrant(
            line,
            Facts.from_player(player),
            texts.get("team", ""),
            board if texts.get("board") else None,
            requested_byes,
        )

    def _read_cell(self, line: int, at: int, field: str, text: str) -> str:
        """Return the text of a cell; a cell without a usable value is reported and read as empty."""
        fault = self.faults.get((line, at))
        if fault is None:
            return text
        self._report_problem(line, at, field, fault.read, fault.expected)
        return ""

    def _column_of_field(self, field: str) -> int:
        places = self.columns.positions
        return next((places[name] for name in (field, "last_name", "first_name") if name in places), 0)

    def _report_problem(self, line: int, at: int, field: str, read: str, expected: str) -> None:
        self.problems.append(CellProblem(line, at, self.sheet.place(line, at), field, read, expected))


# -- duplicate entries -------------------------------------------------------------------------------------------------


def _find_twins(people: Sequence[Entrant], present: Sequence[Player]) -> Iterator[Twin]:
    """Yield entries with the FIDE number or the name of an earlier one, ignoring accents and word order."""
    present_players: list[tuple[Facts, int, str]] = [(Facts.from_player(player), 0, player.key) for player in present]
    numbers: dict[int, tuple[Facts, int, str]] = {}
    names: dict[str, tuple[Facts, int, str]] = {}
    for candidate in (*present_players, *((player.facts, player.line, "") for player in people)):
        facts, line, _ = candidate
        forms = name_forms(facts.name)
        same_name = next((names[form] for form in forms if form in names), candidate)
        names |= {form: candidate for form in forms if form not in names}
        same_number = numbers.setdefault(facts.fide_id, candidate) if facts.fide_id else candidate
        for reason, (earlier, other_line, key) in (("fide_id", same_number), ("name", same_name)):
            if earlier is not facts and line:
                yield Twin(
                    line,
                    facts.name,
                    reason,
                    reason == "fide_id" or _may_be_same_person(facts, earlier),
                    earlier.name,
                    other_line,
                    key,
                )
                break


def _may_be_same_person(first: Facts, second: Facts) -> bool:
    """Return whether nothing shows that two players of one name are different."""
    differ_by_number = first.fide_id and second.fide_id and first.fide_id != second.fide_id
    differ_by_year = first.birth and second.birth and first.birth.year != second.birth.year
    return not differ_by_number and not differ_by_year


# -- rows that count the players ---------------------------------------------------------------------------------------

_TOTAL_WORDS = (
    "total; totals; total number; sum; summe; gesamt; insgesamt; gesamtzahl; somme; suma; totale; somma; soma; totaal;"
    " totalt; sammanlagt; i alt; yhteensa; razem; ogolem; celkem; soucet; spolu; sucet; osszesen; osszeg; ukupno;"
    " zbroj; skupaj; vsota; toplam; всего; итого; разом; усього; общо; συνολο; is viso; kopa; kokku; samtals"
)
"""The first words of such a row, in normalized form without accents."""

_COUNT_WORDS = (
    "players; number of players; number; count; entries; anzahl; anzahl spieler; spieler; teilnehmer; joueurs;"
    " nombre de joueurs; jugadores; giocatori; jogadores; aantal; spelers; antal; antall; pocet; pocet hracu; hracu;"
    " pocet hracov; hracov; liczba; liczba zawodnikow; zawodnikow; letszam; broj igraca; igraca; stevilo igralcev;"
    " игроков; участников"
)
"""The text of such a row beside a number."""

_TOTALS, _COUNTS = frozenset(_TOTAL_WORDS.split("; ")), frozenset(_COUNT_WORDS.split("; "))


def is_total(cells: Sequence[str]) -> bool:
    """Return whether the cells of a row, or their beginning, say how many players there are.

    >>> is_total(["Total 23"]), is_total(["", "Celkem:", "23"]), is_total(["23 players"]), is_total(["Total, Ada"])
    (True, True, True, False)
    """
    words = [word for cell in cells for word in normalize_text(cell).split()]
    text = " ".join(word for word in words if not word.isdecimal())
    has_number = len(text.split()) < len(words)
    begins = next((total for total in _TOTALS if text == total or text.startswith(f"{total} ")), None)
    if begins is None:
        return has_number and text in _COUNTS
    rest = text.removeprefix(begins).strip()
    return not rest or rest in _COUNTS
