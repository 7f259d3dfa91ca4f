"""Pairings: by board, by name, as slips to bring a result on, and the forms of matches."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.labels import Column, Table
from rookery.model import Player, Team, Tournament
from rookery.papers.paper import Card, Cards, Grid, Mark, Paper, Words
from rookery.papers.request import PaperRequest, headed, open_games, round_of
from rookery.shown.rounds import BoardLine, MatchLine, lines, side, without_game

_RESULTS = ("1 – 0", "½ – ½", "0 – 1")


def by_board(t: Tournament, request: PaperRequest) -> Paper:
    """The boards of a round in their order, with the results there are."""
    number = round_of(t, request)
    there = lines(t, number)
    grids: list[Grid | Words] = []
    if any(isinstance(one, BoardLine) for one in there):
        grids.append(_boards([one for one in there if isinstance(one, BoardLine)]))
    grids += [_match(one) for one in there if isinstance(one, MatchLine)]
    free = _without_game(t, number)
    return headed(t, f"Round {number}: pairings", (*grids, *free), state=open_games(t, number))


def _boards(there: Sequence[BoardLine]) -> Grid:
    columns = (
        Column("Board", ">"), Column("Pts", ">"), Column("No", ">"), Column("White", least=14), Column("Rating", ">"),
        Column("Result", "^"), Column("Rating", ">"), Column("Black", least=14), Column("No", ">"), Column("Pts", ">"),
    )  # fmt: skip
    rows, marks = [], dict[tuple[int, int], Mark]()
    for at, one in enumerate(there):
        white, black = one.white, one.black
        result = "" if one.open else one.result
        rows.append((str(one.number), white.points, str(white.id), white.name, white.rating,
                     result, black.rating, black.name, str(black.id), black.points))  # fmt: skip
        marks |= _sides(at, 3, 7, one)
    grid = Grid(Table(columns, tuple(rows)), strong=(0, 5), quiet=(1, 2, 4, 6, 8, 9), marks=marks)
    return _slim(grid, (4, 6))


def _slim(grid: Grid, rated: tuple[int, ...]) -> Grid:
    """Without these columns, the ratings, where nobody has one."""
    if any(row[at] for row in grid.table.rows for at in rated):
        return grid
    keep = [at for at in range(len(grid.table.columns)) if at not in rated]
    new = {old: at for at, old in enumerate(keep)}
    return Grid(
        grid.table.only(keep), grid.title, tuple(new[at] for at in grid.strong),
        tuple(new[at] for at in grid.quiet if at in new),
        {(row, new[at]): mark for (row, at), mark in grid.marks.items()},
    )  # fmt: skip


def _sides(row: int, first: int, second: int, one: BoardLine | MatchLine) -> dict[tuple[int, int], Mark]:
    """Who won a board, and who lost it."""
    if not one.ahead:
        return {}
    ahead, behind = (first, second) if one.ahead > 0 else (second, first)
    return {(row, ahead): "winner", (row, behind): "loser"}


def _match(match: MatchLine) -> Grid:
    """A match with its boards."""
    result = "" if match.open and not any(not board.open for board in match.boards) else match.result
    forfeit = " (forfeit)" * match.forfeit
    title = f"{match.number}. {match.white.name} – {match.black.name}" + f"  {result}{forfeit}" * bool(result)
    columns = (
        Column("Board", ">"), Column(match.white.name, least=14), Column("Rating", ">"), Column(""),
        Column("Result", "^"), Column(""), Column("Rating", ">"), Column(match.black.name, least=14),
    )  # fmt: skip
    rows, marks = [], dict[tuple[int, int], Mark]()
    for at, one in enumerate(match.boards):
        left, right = ((one.black, "b"), (one.white, "w")) if one.turned else ((one.white, "w"), (one.black, "b"))
        result = "" if one.open else one.turned or one.result
        first, second = (left[0].name, left[0].rating, left[1]), (right[1], right[0].rating, right[0].name)
        rows.append((str(one.number), *first, result, *second))
        marks |= _sides(at, 7, 1, one) if one.turned else _sides(at, 1, 7, one)
    grid = Grid(Table(columns, tuple(rows)), title, strong=(0, 4), quiet=(2, 3, 5, 6), marks=marks)
    return _slim(grid, (2, 6))


def _without_game(t: Tournament, number: int) -> tuple[Grid, ...]:
    """Who does not play, and why."""
    free = without_game(t, number)
    if not free:
        return ()
    rows = tuple((str(one), side(t.by_id[one], None).name, kind) for one, kind in free.items())
    columns = (Column("No", ">"), Column("Name", least=14), Column("Bye", least=14))
    return (Grid(Table(columns, rows), "Without a game", quiet=(0,)),)


# -- by name -----------------------------------------------------------------------------------------------------------


def by_name(t: Tournament, request: PaperRequest) -> Paper:
    """Everybody by name: where they sit, with which colour, and against whom."""
    number = round_of(t, request)
    seats = {one: row for line in lines(t, number) for one, row in _seats(line)}
    seats |= {one: ("", "", "", kind, "", "") for one, kind in without_game(t, number).items()}
    match = "Match" if t.team_event else "Board"
    columns = (
        Column("Team" if t.team_event else "Name", least=16), Column("No", ">"), Column("Pts", ">"), Column(match, ">"),
        Column("Colour"), Column("Opponent", least=16), Column("No", ">"), Column("Rating", ">"),
    )  # fmt: skip
    order = sorted(seats, key=lambda one: (t.by_id[one].name.casefold(), one))
    table = Table(columns, tuple((_last(t.by_id[one]), str(one), *seats[one]) for one in order))
    grid = Grid(table, strong=(0, 3), quiet=(1, 2, 6, 7))
    return headed(t, f"Round {number}: pairings by name", (_slim(grid, (7,)),), state=open_games(t, number))


def _last(one: Player | Team) -> str:
    """A name by which one looks for oneself, the title behind it."""
    return f"{one.name}, {one.title}" if isinstance(one, Player) and one.title else one.name


def _seats(line: BoardLine | MatchLine) -> list[tuple[int, tuple[str, ...]]]:
    """Where both of a board sit, after their names and numbers."""
    both = ((line.white, line.black, "White"), (line.black, line.white, "Black"))
    return [
        (one.id, (one.points, str(line.number), colour, other.name, str(other.id), other.rating))
        for one, other, colour in both
    ]


# -- slips -------------------------------------------------------------------------------------------------------------


def slips(t: Tournament, request: PaperRequest) -> Paper:
    """A slip for each board: both players, boxes for the result, lines to sign on; a form for each match."""
    number = round_of(t, request)
    small = f"{t.event.name or 'Tournament'} · Round {number}"
    there = lines(t, number)
    matches = [one for one in there if isinstance(one, MatchLine)]
    cards = tuple(_form(one, small) for one in matches) or tuple(_slip(one, small) for one in there)
    return headed(t, f"Round {number}: result slips", (Cards(cards, "match" if matches else "slip"),))


def _slip(line: BoardLine | MatchLine, small: str) -> Card:
    both = (("White", line.white), ("Black", line.black))
    named = tuple((colour, one.name, one.rating) for colour, one in both)
    return Card(str(line.number), small, named, boxes=_RESULTS, signs=("White", "Black"))


def _form(match: MatchLine, small: str) -> Card:
    both = (match.white, match.black)
    return Card(
        str(match.number), small, tuple(("", one.name, one.rating) for one in both),
        tuple((str(one.number), *_opposite(one)) for one in match.boards),
        signs=(*(one.name for one in both), "Arbiter"),
    )  # fmt: skip


def _opposite(one: BoardLine) -> tuple[str, str]:
    """Who sit at a board of a match, the first side first, with their colours."""
    white, black = f"{one.white.name} (w)", f"{one.black.name} (b)"
    return (black, white) if one.turned else (white, black)
