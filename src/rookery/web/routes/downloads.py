"""Downloads: papers as HTML and PDF with scannable codes, tournament files, logs, and a copy of the database."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from hashlib import sha256
from html import escape
from re import search

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

import rookery
from rookery._record import replace
from rookery.documents import (
    PAPERS,
    Paper,
    PaperRequest,
    build_paper,
    round_pgn,
    to_csv,
    to_html,
    to_pdf,
    to_xlsx,
)
from rookery.documents.model import QrCode
from rookery.errors import UnsupportedError
from rookery.formatting import format_date
from rookery.messages import msg
from rookery.model import PartialDate
from rookery.storage import log_file
from rookery.tournaments.domain.import_export import export_tournament
from rookery.tournaments.errors import round_not_found
from rookery.tournaments.standings import printed_standings, standings_in_final_order, tiebreak_edition
from rookery.tournaments.views.schedule import find_start
from rookery.tournaments.visibility import shows_coming_rounds
from rookery.web.access_codes import (
    code_url,
    format_letters,
    issue_player_codes,
    player_code_url,
    side_codes,
    typing_url,
)
from rookery.web.audit import record_request
from rookery.web.context import app_context
from rookery.web.page_spec import RequestContext
from rookery.web.pages.public import player_url
from rookery.web.pages.standings import requested_prizes
from rookery.web.rendering import build_context, redirect
from rookery.web.responses import Refusal, RequestRefusedError, content_disposition
from rookery.web.static_site import HIDEABLE, build_site, zip_site
from rookery.web.templating import draw_qr_code
from rookery.web.uploads import read_checked_form
from rookery.web.workers import run_public_paper, run_read

FILES = {"trf26": "trf", "trf16": "trf", "json": "json", "rookery": "rookery"}
"""File formats by name, with their extensions."""

PAPER_FORMS = {
    "html": "text/html",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Forms of papers by name, with their media types; only lists can be had as CSV and XLSX."""

_PRINTERS: dict[str, Callable[[Paper], bytes]] = {"pdf": to_pdf, "csv": to_csv, "xlsx": to_xlsx}

PUBLIC = ("pairings", "names", "standings", "crosstable", "schedule", "tree")
"""Papers that visitors may download."""

SCHEDULES = ("schedule", "tree")
"""Papers that show rounds to come."""

RANKED = ("standings", "crosstable")
"""Papers that show standings."""


async def send_paper(request: Request, public: bool = False) -> Response:
    """Answer a paper, as HTML or PDF."""
    name, form, site = request.path_params["what"], request.path_params["form"], app_context(request)
    if name not in PAPERS or (public and name not in PUBLIC) or form not in PAPER_FORMS:
        raise RequestRefusedError(Refusal(msg("There is no such paper."), status=404))
    if public:
        return await run_public_paper(
            lambda: _cached_public_paper(build_context(site, request, public=True), name, form)
        )
    visit = await run_read(build_context, site, request)
    return await asyncio.to_thread(_render_paper, visit, name, form)


async def send_round_pgn(request: Request, public: bool = False) -> Response:
    """Answer the boards of a round as PGN."""
    site = app_context(request)
    visit = await run_read(partial(build_context, site, request, public=public))
    number = int(request.path_params["round"])
    if not 1 <= number <= len(visit.state.tournament.rounds):
        raise round_not_found(number)
    text = await asyncio.to_thread(round_pgn, visit.state.tournament, number)
    headers = content_disposition("attachment", f"{visit.slug}-{number}.pgn")
    return Response(text, media_type="application/x-chess-pgn; charset=utf-8", headers=headers)


async def send_file(request: Request) -> Response:
    """Answer a tournament file."""
    if request.path_params["dialect"] not in FILES:
        raise RequestRefusedError(Refusal(msg("There is no such file."), status=404))
    visit = await run_read(build_context, app_context(request), request)
    response = await asyncio.to_thread(_tournament_file_response, visit)
    subject = f"{visit.slug}.{FILES[request.path_params['dialect']]}"
    await asyncio.to_thread(record_request, request, "export", subject=subject, stream=visit.id)
    return response


async def send_site(request: Request) -> Response:
    """Answer the public pages of a tournament as a web site in a ZIP archive."""
    site = app_context(request)
    stream = await run_read(site.require_stream, request.path_params["slug"])
    hidden = [name for name in request.query_params.getlist("without") if name in HIDEABLE]
    data = await asyncio.to_thread(lambda: zip_site(build_site(site, stream, hidden)))
    headers = content_disposition("attachment", f"{stream.slug}-site.zip")
    return Response(data, media_type="application/zip", headers=headers)


async def publish_site(request: Request) -> Response:
    """Write the web site of a tournament into the folder that the desk was opened with."""
    await read_checked_form(request)
    site = app_context(request)
    stream = await run_read(site.require_stream, request.path_params["slug"])
    if site.publisher is None:
        raise RequestRefusedError(Refusal(msg("This desk was opened without a folder for web sites."), status=404))
    status = await site.publisher.publish(stream)
    if status.failed:
        raise RequestRefusedError(Refusal(msg("The web site was not written: %(text)s", text=status.text), status=409))
    return redirect(request, "papers", slug=stream.slug)


async def send_database(request: Request) -> Response:
    """Answer a copy of the database, for the case that its file was deleted while it is open."""
    data = await asyncio.to_thread(app_context(request).store.rescue)
    await asyncio.to_thread(record_request, request, "export", subject="desk.sqlite")
    return Response(
        data, media_type="application/octet-stream", headers=content_disposition("attachment", "desk.sqlite")
    )


