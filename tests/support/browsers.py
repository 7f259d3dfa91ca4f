"""Serve a desk, and use it with Chromium as its users do.

A desk is served by a thread of this process (`SharedServer`), or by `rookery desk` in a process of its own (`Server`)
where a test kills, stops or restarts it. Chromium can reach 127.0.0.1 and nothing else. A `BrowserUser` records every
fault of the pages: an error of a script, a file that is missing, an address of another machine.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Self

from rookery._record import replace
from rookery.cli.main import main
from rookery.model import Tournament
from rookery.storage import Entry, Record, Stream, log_file, open_store
from rookery.storage.store import Store
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.event import event_to_data
from rookery.tournaments.service import create_service
from rookery.tournaments.state import State
from rookery.tournaments.undo import replay_records

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

    from rookery.web.middleware import Asgi

ROOT = Path(__file__).resolve().parents[2]
DESK, PHONE = (1440, 940), (390, 844)
"""Width and height of a browser window."""
THEMES = ("light", "dark")
PATIENCE = 60.0
"""Seconds after which a test gives up waiting."""
OWNER = "Olga"
"""The user who opened a desk that is served by a thread."""
LOCAL = "127.0.0.1"
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same Chromium; the first has no windows, the others draw theirs though nobody sees them."""
_OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
_CONNECTION_ERRORS = (
    "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INTERNET_DISCONNECTED", "ERR_INCOMPLETE_CHUNKED",
    "ERR_EMPTY_RESPONSE", "ERR_NETWORK_CHANGED", "ERR_CONNECTION_CLOSED", "ERR_CONTENT_LENGTH_MISMATCH",
)  # fmt: skip
"""What Chromium reports when the server is gone."""
_RECORD_MESSAGES = """addEventListener("DOMContentLoaded", () => {
  const messages = window.shownMessages = new Set(), box = document.getElementById("said");
  const record = (nodes) => nodes.forEach((node) => messages.add(node.firstChild?.textContent ?? ""));
  const observer = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => record(addedNodes)));
  if (!box) return;
  record(box.childNodes);
  observer.observe(box, { childList: true });
})"""
"""Keeps the texts of the messages to the user, which a page shows for some seconds only."""


# -- what is installed -------------------------------------------------------------------------------------------------


def chromium_on_path() -> str | None:
    """Return the path of an installed Chromium, if there is one on the PATH."""
    return next((path for name in _PROGRAMS if (path := shutil.which(name))), None)


@cache
def has_playwright_chromium() -> bool:
    """Return whether Playwright has installed a Chromium of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def missing() -> str:
    """Return why no browser can be used here and what to do about it; an empty text when one can."""
    for name in ("playwright", "starlette", "sqlalchemy"):
        try:
            __import__(name)
        except ImportError:
            return f"{name} is not installed: pip install 'rookery-chess[dev]'"
    return "" if chromium_on_path() or has_playwright_chromium() else "Chromium is not installed: make services"


# -- desks -------------------------------------------------------------------------------------------------------------


class Desk:
    """A desk in a folder: its store, and the address at which it is served."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = self.entry_url = ""

    @property
    def store(self) -> Path:
        """The file with the store."""
        return self.folder / "desk.sqlite"

    @property
    def output(self) -> str:
        """What the process of the server has printed, if it has one."""
        return ""

    def adopt(self, log: Path, slug: str = "") -> str:
        """Import a tournament with its log, under another slug and log id if `slug` is one; return its slug."""
        stream, records = log_file.loads(log.read_bytes())
        if slug:
            stream = replace(stream, id=slug, slug=slug)
            records = tuple(replace(record, stream=slug) for record in records)
        with self._open_store() as store:
            store.adopt(stream, records)
        return stream.slug

    def add_tournament(self, tournament: Tournament, slug: str = "open", stream: str = "") -> str:
        """Import a tournament without a log; return its slug.

        The key of a player is p and the number. The id of the log is the slug, unless `stream` is another.
        """
        players = tuple(replace(player, key=f"p{player.number}") for player in tournament.players)
        event = TournamentImported(replace(tournament, players=players), lots="seed")
        entry = Entry(event.KIND, event.FORM, event_to_data(event))
        with self._open_store() as store:
            store.create(stream or slug, "tournament", slug)
            store.append(stream or slug, 0, [entry], command="held", actor="ada", at="2026-11-16T09:00:00Z")
        return slug

    hold = add_tournament  # the name in tests/web/test_rules.py

    def _open_store(self) -> Store:
        self.folder.mkdir(parents=True, exist_ok=True)
        return open_store(self.store)

    def invite(self, name: str) -> str:
        """Return an address that signs a user in, once."""
        with self._open_store() as store:
            return f"{self.address}/enter?token={store.people.invite(name, int(time.time()))}"

    invited = invite  # the name in tools/desk_pictures.py

    def state(self, slug: str) -> State:
        """Return the state of a tournament as the store has it: all that was acknowledged."""
        return replay_records(self.records(slug))

    def records(self, slug: str) -> list[Record]:
        """Return the log of a tournament."""
        with self._open_store() as store:
            return list(store.read(_find_stream(store, slug).id))

    def version(self, slug: str) -> int:
        """Return the version of a tournament in the store."""
        with self._open_store() as store:
            return _find_stream(store, slug).version

    def export(self, name: str) -> Path:
        """Write the final file of the only tournament with `rookery desk export`; return its path."""
        path = self.folder / name
        assert main(["desk", "export", "-o", str(path), "--final", "--desk", str(self.store)]) == 0
        return path


