"""Sign-in and sign-out, invitations, the user's name, and the theme and language of the pages."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery._record import record
from rookery.messages import make_printable, msg
from rookery.storage.sessions import Session
from rookery.web.audit import record_request
from rookery.web.context import app_context
from rookery.web.middleware import require_csrf_token
from rookery.web.page_spec import Page
from rookery.web.rate_limits import LOCAL_ADDRESSES, client_address
from rookery.web.rendering import THEMES, build_context, redirect, render_page
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes.commands import safe_redirect_target
from rookery.web.workers import run_read

LOG = logging.getLogger("rookery.web")
COOKIE_SECONDS = 30 * 24 * 3600
LONGEST = 80
"""Maximum length of a name."""


# -- sign-in -----------------------------------------------------------------------------------------------------------


@record
class SignIn:
    """The invited person's name, and the token that the form sends."""

    name: str
    token: str


ENTER = Page("enter", "", "Sign in", lambda visit: None, "sign_in.html", live=())


async def login(request: Request) -> Response:
    """Show a page with a button that redeems an invitation for a session cookie, and redeem it.

    The token is redeemed by POST only: chat and mail programs fetch addresses for previews, and browsers that come
    from another site send no cookie with a redirect. Only the owner on the server's own machine is signed in by GET.
    """
    if request.user is not None:
        return redirect(request, "home")
    token = (await read_fields(request)).get("token", "") if request.method == "POST" else _token_from_query(request)
    site, now = app_context(request), int(time.time())
    people = site.store.people
    invitation = await run_read(people.invitation, token, now) if token else None
    if invitation is None:
        raise await asyncio.to_thread(_invalid_token_error, request)
    is_local = request.method == "GET" and client_address(request) in LOCAL_ADDRESSES
    if request.method != "POST" and not (is_local and invitation.is_owner):
        view = SignIn(invitation.name, token)
        return HTMLResponse(await run_read(lambda: render_page(build_context(site, request), ENTER, view=view)))
    session = await asyncio.to_thread(people.admit, token, now)
    if session is None:  # somebody else was faster
        raise await asyncio.to_thread(_invalid_token_error, request)
    await asyncio.to_thread(record_request, request, "sign-in", actor=session.name, means="invitation")
    response = redirect(request, "home")
    set_cookie(request, response, site.addresses.cookie, session.secret)
    return response


def _token_from_query(request: Request) -> str:
    return request.query_params.get("token", "")


def _invalid_token_error(request: Request) -> RequestRefusedError:
    attempts, address = app_context(request).sign_in_attempts, client_address(request)
    if attempts.is_exhausted(address):
        text = msg("Too many wrong invitations from this address.")
        return RequestRefusedError(Refusal(text, instead=msg("wait a minute"), status=429))
    attempts.record_failure(address)
    record_request(request, "sign-in-failed", means="invitation")
    text = msg("This invitation has been used, or has expired.")
    return RequestRefusedError(Refusal(text, instead=msg("ask for a new one"), status=403))


async def logout(request: Request) -> Response:
    """End the session."""
    site = app_context(request)
    if request.user is not None:
        await asyncio.to_thread(site.store.people.end_session, request.user.secret)
        site.hub.end_session(request.user.secret)
        await asyncio.to_thread(record_request, request, "sign-out")
    response = redirect(request, "enter")
    delete_cookie(request, response, site.addresses.cookie)
    response.headers["clear-site-data"] = '"cache"'  # not the storage: results of phones wait there
    return response


