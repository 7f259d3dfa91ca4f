"""Standings as a table, with the columns of the format, their title and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rookery.errors import RuleError
from rookery.formats.resolve import handlers_for
from rookery.formats.standings import withdrawn_participants
from rookery.formatting import Column, Table, format_points, participant_label
from rookery.messages import join_list
from rookery.model import Player
from rookery.ranking import explain as words
from rookery.ranking.codes import format_decimal
from rookery.ranking.columns import TieBreakColumn
from rookery.ranking.standings import Place, Row, Standings, public_left_out

_SOURCES = {
    "asked for": "",
    "of the tournament": ", as announced",
    "ours": ", the usual ones (none announced)",
}

WITHDRAWN_MARK = "*"
"""The mark of withdrawn participants."""


class ExtraColumn(NamedTuple):
    """A column beside the points: its head, and its cells row by row."""

    column: Column
    cells: Sequence[str]


def tiebreak_columns(standings: Standings, rows: Sequence[Place | Row]) -> list[ExtraColumn]:
    """Return a column for each tie-break, formatted for display."""
    order, columns = [row.id for row in rows], []
    for tiebreak, column in zip(standings.tiebreaks, standings.columns, strict=True) if rows else ():
        numbers, unit = column.numbers(order)
        columns.append(ExtraColumn(Column(str(tiebreak), ">"), words.format_column(numbers, tiebreak, unit)))
    return columns


def standings_table(standings: Standings, rows: Sequence[Place | Row], beside: Sequence[ExtraColumn]) -> Table:
    """Return the table of rank, number, name, points and extra columns; ties and withdrawals are marked."""
    event, ranks, withdrawn_ids = standings.tournament, [row.rank for row in rows], withdrawn_participants(standings)
    has_ratings = any(isinstance(participant, Player) and participant.rating for participant in event.participants)
    columns = [Column("Rank", ">"), Column("No", ">"), Column("Name", least=16), *[Column("Rating", ">")] * has_ratings]
    columns += [Column(_points_title(standings), ">"), *(extra.column for extra in beside)]
    lines = []
    for index, row in enumerate(rows):
        participant = event.participants_by_number[row.id]
        title = f"{participant.title} " if isinstance(participant, Player) and participant.title else ""
        rating = [str(participant.rating or "") if isinstance(participant, Player) else ""] * has_ratings
        rank = f"{row.rank}=" if ranks.count(row.rank) > 1 else str(row.rank)
        extra_cells = (extra.cells[index] for extra in beside)
        mark = f" {WITHDRAWN_MARK}" if row.id in withdrawn_ids else ""
        lines.append((rank, str(row.id), title + row.name + mark, *rating, format_points(row.points), *extra_cells))
    return Table(tuple(columns), tuple(lines))


def _points_title(standings: Standings) -> str:
    name = standings.points.definition.name
    return name[:2] if name != "PTS" else standings.table.primary or "Pts"


def standings_title(standings: Standings, category: str = "") -> str:
    """Return the title with the event, the round and the category."""
    name = f"{standings.tournament.info.name}: " if standings.tournament.info.name else ""
    return f"{name}{round_title(standings)}" + f", {category}" * bool(category)


def round_title(standings: Standings) -> str:
    """Return after which round the standings are, and whether they are provisional."""
    planned = f" of {standings.tournament.planned_rounds}" if standings.tournament.planned_rounds else ""
    if standings.provisional:
        return f"Provisional standings in round {standings.after}{planned}"
    return f"Standings after round {standings.after}{planned}" if standings.after else "Standings before round 1"


def tiebreak_description(standings: Standings) -> str:
    """Return the tie-breaks and rules of the ranking."""
    codes = ", ".join(map(str, standings.tiebreaks)) or "none"
    dropped_note = (
        f", without {join_list(_unused_tiebreaks(standings))} (see below)" if _unused_tiebreaks(standings) else ""
    )
    return f"Tie-breaks: {codes}{_SOURCES[standings.source]}{dropped_note}. Rules: {standings.rules}."


def _unused_tiebreaks(standings: Standings) -> list[str]:
    """Return the tie-breaks announced by the file that could not be used."""
    if standings.source != "of the tournament":
        return []
    used = {str(tiebreak).upper() for tiebreak in (standings.points, *standings.tiebreaks)}
    return [code for code in standings.tournament.tiebreaks if _normalize_code(code) not in used | {"PTS"}]


def _normalize_code(code: str) -> str:
    """Return a code as the heading of its tie-break column; unknown codes in capitals."""
    from rookery.ranking.codes import parse_tiebreak

    try:
        return str(parse_tiebreak(code)).upper()
    except RuleError:
        return code.upper()


def notes(standings: Standings, *, public: bool = False) -> list[str]:
    """Return the notes for readers and the participants left out; a `public` table omits reasons of expulsions."""
    left_out = public_left_out(standings) if public else standings.left_out
    not_ranked = (
        f"Not ranked: {participant_label(standings.tournament.participants_by_number[participant_id])}, {reason}."
        for participant_id, reason in left_out
    )
    return [*(f"{note[0].upper()}{note[1:]}." for note in standings.notes), *not_ranked]


def withdrawn_note(standings: Standings, rows: Sequence[Place | Row]) -> Iterator[str]:
    """Yield the line that explains the mark of withdrawals, if any."""
    shown_ids, by_id = {row.id for row in rows}, standings.tournament.participants_by_number
    texts = [
        f"{participant_label(by_id[participant_id])} from round {number}"
        for participant_id, number in withdrawn_participants(standings).items()
        if participant_id in shown_ids
    ]
    if texts:
        yield f"{WITHDRAWN_MARK} Withdrawn: {join_list(texts)}."


def format_money(cents: int, currency: str = "") -> str:
    r"""Format an amount of hundredths.

    >>> format_money(123456), format_money(5000, "EUR")
    ('1,234.56', '50.00\xa0EUR')
    """
    return f"{cents // 100:,}.{cents % 100:02}" + f"\u00a0{currency}" * bool(currency)


def format_prize(cents: int, things: Sequence[str], currency: str = "") -> str:
    r"""Format a prize: money, things, or both.

    >>> format_prize(5000, ()), format_prize(0, ("cup", "book")), format_prize(5000, ("cup",), "EUR")
    ('50.00', 'cup, book', '50.00\xa0EUR, cup')
    """
    return ", ".join([*([format_money(cents, currency)] if cents or not things else []), *things])


def describe_sharing(sharing: str, one_each: str = "") -> str:
    """Return how prizes are shared, for the end of a sentence."""
    sharing_text = {
        "equal": "those level on points share equally",
        "rank": "by rank, without sharing",
    }.get(sharing, "those level on points share by the Hort system")
    limits = {
        "value": "; nobody wins twice, the most valuable prize counts",
        "order": "; nobody wins twice, the first prize of the list counts",
    }
    return sharing_text + limits.get(one_each, "")


# -- columns of formats with their own ranking -------------------------------------------------------------------------


class RankingColumn(NamedTuple):
    """A column of the format: its title and cells; with `words` it needs no title."""

    title: str
    cells: list[str]
    words: bool


def ranking_columns(standings: Standings) -> list[RankingColumn]:
    """Return the columns of the format, under their own titles or as tie-breaks."""
    return [_build_ranking_column(standings, index, column) for index, column in enumerate(standings.columns)]


def _build_ranking_column(standings: Standings, index: int, column: TieBreakColumn) -> RankingColumn:
    definition, values = column.own, [row.values[index] for row in standings.rows]
    if definition is None or not definition.title:
        return RankingColumn(str(column.tiebreak), words.format_column(values, column.tiebreak), False)
    if definition.texts:
        return RankingColumn(definition.title, [definition.texts.get(row.id, "") for row in standings.rows], True)
    return RankingColumn(definition.title, [format_decimal(value or 0, 2) for value in values], False)


def to_extra_columns(columns: Sequence[RankingColumn]) -> list[ExtraColumn]:
    """Return the columns for a table of standings."""
    return [ExtraColumn(Column(column.title, "<" if column.words else ">"), column.cells) for column in columns]


def ranking_description(standings: Standings) -> str:
    """Return by what the participants are ranked."""
    return handlers_for(standings.tournament).ranking_description(standings.tournament)
