"""The overview: how far the tournament is, what to do next, what stands above the tables, what to look out for."""

from __future__ import annotations

from rookery.checking.feasibility import Possibility
from rookery.checking.feasible import feasible
from rookery.checking.objections import objections
from rookery.checking.told import feasibility, objection
from rookery.desk.state import State
from rookery.desk.views.overview import Overview, overview
from rookery.model import Event
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit


@frozen
class Glance:
    """The tournament at a glance: with its head, what speaks against FIDE mode, and what may go wrong."""

    seen: Overview
    event: Event
    objections: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    lots: bool = False


def view(visit: Visit) -> Glance:
    """The tournament at a glance."""
    t = visit.state.tournament
    against = tuple(objection(one) for one in objections(t))
    warnings = visit.kept("feasible", lambda: infeasible(visit.state))
    return Glance(overview(visit.state), t.event, against, warnings, bool(visit.state.sticky.lots))


def infeasible(state: State) -> tuple[str, ...]:
    """Before round 1: why not all rounds can be paired for this field."""
    t = state.tournament
    if t.rounds or len(t.participants) < 2 or not scheme(t.system).format.swiss:
        return ()
    found = feasible(t)
    if found.answer is not Possibility.NO:
        return ()
    names = {one.id: one.name or str(one.id) for one in t.participants}
    return tuple(feasibility(found, lambda one: names.get(one, str(one))))


PAGES = (
    Page("overview", "/t/{slug}", "Overview", view, "overview.html", "overview", live=("change", "result")),
)  # fmt: skip
