"""Running the server: socket, owner's invitation, store registration, and uvicorn."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rookery._record import record
from rookery.files import data_folder
from rookery.storage.store import Store
from rookery.tournaments.service import create_service
from rookery.web.addresses import LOCAL, Addresses, is_reachable
from rookery.web.context import AppContext

if TYPE_CHECKING:
    import ssl

    import uvicorn


@record
class ServerOptions:
    """How to run the server; port 0 means any free port.

    `share` also serves the network, `public` are further origins at which it is reached, `tls` is the certificate
    for https, `only` are the slugs of the public tournaments, all if empty. `publish` is the command that writes the
    web site of a tournament, to which its slug is appended; empty if sites are not written.
    """

    port: int = 0
    name: str = ""
    share: bool = False
    public: tuple[str, ...] = ()
    tls: ssl.SSLContext | None = None
    only: tuple[str, ...] = ()
    publish: tuple[str, ...] = ()


def load_certificate(certificate: str, key: str = "") -> ssl.SSLContext:
    """Return the TLS context of a certificate; its key may be in the same file.

    Raises:
        OSError: a file cannot be read, or is none of a certificate and its key.
    """
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key or None)
    return context


def certificate_fingerprint(certificate: str) -> str:
    """Return the SHA-256 of a certificate as browsers show it."""
    import re
    import ssl
    from hashlib import sha256

    text = Path(certificate).read_text("ascii", "replace")
    block = re.search(r"(?s)-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", text)
    return sha256(ssl.PEM_cert_to_DER_cert(block[0])).digest().hex(":").upper() if block else ""


def open_socket(opening: ServerOptions) -> socket.socket:
    """Return the listening socket; it is opened before heavy imports, so that a browser may connect at once."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Shared servers answer in all networks of the machine: that is what the user asked for. Others answer it alone.
    listener.bind(("0.0.0.0" if opening.share else LOCAL, opening.port))  # noqa: S104
    listener.listen(64)
    return listener


def serve(store: Store, opening: ServerOptions, on_ready: Callable[[str, tuple[str, ...]], object]) -> None:
    """Run the server until it is stopped.

    `on_ready` is called once with the owner's sign-in address and the public addresses, if the server is shared.
    """
    now = int(time.time())
    alone = not any(is_reachable(url) for url in store.people.addresses(now) if f"//{LOCAL}:" in url)
    with open_socket(opening) as listener, Interrupt() as interrupt:
        port = int(listener.getsockname()[1])
        token = store.people.invite_owner(opening.name, now, alone=alone)
        addresses = Addresses(port, opening.share, opening.public, opening.tls is not None)
        on_ready(f"{addresses.owner_url}/enter?token={token}", addresses.public_urls if opening.share else ())
        try:
            with _register_server_urls(store, addresses):
                _run_uvicorn(store, opening, listener, addresses, interrupt)
        finally:
            store.people.end_session(token)


class Interrupt:
    """Handler of Ctrl C during startup.

    Python may drop the signal in the middle of an import, so it is recorded, and the server stops as soon as it
    exists.
    """

    def __init__(self) -> None:
        self.came = False
        self.server: uvicorn.Server | None = None

    def __enter__(self) -> Interrupt:
        self.before = signal.signal(signal.SIGINT, self)
        return self

    def __exit__(self, *failed: object) -> None:
        signal.signal(signal.SIGINT, self.before)

    def __call__(self, *signalled: object) -> None:
        """Stop the server."""
        self.came = True
        if self.server is not None:
            self.server.should_exit = True

    def run(self, server: uvicorn.Server, listener: socket.socket) -> None:
        """Run the server until it is stopped."""
        self.server = server
        if self.came:
            server.should_exit = True
        server.run(sockets=[listener])


def rating_list_folders(store: Store) -> tuple[Path, ...]:
    """Return the folders of rating lists: that of ROOKERY_LIST, beside the store, and the data folder."""
    configured = os.environ.get("ROOKERY_LIST")
    beside = Path(store.name) if "://" not in store.name else None
    folders = [path.resolve().parent for path in (Path(configured) if configured else None, beside) if path is not None]
    return tuple(dict.fromkeys([*folders, data_folder()]))


@contextmanager
def _register_server_urls(store: Store, addresses: Addresses) -> Iterator[None]:
    """Register the server's addresses in the store while the context is open."""

    def register(url: str) -> None:
        store.people.register_address(url, int(time.time()))
        registered.append(url)

    registered: list[str] = []
    for url in addresses.urls:
        register(url)
    addresses.on_new_url = register
    try:
        yield
    finally:
        for url in registered:
            store.people.remove_address(url)


SWITCH_INTERVAL = 0.001
"""Seconds for which a thread may compute while others wait, a fifth of Python's default.

A command waits for other threads several times, at each statement of the database: so much longer while pages are
rendered.
"""


def _run_uvicorn(
    store: Store, opening: ServerOptions, listener: socket.socket, addresses: Addresses, interrupt: Interrupt
) -> None:
    import uvicorn

    from rookery.web.app import build_app
    from rookery.web.connections import (
        BACKLOG,
        ConnectionMiddleware,
        Connections,
        create_protocol_factory,
        limits_for,
        raise_file_limit,
    )
    from rookery.web.site_publisher import SitePublisher

    site = AppContext(
        create_service(store),
        store,
        addresses,
        opening.share,
        rating_list_folders(store),
        public_slugs=frozenset(opening.only),
        publisher=SitePublisher(opening.publish) if opening.publish else None,
    )
    sys.setswitchinterval(SWITCH_INTERVAL)
    connections = Connections(limits_for(raise_file_limit()))
    config = uvicorn.Config(
        ConnectionMiddleware(build_app(site), addresses.cookie), interface="asgi3", lifespan="on",
        log_level="error",  # warnings are about what strangers send, and there is no end of that
        access_log=False, timeout_graceful_shutdown=2, server_header=False, ws="none", proxy_headers=False,
        http=cast("Any", create_protocol_factory(connections, opening.tls)), backlog=BACKLOG,
    )  # fmt: skip
    gc.freeze()  # a search among all that is loaded takes longer than a result, and finds nothing
    gc.enable()
    interrupt.run(uvicorn.Server(config), listener)
