"""What the person of a request may see and do: the roles of the session, and the action that each address needs."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from rookery._record import replace
from rookery.storage.accounts import Membership
from rookery.storage.sessions import Session
from rookery.tournaments.roles import EVERYTHING, NOTHING, Authority, Role, permitted_names
from rookery.web.context import AppContext, IndexContent, app_context
from rookery.web.middleware import OPEN, SAFE
from rookery.web.responses import ROLE_REFUSAL, EventNotFoundError, RequestRefusedError, TournamentNotFoundError
from rookery.web.workers import run_read

FREE = ""
"""The action of addresses that every signed-in person may use."""

OF_PROGRAMS = frozenset({"home", "help", "vcl", "me", "openapi", "list-tournaments"})
"""The free addresses that tokens open as well; the others belong to the account of a person."""

ROUTE_ACTIONS: Mapping[str, str] = {
    # outside of a tournament
    "home": FREE, "help": FREE, "vcl": FREE, "me": FREE, "openapi": FREE, "icon": FREE,
    "enter": FREE, "leave": FREE, "theme": FREE, "language": FREE,
    "people": "people", "invite": "people", "end-access": "people", "rename-user": "people",
    "create-tournament": "tournament.begin", "upload-tournament": "tournament.begin", "arrival": "tournament.begin",
    "import-tournament": "tournament.begin", "create-event": "tournament.begin",
    "lists": "lists", "list-columns": "lists", "upload-list": "lists", "choose-columns": "lists",
    "rescue": "backup",
    "account": FREE, "change-password": FREE, "end-own-session": FREE,
    "accounts": "accounts", "create-account": "accounts", "change-account": "accounts",
    "members": "members", "change-members": "members",
    "event-members": "members", "change-event-members": "members", "audit": "audit", "audit-file": "audit",
    "list-tournaments": FREE,
    "webhook": "webhooks", "create-webhook": "webhooks", "change-webhook": "webhooks", "delete-webhook": "webhooks",
    "test-webhook": "webhooks", "list-webhooks": "webhooks", "list-deliveries": "webhooks", "send-again": "webhooks",
    "programs": FREE, "create-token": FREE, "revoke-token": FREE,
    # commands are checked one by one
    "commands": "read", "form-commands": "read", "event-commands": "read", "event-form-commands": "read",
    # a tournament
    "upload-table": "players.enter", "review-table": "players.enter", "review": "players.enter",
    "table": "players.enter", "entered": "players.enter", "search": "players.enter",
    "save-check-in": "checkin.mark", "check-in": "checkin.mark", "set-numbers": "numbers.set",
    "person": "bye.ask", "ratings": "ratings.correct", "hand": "hand.open", "lineups": "lineups.set",
    "delete": "tournament.delete", "report": "files",
    "file": "files", "site": "site", "publish-site": "site", "copy-tournament": "tournament.copy",
    "copy-tournament-json": "tournament.copy", "export-tournament": "files",
    "phones": "codes", "code": "codes", "change-codes": "codes",
    "cards": "cards", "change-cards": "cards", "change-kiosk": "cards",
    "screens": "screens", "change-screens": "screens",
    "person-data": "person.export", "export-person": "person.export",
    # an event
    "new-section": "section.add", "copy-event": "event.set", "move-player": "players.enter",
    "event-check-in": "checkin.mark", "event-ticks": "checkin.mark",
    "event-screens": "screens", "change-event-screens": "screens",
}  # fmt: skip
"""The command or action that the address of each route needs, by the name of the route.

