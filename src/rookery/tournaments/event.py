"""Base class and registry of events: a kind, the number of its form, and conversion from and to JSON.

The docstring of an event is its documentation. Stored events are never rewritten: old forms are upcast when they are
read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rookery._record import record
from rookery.errors import RuleError
from rookery.tournaments.limits import check_bounds, fit_data
from rookery.tournaments.serialization import InvalidDataError, Object, from_json_data, to_json_data

EventT = TypeVar("EventT", bound="Event")


class Event:
    """A change that happened to a tournament. Participants are keys, points are tenths."""

    KIND: ClassVar[str] = ""
    FORM: ClassVar[int] = 1

    def __post_init__(self) -> None:
        check_bounds(self)


EVENT_TYPES: dict[str, type[Event]] = {}
"""Event classes by kind, registered by `rookery.tournaments.events`."""

UPCASTERS: dict[tuple[str, int], Callable[[Object], Object]] = {}
"""Functions that convert the data of an old form to the next one, by kind and form."""


@dataclass_transform(frozen_default=True)
def kind(name: str, form: int = 1) -> Callable[[type[EventT]], type[EventT]]:
    """Return a decorator that makes a class an event and registers it by kind and form."""

    def declare(cls: type[EventT]) -> type[EventT]:
        event_type = record(slots=False)(cls)
        event_type.KIND, event_type.FORM = name, form
        EVENT_TYPES[name] = event_type
        return event_type

    return declare


def event_to_data(event: Event) -> Object:
    """Return the data of an event as the log stores them."""
    data: Object = to_json_data(event)
    return data


def event_from_data(kind: str, form: int, data: Any, *, strict: bool = False) -> Event:
    """Build an event from the data of a log, upcast from the form in which they were written.

    Values out of bounds are cut to them, because a log may be older than a bound; `strict` raises RuleError instead.
    """
    if kind not in EVENT_TYPES:
        raise InvalidDataError(f"there is no kind of event {kind!r}: this log was written by a newer Rookery")
    event_type = EVENT_TYPES[kind]
    if not 1 <= form <= event_type.FORM:
        raise InvalidDataError(f"{kind} has form {form} here, and this Rookery reads it up to {event_type.FORM}")
    for old_form in range(form, event_type.FORM):
        data = UPCASTERS[kind, old_form](data)
    try:
        return _read_within_bounds(event_type, data, strict)
    except InvalidDataError as error:
        raise InvalidDataError(f"{kind}: {error}") from None


def _read_within_bounds(event_type: type[Event], data: Any, strict: bool) -> Event:
    try:
        return from_json_data(event_type, data)
    except RuleError:
        if strict or (fitted := fit_data(data)) == data:
            raise
        return from_json_data(event_type, fitted)
