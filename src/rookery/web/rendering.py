"""Rendering of pages: request context, view, template and response; the endpoint for live messages."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from rookery._record import replace
from rookery.errors import RookeryError
from rookery.messages import msg, msg_const
from rookery.storage import Stream
from rookery.tournaments.serialization import to_json_data
from rookery.tournaments.state import State
from rookery.web.broadcast import Message
from rookery.web.cache import CachedPage, page_key
from rookery.web.context import ENGLISH, AppContext
from rookery.web.layout import Surroundings, frame
from rookery.web.middleware import add_security_headers, cookie, csrf_token
from rookery.web.notifications import PUBLIC, missed_messages
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext
from rookery.web.responses import Refusal, refusal_for
from rookery.web.workers import run_public, run_read

Endpoint = Callable[[Request], Awaitable[Response]]

THEMES = ("light", "dark")


class TournamentNotFoundError(Exception):
    """Raised when no tournament has the requested slug."""


def client_address(request: Request) -> str:
    """Return the client's address."""
    return request.client.host if request.client else ""


def language_of(request: Request) -> str:
    """Return the language chosen by cookie, or an empty string."""
    return cookie(request.headers.get("cookie", ""), "lang")


def build_context(site: AppContext, request: Request, public: bool = False) -> RequestContext:
    """Return the context of a request; raise TournamentNotFoundError if there is no such tournament."""
    slug, session = request.path_params.get("slug"), None if public else request.scope.get("rookery.session")
    stream: Stream | None = site.stream(slug) if slug else None
    if slug and (stream is None or (public and not site.is_public(slug))):
        raise TournamentNotFoundError(slug)
    theme = cookie(request.headers.get("cookie", ""), "theme")
    current = site.desk.current(stream.id, stream.version) if stream else None
    if current and current.state.sticky.place == "deleted":
        raise TournamentNotFoundError(slug)
    return RequestContext(
        site,
        session.name if session else "",
        csrf_token(session),
        stream,
        site.displayed_state(stream.id, current, public) if stream and current else State(),
        current.version if current else 0,
        params={key: str(value) for key, value in request.path_params.items()},
        query=dict(request.query_params),
        theme=theme if theme in THEMES else "",
        public=public,
        language=_requested_language(site, request),
        working=current.state if current else None,
        session=session.id if session else "",
    )


def _requested_language(site: AppContext, request: Request) -> str:
    code = language_of(request)
    return code if code in site.languages else ENGLISH


def render_page(visit: RequestContext, page: Page, template: str = "", **variables: Any) -> str:
    """Return a page as HTML."""
    view = variables.pop("view") if "view" in variables else page.view(visit)
    template_object = visit.site.templates(visit.language).get_template(
        template or (visit.public and page.hall) or page.template
    )
    layout_view = variables.pop("frame") if "frame" in variables else None if page.part else frame(visit, page)
    layout = "public.html" if visit.public else "desk.html"
    return template_object.render(view=view, frame=layout_view, visit=visit, page=page, layout=layout, **variables)


def page_response(visit: RequestContext, page: Page, compress: bool = False) -> Response:
    """Return the response of a page: HTML, or JSON if it has no template; public pages are gzipped on request."""
    if not page.template:
        return JSONResponse(to_json_data(page.view(visit)))
    if not visit.public or visit.stream is None:
        return HTMLResponse(render_page(visit, page))
    body = _compressed_page(visit, page)
    headers = {"vary": "accept-encoding, cookie"} | ({"content-encoding": "gzip"} if compress else {})
    return HTMLResponse(body if compress else gzip.decompress(body), headers=headers)


def _compressed_page(visit: RequestContext, page: Page) -> bytes:
    """Return a compressed public page, cached per version."""
    parameters = *sorted(visit.params.items()), *sorted(visit.query.items())
    key = ("page", page.name, visit.version, visit.theme, visit.language, parameters)
    return visit.site.cache.get(key, lambda: gzip.compress(render_page(visit, page).encode(), 6))


