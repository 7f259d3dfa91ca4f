"""Where every page of the desk is, with the examples behind it: of players and of teams, for the desk and the hall."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rookery.web.pages import PAGES
from rookery.web.pages.home import CHAPTERS

OPEN, TEAMS = "easter-open", "four-rivers"
EVENT = "river-festival"
"""An event whose sections are these two; `with_event` creates it."""
PLACES = {
    OPEN: {"round": "5", "board": "1", "match": "1", "key": "p1", "place": "1"},
    TEAMS: {"round": "5", "board": "1.1", "match": "1", "key": "t6", "place": "1"},
}
"""What stands in the place of the names in an address."""
TEAM_PAGES = {"lineups"}
"""The pages that only a team event has."""


def addresses() -> Iterator[tuple[str, str]]:
    """Every page with where it is, of players and of teams, for the desk and for the hall; and every chapter."""
    for page in PAGES:
        for path, _ in page.addresses:
            for slug, values in PLACES.items() if "{slug}" in path else [("", {"chapter": "round", "event": EVENT})]:
                if not any(name in path for name in ("{word}", "{code}", "{hook}")) and (
                    slug == TEAMS or page.name not in TEAM_PAGES
                ):
                    fields = {"slug": slug, **values}
                    yield page.name, re.sub(r"\{(\w+)(:\w+)?\}", lambda match, at=fields: at[match[1]], path)  # type: ignore[misc]
    yield from (("help", f"/help/{chapter}") for chapter in CHAPTERS)
