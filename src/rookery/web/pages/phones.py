"""The desk page of the access codes of a tournament, and the views of the phone pages."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Literal

from rookery._record import record, replace
from rookery.messages import msg
from rookery.model import Result
from rookery.storage.codes import Code
from rookery.tournaments.service import VersionedState
from rookery.tournaments.state import LoneClaims, Side
from rookery.tournaments.views.claims import PhoneGame, find_game, list_games
from rookery.web.access_codes import (
    DEPUTY,
    END_TEXTS,
    RANGE,
    SIDE,
    OpenCode,
    code_url,
    format_letters,
    is_in_round,
    typing_url,
)
from rookery.web.cache import get_round_before
from rookery.web.page_spec import Page, RequestContext
from rookery.web.responses import Refusal, RequestRefusedError

# -- the desk ----------------------------------------------------------------------------------------------------------


@record
class CodeLine:
    """A code as listed on the desk: letters to type, address for its QR code, times as UTC."""

    id: str
    label: str
    letters: str
    url: str
    used: str = ""
    until: str = ""
    first: int = 0
    last: int = 0
    round: int | None = None


@record
class BoardCodes:
    """The codes of a board: White's and Black's, None where there is none in use."""

    game: PhoneGame
    white: CodeLine | None
    black: CodeLine | None


@record
class PhonesPage:
    """The access codes of a tournament in use, and the address at which letters are typed.

    `missing` is the number of sides of the latest round without a code. `revocable` counts the codes in use.
    """

    round: int
    boards: tuple[BoardCodes, ...]
    helpers: tuple[CodeLine, ...]
    deputies: tuple[CodeLine, ...]
    address: str
    shared: bool
    lone: LoneClaims
    missing: int = 0
    revocable: int = 0
    most_board: int = 1


def build_phones(visit: RequestContext) -> PhonesPage:
    """Return the codes in use."""
    site, state, now = visit.site, visit.state, int(time.time())
    round = len(state.tournament.rounds)
    codes = [code for code in site.store.codes.list_codes(visit.id) if code.is_valid(now)]
    sides = {
        (code.scope["white"], code.scope["black"], code.scope["game"], code.scope["side"]): code
        for code in codes
        if code.kind == SIDE and is_in_round(code, round)
    }
    games = list_games(state, round, get_round_before(visit, round)) if round else []

    def line(game: PhoneGame, side: Side) -> CodeLine | None:
        code = sides.get((game.white.key, game.black.key, game.game, side))
        return _code_line(visit, code) if code else None

    boards = tuple(BoardCodes(game, line(game, "white"), line(game, "black")) for game in games)
    helpers = [code for code in codes if code.kind == RANGE and is_in_round(code, round)]
    deputies = [code for code in codes if code.kind == DEPUTY and visit.may("codes.deputies")]
    return PhonesPage(
        round,
        boards if sides else (),
        tuple(_code_line(visit, code) for code in helpers),
        tuple(_code_line(visit, code) for code in deputies),
        typing_url(site),
        site.shared or bool(site.addresses.public),
        state.lone_claims,
        sum((board.white is None) + (board.black is None) for board in boards),
        len(sides) + len(helpers) + len(deputies),
        max((game.board for game in games), default=1),
    )


def _code_line(visit: RequestContext, code: Code) -> CodeLine:
    used = datetime.fromtimestamp(code.used, UTC).isoformat() if code.used else ""
    until = datetime.fromtimestamp(code.expires, UTC).isoformat()
    first, last = code.scope.get("first", 0), code.scope.get("last", 0)
    return CodeLine(code.id, code.label, format_letters(code), code_url(visit.site, code), used, until, first, last,
                    code.scope.get("round"))  # fmt: skip


@record
class CodeCard:
    """One code with its QR code, to be scanned from the screen or printed; `what` is its scope in words."""

    line: CodeLine
    kind: str
    address: str
    shared: bool
    game: PhoneGame | None = None
    side: str = ""


def build_code(visit: RequestContext) -> CodeCard:
    """Return the code of the address."""
    wanted, site = visit.params["code"], visit.site
    code = next((code for code in site.store.codes.list_codes(visit.id) if code.id == wanted), None)
    if code is None or not code.is_valid(int(time.time())) or (code.kind == DEPUTY and not visit.may("codes.deputies")):
        raise RequestRefusedError(
            Refusal(msg("This code is no longer in use."), instead=msg("look at the list again"), status=404)
        )
    scope, game = code.scope, None
    if code.kind == SIDE:
        before = get_round_before(visit, scope["round"])
        game = find_game(visit.state, scope["round"], before, scope["white"], scope["black"], scope["game"])
    return CodeCard(
        _code_line(visit, code), code.kind, typing_url(site), site.shared or bool(site.addresses.public), game,
        scope.get("side", ""),
    )  # fmt: skip


# -- the phone ---------------------------------------------------------------------------------------------------------

PhoneStatus = Literal["choose", "waits", "entered", "differs", "taken-back", "over"]
"""What a player or helper sees: choose a result, waits for the opponent, entered, differs, taken back, nothing left."""


@record(slots=False)
class PhonePage:
    """A phone page: of a player at a board, or of a helper with boards.

    `own` is what this side has sent. `problem` says why the last request was refused. A helper sees `open` boards and
    those `done`, or one of them as `game`.
    """

    path: str
    tournament: str
    kind: str
    round: int = 0
    game: PhoneGame | None = None
    side: str = ""
    status: PhoneStatus = "choose"
    own: Result | None = None
    open: tuple[PhoneGame, ...] = ()
    done: tuple[PhoneGame, ...] = ()
    problem: str = ""
    instead: str = ""
    label: str = ""
    first: int = 0
    last: int = 0
    saved: PhoneGame | None = None
    counts: bool = False
    other_sent: bool = False


def build_phone(visit: RequestContext, opened: OpenCode, problem: Refusal | None = None) -> PhonePage:
    """Return the page of a code, with the names of minors as the public sees them."""
    page = _build_phone(visit, opened, problem)
    if not opened.state.permanent.publication.short_names:
        return page
    current = VersionedState(opened.state, opened.version)
    public = visit.site.displayed_state(opened.stream.id, current, public=True)
    names = {player.key: player.name for player in public.tournament.players}

    def shorten(game: PhoneGame) -> PhoneGame:
        white, black = (replace(player, name=names[player.key]) for player in (game.white, game.black))
        return replace(game, white=white, black=black)

    return replace(
        page,
        game=shorten(page.game) if page.game else None,
        saved=shorten(page.saved) if page.saved else None,
        open=tuple(map(shorten, page.open)),
        done=tuple(map(shorten, page.done)),
    )


def _build_phone(visit: RequestContext, opened: OpenCode, problem: Refusal | None) -> PhonePage:
    code, state = opened.code, opened.state
    page = PhonePage(
        visit.link(f"/b/{code.secret}"),
        state.tournament.info.name or opened.stream.slug,
        code.kind,
        opened.round,
        problem=problem.text if problem else "",
        instead=problem.instead if problem else "",
        label=code.label,
    )
    if opened.ended:
        return _ended_page(visit, opened, page)
    if code.kind == DEPUTY:
        return page
    if code.kind == RANGE:
        return _range_page(visit, opened, page)
    game = _game_of_side(visit, opened)
    if game is None:
        text = msg("The pairing of round %(round)s has changed.", round=opened.round)
        return replace(page, status="over", problem=text, instead=msg("ask the arbiter for a new code"))
    side: Side = code.scope["side"]
    claim, other = game.claim(side), game.claim("black" if side == "white" else "white")
    own = claim.result if claim else None
    return replace(page, game=game, side=side, status=_side_status(game, own), own=own,
                   counts=state.lone_claims == "count", other_sent=other is not None)  # fmt: skip


def _ended_page(visit: RequestContext, opened: OpenCode, page: PhonePage) -> PhonePage:
    """Return the page of a code that opens nothing any more; after its round it still shows the result."""
    if not page.problem:
        page = replace(page, problem=END_TEXTS[opened.ended], instead=msg("ask the arbiter"))
    is_side = opened.ended == "over" and opened.code.kind == SIDE
    return replace(page, status="over", game=_game_of_side(visit, opened) if is_side else None)


def _game_of_side(visit: RequestContext, opened: OpenCode) -> PhoneGame | None:
    scope = opened.code.scope
    before = get_round_before(visit, scope["round"])
    return find_game(opened.state, scope["round"], before, scope["white"], scope["black"], scope["game"])


def _side_status(game: PhoneGame, own: Result | None) -> PhoneStatus:
    """Return the status of a game for a side that has sent this result, or nothing."""
    if game.status in ("differ", "against"):
        return "differs"
    if game.result is not Result.PENDING:
        return "entered"
    if game.status == "agree":
        return "taken-back"
    return "choose" if own is None else "waits"


def _range_page(visit: RequestContext, opened: OpenCode, page: PhonePage) -> PhonePage:
    first, last = opened.code.scope["first"], opened.code.scope["last"]
    games = list_games(opened.state, opened.round, get_round_before(visit, opened.round), range(first, last + 1))
    by_label = {game.label: game for game in games}
    open_games = tuple(game for game in games if game.result is Result.PENDING)
    wanted = by_label.get(visit.query.get("board", ""))
    return replace(
        page,
        game=wanted if wanted in open_games else None,
        open=open_games,
        done=tuple(game for game in games if game.result is not Result.PENDING),
        first=first,
        last=last,
        saved=by_label.get(visit.query.get("done", "")),
    )


PAGES = (
    Page("phones", "/t/{slug}/phones", "Phones", build_phones, "phones.html", "phones", live=("change", "claim")),
    Page("code", "/t/{slug}/phones/{code}", "Access code", build_code, "code.html", "phones", live=()),
)
