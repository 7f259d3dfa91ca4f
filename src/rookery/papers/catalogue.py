"""Every paper there is: its name, what it is, of which tournaments it can be made, and who makes it."""

from __future__ import annotations

from collections.abc import Callable

from rookery.errors import RuleError
from rookery.model import Tournament
from rookery.model.tournament import must_be_tournament
from rookery.papers import boards, lists, plans, ranks, single
from rookery.papers.paper import Paper
from rookery.papers.request import PaperRequest
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.wording import spoken


def _always(t: Tournament) -> str:
    return ""


def _paired(t: Tournament) -> str:
    return "" if t.rounds else spoken("no round is paired yet")


def _teams(t: Tournament) -> str:
    return "" if t.team_event else spoken("this is no event of teams")


def _players(t: Tournament) -> str:
    return "" if t.players else spoken("the file names no players")


def _scheduled(t: Tournament) -> str:
    return "" if scheme(t.system).format.predetermined else spoken("it is paired round by round, and has no schedule")


def _eliminating(t: Tournament) -> str:
    return "" if scheme(t.system).format.eliminates else spoken("this is no knock-out")


@frozen
class PaperKind:
    """A kind of paper, and its title; `refusal` says why it cannot be made of a tournament, and nothing if it can."""

    name: str
    title: str
    meaning: str
    make: Callable[[Tournament, PaperRequest], Paper]
    refusal: Callable[[Tournament], str] = _always


_KINDS = (
    PaperKind(
        "pairings",
        "Pairings by board",
        "the boards of a round in their order, with the results there are",
        boards.by_board,
        _paired,
    ),
    PaperKind("names", "Pairings by name", "everybody by name: board, colour, opponent", boards.by_name, _paired),
    PaperKind(
        "slips",
        "Result slips",
        "a slip for each board to bring the result on; a form for each match",
        boards.slips,
        _paired,
    ),
    PaperKind("standings", "Standings", "ranks, points and tie-breaks", ranks.ranked),
    PaperKind("crosstable", "Crosstable", "everybody's rounds in a row", ranks.crossed, _paired),
    PaperKind("prizes", "Prize list", "who receives what, with a line to sign for it", ranks.prizes),
    PaperKind("players", "Player list", "everybody by number", lists.players, _players),
    PaperKind("teams", "Team list", "every team with its players", lists.teams, _teams),
    PaperKind("cards", "Place cards", "a card with each name, to stand at the board", lists.cards, _players),
    PaperKind(
        "reasons", "Reasons for a player", "why one player has this opponent and this colour", single.reasons, _paired
    ),
    PaperKind("norm", "Norm form", "the figures of a title norm, for who fills in the form", single.norm, _players),
    PaperKind(
        "schedule", "Schedule", "every round of a round robin or a Scheveningen match", plans.schedule, _scheduled
    ),
    PaperKind("tree", "Knock-out tree", "the bracket of a knock-out", plans.tree, _eliminating),
)
PAPERS = {kind.name: kind for kind in _KINDS}
"""Every kind of paper by its name."""


def fitting(tournament: Tournament) -> tuple[PaperKind, ...]:
    """The papers that can be made of a tournament as it is."""
    return tuple(kind for kind in _KINDS if not kind.refusal(tournament))


def paper(tournament: Tournament, what: str, request: PaperRequest | None = None) -> Paper:
    """A paper of this tournament; what does not fit it is refused with the reason."""
    must_be_tournament(tournament, "paper")
    kind = PAPERS.get(what)
    if kind is None:
        raise RuleError(f"there is no paper {what!r}: expected {', '.join(PAPERS)}")
    refused = kind.refusal(tournament)
    if refused:
        raise RuleError(f"{what} cannot be printed: {refused}")
    return kind.make(tournament, request or PaperRequest())
