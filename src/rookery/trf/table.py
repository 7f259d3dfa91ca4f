"""The 001 lines as one table: players, and for every round who faced whom with which tail (see cells)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import itemgetter

from rookery.errors import FormatError, Problem, TooLarge
from rookery.model import Player
from rookery.model.limits import MOST_CELLS, MOST_PLAYERS, MOST_ROUNDS
from rookery.model.unchecked import many
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
    Tail,
    cell_slices,
    spellings,
)  # fmt: skip
from rookery.trf.grid import Grid, count_cells, numbers
from rookery.trf.layout import PLAYER_ROW
from rookery.trf.notes import ERROR, NOWHERE, WARNING, Notes, Spot, in_round
from rookery.trf.person_columns import column, members, sound
from rookery.trf.texts import number, tenths
from rookery.typed import Any
from rookery.values import Workplace, field
from rookery.wording import counted, spoken

_FIELDS = itemgetter(*(piece.slice for piece in PLAYER_ROW))
_COVERED = {at for piece in PLAYER_ROW for at in range(piece.first, piece.last + 1)}
FIXED_BLANKS = tuple(at for at in range(4, START + 1) if at not in _COVERED)
"""The columns between the fields of a player row: a character there tells that the row is out of step."""
_BETWEEN = itemgetter(*(at - 1 for at in FIXED_BLANKS))
_ALL_BLANK = (" ",) * len(FIXED_BLANKS)
_ID, _NAME_END = PLAYER_ROW["id"], PLAYER_ROW["name"].last


class Table(Workplace, slots=False, eq=False, repr=False):
    """Players by start number; a player's seat is the place in this order, from 1.

    Round by round: the seat of everybody's opponent (0 for nobody), and the number of everybody's tail.
    """

    players: tuple[Player, ...]
    lines: tuple[int, ...]
    grid: Grid
    ids: tuple[int, ...]
    opponents: list[list[int]] = field(default_factory=list)
    tails: list[bytes] = field(default_factory=list)

    seats: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.ids)
        self.seats = self.ids if self.ids[-1] == count else tuple(range(1, count + 1))

    def columns(self, round: int) -> tuple[int, int]:
        """Where the cell of a round stands (rounds count from 1)."""
        return START + STEP * (round - 1) + 1, START + STEP * (round - 1) + CELL_WIDTH

    def seat(self, id: int) -> int:
        """The seat of a start number."""
        return self.ids.index(id) + 1

    def seats_by_id(self) -> dict[int, int]:
        """The seats of all start numbers."""
        return dict(zip(self.ids, self.seats, strict=True))

    def cell(self, round: int, seat: int, field: str = "result") -> Spot:
        """Where a player's cell stands."""
        return Spot(self.lines[seat - 1], self.columns(round), field)

    def blank(self, round: int, seat: int) -> bool:
        """Whether the cell is all blank."""
        return not self.grid.text(round - 1, seat - 1).strip(" ")

    def entered(self, seat: int) -> int:
        """The first round with anything in the player's cell; one more than there are when all are blank."""
        return self._entries[seat - 1]

    @cached_property
    def _entries(self) -> list[int]:
        """For everybody the first round with anything in the cell: what is asked for each cell is found once."""
        data, wide = self.grid.data, self.grid.width
        rows = (data[at + START : at + wide] for at in range(0, len(data), wide))
        return [(len(row) - len(row.lstrip(b" "))) // STEP + 1 for row in rows]


def table(places: list[int], texts: list[str], notes: Notes) -> Table:
    """The table of these 001 lines with their numbers in the file."""
    if len(texts) > MOST_PLAYERS:
        said = spoken("a tournament file has room for %(most)s players, this one has %(number)s", most=MOST_PLAYERS,
                      number=len(texts))  # fmt: skip
        raise TooLarge([Problem(ERROR, "too-large", places[MOST_PLAYERS], NOWHERE, "001", said)])
    _must_be_bounded(places, texts)
    if all(text.count("|") > 2 for text in texts):
        said = spoken("fields separated by | are Vega's own format (.tdf): export the tournament as TRF instead")
        raise FormatError([Problem(ERROR, "vega-tdf", places[0], NOWHERE, "001", said)])
    texts, grid = _aligned(places, texts, notes)
    ids = numbers([grid.column(at) for at in range(_ID.first - 1, _ID.last)])
    if ids is None or ids != list(range(1, len(ids) + 1)):
        kept = _numbered(places, texts, notes)
        ids = sorted(kept)
        places, texts = [places[kept[id]] for id in ids], [texts[kept[id]] for id in ids]
        grid = Grid(texts)
    _note_too_long(grid, places, texts, notes)
    found = Table(_players(ids, places, texts, grid, notes), tuple(places), grid, tuple(ids))
    _read_cells(found, texts, notes)
    return found


def _must_be_bounded(places: list[int], texts: list[str]) -> None:
    """Refuse a file whose longest row would make a table that nobody has ever played."""
    if len(texts) * (max(map(len, texts)) - START) <= STEP * MOST_CELLS:
        return
    lengths = [len(text.rstrip()) for text in texts]
    rounds = min(MOST_ROUNDS, (max(lengths) - START) // STEP + 1)
    if len(texts) * rounds > MOST_CELLS:
        said = spoken("%(number)s players and %(rounds)s rounds are more than any event has had (%(cells)s cells)",
                      number=len(texts), rounds=rounds, cells=f"{MOST_CELLS:,}")  # fmt: skip
        line = places[lengths.index(max(lengths))]
        raise TooLarge([Problem(ERROR, "too-large", line, NOWHERE, "001", said)])


def _aligned(places: list[int], lines: list[str], notes: Notes) -> tuple[list[str], Grid]:
    """The lines, long enough to hold every field, and moved back into step where that is certain."""
    grid = Grid(lines)
    texts = lines if grid.shortest >= START else [text.ljust(START) for text in lines]
    tabs = b"\t" in grid.data or grid.reach > grid.rounds
    if any(grid.column(at - 1) != grid.blank for at in FIXED_BLANKS):
        texts = [
            text if _BETWEEN(text) == _ALL_BLANK else _realigned(place, text, notes)
            for place, text in zip(places, texts, strict=True)
        ]
        grid = Grid(texts)
    if tabs:
        _note_tabs(places, lines, notes)
    return texts, grid


def _note_tabs(places: list[int], lines: list[str], notes: Notes) -> None:
    for line, text in zip(places, lines, strict=True):
        if "\t" in text.rstrip():
            said = spoken("a tab in a player row: its columns cannot be trusted")
            notes.add(ERROR, "tab", Spot(line, (text.index("\t") + 1,) * 2, "001"), said)


def _realigned(line: int, row: str, notes: Notes) -> str:
    """A row that is out of step, moved back when exactly one move (of one or two columns, after the name) rights it."""
    first = next(at for at in FIXED_BLANKS if row[at - 1] != " ")
    moves = {by: _moved(row, by) for by in (-2, -1, 1, 2)}
    right = [by for by, moved in moves.items() if _in_step(moved)]
    if len(right) == 1:
        by = right[0]
        said = counted(
            abs(by),
            "everything after the name stands %(num)s column too far to the right" if by > 0 else
            "everything after the name stands %(num)s column too far to the left",
            "everything after the name stands %(num)s columns too far to the right" if by > 0 else
            "everything after the name stands %(num)s columns too far to the left",
        )  # fmt: skip
        spot, used = Spot(line, (first, len(row.rstrip())), "001"), spoken("the row moved back")
        notes.add(WARNING, "shifted", spot, said, "", used)
        return moves[by].ljust(START)
    said = spoken("column %(column)s must be blank: the row is out of step, or a field is too long", column=first)
    notes.add(ERROR, "misaligned", Spot(line, (first, first), "001"), said, row[first - 1])
    return row


def _moved(row: str, by: int) -> str:
    at = _NAME_END if by > 0 else _NAME_END + by + 1
    return row[:at] + row[at + by :] if by > 0 else row[:at] + " " * -by + row[at:]


def _in_step(row: str) -> bool:
    row = row.ljust(START)
    if _BETWEEN(row) != _ALL_BLANK:
        return False
    texts = dict(zip((piece.name for piece in PLAYER_ROW), _FIELDS(row), strict=True))
    whole = all(number(texts[name]) >= 0 or not texts[name].strip() for name in ("id", "rating", "rank"))
    pieces = itemgetter(*cell_slices(count_cells(len(row.rstrip())) + 1))(row)
    known = spellings()
    cells = all(tail in known for tail in pieces[1::2]) and all(
        number(who) >= 0 or not who.strip() for who in pieces[::2]
    )
    return whole and cells and (tenths(texts["points"]) is not None or not texts["points"].strip())


_LEFT_OUT = spoken("nothing: the row is left out")


def _numbered(lines: list[int], texts: list[str], notes: Notes) -> dict[int, int]:
    """Start number -> place in the list; a row without a number of its own is left out."""
    kept: dict[int, int] = {}
    where = (_ID.first, _ID.last)
    for place, row in enumerate(texts):
        text = row[_ID.slice]
        id = number(text)
        if id < 1:
            notes.add(
                ERROR,
                "start-number",
                Spot(lines[place], where, "id"),
                spoken("not a start number"),
                text,
                _LEFT_OUT,
            )
        elif id in kept:
            said = spoken("start number %(number)s is already taken in line %(line)s", number=id, line=lines[kept[id]])
            notes.add(ERROR, "duplicate", Spot(lines[place], where, "id"), said, text, _LEFT_OUT)
        else:
            kept[id] = place
    if not kept:
        said = spoken("no player row has a start number")
        raise FormatError([Problem(ERROR, "no-players", lines[0], where, "id", said)])
    gaps = sorted(set(range(1, max(kept) + 1)) - set(kept)) if max(kept) > len(kept) else []
    if gaps:
        some = ", ".join(map(str, gaps[:5])) + (", ..." if len(gaps) > 5 else "")
        said = spoken("the start numbers go up to %(most)s, but %(number)s of them belong to nobody: %(some)s",
                      most=max(kept), number=len(gaps), some=some)  # fmt: skip
        notes.add(WARNING, "gap", Spot(lines[kept[max(kept)]], where, "id"), said, str(max(kept)))
    return kept


def _players(ids: list[int], lines: list[int], texts: list[str], grid: Grid, notes: Notes) -> tuple[Player, ...]:
    """The persons, without their games."""
    read: dict[str, Sequence[Any]] = sound(grid)
    for piece in PLAYER_ROW:
        if piece.name not in ("id", *read):
            read[piece.name] = column(piece, list(map(itemgetter(piece.slice), texts)), lines, notes)
    fide, national = members(read.pop("number"))
    return tuple(many(Player, id=ids, fide_id=fide, national_id=national, **read))


def _note_too_long(grid: Grid, places: list[int], texts: list[str], notes: Notes) -> None:
    if grid.reach > grid.rounds:
        longest = max(range(len(texts)), key=lambda place: len(texts[place].rstrip()))
        said = spoken("a row with %(number)s rounds: what follows round %(most)s is not read", number=grid.reach,
                      most=MOST_ROUNDS)  # fmt: skip
        notes.add(ERROR, "too-long", Spot(places[longest], field="001"), said)


def _read_cells(found: Table, texts: list[str], notes: Notes) -> None:
    """Opponents and tails of all rounds, filled into the table."""
    ids, grid = found.ids, found.grid
    found.opponents = [grid.opponents(round) for round in range(grid.rounds)]
    found.tails = [grid.tails(round) for round in range(grid.rounds)]
    if ids[-1] != len(ids):  # a number that nobody has becomes a seat that nobody has
        seats, nobody = found.seats_by_id(), len(ids) + 1
        found.opponents = [[seats.get(who, nobody) if who > 0 else who for who in column] for column in found.opponents]
    if grid.odd:
        _mend(found, grid.odd, texts, notes)
    empty = bytes([EMPTY]) * len(ids)
    while found.tails and found.tails[-1] == empty and not any(found.opponents[-1]):
        found.tails.pop()
        found.opponents.pop()


def _mend(found: Table, odd: set[int], texts: list[str], notes: Notes) -> None:
    """The rows with odd cells, read one by one."""
    seats, cut = found.seats_by_id(), itemgetter(*cell_slices(len(found.tails)))
    tails = [bytearray(column) for column in found.tails]
    for place in sorted(odd):
        who, what = _odd_cells(found, place, cut(texts[place]), seats, notes)
        for round in range(len(tails)):
            found.opponents[round][place] = who[round]
            tails[round][place] = what[round]
    found.tails = [bytes(column) for column in tails]


def _odd_cells(
    found: Table, place: int, pieces: Sequence[str], seats: dict[int, int], notes: Notes
) -> tuple[list[int], list[int]]:
    """The cells of a row in which something is not as it should be, each odd one reported."""
    who, what = [], []
    for round, (name, rest) in enumerate(zip(pieces[::2], pieces[1::2], strict=True), 1):
        opponent, tail = number(name), spellings().get(rest)
        first, _ = found.columns(round)
        if opponent < 0 and name.strip(" "):
            where = (first, first + OPPONENT_WIDTH - 1)
            notes.add(
                ERROR,
                "opponent",
                Spot(found.lines[place], where, "opponent"),
                in_round(round, spoken("not a start number")),
                name,
                spoken("nobody"),
            )
            tail = tail if tail is None else EMPTY
        if tail is None:
            tail = _odd_tail(found.lines[place], round, first + OPPONENT_WIDTH, rest, opponent > 0, notes)
        who.append(seats.get(opponent, len(seats) + 1) if opponent > 0 else 0)
        what.append(tail)
    return who, what


def _odd_tail(line: int, round: int, first: int, text: str, met: bool, notes: Notes) -> int:
    """The tail nearest to a text that is none, and a word about what is wrong with it; `first` is its first column.

    An unknown letter beside an opponent (`met`) is a result that is not known.
    """
    text = text.ljust(TAIL_WIDTH)
    colour, letter = text[COLOUR_AT], text[RESULT_AT]
    outside = next((at for at in range(TAIL_WIDTH) if at not in (COLOUR_AT, RESULT_AT) and text[at] != " "), None)
    if outside is not None:
        said = in_round(round, spoken("column %(column)s must be blank: the row is out of step",
                                      column=first + outside))  # fmt: skip
        notes.add(ERROR, "misaligned", Spot(line, (first + outside,) * 2, "result"), said, text[outside])
        return TAILS.index(Tail("-", " "))
    if colour not in COLOURS:
        where = (first + COLOUR_AT,) * 2
        said = in_round(round, spoken("the colour is w, b or -"))
        notes.add(ERROR, "colour", Spot(line, where, "colour"), said, colour, spoken("no colour"))
    if letter not in LETTERS:
        said = in_round(round, spoken("not a result: it is one of 1 = 0 W D L + - H F U Z, or blank"))
        notes.add(
            ERROR,
            "result",
            Spot(line, (first + RESULT_AT,) * 2, "result"),
            said,
            letter,
            spoken("unknown, as adjourned" if met else "no result"),
        )
    return TAILS.index(Tail(COLOURS.get(colour, "-"), LETTERS.get(letter, "?" if met else " ")))
