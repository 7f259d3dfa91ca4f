"""Webhooks: every event once and in order, signed, repeated after failures, and never to a private address."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from rookery._record import replace
from rookery.storage import open_store
from rookery.storage.store import Store
from rookery.storage.webhooks import KEPT_DELIVERIES, LEASE, Delivery, Webhook
from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.tournaments.service import create_service
from rookery.web.addresses import Addresses
from rookery.web.config import Config
from rookery.web.context import AppContext
from rookery.web.webhooks import (
    DELAYS,
    AddressError,
    Answer,
    WebhookSender,
    check_address,
    check_url,
    post,
    resolve,
    send_test,
    signature,
)
from support.visitors import OpenDesk, with_examples

CUP, OPEN = "tanners-cup", "easter-open"
LOOPBACK = ("127.0.0.0/8",)


class Receiver:
    """A receiver whose answers can be set; it keeps what it was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[dict[str, Any], dict[str, str]]] = []
        self.answers: list[int] = []
        self.url = "http://hook.example/x"

    def send(self, url: str, body: bytes, headers: dict[str, str], networks: tuple[str, ...]) -> Answer:
        assert url == self.url
        self.sent.append((json.loads(body), headers))
        status = self.answers.pop(0) if self.answers else 204
        return Answer(status, "" if status == 204 else "the receiver does not accept it")

    @property
    def versions(self) -> list[tuple[str, int]]:
        return [(body["tournament"], body["event"]["version"]) for body, _ in self.sent]


class Clock:
    def __init__(self) -> None:
        self.time = 1000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path)
    yield made
    made.store.close()


def sender(house: OpenDesk, receiver: Receiver, clock: Clock) -> WebhookSender:
    async def create() -> WebhookSender:
        return WebhookSender(house.site, receiver.send, clock)

    return asyncio.run(create())


def remark(house: OpenDesk, slug: str, text: str) -> int:
    stream = house.site.require_stream(slug)
    return house.desk.do(stream.id, AddRemark(text), actor="Ada").version


def version(house: OpenDesk, slug: str) -> int:
    return house.site.require_stream(slug).version


def test_every_later_event_is_sent_once_and_in_order(house: OpenDesk) -> None:
    receiver, clock = Receiver(), Clock()
    hook = house.store.webhooks.create(receiver.url, clock())
    before = {slug: version(house, slug) for slug in (CUP, OPEN)}
    for text in ("one", "two"):
        remark(house, OPEN, text)
        remark(house, CUP, text)
    work = sender(house, receiver, clock)
    assert work.deliver(hook.id) is None
    assert [number for slug, number in receiver.versions if slug == OPEN] == [before[OPEN] + 1, before[OPEN] + 2]
    assert [number for slug, number in receiver.versions if slug == CUP] == [before[CUP] + 1, before[CUP] + 2]
    assert work.deliver(hook.id) is None
    assert len(receiver.sent) == 4
    body, headers = receiver.sent[0]
    assert (body["event"]["kind"], body["event"]["actor"]) == ("remark.added", "Ada")
    assert body["event"]["text"]
    assert (headers["rookery-event"], headers["rookery-delivery"]) == ("remark.added", body["delivery"])


def test_the_body_is_the_event_of_the_log(house: OpenDesk) -> None:
    receiver, clock = Receiver(), Clock()
    hook = house.store.webhooks.create(receiver.url, clock())
    after = version(house, OPEN)
    remark(house, OPEN, "one")
    sender(house, receiver, clock).deliver(hook.id)
    (event,) = house.visitor().ask(f"/api/v1/t/{OPEN}/events?after={after}").json()["events"]
    assert {**receiver.sent[0][0]["event"], "stands": True} == event


