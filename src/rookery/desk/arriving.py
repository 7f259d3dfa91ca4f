"""Tournaments that come to a desk: from a file, from another desk, or new; each is a log before it is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from hashlib import sha256

from rookery.desk.clock import fresh
from rookery.desk.commands.files import ImportTournament, adjusted
from rookery.desk.memory import MemoryStore
from rookery.desk.time import replayed
from rookery.errors import Problem, RookeryError, Severity
from rookery.reading import Reading
from rookery.store import Record, Stream, carried
from rookery.values import replace
from rookery.wording import spoken

_HEAD = b'{"rookery":"log"'


def is_log(data: bytes, name: str) -> bool:
    """Whether a file is the log of a desk: it says so, or is called so."""
    return data.startswith(_HEAD) or name.lower().endswith(".rookery")


def carried_log(data: bytes) -> tuple[Stream, tuple[Record, ...]]:
    """The log of another desk; FormatError when it is none, RookeryError when it is no tournament."""
    stream, records = carried.loads(data)
    must_add_up(records)
    return stream, records


def must_add_up(records: Sequence[Record]) -> None:
    """What came from elsewhere must add up to a tournament before it is written: a log is never changed again."""
    try:
        replayed(records)
    except Exception as error:  # whatever a stranger's log does to the fold, it is not ours to keep
        said = str(error) if isinstance(error, RookeryError) else f"{type(error).__name__} {error}".strip()
        raise RookeryError(spoken("the events do not add up to a tournament: %(why)s", why=said)) from None


def unusable(reading: Reading) -> tuple[Problem, ...]:
    """The faults of a file that nothing could be made of: with one of them it is not taken in.

    A fault of which the reader says what it used instead is an adjustment, and is told as all others are.
    """
    return tuple(one for one in reading.problems if one.severity is Severity.ERROR and not one.used)


def wish_of_file(reading: Reading, data: bytes) -> ImportTournament:
    """The wish to begin with what was read from a file with every adjustment that was made."""
    dialect = "json" if data.lstrip()[:1] in (b"{", b"[") else "trf"
    faults = tuple(one.said for one in reading.problems if one.severity is Severity.ERROR)
    sum, said = sha256(data).hexdigest(), adjusted(reading.problems)
    return ImportTournament(reading.tournament, sum, dialect, said, fresh(), faults)


def begun(slug: str, act: Callable[[MemoryStore, Stream], object]) -> tuple[Stream, tuple[Record, ...]]:
    """A log that begins with what is done in memory: only what is answered comes to the disk."""
    store, stream = MemoryStore(), Stream(fresh(), "tournament", slug)
    store.create(stream.id, stream.kind, stream.slug)
    act(store, stream)
    (made,) = store.streams()
    return made, tuple(store.read(made.id))


# -- short names -------------------------------------------------------------------------------------------------------

_LONGEST = 60


def slug_of(name: str) -> str:
    """A short name for addresses, made of any other.

    >>> slug_of("Puddleford: Spring Open"), slug_of("Überlingen / B"), slug_of("...")
    ('puddleford-spring-open', 'überlingen-b', 'tournament')
    """
    letters = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(part for part in letters.split("-") if part)[:_LONGEST].strip("-") or "tournament"


def free_slug(name: str, taken: Collection[str]) -> str:
    """A short name that no other tournament has.

    >>> free_slug("Open", {"open", "open-2"})
    'open-3'
    """
    plain, number = slug_of(name), 1
    while (found := plain if number == 1 else f"{plain}-{number}") in taken:
        number += 1
    return found


def placed(stream: Stream, here: Collection[Stream]) -> Stream:
    """A stream from elsewhere with the short name that it has here, or with one that nobody has."""
    known = next((one for one in here if one.id == stream.id), None)
    return replace(stream, slug=known.slug if known else free_slug(stream.slug, {one.slug for one in here}))
