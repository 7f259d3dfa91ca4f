"""The API: every page has its twin, which says what the page shows; no command, however strange, breaks the desk."""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rookery._record import replace
from rookery.json_codec import to_json_data
from rookery.serialize.as_data import FORMS
from rookery.tournaments.command import COMMANDS
from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.web.api import PAGED_LISTS, openapi_document
from rookery.web.config import Config
from rookery.web.openapi import form_name
from rookery.web.page_spec import Page, RequestContext
from rookery.web.pages import PAGES
from support.visitors import OpenDesk, Visitor, with_event, with_examples

TWINS = [(page, path, hall) for page in PAGES for path, hall in page.addresses]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    made = with_event(with_examples(tmp_path_factory.mktemp("api"), shared=True))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def ada(house: OpenDesk) -> Visitor:
    return house.visitor()


@pytest.fixture(scope="module")
def document(ada: Visitor) -> dict[str, Any]:
    answer = ada.ask("/api/openapi.json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def places(house: OpenDesk, slug: str) -> dict[str, str]:
    stream = house.site.store.find_stream(slug)
    assert stream
    state = house.desk.state(stream.id)
    if state.kind == "event":
        return {"event": slug}
    board = "1.1" if state.tournament.team_event else "1"
    return {"slug": slug, "key": min(state.keys.participants), "board": board}


def fill_path(path: str, params: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)(:int|:path)?\}", lambda found: params.get(found[1], "1"), path)


def names(path: str) -> str:
    """A path as the document writes it."""
    return re.sub(r":\w+\}", "}", path)


PROBLEM = {"type", "title", "status", "detail", "instance", "code"}


