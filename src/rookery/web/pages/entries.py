"""Entering players from rating lists, and from a table that was pasted or uploaded, with its review before that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rookery._record import field, record, replace
from rookery.json_codec import to_json_data
from rookery.messages import join_texts, msg, msg_const
from rookery.model import ByeKind, Player
from rookery.rating_lists import ListHit, search
from rookery.spreadsheets.columns import Columns, Guess, guess_columns
from rookery.spreadsheets.entries import Entrant, Entries, Twin, parse_entries
from rookery.spreadsheets.sheet import FIELDS, Sheet
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.views.players import players_view
from rookery.web.page_spec import Page, RequestContext
from rookery.web.routes.rating_lists import open_rating_lists

ENTER, LEAVE, OPEN = "enter", "leave", ""
"""What to do with a row; an open one needs a choice."""

ROWS_PER_PAGE = 200
"""Number of rows per page."""

_NAMES = ("name", "first_name", "last_name")
_BYE_WORDS = {ByeKind.HALF: "half", ByeKind.ZERO: "zero"}
_LONGEST_TEXT = 300


@record
class WaitingTable:
    """A table that was read but not applied yet, with the user's changes.

    `fields` maps columns to the chosen fields, `changes` lines to changed cells, `choices` lines to what to do with
    them.
    """

    sheet: Sheet
    text: str = ""
    file: str = ""
    fields: Mapping[int, str] = field(default_factory=dict)
    changes: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    choices: Mapping[int, str] = field(default_factory=dict)


@record
class EntryCell:
    """An editable cell; `problem` says why it could not be parsed."""

    field: str
    text: str
    problem: str = ""


@record
class EntryRow:
    """A row of the table: what will be done with it (`choice`), why a decision is needed (`notes`), and its cells."""

    line: int
    choice: str
    cells: tuple[EntryCell, ...]
    notes: tuple[str, ...] = ()
    entrant: Entrant | None = None

    @property
    def name(self) -> str:
        """Name in the row."""
        return next((cell.text for cell in self.cells if cell.field == "name"), "")


@record
class ReadTable:
    """A waiting table with its rows interpreted."""

    columns: Columns
    found: Entries
    rows: tuple[EntryRow, ...]

    @property
    def entering(self) -> tuple[Entrant, ...]:
        """Entrants to be entered."""
        return tuple(row.entrant for row in self.rows if row.choice == ENTER and row.entrant is not None)

    @property
    def open(self) -> tuple[EntryRow, ...]:
        """Rows that need a choice."""
        return tuple(row for row in self.rows if row.choice == OPEN)

    @property
    def skipped(self) -> tuple[EntryRow, ...]:
        """Rows that will not be entered."""
        return tuple(row for row in self.rows if row.choice == LEAVE or (row.choice == ENTER and row.entrant is None))


def find_waiting_table(upload: Any) -> WaitingTable:
    """Return the pending table; raise CommandRejectedError if it no longer exists."""
    if not isinstance(upload, WaitingTable):
        raise CommandRejectedError(
            msg("this table is no longer here"), instead=msg("paste it, or choose the file again")
        )
    return upload


def choose_columns(sheet: Sheet, fields: Mapping[int, str]) -> Columns:
    """Return the guessed columns with the user's choices applied."""
    columns = guess_columns(sheet)
    for index, field_name in sorted(fields.items()):
        if (
            index < len(columns.guesses)
            and field_name != columns.guesses[index].field
            and (field_name in FIELDS or not field_name)
        ):
            columns = columns.with_choice(index, field_name)
    return columns


def read_waiting_table(table: WaitingTable, present: Sequence[Player], teams: bool = False) -> ReadTable:
    """Return the table with every row interpreted."""
    columns = choose_columns(table.sheet, table.fields)
    accepted = {line for line, choice in table.choices.items() if choice == ENTER}
    changes = dict(table.changes)
    rows = dict(zip(table.sheet.row_lines, table.sheet.rows, strict=True))
    for line in set(table.sheet.overlong_lines) & accepted:
        changes.setdefault(line, {"name": _texts_by_field(rows[line], columns)["name"]})
    entries = parse_entries(table.sheet, columns, present, changes=changes, keep=accepted)
    builder = _RowBuilder(table, columns, entries, teams)
    return ReadTable(columns, entries, tuple(builder.build(line, row) for line, row in rows.items()))


