"""What a desk knows of a person: for the page about it, and as a file; where copies are; what follows an erasure."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rookery._record import record
from rookery.collation import name_forms
from rookery.json_codec import to_json_data
from rookery.model import Player
from rookery.storage import Record, Stream
from rookery.storage.accounts import Account
from rookery.storage.codes import Code
from rookery.storage.sessions import normalize_name
from rookery.storage.store import Store
from rookery.tournaments.domain.privacy import PersonErased
from rookery.tournaments.event import event_from_data, event_text
from rookery.tournaments.keyed import Facts
from rookery.tournaments.service import CommandResult, TournamentService
from rookery.tournaments.state import State
from rookery.tournaments.views.player_card import player_card_view
from rookery.web.access_codes import PLAYER
from rookery.web.context import AppContext

FORM = 1
"""The form of the file for a person."""


@record
class Copy:
    """A place outside of the desk that may hold the data of a person: its kind, a path or a file, and when, in UTC."""

    kind: str
    place: str
    at: str
    by: str = ""
    number: int = 1


def is_same_person(one: Player, other: Player) -> bool:
    """Return whether two entries are probably of one person: the FIDE number, else the name, and no other birth.

    >>> is_same_person(Player(1, "Wren, Ada", fide_id=7), Player(9, "Ada Wren-Byng", fide_id=7))
    True
    >>> is_same_person(Player(1, "Wren, Ada"), Player(9, "Ada Wren")), is_same_person(Player(1, ""), Player(2, ""))
    (True, False)
    """
    if one.fide_id and other.fide_id:
        return one.fide_id == other.fide_id
    if one.birth and other.birth and one.birth.year != other.birth.year:
        return False
    return bool(one.name and other.name and name_forms(one.name) & name_forms(other.name))


def entries_about(records: Iterable[Record], key: str) -> list[Record]:
    """Return the events that name a player by key."""
    return [stored for stored in records if _has_key(stored.data, key)]


def _has_key(value: Any, key: str) -> bool:
    if isinstance(value, dict):
        return key in value or any(_has_key(part, key) for part in value.values())
    if isinstance(value, list):
        return any(_has_key(part, key) for part in value)
    return bool(value == key)


def codes_of(codes: Iterable[Code], key: str) -> list[Code]:
    """Return the access codes of a player: the personal one, and those of the sides of boards."""
    return [code for code in codes if key == code.scope.get("key") or key == code.scope.get(code.scope.get("side", ""))]


def accounts_of(store: Store, name: str) -> tuple[Account, ...]:
    """Return the accounts of the name of a person, in either order of its parts."""
    last, comma, first = name.partition(",")
    names = {normalize_name(name), normalize_name(f"{first} {last}") if comma else ""}
    return tuple(account for account in store.accounts.list_accounts() if normalize_name(account.name) in names)


def export_person(store: Store, places: Sequence[tuple[Stream, State, str]], at: str) -> dict[str, Any]:
    """Return everything that a desk knows of a person, who has a key in each of these tournaments."""
    names = {state.name(key) for _, state, key in places}
    accounts = {account.id: account for name in sorted(names) for account in accounts_of(store, name)}
    return {
        "rookery": "person",
        "form": FORM,
        "at": at,
        "tournaments": [_export_tournament(store, stream, state, key) for stream, state, key in places],
        "accounts": [_export_account(store, account) for account in accounts.values()],
    }


def _export_tournament(store: Store, stream: Stream, state: State, key: str) -> dict[str, Any]:
    player = next((player for player in state.tournament.players if player.key == key), None)
    return {
        "tournament": state.tournament.info.name or stream.slug,
        "slug": stream.slug,
        "key": key,
        "player": None if player is None else {"number": player.number, **to_json_data(Facts.from_player(player))},
        "rounds": [] if player is None else _export_rounds(state, key),
        "log": [_export_event(stored, state) for stored in entries_about(store.read(stream.id), key)],
        "codes": [
            {
                "kind": code.kind,
                "label": code.label,
                "made": _moment(code.made),
                "expires": _moment(code.expires),
                "revoked": _moment(code.revoked),
                "used": _moment(code.used),
            }
            for code in codes_of(store.codes.list_codes(stream.id), key)
        ],
    }


def _export_rounds(state: State, key: str) -> list[Any]:
    rounds: list[Any] = to_json_data(player_card_view(state, key).rounds)
    return rounds


def _export_event(stored: Record, state: State) -> dict[str, Any]:
    event = event_from_data(stored.kind, stored.form, stored.data)
    return {
        "version": stored.version,
        "at": stored.at,
        "by": stored.actor,
        "kind": stored.kind,
        "text": str(event_text(event, state.label)),
        "data": stored.data if stored.kind != "tournament.imported" else {},
        "redacted": stored.redaction is not None,
    }


def _export_account(store: Store, account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "email": account.email,
        "made": _moment(account.made),
        "disabled": _moment(account.disabled),
        "roles": [
            {"stream": membership.stream, "role": membership.role, "made": _moment(membership.made)}
            for membership in store.accounts.memberships(account.id)
        ],
        "security_events": [
            {"at": _moment(event.at), "kind": event.kind, "means": event.means, "address": event.address}
            for event in store.audit.list_events(actor=account.name)
        ],
    }


def _moment(seconds: int | None) -> str | None:
    """Return a time in seconds as UTC in ISO 8601."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


# -- copies ------------------------------------------------------------------------------------------------------------

BACKUP, SITE, EXPORT = "backup", "publish", "export"


def list_copies(store: Store, stream: str) -> tuple[Copy, ...]:
    """Return the places that may still hold the data of a tournament, as far as the desk knows them.

    They are backups and web sites that are still there, and files that were downloaded or exported.
    """
    copies: dict[tuple[str, str], Copy] = {}
    for event in store.audit.list_events(kinds=(BACKUP, SITE, EXPORT)):  # the newest first
        path = str(event.detail.get("path", ""))
        if event.kind != BACKUP and event.stream not in ("", stream):
            continue
        if event.kind != EXPORT and not (path and os.path.exists(path)):
            continue
        place = (event.kind, path or event.subject)
        if place not in copies:
            number = len(_copies_in(path)) if event.kind == BACKUP else 1
            copies[place] = Copy(event.kind, place[1], _moment(event.at) or "", event.actor, number)
    for folder in _folders_beside(store):
        copies.setdefault((BACKUP, folder), Copy(BACKUP, folder, "", number=len(_copies_in(folder))))
    return tuple(copies.values())


def _copies_in(folder: str) -> list[str]:
    return glob.glob(os.path.join(glob.escape(folder), "desk-*.sqlite"))


def _folders_beside(store: Store) -> list[str]:
    """Return the folders with copies that the program made by itself, before a migration or a restore."""
    if "://" in store.name:
        return []
    path = Path(store.name)
    return [str(folder) for folder in sorted(path.parent.glob(f"{glob.escape(path.name)}.*")) if folder.is_dir()]


def list_returned(store: Store, desk: TournamentService) -> tuple[tuple[str, str], ...]:
    """Return tournament and key of the people who were erased and are back, as after a restore of an older copy."""
    returned = dict[tuple[str, str], None]()
    for event in store.audit.list_events(kinds=("person-erased",)):
        slug, _, key = event.subject.partition(" ")
        stream = store.find_stream(slug)
        if stream is None or stream.id != event.stream or not stream.version:
            continue
        if key not in desk.current(stream.id, stream.version).state.permanent.erased:
            returned[slug, key] = None
    return tuple(returned)


# -- after an erasure --------------------------------------------------------------------------------------------------


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
