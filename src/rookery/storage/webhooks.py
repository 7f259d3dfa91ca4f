"""Webhooks: where the events of logs are sent, and the deliveries, which several processes share without overlap.

The events are those of the logs: a webhook remembers the last version delivered of every stream, and its next delivery
is the first later event of a kind that it wants. A delivery is claimed before it is sent, for as long as sending may
take; what a process leaves unfinished is claimed again. So every event is delivered at least once, and those of a
stream in order: a delivery that fails holds back the later ones of its stream.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from secrets import token_hex, token_urlsafe
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from rookery._record import record, replace
from rookery.storage import event_log
from rookery.storage.database import Database
from rookery.storage.records import Record, Stream
from rookery.storage.tables import DELIVERY, WEBHOOK

SECRET_PREFIX = "rkw_"  # noqa: S105 - the beginning of a secret
LEASE = 60
"""Seconds for which a claimed delivery belongs to a process."""
KEPT_DELIVERIES = 200
"""Maximum number of finished deliveries of a webhook that are kept for the list."""
_AT_ONCE = 500


@record
class Webhook:
    """An address that events are sent to, of one stream or of all (empty), of some kinds or of all (empty).

    `position` are the last versions delivered by stream; `disabled` is since when nothing is sent, None if it is in
    use. `secret` signs what is sent.
    """

    id: str
    url: str
    secret: str
    stream: str = ""
    kinds: tuple[str, ...] = ()
    made: int = 0
    disabled: int | None = None
    position: Mapping[str, int] | None = None

    def wants(self, kind: str) -> bool:
        """Return whether events of a kind are sent."""
        return not self.kinds or kind in self.kinds


@record
class Delivery:
    """An event on its way to a webhook: attempts so far, the last answer (0 for none), and when it was done.

    `next` is the time of the next attempt, or the end of the present one.
    """

    id: int
    webhook: str
    stream: str
    version: int
    attempts: int = 0
    next: int = 0
    status: int = 0
    error: str = ""
    made: int = 0
    done: int | None = None


@record
class Claim:
    """A delivery to be sent now: its webhook, its stream and its event."""

    webhook: Webhook
    delivery: Delivery
    stream: Stream
    event: Record


class Webhooks:
    """The webhooks of a store; several processes may share them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, url: str, now: int, *, kinds: Collection[str] = (), stream: str = "") -> Webhook:
        """Create a webhook with a new secret; it gets the events from now on."""
        with self._database.writing() as connection:
            position = {known.id: known.version for known in event_log.streams(connection)}
            webhook = Webhook(
                token_hex(8), url, SECRET_PREFIX + token_urlsafe(32), stream, tuple(kinds), now, None, position
            )
            values = {name: getattr(webhook, name) for name in WEBHOOK.c.keys()}  # noqa: SIM118
            values |= {"kinds": json.dumps(webhook.kinds), "position": json.dumps(position)}
            connection.execute(insert(WEBHOOK).values(values))
        return webhook

    def list_webhooks(self) -> tuple[Webhook, ...]:
        """Return every webhook, the oldest first."""
        with self._database.selecting() as connection:
            rows = connection.execute(select(WEBHOOK).order_by(WEBHOOK.c.made, WEBHOOK.c.id))
            return tuple(_webhook_of_row(row) for row in rows)

    def find(self, webhook_id: str) -> Webhook | None:
        """Return the webhook with this id, or None."""
        with self._database.selecting() as connection:
            row = connection.execute(select(WEBHOOK).where(WEBHOOK.c.id == webhook_id)).first()
        return _webhook_of_row(row) if row else None

    def disable(self, webhook_id: str, now: int) -> bool:
        """Send nothing to a webhook any more; return whether it was in use."""
        in_use = (WEBHOOK.c.id == webhook_id) & WEBHOOK.c.disabled.is_(None)
        with self._database.writing() as connection:
            return bool(connection.execute(update(WEBHOOK).where(in_use).values(disabled=now)).rowcount)

    def enable(self, webhook_id: str, now: int) -> bool:
        """Send the events again, from where it stopped; return whether the webhook was disabled."""
        is_off = (WEBHOOK.c.id == webhook_id) & WEBHOOK.c.disabled.is_not(None)
        open_ones = (DELIVERY.c.webhook == webhook_id) & DELIVERY.c.done.is_(None)
        with self._database.writing() as connection:
            connection.execute(update(DELIVERY).where(open_ones).values(next=now, attempts=0))
            return bool(connection.execute(update(WEBHOOK).where(is_off).values(disabled=None)).rowcount)

    def delete(self, webhook_id: str) -> bool:
        """Delete a webhook and its deliveries; return whether there was one."""
        with self._database.writing() as connection:
            connection.execute(delete(DELIVERY).where(DELIVERY.c.webhook == webhook_id))
            return bool(connection.execute(delete(WEBHOOK).where(WEBHOOK.c.id == webhook_id)).rowcount)

    # -- deliveries ----------------------------------------------------------------------------------------------------

    def list_deliveries(self, webhook_id: str, after: int = 0, limit: int = KEPT_DELIVERIES) -> tuple[Delivery, ...]:
        """Return deliveries of a webhook, the newest first, without the first `after`."""
        statement = select(DELIVERY).where(DELIVERY.c.webhook == webhook_id).order_by(DELIVERY.c.id.desc())
        with self._database.selecting() as connection:
            return tuple(_delivery_of_row(row) for row in connection.execute(statement.offset(after).limit(limit)))

    def last_deliveries(self) -> dict[str, Delivery]:
        """Return the last delivery of each webhook that has one, by webhook."""
        newest = select(func.max(DELIVERY.c.id)).group_by(DELIVERY.c.webhook)
        with self._database.selecting() as connection:
            rows = connection.execute(select(DELIVERY).where(DELIVERY.c.id.in_(newest)))
            return {row.webhook: _delivery_of_row(row) for row in rows}

    def send_again(self, webhook_id: str, delivery_id: int, now: int) -> bool:
        """Let a delivery be sent again, or at once if it waits; return whether there is one."""
        condition = (DELIVERY.c.webhook == webhook_id) & (DELIVERY.c.id == delivery_id)
        with self._database.writing() as connection:
            values = {"done": None, "next": now, "attempts": 0}
            return bool(connection.execute(update(DELIVERY).where(condition).values(values)).rowcount)

    def next_time(self, webhook_id: str, now: int) -> int | None:
        """Return when there is something to send to a webhook, `now` for at once; None while there is nothing."""
        with self._database.reading() as connection:
            webhook = _find(connection, webhook_id)
            if webhook is None or webhook.disabled is not None:
                return None
            waiting = _list_open(connection, webhook_id)
            if any(delivery.next <= now for delivery in waiting):
                return now
            blocked = _blocked_streams(webhook, waiting)
            if any(stream.id not in blocked for stream in _list_changed(connection, webhook)):
                return now
        return min((delivery.next for delivery in waiting), default=None)

    def claim(self, webhook_id: str, now: int) -> Claim | None:
        """Claim the next delivery of a webhook for the next minute, or return None if there is nothing to send now."""
        with self._database.writing() as connection:
            webhook = _find(connection, webhook_id, locked=True)
            if webhook is None or webhook.disabled is not None:
                return None
            waiting = _list_open(connection, webhook_id)
            for delivery in waiting:
                if delivery.next <= now and (claim := _claim_again(connection, webhook, delivery, now)) is not None:
                    return claim
            return _claim_new(connection, webhook, _blocked_streams(webhook, waiting), now)

    def finish(self, claim: Claim, status: int, now: int) -> None:
        """Record that a delivery arrived; the next one of its stream may follow."""
        delivery = claim.delivery
        with self._database.writing() as connection:
            webhook = _find(connection, delivery.webhook, locked=True)
            if webhook is None:
                return
            values = {"done": now, "status": status, "error": ""}
            connection.execute(update(DELIVERY).where(DELIVERY.c.id == delivery.id).values(values))
            _advance(connection, webhook, delivery.stream, delivery.version)
            kept = select(DELIVERY.c.id).where(DELIVERY.c.webhook == webhook.id).order_by(DELIVERY.c.id.desc())
            oldest = connection.execute(kept.offset(KEPT_DELIVERIES).limit(1)).scalar()
            if oldest is not None:
                is_old = (DELIVERY.c.webhook == webhook.id) & (DELIVERY.c.id <= oldest) & DELIVERY.c.done.is_not(None)
                connection.execute(delete(DELIVERY).where(is_old))

    def fail(self, claim: Claim, status: int, error: str, again: int) -> None:
        """Record that a delivery did not arrive, and when it is tried again."""
        values = {"status": status, "error": error, "next": again}
        with self._database.writing() as connection:
            connection.execute(update(DELIVERY).where(DELIVERY.c.id == claim.delivery.id).values(values))