def set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Set a cookie for this host and the path of the application, with `Secure` if the browser uses https."""
    response.set_cookie(name, value, max_age=COOKIE_SECONDS, **_cookie_options(request))


def delete_cookie(request: Request, response: Response, name: str) -> None:
    """Delete a cookie that `set_cookie` has set."""
    response.delete_cookie(name, **_cookie_options(request))


def _cookie_options(request: Request) -> dict[str, Any]:
    site = app_context(request)
    secure = site.addresses.is_secure(request.scope)
    return {"path": site.prefix or "/", "httponly": True, "samesite": "strict", "secure": secure}


async def read_fields(request: Request) -> dict[str, str]:
    """Return the fields of a small form."""
    async with request.form(max_files=0, max_fields=10) as form:
        return {name: str(value) for name, value in form.multi_items()}


# -- invitations and names ---------------------------------------------------------------------------------------------

INVITED = Page("invited", "", "Invitation", lambda visit: None, "invited.html", live=())
ALL_OTHERS = "others"
"""Form value that ends all other sessions and all invitations."""


@record
class InvitationView:
    """An invitation as shown once: the name, its addresses, and whether others can reach them.

    `local` is the address for a browser on this machine, `then` the page to return to.
    """

    name: str
    addresses: tuple[str, ...]
    shared: bool
    local: str = ""
    then: str = "/"


async def create_invitation(request: Request) -> Response:
    """Create an invitation, and show its addresses once."""
    fields, site = await read_fields(request), app_context(request)
    require_csrf_token(request, fields.get("csrf_token"))
    name = read_name(fields)
    if not name:
        text = msg("An invitation needs a name.")
        instead = msg("enter the arbiter's name as it will appear in the log")
        raise RequestRefusedError(Refusal(text, instead=instead))
    if await run_read(site.store.people.is_taken, name, int(time.time())):
        text = msg("%(name)s is signed in already: the log could not tell the two apart.", name=name)
        instead = msg("choose another name, or end that session first")
        raise RequestRefusedError(Refusal(text, instead=instead, code="taken", status=409))
    token = await asyncio.to_thread(site.store.people.invite, name, int(time.time()))
    await asyncio.to_thread(record_request, request, "invitation", subject=name)
    await run_read(site.addresses.refresh)
    invitation = InvitationView(
        name,
        tuple(f"{url}/enter?token={token}" for url in site.addresses.urls),
        site.shared or bool(site.addresses.public),
        f"{site.addresses.local_url}/enter?token={token}",
        safe_redirect_target(fields.get("then") or "/", site.prefix),
    )
    return HTMLResponse(await run_read(lambda: render_page(build_context(site, request), INVITED, view=invitation)))


async def end_access(request: Request) -> Response:
    """End a session or an invitation, or all others; live connections end with the session."""
    fields, site, session = await read_fields(request), app_context(request), request.user
    require_csrf_token(request, fields.get("csrf_token"))
    which = fields.get("which", "")
    all_ids = {access.id for access in await run_read(site.store.people.list_accesses, int(time.time()))}
    ended = all_ids - {session.id} if which == ALL_OTHERS else {which} & all_ids
    if not ended:
        text = msg("That session has ended already.")
        raise RequestRefusedError(Refusal(text, instead=msg("look at the list again"), status=404))
    await asyncio.to_thread(site.store.people.end, ended)
    await asyncio.to_thread(record_request, request, "session-ended", number=len(ended))
    for secret in site.hub.sessions():
        if Session(secret, "", 0).id in ended:
            site.hub.end_session(secret)
    return redirect(request, "enter" if session.id in ended else "people")


async def rename_user(request: Request) -> Response:
    """Change the user's name in pages and log."""
    fields, site, session = await read_fields(request), app_context(request), request.user
    require_csrf_token(request, fields.get("csrf_token"))
    name = read_name(fields)
    if not name:
        text = msg("A name has at least one letter, and at most %(most)s.", most=LONGEST)
        raise RequestRefusedError(Refusal(text))
    if not await asyncio.to_thread(site.store.people.rename, session, name, int(time.time())):
        text = msg("Somebody else at this desk is called %(name)s.", name=name)
        instead = msg("choose another name: the log could not tell you apart")
        raise RequestRefusedError(Refusal(text, instead=instead))
    LOG.info("%s is called %s from now on", make_printable(session.name), make_printable(name))
    await asyncio.to_thread(record_request, request, "renamed", subject=name)
    return redirect(request, "people")


def read_name(fields: dict[str, str]) -> str:
    """Return the name of a form with single spaces, or an empty string if it is no name."""
    name = " ".join(fields.get("name", "").split())
    return name if len(name) <= LONGEST and name.isprintable() else ""


# -- appearance --------------------------------------------------------------------------------------------------------


async def set_theme(request: Request) -> Response:
    """Store the theme: light, dark or the system's."""
    fields, site = await read_fields(request), app_context(request)
    response = RedirectResponse(safe_redirect_target(fields.get("then") or "/", site.prefix), 303)
    if (theme := fields.get("theme", "")) in THEMES:
        set_cookie(request, response, "theme", theme)
    else:
        delete_cookie(request, response, "theme")
    return response


async def set_language(request: Request) -> Response:
    """Store an available language."""
    code, site = request.query_params.get("to", ""), app_context(request)
    response = RedirectResponse(safe_redirect_target(request.query_params.get("then") or "/", site.prefix), 303)
    if code in await run_read(lambda: site.languages):  # the first time, it looks into the folder
        set_cookie(request, response, "lang", code)
    return response


ROUTES = (
    Route("/enter", login, methods=["GET", "POST"], name="enter"),
    Route("/leave", logout, methods=["POST"], name="leave"),
    Route("/invite", create_invitation, methods=["POST"], name="invite"),
    Route("/people/end", end_access, methods=["POST"], name="end-access"),
    Route("/name", rename_user, methods=["POST"], name="rename-user"),
    Route("/theme", set_theme, methods=["POST"], name="theme"),
    Route("/language", set_language, name="language"),
)
