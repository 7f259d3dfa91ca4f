"""Log, papers, report, files and the manual over HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.documents import PAPERS, available_papers
from rookery.storage import log_file
from rookery.tournaments.domain.import_export import export_tournament
from rookery.tournaments.state import State
from rookery.web.pages import PAGES
from rookery.web.pages.home import CHAPTER_OF_PAGE, CHAPTERS
from rookery.web.routes.downloads import PUBLIC
from rookery.web.static_files import ROOT
from support.html_elements import has_element, parse_html, select_text, select_texts
from support.visitors import OpenDesk, Visitor, with_examples


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path, shared=True)
    yield made
    made.store.close()


@pytest.fixture
def visitor(house: OpenDesk) -> Visitor:
    return house.visitor()


def stream(house: OpenDesk, slug: str) -> str:
    return next(one.id for one in house.store.streams() if one.slug == slug)


def state(house: OpenDesk, slug: str) -> State:
    return house.desk.state(stream(house, slug))


def slugs(house: OpenDesk) -> list[str]:
    return [one.slug for one in house.store.streams()]


def test_the_log_says_everything_newest_first(house: OpenDesk, visitor: Visitor) -> None:
    slug = "easter-open"
    version = house.desk.version(stream(house, slug))
    page = visitor.ask(f"/t/{slug}/log").text
    numbers = [int(one) for one in re.findall(r'<tr data-row="(\d+)"', page)]
    assert numbers == list(range(version, max(0, version - 200), -1))
    some = visitor.ask(f"/t/{slug}/log?before=21&kind=player").text
    assert {int(one) for one in re.findall(r'<tr data-row="(\d+)"', some)} <= set(range(1, 21))
    assert "round.paired" not in some


def test_undo_and_redo(house: OpenDesk, visitor: Visitor, snapshot: SnapshotAssertion) -> None:
    slug = "easter-open"
    before, version = state(house, slug), house.desk.version(stream(house, slug))
    asked = visitor.form(slug, "time.return", {"accept": "application/json"}, point="before round 5")
    assert asked.status_code == 409
    assert "return-published" in [one["code"] for one in asked.json()["warnings"]]
    fields = {"point": "before round 5", "yes": asked.json()["tokens"]}
    twice = visitor.form(slug, "time.return", {"accept": "application/json"}, **fields)
    assert select_text(twice.json()["html"], ".head") == snapshot
    fields["yes"] = twice.json()["tokens"]
    assert visitor.form(slug, "time.return", **fields).status_code == 303
    assert len(state(house, slug).tournament.rounds) == 4
    log = visitor.ask(f"/t/{slug}/log").text
    assert set(select_texts(log, "#log tr.past .chip.plain")) == snapshot
    asked = visitor.form(slug, "time.return", {"accept": "application/json"}, to=str(version))
    again = {"to": str(version), "yes": asked.json().get("tokens", ())}
    assert visitor.form(slug, "time.return", **again).status_code == 303
    assert state(house, slug).tournament == before.tournament


def test_every_paper_that_fits_can_be_looked_at(house: OpenDesk, visitor: Visitor) -> None:
    for slug in slugs(house):
        t, page = state(house, slug).tournament, visitor.ask(f"/t/{slug}/papers").text
        assert all(f">{kind.title}</h2>" in page for kind in PAPERS.values())
        made = [">PDF<" in card for card in page.split("<section")[1:]]
        assert made == sorted(made, reverse=True), "those that can be made come first"
        key = (t.teams if t.team_event else t.players)[0].key
        for paper in available_papers(t):
            prizes = "&prizes=1,100" if paper.name == "prizes" else ""
            player = f"&player={key}" if paper.name in ("reasons", "norm") else ""
            answer = visitor.ask(f"/t/{slug}/papers/{paper.name}.html?x=1{player}{prizes}")
            assert answer.status_code in (200, 422), (slug, paper.name, answer.text)
            if answer.status_code == 200:
                assert "style-src 'sha256-" in answer.headers["content-security-policy"]
                assert t.info.name.replace("'", "&#x27;") in answer.text


def test_pdf(visitor: Visitor) -> None:
    pytest.importorskip("typst")
    answer = visitor.ask("/t/easter-open/papers/pairings.pdf?round=4")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("name", ["Весенний блиц", "Κύπελλο Κρήτης", "春の大会", "Zürich Öpen"])
def test_a_tournament_may_be_called_anything(house: OpenDesk, visitor: Visitor, name: str) -> None:
    """Its address, its files and its papers are in its own letters."""
    answer = visitor.send(
        "POST", "/begin", data={"csrf_token": visitor.csrf_token, "name": name, "kind": "dutch", "rounds": "3"}
    )
    place = answer.headers["location"]
    slug = unquote(place).removeprefix("/t/")
    people = {"players:json": '[{"name": "Ада", "rating": 2000}, {"name": "Βάσω", "rating": 1900}]'}
    assert visitor.form(slug, "players.enter", **people).status_code == 303
    assert visitor.form(slug, "round.pair", yes=asked(visitor, slug)).status_code == 303
    for path in ("", "/rules", "/players", "/round/1", "/standings", "/log", "/papers", "/report"):
        page = visitor.ask(f"{place}{path}")
        assert (page.status_code, name in page.text) == (200, True), path
    for dialect, end in (("trf26", "trf"), ("trf16", "trf"), ("json", "json"), ("rookery", "rookery")):
        file = visitor.ask(f"{place}/files/{dialect}")
        assert file.status_code == 200, dialect
        said = file.headers["content-disposition"].rpartition("=")[2].removeprefix("UTF-8''").strip('"')
        assert unquote(said) == f"{slug}{'-trf16' * (dialect == 'trf16')}.{end}"
    assert visitor.ask(f"{place}/papers/pairings.html").status_code == 200


def asked(visitor: Visitor, slug: str) -> list[str]:
    """What says yes to pairing a round."""
    answer = visitor.form(slug, "round.pair", {"accept": "application/json"})
    return list(answer.json().get("tokens", ()))


def test_the_wall_has_the_papers_of_the_wall(house: OpenDesk) -> None:
    outside = house.outside()
    for name in PAPERS:
        status = outside.ask(f"/p/easter-open/papers/{name}.html").status_code
        assert (status in (200, 422)) == (name in PUBLIC), name
        assert outside.ask(f"/t/easter-open/papers/{name}.html").status_code == 403


@pytest.mark.parametrize("dialect", ["trf26", "trf16", "json"])
def test_files_are_those_of_the_library(house: OpenDesk, visitor: Visitor, dialect: str) -> None:
    for slug in slugs(house):
        here = state(house, slug)
        answer = visitor.ask(f"/t/{slug}/files/{dialect}")
        try:
            expected = rookery.dumps(export_tournament(here), dialect)
        except rookery.RookeryError:
            assert answer.status_code == 422
            continue
        assert answer.content == expected
        final = visitor.ask(f"/t/{slug}/files/{dialect}?final=1")
        over = bool(rookery.completion(here.tournament))
        assert final.status_code == (200 if over else 422), slug
        assert over or "C.04.2" in final.text


def test_the_log_goes_to_another_desk(house: OpenDesk, visitor: Visitor) -> None:
    found, records = log_file.loads(visitor.ask("/t/four-rivers/files/rookery").content)
    assert found.slug == "four-rivers"
    assert len(records) == house.desk.version(stream(house, "four-rivers"))


def test_the_report_says_what_is_open_and_by_the_rules(
    house: OpenDesk, visitor: Visitor, snapshot: SnapshotAssertion
) -> None:
    for slug in slugs(house):
        page = visitor.ask(f"/t/{slug}/report").text
        over = bool(rookery.completion(state(house, slug).tournament))
        assert has_element(page, ".columns p .chip") == over, slug
        assert has_element(page, 'a[href$="final=1"]') == over, slug
        assert select_texts(page, ".columns section")[0] == snapshot(name=f"{slug}: open")
        assert select_texts(page, "li .frozen") == snapshot(name=f"{slug}: final files")
        chips = parse_html(page).select("ul.list li .chip")
        verdicts = {chip.text for chip in chips if chip.attributes["class"] == "chip"}
        assert verdicts == snapshot(name=f"{slug}: rounds")


def test_every_page_has_its_chapter(visitor: Visitor) -> None:
    for page in PAGES:
        assert page.part or page.path.startswith("/p/") or page.name in {**CHAPTERS, **CHAPTER_OF_PAGE}, page.name
    for name, title in CHAPTERS.items():
        answer = visitor.ask(f"/help/{name}")
        assert answer.status_code == 200
        assert f"<h1>{title}</h1>" in answer.text
    assert {path.stem for path in (ROOT / "templates" / "manual").glob("*.html")} == set(CHAPTERS)
    assert visitor.ask("/help/nothing").status_code == 422


def test_files_of_two_forms_have_two_names(visitor: Visitor) -> None:
    def name(query: str) -> str:
        return visitor.ask(f"/t/four-rivers/files/{query}").headers["content-disposition"]

    queries = [f"{dialect}{final}" for dialect in ("trf26", "trf16", "json") for final in ("", "?final=1")]
    assert len({name(query) for query in queries}) == len(queries)


def test_a_paper_on_the_screen_leads_back_and_can_be_printed(visitor: Visitor, house: OpenDesk) -> None:
    answer = visitor.ask("/t/easter-open/papers/pairings.html")
    assert has_element(answer.text, 'nav.bar a[href="/t/easter-open/papers"]')
    assert has_element(answer.text, "nav.bar button#print")
    assert "script-src 'sha256-" in answer.headers["content-security-policy"]
    hall = house.outside().ask("/p/easter-open/papers/pairings.html")
    assert has_element(hall.text, 'nav.bar a[href="/p/easter-open"]')
    assert re.search(r"<footer>.*\d{1,2} \w+ \d{4}, \d\d:\d\d</footer>", answer.text)
