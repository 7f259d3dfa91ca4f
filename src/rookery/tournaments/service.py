"""The service that runs commands: decide, check, append, publish. The only module that holds a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from secrets import token_hex
from threading import Lock, RLock

from rookery._record import field, record, replace
from rookery.errors import ConflictError
from rookery.json_codec import InvalidDataError
from rookery.storage.records import Entry, Record
from rookery.tournaments.command import DECIDERS, Command
from rookery.tournaments.domain.restore_points import Returned
from rookery.tournaments.domain.rounds import RoundPaired
from rookery.tournaments.event import Event, apply_event, event_from_data, event_text, event_to_data
from rookery.tournaments.execute import Decision, execute, preview
from rookery.tournaments.redaction import ERASURES, redactor_for
from rookery.tournaments.roles import EVERYTHING, Authority
from rookery.tournaments.state import EMPTY, Stamp, State, dump_state, load_state
from rookery.tournaments.store import Clock, EventStore, Ids
from rookery.tournaments.undo import LogAccess, Trace, replay_records, return_to_state, trace_of
from rookery.tournaments.warning_table import RuleWarning

SNAPSHOT_INTERVAL = 250
"""The number of events after which a snapshot is stored; it is also stored with every paired round and return."""

_SNAPSHOT_EVENTS = (RoundPaired, Returned)

TRIES = 20
"""The number of attempts to execute a command while others write."""


@record
class CommandResult:
    """The result of a command: the new version and state, its events, and its warnings."""

    version: int
    state: State
    events: tuple[Event, ...] = ()
    warnings: tuple[RuleWarning, ...] = ()
    repeated: bool = False


@record
class VersionedState:
    """The state of a tournament at a version: an immutable value that readers use without a lock."""

    state: State
    version: int


@record(frozen=False)
class _OpenStream:
    """A stream in memory.

    `turn` is held by a command from its decision until it is written; `loading` while something is read from the
    store that would otherwise be read twice; `publishing` while `current` is replaced.
    """

    current: VersionedState | None = None
    snapshot: int = 0
    traces: list[Trace] = field(default_factory=list)
    recent: dict[int, State] = field(default_factory=dict)
    turn: RLock = field(default_factory=RLock)
    loading: Lock = field(default_factory=Lock)
    publishing: Lock = field(default_factory=Lock)

    def publish(self, new: VersionedState) -> VersionedState:
        """Replace the current state, unless another thread has published a newer one meanwhile; return the newest."""
        with self.publishing:
            if self.current is None or new.version > self.current.version:
                self.current = new
            return self.current


Subscriber = Callable[[str, CommandResult], None]


class TournamentService:
    """Tournaments in a store, and the only way to change them; threads may share a service.

    Commands on one tournament are executed one after the other; those on different tournaments do not wait for each
    other. Reading never waits for a command: it returns the last state that was written.
    """

    def __init__(self, store: EventStore, clock: Clock, ids: Ids) -> None:
        self._store, self._clock, self._ids = store, clock, ids
        self._open: dict[str, _OpenStream] = {}
        self._subscribers: list[Subscriber] = []
        self._erasure_subscribers: list[Callable[[str], None]] = []

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call a function after every command that was written."""
        self._subscribers.append(subscriber)

    def subscribe_to_erasures(self, subscriber: Callable[[str], None]) -> None:
        """Call a function with the id of a tournament after a person was erased from it, by whichever process."""
        self._erasure_subscribers.append(subscriber)

    def create(self, slug: str, stream: str = "") -> str:
        """Create an empty log and return its id; the first command creates the tournament itself."""
        stream_id = stream or self._ids()
        self._store.create(stream_id, "tournament", slug)
        return stream_id

    # -- reading -------------------------------------------------------------------------------------------------------

    def state(self, stream: str) -> State:
        """Return the present state."""
        return self.current(stream).state

    def version(self, stream: str) -> int:
        """Return the present version."""
        return self.current(stream).version

    def current(self, stream: str, version: int | None = None) -> VersionedState:
        """Return the present state and version, including what other processes have written.

        Callers that know that the log has reached a `version` pass it: the store is then queried only if the state
        in
        memory is older.
        """
        entry = self._open_stream(stream, version)
        current = entry.current
        if current is not None and version is not None and current.version >= version:
            return current
        return self._catch_up(stream, entry)

    def currents(self, versions: Mapping[str, int]) -> dict[str, VersionedState]:
        """Return the states of several tournaments, each at least at the given version, with at most two queries."""
        entries = {stream: self._stream_entry(stream) for stream in versions}
        cold = [stream for stream, entry in entries.items() if entry.current is None]
        for stream, snapshot in (self._store.newest_snapshots(cold) if cold else {}).items():
            with suppress(InvalidDataError):
                loaded = VersionedState(load_state(snapshot.data), snapshot.version)
                entries[stream].snapshot = entries[stream].publish(loaded).version
        states = {stream: entry.current or VersionedState(EMPTY, 0) for stream, entry in entries.items()}
        behind = {stream: pending.version for stream, pending in states.items() if pending.version < versions[stream]}
        for stream, records in (self._store.read_many(behind) if behind else {}).items():
            states[stream] = self._follow(stream, entries[stream], states[stream], records)
        return states

    def state_at(self, stream: str, version: int) -> State:
        """Return the state at a version."""
        entry = self._open_stream(stream)
        current = entry.current
        if current is not None and version == current.version:
            return current.state
        return entry.recent.get(version) or self._rebuild_state(stream, version)[0]

    def _stream_entry(self, stream: str) -> _OpenStream:
        return self._open.get(stream) or self._open.setdefault(stream, _OpenStream())

    def _open_stream(self, stream: str, version: int | None = None) -> _OpenStream:
        """Return the stream with a state, read from the store on first use up to a known version."""
        opened = self._stream_entry(stream)
        if opened.current is None:
            with opened.loading:
                if opened.current is None:
                    if version is None:
                        version = self._store.version(stream)  # asked once: others may write meanwhile
                    state, opened.snapshot = self._rebuild_state(stream, version)
                    opened.publish(VersionedState(state, version))
        return opened

    def _catch_up(self, stream: str, opened: _OpenStream) -> VersionedState:
        """Read and apply what other processes have written, without holding a lock."""
        current = opened.current
        assert current is not None, "a stream is opened before it is followed"
        return self._follow(stream, opened, current, self._store.read(stream, current.version))

    def _follow(
        self, stream: str, opened: _OpenStream, current: VersionedState, records: Iterable[Record]
    ) -> VersionedState:
        state, version = current.state, current.version
        is_erased = False
        for record_ in records:
            is_erased = is_erased or record_.kind in ERASURES
            if not is_erased:  # else everything is read anew
                state = self._apply_record(stream, state, record_)
            version = record_.version
        if is_erased:
            state = self._forget(stream, opened, version)
        return (
            opened.publish(VersionedState(state, version)) if version > current.version else opened.current or current
        )

    def _forget(self, stream: str, opened: _OpenStream, version: int) -> State:
        """Return the state at a version after an erasure, and drop what memory has of the time before it."""
        opened.recent.clear()
        state, opened.snapshot = self._rebuild_state(stream, version)
        for subscriber in self._erasure_subscribers:
            subscriber(stream)
        return state

    def _rebuild_state(self, stream: str, version: int) -> tuple[State, int]:
        """Return the state at a version, and the version of the snapshot it was built from.

        The snapshot is the newest one after which no record returns to an earlier version, so the log is read at most
        twice.
        """
        until = version
        while True:
            state, start = self._load_snapshot(stream, until)
            records = list(self._store.read(stream, start, version))
            until = min([record.data["to"] for record in records if record.kind == Returned.KIND], default=version)
            if until >= start:
                return replay_records(records, state, {start: state}), start

    def _load_snapshot(self, stream: str, until: int) -> tuple[State, int]:
        """Return the newest readable snapshot up to a version, or the empty state."""
        while until > 0 and (snapshot := self._store.snapshot(stream, until)) is not None:
            with suppress(InvalidDataError):
                return load_state(snapshot.data), snapshot.version
            until = snapshot.version - 1
        return EMPTY, 0

    def _apply_record(self, stream: str, state: State, record: Record) -> State:
        event = event_from_data(record.kind, record.form, record.data)
        if isinstance(event, Returned):
            return return_to_state(state, self.state_at(stream, event.to))
        return apply_event(state, event, Stamp(record.version, record.actor, record.at))

    # -- executing -----------------------------------------------------------------------------------------------------

    def do(
        self,
        stream: str,
        requested: Command,
        *,
        actor: str = "",
        command_id: str = "",
        expected_version: int | None = None,
        acknowledged: Iterable[str] = (),
        authority: Authority = EVERYTHING,
    ) -> CommandResult:
        """Execute a command: decide it, check it, write it, and notify the subscribers.

        The id of a command that was executed before returns its result again. `authority` is what the person may do.

        Raises:
            CommandRejectedError: The command is not permitted, by the rules or by the person's role. The library
                may raise other RuleErrors.
            ConfirmationRequiredError: A warning is not acknowledged.
            StaleVersionError: A value to be replaced has changed.
            ConflictError: Others wrote meanwhile, `TRIES` times, or the version is not `expected_version`.
        """
        command_id, tokens = command_id or self._ids(), tuple(acknowledged)
        requested = self._with_seed(requested)
        for attempt in range(TRIES):
            try:
                opened = self._open_stream(stream)
                with opened.turn:
                    before = opened.current
                    assert before is not None, "a stream is opened before it is followed"
                    done_version, records = self._store.read_for_command(stream, command_id, before.version)
                    current = self._follow(stream, opened, before, records)
                    if done_version is not None:
                        return CommandResult(done_version, current.state, repeated=True)
                    if expected_version is not None and expected_version != current.version:
                        raise ConflictError(stream, expected_version, current.version)
                    log, at = self._log_access(stream, current, requested), self._clock()
                    decision = execute(
                        current.state, requested, actor, tokens,
                        version=current.version, at=at, log=log, authority=authority,
                    )  # fmt: skip
                    if not decision.events:
                        return CommandResult(current.version, current.state)
                    return self._write(stream, current, decision, command_id, Stamp(actor=actor, at=at), tokens)
            except ConflictError:
                if expected_version is not None or attempt + 1 == TRIES:
                    raise
        raise AssertionError  # the loop ends with an answer or an error

    def preview(self, stream: str, requested: Command, actor: str = "") -> Decision:
        """Return the outcome that a command would have, with all its warnings; nothing is written."""
        current = self.current(stream)
        log = self._log_access(stream, current, requested)
        requested = self._with_seed(requested)
        return preview(current.state, requested, actor, version=current.version, at=self._clock(), log=log)

    def _log_access(self, stream: str, current: VersionedState, requested: Command) -> LogAccess | None:
        """Return access to the log for the commands that need it."""
        if type(requested) in DECIDERS:
            return None
        opened = self._open_stream(stream)
        with opened.loading:
            opened.traces += map(trace_of, self._store.read(stream, len(opened.traces), current.version))
            traces = opened.traces[: current.version]

        def event_text_at(version: int) -> str:
            (record,) = self._store.read(stream, version - 1, version)
            return event_text(event_from_data(record.kind, record.form, record.data), current.state.name)

        return LogAccess(traces, lambda to: self.state_at(stream, to), event_text_at)

    def _with_seed(self, requested: Command) -> Command:
        """Return the command with a seed for the tournament's lots, if it needs one and has none."""
        if getattr(requested, "lots", None) != "":
            return requested
        return replace(requested, lots=self._ids())  # type: ignore[type-var]

    def _write(
        self, stream: str, current: VersionedState, decision: Decision, command_id: str, stamp: Stamp,
        acknowledged: tuple[str, ...],
    ) -> CommandResult:  # fmt: skip
        """Write the events, publish the new state and return the result."""
        used_tokens = {token for warning in decision.warnings for token in warning.tokens(current.version)}
        version = self._store.append(
            stream,
            current.version,
            [Entry(event.KIND, event.FORM, event_to_data(event)) for event in decision.events],
            command=command_id,
            actor=stamp.actor,
            at=stamp.at,
            acknowledged=tuple(token for token in acknowledged if token in used_tokens),
            redact=self._redactor(stream, decision.events),
        )
        if version != current.version + len(decision.events):  # another process has written the same command meanwhile
            return CommandResult(version, self.state_at(stream, version), repeated=True)
        opened = self._open_stream(stream)
        if any(event.KIND in ERASURES for event in decision.events):
            decision = replace(decision, state=self._forget(stream, opened, version))
        else:
            opened.recent[current.version] = current.state
        if len(opened.recent) > RECENT_STATES:
            opened.recent.pop(min(opened.recent))
        opened.publish(VersionedState(decision.state, version))
        if version - opened.snapshot >= SNAPSHOT_INTERVAL or any(
            isinstance(event, _SNAPSHOT_EVENTS) for event in decision.events
        ):
            self._store.keep_snapshot(stream, version, dump_state(decision.state))
            opened.snapshot = version
        result = CommandResult(version, decision.state, decision.events, decision.warnings)
        for subscriber in self._subscribers:
            subscriber(stream, result)
        return result

    def _redactor(self, stream: str, events: Iterable[Event]) -> Callable[[Record], Record] | None:
        """Return the function that erases a person from the log, if that is what the events are about."""
        erasures = [
            Record(stream, 0, event.KIND, event.FORM, event_to_data(event), "", "", "")
            for event in events
            if event.KIND in ERASURES
        ]
        return redactor_for(erasures, self._store.read(stream)) if erasures else None


RECENT_STATES = 20
"""The number of earlier states kept in memory."""


def create_service(store: EventStore) -> TournamentService:
    """Return the service for a store, with the system clock and random ids."""
    return TournamentService(store, utc_now, new_id)


def utc_now() -> str:
    """Return the present time, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """Return a new random id."""
    return token_hex(8)
