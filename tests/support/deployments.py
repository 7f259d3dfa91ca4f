"""The same desk at several addresses: at the root of a host, in another application, and behind proxies."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

from rookery.web.addresses import Addresses
from rookery.web.app import build_app
from rookery.web.context import AppContext
from support.visitors import HOST, OpenDesk

PREFIX = "/desk"


def context_at(desk: OpenDesk, prefix: str, *, shared: bool = True) -> AppContext:
    """Return the context of a desk below a prefix, with caches of its own."""
    return AppContext(desk.desk, desk.store, Addresses(8000, prefix=prefix), shared)


def mounted(site: AppContext) -> Any:
    """Return a host application that has the desk at its prefix, beside a page of its own."""
    routes = [Mount(site.prefix, app=build_app(site)), Route("/shop", lambda request: PlainTextResponse("Shop"))]
    return Starlette(routes=routes)


def behind_proxy(site: AppContext) -> Any:
    """Return the application behind a proxy that keeps the prefix."""
    return build_app(site)


def behind_rewriting_proxy(site: AppContext) -> Any:
    """Return the application behind a proxy that removes the prefix."""
    app = build_app(site)

    async def rewrite(scope: Any, receive: Any, send: Any) -> None:
        assert scope["path"].startswith(f"{site.prefix}/")
        await app({**scope, "path": scope["path"].removeprefix(site.prefix)}, receive, send)

    return rewrite


DEPLOYMENTS: Mapping[str, Callable[[AppContext], Any]] = {
    "mounted": mounted,
    "proxy": behind_proxy,
    "rewriting proxy": behind_rewriting_proxy,
}


@dataclass
class Browser:
    """A client of an application that keeps cookies for their paths, as browsers do."""

    app: Any
    prefix: str = ""
    jar: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The cookies by name: path and value."""

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Return the answer to a path of the desk."""
        return self.send("GET", path, **more)

    def send(self, method: str, path: str, headers: Mapping[str, str] | None = None, **more: Any) -> httpx.Response:
        """Send a request to a path of the desk, and keep the cookies of the answer."""
        url = self.prefix + path
        cookies = "; ".join(f"{name}={value}" for name, (at, value) in self.jar.items() if f"{url}/".startswith(at))
        request_headers = {"origin": f"http://{HOST}", "cookie": cookies, **(headers or {})}
        answer = asyncio.run(self._send(method, url, request_headers, more))
        for text in answer.headers.get_list("set-cookie"):
            name, value = text.partition(";")[0].split("=", 1)
            path_match = re.search(r"(?i)path=([^;]*)", text)
            assert path_match, text
            assert f"{path_match[1]}/".startswith(f"{self.prefix}/"), text
            self.jar[name] = (path_match[1], value)
        location = answer.headers.get("location", f"{self.prefix}/")
        assert not leaves(location, self.prefix), location
        return answer

    async def _send(self, method: str, url: str, headers: Mapping[str, str], more: Mapping[str, Any]) -> httpx.Response:
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, url, headers=headers, **more)

    def sign_in(self, token: str) -> None:
        """Accept an invitation."""
        assert self.send("POST", "/enter", data={"token": token}).status_code == 303


def leaves(address: str, prefix: str) -> bool:
    """Return whether an address of this host is not below the prefix."""
    path = re.sub(rf"^https?://{re.escape(HOST)}", "", address)
    return path.startswith("/") and not re.match(rf"{re.escape(prefix)}(/|$)", path)


class AddressParser(HTMLParser):
    """Collector of all addresses of a page that begin with a slash, and of those with a host in its text."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes with an address; `data-key` has the key of a keyboard."""
        self.addresses += [value for name, value in attrs if value and value.startswith("/") and name != "data-key"]
        self.addresses += [url for _, value in attrs if value for url in re.findall(rf"http://{HOST}[^\s\"]*", value)]

    def handle_data(self, data: str) -> None:
        """Collect the addresses that a reader sees."""
        self.addresses += re.findall(rf"https?://{HOST}\S*", data)


def addresses_of(answer: httpx.Response) -> list[str]:
    """Return the addresses of this host in an answer: of a page, or of JSON."""
    if "html" in answer.headers["content-type"]:
        parser = AddressParser()
        parser.feed(answer.text)
        return parser.addresses
    if "json" in answer.headers["content-type"]:
        return [text for text in json_texts(answer.json()) if text.startswith(("/", "http://"))]
    return re.findall(rf"https?://{HOST}\S*", answer.text)


def json_texts(data: Any) -> Iterator[str]:
    """Yield all texts of JSON data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from json_texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from json_texts(value)


@dataclass
class Form:
    """A form of a page: where it is sent to, its method, and its fields as they are sent unchanged."""

    action: str
    method: str = "get"
    fields: list[tuple[str, str]] = field(default_factory=list)

    @property
    def shape(self) -> tuple[str, ...]:
        """The form without the names of players, rounds and boards: those with one shape do the same."""
        command = dict(self.fields).get("command", "")
        return (re.sub(r"\d+|(?<=/)[pt]\d+", "0", self.action), command, *sorted({name for name, _ in self.fields}))


class FormParser(HTMLParser):
    """Collector of the forms of a page, with the first button of each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: tuple[str, bool] = ("", False)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, or add a field to it."""
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(values.get("action") or self.page, values.get("method", "get").lower())
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input" and values.get("name"):
            is_off = values.get("type") in ("checkbox", "radio") and "checked" not in values
            if not is_off and values.get("type") != "file":
                self._form.fields.append((values["name"], values.get("value", "")))
        elif tag == "select":
            self._select = (values.get("name", ""), False)
        elif tag == "option" and self._select[0] and (not self._select[1] or "selected" in values):
            if self._select[1]:
                self._form.fields.pop()
            self._form.fields.append((self._select[0], values.get("value", "")))
            self._select = (self._select[0], True)
        elif tag == "textarea":
            self._form.fields.append((values.get("name", ""), ""))
        elif tag == "button" and values.get("name") and values["name"] not in dict(self._form.fields):
            self._form.fields.append((values["name"], values.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """End a form."""
        if tag == "form":
            self._form = None


def forms_of(answer: httpx.Response) -> list[Form]:
    """Return the forms of a page."""
    parser = FormParser(answer.request.url.raw_path.decode())
    parser.feed(answer.text)
    return parser.forms
