"""Cluster A from outside: English pages, a chapter for each, nothing from the network."""

from __future__ import annotations

from pathlib import Path

import pytest

from rookery.web.pages.help import CHAPTERS
from rookery.web.site import ROOT
from support.outside import event


def test_pages_are_english_whatever_the_browser_asks_for(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        for path in ("/", "/t/open", "/t/open/round/1", "/t/open/standings", "/help/home"):
            plain = made.visitor.ask(path, {"accept-language": "en"}).text
            other = made.visitor.ask(path, {"accept-language": "de-DE,de;q=0.9"}).text
            assert '<html lang="en"' in other
            assert len(plain) == len(other)


def test_there_is_no_other_catalogue_that_could_get_into_a_page() -> None:
    assert not list(ROOT.rglob("*.mo"))
    assert not list(ROOT.rglob("*.po"))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_manual_has_a_chapter_for_every_page(tmp_path: Path, chapter: str) -> None:
    with event(tmp_path, players=()) as made:
        text = made.visitor.ask(f"/help/{chapter}").text
        assert f"<h1>{CHAPTERS[chapter]}</h1>" in text
        assert text.count("<p>") + text.count("<li>") >= 1


def test_the_manual_opens_by_a_key() -> None:
    script = (ROOT / "static" / "desk.js").read_text("utf-8")
    assert "F1" in script
    assert "/help/" in script
