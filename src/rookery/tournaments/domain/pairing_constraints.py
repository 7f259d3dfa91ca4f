"""Restrictions on pairings: participants kept apart, and fixed boards and colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from rookery._record import replace as with_values
from rookery.checking.feasibility import Possibility, check_feasibility
from rookery.checking.text import describe_feasibility
from rookery.messages import Message, join_list, join_texts, msg
from rookery.model import Colour, ForbiddenPair
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.byes import require_round
from rookery.tournaments.errors import CommandRejectedError, require_participant
from rookery.tournaments.event import Event, NameOf, applies, apply_events, describes, format_names, kind
from rookery.tournaments.settings import COLOUR_LABELS
from rookery.tournaments.state import Stamp, State, with_fields, with_tournament
from rookery.tournaments.warning_table import RuleWarning, rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind("pair.forbidden", trf=("260",))
class PairForbidden(Event):
    """No two of these participants may meet in these rounds."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None


@applies(PairForbidden)
def _apply_pair_forbidden(state: State, event: PairForbidden, stamp: Stamp) -> State:
    apart = ForbiddenPair(tuple(state.number(key) for key in event.keys), event.first, event.last)
    return with_tournament(
        state, with_values(state.tournament, forbidden_pairs=(*state.tournament.forbidden_pairs, apart))
    )


@describes(PairForbidden)
def _describe_pair_forbidden(event: PairForbidden, name: NameOf) -> str:
    when = format_round_range(event.first, event.last)
    return msg("%(names)s may not meet %(when)s.", names=format_names(event.keys, name), when=when)


def format_round_range(first: int, last: int | None) -> Message:
    """Return the rounds in which two players may not meet, in words."""
    if first == last:
        return msg("in round %(round)s", round=first)
    if last:
        return msg("from round %(first)s to %(last)s", first=first, last=last)
    return msg("in any round") if first == 1 else msg("from round %(first)s on", first=first)


