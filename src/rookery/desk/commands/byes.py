"""Who does not play: byes asked for, withdrawals and returns, expulsions; who may not meet."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.desk.commands.asked import must_be_known
from rookery.desk.decision import Granted, Refused
from rookery.desk.events import byes
from rookery.desk.fold import fold
from rookery.desk.happening import Happening
from rookery.desk.levels import caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.model import Bye, ByeKind, RequestedBye, Tournament
from rookery.regulations import scheme
from rookery.wording import counted, listed, spoken

GIVEN = (ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO)
"""The byes that one can ask for; the allocated one belongs to the pairing."""


@wish("bye.ask")
class AskBye(Wish):
    """Give somebody a bye in some rounds, or take it away; in a round already paired it stands at once."""

    key: str
    rounds: tuple[int, ...]
    kind: ByeKind | None


@decides(AskBye)
def _ask(state: State, wanted: AskBye) -> Granted:
    must_be_known(state, wanted.key)
    if wanted.kind is not None and wanted.kind not in GIVEN:
        raise Refused(spoken("a bye that is asked for is worth half a point, a full point or nothing"),
                      article="C.04.2 3.3")  # fmt: skip
    if scheme(state.tournament.system).format.predetermined and wanted.kind in (ByeKind.HALF, ByeKind.FULL):
        text = spoken("everybody meets everybody here, and there are no byes with points")
        raise Refused(text, article="C.05", keys=(wanted.key,), instead=spoken("enter the game as a forfeit"))
    events = list[Happening]()
    if wanted.kind is None and wanted.key in state.withdrawn:
        events = list(_back(state, wanted))
        state = fold(state, events)
    for number in sorted(set(wanted.rounds)):
        _must_be_a_round(state.tournament, number)
        had = _had(state, wanted.key, number)
        if had is wanted.kind:
            continue
        events.append(byes.ByeAsked(wanted.key, number, wanted.kind, had))
    if not events and wanted.kind is None:
        text = counted(max(1, len(wanted.rounds)), "%(name)s has no bye in round %(rounds)s",
                       "%(name)s has no bye in rounds %(rounds)s", name=state.name(wanted.key),
                       rounds=listed(wanted.rounds))  # fmt: skip
        raise Refused(text, keys=(wanted.key,))
    return Granted(tuple(events))


def _back(state: State, wanted: AskBye) -> Iterator[Happening]:
    """Somebody who withdrew plays again in these rounds, and is absent in the others still."""
    t, one = state.tournament, state.number(wanted.key)
    first = min((number for number in wanted.rounds if number > len(t.rounds)), default=None)
    if first is None:
        return
    later = [bye.round for bye in t.requested if bye.player == one and bye.round > first]
    yield byes.PlayerReturned(wanted.key, first)
    for number in later:
        if number not in wanted.rounds:
            yield byes.ByeAsked(wanted.key, number, ByeKind.ZERO)


def _must_be_a_round(t: Tournament, number: int) -> None:
    if number < 1 or (t.planned is not None and number > t.planned):
        if t.planned is None:
            raise Refused(spoken("there is no round %(number)s, they count from 1", number=number))
        raise Refused(counted(t.planned, "there is no round %(number)s: the tournament has %(num)s round",
                              "there is no round %(number)s: the tournament has %(num)s rounds",
                              number=number))  # fmt: skip


def _had(state: State, key: str, number: int) -> ByeKind | None:
    """The bye that somebody has in a round as it is; refused where it cannot be another one."""
    t, one = state.tournament, state.number(key)
    if number > len(t.rounds):
        return next((bye.kind for bye in t.requested if (bye.player, bye.round) == (one, number)), None)
    round, name = t.rounds[number - 1], state.name(key)
    bye = next((bye for bye in round.byes if bye.player == one), None)
    if bye is None and any(one in pair for pair in round.pairs):
        other = next(two for pair in round.pairs if one in pair for two in pair if two != one)
        text = spoken("%(name)s meets %(other)s in round %(round)s", name=name,
                      other=state.name(state.keys.participant[other]), round=number)  # fmt: skip
        raise Refused(text, keys=(key,), instead=spoken("change the round by hand first"))
    _must_not_be_allocated(name, bye, number)
    return None if bye is None else bye.kind


def _must_not_be_allocated(name: str, bye: Bye | None, number: int) -> None:
    if bye is not None and bye.kind is ByeKind.PAIRING_ALLOCATED:
        text = spoken("%(name)s has the pairing-allocated bye of round %(number)s, which belongs to the pairing",
                      name=name, number=number)  # fmt: skip
        raise Refused(text, article="C.04.1 3",
                      instead=spoken("change the round by hand, or take it back and pair it again"))  # fmt: skip


# -- withdrawals -------------------------------------------------------------------------------------------------------


@wish("player.withdraw")
class Withdraw(Wish):
    """Take somebody out of all rounds from the next, or from a later one; rounds already paired stay as they are."""

    key: str
    round: int | None = None


@decides(Withdraw)
def _withdraw(state: State, wanted: Withdraw) -> Granted:
    first = _from(state, wanted.key, wanted.round)
    t = state.tournament
    if t.planned is not None and first > t.planned:
        raise Refused(spoken("%(name)s has no rounds left to withdraw from", name=state.name(wanted.key)),
                      keys=(wanted.key,))  # fmt: skip
    if state.withdrawn.get(wanted.key, first + 1) <= first:
        return Granted(())
    return Granted((byes.PlayerWithdrawn(wanted.key, first),))


def _from(state: State, key: str, round: int | None) -> int:
    """The first round that is meant: one that is not paired yet."""
    must_be_known(state, key)
    t = state.tournament
    first = t.next_round if round is None else round
    if first < t.next_round or (round is not None and t.planned is not None and round > t.planned):
        if t.planned is None:
            raise Refused(spoken("round %(round)s: expected a round not paired yet, %(next)s or later", round=first,
                                 next=t.next_round))  # fmt: skip
        raise Refused(spoken("round %(round)s: expected a round not paired yet, %(next)s to %(last)s", round=first,
                             next=t.next_round, last=t.planned))  # fmt: skip
    return first


@wish("player.return")
class BringBack(Wish):
    """Let somebody who withdrew play again, from the next round or from a later one."""

    key: str
    round: int | None = None


@decides(BringBack)
def _bring_back(state: State, wanted: BringBack) -> Granted:
    first = _from(state, wanted.key, wanted.round)
    if wanted.key not in state.withdrawn:
        raise Refused(spoken("%(name)s has not withdrawn", name=state.name(wanted.key)), keys=(wanted.key,),
                      instead=spoken("take the byes away"))  # fmt: skip
    return Granted((byes.PlayerReturned(wanted.key, first),))


# -- expulsions --------------------------------------------------------------------------------------------------------


@wish("player.expel")
class Expel(Wish):
    """Expel somebody: not paired from the next round on, and left out of the standings."""

    key: str
    reason: str = ""
    round: int | None = None


@decides(Expel)
def _expel(state: State, wanted: Expel) -> Granted:
    must_be_known(state, wanted.key)
    first = max(state.tournament.next_round, wanted.round or 1)
    if _is_expelled(state, wanted.key):
        raise Refused(spoken("%(name)s has been expelled already", name=state.name(wanted.key)), keys=(wanted.key,))
    name, number = state.name(wanted.key), state.number(wanted.key)
    text = spoken("%(name)s is left out of the standings, and is not paired from round %(first)s on", name=name,
                  first=first)  # fmt: skip
    said = f"{number} {name}{f': {wanted.reason}' if wanted.reason else ''}"
    warning = caution("expulsion", state.fide, text, who=(wanted.key,), round=first, said=said)
    return Granted((byes.PlayerExpelled(wanted.key, first, wanted.reason),), (warning,))


def _is_expelled(state: State, key: str) -> bool:
    return any(one.player == state.number(key) for one in state.tournament.expelled)


@wish("expulsion.lift")
class LiftExpulsion(Wish):
    """Take an expulsion back; who was expelled is paired again from the next round on."""

    key: str


@decides(LiftExpulsion)
def _lift(state: State, wanted: LiftExpulsion) -> Granted:
    must_be_known(state, wanted.key)
    if not _is_expelled(state, wanted.key):
        raise Refused(spoken("%(name)s has not been expelled", name=state.name(wanted.key)), keys=(wanted.key,))
    name, round = state.name(wanted.key), state.tournament.next_round
    text = spoken("%(name)s stands in the standings again, and is paired from round %(round)s on", name=name,
                  round=round)  # fmt: skip
    said = f"{state.number(wanted.key)} {name}"
    warning = caution("expulsion-lifted", state.fide, text, who=(wanted.key,), round=round, said=said)
    return Granted((byes.ExpulsionLifted(wanted.key, round),), (warning,))


@wish("half_byes.bar")
class BarHalfByes(Wish):
    """Say that somebody may have no half-point byes, or may again."""

    key: str
    barred: bool = True


@decides(BarHalfByes)
def _bar(state: State, wanted: BarHalfByes) -> Granted:
    must_be_known(state, wanted.key)
    if wanted.barred == (wanted.key in state.barred):
        return Granted(())
    if wanted.barred and (asked := _asked(state, wanted.key)):
        rounds = listed(bye.round for bye in asked)
        text = spoken("%(name)s has asked for a half-point bye in round %(rounds)s", name=state.name(wanted.key),
                      rounds=rounds)  # fmt: skip
        raise Refused(text, keys=(wanted.key,), instead=spoken("take it away first"))
    return Granted((byes.HalfByesBarred(wanted.key, wanted.barred),))


def _asked(state: State, key: str) -> list[RequestedBye]:
    one = state.number(key)
    return [bye for bye in state.tournament.requested if bye.player == one and bye.kind is ByeKind.HALF]


# -- who may not meet --------------------------------------------------------------------------------------------------


@wish("pair.forbid")
class ForbidPair(Wish):
    """Keep some apart: no two of them meet in these rounds."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None


