"""The log as readable text: who did what and when, confirmed warnings, what was undone, restore points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rookery._record import record, replace
from rookery.messages import join_texts, map_text, msg
from rookery.model import Tournament
from rookery.serialize.as_data import with_form
from rookery.storage.records import Record
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.domain.lifecycle import RemarkAdded, RemarkDropped
from rookery.tournaments.domain.numbers import NumbersGiven
from rookery.tournaments.domain.players import PlayerEntered
from rookery.tournaments.domain.restore_points import PointMarked, Returned
from rookery.tournaments.domain.rules import ColourDrawn, RulesSet
from rookery.tournaments.domain.teams import TeamEntered
from rookery.tournaments.event import Event, event_from_data, event_text
from rookery.tournaments.state import Mark, State
from rookery.tournaments.undo import KEPT_KINDS, effective_traces, trace_of

if TYPE_CHECKING:
    from rookery.serialize import cli_types

MOST_SENTENCES = 3
"""The maximum number of events named when something is undone; the others are counted."""

_FOLLOWING = (NumbersGiven, PointMarked, RemarkAdded, RemarkDropped, RulesSet)
"""Events that follow from another event of their command; named only if they are alone."""


@record
class LogLine:
    """An event as text: its version, who requested it and when (UTC), and the confirmed warnings.

    `stands` is false if it was undone, `redacted` true if personal data was erased from it. `command` is the same for
    all events of one command.
    """

    version: int
    at: str
    actor: str
    kind: str
    text: str
    command: str = ""
    acknowledged: tuple[str, ...] = ()
    stands: bool = True
    redacted: bool = False


@record
class LogView:
    """The log in order, and the restore points; the last one of a name counts."""

    lines: tuple[LogLine, ...]
    points: tuple[Mark, ...] = ()


def log_view(state: State, records: Iterable[Record]) -> LogView:
    """Return the whole log of a tournament, with current names, or those at entry for removed participants."""
    entries = list(records)
    events = [event_from_data(entry.kind, entry.form, entry.data) for entry in entries]
    counts = {entry.version for entry in effective_traces([trace_of(entry) for entry in entries], len(entries))}
    name = _participant_namer(state, events)

    def event_at(version: int) -> Event | None:
        return events[version - 1] if 0 < version <= len(events) else None

    def text(event: Event) -> str:
        return describe_return(event, event_at, name) if isinstance(event, Returned) else event_text(event, name)

    lines = tuple(
        LogLine(entry.version, entry.at, entry.actor, entry.kind, text(event), entry.command,
                tuple(token.partition("@")[0] for token in entry.acknowledged),
                entry.version in counts or isinstance(event, Returned) or entry.kind in KEPT_KINDS,
                entry.redaction is not None)
        for entry, event in zip(entries, events, strict=True)
    )  # fmt: skip
    return LogView(lines, state.permanent.marks)


def describe_return(event: Returned, event_at: Callable[[int], Event | None], name: Callable[[str], str]) -> str:
    """Return as text what an undo, a redo, or a return to a version changed.

    `event_at` gives the event of a version. A redo repeats what the undo after its target version reverted.
    """
    undo = event_at(event.to + 1) if event.why == "redo" else event
    lost = [event_at(version) for version in undo.lost] if isinstance(undo, Returned) else []
    events = [lost_event for lost_event in lost if lost_event is not None]
    main = [lost_event for lost_event in events if not isinstance(lost_event, _FOLLOWING)] or events
    if not main:
        undone = event_at(event.to + 1)
        if event.why == "undo" and isinstance(undone, Returned):
            return msg("Taken back: the return to version %(version)s.", version=undone.to)
        return event_text(event, name)
    if event.why != "redo" and all(
        isinstance(lost_event, ColourDrawn) and lost_event.how == "lot" for lost_event in main
    ):
        return msg("The lot stays, for it is drawn once: %(what)s", what=event_text(main[-1], name))
    sentences = [
        map_text(event_text(lost_event, name), lambda text: text.removesuffix("."))
        for lost_event in main[:MOST_SENTENCES]
    ]
    if len(main) > MOST_SENTENCES:
        sentences.append(msg("and %(number)s more", number=len(main) - MOST_SENTENCES))
    summary = join_texts("; ", sentences)
    if event.why == "undo":
        return msg("Taken back: %(what)s.", what=summary)
    if event.why == "redo":
        return msg("Done again: %(what)s.", what=summary)
    return msg("Back to version %(version)s. Taken back: %(what)s.", version=event.to, what=summary)


def with_final_numbers(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events of an entry command, each entry with the number held after the command.

    The events of the numbers are left out; the events of any other command are returned unchanged.
    """
    if not any(isinstance(event, PlayerEntered | TeamEntered) for event in events):
        return tuple(events)
    numbers = {
        key: number for event in events if isinstance(event, NumbersGiven) for key, number in event.numbers.items()
    }
    return tuple(
        replace(event, number=numbers.get(event.key, event.number))
        if isinstance(event, PlayerEntered | TeamEntered)
        else event
        for event in events
        if not isinstance(event, NumbersGiven)
    )


def log_data(slug: str, entries: Iterable[tuple[Record, LogLine]]) -> dict[str, Any]:
    """Return a log as JSON data: every stored event with its text."""
    data: cli_types.LogData = {
        "tournament": slug,
        "events": [
            {
                "version": record.version,
                "kind": record.kind,
                "form": record.form,
                "data": record.data,
                "command": record.command,
                "actor": record.actor,
                "at": record.at,
                "acknowledged": list(record.acknowledged),
                "stands": line.stands,
                "text": line.text,
            }
            for record, line in entries
        ],
    }
    return with_form("log", data)


def _participant_namer(state: State, events: Sequence[Event]) -> Callable[[str], str]:
    """Return a function from key to name, including removed participants."""
    names: dict[str, str] = {}
    for event in events:
        if isinstance(event, PlayerEntered):
            names[event.key] = event.facts.name
        elif isinstance(event, TeamEntered):
            names[event.key] = event.name
        elif isinstance(event, TournamentImported):
            names |= _names_by_key(event.tournament)
    names |= _names_by_key(state.tournament)
    return lambda key: names.get(key) or key


def _names_by_key(t: Tournament) -> dict[str, str]:
    return {participant.key: participant.name for participant in t.players} | {
        participant.key: participant.name for participant in t.teams
    }
