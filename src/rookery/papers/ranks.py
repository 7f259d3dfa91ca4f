"""Standings, crosstable and prizes."""

from __future__ import annotations

from itertools import pairwise

from rookery.endings import endings
from rookery.errors import RuleError
from rookery.formats.standings import standings
from rookery.labels import Column, Table, count, points
from rookery.model import Player, Tournament
from rookery.papers.paper import Grid, Mark, Paper, Words
from rookery.papers.request import PaperRequest, headed, open_games, round_of
from rookery.ranking.prizes import awards, category, read_prizes
from rookery.ranking.rank import Row, Standings
from rookery.shown.crosstable import crosstable
from rookery.shown.own_columns import about as about_own
from rookery.shown.own_columns import beside, columns
from rookery.shown.standings import about, by_tiebreak, money, notes, table, when

MOST_UPRIGHT = 16
"""So many narrow columns fit on an upright sheet."""


def ranked(t: Tournament, request: PaperRequest) -> Paper:
    """The standings after a round, or of a category; provisional while the round is played."""
    found = _standings(t, request)
    rows = category(found, request.category) if request.category else found.rows
    own = found.source == "of the format"
    more = beside(columns(found)) if own else by_tiebreak(found, rows)
    made = _with_federations(t, table(found, rows, more), rows)
    pts = len(made.columns) - len(more) - 1
    marks = {} if own else _deciding(rows, pts + 1)
    quiet = tuple(at for at, column in enumerate(made.columns) if column.title in ("No", "Fed", "Rating") or at > pts)
    grid = Grid(made, strong=(0, pts), quiet=quiet, marks=marks)
    text = about_own(found) if own else about(found)
    title = when(found) + f", {request.category}" * bool(request.category)
    return headed(t, title, (grid, Words((text, *notes(found)), kind="note")), state=_state(found))


def _standings(t: Tournament, request: PaperRequest) -> Standings:
    """After the round asked for, provisional if it is not over; else after the last complete one."""
    if request.round is None or request.round > len(t.rounds):
        return standings(t, request.tiebreaks, request.round, edition=request.edition)
    open = any(one.pending for one in t.rounds[request.round - 1 : request.round])
    return standings(t, request.tiebreaks, request.round, edition=request.edition, provisional=open)


def _state(found: Standings) -> str:
    if found.final:
        return "Final standings."
    if found.provisional:
        return f"Provisional: {count(found.open, 'game has', 'games have')} no result yet."
    if found.open:
        games = count(found.open, "game of it has", "games of it have")
        return f"Provisional: round {found.after + 1} is not counted, {games} no result yet."
    return ""


def _with_federations(t: Tournament, made: Table, rows: tuple[Row, ...]) -> Table:
    """The table with a column of federations after the names, if anybody has one."""
    found = [one.federation if isinstance(one := t.by_id[row.id], Player) else "" for row in rows]
    if not any(found):
        return made
    lines = ((*line[:3], federation, *line[3:]) for line, federation in zip(made.rows, found, strict=True))
    return Table((*made.columns[:3], Column("Fed"), *made.columns[3:]), tuple(lines))


def _deciding(rows: tuple[Row, ...], first: int) -> dict[tuple[int, int], Mark]:
    """The value by which somebody is behind the one above, who has as many points."""
    found: dict[tuple[int, int], Mark] = {}
    for at, (above, row) in enumerate(pairwise(rows), 1):
        if above.points == row.points:
            both = zip(above.values, row.values, strict=True)
            differing = next((place for place, (one, other) in enumerate(both) if one != other), None)
            if differing is not None:
                found[at, first + differing] = "decided"
    return found


# -- crosstable --------------------------------------------------------------------------------------------------------


def crossed(t: Tournament, request: PaperRequest) -> Paper:
    """Everybody's rounds in a row."""
    t = t.until(round_of(t, request) + 1)
    shown = crosstable(t, request.edition)
    ended = endings(t)
    marks: dict[tuple[int, int], Mark] = {}
    for at, one in enumerate(shown.who):
        if shown.matrix:
            marks[at, shown.left + at] = "self"
        else:
            marks |= {(at, shown.left + place): each for place, each in enumerate(ended[one])}
    if shown.matrix:
        marks |= _by_opponent(t, shown.who, shown.left)
    made = shown.table
    last = shown.left - 1
    grid = Grid(made, strong=(last, 0), quiet=(last - 2,), marks=marks, squares=shown.left)
    state = open_games(t, len(t.rounds))
    wide = len(made.columns) - shown.left > MOST_UPRIGHT
    return headed(t, shown.title, (grid, Words(shown.notes, kind="note")), state=state, wide=wide)


def _by_opponent(t: Tournament, who: tuple[int, ...], left: int) -> dict[tuple[int, int], Mark]:
    """How the meetings of everybody with everybody ended; several with the same one are left plain."""
    place, ended = {one: at for at, one in enumerate(who)}, endings(t)
    found: dict[tuple[int, int], list[Mark]] = {}
    for number, round in enumerate(t.rounds):
        for one, other in (*round.pairs, *((black, white) for white, black in round.pairs)):
            found.setdefault((place[one], left + place[other]), []).append(ended[one][number])
    return {cell: marks[0] for cell, marks in found.items() if len(marks) == 1}


# -- prizes ------------------------------------------------------------------------------------------------------------


def prizes(t: Tournament, request: PaperRequest) -> Paper:
    """Who receives what, category by category, with a line to sign for it."""
    if not request.prizes:
        raise RuleError("the prizes must be said: lines place,amount or place,amount,category (--prizes FILE)")
    found = standings(t, request.tiebreaks, edition=request.edition)
    won = awards(found, read_prizes(request.prizes), request.sharing)
    heads = (
        Column("No", ">"),
        Column("Name", least=16),
        Column("Pts", ">"),
        Column("Amount", ">"),
        Column("Received", least=16),
    )
    grids = []
    for group in dict.fromkeys(each.category for each in won):
        mine = [each for each in won if each.category == group]
        rows = tuple(
            (str(each.id), t.by_id[each.id].name, points(found.row(each.id).points), money(each.amount), "")
            for each in mine
        )
        grids.append(Grid(Table(heads, rows), group or "All", strong=(1, 3), quiet=(0, 2)))
    total = f"{money(sum(each.amount for each in won))} in {count(len(won), 'prize')}"
    shared = "equally" if request.sharing == "equal" else "by the Hort system"
    text = f"{total}; those level on points share {shared}."
    return headed(t, "Prizes", (*grids, Words((text,), kind="note")), state=_state(found))
