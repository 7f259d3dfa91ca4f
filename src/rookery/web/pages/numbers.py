"""Pairing numbers: the current ones, those that the ratings call for, and how they can be changed."""

from __future__ import annotations

from rookery._record import record
from rookery.regulations import parse_type_code
from rookery.tournaments.views.numbers import NumbersView, numbers_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class NumbersPage:
    """The numbers; `wrong` is how many a renumbering would change, `lots` whether they are drawn by lot."""

    numbers: NumbersView
    paired: int
    wrong: int
    lots: bool
    teams: bool
    closed: int | None
    fide: bool


def view(visit: RequestContext) -> NumbersPage:
    """Return the participants in order of their numbers."""
    state, t = visit.state, visit.state.tournament
    numbers = numbers_view(state)
    wrong = sum(line.who.number != line.due for line in numbers.lines)
    lots = parse_type_code(t.system).format.predetermined
    return NumbersPage(numbers, len(t.rounds), wrong, lots, t.team_event, state.closed, state.fide)


PAGES = (Page("numbers", "/t/{slug}/numbers", "Numbers", view, "numbers.html", "numbers"),)
