"""The card of a player or a team: rounds, colours, points, the rating, what is asked for."""

from __future__ import annotations

from rookery.desk.views.card import CardView, card
from rookery.desk.views.rank import RankOpened, rank_view
from rookery.errors import RookeryError
from rookery.pictures import Drawing, scores
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.ready import ranking
from rookery.web.visit import Visit


@frozen
class CardPage:
    """A card with the rank, where there is one, and the way through the rounds as a picture."""

    card: CardView
    rank: RankOpened | None = None
    picture: Drawing | None = None


def view(visit: Visit) -> CardPage:
    """The card of the key in the address."""
    key, state = visit.params["key"], visit.state
    made = card(state, key)
    if key not in state.keys.participants or not state.tournament.rounds:
        return CardPage(made)
    try:
        rank = rank_view(state, key, None, ranking(visit.site, visit.id, state, visit.version))
    except RookeryError:  # not ranked, or nothing to rank yet
        rank = None
    return CardPage(made, rank, scores(state.tournament, (made.who.number,), say=visit.say))


LIVE = ("standings", "change")
PAGES = (Page("player", "/t/{slug}/player/{key}", "Player", view, "player.html", "players", True, LIVE),)
