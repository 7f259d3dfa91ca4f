"""Below a prefix no link, form, script, redirect, cookie or code leads out of it; pages are those of the root."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from rookery.web.app import build_app
from support.deployments import DEPLOYMENTS, PREFIX, Browser, addresses_of, context_at, forms_of, leaves, mounted
from support.page_addresses import EVENT, OPEN, TEAMS, addresses
from support.visitors import HOST, OpenDesk, with_event, with_examples

MOST_PAGES = 400
"""How many pages the crawl visits at most, of each shape one."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> OpenDesk:
    return with_event(with_examples(tmp_path_factory.mktemp("prefix"), shared=True))


def signed_in(desk: OpenDesk, name: str) -> Browser:
    browser = Browser(mounted(context_at(desk, PREFIX)), PREFIX)
    browser.sign_in(desk.store.people.invite(name, int(time.time())))
    return browser


def comparable(answer: httpx.Response, prefix: str) -> str:
    """Return a page without the prefix, and without what is new in each answer."""
    text = re.sub(r'(name="id" value=)"\w+"', r"\1", answer.text.replace(f'data-prefix="{prefix}"', ""))
    if prefix:
        text = text.replace("%2Fdesk%2F", "%2F").replace(f"{prefix}/", "/")
    return re.sub(
        r"<svg [^>]*class=\"qr\".*?</svg>|data-csrf-token=\"\w+\"|csrf_token\" value=\"\w+\"", "", text, flags=re.S
    )


@pytest.mark.slow
@pytest.mark.parametrize("deployment", DEPLOYMENTS)
def test_every_page_is_that_of_the_root(desk: OpenDesk, deployment: str) -> None:
    root = Browser(build_app(context_at(desk, "")))
    root.sign_in(desk.store.people.invite("Ada", int(time.time())))
    browser = Browser(DEPLOYMENTS[deployment](context_at(desk, PREFIX)), PREFIX)
    browser.jar = {name: (PREFIX, value) for name, (_, value) in root.jar.items()}
    for _, path in sorted(set(addresses())) if deployment == "mounted" else sorted(set(addresses()))[::9]:
        expected, answer = root.get(path), browser.get(path)
        assert (path, answer.status_code) == (path, expected.status_code)
        assert comparable(answer, PREFIX) == comparable(expected, ""), path
        assert not [address for address in addresses_of(answer) if leaves(address, PREFIX)], path


def shape_of(address: str) -> str:
    """Return the address without the names of players, rounds and boards."""
    return re.sub(r"(?<=[/=])[a-z]?\d+(\.\d+)?(?=[/?&#]|$)", "0", address.partition("#")[0])


def crawl(browser: Browser, *starts: str) -> dict[str, httpx.Response]:
    """Return the pages that links lead to, one of each shape."""
    pages: dict[str, httpx.Response] = {}
    waiting = [PREFIX + start for start in starts]
    while waiting and len(pages) < MOST_PAGES:
        address = waiting.pop(0).removeprefix(f"http://{HOST}")
        if shape_of(address) in pages or "/live" in address or "/static/" in address:
            continue
        assert not leaves(address, PREFIX), address
        answer = browser.get(address.removeprefix(PREFIX))
        assert answer.status_code < 500, address
        pages[shape_of(address)] = answer
        if answer.headers.get("content-type", "").startswith(("text/html", "application/json", "text/calendar")):
            found = addresses_of(answer)
            assert not [link for link in found if leaves(link, PREFIX)], address
            waiting += [link for link in found if not re.search(r"/(leave|language|rescue)\b", link)]
    return pages


@pytest.mark.slow
def test_no_link_leaves_the_prefix(desk: OpenDesk) -> None:
    starts = ("/", "/p/", "/s/", "/b", f"/t/{OPEN}", f"/t/{TEAMS}", f"/e/{EVENT}", f"/p/-/{EVENT}", f"/p/{OPEN}")
    data = ("/api/openapi.json", f"/api/v1/t/{OPEN}", f"/api/v1/p/{OPEN}/find", f"/api/v1/t/{OPEN}/events")
    pages = crawl(signed_in(desk, "Bo"), *starts, *data)
    assert len(pages) > 100
    assert (
        len(crawl(Browser(mounted(context_at(desk, PREFIX)), PREFIX), "/", "/p/", f"/p/{OPEN}", f"/p/-/{EVENT}")) > 20
    )


