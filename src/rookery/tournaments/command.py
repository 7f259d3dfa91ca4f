"""Base class and registry of commands: a name and a JSON form shared by pages, the API and the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rookery._record import record
from rookery.json_codec import InvalidDataError, Object, from_json_data, to_json_data
from rookery.tournaments.event import Event
from rookery.tournaments.limits import check_bounds
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning


@record
class Proposal:
    """The events of a command, and its warnings.

    `point` names a restore point to be marked before the events.
    """

    events: tuple[Event, ...]
    warnings: tuple[RuleWarning, ...] = ()
    point: str = ""


CommandT = TypeVar("CommandT", bound="Command")


class Command:
    """A requested change of a tournament; participants are named by key."""

    NAME: ClassVar[str] = ""
    STREAM: ClassVar[str] = "tournament"
    """The kind of state that it changes; empty for commands that fit every kind."""

    def __post_init__(self) -> None:
        check_bounds(self)


COMMANDS: dict[str, type[Command]] = {}
"""Command classes by name, registered by `rookery.tournaments.domain`."""


DECIDERS: dict[type[Command], Callable[[State, Any], Proposal]] = {}
"""Deciding functions by command class; those that need the log are decided by `rookery.tournaments.undo`."""


@dataclass_transform(frozen_default=True)
def command(name: str) -> Callable[[type[CommandT]], type[CommandT]]:
    """Return a decorator that makes a class a command and registers it by name."""

    def declare(cls: type[CommandT]) -> type[CommandT]:
        command_type = record(slots=False)(cls)
        command_type.NAME = name
        COMMANDS[name] = command_type
        return command_type

    return declare


def decider(
    kind: type[CommandT],
) -> Callable[[Callable[[State, CommandT], Proposal]], Callable[[State, CommandT], Proposal]]:
    """Return a decorator that registers the function deciding a kind of command."""

    def declare(function: Callable[[State, CommandT], Proposal]) -> Callable[[State, CommandT], Proposal]:
        DECIDERS[kind] = function
        return function

    return declare


def decide(state: State, requested: Command) -> Proposal:
    """Decide a command in a state.

    Raises:
        CommandRejectedError: The command cannot be carried out. The library may raise other RuleErrors.
    """
    return DECIDERS[type(requested)](state, requested)


def command_to_data(requested: Command) -> Object:
    """Return a command as JSON: its name as `command`, and its fields."""
    return {"command": requested.NAME, **to_json_data(requested)}


def command_hash(requested: Command) -> str:
    """Return a short hash of a command without the seed of its lots, which is new at every attempt."""
    fields = {name: value for name, value in command_to_data(requested).items() if name != "lots"}
    return sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:12]


def command_from_data(data: Object) -> Command:
    """Parse a command from JSON."""
    fields = dict(data)
    name = fields.pop("command", None)
    if not isinstance(name, str) or name not in COMMANDS:
        raise InvalidDataError(f"there is no command {name!r}")
    return from_json_data(COMMANDS[name], fields)
