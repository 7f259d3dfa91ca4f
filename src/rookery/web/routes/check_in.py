"""Check-in by the players themselves: on their page, with the code on their card, or at a kiosk; codes on the desk."""

from __future__ import annotations

import time
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery._record import record
from rookery.collation import sort_key
from rookery.messages import msg
from rookery.model.validation import whole as parse_whole
from rookery.storage import Stream
from rookery.storage.codes import Code, normalize_letters
from rookery.tournaments.domain.check_in import CheckInPlayer
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, participants
from rookery.tournaments.views.players import CheckInOpening, check_in_view, find_opening, is_check_in_open
from rookery.web.access_codes import (
    KIOSK,
    PLAYER,
    find_valid_code,
    issue_kiosk_code,
    issue_player_codes,
    valid_codes,
)
from rookery.web.audit import record_event, record_request
from rookery.web.check_in_clock import local_now
from rookery.web.context import AppContext, IndexEntry, app_context
from rookery.web.middleware import require_csrf_token
from rookery.web.page_spec import Page, RequestContext
from rookery.web.rate_limits import client_address
from rookery.web.rendering import THEMES, build_context, language_of, redirect, render_page
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes.commands import read_limited_body
from rookery.web.templating import ENGLISH
from rookery.web.workers import run_public, run_write

CODE_COOKIE = "rookery-card"
"""The cookie with the personal code of a player, which the QR code on the card has brought."""

WRONG_CARD = Refusal(msg("This card is not valid any more."), instead=msg("ask the arbiter for a new one"), status=404)
WRONG_KIOSK = Refusal(
    msg("This kiosk is not valid any more."), instead=msg("ask the arbiter for a new one"), status=404
)
"""The answers to wrong and old codes."""

KIOSK_PAGE = Page("kiosk", "", "Check-in", lambda visit: None, "kiosk.html", live=())


async def _read_fields(request: Request) -> dict[str, str]:
    """Return the fields of a small form."""
    try:
        await read_limited_body(request)
    except ValueError as error:
        text = msg("This cannot be accepted: %(error)s.", error=error)
        raise RequestRefusedError(Refusal(text, status=413)) from None
    async with request.form(max_files=0, max_fields=20) as form:
        return {name: str(value) for name, value in form.multi_items()}


# -- on the player's page ----------------------------------------------------------------------------------------------


async def check_in_player(request: Request) -> Response:
    """Check a player in, or take that back, as the arbiter allows it."""
    fields = await _read_fields(request)
    return await run_write(request.path_params["slug"], _check_in_on_page, app_context(request), request, fields)


def _check_in_on_page(site: AppContext, request: Request, fields: dict[str, str]) -> Response:
    visit = build_context(site, request, public=True)
    assert visit.stream is not None
    state, key = site.desk.state(visit.id), visit.params["key"]
    _require_open(state)
    by = state.permanent.check_in.by
    if by == "kiosk":
        text = msg("Players check in at the entrance or with the arbiter.")
        raise RequestRefusedError(Refusal(text, status=403))
    if by == "code":
        _require_own_code(site, request, visit.stream, key, fields.get("code", ""))
        _limit_writes(site, f"check-in {visit.id} {key}")  # a hall may have one address for all phones
    else:
        _limit_writes(site, f"check-in {client_address(request)}")
    _check_in(site, visit.stream, state, key, fields, f"{state.label(key)} (phone)")
    query = "?card=1" if by == "code" else ""
    return RedirectResponse(visit.link(f"/p/{visit.slug}/player/{quote(key)}{query}#check-in"), 303)


def _limit_writes(site: AppContext, source: str) -> None:
    """Count a change by a phone or a kiosk; refuse it if there were too many within a minute."""
    if site.code_writes.is_exhausted(source):
        raise RequestRefusedError(Refusal(msg("Too many changes."), instead=msg("wait a minute"), status=429))
    site.code_writes.record_failure(source)


def _require_open(state: State) -> None:
    """Refuse a check-in that is not open, or past its closing time."""
    if not is_check_in_open(state, local_now()):
        text = msg("The check-in is closed.")
        raise RequestRefusedError(Refusal(text, instead=msg("see the arbiter"), code="check-in-closed", status=409))


def _check_in(site: AppContext, stream: Stream, state: State, key: str, fields: dict[str, str], actor: str) -> None:
    number = parse_whole(fields.get("round", "")) or state.permanent.check_in.round
    site.desk.do(stream.id, CheckInPlayer(number, key, fields.get("present") != "no"), actor=actor)


