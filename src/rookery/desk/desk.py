"""The desk itself: guard, fold, append, publish. The only module that holds a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import RLock

from rookery.desk import commands
from rookery.desk.decision import Granted, Unanswered
from rookery.desk.events.rounds import RoundPaired
from rookery.desk.events.time import PointMarked, Returned
from rookery.desk.fold import EMPTY, step
from rookery.desk.form import Misread
from rookery.desk.guarded import Consequence, Folded, foreseen, guarded
from rookery.desk.happening import Happening, data_of, event_of
from rookery.desk.levels import Caution, about, unanswered
from rookery.desk.ports import Clock, Ids, Log
from rookery.desk.state import Stamp, State, dumped, loaded
from rookery.desk.time import Present, Trace, decided, replayed, returned, trace_of
from rookery.desk.wish import DECIDERS, Wish, decide, wish_sum
from rookery.errors import Conflict
from rookery.store.records import Entry, Record
from rookery.values import field, frozen, mutable, replace

__all__ = ["Desk", "Done", "commands"]

EVERY = 250
"""A snapshot is kept after so many events, with every paired round and with every return: none is read twice."""

_KEPT = (RoundPaired, Returned)

TRIES = 5
"""So often a command is decided anew when somebody was quicker."""


@frozen
class Done:
    """What a command did: the new version, its events, and the warnings that went with it."""

    version: int
    events: tuple[Happening, ...] = ()
    cautions: tuple[Caution, ...] = ()
    repeated: bool = False


@mutable
class _Open:
    """A stream that is open: its present state, and the traces of its log once somebody has asked for them."""

    state: State = EMPTY
    version: int = 0
    snapshot: int = 0
    traces: list[Trace] | None = None
    recent: dict[int, State] = field(default_factory=dict)


Subscriber = Callable[[str, Done], None]


class Desk:
    """Tournaments in a store, and the one way to change them; several threads may share one."""

    def __init__(self, store: Log, clock: Clock, ids: Ids) -> None:
        self._store, self._clock, self._ids = store, clock, ids
        self._open: dict[str, _Open] = {}
        self._subscribers: list[Subscriber] = []
        self._turn = RLock()

    def subscribe(self, told: Subscriber) -> None:
        """Tell somebody of every command that was written, after it was."""
        self._subscribers.append(told)

    def create(self, slug: str, stream: str = "") -> str:
        """Begin a log for a tournament, and give its id; a first command opens the tournament itself."""
        made = stream or self._ids()
        self._store.create(made, "tournament", slug)
        return made

    # -- looking -------------------------------------------------------------------------------------------------------

    def state(self, stream: str) -> State:
        """The present state."""
        with self._turn:
            return self._present(stream).state

    def version(self, stream: str) -> int:
        """The present version."""
        with self._turn:
            return self._present(stream).version

    def at(self, stream: str, version: int) -> State:
        """The state at a version."""
        with self._turn:
            return self._at(stream, version)

    def _at(self, stream: str, version: int) -> State:
        here = self._open.get(stream) or self._present(stream)
        if version == here.version:
            return here.state
        return here.recent.get(version) or self._rebuilt(stream, version)[0]

    def _present(self, stream: str) -> _Open:
        """The stream as it is now, with what others have written since."""
        here = self._open.get(stream)
        if here is None:
            version = self._store.version(stream)  # asked once: others may write meanwhile
            state, snapshot = self._rebuilt(stream, version)
            here = self._open[stream] = _Open(state, version, snapshot)
        for record in self._store.read(stream, here.version):
            self._take(stream, here, record)
        return here

    def _take(self, stream: str, here: _Open, record: Record) -> None:
        """Fold a record that somebody else wrote."""
        here.state = self._after(stream, here.state, record)
        here.version = record.version
        if here.traces is not None:
            here.traces.append(trace_of(record))

    def _rebuilt(self, stream: str, version: int) -> tuple[State, int]:
        """The state at a version, and the version of the snapshot it was made from.

        That is the newest before it behind which no return leads further back; so the log is read once, or twice.
        """
        until = version
        while True:
            state, start = self._kept(stream, until)
            records = list(self._store.read(stream, start, version))
            until = min([one.data["to"] for one in records if one.kind == Returned.KIND], default=version)
            if until >= start:
                return replayed(records, state, {start: state}), start

    def _kept(self, stream: str, until: int) -> tuple[State, int]:
        """The newest snapshot of a form that we know, up to a version; nothing, if there is none."""
        while until > 0 and (found := self._store.snapshot(stream, until)) is not None:
            with suppress(Misread):
                return loaded(found.data), found.version
            until = found.version - 1
        return EMPTY, 0

    def _after(self, stream: str, state: State, record: Record) -> State:
        event = event_of(record.kind, record.form, record.data)
        if isinstance(event, Returned):
            return returned(state, self._at(stream, event.to))
        return step(state, event, Stamp(record.version, record.actor, record.at))

    # -- doing ---------------------------------------------------------------------------------------------------------

    def do(
        self,
        stream: str,
        wanted: Wish,
        *,
        actor: str = "",
        command: str = "",
        seen: int | None = None,
        acknowledged: Iterable[str] = (),
    ) -> Done:
        """Do what somebody wants: decide it, guard it, write it, tell it.

        A command id that was carried out before is answered as the first time. Raises Refused, or what the library
        refuses; Unanswered while a warning waits; Stale when what should be replaced is not there any more; Conflict
        when others were quicker again and again, or `seen` is not the present version.
        """
        command, given = command or self._ids(), tuple(acknowledged)
        for again in range(TRIES):
            before = self._store.done(stream, command)
            if before is not None:
                return Done(before, repeated=True)
            try:
                with self._turn:
                    here = self._present(stream)
                    if seen is not None and seen != here.version:
                        raise Conflict(stream, seen, here.version)
                    return self._done(stream, here, wanted, actor, command, given)
            except Conflict:
                if seen is not None or again + 1 == TRIES:
                    raise
        raise AssertionError  # the loop ends with an answer or an error

    def decided(self, stream: str, wanted: Wish, actor: str = "") -> Granted:
        """What a wish would come to now, all its warnings among it; nothing is written."""
        with self._turn:
            return self._foreseen(stream, self._present(stream), wanted, actor)

    def _foreseen(self, stream: str, here: _Open, wanted: Wish, actor: str) -> Granted:
        found = self._decision(stream, here, wanted, actor)
        folded = self._folding(stream, Stamp(here.version + 1, actor, self._clock()))
        return replace(found, cautions=_asked(foreseen(here.state, found, folded).cautions, wanted))

    def _done(
        self, stream: str, here: _Open, wanted: Wish, actor: str, command: str, acknowledged: tuple[str, ...]
    ) -> Done:
        version, found = here.version, self._decision(stream, here, wanted, actor)
        if not found.events:
            return Done(version)
        events = (*((PointMarked(found.point),) if found.point and version else ()), *found.events)
        stamp = Stamp(version + 1, actor, self._clock())

        def answered(said: tuple[Caution, ...]) -> None:
            if open := unanswered(_asked(said, wanted), version, acknowledged):
                raise Unanswered(open, version)

        made = guarded(here.state, replace(found, events=events), self._folding(stream, stamp), answered)
        made = replace(made, cautions=_asked(made.cautions, wanted))
        return self._written(stream, here, made, command, stamp, acknowledged)

    def _decision(self, stream: str, here: _Open, wanted: Wish, actor: str) -> Granted:
        if type(wanted) in DECIDERS:
            return decide(here.state, self._seeded(wanted))
        if here.traces is None:
            here.traces = [trace_of(record) for record in self._store.read(stream, 0, here.version)]
        return decided(Present(here.state, here.traces, lambda to: self._at(stream, to)), wanted, actor)

    def _seeded(self, wanted: Wish) -> Wish:
        """The wish with a seed for all lots of the tournament, where one is to be drawn and nobody has."""
        if getattr(wanted, "lots", None) != "":
            return wanted
        return replace(wanted, lots=self._ids())  # type: ignore[type-var]

    def _folding(self, stream: str, stamp: Stamp) -> Folded:
        """What makes the state after some events, the first of which has this stamp; a return is looked up."""

        def folded(state: State, events: tuple[Happening, ...]) -> State:
            for version, event in enumerate(events, stamp.version):
                if isinstance(event, Returned):
                    state = returned(state, self._at(stream, event.to))
                else:
                    state = step(state, event, replace(stamp, version=version))
            return state

        return folded

    def _written(
        self, stream: str, here: _Open, made: Consequence, command: str, stamp: Stamp, acknowledged: tuple[str, ...]
    ) -> Done:
        """The answer, when the events are on the disk; what cannot be folded never comes this far."""
        events, said = made.events, made.cautions
        entries = [Entry(event.KIND, event.FORM, data_of(event)) for event in events]
        answered = tuple(token for token in acknowledged if any(token in one.tokens(here.version) for one in said))
        version = self._store.append(
            stream, here.version, entries, command=command, actor=stamp.actor, at=stamp.at, acknowledged=answered
        )
        if version != here.version + len(entries):  # the same command came in by another door meanwhile
            return Done(version, repeated=True)
        self._remember(here, made.after, version, events, command, stamp.actor)
        if version - here.snapshot >= EVERY or any(isinstance(event, _KEPT) for event in events):
            self._store.keep_snapshot(stream, version, dumped(made.after))
            here.snapshot = version
        done = Done(version, events, said)
        for told in self._subscribers:
            told(stream, done)
        return done

    def _remember(self, here: _Open, after: State, version: int, events: tuple[Happening, ...], command: str,
                  actor: str) -> None:  # fmt: skip
        """The stream is at this version now; a few states before it are kept for whoever goes back."""
        here.recent[here.version] = here.state
        if len(here.recent) > RECENT:
            here.recent.pop(min(here.recent))
        if here.traces is not None:
            for at, event in enumerate(events, here.version + 1):
                back = (event.to, event.why) if isinstance(event, Returned) else (None, "")
                here.traces.append(Trace(at, command, actor, *back))
        here.state, here.version = after, version


def _asked(said: tuple[Caution, ...], wanted: Wish) -> tuple[Caution, ...]:
    """The warnings of a wish, whose answers fit no other."""
    return about(said, wish_sum(wanted)) if said else ()


RECENT = 20
"""So many states before the present one are kept in memory."""
