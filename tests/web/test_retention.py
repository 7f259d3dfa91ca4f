"""Retention: what is due by kind and time, removed by the job of a server and by nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.model import PartialDate, Result
from rookery.tournaments.domain.lifecycle import CloseTournament, OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web.config import RETENTION_KINDS, Config
from rookery.web.retention import DAY, LABELS, RetentionJob, apply_retention, list_expired
from support.visitors import OpenDesk, open_desk

NOW = int(time.time())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path)
    yield made
    made.store.close()


def finish(house: OpenDesk, slug: str, *, closed: bool = True) -> str:
    """A tournament of one round with a player whose date of birth is known."""
    stream = house.desk.create(slug)
    house.desk.do(stream, OpenTournament(slug, TournamentRules(system="dutch", rounds=1)))
    people = (Facts("Ada", 2000, birth=PartialDate(1990, 1, 2), fide_id=7), Facts("Ben", national_id="X 4"))
    house.desk.do(stream, EnterPlayers(people))
    give(house, stream, PairRound())
    white, black = house.desk.state(stream).tournament.rounds[0].pairs[0]
    keys = house.desk.state(stream).keys.player
    give(house, stream, EnterResult(1, keys[white], keys[black], Result.DRAW))
    if closed:
        give(house, stream, CloseTournament())
    return stream


def give(house: OpenDesk, stream: str, command: object) -> None:
    """Give a command, and confirm its warnings."""
    try:
        house.desk.do(stream, command)  # type: ignore[arg-type]
    except ConfirmationRequiredError as pending:
        house.desk.do(stream, command, acknowledged=pending.tokens)  # type: ignore[arg-type]


def due(house: OpenDesk, now: int, **days: int) -> dict[str, int]:
    config = Config(retention=tuple((name.replace("_", "-"), value) for name, value in days.items()))
    return {item.kind: item.number for item in list_expired(house.store, house.desk, config, now)}


def test_every_kind_has_a_label() -> None:
    assert set(LABELS) == set(RETENTION_KINDS)


def test_sessions_codes_and_security_events_are_due_after_their_days(house: OpenDesk) -> None:
    house.visitor("Ada")
    house.store.codes.issue("s", "range", [("Ben", {"first": 1})], NOW, NOW + 60)
    assert due(house, NOW) == {}
    assert due(house, NOW + 5 * DAY, sessions=10, codes=10, security_log=10) == {}
    assert due(house, NOW + 11 * DAY, sessions=10, codes=10, security_log=10) == {
        "sessions": 1, "codes": 1, "security-log": 1,
    }  # fmt: skip
    assert due(house, NOW + 20 * DAY, sessions=0, codes=0, security_log=0) == {}
    removed = apply_retention(house.store, house.desk, Config(), NOW + 400 * DAY)
    assert {item.kind for item in removed} == {"sessions", "codes", "security-log"}
    assert house.store.people.list_accesses(NOW) == ()
    assert house.store.codes.list_codes() == ()
    assert {event.kind for event in house.store.audit.list_events()} == {"retention"}


def test_details_of_finished_tournaments_are_erased_and_names_stay(house: OpenDesk) -> None:
    over, closed = finish(house, "over", closed=False), finish(house, "closed")
    running = house.desk.create("running")
    house.desk.do(running, OpenTournament("running", TournamentRules(system="dutch", rounds=3)))
    house.desk.do(running, EnterPlayers((Facts("Cyd", birth=PartialDate(1991)),)))
    later = NOW + 100 * DAY
    assert due(house, later) == {}
    assert due(house, NOW + DAY, details=30) == {}
    config = Config(retention=(("details", 30),))
    assert sorted(item.tournament for item in list_expired(house.store, house.desk, config, later)) == [
        "closed", "over",
    ]  # fmt: skip
    apply_retention(house.store, house.desk, config, later)
    for stream in (over, closed):
        players = house.desk.state(stream).tournament.players
        assert [(player.name, player.birth, player.national_id) for player in players] == [
            ("Ada", None, ""), ("Ben", None, ""),
        ]  # fmt: skip
        assert players[0].fide_id == 7
        assert "1990-01" not in str(list(house.store.read(stream)))
    assert house.desk.state(running).tournament.players[0].birth is not None
    assert tuple(list_expired(house.store, house.desk, config, later)) == ()
    assert house.store.check() == ()


def test_the_job_of_a_server_removes_what_is_due_at_its_start(house: OpenDesk) -> None:
    house.store.audit.append("sign-in", "ada", NOW - 400 * DAY)

    async def run() -> None:
        job = RetentionJob(house.site)
        job.start()
        while any(event.kind == "sign-in" for event in house.store.audit.list_events()):
            await asyncio.sleep(0)
        job.stop()

    asyncio.run(asyncio.wait_for(run(), 60))
    event = house.store.audit.list_events()[0]
    assert (event.kind, event.subject, dict(event.detail)["number"]) == ("retention", "security-log", 1)
