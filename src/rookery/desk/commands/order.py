"""The order of equals: lots from the one seed, ranks by hand, values of tie-breaks that the event defines."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256

from rookery.desk.decision import Granted, Refused
from rookery.desk.events.order import OrderDrawn, OrderSet, ValueEntered
from rookery.desk.ranked import by_its_rules, values_of
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.wording import spoken


@wish("order.draw")
class DrawOrder(Wish):
    """Draw lots among those who are equal after a round; it is done once, and always with the seed of the event.

    A lot follows from the seed and the key: another number, or somebody who came later, does not change it.
    """

    after: int


@decides(DrawOrder)
def _draw(state: State, wanted: DrawOrder) -> Granted:
    _must_be_played(state, wanted.after)
    if wanted.after in state.drawn:
        raise Refused(spoken("the lots after round %(after)s have been drawn, and are drawn once", after=wanted.after),
                      article="C.07 4.2")  # fmt: skip
    seed = state.sticky.lots
    if not seed:
        raise Refused(spoken("this tournament was opened without a seed for its lots"))
    numbers = values_of(state)
    rows = by_its_rules(state, wanted.after, numbers or None).rows
    drawn = {state.keys.participant[row.id]: (row.rank, _lot(state.keys.participant[row.id], seed)) for row in rows}
    return Granted((OrderDrawn(wanted.after, tuple(sorted(drawn, key=lambda key: drawn[key]))),))


def _lot(key: str, seed: str) -> bytes:
    return sha256(f"{seed}/{key}".encode()).digest()


@wish("order.set")
class SetOrder(Wish):
    """Rank by hand who are equal after a round, each group from the first; no groups take that back."""

    after: int
    groups: tuple[tuple[str, ...], ...] = ()


@decides(SetOrder)
def _set(state: State, wanted: SetOrder) -> Granted:
    _must_be_played(state, wanted.after)
    ranks = {row.id: row.rank for row in by_its_rules(state, wanted.after).rows}
    for group in wanted.groups:
        who = [state.number(key) for key in group]
        if len(set(who)) < len(who):
            raise Refused(spoken("somebody stands twice in a group"), keys=group)
        if len({ranks.get(one) for one in who}) > 1:
            names = ", ".join(state.name(key) for key in group)
            raise Refused(spoken("%(names)s are not equal after round %(after)s", names=names, after=wanted.after),
                          article="C.07 4.2", keys=group)  # fmt: skip
    if state.ordered.get(wanted.after, ()) == wanted.groups:
        return Granted(())
    return Granted((OrderSet(wanted.after, wanted.groups),))


def _must_be_played(state: State, after: int) -> None:
    rounds = state.tournament.rounds
    if not 1 <= after <= len(rounds) or any(round.pending for round in rounds[:after]):
        raise Refused(spoken("round %(after)s has not been played to its end", after=after), article="C.04.2 3.1")


@wish("value.enter")
class EnterValue(Wish):
    """Enter somebody's value of a tie-break that the event defines, such as 2 or 5/2; none takes it away."""

    code: str
    key: str
    value: str | None


@decides(EnterValue)
def _value(state: State, wanted: EnterValue) -> Granted:
    state.number(wanted.key)
    try:
        value = None if wanted.value is None else str(Fraction(wanted.value))
    except (ValueError, ZeroDivisionError):
        raise Refused(spoken("%(value)s is no number such as 2, 2.5 or 5/2", value=f"{wanted.value!r}")) from None
    was = state.values.get(wanted.code, {}).get(wanted.key)
    return Granted(() if was == value else (ValueEntered(wanted.code, wanted.key, value, was),))