def _find_stream(store: Store, slug: str) -> Stream:
    return next(stream for stream in store.streams() if stream.slug == slug)


class SharedServer:
    """An HTTP server in a thread of this process. It serves one desk at a time, and one after another."""

    def __init__(self) -> None:
        import uvicorn

        self._socket = socket.create_server((LOCAL, 0))
        self.port = int(self._socket.getsockname()[1])
        self._application: Asgi | None = None
        self._started = Event()
        config = uvicorn.Config(
            self._answer, interface="asgi3", lifespan="off", ws="none", log_config=None, access_log=False,
            timeout_graceful_shutdown=2, server_header=False,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="desk server")

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._started.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()

    async def _serve(self) -> None:
        self._loop, self._main = asyncio.get_running_loop(), asyncio.current_task()
        self._started.set()
        await self._server.serve(sockets=[self._socket])

    async def _answer(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass a request on to the desk; a browser that is late gets an error."""
        if self._application is not None:
            return await self._application(scope, receive, send)
        await send({"type": "http.response.start", "status": 503, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    @contextmanager
    def serve(self, desk: Desk, *, share: bool = False) -> Iterator[Desk]:
        """Serve a desk, to everybody in the network if `share`, until the block ends."""
        from rookery.web import app as application
        from rookery.web.addresses import Addresses
        from rookery.web.app import build_app
        from rookery.web.context import AppContext
        from rookery.web.server import rating_list_folders

        assert self._application is None, "another desk is served"
        with desk._open_store() as store:
            site = AppContext(
                create_service(store), store, Addresses(self.port, share), share, rating_list_folders(store)
            )
            desk.address = f"http://{LOCAL}:{self.port}"
            desk.entry_url = f"{desk.address}/enter?token={store.people.invite_owner(OWNER, int(time.time()))}"
            lifespan = application.lifespan(site)
            self._run(lifespan.__aenter__())
            self._application = build_app(site)
            try:
                yield desk
            finally:
                self._application = None
                self._run(self._finish(lifespan))

    async def _finish(self, lifespan: Any) -> None:
        """End what the desk does by itself, and wait for its last requests: then nothing uses the store."""
        await lifespan.__aexit__(None, None, None)
        if tasks := asyncio.all_tasks() - {self._main, asyncio.current_task()}:
            await asyncio.wait(tasks, timeout=PATIENCE)


class Server(Desk):
    """`rookery desk` in a process of its own, from `with` to its end; it can be killed, and started again."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        """Prepare a desk in the folder; `arguments` are more arguments of the command."""
        super().__init__(folder)
        self.arguments, self.port = arguments, 0
        self.prefix: tuple[str, ...] = ()
        """A command that runs the server, such as one that limits what it may use."""
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start the server at the address it had before, and wait until it prints that address."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "rookery", "desk", str(self.folder), "--no-browser", "--port", str(self.port)]
        with open(self.folder / "output.txt", "wb") as output:
            self._process = subprocess.Popen(
                [*self.prefix, *command, *self.arguments], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env=_environment(), cwd=self.folder,
            )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while not (match := re.search(r"(https?://127\.0\.0\.1:(\d+))/\S*", self.output)):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(self.output[-2000:])
            time.sleep(0.02)
        self.entry_url, self.address, self.port = match[0], match[1], int(match[2])

    @property
    def output(self) -> str:
        """What the server has printed since its last start."""
        path = self.folder / "output.txt"
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def kill(self) -> None:
        """Kill the server as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None

    def stop(self) -> int:
        """Stop the server as Ctrl C does; return its exit code."""
        assert self._process is not None
        self._process.terminate() if os.name == "nt" else self._process.send_signal(2)
        code = self._process.wait(PATIENCE)
        self._process = None
        return code


def _environment() -> dict[str, str]:
    own = {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    return {**{name: value for name, value in os.environ.items() if name != "ROOKERY_DESK"}, **own}


# -- browsers ----------------------------------------------------------------------------------------------------------


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser that can reach this machine alone.

    While it runs no other event loop can run in this thread.
    """
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    options = [_OFFLINE, "--disable-gpu", *(["--no-sandbox"] if root else [])]
    with sync_playwright() as playwright:
        program = chromium_on_path() or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=program, args=options)
        try:
            yield browser
        finally:
            browser.close()


class BrowserUser:
    """A user with a browser profile of their own, and the list of what is wrong with the pages they see."""

    def __init__(self, context: BrowserContext, desk: Desk, touch: bool = False) -> None:
        self.context, self.desk, self.touch = context, desk, touch
        self.faults: list[str] = []
        self.may_lose_server = False
        """Whether a request that fails is no fault. A refusal never is one."""
        context.on("console", self._record_message)
        context.on("weberror", lambda error: self.faults.append(f"script: {error.error}"))
        context.on("request", self._check_address)
        context.add_init_script(_RECORD_MESSAGES)
        self.page = context.new_page()

    def _record_message(self, message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        lost = self.may_lose_server and any(word in message.text for word in _CONNECTION_ERRORS)
        refused = "the server responded with a status of 4" in message.text and (
            url.endswith(("/commands", "/do"))
            # the details of a board that is undone between the request and its answer
            or re.search(r"/round/\d+/board/[\d.]+$", url) is not None
        )
        if message.type in ("error", "warning") and not lost and not refused:
            self.faults.append(f"console: {message.text} ({url})")

    def _check_address(self, request: Request) -> None:
        if not request.url.startswith((f"{self.desk.address}/", "data:", "blob:", "about:")):
            self.faults.append(f"leaves this machine: {request.url}")

    def sign_in(self, name: str = "") -> None:
        """Sign in by an invitation, or as the owner of the desk; whoever was signed in here before is out."""
        self.context.clear_cookies()
        token = (self.desk.invite(name) if name else self.desk.entry_url).rpartition("token=")[2]
        origin = "/".join(self.desk.address.split("/")[:3])
        answer = self.context.request.post(  # the cookie is enough: no page is drawn
            f"{self.desk.address}/enter", form={"token": token}, headers={"origin": origin}, max_redirects=0
        )
        assert answer.status == 303, answer.text()

    def goto(self, path: str) -> Page:
        """Open a page of the desk."""
        self.page.goto(self.desk.address + path)
        return self.page

    def open_new_page(self) -> Page:
        """Open an empty page, which becomes the one the user looks at."""
        self.page = self.context.new_page()
        return self.page

    def go_offline(self) -> None:
        """Disconnect the browser from the server."""
        self.may_lose_server = True
        self.context.set_offline(True)

    def go_online(self) -> None:
        """Connect the browser again."""
        self.context.set_offline(False)


@contextmanager
def open_browser(
    browser: Browser,
    desk: Desk,
    *,
    user: str | None = "",
    size: tuple[int, int] = DESK,
    theme: str = "light",
    touch: bool = False,
) -> Iterator[BrowserUser]:
    """Open a browser profile for a user of a desk, and check at the end that no page had a fault.

    Args:
        browser: The browser in which the profile is opened.
        desk: The desk that the user looks at.
        user: Who signs in: the owner of the desk when empty, nobody when None.
        size: Width and height of the window.
        theme: "light" or "dark".
        touch: Whether it is a phone, with a touch screen.
    """
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        has_touch=touch,
        is_mobile=touch,
        ignore_https_errors=True,  # a certificate that signs itself
    )
    context.set_default_timeout(1000 * PATIENCE)
    opened = BrowserUser(context, desk, touch)
    try:
        if user is not None:
            opened.sign_in(user)
        yield opened
    except BaseException as error:
        error.add_note("\n".join(["faults until then:", *opened.faults, "output of the server:", desk.output]))
        raise
    finally:
        context.close()
    if opened.faults:
        raise AssertionError("\n".join(opened.faults))
