"""Rendering of pages: request context, view, template and response; the endpoint for live messages."""

from __future__ import annotations

import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from rookery._record import replace
from rookery.errors import RookeryError
from rookery.json_codec import to_json_data
from rookery.tournaments.roles import NOTHING
from rookery.tournaments.state import State
from rookery.web.authority import authority_of, visible_streams
from rookery.web.cache import CachedPage, page_key
from rookery.web.context import AppContext, EventEntry, IndexContent, app_context
from rookery.web.layout import build_layout
from rookery.web.middleware import add_security_headers, app_path, csrf_token
from rookery.web.page_spec import Page, RequestContext
from rookery.web.rate_limits import LOCAL_ADDRESSES, client_address
from rookery.web.responses import EventNotFoundError, Refusal, TournamentNotFoundError
from rookery.web.templating import ENGLISH
from rookery.web.workers import run_public, run_read

THEMES = ("light", "dark")

FAST_COMPRESSION, COMPRESSION = 1, 6
"""Compression levels of pages for one arbiter, and of those that many visitors read."""


def language_of(request: Request) -> str:
    """Return the language chosen by cookie, or an empty string."""
    return request.cookies.get("lang", "")


def build_context(site: AppContext, request: Request, public: bool = False) -> RequestContext:
    """Return the context of a request; raise TournamentNotFoundError if there is no such tournament."""
    slug, session = request.path_params.get("slug"), None if public else request.user
    content = site.index.content()
    tournaments, event = content.tournaments, _requested_event(content, request, public)
    visible = visible_streams(site, session, content) if session is not None else None
    if visible is not None:
        tournaments = tuple(entry for entry in tournaments if entry.stream.id in visible)
    stream = event.stream if event else next((entry.stream for entry in tournaments if entry.stream.slug == slug), None)
    if slug and stream is None:
        raise TournamentNotFoundError
    theme = request.cookies.get("theme", "")
    current = site.desk.current(stream.id, stream.version) if stream else None
    hidden = bool(public and slug and current and not site.is_public(slug, current.state))
    if hidden or (current and current.state.permanent.place == "deleted"):
        raise TournamentNotFoundError
    event = event or (content.event_of(stream.id) if stream else None)
    opens_event = visible is None or event is None or event.stream.id in visible
    if visible is not None and event is not None:
        event = replace(event, sections=tuple(entry for entry in event.sections if entry.stream.id in visible))
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
        tournaments=tournaments,
        event=event,
        events=tuple(entry for entry in content.events if visible is None or entry.stream.id in visible),
        total=content.total,
        authority=authority_of(site, session, stream.id if stream else ""),
        opens_event=opens_event,
        account=session.account if session else "",
        has_accounts=session.has_accounts if session else False,
    )


def _requested_event(content: IndexContent, request: Request, public: bool) -> EventEntry | None:
    """Return the event in the path of a request; raise EventNotFoundError if there is no such event."""
    slug = request.path_params.get("event")
    if slug is None:
        return None
    event = content.find_event(slug)
    if event is None or (public and not any(app_context(request).is_listed(entry) for entry in event.sections)):
        raise EventNotFoundError
    return event


def _requested_language(site: AppContext, request: Request) -> str:
    code = language_of(request)
    return code if code in site.languages else ENGLISH


def render_page(visit: RequestContext, page: Page, template: str = "", **variables: Any) -> str:
    """Return a page as HTML."""
    view = variables.pop("view") if "view" in variables else page.view(visit)
    template_object = visit.site.templates(visit.language).get_template(
        template or (visit.public and page.hall) or page.template
    )
    layout_view = variables.pop("frame") if "frame" in variables else None if page.part else build_layout(visit, page)
    layout = "public.html" if visit.public else "desk.html"
    return template_object.render(view=view, frame=layout_view, visit=visit, page=page, layout=layout, **variables)


def page_response(visit: RequestContext, page: Page, compress: bool = False) -> Response:
    """Return the response of a page: HTML, gzipped on request, or JSON if it has no template.

    Pages are compressed here and not by a middleware because this runs in a worker thread.
    """
    if not page.template:
        return JSONResponse(to_json_data(page.view(visit)))
    headers = {"vary": "accept-encoding, cookie"} | ({"content-encoding": "gzip"} if compress else {})
    if visit.public and visit.stream is not None:
        body = _compressed_page(visit, page)
        return HTMLResponse(body if compress else gzip.decompress(body), headers=headers)
    html = render_page(visit, page).encode()
    return HTMLResponse(gzip.compress(html, FAST_COMPRESSION) if compress else html, headers=headers)


