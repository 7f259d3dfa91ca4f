"""Every change over HTTP: a wish as a form or as JSON, done by the desk, answered to a page or to a script."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from rookery.desk.decision import Unanswered
from rookery.desk.desk import Done
from rookery.desk.form import Misread, Object
from rookery.desk.wish import wish_of
from rookery.desk.words import said
from rookery.errors import RookeryError
from rookery.values import frozen
from rookery.web.answers import Refusal, caution_data, question, refusal, refusal_data
from rookery.web.doors import door_of
from rookery.web.filled import wish_fields
from rookery.web.page import Page
from rookery.web.served import Endpoint, NotHere, failed, language_of, rendered, visit_of
from rookery.web.site import Site
from rookery.wording import spoken

OWN = {"command", "door", "id", "seen", "yes", "then"}
"""The fields of a form that are not the wish's; `yes` answers warnings, `then` is where to go afterwards."""

MOST = 2 * 1024 * 1024
"""A wish is no longer than so many bytes."""

ASKED = Page("asked", "", "A question first", lambda visit: None, "asked.html")


@frozen
class Order:
    """A wish with what goes with it: its id, the version it was made at, the warnings answered, where to go then."""

    wish: Object
    id: str = ""
    seen: int | None = None
    yes: tuple[str, ...] = ()
    then: str = ""
    pairs: tuple[tuple[str, str], ...] = ()


def commands(site: Site) -> Endpoint:
    """Wishes as JSON: a wish of `rookery.desk.wish` with `id`, `seen` and `acknowledged` beside its fields."""

    async def answer(request: Request) -> Response:
        if request.headers.get("x-rookery-door") != door_of(request.scope["rookery.session"]):
            return said_as_json(site, request, {"refusal": {"text": NO_DOOR, "code": "door"}}, 403)
        try:
            data = told(await limited(request))
            order = Order(
                {name: value for name, value in data.items() if name not in ("id", "seen", "acknowledged")},
                str(data.get("id") or ""), whole(data.get("seen")), tuple(map(str, data.get("acknowledged") or ())),
            )  # fmt: skip
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            why = {"text": spoken("This is no command: %(error)s", error=error), "code": "misread"}
            return said_as_json(site, request, {"refusal": why}, 400)
        return await asyncio.to_thread(_as_json, site, request, order)

    return answer


NOT_HERE = spoken("There is no such tournament at this desk.")
NO_DOOR = spoken("This page is from an older visit: load it again.")


def said_as_json(site: Site, request: Request, data: Any, status: int = 200) -> JSONResponse:
    """An answer in JSON, its texts in the language of the page that asked."""
    return JSONResponse(site.answer(data, language_of(request)), status)


def forms(site: Site) -> Endpoint:
    """Wishes as forms; a script that asks for JSON is answered in JSON, a browser goes on to a page."""

    async def answer(request: Request) -> Response:
        try:
            await limited(request)
        except ValueError as error:
            return failed(site, request, Refusal(spoken("This cannot be taken: %(error)s.", error=error), status=413))
        async with request.form(max_files=0, max_fields=20000) as form:
            pairs = tuple((name, str(value)) for name, value in form.multi_items())
        given: dict[str, str] = {name: value for name, value in pairs if name in OWN}
        if given.get("door") != door_of(request.scope["rookery.session"]):
            return failed(site, request, Refusal(NO_DOOR, status=403))
        plain = "application/json" in request.headers.get("accept", "")
        try:
            wanted = wish_fields(given.get("command", ""), [one for one in pairs if one[0] not in OWN])
        except Misread as error:
            why = refusal(error)
            return (
                said_as_json(site, request, refusal_data(why, error), why.status)
                if plain
                else failed(site, request, why)
            )
        seen, yes = given.get("seen", ""), tuple(value for name, value in pairs if name == "yes")
        order = Order(wanted, given.get("id", ""), int(seen) if seen.isdecimal() else None, yes,
                      local(given.get("then") or request.headers.get("referer") or "/"), pairs)  # fmt: skip
        return await asyncio.to_thread(_as_json if plain else _as_page, site, request, order)

    return answer


