"""The standings: every value opens to its sum, every rank to its reason."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.desk.views.rank import RankOpened, rank_view
from rookery.desk.views.standings import StandingsView, ValueOpened, value_view
from rookery.web.page import Page
from rookery.web.ready import ranking, table
from rookery.web.visit import Visit


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings after a round, the rounds one may ask for, and which was asked."""

    table: StandingsView
    rounds: tuple[int, ...]
    asked: int | None


def view(visit: Visit) -> StandingsPage:
    """The standings now, or after the round that was asked for."""
    after = _after(visit)
    rounds = tuple(range(1, len(visit.state.tournament.rounds) + 1))
    return StandingsPage(table(visit.site, visit.id, visit.state, visit.version, after), rounds, after)


def _after(visit: Visit) -> int | None:
    asked = visit.number("after")
    return asked if 0 < asked <= len(visit.state.tournament.rounds) else None


def rank(visit: Visit) -> RankOpened:
    """Why somebody has a rank."""
    after = _after(visit)
    found = ranking(visit.site, visit.id, visit.state, visit.version, after)
    return rank_view(visit.state, visit.params["key"], after, found)


def value(visit: Visit) -> ValueOpened:
    """How a value came about."""
    after = _after(visit)
    found = ranking(visit.site, visit.id, visit.state, visit.version, after)
    return value_view(visit.state, visit.params["key"], visit.number("place"), after, found)


LIVE = ("standings", "change")
PAGES = (
    Page("standings", "/t/{slug}/standings", "Standings", view, "standings.html", "standings", True, LIVE),
    Page("rank", "/t/{slug}/standings/{key}", "Why this rank", rank, "_rank.html", public=True, part=True),
    Page("value", "/t/{slug}/standings/{key}/{place:int}", "How it adds up", value, "_value.html", public=True,
         part=True),
)  # fmt: skip
