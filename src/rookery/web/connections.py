"""Connection limits: how many there are, in all and per address, and how long a request may take to arrive.

The `limit_concurrency` of uvicorn refuses arbiters as well as visitors, and uvicorn waits without limit for the rest
of a request. So every connection passes through `LimitedProtocol`, which counts and times it, and every request
through `ConnectionMiddleware`, which reports its start and end to the connection.

Only the cookie of the first request shows whether a connection belongs to an arbiter. A connection that arrives when
the places for visitors are taken is therefore accepted on probation: a request without a session is refused, and the
connection is the first to be closed when more arrive. A connection with a session is never closed to make room.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import ssl
import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from starlette.requests import HTTPConnection

from rookery._record import record
from rookery.web.middleware import Asgi, Scope, add_security_headers, app_path, send_plain_error
from rookery.web.rate_limits import LOCAL_ADDRESSES

LOG = logging.getLogger("rookery.web")

HEAD_SECONDS = 10.0
"""Maximum seconds for the head of a request, including the TLS handshake."""
HEAD_BYTES = 64 * 1024
"""Maximum size of the head of a request."""
MAX_CONNECTIONS, MIN_CONNECTIONS = 4000, 32
"""Maximum number of connections, and the minimum if the system grants few files."""
OTHER_FILES = 96
"""File handles reserved for the database, static files and connections that are being accepted."""
BACKLOG = 64
"""Maximum number of connections accepted at once; they fit into the reserved handles."""
PER_ADDRESS = 200
"""Maximum number of connections from one address; a playing hall may share one."""
WARNING_PAUSE = 60.0
"""Seconds between two log lines about exhausted file handles."""

SIGN_IN_PATH = "/enter"
"""Path of the sign-in page, which is always accessible."""
TOO_MANY_VISITORS = "Too many people look at this desk just now. Try again in a minute."

_CURRENT: ContextVar[LimitedProtocol | None] = ContextVar("rookery.connection", default=None)


@record
class ConnectionLimits:
    """How many connections there may be, how many are reserved for sessions, how many per address, and the timeout."""

    most: int = MAX_CONNECTIONS
    reserve: int = MAX_CONNECTIONS // 10
    per_address: int = PER_ADDRESS
    head_seconds: float = HEAD_SECONDS


def raise_file_limit() -> int | None:
    """Raise the limit of open files to what the system allows; return it, or None if unknown."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows, where sockets are not counted as files
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    for target in (hard, 10240):  # macOS calls the limit unlimited, and grants 10240
        if soft == unlimited or (target != unlimited and target <= soft):
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
        except (OSError, ValueError):
            continue
        soft = target
        break
    return None if soft == unlimited else soft


