"""The teams: their rosters, and who sits at the boards of the next round or of the last one."""

from __future__ import annotations

from collections.abc import Mapping

from rookery.declared import player_points, points_so_far
from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.desk.views.presence import Presence, presences
from rookery.desk.views.who import Who, before_round, named, players, withdrawn
from rookery.finality import length
from rookery.matches import boards_per_match
from rookery.model import Points, Team
from rookery.values import frozen
from rookery.wording import spoken


@frozen
class TeamLine:
    """A team: its `roster` in the order of the boards, each with the points of the own games.

    `sits` are those at the boards of the round: as its captain `said`, as they are paired, or as the roster has them.
    `rounds` has a cell for every round that is planned.
    """

    who: Who
    roster: tuple[Who, ...]
    sits: tuple[Who, ...] = ()
    said: bool = False
    nickname: str = ""
    strength: int | None = None
    match_points: Points = 0
    game_points: Points = 0
    rounds: tuple[Presence, ...] = ()
    withdrawn: int | None = None
    expelled: int | None = None
    barred: bool = False


@frozen
class TeamsView:
    """Every team by number, with its line-up in a `round`; `open` says that line-ups can still change there.

    A match has so many `boards`. Teams of an event of players have rosters only.
    """

    lines: tuple[TeamLine, ...]
    round: int
    boards: int
    open: bool
    event: bool


def teams_view(state: State, round: int | None = None) -> TeamsView:
    """Every team, with the line-ups of a round: the next one, if there is any, else the last."""
    t = state.tournament
    last = length(t)
    number = round or min(t.next_round, last or t.next_round)
    if number < 1 or (last is not None and number > last):
        raise Refused(spoken("there is no round %(number)s", number=number))
    everybody = players(state, player_points(t))
    if not t.team_event:
        lines = tuple(TeamLine(named(one), tuple(everybody[each] for each in one.players)) for one in t.teams)
        return TeamsView(lines, number, 0, False, False)
    who, points, cells = before_round(state, t, t.next_round), points_so_far(t), presences(state)
    gone, expelled = withdrawn(state), {one.player: one.round for one in t.expelled}
    lines = tuple(
        TeamLine(who[one.id], tuple(everybody[each] for each in one.players), *_sits(state, one, number, everybody),
                 one.nickname, one.strength, *points[one.id], cells[one.id], gone.get(one.id), expelled.get(one.id),
                 one.key in state.barred)
        for one in sorted(t.teams, key=lambda one: one.id)
    )  # fmt: skip
    return TeamsView(lines, number, boards_per_match(t), state.closed is None and number >= len(t.rounds), True)


def _sits(state: State, team: Team, number: int, everybody: Mapping[int, Who]) -> tuple[tuple[Who, ...], bool]:
    """Who sits at the boards of a team, and whether its captain said so."""
    t, told = state.tournament, state.lineups.get(number, {}).get(team.key, ())
    if number <= len(t.rounds):
        games = [game for match in t.rounds[number - 1].matches for game in match.games]
        roster = set(team.players)
        sits = [one for game in games for one in (game.white, game.black) if one in roster]
    else:
        sits = [state.keys.players[key] for key in told] or list(team.players[: boards_per_match(t)])
    return tuple(everybody[one] for one in sits), bool(told)
