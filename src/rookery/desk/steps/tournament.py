"""What events of the tournament as a whole make of a state."""

from __future__ import annotations

from rookery.desk.events import tournament
from rookery.desk.state import File, Stamp, State, left_in, with_sticky, with_tournament
from rookery.desk.stepping import of, with_fields
from rookery.model import Event, Remark, Tournament
from rookery.values import replace
from rookery.values import replace as with_values


@of(tournament.TournamentOpened)
def _opened(state: State, e: tournament.TournamentOpened, stamp: Stamp) -> State:
    made = Tournament(event=Event(name=e.name), team_event=e.team_event, **e.laws.as_given())
    sticky = replace(state.sticky, lots=state.sticky.lots or e.lots)
    return replace(with_tournament(state, made), choices=e.laws.choices, sticky=sticky)


@of(tournament.TournamentImported)
def _imported(state: State, e: tournament.TournamentImported, stamp: Stamp) -> State:
    sticky = replace(
        state.sticky,
        left=left_in(e.tournament) if state.sticky.left is None else state.sticky.left,
        lots=state.sticky.lots or e.lots,
        keys=max(state.sticky.keys, _keys_in(e.tournament)),
    )
    files = (*state.files, File(e.file, e.dialect)) if e.file else state.files
    made = replace(with_tournament(state, e.tournament), files=files, unexplained=dict(e.unexplained))
    return with_sticky(replace(made, withdrawn=_withdrawn(made) | e.withdrawn), sticky)


def _withdrawn(state: State) -> dict[str, int]:
    """Who has withdrawn, as the file says; who was expelled has not."""
    expelled, key = {one.player for one in state.tournament.expelled}, state.keys.participant
    return {key[one.player]: one.round for one in state.tournament.withdrawn if one.player not in expelled}


def _keys_in(made: Tournament) -> int:
    """How many keys have been given, at the least."""
    keys = [one.key for one in made.players] + [one.key for one in made.teams]
    return max([int(key[1:]) for key in keys if key[:1] in ("p", "t") and key[1:].isdecimal()], default=0)


@of(tournament.HeadSet)
def _head(state: State, e: tournament.HeadSet, stamp: Stamp) -> State:
    return with_fields(state, event=e.event)


@of(tournament.RulesSet)
def _rules(state: State, e: tournament.RulesSet, stamp: Stamp) -> State:
    made = with_values(state.tournament, **e.laws.as_given())
    return replace(with_tournament(state, made), choices=e.laws.choices)


@of(tournament.ColourDrawn)
def _colour(state: State, e: tournament.ColourDrawn, stamp: Stamp) -> State:
    made = with_fields(state, initial_colour=e.colour)
    lot = e.how == "lot" and state.sticky.colour is None
    return with_sticky(made, replace(state.sticky, colour=e.colour) if lot else state.sticky)


@of(tournament.FideLeft)
def _left(state: State, e: tournament.FideLeft, stamp: Stamp) -> State:
    left = e.round if state.sticky.left is None else min(state.sticky.left, e.round)
    return with_sticky(state, replace(state.sticky, left=left))


@of(tournament.RemarkAdded)
def _remark(state: State, e: tournament.RemarkAdded, stamp: Stamp) -> State:
    return with_fields(state, remarks=(*state.tournament.remarks, Remark(e.text, e.round)))


@of(tournament.RemarkDropped)
def _dropped(state: State, e: tournament.RemarkDropped, stamp: Stamp) -> State:
    gone = Remark(e.text, e.round)
    return with_fields(state, remarks=tuple(one for one in state.tournament.remarks if one != gone))


@of(tournament.TournamentClosed)
def _closed(state: State, e: tournament.TournamentClosed, stamp: Stamp) -> State:
    return replace(state, closed=e.after)


@of(tournament.TournamentReopened)
def _reopened(state: State, e: tournament.TournamentReopened, stamp: Stamp) -> State:
    return replace(state, closed=None)
