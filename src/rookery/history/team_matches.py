"""The boards of matches: their number, seats and results; and games forfeited before a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rookery.model import Bye, ByeKind, Ending, Game, Match, Result, Round, Team, Tournament, VacantBoard
from rookery.regulations import parse_type_code


def boards_per_match(tournament: Tournament) -> int:
    """Return how many boards a team match has: as announced, else the largest number seen."""
    if tournament.board_colours:
        return len(tournament.board_colours)
    board_counts = [match.board_count for round in tournament.rounds for match in round.matches]
    return max(board_counts, default=0) or max((len(team.players) for team in tournament.teams), default=1)


def board_letters(tournament: Tournament) -> str:
    """Return the colours of White's team board by board: as announced (record 352), else alternating."""
    boards = boards_per_match(tournament)
    return (tournament.board_colours or ("WB" * boards)[:boards]).upper()


def team_match(
    tournament: Tournament, white: int, black: int, line_ups: Mapping[int, Sequence[int]] | None = None
) -> Match:
    """Build the match of two teams without results; `white` has White on board one.

    The players of a team sit in the order of its roster or its line-up, which has a player for each board, 0 for none.
    A board without a player of a team is vacant: the opponent wins there by forfeit. Where the number of boards is not
    announced, a match of two rosters is as long as the shorter one. A team without any player has no boards yet.

    >>> from rookery.model import Player
    >>> teams = Team(1, "Rooks", (1, 2)), Team(2, "Owls", (3, 4))
    >>> cup = Tournament(players=tuple(map(Player, range(1, 5))), teams=teams, team_event=True, board_colours="WB")
    >>> team_match(cup, 1, 2, {2: (0, 4)}).vacant
    (VacantBoard(board=1, player=1),)
    """
    letters = board_letters(tournament)
    boards = len(letters)
    seats = []
    for team in (white, black):
        line_up = (line_ups or {}).get(team)
        roster = _roster(tournament, team)[:boards] if line_up is None else line_up
        fill_vacant = line_up is not None or (bool(tournament.board_colours) and bool(roster))
        seats.append([*roster, *[0] * (boards - len(roster))] if fill_vacant else list(roster))
    return match_of_seats(white, black, list(zip(*seats, strict=False)), letters)


def line_up(tournament: Tournament, white: int, black: int) -> tuple[Game, ...]:
    """Return the games of a match between two teams as their rosters have them; `white` has White on board one."""
    return team_match(tournament, white, black).games


def match_of_seats(white: int, black: int, seats: Iterable[tuple[int, int]], letters: str) -> Match:
    """Build a match from the player of each team at each board (0: none); `letters` are White's colours."""
    games, vacant = list[Game](), list[VacantBoard]()
    for number, ((home, away), letter) in enumerate(zip(seats, letters, strict=False), 1):
        if not home or not away:
            vacant.append(VacantBoard(number, home or away or None))
        else:
            games.append(Game(home, away) if letter == letters[0] else Game(away, home))
    return Match(white, black, tuple(games), vacant=tuple(vacant))


def board_seats(tournament: Tournament, match: Match) -> list[tuple[int, int]]:
    """Return the players of White's team and of Black's at each board of a team match, 0 for none."""
    home = _roster(tournament, match.white)
    vacant = {board.board: board.player or 0 for board in match.vacant}
    pairs = {number: (player, 0) if player in home else (0, player) for number, player in vacant.items()}
    for number, game in zip(match.board_numbers, match.games, strict=True):
        pairs[number] = (game.white, game.black) if game.white in home else (game.black, game.white)
    return [pairs[number] for number in sorted(pairs)]


class MatchBoard(NamedTuple):
    """A board of a match: the players with White and with Black (0: none), and the result.

    `turned` says that the side which has White on board 1 has Black here.
    """

    number: int
    white: int
    black: int
    result: Result
    turned: bool


