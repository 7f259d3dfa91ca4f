"""Commands of requested byes, withdrawals, expulsions and forbidden pairs."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.messages import join_list, msg, msg_plural
from rookery.model import Bye, ByeKind, RequestedBye, Tournament
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.commands.checks import require_participant
from rookery.tournaments.event import Event
from rookery.tournaments.events import byes
from rookery.tournaments.execute import apply_events
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import rule_warning

GIVEN = (ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO)
"""The byes that can be requested; the allocated bye is part of the pairing."""


@command("bye.ask")
class AskBye(Command):
    """Give a participant a bye in some rounds, or remove it; in a paired round it takes effect at once."""

    key: str
    rounds: tuple[int, ...]
    kind: ByeKind | None


@decider(AskBye)
def _ask(state: State, command: AskBye) -> Decision:
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
        events = list(_return_events(state, command))
        state = apply_events(state, events)
    for number in sorted(set(command.rounds)):
        _require_round(state.tournament, number)
        had = _current_bye(state, command.key, number)
        if had is command.kind:
            continue
        events.append(byes.ByeAsked(command.key, number, command.kind, had))
    if not events and command.kind is None:
        text = msg_plural(max(1, len(command.rounds)), "%(name)s has no bye in round %(rounds)s",
                       "%(name)s has no bye in rounds %(rounds)s", name=state.name(command.key),
                       rounds=join_list(command.rounds))  # fmt: skip
        raise CommandRejectedError(text, keys=(command.key,))
    return Decision(tuple(events))


def _return_events(state: State, command: AskBye) -> Iterator[Event]:
    """Yield the return of a withdrawn participant in these rounds, with absences in the others."""
    t, player = state.tournament, state.number(command.key)
    first = min((number for number in command.rounds if number > len(t.rounds)), default=None)
    if first is None:
        return
    later = [bye.round for bye in t.requested_byes if bye.player == player and bye.round > first]
    yield byes.PlayerReturned(command.key, first)
    for number in later:
        if number not in command.rounds:
            yield byes.ByeAsked(command.key, number, ByeKind.ZERO)


def _require_round(t: Tournament, number: int) -> None:
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


def _current_bye(state: State, key: str, number: int) -> ByeKind | None:
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


# -- withdrawals -------------------------------------------------------------------------------------------------------


@command("player.withdraw")
class Withdraw(Command):
    """Withdraw a participant from the next round or a later one on; paired rounds stay as they are."""

    key: str
    round: int | None = None


@decider(Withdraw)
def _withdraw(state: State, command: Withdraw) -> Decision:
    first = _first_round(state, command.key, command.round)
    t = state.tournament
    if t.planned_rounds is not None and first > t.planned_rounds:
        raise CommandRejectedError(msg("%(name)s has no rounds left to withdraw from", name=state.name(command.key)),
                      keys=(command.key,))  # fmt: skip
    if state.withdrawn.get(command.key, first + 1) <= first:
        return Decision(())
    return Decision((byes.PlayerWithdrawn(command.key, first),))


def _first_round(state: State, key: str, round: int | None) -> int:
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
def _bring_back(state: State, command: BringBack) -> Decision:
    first = _first_round(state, command.key, command.round)
    if command.key not in state.withdrawn:
        raise CommandRejectedError(msg("%(name)s has not withdrawn", name=state.name(command.key)), keys=(command.key,),
                      instead=msg("take the byes away"))  # fmt: skip
    return Decision((byes.PlayerReturned(command.key, first),))


# -- expulsions --------------------------------------------------------------------------------------------------------


@command("player.expel")
class Expel(Command):
    """Expel a participant: not paired from the next round on, and left out of the standings."""

    key: str
    reason: str = ""
    round: int | None = None


@decider(Expel)
def _expel(state: State, command: Expel) -> Decision:
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
    return Decision((byes.PlayerExpelled(command.key, first, command.reason),), (warning,))


def _is_expelled(state: State, key: str) -> bool:
    return any(expulsion.player == state.number(key) for expulsion in state.tournament.expelled)


@command("expulsion.lift")
class LiftExpulsion(Command):
    """Revoke an expulsion; the participant is paired again from the next round on."""

    key: str


@decider(LiftExpulsion)
def _lift(state: State, command: LiftExpulsion) -> Decision:
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
    return Decision((byes.ExpulsionLifted(command.key, round),), (warning,))


@command("half_byes.bar")
class BarHalfByes(Command):
    """Bar a participant from half-point byes, or lift the bar."""

    key: str
    barred: bool = True


@decider(BarHalfByes)
def _bar(state: State, command: BarHalfByes) -> Decision:
    require_participant(state, command.key)
    if command.barred == (command.key in state.barred):
        return Decision(())
    if command.barred and (requests := _requested_half_byes(state, command.key)):
        rounds = join_list(bye.round for bye in requests)
        text = msg("%(name)s has asked for a half-point bye in round %(rounds)s", name=state.name(command.key),
                      rounds=rounds)  # fmt: skip
        raise CommandRejectedError(text, keys=(command.key,), instead=msg("take it away first"))
    return Decision((byes.HalfByesBarred(command.key, command.barred),))


def _requested_half_byes(state: State, key: str) -> list[RequestedBye]:
    player = state.number(key)
    return [bye for bye in state.tournament.requested_byes if bye.player == player and bye.kind is ByeKind.HALF]


# -- forbidden pairs ---------------------------------------------------------------------------------------------------


@command("pair.forbid")
class ForbidPair(Command):
    """Keep participants apart: no two of them meet in these rounds."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None


