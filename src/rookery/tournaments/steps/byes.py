"""Apply events of byes, withdrawals, expulsions and forbidden pairs."""

from __future__ import annotations

from rookery._record import replace
from rookery._record import replace as with_values
from rookery.model import Bye, ByeKind, Expulsion, ForbiddenPair, RequestedBye, Tournament
from rookery.tournaments.events import byes
from rookery.tournaments.state import Stamp, State, with_tournament
from rookery.tournaments.stepping import applies, with_fields, with_round, without_key


def _with_bye_request(t: Tournament, number: int, round: int, kind: ByeKind | None) -> tuple[RequestedBye, ...]:
    """Return the requested byes with that of a participant in a round replaced, or removed for None."""
    remaining = tuple(request for request in t.requested_byes if (request.player, request.round) != (number, round))
    return remaining if kind is None else (*remaining, RequestedBye(round, number, kind))


@applies(byes.ByeAsked)
def _bye(state: State, e: byes.ByeAsked, stamp: Stamp) -> State:
    t, number = state.tournament, state.number(e.key)
    if e.round > len(t.rounds):
        return with_fields(state, requested_byes=_with_bye_request(t, number, e.round, e.kind))
    round = t.rounds[e.round - 1]
    new_bye = () if e.kind is None else (Bye(number, e.kind),)
    has_bye = any(bye.player == number for bye in round.byes)
    remaining_byes = [bye for bye in round.byes if bye.player != number]
    new_byes = (
        [new_bye[0] if bye.player == number else bye for bye in round.byes]
        if has_bye and new_bye
        else [*remaining_byes, *new_bye]
    )
    return with_round(state, e.round, with_values(round, byes=tuple(new_byes)))


@applies(byes.PlayerWithdrawn)
def _withdrawn(state: State, e: byes.PlayerWithdrawn, stamp: Stamp) -> State:
    t = state.tournament
    first = min(e.round, state.withdrawn.get(e.key, e.round))
    updated = replace(state, withdrawn={**state.withdrawn, e.key: first})
    return with_tournament(updated, t.withdraw(state.number(e.key), e.round))


@applies(byes.PlayerReturned)
def _player_returned(state: State, e: byes.PlayerReturned, stamp: Stamp) -> State:
    return replace(_pair_again_from(state, e.key, e.round), withdrawn=without_key(state.withdrawn, e.key))


def _pair_again_from(state: State, key: str, first: int) -> State:
    """Return the state in which a participant is paired from round `first` on, except for byes with points."""
    number, t = state.number(key), state.tournament
    kept_requests = [
        request
        for request in t.requested_byes
        if request.player != number or request.round < first or request.kind is not ByeKind.ZERO
    ]
    gone = [request for request in t.withdrawn if request.player == number]
    requested_rounds = {request.round for request in kept_requests if request.player == number}
    missed = range(max(t.next_round, *(request.round for request in gone)), first) if gone else ()
    kept_requests += [RequestedBye(round, number) for round in missed if round not in requested_rounds]
    return with_fields(
        state,
        requested_byes=tuple(kept_requests),
        withdrawn=tuple(request for request in t.withdrawn if request.player != number),
    )


@applies(byes.PlayerExpelled)
def _expelled(state: State, e: byes.PlayerExpelled, stamp: Stamp) -> State:
    t, number = state.tournament, state.number(e.key)
    updated = t if t.planned_rounds is None else t.withdraw(number, e.round)
    gone = (
        *(expulsion for expulsion in t.expelled if expulsion.player != number),
        Expulsion(number, e.round, e.reason),
    )
    return with_tournament(state, with_values(updated, expelled=gone))


@applies(byes.ExpulsionLifted)
def _lifted(state: State, e: byes.ExpulsionLifted, stamp: Stamp) -> State:
    number, updated = state.number(e.key), _pair_again_from(state, e.key, e.round)
    return with_fields(
        updated, expelled=tuple(expulsion for expulsion in state.tournament.expelled if expulsion.player != number)
    )


@applies(byes.HalfByesBarred)
def _barred(state: State, e: byes.HalfByesBarred, stamp: Stamp) -> State:
    return replace(state, barred=state.barred | {e.key} if e.barred else state.barred - {e.key})


@applies(byes.PairForbidden)
def _forbidden(state: State, e: byes.PairForbidden, stamp: Stamp) -> State:
    apart = ForbiddenPair(tuple(state.number(key) for key in e.keys), e.first, e.last)
    return with_tournament(
        state, with_values(state.tournament, forbidden_pairs=(*state.tournament.forbidden_pairs, apart))
    )


@applies(byes.PairAllowed)
def _allowed(state: State, e: byes.PairAllowed, stamp: Stamp) -> State:
    players = {state.number(key) for key in e.keys}
    remaining = tuple(
        pair
        for pair in state.tournament.forbidden_pairs
        if set(pair.players) != players or (pair.first_round, pair.last_round) != (e.first, e.last)
    )
    return with_fields(state, forbidden_pairs=remaining)
