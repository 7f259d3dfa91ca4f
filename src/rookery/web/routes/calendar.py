"""Calendar files (iCalendar, RFC 5545) with the rounds of a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery._record import record
from rookery._version import __version__
from rookery.history.completion import total_rounds
from rookery.messages import join_texts, msg
from rookery.model import Colour
from rookery.tournaments.views.participants import require_player_or_team
from rookery.tournaments.views.round import PlayerRound, player_round
from rookery.tournaments.views.schedule import find_start
from rookery.web.cache import get_round_view
from rookery.web.context import app_context
from rookery.web.page_spec import RequestContext
from rookery.web.pages.public import player_url
from rookery.web.rendering import build_context
from rookery.web.responses import content_disposition
from rookery.web.workers import run_public

MAX_OCTETS = 75
"""Maximum length of a line in octets, without its end (RFC 5545, 3.1); longer ones are folded."""

UNKNOWN_STAMP = "19700101T000000Z"
"""The time stamp of an entry of which it is not known when it was made."""


async def send_calendar(request: Request) -> Response:
    """Answer the rounds of a player as a calendar file."""
    return await run_public(_calendar_response, request)


def _calendar_response(request: Request) -> Response:
    visit = build_context(app_context(request), request, public=True)
    key = visit.params["key"]
    require_player_or_team(visit.state, key)
    name = visit.state.tournament.info.name or visit.slug
    data = render_calendar(visit.say(join_texts(": ", (visit.state.label(key), name))), calendar_entries(visit, key))
    headers = content_disposition("attachment", f"{visit.slug}-{key}.ics")
    return Response(data, media_type="text/calendar", headers=headers)


def calendar_entries(visit: RequestContext, key: str) -> Iterator[CalendarEntry]:
    """Yield an entry for each round that has a start and in which the player may play."""
    state, t = visit.state, visit.state.tournament
    name, card = t.info.name or visit.slug, player_url(visit, key)
    for number in range(1, (total_rounds(t) or max((len(t.rounds), *state.start_times), default=0)) + 1):
        start = find_start(state, number)
        moment = start.moment()
        if moment is None:
            continue
        place = player_round(get_round_view(visit, number), key, start) if number <= len(t.rounds) else None
        if place is not None and place.without in ("bye", "free"):
            continue
        announced = state.announced_starts.get(number)
        yield CalendarEntry(
            calendar_uid(visit.id, key, number),
            moment,
            visit.say(_summary(number, name, place)),
            state.permanent.start_changes.get(number, 1) - 1,
            announced.at if announced else "",
            visit.say(join_texts("\n", (state.label(key), card))),
            t.info.city,
            card,
        )


def _summary(number: int, name: str, place: PlayerRound | None) -> str:
    """Return the title of a round: with the opponent once it is paired."""
    if place is None or place.opponent is None:
        return msg("Round %(round)s, %(name)s", round=number, name=name)
    facts = {"round": number, "board": place.board, "opponent": place.opponent.name, "name": name}
    if place.colour is Colour.WHITE:
        return msg("Round %(round)s, board %(board)s: White against %(opponent)s, %(name)s", **facts)
    if place.colour is Colour.BLACK:
        return msg("Round %(round)s, board %(board)s: Black against %(opponent)s, %(name)s", **facts)
    return msg("Round %(round)s, board %(board)s: against %(opponent)s, %(name)s", **facts)


# -- the file ----------------------------------------------------------------------------------------------------------


@record
class CalendarEntry:
    """An entry: `start` is in the time of the playing hall, `sequence` counts the changes of the start.

    `uid` identifies the entry for ever; `stamp` is the time (UTC, as in the log) at which the start was set.
    """

    uid: str
    start: datetime
    summary: str
    sequence: int = 0
    stamp: str = ""
    description: str = ""
    location: str = ""
    url: str = ""


def calendar_uid(*parts: object) -> str:
    """Return the identifier of an entry, which does not change with its content.

    >>> calendar_uid("open", "p7", 3) == calendar_uid("open", "p7", 3) != calendar_uid("open", "p7", 4)
    True
    """
    digest = sha256("\n".join(map(str, parts)).encode()).hexdigest()[:24]
    return f"{digest}@rookery"


def render_calendar(name: str, entries: Iterable[CalendarEntry]) -> bytes:
    """Return a calendar file; times are those of the playing hall, without a time zone."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//Rookery//Rookery {__version__}//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escape_text(name)}",
        *(line for entry in entries for line in _entry_lines(entry)),
        "END:VCALENDAR",
    ]
    return "".join(f"{fold_line(line)}\r\n" for line in lines).encode()


def _entry_lines(entry: CalendarEntry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{_format_stamp(entry.stamp)}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"DTSTART:{entry.start:%Y%m%dT%H%M%S}"
    texts = (("SUMMARY", entry.summary), ("DESCRIPTION", entry.description), ("LOCATION", entry.location))
    yield from (f"{name}:{escape_text(text)}" for name, text in texts if text)
    if entry.url:
        yield f"URL:{entry.url}"
    yield "END:VEVENT"


def _format_stamp(stamp: str) -> str:
    """Return a UTC time of the log as a time stamp; an invalid one, as in old logs, as an unknown one."""
    try:
        return f"{datetime.fromisoformat(stamp):%Y%m%dT%H%M%SZ}"
    except ValueError:
        return UNKNOWN_STAMP


def escape_text(text: str) -> str:
    r"""Return a text as the value of a property (RFC 5545, 3.3.11); control characters are dropped.

    >>> escape_text("Ash, Bo; 1\\2\nboard 3")
    'Ash\\, Bo\\; 1\\\\2\\nboard 3'
    """
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    escaped = escaped.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(letter for letter in escaped if letter == "\t" or (letter >= " " and letter != "\x7f"))


def fold_line(line: str) -> str:
    r"""Return a line in pieces of at most 75 octets, none of which ends within a character.

    >>> [len(piece.encode()) for piece in fold_line("é" * 50).split("\r\n")]
    [74, 27]
    """
    pieces, piece, size = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > MAX_OCTETS:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    return "\r\n".join([*pieces, piece])


ROUTES = (Route("/p/{slug}/player/{key}/calendar.ics", send_calendar, name="calendar"),)