def test_a_failure_holds_back_its_tournament_and_is_repeated(house: OpenDesk) -> None:
    receiver, clock = Receiver(), Clock()
    hook = house.store.webhooks.create(receiver.url, clock())
    first = remark(house, CUP, "one")
    receiver.answers = [500]
    work = sender(house, receiver, clock)
    assert work.deliver(hook.id) == clock() + DELAYS[0]
    second, other = remark(house, CUP, "two"), remark(house, OPEN, "other")
    assert work.deliver(hook.id) == clock() + DELAYS[0]
    assert receiver.versions == [(CUP, first), (OPEN, other)]
    clock.time += DELAYS[0]
    receiver.answers = [302]
    assert work.deliver(hook.id) == clock() + DELAYS[1]
    clock.time += DELAYS[1]
    assert work.deliver(hook.id) is None
    assert receiver.versions == [(CUP, first), (OPEN, other), (CUP, first), (CUP, first), (CUP, second)]
    attempts = {entry.version: entry.attempts for entry in house.store.webhooks.list_deliveries(hook.id)}
    assert attempts[first] == 3


def test_after_many_failures_the_webhook_is_disabled_and_loses_nothing(house: OpenDesk) -> None:
    receiver, clock = Receiver(), Clock()
    hook = house.store.webhooks.create(receiver.url, clock())
    first = remark(house, CUP, "one")
    receiver.answers = [503] * (len(DELAYS) + 1)
    work = sender(house, receiver, clock)
    for delay in DELAYS:
        assert work.deliver(hook.id) == clock() + delay
        clock.time += delay
    assert work.deliver(hook.id) is None
    stopped = house.store.webhooks.find(hook.id)
    assert stopped
    assert stopped.disabled == clock()
    second = remark(house, CUP, "two")
    assert work.deliver(hook.id) is None
    assert house.store.webhooks.enable(hook.id, clock())
    receiver.sent.clear()
    assert work.deliver(hook.id) is None
    assert receiver.versions == [(CUP, first), (CUP, second)]


def test_kinds_and_tournament_limit_what_is_sent(house: OpenDesk) -> None:
    receiver, clock = Receiver(), Clock()
    cup = house.site.require_stream(CUP).id
    hook = house.store.webhooks.create(receiver.url, clock(), kinds=["result.entered"], stream=cup)
    remark(house, CUP, "one")
    remark(house, OPEN, "two")
    work = sender(house, receiver, clock)
    assert work.deliver(hook.id) is None
    assert receiver.sent == []
    house.store.webhooks.delete(hook.id)
    hook = house.store.webhooks.create(receiver.url, clock(), kinds=["remark.added"], stream=cup)
    last = remark(house, CUP, "three")
    remark(house, OPEN, "four")
    assert work.deliver(hook.id) is None
    assert receiver.versions == [(CUP, last)]


def test_processes_do_not_send_the_same_at_once(house: OpenDesk) -> None:
    clock, webhooks = Clock(), house.store.webhooks
    hook = webhooks.create("http://hook.example", clock())
    first, second = remark(house, CUP, "one"), remark(house, CUP, "two")
    claim = webhooks.claim(hook.id, clock())
    assert claim
    assert claim.event.version == first
    assert webhooks.claim(hook.id, clock()) is None
    assert webhooks.next_time(hook.id, clock()) == clock() + LEASE
    clock.time += LEASE  # the process has died
    again = webhooks.claim(hook.id, clock())
    assert again
    assert (again.event.version, again.delivery.attempts) == (first, 2)
    webhooks.finish(again, 200, clock())
    following = webhooks.claim(hook.id, clock())
    assert following
    assert following.event.version == second


def test_an_old_delivery_is_sent_again_and_holds_nothing_back(house: OpenDesk) -> None:
    receiver, clock = Receiver(), Clock()
    hook = house.store.webhooks.create(receiver.url, clock())
    first = remark(house, CUP, "one")
    work = sender(house, receiver, clock)
    work.deliver(hook.id)
    (old,) = house.store.webhooks.list_deliveries(hook.id)
    assert house.store.webhooks.send_again(hook.id, old.id, clock())
    assert not house.store.webhooks.send_again("other", old.id, clock())
    receiver.answers = [500]
    second = remark(house, CUP, "two")
    work.deliver(hook.id)
    assert receiver.versions == [(CUP, first), (CUP, first), (CUP, second)]
    clock.time += DELAYS[0]
    assert work.deliver(hook.id) is None
    assert receiver.versions[-1] == (CUP, first)


