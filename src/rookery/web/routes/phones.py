"""Phones at the boards: typing a code, sending results, signing in as a deputy, live updates; codes on the desk."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from urllib.parse import urlencode

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery._record import record, replace
from rookery.errors import RookeryError
from rookery.messages import make_printable, msg
from rookery.model import Result
from rookery.storage import Stream
from rookery.storage.codes import Code, normalize_letters
from rookery.storage.sessions import Session
from rookery.tournaments.command import Command
from rookery.tournaments.domain.claims import PHONE, ClaimResult
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.errors import ConfirmationRequiredError, StaleVersionError
from rookery.tournaments.service import VersionedState, new_id
from rookery.tournaments.state import State
from rookery.tournaments.views.claims import list_games
from rookery.tournaments.views.round import round_before
from rookery.web.access_codes import (
    DEPUTY,
    KINDS,
    RANGE,
    SIDE,
    OpenCode,
    ids_to_revoke,
    is_name_taken,
    issue_deputy,
    issue_range,
    open_code,
    require_valid,
    side_codes,
)
from rookery.web.audit import record_event, record_request
from rookery.web.authority import authority_of
from rookery.web.broadcast import Message, stream_response
from rookery.web.context import AppContext, app_context
from rookery.web.middleware import require_csrf_token
from rookery.web.notifications import PHONES, game_tag, phone_channel
from rookery.web.page_spec import Page, RequestContext
from rookery.web.pages.phones import PhonePage, build_phone
from rookery.web.rate_limits import client_address
from rookery.web.rendering import THEMES, language_of, render_page
from rookery.web.responses import Refusal, RequestRefusedError, refusal_for
from rookery.web.routes.accounts import read_fields, read_name, set_cookie
from rookery.web.templating import ENGLISH
from rookery.web.workers import run_phone, run_read, run_write

LOG = logging.getLogger("rookery.web")
USE_NOTED = 60
"""Seconds between two notes of the last use of a code."""

PHONE_PAGE = Page("phone", "", "Result", lambda visit: None, "phone.html", live=())
TYPING_PAGE = Page("phone-code", "", "Enter your code", lambda visit: None, "phone_code.html", live=())

PREFERS_PAGE = "return=representation"
"""The preference (RFC 7240) of the script, which shows the page that follows without asking for it."""

HELPER_RESULTS = frozenset(
    {
        Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT,
        Result.DOUBLE_FORFEIT,
    }
)  # fmt: skip
"""The results that a helper can enter."""


# -- opening a code ----------------------------------------------------------------------------------------------------


async def type_code(request: Request) -> Response:
    """Show the form for the letters of a code, and lead from the letters to the page of the code."""
    if request.method != "POST":
        return await _typing_response(request)
    entered = normalize_letters((await read_fields(request)).get("code", ""))
    site, address = app_context(request), client_address(request)
    if refusal := _wait_refusal(site, address, typed=True):
        return await _typing_response(request, refusal)
    opened = await run_phone(open_code, site, entered) if entered else None
    if opened is None or not opened.code.secret:
        return await _typing_response(request, await asyncio.to_thread(_wrong_code, site, address))
    return RedirectResponse(site.link(f"/b/{opened.code.secret}"), 303)


async def show_code(request: Request) -> Response:
    """Show the page of a code: of a player, of a helper, or to sign in as a deputy."""
    opened = await _require_code(request)
    if isinstance(opened, Response):
        return opened
    return await _phone_response(request, opened)


async def _require_code(request: Request) -> OpenCode | Response:
    """Return what the code of the address opens, or the answer to a wrong one; letters lead to the secret."""
    site, address = app_context(request), client_address(request)
    entered = request.path_params["secret"]
    is_typed = bool(normalize_letters(entered))
    if is_typed and (refusal := _wait_refusal(site, address, typed=True)):
        return await _typing_response(request, refusal)
    opened = await run_phone(open_code, site, entered)
    if opened is None or not opened.code.secret:
        refusal = _wait_refusal(site, address) or await asyncio.to_thread(_wrong_code, site, address)
        return await _typing_response(request, refusal)
    if is_typed:
        return RedirectResponse(site.link(f"/b/{opened.code.secret}"), 303)
    return opened


def _wait_refusal(site: AppContext, address: str, typed: bool = False) -> Refusal | None:
    """Return the refusal for an address with too many wrong codes, and for letters if there are too many overall.

    Codes in a QR code cannot be guessed: only wrong ones are refused.
    """
    if site.code_attempts.is_exhausted(address, typed):
        text = msg("Too many wrong codes.")
        return Refusal(text, instead=msg("wait a minute, or scan the code with the camera"), status=429)
    return None


def _wrong_code(site: AppContext, address: str) -> Refusal:
    """Count and record a wrong code, and return the refusal."""
    site.code_attempts.record_failure(address)
    record_event(site.store, "code-failed", "", means="code", address=address)
    return Refusal(msg("There is no such code."), instead=msg("compare it with the slip"), status=403)


def _build_context(site: AppContext, request: Request, opened: OpenCode | None = None) -> RequestContext:
    """Return the context of a phone page: nobody is signed in, and only the tournament of the code is known."""
    theme, language = request.cookies.get("theme", ""), language_of(request)
    return RequestContext(
        site,
        stream=opened.stream if opened else None,
        state=opened.state if opened else State(),
        version=opened.version if opened else 0,
        query=dict(request.query_params),
        theme=theme if theme in THEMES else "",
        language=language if language in site.languages else ENGLISH,
    )


async def _typing_response(request: Request, refusal: Refusal | None = None) -> Response:
    def render() -> str:
        visit = _build_context(app_context(request), request)
        return render_page(visit, TYPING_PAGE, view=refusal, frame=None, path=visit.link("/b"))

    return HTMLResponse(await run_phone(render), refusal.status if refusal else 200)


async def _phone_response(request: Request, opened: OpenCode) -> Response:
    html = await run_phone(_render_phone, app_context(request), request, opened)
    return HTMLResponse(html, 403 if opened.ended in ("revoked", "expired") else 200)


def _render_phone(
    site: AppContext,
    request: Request,
    opened: OpenCode,
    refusal: Refusal | None = None,
    query: Mapping[str, str] | None = None,
) -> str:
    """Return the page of a code, with another query than that of the request if it is given."""
    visit = _build_context(site, request, opened)
    visit = visit if query is None else replace(visit, query=query)
    view: PhonePage = build_phone(visit, opened, refusal)
    return render_page(visit, PHONE_PAGE, view=view, frame=None, path=view.path)


# -- sending -----------------------------------------------------------------------------------------------------------


async def use_code(request: Request) -> Response:
    """Send a result with a code, or sign in with that of a deputy.

    A form is answered with a redirect to the page of the code; the script, which prefers that, with the page itself.
    """
    fields, secret = await read_fields(request), request.path_params["secret"]
    answer = None if normalize_letters(secret) else await run_phone(_use_code, request, secret, fields)
    if answer is None:
        opened = await _require_code(request)
        return (
            opened
            if isinstance(opened, Response)
            else RedirectResponse(app_context(request).link(f"/b/{opened.code.secret}"), 303)
        )
    if answer.opened.code.kind == DEPUTY:
        return await _sign_in(request, answer.opened)
    if answer.refusal is not None:
        return HTMLResponse(answer.html, answer.refusal.status)
    noted = BackgroundTask(_note_use, app_context(request), answer.opened.code)  # the answer does not wait for it
    if not answer.html:
        return RedirectResponse(answer.path, 303, background=noted)
    headers = {"content-location": answer.path, "preference-applied": PREFERS_PAGE}
    return HTMLResponse(answer.html, headers=headers, background=noted)


@record
class PhoneAnswer:
    """What follows when a code was used: the code, the address of its page, and the page if it is to be sent."""

    opened: OpenCode
    path: str = ""
    html: str = ""
    refusal: Refusal | None = None


def _use_code(request: Request, secret: str, fields: dict[str, str]) -> PhoneAnswer | None:
    """Carry out the form of a phone; None if there is no such code.

    All of it runs in one thread: the phones of a hall send at the same time.
    """
    site = app_context(request)
    opened = open_code(site, secret)
    if opened is None or not opened.code.secret:
        return None
    if opened.code.kind == DEPUTY:
        return PhoneAnswer(opened)
    query = {"done": fields.get("board", "")} if opened.code.kind == RANGE else {}
    path = site.link(f"/b/{opened.code.secret}") + (f"?{urlencode(query)}" if query else "")
    refusal = None
    try:
        _require_attempts(site, opened)
        opened = _send_result(site, opened, fields)
    except RequestRefusedError as error:
        refusal = error.refusal
    except StaleVersionError as error:
        text = msg("This board has a result already: %(result)s.", result=error.found)
        refusal = Refusal(text, instead=msg("tell the arbiter if it is wrong"), status=409)
    except ConfirmationRequiredError as error:
        refusal = Refusal(error.warnings[0].text, instead=msg("tell the arbiter"), status=409)
    except RookeryError as error:
        refusal = refusal_for(error)
    if refusal is not None:
        opened = open_code(site, secret) or opened
        return PhoneAnswer(opened, path, _render_phone(site, request, opened, refusal), refusal)
    is_preferred = request.headers.get("prefer") == PREFERS_PAGE
    return PhoneAnswer(opened, path, _render_phone(site, request, opened, None, query) if is_preferred else "")


def _require_attempts(site: AppContext, opened: OpenCode) -> None:
    """Count what a code sends; refuse it if that is too much within a minute."""
    if site.code_writes.is_exhausted(opened.code.id):
        text = msg("This phone has sent too much.")
        raise RequestRefusedError(Refusal(text, instead=msg("wait a minute"), status=429))
    site.code_writes.record_failure(opened.code.id)


def _send_result(site: AppContext, opened: OpenCode, fields: dict[str, str]) -> OpenCode:
    """Send the result of a form, and return the code with the state that follows."""
    require_valid(opened)
    command = _parse_command(opened, fields)
    command_id = fields.get("id", "")
    if not re.fullmatch("[0-9a-f]{16}", command_id):
        command_id = new_id()
    command_id = f"{opened.code.id[:12]}-{command_id}"
    result = site.desk.do(opened.stream.id, command, actor=opened.actor, command_id=command_id)
    if result.repeated:  # its state is newer than its version
        return open_code(site, opened.code.secret) or opened
    state = site.displayed_state(opened.stream.id, VersionedState(result.state, result.version))
    return replace(opened, state=state, version=result.version)


async def _note_use(site: AppContext, code: Code) -> None:
    """Record that a code was used, unless that was recorded a moment ago."""
    now = int(time.time())
    if code.used is None or now - code.used >= USE_NOTED:
        with suppress(OSError, RookeryError):
            await run_read(site.store.codes.note_use, code.id, now)


def _parse_command(opened: OpenCode, fields: dict[str, str]) -> Command:
    """Return the command of a form: the claim of a player, or the result that a helper enters on an empty board."""
    code, scope = opened.code, opened.code.scope
    result = _parse_result(fields.get("result", ""))
    if code.kind == SIDE:
        return ClaimResult(
            scope["round"], scope["white"], scope["black"], result, scope["side"], code.id[:12], scope["game"]
        )
    board, _, _ = fields.get("board", "").partition(".")
    if not board.isdecimal() or len(board) > 6 or not scope["first"] <= int(board) <= scope["last"]:
        raise RequestRefusedError(Refusal(msg("This board is not one of yours."), status=403))
    game = fields.get("game", "0")
    round = opened.round
    white, black = fields.get("white", ""), fields.get("black", "")
    _require_board(opened, fields.get("board", ""), white, black, game)
    return EnterResult(round, white, black, result, Result.PENDING, PHONE, int(game))


def _require_board(opened: OpenCode, label: str, white: str, black: str, game: str) -> None:
    """Refuse a board whose players are others than the helper saw."""
    before = round_before(opened.state.tournament, opened.round)
    games = list_games(opened.state, opened.round, before, [int(label.partition(".")[0])])
    if not any((row.label, row.white.key, row.black.key, str(row.game)) == (label, white, black, game)
               for row in games):  # fmt: skip
        text = msg("The players of board %(board)s have changed.", board=label)
        raise RequestRefusedError(Refusal(text, instead=msg("look at the list again"), status=409))


def _parse_result(text: str) -> Result:
    result = next((choice for choice in HELPER_RESULTS if str(choice) == text), None)
    if result is None:
        raise RequestRefusedError(Refusal(msg("Choose the result."), status=422))
    return result


async def _sign_in(request: Request, opened: OpenCode) -> Response:
    """Open the session of a deputy: its secret is the code itself, so that a revocation ends it."""
    if opened.ended:
        return await _phone_response(request, opened)
    site = app_context(request)
    response = RedirectResponse(site.link(f"/t/{opened.stream.slug}"), 303)
    set_cookie(request, response, site.addresses.cookie, opened.code.secret)
    await run_read(site.store.codes.note_use, opened.code.id, int(time.time()))
    return response


# -- live updates ------------------------------------------------------------------------------------------------------


async def send_phone_messages(request: Request) -> Response:
    """Answer the live messages of a phone: that its game has changed, or anything else; never the result itself."""
    site, address = app_context(request), client_address(request)
    opened = await run_phone(open_code, site, request.path_params["secret"])
    if opened is None or opened.ended:
        return Response(status_code=404)
    if site.live_limit.is_full(address):
        return Response("Too many lines are open already.\n", 429, {"retry-after": "30"})
    scope, stream = opened.code.scope, opened.stream.id
    is_side = opened.code.kind == SIDE
    channel = phone_channel(stream, game_tag(scope["white"], scope["black"])) if is_side else stream + PHONES

    async def begin() -> list[Message]:
        return [Message("hello", await run_read(site.store.version, stream))]

    async def messages() -> AsyncIterator[bytes]:
        with site.live_limit.reserve(address):
            async for text in site.hub.listen(channel, begin):
                yield text

    return stream_response(messages())


# -- the desk ----------------------------------------------------------------------------------------------------------


async def change_codes(request: Request) -> Response:
    """Make or revoke access codes of a tournament, from the form of the page of codes."""
    fields, site = await read_fields(request), app_context(request)
    require_csrf_token(request, fields.get("csrf_token"))
    stream = await run_read(site.require_stream, request.path_params["slug"])
    target = await run_write(stream.slug, _change_codes, site, stream, fields, request.user)
    subject = " ".join(filter(None, (fields.get("action", ""), read_name(fields))))
    await asyncio.to_thread(record_request, request, "codes", subject=subject, stream=stream.id)
    for secret in site.hub.sessions():
        if target == "revoked" and await run_read(site.store.find_session, secret, int(time.time())) is None:
            site.hub.end_session(secret)
    suffix = f"/{target}" if len(target) == 64 else ""
    return RedirectResponse(site.link(f"/t/{stream.slug}/phones{suffix}"), 303)


def _change_codes(site: AppContext, stream: Stream, fields: dict[str, str], session: Session) -> str:
    """Change the codes, and return what was done: the id of a single new code, or a word."""
    state, action = site.desk.state(stream.id), fields.get("action", "")
    by = make_printable(session.name)
    may_name_deputies = authority_of(site, session, stream.id).may("codes.deputies")
    if action == "sides":
        side_codes(site, stream.id, state, len(state.tournament.rounds))
        return "made"
    if action == "revoke":
        kinds = tuple(kind for kind in KINDS if kind != DEPUTY or may_name_deputies)
        codes = [code for code in site.store.codes.list_codes(stream.id, kinds) if code.revoked is None]
        ids = ids_to_revoke(codes, fields.get("which", ""))
        count = site.store.codes.revoke(ids, int(time.time()))
        LOG.info("%s withdrew %s access codes of %s", by, count, stream.slug)
        return "revoked"
    if action == "deputy" and not may_name_deputies:
        text = msg("A deputy makes no codes for deputies.")
        raise RequestRefusedError(Refusal(text, instead=msg("ask the chief arbiter"), status=403))
    name = read_name(fields)
    if action not in ("range", "deputy") or not name:
        text = msg("A code needs a name.")
        raise RequestRefusedError(Refusal(text, instead=msg("enter the name as it will appear in the log")))
    code: Code
    if action == "range":
        first, last = _board_range(fields)
        round = None if fields.get("rounds") == "all" else len(state.tournament.rounds)
        code = issue_range(site, stream.id, name, first, last, round)
    else:
        if is_name_taken(site, name):
            text = msg("%(name)s is signed in already: the log could not tell the two apart.", name=name)
            instead = msg("choose another name, or withdraw that code first")
            raise RequestRefusedError(Refusal(text, instead=instead, code="taken", status=409))
        code = issue_deputy(site, stream.id, name)
    LOG.info("%s made an access code for %s at %s", by, make_printable(name), stream.slug)
    return code.id


def _board_range(fields: dict[str, str]) -> tuple[int, int]:
    first, last = (fields.get(name, "").strip() for name in ("first", "last"))
    if not all(text.isdecimal() and len(text) < 6 for text in (first, last)) or not 1 <= int(first) <= int(last):
        text = msg("The boards go from a number to the same or a higher one.")
        raise RequestRefusedError(Refusal(text, instead=msg("enter the first and the last board")))
    return int(first), int(last)


ROUTES = (
    Route("/b", type_code, methods=["GET", "POST"], name="type-code"),
    Route("/b/{secret}", show_code, methods=["GET"], name="phone"),
    Route("/b/{secret}", use_code, methods=["POST"], name="use-code"),
    Route("/b/{secret}/live", send_phone_messages, name="phone-live"),
    Route("/t/{slug}/phones", change_codes, methods=["POST"], name="change-codes"),
)
