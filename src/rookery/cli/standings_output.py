"""Standings by tie-breaks: for the screen, for a spreadsheet, for a website and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rookery.cli.console import print_heading, print_json, print_paragraph, say, terminal_width
from rookery.cli.errors import CommandError
from rookery.cli.tables import fold_table, print_csv, print_html, print_table
from rookery.formats.standings import withdrawn_participants
from rookery.formatting import Column, Table, count, format_points, participant_label
from rookery.history.scoring import format_score
from rookery.messages import join_list
from rookery.model import Player, Tournament
from rookery.presentation.standings import (
    ExtraColumn,
    describe_sharing,
    format_prize,
    notes,
    ranking_columns,
    ranking_description,
    standings_table,
    standings_title,
    tiebreak_columns,
    tiebreak_description,
    to_extra_columns,
    withdrawn_note,
)
from rookery.ranking import explain as words
from rookery.ranking.codes import format_decimal
from rookery.ranking.columns import ValuePart
from rookery.ranking.prize_list import category_title
from rookery.ranking.standings import Place, Row, Standings

if TYPE_CHECKING:
    from rookery.ranking.prizes import Award


def _spreadsheet_columns(standings: Standings, rows: Sequence[Place | Row]) -> list[ExtraColumn]:
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
    print_heading(standings_title(standings, category))
    print_paragraph(tiebreak_description(standings))
    if standings.open and not standings.provisional:
        games = count(standings.open, "game of it has", "games of it have")
        print_paragraph(
            f"Round {standings.after + 1} is not counted: {games} no result yet (--provisional counts the others)."
        )
    say()
    if not rows:
        print_paragraph(f"Nobody is in this category.{_missing_clubs_hint(standings.tournament, category)}")
    full_table = standings_table(standings, rows, tiebreak_columns(standings, rows))
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


def _missing_clubs_hint(tournament: Tournament, category: str) -> str:
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
    output = sheet(standings, rows, _spreadsheet_columns(standings, rows))
    if withdrawn_rounds := withdrawn_participants(standings):
        output = with_columns(
            output, (Column("withdrawn"),), ((str(withdrawn_rounds.get(row.id, "")),) for row in rows)
        )
    if parts:
        columns = tuple(Column(f"{tiebreak} parts") for tiebreak in standings.tiebreaks)
        sums = (tuple(words.format_sum(tiebreak) for tiebreak in standings.workings(row.id)) for row in rows)
        output = with_columns(output, columns, sums)
    from rookery.cli.tables import print_csv

    print_csv(output)


def with_columns(base: Table, columns: tuple[Column, ...], extra_rows: Iterable[tuple[str, ...]]) -> Table:
    """Return a table with more columns at its end."""
    return Table(
        (*base.columns, *columns), tuple((*row, *cells) for row, cells in zip(base.rows, extra_rows, strict=True))
    )


def _print_html(standings: Standings, category: str, rows: Sequence[Place | Row], parts: bool) -> None:
    output = standings_table(standings, rows, tiebreak_columns(standings, rows))
    if parts:
        output = with_columns(output, (Column("Parts"),), ((_format_sums(standings, row),) for row in rows))
    from rookery.cli.tables import print_html

    print_html(
        standings_title(standings, category),
        output,
        (tiebreak_description(standings), *withdrawn_note(standings, rows), *notes(standings)),
    )


def _format_sums(standings: Standings, row: Place | Row) -> str:
    """Return the addends of all tie-break values of one participant, in one line."""
    values = zip(standings.tiebreaks, standings.workings(row.id), strict=True)
    return "; ".join(f"{code} {words.format_sum(working)}" for code, working in values)


PRINTERS = {"text": _print_text, "csv": _print_csv, "html": _print_html}


def print_custom_standings(standings: Standings, output_format: str) -> None:
    """Print the standings in the requested output format."""
    own_columns = ranking_columns(standings)
    if output_format == "json":
        from rookery.serialize.as_data import as_data

        print_json(as_data(standings))
    elif output_format == "csv":
        plain = [ExtraColumn(Column(column.title.lower()), column.cells) for column in own_columns]
        print_csv(sheet(standings, standings.rows, plain))
    elif output_format == "html":
        print_html(
            standings_title(standings),
            standings_table(standings, standings.rows, to_extra_columns(own_columns)),
            (ranking_description(standings), *withdrawn_note(standings, standings.rows), *standings.notes),
        )
    else:
        print_heading(standings_title(standings))
        print_paragraph(ranking_description(standings))
        say()
        print_table(standings_table(standings, standings.rows, to_extra_columns(own_columns)))
        print_withdrawn(standings, standings.rows)
        print_notes(standings)


# -- in words


def explain_custom_rank(standings: Standings, participant_id: int) -> None:
    """Print how a participant came to a rank."""
    tournament = standings.tournament
    if participant_id not in tournament.participants_by_number:
        raise CommandError(f"there is no number {participant_id} in this tournament")
    row = standings.row(participant_id)
    row_index = standings.rows.index(row)
    scores = [
        column.cells[row_index] if column.words else f"{column.title.lower()} {column.cells[row_index]}"
        for column in ranking_columns(standings)
    ]
    print_heading(
        f"{participant_label(tournament.participants_by_number[participant_id])}: rank {row.rank}, {', '.join(scores)}"
    )
    parts = [
        part
        for column in standings.columns
        if column.own is not None
        for part in column.own.parts.get(participant_id, ())
    ]
    for part in parts:
        _print_value_part(standings, participant_id, part)
    if parts:
        print_notes(standings)


def _print_value_part(standings: Standings, participant_id: int, part: ValuePart) -> None:
    """Print what a participant received in one round."""
    owner = (
        "their own value"
        if part.whose == participant_id
        else f"the value of {participant_label(standings.tournament.participants_by_number[part.whose])}"
    )
    label = f"Round {part.round}" if part.round else "At the start"
    share = "" if part.share == 1 else f"{part.share} of "
    explanation = (
        f"{format_decimal(part.worth, 2)}, {share}{owner} ({format_decimal(part.of, 2)})"
        if part.share
        else f"nothing of {owner}"
    )
    print_paragraph(f"{label}: {explanation}.", indent="  ")


def explain(standings: Standings, participant_id: int) -> None:
    """Print how each value of one participant came about."""
    if participant_id not in standings.tournament.participants_by_number:
        raise CommandError(f"there is no number {participant_id} in this tournament")
    row = standings.row(participant_id)
    level = [
        tied_row.id for tied_row in standings.rows if tied_row.points == row.points and tied_row.id != participant_id
    ]
    tied = [tied_row.id for tied_row in standings.rows if tied_row.rank == row.rank and tied_row.id != participant_id]
    label = f"round {standings.after}" if standings.after else "before round 1"
    name = participant_label(standings.tournament.participants_by_number[participant_id])
    print_heading(f"{name}: rank {row.rank}{'=' * bool(tied)}, {format_score(row.points)}, {label}")
    if level:
        print_paragraph(
            f"{count(len(level), 'other has', 'others have')} as many points:"
            f" {join_list((words.participant_name(standings, participant) for participant in level), 6)}."
            f" {_describe_tie(standings, level, tied)}"
        )
    else:
        print_paragraph("Nobody else has as many points, so no tie-break was needed.")
    for index, tiebreak in enumerate(standings.tiebreaks):
        say()
        say(f"{tiebreak}  {words.format_value(row.values[index], tiebreak)}  {tiebreak.title}", "bold")
        meaning = tiebreak.definition.meaning
        print_paragraph(f"{meaning[0].upper()}{meaning[1:]} (C.07 {tiebreak.definition.article}).", indent="  ")
        for line in words.contribution_lines(standings, participant_id, index):
            _print_addend(line)
        print_paragraph(words.summary(standings, participant_id, index), indent="  ")


def _describe_tie(standings: Standings, level: list[int], tied: list[int]) -> str:
    """Return how the tie-breaks separate those with as many points."""
    if not standings.tiebreaks:
        return "There are no tie-breaks, so they share the rank."
    if not tied:
        return "The tie-breaks below decide between them, the first that differs."
    if len(tied) == len(level):
        return "The tie-breaks below do not separate them: they share the rank."
    names = join_list((words.participant_name(standings, participant) for participant in tied), 6)
    return f"The tie-breaks below decide, the first that differs; they leave {names} level: these share the rank."


def _print_addend(line: words.Addend) -> None:
    cut = f" [cut: {line.cut}]" if line.cut else ""
    number = f"({line.number})" if line.cut else f"{line.number} "
    print_paragraph(f"{line.text}{cut}" or "-", indent=f"  {number:>8} ", hanging=" " * 11)
