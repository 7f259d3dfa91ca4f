"""What visitors ask for costs the arbiters nothing: it is made once, and in threads of its own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

import rookery.web.routes.downloads as documents
from rookery._record import replace
from rookery.cli.main import main
from rookery.tournaments.domain.restore_points import MarkPoint
from rookery.web.page_spec import Page
from support.visitors import HOST, OpenDesk, Visitor, _application, with_examples

SLUG = "easter-open"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path, shared=True)
    yield made
    made.store.close()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was asked of every paper that was made."""
    asked: list[Any] = []
    paper = documents.build_paper

    def record(tournament: Any, what: str, request: Any) -> Any:
        asked.append((what, request))
        return paper(tournament, what, request)

    monkeypatch.setattr(documents, "build_paper", record)
    return asked


def test_a_public_paper_is_rendered_once_per_version(hall: OpenDesk, made: list[Any]) -> None:
    path = f"/p/{SLUG}/papers/standings.html"
    first = hall.outside().ask(path)
    assert first.status_code == 200
    for query in ("?x=1", "?x=2", "?category=U18", "?title=GM", "?player=p1", "?prizes=100", "?round="):
        again = hall.outside().ask(path + query)
        assert (again.status_code, again.text) == (200, first.text), query
    assert len(made) == 1
    assert (made[0][1].category, made[0][1].round) == ("", None)
    hall.visitor().wish(SLUG, MarkPoint("a point"))
    assert hall.outside().ask(path).status_code == 200
    assert len(made) == 2


def test_a_public_paper_of_a_round(hall: OpenDesk, made: list[Any]) -> None:
    path = f"/p/{SLUG}/papers/pairings.html"
    assert [hall.outside().ask(f"{path}?round={one}").status_code for one in ("1", "01", "99", "x")] == [
        200, 200, 404, 400,
    ]  # fmt: skip
    assert [request.round for _, request in made] == [1]


def test_an_arbiter_still_chooses_what_is_on_a_paper(hall: OpenDesk, made: list[Any]) -> None:
    assert hall.visitor().ask(f"/t/{SLUG}/papers/standings.html?category=w").status_code in (200, 422)
    assert made[0][1].category == "w"


def test_what_a_public_page_does_not_ask_for_makes_no_other_page(
    hall: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    import rookery.web.rendering as served

    views: list[str] = []
    rendered = served.render_page

    def record(visit: Any, page: Page, *args: Any, **more: Any) -> str:
        views.append(page.name)
        return rendered(visit, page, *args, **more)

    monkeypatch.setattr(served, "render_page", record)
    pages = [hall.outside().ask(f"/p/{SLUG}/standings?x={at}").text for at in range(5)]
    assert len(set(pages)) == len(views) == 1
    hall.outside().ask(f"/p/{SLUG}/standings?after=2&x=1")
    assert len(views) == 2


def test_public_papers_delay_no_arbiter(hall: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Visitors wait for papers, each by an address of its own; an arbiter prints, invites and writes meanwhile."""
    ready, begun, paper = Event(), Event(), documents.build_paper

    def slow(tournament: Any, what: str, request: Any) -> Any:
        if what == "crosstable":
            begun.set()
            assert ready.wait(60)
        return paper(tournament, what, request)

    monkeypatch.setattr(documents, "build_paper", slow)
    ada = hall.visitor()
    csrf_token, cookies = ada.csrf_token, "; ".join(f"{name}={value}" for name, value in ada.cookies.items())

    async def run() -> list[int]:
        transport = httpx.ASGITransport(_application(hall.site))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client, asyncio.timeout(60):
            rounds = range(1, 6)
            asked = [
                asyncio.create_task(client.get(f"/p/{SLUG}/papers/crosstable.html?round={at}&x={number}"))
                for at in rounds
                for number in range(40)
            ]
            while not begun.is_set():
                await asyncio.sleep(0)
            headers = {"cookie": cookies, "origin": f"http://{HOST}", "x-csrf-token": csrf_token}
            point = {"command": "point.mark", "name": "a point", "id": "p"}
            answers = [
                await client.get(f"/t/{SLUG}/papers/standings.html", headers=headers),
                await client.post("/invite", data={"csrf_token": csrf_token, "name": "Ben"}, headers=headers),
                await client.post(f"/t/{SLUG}/commands", json=point, headers=headers),
                await client.get(f"/p/{SLUG}/standings"),
            ]
            assert not any(task.done() for task in asked)
            ready.set()
            assert {(await task).status_code for task in asked} == {200}
            return [answer.status_code for answer in answers]

    try:
        assert asyncio.run(run()) == [200, 200, 200, 200]
    finally:
        ready.set()


# -- what the hall sees ------------------------------------------------------------------------------------------------


def test_the_hall_can_be_restricted_to_a_tournament(hall: OpenDesk) -> None:
    guest = Visitor(replace(hall.site, public_slugs=frozenset([SLUG])))
    others = [stream.slug for stream in hall.site.store.streams() if stream.slug != SLUG]
    assert others
    listed = guest.ask("/p/").text
    assert re.findall(r'href="/p/([\w-]+)"', listed) == [SLUG]
    assert guest.ask(f"/p/{SLUG}").status_code == 200
    for slug in others:
        paths = ["", "/standings", "/papers/standings.html", "/live"]
        codes = [guest.ask(f"/p/{slug}{path}").status_code for path in paths]
        assert [*codes, guest.ask(f"/api/v1/p/{slug}/standings").status_code] == [404] * 5
        assert slug not in guest.ask(f"/p/{SLUG}").text
    assert [one["slug"] for one in guest.ask("/api/v1/p/").json()["view"]["lines"]] == [SLUG]


@pytest.mark.parametrize("words", [["--only", SLUG], ["--share", "--only", "nothing"]])
def test_only_needs_a_shared_desk_and_a_tournament(hall: OpenDesk, words: list[str]) -> None:
    assert main(["desk", str(Path(hall.store.name).parent), "--no-browser", *words]) == 3