def test_a_desk_that_was_restored_sends_what_comes_after(house: OpenDesk, tmp_path: Path) -> None:
    receiver, clock = Receiver(), Clock()
    copy = house.store.backup(tmp_path / "copies")
    hook = house.store.webhooks.create(receiver.url, clock())
    work = sender(house, receiver, clock)
    for text in ("one", "two", "three"):
        remark(house, CUP, text)
    work.deliver(hook.id)
    house.store.restore(copy)
    desk = replace(house, desk=create_service(house.store))
    desk.site = replace(house.site, desk=desk.desk)
    work = sender(desk, receiver, clock)
    assert work.deliver(hook.id) is None
    receiver.sent.clear()
    fresh = remark(desk, CUP, "fresh")
    assert work.deliver(hook.id) is None
    assert receiver.versions == [(CUP, fresh)]


def test_only_the_last_deliveries_are_kept(house: OpenDesk) -> None:
    receiver, clock = Receiver(), Clock()
    hook = house.store.webhooks.create(receiver.url, clock())
    for number in range(KEPT_DELIVERIES + 5):
        remark(house, CUP, str(number))
    sender(house, receiver, clock).deliver(hook.id)
    assert len(house.store.webhooks.list_deliveries(hook.id, limit=1000)) == KEPT_DELIVERIES
    assert len(receiver.sent) == KEPT_DELIVERIES + 5


def test_no_write_waits_for_a_webhook(house: OpenDesk) -> None:
    """The sender of a running application sends while another thread holds the receiver back."""

    async def run() -> None:
        receiver = Receiver()
        house.store.webhooks.create(receiver.url, 0)
        running = WebhookSender(house.site, receiver.send)
        running.start()
        first = await asyncio.to_thread(remark, house, CUP, "one")
        second = await asyncio.to_thread(remark, house, CUP, "two")
        async with asyncio.timeout(10):
            while len(receiver.sent) < 2:
                await asyncio.sleep(0.01)
        await running.stop()
        assert receiver.versions == [(CUP, first), (CUP, second)]

    asyncio.run(run())


# -- the request -------------------------------------------------------------------------------------------------------


@contextmanager
def server(handle: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            handle(self)

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=http.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}/hook?a=b"
    finally:
        http.shutdown()
        http.server_close()


def test_a_request_is_signed(house: OpenDesk) -> None:
    got: list[tuple[str, dict[str, str], bytes]] = []

    def handle(request: BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): value for name, value in request.headers.items()}
        got.append((request.path, headers, request.rfile.read(int(headers["content-length"]))))
        request.send_response(200)
        request.end_headers()

    with server(handle) as url:
        hook = house.store.webhooks.create(url, 0)
        site = replace(house.site, config=Config(webhook_networks=LOOPBACK))
        assert send_test(site, hook) == Answer(200)
        assert send_test(house.site, hook) == Answer(0, "127.0.0.1 is a private address")
    ((path, headers, body),) = got
    assert (path, json.loads(body)["event"]) == ("/hook?a=b", None)
    moment, _, code = headers["rookery-signature"].partition(",v1=")
    moment = moment.removeprefix("t=")
    expected = hmac.new(hook.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    assert code == expected
    assert signature(hook.secret, int(moment), body) == headers["rookery-signature"]


def test_what_a_receiver_answers() -> None:
    answers = iter([(302, {"location": "http://127.0.0.1:1/"}), (404, {}), (500, {}), (202, {})])

    def handle(request: BaseHTTPRequestHandler) -> None:
        status, headers = next(answers)
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.end_headers()

    with server(handle) as url:
        results = [post(url, b"{}", {}, LOOPBACK) for _ in range(4)]
    assert [result.status for result in results] == [302, 404, 500, 202]
    assert [bool(result.error) for result in results] == [True, True, True, False]
    assert results[0].error == "redirects are not followed"
    assert post(url, b"{}", {}, LOOPBACK).status == 0


def test_a_slow_receiver_is_left() -> None:
    """A receiver that sends a byte now and then is left as well as one that sends nothing."""
    import time

    def drip(request: BaseHTTPRequestHandler) -> None:
        for letter in b"HTTP/1.1 200 OK":
            try:
                request.wfile.write(bytes([letter]))
                request.wfile.flush()
            except OSError:
                return
            time.sleep(0.1)

    with server(drip) as url:
        started = time.monotonic()
        assert post(url, b"{}", {}, LOOPBACK, timeout=0.3) == Answer(0, "no answer in time")
        assert time.monotonic() - started < 1.4


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.1.5", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
     "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::"],
)  # fmt: skip
def test_private_addresses_are_refused(address: str) -> None:
    with pytest.raises(AddressError):
        check_address(address)


