"""The boards of a match: how many there are, who sits at them, how each ended; and what is forfeited before a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rookery.model import Bye, ByeKind, Ending, Game, Match, Result, Round, Team, Tournament
from rookery.regulations import scheme


def boards_per_match(tournament: Tournament) -> int:
    """How many boards a team match has: announced, else the most seen."""
    if tournament.board_colours:
        return len(tournament.board_colours)
    seen = [len(match.games) for round in tournament.rounds for match in round.matches]
    return max(seen, default=0) or max((len(team.players) for team in tournament.teams), default=1)


def line_up(tournament: Tournament, white: int, black: int) -> tuple[Game, ...]:
    """The boards of a match between two teams as far as their rosters go; `white` has White on board one."""
    boards = boards_per_match(tournament)
    letters = (tournament.board_colours or "WB" * boards).upper()
    rosters = {team.id: team.players[:boards] for team in tournament.teams}
    pairs = zip(rosters[white], rosters[black], letters, strict=False)
    return tuple(Game(home, away) if letter == letters[0] else Game(away, home) for home, away, letter in pairs)


def meeting(tournament: Tournament, white: int, black: int) -> Game | Match:
    """Two participants face to face, without a result: a game, the two of a two-game match, or the boards of teams."""
    if tournament.team_event:
        return Match(white, black, line_up(tournament, white, black))
    if scheme(tournament.system).two_game_matches:
        return Match(white, black, (Game(white, black), Game(black, white)))
    return Game(white, black)


def open_round(tournament: Tournament, pairs: Iterable[tuple[int, int]], bye: int | None = None) -> Round:
    """The next round of a tournament with these pairs and this allocated bye, and with the byes asked for.

    >>> from rookery.model import Player, RequestedBye
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), requested=(RequestedBye(1, 4, ByeKind.HALF),))
    >>> [(bye.player, str(bye.kind)) for bye in open_round(event, [(1, 2)], bye=3).byes]
    [(3, 'pairing-allocated bye'), (4, 'half-point bye')]
    """
    meetings = [meeting(tournament, white, black) for white, black in pairs]
    allocated = () if bye is None else (Bye(bye, ByeKind.PAIRING_ALLOCATED),)
    return Round(
        games=tuple(one for one in meetings if isinstance(one, Game)),
        matches=tuple(one for one in meetings if isinstance(one, Match)),
        byes=(*allocated, *(Bye(one, kind) for one, kind in tournament.absent(tournament.next_round).items())),
    )


def sides(tournament: Tournament, match: Match) -> Iterator[tuple[Ending, Ending]]:
    """How each game of a match ended for the match's White and for its Black."""
    side = tournament.by_id[match.white]
    home = side.players if isinstance(side, Team) else (match.white,)
    for game in match.games:
        pair = game.result.white, game.result.black
        yield pair if game.white in home else (pair[1], pair[0])


def decided_before(whole: Round) -> Iterator[tuple[int, int, Result]]:
    """The games and matches of a round that are forfeited before it begins."""
    for game in whole.games:
        if game.result.forfeit:
            yield game.white, game.black, game.result
    for match in whole.matches:
        if match.forfeit is not None:
            yield match.white, match.black, match.forfeit
