"""Live notifications: results one by one, other changes as one message per command, and new standings.

Messages are built from the event log, whichever process wrote it: every event once, in version order.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rookery.errors import RookeryError
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.model import Result
from rookery.storage import Record, Stream
from rookery.storage.screens import Screen
from rookery.storage.store import Store
from rookery.tournaments.domain.check_in import CheckInMarked
from rookery.tournaments.domain.claims import ResultClaimed, game_id
from rookery.tournaments.domain.publication import PublicationSet, RoundHidden, RoundPublished
from rookery.tournaments.domain.results import ResultCorrected, ResultEntered
from rookery.tournaments.event import event_from_data
from rookery.tournaments.service import CommandResult
from rookery.tournaments.visibility import is_public, public_rounds
from rookery.web.broadcast import Message, stream_response
from rookery.web.context import STREAM_KINDS, AppContext, app_context
from rookery.web.rate_limits import client_address
from rookery.web.templating import result_sides
from rookery.web.workers import run_read

LOG = logging.getLogger("rookery.web")

STANDINGS_DELAY = 0.02
"""Seconds between a change and the computation of standings, so that results are sent first."""

STANDINGS_PAUSE = 5.0
"""The pause after a computation of standings as a multiple of its time: several changes cause one computation."""

LONGEST_PAUSE = 0.5
"""The longest such pause in seconds."""

WAIT = 0.25
"""Seconds of one wait for new versions; also the time the watcher may take to stop."""

COMPARE_INTERVAL = 15.0
"""Seconds between two comparisons of all versions, independent of database notifications."""

PAUSE = 1.0
"""Seconds between two attempts to read an unavailable database."""

STOP_TIMEOUT = 5.0
"""Seconds to wait for the watcher to stop; an unresponsive database may block it."""

KEEP_ALIVE_INTERVAL = 15.0
"""Seconds between two keep-alive comments, so that proxies do not close idle connections."""

REPLAY = 2000
"""Maximum number of events that a client gets again that connects after a pause; after more it reads the page anew."""

EVENT = "event/"
"""Prefix of the channels of events with sections; the id of the event's stream follows."""

PUBLIC = "/public"
"""Suffix of a stream id for the channel of visitors, who are not told who made a change."""


SCREENS = "/screens"
"""Suffix of a stream id for the channel of screens, which carries what they show of a result."""

CHANNEL = "screen:"
"""Prefix of the id of a screen in the name of the channel of the screen itself."""

PHONES = "/phones"
"""Suffix of a stream id for the channel of helpers' phones, which carries the changed game and nothing else.

A slash and the mark of a game follow in the channel of its players, who are told of that game alone.
"""


