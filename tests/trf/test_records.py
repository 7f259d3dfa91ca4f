"""A record is one value: declared, it is known, read, assembled, written, kept in the document and checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Player, Tournament
from rookery.trf.fields import Field, Layout
from rookery.trf.read import read
from rookery.trf.record import (
    TRF26,
    AssemblyContext,
    DialectOptions,
    FieldReader,
    LineContent,
    LineContext,
    ParseState,
    Record,
    Section,
)
from rookery.trf.registry import RECORDS, VERSIONS, codes_of
from rookery.trf.serialize import dump

# A fact of the model that no record of the format carries: the club of a player.


@dataclass(slots=True)
class Clubs:
    said: dict[int, tuple[int, str]] = field(default_factory=dict)


def _read(draft: ParseState, here: LineContext) -> None:
    numbers = FieldReader(here)
    draft.state_of(Clubs).said[numbers.integer("id", 1)] = here.number, numbers.text("club")


def _assemble(draft: ParseState, scene: AssemblyContext) -> dict[str, object]:
    clubs = {id: club for id, (_, club) in draft.state_of(Clubs).said.items()}
    return {"players": tuple(replace(player, club=clubs.get(player.number, "")) for player in scene.table.players)}


def _write(tournament: Tournament, voice: DialectOptions) -> Iterator[LineContent]:
    for player in tournament.players:
        if player.club:
            yield LineContent((player.number,), {"id": str(player.number), "club": player.club})


def _check(draft: ParseState, scene: AssemblyContext, tournament: Tournament) -> None:
    for id, (line, club) in draft.state_of(Clubs).said.items():
        scene.report_unconfirmed(line, "777", f"{id} is of {club}")


CLUB = Record(
    "777", "club", TRF26, Section.PLAYERS, Layout((Field("id", 5, 8, True), Field("club", 10, 30, cut=True))),
    use="the club of a player", repeatable=True, read=_read, assemble=_assemble, write=_write, check=_check,
)  # fmt: skip


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert CLUB.code not in list(RECORDS)  # and all subjects are imported now
    monkeypatch.setitem(RECORDS, CLUB.code, CLUB)


EVENT = Tournament(players=(Player(1, "Anders, A", club="Elstow"), Player(2, "Berg, B")))


@pytest.mark.usefixtures("known")
def test_a_record_is_read_and_written() -> None:
    written = dump(EVENT)
    assert written.decode().splitlines()[-1] == "777    1 Elstow"
    assert read(written).tournament == EVENT


@pytest.mark.usefixtures("known")
def test_a_record_is_preserved_in_the_document() -> None:
    document = read(dump(EVENT)).document
    assert document is not None
    moved = replace(EVENT, players=(EVENT.players[0], replace(EVENT.players[1], club="Wootton")))
    assert document.replace(moved).dump() == document.dump() + b"777    2 Wootton\r\n"


@pytest.mark.usefixtures("known")
def test_a_record_is_checked_on_request(snapshot: SnapshotAssertion) -> None:
    assert [problem.text for problem in read(dump(EVENT)).problems if problem.code == "unconfirmed"] == snapshot
    assert read(dump(EVENT), checks=False).problems == ()


def test_a_record_is_unknown_before_it_is_declared() -> None:
    reading = read("001    1      Anders, A\n777    1 Elstow\n")
    assert "unknown" in [problem.code for problem in reading.problems]
    assert not reading.tournament.players[0].club


def test_dialects_have_no_redundant_records() -> None:
    for versions in VERSIONS.values():
        assert {"013", "310"} - codes_of(versions), versions
