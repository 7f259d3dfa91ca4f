"""Webhooks over HTTP: the forms of the page of programs, and the same in the API."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.web import webhooks
from rookery.web.webhooks import Answer
from support.visitors import OpenDesk, Visitor, with_examples

URL = "https://club.example/hook"
OPEN = "easter-open"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path, shared=True)
    yield made
    made.store.close()


@pytest.fixture
def ada(house: OpenDesk) -> Visitor:
    return house.visitor()


def form(visitor: Visitor, path: str = "", **fields: str) -> httpx.Response:
    data = {"csrf_token": visitor.csrf_token, **fields}
    return visitor.send("POST", f"/programs/webhooks{path}", data=data)


def send(visitor: Visitor, method: str, path: str = "", data: Any = None) -> httpx.Response:
    body = {"json": data} if data is not None else {}
    return visitor.send(method, f"/api/v1/webhooks{path}", {"x-csrf-token": visitor.csrf_token}, **body)


def test_a_webhook_is_added_shown_and_deleted(house: OpenDesk, ada: Visitor) -> None:
    page = form(ada, url=URL, kinds="results")
    (secret,) = re.findall(r'class="secret"[^>]*>(rkw_[\w-]+)<', page.text)
    (hook,) = house.store.webhooks.list_webhooks()
    assert (hook.url, hook.secret, "result.entered" in hook.kinds) == (URL, secret, True)
    for text in (ada.ask("/programs").text, ada.ask(f"/programs/webhooks/{hook.id}").text):
        assert URL in text
        assert secret not in text
    assert form(ada, f"/{hook.id}", action="disable").status_code == 303
    assert "Nothing is sent since" in ada.ask(f"/programs/webhooks/{hook.id}").text
    assert form(ada, f"/{hook.id}", action="enable").status_code == 303
    assert form(ada, f"/{hook.id}", action="delete").headers["location"] == "/programs"
    assert ada.ask(f"/programs/webhooks/{hook.id}").status_code == 404
    kinds = [event.kind for event in house.store.audit.list_events() if event.kind == "webhook"]
    assert len(kinds) == 4


def test_deliveries_are_listed_and_sent_again(house: OpenDesk, ada: Visitor) -> None:
    hook = house.store.webhooks.create(URL, 0)
    stream = house.site.require_stream(OPEN)
    version = house.desk.do(stream.id, AddRemark("x")).version
    claim = house.store.webhooks.claim(hook.id, 0)
    assert claim
    house.store.webhooks.fail(claim, 503, "the receiver does not accept it", int(time.time()) + 600)
    text = ada.ask(f"/programs/webhooks/{hook.id}").text
    assert f"version {version}" in text
    assert "503" in text
    assert "the receiver does not accept it" in text
    assert form(ada, f"/{hook.id}", action="again", delivery=str(claim.delivery.id)).status_code == 303
    assert house.store.webhooks.next_time(hook.id, int(time.time())) <= int(time.time())  # type: ignore[operator]
    for number in ("", "x", "99999", "9" * 30):
        assert form(ada, f"/{hook.id}", action="again", delivery=number).status_code == 404


def test_a_test_says_what_came_of_it(house: OpenDesk, ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = house.store.webhooks.create(URL, 0)
    for answer, words in ((Answer(204), "answered with 204"), (Answer(0, "no answer in time"), "no answer in time")):
        monkeypatch.setattr(webhooks, "post", lambda *_, answer=answer: answer)
        assert words in form(ada, f"/{hook.id}", action="test").text
        result = send(ada, "POST", f"/{hook.id}/test").json()["result"]
        assert (result["status"], result.get("error", "")) == (answer.status, answer.error)


def test_the_api_of_webhooks(house: OpenDesk, ada: Visitor) -> None:
    answer = send(ada, "POST", data={"url": URL, "kinds": ["result.entered"], "tournament": OPEN})
    assert answer.status_code == 201, answer.text
    made, secret = answer.json()["webhook"], answer.json()["secret"]
    assert ada.ask(answer.headers["location"]).json()["view"]["line"]["url"] == URL
    (listed,) = send(ada, "GET").json()["webhooks"]
    assert listed == made
    assert (listed["kinds"], listed["tournament"]) == (["result.entered"], OPEN)
    assert secret not in send(ada, "GET").text
    hook = made["id"]
    assert send(ada, "PATCH", f"/{hook}", {"disabled": True}).json()["webhook"]["disabled"]
    assert not send(ada, "PATCH", f"/{hook}", {"disabled": False}).json()["webhook"].get("disabled")
    assert send(ada, "GET", f"/{hook}/deliveries").json()["deliveries"] == []
    assert send(ada, "POST", f"/{hook}/deliveries/1/again").status_code == 404
    assert send(ada, "DELETE", f"/{hook}").status_code == 204
    for method, path in (("DELETE", ""), ("POST", "/test"), ("GET", "/deliveries")):
        assert send(ada, method, f"/{hook}{path}").status_code == 404


@pytest.mark.parametrize(
    ("data", "status"),
    [({"url": "club.example"}, 422), ({"url": "http://u:p@club.example"}, 422), ({}, 400), ({"url": 5}, 400),
     ({"url": URL, "kinds": ["nothing"]}, 400), ({"url": URL, "tournament": "none"}, 400)],
)  # fmt: skip
def test_a_webhook_that_cannot_be(house: OpenDesk, ada: Visitor, data: dict[str, Any], status: int) -> None:
    answer = send(ada, "POST", data=data)
    assert (answer.status_code, bool(answer.json()["detail"])) == (status, True)
    assert house.store.webhooks.list_webhooks() == ()


def test_the_form_refuses_what_is_no_choice(house: OpenDesk, ada: Visitor) -> None:
    for fields in ({"kinds": "x"}, {"place": "x"}, {"csrf_token": "x"}, {"url": "x"}):
        assert form(ada, **{"url": URL, **fields}).status_code in (400, 403, 422)
    assert house.store.webhooks.list_webhooks() == ()
    hook = house.store.webhooks.create(URL, 0)
    assert form(ada, f"/{hook.id}", action="x").status_code == 400


def test_webhooks_are_for_administrators(house: OpenDesk) -> None:
    """A token of the owner with all scopes may manage them; one that reads, or is limited to a tournament, may not."""
    now = int(time.time())
    stream = house.site.require_stream(OPEN).id
    for scopes, limit, status in ((["manage"], "", 200), (["read", "results"], "", 403), (["manage"], stream, 403)):
        secret, _ = house.store.tokens.create("Robot", scopes, now, now + 60, stream=limit)
        headers = {"authorization": f"Bearer {secret}"}
        assert house.outside().ask("/api/v1/webhooks", headers).status_code == status
        assert house.outside().send("DELETE", "/api/v1/webhooks/x", headers).status_code == (
            404 if status == 200 else 403
        )
    assert house.outside().ask("/api/v1/webhooks").status_code == 403
