"""Screens in the hall as they are served: which tournaments a screen shows, its contents, and its live channel."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Hashable
from contextlib import suppress
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from rookery._record import record
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.storage import Stream
from rookery.storage.screens import Screen
from rookery.web.broadcast import Message
from rookery.web.context import AppContext, EventEntry, IndexEntry
from rookery.web.notifications import CHANNEL, SCREENS
from rookery.web.page_spec import RequestContext
from rookery.web.pages.screens import ScreenSettings, list_sections
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.screen_contents import Content, build_contents
from rookery.web.templating import ENGLISH

COMPRESSION = 6

SEEN_NOTED = 20
"""Seconds between two notes that a screen is connected: visitors who open many connections cause few writes."""


class ScreenNotFoundError(RequestRefusedError):
    """Raised when no screen has the requested id."""

    def __init__(self) -> None:
        text = msg("There is no such screen here.")
        instead = msg("open another one from the list, or create it on the Screens page of the desk")
        super().__init__(Refusal(text, instead=instead, code="unknown", status=404))


@record
class ScreenView:
    """What a screen shows, for its template: the name of the event, contents, and the address of the public pages.

    `token` changes with everything that the screen shows, `streams` with the tournaments.
    """

    settings: ScreenSettings
    title: str
    contents: tuple[Content, ...]
    address: str
    token: str
    streams: str

    @property
    def live(self) -> tuple[str, ...]:
        """The messages after which the screen is out of date."""
        return tuple(dict.fromkeys(kind for content in self.contents for kind in ("change", *content.live)))


@record(slots=False)
class ScreenDisplay:
    """A screen with its settings, the tournaments that it may show, and the event that they belong to."""

    site: AppContext
    screen: Screen
    settings: ScreenSettings
    entries: tuple[IndexEntry, ...]
    event: EventEntry | None = None

    @property
    def streams(self) -> tuple[Stream, ...]:
        """The logs that the page depends on."""
        return *(entry.stream for entry in self.entries), *((self.event.stream,) if self.event else ())

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What the page depends on, the same for all screens that show the same; a round without a day is today's."""
        versions = tuple((stream.id, stream.version) for stream in self.streams)
        settings = json.dumps(self.settings.to_json(), sort_keys=True)
        return "screen", settings, versions, self.site.shared, str(date.today())

    @property
    def token(self) -> str:
        """A hash of the key."""
        return sha256(repr(self.key).encode()).hexdigest()[:16]

    @property
    def channels(self) -> tuple[str, ...]:
        """The live channels of the screen: its own, and those of its tournaments and of their event."""
        return CHANNEL + self.screen.id, *(stream.id + SCREENS for stream in self.streams)


def find_screen(site: AppContext, screen_id: str) -> ScreenDisplay:
    """Return a screen; raise ScreenNotFoundError if there is none."""
    screen = site.store.screens.find(screen_id)
    if screen is None:
        raise ScreenNotFoundError
    settings = ScreenSettings.from_json(screen.settings)
    entries = tuple(
        entry for entry in list_sections(site, screen.stream) if site.is_public(entry.stream.slug, entry.state)
    )
    chosen = tuple(entry for entry in entries if entry.stream.id in settings.sections) or entries
    event = site.event_of(chosen[0].stream.id) if chosen else None
    return ScreenDisplay(site, screen, settings, chosen, event)


def view_screen(display: ScreenDisplay, language: str) -> ScreenView:
    """Return the view of a screen: published things only."""
    site, today = display.site, date.today()
    sections = [_public_context(display, entry, language) for entry in display.entries]
    contents = build_contents(display.settings, sections, today) if sections else ()
    address = site.addresses.urls[0] + _public_path(display) if site.shared and sections else ""
    streams = " ".join(sorted(stream.id for stream in display.streams))
    return ScreenView(display.settings, _title(display), contents, address, display.token, streams)


def _title(display: ScreenDisplay) -> str:
    """Return the name of the tournament, or of the event if there are several."""
    if display.event is not None and len(display.entries) > 1:
        return display.event.name
    return display.entries[0].name if display.entries else "Rookery"


def _public_path(display: ScreenDisplay) -> str:
    """Return the path of the public pages of the tournament, or of the event if there are several."""
    if display.event is not None and len(display.entries) > 1:
        return f"/p/-/{display.event.stream.slug}"
    return f"/p/{display.entries[0].stream.slug}"


def _public_context(display: ScreenDisplay, entry: IndexEntry, language: str) -> RequestContext:
    """Return the context of a tournament as visitors see it."""
    current = display.site.desk.current(entry.stream.id, entry.stream.version)
    return RequestContext(
        display.site,
        stream=entry.stream,
        state=display.site.displayed_state(entry.stream.id, current, public=True),
        version=current.version,
        public=True,
        language=language,
        working=current.state,
        event=display.event,
    )


def compressed_screen(site: AppContext, screen_id: str, language: str) -> bytes:
    """Return the page of a screen, compressed; cached as long as it does not change."""
    display = find_screen(site, screen_id)
    language = display.settings.language or language
    language = language if language in site.languages else ENGLISH

    def render() -> bytes:
        view = view_screen(display, language)
        html = site.templates(language).get_template("screen.html").render(view=view, language=language)
        return gzip.compress(html.encode(), COMPRESSION)

    return site.cache.get((*display.key, language), render)


def hello(display: ScreenDisplay) -> Message:
    """Return the first message of a connection: the token of what is current, and the time of the desk.

    Televisions have clocks that are wrong, or another time zone.
    """
    return Message("hello", 0, {"token": display.token, **clock_data()})


def clock_data() -> dict[str, Any]:
    """Return the time in milliseconds since 1970, and the difference to UTC in minutes."""
    offset = datetime.now().astimezone().utcoffset()
    return {"now": int(time.time() * 1000), "offset": int(offset.total_seconds() // 60) if offset else 0}


def note_seen(site: AppContext, screen_id: str) -> None:
    """Record that a screen is connected, or was until now, unless that was recorded a moment ago.

    A store that cannot be written does not matter here.
    """
    now = int(time.time())
    with suppress(OSError, RookeryError):
        screen = site.store.screens.find(screen_id)
        if screen is not None and (screen.seen is None or not 0 <= now - screen.seen < SEEN_NOTED):
            site.store.screens.note_seen(screen_id, now)
