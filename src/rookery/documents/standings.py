"""Papers of standings, crosstable and prizes."""

from __future__ import annotations

from itertools import pairwise

from rookery.documents.model import (
    Grid,
    Mark,
    Paper,
    PaperRequest,
    Words,
    build_headed_paper,
    open_games_note,
    requested_round,
)
from rookery.errors import RuleError
from rookery.formats.standings import standings
from rookery.formatting import Column, Table, count, format_points
from rookery.history.history import round_outcomes
from rookery.model import Player, Tournament
from rookery.presentation.standings import (
    crosstable,
    describe_sharing,
    format_money,
    format_prize,
    notes,
    ranking_columns,
    ranking_description,
    round_title,
    standings_table,
    tiebreak_columns,
    tiebreak_description,
    to_extra_columns,
    withdrawn_note,
)
from rookery.ranking.prize_list import category_title
from rookery.ranking.prizes import awards, category_rows, read_prizes, read_things
from rookery.ranking.standings import Row, Standings

MOST_UPRIGHT = 16
"""The number of narrow columns that fit on a sheet in portrait format."""


def standings_paper(t: Tournament, request: PaperRequest) -> Paper:
    """Return the standings after a round, or of a category; provisional during the round."""
    standings_shown = _requested_standings(t, request)
    rows = category_rows(standings_shown, request.category) if request.category else standings_shown.rows
    has_own_columns = standings_shown.source == "of the format"
    extra_columns = (
        to_extra_columns(ranking_columns(standings_shown))
        if has_own_columns
        else tiebreak_columns(standings_shown, rows)
    )
    grid_table = _with_federations(t, standings_table(standings_shown, rows, extra_columns), rows)
    pts = len(grid_table.columns) - len(extra_columns) - 1
    marks = {} if has_own_columns else _deciding_marks(rows, pts + 1)
    quiet = tuple(
        index
        for index, column in enumerate(grid_table.columns)
        if column.title in ("No", "Fed", "Rating") or index > pts
    )
    grid = Grid(grid_table, strong=(0, pts), quiet=quiet, marks=marks)
    if request.large:
        names = [index for index, column in enumerate(grid_table.columns) if column.least]
        grid = grid.for_wall((0, *names, pts))
    text = ranking_description(standings_shown) if has_own_columns else tiebreak_description(standings_shown)
    title = round_title(standings_shown) + (f", {category_title(request.category)}" if request.category else "")
    sentences = (text, *withdrawn_note(standings_shown, rows), *notes(standings_shown, public=True))
    return build_headed_paper(t, title, (grid, Words(sentences, kind="note")), state=_state_note(standings_shown))


def _requested_standings(t: Tournament, request: PaperRequest) -> Standings:
    """Return the standings after the requested round, provisional if it is incomplete (default: the last complete)."""
    if request.ranking is not None:
        return request.ranking
    if request.round is None or request.round > len(t.rounds):
        return standings(t, request.tiebreaks, request.round, edition=request.edition)
    provisional = any(round_played.pending for round_played in t.rounds[request.round - 1 : request.round])
    return standings(t, request.tiebreaks, request.round, edition=request.edition, provisional=provisional)


def _state_note(standings_shown: Standings) -> str:
    if standings_shown.final:
        return "Final standings."
    if standings_shown.provisional:
        return f"Provisional: {count(standings_shown.open, 'game has', 'games have')} no result yet."
    if standings_shown.open:
        games = count(standings_shown.open, "game of it has", "games of it have")
        return f"Provisional: round {standings_shown.after + 1} is not counted, {games} no result yet."
    return ""


def _with_federations(t: Tournament, grid_table: Table, rows: tuple[Row, ...]) -> Table:
    """Return the table with a column of federations after the names, if there are any."""
    federations = [
        participant.federation if isinstance(participant := t.participants_by_number[row.id], Player) else ""
        for row in rows
    ]
    if not any(federations):
        return grid_table
    lines = ((*line[:3], federation, *line[3:]) for line, federation in zip(grid_table.rows, federations, strict=True))
    return Table((*grid_table.columns[:3], Column("Fed"), *grid_table.columns[3:]), tuple(lines))


