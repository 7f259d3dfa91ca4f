"""The page of the desk that lists the screens of a tournament, with what each of them shows."""

from __future__ import annotations

from datetime import UTC, datetime

from rookery._record import record
from rookery.storage.screens import Screen
from rookery.web.page_spec import Page, RequestContext
from rookery.web.screen_settings import (
    CHANNEL,
    CONTENTS,
    LEAST_SECONDS,
    MOST_SECONDS,
    MOST_TEXT,
    ScreenSettings,
    list_sections,
)


@record
class ScreenLine:
    """A screen: its settings, its address, how many devices show it now, and when one was last seen (UTC)."""

    id: str
    name: str
    settings: ScreenSettings
    address: str
    connected: int = 0
    seen: str = ""

    @property
    def is_rotation(self) -> bool:
        """Whether the screen shows several contents by turns."""
        return len(self.settings.shows) > 1


@record
class SectionChoice:
    """A tournament that a screen can show."""

    id: str
    name: str


@record
class ScreensPage:
    """The screens of a tournament or event; `shared` says whether devices in the network can open them.

    `contents` are what a screen can show, `sections` the tournaments of the event, if there are several.
    """

    screens: tuple[ScreenLine, ...]
    contents: dict[str, str]
    shared: bool
    sections: tuple[SectionChoice, ...] = ()
    list_address: str = ""
    least_seconds: int = LEAST_SECONDS
    most_seconds: int = MOST_SECONDS
    most_text: int = MOST_TEXT


def build_screens(visit: RequestContext) -> ScreensPage:
    """Return the screens of the tournament, or of the event with all its sections."""
    site = visit.site
    address = site.addresses.urls[0] + "/s/"
    lines = tuple(_screen_line(visit, screen, address) for screen in site.store.screens.list_screens(visit.id))
    sections = tuple(SectionChoice(entry.stream.id, entry.name) for entry in list_sections(site, visit.id))
    return ScreensPage(lines, dict(CONTENTS), site.shared, sections if len(sections) > 1 else (), address)


def _screen_line(visit: RequestContext, screen: Screen, address: str) -> ScreenLine:
    return ScreenLine(
        screen.id,
        screen.name,
        ScreenSettings.from_json(screen.settings),
        address + screen.id,
        visit.site.hub.connection_count(CHANNEL + screen.id),
        datetime.fromtimestamp(screen.seen, UTC).isoformat() if screen.seen else "",
    )


PAGES = (
    Page("screens", "/t/{slug}/screens", "Screens", build_screens, "screens.html", "screens", live=()),
    Page("event-screens", "/e/{event}/screens", "Screens", build_screens, "screens.html", "screens", live=()),
)
