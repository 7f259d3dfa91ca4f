"""Undo, redo and return to an earlier version: `returned {to}` makes the state of a version the present one.

The log only grows. The state after a return equals that of version `to`, except for the permanent facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from rookery._record import record
from rookery.messages import join_list, join_texts, map_text, msg, msg_plural
from rookery.storage.records import Record
from rookery.tournaments.command import Command, Proposal
from rookery.tournaments.domain.check_in import CheckInClosed, CheckInMarked, CheckInOpened
from rookery.tournaments.domain.claims import ResultClaimed
from rookery.tournaments.domain.lifecycle import TournamentMoved
from rookery.tournaments.domain.privacy import DetailsErased, PersonErased
from rookery.tournaments.domain.publication import PublicationSet, RoundHidden, RoundPublished
from rookery.tournaments.domain.restore_points import Redo, Return, Returned, Undo
from rookery.tournaments.domain.sections import EventDissolved
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import Event, apply_event, event_from_data
from rookery.tournaments.keyed import Boards
from rookery.tournaments.state import EMPTY, Stamp, State, with_permanent, with_start_changes
from rookery.tournaments.visibility import published_round
from rookery.tournaments.warning_table import RuleWarning, rule_warning

KEPT_KINDS = frozenset(
    {
        CheckInClosed.KIND, CheckInMarked.KIND, CheckInOpened.KIND, DetailsErased.KIND, EventDissolved.KIND,
        PersonErased.KIND, PublicationSet.KIND, ResultClaimed.KIND, RoundHidden.KIND, RoundPublished.KIND,
        TournamentMoved.KIND,
    }
)  # fmt: skip
"""Kinds of events that undo, redo and returns never take back."""


@record
class Trace:
    """The part of a record that undo needs; `kept` records are never taken back."""

    version: int
    command: str
    actor: str
    to: int | None = None
    why: str = ""
    kept: bool = False


def trace_of(record: Record) -> Trace:
    """Return the trace of a record."""
    to, reason = (record.data["to"], record.data.get("why", "undo")) if record.kind == Returned.KIND else (None, "")
    return Trace(record.version, record.command, record.actor, to, reason, record.kind in KEPT_KINDS)


def effective_traces(traces: Sequence[Trace], version: int) -> list[Trace]:
    """Return the records in effect at a version, those that no return has skipped, first to last.

    >>> some = [Trace(1, "a", ""), Trace(2, "b", ""), Trace(3, "c", "", to=1), Trace(4, "d", "")]
    >>> [one.version for one in effective_traces(some, 4)]
    [1, 4]
    """
    effective = []
    while version > 0:
        trace = traces[version - 1]
        if trace.to is None:
            effective.append(trace)
            version -= 1
        else:
            version = trace.to
    return effective[::-1]


def return_to_state(present: State, past: State) -> State:
    """Return the past state as the present one, with the permanent facts."""
    return with_start_changes(present, with_permanent(past, present.permanent))


def replay_records(
    records: Iterable[Record], start: State = EMPTY, known_states: dict[int, State] | None = None
) -> State:
    """Return the state after a log; `known_states` has earlier states to which a return may lead, by version."""
    state = start
    for _, state in replay(records, start, known_states):  # noqa: B007  # the last one
        pass
    return state


def replay(
    records: Iterable[Record],
    start: State = EMPTY,
    known_states: dict[int, State] | None = None,
    trusted: int | None = None,
) -> Iterator[tuple[Record, State]]:
    """Yield each record of a log with the state after it.

    Events after the version `trusted` come from elsewhere and must be within their bounds. Events up to it, or all
    events without it, are cut to the bounds.

    Raises:
        RuleError: An event that is not trusted is out of bounds.
    """
    stored_records = list(records)
    targets = {stored.data["to"] for stored in stored_records if stored.kind == Returned.KIND}
    states, state = dict(known_states or {0: EMPTY}), start
    for stored in stored_records:
        strict = trusted is not None and stored.version > trusted
        event = event_from_data(stored.kind, stored.form, stored.data, strict=strict)
        if isinstance(event, Returned):
            state = return_to_state(state, states[event.to])
        else:
            state = apply_event(state, event, Stamp(stored.version, stored.actor, stored.at))
        if stored.version in targets:
            states[stored.version] = state
        yield stored, state


@record
class LogAccess:
    """The log that leads to a state: its traces, and functions for the state and the text of an event at a version."""

    traces: Sequence[Trace]
    state_at: Callable[[int], State]
    event_text_at: Callable[[int], str] = str


def decide_undo(state: State, log: LogAccess, requested: Command, actor: str) -> Proposal:
    """Decide an undo, a redo or a return, with warnings about the work of others and published rounds."""
    if isinstance(requested, Undo):
        return _decide_undo(state, log, actor)
    if isinstance(requested, Redo):
        return _decide_return(state, log, _redo_target(log.traces), "redo", actor)
    assert isinstance(requested, Return)
    traces, version = log.traces, len(log.traces)
    to, reason = requested.to, "version"
    if requested.point:
        reason = "point"
        marked_version = next(
            (mark.version for mark in reversed(state.permanent.marks) if mark.name == requested.point), None
        )
        if marked_version is None:
            raise CommandRejectedError(msg("there is no restore point %(point)s", point=f"{requested.point!r}"))
        to = marked_version - 1  # the mark comes first of its command
    if to is None or not 1 <= to < version:
        raise CommandRejectedError(msg("there is no version %(to)s to go back to: the log has %(version)s", to=to,
                                       version=version))  # fmt: skip
    _check_command_boundary(traces, to)
    return _decide_return(state, log, to, reason, actor)


def _check_command_boundary(traces: Sequence[Trace], to: int) -> None:
    """Raise CommandRejectedError for a version in the middle of a command."""
    if traces[to].command == traces[to - 1].command:
        versions = [trace.version for trace in traces if trace.command == traces[to].command]
        text = msg("version %(to)s is in the middle of one action: choose %(first)s or %(last)s", to=to,
                   first=versions[0] - 1, last=versions[-1])  # fmt: skip
        raise CommandRejectedError(text)


def _decide_undo(state: State, log: LogAccess, actor: str) -> Proposal:
    """Return to the version before one's own last command; returns to a point or a version count as commands."""
    traces = log.traces
    last = next((trace for trace in _undoable_traces(traces) if trace.actor == actor), None)
    first = next((trace for trace in traces if last and trace.command == last.command), None)
    if first is None or first.version == 1:
        actors = (trace.actor for trace in _undoable_traces(traces) if trace.version > 1)
        other_actor = next((name for name in actors if name != actor), "")
        if not (actor and other_actor):
            raise CommandRejectedError(msg("nothing to undo"))
        raise CommandRejectedError(msg("%(name)s has nothing to undo: the last change was made by %(other)s",
                                       name=actor, other=other_actor))  # fmt: skip
    return _decide_return(state, log, first.version - 1, "undo", actor)


