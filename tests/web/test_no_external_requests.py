"""Pages load nothing from other machines: no file contains a foreign address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rookery.web.static_files import COMPONENTS, PHONE_COMPONENTS
from support.visitors import open_desk

WEB = Path(__file__).resolve().parents[2] / "src" / "rookery" / "web"
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/1999/xhtml"}
"""Names that look like addresses, and are never asked for."""
FOREIGN = re.compile(r"\b(?:https?|wss?|ftp):\\?/\\?/[^\s\"'`<>)]*|(?<=[\"'(=])\s*//[a-z0-9][^\s\"'`<>)]*", re.I)


def foreign(text: str) -> list[str]:
    """The addresses of other machines in a text."""
    return [found[0] for found in FOREIGN.finditer(text) if found[0] not in NAMESPACES]


def files() -> list[Path]:
    """Everything that a browser is sent, or that is made into it."""
    kinds = {".html", ".css", ".js", ".svg", ".txt", ".json", ".po", ".mo"}
    return sorted(path for path in WEB.rglob("*") if path.suffix in kinds)


def test_there_is_something_to_look_at() -> None:
    assert {path.suffix for path in files()} >= {".html", ".css", ".js"}


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(WEB)))
def test_no_address_of_another_machine(path: Path) -> None:
    assert foreign(path.read_text("utf-8", "replace")) == []


def test_the_style_sheet_has_every_component() -> None:
    assert sorted({*COMPONENTS, *PHONE_COMPONENTS}) == sorted(path.stem for path in (WEB / "static" / "css").iterdir())


def test_addresses_are_detected() -> None:
    text = """<script src="//cdn.example/x.js"> url(https://fonts.example/a.woff) 'http://www.w3.org/2000/svg'
    // a remark
    new WebSocket("wss://x.example") <a href='/t/open'> href="data:," src=//bare.example/x"""
    found = ["//cdn.example/x.js", "https://fonts.example/a.woff", "wss://x.example", "//bare.example/x"]
    assert foreign(text) == found


def test_every_static_file_of_a_page_has_a_hashed_address(tmp_path: Path) -> None:
    house = open_desk(tmp_path)
    visitor = house.visitor()
    page = visitor.ask("/").text
    addresses = re.findall(r'(?:href|src)="(/static/[^"]*)"', page)
    assert len(addresses) >= 3
    versions = {re.fullmatch(r"/static/([0-9a-f]{12})/[\w./]+", address)[1] for address in addresses}  # type: ignore[index]
    (version,) = versions
    for address in addresses:
        assert "immutable" in visitor.ask(address).headers["cache-control"]
        for other in ("", f"{'0' * 12}/"):
            assert visitor.ask(address.replace(f"{version}/", other)).headers["cache-control"] == "no-cache"
    house.store.close()