class Notifier:
    """Sender of live messages; `warm` computes and caches the standings in a worker thread.

    It gets the id of the tournament, and whether the desk and visitors listen.

    Commands of this process and the watcher, which sees other processes, only report that a tournament has a new
    version; one task per tournament then reads and sends what follows the last version sent.
    """

    def __init__(self, site: AppContext, warm: Callable[[str, bool, bool], object]) -> None:
        self._site, self._warm = site, warm
        self._loop = asyncio.get_running_loop()
        self._sent: dict[str, int] = {}
        self._tournaments: set[str] = set()
        self._busy: set[str] = set()
        self._again: set[str] = set()
        self._gathering: set[str] = set()
        self._next_standings: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped, self._doubtful = Event(), Event()
        self._watcher = Thread(target=self._watch, name="rookery-watch", daemon=True)
        self._failing = False
        site.desk.subscribe(self.on_command)

    async def start(self) -> None:
        """Read the current versions and start watching."""
        try:
            self._compare(await run_read(_current_streams, self._site.store))
        except (OSError, RookeryError) as error:
            self._handle_failure(error)
        self._watcher.start()
        self._run(self._keep_alive())
        self._run(self._watch_screens())

    async def stop(self) -> None:
        """Stop the watcher and cancel all tasks."""
        self._stopped.set()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._watcher.is_alive():
            await asyncio.to_thread(self._watcher.join, STOP_TIMEOUT)

    def on_command(self, stream: str, result: CommandResult) -> None:
        """Handle a command that was executed; called in the thread that executed it."""
        self._post(self._handle_write, stream, result.version)

    def _post(self, function: Callable[..., None], *args: Any) -> None:
        """Call a function in the event loop from another thread, unless the loop is closed."""
        with suppress(RuntimeError):  # the loop is closed, and nobody listens any more
            self._loop.call_soon_threadsafe(function, *args)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- what is new ---------------------------------------------------------------------------------------------------

    def _handle_write(self, stream: str, version: int) -> None:
        versions = self._site.page_cache.versions
        if stream in versions:  # at once: who has written sees no page of before
            versions[stream] = max(version, versions[stream])
        if stream not in self._tournaments:  # an event: pages of tournaments show its sections
            self._site.page_cache.drop_pages()
        self.look(stream)

    def look(self, stream: str) -> None:
        """Send the new events of a tournament; if a send is in progress, repeat it afterwards."""
        if stream in self._busy:
            self._again.add(stream)
            return
        self._busy.add(stream)
        self._run(self._follow(stream))

    async def _follow(self, stream: str) -> None:
        try:
            while True:
                self._again.discard(stream)
                await self._send(stream)
                if stream not in self._again:
                    return
        except OSError as error:
            self._handle_failure(error)
        except RookeryError:  # a notification of another store in the same database
            self._sent.pop(stream, None)
        except Exception:
            LOG.exception("what is new of %s was not sent", stream)
        finally:
            self._busy.discard(stream)

    async def _send(self, stream: str) -> None:
        """Read and send what follows the last version sent; without listeners, only record the version."""
        hub, after = self._site.hub, self._sent.get(stream, 0)
        has_listeners = self._has_listeners(stream)
        version, records = await run_read(_read_new, self._site.store, stream, after, has_listeners)
        if not has_listeners and self._has_listeners(stream):  # somebody came meanwhile
            version, records = await run_read(_read_new, self._site.store, stream, after, True)
        messages = build_messages(records)
        is_heard_in_public = messages and any(map(hub.connection_count, (stream + PUBLIC, stream + SCREENS)))
        rounds = await run_read(public_results, self._site, stream) if is_heard_in_public else frozenset()
        for message in messages:
            public_message = to_public(message, rounds)
            hub.broadcast(stream + SCREENS, to_screen(stream, public_message))
            hub.broadcast(stream, message)
            hub.broadcast(stream + PUBLIC, public_message)
            self._send_to_phones(stream, to_phone(message))
        self._sent[stream] = version
        self._set_version(stream, version)
        if version != after and self._site.publisher is not None:
            self._site.publisher.note_change(stream)
        ticks = bool(messages) and all(map(is_tick, messages))
        await self._send_to_event(stream, ticks)
        if version != after and not ticks and stream not in self._gathering:
            self._gathering.add(stream)
            self._run(self._send_standings(stream))

    def _send_to_phones(self, stream: str, message: Message) -> None:
        """Send a message to the helpers, and to the players of its game, or to all if it is about something else."""
        hub = self._site.hub
        hub.broadcast(stream + PHONES, message)
        if message.event == "game":
            hub.broadcast(phone_channel(stream, message.data["game"]), message)
        else:
            hub.broadcast_all(phone_channel(stream), message)

    async def _send_to_event(self, stream: str, ticks: bool = False) -> None:
        """Tell the pages of an event that something has changed in it or in one of its sections.

        Visitors see nothing of the ticks of a check-in.
        """
        hub = self._site.hub
        if not hub.has_channel(EVENT):
            return
        content = await run_read(self._site.index.content)
        for event in content.events:
            if stream == event.stream.id or any(stream == entry.stream.id for entry in event.sections):
                message = Message("change", content.total, {"kinds": [], "after": 0})
                hub.broadcast(EVENT + event.stream.id, message)
                if not ticks:
                    hub.broadcast(EVENT + event.stream.id + PUBLIC, message)

    def _has_listeners(self, stream: str) -> bool:
        hub = self._site.hub
        lines = (stream, stream + PUBLIC, stream + SCREENS)
        return any(map(hub.connection_count, lines)) or hub.has_channel(stream + PHONES)

    def _set_version(self, stream: str, version: int) -> None:
        """Allow cached pages of this version to be sent, unless writes of other processes may go unnoticed."""
        if not self._failing:
            versions = self._site.page_cache.versions
            if stream not in self._tournaments and versions.get(stream) != version:
                self._site.page_cache.drop_pages()
            versions[stream] = version

    async def _send_standings(self, stream: str) -> None:
        pause = self._next_standings.get(stream, 0.0) - time.monotonic()
        await asyncio.sleep(max(STANDINGS_DELAY, pause))
        self._gathering.discard(stream)
        version, start = self._sent.get(stream, 0), time.monotonic()
        try:
            public = any(map(self._site.hub.connection_count, (stream + PUBLIC, stream + SCREENS)))
            await run_read(self._warm, stream, self._site.hub.connection_count(stream) > 0, public)
            now = time.monotonic()
            self._next_standings[stream] = now + min(STANDINGS_PAUSE * (now - start), LONGEST_PAUSE)
        except OSError as error:
            self._handle_failure(error)
            return
        except RookeryError:  # there are none to make, as while a round is made by hand
            return
        except Exception:
            LOG.exception("the standings of %s were not made", stream)
            return
        for line in (stream, stream + PUBLIC, stream + SCREENS):
            self._site.hub.broadcast(line, Message("standings", version))

    # -- other processes -----------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Watch for writes of any process until stopped; if the database is unavailable, retry."""
        while not self._stopped.is_set():
            try:
                with self._site.store.listening() as wait_for_versions:
                    last_comparison = -COMPARE_INTERVAL
                    while not self._stopped.is_set():
                        if time.monotonic() - last_comparison >= (
                            PAUSE if self._doubtful.is_set() else COMPARE_INTERVAL
                        ):
                            self._doubtful.clear()
                            self._post(self._compare, _current_streams(self._site.store))
                            last_comparison = time.monotonic()
                        self._post(self._handle_versions, wait_for_versions(WAIT))
            except (OSError, RookeryError) as error:
                self._post(self._handle_failure, error)
            except Exception:
                LOG.exception("the watcher begins again")
            self._stopped.wait(PAUSE)

    def _handle_versions(self, versions: Mapping[str, int]) -> None:
        for stream, version in versions.items():
            if version > self._sent.get(stream, 0):
                self.look(stream)

    def _compare(self, streams: Iterable[Stream]) -> None:
        """Send updates of every tournament whose version changed since the last comparison."""
        versions = {stream.id: stream.version for stream in streams}
        self._tournaments = {stream.id for stream in streams if stream.kind == "tournament"}
        if self._failing:
            LOG.warning("the database can be read again")
        self._failing, first = False, not self._sent
        for stream, version in versions.items():
            if self._sent.get(stream) == version or (first and not self._has_listeners(stream)):
                self._sent[stream] = version
                self._set_version(stream, version)
            else:
                self.look(stream)

    def _handle_failure(self, error: BaseException) -> None:
        """Handle an unreadable database: send no cached pages until it can be read again."""
        if not self._failing:
            LOG.warning("the database cannot be read: %s", error)
        self._failing = True
        self._doubtful.set()
        self._site.page_cache.clear()

    async def _watch_screens(self) -> None:
        """Tell screens that their settings were changed, by whichever process."""
        while True:
            await asyncio.sleep(WAIT)
            known, hub = self._site.connected_screens, self._site.hub
            for screen_id in tuple(known):
                if not hub.connection_count(CHANNEL + screen_id):
                    del known[screen_id]
            if not known:
                continue
            try:
                screens = {screen.id: screen for screen in await run_read(self._site.store.screens.list_screens)}
            except (OSError, RookeryError):
                continue  # they are looked at again
            for screen_id, before in tuple(known.items()):
                now = screens.get(screen_id)
                if _shown_settings(now) != _shown_settings(before):
                    hub.broadcast(CHANNEL + screen_id, Message("screen", int(time.time())))
                    known[screen_id] = now

    # -- lines ---------------------------------------------------------------------------------------------------------

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(KEEP_ALIVE_INTERVAL)
            self._site.hub.pulse()
            await self.end_old_sessions()

    async def end_old_sessions(self) -> None:
        """Close the connections of sessions that have ended in any process."""
        sessions = self._site.hub.sessions()
        if not sessions:
            return
        try:
            ended = await run_read(_find_ended_sessions, self._site.store, sessions)
        except (OSError, RookeryError):
            return  # they are looked at again with the next pulse
        for session in ended:
            self._site.hub.end_session(session)


