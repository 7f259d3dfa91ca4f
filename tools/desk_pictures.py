"""Take the pictures of the desk for the documents: each page on a desk and on a phone, in light and in dark.

    python tools/desk_pictures.py [PAGE ...]

Needs Chromium and the extra `dev`; without them it says so and does nothing. The tournaments are the examples. A
page takes the fonts of the machine: those in the documents are Inter and Noto Serif (Debian: fonts-inter,
fonts-noto-core).
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from support import browsers  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = ROOT / "docs" / "pictures" / "desk"
OPEN = "/t/easter-open"
PAGES = {
    "home": "/",
    "overview": OPEN,
    "players": f"{OPEN}/players",
    "rules": f"{OPEN}/rules",
    "round": f"{OPEN}/round/5",
    "reasons": f"{OPEN}/round/5/why",
    "standings": f"{OPEN}/standings?after=4",
    "crosstable": f"{OPEN}/crosstable?as=heat",
    "player": f"{OPEN}/player/p3",
    "log": f"{OPEN}/log",
    "teams": "/t/four-rivers/round/1",
    "knockout": "/t/tanners-cup/round/3",
    "public-player": "/p/easter-open/player/p3",
}
"""The address of each page, by the name of its picture."""

SCREEN = "screen"
SIZES = {"desk": browsers.DESK, "phone": browsers.PHONE}


def name(page: str, size: str, theme: str) -> str:
    """What a picture is called."""
    return f"{page}-{size}-{theme}.png"


def main(wanted: list[str]) -> int:
    """Take them."""
    if lacking := browsers.missing():
        print(f"no pictures of the desk: {lacking}")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        server = browsers.Server(Path(place))
        for log in sorted((ROOT / "examples" / "desk").glob("*.rookery")):
            server.adopt(log)
        with server, browsers.chromium() as browser:
            for theme in browsers.THEMES:
                for size, (width, height) in SIZES.items():
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce",
                        timezone_id="Europe/London", locale="en-GB",
                    )  # fmt: skip
                    page = context.new_page()
                    page.goto(server.invited("Agatha Wimbrel"))
                    page.get_by_role("button", name="Sign in").click()
                    page.wait_for_url(f"{server.address}/")
                    for each, path in PAGES.items():
                        if not wanted or each in wanted:
                            page.goto(server.address + path)
                            _prepare(page, each)
                            page.screenshot(path=FOLDER / name(each, size, theme))
                    context.close()
            if not wanted or SCREEN in wanted:
                _take_screen(browser, server)
    return 0


def _take_screen(browser: Browser, server: browsers.Server) -> None:
    """Create a screen that shows the pairings by board, and take its picture."""
    page = browser.new_page(viewport={"width": 1440, "height": 810}, color_scheme="light", reduced_motion="reduce")
    page.goto(server.invited("Agatha Wimbrel"))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server.address}/")
    page.goto(f"{server.address}{OPEN}/screens")
    page.locator("input[name=name]").first.fill("Entrance")
    page.get_by_role("button", name="Create").first.click()
    page.locator("button[name=show][value=boards]").first.click()
    page.goto(f"{server.address}/s/")
    page.get_by_role("link", name="Entrance").click()
    page.wait_for_timeout(2000)
    page.screenshot(path=FOLDER / f"{SCREEN}-light.png")
    page.close()


def _prepare(page: object, each: str) -> None:
    """Open what a picture is to show, and wait until it is there."""
    from playwright.sync_api import Page, expect

    assert isinstance(page, Page)
    if each == "standings":
        page.locator("tr[data-row] .pt button").nth(6).click()
        expect(page.locator(".calc")).to_be_visible()
    if each == "round" and page.viewport_size and page.viewport_size["width"] > 1000:
        expect(page.locator("#board .why, #board .card").first).to_be_visible()
        page.wait_for_timeout(1500)
    page.wait_for_timeout(300)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
