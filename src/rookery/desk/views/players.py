"""The players as a grid: who they are, their byes by round, who has gone, and what can still change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rookery.declared import player_points
from rookery.desk.commands.players import must_be_open
from rookery.desk.decision import Refused
from rookery.desk.guard import window
from rookery.desk.state import State
from rookery.desk.views.who import Who, named, players, withdrawn
from rookery.finality import length
from rookery.model import ByeKind, Date, NationalRecord, Team
from rookery.model.ratings import Rating


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of somebody: the bye had or asked for, whether there is a game, whether a bye can still be changed."""

    bye: ByeKind | None = None
    plays: bool = False
    open: bool = True


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player: `rounds` has a cell for every round that is planned; players of a team have none.

    `withdrawn` and `expelled` are the first rounds not played any more; who is `barred` may have no half-point bye.
    """

    who: Who
    rounds: tuple[PlayerRound, ...] = ()
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


@dataclass(frozen=True, slots=True)
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
    cells, gone, expelled = dict[int, tuple[PlayerRound, ...]](), dict[int, int](), dict[int, int]()
    if not t.team_event:
        cells, gone = _cells(state), withdrawn(state)
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
        return f"the tournament is closed after round {state.closed}"
    try:
        must_be_open(state)
    except Refused as refused:
        return str(refused)
    return ""


# -- byes by round -----------------------------------------------------------------------------------------------------

_PLAYS = PlayerRound(None, True, False)


def _cells(state: State) -> dict[int, tuple[PlayerRound, ...]]:
    """Everybody's rounds, those to come as well."""
    t, first = state.tournament, window(state) if state.fide else 1
    columns: list[Mapping[int, PlayerRound]] = [
        dict(_paired(state, number, state.closed is None and number >= first)) for number in range(1, len(t.rounds) + 1)
    ]
    columns += [dict(_to_come(state, number)) for number in range(t.next_round, (length(t) or 0) + 1)]
    empty = PlayerRound(open=state.closed is None)
    return {one: tuple([column.get(one, empty) for column in columns]) for one in t.by_id}


def _paired(state: State, number: int, open: bool) -> Iterator[tuple[int, PlayerRound]]:
    """A round that is paired: who has a game must be taken out of it by hand, and the allocated bye stays."""
    round = state.tournament.rounds[number - 1]
    if not open:
        yield from dict.fromkeys(state.tournament.by_id, PlayerRound(open=False)).items()
    for both in round.pairs:
        for one in both:
            yield one, _PLAYS
    for bye in round.byes:
        yield bye.player, PlayerRound(bye.kind, False, open and bye.kind is not ByeKind.PAIRING_ALLOCATED)


def _to_come(state: State, number: int) -> Iterator[tuple[int, PlayerRound]]:
    """A round to come: who is expelled has no bye to ask for."""
    t = state.tournament
    for one, kind in t.absent(number).items():
        yield one, PlayerRound(kind, False, state.closed is None)
    for gone in t.expelled:
        if gone.round <= number:
            yield gone.player, PlayerRound(ByeKind.ZERO, False, False)
