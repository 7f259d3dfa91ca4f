"""Calendar files of players, and the check-in by the players themselves."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rookery.history.completion import total_rounds
from rookery.messages import join_texts, msg
from rookery.model import Colour
from rookery.tournaments.views.clock import find_start
from rookery.tournaments.views.participants import require_player_or_team
from rookery.tournaments.views.player_round import PlayerRound, player_round
from rookery.web.cache import get_round_view
from rookery.web.calendar_file import CalendarEntry, calendar_uid, render_calendar
from rookery.web.context import app_context
from rookery.web.page_spec import RequestContext
from rookery.web.pages.public_player import player_url
from rookery.web.rendering import build_context
from rookery.web.workers import run_public


async def send_calendar(request: Request) -> Response:
    """Answer the rounds of a player as a calendar file."""
    return await run_public(_calendar_response, request)


def _calendar_response(request: Request) -> Response:
    visit = build_context(app_context(request), request, public=True)
    key = visit.params["key"]
    require_player_or_team(visit.state, key)
    name = visit.state.tournament.info.name or visit.slug
    data = render_calendar(visit.say(join_texts(": ", (visit.state.label(key), name))), calendar_entries(visit, key))
    headers = {"content-disposition": f'attachment; filename="{visit.slug}-{key}.ics"'}
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


ROUTES = (Route("/p/{slug}/player/{key}/calendar.ics", send_calendar, name="calendar"),)
