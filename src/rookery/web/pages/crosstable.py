"""The crosstable, as a table or as one of several pictures."""

from __future__ import annotations

from collections.abc import Callable

from rookery._record import record
from rookery.charts import Drawing, Translate, draw_colour_histories, draw_heatmap, draw_ranks, draw_scores
from rookery.errors import UnsupportedError
from rookery.tournaments.standings import tiebreak_edition
from rookery.tournaments.state import State
from rookery.tournaments.views.crosstable import CrossTable, crosstable_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext

Draw = Callable[[State, Translate], Drawing]

PICTURES: dict[str, Draw] = {
    "heat": lambda state, say: draw_heatmap(state.tournament, edition=tiebreak_edition(state), say=say),
    "scores": lambda state, say: draw_scores(state.tournament, edition=tiebreak_edition(state), say=say),
    "ranks": lambda state, say: draw_ranks(state.tournament, edition=tiebreak_edition(state), say=say),
    "colours": lambda state, say: draw_colour_histories(state.tournament, say=say),
}
"""The pictures of a crosstable, by name."""
MOST = 24
"""Maximum number of participants of a round robin shown with a column for each opponent."""


@record
class CrossPage:
    """The crosstable or one of its pictures; `by_opponent` has a column per opponent instead of per round."""

    table: CrossTable
    shown: str = ""
    picture: Drawing | None = None
    by_opponent: bool = False


def view(visit: RequestContext) -> CrossPage:
    """Return the table; `?as=` names a picture."""
    picture_name = visit.query.get("as", "")
    crosstable = visit.cached("crosstable", lambda: crosstable_view(visit.state))
    table = CrossPage(crosstable, by_opponent=crosstable.opponents and len(crosstable.rows) <= MOST)
    if picture_name not in PICTURES or not visit.state.tournament.rounds or not visit.state.tournament.participants:
        return table
    name = f"picture of {picture_name} in {visit.language}"
    try:
        return CrossPage(
            crosstable, picture_name, visit.cached(name, lambda: PICTURES[picture_name](visit.state, visit.say))
        )
    except UnsupportedError:  # nobody can be ranked, as the table says
        return table


LIVE = ("standings", "change")
PAGES = (Page("crosstable", "/t/{slug}/crosstable", "Crosstable", view, "crosstable.html", "crosstable", True, LIVE,
              asks=("as",)),)  # fmt: skip
