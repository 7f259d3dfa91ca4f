"""Papers that can be printed."""

from __future__ import annotations

from rookery._record import record
from rookery.documents import PAPERS, available_papers
from rookery.rating import TITLES
from rookery.tournaments.views.participants import Who, participants
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext

_OF_ROUND = ("pairings", "names", "slips")
_OF_ONE = ("reasons", "norm")
_ASKING = (*_OF_ONE, "prizes")


@record
class PaperLine:
    """A paper: title and meaning; whether it is of a round or of one player; why it is unavailable."""

    name: str
    title: str
    meaning: str
    of: str = ""
    refused: str = ""


@record
class PapersPage:
    """The papers, the rounds, and the people whose papers can be printed."""

    papers: tuple[PaperLine, ...]
    rounds: tuple[int, ...]
    people: tuple[Who, ...]
    titles: tuple[str, ...]


def view(visit: RequestContext) -> PapersPage:
    """Return all papers; available ones come first."""
    t = visit.state.tournament
    fit = {paper.name for paper in available_papers(t)}
    lines = tuple(
        PaperLine(
            name,
            paper.title,
            paper.meaning,
            "round" if name in _OF_ROUND else "player" if name in _OF_ONE else "",
            "" if name in fit else paper.refusal(t),
        )
        for name, paper in PAPERS.items()
    )
    lines = tuple(sorted(lines, key=lambda paper: (bool(paper.refused), paper.name in _ASKING)))
    people = tuple(participants(visit.state).values())
    return PapersPage(
        tuple(sorted(lines, key=lambda paper: bool(paper.refused))),
        tuple(range(1, len(t.rounds) + 1)),
        people,
        tuple(title.code for title in TITLES),
    )


PAGES = (Page("papers", "/t/{slug}/papers", "Papers", view, "papers.html", "papers"),)
