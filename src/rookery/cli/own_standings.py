"""Standings of a format with its own ranking: its columns, and how a participant came to a score."""

from __future__ import annotations

from rookery.cli.console import print_heading, print_json, print_paragraph, say
from rookery.cli.exit_codes import Refusal
from rookery.cli.exports import print_csv, print_html
from rookery.cli.standings_tables import print_notes, print_withdrawn, sheet
from rookery.cli.tables import print_table
from rookery.formatting import Column, participant_label
from rookery.presentation.own_columns import as_table_columns, columns, ranking_description
from rookery.presentation.standings import ExtraColumn, table, title, withdrawn_note
from rookery.ranking.codes import decimal
from rookery.ranking.columns import ValuePart
from rookery.ranking.standings import Standings


def print_custom_standings(standings: Standings, output_format: str) -> None:
    """Print the standings in the requested output format."""
    own_columns = columns(standings)
    if output_format == "json":
        from rookery.serialize.as_data import as_data

        print_json(as_data(standings))
    elif output_format == "csv":
        plain = [ExtraColumn(Column(column.title.lower()), column.cells) for column in own_columns]
        print_csv(sheet(standings, standings.rows, plain))
    elif output_format == "html":
        print_html(
            title(standings),
            table(standings, standings.rows, as_table_columns(own_columns)),
            (ranking_description(standings), *withdrawn_note(standings, standings.rows), *standings.notes),
        )
    else:
        print_heading(title(standings))
        print_paragraph(ranking_description(standings))
        say()
        print_table(table(standings, standings.rows, as_table_columns(own_columns)))
        print_withdrawn(standings, standings.rows)
        print_notes(standings)


# -- in words


def explain_custom_rank(standings: Standings, participant_id: int) -> None:
    """Print how a participant came to a rank."""
    tournament = standings.tournament
    if participant_id not in tournament.participants_by_number:
        raise Refusal(f"there is no number {participant_id} in this tournament")
    row = standings.row(participant_id)
    row_index = standings.rows.index(row)
    scores = [
        column.cells[row_index] if column.words else f"{column.title.lower()} {column.cells[row_index]}"
        for column in columns(standings)
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
        f"{decimal(part.worth, 2)}, {share}{owner} ({decimal(part.of, 2)})" if part.share else f"nothing of {owner}"
    )
    print_paragraph(f"{label}: {explanation}.", indent="  ")
