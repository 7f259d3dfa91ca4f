"""Requested byes, withdrawals and expulsions."""

from __future__ import annotations

from collections.abc import Iterator

from rookery._record import replace
from rookery._record import replace as with_values
from rookery.messages import join_list, msg, msg_plural
from rookery.model import Bye, ByeKind, Expulsion, RequestedBye, Tournament
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import CommandRejectedError, require_participant
from rookery.tournaments.event import Event, NameOf, applies, apply_events, describes, kind
from rookery.tournaments.state import Stamp, State, with_fields, with_round, with_tournament, without_key
from rookery.tournaments.warning_table import rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind("bye.asked", trf=("240", "001", "###"))
class ByeAsked(Event):
    """A participant has a bye in a round, or no longer has one; in a paired round it takes effect at once."""

    key: str
    round: int
    kind: ByeKind | None
    was: ByeKind | None = None


@applies(ByeAsked)
def _apply_bye_asked(state: State, event: ByeAsked, stamp: Stamp) -> State:
    t, number = state.tournament, state.number(event.key)
    if event.round > len(t.rounds):
        return with_fields(state, requested_byes=_with_bye_request(t, number, event.round, event.kind))
    round = t.rounds[event.round - 1]
    new_bye = () if event.kind is None else (Bye(number, event.kind),)
    has_bye = any(bye.player == number for bye in round.byes)
    remaining_byes = [bye for bye in round.byes if bye.player != number]
    new_byes = (
        [new_bye[0] if bye.player == number else bye for bye in round.byes]
        if has_bye and new_bye
        else [*remaining_byes, *new_bye]
    )
    return with_round(state, event.round, with_values(round, byes=tuple(new_byes)))


@describes(ByeAsked)
def _describe_bye_asked(event: ByeAsked, name: NameOf) -> str:
    if event.kind is None:
        if not event.was:
            return msg("Round %(round)s: %(name)s no longer has a bye.", round=event.round, name=name(event.key))
        return msg("Round %(round)s: %(name)s no longer has a bye (was a %(was)s).", round=event.round,
                   name=name(event.key), was=event.was)  # fmt: skip
    if not event.was:
        return msg(
            "Round %(round)s: %(name)s has a %(kind)s.", round=event.round, name=name(event.key), kind=event.kind
        )
    return msg("Round %(round)s: %(name)s has a %(kind)s (was a %(was)s).", round=event.round, name=name(event.key),
               kind=event.kind, was=event.was)  # fmt: skip


def _with_bye_request(t: Tournament, number: int, round: int, kind: ByeKind | None) -> tuple[RequestedBye, ...]:
    """Return the requested byes with that of a participant in a round replaced, or removed for None."""
    remaining = tuple(request for request in t.requested_byes if (request.player, request.round) != (number, round))
    return remaining if kind is None else (*remaining, RequestedBye(round, number, kind))


@kind("player.withdrawn", trf=("240", "###"))
class PlayerWithdrawn(Event):
    """A participant withdraws from this round on: not paired and without points in all later rounds."""

    key: str
    round: int


@applies(PlayerWithdrawn)
def _apply_player_withdrawn(state: State, event: PlayerWithdrawn, stamp: Stamp) -> State:
    t = state.tournament
    first = min(event.round, state.withdrawn.get(event.key, event.round))
    updated = replace(state, withdrawn={**state.withdrawn, event.key: first})
    return with_tournament(updated, t.withdraw(state.number(event.key), event.round))


@describes(PlayerWithdrawn)
def _describe_player_withdrawn(event: PlayerWithdrawn, name: NameOf) -> str:
    return msg("%(name)s withdrew from round %(round)s on.", name=name(event.key), round=event.round)


@kind("player.returned", trf=("240", "###"))
class PlayerReturned(Event):
    """A withdrawn participant plays again from this round on."""

    key: str
    round: int


@applies(PlayerReturned)
def _apply_player_returned(state: State, event: PlayerReturned, stamp: Stamp) -> State:
    return replace(
        _with_pairing_resumed(state, event.key, event.round), withdrawn=without_key(state.withdrawn, event.key)
    )