def limits_for(files: int | None) -> ConnectionLimits:
    """Return the limits for a process with this many file handles."""
    max_connections = (
        MAX_CONNECTIONS if files is None else max(MIN_CONNECTIONS, min(MAX_CONNECTIONS, files - OTHER_FILES))
    )
    return ConnectionLimits(
        max_connections, max(max_connections // 10, MIN_CONNECTIONS // 2), min(PER_ADDRESS, max_connections // 2)
    )


class Connections:
    """Open connections of a server; all methods belong to its event loop."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._visitors: dict[LimitedProtocol, None] = {}
        self._on_probation: dict[LimitedProtocol, None] = {}
        self._sessions: set[LimitedProtocol] = set()
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._visitors) + len(self._on_probation) + len(self._sessions)

    def add(self, connection: LimitedProtocol) -> None:
        """Register a new connection, closing another one if the limit is reached."""
        if len(self) >= self.limits.most:
            self._make_room()
        is_crowded = len(self._visitors) >= self.limits.most - self.limits.reserve
        if is_crowded or (
            connection.address not in LOCAL_ADDRESSES
            and self._by_address[connection.address] >= self.limits.per_address
        ):
            self._on_probation[connection] = None
        else:
            self._visitors[connection] = None
            self._by_address[connection.address] += 1

    def discard(self, connection: LimitedProtocol) -> None:
        """Remove a closed connection."""
        self._on_probation.pop(connection, None)
        self._sessions.discard(connection)
        if connection in self._visitors:
            del self._visitors[connection]
            self._by_address[connection.address] -= 1
            if not self._by_address[connection.address]:
                del self._by_address[connection.address]

    def is_on_probation(self, connection: LimitedProtocol) -> bool:
        """Return whether a connection is kept only for requests with a session."""
        return connection in self._on_probation

    def keep_for_session(self, connection: LimitedProtocol) -> None:
        """Keep a connection permanently after a request with a session."""
        if connection in self._visitors or connection in self._on_probation:
            self.discard(connection)
            self._sessions.add(connection)

    def _make_room(self) -> None:
        """Close the oldest connection on probation, else the oldest that waits for a request, else the oldest."""
        idle = (connection for connection in self._visitors if not connection.is_active)
        oldest = next(iter(self._on_probation), None) or next(idle, None) or next(iter(self._visitors), None)
        if oldest is not None:
            self.discard(oldest)
            oldest.abort()


class LimitedProtocol(asyncio.Protocol):
    """A connection: uvicorn's HTTP protocol, with TLS below it if the server has a certificate.

    TLS is started here and not by the server, so that a connection counts before its handshake.
    """

    def __init__(self, http: Any, connections: Connections, tls: ssl.SSLContext | None = None) -> None:
        self.address = ""
        self._http, self._connections, self._tls = http, connections, tls
        self._loop = asyncio.get_running_loop()
        self._transport: Any = None
        self._timer: asyncio.TimerHandle | None = None
        self._handshake: asyncio.Task[None] | None = None
        self._connected = False
        self._early = b""
        self._requests = 0
        self._waiting_bytes, self._allowed_bytes = 0, HEAD_BYTES

    @property
    def is_active(self) -> bool:
        """Whether a request is being answered."""
        return self._requests > 0

    # -- what the transport calls --------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and give it time for its first request."""
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if isinstance(peer, tuple) else ""
        self._connections.add(self)
        self._start_timer()
        if self._tls is None:
            self._connect()
        else:
            self._transport.pause_reading()  # what comes next belongs to TLS
            self._handshake = self._loop.create_task(self._start_tls(self._tls))

    def data_received(self, data: bytes) -> None:
        """Pass data on; what belongs to no request that is being answered must become one in time."""
        if not self._connected:  # the handshake is over, its task has not been told yet
            self._early += data
            return
        if not self.is_active:
            self._start_timer()
            self._waiting_bytes += len(data)
        token = _CURRENT.set(self)  # the task that answers a request inherits it
        try:
            self._http.data_received(data)
        finally:
            _CURRENT.reset(token)
        if self._waiting_bytes > self._allowed_bytes:
            self._loop.call_soon(self._check_length)  # behind the task of a request that is complete now

    def eof_received(self) -> bool | None:
        """Pass the end of what the client sends on."""
        ended: bool | None = self._http.eof_received() if self._connected else None
        return ended

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        if self._connected:
            self._connected = False
            self._http.connection_lost(error)

    def pause_writing(self) -> None:
        """Pass on that the client reads slowly."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the client has read."""
        self._http.resume_writing()

    # -- what the middleware calls -------------------------------------------------------------------------------------

    def begin_request(self) -> None:
        """Note that a request has arrived, at least its head; the time for its body is limited where it is read."""
        self._requests += 1
        self._waiting_bytes = 0
        self._stop_timer()

    def end_request(self, unread: int) -> None:
        """Note that a request is answered; `unread` bytes of its body may still come, and are ignored."""
        self._requests -= 1
        self._allowed_bytes = HEAD_BYTES + unread

    def is_on_probation(self) -> bool:
        """Return whether the connection is kept only if its requests have a session."""
        return self._connections.is_on_probation(self)

    def keep_for_session(self) -> None:
        """Keep the connection: a request with a session came over it."""
        self._connections.keep_for_session(self)

    def abort(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._connected = True
        self._http.connection_made(self._transport)

    async def _start_tls(self, context: ssl.SSLContext) -> None:
        try:
            secured = await self._loop.start_tls(
                self._transport, self, context, server_side=True, ssl_handshake_timeout=HEAD_SECONDS
            )
        except (OSError, asyncio.CancelledError):  # errors of TLS are OSErrors too
            self._forget()
            self._transport.abort()
            return
        self._transport = secured
        self._connect()
        if self._early:
            early, self._early = self._early, b""
            self.data_received(early)

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(self._connections.limits.head_seconds, self.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _forget(self) -> None:
        self._stop_timer()
        self._connections.discard(self)

    def _check_length(self) -> None:
        if not self.is_active and self._waiting_bytes > self._allowed_bytes:
            self.abort()


def create_protocol_factory(connections: Connections, tls: ssl.SSLContext | None = None) -> Callable[..., Any]:
    """Return what uvicorn calls for each connection: its own protocol, with limits around it."""
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

    def create(**options: Any) -> LimitedProtocol:
        return LimitedProtocol(AutoHTTPProtocol(**options), connections, tls)

    return create


class ConnectionMiddleware:
    """Report requests to their connection, and refuse visitors on connections reserved for sessions."""

    def __init__(self, app: Asgi, cookie_name: str) -> None:
        self.app, self.cookie_name = app, cookie_name

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Pass a request on, and report it to its connection."""
        connection = _CURRENT.get()
        if scope["type"] != "http" or connection is None:
            return await self.app(scope, receive, send)
        scope["rookery.connection"] = connection
        request = HTTPConnection(scope)
        length = request.headers.get("content-length", "")
        unread = int(length) if length.isdecimal() and len(length) < 9 else 0

        async def count(message: Any) -> None:
            if message["type"] == "http.response.start" and connection.is_on_probation():
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        async def read() -> Any:
            nonlocal unread
            message = await receive()
            unread = max(0, unread - len(message.get("body", b"")))
            return message

        connection.begin_request()
        try:
            has_cookie = bool(request.cookies.get(self.cookie_name))
            if connection.is_on_probation() and not has_cookie and app_path(scope) != SIGN_IN_PATH:
                return await _send_too_many_visitors(scope, count)
            return await self.app(scope, read, count)
        finally:
            connection.end_request(unread)


async def _send_too_many_visitors(scope: Scope, send: Any) -> None:
    async def send_sealed(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = add_security_headers(message["headers"])
        await send(message)

    await send_plain_error(scope, send_sealed, 503, TOO_MANY_VISITORS, (b"retry-after", b"60"))


class ThrottledExceptionHandler:
    """Event loop exception handler that logs exhausted file handles at most once a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._warned = now, -WARNING_PAUSE

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an error of the event loop."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS):
            loop.default_exception_handler(context)
        elif self._now() - self._warned >= WARNING_PAUSE:
            self._warned = self._now()
            LOG.warning("Too many connections for this machine: some who look at the desk must wait.")
