"""Apply events of tie resolution, prizes and restore points."""

from __future__ import annotations

from rookery._record import replace
from rookery.tournaments.events import order, prizes, time
from rookery.tournaments.state import Mark, Stamp, State
from rookery.tournaments.stepping import applies


@applies(order.OrderDrawn)
def _order_drawn(state: State, e: order.OrderDrawn, stamp: Stamp) -> State:
    return replace(state, drawn={**state.drawn, e.after: e.order})


@applies(order.OrderSet)
def _ordered(state: State, e: order.OrderSet, stamp: Stamp) -> State:
    remaining = {after: groups for after, groups in state.ordered.items() if after != e.after}
    return replace(state, ordered={**remaining, e.after: e.groups} if e.groups else remaining)


@applies(order.ValueEntered)
def _value(state: State, e: order.ValueEntered, stamp: Stamp) -> State:
    mine = {key: value for key, value in state.values.get(e.code, {}).items() if key != e.key}
    mine |= {} if e.value is None else {e.key: e.value}
    return replace(state, values={**state.values, e.code: mine})


@applies(prizes.PrizesSet)
def _prizes(state: State, e: prizes.PrizesSet, stamp: Stamp) -> State:
    return replace(state, prizes=e.prizes)


@applies(time.PointMarked)
def _point_marked(state: State, e: time.PointMarked, stamp: Stamp) -> State:
    return replace(state, sticky=replace(state.sticky, marks=(*state.sticky.marks, Mark(e.name, stamp.version))))
