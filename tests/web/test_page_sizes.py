"""Pages that are read on phones are small: all that is transferred for one, with its style sheet and scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.tournaments.domain.check_in import OpenCheckIn
from rookery.web.access_codes import issue_kiosk_code
from rookery.web.pages import PAGES
from support.phones import SLUG, Hall, hall_with_open_round
from support.visitors import EVENT_LOG, OpenDesk, Visitor, with_event

MOST = 60_000
"""Bytes of a page with all that it loads, as it is transferred: compressed, with the heads of the answers."""

EVENT = EVENT_LOG.stem
VALUES = {"slug": SLUG, "event": EVENT, "number": "5", "round": "5", "key": "p1", "board": "1", "tiebreak": "1"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    made = hall_with_open_round(tmp_path_factory.mktemp("hall"))
    with_event(made.desk)
    yield made
    made.desk.store.close()


def public_addresses() -> list[str]:
    """Return the address of every page of visitors."""
    paths = [path for page in PAGES if not page.part for path, public in page.addresses if public]
    return sorted(re.sub(r"\{(\w+)(:\w+)?\}", lambda match: VALUES[match[1]], path) for path in paths)


class Transfer:
    """What a phone transfers for a page."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.sizes: dict[str, int] = {}

    def load(self, path: str) -> str:
        """Load a file, and note its size; return its text."""
        answer = self.visitor.ask(path, {"accept-encoding": "gzip"})
        head = sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
        self.sizes[path] = head + int(answer.headers["content-length"])
        return answer.text

    def load_page(self, path: str) -> int:
        """Load a page with all that it names, also by modules; return the bytes."""
        waiting = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', self.load(path)))
        while waiting := {file for file in waiting if file not in self.sizes}:
            loaded = {file: self.load(file) for file in waiting}
            waiting = {
                f"{file.rpartition('/')[0]}/{module}"
                for file, text in loaded.items()
                if file.endswith(".js")
                for module in re.findall(r'^(?:import|}) ?(?:.* from )?"\./(.+)";', text, re.MULTILINE)
            }
        return sum(self.sizes.values())


@pytest.mark.parametrize("path", public_addresses())
def test_a_page_of_visitors_is_small(hall: Hall, path: str) -> None:
    transfer = Transfer(hall.desk.outside())
    assert transfer.load_page(path) < MOST, transfer.sizes
    scripts = {Path(file).stem for file in transfer.sizes if file.endswith(".js")}
    assert {"public", "dom", "updates", "boards"} <= scripts, "modules of modules are found"


def test_the_pages_of_codes_are_small(hall: Hall) -> None:
    desk: OpenDesk = hall.desk
    desk.desk.do(hall.stream, OpenCheckIn(hall.round + 1, by="kiosk"))
    kiosk = issue_kiosk_code(desk.site, hall.stream)
    for path in (f"/k/{kiosk.secret}", f"/b/{hall.codes(1)[0].secret}", "/b", "/s/", "/p/no-such-tournament"):
        assert Transfer(desk.outside()).load_page(path) < MOST, path
