"""What follows an erasure outside of the log: caches, access codes, and the record of it."""

from __future__ import annotations

import time

from rookery.storage.store import Store
from rookery.tournaments.domain.privacy import PersonErased
from rookery.tournaments.service import CommandResult
from rookery.web.access_codes import PLAYER
from rookery.web.context import AppContext
from rookery.web.person_data import codes_of


def follow_erasures(site: AppContext) -> None:
    """Forget in memory what was erased from a tournament, by this process or another, and its access codes."""

    def clear_caches(stream: str) -> None:
        for cache in (site.cache, site.json_cache, site.paper_cache):
            cache.clear()
        site.page_cache.drop_pages()
        site.shown_tournaments.clear()

    def forget_codes(stream: str, result: CommandResult) -> None:
        for event in result.events:
            if isinstance(event, PersonErased):
                forget_codes_of(site.store, stream, event)

    site.desk.subscribe_to_erasures(clear_caches)
    site.desk.subscribe(forget_codes)


def forget_codes_of(store: Store, stream: str, event: PersonErased) -> None:
    """Remove the name of an erased player from access codes, and revoke the personal one."""
    codes = codes_of(store.codes.list_codes(stream), event.key)
    personal = [code.id for code in codes if code.kind == PLAYER]
    store.codes.forget([code.id for code in codes if code.id not in personal], event.name)
    store.codes.forget(personal, event.name, revoked=int(time.time()))