def _undoable_traces(traces: Sequence[Trace]) -> Iterator[Trace]:
    """Yield the traces in effect, last first: standing events and returns, but no undo or redo."""
    version = len(traces)
    while version > 0:
        trace = traces[version - 1]
        if trace.why not in ("undo", "redo") and not trace.kept:
            yield trace
        version = version - 1 if trace.to is None else trace.to


def _redo_target(traces: Sequence[Trace]) -> int:
    """Return the version that the last undo left, if nothing else was done since."""
    undone_from: list[int] = []
    for trace in traces:
        if trace.why == "undo":
            undone_from.append(trace.version - 1)
        elif trace.why == "redo":
            undone_from.pop()
        elif not trace.kept:
            undone_from.clear()
    if not undone_from:
        raise CommandRejectedError(msg("nothing to redo"))
    return undone_from[-1]


def _decide_return(state: State, log: LogAccess, to: int, reason: str, actor: str) -> Proposal:
    """Decide a return to a version."""
    remaining_versions = {trace.version for trace in effective_traces(log.traces, to)}
    effective = effective_traces(log.traces, len(log.traces))
    skipped = [trace for trace in effective if trace.version not in remaining_versions and not trace.kept]
    event: Event = Returned(to, reason, tuple(trace.version for trace in skipped))  # type: ignore[arg-type]
    by_others = [trace for trace in skipped if trace.actor != actor]
    return Proposal((event,), tuple(_return_warnings(state, log, log.state_at(to), by_others)))


MAX_NAMED = 3
"""The number of changes by others that a warning names; the rest is counted."""


def _return_warnings(state: State, log: LogAccess, past: State, by_others: Sequence[Trace]) -> Iterator[RuleWarning]:
    """Warn about published rounds that a return removes, and about the work of others."""
    names = join_list(name or msg("an unnamed person") for name in dict.fromkeys(trace.actor for trace in by_others))
    first_traces = {trace.command: trace for trace in reversed(by_others)}  # the first event describes the command
    commands, newest = len(first_traces), sorted(first_traces.values(), key=lambda trace: -trace.version)[:MAX_NAMED]
    sentences = (log.event_text_at(trace.version) for trace in newest)
    changes = join_texts("; ", (map_text(sentence, lambda text: text.removesuffix(".")) for sentence in sentences))
    if commands > len(newest):
        changes = msg("%(deeds)s; and %(number)s more", deeds=changes, number=commands - len(newest))
    if published := _published_rounds(state, past, bool(by_others)):
        text = msg_plural(len(published), "this takes back round %(rounds)s, which players have already seen",
                          "this takes back rounds %(rounds)s, which players have already seen",
                          rounds=join_list(map(str, published)))  # fmt: skip
        if by_others:
            text = msg_plural(commands, "%(what)s, and one change made by %(names)s: %(deeds)s",
                              "%(what)s, and %(num)s changes made by %(names)s: %(deeds)s", what=text, names=names,
                              deeds=changes)  # fmt: skip
        yield rule_warning("return-published", state.fide, text)
    elif by_others:
        text = msg_plural(commands, "this also takes back one change made by %(names)s: %(deeds)s",
                          "this also takes back %(num)s changes made by %(names)s: %(deeds)s", names=names,
                          deeds=changes)  # fmt: skip
        yield rule_warning("return", state.fide, text)


def _published_rounds(state: State, past: State, has_others: bool) -> list[int]:
    """Return the published rounds that a return would remove or pair differently.

    A round counts as published once the arbiter published it or a result of it was ever entered, or once another
    person changed the tournament after it was paired.
    """
    rounds = enumerate(zip_longest(state.tournament.rounds, past.tournament.rounds), 1)
    changed = [
        number
        for number, (new_round, old_round) in rounds
        if new_round is not None
        and new_round is not old_round
        and (
            old_round is None
            or Boards.from_round(new_round, state.keys).pairs != Boards.from_round(old_round, past.keys).pairs
        )
    ]
    played = state.permanent.played
    return [
        number
        for number in changed
        if has_others or number <= played or published_round(state, number).pairings is not None
    ]