def _require_own_code(site: AppContext, request: Request, stream: Stream, key: str, entered: str) -> None:
    """Refuse a check-in without the personal code of the player, typed or from the card."""
    typed, address = entered.strip(), client_address(request)
    if typed:
        _require_attempts(site, address, is_typed=True)
    code = find_valid_code(site, typed or request.cookies.get(CODE_COOKIE, ""), PLAYER)
    if code is not None and code.stream == stream.id and code.scope.get("key") == key:
        return
    if typed:
        site.code_attempts.record_failure(address)
        record_request(request, "code-failed", means="code", stream=stream.id)
        text = msg("This is not the code of this player.")
    else:
        text = msg("To check in, scan the QR code on your card, or type its eight letters.")
    raise RequestRefusedError(Refusal(text, instead=msg("see the arbiter if you have no card"), status=403))


def _require_attempts(site: AppContext, address: str, is_typed: bool) -> None:
    """Refuse a code after too many wrong ones; a secret only if it is wrong, because it cannot be guessed."""
    if site.code_attempts.is_exhausted(address, is_typed):
        text = msg("Too many wrong codes.")
        raise RequestRefusedError(Refusal(text, instead=msg("wait a minute, or scan the code"), status=429))


def _require_code(site: AppContext, address: str, entered: str, kind: str, refusal: Refusal) -> tuple[Code, IndexEntry]:
    """Return the valid code of a kind and its tournament; count a wrong code and refuse it."""
    if normalize_letters(entered):
        _require_attempts(site, address, is_typed=True)
    code = find_valid_code(site, entered, kind)
    for entry in site.index.entries() if code is not None else ():
        if code is not None and entry.stream.id == code.stream and entry.state.permanent.place != "deleted":
            return code, entry
    _require_attempts(site, address, is_typed=False)
    site.code_attempts.record_failure(address)
    record_event(site.store, "code-failed", "", means="code", address=address)
    raise RequestRefusedError(refusal)


async def open_card(request: Request) -> Response:
    """Open the page of a player by the personal code, which the browser then keeps."""
    site, address, entered = app_context(request), client_address(request), request.path_params["card"]
    code, entry = await run_public(_require_code, site, address, entered, PLAYER, WRONG_CARD)
    slug = entry.stream.slug
    response = RedirectResponse(site.link(f"/p/{slug}/player/{quote(str(code.scope.get('key')))}?card=1"), 303)
    secure = site.addresses.is_secure(request.scope)
    path = site.link(f"/p/{quote(slug)}/")
    response.set_cookie(
        CODE_COOKIE, code.secret, max_age=14 * 24 * 3600, path=path, httponly=True, samesite="strict", secure=secure
    )
    return response


# -- the kiosk ---------------------------------------------------------------------------------------------------------


@record
class KioskPlayer:
    """A player at the kiosk; `who` names section and player in the address of the page."""

    who: str
    person: Participant
    section: str
    round: int
    here: bool


@record
class KioskPage:
    """The kiosk: the players of the sections whose check-in is open, or the `chosen` one to be confirmed.

    `until` is the closing time of the check-in of the chosen player. `is_done` says that the player has just been
    checked in. `opening` is when the clock opens the next check-in.
    """

    name: str
    players: tuple[KioskPlayer, ...] = ()
    sections: int = 1
    chosen: KioskPlayer | None = None
    is_done: bool = False
    opening: CheckInOpening | None = None


def _active_sections(site: AppContext, slug: str) -> list[IndexEntry]:
    """Return the sections of the event of a tournament that are neither archived nor deleted."""
    return [entry for entry in site.sections_of(slug) if entry.state.permanent.place == "desk"]


def build_kiosk(site: AppContext, slug: str, who: str, is_done: bool) -> KioskPage:
    """Return the kiosk of the event of a tournament."""
    sections = _active_sections(site, slug)
    event = site.event_of(sections[0].stream.id) if sections else None
    players = [player for entry in sections for player in _section_players(site, entry)]
    players.sort(key=lambda player: (sort_key(player.person.name), player.who))
    chosen = next((player for player in players if player.who == who), None)
    name = event.name if event is not None else sections[0].name if sections else slug
    openings = [opening for entry in sections if (opening := find_opening(entry.state)) is not None]
    opening = min(openings, key=lambda item: (str(item.day or ""), item.time), default=None)
    return KioskPage(name, tuple(players), len(sections), chosen, is_done, opening)


