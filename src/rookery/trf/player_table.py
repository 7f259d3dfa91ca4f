"""The 001 lines as one table: players, and for every round each player's opponent and tail (see `cells`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

from rookery._record import field, record
from rookery.errors import FormatError, Problem, TooLargeError
from rookery.messages import msg, msg_plural
from rookery.model import Player
from rookery.model._construct import construct_many
from rookery.model.validation import MOST_CELLS, MOST_PLAYERS, MOST_ROUNDS
from rookery.trf.cells import (
    CELL_WIDTH,
    COLOUR_AT,
    COLOURS,
    EMPTY,
    LETTERS,
    OPPONENT_WIDTH,
    RESULT_AT,
    START,
    STEP,
    TAIL_WIDTH,
    TAILS,
    Grid,
    Tail,
    cell_slices,
    count_cells,
    parse_digit_columns,
    tail_spellings,
)  # fmt: skip
from rookery.trf.diagnostics import ERROR, INFO, NOWHERE, WARNING, Location, ProblemCollector, round_message
from rookery.trf.fields import PLAYER_ROW, parse_number, parse_tenths
from rookery.trf.person import parse_column, parse_numeric_columns, split_fide_ids

_FIELDS = itemgetter(*(piece.slice for piece in PLAYER_ROW))
_COVERED = {at for piece in PLAYER_ROW for at in range(piece.first, piece.last + 1)}
FIXED_BLANKS = tuple(at for at in range(4, START + 1) if at not in _COVERED)
"""The columns between the fields of a player row: a character there shows that the row is misaligned."""
_BLANKS_OF = itemgetter(*(at - 1 for at in FIXED_BLANKS))
_ALL_BLANK = (" ",) * len(FIXED_BLANKS)
_ID, _NAME_END = PLAYER_ROW["id"], PLAYER_ROW["name"].last


@record(frozen=False, slots=False, eq=False, repr=False)
class PlayerTable:
    """Players by start number; a player's position is the position in this order, from 1.

    By round: the position of each player's opponent (0 for none), and the number of each player's tail.
    """

    players: tuple[Player, ...]
    lines: tuple[int, ...]
    grid: Grid
    ids: tuple[int, ...]
    opponents: list[list[int]] = field(default_factory=list)
    tails: list[bytes] = field(default_factory=list)

    positions: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.ids)
        self.positions = self.ids if self.ids[-1] == count else tuple(range(1, count + 1))

    def columns(self, round: int) -> tuple[int, int]:
        """Return the columns of the cell of a round (rounds count from 1)."""
        return START + STEP * (round - 1) + 1, START + STEP * (round - 1) + CELL_WIDTH

    def position(self, player_id: int) -> int:
        """Return the position of a start number."""
        return self.ids.index(player_id) + 1

    def positions_by_id(self) -> dict[int, int]:
        """Return the positions of all start numbers."""
        return dict(zip(self.ids, self.positions, strict=True))

    def opponent(self, round: int, position: int) -> int:
        """Return the position of a player's opponent in a round; 0 or less for none."""
        return self.opponents[round - 1][position - 1]

    def tail(self, round: int, position: int) -> Tail:
        """Return the tail of a player's cell."""
        return TAILS[self.tails[round - 1][position - 1]]

    def cell_location(self, round: int, position: int, field: str = "result") -> Location:
        """Return the location of a player's cell."""
        return Location(self.lines[position - 1], self.columns(round), field)

    def is_blank(self, round: int, position: int) -> bool:
        """Return whether the cell is all blank."""
        return not self.grid.text(round - 1, position - 1).strip(" ")

    def first_round(self, position: int) -> int:
        """Return the first round with anything in the player's cell; one more than there are when all are blank."""
        return self._first_rounds[position - 1]

    @cached_property
    def _first_rounds(self) -> list[int]:
        """The first round with anything in the cell, by position; computed once."""
        data, width = self.grid.data, self.grid.width
        rows = (data[start + START : start + width] for start in range(0, len(data), width))
        return [(len(row) - len(row.lstrip(b" "))) // STEP + 1 for row in rows]


def build_table(line_numbers: list[int], texts: list[str], problems: ProblemCollector) -> PlayerTable:
    """Build the table of these 001 lines with their line numbers."""
    if len(texts) > MOST_PLAYERS:
        message = msg("a tournament file has room for %(most)s players, this one has %(number)s", most=MOST_PLAYERS,
                      number=len(texts))  # fmt: skip
        raise TooLargeError([Problem(ERROR, "too-large", line_numbers[MOST_PLAYERS], NOWHERE, "001", message)])
    _check_size(line_numbers, texts)
    if all(text.count("|") > 2 for text in texts):
        message = msg("fields separated by | are Vega's own format (.tdf): export the tournament as TRF instead")
        raise FormatError([Problem(ERROR, "vega-tdf", line_numbers[0], NOWHERE, "001", message)])
    texts, grid = _align_rows(line_numbers, texts, problems)
    ids = parse_digit_columns([grid.column(at) for at in range(_ID.first - 1, _ID.last)])
    if ids is None or ids != list(range(1, len(ids) + 1)):
        row_of_id = _rows_by_id(line_numbers, texts, problems)
        ids = sorted(row_of_id)
        line_numbers = [line_numbers[row_of_id[player_id]] for player_id in ids]
        texts = [texts[row_of_id[player_id]] for player_id in ids]
        grid = Grid(texts)
    _report_too_long(grid, line_numbers, texts, problems)
    player_table = PlayerTable(
        _build_players(ids, line_numbers, texts, grid, problems), tuple(line_numbers), grid, tuple(ids)
    )
    _read_cells(player_table, texts, problems)
    return player_table


def _check_size(line_numbers: list[int], texts: list[str]) -> None:
    """Raise TooLargeError when the longest row would make an unreasonably large table."""
    if len(texts) * (max(map(len, texts)) - START) <= STEP * MOST_CELLS:
        return
    lengths = [len(text.rstrip()) for text in texts]
    rounds = min(MOST_ROUNDS, (max(lengths) - START) // STEP + 1)
    if len(texts) * rounds > MOST_CELLS:
        message = msg("%(number)s players and %(rounds)s rounds are more than any event has had (%(cells)s cells)",
                      number=len(texts), rounds=rounds, cells=f"{MOST_CELLS:,}")  # fmt: skip
        line = line_numbers[lengths.index(max(lengths))]
        raise TooLargeError([Problem(ERROR, "too-large", line, NOWHERE, "001", message)])


def _align_rows(line_numbers: list[int], lines: list[str], problems: ProblemCollector) -> tuple[list[str], Grid]:
    """Return rows long enough for every field, realigned where the correction is certain, and their grid."""
    grid = Grid(lines)
    texts = lines if grid.shortest >= START else [text.ljust(START) for text in lines]
    has_tabs = b"\t" in grid.data or grid.cell_count > grid.rounds
    in_letters = [
        _fix_byte_columns(line_number, text, problems) if not text.isascii() and _may_count_bytes(text) else text
        for line_number, text in zip(line_numbers, texts, strict=True)
    ]
    if in_letters != texts:
        texts = in_letters
        grid = Grid(texts)
    if any(grid.column(at - 1) != grid.blank for at in FIXED_BLANKS):
        texts = [
            text if _BLANKS_OF(text) == _ALL_BLANK else _realign_row(line_number, text, problems)
            for line_number, text in zip(line_numbers, texts, strict=True)
        ]
        grid = Grid(texts)
    if has_tabs:
        _report_tabs(line_numbers, lines, problems)
    return texts, grid


def _may_count_bytes(row: str) -> bool:
    """Return whether a row ends elsewhere than behind a rank or a result, or may be out of step by a whole cell."""
    extra = len(row[PLAYER_ROW["name"].slice].encode("utf-8", "replace")) - PLAYER_ROW["name"].width
    return extra >= STEP or (len(row.rstrip()) - PLAYER_ROW["rank"].last) % STEP != 0


def _fix_byte_columns(line: int, row: str, problems: ProblemCollector) -> str:
    """Return a row whose name is padded in bytes of UTF-8, as Vega does, with the name padded in characters."""
    name = PLAYER_ROW["name"]
    try:
        text = row[name.first - 1 :].encode()[: name.width].decode()
    except UnicodeError:
        return row
    rest = row[name.first - 1 + len(text) :]
    shifted = (row[: name.first - 1] + text.ljust(name.width) + rest).ljust(START)
    behind = slice(PLAYER_ROW["rating"].first - 1, PLAYER_ROW["birth"].last)
    swallowed = not row[behind].strip() and shifted[behind].strip()  # the name would have the rating in it
    if len(text) == name.width or not _is_in_step(shifted) or (_is_in_step(row) and not swallowed):
        return row
    location = Location(line, (name.first, name.last), "001")
    message = msg("the name has 33 bytes, not 33 letters: the row counts bytes")
    problems.report_repeated(INFO, "shifted", location, message, "", msg("the row moved back"))
    return shifted


def _report_tabs(line_numbers: list[int], lines: list[str], problems: ProblemCollector) -> None:
    for line, text in zip(line_numbers, lines, strict=True):
        if "\t" in text.rstrip():
            message = msg("a tab in a player row: its columns cannot be trusted")
            problems.report(ERROR, "tab", Location(line, (text.index("\t") + 1,) * 2, "001"), message)


def _realign_row(line: int, row: str, problems: ProblemCollector) -> str:
    """Realign a row when exactly one shift (by one or two columns, after the name) makes it valid."""
    first = next(column for column in FIXED_BLANKS if row[column - 1] != " ")
    moves = {offset: _shift_row(row, offset) for offset in (-2, -1, 1, 2)}
    matching = [offset for offset, shifted in moves.items() if _is_in_step(shifted)]
    if len(matching) == 1:
        offset = matching[0]
        message = msg_plural(
            abs(offset),
            "everything after the name stands %(num)s column too far to the right" if offset > 0 else
            "everything after the name stands %(num)s column too far to the left",
            "everything after the name stands %(num)s columns too far to the right" if offset > 0 else
            "everything after the name stands %(num)s columns too far to the left",
        )  # fmt: skip
        location, used = Location(line, (first, len(row.rstrip())), "001"), msg("the row moved back")
        problems.report(WARNING, "shifted", location, message, "", used)
        return moves[offset].ljust(START)
    message = msg("column %(column)s must be blank: the row is out of step, or a field is too long", column=first)
    problems.report(ERROR, "misaligned", Location(line, (first, first), "001"), message, row[first - 1])
    return row


def _shift_row(row: str, offset: int) -> str:
    start = _NAME_END if offset > 0 else _NAME_END + offset + 1
    return row[:start] + row[start + offset :] if offset > 0 else row[:start] + " " * -offset + row[start:]


def _is_in_step(row: str) -> bool:
    row = row.ljust(START)
    if _BLANKS_OF(row) != _ALL_BLANK:
        return False
    texts = dict(zip((piece.name for piece in PLAYER_ROW), _FIELDS(row), strict=True))
    numbers_valid = all(parse_number(texts[name]) >= 0 or not texts[name].strip() for name in ("id", "rating", "rank"))
    pieces = itemgetter(*cell_slices(count_cells(len(row.rstrip())) + 1))(row)
    tail_texts = tail_spellings()
    cells_valid = all(tail in tail_texts for tail in pieces[1::2]) and all(
        parse_number(opponent) >= 0 or not opponent.strip() for opponent in pieces[::2]
    )
    return numbers_valid and cells_valid and (parse_tenths(texts["points"]) is not None or not texts["points"].strip())


_LEFT_OUT = msg("nothing: the row is left out")


def _rows_by_id(lines: list[int], texts: list[str], problems: ProblemCollector) -> dict[int, int]:
    """Map start numbers to row indices; a row without a unique number is left out."""
    row_of_id: dict[int, int] = {}
    columns = (_ID.first, _ID.last)
    for index, row in enumerate(texts):
        text = row[_ID.slice]
        player_id = parse_number(text)
        if player_id < 1:
            problems.report(
                ERROR,
                "start-number",
                Location(lines[index], columns, "id"),
                msg("not a start number"),
                text,
                _LEFT_OUT,
            )
        elif player_id in row_of_id:
            message = msg(
                "start number %(number)s is already taken in line %(line)s",
                number=player_id,
                line=lines[row_of_id[player_id]],
            )
            problems.report(ERROR, "duplicate", Location(lines[index], columns, "id"), message, text, _LEFT_OUT)
        else:
            row_of_id[player_id] = index
    if not row_of_id:
        message = msg("no player row has a start number")
        raise FormatError([Problem(ERROR, "no-players", lines[0], columns, "id", message)])
    gaps = sorted(set(range(1, max(row_of_id) + 1)) - set(row_of_id)) if max(row_of_id) > len(row_of_id) else []
    if gaps:
        sample = ", ".join(map(str, gaps[:5])) + (", ..." if len(gaps) > 5 else "")
        message = msg("the start numbers go up to %(most)s, but %(number)s of them belong to nobody: %(some)s",
                      most=max(row_of_id), number=len(gaps), some=sample)  # fmt: skip
        problems.report(
            WARNING, "gap", Location(lines[row_of_id[max(row_of_id)]], columns, "id"), message, str(max(row_of_id))
        )
    return row_of_id


def _build_players(
    ids: list[int], lines: list[int], texts: list[str], grid: Grid, problems: ProblemCollector
) -> tuple[Player, ...]:
    """Build the players, without their games."""
    columns: dict[str, Sequence[Any]] = parse_numeric_columns(grid)
    for piece in PLAYER_ROW:
        if piece.name not in ("id", *columns):
            columns[piece.name] = parse_column(piece, list(map(itemgetter(piece.slice), texts)), lines, problems)
    fide, national = split_fide_ids(columns.pop("number"))
    return tuple(construct_many(Player, number=ids, fide_id=fide, national_id=national, **columns))


def _report_too_long(grid: Grid, line_numbers: list[int], texts: list[str], problems: ProblemCollector) -> None:
    if grid.cell_count > grid.rounds:
        longest = max(range(len(texts)), key=lambda index: len(texts[index].rstrip()))
        message = msg("a row with %(number)s rounds: what follows round %(most)s is not read", number=grid.cell_count,
                      most=MOST_ROUNDS)  # fmt: skip
        problems.report(ERROR, "too-long", Location(line_numbers[longest], field="001"), message)


def _read_cells(player_table: PlayerTable, texts: list[str], problems: ProblemCollector) -> None:
    """Fill opponents and tails of all rounds into the table."""
    ids, grid = player_table.ids, player_table.grid
    player_table.opponents = [grid.opponents(round) for round in range(grid.rounds)]
    player_table.tails = [grid.tails(round) for round in range(grid.rounds)]
    if ids[-1] != len(ids):  # an unknown number becomes a position without a participant
        positions, unknown_position = player_table.positions_by_id(), len(ids) + 1
        player_table.opponents = [
            [positions.get(opponent, unknown_position) if opponent > 0 else opponent for opponent in column]
            for column in player_table.opponents
        ]
    if grid.irregular_rows:
        _parse_irregular_rows(player_table, grid.irregular_rows, texts, problems)
    empty = bytes([EMPTY]) * len(ids)
    while player_table.tails and player_table.tails[-1] == empty and not any(player_table.opponents[-1]):
        player_table.tails.pop()
        player_table.opponents.pop()


def _parse_irregular_rows(
    player_table: PlayerTable, irregular_rows: set[int], texts: list[str], problems: ProblemCollector
) -> None:
    """Parse the rows with irregular cells one by one."""
    positions, slice_cells = player_table.positions_by_id(), itemgetter(*cell_slices(len(player_table.tails)))
    tails = [bytearray(column) for column in player_table.tails]
    for row in sorted(irregular_rows):
        opponents, row_tails = _parse_irregular_cells(player_table, row, slice_cells(texts[row]), positions, problems)
        for round in range(len(tails)):
            player_table.opponents[round][row] = opponents[round]
            tails[round][row] = row_tails[round]
    player_table.tails = [bytes(column) for column in tails]


def _parse_irregular_cells(
    player_table: PlayerTable, row: int, pieces: Sequence[str], positions: dict[int, int], problems: ProblemCollector
) -> tuple[list[int], list[int]]:
    """Parse the cells of an irregular row and report each invalid one."""
    opponents, tails = [], []
    for round, (name, rest) in enumerate(zip(pieces[::2], pieces[1::2], strict=True), 1):
        opponent, tail = parse_number(name), tail_spellings().get(rest)
        first, _ = player_table.columns(round)
        if opponent < 0 and name.strip(" "):
            columns = (first, first + OPPONENT_WIDTH - 1)
            problems.report(
                ERROR,
                "opponent",
                Location(player_table.lines[row], columns, "opponent"),
                round_message(round, msg("not a start number")),
                name,
                msg("nobody"),
            )
            tail = tail if tail is None else EMPTY
        if tail is None:
            tail = _parse_irregular_tail(
                player_table.lines[row], round, first + OPPONENT_WIDTH, rest, opponent > 0, problems
            )
        opponents.append(positions.get(opponent, len(positions) + 1) if opponent > 0 else 0)
        tails.append(tail)
    return opponents, tails


def _parse_irregular_tail(
    line: int, round: int, first: int, text: str, has_opponent: bool, problems: ProblemCollector
) -> int:
    """Return the valid tail nearest to an invalid text and report the problem; `first` is its first column.

    An unknown letter beside an opponent (`has_opponent`) is a result that is not known.
    """
    text = text.ljust(TAIL_WIDTH)
    colour, letter = text[COLOUR_AT], text[RESULT_AT]
    outside = next(
        (column for column in range(TAIL_WIDTH) if column not in (COLOUR_AT, RESULT_AT) and text[column] != " "), None
    )
    if outside is not None:
        message = round_message(round, msg("column %(column)s must be blank: the row is out of step",
                                      column=first + outside))  # fmt: skip
        problems.report(ERROR, "misaligned", Location(line, (first + outside,) * 2, "result"), message, text[outside])
        return TAILS.index(Tail("-", " "))
    if colour not in COLOURS:
        columns = (first + COLOUR_AT,) * 2
        message = round_message(round, msg("the colour is w, b or -"))
        problems.report(ERROR, "colour", Location(line, columns, "colour"), message, colour, msg("no colour"))
    if letter not in LETTERS:
        message = round_message(round, msg("not a result: it is one of 1 = 0 W D L + - H F U Z, or blank"))
        problems.report(
            ERROR,
            "result",
            Location(line, (first + RESULT_AT,) * 2, "result"),
            message,
            letter,
            msg("unknown, as adjourned" if has_opponent else "no result"),
        )
    return TAILS.index(Tail(COLOURS.get(colour, "-"), LETTERS.get(letter, "?" if has_opponent else " ")))
