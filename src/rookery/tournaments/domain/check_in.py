"""Check-in: ticks for the coming round, and the time in which players check in themselves."""

from __future__ import annotations

import re

from rookery._record import replace
from rookery.messages import msg, msg_plural
from rookery.model import ByeKind
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import CommandRejectedError, require_participant
from rookery.tournaments.event import Event, NameOf, applies, describes, format_names, kind
from rookery.tournaments.state import CheckIn, CheckInSchedule, SelfCheckIn, Stamp, State

# -- events ------------------------------------------------------------------------------------------------------------


@kind("checkin.marked", note="absent participants get a bye when the check-in ends (240)")
class CheckInMarked(Event):
    """Participants are ticked as present for a round, or their ticks are removed.

    Ticks are notes for the check-in of the coming round; an undo does not change them.
    """

    round: int
    keys: tuple[str, ...]
    present: bool = True


@applies(CheckInMarked)
def _apply_check_in_marked(state: State, event: CheckInMarked, stamp: Stamp) -> State:
    old = _check_in_of_round(state, event.round)
    keys = old.keys | set(event.keys) if event.present else old.keys - set(event.keys)
    return _with_check_in(state, replace(old, keys=keys))


@describes(CheckInMarked)
def _describe_check_in_marked(event: CheckInMarked, name: NameOf) -> str:
    people = format_names(event.keys, name)
    if event.present:
        return msg_plural(len(event.keys), "Check-in for round %(round)s: %(names)s is here.",
                          "Check-in for round %(round)s: %(names)s are here.", round=event.round,
                          names=people)  # fmt: skip
    return msg_plural(len(event.keys), "Check-in for round %(round)s: the tick of %(names)s was removed.",
                      "Check-in for round %(round)s: the ticks of %(names)s were removed.", round=event.round,
                      names=people)  # fmt: skip


@kind("checkin.opened", note="players can check in themselves; nothing of it is in a file")
class CheckInOpened(Event):
    """Players can check in for a round themselves, until a time of day if there is one; an undo does not change it.

    `by` says how: `anyone` on the player's page, only with the `code` on the player's card, or only at a `kiosk`.
    """

    round: int
    until: str = ""
    by: SelfCheckIn = "anyone"


@applies(CheckInOpened)
def _apply_check_in_opened(state: State, event: CheckInOpened, stamp: Stamp) -> State:
    old = _check_in_of_round(state, event.round)
    opened = replace(old, open=True, closed=False, since=stamp.at, until=event.until, by=event.by)
    return _with_check_in(state, opened)


@describes(CheckInOpened)
def _describe_check_in_opened(event: CheckInOpened, name: NameOf) -> str:
    if event.until:
        return msg("Check-in for round %(round)s was opened until %(until)s.", round=event.round, until=event.until)
    return msg("Check-in for round %(round)s was opened.", round=event.round)


@kind("checkin.closed", note="absent participants get a bye when the arbiter ends the check-in (240)")
class CheckInClosed(Event):
    """Players can no longer check in for a round themselves; an undo does not change it.

    This makes no one absent: the arbiter does that at the end of the check-in.
    """

    round: int


@applies(CheckInClosed)
def _apply_check_in_closed(state: State, event: CheckInClosed, stamp: Stamp) -> State:
    closed = replace(_check_in_of_round(state, event.round), open=False, closed=True, since="", until="")
    return _with_check_in(state, closed)


@describes(CheckInClosed)
def _describe_check_in_closed(event: CheckInClosed, name: NameOf) -> str:
    return msg("Check-in for round %(round)s was closed.", round=event.round)


@kind("checkin.scheduled", note="a rule of the desk, not of the tournament")
class CheckInScheduled(Event):
    """The clock opens the check-in of each round some minutes before its start, and closes it; 0 minutes: it does not.

    `opens` and `closes` are minutes before the start, `by` says how players check in.
    """

    opens: int
    closes: int = 0
    by: SelfCheckIn = "anyone"


@applies(CheckInScheduled)
def _apply_check_in_scheduled(state: State, event: CheckInScheduled, stamp: Stamp) -> State:
    return replace(state, check_in_schedule=CheckInSchedule(event.opens, event.closes, event.by))


@describes(CheckInScheduled)
def _describe_check_in_scheduled(event: CheckInScheduled, name: NameOf) -> str:
    if not event.opens:
        return msg("The clock no longer opens the check-in.")
    return msg("The clock opens the check-in %(opens)s minutes before each round, and closes it %(closes)s minutes "
               "before.", opens=event.opens, closes=event.closes)  # fmt: skip


def _check_in_of_round(state: State, number: int) -> CheckIn:
    """Return the check-in of a round; one of another round has ended, but players check in the same way."""
    check_in = state.permanent.check_in
    return check_in if check_in.round == number else CheckIn(number, by=check_in.by)


def _with_check_in(state: State, check_in: CheckIn) -> State:
    return replace(state, permanent=replace(state.permanent, check_in=check_in))


# -- commands ----------------------------------------------------------------------------------------------------------


@command("checkin.mark")
class MarkCheckIn(Command):
    """Tick participants as present for the coming round, or remove their ticks; this makes no one absent."""

    round: int
    keys: tuple[str, ...]
    present: bool = True


@decider(MarkCheckIn)
def _decide_mark_check_in(state: State, command: MarkCheckIn) -> Proposal:
    require_check_in_round(state, command.round)
    for key in command.keys:
        require_participant(state, key)
    ticked = _check_in_of_round(state, command.round).keys
    changed = tuple(key for key in dict.fromkeys(command.keys) if (key in ticked) != command.present)
    return Proposal((CheckInMarked(command.round, changed, command.present),) if changed else ())


