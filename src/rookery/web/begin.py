"""How a tournament comes to the desk: begun with a short form, or taken in from a file after somebody has looked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rookery.desk.arriving import begun, free_slug
from rookery.desk.clock import desk_of
from rookery.desk.commands.rules import OpenTournament, SetHead
from rookery.desk.decision import Refused, Unanswered
from rookery.desk.memory import MemoryStore
from rookery.desk.rules import Laws
from rookery.errors import RookeryError, Unsupported
from rookery.regulations import FORMATS, code_of
from rookery.regulations.format import Takes
from rookery.store import Stream
from rookery.web.acts import ASKED, NO_DOOR
from rookery.web.answers import Refusal, question, refusal
from rookery.web.arrivals import Arrival, looked_at, taken_in
from rookery.web.doors import door_of
from rookery.web.served import Endpoint, failed, rendered, visit_of
from rookery.web.site import Site
from rookery.web.uploads import MOST, Sent, TooLong, sent
from rookery.wording import spoken

TOO_LONG = spoken("This is more than %(most)s MB, which is no tournament.", most=MOST >> 20)


def beginning(site: Site) -> Endpoint:
    """Begin a tournament: name, kind, rounds, place, days, time control."""

    async def answer(request: Request) -> Response:
        form = await _form(site, request)
        if isinstance(form, Response):
            return form
        return await asyncio.to_thread(_begun, site, request, form)

    return answer


def _begun(site: Site, request: Request, form: Sent) -> Response:
    yes = form.every("yes")
    try:
        slug = begin(site, form.fields, request.scope["rookery.session"].name, yes)
        return RedirectResponse(f"/t/{slug}", 303)
    except Unanswered as asked:
        found = question(asked, yes)
        more: dict[str, Any] = {"pairs": form.pairs, "then": "/", "given": yes, "action": "/begin"}
        made = rendered(visit_of(site, request), ASKED, view=found, **more)
        return HTMLResponse(made, 409)
    except RookeryError as error:
        return failed(site, request, refusal(error))


def begin(site: Site, said: Mapping[str, str], actor: str, yes: tuple[str, ...] = ()) -> str:
    """Begin a tournament as a form says, and give its short name; Unanswered while a warning waits."""
    name = said.get("name", "").strip()
    if not name:
        raise Refused(spoken("a tournament needs a name"))
    kind, _, of = said.get("kind", "").partition(":")
    if kind not in FORMATS:
        raise Refused(spoken("there is no tournament of the kind %(kind)s", kind=f"{kind!r}"))
    teams = FORMATS[kind].takes is Takes.TEAMS or (of == "teams" and FORMATS[kind].takes is Takes.EITHER)
    head = _head(said)
    wanted = OpenTournament(name, Laws(system=_code(kind, teams, head), rounds=_rounds(said)), teams)

    def act(store: MemoryStore, stream: Stream) -> None:
        desk = desk_of(store)
        desk.do(stream.id, wanted, actor=actor, acknowledged=yes)
        desk.do(stream.id, SetHead(head), actor=actor)

    made, records = begun(free_slug(name, {one.slug for one in site.store.streams()}), act)
    site.store.adopt(made, records)
    return made.slug


def _code(kind: str, teams: bool, head: Mapping[str, str]) -> str:
    """The code of a kind, by the edition in force on the first day; the newest where none of that day is known."""
    try:
        return code_of(kind, teams=teams, on=date.fromisoformat(head["start"]) if "start" in head else None)
    except (Unsupported, ValueError):  # what is no day is refused with the head
        return code_of(kind, teams=teams)


def _rounds(said: Mapping[str, str]) -> int | None:
    text = said.get("rounds", "").strip()
    if text and not (text.isdecimal() and 0 < int(text) < 1000):
        raise Refused(spoken("%(text)s rounds: expected a number", text=f"{text!r}"))
    return int(text) if text else None


def _head(said: Mapping[str, str]) -> dict[str, str]:
    """What stands above the tables, as far as it was said."""
    names = ("city", "federation", "start", "end", "chief_arbiter", "time_control")
    return {name: text for name in names if (text := said.get(name, "").strip())}


# -- from a file -------------------------------------------------------------------------------------------------------


def taking(site: Site) -> Endpoint:
    """A file comes: it is read, and waits for somebody to look at it."""

    async def answer(request: Request) -> Response:
        form = await _form(site, request)
        if isinstance(form, Response):
            return form
        door = door_of(request.scope["rookery.session"])
        found = await asyncio.to_thread(looked_at, site, form.name, form.data)
        return RedirectResponse(f"/take/{site.waiting.keep(door, found, len(form.data))}", 303)

    return answer


def arriving(site: Site) -> Endpoint:
    """Somebody has looked at the file, and says yes."""

    async def answer(request: Request) -> Response:
        form = await _form(site, request)
        if isinstance(form, Response):
            return form
        return await asyncio.to_thread(_arrived, site, request, form)

    return answer


def _arrived(site: Site, request: Request, form: Sent) -> Response:
    session, word = request.scope["rookery.session"], request.path_params["word"]
    found = site.waiting.find(door_of(session), word)
    if not isinstance(found, Arrival) or found.errors:
        return failed(site, request, Refusal(spoken("This file waits no more."), instead=spoken("choose it again"),
                                             status=404))  # fmt: skip
    yes = form.every("yes")
    try:
        slug = taken_in(site, found, form.fields.get("slug", ""), session.name, yes)
    except Unanswered:
        return RedirectResponse(f"/take/{word}", 303)
    except RookeryError as error:
        return failed(site, request, refusal(error))
    site.waiting.drop(word)
    return RedirectResponse(f"/t/{slug}", 303)


async def _form(site: Site, request: Request) -> Sent | Response:
    """The form that came, if it came from a page of this visit."""
    try:
        form = await sent(request)
    except TooLong:
        return failed(site, request, Refusal(TOO_LONG, status=413))
    if form.fields.get("door") != door_of(request.scope["rookery.session"]):
        return failed(site, request, Refusal(NO_DOOR, status=403))
    return form
