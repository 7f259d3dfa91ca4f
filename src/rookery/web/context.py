"""Shared state of the application: its services and caches, and the index of its tournaments."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from rookery._record import field, record, replace
from rookery.messages import translate
from rookery.model import Player, Tournament
from rookery.storage import Stream
from rookery.storage.screens import Screen
from rookery.storage.store import Store
from rookery.tournaments.domain.manual_pairing import state_as_paired
from rookery.tournaments.publication import public_players, public_state
from rookery.tournaments.sections import with_shown_boards
from rookery.tournaments.service import TournamentService, VersionedState
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import HomeLine, home_line
from rookery.tournaments.visibility import is_public
from rookery.web.addresses import Addresses
from rookery.web.broadcast import Hub
from rookery.web.cache import PageCache, ValueCache
from rookery.web.config import Config
from rookery.web.rate_limits import ACCOUNT_PERIOD, WRITES, CodeAttempts, LiveConnectionLimit, SignInAttempts
from rookery.web.responses import STORAGE_REFUSALS, EventNotFoundError, Refusal, TournamentNotFoundError
from rookery.web.templating import ENGLISH, LOCALE, create_environment, load_catalog, translate_data
from rookery.web.uploads import PendingUploads

if TYPE_CHECKING:
    from jinja2 import Environment
    from starlette.requests import HTTPConnection

    from rookery.web.monitoring import Metrics
    from rookery.web.openid import Provider
    from rookery.web.site_publisher import SitePublisher

MAX_PAPERS = 32
"""Maximum number of cached public papers."""


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
    def public(self) -> IndexEntry:
        """The entry as the public may see it."""
        return IndexEntry(self.stream, public_state(self.state))

    @cached_property
    def public_line(self) -> HomeLine:
        """Line of the public list, without the arbiters' next step."""
        return replace(home_line(self.stream.slug, self.public.state), next=None)


@record(slots=False)
class EventEntry:
    """An event with sections at a version, and its tournaments in order; deleted and unknown ones are left out."""

    stream: Stream
    state: State
    sections: tuple[IndexEntry, ...] = ()

    @property
    def name(self) -> str:
        """Name of the event, or the slug."""
        return self.state.tournament.info.name or self.stream.slug

    def first_board(self, stream: str) -> int:
        """Return the number of the first board of a section."""
        return next((s.first_board for s in self.state.sections if s.tournament == stream), 1)


@record
class IndexContent:
    """All tournaments that have begun, also archived and deleted ones, and all events, both ordered by slug.

    `total` is the number of log entries of the store: it grows with every change.
    """

    tournaments: tuple[IndexEntry, ...] = ()
    events: tuple[EventEntry, ...] = ()
    total: int = 0

    def find_event(self, slug: str) -> EventEntry | None:
        """Return the event with this slug, or None."""
        return next((event for event in self.events if event.stream.slug == slug), None)

    def event_of(self, stream: str) -> EventEntry | None:
        """Return the event that a tournament is a section of, or None."""
        return next((event for event in self.events if any(s.stream.id == stream for s in event.sections)), None)


class TournamentIndex:
    """Index of every tournament and event; one query detects changes, at most three read them."""

    def __init__(self, store: Store, desk: TournamentService) -> None:
        self._store, self._desk = store, desk
        self._lock = Lock()
        self._totals: tuple[int, int] | None = None
        self._content = IndexContent()

    def entries(self) -> tuple[IndexEntry, ...]:
        """Return all tournaments, including archived and deleted ones, ordered by slug."""
        return self.content().tournaments

    def content(self) -> IndexContent:
        """Return all tournaments and events, as they are in the store now."""
        before = self._totals
        if before is None or before != self._store.totals():
            with self._lock:
                if self._totals == before:  # nobody has read them meanwhile
                    self._read()
        return self._content

    @property
    def known_content(self) -> IndexContent:
        """The tournaments and events as they were read last, without a query."""
        return self._content if self._totals is not None else self.content()

    def _read(self) -> None:
        streams_of_store = self._store.streams()
        streams = [stream for stream in streams_of_store if stream.kind in STREAM_KINDS and stream.version]
        entries_by_stream = {entry.stream: entry for entry in self._content.tournaments}
        states = {event.stream: event.state for event in self._content.events}
        currents = self._desk.currents(
            {
                stream.id: stream.version
                for stream in streams
                if stream not in entries_by_stream and stream not in states
            }
        )
        tournaments = tuple(
            entries_by_stream.get(stream) or IndexEntry(stream, state_as_paired(currents[stream.id].state))
            for stream in streams
            if stream.kind == "tournament"
        )
        event_states = [
            (stream, states.get(stream) or currents[stream.id].state) for stream in streams if stream.kind == "event"
        ]
        total = sum(stream.version for stream in streams_of_store)
        self._content = IndexContent(tournaments, _event_entries(event_states, tournaments), total)
        self._totals = len(streams_of_store), total


