"""The settings of a screen: what it shows, of which tournaments, in which order, for how long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rookery._record import record
from rookery.messages import msg

if TYPE_CHECKING:
    from rookery.web.context import AppContext, IndexEntry

CHANNEL = "screen:"
"""Prefix of the id of a screen in the name of its live channel."""

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
