"""The boards of a match: how many there are, who sits at them, how each ended; and what is forfeited before a round."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import Ending, Game, Match, Result, Round, Team, Tournament


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
