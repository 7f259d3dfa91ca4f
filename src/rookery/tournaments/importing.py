"""Import of tournaments: from a file, from the log of another installation, or new."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby

from rookery._record import replace
from rookery.errors import Problem, RookeryError, Severity
from rookery.load_result import LoadResult
from rookery.messages import join_list, msg, msg_plural
from rookery.storage import Record, Stream, log_file
from rookery.storage.records import chain_hash
from rookery.tournaments.domain.import_export import ImportTournament, TournamentImported, correction_messages
from rookery.tournaments.domain.lifecycle import TournamentOpened
from rookery.tournaments.domain.sections import EventOpened
from rookery.tournaments.guard import find_warnings
from rookery.tournaments.service import new_id
from rookery.tournaments.state import EMPTY, State
from rookery.tournaments.store import MemoryStore
from rookery.tournaments.undo import replay
from rookery.tournaments.warning_table import REFUSED

_CREATION_KINDS = (TournamentOpened.KIND, TournamentImported.KIND, EventOpened.KIND)
_LOG_PREFIX = b'{"rookery":"log"'


def is_log(data: bytes, name: str) -> bool:
    """Return whether a file is a tournament log, by its first bytes or its name."""
    return data.startswith(_LOG_PREFIX) or name.lower().endswith(".rookery")


def parse_log(data: bytes, streams: Iterable[Stream] = ()) -> tuple[Stream, tuple[Record, ...]]:
    """Return the stream and records of a log file.

    Records that `streams`, those of this installation, contain already are trusted.

    Raises:
        FormatError: The data are no log.
        RookeryError: The log is not consistent.
    """
    stream, records = log_file.loads(data)
    state = check_replay(records, next((local.version for local in streams if local.id == stream.id), 0))
    if records and state.kind != stream.kind:
        raise RookeryError(msg("the log is not consistent: it is not of the kind that it says"))
    return stream, records


def check_replay(records: Sequence[Record], trusted: int = 0) -> State:
    """Check that records from elsewhere replay to a tournament or an event, and return its state.

    The first `trusted` events are ours. All others must be within their bounds, and none may create the tournament
    again.

    Raises:
        RookeryError: The records are not consistent.
    """
    try:
        previous = EMPTY
        for record, state in replay(records, trusted=trusted):
            if record.version > trusted and record.kind in _CREATION_KINDS and previous.tournament != EMPTY.tournament:
                raise RookeryError(msg("entry %(version)s creates the tournament a second time",
                                       version=record.version))  # fmt: skip
            previous = state
    except Exception as error:  # a foreign log can fail in any way
        reason = str(error) if isinstance(error, RookeryError) else f"{type(error).__name__} {error}".strip()
        raise RookeryError(msg("the log is not consistent: %(why)s", why=reason)) from None
    return previous


def begins_with_stream(stream: Stream, records: Sequence[Record]) -> bool:
    """Return whether records begin with everything that a stream of this installation has."""
    return len(records) >= stream.version and chain_hash("", records[: stream.version]) == stream.sum


def check_continuation(records: Sequence[Record], trusted: int) -> tuple[str, ...]:
    """Return the warnings about the records that would continue a log of this installation, as texts.

    The first `trusted` records are ours. Every command after them is checked as if it were given here.

    Raises:
        RookeryError: The guard refuses one of the commands.
    """
    states = [EMPTY, *(state for _, state in replay(records))]
    texts = dict[str, None]()
    for _, command_records in groupby(records[trusted:], key=lambda record: record.command):
        group = list(command_records)
        first, last = group[0], group[-1]
        for warning in find_warnings(states[first.version - 1], states[last.version]):
            text = msg("event %(version)s, by %(actor)s: %(text)s", version=first.version,
                       actor=first.actor or msg("an unnamed person"), text=warning.text)  # fmt: skip
            if warning.level >= REFUSED:
                raise RookeryError(msg("this tournament cannot be continued from the file: %(text)s", text=text))
            texts[text] = None
    early = [
        record
        for record in records[trusted:]
        if trusted and _parse_time(record.at) < _parse_time(records[trusted - 1].at)
    ]
    if early:
        text = msg_plural(
            len(early),
            "%(num)s of the new entries is dated before the last one of this desk (by %(actors)s)",
            "%(num)s of the new entries are dated before the last one of this desk (by %(actors)s)",
            actors=join_list(dict.fromkeys(record.actor or msg("an unnamed person") for record in early)),
        )
        texts[text] = None
    return tuple(texts)


def _parse_time(text: str) -> datetime:
    """Parse the time of a record as UTC; a missing or unreadable time is the earliest possible one."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def blocking_problems(result: LoadResult) -> tuple[Problem, ...]:
    """Return the errors for which the reader found no replacement: such a file is not imported.

    A fault for which the reader reports a replacement is an adjustment, and is reported like all others.
    """
    return tuple(problem for problem in result.problems if problem.severity is Severity.ERROR and not problem.used)


def import_command(result: LoadResult, data: bytes) -> ImportTournament:
    """Return the command that imports a file, with every adjustment that the reader made."""
    dialect = "json" if data.lstrip()[:1] in (b"{", b"[") else "trf"
    errors = tuple(problem.message for problem in result.problems if problem.severity is Severity.ERROR)
    digest, adjustments = sha256(data).hexdigest(), correction_messages(result.problems)
    return ImportTournament(result.tournament, digest, dialect, adjustments, new_id(), errors)


def record_in_memory(
    slug: str, execute: Callable[[MemoryStore, Stream], object], kind: str = "tournament"
) -> tuple[Stream, tuple[Record, ...]]:
    """Run commands on a new stream in memory and return it with its records."""
    store, stream = MemoryStore(), Stream(new_id(), kind, slug)
    store.create(stream.id, stream.kind, stream.slug)
    execute(store, stream)
    (created,) = store.streams()
    return created, tuple(store.read(created.id))


# -- short names -------------------------------------------------------------------------------------------------------

_MAX_LENGTH = 60


def make_slug(name: str) -> str:
    """Return a short name for addresses made from any name.

    >>> make_slug("Puddleford: Spring Open"), make_slug("Überlingen / B"), make_slug("...")
    ('puddleford-spring-open', 'überlingen-b', 'tournament')
    """
    letters = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(part for part in letters.split("-") if part)[:_MAX_LENGTH].strip("-") or "tournament"


def unused_slug(name: str, used_slugs: Collection[str]) -> str:
    """Return a short name that no other tournament has.

    >>> unused_slug("Open", {"open", "open-2"})
    'open-3'
    """
    base, number = make_slug(name), 1
    while (slug := base if number == 1 else f"{base}-{number}") in used_slugs:
        number += 1
    return slug


def with_local_slug(stream: Stream, streams: Collection[Stream]) -> Stream:
    """Return an imported stream with the slug that it has here, or with a free one."""
    existing = next((stream_here for stream_here in streams if stream_here.id == stream.id), None)
    return replace(
        stream,
        slug=existing.slug if existing else unused_slug(stream.slug, {stream_here.slug for stream_here in streams}),
    )
