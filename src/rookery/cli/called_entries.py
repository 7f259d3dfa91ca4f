"""Entries of a round that call a game by its board or by the names of its players, turned into those by numbers.

b3=1-0               the game at board 3, as the round is published
b2.1=1-0             board 1 of match 2
"Rook - Dipper=1-0"  by names, or as much of them as only one has; White first, a hyphen with spaces between
"Rook=half"          a bye by name
"""

from __future__ import annotations

import re

from rookery.cli.people import participant, player
from rookery.desk.decision import Refused
from rookery.desk.levels import TABLE
from rookery.desk.state import State
from rookery.formats.board_order import board_numbers, boards
from rookery.model import Game, Match

_BOARD = re.compile(r"b(\d{1,5})(?:\.(\d{1,5}))?\s*=\s*(.+)", re.IGNORECASE)
_PAIR = re.compile(r"([^=]+?)\s+[-:]\s+([^=]+?)\s*(?:=\s*(.+))?")
_ALONE = re.compile(r"([^=]*[^\W\d_][^=]*?)\s*=\s*([A-Za-z]+|[-+])")


def is_called(text: str) -> bool:
    """Whether an entry names a board, or people.

    >>> [is_called(one) for one in ("b3=1-0", "Rook - Dipper", "Rook-Dipper=1-0", "Rook, Ben=half", "b=1-0")]
    [True, True, False, True, False]
    """
    return any(form.fullmatch(text.strip()) for form in (_BOARD, _PAIR, _ALONE))


def is_board(text: str) -> bool:
    """Whether an entry names a board."""
    return _BOARD.match(text) is not None


def numbered(state: State, round: int, text: str) -> str:
    """The entry by numbers; one that has numbers stays as it is."""
    board, pair, alone = (form.fullmatch(text.strip()) for form in (_BOARD, _PAIR, _ALONE))
    if board is not None:
        game = _game(state, round, int(board[1]), int(board[2]) if board[2] else None)
        return f"{game.white}-{game.black}={board[3]}"
    if pair is not None:
        result = (pair[3] or "").strip()
        of_players = bool(result) and result.lower() != "none"
        white, black = (_number(state, name, of_players) for name in (pair[1], pair[2]))
        return f"{white}-{black}" + f"={result}" * bool(result)
    if alone is not None:
        return f"{_number(state, alone[1], alone[2] in '+-')}={alone[2]}"
    return text


def _number(state: State, name: str, of_players: bool) -> int:
    """The number of somebody: of a player where games are entered, else of who is paired."""
    if of_players:
        return state.keys.players[player(state, name)]
    return state.keys.participants[participant(state, name)]


def _game(state: State, round: int, board: int, within: int | None) -> Game:
    """The game at a board; of a match the board in it is said too."""
    t = state.tournament
    if not 1 <= round <= len(t.rounds):
        raise Refused(f"round {round} is not paired yet: it has no boards", article=TABLE["not-paired"].article)
    there = dict(zip(board_numbers(t, round), boards(t, round), strict=True))
    if board not in there:
        raise Refused(f"round {round} has no board {board}: they are numbered {min(there, default=0)} to"
                      f" {max(there, default=0)}")  # fmt: skip
    found = there[board]
    if isinstance(found, Game):
        if within is not None:
            raise Refused(f"board {board} of round {round} is a game, not a match", instead=f"write b{board}=...")
        return found
    return _of_match(found, board, within)


def _of_match(match: Match, board: int, within: int | None) -> Game:
    if within is None:
        raise Refused(f"board {board} is a match", instead=f"b{board}.1=... is the first board of it")
    if not 1 <= within <= len(match.games):
        raise Refused(f"match {board} has boards 1 to {len(match.games)}, and no board {within}")
    game = match.games[within - 1]
    if [(one.white, one.black) for one in match.games].count((game.white, game.black)) > 1:
        raise Refused(f"{game.white} has White more than once in match {board}",
                      instead=f"enter the games in their order, as {game.white}-{game.black}=...")  # fmt: skip
    return game
