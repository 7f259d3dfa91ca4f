"""Forms of accounts: one's password and sessions, all accounts, and the members of a tournament or an event."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery._record import record
from rookery.messages import msg
from rookery.storage.accounts import Account
from rookery.tournaments.roles import Role
from rookery.web.access_codes import is_name_taken
from rookery.web.audit import record_request
from rookery.web.authority import authority_of, parse_role
from rookery.web.context import AppContext, app_context
from rookery.web.middleware import require_csrf_token
from rookery.web.page_spec import Page
from rookery.web.passwords import hash_password, verify_password
from rookery.web.rendering import build_context, redirect, render_page
from rookery.web.responses import ROLE_REFUSAL, Refusal, RequestRefusedError
from rookery.web.routes.accounts import LONGEST, read_fields, read_name
from rookery.web.routes.sign_in import check_new_password, open_session
from rookery.web.workers import run_password, run_read

Fields = dict[str, str]
NEW_LINK = Page("account-link", "", "A link for the account", lambda visit: None, "account_link.html", live=())


@record
class AccountLink:
    """The link with which the owner of an account sets a password, shown once: its addresses, and the page before."""

    name: str
    addresses: tuple[str, ...]
    then: str


# -- one's own account -------------------------------------------------------------------------------------------------


async def change_password(request: Request) -> Response:
    """Change the password of the user: the other sessions end, and this one gets a new secret."""
    fields, site = await _read(request), app_context(request)
    account = await _require_own_account(request)
    stored_hash = await run_read(site.store.accounts.password_hash, account.id)
    if site.account_attempts.is_exhausted(account.id):
        text = msg("Too many wrong passwords.")
        raise RequestRefusedError(Refusal(text, instead=msg("wait some minutes"), code="throttled", status=429))
    if stored_hash and not await run_password(verify_password, stored_hash, fields.get("present", "")):
        site.account_attempts.record_failure(account.id)
        raise RequestRefusedError(Refusal(msg("Your present password is another one."), status=403))
    if failure := check_new_password(fields, account.name):
        raise RequestRefusedError(Refusal(failure))
    new_hash = await run_password(hash_password, fields["password"])
    await asyncio.to_thread(site.store.accounts.set_password, account.id, new_hash)
    await asyncio.to_thread(_end_sessions, site, account.id)
    await asyncio.to_thread(record_request, request, "account", subject=account.name, change="password")
    return await open_session(request, account, redirect(request, "account"))


async def end_own_session(request: Request) -> Response:
    """End one of the user's sessions, or all but this one."""
    fields, site, session = await _read(request), app_context(request), request.user
    account = await _require_own_account(request)
    which = fields.get("which", "")
    if which == "others":
        await asyncio.to_thread(_end_sessions, site, account.id, but=session.id)
    elif which:
        await asyncio.to_thread(_end_sessions, site, account.id, only=which)
    await asyncio.to_thread(record_request, request, "session-ended", subject=account.name)
    return redirect(request, "account" if which != session.id else "account-sign-in")


async def _require_own_account(request: Request) -> Account:
    session = request.user
    account_id = session.account if session is not None and session.means == "browser" else ""
    account = await run_read(app_context(request).store.accounts.find, account_id) if account_id else None
    if account is None:
        text = msg("You are signed in without an account.")
        raise RequestRefusedError(Refusal(text, code="unknown", status=404))
    return account


def _end_sessions(site: AppContext, account: str, *, only: str = "", but: str = "") -> None:
    """End sessions of an account, and the live connections of sessions that have ended."""
    site.store.people.end_account_sessions(account, only=only, but=but)
    end_live_connections(site)


def end_live_connections(site: AppContext, account: str = "") -> None:
    """End the live connections of sessions that have ended, and of an account whose roles have changed."""
    now = int(time.time())
    for secret in site.hub.sessions():
        session = site.store.find_session(secret, now)
        if session is None or (account and session.account == account):
            site.hub.end_session(secret)


# -- all accounts ------------------------------------------------------------------------------------------------------


