"""The table of what each kind of event makes of a state, and what its rows have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rookery.desk.happening import Happening
from rookery.desk.state import Stamp, State, with_tournament
from rookery.model import Round
from rookery.model.unchecked import changed

E = TypeVar("E", bound=Happening)
Step = Callable[[State, E, Stamp], State]
STEPS: dict[type[Happening], Step[Any]] = {}
"""What makes the next state, by kind of event; `returned` needs the log, and is `rookery.desk.time`'s."""


def of(kind: type[E]) -> Callable[[Step[E]], Step[E]]:
    """Declare the row of a kind."""

    def declare(step: Step[E]) -> Step[E]:
        STEPS[kind] = step
        return step

    return declare


def with_fields(state: State, **fields: object) -> State:
    """The state with other fields of its tournament, all of which are known to fit; never other players or teams."""
    return with_tournament(state, changed(state.tournament, **fields))


def with_round(state: State, number: int, round: Round) -> State:
    """The state with another round in the place of one that is paired."""
    rounds = state.tournament.rounds
    return with_fields(state, rounds=(*rounds[: number - 1], round, *rounds[number:]))


def less(table: dict[str, int], key: str) -> dict[str, int]:
    """A table without somebody."""
    return {one: value for one, value in table.items() if one != key}
