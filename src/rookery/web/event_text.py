"""The sentences of events as the log has them, for answers to commands and for webhooks."""

from __future__ import annotations

from collections.abc import Callable

from rookery.storage import Record
from rookery.tournaments.domain.restore_points import Returned
from rookery.tournaments.event import Event, event_from_data, event_text
from rookery.tournaments.views.log import describe_return
from rookery.web.context import AppContext


def describe_event(site: AppContext, stream: str, event: Event, name: Callable[[str], str]) -> str:
    """Return the sentence of an event of a stream; what an undo concerns is read from the log."""
    if isinstance(event, Returned):
        return describe_return(event, _event_reader(site, stream, event), name)
    return event_text(event, name)


def describe_record(site: AppContext, record: Record) -> str:
    """Return the sentence of a stored event, with the present names of the participants."""
    event = event_from_data(record.kind, record.form, record.data)
    return describe_event(site, record.stream, event, site.desk.current(record.stream).state.name)


def _event_reader(site: AppContext, stream: str, event: Returned) -> Callable[[int], Event | None]:
    """Return a lookup of the events that a return concerns, by version, read from the log once."""
    after = event.to + 1
    versions = (after, *event.lost)
    if event.why == "redo":
        undo = _read_events(site, stream, after, after).get(after)
        versions = (after, *undo.lost) if isinstance(undo, Returned) else (after,)
    return _read_events(site, stream, min(versions), max(versions)).get


def _read_events(site: AppContext, stream: str, first: int, last: int) -> dict[int, Event]:
    """Return the events of these versions."""
    records = site.store.read(stream, first - 1, last)
    return {record.version: event_from_data(record.kind, record.form, record.data) for record in records}
