"""A desk with an unusable database reports it on every page and acknowledges nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event
from syrupy.assertion import SnapshotAssertion

from rookery.cli.main import main
from rookery.errors import RookeryError
from rookery.storage import open_store
from rookery.storage.database import StoreError
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.keyed import Facts
from rookery.web.error_handlers import PAUSE, TroubleLog
from rookery.web.pages import PAGES
from rookery.web.responses import STORAGE_REFUSALS
from support.browsers import Server
from support.html_elements import select_texts
from support.visitors import OpenDesk, Visitor, open_desk

posix = pytest.mark.skipif(os.name != "posix", reason="a file that is open cannot be deleted")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club"), actor="Ada")
    made.desk.do(stream, EnterPlayers((Facts("Ann"), Facts("Ben"))), actor="Ada")
    yield made
    made.store.close()


@pytest.fixture
def visitor(house: OpenDesk) -> Visitor:
    made = house.visitor()
    assert made.csrf_token
    return made


MORE = EnterPlayers((Facts("Cyd"),))


@pytest.mark.parametrize("reason", list(STORAGE_REFUSALS))
def test_every_problem_has_a_message(
    house: OpenDesk,
    visitor: Visitor,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    snapshot: SnapshotAssertion,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError(reason, "the words of the system", "desk.sqlite")  # type: ignore[arg-type]

    monkeypatch.setattr(house.store, "append", fail)
    answer = visitor.wish("club", MORE)
    assert answer.status_code == 503
    assert answer.json() == snapshot
    page = visitor.form("club", "time.undo")
    assert page.status_code == 503
    assert select_texts(page.text, "main p") == snapshot
    assert "the words of the system" not in page.text
    assert [record.exc_info for record in caplog.records] == [None], "one line, without a traceback"


def test_the_terminal_hears_of_a_trouble_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    log = TroubleLog(lambda: now)
    for _ in range(10):
        log.note(StoreError("full", "x", "desk.sqlite"))
    log.note(StoreError("lost", "x", "desk.sqlite"))
    assert len(caplog.records) == 2
    now = PAUSE
    log.note(StoreError("full", "x", "desk.sqlite"))
    assert len(caplog.records) == 3


def test_every_page_reports_a_full_disk_until_there_is_room(house: OpenDesk, visitor: Visitor) -> None:
    engine = house.store._database.engine
    full = True

    def limit(connection: object, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={1 if full else 1_000_000}")  # type: ignore[attr-defined]

    event.listen(engine, "checkout", limit)
    large = EnterPlayers(tuple(Facts(f"Player {at:03} " + "x" * 900) for at in range(100)))
    assert visitor.wish("club", large).status_code == 503
    for path in ("/", "/t/club", "/t/club/players", "/people", "/nowhere"):
        assert select_texts(visitor.ask(path).text, "#trouble b") == [STORAGE_REFUSALS["full"].text], path
    assert "trouble" not in house.outside().ask("/p/club").text
    full = False
    assert visitor.wish("club", large).status_code == 200
    assert select_texts(visitor.ask("/t/club").text, "#trouble b") == []
    event.remove(engine, "checkout", limit)


@posix
def test_every_page_reports_a_deleted_database(house: OpenDesk, visitor: Visitor, tmp_path: Path) -> None:
    stream = house.site.stream("club")
    assert stream
    Path(house.store.name).unlink()
    answer = visitor.wish("club", MORE)
    assert (answer.status_code, answer.json()["code"]) == (503, "file gone")
    assert house.store.version(stream.id) == stream.version
    shown = [page for page in PAGES if page.template and not page.part and "{" not in page.path.replace("{slug}", "")]
    for page in shown:
        if page.path.startswith("/p/"):
            continue
        text = visitor.ask(page.path.replace("{slug}", "club")).text
        assert select_texts(text, "#trouble b") == [STORAGE_REFUSALS["gone"].text], page.path
        assert 'href="/rescue"' in text
    assert house.outside().ask("/rescue").status_code == 403
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(visitor.ask("/rescue").content)
    with open_store(copy) as other:
        assert other.check() == ()
        assert other.version(stream.id) == stream.version


@pytest.mark.parametrize("error", [StoreError("lost", "x", "y"), RookeryError("damaged"), OSError("x")])
def test_the_page_of_an_error_needs_no_database(
    house: OpenDesk, visitor: Visitor, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    for name in ("streams", "find_stream", "totals", "version", "read"):
        monkeypatch.setattr(house.store, name, fail)
    for path in ("/t/club", "/", "/p/club", "/nowhere"):
        answer = visitor.ask(path)
        assert answer.status_code in (404, 422, 500, 503), path
        assert answer.headers["content-type"].startswith("text/html"), path
        assert select_texts(answer.text, "main p"), path


# -- the command line --------------------------------------------------------------------------------------------------


@posix
@pytest.mark.slow
def test_a_desk_that_is_open_is_not_restored_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Server(tmp_path / "desk") as server:
        desk = ["--desk", str(server.store)]
        server.adopt(Path(__file__).parents[2] / "examples" / "club.rookery")
        assert main(["desk", "backup", str(tmp_path / "copies"), *desk]) == 0
        assert main(["desk", "restore", str(tmp_path / "copies"), *desk]) == 3
        assert server.address in " ".join(capsys.readouterr().err.split())
        assert server.stop() == 0
        assert main(["desk", "restore", str(tmp_path / "copies"), *desk]) == 0


@posix
@pytest.mark.slow
def test_no_command_is_acknowledged_after_the_file_was_deleted(tmp_path: Path) -> None:
    """By a server in a process of its own, with the threads that it has."""
    import httpx

    with Server(tmp_path / "desk") as server:
        server.adopt(Path(__file__).parents[2] / "examples" / "club.rookery")
        with httpx.Client(base_url=server.address, headers={"origin": server.address}) as client:
            assert client.get(server.entry_url).status_code == 303
            csrf_token = client.get("/api/v1/me").json()["csrf_token"]
            slug = "club-evening"

            def mark(name: str) -> int:
                data = {"command": "point.mark", "name": name, "id": name}
                headers = {"x-csrf-token": csrf_token}
                return client.post(f"/t/{slug}/commands", json=data, headers=headers).status_code

            assert mark("before") == 200
            for path in server.folder.glob("desk.sqlite*"):
                path.unlink()
            assert {mark(f"after {at}") for at in range(10)} == {503}
            assert not server.store.exists()
            (tmp_path / "copy.sqlite").write_bytes(client.get("/rescue").content)
    with open_store(tmp_path / "copy.sqlite") as store:
        records = list(store.read(store.streams()[0].id))
    assert records[-1].data["name"] == "before"
