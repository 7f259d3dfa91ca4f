"""Screens: their pages and live messages, and the forms of the desk that create, switch and delete them."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rookery._record import record, replace
from rookery.messages import msg
from rookery.model.validation import whole as parse_whole
from rookery.storage import Stream
from rookery.storage.screens import Screen
from rookery.web.broadcast import Message, stream_response
from rookery.web.context import AppContext, app_context
from rookery.web.notifications import CHANNEL
from rookery.web.page_spec import Page, RequestContext
from rookery.web.pages.screens import (
    LEAST_SECONDS,
    MOST_NAME,
    MOST_SECONDS,
    MOST_TEXT,
    THEMES,
    ScreenSettings,
    sorted_contents,
)
from rookery.web.rate_limits import client_address
from rookery.web.rendering import build_context, language_of, render_page
from rookery.web.responses import EventNotFoundError, Refusal, RequestRefusedError
from rookery.web.screens import compressed_screen, find_screen, hello, note_seen
from rookery.web.uploads import SubmittedForm, read_checked_form
from rookery.web.workers import run_public, run_read, run_screen, run_write

ALIVE = b"event: alive\ndata: 0\n\n"
"""What a screen receives while nothing happens: without it, it says that it is not connected."""
MOST_SCREENS = 200
"""Maximum number of screens of a tournament or event."""


_TASKS: set[asyncio.Task[Any]] = set()
"""Writes in the background, which nothing else refers to."""


# -- the screens -------------------------------------------------------------------------------------------------------


async def show_screen(request: Request) -> Response:
    """Answer the page of a screen."""
    site, screen_id = app_context(request), request.path_params["id"]
    body = await run_screen(compressed_screen, site, screen_id, language_of(request))
    headers = {"vary": "accept-encoding, cookie"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return HTMLResponse(gzip.decompress(body), headers=headers)
    return HTMLResponse(body, headers={**headers, "content-encoding": "gzip"})


async def send_screen_messages(request: Request) -> Response:
    """Answer the live messages of a screen: what happens to the screen itself, and to each of its tournaments."""
    site, screen_id = app_context(request), request.path_params["id"]
    display = await run_read(find_screen, site, screen_id)
    address, session = client_address(request), request.user.secret if request.user else ""
    if site.live_limit.is_full(address, session):
        return Response("Too many lines are open already.\n", 429, {"retry-after": "30"})

    async def begin() -> list[Message]:
        await run_write(CHANNEL + screen_id, note_seen, site, screen_id)
        display = await run_read(find_screen, site, screen_id)
        site.connected_screens[screen_id] = display.screen
        return [hello(display)]

    async def messages() -> AsyncIterator[bytes]:
        with site.live_limit.reserve(address, session):
            try:
                async with aclosing(site.hub.listen_all(display.channels, begin, ALIVE)) as texts:
                    async for text in texts:
                        yield text
            finally:
                _write_in_background(screen_id, note_seen, site, screen_id)

    return stream_response(messages())


def _write_in_background(screen_id: str, function: Callable[..., Any], *args: Any) -> None:
    """Run a function that writes about a screen, when nobody waits for it."""
    task = asyncio.create_task(run_write(CHANNEL + screen_id, function, *args))
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)


@record
class ScreenLink:
    """A screen in the list for visitors: its id, its name, and what it belongs to."""

    id: str
    name: str
    title: str


def _list_links(visit: RequestContext) -> tuple[ScreenLink, ...]:
    listed = {entry.stream.id: entry.name for entry in visit.tournaments if visit.site.is_listed(entry)}
    events = {
        event.stream.id: event.name
        for event in visit.events
        if any(entry.stream.id in listed for entry in event.sections)
    }
    titles = listed | events
    screens = visit.site.store.screens.list_screens()
    return tuple(ScreenLink(screen.id, screen.name, titles[screen.stream]) for screen in screens
                 if screen.stream in titles)  # fmt: skip


SCREEN_LIST = Page("screen-list", "/s/", "Screens", _list_links, "screen_list.html", live=())


async def list_screens(request: Request) -> Response:
    """Answer the list of screens, from which one is opened without typing its id."""

    def render() -> str:
        return render_page(build_context(app_context(request), request, public=True), SCREEN_LIST)

    return HTMLResponse(await run_public(render))


# -- the forms of the desk ---------------------------------------------------------------------------------------------


async def change_screens(request: Request) -> Response:
    """Carry out a form of the Screens page, tell the screens, and go back to the page."""
    form, site = await read_checked_form(request), app_context(request)
    stream = await run_read(_find_owner, site, request.path_params)
    changed = await run_write(CHANNEL + stream.id, _change, site, stream.id, form)
    for screen_id in changed:
        if screen_id in site.connected_screens:
            site.connected_screens[screen_id] = await run_read(site.store.screens.find, screen_id)
        site.hub.broadcast(CHANNEL + screen_id, Message("screen", int(time.time())))
    anchor = f"#screen-{changed[0]}" if len(changed) == 1 else ""
    return RedirectResponse(f"{request.url.path}{anchor}", 303)


def _find_owner(site: AppContext, path_params: Mapping[str, str]) -> Stream:
    """Return the tournament or the event in the path of a request."""
    if "slug" in path_params:
        return site.require_stream(path_params["slug"])
    event = site.index.content().find_event(path_params["event"])
    if event is None:
        raise EventNotFoundError
    return event.stream


def _change(site: AppContext, stream: str, form: SubmittedForm) -> tuple[str, ...]:
    """Carry out a form; return the ids of the screens that changed."""
    fields, screens = form.fields, {screen.id: screen for screen in site.store.screens.list_screens(stream)}
    action = fields.get("action", "")
    if action == "create":
        return (_create(site, stream, fields.get("name", ""), len(screens)).id,)
    if action in FOR_ALL and fields.get("screen") == ALL:
        chosen = tuple(screens.values())
    elif fields.get("screen") in screens:
        chosen = (screens[fields["screen"]],)
    else:
        text = msg("This screen does not exist any more.")
        raise RequestRefusedError(Refusal(text, instead=msg("look at the list again"), status=404))
    if action not in ACTIONS:
        raise RequestRefusedError(Refusal(msg("The request was not understood."), status=400))
    for screen in chosen:
        ACTIONS[action](site, screen, form)
    return tuple(screen.id for screen in chosen)


ALL = "all"
"""Form value that stands for all screens of the tournament or event."""
FOR_ALL = ("switch", "pause", "resume")
"""Actions that can be done to all screens at once."""


def _read_name(text: str) -> str:
    """Return the name of a form with single spaces; refuse one that is none."""
    name = " ".join(text.split())
    if not name or len(name) > MOST_NAME or not name.isprintable():
        text = msg("A screen needs a name of at most %(most)s letters, such as Entrance.", most=MOST_NAME)
        raise RequestRefusedError(Refusal(text))
    return name


def _create(site: AppContext, stream: str, name: str, number: int) -> Screen:
    if number >= MOST_SCREENS:
        text = msg("There are %(number)s screens already.", number=number)
        raise RequestRefusedError(Refusal(text, instead=msg("delete one that is not used")))
    return site.store.screens.create(stream, _read_name(name), ScreenSettings().to_json(), int(time.time()))


def _save(site: AppContext, screen: Screen, **changes: Any) -> None:
    settings = replace(ScreenSettings.from_json(screen.settings), **changes)
    site.store.screens.set_settings(screen.id, settings.to_json())


def _switch(site: AppContext, screen: Screen, form: SubmittedForm) -> None:
    """Show one content at once, also on a screen that is paused."""
    shows = sorted_contents(form.values_of("show"))
    if not shows:
        raise RequestRefusedError(Refusal(msg("Choose what the screen shows."), status=400))
    _save(site, screen, shows=shows, paused=False)


def _announce(site: AppContext, screen: Screen, form: SubmittedForm) -> None:
    """Show an announcement at once."""
    _save(site, screen, shows=("announcement",), text=_read_text(form), paused=False)


def _read_text(form: SubmittedForm) -> str:
    text = form.fields.get("text", "").replace("\r\n", "\n").strip()
    if len(text) > MOST_TEXT:
        text = msg("An announcement has at most %(most)s letters.", most=MOST_TEXT)
        raise RequestRefusedError(Refusal(text))
    return text


def _set(site: AppContext, screen: Screen, form: SubmittedForm) -> None:
    """Save the whole form of a screen: its name, contents, seconds, theme, language and announcement."""
    fields = form.fields
    shows = sorted_contents(form.values_of("show"))
    if not shows:
        raise RequestRefusedError(Refusal(msg("Choose what the screen shows."), status=400))
    seconds = parse_whole(fields.get("seconds", ""))
    if seconds is None or not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        text = msg("A page is shown for %(least)s to %(most)s seconds.", least=LEAST_SECONDS, most=MOST_SECONDS)
        raise RequestRefusedError(Refusal(text))
    site.store.screens.rename(screen.id, _read_name(fields.get("name", "")))
    _save(
        site,
        screen,
        shows=shows,
        seconds=seconds,
        theme=fields.get("theme", "") if fields.get("theme") in THEMES else "",
        language=fields.get("language", "") if fields.get("language") in site.languages else "",
        text=_read_text(form),
        sections=form.values_of("section"),
    )


def _delete(site: AppContext, screen: Screen, form: SubmittedForm) -> None:
    site.store.screens.delete(screen.id)


Action = Callable[[AppContext, Screen, SubmittedForm], None]
ACTIONS: dict[str, Action] = {
    "switch": _switch,
    "announce": _announce,
    "set": _set,
    "pause": lambda site, screen, form: _save(site, screen, paused=True),
    "resume": lambda site, screen, form: _save(site, screen, paused=False),
    "delete": _delete,
}
"""What a form does to a screen, by its field `action`."""

ROUTES = (
    Route("/s/", list_screens, name="screen-list"),
    Route("/s/{id}", show_screen, name="screen"),
    Route("/s/{id}/live", send_screen_messages, name="screen-live"),
    Route("/t/{slug}/screens", change_screens, methods=["POST"], name="change-screens"),
    Route("/e/{event}/screens", change_screens, methods=["POST"], name="change-event-screens"),
)