@kind("pair.allowed", trf=("260",))
class PairAllowed(Event):
    """These participants, kept apart in these rounds, may meet again."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None


@applies(PairAllowed)
def _apply_pair_allowed(state: State, event: PairAllowed, stamp: Stamp) -> State:
    players = {state.number(key) for key in event.keys}
    remaining = tuple(
        pair
        for pair in state.tournament.forbidden_pairs
        if set(pair.players) != players or (pair.first_round, pair.last_round) != (event.first, event.last)
    )
    return with_fields(state, forbidden_pairs=remaining)


@describes(PairAllowed)
def _describe_pair_allowed(event: PairAllowed, name: NameOf) -> str:
    when = format_round_range(event.first, event.last)
    return msg("%(names)s may meet again (were kept apart %(when)s).", names=format_names(event.keys, name), when=when)


@kind("seat.fixed", trf=("###",))
class SeatFixed(Event):
    """A participant keeps a board, a colour or both from this round on."""

    key: str
    round: int
    board: int | None = None
    colour: Colour | None = None


@applies(SeatFixed)
def _apply_seat_fixed(state: State, event: SeatFixed, stamp: Stamp) -> State:
    updated = state.tournament.seat(state.number(event.key), board=event.board, colour=event.colour, first=event.round)
    return with_tournament(state, updated)


@describes(SeatFixed)
def _describe_seat_fixed(event: SeatFixed, name: NameOf) -> str:
    parts = [] if event.board is None else [msg("board %(number)s", number=event.board)]
    parts += [] if event.colour is None else [COLOUR_LABELS[event.colour]]
    return msg("%(name)s keeps %(what)s from round %(round)s on.", name=name(event.key), what=join_list(parts),
               round=event.round)  # fmt: skip


@kind("seat.freed", trf=("###",))
class SeatFreed(Event):
    """A participant no longer keeps a board or a colour from this round on."""

    key: str
    round: int


@applies(SeatFreed)
def _apply_seat_freed(state: State, event: SeatFreed, stamp: Stamp) -> State:
    return with_tournament(state, state.tournament.seat(state.number(event.key), first=event.round))


@describes(SeatFreed)
def _describe_seat_freed(event: SeatFreed, name: NameOf) -> str:
    return msg("%(name)s has no fixed board or colour from round %(round)s on.", name=name(event.key),
               round=event.round)  # fmt: skip


# -- commands ----------------------------------------------------------------------------------------------------------


@command("pair.forbid")
class ForbidPair(Command):
    """Keep participants apart: no two of them meet in these rounds."""

    keys: tuple[str, ...]
    first: int = 1
    last: int | None = None


@decider(ForbidPair)
def _decide_forbid_pair(state: State, command: ForbidPair) -> Proposal:
    _require_distinct_participants(state, command.keys)
    if command.first < 1 or (command.last is not None and command.last < command.first):
        raise CommandRejectedError(
            msg("rounds %(first)s to %(last)s do not exist", first=command.first, last=command.last)
        )
    for number in (command.first, command.last or command.first):
        require_round(state.tournament, number)
    if _are_kept_apart(state, command.keys, command.first, command.last):
        return Proposal(())
    return Proposal((PairForbidden(command.keys, command.first, command.last),))


@command("pair.allow")
class AllowPair(Command):
    """Let a group that was kept apart meet again, whatever the rounds."""

    keys: tuple[str, ...]


@decider(AllowPair)
def _decide_allow_pair(state: State, command: AllowPair) -> Proposal:
    _require_distinct_participants(state, command.keys)
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
        PairAllowed(tuple(keys_by_number[i] for i in pair.players), pair.first_round, pair.last_round) for pair in exact
    )
    return Proposal(tuple(events))


def _require_distinct_participants(state: State, keys: tuple[str, ...]) -> None:
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


# -- players of the same club or federation ----------------------------------------------------------------------------


Mates = Literal["club", "federation"]


MOST_CAUSES = 2
"""The maximum number of causes in the warning; a large club would give one for each player."""


@command("mates.forbid")
class ForbidMates(Command):
    """Keep players of the same club or federation apart from round `first` to `last`, or to the end.

    Players who enter later are not included.
    """

    by: Mates = "club"
    first: int = 1
    last: int | None = None


@command("mates.allow")
class AllowMates(Command):
    """Let players of the same club or federation, who were kept apart, meet again."""

    by: Mates = "club"


def mates_by_group(state: State, by: Mates) -> dict[str, tuple[str, ...]]:
    """Return the keys of the players of each club or federation with several, by name, in order of number.

    Names are compared without case and surrounding spaces.
    """
    groups: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for player in state.tournament.players:
        name = " ".join((player.club if by == "club" else player.federation).split())
        if name:
            titles.setdefault(name.casefold(), name)
            groups.setdefault(name.casefold(), []).append(state.keys.participant[player.number])
    return {titles[name]: tuple(keys) for name, keys in groups.items() if len(keys) > 1}


def can_keep_mates_apart(state: State) -> bool:
    """Return whether the format can keep players apart: not with predetermined rounds, and not in a bracket."""
    plan = parse_type_code(state.tournament.system).format
    return not (state.tournament.team_event or plan.predetermined or plan.eliminates)


@decider(ForbidMates)
def _decide_forbid_mates(state: State, command: ForbidMates) -> Proposal:
    _require_mates_can_be_kept_apart(state, command.by)
    last, planned = command.last, state.tournament.planned_rounds
    if (
        command.first < 1
        or (last is not None and last < command.first)
        or (planned and (last or command.first) > planned)
    ):
        raise CommandRejectedError(
            msg("rounds %(first)s to %(last)s are none", first=command.first, last=last or planned or "…")
        )
    groups = mates_by_group(state, command.by)
    if not groups:
        raise CommandRejectedError(msg("no two players have the same club") if command.by == "club"
                      else msg("no two players have the same federation"))  # fmt: skip
    events: list[Event] = []
    for keys in groups.values():
        lifting_events = list(_events_lifting_restriction(state, keys))
        if [(event.first, event.last) for event in lifting_events] != [(command.first, last)]:
            events += [*lifting_events, PairForbidden(keys, command.first, last)]
    return Proposal(tuple(events), tuple(_warn_infeasible(state, events)))


@decider(AllowMates)
def _decide_allow_mates(state: State, command: AllowMates) -> Proposal:
    _require_mates_can_be_kept_apart(state, command.by)
    events = [
        event
        for keys in mates_by_group(state, command.by).values()
        for event in _events_lifting_restriction(state, keys)
    ]
    if not events:
        raise CommandRejectedError(msg("nobody is kept apart by club") if command.by == "club"
                      else msg("nobody is kept apart by federation"))  # fmt: skip
    return Proposal(tuple(events))


def _require_mates_can_be_kept_apart(state: State, grouping: str) -> None:
    if grouping not in ("club", "federation"):
        raise CommandRejectedError(msg("players are kept apart by club or by federation"))
    if not can_keep_mates_apart(state):
        raise CommandRejectedError(
            msg("who meets whom is given in an event of this kind: nobody can be kept apart by club")
        )


def _events_lifting_restriction(state: State, keys: tuple[str, ...]) -> Iterator[PairAllowed]:
    """Yield the events that lift every restriction on exactly these players."""
    numbers = {state.number(key) for key in keys}
    for group in state.tournament.forbidden_pairs:
        if set(group.players) == numbers:
            players = tuple(state.keys.participant[number] for number in group.players)
            yield PairAllowed(players, group.first_round, group.last_round)


def _warn_infeasible(state: State, events: list[Event]) -> Iterator[RuleWarning]:
    """Yield a warning if the remaining rounds can no longer all be paired."""
    if not events or not parse_type_code(state.tournament.system).format.swiss:
        return
    t = apply_events(state, events).tournament
    answer = check_feasibility(t)
    if answer.answer is Possibility.NO and check_feasibility(state.tournament).answer is not Possibility.NO:
        names = {player.number: player.name or str(player.number) for player in t.participants}
        causes = islice(describe_feasibility(answer, lambda number: names.get(number, str(number))), MOST_CAUSES)
        yield rule_warning("not-feasible", state.fide, join_texts(" ", causes))


# -- fixed boards and colours ------------------------------------------------------------------------------------------


@command("seat.fix")
class FixSeat(Command):
    """Fix the board, colour or both of a participant from the next round or a later one on."""

    key: str
    board: int | None = None
    colour: Colour | None = None
    round: int | None = None


@command("seat.free")
class FreeSeat(Command):
    """Remove the fixed board and colour of a participant from the next round or a later one on."""

    key: str
    round: int | None = None


@decider(FixSeat)
def _decide_fix_seat(state: State, command: FixSeat) -> Proposal:
    first = _first_unpaired_round(state, command)
    if command.board is None and command.colour is None:
        raise CommandRejectedError(msg("choose a board, a colour or both"), keys=(command.key,),
                      instead=msg("remove it to end both"))  # fmt: skip
    had = state.tournament.seats_in(first).get(state.number(command.key))
    board = had.board if had is not None and command.board is None else command.board
    colour = had.colour if had is not None and command.colour is None else command.colour
    return _propose_if_changed(state, SeatFixed(command.key, first, board, colour))


@decider(FreeSeat)
def _decide_free_seat(state: State, command: FreeSeat) -> Proposal:
    return _propose_if_changed(state, SeatFreed(command.key, _first_unpaired_round(state, command)))


def _first_unpaired_round(state: State, command: FixSeat | FreeSeat) -> int:
    """Return the first round concerned, which must not be paired yet."""
    require_participant(state, command.key)
    following = state.tournament.next_round
    if command.round is not None and command.round < following:
        text = msg("round %(round)s is paired; a fixed board can begin with round %(following)s",
                   round=command.round, following=following)  # fmt: skip
        raise CommandRejectedError(text, keys=(command.key,))
    return command.round or following


def _propose_if_changed(state: State, event: SeatFixed | SeatFreed) -> Proposal:
    """Return the decision with the event, or an empty one if it changes nothing."""
    return Proposal(
        (event,) if apply_events(state, [event]).tournament.fixed_seats != state.tournament.fixed_seats else ()
    )
