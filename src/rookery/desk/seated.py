"""Who sits at the boards of a round that is to be paired: as the captains said, else as in the roster."""

from __future__ import annotations

from rookery.desk.state import State
from rookery.matches import boards_per_match, line_up
from rookery.model import Round, Tournament
from rookery.model.unchecked import changed
from rookery.values import replace


def lined_up(state: State, number: int, round: Round) -> Round:
    """A round just paired, with the players at its boards whom the captains named for it."""
    named = state.lineups.get(number)
    if not named or not state.tournament.team_event:
        return round
    seated = _seated(state, named)
    teams = {state.keys.teams[key] for key in named}
    some = tuple(
        replace(match, games=line_up(seated, match.white, match.black))
        if match.forfeit is None and teams & {match.white, match.black}
        else match
        for match in round.matches
    )
    return replace(round, matches=some)


def _seated(state: State, named: dict[str, tuple[str, ...]]) -> Tournament:
    """The tournament whose rosters begin with those who were named; the others are not at the boards."""
    numbers = state.keys.players
    teams = tuple(
        replace(team, players=tuple(numbers[key] for key in named[team.key])) if team.key in named else team
        for team in state.tournament.teams
    )
    boards = boards_per_match(state.tournament)
    letters = state.tournament.board_colours or ("WB" * boards)[:boards]
    return changed(state.tournament, teams=teams, board_colours=letters)