def told(body: bytes) -> Any:
    """What JSON says; a text that no store can keep is none."""

    def number(name: str) -> None:
        raise ValueError(f"{name} is no number")

    data = json.loads(body, parse_constant=number)
    if "\\u0000" in json.dumps(data) or "\0" in json.dumps(data, ensure_ascii=False).encode().decode():
        raise ValueError("a text has a character that is none")
    return data


def whole(seen: Any) -> int | None:
    """The version that somebody has seen, if they said one."""
    if seen is not None and seen.__class__ is not int:
        raise TypeError(f"expected a version, read {seen!r}")
    return seen


async def limited(request: Request) -> bytes:
    """The body of a request, which has a limit."""
    size = request.headers.get("content-length", "0")
    if not size.isdecimal() or int(size) > MOST:
        raise ValueError("it is too long")
    body = await request.body()
    if len(body) > MOST:
        raise ValueError("it is too long")
    return body


def local(address: str) -> str:
    """A place on this desk, whatever address somebody gives; a foreign one becomes the way home.

    >>> local("http://127.0.0.1:8000/t/open?x=1"), local("//elsewhere/x"), local("https:evil"), local("/t/open")
    ('/t/open?x=1', '/x', '/', '/t/open')
    """
    parts = urlsplit(address)
    path = "/" + parts.path.lstrip("/\\") if parts.path.startswith(("/", "\\")) else "/"
    return f"{path}?{parts.query}" if parts.query else path


def _done(site: Site, request: Request, order: Order) -> Done:
    stream = site.stream(request.path_params["slug"])
    if stream is None:
        raise NotHere
    session = request.scope["rookery.session"]
    return site.desk.do(stream.id, wish_of(order.wish), actor=session.name, command=order.id, seen=order.seen,
                        acknowledged=order.yes)  # fmt: skip


def _as_json(site: Site, request: Request, order: Order) -> Response:
    """The answer for a script, and for whoever speaks JSON."""
    try:
        return said_as_json(site, request, done_data(site, request.path_params["slug"], _done(site, request, order)))
    except NotHere:
        return said_as_json(site, request, {"refusal": {"text": NOT_HERE, "code": "unknown"}}, 404)
    except Unanswered as asked:
        return said_as_json(site, request, question_data(site, request, asked, order), 409)
    except RookeryError as error:
        why = refusal(error)
        return said_as_json(site, request, refusal_data(why, error), why.status)


def done_data(site: Site, slug: str, done: Done) -> dict[str, Any]:
    """What a command did, as JSON; `said` are the sentences of the log."""
    stream = site.stream(slug)
    name = site.desk.state(stream.id).name if stream else str
    told = [caution_data(one) for one in done.cautions]
    return {"version": done.version, "repeated": done.repeated, "said": [said(event, name) for event in done.events],
            "cautions": told}  # fmt: skip


def question_data(site: Site, request: Request, asked: Unanswered, order: Order) -> dict[str, Any]:
    """Warnings that wait for an answer, as JSON, and as the words of a dialog."""
    found = question(asked, order.yes)
    html = site.templates(language_of(request)).get_template("_question.html").render(view=found, given=order.yes)
    return {"warnings": [caution_data(one) for one in found.cautions], "version": found.version,
            "tokens": [*order.yes, *(one for one in found.tokens if one not in order.yes)], "html": html}  # fmt: skip


def _as_page(site: Site, request: Request, order: Order) -> Response:
    """The answer for a browser without a script: on to a page, or a page that asks."""
    try:
        _done(site, request, order)
        return RedirectResponse(order.then, 303)
    except NotHere:
        return failed(site, request, Refusal(NOT_HERE, status=404))
    except Unanswered as asked:
        visit, found = visit_of(site, request), question(asked, order.yes)
        made = rendered(visit, ASKED, view=found, pairs=order.pairs, then=order.then, given=order.yes)
        return HTMLResponse(made, 409)
    except RookeryError as error:
        return failed(site, request, refusal(error))
