"""Undo, redo, and returning to a point: `returned {to}` makes the state of a version the present one.

The log only grows. `state(k) = state(to)` but for what is sticky, which is as it was before the return.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rookery.desk.decision import Granted, Refused
from rookery.desk.events.time import Returned
from rookery.desk.fold import EMPTY, step
from rookery.desk.happening import Happening, event_of
from rookery.desk.levels import Caution, caution
from rookery.desk.state import Stamp, State, with_sticky
from rookery.desk.wish import Wish, wish
from rookery.store.records import Record
from rookery.wording import listed


@wish("time.undo")
class Undo(Wish):
    """Take back one's own last command that still stands."""


@wish("time.redo")
class Redo(Wish):
    """Do again what the last undo took back, if nothing else has been done since."""


@wish("time.return")
class Return(Wish):
    """Go back to a version, or to a point by its name; its last one of that name."""

    to: int | None = None
    point: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """What the way back needs to know of a record."""

    version: int
    command: str
    actor: str
    to: int | None = None
    why: str = ""


def trace_of(record: Record) -> Trace:
    """The trace of a record."""
    to, why = (record.data["to"], record.data.get("why", "undo")) if record.kind == Returned.KIND else (None, "")
    return Trace(record.version, record.command, record.actor, to, why)


def path(traces: Sequence[Trace], version: int) -> list[Trace]:
    """The records that count at a version: those that no return has passed over, first to last.

    >>> some = [Trace(1, "a", ""), Trace(2, "b", ""), Trace(3, "c", "", to=1), Trace(4, "d", "")]
    >>> [one.version for one in path(some, 4)]
    [1, 4]
    """
    found = []
    while version > 0:
        one = traces[version - 1]
        if one.to is None:
            found.append(one)
            version -= 1
        else:
            version = one.to
    return found[::-1]


def returned(present: State, past: State) -> State:
    """The state of the past as it is from now on."""
    return with_sticky(past, present.sticky)


def replayed(records: Iterable[Record], start: State = EMPTY, kept: dict[int, State] | None = None) -> State:
    """The state that a log adds up to; `kept` has the states before it to which a return may lead, by version."""
    some = list(records)
    wanted = {one.data["to"] for one in some if one.kind == Returned.KIND}
    states, state = dict(kept or {0: EMPTY}), start
    for one in some:
        event = event_of(one.kind, one.form, one.data)
        if isinstance(event, Returned):
            state = returned(state, states[event.to])
        else:
            state = step(state, event, Stamp(one.version, one.actor, one.at))
        if one.version in wanted:
            states[one.version] = state
    return state


# -- what a wish about time comes to -----------------------------------------------------------------------------------


def decided(state: State, traces: Sequence[Trace], wanted: Wish, actor: str) -> Granted:
    """What an undo, a redo or a return comes to; whose work it would take back is asked."""
    version = len(traces)
    if isinstance(wanted, Undo):
        return _undo(state, traces, actor)
    if isinstance(wanted, Redo):
        return _to(state, traces, _redone(traces), "redo", actor)
    assert isinstance(wanted, Return)
    to, why = wanted.to, "version"
    if wanted.point:
        why = "point"
        found = next((one.version for one in reversed(state.sticky.marks) if one.name == wanted.point), None)
        if found is None:
            raise Refused(f"there is no point {wanted.point!r} to go back to")
        to = found - 1  # the mark comes first of its command
    if to is None or not 1 <= to < version:
        raise Refused(f"there is no version {to} to go back to: the log has {version}")
    _must_be_whole(traces, to)
    return _to(state, traces, to, why, actor)


def _must_be_whole(traces: Sequence[Trace], to: int) -> None:
    """Refuse a version in the middle of a command: what one command did stays together, its remark too."""
    if traces[to].command == traces[to - 1].command:
        same = [one.version for one in traces if one.command == traces[to].command]
        text = f"version {to} is in the middle of what one command did: choose {same[0] - 1} or {same[-1]}"
        raise Refused(text)


def _undo(state: State, traces: Sequence[Trace], actor: str) -> Granted:
    """Back to before one's own last command; going back to a point or a version is one too."""
    last = next((one for one in _backwards(traces) if one.actor == actor), None)
    first = next((one for one in traces if last and one.command == last.command), None)
    if first is None or first.version == 1:
        other = next((one.actor for one in _backwards(traces) if one.version > 1 and one.actor != actor), "")
        by = f" of {actor}'s to undo: the last that stands was done by {other}" if actor and other else " to undo"
        raise Refused(f"there is nothing{by}")
    return _to(state, traces, first.version - 1, "undo", actor)


def _backwards(traces: Sequence[Trace]) -> Iterator[Trace]:
    """What counts, from the end: the events that still stand, and the returns on the way, but no undo or redo."""
    version = len(traces)
    while version > 0:
        one = traces[version - 1]
        if one.why not in ("undo", "redo"):
            yield one
        version = version - 1 if one.to is None else one.to


def _redone(traces: Sequence[Trace]) -> int:
    """The version that the last undo left, if nothing else has been done since."""
    left: list[int] = []
    for one in traces:
        if one.why == "undo":
            left.append(one.version - 1)
        elif one.why == "redo":
            left.pop()
        else:
            left.clear()
    if not left:
        raise Refused("there is nothing to redo")
    return left[-1]


def _to(state: State, traces: Sequence[Trace], to: int, why: str, actor: str) -> Granted:
    """The return, and whose work it takes back."""
    now, then = path(traces, len(traces)), {one.version for one in path(traces, to)}
    lost = [one for one in now if one.version not in then]
    others = list(dict.fromkeys(one.actor for one in lost if one.actor != actor))
    event: Happening = Returned(to, why, tuple(one.version for one in lost))  # type: ignore[arg-type]
    said: tuple[Caution, ...] = ()
    if others:
        commands = len({one.command for one in lost if one.actor != actor})
        things = "one thing" if commands == 1 else f"{commands} things"
        text = f"this would also take back {things} that {listed(name or 'somebody' for name in others)} did"
        said = (caution("return", state.fide, text),)
    return Granted((event,), said)
