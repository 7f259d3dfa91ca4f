"""Limits on connections: who is refused when there are too many, and which requests are ended."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, Self

import httpx
import pytest

from rookery.storage import open_store
from rookery.tournaments.service import create_service
from rookery.web.addresses import Addresses
from rookery.web.app import build_app
from rookery.web.connections import (
    MAX_CONNECTIONS,
    MIN_CONNECTIONS,
    OTHER_FILES,
    PER_ADDRESS,
    WARNING_PAUSE,
    ConnectionLimits,
    ConnectionMiddleware,
    Connections,
    ThrottledExceptionHandler,
    create_protocol_factory,
    limits_for,
)
from rookery.web.context import AppContext
from rookery.web.rate_limits import BODY_SECONDS, BodyTooSlowError, limit_body
from support.browsers import Server
from support.visitors import with_examples

PATIENCE = 60.0
"""Seconds after which a test gives up waiting."""


# -- counting ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Connection:
    """What the count knows of a connection."""

    address: str = "192.0.2.1"
    is_active: bool = False
    closed: bool = False

    def abort(self) -> None:
        self.closed = True


def open_connections(limits: ConnectionLimits, number: int, address: str = "") -> tuple[Connections, list[Connection]]:
    """So many connections, from addresses of their own unless one is named."""
    connections: Any = Connections(limits)
    made = [Connection(address or f"192.0.2.{at}") for at in range(number)]
    for one in made:
        connections.add(one)
    return connections, made


def test_visitors_leave_a_reserve_for_sessions() -> None:
    connections: Any
    connections, made = open_connections(ConnectionLimits(most=10, reserve=3), 10)
    assert [connections.is_on_probation(one) for one in made] == [False] * 7 + [True] * 3
    connections.keep_for_session(made[9])
    assert not connections.is_on_probation(made[9])
    assert len(connections) == 10


def test_a_session_is_never_closed_to_make_room() -> None:
    connections: Any
    connections, made = open_connections(ConnectionLimits(most=10, reserve=3), 10)
    arbiter = made[0]
    connections.keep_for_session(arbiter)
    made[1].is_active = True
    for at in range(30):
        connections.add(Connection(f"198.51.100.{at}"))
    assert not arbiter.closed
    assert len(connections) == 10
    assert [one.closed for one in made[7:]] == [True] * 3, "first those on probation"


def test_waiting_connections_are_closed_before_active_connections() -> None:
    connections: Any = Connections(ConnectionLimits(most=4, reserve=0))
    made = [Connection(f"192.0.2.{at}", is_active=at < 2) for at in range(4)]
    for one in [*made, Connection("192.0.2.9")]:
        connections.add(one)
    assert [one.closed for one in made] == [False, False, True, False]


def test_connections_per_address_are_limited() -> None:
    connections: Any
    connections, made = open_connections(ConnectionLimits(most=100, reserve=10, per_address=5), 6, "192.0.2.7")
    assert [connections.is_on_probation(one) for one in made] == [False] * 5 + [True]
    connections.discard(made[0])
    connections.add(another := Connection("192.0.2.7"))
    assert not connections.is_on_probation(another)
    _, here = open_connections(ConnectionLimits(most=100, reserve=10, per_address=5), 6, "127.0.0.1")
    assert not any(one.closed for one in here), "this machine is no stranger"


@pytest.mark.parametrize(
    ("files", "most"),
    [
        (None, MAX_CONNECTIONS),
        (1_000_000, MAX_CONNECTIONS),
        (1024, 1024 - OTHER_FILES),
        (256, 160),
        (10, MIN_CONNECTIONS),
    ],
)
def test_limits_fit_into_the_file_handles(files: int | None, most: int) -> None:
    limits = limits_for(files)
    assert limits.most == most
    assert 0 < limits.reserve < most
    assert limits.per_address <= min(PER_ADDRESS, most // 2)


@pytest.mark.skipif(os.name != "posix", reason="file handles are limited on POSIX systems")
def test_the_limit_of_file_handles_is_raised() -> None:
    program = (
        "import resource\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))\n"
        "from rookery.web.connections import raise_file_limit\n"
        "print(raise_file_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], hard)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    raised, soft, hard = done.stdout.split()
    assert raised == soft == hard


def test_the_terminal_hears_once_that_there_are_no_handles(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    handler, loop = ThrottledExceptionHandler(lambda: now), asyncio.new_event_loop()
    context = {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "Too many")}
    for _ in range(50):
        handler(loop, context)
    assert len(caplog.records) == 1
    now = WARNING_PAUSE
    handler(loop, context)
    loop.close()
    assert len(caplog.records) == 2


# -- bodies ------------------------------------------------------------------------------------------------------------


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    async def read() -> None:
        with pytest.raises(BodyTooSlowError):
            await limit_body(never, seconds=0.01)()

    asyncio.run(read())


@pytest.mark.parametrize(("has_session", "pieces"), [(True, 5), (False, 2)])
def test_requests_with_a_session_have_a_longer_time_limit(has_session: bool, pieces: int) -> None:
    """Every piece takes six seconds, of the ten there are."""
    now, came = 1.0, 0

    async def slowly() -> dict[str, object]:
        nonlocal now, came
        now, came = now + 0.6 * BODY_SECONDS, came + 1
        return {"type": "http.request", "body": b"x", "more_body": came < 5}

    async def read() -> None:
        receive = limit_body(slowly, has_session=lambda: has_session, now=lambda: now)
        for _ in range(5):
            await receive()

    if has_session:
        asyncio.run(read())
    else:
        with pytest.raises(BodyTooSlowError):
            asyncio.run(read())
    assert came == pieces


# -- a server ----------------------------------------------------------------------------------------------------------


class LimitedServer:
    """A desk with the example tournaments at a port of this machine, served by a thread within limits."""

    def __init__(self, folder: Path, limits: ConnectionLimits) -> None:
        import uvicorn

        with_examples(folder).store.close()
        self.folder, self._stack = folder, ExitStack()
        self._socket = self._stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.port = int(self._socket.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.store = self._stack.enter_context(open_store(folder / "desk.sqlite"))
        addresses = Addresses(self.port)
        self.cookie = addresses.cookie
        site = AppContext(create_service(self.store), self.store, addresses, shared=True)
        self.connections = Connections(limits)
        self._server = uvicorn.Server(uvicorn.Config(
            ConnectionMiddleware(build_app(site), self.cookie), interface="asgi3", log_config=None, access_log=False,
            timeout_graceful_shutdown=2, ws="none", http=create_protocol_factory(self.connections),
        ))  # fmt: skip
        self._thread = Thread(target=lambda: asyncio.run(self._server.serve(sockets=[self._socket])))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._stack.close()

    def send(self, data: bytes) -> socket.socket:
        """Open a connection, and send this much over it."""
        made = self._stack.enter_context(socket.create_connection(("127.0.0.1", self.port), PATIENCE))
        made.sendall(data)
        return made

    def session(self) -> str:
        """The secret of somebody who is in."""
        now = int(time.time())
        session = self.store.people.admit(self.store.people.invite("Ada", now), now)
        assert session
        return session.secret

    def wait_for_connections(self, number: int) -> None:
        """Wait until so many connections are open."""
        deadline = time.monotonic() + PATIENCE
        while len(self.connections) != number:
            assert time.monotonic() < deadline, len(self.connections)
            time.sleep(0.01)


def read_to_end(connection: socket.socket) -> bytes:
    """What a server sends until it closes the connection."""
    result = b""
    try:
        while piece := connection.recv(65536):
            result += piece
    except ConnectionResetError:
        pass
    return result


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[LimitedServer]:
    """A server that waits a fifth of a second for the head of a request."""
    with LimitedServer(tmp_path, ConnectionLimits(head_seconds=0.2)) as server:
        yield server


@pytest.mark.parametrize("data", [b"", b"GET /p/ HTTP/1.1\r\nHost: x\r\nX-a: ", b"\x16\x03\x01"])
def test_a_request_that_does_not_end_is_ended(quick: LimitedServer, data: bytes) -> None:
    assert b" 200 " not in read_to_end(quick.send(data))
    quick.wait_for_connections(0)


def test_a_head_that_trickles_in_is_ended_too(quick: LimitedServer) -> None:
    """A byte now and then does not make the time longer."""
    connection = quick.send(b"GET /p/ HTTP/1.1\r\nX-a: ")
    connection.settimeout(0.02)
    while is_open(connection):
        with suppress(OSError):
            connection.sendall(b"x")


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not closed a connection yet; what it has sent is read."""
    try:
        return connection.recv(65536) != b""
    except (TimeoutError, BlockingIOError):
        return True
    except OSError:
        return False


