"""The Starlette application: routes, middleware, sign-in, themes and languages, static files."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import PurePath

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rookery._record import record
from rookery.messages import msg
from rookery.web.api import api_mount
from rookery.web.cache import PageCacheMiddleware, warm_standings
from rookery.web.connections import ThrottledExceptionHandler
from rookery.web.context import AppContext, static_files, static_version
from rookery.web.error_handlers import ErrorMiddleware, handle_http_error
from rookery.web.middleware import (
    AuthMiddleware,
    OriginCheckMiddleware,
    SecurityHeadersMiddleware,
    TrustedHostMiddleware,
)
from rookery.web.notifications import Notifier
from rookery.web.page_spec import Page, route_path
from rookery.web.pages import PAGES
from rookery.web.rate_limits import LOCAL_ADDRESSES
from rookery.web.rendering import (
    THEMES,
    Endpoint,
    build_context,
    client_address,
    endpoint,
    error_response_page,
    live,
    render_page,
)
from rookery.web.responses import Refusal
from rookery.web.routes import bulk_entry, commands, downloads, invitations, rating_lists, tournaments
from rookery.web.workers import run_read

AGE = 30 * 24 * 3600
_IMMUTABLE = {"cache-control": "max-age=31536000, immutable"}
"""Cache headers of an address that contains the current version."""
_REVALIDATE = {"cache-control": "no-cache"}
"""Cache headers of an address without a version, or with an outdated one."""
_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


def create_app(site: AppContext) -> Starlette:
    """Return the ASGI application of a desk."""
    app = Starlette(
        routes=routes(site),
        lifespan=lambda app: lifespan(site),
        exception_handlers={
            404: handle_http_error(site),
            405: handle_http_error(site),
            HTTPException: handle_http_error(site),
        },
        middleware=[
            Middleware(PageCacheMiddleware, page_cache=site.page_cache, addresses=site.addresses, shared=site.shared),
            Middleware(SecurityHeadersMiddleware),
            Middleware(ErrorMiddleware, site=site),
            Middleware(TrustedHostMiddleware, addresses=site.addresses),
            Middleware(OriginCheckMiddleware, addresses=site.addresses),
            Middleware(AuthMiddleware, people=site.store.people, shared=site.shared, cookie_name=site.addresses.cookie),
        ],
    )
    app.state.context = site
    return app


def routes(site: AppContext) -> list[BaseRoute]:
    """Return the routes of all pages, commands, files and the API."""
    all_routes: list[BaseRoute] = [
        Route("/enter", login(site), methods=["GET", "POST"]),
        Route("/leave", logout(site), methods=["POST"]),
        Route("/theme", set_theme(site), methods=["POST"]),
        Route("/language", set_language(site)),
        Route("/static/{name:path}", serve_file(static_files())),
        Route("/favicon.ico", serve_file(static_files(), "rook.svg")),
        Route("/t/{slug}/live", live(site)),
        Route("/t/{slug}/commands", commands.commands(site), methods=["POST"]),
        Route("/t/{slug}/do", commands.form_commands(site), methods=["POST"]),
        Route("/t/{slug}/papers/{what}.{form}", downloads.papers(site)),
        Route("/p/{slug}/papers/{what}.{form}", downloads.papers(site, public=True)),
        Route("/t/{slug}/files/{dialect}", downloads.files(site)),
        Route("/rescue", downloads.rescue(site)),
        *upload_routes(site),
    ]
    all_routes += [
        Route(route_path(path), endpoint(site, page, hall)) for page in PAGES for path, hall in page.addresses
    ]
    all_routes += [Route("/p/{slug}/live", live(site, public=True)), api_mount(site)]
    return all_routes


def upload_routes(site: AppContext) -> list[BaseRoute]:
    """Return the routes of forms and files that are not single commands."""
    return [
        Route("/t/{slug}/table", bulk_entry.form_endpoint(site, bulk_entry.upload_table), methods=["POST"]),
        Route(
            "/t/{slug}/table/{word}",
            bulk_entry.form_endpoint(site, bulk_entry.review_table, bulk_entry.ROW_FIELDS),
            methods=["POST"],
        ),
        Route("/t/{slug}/absent", bulk_entry.form_endpoint(site, bulk_entry.save_check_in), methods=["POST"]),
        Route("/t/{slug}/order", bulk_entry.form_endpoint(site, bulk_entry.set_numbers), methods=["POST"]),
        Route("/t/{slug}/copy", tournaments.copy_tournament(site), methods=["POST"]),
        Route("/lists", rating_lists.upload_list(site), methods=["POST"]),
        Route("/lists/columns/{word}", rating_lists.choose_columns(site), methods=["POST"]),
        Route("/invite", invitations.create_invitation(site), methods=["POST"]),
        Route("/people/end", invitations.end_access(site), methods=["POST"]),
        Route("/name", invitations.rename_user(site), methods=["POST"]),
        Route("/begin", tournaments.create_tournament(site), methods=["POST"]),
        Route("/take", tournaments.upload_tournament(site), methods=["POST"]),
        Route("/take/{word}", tournaments.import_tournament(site), methods=["POST"]),
    ]


@asynccontextmanager
async def lifespan(site: AppContext) -> AsyncIterator[None]:
    """Send live notifications while the application runs."""
    asyncio.get_running_loop().set_exception_handler(ThrottledExceptionHandler())
    announcer = Notifier(site, lambda stream: warm_standings(site, stream))
    await announcer.start()
    try:
        yield
    finally:
        await announcer.stop()
        site.hub.close()


def _set_cookie(site: AppContext, request: Request, response: Response, name: str, value: str) -> None:
    """Set a cookie for this host and path only, with `Secure` if the browser uses https."""
    secure = site.addresses.is_secure(request.scope)
    response.set_cookie(name, value, max_age=AGE, httponly=True, samesite="strict", secure=secure)


# -- small addresses ---------------------------------------------------------------------------------------------------


def login(site: AppContext) -> Endpoint:
    """Return the sign-in endpoint: a page with a button that redeems the invitation for a session cookie.

    The token is redeemed by POST only: chat and mail programs fetch addresses for previews, and browsers that come
    from another site send no cookie with a redirect. Only the owner on the server's own machine is signed in by GET.
    """

    async def answer(request: Request) -> Response:
        if request.scope.get("rookery.session") is not None:
            return RedirectResponse("/", 303)
        token = await _read_token(request)
        now, people = int(time.time()), site.store.people
        invitation = await run_read(people.invitation, token, now) if token else None
        if invitation is None:
            return await _reject_token(site, request)
        if request.method != "POST" and not (
            request.method == "GET" and invitation.is_owner and client_address(request) in LOCAL_ADDRESSES
        ):
            page = await run_read(
                lambda: render_page(build_context(site, request), ENTER, view=SignIn(invitation.name, token))
            )
            return HTMLResponse(page)
        session = await asyncio.to_thread(people.admit, token, now)
        if session is None:  # somebody else was faster
            return await _reject_token(site, request)
        response = RedirectResponse("/", 303)
        _set_cookie(site, request, response, site.addresses.cookie, session.secret)
        return response

    return answer


@record
class SignIn:
    """The invited person's name, and the token that the form sends."""

    name: str
    token: str


