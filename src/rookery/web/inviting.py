"""Letting another arbiter in: an address that works once, shown once, as a text and as a QR code."""

from __future__ import annotations

import asyncio
import time

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rookery.values import frozen
from rookery.web.acts import NO_DOOR
from rookery.web.answers import Refusal
from rookery.web.doors import door_of
from rookery.web.page import Page
from rookery.web.served import Endpoint, failed, rendered, visit_of
from rookery.web.site import Site
from rookery.wording import spoken

LONGEST = 80
INVITED = Page("invited", "", "Invitation", lambda visit: None, "invited.html", live=())


@frozen
class Invitation:
    """For whom it is, the addresses of which only the first to be used works, and whether others reach them."""

    name: str
    addresses: tuple[str, ...]
    shared: bool


def invited(site: Site) -> Endpoint:
    """An invitation for somebody by name; only who is in may give one."""

    async def answer(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=5) as form:
            door, name = str(form.get("door", "")), " ".join(str(form.get("name", "")).split())
        if door != door_of(request.scope["rookery.session"]):
            return failed(site, request, Refusal(NO_DOOR, status=403))
        if not name or len(name) > LONGEST or not name.isprintable():
            why = Refusal(spoken("An invitation needs the name of who is to come."),
                          instead=spoken("say what the log shall call them"))  # fmt: skip
            return failed(site, request, why)
        token = await asyncio.to_thread(site.store.people.invite, name, int(time.time()))
        known = site.addresses or (f"http://{request.headers['host']}",)
        made = Invitation(name, tuple(f"{one}/enter?token={token}" for one in known), site.shared)
        return HTMLResponse(rendered(visit_of(site, request), INVITED, view=made))

    return answer