def build_paper_request(visit: RequestContext, query: Mapping[str, str]) -> PaperRequest:
    """Return the paper request of a query; players are named by key, which does not change with their numbers."""
    key, prizes = query.get("player", ""), requested_prizes(visit)
    return PaperRequest(
        round=visit.number("round") or None,
        player=visit.state.number(key) if key else None,
        title=query.get("title") or None,
        edition=tiebreak_edition(visit.state),
        category=query.get("category", ""),
        prizes=prizes.text,
        sharing=prizes.sharing,
        one_each=prizes.one_each,
        currency=prizes.currency,
        large=query.get("large") == "1",
    )


def _cached_public_paper(visit: RequestContext, name: str, form: str) -> Response:
    """Return a paper for visitors, cached per version; they can choose only the round."""
    if name in SCHEDULES and not shows_coming_rounds(visit.state):
        raise RequestRefusedError(Refusal(msg("This is not public yet."), status=404))
    number = visit.requested_round("round")
    public_context = replace(visit, query={} if number is None else {"round": str(number)})
    key = ("paper", visit.id, visit.revision, name, form, number, visit.language)
    return visit.site.paper_cache.get(key, lambda: _render_paper(public_context, name, form))


def _render_paper(visit: RequestContext, name: str, form: str) -> Response:
    request = build_paper_request(visit, visit.query)
    if name == "prizes" and request.prizes:
        request = replace(request, ranking=standings_in_final_order(visit.state))
    state = visit.ranked_state if name in RANKED else visit.state
    if name == "standings":
        request = replace(request, ranking=printed_standings(state, request.round))
    paper = build_paper(state.tournament, name, complete_request(visit, name, request))
    paper = replace(paper, printed=_print_time(datetime.now()))
    if form == "html":
        text = _with_link_bar(visit, to_html(paper))
        return HTMLResponse(text, headers={"content-security-policy": _content_security_policy(text)})
    disposition = "inline" if form == "pdf" else "attachment"
    number = f"-{request.round}" if request.round else ""
    headers = content_disposition(disposition, f"{visit.slug}-{name}{number}.{form}")
    return Response(_PRINTERS[form](paper), media_type=PAPER_FORMS[form], headers=headers)


def _print_time(now: datetime) -> str:
    """Return the local time of printing in words.

    >>> _print_time(datetime(2026, 4, 5, 9, 7))
    '5 April 2026, 09:07'
    """
    return f"{format_date(PartialDate(now.year, now.month, now.day))}, {now:%H:%M}"


_PRINT = "document.getElementById('print').onclick = () => print();"
"""The only script of a paper, for its print button."""


def _with_link_bar(visit: RequestContext, text: str) -> str:
    """Return a paper with a bar of links, which is not printed."""
    back = f'<a href="{escape(visit.at)}{"" if visit.public else "/papers"}">{escape(visit.say(msg("Back")))}</a>'
    button = f'<button type="button" id="print">{escape(visit.say(msg("Print")))}</button>'
    head, body, rest = text.partition("<body")
    tag, end, rest = rest.partition(">")
    rest = rest.replace("</body>", f"<script>{_PRINT}</script>\n</body>")
    return f'{head}{body}{tag}{end}\n<nav class="bar">{back}{button}</nav>{rest}'


def _content_security_policy(text: str) -> str:
    """Return the CSP of a paper, which allows only its own style and script by their hashes."""
    style = search(r"(?s)<style>(.*?)</style>", text)
    style_hash = _csp_hash(style[1]) if style else ""
    sources = f"style-src 'sha256-{style_hash}'; script-src 'sha256-{_csp_hash(_PRINT)}'"
    return f"default-src 'none'; {sources}; img-src data:; base-uri 'none'; frame-ancestors 'self'"


def _csp_hash(text: str) -> str:
    """Return the SHA-256 of a text as a CSP source."""
    return b64encode(sha256(text.encode()).digest()).decode()


def _tournament_file_response(visit: RequestContext) -> Response:
    dialect, final = visit.params["dialect"], visit.query.get("final") == "1"
    name = f"{visit.slug}{'-final' * final}{'-trf16' * (dialect == 'trf16')}.{FILES[dialect]}"
    return Response(
        _dump_tournament(visit, dialect, final),
        media_type="application/octet-stream",
        headers=content_disposition("attachment", name),
    )


def _dump_tournament(visit: RequestContext, dialect: str, final: bool) -> bytes:
    if dialect == "rookery":
        if visit.stream is None or final:
            raise UnsupportedError(msg("a log can always continue: there is no final one"))
        return log_file.dumps(visit.stream, visit.site.store.read(visit.id, until=visit.stream.version))
    from rookery.files import file_format

    return rookery.dumps(export_tournament(visit.recorded, final=final), file_format(dialect))


ROUTES = (
    Route("/t/{slug}/papers/{what}.{form}", send_paper, name="paper"),
    Route("/p/{slug}/papers/{what}.{form}", partial(send_paper, public=True), name="public-paper"),
    Route("/t/{slug}/round/{round:rookery_number}.pgn", send_round_pgn, name="round-pgn"),
    Route("/p/{slug}/round/{round:rookery_number}.pgn", partial(send_round_pgn, public=True), name="public-round-pgn"),
    Route("/t/{slug}/site.zip", send_site, name="site"),
    Route("/t/{slug}/site", publish_site, methods=["POST"], name="publish-site"),
    Route("/t/{slug}/files/{dialect}", send_file, name="file"),
    Route("/rescue", send_database, name="rescue"),
)


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
