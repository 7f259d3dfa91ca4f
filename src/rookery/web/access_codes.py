"""Access codes of a desk: their addresses, who gets them, and what they open.

Codes for the sides of boards, helpers and deputies open a page below `/b`; the card of a player and a kiosk are for the
check-in.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Literal

from rookery._record import record
from rookery.messages import msg
from rookery.storage import Stream
from rookery.storage.codes import Code
from rookery.tournaments.state import Side, State
from rookery.tournaments.views.claims import PhoneGame, list_games
from rookery.tournaments.views.round import RoundBefore, round_before
from rookery.web.context import AppContext
from rookery.web.responses import Refusal, RequestRefusedError

SIDE, RANGE, DEPUTY = "side", "range", "deputy"
"""The kinds of codes: one player at one board, a helper with a range of boards, a deputy for one tournament."""
KINDS = (SIDE, RANGE, DEPUTY)
"""The kinds that the page of phones shows."""
PLAYER, KIOSK = "player", "kiosk"
"""The kinds for the check-in: one player of a tournament, and a device at which all players of an event check in."""

ROUND_LASTS, DAY_LASTS, DEPUTY_LASTS = 7 * 24 * 3600, 24 * 3600, 7 * 24 * 3600
"""The longest lifetimes in seconds: of codes that end with their round, of a helper's for all rounds, of a deputy's."""

PLAYER_LASTS, KIOSK_LASTS = 60 * 24 * 3600, 3 * 24 * 3600
"""Lifetimes of the codes for the check-in: a card is for the whole tournament, a kiosk for a weekend."""

SIDES: tuple[Side, Side] = ("white", "black")

SideCodes = dict[tuple[str, str, int], tuple[Code, Code]]
"""The codes of White and Black by the keys of both and the index of their game."""

Ended = Literal["", "revoked", "expired", "over"]
"""Why a code opens nothing any more."""


def code_url(site: AppContext, code: Code) -> str:
    """Return the address that opens a code, for a QR code; empty if the secret is not known."""
    return f"{_base_url(site)}/b/{code.secret}" if code.secret else ""


def player_code_url(site: AppContext, code: Code) -> str:
    """Return the address that opens a player's page with the personal code, for the QR code on the card."""
    return f"{_base_url(site)}/c/{code.secret}"


def kiosk_url(site: AppContext, code: Code) -> str:
    """Return the address of a kiosk."""
    return f"{_base_url(site)}/k/{code.secret}"


def typing_url(site: AppContext) -> str:
    """Return the address at which the letters of a code are typed."""
    return f"{_base_url(site)}/b"


def format_letters(code: Code) -> str:
    """Return the letters of a code in two groups, as they are printed."""
    return f"{code.letters[:4]} {code.letters[4:]}".strip()


def _base_url(site: AppContext) -> str:
    return site.addresses.urls[0]


# -- issuing -----------------------------------------------------------------------------------------------------------


def side_codes(site: AppContext, stream: str, state: State, round: int, before: RoundBefore | None = None) -> SideCodes:
    """Return the codes for both sides of every board of a paired round, to be printed on slips; new ones are made.

    Args:
        site: The desk.
        stream: The id of the tournament.
        state: Its state.
        round: The number of the round.
        before: What is fixed before the round, if it is known.
    """
    games = list_games(state, round, before or round_before(state.tournament, round))
    scopes = [(game.player(side).name, _side_scope(game, side)) for game in games for side in SIDES]
    now = int(time.time())
    codes = iter(site.store.codes.issue(stream, SIDE, scopes, now, now + ROUND_LASTS) if scopes else ())
    return {(game.white.key, game.black.key, game.game): (next(codes), next(codes)) for game in games}


def _side_scope(game: PhoneGame, side: Side) -> dict[str, object]:
    return {
        "round": game.round, "white": game.white.key, "black": game.black.key, "game": game.game, "side": side,
    }  # fmt: skip


