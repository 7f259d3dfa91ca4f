"""What can be found from anywhere: everybody in the tournament, by name and number."""

from __future__ import annotations

from rookery.desk.views.who import participants, players
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit


@frozen
class Found:
    """Something that can be gone to."""

    text: str
    kind: str
    href: str


def view(visit: Visit) -> tuple[Found, ...]:
    """Everybody, in the order of their numbers; the players of teams after these."""
    everybody = participants(visit.state)
    made = [("team" if visit.state.tournament.team_event else "player", one) for one in everybody.values()]
    if visit.state.tournament.team_event:
        made += [("player", one) for one in players(visit.state).values()]
    return tuple(Found(f"{one.number} {one.title} {one.name}".replace("  ", " "), kind, f"{visit.at}/player/{one.key}")
                 for kind, one in made)  # fmt: skip


PAGES = (Page("find", "/t/{slug}/find", "Find", view, "", part=True, public=True),)
