"""What the tests of the desk in the browser share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browsers import Server, chromium, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium that sees this machine alone; of a module, for while it runs no other event loop can."""
    if why := missing():
        pytest.skip(why)
    with chromium() as started:
        yield started


@pytest.fixture
def hall(tmp_path: Path, examples: Path) -> Iterator[Server]:
    """A desk with an open in its fifth round and an event of teams."""
    server = Server(tmp_path / "desk")
    for name in ("open", "teams"):
        server.adopt(examples / "desk" / f"{name}.rookery")
    with server:
        yield server
