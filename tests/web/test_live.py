"""The live line: every event of the log reaches everybody once and in order, whoever wrote it, whatever happens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rookery.model import Result
from rookery.storage import Record
from rookery.tournaments.domain.restore_points import MarkPoint
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.service import TournamentService
from rookery.web import notifications as live_module
from rookery.web.app import lifespan
from rookery.web.broadcast import QUEUE_SIZE, Hub, Message
from rookery.web.notifications import Notifier, build_messages
from rookery.web.rate_limits import LINES, OF_SESSION, LiveConnectionLimit
from support.live_client import SLUG, TIMEOUT, Client, boards, desks_at, parse, write, write_all
from support.postgresql import Cluster, missing
from support.stores import DISKS, place_of
from support.visitors import OpenDesk

WRITERS, TIMES = 5, 6


@pytest.fixture(params=DISKS)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[OpenDesk]]:
    """Two desks at one store."""
    yield from closing(desks_at(place_of(request.param, tmp_path, request)))


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[list[OpenDesk]]:
    """The same on SQLite alone."""
    yield from closing(desks_at(tmp_path / "desk.sqlite"))


def closing(desks: list[OpenDesk]) -> Iterator[list[OpenDesk]]:
    yield desks
    for desk in desks:
        desk.store.close()


def stream_of(desk: OpenDesk) -> str:
    stream = desk.site.stream(SLUG)
    assert stream
    return stream.id


# -- once, in order ----------------------------------------------------------------------------------------------------


def test_two_processes_tell_every_event_once_and_in_order(pair: list[OpenDesk]) -> None:
    one, other = pair
    stream = stream_of(one)
    begun, places = one.desk.version(stream), boards(one.desk.state(stream))[:WRITERS]

    async def run() -> list[Client]:
        async with asyncio.timeout(TIMEOUT), lifespan(one.site), lifespan(other.site):
            clients = [Client(desk.site, public=public) for desk in pair for public in (True, False)]
            for client in clients:
                await client.connect()
            await write_all([one.desk, other.desk], stream, places, TIMES)
            last = one.desk.version(stream)
            await asyncio.gather(*(client.read_until(last) for client in clients))
            return clients

    clients = asyncio.run(run())
    assert begun + WRITERS * TIMES == one.desk.version(stream)
    for client in clients:
        assert client.versions == list(range(begun + 1, begun + WRITERS * TIMES + 1))
        for event in client.events:
            if event.kind == "result":
                assert ("by" in event.data) is not client.public


def test_a_reconnected_client_gets_missed_messages_once(desks: list[OpenDesk]) -> None:
    one, other = desks
    stream = stream_of(one)
    begun, board = one.desk.version(stream), boards(one.desk.state(stream))[0]

    async def run() -> Client:
        async with asyncio.timeout(TIMEOUT), lifespan(one.site), lifespan(other.site):
            client = Client(one.site)
            await client.connect()
            await asyncio.to_thread(write, one.desk, stream, board, 2)
            await client.read_until(begun + 2)
            await client.leave()
            await asyncio.to_thread(write, other.desk, stream, board, 3, 2)
            client.site = other.site
            await client.connect()
            await asyncio.to_thread(write, one.desk, stream, board, 2, 5)
            await client.read_until(begun + 7)
            return client

    client = asyncio.run(run())
    assert client.versions == list(range(begun + 1, begun + 8))


@pytest.mark.parametrize("most", [QUEUE_SIZE + 1, QUEUE_SIZE])
def test_a_client_away_too_long_gets_the_version_of_the_log(
    desks: list[OpenDesk], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to a limit it gets every event that it has missed, also more than wait for a client that is connected."""
    monkeypatch.setattr("rookery.web.notifications.REPLAY", most)
    one = desks[0]
    stream = stream_of(one)
    board = boards(one.desk.state(stream))[0]
    client = Client(one.site)

    async def run() -> None:
        async with asyncio.timeout(TIMEOUT):
            await client.connect()
            await client.leave()
            for at in range(QUEUE_SIZE + 1):
                one.desk.do(stream, EnterResult(*board, Result.DRAW if at % 2 else Result.WHITE_WINS))
            await client.connect()

    asyncio.run(run())
    missed = ["result"] * (QUEUE_SIZE + 1) if most > QUEUE_SIZE else []
    assert [event.kind for event in client.events] == ["hello", *missed, "hello"]
    assert client.events[-1].version == one.desk.version(stream) == client.events[0].version + QUEUE_SIZE + 1


def test_what_comes_while_the_line_opens_is_sent_once() -> None:
    async def run() -> list[int]:
        hub = Hub()

        async def start() -> list[Message]:
            for version in (6, 7, 8):
                hub.broadcast("open", Message("change", version, {"after": version - 1}))
            hub.broadcast("open", Message("standings", 6))
            hub.broadcast("open", Message("standings", 8))
            return [Message("change", 6, {"after": 5}), Message("hello", 7)]

        events = []
        async for text in hub.listen("open", start):
            events += parse(text)
            if events[-1].kind == "standings":
                return [event.version for event in events]
        raise AssertionError("the line ended")

    assert asyncio.run(run()) == [6, 7, 8, 8]


