"""Standings by tie-breaks: for the screen, for a spreadsheet, for a website and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rookery.cli.console import print_heading, print_paragraph, say, terminal_width
from rookery.cli.tables import fold_table, print_table
from rookery.formats.standings import withdrawn_participants
from rookery.formatting import Column, Table, count, format_points, participant_label
from rookery.model import Player, Tournament
from rookery.presentation.standings import (
    ExtraColumn,
    describe_sharing,
    format_prize,
    notes,
    table,
    tiebreak_columns,
    tiebreak_description,
    title,
    withdrawn_note,
)
from rookery.ranking import explain as words
from rookery.ranking.prize_list import category_title
from rookery.ranking.standings import Place, Row, Standings

if TYPE_CHECKING:
    from rookery.ranking.prizes import Award


def _for_a_spreadsheet(standings: Standings, rows: Sequence[Place | Row]) -> list[ExtraColumn]:
    """Return a column for each tie-break, without fractions."""
    values_by_id, numbered_tiebreaks = {row.id: row.values for row in standings.rows}, enumerate(standings.tiebreaks)
    return [
        ExtraColumn(Column(str(tiebreak)), [words.format_plain(values_by_id[row.id][index], tiebreak) for row in rows])
        for index, tiebreak in numbered_tiebreaks
    ]


def sheet(standings: Standings, rows: Sequence[Place | Row], beside: Sequence[ExtraColumn]) -> Table:
    """Return the standings for a spreadsheet: one value per cell, and no fractions."""
    people = () if standings.tournament.team_event else ("title", "rating")
    columns = tuple(
        map(Column, ("rank", "id", "name", *people, "points", *(extra_column.column.title for extra_column in beside)))
    )
    lines = []
    for index, row in enumerate(rows):
        participant = standings.tournament.participants_by_number[row.id]
        person = (participant.title, str(participant.rating or "")) if isinstance(participant, Player) else ()
        extra_cells = (extra_column.cells[index] for extra_column in beside)
        lines.append((str(row.rank), str(row.id), row.name, *person, format_points(row.points), *extra_cells))
    return Table(columns, tuple(lines))


def _print_text(standings: Standings, category: str, rows: Sequence[Place | Row], parts: bool) -> None:
    print_heading(title(standings, category))
    print_paragraph(tiebreak_description(standings))
    if standings.open and not standings.provisional:
        games = count(standings.open, "game of it has", "games of it have")
        print_paragraph(
            f"Round {standings.after + 1} is not counted: {games} no result yet (--provisional counts the others)."
        )
    say()
    if not rows:
        print_paragraph(f"Nobody is in this category.{_no_clubs(standings.tournament, category)}")
    full_table = table(standings, rows, tiebreak_columns(standings, rows))
    for number, block in enumerate(fold_table(full_table, 3, terminal_width()) if rows else ()):
        if number:
            say()
        print_table(block)
    print_withdrawn(standings, rows)
    if parts and rows:
        say()
        for row in rows:
            _print_sums(standings, row)


def print_withdrawn(standings: Standings, rows: Sequence[Place | Row]) -> None:
    """Print which participants in the table have withdrawn."""
    for line in withdrawn_note(standings, rows):
        say()
        print_paragraph(line)


def _no_clubs(tournament: Tournament, category: str) -> str:
    """Return a hint if a club is asked for and the file names no clubs."""
    if "club=" not in category.lower().replace(" ", "") or any(player.club for player in tournament.players):
        return ""
    return " The file names no clubs: TRF has no place for them, JSON keeps them."


def _print_sums(standings: Standings, row: Place | Row) -> None:
    say(participant_label(standings.tournament.participants_by_number[row.id]), "bold")
    for tiebreak, working in zip(standings.tiebreaks, standings.workings(row.id), strict=True):
        addends = words.format_sum(working)
        print_paragraph(
            f"{tiebreak} {words.format_value(working.value, tiebreak)}" + f" from {addends}" * bool(addends),
            indent="  ",
        )


def print_end(standings: Standings, awards: list[Award], sharing: str, one_each: str = "", currency: str = "") -> None:
    """Print what follows the table: notes, unranked participants, prizes."""
    print_notes(standings)
    if awards:
        say()
        say(f"Prizes: {describe_sharing(sharing, one_each)}", "bold")
        columns = (Column("For"), Column("No", ">"), Column("Name", least=16), Column("Prize", ">"))
        rows = (
            (
                category_title(award.category) if award.category else "All",
                str(award.id),
                standings.tournament.participants_by_number[award.id].name,
                format_prize(award.amount, award.things, currency).replace("\u00a0", " "),
            )
            for award in awards
        )
        print_table(Table(columns, tuple(rows)))


def print_notes(standings: Standings) -> None:
    """Print the notes on the table, and who is not in it."""
    note_lines = notes(standings)
    if note_lines:
        say()
    for note in note_lines:
        print_paragraph(note)


def _print_csv(standings: Standings, category: str, rows: Sequence[Place | Row], parts: bool) -> None:
    output = sheet(standings, rows, _for_a_spreadsheet(standings, rows))
    if withdrawn_rounds := withdrawn_participants(standings):
        output = widened(output, (Column("withdrawn"),), ((str(withdrawn_rounds.get(row.id, "")),) for row in rows))
    if parts:
        columns = tuple(Column(f"{tiebreak} parts") for tiebreak in standings.tiebreaks)
        sums = (tuple(words.format_sum(tiebreak) for tiebreak in standings.workings(row.id)) for row in rows)
        output = widened(output, columns, sums)
    from rookery.cli.exports import print_csv

    print_csv(output)


def widened(base: Table, columns: tuple[Column, ...], extra_rows: Iterable[tuple[str, ...]]) -> Table:
    """Return a table with more columns at its end."""
    return Table(
        (*base.columns, *columns), tuple((*row, *cells) for row, cells in zip(base.rows, extra_rows, strict=True))
    )


def _print_html(standings: Standings, category: str, rows: Sequence[Place | Row], parts: bool) -> None:
    output = table(standings, rows, tiebreak_columns(standings, rows))
    if parts:
        output = widened(output, (Column("Parts"),), ((_sums(standings, row),) for row in rows))
    from rookery.cli.exports import print_html

    print_html(
        title(standings, category),
        output,
        (tiebreak_description(standings), *withdrawn_note(standings, rows), *notes(standings)),
    )


def _sums(standings: Standings, row: Place | Row) -> str:
    """Return the addends of all tie-break values of one participant, in one line."""
    values = zip(standings.tiebreaks, standings.workings(row.id), strict=True)
    return "; ".join(f"{code} {words.format_sum(working)}" for code, working in values)


PRINTERS = {"text": _print_text, "csv": _print_csv, "html": _print_html}
