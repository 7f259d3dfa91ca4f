"""Undo, redo, and returning to a point: `returned {to}` makes the state of a version the present one.

The log only grows. `state(k) = state(to)` but for what is sticky, which is as it was before the return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from rookery.desk.decision import Granted, Refused
from rookery.desk.events.time import Returned
from rookery.desk.facts import Boards
from rookery.desk.fold import EMPTY, step
from rookery.desk.happening import Happening, event_of
from rookery.desk.levels import Caution, caution
from rookery.desk.state import Stamp, State, with_sticky
from rookery.desk.wish import Wish, wish
from rookery.store.records import Record
from rookery.values import frozen
from rookery.wording import counted, listed, spoken


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


@frozen
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


@frozen
class Present:
    """What the way back begins with: the state, the traces of its log, and what gives the state of a version."""

    state: State
    traces: Sequence[Trace]
    at: Callable[[int], State]


def decided(here: Present, wanted: Wish, actor: str) -> Granted:
    """What an undo, a redo or a return comes to; whose work it would take back is asked, and of published rounds."""
    if isinstance(wanted, Undo):
        return _undo(here, actor)
    if isinstance(wanted, Redo):
        return _to(here, _redone(here.traces), "redo", actor)
    assert isinstance(wanted, Return)
    state, traces, version = here.state, here.traces, len(here.traces)
    to, why = wanted.to, "version"
    if wanted.point:
        why = "point"
        found = next((one.version for one in reversed(state.sticky.marks) if one.name == wanted.point), None)
        if found is None:
            raise Refused(spoken("there is no point %(point)s to go back to", point=f"{wanted.point!r}"))
        to = found - 1  # the mark comes first of its command
    if to is None or not 1 <= to < version:
        raise Refused(spoken("there is no version %(to)s to go back to: the log has %(version)s", to=to,
                             version=version))  # fmt: skip
    _must_be_whole(traces, to)
    return _to(here, to, why, actor)


def _must_be_whole(traces: Sequence[Trace], to: int) -> None:
    """Refuse a version in the middle of a command: what one command did stays together, its remark too."""
    if traces[to].command == traces[to - 1].command:
        same = [one.version for one in traces if one.command == traces[to].command]
        text = spoken("version %(to)s is in the middle of what one command did: choose %(first)s or %(last)s", to=to,
                      first=same[0] - 1, last=same[-1])  # fmt: skip
        raise Refused(text)


def _undo(here: Present, actor: str) -> Granted:
    """Back to before one's own last command; going back to a point or a version is one too."""
    traces = here.traces
    last = next((one for one in _backwards(traces) if one.actor == actor), None)
    first = next((one for one in traces if last and one.command == last.command), None)
    if first is None or first.version == 1:
        other = next((one.actor for one in _backwards(traces) if one.version > 1 and one.actor != actor), "")
        if not (actor and other):
            raise Refused(spoken("there is nothing to undo"))
        raise Refused(spoken("there is nothing of %(name)s's to undo: the last that stands was done by %(other)s",
                             name=actor, other=other))  # fmt: skip
    return _to(here, first.version - 1, "undo", actor)


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
        raise Refused(spoken("there is nothing to redo"))
    return left[-1]


def _to(here: Present, to: int, why: str, actor: str) -> Granted:
    """The return, whose work it takes back, and which rounds that people have seen."""
    now, then = path(here.traces, len(here.traces)), {one.version for one in path(here.traces, to)}
    lost = [one for one in now if one.version not in then]
    event: Happening = Returned(to, why, tuple(one.version for one in lost))  # type: ignore[arg-type]
    others = [one for one in lost if one.actor != actor]
    return Granted((event,), tuple(_asked(here.state, here.at(to), others)))


def _asked(state: State, past: State, others: Sequence[Trace]) -> Iterator[Caution]:
    """A published round that would be gone is asked for in two steps, the work of others in one."""
    names = listed(name or spoken("somebody") for name in dict.fromkeys(one.actor for one in others))
    commands = len({one.command for one in others})
    if gone := _published(state, past, bool(others)):
        text = counted(len(gone), "this would take back round %(rounds)s, which people have seen",
                       "this would take back rounds %(rounds)s, which people have seen",
                       rounds=listed(map(str, gone)))  # fmt: skip
        if others:
            text = counted(commands, "%(what)s, and one thing that %(names)s did",
                           "%(what)s, and %(num)s things that %(names)s did", what=text, names=names)  # fmt: skip
        yield caution("return-published", state.fide, text)
    elif others:
        text = counted(commands, "this would also take back one thing that %(names)s did",
                       "this would also take back %(num)s things that %(names)s did", names=names)  # fmt: skip
        yield caution("return", state.fide, text)


def _published(state: State, past: State, others: bool) -> list[int]:
    """The rounds that people have seen and that would be gone, or would be others.

    A round is published, for all that the desk can know, once a result of it was ever entered, or somebody else has
    worked here since it was paired.
    """
    rounds = enumerate(zip_longest(state.tournament.rounds, past.tournament.rounds), 1)
    gone = [number for number, (now, then) in rounds
            if now is not None and now is not then
            and (then is None or Boards.of(now, state.keys).pairs != Boards.of(then, past.keys).pairs)]  # fmt: skip
    return [number for number in gone if others or number <= state.sticky.played]
