"""Access codes of the check-in: the personal code on a player's card, and the code of a kiosk at the entrance."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rookery.storage.codes import Code
from rookery.tournaments.state import State
from rookery.web.context import AppContext

PLAYER, KIOSK = "player", "kiosk"
"""The kinds of codes: one player of a tournament, and a device at which all players of an event check in."""

PLAYER_LASTS, KIOSK_LASTS = 60 * 24 * 3600, 3 * 24 * 3600
"""Lifetimes in seconds: a card is for the whole tournament, a kiosk for a weekend."""


def issue_player_codes(site: AppContext, stream: str, state: State, keys: Iterable[str]) -> dict[str, Code]:
    """Return the personal codes of participants by key, to be printed on cards; new ones are made."""
    wanted, now = list(keys), int(time.time())
    scopes = [(state.label(key), {"key": key}) for key in wanted]
    codes = site.store.codes.issue(stream, PLAYER, scopes, now, now + PLAYER_LASTS) if scopes else ()
    return dict(zip(wanted, codes, strict=True))


def player_codes(site: AppContext, stream: str) -> dict[str, Code]:
    """Return the valid personal codes of a tournament by key."""
    return {str(code.scope.get("key")): code for code in valid_codes(site, stream, PLAYER)}


def issue_kiosk_code(site: AppContext, stream: str) -> Code:
    """Return the code of the kiosk of a tournament; a new one is made if there is none."""
    now = int(time.time())
    return site.store.codes.issue(stream, KIOSK, [("Kiosk", {})], now, now + KIOSK_LASTS)[0]


def kiosk_codes(site: AppContext, stream: str) -> tuple[Code, ...]:
    """Return the valid codes of kiosks."""
    return valid_codes(site, stream, KIOSK)


def valid_codes(site: AppContext, stream: str, kind: str) -> tuple[Code, ...]:
    """Return the codes of a kind that can be used, the oldest first."""
    now = int(time.time())
    return tuple(code for code in site.store.codes.list_codes(stream, (kind,)) if code.is_valid(now) and code.secret)


def find_valid_code(site: AppContext, entered: str, kind: str) -> Code | None:
    """Return the valid code of a kind with this secret or these letters, or None."""
    code = site.store.codes.find(entered) if entered.strip() else None
    return code if code is not None and code.kind == kind and code.is_valid(int(time.time())) else None


def player_code_url(site: AppContext, code: Code) -> str:
    """Return the address that opens a player's page with the personal code, for the QR code on the card."""
    return f"{site.addresses.urls[0]}/c/{code.secret}"


def kiosk_url(site: AppContext, code: Code) -> str:
    """Return the address of a kiosk."""
    return f"{site.addresses.urls[0]}/k/{code.secret}"


def format_letters(code: Code) -> str:
    """Return the letters of a code in two groups, as they are printed."""
    return f"{code.letters[:4]} {code.letters[4:]}".strip()
