"""A desk as its users have it: the server in a process of its own, and Chromium looking at it.

Chromium can reach 127.0.0.1 and nothing else, and whoever looks complains of every fault that a page has: an error of a
script, a file that is missing, an address of another machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from rookery.desk.events.tournament import TournamentImported
from rookery.desk.happening import data_of
from rookery.desk.state import State
from rookery.desk.time import replayed
from rookery.model import Tournament
from rookery.store import Entry, Record, carried, open_store
from rookery.store.store import Store
from rookery.values import replace

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

ROOT = Path(__file__).resolve().parents[2]
DESK, PHONE = (1440, 940), (390, 844)
"""Width and height of what somebody looks at."""
THEMES = ("light", "dark")
PATIENCE = 60.0
PARTS = 4
"""More stops than this has no field for a day: its day, month, year and calendar."""
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same Chromium, the first without windows of its own: the others draw theirs though nobody sees them."""
_OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
_LOST = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INTERNET_DISCONNECTED", "ERR_INCOMPLETE_CHUNKED",
         "ERR_EMPTY_RESPONSE", "ERR_NETWORK_CHANGED", "ERR_CONNECTION_CLOSED",
         "ERR_CONTENT_LENGTH_MISMATCH")  # fmt: skip
"""What Chromium says of a server that is gone."""


