"""Tournaments over the API: listed, created, copied, imported, exported, archived and deleted, as on the pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import rookery
from rookery.regulations import FORMATS
from rookery.web.routes.tournament_api import NewTournament
from support.visitors import EVENT_LOG, EXAMPLES, OpenDesk, Visitor, open_desk, with_examples

OPEN: dict[str, Any] = {"name": "Spring Open", "kind": "dutch", "rounds": 5, "city": "Reading", "start": "2026-04-03"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def ada(house: OpenDesk) -> Visitor:
    return house.visitor()


def post(visitor: Visitor, path: str, data: Any = None, **more: Any) -> httpx.Response:
    body = {"json": data} if data is not None else {}
    return visitor.send("POST", f"/api/v1{path}", {"x-csrf-token": visitor.csrf_token}, **body, **more)


def command(visitor: Visitor, slug: str, kind: str, **fields: Any) -> int:
    return post(visitor, f"/t/{slug}/commands", {"command": kind, **fields}).status_code


def test_a_tournament_is_created(house: OpenDesk, ada: Visitor) -> None:
    answer = post(ada, "/tournaments", OPEN)
    assert (answer.status_code, answer.headers["location"]) == (201, "/api/v1/t/spring-open")
    stream = house.site.stream(answer.json()["tournament"])
    assert stream
    assert answer.json()["seen"] == stream.version
    t = house.desk.state(stream.id).tournament
    assert (t.info.name, t.info.city, str(t.info.start), t.planned_rounds) == (
        "Spring Open",
        "Reading",
        "2026-04-03",
        5,
    )
    assert ada.ask(answer.headers["location"]).json()["tournament"] == "spring-open"
    assert post(ada, "/tournaments", OPEN).json()["tournament"] == "spring-open-2"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"name": " "}, 422),
        ({"kind": "whist"}, 422),
        ({"rounds": 0}, 422),
        ({"rounds": "five"}, 400),
        ({"colour": "red"}, 400),
        ({"start": "spring"}, 422),
        ({"acknowledged": "x"}, 400),
    ],
)
def test_a_tournament_that_cannot_be(house: OpenDesk, ada: Visitor, changes: dict[str, Any], status: int) -> None:
    answer = post(ada, "/tournaments", {**OPEN, **changes})
    assert (answer.status_code, answer.json()["status"]) == (status, status), answer.text
    assert answer.json()["detail"]
    assert house.store.streams() == ()


def test_every_format_is_created(ada: Visitor) -> None:
    for name in FORMATS:
        answer = post(ada, "/tournaments", {"name": name, "kind": name, "rounds": 5})
        assert answer.status_code == 201, (name, answer.text)


def test_a_list_in_parts(house: OpenDesk, ada: Visitor, tmp_path: Path) -> None:
    for number in range(5):
        assert post(ada, "/tournaments", {**OPEN, "name": f"Open {number}"}).status_code == 201
    assert command(ada, "open-3", "tournament.archive") == 200
    slugs, at = [], "/api/v1/tournaments?limit=2"
    while at:
        part = ada.ask(at).json()
        slugs += [row["tournament"]["slug"] for row in part["tournaments"]]
        at = part.get("next", "")
    assert slugs == ["open-0", "open-1", "open-2", "open-4"]
    (row,) = ada.ask("/api/v1/tournaments?place=archive").json()["tournaments"]
    assert (row["tournament"]["slug"], row["place"], row["version"]) == ("open-3", "archive", 3)
    assert ada.ask("/api/v1/tournaments?place=moon").status_code == 400


def test_a_tournament_is_archived_and_deleted(house: OpenDesk, ada: Visitor) -> None:
    """Only one in the archive is deleted, and its name confirms that."""
    post(ada, "/tournaments", OPEN)
    assert command(ada, "spring-open", "tournament.delete", name="Spring Open") == 422
    assert command(ada, "spring-open", "tournament.archive") == 200
    assert command(ada, "spring-open", "tournament.delete", name="Autumn Open") == 422
    assert command(ada, "spring-open", "tournament.delete", name="Spring Open") == 200
    assert ada.ask("/api/v1/t/spring-open").status_code == 404
    assert command(ada, "spring-open", "tournament.restore") == 200
    assert ada.ask("/api/v1/t/spring-open").status_code == 200


@pytest.mark.parametrize("dialect", ["trf26", "json"])
def test_a_tournament_is_exported_and_imported(tmp_path: Path, dialect: str) -> None:
    house = with_examples(tmp_path)
    ada = house.visitor()
    exported = ada.ask(f"/api/v1/t/easter-open/files/{dialect}")
    assert exported.status_code == 200
    answer = post(ada, f"/tournaments/import?file=easter.{dialect}&slug=again", content=exported.content)
    for _ in range(3):
        if answer.status_code != 409:
            break
        query = "".join(f"&acknowledged={token}" for token in answer.json()["tokens"])
        answer = post(ada, f"/tournaments/import?file=easter.{dialect}&slug=again{query}", content=exported.content)
    assert (answer.status_code, answer.json()["tournament"]) == (201, "again"), answer.text
    before, after = (rookery.loads(ada.ask(f"/api/v1/t/{slug}/files/json").content).tournament
                     for slug in ("easter-open", "again"))  # fmt: skip
    assert after.rounds == before.rounds
    assert ada.ask("/api/v1/t/easter-open/files/pgn").status_code == 404
    house.store.close()


def test_a_log_is_imported_and_continued(house: OpenDesk, ada: Visitor) -> None:
    data = (EXAMPLES / "open.rookery").read_bytes()
    answer = post(ada, "/tournaments/import?file=easter.rookery", content=data)
    assert (answer.status_code, answer.json()["tournament"]) == (201, "easter-open"), answer.text
    event = post(ada, "/tournaments/import?file=event.rookery", content=EVENT_LOG.read_bytes())
    assert (event.status_code, event.headers["location"]) == (201, "/api/v1/e/river-festival")


def test_a_file_that_cannot_be_read(ada: Visitor) -> None:
    for data in (b"", b"nothing of a tournament", b"{"):
        answer = post(ada, "/tournaments/import?file=x.trf", content=data)
        assert (answer.status_code, answer.json()["code"]) == (422, "file")
        assert answer.json()["errors"]
    assert post(ada, "/tournaments/import?name=x.trf", content=b"x").status_code == 400


def test_a_copy(tmp_path: Path) -> None:
    house = with_examples(tmp_path)
    ada = house.visitor()
    for extent, players in (("rules", False), ("entries", True), ("everything", True)):
        answer = post(ada, "/t/easter-open/copy", {"name": f"Copy of {extent}", "extent": extent})
        assert answer.status_code == 201, answer.text
        stream = house.site.require_stream(answer.json()["tournament"])
        assert bool(house.desk.state(stream.id).tournament.players) == players
    assert post(ada, "/t/easter-open/copy", {"name": "Copy", "extent": "half"}).status_code == 400
    house.store.close()


def test_nothing_is_created_without_the_csrf_token(house: OpenDesk, ada: Visitor) -> None:
    for path in ("/tournaments", "/tournaments/import", "/t/x/copy"):
        assert ada.send("POST", f"/api/v1{path}", json=OPEN).status_code == 403
        assert house.outside().send("POST", f"/api/v1{path}", json=OPEN).status_code == 403
    assert house.store.streams() == ()


def test_the_fields_are_those_of_the_form() -> None:
    wanted = NewTournament("A", "keizer", True, 3, 4, keizer={"absent": "1"})
    fields = wanted.to_fields()
    assert (fields["kind"], fields["rounds"], fields["boards"], fields["keizer.absent"]) == (
        "keizer:teams",
        "3",
        "4",
        "1",
    )
