"""The screens of a tournament on the desk: the page that lists them, and the settings that say what each shows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from rookery._record import record
from rookery.messages import msg
from rookery.storage.screens import Screen
from rookery.web.context import AppContext, IndexEntry
from rookery.web.notifications import CHANNEL
from rookery.web.page_spec import Page, RequestContext

CONTENTS = {
    "names": msg("Pairings by name"),
    "boards": msg("Pairings by board"),
    "standings": msg("Standings"),
    "checkin": msg("Check-in"),
    "clock": msg("Round clock"),
    "announcement": msg("Announcement"),
}
"""What a screen can show, in the order of a rotation."""

THEMES = ("", "light", "dark")
LEAST_SECONDS, SECONDS, MOST_SECONDS = 4, 15, 300
"""Seconds for which a page of the screen is shown: the least, the usual, the most."""
MOST_TEXT = 1000
"""Maximum length of an announcement."""
MOST_NAME = 80
"""Maximum length of the name of a screen."""


@record
class ScreenSettings:
    """What a screen shows: one content, or a rotation of several.

    A page is shown for `seconds`, unless the screen is `paused`. `sections` are the ids of the tournaments, all of the
    event if empty.
    """

    shows: tuple[str, ...] = ("names",)
    seconds: int = SECONDS
    theme: str = ""
    paused: bool = False
    text: str = ""
    language: str = ""
    sections: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ScreenSettings:
        """Return stored settings; what is unknown, as from a newer version, is ignored.

        >>> ScreenSettings.from_json({"shows": ["clock", "weather"], "seconds": 1, "theme": "pink"})
        ScreenSettings(shows=('clock',), seconds=4, theme='', paused=False, text='', language='', sections=())
        """
        seconds, theme = data.get("seconds"), data.get("theme")
        return cls(
            sorted_contents(_texts(data.get("shows"))) or cls().shows,
            min(max(seconds, LEAST_SECONDS), MOST_SECONDS) if isinstance(seconds, int) else SECONDS,
            theme if theme in THEMES else "",
            data.get("paused") is True,
            str(data.get("text") or "")[:MOST_TEXT],
            str(data.get("language") or ""),
            _texts(data.get("sections")),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the settings as they are stored."""
        return {
            "shows": list(self.shows),
            "seconds": self.seconds,
            "theme": self.theme,
            "paused": self.paused,
            "text": self.text,
            "language": self.language,
            "sections": list(self.sections),
        }


def _texts(values: Any) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()


def sorted_contents(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the known contents, each once, in the order of a rotation."""
    return tuple(name for name in CONTENTS if name in names)


def list_sections(site: AppContext, stream: str) -> tuple[IndexEntry, ...]:
    """Return the tournaments of a screen that belongs to a tournament or an event."""
    content = site.index.content()
    for event in content.events:
        if event.stream.id == stream:
            return event.sections
    entries = (entry for entry in content.tournaments if entry.stream.id == stream)
    return tuple(entry for entry in entries if entry.state.permanent.place != "deleted")


# -- the page ----------------------------------------------------------------------------------------------------------


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
