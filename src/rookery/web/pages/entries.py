"""Entering players from a table that was pasted or uploaded, and from rating lists."""

from __future__ import annotations

import re
from typing import Any

from rookery._record import record, replace
from rookery.json_codec import to_json_data
from rookery.messages import msg, msg_const
from rookery.rating_lists import ListHit, search
from rookery.spreadsheets.columns import Guess
from rookery.spreadsheets.headings import FIELDS
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.views.players import players_view
from rookery.web.entry_review import ROWS_PER_PAGE, EntryRow, WaitingTable, find_waiting_table, read_waiting_table
from rookery.web.page_spec import Page, RequestContext
from rookery.web.routes.rating_lists import open_rating_lists


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
        "table.html",
        "players",
        live=(),
        asks=("from",),
    ),
    Page(
        "review",
        "/t/{slug}/players/table/{word}",
        "A table of entries",
        build_review,
        "entries.html",
        "players",
        live=(),
        asks=("c*", "page"),
    ),
    Page(
        "entered",
        "/t/{slug}/players/table/{word}/entered",
        "Players entered",
        find_pending_table_report,
        "entered.html",
        "players",
        live=(),
    ),
    Page(
        "search", "/t/{slug}/players/search", "From a rating list", search_lists, "search.html", "players", asks=("q",)
    ),
)