def _section_players(site: AppContext, entry: IndexEntry) -> list[KioskPlayer]:
    """Return the expected players of a section if its check-in is open, with their names as the public sees them."""
    current = site.desk.current(entry.stream.id, entry.stream.version)
    view = check_in_view(current.state, local_now())
    if not view.open or view.round is None:
        return []
    slug, public = entry.stream.slug, participants(site.displayed_state(entry.stream.id, current, public=True))
    people = {person.key: person for person in public.values()}
    return [
        KioskPlayer(f"{slug}/{person.key}", people[person.key], entry.name, view.round, is_here)
        for expected, is_here in ((view.here, True), (view.missing, False))
        for person in expected
    ]


async def show_kiosk(request: Request) -> Response:
    """Show the kiosk of a code, or check a player in there."""
    if request.method == "POST":
        fields = await _read_fields(request)
        slug = fields.get("who", "").partition("/")[0]
        return await run_write(slug, _check_in_at_kiosk, app_context(request), request, fields)
    return await run_public(_kiosk_response, app_context(request), request)


def _require_kiosk(site: AppContext, request: Request) -> IndexEntry:
    """Return the tournament of the kiosk in the path of a request; refuse a wrong or old code."""
    _, entry = _require_code(site, client_address(request), request.path_params["kiosk"], KIOSK, WRONG_KIOSK)
    return entry


def _kiosk_response(site: AppContext, request: Request) -> Response:
    entry = _require_kiosk(site, request)
    view = build_kiosk(site, entry.stream.slug, request.query_params.get("who", ""), "done" in request.query_params)
    theme, language = request.cookies.get("theme", ""), language_of(request)
    visit = RequestContext(
        site,
        theme=theme if theme in THEMES else "",
        language=language if language in site.languages else ENGLISH,
        public=True,
    )
    return HTMLResponse(render_page(visit, KIOSK_PAGE, view=view, frame=None, at=request.url.path))


def _check_in_at_kiosk(site: AppContext, request: Request, fields: dict[str, str]) -> Response:
    kiosk = _require_kiosk(site, request)
    slug, _, key = fields.get("who", "").partition("/")
    entry = next((entry for entry in _active_sections(site, kiosk.stream.slug) if entry.stream.slug == slug), None)
    if entry is None:
        raise RequestRefusedError(Refusal(msg("There is no such tournament."), status=404))
    state = site.desk.state(entry.stream.id)
    _require_open(state)
    _limit_writes(site, f"kiosk {request.url.path}")
    _check_in(site, entry.stream, state, key, fields, "kiosk")
    done = "" if fields.get("present") == "no" else "&done=1"
    return RedirectResponse(f"{request.url.path}?who={quote(fields['who'])}{done}", 303)


# -- on the desk -------------------------------------------------------------------------------------------------------


async def change_kiosk(request: Request) -> Response:
    """Make the code of a kiosk, or revoke it; the check-in page shows it."""
    return await _change_codes(request, KIOSK, "check-in")


async def change_cards(request: Request) -> Response:
    """Make the personal codes of all players, or revoke them, and show their cards."""
    return await _change_codes(request, PLAYER, "cards")


async def _change_codes(request: Request, kind: str, page: str) -> Response:
    fields = await _read_fields(request)
    require_csrf_token(request, fields.get("csrf_token"))
    slug = request.path_params["slug"]
    await run_write(slug, _make_or_revoke, app_context(request), slug, kind, "revoke" in fields)
    return redirect(request, page, slug=slug)


def _make_or_revoke(site: AppContext, slug: str, kind: str, is_revoking: bool) -> None:
    stream = site.require_stream(slug).id
    if is_revoking:
        site.store.codes.revoke([code.id for code in valid_codes(site, stream, kind)], int(time.time()))
    elif kind == KIOSK:
        issue_kiosk_code(site, stream)
    else:
        state = site.desk.state(stream)
        issue_player_codes(site, stream, state, sorted(state.keys.participants))


ROUTES = (
    Route("/p/{slug}/player/{key}/check-in", check_in_player, methods=["POST"], name="check-in-player"),
    Route("/c/{card}", open_card, name="card"),
    Route("/k/{kiosk}", show_kiosk, methods=["GET", "POST"], name="kiosk"),
    Route("/t/{slug}/kiosk", change_kiosk, methods=["POST"], name="change-kiosk"),
    Route("/t/{slug}/players/cards", change_cards, methods=["POST"], name="change-cards"),
)
