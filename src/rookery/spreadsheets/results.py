"""Results from a table, by board or by the players, as commands to enter them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery._record import record
from rookery.errors import RuleError
from rookery.formats.board_order import list_numbered_boards
from rookery.messages import msg
from rookery.model import Game, Player, Result
from rookery.spreadsheets.columns import Columns, Guess
from rookery.spreadsheets.entries import CellProblem
from rookery.spreadsheets.headings import normalize_text
from rookery.spreadsheets.sheet import Sheet
from rookery.tournaments.domain.results import EnterResult, require_paired_round
from rookery.tournaments.state import State

_EXPECTED = msg("1-0, 0-1, ½-½, +/-, -/+, -/-, 0-0 or adjourned")


@record
class ResultRow:
    """A result to be entered: the line, the board, the result it replaces, and the command."""

    line: int
    board: str
    was: Result
    command: EnterResult


@record
class RoundResults:
    """Content of a table of results; `open` and `same` are lines without a result, or with the present one."""

    rows: tuple[ResultRow, ...]
    problems: tuple[CellProblem, ...] = ()
    open: tuple[int, ...] = ()
    same: tuple[int, ...] = ()
    unused: tuple[Guess, ...] = ()

    @property
    def commands(self) -> tuple[EnterResult, ...]:
        """The commands that enter the results."""
        return tuple(row.command for row in self.rows)

    @property
    def replacing(self) -> tuple[ResultRow, ...]:
        """The rows that replace another result."""
        return tuple(row for row in self.rows if row.was is not Result.PENDING)


def read_results(sheet: Sheet, columns: Columns, state: State, round: int) -> RoundResults:
    """Read the results of a round from a table: a board (3, or 2.1 for a board of a match) or White and Black, and
    a result.

    People are called by number, FIDE number or name. A row that names another game than it has, colours the other way
    round, or a second result for a game is a problem. Raises Refused for a round that is not paired.
    """
    require_paired_round(state, round)
    reader = _ResultReader(sheet, columns, state, round)
    for line, row in zip(sheet.row_lines, sheet.rows, strict=True):
        try:
            reader.read_row(line, {field: (index, row[index]) for field, index in columns.at.items()})
        except _CellError as wrong:
            reader.add_problem(line, wrong)
    rows = tuple(reader.rows.values())
    return RoundResults(rows, tuple(reader.problems), tuple(reader.open), tuple(reader.same), columns.unused)


class _CellError(Exception):
    """Raised for a cell that cannot be understood: its field, what was read, what was expected."""

    def __init__(self, field: str, read: str, expected: str) -> None:
        self.field, self.read, self.expected = field, read, expected
        super().__init__(expected)


class _ResultReader:
    """Reader of rows that collects results and problems."""

    def __init__(self, sheet: Sheet, columns: Columns, state: State, round: int) -> None:
        self.sheet, self.columns, self.state, self.round = sheet, columns, state, round
        self.games = dict(_games_by_board(state, round))
        self.players = {player.number: player for player in state.tournament.players}
        self.wide, self.faults = set(sheet.overlong_lines), {(player.line, player.column) for player in sheet.faults}
        self.rows: dict[str, ResultRow] = {}
        self.results_by_board: dict[str, Result] = {}
        self.problems: list[CellProblem] = []
        self.open: list[int] = []
        self.same: list[int] = []

    def read_row(self, line: int, cells: Mapping[str, tuple[int, str]]) -> None:
        """Read one row."""
        if line in self.wide:
            raise _CellError("", "", msg("something in this row may have slipped"))
        if any((line, index) in self.faults for index, _ in cells.values()):
            text = cells.get("result", (0, ""))[1]
            raise _CellError("result", text, msg("a value, not a formula without one"))
        texts = {field: text for field, (_, text) in cells.items() if text}
        board = self._find_board(texts)
        result = _parse_result(texts.get("result", ""))
        if result is Result.PENDING:
            self.open.append(line)
            return
        if self.results_by_board.setdefault(board, result) is not result:
            expected = msg("one result for board %(board)s; %(result)s stands above", board=board,
                              result=self.results_by_board[board])  # fmt: skip
            raise _CellError("result", texts["result"], expected)
        game = self.games[board]
        if game.result is result:
            self.same.append(line)
        elif board not in self.rows:
            self.rows[board] = ResultRow(line, board, game.result, self._build_command(board, game, result))

    def _build_command(self, board: str, game: Game, result: Result) -> EnterResult:
        """Build the command with the result it replaces, and the occurrence if the players have several such games."""
        same_players = [
            label for label, one in self.games.items() if (one.white, one.black) == (game.white, game.black)
        ]
        keys = self.state.keys.player
        occurrence = same_players.index(board) if len(same_players) > 1 else None
        return EnterResult(self.round, keys[game.white], keys[game.black], result, game.result, "file", occurrence)

    def _find_board(self, texts: Mapping[str, str]) -> str:
        """Return the board of a row, by its number or by its players; both must agree."""
        player_ids = {side: self._find_player(side, texts[side]) for side in ("white", "black") if side in texts}
        if "board" in texts:
            board = texts["board"]
            if board not in self.games:
                raise _CellError("board", board, msg("a board of round %(round)s", round=self.round))
            if self.sheet.lettered and f"{board}0" in self.games and "." in board and not player_ids:
                raise _CellError("board", board, msg("White and Black too: a spreadsheet writes %(board)s0 as"
                                                      " %(board)s", board=board))  # fmt: skip
            self._check_players(self.games[board], player_ids, texts)
            return board
        if len(player_ids) < 2:
            side = "white" if "white" not in player_ids else "black"
            raise _CellError(side, "", msg("a board, or White and Black"))
        labels = [label for label, game in self.games.items() if (game.white, game.black) == tuple(player_ids.values())]
        if not labels:
            raise _CellError("black", texts["black"], self._describe_expected(player_ids["white"], player_ids["black"]))
        return (
            next((label for label in labels if label not in self.results_by_board), labels[-1])
            if len(labels) > 1
            else labels[0]
        )

    def _check_players(self, game: Game, player_ids: Mapping[str, int], texts: Mapping[str, str]) -> None:
        for side, number in player_ids.items():
            actual = game.white if side == "white" else game.black
            if number != actual:
                expected = msg("%(name)s, who has White at this board" if side == "white" else
                                  "%(name)s, who has Black at this board", name=self.players[actual].name)  # fmt: skip
                raise _CellError(side, texts[side], expected)

    def _describe_expected(self, white: int, black: int) -> str:
        is_reversed = any((game.white, game.black) == (black, white) for game in self.games.values())
        names = self.players[white].name, self.players[black].name
        if is_reversed:
            return msg("the colours as they are: %(white)s has White against %(black)s", white=names[1],
                          black=names[0])  # fmt: skip
        return msg("the opponent of %(name)s in round %(round)s", name=names[0], round=self.round)

    def _find_player(self, side: str, text: str) -> int:
        matches = _find_players(text, self.players)
        if len(matches) != 1:
            expected = msg("a player of this tournament" if not matches else "a name that only one has")
            raise _CellError(side, text, expected)
        return matches[0].number

    def add_problem(self, line: int, wrong: _CellError) -> None:
        """Add a problem of a row."""
        index = self.columns.at.get(wrong.field, 0)
        place = self.sheet.place(line, index)
        self.problems.append(CellProblem(line, index, place, wrong.field, wrong.read, wrong.expected))


def _games_by_board(state: State, round: int) -> Iterator[tuple[str, Game]]:
    """Yield every game of a round with its board: 3, or 2.1 for the first board of match 2."""
    for board_number, meeting in list_numbered_boards(state.tournament, round):
        if isinstance(meeting, Game):
            yield str(board_number), meeting
        else:
            yield from (
                (f"{board_number}.{number}", game)
                for number, game in zip(meeting.board_numbers, meeting.games, strict=True)
            )


def _find_players(text: str, players: Mapping[int, Player]) -> Sequence[Player]:
    """Return the players a text may mean: by number, FIDE number, name in any order, or beginning of the name."""
    if text.isdecimal():
        number = int(text)
        return (
            [players[number]]
            if number in players
            else [player for player in players.values() if player.fide_id == number]
        )
    words = normalize_text(text).split()
    whole = [player for player in players.values() if sorted(normalize_text(player.name).split()) == sorted(words)]
    return whole or [
        player for player in players.values() if words and normalize_text(player.name).startswith(" ".join(words))
    ]


def _parse_result(text: str) -> Result:
    try:
        return Result.parse(text)
    except RuleError:
        raise _CellError("result", text, _EXPECTED) from None
