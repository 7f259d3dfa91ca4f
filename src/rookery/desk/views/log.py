"""The log for people: who did what and when, what was acknowledged, what was taken back, where one can go back to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rookery.answers.data import formed
from rookery.desk.events.players import PlayerEntered
from rookery.desk.events.teams import TeamEntered
from rookery.desk.events.time import Returned
from rookery.desk.events.tournament import TournamentImported
from rookery.desk.happening import Happening, event_of
from rookery.desk.state import Mark, State
from rookery.desk.time import path, trace_of
from rookery.desk.words import said
from rookery.model import Tournament
from rookery.store.records import Record
from rookery.values import frozen

if TYPE_CHECKING:
    from rookery.answers import command_shapes


@frozen
class LogLine:
    """An event in words: its version, who asked for it and when (UTC), and the warnings that were answered with yes.

    What does not `stand` was taken back. `command` is the same for all events of one command.
    """

    version: int
    at: str
    actor: str
    kind: str
    text: str
    command: str = ""
    acknowledged: tuple[str, ...] = ()
    stands: bool = True


@frozen
class LogView:
    """The log, first to last; and the points to go back to, of which the last of a name is the one that counts."""

    lines: tuple[LogLine, ...]
    points: tuple[Mark, ...] = ()


def log_view(state: State, records: Iterable[Record]) -> LogView:
    """The whole log of a tournament; people are called what they are called now, or were when they entered."""
    some = list(records)
    events = [event_of(one.kind, one.form, one.data) for one in some]
    counts = {one.version for one in path([trace_of(one) for one in some], len(some))}
    name = _names(state, events)
    lines = tuple(
        LogLine(one.version, one.at, one.actor, one.kind, said(event, name), one.command,
                tuple(token.partition("@")[0] for token in one.acknowledged),
                one.version in counts or isinstance(event, Returned))
        for one, event in zip(some, events, strict=True)
    )  # fmt: skip
    return LogView(lines, state.sticky.marks)


def log_data(slug: str, told: Iterable[tuple[Record, LogLine]]) -> dict[str, Any]:
    """A log as data: every event as it is kept, with what it says to people."""
    made: command_shapes.LogData = {
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
            for record, line in told
        ],
    }
    return formed("log", made)


def _names(state: State, events: Sequence[Happening]) -> Callable[[str], str]:
    """What keys are called: also those of people who were taken off the list."""
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, PlayerEntered):
            found[event.key] = event.facts.name
        elif isinstance(event, TeamEntered):
            found[event.key] = event.name
        elif isinstance(event, TournamentImported):
            found |= _called(event.tournament)
    found |= _called(state.tournament)
    return lambda key: found.get(key) or key


def _called(t: Tournament) -> dict[str, str]:
    return {one.key: one.name for one in t.players} | {one.key: one.name for one in t.teams}
