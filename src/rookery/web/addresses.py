"""Network addresses of the server: accepted host names, trusted origins, and the URLs shown to users."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from rookery.web.workers import run_read

LOCAL = "127.0.0.1"
NEIGHBOURS = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "192.0.2.1")
"""Addresses in common private networks, used to find the local interface; nothing is ever sent to them."""
LOCAL_ORIGIN = f"http://{LOCAL}:8000"
"""The origin of a server without names: where uvicorn listens by default."""
PORTS = {"http": 80, "https": 443}
"""Default ports, which browsers omit from addresses."""
PAUSE = 5.0
"""Minimum seconds between two lookups of host names."""


def own_host_names() -> Iterator[str]:
    """Yield this machine's network addresses and host names, without sending a packet."""
    for neighbour in NEIGHBOURS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect((neighbour, 9))
            yield str(probe.getsockname()[0])
    name = socket.gethostname().lower()
    with suppress(OSError):
        entries = socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM)
        yield from (str(entry[4][0]) for entry in entries)
    yield from (name, f"{name.partition('.')[0]}.local")


def parse_origin(text: str) -> str:
    """Return the origin of a public address: scheme, host, and the port unless it is the usual one.

    Raises:
        ValueError: the text is no address of a web site, or has a path.

    >>> parse_origin("https://Desk.Club.org:443/"), parse_origin("http://hall.example:8080")
    ('https://desk.club.org', 'http://hall.example:8080')
    """
    parts = urlsplit(text.strip())
    port = parts.port  # a ValueError where it is no number
    extras = (parts.path.rstrip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if parts.scheme not in PORTS or not parts.hostname or any(extras) or not parts.netloc.isascii():
        raise ValueError(text)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, PORTS[parts.scheme]) else "")


def is_reachable(url: str) -> bool:
    """Return whether anything listens at a URL."""
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "", parts.port or PORTS.get(parts.scheme, 80)), 1.0).close()
    except OSError:
        return False
    return True


