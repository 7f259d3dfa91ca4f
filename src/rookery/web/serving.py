"""Opening the desk: the store, the address, the token for its owner, the browser; and closing it again."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rookery.desk.clock import desk_of
from rookery.store.store import Store
from rookery.web.site import Site

LOCAL = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Opening:
    """How the desk is opened: at which port, for whom, for the hall as well or not. Port 0 is any that is free."""

    port: int = 0
    name: str = ""
    share: bool = False


def hosts(port: int, share: bool) -> frozenset[str]:
    """The names that the desk answers to."""
    names = {LOCAL, "localhost", *(addresses() if share else ())}
    return frozenset({f"{name}:{port}" for name in names} | (names if port == 80 else set()))


def addresses() -> Iterator[str]:
    """The addresses of this machine in its network, and its name there."""
    name = socket.gethostname()
    yield name.lower()
    try:
        found = socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return
    yield from {str(one[4][0]) for one in found}


def listening(opening: Opening) -> socket.socket:
    """The socket; it is there before anything heavy is loaded, so that a browser may come at once."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("0.0.0.0" if opening.share else LOCAL, opening.port))
    made.listen(128)
    return made


def serve(store: Store, opening: Opening, told: Callable[[str], object]) -> None:
    """Open the desk until somebody stops it; `told` is called with the address that lets the owner in, once."""
    with listening(opening) as here:
        port = int(here.getsockname()[1])
        token = store.people.invite(opening.name, int(time.time()))
        told(f"http://{LOCAL}:{port}/enter?token={token}")
        _run(store, opening, here, port)


def shelves(store: Store) -> tuple[Path, ...]:
    """The folders in which rating lists may lie: where ROOKERY_LIST says, beside the desk, in the data folder."""
    said, home = os.environ.get("ROOKERY_LIST"), os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    beside = Path(store.name) if "://" not in store.name else None
    found = [path.resolve().parent for path in (Path(said) if said else None, beside) if path is not None]
    return tuple(dict.fromkeys([*found, Path(home) / "rookery"]))


def _run(store: Store, opening: Opening, here: socket.socket, port: int) -> None:
    import uvicorn

    from rookery.web.app import application

    site = Site(desk_of(store), store, hosts(port, opening.share), opening.share, shelves(store))
    config = uvicorn.Config(
        application(site), log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=2,
        server_header=False, http="h11", ws="none",
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[here])