def _find(connection: Connection, webhook_id: str, *, locked: bool = False) -> Webhook | None:
    statement = select(WEBHOOK).where(WEBHOOK.c.id == webhook_id)
    row = connection.execute(statement.with_for_update() if locked else statement).first()
    return _webhook_of_row(row) if row else None


def _list_open(connection: Connection, webhook_id: str) -> tuple[Delivery, ...]:
    """Return the deliveries that have not arrived, in the order of their versions."""
    condition = (DELIVERY.c.webhook == webhook_id) & DELIVERY.c.done.is_(None)
    rows = connection.execute(select(DELIVERY).where(condition).order_by(DELIVERY.c.version, DELIVERY.c.id))
    return tuple(_delivery_of_row(row) for row in rows)


def _blocked_streams(webhook: Webhook, waiting: Collection[Delivery]) -> frozenset[str]:
    """Return the streams whose next event waits already; an old event that is sent again holds back nothing."""
    position = webhook.position or {}
    return frozenset(entry.stream for entry in waiting if entry.version > position.get(entry.stream, 0))


def _list_changed(connection: Connection, webhook: Webhook) -> tuple[Stream, ...]:
    """Return the streams whose version is not the one delivered last; a desk that was restored may have a lower one."""
    position = webhook.position or {}
    return tuple(
        stream
        for stream in event_log.streams(connection)
        if webhook.stream in ("", stream.id) and stream.version != position.get(stream.id, 0)
    )


