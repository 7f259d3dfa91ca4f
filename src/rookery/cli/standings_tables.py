"""Standings by tie-breaks: for the screen, for a spreadsheet, for a website and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.cli.render import heading, paragraph, say, terminal_width
from rookery.cli.tables import folded, print_table
from rookery.formats.standings import gone
from rookery.labels import Column, Table, count, person, points
from rookery.model import Player, Tournament
from rookery.ranking import sentences as words
from rookery.ranking.rank import Place, Row, Standings
from rookery.shown.standings import Beside, about, by_tiebreak, money, notes, table, title, withdrawn
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.ranking.prizes import Award


def _for_a_spreadsheet(found: Standings, rows: Sequence[Place | Row]) -> list[Beside]:
    """A column for each tie-break, without fractions."""
    known, found_by = {row.id: row.values for row in found.rows}, enumerate(found.tiebreaks)
    return [Beside(Column(str(each)), [words.plain(known[row.id][at], each) for row in rows]) for at, each in found_by]


def sheet(found: Standings, rows: Sequence[Place | Row], beside: Sequence[Beside]) -> Table:
    """The same for a spreadsheet: each thing in a cell of its own, and no fractions."""
    people = () if found.tournament.team_event else ("title", "rating")
    columns = tuple(map(Column, ("rank", "id", "name", *people, "points", *(each.column.title for each in beside))))
    lines = []
    for at, row in enumerate(rows):
        one = found.tournament.by_id[row.id]
        person = (one.title, str(one.rating or "")) if isinstance(one, Player) else ()
        more = (each.cells[at] for each in beside)
        lines.append((str(row.rank), str(row.id), row.name, *person, points(row.points), *more))
    return Table(columns, tuple(lines))


def _print_text(found: Standings, category: str, rows: Sequence[Place | Row], parts: bool) -> None:
    heading(title(found, category))
    paragraph(about(found))
    if found.open and not found.provisional:
        games = count(found.open, "game of it has", "games of it have")
        paragraph(f"Round {found.after + 1} is not counted: {games} no result yet (--provisional counts the others).")
    say()
    if not rows:
        paragraph(f"Nobody is in this category.{_no_clubs(found.tournament, category)}")
    whole = table(found, rows, by_tiebreak(found, rows))
    for number, block in enumerate(folded(whole, 3, terminal_width()) if rows else ()):
        if number:
            say()
        print_table(block)
    print_withdrawn(found, rows)
    if parts and rows:
        say()
        for row in rows:
            _print_sums(found, row)


def print_withdrawn(found: Standings, rows: Sequence[Place | Row]) -> None:
    """Who of those in the table has withdrawn."""
    for line in withdrawn(found, rows):
        say()
        paragraph(line)


def _no_clubs(tournament: Tournament, category: str) -> str:
    """A hint for who asks for a club where no club is known."""
    if "club=" not in category.lower().replace(" ", "") or any(player.club for player in tournament.players):
        return ""
    return " The file names no clubs: TRF has no place for them, JSON keeps them."


def _print_sums(found: Standings, row: Place | Row) -> None:
    say(person(found.tournament.by_id[row.id]), "bold")
    for each, working in zip(found.tiebreaks, found.workings(row.id), strict=True):
        made = words.sum_of(working)
        paragraph(f"{each} {words.shown(working.value, each)}" + f" from {made}" * bool(made), indent="  ")


def print_end(found: Standings, awards: list[Award], sharing: str) -> None:
    """What is to be said below the table: notes, who is not ranked, prizes."""
    print_notes(found)
    if awards:
        say()
        say(f"Prizes, shared {'equally' if sharing == 'equal' else 'by the Hort system'}", "bold")
        columns = (Column("For"), Column("No", ">"), Column("Name", least=16), Column("Amount", ">"))
        rows = (
            (each.category or "all", str(each.id), found.tournament.by_id[each.id].name, money(each.amount))
            for each in awards
        )
        print_table(Table(columns, tuple(rows)))


def print_notes(found: Standings) -> None:
    """What a reader of the table should know, and who is not in it."""
    told = notes(found)
    if told:
        say()
    for note in told:
        paragraph(note)


def _print_csv(found: Standings, category: str, rows: Sequence[Place | Row], parts: bool) -> None:
    made = sheet(found, rows, _for_a_spreadsheet(found, rows))
    if left := gone(found):
        made = widened(made, (Column("withdrawn"),), ((str(left.get(row.id, "")),) for row in rows))
    if parts:
        columns = tuple(Column(f"{each} parts") for each in found.tiebreaks)
        sums = (tuple(words.sum_of(each) for each in found.workings(row.id)) for row in rows)
        made = widened(made, columns, sums)
    from rookery.cli.exports import print_csv

    print_csv(made)


def widened(made: Table, columns: tuple[Column, ...], more: Iterable[tuple[str, ...]]) -> Table:
    """A table with more columns at its end."""
    return Table((*made.columns, *columns), tuple((*row, *cells) for row, cells in zip(made.rows, more, strict=True)))


def _print_html(found: Standings, category: str, rows: Sequence[Place | Row], parts: bool) -> None:
    made = table(found, rows, by_tiebreak(found, rows))
    if parts:
        made = widened(made, (Column("Parts"),), ((_sums(found, row),) for row in rows))
    from rookery.cli.exports import print_html

    print_html(title(found, category), made, (about(found), *withdrawn(found, rows), *notes(found)))


def _sums(found: Standings, row: Place | Row) -> str:
    """What all values of somebody are made of, in one line."""
    both = zip(found.tiebreaks, found.workings(row.id), strict=True)
    return "; ".join(f"{code} {words.sum_of(working)}" for code, working in both)


PRINTERS = {"text": _print_text, "csv": _print_csv, "html": _print_html}
