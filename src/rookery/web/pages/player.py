"""Card of a player or a team: rounds, colours, points, rating and requests."""

from __future__ import annotations

from rookery._record import record
from rookery.charts import Drawing, draw_scores
from rookery.errors import RookeryError
from rookery.tournaments.views.player_card import CardView, card
from rookery.tournaments.views.rank import RankOpened, rank_view
from rookery.web.cache import get_standings
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class CardPage:
    """A card with the rank, if any, and the scores by round as a picture."""

    card: CardView
    rank: RankOpened | None = None
    picture: Drawing | None = None


def view(visit: RequestContext) -> CardPage:
    """Return the card of the key in the address."""
    key, state = visit.params["key"], visit.state
    player_card = card(state, key)
    if key not in state.keys.participants or not state.tournament.rounds:
        return CardPage(player_card)
    try:
        rank = rank_view(state, key, None, get_standings(visit.site, visit.id, state, visit.version))
    except RookeryError:  # not ranked, or nothing to rank yet
        rank = None
    try:
        picture = draw_scores(state.tournament, (player_card.who.number,), say=visit.say)
    except RookeryError:  # no round is complete yet
        picture = None
    return CardPage(player_card, rank, picture)


LIVE = ("standings", "change")
PAGES = (Page("player", "/t/{slug}/player/{key}", "Player", view, "player.html", "players", True, LIVE),)
