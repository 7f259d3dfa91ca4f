"""The public pages as files: links that hold, nothing hidden in them, and no byte that changes without a reason."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import rookery
from rookery._record import replace
from rookery.errors import RookeryError
from rookery.model import Result
from rookery.storage import open_store
from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.publication import PublishRound, SetPublication
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.service import create_service
from rookery.web.app import lifespan
from rookery.web.site_publisher import SitePublisher
from rookery.web.static_site import HIDEABLE, MANIFEST, SitePageWriter, build_site, write_site, zip_site
from support.visitors import OpenDesk, with_examples

SLUGS = ("easter-open", "four-rivers", "tanners-cup")
OPEN = "easter-open"


@pytest.fixture(scope="module")
def examples_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    opened = with_examples(tmp_path_factory.mktemp("site"), shared=True)
    yield opened
    opened.store.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[OpenDesk]:
    (tmp_path / "desk").mkdir()
    opened = with_examples(tmp_path / "desk", shared=True)
    yield opened
    opened.store.close()


def build(desk: OpenDesk, slug: str = OPEN, hidden: tuple[str, ...] = ()) -> dict[str, bytes]:
    """Return the files of a site."""
    return build_site(desk.site, desk.site.require_stream(slug), hidden)


class Links(HTMLParser):
    """The addresses and the ids of a page, and the elements that are left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "action")]
        assert not [name for name, _ in attrs if name.startswith(("data-", "on"))], attrs
        if tag not in ("meta", "link", "br", "img", "wbr", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("slug", SLUGS)
def test_every_link_leads_to_a_file_of_the_site(examples_desk: OpenDesk, slug: str) -> None:
    files = build(examples_desk, slug)
    assert {"index.html", "standings.html", "style.css"} <= set(files)
    for name, data in files.items():
        if not name.endswith(".html"):
            continue
        page = Links(data.decode())
        assert page.open == []
        assert not page.tags & {"script", "form", "button", "input", "dialog"}
        for address in page.addresses:
            assert address in files or address.startswith("#"), (name, address)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_site_has_the_data_of_its_pages(examples_desk: OpenDesk, slug: str) -> None:
    files = build(examples_desk, slug)
    pages = [name.removesuffix(".html") for name in files if name.endswith(".html")]
    data = [name for name in files if name.startswith("data/") and name.endswith(".json")]
    assert len([name for name in data if name != "data/tournament.json"]) >= len(pages) - 2
    for name in data:
        json.loads(files[name])
    (tournament,) = (name for name in files if name.startswith("data/tournament."))
    read = rookery.loads(files[tournament]).tournament
    state = examples_desk.desk.state(examples_desk.site.require_stream(slug).id)
    assert [player.name for player in read.players] == [player.name for player in state.tournament.players]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_birth_date_is_in_any_file(examples_desk: OpenDesk, slug: str) -> None:
    files = build(examples_desk, slug)
    (tournament,) = (name for name in files if name.startswith("data/tournament."))
    assert all(player.birth is None for player in rookery.loads(files[tournament]).tournament.players)


def test_a_column_that_is_left_out_is_in_no_file(examples_desk: OpenDesk) -> None:
    whole, reduced = build(examples_desk), build(examples_desk, hidden=HIDEABLE)
    tournament = examples_desk.desk.state(examples_desk.site.require_stream(OPEN).id).tournament
    players = tournament.players
    secrets = {str(player.fide_id) for player in players if player.fide_id} | {player.club for player in players}
    secrets |= {f">{player.federation}<" for player in players} | {f'"{player.federation}"' for player in players}
    secrets |= {f"fed={player.federation}" for player in players}
    secrets -= {"", "><", '""', "fed=", tournament.info.city, f'"{tournament.info.federation}"'}
    assert set(whole) == set(reduced)

    def found(files: dict[str, bytes]) -> set[str]:
        texts = b"\n".join(data for name, data in files.items() if name != "style.css").decode("utf-8", "replace")
        return {secret for secret in secrets if secret in texts}

    assert found(whole)
    assert found(reduced) == set()


def test_an_unknown_column_is_refused(examples_desk: OpenDesk) -> None:
    with pytest.raises(RookeryError, match="rating"):
        build(examples_desk, hidden=("rating",))


def test_only_what_is_published_is_in_the_site(desk: OpenDesk) -> None:
    stream = desk.site.require_stream(OPEN)
    t = desk.desk.state(stream.id).tournament
    desk.desk.do(stream.id, SetPublication({"pairings": "manual", "results": "manual"}))
    before = build(desk)
    for game in t.rounds[-1].games:
        if game.result is Result.PENDING:
            keys = {number: key for key, number in desk.desk.state(stream.id).keys.players.items()}
            desk.desk.do(stream.id, EnterResult(len(t.rounds), keys[game.white], keys[game.black], Result.DRAW))
    number = len(t.rounds) + 1
    desk.desk.do(stream.id, PairRound())
    after = build(desk)
    assert f"round-{number}.html" not in after
    desk.desk.do(stream.id, PublishRound(number))
    assert f"round-{number}.html" in build(desk)
    assert f"round-{number - 1}.html" in before


def test_a_tournament_that_is_not_public_has_no_site(desk: OpenDesk) -> None:
    stream = desk.site.require_stream(OPEN)
    with pytest.raises(ConfirmationRequiredError) as asked:
        desk.desk.do(stream.id, SetPublication({"public": False}))
    desk.desk.do(stream.id, SetPublication({"public": False}), acknowledged=asked.value.tokens)
    with pytest.raises(RookeryError, match="not public"):
        build(desk)
    assert desk.visitor().ask(f"/t/{OPEN}/site.zip").status_code >= 400


def test_a_site_without_changes_is_not_written_again(examples_desk: OpenDesk, tmp_path: Path) -> None:
    first = write_site(tmp_path / "site", build(examples_desk))
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*")}
    second = write_site(tmp_path / "site", build(examples_desk))
    assert (first.changed, second.changed, second.removed) == (first.files, 0, 0)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*")} == times
    files = build(examples_desk)
    assert zip_site(files) == zip_site(build(examples_desk))


def test_a_result_changes_few_files_and_old_pages_are_removed(desk: OpenDesk, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(folder, {**build(desk), "round-99.html": b"old"})
    stream = desk.site.require_stream(OPEN)
    state = desk.desk.state(stream.id)
    keys = {number: key for key, number in state.keys.players.items()}
    game = next(game for game in state.tournament.rounds[-1].games if game.result is Result.PENDING)
    desk.desk.do(
        stream.id,
        EnterResult(len(state.tournament.rounds), keys[game.white], keys[game.black], Result.WHITE_WINS),
    )
    report = write_site(folder, build(desk))
    assert report.removed == 1
    assert not (folder / "round-99.html").exists()
    assert 0 < report.changed < report.files


def test_files_of_something_else_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(RookeryError, match="something else"):
        write_site(tmp_path, {"index.html": b"x"})
    (tmp_path / "site").mkdir()
    write_site(tmp_path / "site", {"index.html": b"x"})
    listing = json.loads((tmp_path / "site" / MANIFEST).read_text())
    (tmp_path / "site" / MANIFEST).write_text(json.dumps({**listing, "../thesis.txt": ""}))
    write_site(tmp_path / "site", {"index.html": b"y"})
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_the_site_can_be_downloaded(desk: OpenDesk) -> None:
    answer = desk.visitor().ask(f"/t/{OPEN}/site.zip?without=club&without=nonsense")
    with ZipFile(BytesIO(answer.content)) as archive:
        assert {"index.html", "data/tournament.trf"} <= set(archive.namelist())
        assert archive.testzip() is None
    page = desk.visitor().ask(f"/t/{OPEN}/papers").text
    assert f"/t/{OPEN}/site.zip" in page
    assert f'action="/t/{OPEN}/site"' not in page
    assert desk.outside().ask(f"/t/{OPEN}/site.zip").status_code != 200


def test_a_desk_with_a_folder_writes_the_site_on_request_and_after_changes(desk: OpenDesk) -> None:
    code = "import sys; print('written', sys.argv[1]); sys.exit(sys.argv[1] != 'easter-open')"
    publisher = SitePublisher((sys.executable, "-c", code))
    stream, other = (desk.site.require_stream(slug) for slug in SLUGS[:2])

    async def write() -> None:
        publisher.start(desk.site)
        status = await publisher.publish(stream)
        assert (status.text, status.failed) == ("written easter-open", False)
        assert (await publisher.publish(other)).failed
        publisher.statuses.clear()
        await asyncio.to_thread(desk.desk.do, stream.id, EnterPlayers((Facts(name="Late, Lena"),)), acknowledged=())
        async with asyncio.timeout(60):
            while stream.slug not in publisher.statuses:
                await asyncio.sleep(0)
        await publisher.stop()

    asyncio.run(write())
    assert set(publisher.statuses) == {OPEN}


def test_a_command_that_cannot_be_run_is_reported_and_the_next_change_is_tried(desk: OpenDesk, tmp_path: Path) -> None:
    publisher = SitePublisher((str(tmp_path / "missing"),))
    stream = desk.site.require_stream(OPEN)

    async def write() -> None:
        publisher.start(desk.site)
        for number in range(2):
            publisher.statuses.clear()
            await asyncio.to_thread(desk.desk.do, stream.id, AddRemark(f"remark {number}"))
            async with asyncio.timeout(60):
                while stream.slug not in publisher.statuses:
                    await asyncio.sleep(0)
            assert publisher.statuses[OPEN].failed
        await publisher.stop()

    asyncio.run(write())


def test_a_store_that_cannot_be_read_does_not_end_the_publisher(
    desk: OpenDesk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    publisher = SitePublisher((sys.executable, "-c", ""))
    stream = desk.site.require_stream(OPEN)

    def fail() -> None:
        raise OSError("no disk")

    async def write() -> None:
        publisher.start(desk.site)
        with monkeypatch.context() as patch:
            patch.setattr(type(desk.site.store), "streams", lambda store: fail())
            await publisher._publish_if_public(stream.id)
        await publisher._publish_if_public(stream.id)
        await publisher.stop()

    asyncio.run(write())
    assert "no disk" in caplog.text
    assert not publisher.statuses[OPEN].failed


def test_a_desk_that_is_closed_does_not_wait_for_the_command(desk: OpenDesk) -> None:
    publisher = SitePublisher((sys.executable, "-c", "import time; print('begun', flush=True); time.sleep(300)"))

    async def write() -> None:
        publisher.start(desk.site)
        writing = asyncio.create_task(publisher.publish(desk.site.require_stream(OPEN)))
        while publisher._process is None:
            await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await publisher.stop()
            assert (await writing).failed

    asyncio.run(write())


def test_the_site_of_a_hidden_tournament_is_withdrawn_once(desk: OpenDesk) -> None:
    publisher = SitePublisher((sys.executable, "-c", "import sys; print('ran', sys.argv[1])"))
    stream = desk.site.require_stream(OPEN)

    async def write() -> None:
        publisher.start(desk.site)
        for _ in range(2):
            await publisher._publish_if_public(stream.id)
        assert publisher.statuses[OPEN].text == "ran easter-open"
        with pytest.raises(ConfirmationRequiredError) as asked:
            desk.desk.do(stream.id, SetPublication({"public": False}))
        desk.desk.do(stream.id, SetPublication({"public": False}), acknowledged=asked.value.tokens)
        for expected in ({OPEN}, set()):
            publisher.statuses.clear()
            await publisher._publish_if_public(stream.id)
            assert set(publisher.statuses) == expected
        await publisher.stop()

    asyncio.run(write())


def test_a_change_by_another_process_is_published_too(desk: OpenDesk) -> None:
    publisher = SitePublisher((sys.executable, "-c", "print('written')"))
    site = replace(desk.site, publisher=publisher)
    stream = site.require_stream(OPEN)

    async def write() -> None:
        async with lifespan(site):
            with open_store(desk.store.name) as other_store:
                other = create_service(other_store)
                await asyncio.to_thread(other.do, stream.id, AddRemark("of another process"))
            async with asyncio.timeout(60):
                while stream.slug not in publisher.statuses:
                    await asyncio.sleep(0.01)

    asyncio.run(write())
    assert publisher.statuses[OPEN].text == "written"


@pytest.mark.parametrize("text", ["<p>a<br/>b</p>", "<dialog>a<br/><img src='x'/></dialog><p>b</p>"])
def test_elements_without_an_end_do_not_end_others(text: str) -> None:
    writer = SitePageWriter("club", 1, "data/tournament.trf")
    writer.feed(text)
    writer.close()
    assert writer.text in ("<p>a<br>b</p>", "<p>b</p>")


def test_names_of_files_are_plain(examples_desk: OpenDesk) -> None:
    assert all(re.fullmatch(r"(data/)?[A-Za-z0-9_.-]+", name) for name in build(examples_desk))