def program() -> str | None:
    """Where Chromium is."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def axe_core() -> Path:
    """Where axe-core is: beside the Python that runs the tests."""
    return Path(sys.prefix, "axe", "node_modules", "axe-core", "axe.min.js")


def missing() -> str:
    """Why no browser can look at a desk here, and what to do about it; nothing when one can."""
    for name in ("playwright", "starlette", "sqlalchemy"):
        try:
            __import__(name)
        except ImportError:
            return f"{name} is not installed: pip install 'rookery[dev]'"
    return "" if program() else "Chromium is not installed: apt-get install chromium-headless-shell"


def missing_axe() -> str:
    """Why pages cannot be looked over here, and what to do about it."""
    folder = axe_core().parents[2]
    return "" if axe_core().exists() else f"axe-core is not installed: npm install --prefix {folder} axe-core"


# -- the server --------------------------------------------------------------------------------------------------------


class Server:
    """`rookery desk` in a process of its own, from `with` to its end; it can be killed, and started again."""

    def __init__(self, folder: Path, *words: str) -> None:
        """The desk is a store in the folder; `words` are more arguments of the command."""
        self.folder, self.words, self.port = folder, words, 0
        self.address = self.door = ""
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def store(self) -> Path:
        """The file with the store."""
        return self.folder / "desk.sqlite"

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def adopt(self, log: Path) -> str:
        """Take in a tournament with its log, before the server starts; its short name."""
        stream, records = carried.loads(log.read_bytes())
        with self._opened() as store:
            store.adopt(stream, records)
        return stream.slug

    def hold(self, tournament: Tournament, slug: str = "open", stream: str = "") -> str:
        """Take in a tournament as it is, everybody under the key p with their number; its short name.

        The id of its log is that name too, unless `stream` says another.
        """
        people = tuple(replace(one, key=f"p{one.id}") for one in tournament.players)
        event = TournamentImported(replace(tournament, players=people), lots="seed")
        entry = Entry(event.KIND, event.FORM, data_of(event))
        with self._opened() as store:
            store.create(stream or slug, "tournament", slug)
            store.append(stream or slug, 0, [entry], command="held", actor="ada", at="2026-11-16T09:00:00Z")
        return slug

    def _opened(self) -> Store:
        self.folder.mkdir(parents=True, exist_ok=True)
        return open_store(self.store)

    def invited(self, name: str) -> str:
        """An address that lets one more in."""
        with self._opened() as store:
            return f"{self.address}/enter?token={store.people.invite(name, int(time.time()))}"

    def state(self, slug: str) -> State:
        """What the store has of a tournament: all that was acknowledged."""
        return replayed(self.records(slug))

    def records(self, slug: str) -> list[Record]:
        """The log of a tournament."""
        with self._opened() as store:
            stream = next(one for one in store.streams() if one.slug == slug)
            return list(store.read(stream.id))

    def start(self) -> None:
        """Start the server, at the same address as before, and wait until it says where it is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        words = [sys.executable, "-m", "rookery", "desk", str(self.folder), "--no-browser", "--port", str(self.port)]
        with open(self.folder / "said.txt", "wb") as output:
            self._process = subprocess.Popen(
                [*words, *self.words], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                env=_environment(), cwd=self.folder,
            )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not (found := re.search(r"(http://127\.0\.0\.1:(\d+))/\S*", self.said)):
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(self.said[-2000:])
            time.sleep(0.02)
        self.door, self.address, self.port = found[0], found[1], int(found[2])

    @property
    def said(self) -> str:
        """What the server printed, from its last start."""
        path = self.folder / "said.txt"
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def kill(self) -> None:
        """Kill the server as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None

    def stop(self) -> int:
        """Stop the server as Ctrl C does; how it ended."""
        assert self._process is not None
        self._process.terminate() if os.name == "nt" else self._process.send_signal(2)
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def command(self, *words: str) -> bytes:
        """What a command says of this desk: `export -o -`, `log --format json`."""
        command = [sys.executable, "-m", "rookery", "desk", *words, "--desk", str(self.store)]
        return subprocess.run(
            command, check=True, env=_environment(), stdout=subprocess.PIPE, cwd=self.folder, timeout=PATIENCE
        ).stdout


def _environment() -> dict[str, str]:
    own = {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    return {**{name: value for name, value in os.environ.items() if name != "ROOKERY_DESK"}, **own}


# -- who looks ---------------------------------------------------------------------------------------------------------


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that sees this machine alone."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    words = [_OFFLINE, "--disable-gpu", *(["--no-sandbox"] if root else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=words)
        try:
            yield browser
        finally:
            browser.close()


class Looker:
    """Somebody with a browser of their own, who keeps a list of what is wrong with the pages they see."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context, self.server = context, server
        self.faults: list[str] = []
        self.lost = False
        """Whether the server may be gone: then a request that fails is no fault. A refusal never is one."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.faults.append(f"script: {error.error}"))
        context.on("request", self._request)
        self.page = context.new_page()

    def _console(self, message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        gone = self.lost and any(word in message.text for word in _LOST)
        told = url.endswith(("/commands", "/do")) and "the server responded with a status of 4" in message.text
        if message.type in ("error", "warning") and not gone and not told:
            self.faults.append(f"console: {message.text} ({url})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server.address}/", "data:", "blob:", "about:")):
            self.faults.append(f"leaves this machine: {request.url}")

    def enter(self) -> Page:
        """Come in through the door that the server named when it started."""
        self.page.goto(self.server.door)
        return self.page

    def goto(self, path: str) -> Page:
        """Look at a page of the desk."""
        self.page.goto(self.server.address + path)
        return self.page


@contextmanager
def looking(
    browser: Browser, server: Server, *, size: tuple[int, int] = DESK, theme: str = "light", inside: bool = True
) -> Iterator[Looker]:
    """Somebody who looks at a desk; at the end nothing may have been wrong with what they saw."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,
        reduced_motion="reduce",  # type: ignore[arg-type]
    )
    context.set_default_timeout(1000 * PATIENCE)
    somebody = Looker(context, server)
    try:
        if inside:
            somebody.enter()
        yield somebody
    except BaseException as error:
        error.add_note("\n".join(["seen until then:", *somebody.faults, "the server said:", server.said]))
        raise
    finally:
        context.close()
    if somebody.faults:
        raise AssertionError("\n".join(somebody.faults))


# -- what they find ----------------------------------------------------------------------------------------------------


@cache
def _axe() -> str:
    return axe_core().read_text("utf-8")


_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


