"""What every wish has in common: a name and its JSON, so that a page, the API and the command line share it."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rookery.desk.decision import Granted
from rookery.desk.form import Misread, Object, read, written
from rookery.desk.state import State
from rookery.values import frozen

W = TypeVar("W", bound="Wish")


class Wish:
    """Something that somebody wants to be done with a tournament; everybody is called by the key."""

    NAME: ClassVar[str] = ""


WISHES: dict[str, type[Wish]] = {}
"""Every wish by its name; `rookery.desk.commands` fills it."""

DECIDERS: dict[type[Wish], Callable[[State, Any], Granted]] = {}
"""What decides a wish; those about time need the log, and `rookery.desk.time` decides them."""


@dataclass_transform(frozen_default=True)
def wish(name: str) -> Callable[[type[W]], type[W]]:
    """Declare a wish."""

    def declare(cls: type[W]) -> type[W]:
        made = frozen(slots=False)(cls)
        made.NAME = name
        WISHES[name] = made
        return made

    return declare


def decides(kind: type[W]) -> Callable[[Callable[[State, W], Granted]], Callable[[State, W], Granted]]:
    """Declare what decides a wish."""

    def declare(function: Callable[[State, W], Granted]) -> Callable[[State, W], Granted]:
        DECIDERS[kind] = function
        return function

    return declare


def decide(state: State, wanted: Wish) -> Granted:
    """What a wish comes to in a state; Refused, or another RuleError of the library, where it cannot be granted."""
    return DECIDERS[type(wanted)](state, wanted)


def wish_data(wanted: Wish) -> Object:
    """A wish as JSON: its name as `command`, and its fields."""
    return {"command": wanted.NAME, **written(wanted)}


def wish_sum(wanted: Wish) -> str:
    """A short sum of a wish, to which answers are bound, without the seed of lots: that is drawn anew at every try."""
    said = {name: value for name, value in wish_data(wanted).items() if name != "lots"}
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:12]


def wish_of(data: Object) -> Wish:
    """The wish that JSON tells."""
    given = dict(data)
    name = given.pop("command", None)
    if not isinstance(name, str) or name not in WISHES:
        raise Misread(f"there is no command {name!r}")
    return read(WISHES[name], given)
