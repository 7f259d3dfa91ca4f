"""What events of the order of equals, the prizes, and the points to go back to make of a state."""

from __future__ import annotations

from rookery.desk.events import order, prizes, time
from rookery.desk.state import Mark, Stamp, State
from rookery.desk.stepping import of
from rookery.values import replace


@of(order.OrderDrawn)
def _drawn(state: State, e: order.OrderDrawn, stamp: Stamp) -> State:
    return replace(state, drawn={**state.drawn, e.after: e.order})


@of(order.OrderSet)
def _ordered(state: State, e: order.OrderSet, stamp: Stamp) -> State:
    left = {after: groups for after, groups in state.ordered.items() if after != e.after}
    return replace(state, ordered={**left, e.after: e.groups} if e.groups else left)


@of(order.ValueEntered)
def _value(state: State, e: order.ValueEntered, stamp: Stamp) -> State:
    mine = {key: value for key, value in state.values.get(e.code, {}).items() if key != e.key}
    mine |= {} if e.value is None else {e.key: e.value}
    return replace(state, values={**state.values, e.code: mine})


@of(prizes.PrizesSet)
def _prizes(state: State, e: prizes.PrizesSet, stamp: Stamp) -> State:
    return replace(state, prizes=e.prizes)


@of(time.PointMarked)
def _marked(state: State, e: time.PointMarked, stamp: Stamp) -> State:
    return replace(state, sticky=replace(state.sticky, marks=(*state.sticky.marks, Mark(e.name, stamp.version))))
