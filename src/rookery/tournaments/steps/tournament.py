"""Apply events of the tournament as a whole."""

from __future__ import annotations

from rookery._record import replace
from rookery._record import replace as with_values
from rookery.formats.board_order import fix_all_boards
from rookery.model import Remark, Tournament, TournamentInfo
from rookery.tournaments.events import tournament
from rookery.tournaments.state import File, Stamp, State, fide_exit_round, with_permanent, with_tournament
from rookery.tournaments.stepping import applies, with_fields


@applies(tournament.TournamentOpened)
def _tournament_opened(state: State, e: tournament.TournamentOpened, stamp: Stamp) -> State:
    opened_tournament = Tournament(info=TournamentInfo(name=e.name), team_event=e.team_event, **e.laws.as_given())
    sticky = replace(state.sticky, lots=state.sticky.lots or e.lots)
    return replace(with_tournament(state, opened_tournament), choices=e.laws.choices, sticky=sticky)


@applies(tournament.TournamentImported)
def _imported(state: State, e: tournament.TournamentImported, stamp: Stamp) -> State:
    sticky = replace(
        state.sticky,
        left=fide_exit_round(e.tournament) if state.sticky.left is None else state.sticky.left,
        lots=state.sticky.lots or e.lots,
        keys=max(state.sticky.keys, _keys_in(e.tournament)),
    )
    files = (*state.files, File(e.file, e.dialect)) if e.file else state.files
    updated = replace(
        with_tournament(state, fix_all_boards(e.tournament)), files=files, unexplained=dict(e.unexplained)
    )
    return with_permanent(replace(updated, withdrawn=_withdrawn(updated) | e.withdrawn), sticky)


def _withdrawn(state: State) -> dict[str, int]:
    """Return the withdrawals that the file declares, without expelled players."""
    expelled, key = {withdrawal.player for withdrawal in state.tournament.expelled}, state.keys.participant
    return {
        key[withdrawal.player]: withdrawal.round
        for withdrawal in state.tournament.withdrawn
        if withdrawal.player not in expelled
    }


def _keys_in(t: Tournament) -> int:
    """Return the highest number of a key in use."""
    keys = [participant.key for participant in t.players] + [participant.key for participant in t.teams]
    return max([int(key[1:]) for key in keys if key[:1] in ("p", "t") and key[1:].isdecimal()], default=0)


@applies(tournament.HeadSet)
def _head(state: State, e: tournament.HeadSet, stamp: Stamp) -> State:
    return with_fields(state, info=e.event)


@applies(tournament.RulesSet)
def _rules(state: State, e: tournament.RulesSet, stamp: Stamp) -> State:
    t = with_values(state.tournament, **e.laws.as_given())
    return replace(with_tournament(state, t), choices=e.laws.choices)


@applies(tournament.ColourDrawn)
def _colour(state: State, e: tournament.ColourDrawn, stamp: Stamp) -> State:
    updated = with_fields(state, initial_colour=e.colour)
    lot = e.how == "lot" and state.sticky.colour is None
    return with_permanent(updated, replace(state.sticky, colour=e.colour) if lot else state.sticky)


@applies(tournament.FideLeft)
def _fide_left(state: State, e: tournament.FideLeft, stamp: Stamp) -> State:
    exit_round = e.round if state.sticky.left is None else min(state.sticky.left, e.round)
    return with_permanent(state, replace(state.sticky, left=exit_round))


@applies(tournament.RemarkAdded)
def _remark(state: State, e: tournament.RemarkAdded, stamp: Stamp) -> State:
    return with_fields(state, remarks=(*state.tournament.remarks, Remark(e.text, e.round)))


@applies(tournament.RemarkDropped)
def _remark_dropped(state: State, e: tournament.RemarkDropped, stamp: Stamp) -> State:
    gone = Remark(e.text, e.round)
    return with_fields(state, remarks=tuple(remark for remark in state.tournament.remarks if remark != gone))


@applies(tournament.TournamentClosed)
def _closed(state: State, e: tournament.TournamentClosed, stamp: Stamp) -> State:
    return replace(state, closed=e.after)


@applies(tournament.TournamentMoved)
def _tournament_moved(state: State, e: tournament.TournamentMoved, stamp: Stamp) -> State:
    return with_permanent(state, replace(state.sticky, place=e.to))


@applies(tournament.TournamentReopened)
def _reopened(state: State, e: tournament.TournamentReopened, stamp: Stamp) -> State:
    return replace(state, closed=None)
