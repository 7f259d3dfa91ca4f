"""The crosstable: everybody's rounds in a row, and the same as a picture."""

from __future__ import annotations

from collections.abc import Callable

from rookery.desk.views.crosstable import CrossTable, crosstable_view
from rookery.pictures import Drawing, heat, histories, ranks, scores
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit

PICTURES: dict[str, Callable[..., Drawing]] = {"heat": heat, "scores": scores, "ranks": ranks, "colours": histories}


@frozen
class CrossPage:
    """The crosstable, or one of its pictures."""

    table: CrossTable
    shown: str = ""
    picture: Drawing | None = None


def view(visit: Visit) -> CrossPage:
    """The table; `?as=` names a picture."""
    shown = visit.query.get("as", "")
    made = visit.kept("crosstable", lambda: crosstable_view(visit.state))
    if shown not in PICTURES or not visit.state.tournament.rounds:
        return CrossPage(made)
    name = f"picture of {shown} in {visit.language}"
    return CrossPage(made, shown, visit.kept(name, lambda: PICTURES[shown](visit.state.tournament, say=visit.say)))


LIVE = ("standings", "change")
PAGES = (Page("crosstable", "/t/{slug}/crosstable", "Crosstable", view, "crosstable.html", "crosstable", True, LIVE),)