def test_slow_clients_get_no_message_behind_a_gap() -> None:
    async def run() -> list[int]:
        hub = Hub()

        async def start() -> list[Message]:
            return [Message("hello", 0)]

        line = hub.listen("open", start)
        events = parse(await anext(line))
        for version in range(1, QUEUE_SIZE + 3):
            hub.broadcast("open", Message("change", version, {"after": version - 1}))
        assert hub.connection_count("open") == 0
        events += [event for text in [text async for text in line] for event in parse(text)]
        return [event.version for event in events]

    versions = asyncio.run(run())
    assert versions == list(range(len(versions)))


def test_descriptions_of_events() -> None:
    data = {"round": 1, "white": "p1", "black": "p2", "result": "1-0", "was": "pending"}

    def record(version: int, kind: str, command: str, data: dict[str, Any]) -> Record:
        return Record("open", version, kind, 1, data, command, "Ada", "2026-11-18T10:00:00Z")

    messages = build_messages([
        record(4, "point.marked", "a", {"name": "x"}), record(5, "result.entered", "a", data),
        record(6, "player.entered", "b", {}), record(7, "player.entered", "b", {}), record(8, "head.set", "c", {}),
        record(9, "result.entered", "d", {"of": "a newer version"}),
    ])  # fmt: skip
    assert [(message.event, message.version, message.data["after"]) for message in messages] == [
        ("change", 4, 3), ("result", 5, 4), ("change", 7, 5), ("change", 8, 7), ("change", 9, 8),
    ]  # fmt: skip
    assert messages[1].data == {
        "round": 1, "white": "p1", "black": "p2", "game": 0, "result": "1-0", "was": "pending", "by": "Ada",
        "at": "2026-11-18T10:00:00Z", "after": 4,
    }  # fmt: skip
    assert messages[2].data["kinds"] == ["player.entered", "player.entered"]


# -- a database that cannot be read ------------------------------------------------------------------------------------