class Addresses:
    """The addresses of a desk at a port.

    A desk that is shared answers to every name of this machine, and looks them up again when it is asked for by an
    unknown one: a laptop gets another address in another network.
    """

    def __init__(
        self,
        port: int,
        share: bool = False,
        public: Iterable[str] = (),
        tls: bool = False,
        find_names: Callable[[], Iterable[str]] = own_host_names,
        now: Callable[[], float] = time.monotonic,
        prefix: str = "",
    ) -> None:
        """Look the names up, where the desk is shared.

        Args:
            port: The port that the desk listens at.
            share: Whether it listens to the network, or to this machine alone.
            public: The origins at which it can be reached besides, through a proxy or by a name in the DNS.
            tls: Whether the desk itself speaks https at its port.
            find_names: Yields the names of this machine.
            now: The clock.
            prefix: The path that all addresses begin with.
        """
        self.port, self.share, self.tls, self.prefix = port, share, tls, prefix
        self.public = tuple(dict.fromkeys(public))
        self.scheme = "https" if tls else "http"
        self.on_new_url: Callable[[str], object] = lambda url: None
        """Called with every address that was not known at the start, in a thread."""
        self._find_names, self._now = find_names, now
        self._names: tuple[str, ...] = ()
        self._hosts: frozenset[str] = frozenset()
        self._lookup: asyncio.Future[None] | None = None
        self._looked_up = now()
        self._set_names(find_names() if share else ())

    @property
    def cookie(self) -> str:
        """The name of the session cookie. Browsers keep cookies by host and not by port, so the port is part of it."""
        return f"__Host-rookery-{self.port}" if self.tls else f"rookery-{self.port}"

    @property
    def local_url(self) -> str:
        """The address for a browser on this machine."""
        return self._url(LOCAL)

    @property
    def owner_url(self) -> str:
        """The address that is opened for the owner: by the name in the certificate, where there is one."""
        return self.public[0] + self.prefix if self.tls and self.public else self.local_url

    @property
    def public_urls(self) -> tuple[str, ...]:
        """The addresses for others, the best first; where the desk has public names, these alone."""
        if self.public:
            return tuple(origin + self.prefix for origin in self.public)
        return tuple(self._url(name) for name in self._names if not name.startswith("127."))

    @property
    def urls(self) -> tuple[str, ...]:
        """Every address to be told: those for others, and the one on this machine last."""
        return tuple(dict.fromkeys((*self.public_urls, self.local_url)))

    def __contains__(self, host: object) -> bool:
        """Return whether a Host header is a name of the desk, as far as it is known."""
        return host in self._hosts

    async def is_own_host(self, host: str, scope: MutableMapping[str, Any]) -> bool:
        """Return whether a Host header is a name of the desk; look the names up again where it may be a new one."""
        if host in self._hosts:
            return True
        if not self.share or not host.endswith(f":{self.port}"):
            return False
        reached = str((scope.get("server") or ("",))[0])
        if self._lookup is None:
            if host != f"{reached}:{self.port}" and self._now() - self._looked_up < PAUSE:
                return False
            self._lookup = asyncio.ensure_future(run_read(self.refresh, reached))
            self._lookup.add_done_callback(self._end_lookup)
        await asyncio.shield(self._lookup)
        return host in self._hosts

    def _end_lookup(self, lookup: asyncio.Future[None]) -> None:
        self._lookup = None

    def refresh(self, reached: str = "") -> None:
        """Look up the names of this machine; `reached` is an address at which a connection came in."""
        if not self.share:
            return
        previous_urls = self.urls
        self._set_names((*self._find_names(), *([reached] if reached else [])))
        self._looked_up = self._now()
        for url in self.urls:
            if url not in previous_urls:
                self.on_new_url(url)

    def allows_origin(self, scope: MutableMapping[str, Any], host: str, origin: str) -> bool:
        """Return whether a page of this origin may change something: one of this host, or of a public name."""
        public_hosts = {url.partition("://")[2] for url in self.public}
        return origin in self.public or (
            host not in public_hosts and origin == f"{scope.get('scheme', 'http')}://{host}"
        )

    def is_secure(self, scope: MutableMapping[str, Any]) -> bool:
        """Return whether the browser speaks https, to the desk itself or to a proxy before it.

        A proxy that replaces the host says so in X-Forwarded-Proto. Nothing is gained by a lie there: the liar's own
        cookie is then sent over https only.
        """
        headers = {key: value.decode("latin-1").strip().lower() for key, value in scope["headers"]}
        encrypted = [url for url in self.public if url.startswith("https://")]
        return (
            scope.get("scheme") == "https"
            or f"https://{headers.get(b'host', '')}" in encrypted
            or bool(encrypted and headers.get(b"x-forwarded-proto") == "https")
        )

    def _url(self, name: str) -> str:
        return f"{self.scheme}://{name}:{self.port}{self.prefix}"

    def _set_names(self, names: Iterable[str]) -> None:
        self._names = tuple(dict.fromkeys(names))
        own = {LOCAL, "localhost", *self._names}
        hosts = {f"{name}:{self.port}" for name in own} | (own if self.port == PORTS[self.scheme] else set())
        self._hosts = frozenset(hosts | {url.partition("://")[2] for url in self.public})


class ServerAddresses(Addresses):
    """The addresses of a configured server: its names alone, at whatever port it listens.

    Without names it answers on this machine, for a first try.
    """

    def __init__(self, names: Iterable[str] = (), prefix: str = "", https: bool = False) -> None:
        names = tuple(names)
        self._is_local, self._https = not names, https
        super().__init__(0, public=names or (LOCAL_ORIGIN,), prefix=prefix)

    @property
    def cookie(self) -> str:
        """The name of the session cookie; browsers accept `__Host-` only for the path `/`."""
        if not self._https:
            return "rookery"
        return "__Secure-rookery" if self.prefix else "__Host-rookery"

    @property
    def owner_url(self) -> str:
        """The address for the owner: the first name."""
        return self.public_urls[0]

    @property
    def urls(self) -> tuple[str, ...]:
        """Every address: the names alone, since the port is not known here."""
        return self.public_urls

    def __contains__(self, host: object) -> bool:
        """Return whether a Host header is a name of the server."""
        return super().__contains__(host) or (self._is_local and is_loopback(str(host)))

    async def is_own_host(self, host: str, scope: MutableMapping[str, Any]) -> bool:
        """Return whether a Host header is a name of the server."""
        return host in self

    def is_secure(self, scope: MutableMapping[str, Any]) -> bool:
        """Return whether the browser speaks https; the configuration says so, or a trusted proxy."""
        return self._https or scope.get("scheme") == "https"

    def _set_names(self, names: Iterable[str]) -> None:
        self._hosts = frozenset(origin.partition("://")[2] for origin in self.public)


def is_loopback(host: str) -> bool:
    """Return whether a Host header names this machine alone, at any port.

    >>> is_loopback("localhost:8000"), is_loopback("127.0.0.1"), is_loopback("localhost.example.org")
    (True, True, False)
    """
    return bool(re.fullmatch(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?", host))
