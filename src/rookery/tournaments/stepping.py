"""The registry of functions that apply events to a state, and helpers of these functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rookery.model import Round
from rookery.model._construct import replace_unchecked
from rookery.tournaments.event import Event
from rookery.tournaments.state import Stamp, State, with_tournament

EventT = TypeVar("EventT", bound=Event)
EventHandler = Callable[[State, EventT, Stamp], State]
HANDLERS: dict[type[Event], EventHandler[Any]] = {}
"""Handlers by event class; `returned` needs the log and is applied by `rookery.tournaments.undo`."""


def applies(kind: type[EventT]) -> Callable[[EventHandler[EventT]], EventHandler[EventT]]:
    """Return a decorator that registers the function applying a kind of event."""

    def declare(step: EventHandler[EventT]) -> EventHandler[EventT]:
        HANDLERS[kind] = step
        return step

    return declare


def with_fields(state: State, **fields: object) -> State:
    """Return the state with other validated fields of its tournament, except players and teams."""
    return with_tournament(state, replace_unchecked(state.tournament, **fields))


def with_round(state: State, number: int, round: Round) -> State:
    """Return the state with another round in place of a paired one."""
    rounds = state.tournament.rounds
    return with_fields(state, rounds=(*rounds[: number - 1], round, *rounds[number:]))


def without_key(table: dict[str, int], key: str) -> dict[str, int]:
    """Return a table without a key."""
    return {other_key: value for other_key, value in table.items() if other_key != key}