@describes(PlayerReturned)
def _describe_player_returned(event: PlayerReturned, name: NameOf) -> str:
    return msg("%(name)s plays again from round %(round)s on.", name=name(event.key), round=event.round)


def _with_pairing_resumed(state: State, key: str, first: int) -> State:
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


@kind("player.expelled", trf=("###", "240"))
class PlayerExpelled(Event):
    """A participant is expelled: not paired from this round on, and left out of the standings."""

    key: str
    round: int
    reason: str = ""


@applies(PlayerExpelled)
def _apply_player_expelled(state: State, event: PlayerExpelled, stamp: Stamp) -> State:
    t, number = state.tournament, state.number(event.key)
    updated = t if t.planned_rounds is None else t.withdraw(number, event.round)
    gone = (
        *(expulsion for expulsion in t.expelled if expulsion.player != number),
        Expulsion(number, event.round, event.reason),
    )
    return with_tournament(state, with_values(updated, expelled=gone))


@describes(PlayerExpelled)
def _describe_player_expelled(event: PlayerExpelled, name: NameOf) -> str:
    if not event.reason:
        return msg("%(name)s was expelled from round %(round)s on.", name=name(event.key), round=event.round)
    return msg("%(name)s was expelled from round %(round)s on: %(why)s.", name=name(event.key), round=event.round,
               why=event.reason)  # fmt: skip


@kind("expulsion.lifted", trf=("###", "240"))
class ExpulsionLifted(Event):
    """An expulsion is revoked; the participant is paired again from this round on."""

    key: str
    round: int


@applies(ExpulsionLifted)
def _apply_expulsion_lifted(state: State, event: ExpulsionLifted, stamp: Stamp) -> State:
    number, updated = state.number(event.key), _with_pairing_resumed(state, event.key, event.round)
    return with_fields(
        updated, expelled=tuple(expulsion for expulsion in state.tournament.expelled if expulsion.player != number)
    )


@describes(ExpulsionLifted)
def _describe_expulsion_lifted(event: ExpulsionLifted, name: NameOf) -> str:
    return msg("%(name)s is no longer expelled and plays from round %(round)s on.", name=name(event.key),
               round=event.round)  # fmt: skip


@kind("half_byes.barred", trf=("###",))
class HalfByesBarred(Event):
    """A participant may not have half-point byes, or may again."""

    key: str
    barred: bool = True


@applies(HalfByesBarred)
def _apply_half_byes_barred(state: State, event: HalfByesBarred, stamp: Stamp) -> State:
    return replace(state, barred=state.barred | {event.key} if event.barred else state.barred - {event.key})


@describes(HalfByesBarred)
def _describe_half_byes_barred(event: HalfByesBarred, name: NameOf) -> str:
    if event.barred:
        return msg("%(name)s may not have half-point byes.", name=name(event.key))
    return msg("%(name)s may have half-point byes again.", name=name(event.key))


# -- commands ----------------------------------------------------------------------------------------------------------


GIVEN = (ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO)
"""The byes that can be requested; the allocated bye is part of the pairing."""


@command("bye.ask")
class AskBye(Command):
    """Give a participant a bye in some rounds, or remove it; in a paired round it takes effect at once."""

    key: str
    rounds: tuple[int, ...]
    kind: ByeKind | None


@decider(AskBye)
def _decide_ask_bye(state: State, command: AskBye) -> Proposal:
    require_participant(state, command.key)
    if command.kind is not None and command.kind not in GIVEN:
        raise CommandRejectedError(msg("a requested bye is worth half a point, a full point or nothing"),
                      article="C.04.2 3.3")  # fmt: skip
    if parse_type_code(state.tournament.system).format.predetermined and command.kind in (ByeKind.HALF, ByeKind.FULL):
        text = msg("in this format all players meet each other, and there are no byes with points")
        raise CommandRejectedError(
            text, article="C.05", keys=(command.key,), instead=msg("enter the game as a forfeit")
        )
    events = list[Event]()
    if command.kind is None and command.key in state.withdrawn:
        events = list(_events_of_return(state, command))
        state = apply_events(state, events)
    for number in sorted(set(command.rounds)):
        require_round(state.tournament, number)
        had = _current_bye_kind(state, command.key, number)
        if had is command.kind:
            continue
        events.append(ByeAsked(command.key, number, command.kind, had))
    if not events and command.kind is None:
        text = msg_plural(max(1, len(command.rounds)), "%(name)s has no bye in round %(rounds)s",
                          "%(name)s has no bye in rounds %(rounds)s", name=state.name(command.key),
                          rounds=join_list(command.rounds))  # fmt: skip
        raise CommandRejectedError(text, keys=(command.key,))
    return Proposal(tuple(events))


