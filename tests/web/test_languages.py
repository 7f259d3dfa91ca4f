"""Languages: every text is in the catalogue, and a translation of it is what people read."""

from __future__ import annotations

import importlib
import struct
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from support.visitors import Open, with_examples

ROOT = Path(__file__).resolve().parents[2]


def compiled(texts: Mapping[str, str]) -> bytes:
    """A catalogue as gettext reads it."""
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    start, heads, bodies = 28 + 16 * len(pairs), [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            heads[side] += struct.pack("<II", len(pair[side]), start + len(bodies))
            bodies += pair[side] + b"\0"
    first = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return first + heads[0] + heads[1] + bodies


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    said = {"": "Content-Type: text/plain; charset=UTF-8\n", "Standings begin": "x", "Rank": "Rang",
            "Without a game": "Spielfrei", "After round %(number)s": "Nach Runde %(number)s"}  # fmt: skip
    (folder / "rookery.mo").write_bytes(compiled(said))
    made = with_examples(tmp_path, shared=True)
    yield Open(made.store, made.desk, replace(made.site, locale=tmp_path / "locale"))
    made.store.close()


def test_the_catalogue_has_every_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    tool = importlib.import_module("texts_page")
    sys.modules.pop("texts_page")
    there = (ROOT / "src" / "rookery" / "web" / "locale" / "rookery.pot").read_text("utf-8")
    assert there == tool.catalogue(), "run tools/texts_page.py"


def test_a_translation_is_read(house: Open) -> None:
    guest = house.outside()
    before = guest.ask("/p/easter-open/standings").text
    assert ">Rank<" in before
    assert '<html lang="en"' in before
    assert "/language?to=de" in before
    assert guest.ask("/language?to=de&then=/p/easter-open").headers["location"] == "/p/easter-open"
    after = guest.ask("/p/easter-open/standings").text
    assert ">Rang<" in after
    assert "Nach Runde 3" in after
    assert '<html lang="de"' in after
    assert ">Rank<" in house.outside().ask("/p/easter-open/standings").text
    guest.ask("/language?to=en")
    assert ">Rank<" in guest.ask("/p/easter-open/standings").text


def test_there_is_no_choice_of_one(tmp_path: Path) -> None:
    made = with_examples(tmp_path, shared=True)
    assert "/language" not in made.outside().ask("/p/easter-open").text
    assert "lang" not in dict(made.outside().ask("/language?to=xx&then=//elsewhere").cookies)
    made.store.close()
