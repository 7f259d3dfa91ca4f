"""Several workers on one database: no event is lost, pending uploads are shared, limits are divided."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from rookery._record import replace
from rookery.errors import RookeryError
from rookery.storage import open_store
from rookery.tournaments.service import create_service
from rookery.web import Config
from rookery.web.context import AppContext
from rookery.web.factory import create_context
from rookery.web.uploads import SharedUploads
from support.postgresql import Cluster
from support.postgresql import missing as missing_postgresql
from support.visitors import EXAMPLES, OpenDesk, Visitor, open_desk
from support.web_server import WebServer

ROOT = Path(__file__).resolve().parents[2]
TABLE = b"Name;Rating\nElm, Ada;2100\nOak, Bo;many\n"
LIST = b"Kod;Kdo;Body\n11;Elm, Ada;2100\n12;Oak, Bo;1900\n"


@pytest.mark.slow
@pytest.mark.processes
def test_failures_lose_no_event() -> None:
    """A worker and PostgreSQL are killed while results are entered: every listener gets every event once, in order.

    The smoke run of `bench/bench_workers.py`.
    """
    if reason := missing_postgresql():
        pytest.skip(reason)
    size = ["--seconds", "9", "--writers", "6", "--listeners", "24", "--pause", "0.5", "--players", "40"]
    command = [sys.executable, str(ROOT / "bench" / "bench_workers.py"), *size]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "killed PostgreSQL, and started it again" in done.stdout
    assert re.search(r"24 listeners connected again [1-9]\d* times: missed 0, twice 0, out of order 0", done.stdout)
    assert "acknowledged, but not in the log: 0" in done.stdout
    assert "logs of the backup that differ: 0" in done.stdout


# -- pending uploads ---------------------------------------------------------------------------------------------------


@pytest.fixture
def workers(tmp_path: Path) -> tuple[OpenDesk, tuple[Visitor, Visitor]]:
    """A desk, and one signed-in person who speaks to two of its workers."""
    desk = open_desk(tmp_path)
    first = desk.visitor()
    folder = tmp_path / "uploads"
    sites = [replace(desk.site, pending_uploads=SharedUploads(folder)) for _ in range(2)]
    return desk, (Visitor(sites[0], first.cookies), Visitor(sites[1], first.cookies))


def test_import_is_confirmed_at_another_worker(workers: tuple[OpenDesk, tuple[Visitor, Visitor]]) -> None:
    desk, (first, second) = workers
    data = (EXAMPLES / "open.rookery").read_bytes()
    answer = first.send("POST", "/take", data={"csrf_token": first.csrf_token}, files={"file": ("open.rookery", data)})
    place = answer.headers["location"]
    assert "Easter" in second.ask(place).text
    assert second.send("POST", place, data={"csrf_token": second.csrf_token}).status_code == 303
    assert [stream.slug for stream in desk.store.streams()] == ["easter-open"]
    assert first.ask(place).status_code == 422


def test_table_is_reviewed_at_another_worker(workers: tuple[OpenDesk, tuple[Visitor, Visitor]]) -> None:
    _, (first, second) = workers
    data = {"csrf_token": first.csrf_token, "name": "Open", "kind": "dutch", "rounds": "3"}
    slug = first.send("POST", "/begin", data=data).headers["location"].rpartition("/")[2]
    answer = first.send("POST", f"/t/{slug}/table", data={"csrf_token": first.csrf_token},
                        files={"file": ("entries.csv", TABLE)})  # fmt: skip
    page = second.ask(answer.headers["location"])
    assert (page.status_code, "Elm, Ada" in page.text) == (200, True)


def test_columns_of_a_list_are_chosen_at_another_worker(
    workers: tuple[OpenDesk, tuple[Visitor, Visitor]], tmp_path: Path
) -> None:
    _, pair = workers
    first, second = (Visitor(replace(visitor.site, lists=(tmp_path / "lists",)), visitor.cookies) for visitor in pair)
    answer = first.send("POST", "/lists", data={"csrf_token": first.csrf_token, "name": "Club", "kind": "standard"},
                        files={"file": ("club.csv", LIST)})  # fmt: skip
    place = answer.headers["location"]
    assert place.startswith("/lists/columns/")
    assert "Body" in second.ask(place).text
    choices = {"csrf_token": second.csrf_token, "c0": "national_id", "c1": "name", "c2": "standard"}
    assert second.send("POST", place, data=choices).headers["location"] == "/lists"
    assert "Club" in first.ask("/lists").text


def test_uploads_belong_to_their_owner(tmp_path: Path) -> None:
    first, second = SharedUploads(tmp_path / "uploads", max_count=2), SharedUploads(tmp_path / "uploads", max_count=2)
    token = first.keep("ada", ["table"], 10)
    assert second.find("ada", token) == ["table"]
    assert second.find("bo", token) is None
    assert second.find("", token) is None
    assert second.find("ada", f"../uploads/{token}") is None
    second.change("bo", token, ["other"])
    assert first.find("ada", token) == ["table"]
    first.change("ada", token, ["changed"])
    assert second.find("ada", token) == ["changed"]
    others = [second.keep("ada", ["more"], 10) for _ in range(2)]
    assert [first.find("ada", name) for name in (token, *others)] == [None, ["more"], ["more"]]
    first.drop(others[0])
    assert second.find("ada", others[0]) is None


def test_folder_of_others_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "uploads").mkdir(mode=0o755)
    (tmp_path / "uploads").chmod(0o755)
    with pytest.raises(RookeryError, match="that this account alone can use"):
        SharedUploads(tmp_path / "uploads")


# -- one server --------------------------------------------------------------------------------------------------------


def test_limits_are_divided(postgresql: Cluster) -> None:
    """Two workers together allow what one does: an address reaches one of them or the other."""
    site: AppContext = create_context(Config(postgresql.fresh(), workers=2))
    try:
        for _ in range(5):
            site.sign_in_attempts.record_failure("192.0.2.1")
            site.code_attempts.record_failure("192.0.2.1")
        assert site.sign_in_attempts.is_exhausted("192.0.2.1")
        assert site.code_attempts.is_exhausted("192.0.2.1")
        assert isinstance(site.pending_uploads, SharedUploads)
    finally:
        site.store.close()


@pytest.mark.processes
def test_two_workers_start_on_an_empty_database(postgresql: Cluster, tmp_path: Path) -> None:
    """Both create the tables; a session of one is known to the other."""
    place = postgresql.fresh()
    with WebServer(tmp_path, "--workers", "2", database=place, workers="2") as server:
        with open_store(place) as store:
            create_service(store)
            token = store.people.invite("Ada", 1_700_000_000)
            assert store.people.list_accesses(1_700_000_000)
        origin = {"origin": server.address}
        assert httpx.post(f"{server.address}/enter", data={"token": token}, headers=origin).status_code in (303, 403)
        statuses = {httpx.get(f"{server.address}/ready").status_code for _ in range(8)}
        assert statuses == {200}
        assert server.stop() in (0, -15)
    assert "Traceback" not in server.output