def _claim_again(connection: Connection, webhook: Webhook, delivery: Delivery, now: int) -> Claim | None:
    """Claim a delivery that is due again; delete it and return None if its event is gone from the log."""
    streams = {stream.id: stream for stream in event_log.streams(connection)}
    events = list(event_log.read(connection, delivery.stream, delivery.version - 1, delivery.version))
    if not events or delivery.stream not in streams:
        connection.execute(delete(DELIVERY).where(DELIVERY.c.id == delivery.id))
        return None
    attempts, end = delivery.attempts + 1, now + LEASE
    statement = update(DELIVERY).where(DELIVERY.c.id == delivery.id)
    connection.execute(statement.values(attempts=attempts, next=end))
    return Claim(webhook, replace(delivery, attempts=attempts, next=end), streams[delivery.stream], events[0])


def _claim_new(connection: Connection, webhook: Webhook, blocked: Collection[str], now: int) -> Claim | None:
    """Claim the first new event of a stream that is not held back; versions of other kinds are passed over."""
    for stream in _list_changed(connection, webhook):
        if stream.id in blocked:
            continue
        after, event = (webhook.position or {}).get(stream.id, 0), None
        if after > stream.version:
            webhook = _set_position(connection, webhook, stream.id, stream.version)
            continue
        while after < stream.version:
            records = list(event_log.read(connection, stream.id, after, min(stream.version, after + _AT_ONCE)))
            event = next((entry for entry in records if webhook.wants(entry.kind)), None)
            after = event.version - 1 if event is not None else records[-1].version
            if event is not None:
                break
        webhook = _advance(connection, webhook, stream.id, after)
        if event is not None:
            values = {
                "webhook": webhook.id, "stream": stream.id, "version": event.version, "attempts": 1,
                "next": now + LEASE, "status": 0, "error": "", "made": now, "done": None,
            }  # fmt: skip
            (key,) = connection.execute(insert(DELIVERY).values(values)).inserted_primary_key or (0,)
            delivery = Delivery(key, webhook.id, stream.id, event.version, 1, now + LEASE, made=now)
            return Claim(webhook, delivery, stream, event)
    return None


def _advance(connection: Connection, webhook: Webhook, stream: str, version: int) -> Webhook:
    """Store that a stream was delivered up to a version, if it was not already."""
    if version <= (webhook.position or {}).get(stream, 0):
        return webhook
    return _set_position(connection, webhook, stream, version)


def _set_position(connection: Connection, webhook: Webhook, stream: str, version: int) -> Webhook:
    position = {**(webhook.position or {}), stream: version}
    values = {"position": json.dumps(position)}
    connection.execute(update(WEBHOOK).where(WEBHOOK.c.id == webhook.id).values(values))
    return replace(webhook, position=position)


def _webhook_of_row(row: Row[Any]) -> Webhook:
    kinds, position = tuple(json.loads(row.kinds)), json.loads(row.position)
    return Webhook(row.id, row.url, row.secret, row.stream, kinds, row.made, row.disabled, position)


def _delivery_of_row(row: Row[Any]) -> Delivery:
    return Delivery(*(getattr(row, name) for name in ("id", "webhook", "stream", "version", "attempts", "next",
                                                     "status", "error", "made", "done")))  # fmt: skip
