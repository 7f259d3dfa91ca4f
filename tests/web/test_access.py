"""Access: foreign hosts and origins, and missing, wrong or used tokens are refused; input is escaped."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web.middleware import OPEN
from rookery.web.pages import PAGES
from rookery.web.rate_limits import BODY, BodyTooLargeError, limit_body
from support.html_elements import select_text, select_texts
from support.visitors import HOST, OpenDesk, open_desk


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club <b>evening</b>", TournamentRules(system="dutch", rounds=3)))
    people = (Facts("<script>alert(1)</script>", 2000), Facts('Ben "B" O\'Neil & Co', 1900))
    made.desk.do(stream, EnterPlayers(people))
    yield made
    made.store.close()


def test_a_token_lets_in_once(house: OpenDesk) -> None:
    token = house.store.people.invite("Ada", 4_000_000_000)
    first, second = house.outside(), house.outside()
    assert first.enter(token).status_code == 303
    assert first.ask("/").status_code == 200
    assert second.enter(token).status_code == 403
    assert second.ask(f"/enter?token={token}").status_code == 403
    assert second.ask("/").status_code == 403
    assert second.ask("/enter").status_code == 403


def test_the_cookie_is_for_us_alone(house: OpenDesk) -> None:
    visitor = house.outside()
    answer = visitor.enter(house.store.people.invite("Ada", 4_000_000_000))
    said = answer.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1", "localhost:8001", ""])
def test_a_foreign_name_is_not_answered(house: OpenDesk, host: str) -> None:
    assert house.visitor().ask("/", {"host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", f"http://{HOST}.evil.example", "http://127.0.0.1"]
)
def test_a_foreign_page_changes_nothing(house: OpenDesk, origin: str) -> None:
    visitor = house.visitor()
    before = house.desk.version(house.store.streams()[0].id)
    data = {"csrf_token": visitor.csrf_token, "command": "remark.add", "text": "here I was"}
    assert visitor.send("POST", "/t/club/do", {"origin": origin}, data=data).status_code == 403
    assert house.desk.version(house.store.streams()[0].id) == before


def test_a_form_brings_back_what_its_page_gave(house: OpenDesk) -> None:
    visitor, other = house.visitor(), house.visitor("Ben")
    data = {"command": "remark.add", "text": "x"}
    for csrf_token in ("", "0" * 32, other.csrf_token):
        assert visitor.send("POST", "/t/club/do", data={**data, "csrf_token": csrf_token}).status_code == 403
        answer = visitor.send("POST", "/t/club/commands", {"x-csrf-token": csrf_token}, json=data)
        assert answer.status_code == 403
    assert visitor.form("club", "remark.add", text="here I was").status_code == 303


@pytest.mark.parametrize("page", [page for page in PAGES if not page.path.startswith(OPEN)], ids=lambda page: page.name)
def test_pages_are_invisible_from_outside(house: OpenDesk, page: object) -> None:
    path = str(getattr(page, "path", "")).replace("{slug}", "club").replace("{round:int}", "1")
    assert house.outside().ask(path).status_code == 403
    assert house.outside().ask(path.replace("/t/", "/p/")).status_code == 403


def test_names_are_escaped(house: OpenDesk) -> None:
    visitor = house.visitor()
    for path in ("/", "/t/club", "/t/club/round/1"):
        text = visitor.ask(path).text
        assert "<b>evening" not in text
        assert "<script>alert" not in text
    assert "Club &lt;b&gt;evening" in visitor.ask("/").text


def test_every_answer_is_sealed(house: OpenDesk) -> None:
    visitor = house.visitor()
    for path in ("/", "/t/club", "/static/desk.css", "/t/nowhere", "/nowhere"):
        headers = visitor.ask(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in house.outside().ask("/").headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/static/..%2fsite.py", "/static/../site.py", "/static/desk.py", "/static/"])
def test_only_our_files_are_served(house: OpenDesk, path: str) -> None:
    assert house.visitor().ask(path).status_code == 404


def test_the_way_out(house: OpenDesk) -> None:
    visitor = house.visitor()
    cookies = dict(visitor.cookies)
    answer = visitor.send("POST", "/leave")
    assert (answer.status_code, answer.headers["clear-site-data"]) == (303, '"cache"')
    visitor.cookies = cookies
    assert visitor.ask("/").status_code == 403


# -- what must not happen ----------------------------------------------------------------------------------------------


def test_a_page_that_is_not_there_is_a_page(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    answer = house.visitor().ask("/nowhere/at/all")
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (404, "text/html")
    assert select_text(answer.text, "main p") == snapshot
    assert "default-src" in answer.headers["content-security-policy"]
    assert house.visitor().ask("/t/club/do").status_code == 405


def test_a_page_that_breaks_says_so_in_words(
    house: OpenDesk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, snapshot: SnapshotAssertion
) -> None:
    visitor, csrf_token = house.visitor(), house.visitor().csrf_token

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret of the inside")

    monkeypatch.setattr("rookery.web.rendering.build_context", broken)
    monkeypatch.setattr("rookery.web.routes.commands.command_from_data", broken)
    answer = visitor.ask("/t/club")
    assert answer.status_code == 500
    assert select_texts(answer.text, "main p") == snapshot
    assert "secret" not in answer.text
    assert "default-src" in answer.headers["content-security-policy"]
    assert "a secret of the inside" in caplog.text
    sent = visitor.send("POST", "/t/club/commands", {"x-csrf-token": csrf_token}, json={"command": "x"})
    assert sent.status_code in (403, 500)
    assert sent.json()["detail"]


def test_what_is_too_long_is_not_taken(house: OpenDesk) -> None:
    visitor = house.visitor()
    for size, status in (("99999999999", 413), ("many", 413), ("-1", 413)):
        headers = {"content-length": size, "x-csrf-token": visitor.csrf_token}
        assert visitor.send("POST", "/t/club/do", headers, content=b"x=1").status_code == status
    more = b"text=" + b"x" * (3 * 1024 * 1024)
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert visitor.send("POST", "/t/club/do", form, content=more).status_code == 413
    answer = visitor.send("POST", "/t/club/commands", {"x-csrf-token": visitor.csrf_token}, content=more)
    assert answer.status_code == 400


def test_an_upload_that_lies_about_its_length_is_stopped() -> None:
    came = 0

    async def pours() -> dict[str, object]:
        nonlocal came
        came += 1
        return {"type": "http.request", "body": b"x" * 1024 * 1024, "more_body": True}

    async def take() -> None:
        taken = limit_body(pours)
        for _ in range(2 * BODY // 1024 // 1024):
            await taken()

    with pytest.raises(BodyTooLargeError):
        asyncio.run(take())
    assert came == BODY // 1024 // 1024 + 1