Reading needs `read` where nothing else is named; an address that changes something and is not named here is for
administrators only.
"""

Endpoint = Callable[[Request], Awaitable[Response]]


def authority_of(site: AppContext, session: Session | None, stream: str = "") -> Authority:
    """Return what the person of a session may do at a tournament or an event; without one, in the installation."""
    if session is None:
        return NOTHING
    if session.means == "token":
        return _token_authority(site, session, stream)
    if not session.account:
        if not session.stream:
            return EVERYTHING
        return Authority(frozenset({Role.CHIEF_ARBITER}), by_code=True) if session.stream == stream else NOTHING
    memberships = site.store.accounts.memberships(session.account)
    return combine_memberships(memberships, site.index.content(), stream)


def _token_authority(site: AppContext, session: Session, stream: str) -> Authority:
    """Return what a program may do: what its account may do, within the scopes and the tournament of its token."""
    authority, content = EVERYTHING, site.index.content()
    if session.account:
        memberships = site.store.accounts.memberships(session.account)
        authority = combine_memberships(memberships, content, stream)
    if session.stream:
        event = content.event_of(stream) if stream else None
        if session.stream not in (stream, event.stream.id if event is not None else ""):
            return NOTHING
        authority = replace(authority, installation=frozenset())
    return replace(authority, names=permitted_names(session.token_scopes or ()))


def combine_memberships(memberships: tuple[Membership, ...], content: IndexContent, stream: str) -> Authority:
    """Return the authority of an account at a tournament or an event: a role in an event holds for its sections."""
    event = content.event_of(stream) if stream else None
    places = ["", *([event.stream.id] if event is not None else []), *([stream] if stream else [])]
    here = [membership for place in places for membership in memberships if membership.stream == place]
    roles = frozenset(role for membership in here if (role := parse_role(membership.role)) is not None)
    installation = frozenset(
        role for membership in here if not membership.stream and (role := parse_role(membership.role)) is not None
    )
    first, last = 1, None
    for membership in here:  # the range in the tournament itself comes last
        if membership.role == Role.ARBITER:
            first, last = membership.scope.get("first") or 1, membership.scope.get("last")
    offset = event.first_board(stream) - 1 if event is not None else 0
    return Authority(roles, first - offset, last - offset if last is not None else None, installation)


def keep_roles(site: AppContext, session: Session, stream: str, copy: str) -> None:
    """Give a person the same roles in the copy of a tournament, if they do not come from the whole installation."""
    authority = authority_of(site, session, stream)
    for role in authority.roles - authority.installation if session.account else ():
        site.store.accounts.grant(session.account, copy, role, {}, int(time.time()))


def parse_role(name: str) -> Role | None:
    """Return the role with this name, or None for a role of a newer version."""
    return Role(name) if name in set(Role) else None


def visible_streams(site: AppContext, session: Session, content: IndexContent) -> frozenset[str] | None:
    """Return the tournaments and events that a person may see; None for all."""
    chosen = _with_sections({session.stream}, content) if session.stream else None
    if not session.account:
        return chosen
    memberships = site.store.accounts.memberships(session.account)
    streams = {membership.stream for membership in memberships if parse_role(membership.role) is not None}
    if "" in streams:
        return chosen
    visible = _with_sections(streams, content)
    return visible if chosen is None else visible & chosen


def _with_sections(streams: set[str], content: IndexContent) -> frozenset[str]:
    """Return the tournaments and events with the sections of these events."""
    sections = {entry.stream.id for event in content.events if event.stream.id in streams for entry in event.sections}
    return frozenset(streams | sections)


def action_of(name: str, methods: set[str] | None) -> str:
    """Return the action that a route needs.

    >>> action_of("standings", {"GET"}), action_of("unknown", {"POST"}), action_of("phones", {"GET"})
    ('read', 'administer', 'codes')
    """
    return ROUTE_ACTIONS.get(name, "read" if not (methods or set()) - SAFE else "administer")


def require_action(site: AppContext, request: Request, action: str) -> None:
    """Refuse a request whose person may not take an action at the tournament or event of its address."""
    params, session = request.path_params, request.user
    content, stream = site.index.content(), ""
    if (slug := params.get("slug")) is not None:
        stream = next((entry.stream.id for entry in content.tournaments if entry.stream.slug == slug), "")
    elif (slug := params.get("event")) is not None:
        event = content.find_event(slug)
        stream = event.stream.id if event is not None else ""
    authority = authority_of(site, session, stream)
    if slug is not None and not authority.roles:
        raise EventNotFoundError if "event" in params else TournamentNotFoundError
    if not authority.may(action):
        raise RequestRefusedError(ROLE_REFUSAL)


def guard_routes(routes: list[BaseRoute], prefix: str = "") -> list[BaseRoute]:
    """Return the routes with endpoints that check what the person may do; open addresses stay as they are."""
    return [_guard_route(route, prefix) for route in routes]


def _guard_route(route: BaseRoute, prefix: str) -> BaseRoute:
    if isinstance(route, Mount) and route.routes:
        return Mount(route.path, routes=guard_routes(list(route.routes), prefix + route.path), name=route.name)
    if not isinstance(route, Route):
        return route
    path = (prefix + route.path).removeprefix("/api/v1")
    action = action_of(route.name, route.methods)
    if path.startswith(OPEN) or path == "/b" or route.name in OF_PROGRAMS:
        return route
    return Route(route.path, _guard(route.endpoint, action), methods=sorted(route.methods or ()), name=route.name)


def _guard(endpoint: Any, action: str) -> Endpoint:
    async def guarded(request: Request) -> Response:
        if action == FREE:
            if request.user is not None and request.user.means == "token":
                raise RequestRefusedError(ROLE_REFUSAL)
        elif _is_limited(request.user):
            await run_read(require_action, app_context(request), request, action)
        response: Response = await endpoint(request)
        return response

    return guarded


def _is_limited(session: Session | None) -> bool:
    """Return whether a session may not do everything; the owner's and those of invited persons cost nothing more."""
    return session is None or bool(session.account or session.stream or session.token_scopes is not None)