@command("checkin.open")
class OpenCheckIn(Command):
    """Let players check in for the coming round themselves, until a time such as 13:45 if there is one.

    `by` says how: `anyone` on the player's page, only with the `code` on the player's card, or only at a `kiosk`.
    Without it, as at the last check-in.
    """

    round: int
    until: str = ""
    by: SelfCheckIn | None = None


@decider(OpenCheckIn)
def _decide_open_check_in(state: State, command: OpenCheckIn) -> Proposal:
    require_check_in_round(state, command.round)
    old = _check_in_of_round(state, command.round)
    event = CheckInOpened(command.round, parse_time_of_day(command.until), command.by or old.by)
    unchanged = old.open and (event.until, event.by) == (old.until, old.by)
    return Proposal(() if unchanged else (event,))


@command("checkin.close")
class CloseCheckIn(Command):
    """Let players no longer check in themselves; this makes no one absent."""

    round: int


@decider(CloseCheckIn)
def _decide_close_check_in(state: State, command: CloseCheckIn) -> Proposal:
    is_open = _check_in_of_round(state, command.round).open
    return Proposal((CheckInClosed(command.round),) if is_open else ())


MOST_MINUTES = 12 * 60
"""The longest time between the opening of a check-in and the start of its round, in minutes."""


@command("checkin.schedule")
class ScheduleCheckIn(Command):
    """Let the clock open the check-in of each round some minutes before its start, and close it; 0: it does not.

    `opens` and `closes` are minutes before the start; `by` is as for `checkin.open`.
    """

    opens: int
    closes: int = 0
    by: SelfCheckIn | None = None


@decider(ScheduleCheckIn)
def _decide_schedule_check_in(state: State, command: ScheduleCheckIn) -> Proposal:
    if not 0 <= command.opens <= MOST_MINUTES:
        raise CommandRejectedError(
            msg("a check-in opens at most %(most)s minutes before the start of a round", most=MOST_MINUTES)
        )
    if command.opens and not 0 <= command.closes < command.opens:
        raise CommandRejectedError(msg("a check-in closes after it opens, and at the latest when the round starts"))
    by = command.by or state.permanent.check_in.by
    event = CheckInScheduled(command.opens, command.closes, by) if command.opens else CheckInScheduled(0)
    schedule = CheckInSchedule(event.opens, event.closes, event.by)
    return Proposal(() if schedule == state.check_in_schedule else (event,))


@command("checkin.self")
class CheckInPlayer(Command):
    """Tick a player who checks in himself or herself, or take that back; only while the check-in is open."""

    round: int
    key: str
    present: bool = True


@decider(CheckInPlayer)
def _decide_check_in_player(state: State, command: CheckInPlayer) -> Proposal:
    require_check_in_round(state, command.round)
    require_participant(state, command.key)
    check_in = _check_in_of_round(state, command.round)
    if not check_in.open:
        raise CommandRejectedError(
            msg("the check-in for round %(round)s is not open", round=command.round), instead=msg("see the arbiter")
        )
    require_expected(state, command.key, command.round)
    if (command.key in check_in.keys) == command.present:
        return Proposal(())
    return Proposal((CheckInMarked(command.round, (command.key,), command.present),))


def require_check_in_round(state: State, number: int) -> None:
    """Reject a check-in for another round than the coming one."""
    t = state.tournament
    if state.closed is not None or (t.planned_rounds is not None and len(t.rounds) >= t.planned_rounds):
        raise CommandRejectedError(msg("there are no more rounds"))
    if number != t.next_round:
        raise CommandRejectedError(
            msg("the check-in is for round %(coming)s, not for round %(round)s", coming=t.next_round, round=number),
            instead=msg("reload the page"),
        )


def require_expected(state: State, key: str, number: int) -> None:
    """Reject the check-in of a participant who does not play in a round: withdrawn, expelled, or with a bye."""
    t, participant = state.tournament, state.number(key)
    has_left = (
        state.withdrawn.get(key, number + 1) <= number
        or any(entry.player == participant and entry.round <= number for entry in t.withdrawn)
        or any(entry.player == participant and entry.round <= number for entry in t.expelled)
    )
    has_bye = any(
        bye.player == participant and bye.round == number and bye.kind is not ByeKind.ZERO for bye in t.requested_byes
    )
    if has_bye or has_left:
        raise CommandRejectedError(
            msg("%(name)s does not play in round %(round)s", name=state.name(key), round=number),
            keys=(key,),
            instead=msg("see the arbiter"),
        )


def find_missing(state: State) -> tuple[str, ...]:
    """Return who is expected in the coming round and has not checked in, while the check-in is open."""
    t, check_in = state.tournament, state.permanent.check_in
    if not check_in.open or check_in.round != t.next_round:
        return ()
    number = t.next_round
    byes = {bye.player for bye in t.requested_byes if bye.round == number}
    left = {entry.player for entry in t.withdrawn if entry.round <= number}
    left |= {entry.player for entry in t.expelled if entry.round <= number}
    return tuple(
        key
        for key, participant in state.keys.participants.items()
        if key not in check_in.keys and participant not in byes | left and state.withdrawn.get(key, number + 1) > number
    )


_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


def parse_time_of_day(text: str) -> str:
    """Return a time such as 9.05 as 09:05, or an empty string as it is; reject other texts.

    >>> parse_time_of_day(" 9.05 "), parse_time_of_day("")
    ('09:05', '')
    """
    parts = _TIME.fullmatch(text.strip())
    if text.strip() and parts is None:
        raise CommandRejectedError(msg("%(text)s is not a time such as 14:30", text=f"{text!r}"))
    return f"{int(parts[1]):02}:{parts[2]}" if parts else ""