def _texts_by_field(row: Sequence[str], columns: Columns) -> dict[str, str]:
    """Return the texts of a row by field; the parts of a name are joined."""
    texts = {name: row[column] for name, column in columns.positions.items()}
    parts = [texts.pop(name) for name in ("name", "last_name", "first_name") if name in texts]
    return {"name": ", ".join(filter(None, parts)), **texts}


class _RowBuilder:
    """Builder of the rows that the review page shows."""

    def __init__(self, table: WaitingTable, columns: Columns, entries: Entries, teams: bool) -> None:
        self.table, self.columns = table, columns
        self.people = {entrant.line: entrant for entrant in entries.people}
        self.totals = {entrant.line: entrant for entrant in entries.totals}
        self.twins = {twin.line: twin for twin in entries.twins}
        self.problems: dict[int, dict[str, str]] = {}
        for problem in entries.problems:
            name = "name" if problem.field in _NAMES else problem.field
            self.problems.setdefault(problem.line, {})[name] = problem.expected
        self.doubts = {doubt.line: doubt for doubt in entries.doubts}
        used = [name for name in FIELDS if name in columns.positions and name not in _NAMES]
        basic = ("rating", "federation", "birth", *(("team",) if teams else ()))
        self.fields = ("name", *(name for name in FIELDS if name in used or name in basic))

    def build(self, line: int, row: Sequence[str]) -> EntryRow:
        """Return the row of a line."""
        entrant, problems = self.people.get(line), self.problems.get(line, {})
        texts = self._cell_texts(line, row, entrant, problems)
        cells = tuple(EntryCell(name, texts.get(name, ""), problems.get(name, "")) for name in self.fields)
        choice, notes = self._default_choice(line, entrant, problems)
        if doubt := self.doubts.get(line):
            notes += (msg("%(code)s is not a code of FIDE", code=doubt.read),)
        return EntryRow(line, self.table.choices.get(line, choice), cells, notes, entrant)

    def _cell_texts(
        self, line: int, row: Sequence[str], entrant: Entrant | None, problems: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the text of each cell: the parsed value if there is one, else the original text."""
        raw = {**_texts_by_field(row, self.columns), **self.table.changes.get(line, {})}
        if entrant is None:
            return raw if line not in self.totals else {**raw, "name": raw["name"] or self.totals[line].facts.name}
        facts = entrant.facts
        read = {
            "name": facts.name, "rating": str(facts.rating or ""), "title": facts.title, "sex": facts.sex,
            "federation": facts.federation, "fide_id": str(facts.fide_id or ""), "birth": str(facts.birth or ""),
            "national_id": facts.national_id, "club": facts.club, "team": entrant.team,
            "board": str(entrant.board or ""),
            "bye": ", ".join(f"{number} {_BYE_WORDS.get(kind, '')}".strip() for number, kind in entrant.byes),
        }  # fmt: skip
        return {name: raw.get(name, "") if name in problems else text for name, text in read.items()}

    def _default_choice(
        self, line: int, entrant: Entrant | None, problems: Mapping[str, str]
    ) -> tuple[str, tuple[str, ...]]:
        """Return the default choice for a row, and why it needs attention."""
        if line in self.totals:
            return LEAVE, (msg("counts the players"),)
        if entrant is None:
            return LEAVE, (problems.get("") or msg("no name"),)
        twin = self.twins.get(line)
        if twin is None:
            return ENTER, ()
        if twin.sure:
            return LEAVE if twin.key else OPEN, (_twin_note(twin),)
        return ENTER, (_twin_note(twin),)


def _twin_note(twin: Twin) -> str:
    """Return a note on the person with the same FIDE number or name."""
    if twin.key:
        if twin.by == "fide_id":
            return msg("%(name)s takes part already with this FIDE number", name=twin.other)
        if twin.sure:
            return msg("%(name)s takes part already", name=twin.other)
        return msg("%(name)s, who takes part, has the same name", name=twin.other)
    if twin.by == "fide_id":
        return msg("same FIDE number as %(name)s in line %(line)s", name=twin.other, line=twin.other_line)
    if twin.sure:
        return msg("the same person as %(name)s in line %(line)s?", name=twin.other, line=twin.other_line)
    return msg("same name as in line %(line)s, but another person", line=twin.other_line)


# -- what a form says --------------------------------------------------------------------------------------------------


def apply_form(table: WaitingTable, current: ReadTable, form: Mapping[str, str]) -> WaitingTable:
    """Return the table with the changes of a form: `c0` is a column, `row.7` a choice, `row.7.name` a cell.

    Only a text that differs from the `current` one is a change, so that a column that is read otherwise is read
    anew.
    """
    changes = {line: dict(texts) for line, texts in table.changes.items()}
    choices = dict(table.choices)
    for row in current.rows:
        choice = form.get(f"row.{row.line}")
        if choice in (ENTER, LEAVE) and choice != row.choice:
            choices[row.line] = choice
        for cell in row.cells:
            text = form.get(f"row.{row.line}.{cell.field}")
            if text is not None and (text := " ".join(text.split())[:_LONGEST_TEXT]) != cell.text:
                changes.setdefault(row.line, {})[cell.field] = text
    fields = {**table.fields, **dict(_parse_column_choices(current.columns, form))}
    return replace(table, fields=fields, changes=changes, choices=choices)


def _parse_column_choices(columns: Columns, form: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for guess in columns.guesses:
        field_name = form.get(f"c{guess.at}")
        if field_name is not None and field_name != guess.field and (field_name in FIELDS or not field_name):
            yield guess.at, field_name


def describe_skipped_row(row: EntryRow) -> str:
    """Return a description of a row that was left out."""
    name = row.name or msg("no name")
    if not row.notes:
        return msg("line %(line)s: %(name)s", line=row.line, name=name)
    return msg("line %(line)s: %(name)s (%(why)s)", line=row.line, name=name, why=join_texts("; ", row.notes))


@record
class Pasting:
    """Form for a table; `refused` says why nobody can enter any more, `text` and `file` are those of the last one."""

    refused: str = ""
    teams: bool = False
    text: str = ""
    file: str = ""


def build_table_form(visit: RequestContext) -> Pasting:
    """Return the form; `from` names a pending table, whose text is shown again."""
    overview = players_view(visit.state)
    table = visit.site.pending_uploads.find(visit.csrf_token, visit.query.get("from", ""))
    if not isinstance(table, WaitingTable):
        return Pasting(overview.refused, overview.teams)
    return Pasting(overview.refused, overview.teams, table.text, table.file)


@record
class Review:
    """Preview of a table: the columns as understood, the rows of one page, and what needs attention.

    `nameless` means that no column has names; `open` rows need a choice, `problems` are cells that cannot be read.
    """

    word: str
    how: str
    columns: tuple[Guess, ...]
    rows: tuple[EntryRow, ...]
    heads: tuple[tuple[str, str], ...]
    entering: int
    open: int
    left_out: int
    problems: tuple[str, ...]
    doubts: tuple[str, ...]
    above: tuple[str, ...]
    nameless: bool
    teamless: int
    teams: bool
    page: int
    pages: int
    fields: tuple[tuple[str, str], ...] = tuple((name, msg_const(label)) for name, label in FIELDS.items())


def build_review(visit: RequestContext) -> Review:
    """Return the preview of a pending table, with the chosen columns."""
    word = visit.params["word"]
    table = find_waiting_table(visit.site.pending_uploads.find(visit.csrf_token, word))
    column_choices = {int(name[1:]): value for name, value in visit.query.items() if _COLUMN.fullmatch(name)}
    teams = visit.state.tournament.team_event
    read = read_waiting_table(
        replace(table, fields={**table.fields, **column_choices}), visit.state.tournament.players, teams
    )
    pages = max(1, -(-len(read.rows) // ROWS_PER_PAGE))
    page = min(max(1, visit.number("page", 1)), pages)
    rows = read.rows[(page - 1) * ROWS_PER_PAGE : page * ROWS_PER_PAGE]
    heads = tuple((cell.field, _HEADS.get(cell.field, FIELDS[cell.field])) for cell in (rows[0].cells if rows else ()))
    return Review(
        word,
        table.sheet.how,
        read.columns.guesses,
        rows,
        heads,
        len(read.entering),
        len(read.open),
        len(read.skipped),
        tuple(problem.description for problem in read.found.problems),
        tuple(doubt.description for doubt in read.found.doubts),
        tuple(text for _, text in read.found.above),
        not read.columns.has_names,
        sum(not entrant.team for entrant in read.entering) if teams else 0,
        teams,
        page,
        pages,
    )


_COLUMN = re.compile(r"c\d{1,3}", re.ASCII)
_HEADS = {"name": msg("Name"), "rating": msg("Rating"), "title": msg("Title"), "federation": msg("Fed"),
          "fide_id": msg("FIDE number"), "national_id": msg("National number"), "birth": msg("Born"),
          "sex": msg("Sex"), "club": msg("Club"), "team": msg("Team"), "board": msg("Board"),
          "bye": msg("Byes")}  # fmt: skip
"""Headings of the preview."""


@record
class TableEntered:
    """Report on an entered table: cells not understood, rows left out, byes not given."""

    entered: int
    problems: tuple[tuple[str, str, str], ...] = ()
    doubts: tuple[tuple[str, str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether nothing of the table was lost except unused columns."""
        return not (self.problems or self.doubts or self.left_out or self.byes)


def find_pending_table_report(visit: RequestContext) -> TableEntered:
    """Return the report on a table that was entered."""
    report = visit.site.pending_uploads.find(visit.csrf_token, visit.params["word"])
    if not isinstance(report, TableEntered):
        raise CommandRejectedError(msg("this report is no longer here"), instead=msg("look at the players"))
    return report


# -- rating lists ------------------------------------------------------------------------------------------------------


@record
class Hit:
    """A search hit in a rating list: `facts` are the fields to enter, `here` means already entered."""

    facts: Facts
    data: dict[str, Any]
    list: str
    month: str
    here: bool


@record
class ListInUse:
    """A rating list that is searched."""

    name: str
    month: str
    players: int


@record
class Searching:
    """A search in all rating lists."""

    text: str
    hits: tuple[Hit, ...]
    lists: tuple[ListInUse, ...]
    refused: str = ""


def search_lists(visit: RequestContext) -> Searching:
    """Return the players that match letters or a number."""
    text = visit.query.get("q", "").strip()[:100]
    fide_ids = {player.fide_id for player in visit.state.tournament.players if player.fide_id}
    with open_rating_lists(visit.site) as rating_lists:
        hits = tuple(_build_hit(list_hit, fide_ids) for list_hit in search(rating_lists, text)) if text else ()
        lists = tuple(ListInUse(rating_list.name, rating_list.month, len(rating_list)) for rating_list in rating_lists)
    return Searching(text, hits, lists, players_view(visit.state).refused)


def _build_hit(list_hit: ListHit, fide_ids: set[int]) -> Hit:
    facts = Facts(**list_hit.facts())
    return Hit(facts, to_json_data(facts), list_hit.list, list_hit.month, facts.fide_id in fide_ids)


PAGES = (
    Page(
        "table",
        "/t/{slug}/players/table",
        "A table of entries",
        build_table_form,
        "table_upload.html",
        "players",
        live=(),
        asks=("from",),
    ),
    Page(
        "review",
        "/t/{slug}/players/table/{word}",
        "A table of entries",
        build_review,
        "table_review.html",
        "players",
        live=(),
        asks=("c*", "page"),
    ),
    Page(
        "entered",
        "/t/{slug}/players/table/{word}/entered",
        "Players entered",
        find_pending_table_report,
        "table_report.html",
        "players",
        live=(),
    ),
    Page(
        "search", "/t/{slug}/players/search", "From a rating list", search_lists, "search.html", "players", asks=("q",)
    ),
)