def endpoint(site: AppContext, page: Page, public: bool = False) -> Endpoint:
    """Return the endpoint of a page; the page is built in a worker thread."""

    async def answer(request: Request) -> Response:
        try:
            accepts_gzip = "gzip" in request.headers.get("accept-encoding", "")
            run = run_public if public else run_read
            visit, response = await run(_build_page, site, request, page, public, accepts_gzip)
            if accepts_gzip and public and visit.stream is not None and all(map(page.knows, request.query_params)):
                page_entry = CachedPage(
                    visit.stream.id, visit.version, add_security_headers(response.raw_headers), bytes(response.body)
                )
                site.page_cache.put(page_key(request.scope), page_entry)
            return response
        except TournamentNotFoundError:
            return await error_response_page(
                site, request, Refusal(msg("There is no such tournament here."), status=404)
            )
        except RookeryError as error:
            return await error_response_page(site, request, refusal_for(error))

    return answer


def _build_page(
    site: AppContext, request: Request, page: Page, public: bool, compress: bool
) -> tuple[RequestContext, Response]:
    visit = build_context(site, request, public)
    if public:  # what the page does not ask for makes it no other page
        visit = replace(visit, query={name: value for name, value in visit.query.items() if page.knows(name)})
    return visit, page_response(visit, page, compress)


ERROR_PAGE = Page("lost", "", "This did not work", lambda visit: None, "lost.html")


async def error_response_page(site: AppContext, request: Request, refusal: Refusal) -> Response:
    """Return an error page, rendered in a worker thread."""
    return await run_read(error_page, site, request, refusal)


def error_page(site: AppContext, request: Request, refusal: Refusal) -> Response:
    """Return an error page; if the store cannot be read, it lists no tournaments."""
    session = request.scope.get("rookery.session")
    theme = cookie(request.headers.get("cookie", ""), "theme")
    visit = RequestContext(
        site,
        session.name if session else "",
        csrf_token(session),
        theme=theme if theme in THEMES else "",
        language=_requested_language(site, request),
    )
    slug = request.path_params.get("slug", "")
    public = request.url.path.startswith("/p/")
    is_private = session is not None and not public
    try:
        is_known = slug and site.stream(slug) is not None and (not public or site.is_public(slug))
        base_url = f"/{'p' if public else 't'}/{slug}" if is_known else ""
        layout_view = frame(visit, ERROR_PAGE)
    except (OSError, RookeryError):
        base_url, layout_view = "", Surroundings(msg_const(ERROR_PAGE.title), name=visit.who)
    return HTMLResponse(
        render_page(visit, ERROR_PAGE, view=refusal, at=base_url, ours=is_private, public=public, frame=layout_view),
        refusal.status,
    )


def live(site: AppContext, public: bool = False) -> Endpoint:
    """Return the endpoint for a tournament's live messages.

    A reconnecting client names the last version it has, as `Last-Event-ID` or in the query, and gets what it missed
    first; `hello` then has the current version.
    """

    async def answer(request: Request) -> Response:
        stream = await run_read(site.stream, request.path_params["slug"])
        if stream is None or (public and not site.is_public(stream.slug)):
            return Response(status_code=404)
        session, address = request.scope.get("rookery.session"), client_address(request)
        secret = session.secret if session else ""
        if site.live_limit.is_full(address, secret):
            return Response("Too many lines are open already.\n", 429, {"retry-after": "30"})
        channel, name = (stream.id + PUBLIC, "") if public else (stream.id, session.name if session else "")
        after = _last_seen(request)

        async def begin() -> list[Message]:
            return await run_read(missed_messages, site.store, stream.id, after, public)

        async def messages() -> AsyncIterator[bytes]:
            with site.live_limit.reserve(address, secret):
                async for text in site.hub.listen(channel, begin, name, secret):
                    yield text

        return StreamingResponse(messages(), media_type="text/event-stream")

    return answer


def _last_seen(request: Request) -> int | None:
    """Return the last version that the client has, or None."""
    text = request.headers.get("last-event-id") or request.query_params.get("after") or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