def test_a_head_without_end_is_cut(tmp_path: Path) -> None:
    with LimitedServer(tmp_path, ConnectionLimits()) as server:
        connection = server.send(b"GET /p/ HTTP/1.1\r\n")
        try:
            for _ in range(64):
                connection.sendall(b"X-a: " + b"x" * 4000 + b"\r\n")
        except OSError:
            pass
        assert b" 200 " not in read_to_end(connection)


def test_a_live_line_lasts_longer_than_a_head_may(quick: LimitedServer) -> None:
    head = f"GET /p/easter-open/live HTTP/1.1\r\nHost: 127.0.0.1:{quick.port}\r\n\r\n".encode()
    line = quick.send(head)
    assert b" 200 " in line.recv(65536)
    half = quick.send(b"GET /p/ HTTP/1.1\r\n")
    read_to_end(half)  # meanwhile the time of the line is over too
    line.setblocking(False)
    assert is_open(line)


def test_half_requests_leave_the_arbiter_in(tmp_path: Path) -> None:
    """Visitors hold every place there is; whoever has a session is answered, other visitors are told to wait."""
    limits = ConnectionLimits(most=24, reserve=8, per_address=1000)
    with LimitedServer(tmp_path, limits) as server:
        for _ in range(24):
            server.send(b"GET /p/ HTTP/1.1\r\nX-a: ")
        server.wait_for_connections(24)
        assert httpx.get(f"{server.address}/p/", timeout=PATIENCE).status_code == 503
        with httpx.Client(base_url=server.address, cookies={server.cookie: server.session()}) as arbiter:
            assert arbiter.get("/", timeout=PATIENCE).status_code == 200
            for _ in range(60):
                server.send(b"GET /p/ HTTP/1.1\r\nX-a: ")
            assert arbiter.get("/t/easter-open", timeout=PATIENCE).status_code == 200
        token = server.store.people.invite("Ben", int(time.time()))
        answer = httpx.get(f"{server.address}/enter?token={token}", timeout=PATIENCE)
        assert answer.status_code != 503, "an invitation is always taken"
        assert len(server.connections) <= limits.most


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="file handles are limited on POSIX systems")
def test_half_requests_beyond_the_file_handles_leave_the_arbiter_in(tmp_path: Path) -> None:
    """A desk that may have 256 files, as on macOS, meets a visitor who opens more connections than that."""
    server = Server(tmp_path, "--share")
    server.prefix = ("sh", "-c", 'ulimit -n 256 && exec "$@"', "sh")
    with_examples(tmp_path).store.close()
    with server, open_store(server.store) as store, ExitStack() as stack:
        now = int(time.time())
        session = store.people.admit(store.people.invite("Ada", now), now)
        assert session
        cookies = {Addresses(server.port).cookie: session.secret}
        kept = stack.enter_context(httpx.Client(base_url=server.address, cookies=cookies, timeout=PATIENCE))
        assert kept.get("/").status_code == 200
        for _ in range(316):
            visitor = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            stack.enter_context(visitor)
            with suppress(OSError):
                visitor.sendall(b"GET /p/ HTTP/1.1\r\nX-a: ")
        assert kept.get("/t/easter-open").status_code == 200
        answer = httpx.get(f"{server.address}/t/easter-open", cookies=cookies, timeout=PATIENCE)
        assert answer.status_code == 200
        assert len(server.output) < 10_000


def test_a_body_that_stops_is_answered_and_the_connection_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookery.web.error_handlers.BODY_SECONDS", 0.1)
    with LimitedServer(tmp_path, ConnectionLimits()) as server:
        host = f"127.0.0.1:{server.port}"
        connection = server.send(
            f"POST /begin HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {server.cookie}="
            f"{server.session()}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: 1000\r\n\r\nname=".encode()
        )
        assert read_to_end(connection).startswith(b"HTTP/1.1 408 ")
        server.wait_for_connections(0)
