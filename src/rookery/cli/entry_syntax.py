"""Parse entries of a round that name a game by its board or its players, and rewrite them with numbers.

b3=1-0               the game at board 3, as the round is published
b2.1=1-0             board 1 of match 2
"Rook - Dipper=1-0"  by names, or as much of them as only one has; White first, a hyphen with spaces between
"Rook=half"          a bye by name
"""

from __future__ import annotations

import re

from rookery.cli.participant_args import participant_key, player_key
from rookery.formats.board_order import board_numbers, boards
from rookery.model import Game, Match
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import TABLE

_BOARD = re.compile(r"b(\d{1,5})(?:\.(\d{1,5}))?\s*=\s*(.+)", re.IGNORECASE)
_PAIR = re.compile(r"([^=]+?)\s+[-:]\s+([^=]+?)\s*(?:=\s*(.+))?")
_ALONE = re.compile(r"([^=]*[^\W\d_][^=]*?)\s*=\s*([A-Za-z]+|[-+])")


def has_board_or_names(text: str) -> bool:
    """Return whether an entry names a board or people.

    >>> [has_board_or_names(one) for one in ("b3=1-0", "Rook - Dipper", "Rook-Dipper=1-0", "Rook, Ben=half", "b=1-0")]
    [True, True, False, True, False]
    """
    return any(pattern.fullmatch(text.strip()) for pattern in (_BOARD, _PAIR, _ALONE))


def is_board_entry(text: str) -> bool:
    """Return whether an entry names a board."""
    return _BOARD.match(text) is not None


def replace_names(state: State, round_number: int, text: str) -> str:
    """Return the entry written with numbers; one that has numbers is unchanged."""
    board, pair, single = (pattern.fullmatch(text.strip()) for pattern in (_BOARD, _PAIR, _ALONE))
    if board is not None:
        game = _find_game(state, round_number, int(board[1]), int(board[2]) if board[2] else None)
        return f"{game.white}-{game.black}={board[3]}"
    if pair is not None:
        result = (pair[3] or "").strip()
        of_players = bool(result) and result.lower() != "none"
        white, black = (_find_number(state, name, of_players) for name in (pair[1], pair[2]))
        return f"{white}-{black}" + f"={result}" * bool(result)
    if single is not None:
        return f"{_find_number(state, single[1], single[2] in '+-')}={single[2]}"
    return text


def _find_number(state: State, name: str, of_players: bool) -> int:
    """Return a player's number where games are entered, else a participant's."""
    if of_players:
        return state.keys.players[player_key(state, name)]
    return state.keys.participants[participant_key(state, name)]


def _find_game(state: State, round_number: int, board: int, match_board: int | None) -> Game:
    """Return the game at a board; for a match the board in it is needed, too."""
    t = state.tournament
    if not 1 <= round_number <= len(t.rounds):
        raise CommandRejectedError(
            f"round {round_number} is not paired yet: it has no boards", article=TABLE["not-paired"].article
        )
    seats = dict(zip(board_numbers(t, round_number), boards(t, round_number), strict=True))
    if board not in seats:
        raise CommandRejectedError(
            f"round {round_number} has no board {board}: they are numbered {min(seats, default=0)}"
            f" to {max(seats, default=0)}"
        )
    seat = seats[board]
    if isinstance(seat, Game):
        if match_board is not None:
            raise CommandRejectedError(
                f"board {board} of round {round_number} is a game, not a match", instead=f"write b{board}=..."
            )
        return seat
    return _find_match_game(seat, board, match_board)


def _find_match_game(match: Match, board: int, match_board: int | None) -> Game:
    if match_board is None:
        raise CommandRejectedError(f"board {board} is a match", instead=f"b{board}.1=... is the first board of it")
    if not 1 <= match_board <= match.board_count:
        raise CommandRejectedError(f"match {board} has boards 1 to {match.board_count}, and no board {match_board}")
    games_by_board = dict(zip(match.board_numbers, match.games, strict=True))
    if match_board not in games_by_board:
        raise CommandRejectedError(f"board {match_board} of match {board} is vacant: it is a forfeit without a game",
                      instead="rookery line-up says who sits there, if somebody has come")  # fmt: skip
    game = games_by_board[match_board]
    if [(game_.white, game_.black) for game_ in match.games].count((game.white, game.black)) > 1:
        raise CommandRejectedError(f"{game.white} has White more than once in match {board}",
                      instead=f"enter the games in their order, as {game.white}-{game.black}=...")  # fmt: skip
    return game
