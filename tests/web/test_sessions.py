"""Who is signed in: listed on a page, told apart by name, and put out one by one or all at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.main import main
from rookery.storage.sessions import Access
from rookery.web.broadcast import Message
from support.browsers import Server
from support.html_elements import select_texts
from support.visitors import OpenDesk, Visitor, with_examples


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = with_examples(tmp_path)
    yield made
    made.store.close()


def accesses_by_name(house: OpenDesk) -> dict[str, Access]:
    return {access.name: access for access in house.store.people.list_accesses(int(time.time()))}


def end(visitor: Visitor, which: str, **more: str) -> int:
    data = {"csrf_token": visitor.csrf_token, "which": which, **more}
    return visitor.send("POST", "/people/end", data=data).status_code


def test_the_page_lists_sessions_and_invitations(house: OpenDesk, snapshot: SnapshotAssertion) -> None:
    ada, _ = house.visitor("Ada"), house.visitor("Ben <b>")
    house.store.people.invite("Cyd", int(time.time()))
    assert 'href="/people"' in ada.ask("/").text
    assert 'href="/people"' in ada.ask("/t/easter-open").text
    page = ada.ask("/people").text
    assert [select_texts(page, part) for part in ("h1", "h2", "tbody b", "tbody .chip", "main button")] == snapshot
    seen = ada.ask("/api/v1/people").json()["view"]
    assert [(one["name"], one.get("here", False)) for one in seen["sessions"]] == [("Ada", True), ("Ben <b>", False)]
    assert [one["name"] for one in seen["invitations"]] == ["Cyd"]
    assert house.outside().ask("/people").status_code == 403
    assert house.outside().ask("/api/v1/people").status_code == 403


def test_a_session_can_be_ended_by_another_user(house: OpenDesk) -> None:
    ada, ben = house.visitor("Ada"), house.visitor("Ben")
    assert end(ada, accesses_by_name(house)["Ben"].id) == 303
    assert ben.ask("/t/easter-open").status_code == 403
    assert ada.ask("/people").status_code == 200
    assert end(ada, "nobody") == 404


def test_an_invitation_is_withdrawn(house: OpenDesk) -> None:
    ada, token = house.visitor("Ada"), house.store.people.invite("Ben", int(time.time()))
    assert end(ada, accesses_by_name(house)["Ben"].id) == 303
    assert house.outside().enter(token).status_code == 403


def test_all_others_are_put_out(house: OpenDesk) -> None:
    ada, others = house.visitor("Ada"), [house.visitor(name) for name in ("Ben", "Cyd")]
    token = house.store.people.invite("Dot", int(time.time()))
    assert end(ada, "others") == 303
    assert [one.ask("/").status_code for one in others] == [403, 403]
    assert house.outside().enter(token).status_code == 403
    assert ada.ask("/").status_code == 200


def test_ending_the_own_session_signs_out(house: OpenDesk) -> None:
    ada = house.visitor("Ada")
    answer = ada.send(
        "POST", "/people/end", data={"csrf_token": ada.csrf_token, "which": accesses_by_name(house)["Ada"].id}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/enter")
    assert ada.ask("/").status_code == 403


def test_only_a_page_of_the_desk_ends_a_session(house: OpenDesk) -> None:
    ada, _ = house.visitor("Ada"), house.visitor("Ben")
    assert end(ada, "others", csrf_token="0" * 32) == 403
    assert house.outside().send("POST", "/people/end", data={"which": "others"}).status_code == 403
    assert ada.send("POST", "/people/end", {"origin": "http://evil.example"}, data={"csrf_token": ada.csrf_token,
                    "which": "others"}).status_code == 403  # fmt: skip
    assert set(accesses_by_name(house)) == {"Ada", "Ben"}


def test_the_live_lines_of_an_ended_session_end(house: OpenDesk) -> None:
    ada = house.visitor("Ada")
    now = int(time.time())
    ben = house.store.people.admit(house.store.people.invite("Ben", now), now)
    assert ben

    async def begun() -> list[Message]:
        return [Message("hello", 1)]

    async def heard() -> list[bytes]:
        line = house.site.hub.listen("easter-open", begun, "Ben", ben.secret)
        first = await anext(line)
        csrf_token = ada.csrf_tokens[str(ada.cookies)]
        sent = asyncio.to_thread(ada.send, "POST", "/people/end", data={"csrf_token": csrf_token, "which": ben.id})
        assert (await sent).status_code == 303
        return [first, *[text async for text in line]]

    assert ada.csrf_token
    assert len(asyncio.run(asyncio.wait_for(heard(), 60))) == 1


@pytest.mark.parametrize("name", ["Ada", "ada", "  ADA ", "Ａｄａ"])
def test_names_are_unique(house: OpenDesk, name: str) -> None:
    ada = house.visitor("Ada")
    answer = ada.send("POST", "/invite", data={"csrf_token": ada.csrf_token, "name": name})
    assert answer.status_code == 409
    assert set(accesses_by_name(house)) == {"Ada"}


def test_a_name_is_free_again_after_its_session(house: OpenDesk) -> None:
    ada, ben = house.visitor("Ada"), house.visitor("Ben")
    assert ben.send("POST", "/leave").status_code == 303
    assert ada.send("POST", "/invite", data={"csrf_token": ada.csrf_token, "name": "Ben"}).status_code == 200


# -- the command line --------------------------------------------------------------------------------------------------


def test_the_command_line_lists_and_ends_sessions(
    house: OpenDesk, tmp_path: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    desk = ["--desk", str(tmp_path / "desk.sqlite")]
    ben, cyd = house.visitor("Ben"), house.visitor("Cyd")
    house.store.people.invite("Dot", int(time.time()))
    assert main(["desk", "invite", "--list", *desk]) == 0
    assert sorted(line.split(maxsplit=2)[2] for line in capsys.readouterr().out.splitlines()) == snapshot
    assert main(["desk", "invite", "--revoke", "ben", *desk]) == 0
    assert capsys.readouterr().out == snapshot
    assert (ben.ask("/").status_code, cyd.ask("/").status_code) == (403, 200)
    assert main(["desk", "invite", "--revoke", "Ben", *desk]) == 3
    assert main(["desk", "invite", "--revoke-all", *desk]) == 0
    assert cyd.ask("/").status_code == 403
    assert accesses_by_name(house) == {}
    capsys.readouterr()
    assert main(["desk", "invite", "--list", *desk]) == 0
    assert capsys.readouterr().out == snapshot


def test_the_command_line_refuses_to_invite_under_a_name_in_use(
    house: OpenDesk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import socket

    house.visitor("Ben")
    with socket.create_server(("127.0.0.1", 0)) as here:
        house.store.people.register_address(f"http://127.0.0.1:{here.getsockname()[1]}", int(time.time()))
        assert main(["desk", "invite", "Ben", "--desk", str(tmp_path / "desk.sqlite")]) == 3
        assert main(["desk", "invite", "Cyd", "--desk", str(tmp_path / "desk.sqlite")]) == 0


# -- whoever opens the desk --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_address_of_a_start_is_of_no_use_after_it(tmp_path: Path) -> None:
    """Neither after the desk was closed, nor after it was killed and opened again."""
    with Server(tmp_path) as server:
        first = server.entry_url
        server.kill()
        server.start()
        second = server.entry_url
        assert first != second
        import httpx

        with httpx.Client() as client:
            assert client.get(first).status_code == 403
        assert server.stop() == 0
    from rookery.storage import open_store

    with open_store(server.store) as store:
        assert store.people.list_accesses(int(time.time())) == ()