def _events_of_return(state: State, command: AskBye) -> Iterator[Event]:
    """Yield the return of a withdrawn participant in these rounds, with absences in the others."""
    t, player = state.tournament, state.number(command.key)
    first = min((number for number in command.rounds if number > len(t.rounds)), default=None)
    if first is None:
        return
    later = [bye.round for bye in t.requested_byes if bye.player == player and bye.round > first]
    yield PlayerReturned(command.key, first)
    for number in later:
        if number not in command.rounds:
            yield ByeAsked(command.key, number, ByeKind.ZERO)


def require_round(t: Tournament, number: int) -> None:
    """Reject a round that the tournament does not have."""
    if number < 1 or (t.planned_rounds is not None and number > t.planned_rounds):
        if t.planned_rounds is None:
            raise CommandRejectedError(msg("there is no round %(number)s: rounds count from 1", number=number))
        raise CommandRejectedError(
            msg_plural(
                t.planned_rounds,
                "there is no round %(number)s: the tournament has %(num)s round",
                "there is no round %(number)s: the tournament has %(num)s rounds",
                number=number,
            )
        )


def _current_bye_kind(state: State, key: str, number: int) -> ByeKind | None:
    """Return the current bye of a participant in a round; reject rounds in which it cannot change."""
    t, player = state.tournament, state.number(key)
    if number > len(t.rounds):
        return next((bye.kind for bye in t.requested_byes if (bye.player, bye.round) == (player, number)), None)
    round, name = t.rounds[number - 1], state.name(key)
    bye = next((bye for bye in round.byes if bye.player == player), None)
    if bye is None and any(player in pair for pair in round.pairs):
        opponent = next(member for pair in round.pairs if player in pair for member in pair if member != player)
        text = msg("%(name)s meets %(other)s in round %(round)s", name=name,
                   other=state.name(state.keys.participant[opponent]), round=number)  # fmt: skip
        raise CommandRejectedError(text, keys=(key,), instead=msg("change the round by hand first"))
    _require_not_allocated(name, bye, number)
    return None if bye is None else bye.kind


def _require_not_allocated(name: str, bye: Bye | None, number: int) -> None:
    if bye is not None and bye.kind is ByeKind.PAIRING_ALLOCATED:
        text = msg("%(name)s has the pairing-allocated bye of round %(number)s, which is part of the pairing",
                   name=name, number=number)  # fmt: skip
        raise CommandRejectedError(text, article="C.04.1 3",
                      instead=msg("change the round by hand, or take it back and pair it again"))  # fmt: skip


@command("player.withdraw")
class Withdraw(Command):
    """Withdraw a participant from the next round or a later one on; paired rounds stay as they are."""

    key: str
    round: int | None = None


@decider(Withdraw)
def _decide_withdraw(state: State, command: Withdraw) -> Proposal:
    first = _first_unpaired_round(state, command.key, command.round)
    t = state.tournament
    if t.planned_rounds is not None and first > t.planned_rounds:
        raise CommandRejectedError(msg("%(name)s has no rounds left to withdraw from", name=state.name(command.key)),
                      keys=(command.key,))  # fmt: skip
    if state.withdrawn.get(command.key, first + 1) <= first:
        return Proposal(())
    return Proposal((PlayerWithdrawn(command.key, first),))


