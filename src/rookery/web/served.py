"""Pages over HTTP: a visit, its view, its template; files of ours; the line on which changes are told."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from rookery.desk.form import written
from rookery.errors import RookeryError
from rookery.store import Stream
from rookery.web.answers import Refusal, refusal
from rookery.web.doors import cookie, door_of, seal
from rookery.web.frame import frame
from rookery.web.hub import Message
from rookery.web.live import PUBLIC
from rookery.web.packed import Sent, name_of
from rookery.web.page import Page
from rookery.web.site import ENGLISH, Site
from rookery.web.visit import Visit
from rookery.wording import spoken

Endpoint = Callable[[Request], Awaitable[Response]]

THEMES = ("light", "dark")


class NotHere(Exception):
    """There is nothing at that address."""


def caller(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def language_of(request: Request) -> str:
    """The language that somebody chose; nothing where they chose none."""
    return cookie(request.headers.get("cookie", ""), "lang")


def visit_of(site: Site, request: Request, public: bool = False) -> Visit:
    """Who asks, for what; NotHere when the desk has no such tournament."""
    slug, session = request.path_params.get("slug"), None if public else request.scope.get("rookery.session")
    stream: Stream | None = site.stream(slug) if slug else None
    if slug and stream is None:
        raise NotHere(slug)
    theme = cookie(request.headers.get("cookie", ""), "theme")
    version = site.desk.version(stream.id) if stream else 0  # first: a page may be newer than it says, never older
    state = site.desk.state(stream.id) if stream else None
    return Visit(
        site,
        session.name if session else "",
        door_of(session),
        stream,
        **({"state": state} if state else {}),
        version=version,
        params={key: str(value) for key, value in request.path_params.items()},
        query=dict(request.query_params),
        theme=theme if theme in THEMES else "",
        public=public,
        language=_known(site, request),
    )


def _known(site: Site, request: Request) -> str:
    said = language_of(request)
    return said if said in site.languages else ENGLISH


def rendered(visit: Visit, page: Page, template: str = "", **more: Any) -> str:
    """A page as HTML."""
    view = more.pop("view") if "view" in more else page.view(visit)
    made = visit.site.templates(visit.language).get_template(template or (visit.public and page.hall) or page.template)
    around = None if page.part else frame(visit, page)
    layout = "public.html" if visit.public else "desk.html"
    return made.render(view=view, frame=around, visit=visit, page=page, layout=layout, **more)


def answered(visit: Visit, page: Page, packed: bool = False) -> Response:
    """A page, or what it shows as JSON where it has no template; who takes it `packed` gets a public one so."""
    if not page.template:
        return JSONResponse(written(page.view(visit)))
    if not visit.public or visit.stream is None:
        return HTMLResponse(rendered(visit, page))
    body = _ready(visit, page)
    more = {"vary": "accept-encoding, cookie"} | ({"content-encoding": "gzip"} if packed else {})
    return HTMLResponse(body if packed else gzip.decompress(body), headers=more)


def _ready(visit: Visit, page: Page) -> bytes:
    """A public page, which is the same for everybody: made and compressed once for each version."""
    asked = *sorted(visit.params.items()), *sorted(visit.query.items())
    key = ("page", page.name, visit.version, visit.theme, visit.language, asked)
    return visit.site.kept.get(key, lambda: gzip.compress(rendered(visit, page).encode(), 6))


def endpoint(site: Site, page: Page, public: bool = False) -> Endpoint:
    """What answers for a page; views are made off the loop, so that nobody who writes waits for who reads."""

    async def answer(request: Request) -> Response:
        try:
            visit = visit_of(site, request, public)
            packed = "gzip" in request.headers.get("accept-encoding", "")
            found = await asyncio.to_thread(answered, visit, page, packed)
            if packed and public and visit.stream is not None:
                sent = Sent(visit.stream.id, visit.version, seal(found.raw_headers), bytes(found.body))
                site.shelf.put(name_of(request.scope), sent)
            return found
        except NotHere:
            return failed(site, request, Refusal(spoken("There is no such tournament at this desk."), status=404))
        except RookeryError as error:
            return failed(site, request, refusal(error))

    return answer


LOST = Page("lost", "", "Not here", lambda visit: None, "lost.html")


def failed(site: Site, request: Request, why: Refusal) -> Response:
    """A page that says why there is none."""
    session = request.scope.get("rookery.session")
    theme = cookie(request.headers.get("cookie", ""), "theme")
    visit = Visit(site, session.name if session else "", door_of(session), theme=theme if theme in THEMES else "",
                  language=_known(site, request))  # fmt: skip
    slug = request.path_params.get("slug", "")
    public = request.url.path.startswith("/p/")
    at = f"/{'p' if public else 't'}/{slug}" if slug and site.stream(slug) is not None else ""
    ours = session is not None and not public
    return HTMLResponse(rendered(visit, LOST, view=why, at=at, ours=ours, public=public), why.status)


def live(site: Site, public: bool = False) -> Endpoint:
    """The line on which a tournament's changes are told; who missed some is told the present version first."""

    async def answer(request: Request) -> Response:
        stream = site.stream(request.path_params["slug"])
        if stream is None:
            return Response(status_code=404)
        session, address = request.scope.get("rookery.session"), caller(request)
        if session is None and site.lines.full(address):
            return Response("Too many lines go to that address.\n", 429)
        line, name = (stream.id + PUBLIC, "") if public else (stream.id, session.name if session else "")

        async def told() -> AsyncIterator[bytes]:
            with site.lines.held(address):
                first = Message("hello", site.desk.version(stream.id))  # now: of all that comes after it they are told
                async for said in site.hub.listen(line, first, name):
                    yield said

        return StreamingResponse(told(), media_type="text/event-stream")

    return answer