def check_problem(answer: httpx.Response, status: int) -> dict[str, Any]:
    """Check a problem against RFC 9457 and the schema of the document, and return it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem.keys() >= PROBLEM
    assert problem["status"] == status
    assert problem["detail"].strip()
    assert problem["instance"] == answer.request.url.path
    document = openapi_document()
    whole = {"components": document["components"], "$ref": "#/components/schemas/Problem"}
    jsonschema.validate(problem, whole)
    anchor = problem["type"].partition("#")[2]
    assert f'id="{anchor}"' in (Path(__file__).parents[2] / "docs" / "desk-api.md").read_text("utf-8")
    return problem


@pytest.mark.parametrize(("page", "path", "hall"), TWINS, ids=[f"{page.name} {path}" for page, path, _ in TWINS])
def test_every_page_has_a_twin(
    house: OpenDesk, ada: Visitor, document: dict[str, Any], page: Page, path: str, hall: bool
) -> None:
    """The twin is the view of the page, of the form that the document tells."""
    said = document["paths"][f"/v1{names(path)}"]["get"]
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": document["components"],
             **said["responses"]["200"]["content"]["application/json"]["schema"]}  # fmt: skip
    seen = 0
    streams = [one for one in house.site.store.streams() if (one.kind == "event") == ("{event}" in path)]
    for one in streams:
        params = places(house, one.slug)
        answer = (house.outside() if hall else ada).ask(f"/api/v1{fill_path(path, params)}")
        if answer.status_code in (404, 422):  # a page that fits another format, or a question that nobody asked
            assert answer.json()["detail"]
            continue
        assert answer.status_code == 200, answer.text
        data = answer.json()
        current = house.desk.current(one.id)
        state, version = house.site.displayed_state(one.id, current, hall), current.version
        stream = one if page.needs_tournament else None
        filled = {name: params.get(name, "1") for name in re.findall(r"\{(\w+)", path)}
        content = house.site.index.content()
        visit = RequestContext(house.site, "" if hall else "Ada", "", stream, state, version, filled, public=hall,
                               tournaments=content.tournaments, event=content.find_event(one.slug),
                               events=content.events)  # fmt: skip
        view = data["view"]
        for session in view["sessions"] if page.name == "people" else ():
            session.pop("here", None)  # the visit of this test has no session
        assert view == json.loads(json.dumps(to_json_data(page.view(visit))))
        assert data.get("seen") == (version if page.needs_tournament else None)
        jsonschema.validate(data, whole)
        seen += 1
    assert seen or "key" not in path


def test_the_document_names_every_command(document: dict[str, Any]) -> None:
    told = set()
    for path in ("/v1/t/{slug}/commands", "/v1/e/{event}/commands"):
        body = document["paths"][path]["post"]["requestBody"]
        schemas = body["content"]["application/json"]["schema"]["oneOf"]
        told |= {schema["properties"]["command"]["const"] for schema in schemas}
        assert ("section.add" in told) == ("{event}" in path)
    assert told == set(COMMANDS)


def test_every_reference_of_the_document_is_there(document: dict[str, Any]) -> None:
    found = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
    assert found <= set(document["components"]["schemas"])


def test_the_doors_are_those_of_the_desk(house: OpenDesk) -> None:
    guest = house.outside()
    assert guest.ask("/api/v1/t/easter-open").status_code == 403
    assert guest.ask("/api/v1/me").status_code == 403
    assert guest.ask("/api/openapi.json").status_code == 200
    assert guest.ask("/api/v1/p/easter-open/standings").status_code == 200
    assert house.visitor().ask("/api/v1/nowhere").json()["detail"]
    assert house.visitor().ask("/api/v1/t/nowhere").status_code == 404


def test_the_log_by_pieces(house: OpenDesk, ada: Visitor) -> None:
    stream = house.site.stream("tanners-cup")
    assert stream
    every = ada.ask("/api/v1/t/tanners-cup/events").json()
    assert [one["version"] for one in every["events"]] == list(range(1, stream.version + 1))
    some = ada.ask("/api/v1/t/tanners-cup/events?after=10&limit=5").json()
    assert some["events"] == every["events"][10:15]
    assert (some["form"], some["seen"]) == ("log", stream.version)
    assert ada.ask("/api/v1/t/tanners-cup/events?after=x").status_code == 400


def test_a_list_is_read_in_parts(house: OpenDesk, ada: Visitor) -> None:
    """`next` leads from part to part, and the parts are the list."""
    for address, name in (
        ("/t/tanners-cup/events", "events"),
        ("/t/tanners-cup/players", "rows"),
        ("/", "tournaments"),
    ):
        every = ada.ask(f"/api/v1{address}").json()
        every = every.get("view", every)[name]
        rows, at = [], f"/api/v1{address}?limit=3"
        while at:
            part = ada.ask(at).json()
            assert 0 < len(part.get("view", part)[name]) <= 3
            rows += part.get("view", part)[name]
            at = part.get("next", "")
        assert rows == every
    assert ada.ask("/api/v1/t/tanners-cup/players?limit=x").status_code == 400
    assert ada.ask("/api/v1/t/tanners-cup/standings?limit=3").status_code == 400


def test_the_paged_lists_are_lists_of_their_pages() -> None:
    for page in PAGES:
        if page.name in PAGED_LISTS:
            assert PAGED_LISTS[page.name] in typing.get_type_hints(typing.get_type_hints(page.view)["return"])


@pytest.mark.parametrize("path", ["/p/easter-open/standings", "/p/", "/t/easter-open", "/t/easter-open/events", "/me"])
def test_unchanged_json_is_sent_once(house: OpenDesk, ada: Visitor, path: str) -> None:
    """With the ETag of the present answer there is no body; after a change there is one again."""
    whole = ada.ask(f"/api/v1{path}")
    etag = whole.headers["etag"]
    assert whole.headers["cache-control"] == ("public, no-cache" if path.startswith("/p/") else "no-store")
    for names in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        answer = ada.ask(f"/api/v1{path}", {"if-none-match": names})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    assert ada.ask(f"/api/v1{path}", {"if-none-match": '"other"'}).status_code == 200


def test_an_entity_tag_changes_with_the_tournament(house: OpenDesk, ada: Visitor) -> None:
    stream = house.site.stream("easter-open")
    assert stream
    before = [ada.ask(f"/api/v1{path}").headers["etag"] for path in ("/p/easter-open", "/t/easter-open/events")]
    house.desk.do(stream.id, AddRemark("another"))
    after = [ada.ask(f"/api/v1{path}").headers["etag"] for path in ("/p/easter-open", "/t/easter-open/events")]
    assert not set(before) & set(after)


ORIGIN = {"origin": "https://club.example"}


@pytest.mark.parametrize("origins", [(), ("https://club.example",), ("*",)])
def test_other_sites_read_public_data_only(tmp_path: Path, origins: tuple[str, ...]) -> None:
    """A script of a configured site reads the public JSON, without credentials, and nothing else."""
    desk = with_examples(tmp_path, shared=True)
    site = replace(desk.site, config=Config(cors_origins=origins))
    for visitor in (Visitor(site), Visitor(site, desk.visitor().cookies)):
        for path in ("/api/v1/p/easter-open/standings", "/api/openapi.json"):
            answer = visitor.ask(path, ORIGIN)
            assert answer.status_code == 200
            assert answer.headers.get("access-control-allow-origin") == (origins[0] if origins else None)
            assert "access-control-allow-credentials" not in answer.headers
            preflight = {**ORIGIN, "access-control-request-method": "GET",
                         "access-control-request-headers": "if-none-match"}  # fmt: skip
            assert visitor.send("OPTIONS", path, preflight).status_code == (200 if origins else 400)
        for path in ("/api/v1/t/easter-open/standings", "/t/easter-open", "/api/v1/me", "/p/easter-open"):
            assert "access-control-allow-origin" not in visitor.ask(path, ORIGIN).headers
    other = Visitor(site).ask("/api/v1/p/easter-open/standings", {"origin": "https://elsewhere.example"})
    assert other.headers.get("access-control-allow-origin") == ("*" if origins == ("*",) else None)
    desk.store.close()


def test_operation_ids_are_names(document: dict[str, Any]) -> None:
    ids = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch("[a-z]+[A-Z][A-Za-z]+", name) for name in ids), ids


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/tanners-cup/standings?after=99", 404),
        ("/t/tanners-cup/standings?after=0", 404),
        ("/t/tanners-cup/standings?after=x", 400),
        ("/t/tanners-cup/standings?afterr=1", 400),
        ("/t/tanners-cup/standings?after=1&category=", 200),
        ("/t/tanners-cup/round/99", 404),
        ("/t/tanners-cup/round/99/why", 404),
        ("/t/tanners-cup/round/1?round=2", 400),
        ("/t/tanners-cup/events?before=3", 400),
        ("/t/tanners-cup/log?who=Ada&kind=result", 200),
        ("/me?x=1", 400),
        ("/p/tanners-cup/names?round=99", 404),
        ("/nowhere", 404),
    ],
)
def test_what_does_not_exist(house: OpenDesk, path: str, status: int) -> None:
    """An unknown parameter is 400, a round that does not exist 404; each answer is JSON."""
    answer = house.visitor().ask(f"/api/v1{path}")
    assert answer.status_code == status, answer.text
    if status == 200:
        assert answer.headers["content-type"] == "application/json"
    else:
        check_problem(answer, status)


def test_every_refusal_under_the_api_is_json(house: OpenDesk) -> None:
    guest, ada = house.outside(), house.visitor()
    csrf_token = {"x-csrf-token": ada.ask("/api/v1/me").json()["csrf_token"]}
    foreign = {**csrf_token, "origin": "https://elsewhere.example"}
    for answer, status in (
        (guest.ask("/api/v1/t/easter-open"), 403),
        (guest.ask("/api/v1/t/easter-open/events"), 403),
        (guest.ask("/api/v1/"), 403),
        (guest.ask("/api"), 403),
        (ada.send("POST", "/api/v1/t/easter-open/commands", foreign, content=b"{}"), 403),
        (ada.send("POST", "/api/v1/me", csrf_token, content=b"{}"), 405),
    ):
        check_problem(answer, status)


def test_warnings_that_wait_bring_no_markup(house: OpenDesk, ada: Visitor) -> None:
    csrf_token = ada.ask("/api/v1/me").json()["csrf_token"]
    answer = send(ada, {"command": "mode.leave"}, csrf_token)
    assert {*check_problem(answer, 409)} - PROBLEM == {"warnings", "version", "tokens"}


def test_the_forms_of_pages_are_not_those_of_answers() -> None:
    """A form has one shape: the twin of a page is no answer of `as_data`, and not the log."""
    forms = [form_name(page) for page in PAGES]
    assert len(set(forms)) == len(forms)
    assert not set(forms) & {*FORMS.values(), "tournament", "log", "me"}


def send(ada: Visitor, data: Any, csrf_token: str) -> Any:
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    return ada.send("POST", "/api/v1/t/easter-open/commands", {"x-csrf-token": csrf_token}, content=body)


def test_a_command(house: OpenDesk, ada: Visitor) -> None:
    csrf_token = ada.ask("/api/v1/me").json()["csrf_token"]
    stream = house.site.stream("easter-open")
    assert stream
    answer = send(ada, {"command": "remark.add", "text": "sent by a program", "id": "one"}, csrf_token)
    assert (answer.status_code, answer.json()["version"]) == (200, house.desk.version(stream.id))
    assert send(ada, {"command": "remark.add", "text": "sent by a program", "id": "one"}, csrf_token).json()["repeated"]
    for data, status in (
        ({"command": "remark.add", "text": "x", "seen": -1}, 409),
        ({"command": "round.pair"}, 409),
        ({"command": "time.redo"}, 422),
        ({"command": "nothing"}, 400),
        ({"command": "remark.add", "text": 5}, 400),
        ({"command": "remark.add", "text": "\ud800"}, 400),
        ({"command": "remark.add", "text": "a\0b"}, 400),
        ({"command": "remark.add", "text": "x", "seen": "y"}, 400),
        (b"[" * 100_000, 400),
        (b'{"command": "remark.add", "text": NaN}', 400),
        ([], 400),
    ):
        check_problem(send(ada, data, csrf_token), status)


TEXTS = st.one_of(
    st.text(max_size=8), st.sampled_from(["p1", "p2", "p3", "1-0", "½-½", "white", "dutch", "2026-04-03"])
)
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-3, 12), st.integers(), st.floats(allow_nan=False), TEXTS)
BRANCHES = st.one_of(st.lists(LEAVES, max_size=3), st.dictionaries(TEXTS, LEAVES, max_size=3))
VALUES = st.one_of(
    LEAVES, BRANCHES, st.lists(BRANCHES, max_size=2), st.dictionaries(TEXTS, st.one_of(LEAVES, BRANCHES), max_size=2)
)


def fitting(schema: dict[str, Any], document: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Values of a schema, more or less."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([fitting(one, document, depth) for one in schema["anyOf"]])
    kinds = {"integer": st.integers(-2, 12), "string": TEXTS, "boolean": st.booleans(), "null": st.none()}
    kind = schema.get("type")
    if isinstance(kind, list):
        return st.one_of([kinds.get(one, VALUES) for one in kind])
    if kind == "array" and depth < 4:
        return st.lists(fitting(schema.get("items", {}), document, depth + 1), max_size=3)
    if kind == "object" and "properties" in schema and depth < 4:
        parts = {name: fitting(one, document, depth + 1) for name, one in schema["properties"].items()}
        needed = set(schema.get("required", ()))
        return st.fixed_dictionaries(
            {name: one for name, one in parts.items() if name in needed},
            optional={name: one for name, one in parts.items() if name not in needed},
        )
    return kinds.get(str(kind), VALUES)


@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_command_breaks_the_desk(
    house: OpenDesk, ada: Visitor, document: dict[str, Any], data: st.DataObject
) -> None:
    """Whatever fields a command has, it is done, asked about or refused in words."""
    body = document["paths"]["/v1/t/{slug}/commands"]["post"]["requestBody"]
    wishes = body["content"]["application/json"]["schema"]["oneOf"]
    wish = data.draw(st.sampled_from(wishes), label="wish")
    sent = data.draw(fitting({**wish, "properties": {key: one for key, one in wish["properties"].items()
                                                     if key not in ("seen", "id")}}, document))  # fmt: skip
    if data.draw(st.integers(0, 3)) == 0:
        sent = {**sent, data.draw(st.sampled_from(sorted(wish["properties"]))): data.draw(VALUES)}
    answer = send(ada, sent, ada.ask("/api/v1/me").json()["csrf_token"])
    assert answer.status_code in (200, 400, 409, 422), (sent, answer.text)
    said = answer.json()
    if answer.status_code != 200:
        assert said["detail"].strip(), sent
