"""Line-ups of team matches: as captains announced them, otherwise in roster order; and changes of a line-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rookery._record import replace
from rookery.history.team_matches import board_letters, board_seats, build_meeting, team_match
from rookery.messages import msg
from rookery.model import Game, Match, Result, Round, Team, Tournament, VacantBoard
from rookery.tournaments.state import State


def announced_line_ups(state: State, number: int) -> dict[int, tuple[int, ...]]:
    """Return the announced line-ups of a round by team number: a player for each board, 0 for a vacant board."""
    numbers = state.keys.players
    return {
        state.keys.teams[team]: tuple(numbers[key] if key else 0 for key in keys)
        for team, keys in state.lineups.get(number, {}).items()
        if team in state.keys.teams
    }


def with_announced_line_ups(state: State, number: int, round: Round) -> Round:
    """Return a round just paired with the players whom the captains announced for it."""
    line_ups = announced_line_ups(state, number)
    if not line_ups or not state.tournament.team_event:
        return round
    matches = tuple(
        team_match(state.tournament, match.white, match.black, line_ups)
        if match.forfeit is None and line_ups.keys() & {match.white, match.black}
        else match
        for match in round.matches
    )
    return replace(round, matches=matches)


def build_lined_up_meeting(state: State, number: int, white: int, black: int) -> Game | Match:
    """Return a game or match of two participants in a round, without results and with the announced line-ups."""
    if state.tournament.team_event:
        return team_match(state.tournament, white, black, announced_line_ups(state, number))
    return build_meeting(state.tournament, white, black)


class BoardPlayedError(Exception):
    """Raised when a line-up changes the player of a board that has a result."""

    def __init__(self, board: int, game: Game) -> None:
        super().__init__(board, game)
        self.board, self.game = board, game


def with_line_ups(t: Tournament, match: Match, line_ups: Mapping[int, Sequence[int]]) -> Match:
    """Return a team match with other line-ups, 0 for a vacant board; unchanged boards keep their results.

    Raises:
        BoardPlayedError: A board that changes hands has a result.
    """
    letters, pairs = board_letters(t), board_seats(t, match)
    games_by_board = dict(zip(match.board_numbers, match.games, strict=True))
    games, vacant = list[Game](), list[VacantBoard]()
    for number, old_pair in enumerate(pairs, 1):
        home, away = (
            line_ups[team][number - 1] if team in line_ups else old_pair[side]
            for side, team in enumerate((match.white, match.black))
        )
        old_game = games_by_board.get(number)
        if old_game is not None and (home, away) != old_pair and old_game.result is not Result.PENDING:
            raise BoardPlayedError(number, old_game)
        if not home or not away:
            vacant.append(VacantBoard(number, home or away or None))
        elif old_game is not None and (home, away) == old_pair:
            games.append(old_game)
        else:
            home_has_first_colour = (
                letters[(number - 1) % len(letters)] == letters[0]
                if old_game is None
                else old_game.white == old_pair[0]
            )
            games.append(Game(home, away) if home_has_first_colour else Game(away, home))
    return Match(match.white, match.black, tuple(games), vacant=tuple(vacant))


def find_board(match: Match, white: int, black: int) -> int | None:
    """Return the index of the board of two players, or of an open board with one of them in that colour."""
    for index, game in enumerate(match.games):
        if (game.white, game.black) == (white, black):
            return index
    for index, game in enumerate(match.games):
        if game.result is Result.PENDING and (game.white == white) != (game.black == black):
            return index
    return None


def find_common_board(
    match: Match, white: int, black: int, white_roster: Sequence[int], black_roster: Sequence[int]
) -> int | None:
    """Return the first open board to which both teams can move up so that the two players get these colours.

    Boards alternate colours; the two face each other on the board below with colours exchanged.
    """
    current_board = next(
        (index for index, game in enumerate(match.games) if (game.white, game.black) == (black, white)), 0
    )
    board = next(
        (index for index, game in enumerate(match.games[:current_board]) if game.result is Result.PENDING), None
    )
    if board is None or match.games[board].white not in white_roster:
        return None
    after_white = move_up(match, white_roster, board, white)
    return None if after_white is None or move_up(after_white, black_roster, board, black) is None else board


def move_up(match: Match, roster: Sequence[int], board: int, player: int) -> Match | None:
    """Return the match after a player moved up from an open board below to this one, or None.

    The player who sat there is out; open boards below are filled in roster order. None is returned if the roster is
    exhausted or if the player does not sit below.
    """
    seats = _team_seats(match, roster)
    current_board = seats.index(player) if player in seats else -1
    if current_board <= board or match.games[current_board].result is not Result.PENDING:
        return None
    fixed_players = {
        seats[index] for index in range(len(seats)) if index < board or match.games[index].result is not Result.PENDING
    }
    seats[board] = player
    substitutes = iter(
        [candidate for candidate in roster[roster.index(player) + 1 :] if candidate not in fixed_players]
    )
    for index in range(board + 1, len(seats)):
        if match.games[index].result is Result.PENDING and seats[index] is not None:
            seats[index] = next(substitutes, None)
            if seats[index] is None:
                return None
    return replace(
        match,
        games=tuple(
            _with_player(game, roster, new_player) for game, new_player in zip(match.games, seats, strict=True)
        ),
    )


def _team_seats(match: Match, roster: Sequence[int]) -> list[int | None]:
    """Return the player of a team at each board, or None."""
    return [next((player for player in (game.white, game.black) if player in roster), None) for game in match.games]


def _with_player(game: Game, roster: Sequence[int], player: int | None) -> Game:
    """Return the game with this player of the team in it."""
    if player is None or player in (game.white, game.black):
        return game
    return replace(game, white=player) if game.white in roster else replace(game, black=player)


def line_up_order_messages(t: Tournament, match: Match, label: Callable[[Team], str]) -> Iterator[str]:
    """Yield a message for each team that does not sit in the order of its list; gaps are allowed."""
    for number in (match.white, match.black):
        team = t.participants_by_number[number]
        if not isinstance(team, Team):
            continue
        roster_places = [
            team.players.index(player) + 1 for player in _team_seats(match, team.players) if player is not None
        ]
        if roster_places != sorted(roster_places):
            order = "-".join(map(str, roster_places))
            yield msg(
                "%(team)s does not play in the order of its list, but as %(order)s. A team must play"
                " in that order unless the rules of the event allow otherwise", team=label(team), order=order,
            )  # fmt: skip
