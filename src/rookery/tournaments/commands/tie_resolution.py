"""Commands that resolve ties: lots, ranks set by hand, and tie-break values that the event defines."""

from __future__ import annotations

from hashlib import sha256

from rookery.messages import msg
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.events.order import OrderDrawn, OrderSet, ValueEntered
from rookery.tournaments.limits import parse_fraction
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.standings import standings_by_rules, tiebreak_values
from rookery.tournaments.state import State


@command("order.draw")
class DrawOrder(Command):
    """Draw lots among those tied after a round, once, with the seed of the event.

    A lot follows from the seed and the key: a changed number or a late entry does not change it.
    """

    after: int


@decider(DrawOrder)
def _draw(state: State, command: DrawOrder) -> Decision:
    _require_finished_round(state, command.after)
    if command.after in state.drawn:
        raise CommandRejectedError(
            msg(
                "the lots after round %(after)s have already been drawn; they are drawn only once", after=command.after
            ),
            article="C.07 4.2",
        )
    seed = state.sticky.lots
    if not seed:
        raise CommandRejectedError(msg("this tournament cannot draw lots: it was created without a seed"))
    numbers = tiebreak_values(state)
    rows = standings_by_rules(state, command.after, numbers or None).rows
    lots = {state.keys.participant[row.id]: (row.rank, _lot(state.keys.participant[row.id], seed)) for row in rows}
    return Decision((OrderDrawn(command.after, tuple(sorted(lots, key=lambda key: lots[key]))),))


def _lot(key: str, seed: str) -> bytes:
    return sha256(f"{seed}/{key}".encode()).digest()


@command("order.set")
class SetOrder(Command):
    """Rank by hand those tied after a round, each group in order; no groups revoke that."""

    after: int
    groups: tuple[tuple[str, ...], ...] = ()


@decider(SetOrder)
def _set(state: State, command: SetOrder) -> Decision:
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
        return Decision(())
    return Decision((OrderSet(command.after, command.groups),))


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
def _value(state: State, command: EnterValue) -> Decision:
    state.number(command.key)
    try:
        value = None if command.value is None else str(parse_fraction(command.value))
    except ValueError:
        raise CommandRejectedError(
            msg("%(value)s is not a number such as 2, 2.5 or 5/2", value=f"{command.value!r}")
        ) from None
    was = state.values.get(command.code, {}).get(command.key)
    return Decision(() if was == value else (ValueEntered(command.code, command.key, value, was),))
