"""The papers: everything that can be printed of the tournament as it is."""

from __future__ import annotations

from rookery.desk.views.who import Who, participants
from rookery.papers import PAPERS, fitting
from rookery.rating import TITLES
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit

_OF_ROUND = ("pairings", "names", "slips")
_OF_ONE = ("reasons", "norm")
_ASKING = (*_OF_ONE, "prizes")


@frozen
class PaperLine:
    """A paper: its title, what it is; of a round, or of one player, or neither; and if it cannot be made now, why."""

    name: str
    title: str
    meaning: str
    of: str = ""
    refused: str = ""


@frozen
class PapersPage:
    """Every paper, the rounds there are, and whom a paper of one player may be of."""

    papers: tuple[PaperLine, ...]
    rounds: tuple[int, ...]
    people: tuple[Who, ...]
    titles: tuple[str, ...]


def view(visit: Visit) -> PapersPage:
    """Every paper there is; those that can be made at once come first."""
    t = visit.state.tournament
    fit = {one.name for one in fitting(t)}
    lines = tuple(
        PaperLine(name, one.title, one.meaning, "round" if name in _OF_ROUND else "player" if name in _OF_ONE else "",
                  "" if name in fit else one.refusal(t))
        for name, one in PAPERS.items()
    )  # fmt: skip
    lines = tuple(sorted(lines, key=lambda one: (bool(one.refused), one.name in _ASKING)))
    people = tuple(participants(visit.state).values())
    return PapersPage(
        tuple(sorted(lines, key=lambda one: bool(one.refused))),
        tuple(range(1, len(t.rounds) + 1)),
        people,
        tuple(one.code for one in TITLES),
    )


PAGES = (Page("papers", "/t/{slug}/papers", "Papers", view, "papers.html", "papers"),)