_ALIKE = """() => {
  const kept = /^(class|role|type|scope|style|hidden|disabled|tabindex|(col|row)span|aria-(?!label|describedby|controls).*)$/;
  const told = ({ name, value }) => `${name}=${kept.test(name) ? value : !!value.trim()}`;
  const form = (one) => one.nodeType === Node.TEXT_NODE ? (one.data.trim() && "text")
    : one.nodeType !== Node.ELEMENT_NODE ? ""
    : [one.tagName, ...[...one.attributes].map(told).sort(), "(", ...[...one.childNodes].map(form), ")"].join(" ");
  const pieces = (one) => one.tagName !== "TR" ? [form(one)]
    : [form(one.cloneNode(false)), ...[...one.children].map((cell, at) => `${at} ${form(cell)}`)];
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  for (const rows of document.querySelectorAll("tbody, ul, ol")) {
    const whole = rows.closest("table") || rows, { offsetHeight: height, offsetWidth: width } = whole, seen = new Set();
    for (const one of [...rows.children]) {
      const parts = pieces(one);
      parts.every((each) => seen.has(each)) ? one.remove() : parts.forEach((each) => seen.add(each));
    }
    if (whole.offsetHeight === height) continue;
    Object.assign(whole.style, { minWidth: `${width}px`, marginBottom: `${height - whole.offsetHeight}px` });
  }
  return ids.filter((one, at) => ids.indexOf(one) !== at);
}"""  # noqa: E501


def without_alike(page: Page) -> list[str]:
    """Take away the lines of tables and lists whose cells are, but for words, as some above; tell ids used twice.

    What is found in the one would be found in all of them: rules of access ask for tags, roles, classes, and whether
    there is a text or a name, never for which. What scrolls is as long and as wide as it was.
    """
    found: list[str] = page.evaluate(_ALIKE)
    return found


def axe(page: Page, *, only: Sequence[str] = ()) -> list[str]:
    """What keeps people out of a page, as axe-core finds it by all its rules or some: rule, place, what to do."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(_axe())
    wanted = {"runOnly": list(only or _TAGS), "resultTypes": ["violations"]}
    found: dict[str, Any] = page.evaluate("wanted => axe.run(document, wanted)", wanted)
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary'].splitlines()[-1].strip()}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def focused(page: Page) -> str:
    """What has the focus: its tag, and its id, name or text."""
    said: str = page.evaluate(
        """() => { const one = document.activeElement; if (!one) return '';
        const what = one.id || one.getAttribute('name') || (one.textContent || '').trim().slice(0, 40);
        return one.tagName.toLowerCase() + (what ? ' ' + what : ''); }"""
    )
    return said


def in_hand(page: Page, what: str) -> None:
    """Wait until something has the focus, as `focused` names it."""
    until = time.monotonic() + PATIENCE
    while (here := focused(page)) != what:
        assert time.monotonic() < until, f"{here} has the focus, not {what}"
        page.wait_for_timeout(20)


def tabbed(page: Page, most: int = 300) -> list[str]:
    """Everything that Tab comes to from the top of the page, until it is back where it began.

    Each place is named by its way in the document. Where the focus does not move on, the list ends with the same twice;
    a field for a day has a stop for each of its parts, and counts once.
    """
    where = """() => { const way = []; let one = document.activeElement;
      for (; one && one !== document.body && one.parentElement; one = one.parentElement)
        way.unshift(one.tagName.toLowerCase() + ':' + [...one.parentElement.children].indexOf(one));
      return way.join(' '); }"""
    part = "() => ['date', 'time'].includes(document.activeElement.type)"
    page.locator("a, button, input, select, textarea, [tabindex]").first.focus()
    page.keyboard.press("Shift+Tab")
    found: list[str] = []
    steps = PARTS
    for _ in range(most):
        page.keyboard.press("Tab")
        here: str = page.evaluate(where)
        while found and here == found[-1] and page.evaluate(part) and (steps := steps - 1):
            page.keyboard.press("Tab")
            here = page.evaluate(where)
        steps = PARTS
        if not here or (found and here == found[0]):
            break
        found.append(here)
        if len(found) > 1 and found[-1] == found[-2]:
            break
    return found