def test_the_watcher_survives_a_database_that_cannot_be_read(
    desks: list[OpenDesk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it cannot, no page that was kept is sent; afterwards everything is told that was written meanwhile."""
    one, other = desks
    stream = stream_of(one)
    begun, board = one.desk.version(stream), boards(one.desk.state(stream))[0]
    monkeypatch.setattr(live_module, "PAUSE", 0.01)
    down = True
    listening, failures = one.store.listening, []

    def unreliable() -> Any:
        if down:
            failures.append(1)
            raise OSError("the database is away")
        return listening()

    monkeypatch.setattr(one.store, "listening", unreliable)

    async def run() -> Client:
        nonlocal down
        async with asyncio.timeout(TIMEOUT), lifespan(one.site):
            client = Client(one.site)
            await client.connect()
            while len(failures) < 3 or one.site.page_cache.versions:
                await asyncio.sleep(0)
            await asyncio.to_thread(write, other.desk, stream, board, 2)
            down = False
            await client.read_until(begun + 2)
            while one.site.page_cache.versions.get(stream) != begun + 2:
                await asyncio.sleep(0)
            return client

    assert asyncio.run(run()).versions == [begun + 1, begun + 2]


def test_what_was_not_sent_for_an_error_is_sent_later(desks: list[OpenDesk], monkeypatch: pytest.MonkeyPatch) -> None:
    one = desks[0]
    stream = stream_of(one)
    begun, board = one.desk.version(stream), boards(one.desk.state(stream))[0]
    monkeypatch.setattr(live_module, "PAUSE", 0.01)
    new, failures = live_module._read_new, []

    def failing(*args: Any) -> Any:
        if len(failures) < 3:
            failures.append(1)
            raise OSError("the disk is away")
        return new(*args)

    monkeypatch.setattr(live_module, "_read_new", failing)

    async def run() -> Client:
        async with asyncio.timeout(TIMEOUT), lifespan(one.site):
            client = Client(one.site)
            await client.connect()
            await asyncio.to_thread(write, one.desk, stream, board, 1)
            await client.read_until(begun + 1)
            return client

    assert asyncio.run(run()).versions == [begun + 1]
    assert len(failures) == 3


@pytest.mark.parametrize("error", [OSError("away"), ZeroDivisionError("a fault of ours")])
def test_failed_standings_are_computed_after_the_next_change(desks: list[OpenDesk], error: Exception) -> None:
    one = desks[0]
    stream = stream_of(one)
    begun, (first, second, *_) = one.desk.version(stream), boards(one.desk.state(stream))
    made: list[str] = []

    def warm(stream: str, private: bool, public: bool) -> None:
        made.append(stream)
        if len(made) == 1:
            raise error

    async def run() -> list[tuple[str, int]]:
        async with asyncio.timeout(TIMEOUT):
            announcer = Notifier(one.site, warm)
            await announcer.start()
            client = Client(one.site)
            await client.connect()
            await asyncio.to_thread(write, one.desk, stream, first, 1)
            while not made:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(write, one.desk, stream, second, 1)
            while client.events[-1].kind != "standings":
                assert await client.read()
            await announcer.stop()
            return [(event.kind, event.version) for event in client.events]

    assert asyncio.run(run()) == [
        ("hello", begun), ("result", begun + 1), ("result", begun + 2), ("standings", begun + 2),
    ]  # fmt: skip


@pytest.mark.database
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_restart_of_postgresql_loses_no_event_and_keeps_no_old_page() -> None:
    with Cluster() as cluster:
        (one, other) = pair = desks_at(cluster.fresh())
        stream = stream_of(one)
        begun, board = one.desk.version(stream), boards(one.desk.state(stream))[0]

        async def run() -> Client:
            async with asyncio.timeout(TIMEOUT), lifespan(one.site):
                client = Client(one.site)
                await client.connect()
                await asyncio.to_thread(write, other.desk, stream, board, 1)
                await client.read_until(begun + 1)
                await asyncio.to_thread(cluster.kill)
                while one.site.page_cache.versions:
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(cluster.start)
                await asyncio.to_thread(write, other.desk, stream, board, 2, 1)
                await client.read_until(begun + 3)
                while one.site.page_cache.versions.get(stream) != begun + 3:
                    await asyncio.sleep(0.01)
                return client

        assert asyncio.run(run()).versions == [begun + 1, begun + 2, begun + 3]
        for _ in closing(pair):
            pass


# -- sessions and limits -----------------------------------------------------------------------------------------------


def admitted(desk: OpenDesk, name: str = "Ada") -> Any:
    now = int(time.time())
    return desk.store.people.admit(desk.store.people.invite(name, now), now)


def test_a_line_ends_with_its_session(desks: list[OpenDesk]) -> None:
    """At once where somebody leaves, with the next pulse where another process ended the session."""
    one, other = desks
    sessions = [admitted(one), admitted(one, "Ben"), admitted(one, "Cyd")]

    async def run() -> list[bool]:
        async with asyncio.timeout(TIMEOUT):
            announcer = Notifier(one.site, lambda stream, private, public: None)
            clients = [Client(one.site, public=False, session=session) for session in sessions]
            for client in clients:
                await client.connect()
            one.site.hub.end_session(sessions[0].secret)
            ended = [not await clients[0].read()]
            other.store.people.end_session(sessions[1].secret)
            await announcer.end_old_sessions()
            ended.append(not await clients[1].read())
            one.site.hub.pulse()
            return [*ended, await clients[2].read()]

    assert asyncio.run(run()) == [True, True, True]


def test_leaving_ends_the_lines_of_the_session(desks: list[OpenDesk]) -> None:
    """What happens afterwards is not sent to whoever has left."""
    one = desks[0]
    visitor = one.visitor()
    stream, session = stream_of(one), one.store.people.session(next(iter(visitor.cookies.values())), int(time.time()))
    assert session
    version, board = one.desk.version(stream), boards(one.desk.state(stream))[0]

    async def run() -> list[int]:
        async with asyncio.timeout(TIMEOUT), lifespan(one.site):
            client = Client(one.site, public=False, session=session)
            await client.connect()
            await asyncio.to_thread(visitor.send, "POST", "/leave")
            await asyncio.to_thread(write, one.desk, stream, board, 1)
            while client.events[-1].version <= version and await client.read():
                pass
            return [event.version for event in client.events]

    assert asyncio.run(run()) == [version]


def test_a_browser_keeps_a_connection_for_its_requests(desks: list[OpenDesk]) -> None:
    """Six is all that a browser has; those of a session do not count for the hall that shares its address."""
    one = desks[0]
    session = admitted(one)

    async def run() -> list[int]:
        clients = [Client(one.site, public=False, session=session) for _ in range(OF_SESSION + 1)]
        for client in clients[:-1]:
            await client.connect()
        with pytest.raises(AssertionError):
            await clients[-1].connect()
        guest = Client(one.site)
        await guest.connect()
        return [client.status for client in (*clients, guest)]

    assert asyncio.run(run()) == [200] * OF_SESSION + [429, 200]
    assert OF_SESSION < 6


def test_lines_of_sessions_and_addresses_are_counted_apart() -> None:
    lines = LiveConnectionLimit()
    held = [lines.reserve("192.0.2.7") for _ in range(LINES)]
    for line in held:
        line.__enter__()
    assert lines.is_full("192.0.2.7")
    assert not lines.is_full("192.0.2.7", "secret")
    for line in held:
        line.__exit__(None, None, None)
    assert not lines.is_full("192.0.2.7")


def test_a_command_after_the_loop_has_ended_is_written(desks: list[OpenDesk]) -> None:
    one = desks[0]
    stream = stream_of(one)

    async def run() -> None:
        async with lifespan(one.site):
            pass

    asyncio.run(run())
    version = one.desk.version(stream)
    assert one.desk.do(stream, MarkPoint("the end")).version == version + 1
    assert isinstance(one.desk, TournamentService)