def _deciding_marks(rows: tuple[Row, ...], first: int) -> dict[tuple[int, int], Mark]:
    """Return the marks of the values that rank a row below the one above with as many points."""
    marks: dict[tuple[int, int], Mark] = {}
    for index, (above, row) in enumerate(pairwise(rows), 1):
        if above.points == row.points:
            value_pairs = zip(above.values, row.values, strict=True)
            column = next((place for place, (upper, lower) in enumerate(value_pairs) if upper != lower), None)
            if column is not None:
                marks[index, first + column] = "decided"
    return marks


# -- crosstable --------------------------------------------------------------------------------------------------------


def crosstable_paper(t: Tournament, request: PaperRequest) -> Paper:
    """Return the crosstable."""
    t = t.before_round(requested_round(t, request) + 1)
    cross_table = crosstable(t, request.edition)
    outcomes = round_outcomes(t)
    marks: dict[tuple[int, int], Mark] = {}
    for row, participant_id in enumerate(cross_table.participants):
        if cross_table.matrix:
            marks[row, cross_table.left + row] = "self"
        else:
            marks |= {(row, cross_table.left + place): mark for place, mark in enumerate(outcomes[participant_id])}
    if cross_table.matrix:
        marks |= _meeting_marks(t, cross_table.participants, cross_table.left)
    grid_table = cross_table.table
    last = cross_table.left - 1
    grid = Grid(grid_table, strong=(last, 0), quiet=(last - 2,), marks=marks, squares=cross_table.left)
    state = open_games_note(t, len(t.rounds))
    wide = len(grid_table.columns) - cross_table.left > MOST_UPRIGHT
    return build_headed_paper(
        t, cross_table.title, (grid, Words(cross_table.notes, kind="note")), state=state, wide=wide
    )


def _meeting_marks(t: Tournament, participants: tuple[int, ...], first_column: int) -> dict[tuple[int, int], Mark]:
    """Return the marks of the results in a table of opponents; repeated meetings have none."""
    place, outcomes = {player_id: index for index, player_id in enumerate(participants)}, round_outcomes(t)
    marks_by_cell: dict[tuple[int, int], list[Mark]] = {}
    for number, round in enumerate(t.rounds):
        for player_id, opponent_id in (*round.pairs, *((black, white) for white, black in round.pairs)):
            marks_by_cell.setdefault((place[player_id], first_column + place[opponent_id]), []).append(
                outcomes[player_id][number]
            )
    return {cell: marks[0] for cell, marks in marks_by_cell.items() if len(marks) == 1}


# -- prizes ------------------------------------------------------------------------------------------------------------


def prize_list(t: Tournament, request: PaperRequest) -> Paper:
    """Return the prizes by category, with a line to sign."""
    if not request.prizes:
        raise RuleError("the prizes must be said: lines place,amount or place,amount,category (--prizes FILE)")
    standings_used = request.ranking or standings(t, request.tiebreaks, edition=request.edition)
    money_by_place, things = read_prizes(request.prizes), read_things(request.prizes)
    won = awards(standings_used, money_by_place, request.sharing, things=things, one_each=request.one_each)
    heads = (
        Column("Place", ">"),
        Column("No", ">"),
        Column("Name", least=16),
        Column("Pts", ">"),
        Column("Prize", ">"),
        Column("Received", least=16),
    )
    grids = []
    for group in dict.fromkeys(award.category for award in won):
        group_awards = [award for award in won if award.category == group]
        rows = tuple(
            (
                str(award.place),
                str(award.id),
                t.participants_by_number[award.id].name,
                format_points(standings_used.row(award.id).points),
                format_prize(award.amount, award.things, request.currency),
                "",
            )
            for award in group_awards
        )
        title = category_title(group) if group else "All teams" if t.team_event else "All players"
        grids.append(Grid(Table(heads, rows), title, strong=(2, 4), quiet=(0, 1, 3)))
    total = f"{format_money(sum(award.amount for award in won), request.currency)} in {count(len(won), 'prize')}"
    text = f"{total}; {describe_sharing(request.sharing, request.one_each)}."
    return build_headed_paper(t, "Prizes", (*grids, Words((text,), kind="note")), state=_state_note(standings_used))
