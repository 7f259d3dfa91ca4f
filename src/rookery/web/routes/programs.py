"""Forms of the page of programs: create and revoke tokens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rookery.messages import msg
from rookery.storage.sessions import Session
from rookery.tournaments.roles import SCOPES
from rookery.web.audit import record_request
from rookery.web.authority import authority_of
from rookery.web.context import AppContext, app_context
from rookery.web.page_spec import Page
from rookery.web.pages.programs import DEFAULT_DAYS, LIFETIMES, NewToken, iso_time, list_places
from rookery.web.rendering import build_context, redirect, render_page
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes.accounts import read_name
from rookery.web.uploads import read_checked_form

DAY = 24 * 3600
NEW_TOKEN = Page("new-token", "", "A token", lambda visit: None, "new_token.html", live=())


async def create_token(request: Request) -> Response:
    """Create a token, and show its secret once."""
    form = await read_checked_form(request)
    return await asyncio.to_thread(_create_token, app_context(request), request, form.fields, form.values_of("scope"))


def _create_token(site: AppContext, request: Request, fields: Mapping[str, str], scopes: Sequence[str]) -> Response:
    session, visit = request.user, build_context(site, request)
    name, chosen = read_name(dict(fields)), [scope for scope in SCOPES if scope in scopes]
    days, stream = fields.get("days", str(DEFAULT_DAYS)), fields.get("place", "")
    if not name:
        text, instead = msg("A token needs a name."), msg("enter the name of the program that will use it")
        raise RequestRefusedError(Refusal(text, instead=instead))
    if not chosen:
        raise RequestRefusedError(
            Refusal(msg("A token without rights is of no use."), instead=msg("tick what it may do"))
        )
    if days not in map(str, LIFETIMES) or (stream and stream not in {place.id for place in list_places(visit)}):
        raise RequestRefusedError(Refusal(msg("The request was not understood."), code="misread", status=400))
    now = int(time.time())
    secret, token = site.store.tokens.create(
        name, chosen, now, now + int(days) * DAY, account=session.account, stream=stream
    )
    record_request(request, "token", subject=token.name, stream=stream, change="created", scopes=chosen)
    view = NewToken(token.name, secret, iso_time(token.expires), site.addresses.urls[0] + site.link("/api/v1"))
    return HTMLResponse(render_page(visit, NEW_TOKEN, view=view))


async def revoke_token(request: Request) -> Response:
    """Revoke a token of the person, or any token for administrators; its live connections end."""
    form = await read_checked_form(request)
    await asyncio.to_thread(_revoke_token, app_context(request), request, form.fields.get("which", ""))
    return redirect(request, "programs")


def _revoke_token(site: AppContext, request: Request, token_id: str) -> None:
    session = request.user
    everybody = authority_of(site, session).may("administer")
    tokens = site.store.tokens.list_tokens(None if everybody else session.account)
    token = next((token for token in tokens if token.id == token_id), None)
    if token is None or not site.store.tokens.revoke(token.id, int(time.time())):
        text = msg("This token was revoked already.")
        raise RequestRefusedError(Refusal(text, instead=msg("look at the list again"), status=404))
    for secret in site.hub.sessions():
        if Session(secret, "", 0).id == token.id:
            site.hub.end_session(secret)
    record_request(request, "token", subject=token.name, stream=token.stream, change="revoked")


ROUTES = (
    Route("/programs/tokens", create_token, methods=["POST"], name="create-token"),
    Route("/programs/tokens/revoke", revoke_token, methods=["POST"], name="revoke-token"),
)
