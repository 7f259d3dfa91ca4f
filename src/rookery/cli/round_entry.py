"""Participants and games as the command line names them: by number, by name or by board.

3, "Rook, Ben", Rook a participant: by number, or by a name or as much of it as only one has
b3=1-0               the game at board 3, as the round is published
b2.1=1-0             board 1 of match 2
"Rook - Dipper=1-0"  a game by names; White first, a hyphen with spaces between
"Rook=half"          a bye by name
"""

from __future__ import annotations

import re
from shlex import quote

from rookery.errors import RuleError
from rookery.formats.board_order import board_numbers, boards
from rookery.formatting import format_result, participant_label
from rookery.messages import join_list
from rookery.model import Game, Match, Player, Result, Team, Tournament
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.manual_round import EntryTexts
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import TABLE


def participant_key(state: State, text: str) -> str:
    """Return the key of the participant with this number or name.

    >>> from rookery.tournaments.domain.import_export import state_from_file
    >>> players = (Player(1, "Rook, Ben"), Player(2, "Rook, Cyd"), Player(3, "Dipper, Lu"))
    >>> state = state_from_file(Tournament(players=players))
    >>> [participant_key(state, text) for text in ("3", "dipper", "rook, c", "Cyd Rook", "Lu")]
    ['p3', 'p3', 'p2', 'p2', 'p3']
    """
    tournament = state.tournament
    if text.isdecimal():
        participant_id = int(text)
        if participant_id not in tournament.participants_by_number:
            raise RuleError(no_such(tournament, participant_id), participants=(participant_id,))
        return state.keys.participant[participant_id]
    return state.keys.participant[
        _find_by_name(text, tournament.participants, "team" if tournament.team_event else "player").number
    ]


def player_key(state: State, text: str) -> str:
    """Return the key of the player with this number or name; also a player of a team."""
    tournament = state.tournament
    if text.isdecimal():
        if int(text) not in state.keys.player:
            raise RuleError(f"there is no player {text} in this tournament", participants=(int(text),))
        return state.keys.player[int(text)]
    return state.keys.player[_find_by_name(text, tournament.players, "player").number]


def _find_by_name(text: str, participants: tuple[Player | Team, ...], noun: str) -> Player | Team:
    """Return the one participant with this name, this beginning of a name, or these words in any order."""
    name, words = text.strip().casefold(), _name_words(text)
    matches = [participant for participant in participants if participant.name.casefold() == name and name]
    matches = matches or [
        participant for participant in participants if participant.name.casefold().startswith(name) and words
    ]
    matches = matches or [
        participant for participant in participants if words and words <= _name_words(participant.name)
    ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        names = join_list(map(participant_label, matches), 8)
        raise RuleError(f"{text!r} may be {names}: say the number")
    raise RuleError(f"there is no {noun} called {text!r} in this tournament")


def _name_words(name: str) -> set[str]:
    return set(name.casefold().replace(",", " ").split())


def find_participant(tournament: Tournament, text: str) -> Player | Team:
    """Return the participant with this number or name."""
    if text.isdecimal():
        return tournament.participants_by_number[int(text)]
    return _find_by_name(text, tournament.participants, "participant")


def player_or_team_key(state: State, text: str) -> str:
    """Return the key of a player, also of a team, or of the team written as `t3`."""
    if state.tournament.team_event and text[:1] in "tT" and text[1:].isdecimal():
        return participant_key(state, text[1:])
    return player_key(state, text)


def teams_and_players(tournament: Tournament) -> list[Player | Team]:
    """Return all teams and all players."""
    return [*tournament.teams, *tournament.players]


class TypedTexts(EntryTexts):
    """The texts of manual entries on the command line, for the tournament in a file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def label(self, participant: Player | Team) -> str:
        """Return a participant as lists print it."""
        return participant_label(participant)

    def score(self, result: Result) -> str:
        """Return a result as a pairing list prints it."""
        return format_result(result)

    def removal_hint(self, entry: str) -> str:
        """Return what takes an entry back."""
        return f"{entry}=none takes that back"

    def colours_hint(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """Return the entry with the colours that are recorded."""
        other = f", or, if the colours were exchanged, {white}-{black}=none first" if exchanged else ""
        return f"write {white}-{black}=...{other}"

    def game_hint(self, white: int, black: int, result: Result) -> str:
        """Return the entry for a game."""
        return f"write {white}-{black}={result}"

    def match_hint(self, white: int, black: int) -> str:
        """Return the entry for a match."""
        return f"a match as a whole is t{white}-t{black}=+/-"

    def missing_participants_hint(self, number: int, participant_id: int) -> str:
        """Return the command that pairs the round, or the entries for those who do not play."""
        path = quote(self.path)
        return (
            f"rookery pair {path} -o {path} pairs it; by hand, enter all of it in one command ({participant_id}=half,"
            f" {participant_id}=zero and {participant_id}=bye are for whoever does not play), or say --part and enter"
            " the rest later"
        )

    def omitted_participants_hint(self, participant_id: int) -> str:
        """Return the entries for those who do not play."""
        return (
            f"say in the same command whom they meet, or what they have instead ({participant_id}=bye,"
            f" {participant_id}=half, {participant_id}=zero),"
            " or say --part and enter that later"
        )


def no_such(t: Tournament, participant_id: int) -> str:
    """Return that no participant has this number; in a team event, whose number it is instead."""
    return TypedTexts("").unknown_number(t, participant_id)


_BOARD = re.compile(r"b(\d{1,5})(?:\.(\d{1,5}))?\s*=\s*(.+)", re.IGNORECASE)
_PAIR = re.compile(r"([^=]+?)\s+[-:]\s+([^=]+?)\s*(?:=\s*(.+))?")
_ALONE = re.compile(r"([^=]*[^\W\d_][^=]*?)\s*=\s*([A-Za-z]+|[-+])")


def has_board_or_names(text: str) -> bool:
    """Return whether an entry names a board or people.

    >>> [has_board_or_names(text) for text in ("b3=1-0", "Rook - Dipper", "Rook-Dipper=1-0", "Rook, Ben=half", "b=1-0")]
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