STREAM_KINDS = ("tournament", "event")
"""The kinds of streams that the index reads."""


def _event_entries(
    event_states: list[tuple[Stream, State]], tournaments: tuple[IndexEntry, ...]
) -> tuple[EventEntry, ...]:
    """Return the events that were not dissolved; a tournament is a section of the first event that names it."""
    free = {entry.stream.id: entry for entry in tournaments if entry.state.permanent.place != "deleted"}
    events = []
    for stream, state in event_states:
        if state.permanent.place != "deleted":
            sections = (free.pop(section.tournament, None) for section in state.sections)
            events.append(EventEntry(stream, state, tuple(entry for entry in sections if entry is not None)))
    return tuple(events)


@record(slots=False)
class AppContext:
    """Services and caches of one server.

    `addresses` are the host names it answers to; `shared` publishes the public pages, of the tournaments in
    `public_slugs` or of all if it is empty. `lists` are the folders of rating lists, `locale` that of the
    catalogues. `config` is the configuration of a server, the default one for the desk of an arbiter.
    """

    desk: TournamentService
    store: Store
    addresses: Addresses
    shared: bool = False
    lists: tuple[Path, ...] = ()
    hub: Hub = field(default_factory=Hub)
    cache: ValueCache = field(default_factory=ValueCache)
    json_cache: ValueCache = field(default_factory=ValueCache)
    paper_cache: ValueCache = field(default_factory=lambda: ValueCache(MAX_PAPERS))
    pending_uploads: PendingUploads = field(default_factory=PendingUploads)
    sign_in_attempts: SignInAttempts = field(default_factory=SignInAttempts)
    account_attempts: SignInAttempts = field(default_factory=lambda: SignInAttempts(period=ACCOUNT_PERIOD))
    code_attempts: CodeAttempts = field(default_factory=CodeAttempts)
    code_writes: SignInAttempts = field(default_factory=lambda: SignInAttempts(tries=WRITES))
    live_limit: LiveConnectionLimit = field(default_factory=LiveConnectionLimit)
    locale: Path = LOCALE
    page_cache: PageCache = field(default_factory=PageCache)
    public_slugs: frozenset[str] = frozenset()
    publisher: SitePublisher | None = None
    config: Config = field(default_factory=Config)
    metrics: Metrics | None = None

    @property
    def prefix(self) -> str:
        """The path that all addresses of this server begin with; empty at the root of its host."""
        return self.addresses.prefix

    def link(self, path: str) -> str:
        """Return the address of a path of the application, as browsers use it."""
        return self.prefix + path

    def stream(self, slug: str) -> Stream | None:
        """Return the tournament with this slug, or None."""
        stream = self.store.find_stream(slug)
        return stream if stream is not None and stream.kind == "tournament" and stream.version else None

    def require_stream(self, slug: str) -> Stream:
        """Return the tournament with this slug; raise TournamentNotFoundError if there is none."""
        if (stream := self.stream(slug)) is None:
            raise TournamentNotFoundError
        return stream

    def event_of(self, stream_id: str) -> EventEntry | None:
        """Return the event that a tournament is a section of, or None."""
        return self.index.content().event_of(stream_id)

    def sections_of(self, slug: str) -> tuple[IndexEntry, ...]:
        """Return the tournaments of the event that a tournament belongs to, or the tournament alone.

        With the slug of an event, return its sections.
        """
        content = self.index.content()
        if (named_event := content.find_event(slug)) is not None:
            return named_event.sections
        entry = next((entry for entry in content.tournaments if entry.stream.slug == slug), None)
        if entry is None:
            return ()
        event = content.event_of(entry.stream.id)
        return event.sections if event is not None else (entry,)

    def require_event_stream(self, slug: str) -> Stream:
        """Return the event with this slug; raise EventNotFoundError if there is none, or it was dissolved."""
        event = self.index.content().find_event(slug)
        if event is None:
            raise EventNotFoundError
        return event.stream

    def is_public(self, slug: str, state: State) -> bool:
        """Return whether a tournament has public pages on a shared server."""
        return is_public(state) and (not self.public_slugs or slug in self.public_slugs)

    def is_listed(self, entry: IndexEntry) -> bool:
        """Return whether visitors see a tournament in the lists of the public pages: not an empty one."""
        state = entry.state
        has_content = bool(state.tournament.participants or state.permanent.published)
        return has_content and state.permanent.place == "desk" and self.is_public(entry.stream.slug, state)

    def has_public_pages(self, slug: str) -> bool:
        """Return whether this server can show a tournament to the public, whatever the arbiter has published."""
        return (self.shared or self.publisher is not None) and (not self.public_slugs or slug in self.public_slugs)

    def displayed_state(self, stream: str, current: VersionedState, public: bool = False) -> State:
        """Return the state that pages show: a round being paired by hand is as it was before. Cached per version.

        The public sees what is published, without private data. The boards of a section have the numbers that its
        event gives them.
        """
        event = self.index.known_content.event_of(stream)
        first_board = event.first_board(stream) if event is not None else 1
        state = current.state
        if not public and state.phase is None and first_board == 1:
            return state

        def make() -> State:
            shown = public_state(state, self._public_players(stream, state)) if public else state_as_paired(state)
            key = (stream, first_board, public)
            numbered = with_shown_boards(shown, first_board, self.shown_tournaments.get(key))
            if numbered is not shown:
                self.shown_tournaments[key] = (shown.tournament, numbered.tournament)
            return numbered

        return self.cache.get(("shown", stream, current.version, public, first_board), make)

    def _public_players(self, stream: str, state: State) -> tuple[Player, ...]:
        """Return the players as the public sees them, cached as long as they do not change."""
        t, settings = state.tournament, state.permanent.publication
        key = ("public players", stream, id(t.players), settings.ids, settings.short_names, t.info.start)
        return self.cache.get(key, lambda: (t.players, public_players(state)))[1]

    @cached_property
    def provider(self) -> Provider:
        """The provider of OpenID Connect of the configuration."""
        from rookery.web.openid import Provider

        return Provider(self.config.oidc)

    @property
    def trouble(self) -> Refusal | None:
        """Return why nothing can be saved at present, or None."""
        reason = self.store.trouble
        return STORAGE_REFUSALS[reason] if reason else None

    @cached_property
    def shown_tournaments(self) -> dict[tuple[str, int, bool], tuple[Tournament, Tournament]]:
        """The sections whose boards are numbered through as shown last, each without and with these numbers."""
        return {}

    @cached_property
    def webhook_listeners(self) -> list[Callable[[], object]]:
        """Functions to be called after a change of webhooks or their deliveries."""
        return []

    @cached_property
    def connected_screens(self) -> dict[str, Screen | None]:
        """The screens that are connected to this process, as they were when that was looked at last."""
        return {}

    @cached_property
    def index(self) -> TournamentIndex:
        """Index of all tournaments that have begun, for lists of them."""
        return TournamentIndex(self.store, self.desk)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Available languages, English first."""
        codes = sorted(path.parent.parent.name for path in self.locale.glob("*/LC_MESSAGES/rookery.mo"))
        return (ENGLISH, *(code for code in codes if code != ENGLISH))

    def templates(self, language: str = ENGLISH) -> Environment:
        """Return the Jinja environment of a language, with autoescaping."""
        return create_environment(language if language in self.languages else ENGLISH, self.locale, self.prefix)

    def translator(self, language: str) -> Callable[[str], str]:
        """Return the function that translates texts to a language."""
        if language not in self.languages[1:]:
            return str
        texts = load_catalog(language, self.locale)
        return lambda text: translate(text, texts)

    def translate_json(self, data: Any, language: str) -> Any:
        """Return JSON data with its texts translated."""
        return translate_data(data, load_catalog(language, self.locale)) if language in self.languages[1:] else data


def app_context(connection: HTTPConnection) -> AppContext:
    """Return the context of the application that answers a request."""
    return cast("AppContext", connection.app.state.context)