@pytest.mark.slow
def test_no_form_leaves_the_prefix(tmp_path: Path) -> None:
    """Every form is sent as it is; whether it is refused or carried out, the answer stays below the prefix."""
    desk = with_event(with_examples(tmp_path, shared=True))
    browser, sent = signed_in(desk, "Ada"), set[tuple[str, ...]]()
    forms = []
    for _, path in sorted(set(addresses())):
        forms += [form for form in forms_of(browser.get(path)) if form.method == "post"]
    last = [form for form in forms if re.search(r"delete|dissolve|archive|leave|end$|return|hide", str(form))]
    for form in [*(form for form in forms if form not in last), *last]:
        assert not leaves(form.action, PREFIX), form
        if form.shape not in sent and "/leave" not in form.action:
            sent.add(form.shape)
            data: dict[str, Any] = {}
            for name, value in form.fields:
                data.setdefault(name, []).append(value)
            answer = browser.send("POST", form.action.removeprefix(PREFIX), data=data)
            assert answer.status_code < 500, form
            if "html" in answer.headers.get("content-type", ""):
                assert not [address for address in addresses_of(answer) if leaves(address, PREFIX)], form
    assert len(sent) > 80
    assert signed_in(desk, "Fay").send("POST", "/leave").headers["location"] == f"{PREFIX}/enter"


def test_codes_have_the_prefix(desk: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every QR code of pages and papers leads below the prefix."""
    import segno

    texts: list[str] = []
    make = segno.make
    monkeypatch.setattr(segno, "make", lambda text, **options: texts.append(text) or make(text, **options))
    browser = signed_in(desk, "Cy")
    token = re.search(r'data-csrf-token="(\w+)"', browser.get("/").text)
    assert token
    for action in ("sides", "helper", "deputy"):
        fields = {"csrf_token": token[1], "action": action, "label": "Dee", "first": "1", "last": "4"}
        answer = browser.send("POST", f"/t/{OPEN}/phones", data=fields)
        assert answer.status_code in (303, 422)
    browser.send("POST", "/invite", data={"csrf_token": token[1], "name": "Eve", "then": f"{PREFIX}/people"})
    for path in (f"/t/{OPEN}/phones", f"/t/{OPEN}", f"/e/{EVENT}", f"/t/{OPEN}/players/cards", f"/t/{OPEN}/screens",
                 f"/t/{OPEN}/papers/slips", f"/t/{OPEN}/papers/pairings"):  # fmt: skip
        browser.get(path)
    assert texts
    assert not [text for text in texts if not text.startswith(f"http://127.0.0.1:8000{PREFIX}/")]


def test_static_files_and_errors(desk: OpenDesk) -> None:
    browser = Browser(mounted(context_at(desk, PREFIX)), PREFIX)
    page = browser.get("/p/").text
    for address in re.findall(r'(?:href|src)="([^"]*/static/[^"]*)"', page):
        answer = browser.get(address.removeprefix(PREFIX))
        assert (address, answer.status_code) == (address, 200)
        assert "immutable" in answer.headers["cache-control"]
    missing = browser.get("/p/nothing")
    assert missing.status_code == 404
    assert not [address for address in addresses_of(missing) if leaves(address, PREFIX)]
    assert browser.get("").headers["location"] == f"http://{HOST}{PREFIX}/"
    assert browser.get(f"/p/{OPEN}/").headers["location"] == f"http://{HOST}{PREFIX}/p/{OPEN}"


def test_host_application_keeps_its_own_paths(desk: OpenDesk) -> None:
    host = Browser(mounted(context_at(desk, PREFIX)))
    host.prefix = ""
    assert host.get("/shop").text == "Shop"
    assert host.get("/p/").status_code == 404


def test_mounted_elsewhere(desk: OpenDesk) -> None:
    """A desk that is mounted at another path than its prefix says so."""
    from starlette.applications import Starlette
    from starlette.routing import Mount

    app = Starlette(routes=[Mount("/chess", app=build_app(context_at(desk, PREFIX)))])
    answer = Browser(app).get("/chess/p/")
    assert answer.status_code == 500
    assert answer.text == "The desk is mounted at /chess: set its prefix to that path.\n"


def test_redirect_target_outside(desk: OpenDesk) -> None:
    """After a form a page of the host application is not shown."""
    browser = signed_in(desk, "Di")
    answer = browser.get("/language?to=en&then=/shop")
    assert answer.headers["location"] == f"{PREFIX}/"
    answer = browser.get(f"/language?to=en&then={PREFIX}/t/{OPEN}")
    assert answer.headers["location"] == f"{PREFIX}/t/{OPEN}"
