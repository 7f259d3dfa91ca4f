"""All tournaments at once: what each is, how far it is, and what is next."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.desk.state import State
from rookery.desk.views.overview import NextStep, Stage, overview
from rookery.model import Date
from rookery.values import frozen


@frozen
class HomeLine:
    """A tournament by its `slug`: what it is, `paired` rounds of `rounds`, how many games are open, what is next."""

    slug: str
    name: str
    format: str
    stage: Stage
    paired: int
    rounds: int | None
    participants: int
    teams: bool
    open: int
    adjourned: int
    fide: bool
    final: bool
    next: NextStep | None = None
    city: str = ""
    start: Date | None = None
    end: Date | None = None


@frozen
class HomeView:
    """Every tournament: those that go on first, the newest before the others; then those that are over, or closed."""

    lines: tuple[HomeLine, ...]


def home_view(tournaments: Iterable[tuple[str, State]]) -> HomeView:
    """The tournaments with these slugs."""
    lines = [_line(slug, state) for slug, state in tournaments]
    lines.sort(key=lambda one: (one.name.casefold(), one.slug))
    lines.sort(key=lambda one: str(one.start or ""), reverse=True)
    lines.sort(key=lambda one: one.stage in ("over", "closed"))
    return HomeView(tuple(lines))


def _line(slug: str, state: State) -> HomeLine:
    found = overview(state)
    return HomeLine(
        slug,
        found.name,
        found.format,
        found.stage,
        found.paired,
        found.rounds,
        found.participants,
        found.teams,
        found.open,
        found.adjourned,
        found.fide,
        found.final,
        found.next[0] if found.next else None,
        found.city,
        found.start,
        found.end,
    )
