"""The pairing numbers: who has which, which one the rating calls for, and every way to change them while that is so."""

from __future__ import annotations

from rookery.desk.views.numbers import NumbersView, numbers_view
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit


@frozen
class NumbersPage:
    """The numbers; `wrong` is how many a regeneration would change, `lots` that they are drawn in such an event."""

    numbers: NumbersView
    paired: int
    wrong: int
    lots: bool
    teams: bool
    closed: int | None
    fide: bool


def view(visit: Visit) -> NumbersPage:
    """Everybody in the order of the numbers."""
    state, t = visit.state, visit.state.tournament
    found = numbers_view(state)
    wrong = sum(one.who.number != one.due for one in found.lines)
    lots = scheme(t.system).format.predetermined
    return NumbersPage(found, len(t.rounds), wrong, lots, t.team_event, state.closed, state.fide)


PAGES = (Page("numbers", "/t/{slug}/numbers", "Numbers", view, "numbers.html", "numbers"),)
