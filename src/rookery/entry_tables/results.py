"""Results out of a table: by board, or by who has White and who Black, as wishes to enter them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery.desk.commands.results import EnterResult, paired
from rookery.desk.state import State
from rookery.entry_tables.columns import Columns, Guess
from rookery.entry_tables.entries import CellProblem
from rookery.entry_tables.headings import plain
from rookery.entry_tables.sheet import Sheet
from rookery.errors import RuleError
from rookery.formats.board_order import at_boards
from rookery.model import Game, Player, Result
from rookery.values import frozen
from rookery.wording import spoken

_EXPECTED = spoken("1-0, 0-1, ½-½, +/-, -/+, -/-, 0-0 or adjourned")


@frozen
class ResultRow:
    """A result to be entered: the line and the board, what it replaces, and the wish."""

    line: int
    board: str
    was: Result
    wish: EnterResult


@frozen
class RoundResults:
    """What a table of results comes to; `open` and `same` are lines without a result, or with the one that is there."""

    rows: tuple[ResultRow, ...]
    problems: tuple[CellProblem, ...] = ()
    open: tuple[int, ...] = ()
    same: tuple[int, ...] = ()
    unused: tuple[Guess, ...] = ()

    @property
    def wishes(self) -> tuple[EnterResult, ...]:
        """What is to be done."""
        return tuple(one.wish for one in self.rows)

    @property
    def replacing(self) -> tuple[ResultRow, ...]:
        """Those that take the place of another result."""
        return tuple(one for one in self.rows if one.was is not Result.PENDING)


def results_of(sheet: Sheet, columns: Columns, state: State, round: int) -> RoundResults:
    """The results of a round in a table: a board (3, or 2.1 for a board of a match), or White and Black, and a result.

    People are called by number, FIDE number or name. A row that names another game than it has, colours the other way
    round, or a second result for a game is a problem. Raises Refused for a round that is not paired.
    """
    paired(state, round)
    reader = _Reader(sheet, columns, state, round)
    for line, row in zip(sheet.row_lines, sheet.rows, strict=True):
        try:
            reader.take(line, {field: (at, row[at]) for field, at in columns.at.items()})
        except _Misread as wrong:
            reader.problem(line, wrong)
    rows = tuple(reader.rows.values())
    return RoundResults(rows, tuple(reader.problems), tuple(reader.open), tuple(reader.same), columns.unused)


class _Misread(Exception):
    """A cell cannot be meant so: its field, what was read, what was expected."""

    def __init__(self, field: str, read: str, expected: str) -> None:
        self.field, self.read, self.expected = field, read, expected
        super().__init__(expected)


class _Reader:
    """Reads row by row; what is found is collected."""

    def __init__(self, sheet: Sheet, columns: Columns, state: State, round: int) -> None:
        self.sheet, self.columns, self.state, self.round = sheet, columns, state, round
        self.games = dict(_places(state, round))
        self.players = {one.id: one for one in state.tournament.players}
        self.wide, self.faults = set(sheet.wide), {(one.line, one.column) for one in sheet.faults}
        self.rows: dict[str, ResultRow] = {}
        self.said: dict[str, Result] = {}
        self.problems: list[CellProblem] = []
        self.open: list[int] = []
        self.same: list[int] = []

    def take(self, line: int, cells: Mapping[str, tuple[int, str]]) -> None:
        """One row."""
        if line in self.wide:
            raise _Misread("", "", spoken("something in this row may have slipped"))
        if any((line, at) in self.faults for at, _ in cells.values()):
            text = cells.get("result", (0, ""))[1]
            raise _Misread("result", text, spoken("a value, not a formula without one"))
        said = {field: text for field, (_, text) in cells.items() if text}
        board = self._board(said)
        result = _result(said.get("result", ""))
        if result is Result.PENDING:
            self.open.append(line)
            return
        if self.said.setdefault(board, result) is not result:
            expected = spoken("one result for board %(board)s; %(result)s stands above", board=board,
                              result=self.said[board])  # fmt: skip
            raise _Misread("result", said["result"], expected)
        game = self.games[board]
        if game.result is result:
            self.same.append(line)
        elif board not in self.rows:
            self.rows[board] = ResultRow(line, board, game.result, self._wish(board, game, result))

    def _wish(self, board: str, game: Game, result: Result) -> EnterResult:
        """The wish, with the result that it replaces; of several games of the two with these colours it counts."""
        alike = [at for at, one in self.games.items() if (one.white, one.black) == (game.white, game.black)]
        keys = self.state.keys.player
        which = alike.index(board) if len(alike) > 1 else None
        return EnterResult(self.round, keys[game.white], keys[game.black], result, game.result, "file", which)

    def _board(self, said: Mapping[str, str]) -> str:
        """The board that a row names, by its number or by who plays there; both must agree."""
        people = {side: self._player(side, said[side]) for side in ("white", "black") if side in said}
        if "board" in said:
            board = said["board"]
            if board not in self.games:
                raise _Misread("board", board, spoken("a board of round %(round)s", round=self.round))
            if self.sheet.lettered and f"{board}0" in self.games and "." in board and not people:
                raise _Misread("board", board, spoken("White and Black too: a spreadsheet writes %(board)s0 as"
                                                      " %(board)s", board=board))  # fmt: skip
            self._must_agree(self.games[board], people, said)
            return board
        if len(people) < 2:
            side = "white" if "white" not in people else "black"
            raise _Misread(side, "", spoken("a board, or White and Black"))
        found = [at for at, game in self.games.items() if (game.white, game.black) == tuple(people.values())]
        if not found:
            raise _Misread("black", said["black"], self._not_met(people["white"], people["black"]))
        return next((at for at in found if at not in self.said), found[-1]) if len(found) > 1 else found[0]

    def _must_agree(self, game: Game, people: Mapping[str, int], said: Mapping[str, str]) -> None:
        for side, number in people.items():
            real = game.white if side == "white" else game.black
            if number != real:
                expected = spoken("%(name)s, who has White at this board" if side == "white" else
                                  "%(name)s, who has Black at this board", name=self.players[real].name)  # fmt: skip
                raise _Misread(side, said[side], expected)

    def _not_met(self, white: int, black: int) -> str:
        turned = any((game.white, game.black) == (black, white) for game in self.games.values())
        names = self.players[white].name, self.players[black].name
        if turned:
            return spoken("the colours as they are: %(white)s has White against %(black)s", white=names[1],
                          black=names[0])  # fmt: skip
        return spoken("the opponent of %(name)s in round %(round)s", name=names[0], round=self.round)

    def _player(self, side: str, text: str) -> int:
        found = _called(text, self.players)
        if len(found) != 1:
            expected = spoken("a player of this tournament" if not found else "a name that only one has")
            raise _Misread(side, text, expected)
        return found[0].id

    def problem(self, line: int, wrong: _Misread) -> None:
        """Note what is wrong in a row."""
        at = self.columns.at.get(wrong.field, 0)
        place = self.sheet.place(line, at)
        self.problems.append(CellProblem(line, at, place, wrong.field, wrong.read, wrong.expected))


def _places(state: State, round: int) -> Iterator[tuple[str, Game]]:
    """Every game of a round by its board: 3, or 2.1 for the first board of match 2."""
    for board, meeting in at_boards(state.tournament, round):
        if isinstance(meeting, Game):
            yield str(board), meeting
        else:
            yield from ((f"{board}.{at}", game) for at, game in enumerate(meeting.games, 1))


def _called(text: str, players: Mapping[int, Player]) -> Sequence[Player]:
    """Whom a text may mean: by number or FIDE number, by the name whichever way round, or by how the name begins."""
    if text.isdecimal():
        number = int(text)
        return [players[number]] if number in players else [one for one in players.values() if one.fide_id == number]
    words = plain(text).split()
    whole = [one for one in players.values() if sorted(plain(one.name).split()) == sorted(words)]
    return whole or [one for one in players.values() if words and plain(one.name).startswith(" ".join(words))]


def _result(text: str) -> Result:
    try:
        return Result.parse(text)
    except RuleError:
        raise _Misread("result", text, _EXPECTED) from None
