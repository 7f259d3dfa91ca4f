"""Signing in with an account: by password, or with the link that sets one."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery._record import record
from rookery.messages import make_printable, msg
from rookery.storage.accounts import Account
from rookery.storage.sessions import normalize_name
from rookery.web.audit import record_request
from rookery.web.context import AppContext, app_context
from rookery.web.openid import has_provider, provider_name
from rookery.web.page_spec import Page
from rookery.web.passwords import (
    LONGEST,
    SHORTEST,
    has_passwords,
    hash_password,
    needs_new_hash,
    password_problem,
    verify_password,
)
from rookery.web.rate_limits import client_address
from rookery.web.rendering import build_context, redirect, render_page
from rookery.web.responses import Refusal, RequestRefusedError
from rookery.web.routes.accounts import read_fields, set_cookie
from rookery.web.routes.commands import safe_redirect_target
from rookery.web.workers import run_password, run_read

LOG = logging.getLogger("rookery.web")

SIGN_IN = Page("account-sign-in", "", "Sign in", lambda visit: None, "account_sign_in.html", live=())
SET_PASSWORD = Page("set-password", "", "Set a password", lambda visit: None, "set_password.html", live=())


@record
class SignInForm:
    """The form: the name entered before, the page to go to, and why the last attempt failed.

    `provider` is the name of the provider of OpenID Connect, if there is one; `passwords` is False if passwords cannot
    be used on this server. `done` shows only the way on, after the provider has signed the person in.
    """

    name: str = ""
    then: str = "/"
    failure: str = ""
    provider: str = ""
    passwords: bool = True
    done: bool = False


@record
class PasswordForm:
    """The form that sets a password by a link: the name of the account, and why the last attempt failed."""

    name: str
    secret: str
    failure: str = ""
    least: int = SHORTEST
    most: int = LONGEST


async def sign_in(request: Request) -> Response:
    """Show the form that signs an account in, and sign it in.

    A wrong password and an unknown name have the same answer, after the same time. Both count for the address and for
    the name; after too many of them no password is accepted for a while.
    """
    site = app_context(request)
    if request.user is not None:
        return redirect(request, "home")
    if request.method != "POST":
        then = safe_redirect_target(request.query_params.get("then") or "/", site.prefix)
        return await _show_form(request, SignInForm(then=then))
    fields = await read_fields(request)
    name, then = " ".join(fields.get("name", "").split()), safe_redirect_target(fields.get("then") or "/", site.prefix)
    address, key = client_address(request), normalize_name(name)[:LONGEST]
    if site.sign_in_attempts.is_exhausted(address) or site.account_attempts.is_exhausted(key):
        text = msg("Too many wrong passwords.")
        raise RequestRefusedError(Refusal(text, instead=msg("wait some minutes"), code="throttled", status=429))
    account = await run_password(_check_password, site, name, fields.get("password", ""))
    if account is None:
        site.sign_in_attempts.record_failure(address)
        site.account_attempts.record_failure(key)
        await asyncio.to_thread(record_request, request, "sign-in-failed", subject=name[:80])
        failure = msg("The name or the password is wrong.")
        return await _show_form(request, SignInForm(name[:80], then, failure), 403)
    return await open_session(request, account, RedirectResponse(then, 303))


def _check_password(site: AppContext, name: str, password: str) -> Account | None:
    """Return the account with this name and password, unless it is disabled."""
    accounts = site.store.accounts
    account = accounts.find_name(name)
    stored_hash = accounts.password_hash(account.id) if account is not None else ""
    if not verify_password(stored_hash, password) or account is None or account.disabled is not None:
        return None
    if needs_new_hash(stored_hash):
        accounts.set_password(account.id, hash_password(password))
    return account


async def open_session(request: Request, account: Account, response: Response) -> Response:
    """Return the response with the cookie of a new session of an account; the browser's session before it ends."""
    site, now = app_context(request), int(time.time())
    people, agent = site.store.people, make_printable(request.headers.get("user-agent", ""))
    if request.user is not None:
        await asyncio.to_thread(people.end_session, request.user.secret)
        site.hub.end_session(request.user.secret)
    session = await asyncio.to_thread(people.open_session, account.id, account.name, now, agent)
    await asyncio.to_thread(record_request, request, "sign-in", actor=account.name)
    set_cookie(request, response, site.addresses.cookie, session.secret)
    return response


async def _show_form(request: Request, view: SignInForm, status: int = 200) -> Response:
    site = app_context(request)
    passwords = await run_read(has_passwords)
    provider = provider_name(site.config) if has_provider(site.config) else ""
    view = SignInForm(view.name, view.then, view.failure, provider, passwords)
    html = await run_read(lambda: render_page(build_context(site, request), SIGN_IN, view=view))
    return HTMLResponse(html, status)


async def set_password_by_link(request: Request) -> Response:
    """Show the form of a link that sets the password of an account, and set it; the link works once."""
    site, now = app_context(request), int(time.time())
    fields = await read_fields(request) if request.method == "POST" else {}
    secret = fields.get("key") or request.query_params.get("key", "")
    if site.sign_in_attempts.is_exhausted(client_address(request)):
        raise RequestRefusedError(Refusal(msg("Too many wrong links."), instead=msg("wait a minute"), status=429))
    account_id = await run_read(site.store.people.find_link, secret, now) if secret else None
    account = await run_read(site.store.accounts.find, account_id) if account_id else None
    if account is None or account.disabled is not None:
        site.sign_in_attempts.record_failure(client_address(request))
        text = msg("This link has been used, or has expired.")
        raise RequestRefusedError(Refusal(text, instead=msg("ask for a new one"), status=403))
    view = PasswordForm(account.name, secret)
    if request.method == "POST":
        failure = check_new_password(fields, account.name)
        if not failure:
            return await _use_link(request, account, secret, fields["password"])
        view = PasswordForm(account.name, secret, failure)
    html = await run_read(lambda: render_page(build_context(site, request), SET_PASSWORD, view=view))
    return HTMLResponse(html, 422 if view.failure else 200)


async def _use_link(request: Request, account: Account, secret: str, password: str) -> Response:
    """Set the password of an account, end its sessions and sign it in."""
    site = app_context(request)
    stored_hash = await run_password(hash_password, password)
    if await asyncio.to_thread(site.store.people.use_link, secret, int(time.time())) is None:
        text = msg("This link has been used, or has expired.")
        raise RequestRefusedError(Refusal(text, instead=msg("ask for a new one"), status=403))
    await asyncio.to_thread(site.store.accounts.set_password, account.id, stored_hash)
    await asyncio.to_thread(site.store.people.end_account_sessions, account.id)
    await asyncio.to_thread(
        record_request, request, "account", actor=account.name, subject=account.name, change="password"
    )
    return await open_session(request, account, redirect(request, "home"))


def check_new_password(fields: dict[str, str], name: str) -> str:
    """Return why a new password, entered twice, is not accepted; empty if it is."""
    password = fields.get("password", "")
    if password != fields.get("again", ""):
        return msg("The two passwords differ.")
    return password_problem(password, name) or ""


ROUTES = (
    Route("/enter/account", sign_in, methods=["GET", "POST"], name="account-sign-in"),
    Route("/enter/link", set_password_by_link, methods=["GET", "POST"], name="set-password"),
)