ENTER = Page("enter", "", "Sign in", lambda visit: None, "enter.html", live=())


async def _read_token(request: Request) -> str:
    if request.method != "POST":
        return request.query_params.get("token", "")
    async with request.form(max_files=0, max_fields=5) as form:
        return str(form.get("token", ""))


async def _reject_token(site: AppContext, request: Request) -> Response:
    address = client_address(request)
    if site.sign_in_attempts.is_exhausted(address):
        refusal = Refusal(
            msg("Too many wrong invitations from this address."), instead=msg("wait a minute"), status=429
        )
        return await error_response_page(site, request, refusal)
    site.sign_in_attempts.record_failure(address)
    refusal = Refusal(msg("This invitation has been used, or has expired."), instead=msg("ask for a new one"),
                  status=403)  # fmt: skip
    return await error_response_page(site, request, refusal)


def logout(site: AppContext) -> Endpoint:
    """Return the endpoint that ends the session."""

    async def answer(request: Request) -> Response:
        session = request.scope.get("rookery.session")
        if session is not None:
            await asyncio.to_thread(site.store.people.leave, session.secret)
            site.hub.end_session(session.secret)
        response = RedirectResponse("/enter", 303)
        secure = site.addresses.is_secure(request.scope)
        response.delete_cookie(site.addresses.cookie, httponly=True, samesite="strict", secure=secure)
        return response

    return answer


def set_theme(site: AppContext) -> Endpoint:
    """Return the endpoint that stores the theme: light, dark or the system's."""

    async def answer(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=5) as form:
            theme, back = str(form.get("theme", "")), commands.safe_redirect_target(str(form.get("then") or "/"))
        response = RedirectResponse(back, 303)
        if theme in THEMES:
            _set_cookie(site, request, response, "theme", theme)
        else:
            response.delete_cookie("theme")
        return response

    return answer


def set_language(site: AppContext) -> Endpoint:
    """Return the endpoint that stores an available language."""

    async def answer(request: Request) -> Response:
        code = request.query_params.get("to", "")
        response = RedirectResponse(commands.safe_redirect_target(request.query_params.get("then") or "/"), 303)
        if code in await run_read(lambda: site.languages):  # the first time, it looks into the folder
            _set_cookie(site, request, response, "lang", code)
        return response

    return answer


def serve_file(files: Mapping[str, bytes], fixed: str = "") -> Endpoint:
    """Return the endpoint for a static file."""

    async def answer(request: Request) -> Response:
        name = fixed or request.path_params["name"]
        version, _, versioned_name = name.partition("/")
        is_versioned = re.fullmatch(r"[0-9a-f]{12}", version) is not None
        if is_versioned:
            name = versioned_name
        if name not in files:
            return Response("There is no such file.\n", 404)
        headers = _IMMUTABLE if version == static_version() else _REVALIDATE
        return Response(files[name], media_type=_TYPES[PurePath(name).suffix], headers=headers)

    return answer