async def create_account(request: Request) -> Response:
    """Create an account with a role in the whole installation, or none, and show the link that sets its password."""
    fields, site = await _read(request), app_context(request)
    role = _parse_role(fields.get("role", ""), allow_none=True)
    account = await asyncio.to_thread(_create, site, fields)
    if role is not None:
        await asyncio.to_thread(site.store.accounts.grant, account.id, "", role, {}, int(time.time()))
    await asyncio.to_thread(record_request, request, "account", subject=account.name, change="created", role=role or "")
    return await _show_link(request, account, site.link("/accounts"))


async def change_account(request: Request) -> Response:
    """Change an account: rename, disable or enable it, end its sessions, give or take a role everywhere."""
    fields, site = await _read(request), app_context(request)
    account = await run_read(site.store.accounts.find, request.path_params["account"])
    action = ACTIONS.get(fields.get("action", ""))
    if account is None or action is None:
        raise RequestRefusedError(Refusal(msg("There is no such account."), code="unknown", status=404))
    await asyncio.to_thread(action, site, request, account, fields)
    await asyncio.to_thread(end_live_connections, site, account.id)
    change, role = fields["action"], fields.get("role", "")
    await asyncio.to_thread(record_request, request, "account", subject=account.name, change=change, role=role)
    if change == "link":
        return await _show_link(request, account, site.link("/accounts"))
    return redirect(request, "accounts")


def _create(site: AppContext, fields: Fields) -> Account:
    """Create the account that a form names."""
    name, email = read_name(fields), fields.get("email", "").strip()
    if not name:
        text = msg("A name has at least one letter, and at most %(most)s.", most=LONGEST)
        raise RequestRefusedError(Refusal(text))
    if len(email) > 200 or (email and "@" not in email):
        raise RequestRefusedError(Refusal(msg("This is no mail address.")))
    account = None if is_name_taken(site, name) else site.store.accounts.create(name, int(time.time()), email=email)
    if account is None:
        text = msg("Somebody else at this desk is called %(name)s.", name=name)
        raise RequestRefusedError(Refusal(text, instead=msg("choose another name"), code="taken", status=409))
    return account


def _rename(site: AppContext, request: Request, account: Account, fields: Fields) -> None:
    name = read_name(fields)
    if not name or not site.store.accounts.rename(account.id, name):
        text = msg("Somebody else at this desk is called %(name)s.", name=name or "–")
        raise RequestRefusedError(Refusal(text, instead=msg("choose another name"), code="taken", status=409))


def _disable(site: AppContext, request: Request, account: Account, fields: Fields) -> None:
    _require_other(request, account)
    site.store.accounts.disable(account.id, int(time.time()))


def _enable(site: AppContext, request: Request, account: Account, fields: Fields) -> None:
    site.store.accounts.enable(account.id)


def _sign_out(site: AppContext, request: Request, account: Account, fields: Fields) -> None:
    site.store.people.end_account_sessions(account.id, but=request.user.id)


def _grant(site: AppContext, request: Request, account: Account, fields: Fields) -> None:
    role = _parse_role(fields.get("role", ""))
    assert role is not None, "a role is required"
    site.store.accounts.grant(account.id, "", role, {}, int(time.time()))
    site.store.people.end_account_sessions(account.id, but=request.user.id)


def _withdraw(site: AppContext, request: Request, account: Account, fields: Fields) -> None:
    if fields.get("role") == Role.ADMINISTRATOR:
        _require_other(request, account)
    site.store.accounts.withdraw(account.id, fields.get("stream", ""), fields.get("role", ""))
    site.store.people.end_account_sessions(account.id, but=request.user.id)


def _require_other(request: Request, account: Account) -> None:
    """Refuse a change of the user's own account that would lock the user out."""
    if request.user.account == account.id:
        text = msg("You would lock yourself out.")
        raise RequestRefusedError(Refusal(text, instead=msg("ask another administrator"), status=409))


