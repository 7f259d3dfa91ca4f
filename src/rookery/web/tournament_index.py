"""In-memory index of the tournaments for side bar and home page, updated when one of them changes."""

from __future__ import annotations

from functools import cached_property
from threading import Lock

from rookery._record import record, replace
from rookery.storage import Stream
from rookery.storage.store import Store
from rookery.tournaments.domain.manual_pairing import state_as_paired
from rookery.tournaments.service import TournamentService
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import HomeLine, home_line


@record(slots=False)
class IndexEntry:
    """A tournament at a version; a round that is being paired by hand is as it was before."""

    stream: Stream
    state: State

    @property
    def name(self) -> str:
        """Name of the event, or the slug."""
        return self.state.tournament.info.name or self.stream.slug

    @property
    def rounds(self) -> int:
        """Number of paired rounds."""
        return len(self.state.tournament.rounds)

    @property
    def is_over(self) -> bool:
        """Whether all planned rounds are played."""
        t = self.state.tournament
        return bool(t.planned_rounds and len(t.rounds) >= t.planned_rounds and not t.rounds[-1].pending)

    @cached_property
    def home_line(self) -> HomeLine:
        """Line of the home page."""
        return home_line(self.stream.slug, self.state)

    @cached_property
    def public_line(self) -> HomeLine:
        """Line of the public list, without the arbiters' next step."""
        return replace(home_line(self.stream.slug, state_as_paired(self.state, public=True)), next=None)


class TournamentIndex:
    """Index of every tournament that has begun; one query detects changes, two or three read them."""

    def __init__(self, store: Store, desk: TournamentService) -> None:
        self._store, self._desk = store, desk
        self._lock = Lock()
        self._totals: tuple[int, int] | None = None
        self._entries: tuple[IndexEntry, ...] = ()

    def entries(self, place: str = "desk") -> tuple[IndexEntry, ...]:
        """Return the active or the archived tournaments by slug."""
        return tuple(entry for entry in self.all_entries() if entry.state.sticky.place == place)

    def all_entries(self) -> tuple[IndexEntry, ...]:
        """Return all tournaments, including archived and deleted ones."""
        if self._totals is None or self._totals != self._store.totals():
            before = self._totals
            with self._lock:
                if self._totals == before:  # nobody has read them meanwhile
                    self._read()
        return self._entries

    def _read(self) -> None:
        streams_of_store = self._store.streams()
        streams = [stream for stream in streams_of_store if stream.kind == "tournament" and stream.version]
        entries_by_stream = {entry.stream: entry for entry in self._entries}
        currents = self._desk.currents(
            {stream.id: stream.version for stream in streams if stream not in entries_by_stream}
        )
        self._entries = tuple(
            entries_by_stream.get(stream) or IndexEntry(stream, state_as_paired(currents[stream.id].state))
            for stream in streams
        )
        self._totals = len(streams_of_store), sum(stream.version for stream in streams_of_store)
