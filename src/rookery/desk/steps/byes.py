"""What events of those who do not play make of a state."""

from __future__ import annotations

from rookery.desk.events import byes
from rookery.desk.state import Stamp, State, with_tournament
from rookery.desk.stepping import less, of, with_fields, with_round
from rookery.model import Bye, ByeKind, Expulsion, Forbidden, RequestedBye, Tournament
from rookery.values import replace
from rookery.values import replace as with_values


def _asked(t: Tournament, number: int, round: int, kind: ByeKind | None) -> tuple[RequestedBye, ...]:
    """The byes asked for with another one, or none, of somebody in a round."""
    left = tuple(one for one in t.requested if (one.player, one.round) != (number, round))
    return left if kind is None else (*left, RequestedBye(round, number, kind))


@of(byes.ByeAsked)
def _bye(state: State, e: byes.ByeAsked, stamp: Stamp) -> State:
    t, number = state.tournament, state.number(e.key)
    if e.round > len(t.rounds):
        return with_fields(state, requested=_asked(t, number, e.round, e.kind))
    round = t.rounds[e.round - 1]
    bye = () if e.kind is None else (Bye(number, e.kind),)
    there = any(one.player == number for one in round.byes)
    left = [one for one in round.byes if one.player != number]
    found = [bye[0] if one.player == number else one for one in round.byes] if there and bye else [*left, *bye]
    return with_round(state, e.round, with_values(round, byes=tuple(found)))


@of(byes.PlayerWithdrawn)
def _withdrawn(state: State, e: byes.PlayerWithdrawn, stamp: Stamp) -> State:
    t = state.tournament
    first = min(e.round, state.withdrawn.get(e.key, e.round))
    made = replace(state, withdrawn={**state.withdrawn, e.key: first})
    return with_tournament(made, t.withdraw(state.number(e.key), e.round))


@of(byes.PlayerReturned)
def _returned(state: State, e: byes.PlayerReturned, stamp: Stamp) -> State:
    return replace(_there_again(state, e.key, e.round), withdrawn=less(state.withdrawn, e.key))


def _there_again(state: State, key: str, first: int) -> State:
    """The state in which nobody keeps somebody from being paired from a round on, but for byes with points."""
    number, t = state.number(key), state.tournament
    left = [one for one in t.requested if one.player != number or one.round < first or one.kind is not ByeKind.ZERO]
    gone = [one for one in t.withdrawn if one.player == number]
    said = {one.round for one in left if one.player == number}
    missed = range(max(t.next_round, *(one.round for one in gone)), first) if gone else ()
    left += [RequestedBye(round, number) for round in missed if round not in said]
    return with_fields(
        state, requested=tuple(left), withdrawn=tuple(one for one in t.withdrawn if one.player != number)
    )


@of(byes.PlayerExpelled)
def _expelled(state: State, e: byes.PlayerExpelled, stamp: Stamp) -> State:
    t, number = state.tournament, state.number(e.key)
    made = t if t.planned is None else t.withdraw(number, e.round)
    gone = (*(one for one in t.expelled if one.player != number), Expulsion(number, e.round, e.reason))
    return with_tournament(state, with_values(made, expelled=gone))


@of(byes.ExpulsionLifted)
def _lifted(state: State, e: byes.ExpulsionLifted, stamp: Stamp) -> State:
    number, made = state.number(e.key), _there_again(state, e.key, e.round)
    return with_fields(made, expelled=tuple(one for one in state.tournament.expelled if one.player != number))


@of(byes.HalfByesBarred)
def _barred(state: State, e: byes.HalfByesBarred, stamp: Stamp) -> State:
    return replace(state, barred=state.barred | {e.key} if e.barred else state.barred - {e.key})


@of(byes.PairForbidden)
def _forbidden(state: State, e: byes.PairForbidden, stamp: Stamp) -> State:
    apart = Forbidden(tuple(state.number(key) for key in e.keys), e.first, e.last)
    return with_tournament(state, with_values(state.tournament, forbidden=(*state.tournament.forbidden, apart)))


@of(byes.PairAllowed)
def _allowed(state: State, e: byes.PairAllowed, stamp: Stamp) -> State:
    who = {state.number(key) for key in e.keys}
    left = tuple(
        one
        for one in state.tournament.forbidden
        if set(one.players) != who or (one.first_round, one.last_round) != (e.first, e.last)
    )
    return with_fields(state, forbidden=left)
