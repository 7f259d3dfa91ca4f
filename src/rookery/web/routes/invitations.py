"""Inviting and signing out other arbiters, and renaming oneself."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rookery._record import record
from rookery.messages import make_printable, msg
from rookery.storage.sessions import Session
from rookery.web.context import AppContext
from rookery.web.middleware import csrf_token
from rookery.web.page_spec import Page
from rookery.web.rendering import Endpoint, build_context, error_response_page, render_page
from rookery.web.responses import Refusal
from rookery.web.routes.commands import WRONG_CSRF_TOKEN, safe_redirect_target
from rookery.web.workers import run_read

LOG = logging.getLogger("rookery.web")
LONGEST = 80
INVITED = Page("invited", "", "Invitation", lambda visit: None, "invited.html", live=())


@record
class Invitation:
    """An invitation as shown once: the name, its addresses, and whether others can reach them.

    `local` is the address for a browser on this machine, `then` the page to return to.
    """

    name: str
    addresses: tuple[str, ...]
    shared: bool
    local: str = ""
    then: str = "/"


def create_invitation(site: AppContext) -> Endpoint:
    """Return the endpoint that creates an invitation."""

    async def answer(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=5) as form:
            token, name = str(form.get("csrf_token", "")), " ".join(str(form.get("name", "")).split())
            then = safe_redirect_target(str(form.get("then") or "/"))
        if token != csrf_token(request.scope["rookery.session"]):
            return await error_response_page(site, request, Refusal(WRONG_CSRF_TOKEN, status=403))
        if not name or len(name) > LONGEST or not name.isprintable():
            refusal = Refusal(msg("An invitation needs a name."),
                          instead=msg("enter the arbiter's name as it will appear in the log"))  # fmt: skip
            return await error_response_page(site, request, refusal)
        if await run_read(site.store.people.is_taken, name, int(time.time())):
            refusal = Refusal(msg("%(name)s is signed in already: the log could not tell the two apart.", name=name),
                          instead=msg("choose another name, or end that session first"), code="taken",
                          status=409)  # fmt: skip
            return await error_response_page(site, request, refusal)
        token = await asyncio.to_thread(site.store.people.invite, name, int(time.time()))
        await run_read(site.addresses.refresh)
        urls = tuple(f"{url}/enter?token={token}" for url in site.addresses.urls)
        local_url = f"{site.addresses.local_url}/enter?token={token}"
        invitation = Invitation(name, urls, site.shared or bool(site.addresses.public), local_url, then)
        page = await run_read(lambda: render_page(build_context(site, request), INVITED, view=invitation))
        return HTMLResponse(page)

    return answer


ALL_OTHERS = "others"
"""Form value that ends all other sessions and all invitations."""


def end_access(site: AppContext) -> Endpoint:
    """Return the endpoint that ends a session or an invitation, or all others; live connections end with the
    session.
    """

    async def answer(request: Request) -> Response:
        session = request.scope["rookery.session"]
        async with request.form(max_files=0, max_fields=5) as form:
            token, which = str(form.get("csrf_token", "")), str(form.get("which", ""))
        if token != csrf_token(session):
            return await error_response_page(site, request, Refusal(WRONG_CSRF_TOKEN, status=403))
        now = int(time.time())
        all_ids = {access.id for access in await run_read(site.store.people.listed, now)}
        ended = all_ids - {session.id} if which == ALL_OTHERS else {which} & all_ids
        if not ended:
            refusal = Refusal(msg("That session has ended already."), instead=msg("look at the list again"),
                          status=404)  # fmt: skip
            return await error_response_page(site, request, refusal)
        await asyncio.to_thread(site.store.people.end, ended)
        for secret in site.hub.sessions():
            if Session(secret, "", 0).id in ended:
                site.hub.end_session(secret)
        return RedirectResponse("/enter" if session.id in ended else "/people", 303)

    return answer


def rename_user(site: AppContext) -> Endpoint:
    """Return the endpoint that changes the user's name in pages and log."""

    async def answer(request: Request) -> Response:
        session = request.scope["rookery.session"]
        async with request.form(max_files=0, max_fields=5) as form:
            token, name = str(form.get("csrf_token", "")), " ".join(str(form.get("name", "")).split())
        if token != csrf_token(session):
            return await error_response_page(site, request, Refusal(WRONG_CSRF_TOKEN, status=403))
        if not name or len(name) > LONGEST or not name.isprintable():
            refusal = Refusal(msg("A name has at least one letter, and at most %(most)s.", most=LONGEST))
            return await error_response_page(site, request, refusal)
        if not await asyncio.to_thread(site.store.people.rename, session, name, int(time.time())):
            refusal = Refusal(msg("Somebody else at this desk is called %(name)s.", name=name),
                          instead=msg("choose another name: the log could not tell you apart"))  # fmt: skip
            return await error_response_page(site, request, refusal)
        LOG.info("%s is called %s from now on", make_printable(session.name), make_printable(name))
        return RedirectResponse("/people", 303)

    return answer
