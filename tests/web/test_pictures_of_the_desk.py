"""The pictures of the desk in the documents: every page in every size and theme, each a picture of that size."""

from __future__ import annotations

import struct
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

from support.browsers import THEMES

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.syspath_prepend(str(TOOLS))
    return import_module("desk_pictures")


def test_every_page_has_its_pictures(tool: object) -> None:
    pages, sizes, folder = (getattr(tool, name) for name in ("PAGES", "SIZES", "FOLDER"))
    assert len(pages) >= 10
    expected = {f"{page}-{size}-{theme}.png" for page, size, theme in product(pages, sizes, THEMES)}
    screen = f"{tool.SCREEN}-light.png"
    assert {path.name for path in folder.iterdir()} == expected | {screen}
    for name in expected:
        head = (folder / name).read_bytes()[:24]
        size = next(size for size in sizes if f"-{size}-" in name)
        assert head.startswith(b"\x89PNG")
        assert struct.unpack(">II", head[16:24]) == tuple(sizes[size])
