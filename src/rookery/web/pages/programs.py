"""The pages of programs: tokens with which they use the API, and webhooks that events are sent to."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from rookery._record import record
from rookery.messages import msg
from rookery.storage.tokens import Token
from rookery.storage.webhooks import Delivery, Webhook
from rookery.tournaments.errors import NOT_FOUND, CommandRejectedError
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
class KindGroup:
    """Kinds of events that a webhook can be limited to, with their label; none for all."""

    label: str
    kinds: tuple[str, ...] = ()


KIND_GROUPS = {
    "": KindGroup(msg("all events")),
    "results": KindGroup(msg("results"), ("result.entered", "result.corrected", "match.forfeited", "report.corrected")),
    "rounds": KindGroup(
        msg("rounds"), ("round.paired", "round.unpaired", "round.published", "round.hidden", "round.scheduled")
    ),
    "players": KindGroup(
        msg("players and teams"),
        ("player.entered", "player.changed", "player.removed", "player.withdrawn", "player.returned",
         "team.entered", "team.changed", "team.removed", "bye.asked"),
    ),
}  # fmt: skip
"""The choices of the form for a new webhook; the API takes any kinds."""


@record
class DeliveryLine:
    """A delivery of a webhook: the event by its tournament and version, and what came of the last attempt.

    `state` is `done`, or `waiting` for the next attempt, which is at `next`.
    """

    id: int
    stream: str
    version: int
    state: str
    attempts: int
    status: int
    error: str
    made: str
    next: str = ""
    done: str = ""


@record
class WebhookLine:
    """A webhook: its address, what it gets, and its last delivery."""

    id: str
    url: str
    kinds: tuple[str, ...]
    place: str
    disabled: str = ""
    last: DeliveryLine | None = None
    group: str = ""


@record
class WebhookPage:
    """A webhook with its deliveries, the newest first; `streams` are the slugs of tournaments and events by id."""

    line: WebhookLine
    deliveries: tuple[DeliveryLine, ...]
    streams: dict[str, str]


@record
class NewWebhook:
    """A webhook that was just created, with its secret, which is shown once."""

    id: str
    url: str
    secret: str


@record
class ProgramsPage:
    """The tokens of the person, for administrators those of all; new ones have some of `scopes` and a lifetime."""

    tokens: tuple[TokenLine, ...]
    places: tuple[Place, ...]
    scopes: dict[str, str]
    lifetimes: dict[str, str]
    everybody: bool = False
    address: str = ""
    webhooks: tuple[WebhookLine, ...] = ()
    groups: dict[str, str] | None = None


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
        _webhook_lines(visit, places) if visit.may("webhooks") else (),
        {name: group.label for name, group in KIND_GROUPS.items()} if visit.may("webhooks") else None,
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


def _webhook_lines(visit: RequestContext, places: tuple[Place, ...]) -> tuple[WebhookLine, ...]:
    webhooks = visit.site.store.webhooks.list_webhooks()
    last = visit.site.store.webhooks.last_deliveries() if webhooks else {}
    return tuple(_webhook_line(webhook, places, last.get(webhook.id)) for webhook in webhooks)


def _webhook_line(webhook: Webhook, places: tuple[Place, ...], last: Delivery | None) -> WebhookLine:
    place = next((place.name for place in places if place.id == webhook.stream), msg("a tournament that is gone"))
    groups = (group.label for group in KIND_GROUPS.values() if group.kinds == webhook.kinds)
    return WebhookLine(
        webhook.id,
        webhook.url,
        webhook.kinds,
        place if webhook.stream else "",
        iso_time(webhook.disabled) if webhook.disabled is not None else "",
        delivery_line(last) if last is not None else None,
        next(groups, ""),
    )


def delivery_line(delivery: Delivery) -> DeliveryLine:
    """Return a delivery as shown on the page and in the API."""
    is_done = delivery.done is not None
    return DeliveryLine(
        delivery.id,
        delivery.stream,
        delivery.version,
        "done" if is_done else "waiting",
        delivery.attempts,
        delivery.status,
        delivery.error,
        iso_time(delivery.made),
        "" if is_done else iso_time(delivery.next),
        iso_time(delivery.done) if delivery.done is not None else "",
    )


def build_webhook(visit: RequestContext) -> WebhookPage:
    """Return a webhook and its deliveries."""
    webhooks = visit.site.store.webhooks
    webhook = webhooks.find(visit.params["hook"])
    if webhook is None:
        raise CommandRejectedError(msg("there is no such webhook here"), code=NOT_FOUND)
    deliveries = webhooks.list_deliveries(webhook.id)
    streams = {stream.id: stream.slug for stream in visit.site.store.streams()}
    line = _webhook_line(webhook, list_places(visit), deliveries[0] if deliveries else None)
    return WebhookPage(line, tuple(map(delivery_line, deliveries)), streams)


PAGES = (
    Page("programs", "/programs", "Programs", build_programs, "programs.html", live=()),
    Page("webhook", "/programs/webhooks/{hook}", "Webhook", build_webhook, "webhook.html", live=()),
)
