"""Papers of rounds: pairings by board and by name, result slips, the schedule, the bracket."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.charts.bracket import draw_bracket
from rookery.collation import sort_key
from rookery.documents.model import (
    Card,
    Cards,
    Grid,
    Mark,
    Paper,
    PaperRequest,
    Picture,
    Poster,
    QrCode,
    Words,
    build_headed_paper,
    event_line,
    open_games_note,
    requested_round,
)
from rookery.errors import RuleError
from rookery.formats.resolve import handlers_for
from rookery.formatting import Column, Table, participant_label
from rookery.history.completion import find_withdrawals
from rookery.model import Player, Round, Team, Tournament
from rookery.presentation.tables import BoardLine, MatchLine, build_side, participants_without_game, round_lines

_RESULTS = ("1 – 0", "½ – ½", "0 – 1")


def pairings_by_board(t: Tournament, request: PaperRequest) -> Paper:
    """Return the boards of a round in their order, with the results so far."""
    number = requested_round(t, request)
    lines = round_lines(t, number)
    grids: list[Grid | Words] = []
    if any(isinstance(line, BoardLine) for line in lines):
        grids.append(_boards_grid([line for line in lines if isinstance(line, BoardLine)], large=request.large))
    grids += [_match_grid(line, large=request.large) for line in lines if isinstance(line, MatchLine)]
    free = _free_participants_grid(t, number)
    return build_headed_paper(
        t,
        f"Round {number}: pairings",
        (*grids, *free, *_fixed_boards_note(t, number)),
        state=open_games_note(t, number),
        start=request.start,
    )


def _boards_grid(board_lines: Sequence[BoardLine], *, large: bool) -> Grid:
    columns = (
        Column("Board", ">"), Column("Pts", ">"), Column("No", ">"), Column("White", least=14), Column("Rating", ">"),
        Column("Result", "^"), Column("Rating", ">"), Column("Black", least=14), Column("No", ">"), Column("Pts", ">"),
    )  # fmt: skip
    rows, marks = [], dict[tuple[int, int], Mark]()
    for row_index, line in enumerate(board_lines):
        white, black = line.white, line.black
        result = "" if line.open else line.result
        rows.append((str(line.number), white.points, str(white.id), white.name, white.rating,
                     result, black.rating, black.name, str(black.id), black.points))  # fmt: skip
        marks |= _result_marks(row_index, 3, 7, line)
    grid = Grid(Table(columns, tuple(rows)), strong=(0, 5), quiet=(1, 2, 4, 6, 8, 9), marks=marks)
    return grid.for_wall((0, 3, 5, 7)) if large else _without_empty_ratings(grid, (4, 6))


def _without_empty_ratings(grid: Grid, rating_columns: tuple[int, ...]) -> Grid:
    """Return the grid without the rating columns if no player has a rating."""
    if any(row[index] for row in grid.table.rows for index in rating_columns):
        return grid
    return grid.only([index for index in range(len(grid.table.columns)) if index not in rating_columns])


def _result_marks(row: int, first: int, second: int, line: BoardLine | MatchLine) -> dict[tuple[int, int], Mark]:
    """Return the marks of the winner and loser of a board."""
    if not line.ahead:
        return {}
    ahead, behind = (first, second) if line.ahead > 0 else (second, first)
    return {(row, ahead): "winner", (row, behind): "loser"}


def _match_grid(match: MatchLine, *, large: bool) -> Grid:
    """Return the table of a match with its boards."""
    result = "" if match.open and not any(not board.open for board in match.boards) else match.result
    forfeit = " (forfeit)" * match.forfeit
    title = f"{match.number}. {match.white.name} – {match.black.name}" + f"  {result}{forfeit}" * bool(result)
    columns = (
        Column("Board", ">"), Column(match.white.name, least=14), Column("Rating", ">"), Column(""),
        Column("Result", "^"), Column(""), Column("Rating", ">"), Column(match.black.name, least=14),
    )  # fmt: skip
    rows, marks = [], dict[tuple[int, int], Mark]()
    for row_index, board in enumerate(match.boards):
        left, right = (
            ((board.black, "b"), (board.white, "w"))
            if board.reversed_result
            else ((board.white, "w"), (board.black, "b"))
        )
        result = "" if board.open else board.reversed_result or board.result
        first, second = (left[0].name, left[0].rating, left[1]), (right[1], right[0].rating, right[0].name)
        rows.append((str(board.number), *first, result, *second))
        marks |= (
            _result_marks(row_index, 7, 1, board) if board.reversed_result else _result_marks(row_index, 1, 7, board)
        )
    grid = Grid(Table(columns, tuple(rows)), title, strong=(0, 4), quiet=(2, 3, 5, 6), marks=marks)
    return grid.for_wall((0, 1, 4, 7)) if large else _without_empty_ratings(grid, (2, 6))


def _free_participants_grid(t: Tournament, number: int) -> tuple[Grid, ...]:
    """Return the table of players without a game, without those who have left."""
    free = _free_participants(t, number)
    if not free:
        return ()
    rows = tuple(
        (str(participant_id), build_side(t.participants_by_number[participant_id], None).name, kind)
        for participant_id, kind in free.items()
    )
    columns = (Column("No", ">"), Column("Name", least=14), Column("Bye", least=14))
    return (Grid(Table(columns, rows), "Without a game", quiet=(0,)),)


def _free_participants(t: Tournament, number: int) -> dict[int, str]:
    """Return the participants without a game and the kind of bye, without those who have left."""
    withdrawn = find_withdrawals(t) | {expulsion.player: expulsion.round for expulsion in t.expelled}
    return {
        participant_id: kind
        for participant_id, kind in participants_without_game(t, number).items()
        if withdrawn.get(participant_id, number + 1) > number
    }


def _fixed_boards_note(t: Tournament, number: int) -> tuple[Words, ...]:
    """Return the note on players with a fixed board in this round."""
    seats = {
        participant_id: seat.board for participant_id, seat in t.seats_in(number).items() if seat.board is not None
    }
    playing = {participant_id for pair in t.rounds[number - 1].pairs for participant_id in pair}
    texts = [
        f"{t.participants_by_number[participant_id].name} (board {board})"
        for participant_id, board in seats.items()
        if participant_id in playing
    ]
    return (Words((f"Fixed boards: {', '.join(sorted(texts))}.",), kind="note"),) if texts else ()


# -- by name -----------------------------------------------------------------------------------------------------------


def pairings_by_name(t: Tournament, request: PaperRequest) -> Paper:
    """Return all participants by name: board, colour and opponent."""
    number = requested_round(t, request)
    seats = {participant_id: row for line in round_lines(t, number) for participant_id, row in _seat_rows(line)}
    for participant_id, kind in _free_participants(t, number).items():  # a wall list has no column of opponents
        seats[participant_id] = ("", "", kind, "", "", "") if request.large else ("", "", "", kind, "", "")
    match = "Match" if t.team_event else "Board"
    columns = (
        Column("Team" if t.team_event else "Name", least=16), Column("No", ">"), Column("Pts", ">"), Column(match, ">"),
        Column("Colour"), Column("Opponent", least=16), Column("No", ">"), Column("Rating", ">"),
    )  # fmt: skip
    order = sorted(
        seats, key=lambda participant_id: (sort_key(t.participants_by_number[participant_id].name), participant_id)
    )
    table = Table(
        columns,
        tuple(
            (_name_with_title(t.participants_by_number[participant_id]), str(participant_id), *seats[participant_id])
            for participant_id in order
        ),
    )
    grid = Grid(table, strong=(0, 3), quiet=(1, 2, 6, 7))
    grid = grid.for_wall((0, 3, 4)) if request.large else _without_empty_ratings(grid, (7,))
    return build_headed_paper(
        t, f"Round {number}: pairings by name", (grid,), state=open_games_note(t, number), start=request.start
    )


def _name_with_title(participant: Player | Team) -> str:
    """Return the name for an alphabetical list, with the title behind it."""
    return (
        f"{participant.name}, {participant.title}"
        if isinstance(participant, Player) and participant.title
        else participant.name
    )


def _seat_rows(line: BoardLine | MatchLine) -> list[tuple[int, tuple[str, ...]]]:
    """Return the rows of both participants of a board."""
    views = ((line.white, line.black, "White"), (line.black, line.white, "Black"))
    return [
        (
            participant.id,
            (participant.points, str(line.number), colour, opponent.name, str(opponent.id), opponent.rating),
        )
        for participant, opponent, colour in views
    ]


# -- slips -------------------------------------------------------------------------------------------------------------


def result_slips(t: Tournament, request: PaperRequest) -> Paper:
    """Return a slip for each board with boxes for the result, and codes to send it by phone; a form for each match."""
    number = requested_round(t, request)
    small = f"{t.info.name or 'Tournament'} · {request.start or f'Round {number}'}"
    lines = round_lines(t, number)
    matches = [line for line in lines if isinstance(line, MatchLine)]
    hint = f"Result by phone: scan your code, or type its letters at {request.typing_address}"
    cards = tuple(_match_card(line, small) for line in matches) or tuple(
        _slip_card(line, small, request.side_codes.get((line.white.id, line.black.id), ()), hint) for line in lines
    )
    return build_headed_paper(t, f"Round {number}: result slips", (Cards(cards, "match" if matches else "slip"),))


def _slip_card(line: BoardLine | MatchLine, small: str, codes: tuple[QrCode, ...], hint: str) -> Card:
    sides = (("White", line.white), ("Black", line.black))
    labelled = tuple((colour, player.name, player.rating) for colour, player in sides)
    note = hint if codes else ""
    return Card(str(line.number), small, labelled, boxes=_RESULTS, signs=("White", "Black"), codes=codes, hint=note)


def _match_card(match: MatchLine, small: str) -> Card:
    sides = (match.white, match.black)
    return Card(
        str(match.number), small, tuple(("", board.name, board.rating) for board in sides),
        tuple((str(board.number), *_board_names(board)) for board in match.boards),
        signs=(*(board.name for board in sides), "Arbiter"),
    )  # fmt: skip


def _board_names(board: BoardLine) -> tuple[str, str]:
    """Return the names at a board of a match, the first side first, with their colours."""
    white, black = f"{board.white.name} (w)", f"{board.black.name} (b)"
    return (black, white) if board.reversed_result else (white, black)


# -- rounds that are known beforehand ----------------------------------------------------------------------------------


def schedule(t: Tournament, request: PaperRequest) -> Paper:
    """Return every round of a schedule, board by board."""
    make_schedule = handlers_for(t).schedule
    if make_schedule is None:
        raise RuleError("only an event whose pairings are known beforehand has a schedule")
    rounds = make_schedule(t, None)
    numbers = range(1, len(rounds) + 1) if request.round is None else (request.round,)
    if any(not 1 <= number <= len(rounds) for number in numbers):
        raise RuleError(f"there is no round {request.round}: the table has {len(rounds)}")
    return build_headed_paper(t, "Schedule", tuple(_round_grid(t, number, rounds[number - 1]) for number in numbers))


def _round_grid(t: Tournament, number: int, round: Round) -> Grid:
    columns = (Column("Match" if t.team_event else "Board", ">"), Column("White", least=14), Column("Black", least=14))
    pairs = enumerate(round.pairs, 1)
    rows = [
        (
            str(board),
            participant_label(t.participants_by_number[white]),
            participant_label(t.participants_by_number[black]),
        )
        for board, (white, black) in pairs
    ]
    rows += [("", participant_label(t.participants_by_number[bye.player]), "free") for bye in round.byes]
    return Grid(Table(columns, tuple(rows)), f"Round {number}", quiet=(0,))


def bracket(t: Tournament, request: PaperRequest) -> Paper:
    """Return the bracket of a knock-out, from the first round to the final."""
    return build_headed_paper(t, "Bracket", (Picture(draw_bracket(t).svg),), wide=True)


# -- the hall ----------------------------------------------------------------------------------------------------------


def hall_poster(t: Tournament, request: PaperRequest) -> Paper:
    """Return a poster with the address of the public pages as a QR code."""
    if request.hall is None:
        raise RuleError("the poster needs the address of the public pages: print it from the web application")
    sentences = (
        "Pairings, results and standings on your phone.",
        "Scan the code, or type the address into your browser. You need the network of the playing hall.",
    )
    poster = Poster(request.hall, sentences)
    return Paper(t.info.name or "Tournament", (poster,), about=event_line(t))
