"""Languages: every text is in the catalogue, and a translation of it is what people read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest

from support.catalogues import compiled, marked, texts_tool
from support.visitors import Open, with_examples

ROOT = Path(__file__).resolve().parents[2]


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


def test_the_catalogue_has_every_text(tool: ModuleType) -> None:
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


# -- a language that nobody speaks -------------------------------------------------------------------------------------

PAGES = ("", "/round/5", "/standings", "/players", "/rules", "/log", "/papers", "/prizes")
NAME = "Puddleford Easter Open"
HEADS = re.compile(r"(?s)<(th|button|legend|summary|h2|label)\b[^>]*>(.*?)</\1>")
OURS = re.compile(r"⟦[^⟦⟧]*⟧")


@pytest.fixture
def tool() -> ModuleType:
    return texts_tool()


def test_no_heading_button_or_label_stays_english(tmp_path: Path, tool: ModuleType) -> None:
    folder = tmp_path / "locale" / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "rookery.mo").write_bytes(compiled(marked()))
    made = with_examples(tmp_path)
    visitor = Open(made.store, made.desk, replace(made.site, locale=tmp_path / "locale")).visitor()
    visitor.ask("/language?to=xx&then=/")
    left = set()
    for path in PAGES:
        page = visitor.ask(f"/t/easter-open{path}").text
        title = re.search("<title>(.*?)</title>", page)
        assert title
        assert title[1].startswith("⟦")
        for _, inside in HEADS.findall(page):
            if "<select" in inside or "<abbr" in inside:
                continue
            text = OURS.sub("", unescape(re.sub(r"(?s)<textarea.*?</textarea>|<kbd.*?</kbd>|<[^>]*>", " ", inside)))
            text = text.replace(NAME, "").replace("PDF", "")
            left |= {(path, text.strip())} if re.search(r"[A-Za-z]{3}", text) else set()
        texts = re.search(r'id="texts">(.*?)</script>', page)
        assert texts
        assert json.loads(texts[1]) == {one: f"⟦{one}⟧" for one in tool.script_texts()}
    made.store.close()
    assert left == set()
