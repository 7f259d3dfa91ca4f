"""Fixtures of the browser tests: one server and one browser for each worker, a desk of its own for each test.

With `--dist loadfile` a worker runs whole files, so that it starts both once for all of its browser files.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browsers import Desk, SharedServer, chromium, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_running_browser = ExitStack()
"""Closes the browser of this worker."""
_browsers: list[Browser] = []
"""The browser of this worker, while it runs."""


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Return the Chromium of this worker, which can reach this machine alone."""
    if reason := missing():
        pytest.skip(reason)
    if not _browsers:
        _browsers.append(_running_browser.enter_context(chromium()))
    return _browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Close the browser before a file that does not use it: beside it no other event loop can run in this thread."""
    try:
        return (yield)
    finally:
        same_file = nextitem is not None and nextitem.path == item.path
        if _browsers and not same_file and "browser" not in getattr(nextitem, "fixturenames", ()):
            _browsers.clear()
            _running_browser.close()


@pytest.fixture(scope="session")
def shared_server() -> Iterator[SharedServer]:
    """Return the server of this worker, which serves one desk at a time."""
    with SharedServer() as server:
        yield server


@pytest.fixture(scope="session")
def example_store(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Path:
    """Return a store with an open in its fifth round and a team event; copy it, write elsewhere."""
    desk = Desk(tmp_path_factory.mktemp("examples"))
    for name in ("open", "teams"):
        desk.adopt(examples / "desk" / f"{name}.rookery")
    return desk.store


@pytest.fixture
def desk(shared_server: SharedServer, example_store: Path, tmp_path: Path) -> Iterator[Desk]:
    """Serve a desk with an open in its fifth round and a team event; the public sees it too."""
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(example_store, folder)
    with shared_server.serve(Desk(folder), share=True) as served:
        yield served


@pytest.fixture
def empty_desk(shared_server: SharedServer, tmp_path: Path) -> Iterator[Desk]:
    """Serve a desk without tournaments."""
    with shared_server.serve(Desk(tmp_path / "desk")) as served:
        yield served


@pytest.fixture(scope="session")
def node_tools(root: Path) -> Path:
    """The folder of the installed tools; without Node.js or a network the tests are skipped."""
    folder = Path(sys.prefix) / "openapi"
    install = ["sh", str(root / "tools" / "openapi" / "install.sh"), str(folder)]
    result = subprocess.run(install, capture_output=True, text=True, check=False)
    if result.returncode:
        pytest.skip(result.stdout.strip())
    return folder / "node_modules" / ".bin"