def _shown_settings(screen: Screen | None) -> object:
    """Return what of a screen is shown; None if it was deleted."""
    return (screen.name, screen.settings) if screen is not None else None


def _current_streams(store: Store) -> list[Stream]:
    return [stream for stream in store.streams() if stream.kind in STREAM_KINDS]


def _read_new(store: Store, stream: str, after: int, with_records: bool) -> tuple[int, list[Record]]:
    """Return the version of a stream, and the records after a version if they are to be sent."""
    if not with_records:
        return store.version(stream), []
    records = list(store.read(stream, after))
    return (records[-1].version if records else min(after, store.version(stream))), records


def _find_ended_sessions(store: Store, sessions: Iterable[str]) -> list[str]:
    now = int(time.time())
    return [secret for secret in sessions if store.find_session(secret, now) is None]


# -- messages ----------------------------------------------------------------------------------------------------------


def build_messages(records: Iterable[Record]) -> list[Message]:
    """Return the messages for events: one per result or claim, one change for the other events of a command.

    A message states the versions from `after` to its own, so that a client notices when it missed one.
    """
    result: list[Message] = []
    command = None
    for record in records:
        if (data := _result_data(record)) is not None:
            result.append(Message("result", record.version, data))
            command = None
        elif record.kind == ResultClaimed.KIND:
            game = {name: record.data[name] for name in ("round", "white", "black")}
            result.append(Message("claim", record.version, {**game, "after": record.version - 1}))
            command = None
        elif command == record.command:
            change = result.pop().data
            kinds = [*change["kinds"], record.kind]
            result.append(Message("change", record.version, {**change, "kinds": kinds}))
        else:
            result.append(Message("change", record.version, {"kinds": [record.kind], "after": record.version - 1}))
            command = record.command
    return result