@decides(ForbidPair)
def _forbid(state: State, wanted: ForbidPair) -> Granted:
    _must_be_several(state, wanted.keys)
    if wanted.first < 1 or (wanted.last is not None and wanted.last < wanted.first):
        raise Refused(spoken("rounds %(first)s to %(last)s are none", first=wanted.first, last=wanted.last))
    for number in (wanted.first, wanted.last or wanted.first):
        _must_be_a_round(state.tournament, number)
    if _kept_apart(state, wanted.keys, wanted.first, wanted.last):
        return Granted(())
    return Granted((byes.PairForbidden(wanted.keys, wanted.first, wanted.last),))


@wish("pair.allow")
class AllowPair(Wish):
    """Let some meet again who were kept apart, in whatever rounds that was; all of a group at once."""

    keys: tuple[str, ...]


@decides(AllowPair)
def _allow(state: State, wanted: AllowPair) -> Granted:
    _must_be_several(state, wanted.keys)
    numbers = {state.number(key) for key in wanted.keys}
    key = state.keys.participant
    exact = [one for one in state.tournament.forbidden if set(one.players) == numbers]
    if not exact:
        wider = next((one for one in state.tournament.forbidden if numbers <= set(one.players)), None)
        names = listed(state.name(each) for each in wanted.keys)
        if wider is None:
            raise Refused(spoken("%(names)s may meet as it is", names=names), keys=wanted.keys)
        group = listed((state.name(key[one]) for one in wider.players), 12)
        text = spoken("%(names)s are kept apart as a part of %(group)s", names=names, group=group)
        raise Refused(text, keys=wanted.keys,
                      instead=spoken("let all of these meet, and keep apart anew who still must not"))  # fmt: skip
    some = (byes.PairAllowed(tuple(key[i] for i in one.players), one.first_round, one.last_round) for one in exact)
    return Granted(tuple(some))


def _must_be_several(state: State, keys: tuple[str, ...]) -> None:
    for key in keys:
        must_be_known(state, key)
    if len(set(keys)) < 2 or len(set(keys)) != len(keys):
        raise Refused(spoken("two or more, each named once, can be kept apart"), keys=keys)


def _kept_apart(state: State, keys: tuple[str, ...], first: int, last: int | None) -> bool:
    numbers = {state.number(key) for key in keys}
    return any(
        set(one.players) == numbers and (one.first_round, one.last_round) == (first, last)
        for one in state.tournament.forbidden
    )
