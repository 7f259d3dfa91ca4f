"""Opening the desk: the store, the address, the token for its owner, the browser; and closing it again."""

from __future__ import annotations

import gc
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rookery.desk.clock import desk_of
from rookery.store.store import Store
from rookery.typed import TYPE_CHECKING
from rookery.values import frozen
from rookery.web.site import Site

if TYPE_CHECKING:
    import uvicorn

LOCAL = "127.0.0.1"


@frozen
class Opening:
    """How the desk is opened: at which port, for whom, for the hall as well or not. Port 0 is any that is free."""

    port: int = 0
    name: str = ""
    share: bool = False


def hosts(port: int, share: bool) -> frozenset[str]:
    """The names that the desk answers to."""
    names = {LOCAL, "localhost", *(addresses() if share else ())}
    return frozenset({f"{name}:{port}" for name in names} | (names if port == 80 else set()))


NEIGHBOURS = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "192.0.2.1")
"""Addresses in the networks that a hall may have; nothing is ever sent to them."""


def addresses() -> Iterator[str]:
    """The addresses of this machine in its networks, and its names there; nothing is sent to find them."""
    for other in NEIGHBOURS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
            asked.connect((other, 9))
            yield str(asked.getsockname()[0])
    name = socket.gethostname().lower()
    with suppress(OSError):
        yield from (str(one[4][0]) for one in socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM))
    yield from (name, f"{name.partition('.')[0]}.local")


def reached(port: int, share: bool) -> tuple[str, ...]:
    """The addresses to be told to others: in the network where it is shared, else on this machine."""
    names = [one for one in dict.fromkeys(addresses()) if not one.startswith("127.")] if share else []
    return tuple(f"http://{name}:{port}" for name in (*names, LOCAL))


def listening(opening: Opening) -> socket.socket:
    """The socket; it is there before anything heavy is loaded, so that a browser may come at once."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("0.0.0.0" if opening.share else LOCAL, opening.port))
    made.listen(128)
    return made


def serve(store: Store, opening: Opening, told: Callable[[str, tuple[str, ...]], object]) -> None:
    """Open the desk until somebody stops it.

    `told` is called with the address that lets the owner in, once, and with those of the hall, where it is shared.
    """
    with listening(opening) as here, Interrupt() as interrupt:
        port = int(here.getsockname()[1])
        token = store.people.invite(opening.name, int(time.time()))
        known = reached(port, opening.share)
        told(f"http://{LOCAL}:{port}/enter?token={token}", known[:-1])
        with _settled(store, known):
            _run(store, opening, here, known, interrupt)


class Interrupt:
    """Ctrl C while the desk is being opened. Python may drop it in the middle of an import, so it is noted, and the
    server stops as soon as there is one."""

    def __init__(self) -> None:
        self.came = False
        self.server: uvicorn.Server | None = None

    def __enter__(self) -> Interrupt:
        self.before = signal.signal(signal.SIGINT, self)
        return self

    def __exit__(self, *failed: object) -> None:
        signal.signal(signal.SIGINT, self.before)

    def __call__(self, *signalled: object) -> None:
        self.came = True
        if self.server is not None:
            self.server.should_exit = True

    def run(self, server: uvicorn.Server, here: socket.socket) -> None:
        """Let the server answer until somebody stops it."""
        self.server = server
        if self.came:
            server.should_exit = True
        server.run(sockets=[here])


def shelves(store: Store) -> tuple[Path, ...]:
    """The folders in which rating lists may lie: where ROOKERY_LIST says, beside the desk, in the data folder."""
    said, home = os.environ.get("ROOKERY_LIST"), os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    beside = Path(store.name) if "://" not in store.name else None
    found = [path.resolve().parent for path in (Path(said) if said else None, beside) if path is not None]
    return tuple(dict.fromkeys([*found, Path(home) / "rookery"]))


@contextmanager
def _settled(store: Store, known: tuple[str, ...]) -> Iterator[None]:
    """While the desk is open its store says where."""
    for address in known:
        store.people.settle(address, int(time.time()))
    try:
        yield
    finally:
        for address in known:
            store.people.unsettle(address)


def _run(store: Store, opening: Opening, here: socket.socket, known: tuple[str, ...], interrupt: Interrupt) -> None:
    import uvicorn

    from rookery.web.app import application

    port = int(here.getsockname()[1])
    site = Site(desk_of(store), store, hosts(port, opening.share), opening.share, shelves(store), addresses=known)
    config = uvicorn.Config(
        application(site), log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=2,
        server_header=False, http="auto", ws="none",
    )  # fmt: skip
    gc.freeze()  # a search among all that is loaded takes longer than a result, and finds nothing
    gc.enable()
    interrupt.run(uvicorn.Server(config), here)
