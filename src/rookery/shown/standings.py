"""Standings as a table: rank, number, name, points and tie-breaks; what they are of, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.errors import RuleError
from rookery.formats.standings import gone
from rookery.labels import Column, Table, person, points
from rookery.model import Player
from rookery.ranking import sentences as words
from rookery.ranking.rank import Place, Row, Standings
from rookery.values import NamedTuple
from rookery.wording import listed

_SOURCES = {
    "asked for": "",
    "of the tournament": ", as the file announces",
    "ours": ", our choice: the file announces none",
}

GONE = "*"
"""The mark of who has withdrawn."""


class Beside(NamedTuple):
    """A column beside the points: its head, and what stands in it, row by row."""

    column: Column
    cells: Sequence[str]


def by_tiebreak(found: Standings, rows: Sequence[Place | Row]) -> list[Beside]:
    """A column for each tie-break, as people read it."""
    order, made = [row.id for row in rows], []
    for each, column in zip(found.tiebreaks, found.columns, strict=True) if rows else ():
        numbers, unit = column.numbers(order)
        made.append(Beside(Column(str(each), ">"), words.column(numbers, each, unit)))
    return made


def table(found: Standings, rows: Sequence[Place | Row], beside: Sequence[Beside]) -> Table:
    """Rank, number, name, points and the columns beside them; equal ranks are marked, and who has withdrawn."""
    event, ranks, left = found.tournament, [row.rank for row in rows], gone(found)
    rated = any(isinstance(one, Player) and one.rating for one in event.participants)
    columns = [Column("Rank", ">"), Column("No", ">"), Column("Name", least=16), *[Column("Rating", ">")] * rated]
    columns += [Column(_points_title(found), ">"), *(each.column for each in beside)]
    lines = []
    for at, row in enumerate(rows):
        one = event.by_id[row.id]
        title = f"{one.title} " if isinstance(one, Player) and one.title else ""
        rating = [str(one.rating or "") if isinstance(one, Player) else ""] * rated
        rank = f"{row.rank}=" if ranks.count(row.rank) > 1 else str(row.rank)
        more = (each.cells[at] for each in beside)
        mark = f" {GONE}" if row.id in left else ""
        lines.append((rank, str(row.id), title + row.name + mark, *rating, points(row.points), *more))
    return Table(tuple(columns), tuple(lines))


def _points_title(found: Standings) -> str:
    name = found.points.definition.name
    return name[:2] if name != "PTS" else found.table.primary or "Pts"


def title(found: Standings, category: str = "") -> str:
    """What the standings are of, and after which round."""
    name = f"{found.tournament.event.name}: " if found.tournament.event.name else ""
    return f"{name}{when(found)}" + f", {category}" * bool(category)


def when(found: Standings) -> str:
    """After which round the standings are, and whether it is over."""
    planned = f" of {found.tournament.planned}" if found.tournament.planned else ""
    if found.provisional:
        return f"Provisional standings in round {found.after}{planned}"
    return f"Standings after round {found.after}{planned}" if found.after else "Standings before round 1"


def about(found: Standings) -> str:
    """By which tie-breaks and rules they are ranked."""
    codes = ", ".join(map(str, found.tiebreaks)) or "none"
    without = f", without {listed(_dropped(found))} (see below)" if _dropped(found) else ""
    return f"Tie-breaks: {codes}{_SOURCES[found.source]}{without}. Rules: {found.rules}."


def _dropped(found: Standings) -> list[str]:
    """The tie-breaks that the file announces and that could not be used."""
    if found.source != "of the tournament":
        return []
    used = {str(each).upper() for each in (found.points, *found.tiebreaks)}
    return [code for code in found.tournament.ranking if _spelt(code) not in used | {"PTS"}]


def _spelt(code: str) -> str:
    """A code as the column of its tie-break is headed; as it is, when it is none of ours."""
    from rookery.ranking.codes import parse

    try:
        return str(parse(code)).upper()
    except RuleError:
        return code.upper()


def notes(found: Standings) -> list[str]:
    """What a reader of the table should know, and who is not in it."""
    left = (f"Not ranked: {person(found.tournament.by_id[one])}, {why}." for one, why in found.left_out)
    return [*(f"{note[0].upper()}{note[1:]}." for note in found.notes), *left]


def withdrawn(found: Standings, rows: Sequence[Place | Row]) -> Iterator[str]:
    """The line below a table that explains the mark in it, if there is one."""
    here, by_id = {row.id for row in rows}, found.tournament.by_id
    left = [f"{person(by_id[one])} from round {at}" for one, at in gone(found).items() if one in here]
    if left:
        yield f"{GONE} Withdrawn: {listed(left)}."


def money(cents: int) -> str:
    """An amount of hundredths.

    >>> money(123456)
    '1,234.56'
    """
    return f"{cents // 100:,}.{cents % 100:02}"
