"""The crosstable: everybody's rounds in a row, and the same as a picture."""

from __future__ import annotations

from collections.abc import Callable

from rookery.desk.ranked import tiebreak_edition
from rookery.desk.state import State
from rookery.desk.views.crosstable import CrossTable, crosstable_view
from rookery.errors import Unsupported
from rookery.pictures import Drawing, Say, heat, histories, ranks, scores
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit

Draw = Callable[[State, Say], Drawing]

PICTURES: dict[str, Draw] = {
    "heat": lambda state, say: heat(state.tournament, edition=tiebreak_edition(state), say=say),
    "scores": lambda state, say: scores(state.tournament, edition=tiebreak_edition(state), say=say),
    "ranks": lambda state, say: ranks(state.tournament, edition=tiebreak_edition(state), say=say),
    "colours": lambda state, say: histories(state.tournament, say=say),
}
"""The pictures of a crosstable, by name."""
MOST = 24
"""Where everybody meets everybody, and so many at most, there is a column for each opponent."""


@frozen
class CrossPage:
    """The crosstable, or one of its pictures; `by_opponent` has a column for everybody in place of the rounds."""

    table: CrossTable
    shown: str = ""
    picture: Drawing | None = None
    by_opponent: bool = False


def view(visit: Visit) -> CrossPage:
    """The table; `?as=` names a picture."""
    shown = visit.query.get("as", "")
    made = visit.kept("crosstable", lambda: crosstable_view(visit.state))
    table = CrossPage(made, by_opponent=made.opponents and len(made.rows) <= MOST)
    if shown not in PICTURES or not visit.state.tournament.rounds:
        return table
    name = f"picture of {shown} in {visit.language}"
    try:
        return CrossPage(made, shown, visit.kept(name, lambda: PICTURES[shown](visit.state, visit.say)))
    except Unsupported:  # nobody can be ranked, as the table says
        return table


LIVE = ("standings", "change")
PAGES = (Page("crosstable", "/t/{slug}/crosstable", "Crosstable", view, "crosstable.html", "crosstable", True, LIVE),)
