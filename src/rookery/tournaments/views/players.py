"""The players as a grid: details, byes by round, withdrawals, and what can still change."""

from __future__ import annotations

from rookery._record import record
from rookery.history.completion import total_rounds
from rookery.history.declared_points import player_points
from rookery.messages import msg
from rookery.model import NationalRecord, PartialDate, Team
from rookery.model.ratings import Rating
from rookery.tournaments.domain.players import require_entries_open
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Who, describe_participant, players, withdrawn
from rookery.tournaments.views.presence import Presence, presences


@record
class PlayerLine:
    """A player; `rounds` has a cell for every planned round; players of a team have none.

    `withdrawn` and `expelled` are the first rounds not played; `barred` excludes half-point byes.
    """

    who: Who
    rounds: tuple[Presence, ...] = ()
    sex: str = ""
    birth: PartialDate | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    ratings: tuple[Rating, ...] = ()
    national: tuple[NationalRecord, ...] = ()
    team: Who | None = None
    withdrawn: int | None = None
    expelled: int | None = None
    barred: bool = False


@record
class PlayersView:
    """All players by number, with `paired` rounds of `rounds`, if that is known.

    `refused` says why entries are closed; players can be removed before round 1 is paired.
    """

    lines: tuple[PlayerLine, ...]
    paired: int = 0
    rounds: int | None = None
    teams: bool = False
    refused: str = ""


def players_view(state: State) -> PlayersView:
    """Return all players."""
    t = state.tournament
    everybody, teams = players(state, player_points(t)), _teams(t.teams)
    cells, gone, expelled = dict[int, tuple[Presence, ...]](), dict[int, int](), dict[int, int]()
    if not t.team_event:
        cells, gone = presences(state), withdrawn(state)
        expelled = {player.player: player.round for player in t.expelled}
    lines = tuple(
        PlayerLine(
            everybody[player.number],
            cells.get(player.number, ()),
            player.sex,
            player.birth,
            player.fide_id,
            player.national_id,
            player.club,
            player.ratings,
            player.national,
            teams.get(player.number),
            gone.get(player.number),
            expelled.get(player.number),
            player.key in state.barred,
        )
        for player in sorted(t.players, key=lambda player: player.number)
    )
    return PlayersView(lines, len(t.rounds), total_rounds(t), t.team_event, _entries_closed_reason(state))


def _teams(teams: tuple[Team, ...]) -> dict[int, Who]:
    """Return the team of each player who has one."""
    return {
        player: team_entry for team in teams for team_entry in (describe_participant(team),) for player in team.players
    }


def _entries_closed_reason(state: State) -> str:
    if state.closed is not None:
        return msg("the tournament is closed after round %(closed)s", closed=state.closed)
    try:
        require_entries_open(state)
    except CommandRejectedError as error:
        return error.message
    return ""