def match_boards(tournament: Tournament, match: Match) -> tuple[MatchBoard, ...]:
    """Return every board of a match in order; a vacant one is forfeited, with the colours of its number."""
    home = _roster(tournament, match.white)
    boards = [
        MatchBoard(number, game.white, game.black, game.result, game.white not in home)
        for number, game in zip(match.board_numbers, match.games, strict=True)
    ]
    if not match.vacant:
        return tuple(boards)
    letters, pairs = board_letters(tournament), board_seats(tournament, match)
    for board in match.vacant:
        swapped = letters[(board.board - 1) % len(letters)] != letters[0]
        white, black = reversed(pairs[board.board - 1]) if swapped else pairs[board.board - 1]
        result = Result.WHITE_BY_FORFEIT if white else Result.BLACK_BY_FORFEIT if black else Result.DOUBLE_FORFEIT
        boards.append(MatchBoard(board.board, white, black, result, swapped))
    return tuple(sorted(boards, key=lambda board: board.number))


def _roster(tournament: Tournament, side: int) -> Sequence[int]:
    """Return the players of a team, or the player who is the side of a match."""
    team = tournament.participants_by_number[side]
    return team.players if isinstance(team, Team) else (side,)


def build_meeting(tournament: Tournament, white: int, black: int) -> Game | Match:
    """Build the meeting of two participants without a result: a game, a two-game match, or the boards of teams."""
    if tournament.team_event:
        return team_match(tournament, white, black)
    if parse_type_code(tournament.system).two_game_matches:
        return Match(white, black, (Game(white, black), Game(black, white)))
    return Game(white, black)


def build_open_round(tournament: Tournament, pairs: Iterable[tuple[int, int]], bye: int | None = None) -> Round:
    """Build the next round of a tournament with these pairs, this allocated bye and the requested byes.

    >>> from rookery.model import Player, RequestedBye
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), requested_byes=(RequestedBye(1, 4, ByeKind.HALF),))
    >>> [(bye.player, str(bye.kind)) for bye in build_open_round(event, [(1, 2)], bye=3).byes]
    [(3, 'pairing-allocated bye'), (4, 'half-point bye')]
    """
    meetings = [build_meeting(tournament, white, black) for white, black in pairs]
    allocated = () if bye is None else (Bye(bye, ByeKind.PAIRING_ALLOCATED),)
    return Round(
        games=tuple(meeting for meeting in meetings if isinstance(meeting, Game)),
        matches=tuple(meeting for meeting in meetings if isinstance(meeting, Match)),
        byes=(
            *allocated,
            *(Bye(number, kind) for number, kind in tournament.absent(tournament.next_round).items()),
        ),
    )


def board_results(tournament: Tournament, match: Match) -> Iterator[tuple[Ending, Ending]]:
    """Yield how each board of a match ended for its White and its Black; a vacant one is forfeited."""
    home = _roster(tournament, match.white)
    vacant = {board.board: board.player for board in match.vacant}
    games = iter(match.games)
    for number in range(1, match.board_count + 1):
        if number in vacant:
            yield _vacant_board_result(vacant[number], home)
            continue
        game = next(games)
        pair = game.result.white, game.result.black
        yield pair if game.white in home else (pair[1], pair[0])


def _vacant_board_result(player: int | None, home: Sequence[int]) -> tuple[Ending, Ending]:
    """Return how a vacant board ends for White's team and for Black's."""
    if player is None:
        return Ending.FORFEIT_LOSS, Ending.FORFEIT_LOSS
    result = Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS
    return result if player in home else (result[1], result[0])


def iter_forfeits(round: Round) -> Iterator[tuple[int, int, Result]]:
    """Yield the games and matches of a round that are forfeited before it begins."""
    for game in round.games:
        if game.result.forfeit:
            yield game.white, game.black, game.result
    for match in round.matches:
        if match.forfeit is not None:
            yield match.white, match.black, match.forfeit
