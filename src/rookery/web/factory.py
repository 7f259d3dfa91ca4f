"""The factory of a server: the application of a configuration, with its store, middleware and lifespan."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from starlette.applications import Starlette
from starlette.middleware import Middleware

from rookery.errors import RookeryError
from rookery.files import data_folder
from rookery.storage import open_store
from rookery.tournaments.service import create_service
from rookery.web.addresses import ServerAddresses
from rookery.web.app import build_app, lifespan
from rookery.web.broadcast import Hub
from rookery.web.config import Config, ConfigError, check_workers, load_config
from rookery.web.context import AppContext
from rookery.web.logs import RequestLogMiddleware, configure_logging
from rookery.web.monitoring import Metrics
from rookery.web.proxies import HstsMiddleware, ProxyMiddleware
from rookery.web.rate_limits import ACCOUNT_PERIOD, WRONG_CODES, CodeAttempts, LiveConnectionLimit, SignInAttempts
from rookery.web.server import rating_list_folders
from rookery.web.uploads import PendingUploads, SharedUploads, shared_folder

LOG = logging.getLogger("rookery.web")

STARTUP_FAILURE = 3
"""The exit code of a process that cannot start; uvicorn then stops all of its workers."""


def create_app(config: Config | None = None) -> Starlette:
    """Return the ASGI application of a server, to run by an ASGI server or to mount in another application.

    The store is opened now and closed at the end of the lifespan. An application that mounts this one must enter its
    lifespan, `app.router.lifespan_context(app)`: without it there are no live updates.

    Args:
        config: The configuration. Without it, that of `load_config`: its messages are logged as it says, and the
            process ends with a message if it cannot start.

    Raises:
        RookeryError: The configuration or the database cannot be used.
        OSError: The database cannot be reached.
    """
    if config is not None:
        return _create_app(config)
    try:
        config = load_config()
        configure_logging(config)
        return _create_app(config)
    except (RookeryError, OSError) as error:
        LOG.critical("Rookery cannot start: %s", error)
        raise SystemExit(STARTUP_FAILURE) from None


def _create_app(config: Config) -> Starlette:
    check_workers(config)
    lock = lock_database(database_place(config))
    try:
        site = create_context(config)
    except BaseException:
        if lock is not None:
            lock.close()
        raise
    outer = [
        Middleware(ProxyMiddleware, trusted=config.trusted_proxies),
        Middleware(RequestLogMiddleware, metrics=site.metrics),
    ]
    if config.hsts:
        outer.append(Middleware(HstsMiddleware, seconds=config.hsts))
    return build_app(site, partial(run_server, lock=lock), outer)


def create_context(config: Config) -> AppContext:
    """Open the store of a configuration, and return the context of its server."""
    store = open_store(database_place(config))
    limits, hub = config.limits_of_worker, Hub()
    return AppContext(
        create_service(store),
        store,
        ServerAddresses(config.names, config.prefix, config.https),
        config.share,
        rating_list_folders(store),
        hub=hub,
        pending_uploads=PendingUploads() if config.workers == 1 else SharedUploads(shared_folder(config.database)),
        sign_in_attempts=SignInAttempts(tries=limits.sign_ins),
        account_attempts=SignInAttempts(tries=limits.sign_ins, period=ACCOUNT_PERIOD),
        code_attempts=CodeAttempts(tries=limits.sign_ins, total=max(1, WRONG_CODES // config.workers)),
        code_writes=SignInAttempts(tries=limits.writes),
        live_limit=LiveConnectionLimit(limits.live),
        public_slugs=frozenset(config.only),
        config=config,
        metrics=Metrics(lambda: hub.count) if config.metrics_token else None,
    )


def database_place(config: Config) -> str:
    """Return the database of a configuration, or the desk of this account; the folder of a file is created."""
    if "://" in config.database:
        return config.database
    path = Path(config.database) if config.database else data_folder() / "desk.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return str(path)


def lock_database(place: str) -> BinaryIO | None:
    """Lock a file of SQLite for this server; return what holds the lock, or None where nothing needs to be locked.

    Raises:
        ConfigError: Another process serves the file.
    """
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        return None
    if "://" in place:
        return None
    lock = open(f"{place}.lock", "ab")  # noqa: SIM115  # open as long as the server runs
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise ConfigError(
            f"{place} is served by another process: a file of SQLite is served by one worker, several need PostgreSQL"
        ) from None
    return lock


@asynccontextmanager
async def run_server(site: AppContext, lock: BinaryIO | None = None) -> AsyncIterator[None]:
    """Run what a server does by itself; close its store at the end.

    While it runs its first name is registered, so that the command line can invite people.
    """
    address = site.addresses.urls[0] if site.config.names else ""
    try:
        async with lifespan(site):
            await asyncio.to_thread(_register, site, address)
            with _end_streams_at_signal(site.hub):
                yield
    finally:
        with suppress(OSError, RookeryError):
            await asyncio.to_thread(site.store.people.remove_address, address)
        await asyncio.to_thread(site.store.close)
        if lock is not None:
            lock.close()


def _register(site: AppContext, address: str) -> None:
    if address:
        with suppress(OSError, RookeryError):  # it cannot be written now, or another worker was faster
            site.store.people.register_address(address, int(time.time()))


@contextmanager
def _end_streams_at_signal(hub: Hub) -> Iterator[None]:
    """End all live connections when the process gets the signal to stop: the ASGI server waits for them.

    The handler that was there before is called as well. Clients connect again, to another worker or after a restart.
    """
    loop, handlers = asyncio.get_running_loop(), dict[int, Any]()

    def handle(number: int, frame: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(hub.close)
        if callable(before := handlers.get(number)):
            before(number, frame)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)
            if callable(before):  # otherwise nobody waits for the connections
                handlers[number] = before
                signal.signal(number, handle)
    try:
        yield
    finally:
        for changed, before in handlers.items():
            if signal.getsignal(changed) is handle:
                signal.signal(changed, before)
