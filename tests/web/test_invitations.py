"""Another arbiter: invited by a button or by a command, let in once, seen by the others."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.main import main
from rookery.web.broadcast import Hub, Message
from rookery.web.rate_limits import TRIES
from support.browsers import Server
from support.html_elements import has_element, select_text, select_texts
from support.visitors import HOST, OpenDesk, _application, with_examples


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path)
    yield made
    made.store.close()


def test_a_button_makes_an_address_that_works_once(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    ada, ben = house.visitor(), house.outside()
    assert 'action="/invite"' in ada.ask("/t/easter-open").text
    assert 'action="/invite"' in ada.ask("/").text
    answer = ada.send("POST", "/invite", data={"csrf_token": ada.csrf_token, "name": "Ben <b>"})
    assert answer.status_code == 200
    assert "Ben &lt;b&gt;" in answer.text
    assert select_text(answer.text, "h1") == snapshot
    assert '<svg class="qr"' in answer.text or "segno" not in answer.text
    found = re.search(r"/enter\?token=[\w-]+", answer.text)
    assert found
    assert ben.enter(found[0]).status_code == 303
    assert house.outside().enter(found[0]).status_code == 403
    assert "<b>Ben &lt;b&gt;</b>" in ben.ask("/t/easter-open").text


def test_only_signed_in_users_invite(house: OpenDesk) -> None:
    ada = house.visitor()
    assert house.outside().send("POST", "/invite", data={"name": "Eve"}).status_code == 403
    assert ada.send("POST", "/invite", data={"name": "Eve", "csrf_token": "0" * 32}).status_code == 403
    for name in ("", "  ", "x" * 81, "a\u202eb"):
        assert ada.send("POST", "/invite", data={"name": name, "csrf_token": ada.csrf_token}).status_code == 422


def test_a_command_creates_a_sign_in_for_an_open_desk(
    house: OpenDesk, tmp_path: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    words = ["desk", "invite", "Ben", "--desk", str(tmp_path / "desk.sqlite")]
    assert main(words) != 0
    assert " ".join(capsys.readouterr().err.split()).replace(str(tmp_path), "<folder>") == snapshot
    with socket.create_server(("127.0.0.1", 0)) as here:
        address, gone = f"http://127.0.0.1:{here.getsockname()[1]}", "http://127.0.0.1:9"
        for one in (address, gone):
            house.store.people.register_address(one, int(time.time()))
        assert main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert [one.partition("/enter?token=")[0] for one in said] == [address]
    ben = house.outside()
    assert ben.enter(said[0]).status_code == 303
    house.store.people.remove_address(address)
    house.store.people.remove_address(gone)
    assert house.store.people.addresses(int(time.time())) == ()


def test_an_address_is_no_token(house: OpenDesk) -> None:
    house.store.people.register_address("http://127.0.0.1:8000", int(time.time()))
    assert house.outside().ask("/enter?token=http://127.0.0.1:8000").status_code == 403
    assert house.outside().enter("http://127.0.0.1:8000").status_code == 403


def test_a_preview_of_an_invitation_does_not_use_it(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    """A chat looks at an address to show what is there; a mail program checks it."""
    token = house.store.people.invite("Ben <b>", int(time.time()))
    for method in ("HEAD", "GET", "GET"):
        answer = house.outside().send(method, f"/enter?token={token}")
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert 'method="post" action="/enter"' in answer.text
    assert "Ben &lt;b&gt;" in answer.text
    assert [select_texts(answer.text, part) for part in ("main h1", "main p", "main button")] == snapshot
    ben = house.outside()
    assert ben.enter(token).status_code == 303
    assert ben.ask("/").status_code == 200


def test_a_page_of_another_site_uses_no_invitation(house: OpenDesk) -> None:
    token = house.store.people.invite("Ben", int(time.time()))
    for origin in ("https://mail.example", "null", ""):
        answer = house.outside().send("POST", "/enter", {"origin": origin}, data={"token": token})
        assert answer.status_code == 403
    assert house.outside().enter(token).status_code == 303


def test_opening_the_desk_on_its_own_machine_signs_in_at_once(house: OpenDesk) -> None:
    people, now = house.store.people, int(time.time())
    token = people.invite_owner("Olga", now)
    assert house.outside().send("HEAD", f"/enter?token={token}").status_code == 200
    assert house.outside().ask(f"/enter?token={token}").status_code == 303
    token = people.invite_owner("Olga", now)
    assert ask_from(house, "192.0.2.7", f"/enter?token={token}") == 200, "from elsewhere by the button"
    assert people.invitation(token, now)


def ask_from(house: OpenDesk, address: str, path: str) -> int:
    async def ask() -> int:
        transport = httpx.ASGITransport(_application(house.site), client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return (await client.get(path)).status_code

    return asyncio.run(ask())


def test_viewers_are_known_by_name() -> None:
    import asyncio

    async def begun() -> list[Message]:
        return [Message("hello", 1)]

    async def look() -> None:
        hub = Hub()
        lines = [hub.listen("open", begun, name) for name in ("Ben", "Ada", "Ben", "")]
        for line in lines:
            await anext(line)
        assert hub.connection_count("open") == 4
        assert hub.names("open") == ("Ada", "Ben")
        assert hub.names("other") == ()
        await lines[1].aclose()  # type: ignore[attr-defined]
        assert hub.names("open") == ("Ben",)

    asyncio.run(look())


@pytest.mark.slow
def test_headers_cannot_forge_the_origin_of_a_request(tmp_path: Path) -> None:
    """No proxy is known, so X-Forwarded-For is what anybody wrote there."""
    with Server(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        codes = [client.get("/enter?token=guess", headers={"x-forwarded-for": f"192.0.2.{at}"}).status_code
                 for at in range(TRIES + 1)]  # fmt: skip
    assert codes == [403] * TRIES + [429]


def test_an_invitation_says_which_address_is_for_whom_and_leads_back(
    house: OpenDesk, snapshot: SnapshotAssertion
) -> None:
    visitor = house.visitor("Ada")
    said = {"csrf_token": visitor.csrf_token, "name": "Ben", "then": "/t/club"}
    page = visitor.send("POST", "/invite", data=said).text
    assert select_texts(page, ".ways dt") == snapshot
    assert has_element(page, 'a.primary[href="/t/club"]')
    away = visitor.send("POST", "/invite", data={**said, "then": "https://elsewhere.example/"}).text
    assert has_element(away, 'a.primary[href="/"]')


def test_a_user_changes_the_displayed_name(house: OpenDesk) -> None:
    visitor, other, ben = house.visitor("root"), house.visitor("root"), house.visitor("Ben")
    assert (
        visitor.send("POST", "/name", data={"csrf_token": visitor.csrf_token, "name": " Ada  Wren "}).status_code == 303
    )
    for page in (visitor.ask("/people").text, other.ask("/people").text):  # in all their browsers
        assert 'data-who="Ada Wren"' in page
    assert 'data-who="Ben"' in ben.ask("/people").text
    for name, status in (("", 422), ("x" * 81, 422), ("\u200b", 422), ("BEN", 422)):  # one that is taken, too
        assert (
            visitor.send("POST", "/name", data={"csrf_token": visitor.csrf_token, "name": name}).status_code == status
        ), name
    assert visitor.send("POST", "/name", data={"name": "Cyd"}).status_code == 403
    assert 'data-who="Ada Wren"' in visitor.ask("/people").text
    assert house.outside().send("POST", "/name", data={"name": "Cyd"}).status_code == 403