def issue_range(site: AppContext, stream: str, name: str, first: int, last: int, round: int | None) -> Code:
    """Return a code for a helper at some boards, in one round, or in all rounds of a day."""
    now = int(time.time())
    scope = {"first": first, "last": last, "name": name, "round": round}
    expires = now + (DAY_LASTS if round is None else ROUND_LASTS)
    return site.store.codes.issue(stream, RANGE, [(name, scope)], now, expires)[0]


def issue_deputy(site: AppContext, stream: str, name: str) -> Code:
    """Return a code with which a deputy signs in for one tournament."""
    now = int(time.time())
    return site.store.codes.issue(stream, DEPUTY, [(name, {"name": name})], now, now + DEPUTY_LASTS)[0]


def is_name_taken(site: AppContext, name: str) -> bool:
    """Return whether a signed-in person or a deputy of any tournament has a name."""
    now = int(time.time())
    deputies = (code for code in site.store.codes.list_codes(kinds=(DEPUTY,)) if code.is_valid(now))
    return site.store.people.is_taken(name, now) or any(code.label.casefold() == name.casefold() for code in deputies)


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


# -- opening -----------------------------------------------------------------------------------------------------------


@record(slots=False)
class OpenCode:
    """An opened code, the tournament it belongs to, and why it opens nothing any more."""

    code: Code
    stream: Stream
    state: State
    version: int
    ended: Ended = ""

    @property
    def round(self) -> int:
        """The round of the code, or the latest one."""
        return self.code.scope.get("round") or len(self.state.tournament.rounds)

    @property
    def actor(self) -> str:
        """The name in the log."""
        return f"{self.code.label} (phone)"


def open_code(site: AppContext, entered: str) -> OpenCode | None:
    """Return what a secret or typed letters open; None if there is no such code."""
    code = site.store.codes.find(entered)
    if code is None or code.kind not in KINDS:
        return None
    stream = next((stream for stream in site.store.streams() if stream.id == code.stream), None)
    if stream is None or stream.kind != "tournament" or not stream.version:
        return None
    current = site.desk.current(stream.id, stream.version)
    if current.state.permanent.place == "deleted":
        return None
    state = site.displayed_state(stream.id, current)
    return OpenCode(code, stream, state, current.version, _find_end(code, state))


def _find_end(code: Code, state: State) -> Ended:
    """Return why a code opens nothing any more."""
    if code.revoked is not None:
        return "revoked"
    if not code.is_valid(int(time.time())):
        return "expired"
    if code.kind == DEPUTY:
        return ""
    round = code.scope.get("round")
    rounds = len(state.tournament.rounds)
    return "over" if state.closed is not None or (round is not None and round != rounds) or not rounds else ""


END_TEXTS = {
    "revoked": msg("This code was withdrawn."),
    "expired": msg("This code is too old."),
    "over": msg("The round of this code is over."),
}


def require_valid(opened: OpenCode) -> None:
    """Refuse a code that opens nothing any more."""
    if opened.ended:
        text = END_TEXTS[opened.ended]
        raise RequestRefusedError(Refusal(text, instead=msg("ask the arbiter"), code="code-ended", status=403))


def is_in_round(code: Code, round: int) -> bool:
    """Return whether a code is for a round, or for all rounds."""
    return code.scope.get("round") in (None, round)


def ids_to_revoke(codes: Iterable[Code], which: str) -> list[str]:
    """Return the ids of the codes that a form names: one by its id, those of a round (`round 3`), or `all`."""
    return [code.id for code in codes if which in ("all", code.id, f"round {code.scope.get('round')}")]


def find_valid_code(site: AppContext, entered: str, kind: str) -> Code | None:
    """Return the valid code of a kind with this secret or these letters, or None."""
    code = site.store.codes.find(entered) if entered.strip() else None
    return code if code is not None and code.kind == kind and code.is_valid(int(time.time())) else None
