"""Sending events to webhooks: signed, to public addresses only, with a time limit and repeated after failures."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import logging
import socket
import ssl
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from urllib.parse import urlsplit

from rookery._record import record
from rookery._version import __version__
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.serialize.as_data import VERSION
from rookery.storage.webhooks import Claim, Webhook
from rookery.tournaments.service import CommandResult
from rookery.web.context import AppContext
from rookery.web.event_text import describe_record

LOG = logging.getLogger("rookery.web")

TIMEOUT = 10.0
"""Seconds after which an attempt ends."""
MAX_ANSWER = 64 * 1024
"""Maximum number of bytes of an answer that are read; its content is ignored."""
DELAYS = (10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 28800)
"""Seconds before each further attempt; after the last one the webhook is disabled."""
POLL = 15.0
"""Seconds after which other processes' writes are noticed at the latest."""
SENDERS = 4
"""Threads that send to webhooks, each to one at a time."""


class AddressError(RookeryError):
    """Raised for the address of a webhook that cannot be used, or that must not be reached."""


@record
class Answer:
    """What came of an attempt: the HTTP status (0 for none), and why it failed, empty if it did not."""

    status: int
    error: str = ""


# -- the request -------------------------------------------------------------------------------------------------------


def check_url(url: str) -> str:
    """Return the address of a webhook without white space.

    Raises:
        AddressError: It is no address of a web server, or has a user name.

    >>> check_url(" https://club.example/hook?x=1 ")
    'https://club.example/hook?x=1'
    """
    text = url.strip()
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise AddressError(msg("this is no address of a web server")) from None
    is_plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= 2000
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0 or not is_plain:
        raise AddressError(msg("this is no address of a web server"))
    if parts.username is not None or parts.fragment:
        raise AddressError(msg("the address must have neither a user name nor a fragment"))
    return text


def check_address(address: str, networks: Iterable[str] = ()) -> str:
    """Return an IP address that may be reached: a public one, or one of the networks of the configuration.

    Raises:
        AddressError: The address is private, such as one of this machine or of its network.
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    ip = mapped or ip
    if any(ip in ipaddress.ip_network(network) for network in networks):
        return str(ip)
    if not ip.is_global or ip.is_multicast or ip.is_reserved:
        raise AddressError(msg("%(address)s is a private address", address=str(ip)))
    return str(ip)


def resolve(host: str, port: int, networks: Iterable[str]) -> str:
    """Return an IP address of a host that may be reached; every one of its addresses must be."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    checked = [check_address(str(entry[4][0]), networks) for entry in entries]
    return checked[0]


class CheckedConnection(HTTPConnection):
    """A connection to an address that was checked: the name is resolved once, so that it cannot change in between."""

    def __init__(self, host: str, port: int, address: str, encrypted: bool, timeout: float) -> None:
        super().__init__(host, port, timeout=timeout)
        self._address, self._encrypted = address, encrypted

    def connect(self) -> None:
        """Connect to the checked address; with https, verify the certificate of the name."""
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._encrypted:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def post(
    url: str, body: bytes, headers: dict[str, str], networks: Iterable[str] = (), timeout: float = TIMEOUT
) -> Answer:
    """Post a body, and return the status; redirects are not followed, and the answer is not read beyond a bound."""
    parts = urlsplit(url)
    encrypted = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if encrypted else 80)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        address = resolve(host, port, networks)
        connection = CheckedConnection(host, port, address, encrypted, timeout)
    except RookeryError as error:
        return Answer(0, str(error.message))
    except (OSError, UnicodeError) as error:
        return Answer(0, _describe_error(error))
    is_late = Event()
    timer = Timer(timeout, _shut, [connection, is_late])  # a socket limits the time of each operation only
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", target, body, {"host": parts.netloc, **headers})
        response = connection.getresponse()
        response.read(MAX_ANSWER)
    except (OSError, HTTPException, ValueError) as error:
        return Answer(0, "no answer in time" if is_late.is_set() else _describe_error(error))
    finally:
        timer.cancel()
        connection.close()
    if 200 <= response.status < 300:
        return Answer(response.status)
    is_redirect = 300 <= response.status < 400
    return Answer(response.status, "redirects are not followed" if is_redirect else "the receiver does not accept it")


