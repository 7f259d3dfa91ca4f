"""The application: its addresses and its doors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from rookery.shown.tokens import DARK, LIGHT, PRINTED, declared
from rookery.web import acts, begin, documents, entering, inviting, listing
from rookery.web.answers import Refusal
from rookery.web.doors import COOKIE, Guests, KnownHost, SameOrigin, Sealed
from rookery.web.late import Late
from rookery.web.live import Announcer
from rookery.web.mishaps import Caught, astray
from rookery.web.packed import Packed
from rookery.web.pages import PAGES
from rookery.web.ready import made
from rookery.web.served import THEMES, Endpoint, caller, endpoint, failed, live
from rookery.web.site import STATIC, Site
from rookery.wording import spoken

AGE = 30 * 24 * 3600
_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


def application(site: Site) -> Starlette:
    """The desk as an ASGI application."""
    return Starlette(
        routes=routes(site),
        lifespan=lambda app: running(site),
        exception_handlers={404: astray(site), 405: astray(site), HTTPException: astray(site)},
        middleware=[
            Middleware(Packed, shelf=site.shelf, hosts=site.hosts, shared=site.shared),
            Middleware(Sealed),
            Middleware(Caught, site=site),
            Middleware(KnownHost, hosts=site.hosts),
            Middleware(SameOrigin),
            Middleware(Guests, people=site.store.people, shared=site.shared),
        ],
    )


def routes(site: Site) -> list[BaseRoute]:
    """Every address."""
    every: list[BaseRoute] = [
        Route("/enter", entered(site)),
        Route("/leave", left(site), methods=["POST"]),
        Route("/theme", themed, methods=["POST"]),
        Route("/language", language(site)),
        Route("/static/{name}", file),
        Route("/favicon.ico", favicon),
        Route("/t/{slug}/live", live(site)),
        Route("/t/{slug}/commands", acts.commands(site), methods=["POST"]),
        Route("/t/{slug}/do", acts.forms(site), methods=["POST"]),
        Route("/t/{slug}/papers/{what}.{form}", documents.papers(site)),
        Route("/p/{slug}/papers/{what}.{form}", documents.papers(site, public=True)),
        Route("/t/{slug}/files/{dialect}", documents.files(site)),
        *longer(site),
    ]
    every += [Route(path, endpoint(site, page, hall)) for page in PAGES for path, hall in page.addresses]
    every += [Route("/p/{slug}/live", live(site, public=True)), Mount("/api", Late(site))]
    return every


def longer(site: Site) -> list[BaseRoute]:
    """The addresses of what is sent and is no single wish."""
    return [
        Route("/t/{slug}/table", entering.posting(site, entering.tabled), methods=["POST"]),
        Route("/t/{slug}/table/{word}", entering.posting(site, entering.entered), methods=["POST"]),
        Route("/t/{slug}/absent", entering.posting(site, entering.absent), methods=["POST"]),
        Route("/t/{slug}/lot", entering.posting(site, entering.drawn), methods=["POST"]),
        Route("/t/{slug}/order", entering.posting(site, entering.ordered), methods=["POST"]),
        Route("/lists", listing.listing(site), methods=["POST"]),
        Route("/invite", inviting.invited(site), methods=["POST"]),
        Route("/begin", begin.beginning(site), methods=["POST"]),
        Route("/take", begin.taking(site), methods=["POST"]),
        Route("/take/{word}", begin.arriving(site), methods=["POST"]),
    ]


@asynccontextmanager
async def running(site: Site) -> AsyncIterator[None]:
    """While the desk is open, everybody is told of everything."""
    announcer = Announcer(site, lambda stream: made(site, stream))
    watching = asyncio.create_task(announcer.watch())
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        site.hub.close()


# -- small addresses ---------------------------------------------------------------------------------------------------


def entered(site: Site) -> Endpoint:
    """The way in: a token is taken once, and a cookie given for it."""

    async def answer(request: Request) -> Response:
        if request.scope.get("rookery.session") is not None:
            return RedirectResponse("/", 303)
        token, address = request.query_params.get("token", ""), caller(request)
        if site.tries.spent(address):
            why = Refusal(spoken("Too many wrong invitations came from here."), instead=spoken("wait a minute"),
                          status=429)  # fmt: skip
            return failed(site, request, why)
        session = await asyncio.to_thread(site.store.people.admit, token, int(time.time()))
        if session is None:
            site.tries.wrong(address)
            why = Refusal(spoken("This invitation was used before, or is too old."),
                          instead=spoken("ask for a new one"), status=403)  # fmt: skip
            return failed(site, request, why)
        made = RedirectResponse("/", 303)
        made.set_cookie(COOKIE, session.secret, max_age=AGE, httponly=True, samesite="strict")
        return made

    return answer


def left(site: Site) -> Endpoint:
    """The way out."""

    async def answer(request: Request) -> Response:
        session = request.scope.get("rookery.session")
        if session is not None:
            await asyncio.to_thread(site.store.people.leave, session.secret)
        made = RedirectResponse("/enter", 303)
        made.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return made

    return answer


async def themed(request: Request) -> Response:
    """Light, dark, or as the system has it."""
    async with request.form(max_files=0, max_fields=5) as form:
        theme, back = str(form.get("theme", "")), acts.local(str(form.get("then") or "/"))
    made = RedirectResponse(back, 303)
    if theme in THEMES:
        made.set_cookie("theme", theme, max_age=AGE, httponly=True, samesite="strict")
    else:
        made.delete_cookie("theme")
    return made


def language(site: Site) -> Endpoint:
    """Another language: whoever asks for one that there is keeps it."""

    async def answer(request: Request) -> Response:
        said = request.query_params.get("to", "")
        made = RedirectResponse(acts.local(request.query_params.get("then") or "/"), 303)
        if said in site.languages:
            made.set_cookie("lang", said, max_age=AGE, httponly=True, samesite="strict")
        return made

    return answer


async def favicon(request: Request) -> Response:
    """The rook."""
    return _file("rook.svg")


async def file(request: Request) -> Response:
    """A file of ours; the tokens of colour are made of the one table there is."""
    name = request.path_params["name"]
    if name == "tokens.css":
        return Response(tokens(), media_type=_TYPES[".css"], headers={"cache-control": "max-age=3600"})
    known = {path.name for path in STATIC.iterdir() if path.suffix in _TYPES}
    return _file(name) if name in known else Response("There is no such file.\n", 404)


def _file(name: str) -> Response:
    path = STATIC / name
    kept = {"cache-control": "max-age=31536000, immutable"}
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix], headers=kept)


def tokens() -> str:
    """The colours as a style sheet: light, dark where the system is dark, whichever somebody chose, and on paper."""
    light, dark = f"color-scheme:light;{declared(LIGHT)}", f"color-scheme:dark;{declared(DARK)}"
    return (
        f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n"
        f"@media print{{:root,:root[data-theme]{{{light};{declared(PRINTED)}}}\n.picture{{{declared(LIGHT)}}}}}\n"
    )