def test_networks_of_the_configuration_are_permitted() -> None:
    assert check_address("10.1.2.3", ["10.0.0.0/8"]) == "10.1.2.3"
    assert check_address("::ffff:10.1.2.3", ["10.0.0.0/8"]) == "10.1.2.3"
    assert check_address("93.184.216.34") == "93.184.216.34"
    with pytest.raises(AddressError):
        check_address("192.168.1.5", ["10.0.0.0/8"])


def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **__: object) -> list[Any]:
        return [(0, 0, 0, "", (address, 80)) for address in ("93.184.216.34", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(AddressError):
        resolve("rebinding.example", 80, ())


@pytest.mark.parametrize(
    "url",
    ["", "club.example", "ftp://club.example", "file:" + "///etc/passwd", "http://", "http://u:p@club.example",
     "http://club.example/#x", "http://club.example:0", "http://club.example:99999", "http://[::1", "http://a b"],
)  # fmt: skip
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(AddressError):
        check_url(url)


# -- several processes -------------------------------------------------------------------------------------------------


def test_two_processes_deliver_everything_once(house: OpenDesk, tmp_path: Path) -> None:
    """Two senders with stores of their own share the work: every event arrives once, and in order."""
    receiver, clock = Receiver(), Clock()
    hook = house.store.webhooks.create(receiver.url, clock())
    versions = [remark(house, CUP, str(number)) for number in range(20)]
    with open_store(tmp_path / "desk.sqlite") as second:
        other = _desk_of(second)
        threads = [Thread(target=sender(desk, receiver, clock).deliver, args=[hook.id]) for desk in (house, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sender(house, receiver, clock).deliver(hook.id)
    assert receiver.versions == [(CUP, number) for number in versions]
    deliveries: tuple[Delivery, ...] = house.store.webhooks.list_deliveries(hook.id)
    assert all(entry.attempts == 1 and entry.done for entry in deliveries)


def _desk_of(store: Store) -> OpenDesk:
    desk = create_service(store)
    return OpenDesk(store, desk, AppContext(desk, store, Addresses(8000)))


def test_webhooks_are_listed_disabled_and_deleted(house: OpenDesk) -> None:
    webhooks = house.store.webhooks
    first = webhooks.create("https://a.example", 1, kinds=["result.entered"])
    second = webhooks.create("https://b.example", 2)
    assert webhooks.list_webhooks() == (first, second)
    assert first.secret != second.secret
    assert webhooks.disable(first.id, 5)
    assert not webhooks.disable(first.id, 6)
    disabled: Webhook | None = webhooks.find(first.id)
    assert disabled
    assert disabled.disabled == 5
    assert webhooks.claim(first.id, 7) is None
    assert webhooks.enable(first.id, 8)
    assert webhooks.delete(first.id)
    assert not webhooks.delete(first.id)
    assert webhooks.list_webhooks() == (second,)
