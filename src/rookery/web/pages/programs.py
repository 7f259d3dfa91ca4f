"""The page of programs: tokens with which they use the API."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from rookery._record import record
from rookery.messages import msg
from rookery.storage.tokens import Token
from rookery.tournaments.roles import SCOPE_LABELS
from rookery.web.page_spec import Page, RequestContext

LIFETIMES = {30: msg("30 days"), 90: msg("90 days"), 365: msg("a year")}
"""How long a new token lasts, in days."""
DEFAULT_DAYS = 90


@record
class Place:
    """A tournament or an event that a token may be limited to."""

    id: str
    name: str


@record
class TokenLine:
    """A token: its label, its account, what it opens, and when it ends; `ended` if it is revoked or has expired.

    The id is a hash of the secret and grants no access.
    """

    id: str
    name: str
    account: str
    scopes: tuple[str, ...]
    place: str
    made: str
    until: str
    used: str = ""
    ended: bool = False
    revoked: bool = False


@record
class ProgramsPage:
    """The tokens of the person, for administrators those of all; new ones have some of `scopes` and a lifetime."""

    tokens: tuple[TokenLine, ...]
    places: tuple[Place, ...]
    scopes: dict[str, str]
    lifetimes: dict[str, str]
    everybody: bool = False
    address: str = ""


@record
class NewToken:
    """A token that was just created, with its secret, which is shown once."""

    name: str
    secret: str
    until: str
    address: str


def build_programs(visit: RequestContext) -> ProgramsPage:
    """Return the tokens, those that can be used first."""
    everybody, now = visit.may("administer"), int(time.time())
    tokens = visit.site.store.tokens.list_tokens(None if everybody else visit.account)
    accounts = {account.id: account.name for account in visit.site.store.accounts.list_accounts()} if tokens else {}
    places = list_places(visit)
    lines = [_token_line(token, accounts.get(token.account, ""), places, now) for token in tokens]
    return ProgramsPage(
        tuple(sorted(lines, key=lambda line: line.ended)),
        places,
        dict(SCOPE_LABELS),
        {str(days): label for days, label in LIFETIMES.items()},
        everybody,
        visit.site.addresses.urls[0] + visit.link("/api/v1"),
    )


def list_places(visit: RequestContext) -> tuple[Place, ...]:
    """Return the events and tournaments that the person sees at the desk."""
    events = (Place(event.stream.id, event.name) for event in visit.events)
    return (*events, *(Place(entry.stream.id, entry.name) for entry in visit.tournaments_in()))


def _token_line(token: Token, account: str, places: tuple[Place, ...], now: int) -> TokenLine:
    place = next((place.name for place in places if place.id == token.stream), msg("a tournament that is gone"))
    return TokenLine(
        token.id,
        token.name,
        account,
        token.scopes,
        place if token.stream else "",
        iso_time(token.made),
        iso_time(token.expires),
        iso_time(token.used) if token.used is not None else "",
        not token.is_valid(now),
        token.revoked is not None,
    )


def iso_time(seconds: int) -> str:
    """Return a time in seconds as UTC, as ISO 8601 writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


PAGES = (Page("programs", "/programs", "Programs", build_programs, "programs.html", live=()),)