def is_tick(message: Message) -> bool:
    """Return whether a message is about ticks of a check-in alone, of which there are hundreds within minutes.

    They change no standings, and only the pages of the check-in show them.
    """
    return message.event == "change" and {*message.data.get("kinds", ())} == {CheckInMarked.KIND}


def _result_data(record: Record) -> dict[str, Any] | None:
    """Return the data of a result message, or None for other events."""
    if record.kind not in (ResultEntered.KIND, ResultCorrected.KIND):
        return None
    try:
        event = event_from_data(record.kind, record.form, record.data)
    except InvalidDataError:  # written by a newer version: clients read the page anew
        return None
    assert isinstance(event, (ResultEntered, ResultCorrected))
    return {"round": event.round, "white": event.white, "black": event.black, "game": event.game,
            "result": to_json_data(event.result), "was": to_json_data(event.was), "by": record.actor, "at": record.at,
            "after": record.version - 1}  # fmt: skip


PUBLIC_EVENTS = (RoundPublished.KIND, RoundHidden.KIND, PublicationSet.KIND)
"""Kinds of events that visitors are told of; other changes reach them without their kinds."""


def public_results(site: AppContext, stream: str) -> frozenset[int]:
    """Return the rounds whose results are public."""
    state = site.desk.current(stream).state
    return public_rounds(state).results if is_public(state) else frozenset()


def to_public(message: Message, rounds: frozenset[int]) -> Message:
    """Return a message for visitors: without the name of the user, results of public rounds only."""
    data = message.data
    if not isinstance(data, dict):
        return message
    if message.event == "claim":  # only that there is a new version
        return Message("claim", message.version, {"after": data["after"]})
    if message.event == "result" and data["round"] in rounds:
        return Message("result", message.version, {key: value for key, value in data.items() if key != "by"})
    kinds = [kind for kind in data.get("kinds", ()) if kind in PUBLIC_EVENTS or is_tick(message)]
    return Message("change", message.version, {"kinds": kinds, "after": data["after"]})


