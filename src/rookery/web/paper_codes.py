"""What papers get from the web application: start times, and codes that phones can scan."""

from __future__ import annotations

from rookery._record import replace
from rookery.documents import PaperRequest
from rookery.documents.model import QrCode
from rookery.formatting import format_date
from rookery.tournaments.views.clock import find_start
from rookery.web.page_spec import RequestContext
from rookery.web.pages.public_player import player_url
from rookery.web.templating import draw_qr_code

PAPERS_OF_ROUNDS = ("pairings", "names", "slips")
"""Papers that say when their round starts."""

PAPERS_OF_PLAYERS = ("badges", "cards")
"""Papers with the code of each player's own page."""


def complete_request(visit: RequestContext, name: str, request: PaperRequest) -> PaperRequest:
    """Return a request with the start time, and the codes if others can reach the application."""
    if name in PAPERS_OF_ROUNDS and visit.state.tournament.rounds:
        request = replace(request, start=describe_start(visit, request.round or len(visit.state.tournament.rounds)))
    if not visit.site.shared or visit.public:
        return request
    if name == "poster":
        address = f"{visit.site.addresses.urls[0]}/p/{visit.slug}"
        return replace(request, hall=QrCode(draw_qr_code(address), letters=address.partition("//")[2]))
    if name in PAPERS_OF_PLAYERS:
        return replace(request, player_codes=_player_codes(visit))
    return request


def describe_start(visit: RequestContext, number: int) -> str:
    """Return when a round starts, as a sentence; an empty text if that is not known."""
    start = find_start(visit.state, number)
    if start.day is None and not start.time:
        return ""
    day = f" on {format_date(start.day)}" if start.day else ""
    moved_day = f"{format_date(start.moved_day)}, " if start.moved_day else ""
    moved = f" (moved from {moved_day}{start.moved})" if start.moved else ""
    return f"Round {number} starts{day}{f' at {start.time}' if start.time else ''}{moved}"


def _player_codes(visit: RequestContext) -> dict[int, QrCode]:
    return {
        number: QrCode(draw_qr_code(player_url(visit, key)), "Your page")
        for key, number in visit.state.keys.players.items()
    }
