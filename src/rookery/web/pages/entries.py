"""Entering people: from a table that was pasted or sent, its columns as they are understood; from rating lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rookery.desk.decision import Refused
from rookery.desk.facts import Facts
from rookery.desk.form import written
from rookery.desk.views.players import players_view
from rookery.entry_tables.columns import Columns, Guess, guessed
from rookery.entry_tables.entries import Entrant, Entries, Twin, entries
from rookery.entry_tables.headings import FIELDS
from rookery.entry_tables.sheet import Sheet
from rookery.lists import ListHit, search
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.shelves import shelf
from rookery.web.visit import Visit
from rookery.wording import spoken, word

SHOWN = 300
"""So many rows of a table are shown; all of them are entered."""


@frozen
class Pasting:
    """A place for a table; `refused` says why nobody can enter any more."""

    refused: str = ""
    teams: bool = False


def pasting(visit: Visit) -> Pasting:
    """A place for a table."""
    found = players_view(visit.state)
    return Pasting(found.refused, found.teams)


@frozen
class Review:
    """What a table comes to: its columns as they are understood, the people, and what must be looked at.

    `left_out` are those who take part already; `nameless` says that no column has names.
    """

    word: str
    how: str
    columns: tuple[Guess, ...]
    people: tuple[Entrant, ...]
    entering: int
    problems: tuple[str, ...]
    twins: tuple[Twin, ...]
    left_out: tuple[Twin, ...]
    above: tuple[str, ...]
    nameless: bool
    teamless: int
    teams: bool
    fields: tuple[tuple[str, str], ...] = tuple((name, word(one)) for name, one in FIELDS.items())


def review(visit: Visit) -> Review:
    """The table that waits under a word, with the columns as somebody has chosen them."""
    word = visit.params["word"]
    sheet = waiting_sheet(visit.site.waiting.find(visit.door, word))
    columns = chosen(sheet, visit.query)
    found = entries(sheet, columns, visit.state.tournament.players)
    new = newcomers(found)
    teams = visit.state.tournament.team_event
    known = tuple(one for one in found.twins if one.sure and one.key)
    return Review(
        word, sheet.how, columns.guesses, new[:SHOWN], len(new), tuple(one.said for one in found.problems),
        tuple(one for one in found.twins if one not in known), known, tuple(text for _, text in found.above),
        not columns.named, sum(not one.team for one in new) if teams else 0, teams,
    )  # fmt: skip


def waiting_sheet(found: Any) -> Sheet:
    """The table that waits; refused when it waits no more."""
    if not isinstance(found, Sheet):
        raise Refused(spoken("This table waits no more."), instead=spoken("paste it, or choose the file again"))
    return found


def chosen(sheet: Sheet, said: Mapping[str, str]) -> Columns:
    """The columns as they are guessed, but for those that somebody has said otherwise: `c0=name`."""
    columns = guessed(sheet)
    for at, guess in enumerate(columns.guesses):
        field = said.get(f"c{at}")
        if field is not None and field != guess.field and (field in FIELDS or not field):
            columns = columns.chosen(at, field)
    return columns


def newcomers(found: Entries) -> tuple[Entrant, ...]:
    """Those of a table who do not take part already."""
    known = {one.line for one in found.twins if one.sure and one.key}
    return tuple(one for one in found.people if one.line not in known)


# -- rating lists ------------------------------------------------------------------------------------------------------


@frozen
class Hit:
    """Somebody whom a list has: `facts` is what entering them says, `here` that they take part already."""

    facts: Facts
    data: dict[str, Any]
    list: str
    month: str
    here: bool


@frozen
class ListInUse:
    """A rating list that is searched."""

    name: str
    month: str
    players: int


@frozen
class Searching:
    """A search through all rating lists there are."""

    text: str
    hits: tuple[Hit, ...]
    lists: tuple[ListInUse, ...]
    refused: str = ""


def searching(visit: Visit) -> Searching:
    """Who is meant by some letters, or by a number."""
    text = visit.query.get("q", "").strip()[:100]
    here = {one.fide_id for one in visit.state.tournament.players if one.fide_id}
    with shelf(visit.site) as found:
        hits = tuple(_hit(one, here) for one in search(found, text)) if text else ()
        lists = tuple(ListInUse(one.name, one.month, len(one)) for one in found)
    return Searching(text, hits, lists, players_view(visit.state).refused)


def _hit(one: ListHit, here: set[int]) -> Hit:
    facts = Facts(**one.facts())
    return Hit(facts, written(facts), one.list, one.month, facts.fide_id in here)


PAGES = (
    Page("table", "/t/{slug}/players/table", "A table of entries", pasting, "table.html", "players", live=()),
    Page("review", "/t/{slug}/players/table/{word}", "A table of entries", review, "entries.html", "players", live=()),
    Page("search", "/t/{slug}/players/search", "From a rating list", searching, "search.html", "players", asks=("q",)),
)