def to_screen(stream: str, message: Message) -> Message:
    """Return a message of visitors for screens: the game of a result, and what is shown on each side of it.

    A screen changes the row of the game without reading its page again.
    """
    if is_tick(message):
        return Message("tick", message.version, {"after": message.data["after"]})
    if message.event != "result":
        return message
    data = message.data
    game = screen_game(stream, data["round"], data["white"], data["black"], data["game"])
    sides = result_sides(from_json_data(Result, data["result"]))
    return Message("result", message.version, {"game": game, "sides": sides, "after": data["after"]})


def screen_game(stream: str, round: int, white: str, black: str, game: int = 0) -> str:
    """Return the text by which a screen finds the row of a game."""
    return f"{stream} {round} {game_id(white, black, game)}"


def to_phone(message: Message) -> Message:
    """Return a message for phones: the players of the game that has changed, or a change of anything else."""
    if message.event in ("result", "claim"):
        return Message("game", message.version, {"game": game_tag(message.data["white"], message.data["black"])})
    return Message("change", message.version)


def game_tag(white: str, black: str) -> str:
    """Return the mark by which a phone knows the messages of its game."""
    return f"{white}-{black}"


def phone_channel(stream: str, tag: str = "") -> str:
    """Return the channel of the players of a game, or the prefix of these channels."""
    return f"{stream}{PHONES}/{tag}"


def missed_messages(site: AppContext, stream: str, after: int | None, public: bool) -> list[Message]:
    """Return the first messages of a connection: the events after a version, if they are not too many, and `hello`."""
    version = site.store.version(stream)
    result: list[Message] = []
    if after is not None and after < version <= after + REPLAY:
        result = build_messages(site.store.read(stream, after, version))
        if public:
            rounds = public_results(site, stream)
            result = [to_public(message, rounds) for message in result]
    return [*result, Message("hello", version)]


# -- the endpoint ------------------------------------------------------------------------------------------------------


async def send_messages(request: Request, public: bool = False) -> Response:
    """Answer a tournament's live messages as server-sent events.

    A reconnecting client names the last version it has, as `Last-Event-ID` or in the query, and gets what it missed
    first; `hello` then has the current version.
    """
    site = app_context(request)
    stream = await run_read(_find_stream, site, request.path_params["slug"], public)
    if stream is None:
        return Response(status_code=404)
    after = _last_version(request)

    async def begin() -> list[Message]:
        return await run_read(missed_messages, site, stream.id, after, public)

    return _stream_response(request, stream.id, begin, public)


async def send_event_messages(request: Request, public: bool = False) -> Response:
    """Answer the live messages of an event with sections: each says only that something has changed.

    Their version is the number of entries in all logs, as on the pages of the event.
    """
    site = app_context(request)
    event = (await run_read(site.index.content)).find_event(request.path_params["event"])
    if event is None or (public and not any(map(site.is_listed, event.sections))):
        return Response(status_code=404)

    async def begin() -> list[Message]:
        return [Message("hello", (await run_read(site.index.content)).total)]

    return _stream_response(request, EVENT + event.stream.id, begin, public)


def _stream_response(
    request: Request, channel: str, begin: Callable[[], Coroutine[Any, Any, list[Message]]], public: bool
) -> Response:
    """Return the response that sends the messages of a channel, unless the caller has too many connections."""
    site, session, address = app_context(request), request.user, client_address(request)
    secret = session.secret if session else ""
    if site.live_limit.is_full(address, secret):
        return Response("Too many lines are open already.\n", 429, {"retry-after": "30"})
    name = session.name if session and not public else ""
    channel = channel + PUBLIC if public else channel

    async def messages() -> AsyncIterator[bytes]:
        with site.live_limit.reserve(address, secret):
            async for text in site.hub.listen(channel, begin, name, secret):
                yield text

    return stream_response(messages())


def _find_stream(site: AppContext, slug: str, public: bool) -> Stream | None:
    """Return the tournament with this slug, or None; visitors get only public ones."""
    stream = site.stream(slug)
    if stream is None or not public:
        return stream
    return stream if site.is_public(slug, site.desk.current(stream.id, stream.version).state) else None


def _last_version(request: Request) -> int | None:
    """Return the last version that the client has, or None."""
    text = request.headers.get("last-event-id") or request.query_params.get("after") or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
