"""The players as a grid: who they are, their byes by round, who has gone, and what can still change."""

from __future__ import annotations

from rookery.declared import player_points
from rookery.desk.commands.players import must_be_open
from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.desk.views.presence import Presence, presences
from rookery.desk.views.who import Who, named, players, withdrawn
from rookery.finality import length
from rookery.model import Date, NationalRecord, Team
from rookery.model.ratings import Rating
from rookery.values import frozen
from rookery.wording import spoken


@frozen
class PlayerLine:
    """A player: `rounds` has a cell for every round that is planned; players of a team have none.

    `withdrawn` and `expelled` are the first rounds not played any more; who is `barred` may have no half-point bye.
    """

    who: Who
    rounds: tuple[Presence, ...] = ()
    sex: str = ""
    birth: Date | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    ratings: tuple[Rating, ...] = ()
    national: tuple[NationalRecord, ...] = ()
    team: Who | None = None
    withdrawn: int | None = None
    expelled: int | None = None
    barred: bool = False


@frozen
class PlayersView:
    """All players by number, with `paired` rounds of `rounds`, if that is known.

    `refused` says why nobody can enter any more; players can be removed while nothing is paired.
    """

    lines: tuple[PlayerLine, ...]
    paired: int = 0
    rounds: int | None = None
    teams: bool = False
    refused: str = ""


def players_view(state: State) -> PlayersView:
    """Everybody on the list."""
    t = state.tournament
    everybody, teams = players(state, player_points(t)), _teams(t.teams)
    cells, gone, expelled = dict[int, tuple[Presence, ...]](), dict[int, int](), dict[int, int]()
    if not t.team_event:
        cells, gone = presences(state), withdrawn(state)
        expelled = {one.player: one.round for one in t.expelled}
    lines = tuple(
        PlayerLine(everybody[one.id], cells.get(one.id, ()), one.sex, one.birth, one.fide_id, one.national_id, one.club,
                   one.ratings, one.national, teams.get(one.id), gone.get(one.id), expelled.get(one.id),
                   one.key in state.barred)
        for one in sorted(t.players, key=lambda one: one.id)
    )  # fmt: skip
    return PlayersView(lines, len(t.rounds), length(t), t.team_event, _refused(state))


def _teams(teams: tuple[Team, ...]) -> dict[int, Who]:
    """The team of every player who has one."""
    return {one: who for team in teams for who in (named(team),) for one in team.players}


def _refused(state: State) -> str:
    if state.closed is not None:
        return spoken("the tournament is closed after round %(closed)s", closed=state.closed)
    try:
        must_be_open(state)
    except Refused as refused:
        return refused.said
    return ""