def _compressed_page(visit: RequestContext, page: Page) -> bytes:
    """Return a compressed public page, cached per version, unless it depends on other tournaments."""
    if page.sections:
        return gzip.compress(render_page(visit, page).encode(), COMPRESSION)
    parameters = *sorted(visit.params.items()), *sorted(visit.query.items())
    key = ("page", page.name, visit.revision, visit.theme, visit.language, parameters)
    return visit.site.cache.get(key, lambda: gzip.compress(render_page(visit, page).encode(), COMPRESSION))


def redirect(request: Request, name: str, query: str = "", **parameters: object) -> Response:
    """Return a redirect to a named route, to be fetched by GET."""
    path = app_context(request).link(request.app.url_path_for(name, **parameters))
    return RedirectResponse(f"{path}?{query}" if query else path, 303)


async def show_page(request: Request, page: Page, public: bool = False) -> Response:
    """Answer a page, which is built in a worker thread; the endpoint of all pages."""
    site = app_context(request)
    compress = "gzip" in request.headers.get("accept-encoding", "")
    if not public and client_address(request) in LOCAL_ADDRESSES:
        compress = False  # nothing is gained on the same machine
    run = run_public if public else run_read
    visit, response = await run(_build_page, site, request, page, public, compress)
    is_cacheable = compress and public and visit.stream is not None and not page.sections
    if is_cacheable and all(map(page.has_parameter, request.query_params)):
        assert visit.stream is not None
        headers = add_security_headers(response.raw_headers)
        if not (visit.of_event and visit.query):  # searches for names are too different to keep
            page_versions = _page_versions(visit)
            site.page_cache.store(page_key(request.scope), CachedPage(page_versions, headers, bytes(response.body)))
    return response


def _page_versions(visit: RequestContext) -> tuple[tuple[str, int], ...]:
    """Return the streams that a page was built from, with their versions."""
    if visit.event is None:
        return ((visit.id, visit.version),)
    streams = [entry.stream for entry in visit.event.sections] if visit.of_event else [visit.event.stream]
    return ((visit.id, visit.version), *((stream.id, stream.version) for stream in streams))


def _build_page(
    site: AppContext, request: Request, page: Page, public: bool, compress: bool
) -> tuple[RequestContext, Response]:
    visit = build_context(site, request, public)
    if public:  # what the page does not ask for makes it no other page
        visit = replace(visit, query={name: value for name, value in visit.query.items() if page.has_parameter(name)})
    return visit, page_response(visit, page, compress)


ERROR_PAGE = Page("lost", "", "This did not work", lambda visit: None, "error.html")


def error_page(site: AppContext, request: Request, refusal: Refusal) -> Response:
    """Return an error page; if the store cannot be read, it lists no tournaments."""
    session = request.scope.get("user")  # none if it could not be looked up
    theme = request.cookies.get("theme", "")
    try:
        content = site.index.content()
        tournaments = content.tournaments
        visible = visible_streams(site, session, content) if session is not None else None
        authority = authority_of(site, session)
    except (OSError, RookeryError):
        tournaments, visible, authority = (), None, NOTHING
    if visible is not None:
        tournaments = tuple(entry for entry in tournaments if entry.stream.id in visible)
    visit = RequestContext(
        site,
        session.name if session else "",
        csrf_token(session),
        tournaments=tournaments,
        theme=theme if theme in THEMES else "",
        language=_requested_language(site, request),
        authority=authority,
    )
    slug = request.path_params.get("slug", "")
    public = app_path(request.scope).startswith("/p/")
    is_private = session is not None and not public
    is_known = any(
        entry.stream.slug == slug and (not public or site.is_public(slug, entry.state)) for entry in tournaments
    )
    base_url = site.link(f"/{'p' if public else 't'}/{slug}") if is_known else ""
    html = render_page(visit, ERROR_PAGE, view=refusal, at=base_url, ours=is_private, public=public)
    return HTMLResponse(html, refusal.status)
