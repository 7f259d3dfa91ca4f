"""Papers: pairings, standings, slips and the rest as values, printed as HTML or, through Typst, as PDF.

>>> import rookery
>>> from rookery import documents
>>> event = rookery.Tournament(players=(rookery.Player(1, "Hatter, Max"), rookery.Player(2, "Hare, Mia")))
>>> documents.build_paper(event, "players").title
'Players'
"""

from __future__ import annotations

from collections.abc import Callable

from rookery._record import record
from rookery.documents import players, rounds, standings
from rookery.documents.data_files import has_tables, round_pgn, to_csv, to_xlsx
from rookery.documents.html_printer import to_html
from rookery.documents.model import Cards, Facts, Grid, Paper, PaperRequest, Picture, Words
from rookery.documents.typst_printer import to_pdf, to_typst
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import Tournament
from rookery.model.tournament import require_tournament
from rookery.regulations import parse_type_code

__all__ = [
    "PAPERS",
    "Cards",
    "Facts",
    "Grid",
    "Paper",
    "PaperRequest",
    "Picture",
    "Words",
    "available_papers",
    "build_paper",
    "has_tables",
    "round_pgn",
    "to_csv",
    "to_html",
    "to_pdf",
    "to_typst",
    "to_xlsx",
]


def _accept_always(t: Tournament) -> str:
    return ""


def _reason_without_round(t: Tournament) -> str:
    return "" if t.rounds else msg("no round is paired yet")


def _reason_without_teams(t: Tournament) -> str:
    return "" if t.team_event else msg("for team events only")


def _reason_without_players(t: Tournament) -> str:
    return "" if t.players else msg("no players yet")


def _reason_without_schedule(t: Tournament) -> str:
    return "" if parse_type_code(t.system).format.predetermined else msg("paired round by round, without a schedule")


def _reason_unless_knockout(t: Tournament) -> str:
    return "" if parse_type_code(t.system).format.eliminates else msg("for knock-outs only")


@record
class PaperKind:
    """A kind of paper; `refusal` returns why it cannot be made of a tournament, or an empty string.

    A paper that `needs_hall` shows the address of the public pages, which only the web application has.
    """

    name: str
    title: str
    meaning: str
    make: Callable[[Tournament, PaperRequest], Paper]
    refusal: Callable[[Tournament], str] = _accept_always
    needs_hall: bool = False


_KINDS = (
    PaperKind("pairings", "Pairings by board", "the boards of a round in their order, with the results there are",
              rounds.pairings_by_board, _reason_without_round),
    PaperKind("names", "Pairings by name", "all players by name: board, colour, opponent",
              rounds.pairings_by_name, _reason_without_round),
    PaperKind("slips", "Result slips", "a slip for each board to write the result on; a form for each match",
              rounds.result_slips, _reason_without_round),
    PaperKind("standings", "Standings", "ranks, points and tie-breaks", standings.standings_paper),
    PaperKind("crosstable", "Crosstable", "all rounds of each player in one line",
              standings.crosstable_paper, _reason_without_round),
    PaperKind("prizes", "Prize list", "who receives what, with a line to sign for it", standings.prize_list),
    PaperKind("players", "Player list", "all players by number", players.player_list, _reason_without_players),
    PaperKind("teams", "Team list", "every team with its players", players.team_list, _reason_without_teams),
    PaperKind("cards", "Place cards", "a card with each name, to put at the board",
              players.place_cards, _reason_without_players),
    PaperKind("badges", "Badges", "a badge for each player, with the code of the player's own page",
              players.badges, _reason_without_players),
    PaperKind("reasons", "Reasons for a player", "why one player has this opponent and this colour",
              players.pairing_reasons, _reason_without_round),
    PaperKind("norm", "Norm form", "the figures of a title norm, to fill in the form",
              players.norm_sheets, _reason_without_players),
    PaperKind("schedule", "Schedule", "every round of a round robin or a Scheveningen match",
              rounds.schedule, _reason_without_schedule),
    PaperKind("tree", "Knock-out tree", "the bracket of a knock-out", rounds.bracket, _reason_unless_knockout),
    PaperKind("poster", "Poster", "the address of the public pages as a code, for the wall", rounds.hall_poster,
              needs_hall=True),
)  # fmt: skip
PAPERS = {kind.name: kind for kind in _KINDS}
"""Every kind of paper by its name."""


def available_papers(tournament: Tournament, *, hall: bool = False) -> tuple[PaperKind, ...]:
    """Return the papers that can be made of a tournament as it is; `hall` says that it has public pages."""
    return tuple(kind for kind in _KINDS if not kind.refusal(tournament) and (hall or not kind.needs_hall))


def build_paper(tournament: Tournament, name: str, request: PaperRequest | None = None) -> Paper:
    """Build a paper of a tournament; raise RuleError with the reason if that is impossible."""
    require_tournament(tournament, "paper")
    kind = PAPERS.get(name)
    if kind is None:
        raise RuleError(f"there is no paper {name!r}: expected {', '.join(PAPERS)}")
    reason = kind.refusal(tournament)
    if reason:
        raise RuleError(f"{name} cannot be printed: {reason}")
    return kind.make(tournament, request or PaperRequest())
