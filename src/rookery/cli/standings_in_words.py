"""Explanation of one participant's standing, tie-break by tie-break."""

from __future__ import annotations

from rookery.cli.console import print_heading, print_paragraph, say
from rookery.cli.exit_codes import Refusal
from rookery.formatting import count, participant_label
from rookery.history.scoring import format_score
from rookery.messages import join_list
from rookery.ranking import explain as words
from rookery.ranking.standings import Standings


def explain(standings: Standings, participant_id: int) -> None:
    """Print how each value of one participant came about."""
    if participant_id not in standings.tournament.participants_by_number:
        raise Refusal(f"there is no number {participant_id} in this tournament")
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
            _print_line(line)
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


def _print_line(line: words.Addend) -> None:
    cut = f" [cut: {line.cut}]" if line.cut else ""
    number = f"({line.number})" if line.cut else f"{line.number} "
    print_paragraph(f"{line.text}{cut}" or "-", indent=f"  {number:>8} ", hanging=" " * 11)
