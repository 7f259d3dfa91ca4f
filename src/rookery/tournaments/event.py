"""Events: their base class and registry, their conversion from and to JSON, their application, and their texts.

A kind of event is registered with its class, the function that applies it to a state, and the function that describes
it in the log. The docstring of an event is its documentation. Stored events are never rewritten: old forms are upcast
when they are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.json_codec import InvalidDataError, Object, from_json_data, to_json_data
from rookery.messages import join_list
from rookery.tournaments.limits import check_bounds, fit_data
from rookery.tournaments.state import Stamp, State, last_played_round, with_permanent, with_start_changes

EventT = TypeVar("EventT", bound="Event")


NameOf = Callable[[str], str]
"""A function that returns the name for a key, such as `State.name`."""


MAX_NAMES = 6
"""The number of names that a phrase lists; the others are counted."""


EventHandler = Callable[[State, EventT, Stamp], State]


EventText = Callable[[EventT, NameOf], str]


class Event:
    """A change that happened to a tournament. Participants are keys, points are tenths."""

    KIND: ClassVar[str] = ""
    FORM: ClassVar[int] = 1
    TRF_RECORDS: ClassVar[tuple[str, ...]] = ()
    TRF_NOTE: ClassVar[str] = ""

    def __post_init__(self) -> None:
        check_bounds(self)


EVENT_TYPES: dict[str, type[Event]] = {}
"""Event classes by kind, registered by `rookery.tournaments.domain`."""


PLAYER_RECORDS = ("001",)
INFO_RECORDS = (
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172", "222",
)  # fmt: skip
RULE_RECORDS = ("142", "152", "162", "192", "202", "212", "250", "320", "352", "362", "###")
ROUND_RECORDS = ("001", "240", "300", "320", "330", "352", "299", "###")
"""TRF26 records that several kinds of events share; comments (###) have the boards of a round where scores no longer
determine them."""

UPCASTERS: dict[tuple[str, int], Callable[[Object], Object]] = {}
"""Functions that convert the data of an old form to the next one, by kind and form."""


@dataclass_transform(frozen_default=True)
def kind(
    name: str, form: int = 1, *, trf: tuple[str, ...] = (), note: str = ""
) -> Callable[[type[EventT]], type[EventT]]:
    """Return a decorator that makes a class an event and registers it by kind and form.

    Args:
        name: The kind.
        form: The number of the form of its data.
        trf: The TRF26 records of a tournament's file that hold the event.
        note: Why no record holds the event, or which part of it the records hold.
    """

    def declare(cls: type[EventT]) -> type[EventT]:
        event_type = record(slots=False)(cls)
        event_type.KIND, event_type.FORM, event_type.TRF_RECORDS, event_type.TRF_NOTE = name, form, trf, note
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


# -- application -------------------------------------------------------------------------------------------------------


HANDLERS: dict[type[Event], EventHandler[Any]] = {}
"""Handlers by event class; `returned` needs the log and is applied by `rookery.tournaments.undo`."""


def applies(kind: type[EventT]) -> Callable[[EventHandler[EventT]], EventHandler[EventT]]:
    """Return a decorator that registers the function applying a kind of event."""

    def declare(step: EventHandler[EventT]) -> EventHandler[EventT]:
        HANDLERS[kind] = step
        return step

    return declare


_NO_STAMP = Stamp()


def apply_event(state: State, event: Event, stamp: Stamp = _NO_STAMP) -> State:
    """Return the state after an event; `returned` is applied by `rookery.tournaments.undo`, which needs the log."""
    result = HANDLERS[type(event)](state, event, stamp)
    permanent = result.permanent
    if result.tournament is not state.tournament and (permanent.left is not None or permanent.colour is not None):
        result = with_permanent(result, permanent)  # permanent, whatever the event says
    if result.start_times is not state.start_times or result.tournament.info is not state.tournament.info:
        result = with_start_changes(state, result)
    if result.tournament.rounds is state.tournament.rounds:
        return result
    last_round = last_played_round(result.tournament)
    if last_round <= result.permanent.played:
        return result
    return replace(result, permanent=replace(result.permanent, played=last_round))


def apply_events(state: State, events: Iterable[Event], stamp: Stamp = _NO_STAMP) -> State:
    """Return the state after the events of one command; `stamp` is that of the first."""
    for version, event in enumerate(events, stamp.version):
        state = apply_event(state, event, replace(stamp, version=version))
    return state


# -- texts -------------------------------------------------------------------------------------------------------------


EVENT_TEXTS: dict[type[Event], EventText[Any]] = {}
"""The functions that describe events, by kind; a kind without a row fails the tests."""


def describes(kind: type[EventT]) -> Callable[[EventText[EventT]], EventText[EventT]]:
    """Return a decorator that registers the text of a kind of event."""

    def declare(describe: EventText[EventT]) -> EventText[EventT]:
        EVENT_TEXTS[kind] = describe
        return describe

    return declare


def event_text(event: Event, name: NameOf = str) -> str:
    """Return an event as a sentence.

    >>> from rookery.model import Result
    >>> from rookery.tournaments.domain.results import ResultEntered
    >>> event_text(ResultEntered(3, "p1", "p2", Result.DRAW), {"p1": "Ada", "p2": "Ben"}.__getitem__)
    'Round 3: Ada - Ben ½-½.'
    """
    text: str = EVENT_TEXTS[type(event)](event, name)
    return text


def format_names(keys: Any, name: NameOf) -> str:
    """Return the names of participants, the first MAX_NAMES of them."""
    return join_list([name(key) for key in keys], MAX_NAMES)
