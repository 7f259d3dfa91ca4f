"""Headers of reverse proxies: who the client is, and what it asked for, as trusted proxies say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from rookery.web.middleware import Asgi, Scope

FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded", b"x-request-id")
"""The headers that only a trusted proxy may set; they are removed from the requests of others."""
UNIX = "unix"
"""The name of the proxies that connect through a socket of this machine, and have no address."""
_HOST = re.compile(r"[A-Za-z0-9.\-_]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")


class ProxyMiddleware:
    """Replace client, scheme and host of a request by those that a trusted proxy forwards.

    Of the addresses in `X-Forwarded-For` the client is the last one that is not a trusted proxy: those before it may
    be invented. `X-Request-ID` of a trusted proxy stays; `Forwarded` is not read.
    """

    def __init__(self, app: Asgi, trusted: Iterable[str]) -> None:
        self.app, trusted = app, tuple(trusted)
        self._networks: tuple[IPv4Network | IPv6Network, ...] = tuple(ip_network(t) for t in trusted if t != UNIX)
        self._trusts_unix = UNIX in trusted

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on as the client sent it to the first proxy."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers: list[tuple[bytes, bytes]] = list(scope["headers"])
        client = scope.get("client")
        if not self._is_trusted(str(client[0]) if client else ""):
            return await self.app({**scope, "headers": _without(headers, FORWARDED)}, receive, send)
        forwarded = {**scope, "headers": _without(headers, FORWARDED[:-1])}
        addresses = [part.strip() for part in _value(headers, b"x-forwarded-for").split(",") if part.strip()]
        others = [address for address in addresses if not self._is_trusted(_host_of(address))]
        if others or addresses:
            forwarded["client"] = (_host_of((others or addresses[:1])[-1]), 0)
        if (scheme := _last(_value(headers, b"x-forwarded-proto")).lower()) in ("http", "https"):
            forwarded["scheme"] = scheme
        host = _last(_value(headers, b"x-forwarded-host"))
        if _HOST.fullmatch(host):
            forwarded["headers"] = [*_without(forwarded["headers"], (b"host",)), (b"host", host.encode())]
        return await self.app(forwarded, receive, send)

    def _is_trusted(self, address: str) -> bool:
        if not address or address == UNIX:
            return self._trusts_unix
        try:
            host = ip_address(address)
        except ValueError:
            return False
        mapped = getattr(host, "ipv4_mapped", None)
        return any((mapped or host) in network for network in self._networks)


def _without(headers: list[tuple[bytes, bytes]], names: tuple[bytes, ...]) -> list[tuple[bytes, bytes]]:
    return [header for header in headers if header[0] not in names]


def _value(headers: list[tuple[bytes, bytes]], name: bytes) -> str:
    """Return the value of a header, joined if it is repeated."""
    return ",".join(value.decode("latin-1") for key, value in headers if key == name)


def _last(text: str) -> str:
    return text.rpartition(",")[2].strip()


def _host_of(address: str) -> str:
    """Return an address without its port.

    >>> _host_of("192.0.2.1:4711"), _host_of("[2001:db8::1]:4711"), _host_of("2001:db8::1")
    ('192.0.2.1', '2001:db8::1', '2001:db8::1')
    """
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


class HstsMiddleware:
    """Ask browsers to use https for so many seconds; only answers over https may say so."""

    def __init__(self, app: Asgi, seconds: int) -> None:
        self.app, self._header = app, (b"strict-transport-security", f"max-age={seconds}".encode())

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on, and add the header to its answer."""

        async def send_with_header(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), self._header]}
            await send(message)

        is_https = scope["type"] == "http" and scope.get("scheme") == "https"
        await self.app(scope, receive, send_with_header if is_https else send)