def _shut(connection: HTTPConnection, is_late: Event) -> None:
    is_late.set()
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def _describe_error(error: Exception) -> str:
    """Return an error of the network in a few words."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"certificate: {error.verify_message}"
    return " ".join((getattr(error, "strerror", None) or str(error) or type(error).__name__).split())[:200]


def signature(secret: str, moment: int, body: bytes) -> str:
    """Return the Rookery-Signature header of a body: its time and the HMAC-SHA256 of time and body.

    >>> signature("secret", 1, b"{}")[:9]
    't=1,v1=11'
    """
    code = hmac.new(secret.encode(), f"{moment}.".encode() + body, sha256).hexdigest()
    return f"t={moment},v1={code}"


def request_headers(webhook: Webhook, body: bytes, delivery: str, kind: str, now: int) -> dict[str, str]:
    """Return the headers of a request to a webhook."""
    return {
        "content-type": "application/json",
        "user-agent": f"Rookery/{__version__}",
        "rookery-signature": signature(webhook.secret, now, body),
        "rookery-delivery": delivery,
        "rookery-event": kind,
    }


def event_body(site: AppContext, claim: Claim) -> bytes:
    """Return the body of a delivery: the event as in the log of the API, and the tournament or event it belongs to."""
    event, stream = claim.event, claim.stream
    data = {
        "form": "webhook",
        "version": VERSION,
        "delivery": str(claim.delivery.id),
        "tournament" if stream.kind == "tournament" else "of_event": stream.slug,
        "event": {
            "version": event.version,
            "kind": event.kind,
            "form": event.form,
            "data": event.data,
            "command": event.command,
            "actor": event.actor,
            "at": event.at,
            "acknowledged": list(event.acknowledged),
            "text": describe_record(site, event),
        },
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def send_test(site: AppContext, webhook: Webhook) -> Answer:
    """Send a test to a webhook, which has no event."""
    body = json.dumps({"form": "webhook", "version": VERSION, "delivery": "test", "event": None}).encode()
    headers = request_headers(webhook, body, "test", "test", int(time.time()))
    return post(webhook.url, body, headers, site.config.webhook_networks)


# -- the sender --------------------------------------------------------------------------------------------------------


class WebhookSender:
    """Sends the events of the logs to the webhooks while the application runs; no write waits for it."""

    def __init__(
        self,
        site: AppContext,
        send: Callable[..., Answer] = post,
        now: Callable[[], int] = lambda: int(time.time()),
        poll: float = POLL,
    ) -> None:
        self._site, self._send, self._now, self._poll = site, send, now, poll
        self._wake, self._stopped = asyncio.Event(), Event()
        self._pool = ThreadPoolExecutor(SENDERS, "rookery-webhook")
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._has_news = True
        self._next: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Start sending."""
        self._task = asyncio.create_task(self._run())
        self._site.desk.subscribe(self.on_command)
        self._site.webhook_listeners.append(self.wake)

    async def stop(self) -> None:
        """Stop after the attempts that run; what is not finished is sent by the next process."""
        self._stopped.set()
        with suppress(ValueError):
            self._site.webhook_listeners.remove(self.wake)
        if self._task is not None:
            self._task.cancel()
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def on_command(self, stream: str, result: CommandResult) -> None:
        """Look for something to send; called in the thread that executed a command."""
        self.wake()

    def wake(self) -> None:
        """Look for something to send, now; may be called in any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._note_news)

    def _note_news(self) -> None:
        self._has_news = True
        self._wake.set()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            has_news, self._has_news = self._has_news, False
            try:
                webhooks = await self._loop.run_in_executor(self._pool, self._site.store.webhooks.list_webhooks)
            except (OSError, RookeryError):
                webhooks = ()
            for webhook in webhooks:
                is_due = self._now() >= self._next.get(webhook.id, self._now() + 1)
                if webhook.disabled is None and (has_news or is_due):
                    self._start(webhook.id)
            due = min(self._next.values(), default=None)
            wait = self._poll if due is None else min(self._poll, max(0.05, due - self._now()))
            try:
                await asyncio.wait_for(self._wake.wait(), wait)
            except TimeoutError:
                self._has_news = self._has_news or wait == self._poll  # another process may have written

    def _start(self, webhook_id: str) -> None:
        """Send to a webhook now, or once more after what is being sent."""
        if webhook_id in self._running:
            self._again.add(webhook_id)
        else:
            self._running[webhook_id] = asyncio.create_task(self._deliver(webhook_id))

    async def _deliver(self, webhook_id: str) -> None:
        """Send everything that is due to a webhook, and remember when the next attempt is."""
        self._next.pop(webhook_id, None)
        try:
            due = await self._loop.run_in_executor(self._pool, self.deliver, webhook_id)
            if due is not None:
                self._next[webhook_id] = due
        except (OSError, RookeryError) as error:
            LOG.warning("nothing was sent to the webhook %s: %s", webhook_id, error)
        finally:
            del self._running[webhook_id]
            if webhook_id in self._again:
                self._again.discard(webhook_id)
                self._start(webhook_id)
            self._wake.set()  # the time of the next attempt is another one

    def deliver(self, webhook_id: str) -> int | None:
        """Send what is due to a webhook, one after the other; return when there is more to send, or None."""
        webhooks = self._site.store.webhooks
        while not self._stopped.is_set():
            due = webhooks.next_time(webhook_id, self._now())
            if due is None or due > self._now():
                return due
            claim = webhooks.claim(webhook_id, self._now())
            if claim is not None:
                self._attempt(claim)
        return None

    def _attempt(self, claim: Claim) -> None:
        """Send a delivery once, and store what came of it."""
        webhooks, now = self._site.store.webhooks, self._now()
        body = event_body(self._site, claim)
        headers = request_headers(claim.webhook, body, str(claim.delivery.id), claim.event.kind, now)
        answer = self._send(claim.webhook.url, body, headers, self._site.config.webhook_networks)
        if not answer.error:
            webhooks.finish(claim, answer.status, self._now())
            return
        attempts = claim.delivery.attempts
        if attempts > len(DELAYS):
            webhooks.fail(claim, answer.status, answer.error, self._now())
            webhooks.disable(claim.webhook.id, self._now())
            LOG.warning("the webhook %s is disabled after %s attempts: %s", claim.webhook.id, attempts, answer.error)
            return
        webhooks.fail(claim, answer.status, answer.error, self._now() + DELAYS[attempts - 1])
