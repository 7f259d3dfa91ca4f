"""Cluster A from outside: English on every page, a chapter of the manual for each, nothing from the network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import count

import pytest

from rookery.web.access_codes import issue_range
from rookery.web.pages import PAGES
from rookery.web.pages.home import CHAPTER_OF_PAGE, CHAPTERS
from rookery.web.static_files import ROOT
from support.page_addresses import OPEN, addresses
from support.pseudo_locale import compile_catalogue, pseudo_catalogue
from support.visitors import OpenDesk, Visitor, with_event, with_examples


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    """A desk that could speak another language: one in which every text is marked."""
    folder = tmp_path_factory.mktemp("program")
    there = folder / "locale" / "xx" / "LC_MESSAGES"
    there.mkdir(parents=True)
    (there / "rookery.mo").write_bytes(compile_catalogue(pseudo_catalogue()))
    made = with_event(with_examples(folder, shared=True))
    yield OpenDesk(made.store, made.desk, replace(made.site, locale=folder / "locale", lists=(folder,)))
    made.store.close()


@pytest.fixture(scope="module")
def ada(house: OpenDesk) -> Visitor:
    return house.visitor()


NUMBERS = count(1)
"""Numbers of players who enter: each has another name."""


def pages_after_actions(ada: Visitor) -> Iterator[tuple[str, str]]:
    """The pages that have no address before something was done, with their texts."""
    yield "lost", ada.ask("/t/nowhere").text
    yield "asked", ada.form(OPEN, "round.pair").text
    yield "invited", ada.send("POST", "/invite", data={"csrf_token": ada.csrf_token, "name": "Ben"}).text
    answer = ada.send("POST", "/take", data={"csrf_token": ada.csrf_token}, files={"file": ("x.trf", b"012 A file\n")})
    yield "arrival", ada.ask(answer.headers["location"]).text
    table = {"csrf_token": ada.csrf_token, "text": f"Name,Rating,Fed\nWren {next(NUMBERS)},1500,Atlantis\n"}
    answer = ada.send("POST", f"/t/{OPEN}/table", data=table)
    place = answer.headers["location"]
    yield "review", ada.ask(place).text
    answer = ada.send("POST", f"/t/{OPEN}/table/{place.rpartition('/')[2]}", data={"csrf_token": ada.csrf_token})
    yield "entered", ada.ask(answer.headers["location"]).text
    list_file = {"file": ("list.csv", b"who,what\n1,Ada\n")}
    answer = ada.send("POST", "/lists", data={"csrf_token": ada.csrf_token, "name": "FIDE"}, files=list_file)
    yield "list-columns", ada.ask(answer.headers["location"]).text
    code = issue_range(ada.site, ada.site.require_stream(OPEN).id, "Eva", 1, 9, None)
    yield "code", ada.ask(f"/t/{OPEN}/phones/{code.id}").text
    webhook = ada.site.store.webhooks.create("https://club.example/rookery", 1)
    yield "webhook", ada.ask(f"/programs/webhooks/{webhook.id}").text


@pytest.mark.slow
def test_pages_are_english_whatever_the_browser_asks_for(house: OpenDesk, ada: Visitor) -> None:
    """A catalogue of another language lies ready, the browser asks for it: no page has a word of it (Q7, Q8, Q10)."""
    other, seen = {"accept-language": "xx,de-DE;q=0.9,de;q=0.8"}, set()
    for name, path in addresses():
        answer = (house.outside() if path.startswith("/p/") else ada).ask(path, other)
        assert answer.status_code == 200 or (answer.status_code, name) in SELDOM, (path, answer.text)
        assert "⟦" not in answer.text, path
        if answer.text.startswith("<!doctype") or "<html" in answer.text[:400]:
            assert '<html lang="en"' in answer.text, path
            assert 'id="texts"' not in answer.text, "the script brings no other words"
        seen.add(name)
    for name, text in pages_after_actions(ada):
        assert f'data-page="{name}"' in text, text
        assert '<html lang="en"' in text
        assert "⟦" not in text
        seen.add(name)
    assert {page.name for page in PAGES} <= seen


SELDOM = {(422, "others"), (422, "match")}
"""Pages that fit another format, or a question that nobody asked: what they say instead is looked at all the same."""


def test_answers_papers_and_files_are_english_too(ada: Visitor) -> None:
    """Also for whoever reads the desk in another language: files are always in English (Q10)."""
    other = Visitor(ada.site, dict(ada.cookies))
    other.ask("/language?to=xx&then=/")
    assert "⟦" in other.ask(f"/t/{OPEN}").text, "the other language is there"
    for dialect in ("trf26", "trf16", "json", "rookery"):
        assert "⟦" not in other.ask(f"/t/{OPEN}/files/{dialect}").text
    assert "⟦" not in ada.ask(f"/t/{OPEN}").text, "and who has not chosen it sees nothing of it"
    for visitor in (ada, other):
        visitor.ask("/language?to=en&then=/")
        assert "⟦" not in visitor.ask(f"/t/{OPEN}").text
    for paper in ("pairings", "standings", "crosstable"):
        assert "⟦" not in ada.ask(f"/t/{OPEN}/papers/{paper}.html").text


def test_there_is_no_other_catalogue_that_could_get_into_a_page() -> None:
    assert not list(ROOT.rglob("*.mo"))
    assert not list(ROOT.rglob("*.po"))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_manual_has_a_chapter_for_every_page(ada: Visitor, chapter: str) -> None:
    text = ada.ask(f"/help/{chapter}").text
    assert f"<h1>{CHAPTERS[chapter]}</h1>" in text
    prose = unescape(re.sub("<[^>]+>", " ", text.partition('class="prose">')[2].partition("</main>")[0]))
    assert len(prose.split()) >= 40, "a chapter says what its page is for and what can be done on it"
    for name in CHAPTERS:
        assert f'href="/help/{name}"' in text, "every chapter leads to every other"


@pytest.mark.slow
def test_every_page_leads_to_its_chapter(ada: Visitor) -> None:
    """Whatever page somebody is on, the manual opens at what is told of it; on the desk a link says so (Q12)."""
    told = {name: ada.ask(path).text for name, path in addresses() if path.startswith("/t/") or "/t/" not in path}
    told = {name: text for name, text in told.items() if f'data-page="{name}"' in text} | dict(pages_after_actions(ada))
    whole = {page.name for page in PAGES if not page.part}
    assert whole <= told.keys() | {"now", "names", "hall"}
    for name, text in told.items():
        answer = ada.ask(f"/help/{name}")
        assert answer.status_code == 200, name
        assert f"<h1>{CHAPTERS[CHAPTER_OF_PAGE.get(name, name)]}</h1>" in answer.text
        if 'class="side"' in text or name == "home":
            assert f'href="/help/{name}"' in text, name
