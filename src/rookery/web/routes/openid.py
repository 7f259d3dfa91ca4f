"""Sign-in at a provider of OpenID Connect: to the provider, and back."""

from __future__ import annotations

import asyncio
import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import make_printable, msg
from rookery.web.audit import record_request
from rookery.web.context import AppContext, app_context
from rookery.web.openid import OpenIdError, PendingSignIn, Provider, find_or_create_account, has_provider
from rookery.web.rendering import build_context, redirect, render_page
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes.commands import safe_redirect_target
from rookery.web.routes.sign_in import SIGN_IN, SignInForm, open_session
from rookery.web.workers import run_read

LOG = logging.getLogger("rookery.web")
COOKIE, COOKIE_SECONDS = "rookery-openid", 600


async def go_to_provider(request: Request) -> Response:
    """Send the browser to the provider; what it must bring back is in a cookie for ten minutes."""
    site = app_context(request)
    if request.user is not None:
        return redirect(request, "home")
    provider = _require_provider(site)
    then = safe_redirect_target(request.query_params.get("then") or "/", site.prefix)
    try:
        url, pending = await asyncio.to_thread(provider.begin, _redirect_uri(request), then)
    except OpenIdError as error:
        raise _refuse(error) from None
    response = RedirectResponse(url, 303)
    value = urlsafe_b64encode(json.dumps(to_json_data(pending)).encode()).decode()
    secure = site.addresses.is_secure(request.scope)
    # Lax: the browser comes back from another site, and brings no strict cookie then.
    response.set_cookie(
        COOKIE, value, max_age=COOKIE_SECONDS, path=site.link("/enter/openid"), httponly=True, samesite="lax",
        secure=secure,
    )  # fmt: skip
    return response


async def return_from_provider(request: Request) -> Response:
    """Sign in the person whom the provider has sent back.

    The answer is a page that leads on: a redirect would still belong to the other site, and bring no strict cookie.
    """
    site, query = app_context(request), dict(request.query_params)
    provider = _require_provider(site)
    try:
        pending = _read_cookie(request)
        identity = await asyncio.to_thread(provider.finish, _redirect_uri(request), query, pending)
        account = await asyncio.to_thread(find_or_create_account, site, identity)
    except OpenIdError as error:
        LOG.warning("a sign-in at the provider failed: %s", make_printable(error.detail)[:300])
        await asyncio.to_thread(record_request, request, "sign-in-failed", reason=error.detail[:200])
        raise _refuse(error) from None
    target = site.link(pending.then) if not pending.then.startswith(f"{site.prefix}/") else pending.then
    view = SignInForm(then=target, done=True)
    html = await run_read(lambda: render_page(build_context(site, request), SIGN_IN, view=view))
    response = await open_session(request, account, HTMLResponse(html))
    response.delete_cookie(COOKIE, path=site.link("/enter/openid"))
    return response


def _require_provider(site: AppContext) -> Provider:
    if not has_provider(site.config):
        raise RequestRefusedError(Refusal(msg("This desk has no other provider to sign in with."), status=404))
    return site.provider


def _redirect_uri(request: Request) -> str:
    """Return the address that the provider sends the browser back to; the host of the request was checked."""
    site = app_context(request)
    scheme = "https" if site.addresses.is_secure(request.scope) else "http"
    return f"{scheme}://{request.headers['host']}{site.link('/enter/openid/callback')}"


def _read_cookie(request: Request) -> PendingSignIn:
    try:
        value = json.loads(urlsafe_b64decode(request.cookies.get(COOKIE, "").encode()))
        return from_json_data(PendingSignIn, value)
    except (ValueError, InvalidDataError, AttributeError, TypeError):
        raise OpenIdError(msg("This sign-in was not begun in this browser."), "no cookie") from None


def _refuse(error: OpenIdError) -> RequestRefusedError:
    return RequestRefusedError(Refusal(error.message, instead=msg("try to sign in again"), code="openid", status=403))


ROUTES = (
    Route("/enter/openid", go_to_provider, methods=["GET"], name="openid"),
    Route("/enter/openid/callback", return_from_provider, methods=["GET"], name="openid-callback"),
)
