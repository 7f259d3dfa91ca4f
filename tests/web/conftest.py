"""What the tests of the desk in the browser share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from support.browsers import chromium, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium that sees this machine alone; of a module, for while it runs no other event loop can."""
    if why := missing():
        pytest.skip(why)
    with chromium() as started:
        yield started
