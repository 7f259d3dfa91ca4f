"""Visitors of the desk in the browser who speak HTTP to it, without a browser: they ask, they send forms, they wish."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
from starlette.applications import Starlette

from rookery.storage import log_file, open_store
from rookery.storage.store import Store
from rookery.tournaments.command import Command, command_to_data
from rookery.tournaments.service import TournamentService, create_service
from rookery.web.addresses import Addresses
from rookery.web.app import build_app
from rookery.web.context import AppContext

HOST = "127.0.0.1:8000"
T = TypeVar("T")


@dataclass
class Visitor:
    """Somebody at the desk; one who has not signed in (`outside`) has no cookie."""

    site: AppContext
    cookies: dict[str, str] = field(default_factory=dict)
    csrf_tokens: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, headers: Mapping[str, str] | None = None, **more: Any) -> httpx.Response:
        """Ask for a page."""
        return self.send("GET", path, headers, **more)

    def send(self, method: str, path: str, headers: Mapping[str, str] | None = None, **more: Any) -> httpx.Response:
        """Ask, and keep the cookies that are given."""
        request_headers = {"origin": f"http://{HOST}", **(headers or {})}
        answer = _run(_request(self.site, method, path, request_headers, self.cookies, more))
        self.cookies |= dict(answer.cookies)
        return answer

    def enter(self, token: str) -> httpx.Response:
        """Press the button of the page that an invitation opens; `token` may be its whole address."""
        return self.send("POST", "/enter", data={"token": token.rpartition("token=")[2]})

    @property
    def csrf_token(self) -> str:
        """What a page of this visit gives to its forms; it stays the same as long as the visit lasts."""
        visit = str(self.cookies)
        if visit not in self.csrf_tokens:
            match = re.search(r'data-csrf-token="(\w*)"', self.ask("/").text)
            assert match
            self.csrf_tokens[visit] = match[1]
        return self.csrf_tokens[visit]

    def wish(self, slug: str, wanted: Command, yes: Sequence[str] = (), **more: Any) -> httpx.Response:
        """Send a wish as JSON."""
        data = {**command_to_data(wanted), "acknowledged": list(yes), **more}
        return self.send("POST", f"/t/{slug}/commands", {"x-csrf-token": self.csrf_token}, json=data)

    def form(self, slug: str, command: str, headers: Mapping[str, str] | None = None, **fields: Any) -> httpx.Response:
        """Send a form, as a page without a script does; `_` in a name stands for a dot."""
        data = {
            "csrf_token": self.csrf_token,
            "command": command,
            **{key.replace("__", "."): value for key, value in fields.items()},
        }
        return self.send("POST", f"/t/{slug}/do", headers, data=data)


async def _request(site: AppContext, method: str, path: str, headers: Mapping[str, str], cookies: Mapping[str, str],
                more: Mapping[str, Any]) -> httpx.Response:  # fmt: skip
    transport = httpx.ASGITransport(_application(site))
    cookie_header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        return await client.request(method, path, headers={"cookie": cookie_header, **headers}, **more)


@cache
def _application(site: AppContext) -> Starlette:
    return build_app(site)


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def upload_file(visitor: Visitor, name: str, data: bytes) -> tuple[str, str]:
    """Send a file, and look at it before anything of it is written: the address of that page, and its text."""
    answer = visitor.send("POST", "/take", data={"csrf_token": visitor.csrf_token}, files={"file": (name, data)})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"], visitor.ask(answer.headers["location"]).text


def import_file(visitor: Visitor, name: str, data: bytes) -> str:
    """Send a file, say yes to whatever is asked, and give the short name that it has then."""
    place, page = upload_file(visitor, name, data)
    yes = re.findall(r'name="yes" value="([^"]+)"', page)
    answer = visitor.send("POST", place, data={"csrf_token": visitor.csrf_token, "yes": yes})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/")


@dataclass
class OpenDesk:
    """A desk that is open: its store, its desk, and the site around both."""

    store: Store
    desk: TournamentService
    site: AppContext

    def visitor(self, name: str = "Ada") -> Visitor:
        """Somebody who has come in by an invitation."""
        visitor = Visitor(self.site)
        token = self.store.people.invite(name, int(time.time()))
        assert visitor.enter(token).status_code == 303
        return visitor

    def outside(self) -> Visitor:
        """Somebody who has not."""
        return Visitor(self.site)


def open_desk(folder: Path, *, shared: bool = False) -> OpenDesk:
    """A desk on a disk, open for visitors."""
    store = open_store(folder / "desk.sqlite")
    desk = create_service(store)
    return OpenDesk(store, desk, AppContext(desk, store, Addresses(8000), shared))


EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "desk"
"""The tournaments that `make desk` shows, as logs."""


def with_examples(folder: Path, *, shared: bool = False) -> OpenDesk:
    """A desk with the example tournaments."""
    desk = open_desk(folder, shared=shared)
    for path in sorted(EXAMPLES.glob("*.rookery")):
        stream, records = log_file.loads(path.read_bytes())
        desk.store.adopt(stream, records)
    return desk


EVENT_LOG = Path(__file__).resolve().parents[1] / "golden" / "desk" / "river-festival.rookery"
"""An event whose sections are two of the example tournaments."""


def with_event(desk: OpenDesk) -> OpenDesk:
    """The same desk, where two of the example tournaments are sections of an event."""
    stream, records = log_file.loads(EVENT_LOG.read_bytes())
    desk.store.adopt(stream, records)
    return desk
