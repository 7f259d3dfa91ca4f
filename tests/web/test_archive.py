"""Tournaments are copied, archived, restored and deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.storage import log_file
from rookery.tournaments.state import State
from support.html_elements import has_element, select_text, select_texts
from support.visitors import OpenDesk, Visitor, with_examples

JSON = {"accept": "application/json"}
SLUG = "easter-open"
NAME = "Puddleford Easter Open"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path, shared=True)
    yield made
    made.store.close()


def state(house: OpenDesk, slug: str) -> State:
    stream = house.store.find_stream(slug)
    assert stream is not None
    return house.desk.state(stream.id)


def copy(visitor: Visitor, slug: str, what: str, name: str = "Autumn Open") -> httpx.Response:
    return visitor.send("POST", f"/t/{slug}/copy", data={"csrf_token": visitor.csrf_token, "name": name, "what": what})


@pytest.mark.parametrize("slug", ["easter-open", "four-rivers", "tanners-cup"])
@pytest.mark.parametrize("what", ["entries", "rules"])
def test_a_copy_has_rules_and_entries_but_no_rounds(house: OpenDesk, slug: str, what: str) -> None:
    old, visitor = state(house, slug), house.visitor()
    answer = copy(visitor, slug, what)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/autumn-open")
    new = state(house, "autumn-open")
    assert (new.tournament.info.name, new.tournament.rounds, new.fide) == ("Autumn Open", (), old.fide)
    assert (new.tournament.system, new.tournament.planned_rounds, new.choices) == (
        old.tournament.system, old.tournament.planned_rounds, old.choices,
    )  # fmt: skip
    entered = {player.name for player in old.tournament.players} if what == "entries" else set()
    assert {player.name for player in new.tournament.players} == entered
    assert len(new.tournament.teams) == (len(old.tournament.teams) if entered else 0)
    assert not new.withdrawn
    assert visitor.ask("/t/autumn-open").status_code == 200
    assert new.permanent.lots != old.permanent.lots


def test_a_whole_copy_goes_its_own_way(house: OpenDesk) -> None:
    old, visitor = state(house, SLUG), house.visitor()
    assert copy(visitor, SLUG, "everything").status_code == 303
    new = state(house, "autumn-open")
    assert new.tournament.rounds == old.tournament.rounds
    assert new.tournament.info.name == "Autumn Open"
    assert visitor.form("autumn-open", "remark.add", text="A trial").status_code == 303
    assert state(house, SLUG) == old
    assert not house.store.check()


def test_a_copy_needs_a_name_and_comes_from_a_page(house: OpenDesk) -> None:
    visitor = house.visitor()
    assert copy(visitor, SLUG, "rules", " ").status_code == 422
    assert visitor.send("POST", f"/t/{SLUG}/copy", data={"name": "X"}).status_code == 403
    assert copy(visitor, "nowhere", "rules").status_code == 404


def test_the_archive_hides_a_tournament_until_it_is_brought_back(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor, hall = house.visitor(), house.outside()
    assert visitor.form(SLUG, "tournament.archive").status_code == 303
    for page in (visitor.ask("/").text, hall.ask("/p/").text):
        assert not [name for name in select_texts(page, ".events b") if name == NAME]
    home = visitor.ask("/").text
    assert select_texts(home, "#archive li") == snapshot
    assert has_element(visitor.ask("/t/four-rivers").text, "#side")
    assert f"/t/{SLUG}" not in visitor.ask("/t/four-rivers").text
    own = visitor.ask(f"/t/{SLUG}").text
    assert has_element(own, f'.pickt .here[href="/t/{SLUG}"]')
    assert select_text(own, "#keeping .chip") == snapshot
    assert visitor.form(SLUG, "time.undo", JSON).json()["detail"]  # it is no work of an arbiter that undo takes back
    assert state(house, SLUG).permanent.place == "archive"
    assert visitor.form(SLUG, "tournament.restore").status_code == 303
    assert NAME in select_texts(visitor.ask("/").text, ".events b")
    assert not has_element(visitor.ask("/").text, "#archive")


def test_a_tournament_is_deleted_from_the_archive_after_its_name_is_typed(
    house: OpenDesk, snapshot: SnapshotAssertion
) -> None:
    visitor, hall = house.visitor(), house.outside()
    early = visitor.form(SLUG, "tournament.delete", JSON, name=NAME)
    assert early.status_code == 422
    visitor.form(SLUG, "tournament.archive")
    wrong = visitor.form(SLUG, "tournament.delete", JSON, name="Puddleford")
    assert wrong.status_code == 422
    page = visitor.ask(f"/t/{SLUG}/delete").text
    assert has_element(page, f'a[href="/t/{SLUG}/files/rookery"]')
    log = visitor.ask(f"/t/{SLUG}/files/rookery").content
    said = [one.json()["detail"] for one in (early, wrong)]
    assert [*said, *select_texts(page, "main p")] == snapshot
    assert visitor.form(SLUG, "tournament.delete", name=NAME).status_code == 303
    assert NAME not in visitor.ask("/").text
    for path in (f"/t/{SLUG}", f"/t/{SLUG}/round/5", f"/t/{SLUG}/files/rookery", f"/t/{SLUG}/papers/players.html"):
        assert visitor.ask(path).status_code == 404, path
    assert hall.ask(f"/p/{SLUG}").status_code == 404
    assert visitor.form(SLUG, "remark.add", text="Still here?").status_code == 404
    stream, records = log_file.loads(log)
    assert list(house.store.read(stream.id))[: len(records)] == list(records)  # the log is kept
    answer = visitor.send(
        "POST", "/take", data={"csrf_token": visitor.csrf_token}, files={"file": ("open.rookery", log)}
    )
    assert visitor.send("POST", answer.headers["location"], data={"csrf_token": visitor.csrf_token}).status_code == 303
    assert visitor.ask(f"/t/{SLUG}").status_code == 200
    assert NAME in select_texts(visitor.ask("/").text, ".events b")
