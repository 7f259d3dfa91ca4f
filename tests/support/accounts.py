"""Accounts with roles that are signed in over HTTP, without a password."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from rookery.tournaments.roles import Role
from support.visitors import OpenDesk, Visitor


def sign_in(desk: OpenDesk, name: str, *roles: tuple[str, Role], scope: Mapping[str, Any] | None = None) -> Visitor:
    """Return a visitor with the session of a new account that has roles, each with its stream."""
    now = int(time.time())
    account = desk.store.accounts.create(name, now)
    assert account is not None
    for stream, role in roles:
        desk.store.accounts.grant(account.id, stream, role, scope or {}, now)
    session = desk.store.people.open_session(account.id, name, now, "a test")
    return Visitor(desk.site, {desk.site.addresses.cookie: session.secret})


def sign_in_roles(desk: OpenDesk, *streams: str) -> dict[Role, Visitor]:
    """Return a visitor of each role in these tournaments; the administrator's role is for the whole installation."""
    return {
        role: sign_in(
            desk, f"{role} {desk.store.totals()}", *(
                (stream, role) for stream in (("",) if role is Role.ADMINISTRATOR else streams)
            ),
        )
        for role in Role
    }  # fmt: skip
