"""Another arbiter: invited by a button or by a command, let in once, seen by the others."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.cli.main import main
from rookery.web.hub import Hub, Message
from rookery.web.serving import hosts, reached
from support.visitors import Open, with_examples


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = with_examples(tmp_path)
    yield made
    made.store.close()


def test_a_button_makes_an_address_that_works_once(house: Open) -> None:
    ada, ben = house.visitor(), house.outside()
    assert 'action="/invite"' in ada.ask("/t/easter-open").text
    assert 'action="/invite"' in ada.ask("/").text
    answer = ada.send("POST", "/invite", data={"door": ada.door, "name": "Ben <b>"})
    assert answer.status_code == 200
    assert "An invitation for Ben &lt;b&gt;" in answer.text
    assert '<svg class="qr"' in answer.text or "segno" not in answer.text
    found = re.search(r"/enter\?token=[\w-]+", answer.text)
    assert found
    assert ben.ask(found[0]).status_code == 303
    assert house.outside().ask(found[0]).status_code == 403
    assert "<b>Ben &lt;b&gt;</b>" in ben.ask("/t/easter-open").text


def test_only_who_is_in_invites(house: Open) -> None:
    ada = house.visitor()
    assert house.outside().send("POST", "/invite", data={"name": "Eve"}).status_code == 403
    assert ada.send("POST", "/invite", data={"name": "Eve", "door": "0" * 32}).status_code == 403
    for name in ("", "  ", "x" * 81, "a\u202eb"):
        assert ada.send("POST", "/invite", data={"name": name, "door": ada.door}).status_code == 422


def test_a_command_lets_somebody_in_where_the_desk_is_open(
    house: Open, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["desk", "invite", "Ben", "--desk", str(tmp_path / "desk.sqlite")]
    assert main(words) != 0
    assert "is not open" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as here:
        address, gone = f"http://127.0.0.1:{here.getsockname()[1]}", "http://127.0.0.1:9"
        for one in (address, gone):
            house.store.people.settle(one, int(time.time()))
        assert main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert [one.partition("/enter?token=")[0] for one in said] == [address]
    ben = house.outside()
    assert ben.ask(said[0].removeprefix(address)).status_code == 303
    house.store.people.unsettle(address)
    house.store.people.unsettle(gone)
    assert house.store.people.addresses(int(time.time())) == ()


def test_an_address_is_no_token(house: Open) -> None:
    house.store.people.settle("http://127.0.0.1:8000", int(time.time()))
    assert house.outside().ask("/enter?token=http://127.0.0.1:8000").status_code == 403


def test_who_looks_is_known_by_name() -> None:
    import asyncio

    async def look() -> None:
        hub = Hub()
        lines = [hub.listen("open", Message("hello", 1), name) for name in ("Ben", "Ada", "Ben", "")]
        for line in lines:
            await anext(line)
        assert hub.looking("open") == 4
        assert hub.names("open") == ("Ada", "Ben")
        assert hub.names("other") == ()
        await lines[1].aclose()  # type: ignore[attr-defined]
        assert hub.names("open") == ("Ben",)

    asyncio.run(look())


def test_a_desk_that_is_not_shared_answers_here_alone() -> None:
    assert reached(8000, share=False) == ("http://127.0.0.1:8000",)
    assert hosts(8000, share=False) == {"127.0.0.1:8000", "localhost:8000"}
    assert reached(8000, share=True)[-1] == "http://127.0.0.1:8000"
    assert {one.removeprefix("http://") for one in reached(8000, share=True)} <= hosts(8000, share=True)
