"""Ties: lots, ranks set by hand, and tie-break values that the event defines."""

from __future__ import annotations

from hashlib import sha256

from rookery._record import replace
from rookery.json_codec import parse_fraction
from rookery.messages import join_list, msg
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import MAX_NAMES, Event, NameOf, applies, describes, format_names, kind
from rookery.tournaments.limits import check_fraction
from rookery.tournaments.standings import standings_by_rules, tiebreak_values
from rookery.tournaments.state import Stamp, State

# -- events ------------------------------------------------------------------------------------------------------------


@kind("order.drawn", trf=("###",), note="001 has the ranks of final standings")
class OrderDrawn(Event):
    """Lots are drawn after a round: all participants in the order that follows from the seed."""

    after: int
    order: tuple[str, ...]


@applies(OrderDrawn)
def _apply_order_drawn(state: State, event: OrderDrawn, stamp: Stamp) -> State:
    return replace(state, drawn={**state.drawn, event.after: event.order})


@describes(OrderDrawn)
def _describe_order_drawn(event: OrderDrawn, name: NameOf) -> str:
    return msg(
        "Lots were drawn after round %(round)s: %(names)s.", round=event.after, names=format_names(event.order, name)
    )


@kind("order.set", trf=("###",), note="001 has the ranks of final standings")
class OrderSet(Event):
    """Participants tied after a round are ranked by hand, group by group; no groups revoke that."""

    after: int
    groups: tuple[tuple[str, ...], ...] = ()


@applies(OrderSet)
def _apply_order_set(state: State, event: OrderSet, stamp: Stamp) -> State:
    remaining = {after: groups for after, groups in state.ordered.items() if after != event.after}
    return replace(state, ordered={**remaining, event.after: event.groups} if event.groups else remaining)


@describes(OrderSet)
def _describe_order_set(event: OrderSet, name: NameOf) -> str:
    if not event.groups:
        return msg("The ranking by hand after round %(round)s was removed.", round=event.after)
    groups = join_list([format_names(group, name) for group in event.groups], MAX_NAMES)
    return msg("Ranking set by hand after round %(round)s: %(names)s.", round=event.after, names=groups)


@kind("value.entered", trf=("###",))
class ValueEntered(Event):
    """A participant's value of a tie-break that the event defines is entered, as a fraction; None removes it."""

    code: str
    key: str
    value: str | None
    was: str | None = None

    def __post_init__(self) -> None:
        Event.__post_init__(self)
        if self.value is not None:
            check_fraction(self.value)


@applies(ValueEntered)
def _apply_value_entered(state: State, event: ValueEntered, stamp: Stamp) -> State:
    mine = {key: value for key, value in state.values.get(event.code, {}).items() if key != event.key}
    mine |= {} if event.value is None else {event.key: event.value}
    return replace(state, values={**state.values, event.code: mine})


@describes(ValueEntered)
def _describe_value_entered(event: ValueEntered, name: NameOf) -> str:
    now = event.value or msg("removed")
    if not event.was:
        return msg("%(name)s has %(code)s %(now)s.", name=name(event.key), code=event.code, now=now)
    return msg(
        "%(name)s has %(code)s %(now)s (was %(was)s).", name=name(event.key), code=event.code, now=now, was=event.was
    )


# -- commands ----------------------------------------------------------------------------------------------------------


@command("order.draw")
class DrawOrder(Command):
    """Draw lots among those tied after a round, once, with the seed of the event.

    A lot follows from the seed and the key: a changed number or a late entry does not change it.
    """

    after: int


@decider(DrawOrder)
def _decide_draw_order(state: State, command: DrawOrder) -> Proposal:
    _require_finished_round(state, command.after)
    if command.after in state.drawn:
        raise CommandRejectedError(
            msg(
                "the lots after round %(after)s have already been drawn; they are drawn only once", after=command.after
            ),
            article="C.07 4.2",
        )
    seed = state.permanent.lots
    if not seed:
        raise CommandRejectedError(msg("this tournament cannot draw lots: it was created without a seed"))
    numbers = tiebreak_values(state)
    rows = standings_by_rules(state, command.after, numbers or None).rows
    lots = {state.keys.participant[row.id]: (row.rank, _draw_lot(state.keys.participant[row.id], seed)) for row in rows}
    return Proposal((OrderDrawn(command.after, tuple(sorted(lots, key=lambda key: lots[key]))),))


def _draw_lot(key: str, seed: str) -> bytes:
    return sha256(f"{seed}/{key}".encode()).digest()


@command("order.set")
class SetOrder(Command):
    """Rank by hand those tied after a round, each group in order; no groups revoke that."""

    after: int
    groups: tuple[tuple[str, ...], ...] = ()


@decider(SetOrder)
def _decide_set_order(state: State, command: SetOrder) -> Proposal:
    _require_finished_round(state, command.after)
    ranks = {row.id: row.rank for row in standings_by_rules(state, command.after).rows}
    for group in command.groups:
        participants = [state.number(key) for key in group]
        if len(set(participants)) < len(participants):
            raise CommandRejectedError(msg("a player is in a group twice"), keys=group)
        if len({ranks.get(participant) for participant in participants}) > 1:
            names = ", ".join(state.name(key) for key in group)
            raise CommandRejectedError(
                msg("%(names)s are not level after round %(after)s", names=names, after=command.after),
                article="C.07 4.2",
                keys=group,
            )
    if state.ordered.get(command.after, ()) == command.groups:
        return Proposal(())
    return Proposal((OrderSet(command.after, command.groups),))


def _require_finished_round(state: State, after: int) -> None:
    rounds = state.tournament.rounds
    if not 1 <= after <= len(rounds) or any(round.pending for round in rounds[:after]):
        raise CommandRejectedError(msg("round %(after)s is not finished", after=after), article="C.04.2 3.1")


@command("value.enter")
class EnterValue(Command):
    """Enter a participant's value of a tie-break that the event defines, such as 2 or 5/2; None removes it."""

    code: str
    key: str
    value: str | None


@decider(EnterValue)
def _decide_enter_value(state: State, command: EnterValue) -> Proposal:
    state.number(command.key)
    try:
        value = None if command.value is None else str(parse_fraction(command.value))
    except ValueError:
        raise CommandRejectedError(
            msg("%(value)s is not a number such as 2, 2.5 or 5/2", value=f"{command.value!r}")
        ) from None
    was = state.values.get(command.code, {}).get(command.key)
    return Proposal(() if was == value else (ValueEntered(command.code, command.key, value, was),))
