"""The standings, whole or of a category: every value opens to its sum, every rank to its reason; and the prizes."""

from __future__ import annotations

from rookery.desk.views.prizes import CategoryChoice, PrizesView, prizes_view
from rookery.desk.views.rank import RankOpened, rank_view
from rookery.desk.views.standings import StandingsView, ValueOpened, value_view
from rookery.errors import RookeryError
from rookery.ranking.prizes import Sharing
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.ready import categories_of, ranking, table
from rookery.web.visit import Visit


@frozen
class StandingsPage:
    """The standings after a round, the rounds and categories one may ask for, and which were asked."""

    table: StandingsView
    rounds: tuple[int, ...]
    asked: int | None
    categories: tuple[CategoryChoice, ...] = ()
    category: str = ""


def view(visit: Visit) -> StandingsPage:
    """The standings now, or after the round that was asked for."""
    after = _after(visit)
    rounds = tuple(range(1, len(visit.state.tournament.rounds) + 1))
    category = visit.query.get("category", "").strip()[:LONGEST]
    shown = table(visit.site, visit.id, visit.state, visit.version, after, category)
    return StandingsPage(shown, rounds, after, categories_of(visit.site, visit.id, visit.state), category)


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


# -- prizes ------------------------------------------------------------------------------------------------------------


@frozen
class PrizesPage:
    """The prizes of the event, or those asked about, the categories there are, who receives what, or what is wrong."""

    text: str
    sharing: Sharing
    categories: tuple[CategoryChoice, ...]
    given: PrizesView | None
    teams: bool
    wrong: str = ""


def prizes(visit: Visit) -> PrizesPage:
    """Who receives which prizes: those of the event, or those that were asked about."""
    text = visit.query.get("prizes", "").replace("\r\n", "\n").strip()[:MOST_PRIZES]
    kept = visit.state.prizes
    sharing: Sharing = "equal" if visit.query.get("sharing") == "equal" else "hort"
    text, sharing = (text, sharing) if text else (kept.text, kept.sharing)
    teams, given, wrong = visit.state.tournament.team_event, None, ""
    try:
        given = prizes_view(visit.state, text, sharing) if text and not teams else None
    except RookeryError as error:
        wrong = error.said
    return PrizesPage(text, sharing, categories_of(visit.site, visit.id, visit.state), given, teams, wrong)


LONGEST, MOST_PRIZES = 200, 4000
"""So long may a category be, and a list of prizes."""

LIVE = ("standings", "change")
PAGES = (
    Page("standings", "/t/{slug}/standings", "Standings", view, "standings.html", "standings", True, LIVE,
         asks=("after", "category")),
    Page("prizes", "/t/{slug}/prizes", "Prizes", prizes, "prizes.html", "standings", live=LIVE,
         asks=("prizes", "sharing")),
    Page("rank", "/t/{slug}/standings/{key}", "Why this rank", rank, "_rank.html", public=True, part=True),
    Page("value", "/t/{slug}/standings/{key}/{place:int}", "How it adds up", value, "_value.html", public=True,
         part=True),
)  # fmt: skip