def _first_unpaired_round(state: State, key: str, round: int | None) -> int:
    """Return the first round concerned, which must not be paired yet."""
    require_participant(state, key)
    t = state.tournament
    first = t.next_round if round is None else round
    if first < t.next_round or (round is not None and t.planned_rounds is not None and round > t.planned_rounds):
        if t.planned_rounds is None:
            raise CommandRejectedError(
                msg(
                    "round %(round)s: expected a round not paired yet, %(next)s or later",
                    round=first,
                    next=t.next_round,
                )
            )
        raise CommandRejectedError(
            msg(
                "round %(round)s: expected a round not paired yet, %(next)s to %(last)s",
                round=first,
                next=t.next_round,
                last=t.planned_rounds,
            )
        )
    return first


@command("player.return")
class BringBack(Command):
    """Let a withdrawn participant play again, from the next round or a later one on."""

    key: str
    round: int | None = None


@decider(BringBack)
def _decide_bring_back(state: State, command: BringBack) -> Proposal:
    first = _first_unpaired_round(state, command.key, command.round)
    if command.key not in state.withdrawn:
        raise CommandRejectedError(msg("%(name)s has not withdrawn", name=state.name(command.key)), keys=(command.key,),
                      instead=msg("take the byes away"))  # fmt: skip
    return Proposal((PlayerReturned(command.key, first),))


@command("player.expel")
class Expel(Command):
    """Expel a participant: not paired from the next round on, and left out of the standings."""

    key: str
    reason: str = ""
    round: int | None = None


@decider(Expel)
def _decide_expel(state: State, command: Expel) -> Proposal:
    require_participant(state, command.key)
    first = max(state.tournament.next_round, command.round or 1)
    if _is_expelled(state, command.key):
        raise CommandRejectedError(
            msg("%(name)s has been expelled already", name=state.name(command.key)), keys=(command.key,)
        )
    name, number = state.name(command.key), state.number(command.key)
    text = msg("%(name)s will be left out of the standings and not paired from round %(first)s on", name=name,
               first=first)  # fmt: skip
    remark = f"{number} {name}{f': {command.reason}' if command.reason else ''}"
    warning = rule_warning("expulsion", state.fide, text, keys=(command.key,), round=first, remark_text=remark)
    return Proposal((PlayerExpelled(command.key, first, command.reason),), (warning,))


def _is_expelled(state: State, key: str) -> bool:
    return any(expulsion.player == state.number(key) for expulsion in state.tournament.expelled)


@command("expulsion.lift")
class LiftExpulsion(Command):
    """Revoke an expulsion; the participant is paired again from the next round on."""

    key: str


@decider(LiftExpulsion)
def _decide_lift_expulsion(state: State, command: LiftExpulsion) -> Proposal:
    require_participant(state, command.key)
    if not _is_expelled(state, command.key):
        raise CommandRejectedError(
            msg("%(name)s has not been expelled", name=state.name(command.key)), keys=(command.key,)
        )
    name, round = state.name(command.key), state.tournament.next_round
    text = msg("%(name)s will be in the standings again and paired from round %(round)s on", name=name,
               round=round)  # fmt: skip
    remark = f"{state.number(command.key)} {name}"
    warning = rule_warning("expulsion-lifted", state.fide, text, keys=(command.key,), round=round, remark_text=remark)
    return Proposal((ExpulsionLifted(command.key, round),), (warning,))


@command("half_byes.bar")
class BarHalfByes(Command):
    """Bar a participant from half-point byes, or lift the bar."""

    key: str
    barred: bool = True


@decider(BarHalfByes)
def _decide_bar_half_byes(state: State, command: BarHalfByes) -> Proposal:
    require_participant(state, command.key)
    if command.barred == (command.key in state.barred):
        return Proposal(())
    if command.barred and (requests := _requested_half_byes(state, command.key)):
        rounds = join_list(bye.round for bye in requests)
        text = msg("%(name)s has asked for a half-point bye in round %(rounds)s", name=state.name(command.key),
                   rounds=rounds)  # fmt: skip
        raise CommandRejectedError(text, keys=(command.key,), instead=msg("take it away first"))
    return Proposal((HalfByesBarred(command.key, command.barred),))


def _requested_half_byes(state: State, key: str) -> list[RequestedBye]:
    player = state.number(key)
    return [bye for bye in state.tournament.requested_byes if bye.player == player and bye.kind is ByeKind.HALF]
