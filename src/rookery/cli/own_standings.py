"""Standings of a format that ranks in its own way: what its columns look like, and how somebody came to their score."""

from __future__ import annotations

from rookery.cli.exits import Refusal
from rookery.cli.exports import print_csv, print_html
from rookery.cli.render import heading, paragraph, print_json, say
from rookery.cli.standings_tables import print_notes, print_withdrawn, sheet
from rookery.cli.tables import print_table
from rookery.labels import Column, person
from rookery.ranking.codes import decimal
from rookery.ranking.own_column import Part
from rookery.ranking.rank import Standings
from rookery.shown.own_columns import about, beside, columns
from rookery.shown.standings import Beside, table, title, withdrawn


def print_own(found: Standings, form: str) -> None:
    """The table in the form asked for."""
    own = columns(found)
    if form == "json":
        from rookery.answers.data import as_data

        print_json(as_data(found))
    elif form == "csv":
        plain = [Beside(Column(each.title.lower()), each.cells) for each in own]
        print_csv(sheet(found, found.rows, plain))
    elif form == "html":
        print_html(
            title(found),
            table(found, found.rows, beside(own)),
            (about(found), *withdrawn(found, found.rows), *found.notes),
        )
    else:
        heading(title(found))
        paragraph(about(found))
        say()
        print_table(table(found, found.rows, beside(own)))
        print_withdrawn(found, found.rows)
        print_notes(found)


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
