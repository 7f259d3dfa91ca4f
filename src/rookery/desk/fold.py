"""What events make of a state: total, without rules and without a clock."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.desk import steps
from rookery.desk.happening import Happening
from rookery.desk.state import Stamp, State, last_played
from rookery.desk.stepping import STEPS
from rookery.values import replace

__all__ = ["EMPTY", "fold", "step", "steps"]

EMPTY = State()
"""Before the first event."""

_NOBODY = Stamp()


def step(state: State, event: Happening, stamp: Stamp = _NOBODY) -> State:
    """The state after an event; a return is made by `rookery.desk.time`, which knows the log."""
    made = STEPS[type(event)](state, event, stamp)
    if made.tournament.rounds is state.tournament.rounds:
        return made
    played = last_played(made.tournament)
    return made if played <= made.sticky.played else replace(made, sticky=replace(made.sticky, played=played))


def fold(state: State, events: Iterable[Happening], stamp: Stamp = _NOBODY) -> State:
    """The state after the events of one command; `stamp` is that of the first."""
    for version, event in enumerate(events, stamp.version):
        state = step(state, event, replace(stamp, version=version))
    return state
