"""All tournaments at once: what each is, how far it is, and what is next."""

from __future__ import annotations

from collections.abc import Iterable

from rookery._record import record
from rookery.collation import sort_key
from rookery.model import PartialDate
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import NextStep, Stage, overview


@record
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
    start: PartialDate | None = None
    end: PartialDate | None = None


@record
class HomeView:
    """Every tournament: those that go on first, the newest before the others; then those that are over, or closed."""

    lines: tuple[HomeLine, ...]


def home_view(tournaments: Iterable[tuple[str, State]]) -> HomeView:
    """Return the view of the tournaments with these slugs."""
    return sorted_home(home_line(slug, state) for slug, state in tournaments)


def sorted_home(tournaments: Iterable[HomeLine]) -> HomeView:
    """Return these lines in the order of the page."""
    lines = list(tournaments)
    lines.sort(key=lambda line: (sort_key(line.name), line.slug))
    lines.sort(key=lambda line: str(line.start or ""), reverse=True)
    lines.sort(key=lambda line: line.stage in ("over", "closed"))
    return HomeView(tuple(lines))


def home_line(slug: str, state: State) -> HomeLine:
    """Return the line of a tournament."""
    progress = overview(state)
    return HomeLine(
        slug,
        progress.name,
        progress.format,
        progress.stage,
        progress.paired,
        progress.rounds,
        progress.participants,
        progress.teams,
        progress.open,
        progress.adjourned,
        progress.fide,
        progress.final,
        progress.next[0] if progress.next else None,
        progress.city,
        progress.start,
        progress.end,
    )
