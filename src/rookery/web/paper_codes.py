"""What papers get from the web application: start times, and codes that phones can scan."""

from __future__ import annotations

from rookery._record import replace
from rookery.documents import PaperRequest
from rookery.documents.model import QrCode
from rookery.formatting import format_date
from rookery.tournaments.views.clock import find_start
from rookery.web.access_codes import (
    code_url,
    format_letters,
    issue_player_codes,
    player_code_url,
    side_codes,
    typing_url,
)
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
    if name == "badges" and visit.state.permanent.check_in.by == "code" and visit.may("cards"):
        return replace(request, player_codes=_personal_codes(visit))
    if name in PAPERS_OF_PLAYERS:
        return replace(request, player_codes=_player_codes(visit))
    if name == "slips" and visit.may("codes"):
        return replace(
            request,
            side_codes=_side_codes(visit, request.round),
            typing_address=typing_url(visit.site).partition("//")[2],
        )
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


def _personal_codes(visit: RequestContext) -> dict[int, QrCode]:
    """Return the codes with which the players check in, by number."""
    keys = visit.state.keys.players
    codes = issue_player_codes(visit.site, visit.id, visit.state, sorted(keys))
    return {
        keys[key]: QrCode(draw_qr_code(player_code_url(visit.site, code)), "Your check-in")
        for key, code in codes.items()
    }


def _side_codes(visit: RequestContext, number: int | None) -> dict[tuple[int, int], tuple[QrCode, QrCode]]:
    """Return the codes of White and Black by their numbers; none for a round that takes no results by phone."""
    state, latest = visit.state, len(visit.state.tournament.rounds)
    if not latest or number not in (None, latest) or state.closed is not None or state.tournament.team_event:
        return {}
    site, numbers = visit.site, state.keys.players
    codes: dict[tuple[int, int], tuple[QrCode, QrCode]] = {}
    for (white, black, _), pair in side_codes(site, visit.id, state, latest).items():
        white_code, black_code = (
            QrCode(draw_qr_code(code_url(site, code)), colour, format_letters(code))
            for colour, code in zip(("White", "Black"), pair, strict=True)
        )
        codes.setdefault((numbers[white], numbers[black]), (white_code, black_code))
    return codes
