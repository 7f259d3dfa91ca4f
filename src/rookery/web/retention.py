"""Retention: what is removed after how many days, by a job at the start of a server and once a day."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from rookery._record import record
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.storage import Stream
from rookery.storage.store import Store
from rookery.tournaments.domain.privacy import EraseDetails
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.service import TournamentService
from rookery.tournaments.state import State
from rookery.web.audit import record_event
from rookery.web.config import RETENTION_KINDS, Config
from rookery.web.context import AppContext

LOG = logging.getLogger("rookery.web")

ACTOR = "retention"
"""The name in the log for what the job does."""
DAY = 24 * 3600
DETAILS = "details"
"""The kind of data of finished tournaments: dates of birth and national numbers."""

LABELS: Mapping[str, str] = {
    "sessions": msg("sessions and invitations, expired or not used"),
    "codes": msg("access codes, expired or withdrawn"),
    "deliveries": msg("deliveries of webhooks"),
    "security-log": msg("security events"),
    DETAILS: msg("dates of birth and national numbers in finished tournaments"),
}
"""The kinds of data with a time of retention."""


@record
class Expired:
    """Data that is older than its time: the kind, the days, how many there are, and the tournament, if it is one."""

    kind: str
    days: int
    number: int
    tournament: str = ""


def list_expired(store: Store, desk: TournamentService, config: Config, now: int) -> Iterator[Expired]:
    """Yield what is due to be removed; nothing is changed."""
    for kind in RETENTION_KINDS:
        days = retention_days(config, kind)
        if not days:
            continue
        if kind != DETAILS:
            if number := store.retention.count(kind, now - days * DAY, now):
                yield Expired(kind, days, number)
            continue
        for stream, state in _finished_tournaments(store, desk, now - days * DAY):
            if number := sum(bool(player.birth or player.national_id) for player in state.tournament.players):
                yield Expired(kind, days, number, stream.slug)


def retention_days(config: Config, kind: str) -> int:
    """Return for how many days data of a kind is kept; 0 means for ever."""
    days = config.retention_days(kind)
    return RETENTION_KINDS[kind] if days is None else days


def _finished_tournaments(store: Store, desk: TournamentService, before: int) -> Iterator[tuple[Stream, State]]:
    """Yield the tournaments that are closed, archived or played to the end, and have not changed since a time."""
    for stream in store.streams():
        if stream.kind != "tournament" or not stream.version:
            continue
        state = desk.current(stream.id, stream.version).state
        t = state.tournament
        is_over = bool(t.planned_rounds and len(t.rounds) >= t.planned_rounds and not t.rounds[-1].pending)
        if state.closed is None and state.permanent.place == "desk" and not is_over:
            continue
        (last,) = store.read(stream.id, stream.version - 1, stream.version)
        if last.at and datetime.fromisoformat(last.at) < datetime.fromtimestamp(before, UTC):
            yield stream, state


def apply_retention(store: Store, desk: TournamentService, config: Config, now: int) -> tuple[Expired, ...]:
    """Remove what is due, and return it."""
    expired = tuple(list_expired(store, desk, config, now))
    for item in expired:
        if item.kind == DETAILS:
            stream = store.find_stream(item.tournament)
            assert stream is not None
            _erase_details(desk, stream.id)
        else:
            store.retention.delete(item.kind, now - item.days * DAY, now)
        record_event(store, "retention", ACTOR, subject=item.kind, days=item.days, number=item.number,
                     tournament=item.tournament)  # fmt: skip
    return expired


def _erase_details(desk: TournamentService, stream: str) -> None:
    try:
        desk.do(stream, EraseDetails(), actor=ACTOR)
    except ConfirmationRequiredError as pending:
        desk.do(stream, EraseDetails(), actor=ACTOR, acknowledged=pending.tokens)


class RetentionJob:
    """The job of a server that removes what is due, at its start and once a day."""

    def __init__(self, site: AppContext) -> None:
        self._site = site
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the job."""
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Stop waiting for the next day."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            site = self._site
            try:
                removed = await asyncio.to_thread(apply_retention, site.store, site.desk, site.config, int(time.time()))
                for item in removed:
                    LOG.info("retention: %s %s older than %s days", item.number, item.kind, item.days)
            except (OSError, RookeryError) as error:
                LOG.warning("retention: nothing could be removed: %s", error)
            await asyncio.sleep(DAY)