@decider(ForbidPair)
def _forbid(state: State, command: ForbidPair) -> Decision:
    _require_several(state, command.keys)
    if command.first < 1 or (command.last is not None and command.last < command.first):
        raise CommandRejectedError(
            msg("rounds %(first)s to %(last)s do not exist", first=command.first, last=command.last)
        )
    for number in (command.first, command.last or command.first):
        _require_round(state.tournament, number)
    if _are_kept_apart(state, command.keys, command.first, command.last):
        return Decision(())
    return Decision((byes.PairForbidden(command.keys, command.first, command.last),))


@command("pair.allow")
class AllowPair(Command):
    """Let a group that was kept apart meet again, whatever the rounds."""

    keys: tuple[str, ...]


@decider(AllowPair)
def _allow(state: State, command: AllowPair) -> Decision:
    _require_several(state, command.keys)
    numbers = {state.number(keys_by_number) for keys_by_number in command.keys}
    keys_by_number = state.keys.participant
    exact = [pair for pair in state.tournament.forbidden_pairs if set(pair.players) == numbers]
    if not exact:
        wider = next((pair for pair in state.tournament.forbidden_pairs if numbers <= set(pair.players)), None)
        names = join_list(state.name(key) for key in command.keys)
        if wider is None:
            raise CommandRejectedError(msg("%(names)s may already meet", names=names), keys=command.keys)
        group = join_list((state.name(keys_by_number[number]) for number in wider.players), 12)
        text = msg("%(names)s are kept apart together with others: %(group)s", names=names, group=group)
        raise CommandRejectedError(
            text,
            keys=command.keys,
            instead=msg("let all of these meet, then keep apart again the ones who still may not"),
        )
    events = (
        byes.PairAllowed(tuple(keys_by_number[i] for i in pair.players), pair.first_round, pair.last_round)
        for pair in exact
    )
    return Decision(tuple(events))


def _require_several(state: State, keys: tuple[str, ...]) -> None:
    for key in keys:
        require_participant(state, key)
    if len(set(keys)) < 2 or len(set(keys)) != len(keys):
        raise CommandRejectedError(msg("choose at least two different players to keep apart"), keys=keys)


def _are_kept_apart(state: State, keys: tuple[str, ...], first: int, last: int | None) -> bool:
    numbers = {state.number(key) for key in keys}
    return any(
        set(pair.players) == numbers and (pair.first_round, pair.last_round) == (first, last)
        for pair in state.tournament.forbidden_pairs
    )
