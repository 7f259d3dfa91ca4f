"""Tokens of programs over HTTP: their scopes, tournament, role and limits, and the page of tokens."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rookery._record import replace
from rookery.tournaments.command import COMMANDS
from rookery.tournaments.roles import COMMAND_ROLES, SCOPES, Role, permitted_names
from rookery.web.config import Config, Limits
from rookery.web.rate_limits import RequestLimit
from support.accounts import sign_in
from support.visitors import OpenDesk, Visitor, with_event, with_examples

CUP, OPEN = "tanners-cup", "easter-open"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_event(with_examples(tmp_path, shared=True))
    yield made
    made.store.close()


def stream(house: OpenDesk, slug: str) -> str:
    found = house.store.find_stream(slug)
    assert found
    return found.id


class Program:
    """A program that sends a token, and neither cookies nor an Origin."""

    def __init__(self, house: OpenDesk, *scopes: str, account: str = "", stream: str = "", days: int = 1) -> None:
        now = int(time.time())
        secret, self.token = house.store.tokens.create(
            "Robot", scopes, now, now + days * 86400, account=account, stream=stream
        )
        self.headers, self.visitor = {"authorization": f"Bearer {secret}", "origin": ""}, house.outside()

    def get(self, path: str) -> httpx.Response:
        return self.visitor.ask(path, self.headers)

    def post(self, path: str, data: Any) -> httpx.Response:
        return self.visitor.send("POST", path, self.headers, json=data)

    def command(self, slug: str, name: str, **fields: Any) -> httpx.Response:
        return self.post(f"/api/v1/t/{slug}/commands", {"command": name, **fields})


def account(house: OpenDesk, name: str, *roles: tuple[str, Role]) -> str:
    made = house.store.accounts.create(name, int(time.time()))
    assert made
    for where, role in roles:
        house.store.accounts.grant(made.id, where, role, {}, int(time.time()))
    return made.id


FIELDS: dict[str, dict[str, Any]] = {
    "remark.add": {"text": "x"},
    "result.enter": {"round": 1, "white": "p1", "black": "p2", "result": "1-0"},
    "bye.ask": {"key": "p1", "rounds": [5], "kind": "half"},
    "round.pair": {},
    "tournament.archive": {},
}
"""Commands with fields that can be read."""


def test_a_program_sends_a_command_with_a_token_alone(house: OpenDesk) -> None:
    """Neither cookie nor CSRF token nor Origin is needed; the log names the token."""
    program = Program(house, "manage", account=account(house, "Ada", ("", Role.ADMINISTRATOR)))
    answer = program.command(OPEN, "remark.add", text="by a program")
    assert answer.status_code == 200, answer.text
    last = program.get(f"/api/v1/t/{OPEN}/events?after={answer.json()['version'] - 1}").json()["events"][-1]
    assert last["actor"] == "Ada (token Robot)"
    me = program.get("/api/v1/me").json()
    assert (me["name"], me["means"], me["scopes"], me["csrf_token"]) == ("Ada (token Robot)", "token", ["manage"], "")


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("command", FIELDS)
def test_a_scope_permits_its_commands_only(house: OpenDesk, scope: str, command: str) -> None:
    answer = Program(house, scope).command(OPEN, command, **FIELDS[command])
    is_role = answer.status_code == 403 and answer.json()["code"] == "role"
    assert is_role == (command not in permitted_names([scope])), answer.text


def test_every_command_is_in_a_scope() -> None:
    """No command is forgotten, and no scope names what is no command."""
    assert set(COMMANDS) <= SCOPES["manage"]
    assert all(names <= SCOPES["manage"] for names in SCOPES.values())


def test_a_token_permits_no_more_than_the_role(house: OpenDesk) -> None:
    reader = Program(house, "manage", account=account(house, "Rea", (stream(house, OPEN), Role.READER)))
    assert reader.get(f"/api/v1/t/{OPEN}/standings").status_code == 200
    for name in COMMAND_ROLES:
        assert reader.command(OPEN, name, **FIELDS.get(name, {})).status_code in (400, 403, 422), name
    assert reader.get(f"/api/v1/t/{CUP}").status_code == 404
    assert reader.post("/api/v1/tournaments", {"name": "A", "kind": "dutch"}).status_code == 403
    assert [row["tournament"]["slug"] for row in reader.get("/api/v1/tournaments").json()["tournaments"]] == [OPEN]


def test_a_token_of_a_tournament_opens_no_other(house: OpenDesk) -> None:
    program = Program(house, "manage", stream=stream(house, OPEN))
    assert program.get(f"/api/v1/t/{OPEN}").status_code == 200
    assert program.command(OPEN, "remark.add", text="x").status_code == 200
    assert program.get(f"/api/v1/t/{CUP}").status_code == 404
    assert program.command(CUP, "remark.add", text="x").status_code in (403, 404)
    assert program.post("/api/v1/tournaments", {"name": "A", "kind": "dutch"}).status_code == 403
    assert [row["tournament"]["slug"] for row in program.get("/api/v1/tournaments").json()["tournaments"]] == [OPEN]
    event = Program(house, "read", stream=stream(house, "river-festival"))
    content = house.site.index.content().find_event("river-festival")
    assert content
    slugs = {row["tournament"]["slug"] for row in event.get("/api/v1/tournaments").json()["tournaments"]}
    assert slugs == {entry.stream.slug for entry in content.sections}
    assert event.get("/api/v1/e/river-festival").status_code == 200


def test_a_token_opens_the_api_and_what_is_read_of_tournaments(house: OpenDesk) -> None:
    program = Program(house, "manage", "read")
    for path, status in (
        ("/api/v1/", 200),
        (f"/t/{OPEN}/papers/standings.csv", 200),
        (f"/api/v1/t/{OPEN}/files/trf26", 200),
        ("/", 401),
        ("/people", 401),
        ("/programs", 401),
        ("/rescue", 401),
        ("/api/v1/people", 403),
        ("/api/v1/programs", 403),
    ):
        assert program.get(path).status_code == status, path
    for path in ("/invite", "/programs/tokens", "/name", f"/t/{OPEN}/do", f"/t/{OPEN}/phones"):
        assert program.post(path, {}).status_code == 401, path


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer rky_x", "bearer nothing"])
def test_a_wrong_token_is_refused(house: OpenDesk, header: str) -> None:
    """Even with a valid session: the request says who sends it."""
    for visitor in (house.outside(), house.visitor()):
        answer = visitor.ask("/api/v1/me", {"authorization": header})
        assert (answer.status_code, answer.json()["type"].endswith("#problem-token")) == (401, True)
        assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


def test_an_expired_or_revoked_token_is_refused(house: OpenDesk) -> None:
    assert Program(house, "read", days=0).get("/api/v1/me").status_code == 401
    program = Program(house, "read")
    assert program.get("/api/v1/me").status_code == 200
    house.store.tokens.revoke(program.token.id, int(time.time()))
    assert program.get("/api/v1/me").status_code == 401


def test_a_token_that_asks_too_often_waits(house: OpenDesk) -> None:
    site = replace(house.site, config=Config(limits=Limits(token_requests=3)))
    program, other = Program(house, "read"), Program(house, "read")
    program.visitor = other.visitor = Visitor(site)
    assert [program.get("/api/v1/me").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert 0 < int(program.get("/api/v1/me").headers["retry-after"]) <= 60
    assert other.get("/api/v1/me").status_code == 200


def test_the_limit_starts_again_after_a_minute() -> None:
    moment = 0.0
    limit = RequestLimit(lambda: moment, 2)
    assert [limit.count("a") for _ in range(3)] == [0, 0, 60]
    moment = 59.5
    assert limit.count("a") == 1
    moment = 60
    assert [limit.count("a"), limit.count("b")] == [0, 0]


# -- the page ----------------------------------------------------------------------------------------------------------


def create(visitor: Visitor, **fields: Any) -> httpx.Response:
    data = {"csrf_token": visitor.csrf_token, "name": "Club site", "scope": ["read"], "days": "90", **fields}
    return visitor.send("POST", "/programs/tokens", data=data)


def test_a_token_is_created_shown_once_and_revoked(house: OpenDesk) -> None:
    ada = house.visitor()
    page = create(ada, scope=["read", "results"], place=stream(house, OPEN))
    (secret,) = re.findall(r'class="secret"[^>]*>(rky_\w+)<', page.text)
    headers = {"authorization": f"Bearer {secret}"}
    assert house.outside().ask(f"/api/v1/t/{OPEN}", headers).status_code == 200
    text = ada.ask("/programs").text
    assert "Club site" in text
    assert secret not in text
    (token,) = house.store.tokens.list_tokens()
    assert token.scopes == ("read", "results")
    assert abs(token.expires - time.time() - 90 * 86400) < 60
    answer = ada.send("POST", "/programs/tokens/revoke", data={"csrf_token": ada.csrf_token, "which": token.id})
    assert answer.status_code == 303
    assert house.outside().ask(f"/api/v1/t/{OPEN}", headers).status_code == 401
    again = ada.send("POST", "/programs/tokens/revoke", data={"csrf_token": ada.csrf_token, "which": token.id})
    assert again.status_code == 404
    assert [event.kind for event in house.store.audit.list_events()[:2]] == ["token", "token"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"name": " "}, 422), ({"scope": []}, 422), ({"scope": ["all"]}, 422), ({"days": "9999"}, 400),
     ({"place": "elsewhere"}, 400), ({"csrf_token": "x"}, 403)],
)  # fmt: skip
def test_a_token_that_cannot_be(house: OpenDesk, fields: dict[str, Any], status: int) -> None:
    assert create(house.visitor(), **fields).status_code == status
    assert house.store.tokens.list_tokens() == ()


def test_an_account_sees_and_revokes_its_own_tokens_only(house: OpenDesk) -> None:
    visitor = sign_in(house, "Ben", (stream(house, OPEN), Role.CHIEF_ARBITER))
    other = Program(house, "read").token
    assert create(visitor, name="Of Ben").status_code == 200
    assert "Robot" not in visitor.ask("/programs").text
    data = {"csrf_token": visitor.csrf_token, "which": other.id}
    assert visitor.send("POST", "/programs/tokens/revoke", data=data).status_code == 404
    assert create(visitor, place=stream(house, CUP)).status_code == 400
    text = house.visitor().ask("/programs").text
    assert "Robot" in text
    assert "Of Ben" in text
