"""Standings of a format that ranks in its own way: what its columns look like, and how somebody came to their score."""

from __future__ import annotations

from rookery.cli.exits import Refusal
from rookery.cli.exports import print_csv, print_html
from rookery.cli.render import heading, paragraph, print_json, say
from rookery.cli.standings_tables import Beside, print_notes, sheet, table, title
from rookery.cli.tables import print_table
from rookery.formats.catalogue import conduct_of
from rookery.labels import Column, person
from rookery.ranking import sentences as words
from rookery.ranking.choice import TieBreakColumn
from rookery.ranking.codes import decimal
from rookery.ranking.data import as_data
from rookery.ranking.own_column import Part
from rookery.ranking.rank import NONE, Standings
from rookery.values import NamedTuple


class Shown(NamedTuple):
    """A column of the format's own as people see it: its title, and what stands in it; `words` need no title."""

    title: str
    cells: list[str]
    words: bool


def print_own(found: Standings, form: str) -> None:
    """The table in the form asked for."""
    own = columns(found)
    beside = [Beside(Column(each.title, "<" if each.words else ">"), each.cells) for each in own]
    if form == "json":
        print_json(as_data(found))
    elif form == "csv":
        plain = [Beside(Column(each.title.lower()), each.cells) for each in own]
        print_csv(sheet(found, found.rows, plain))
    elif form == "html":
        print_html(title(found), table(found, found.rows, beside), (_about(found), *found.notes))
    else:
        heading(title(found))
        paragraph(_about(found))
        say()
        print_table(table(found, found.rows, beside))
        print_notes(found)


def columns(found: Standings) -> list[Shown]:
    """The columns of the format: under their own titles, or as a tie-break is shown."""
    return [_shown(found, at, column) for at, column in enumerate(found.columns)]


def _shown(found: Standings, at: int, column: TieBreakColumn) -> Shown:
    own, values = column.own, [row.values[at] for row in found.rows]
    if own is None or not own.title:
        return Shown(str(column.tiebreak), words.column(values, column.tiebreak), False)
    if own.said:
        return Shown(own.title, [own.said.get(row.id, "") for row in found.rows], True)
    return Shown(own.title, [decimal(each or NONE, 2) for each in values], False)


def _about(found: Standings) -> str:
    """By what they are ranked."""
    return conduct_of(found.tournament).ranked_by(found.tournament)


# -- in words


def explain_own(found: Standings, one: int) -> None:
    """How somebody came to their place."""
    t = found.tournament
    if one not in t.by_id:
        raise Refusal(f"there is no number {one} in this tournament")
    row = found.row(one)
    at = found.rows.index(row)
    told = [each.cells[at] if each.words else f"{each.title.lower()} {each.cells[at]}" for each in columns(found)]
    heading(f"{person(t.by_id[one])}: rank {row.rank}, {', '.join(told)}")
    parts = [part for column in found.columns if column.own is not None for part in column.own.parts.get(one, ())]
    for part in parts:
        _print_part(found, one, part)
    if parts:
        print_notes(found)


def _print_part(found: Standings, one: int, part: Part) -> None:
    """What somebody has of a round."""
    whose = "their own value" if part.whose == one else f"the value of {person(found.tournament.by_id[part.whose])}"
    when = f"Round {part.round}" if part.round else "At the start"
    share = "" if part.share == 1 else f"{part.share} of "
    made = f"{decimal(part.worth, 2)}, {share}{whose} ({decimal(part.of, 2)})" if part.share else f"nothing of {whose}"
    paragraph(f"{when}: {made}.", indent="  ")