ACTIONS: dict[str, Callable[[AppContext, Request, Account, Fields], None]] = {
    "rename": _rename,
    "disable": _disable,
    "enable": _enable,
    "sign-out": _sign_out,
    "grant": _grant,
    "withdraw": _withdraw,
    "link": lambda site, request, account, fields: None,
}
"""What the form of an account does, by its field `action`."""


# -- members -----------------------------------------------------------------------------------------------------------


async def change_members(request: Request) -> Response:
    """Give or take a role in a tournament or an event; a name without an account gets one, and its link is shown."""
    fields, site = await _read(request), app_context(request)
    visit = await run_read(build_context, site, request)
    then = f"{visit.at}/members"
    account, is_new = await asyncio.to_thread(_change_member, site, request, visit.id, fields)
    await asyncio.to_thread(end_live_connections, site, account.id)
    change, role = fields.get("action", ""), fields.get("role", "")
    await asyncio.to_thread(
        record_request, request, "role", subject=account.name, stream=visit.id, change=change, role=role
    )
    return await _show_link(request, account, then) if is_new else RedirectResponse(then, 303)


def _change_member(site: AppContext, request: Request, stream: str, fields: Fields) -> tuple[Account, bool]:
    """Give or take a role; return the account, and whether it is a new one."""
    accounts, role = site.store.accounts, _parse_role(fields.get("role", ""))
    grantable = authority_of(site, request.user, stream).grantable_roles() - {Role.ADMINISTRATOR}
    if role not in grantable or role is None:
        raise RequestRefusedError(ROLE_REFUSAL)
    if fields.get("action") == "withdraw":
        member = accounts.find(fields.get("account", ""))
        if member is None or not accounts.withdraw(member.id, stream, role):
            raise RequestRefusedError(Refusal(msg("There is no such member."), code="unknown", status=404))
        return member, False
    scope: dict[str, Any] = _parse_boards(fields) if role is Role.ARBITER else {}
    account = accounts.find_name(read_name(fields))
    is_new = account is None
    if account is None:
        account = _create(site, fields)
    elif account.disabled is not None:
        raise RequestRefusedError(Refusal(msg("This account is disabled."), status=409))
    accounts.grant(account.id, stream, role, scope, int(time.time()))
    return account, is_new


def _parse_boards(fields: Fields) -> dict[str, int]:
    first, last = (fields.get(name, "").strip() for name in ("first", "last"))
    if not all(text.isdecimal() and len(text) < 6 for text in (first, last)) or not 1 <= int(first) <= int(last):
        text = msg("The boards go from a number to the same or a higher one.")
        raise RequestRefusedError(Refusal(text, instead=msg("enter the first and the last board")))
    return {"first": int(first), "last": int(last)}


def _parse_role(name: str, *, allow_none: bool = False) -> Role | None:
    role = parse_role(name)
    if role is None and not (allow_none and not name):
        raise RequestRefusedError(Refusal(msg("Choose a role."), status=400))
    return role


async def _read(request: Request) -> Fields:
    fields = await read_fields(request)
    require_csrf_token(request, fields.get("csrf_token"))
    return fields


async def _show_link(request: Request, account: Account, then: str) -> Response:
    """Show a new link that sets the password of an account; it is shown once."""
    site = app_context(request)
    secret = await asyncio.to_thread(site.store.people.create_link, account.id, account.name, int(time.time()))
    await run_read(site.addresses.refresh)
    urls = dict.fromkeys((*site.addresses.urls, site.addresses.local_url))
    view = AccountLink(account.name, tuple(f"{url}/enter/link?key={secret}" for url in urls), then)
    return HTMLResponse(await run_read(lambda: render_page(build_context(site, request), NEW_LINK, view=view)))


ROUTES = (
    Route("/account/password", change_password, methods=["POST"], name="change-password"),
    Route("/account/sessions", end_own_session, methods=["POST"], name="end-own-session"),
    Route("/accounts", create_account, methods=["POST"], name="create-account"),
    Route("/accounts/{account}", change_account, methods=["POST"], name="change-account"),
    Route("/t/{slug}/members", change_members, methods=["POST"], name="change-members"),
    Route("/e/{event}/members", change_members, methods=["POST"], name="change-event-members"),
)
