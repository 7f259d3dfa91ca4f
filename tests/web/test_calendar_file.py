"""Calendar files: read by a parser of RFC 5545 written here, escaped, folded, with stable identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.model import PartialDate
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.rounds import PairRound, ScheduleRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web.routes.calendar import CalendarEntry, calendar_uid, fold_line, render_calendar
from support.visitors import OpenDesk, open_desk


def parse(data: bytes) -> list[dict[str, str]]:
    """The entries of a calendar file; asserts what the standard demands of lines and components."""
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    assert all(line.decode() is not None for line in data.split(b"\r\n")), "no line ends within a character"
    lines = data.decode().replace("\r\n ", "").split("\r\n")[:-1]
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    assert {"VERSION:2.0"} < set(lines)
    entries: list[dict[str, str]] = []
    for line in lines:
        name, separator, value = line.partition(":")
        assert separator
        assert re.fullmatch("[A-Z-]+", name), line
        if line == "BEGIN:VEVENT":
            entries.append({})
        elif entries and name not in ("BEGIN", "END"):
            assert name not in entries[-1], "each property once"
            entries[-1][name] = re.sub(r"\\(.)", lambda escape: "\n" if escape[1] == "n" else escape[1], value)
    assert all({"UID", "DTSTAMP", "DTSTART"} <= entry.keys() for entry in entries)
    assert len({entry["UID"] for entry in entries}) == len(entries)
    return entries


@given(st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=300))
def test_any_text_comes_back(text: str) -> None:
    """What is escaped and folded is read as it was."""
    entry = CalendarEntry("u", datetime(2026, 11, 22, 14, 30), "S" + text, description=f"a\n{text}")
    (read,) = parse(render_calendar(text, [entry]))
    assert (read["SUMMARY"], read["DESCRIPTION"]) == ("S" + text, f"a\n{text}")
    assert read["DTSTART"] == "20261122T143000"


def test_a_line_is_folded_between_characters() -> None:
    assert fold_line("a" * 75) == "a" * 75
    assert fold_line("a" * 76) == "a" * 75 + "\r\n a"
    assert "".join(fold_line("é" * 200).split("\r\n ")) == "é" * 200


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    stream = made.desk.create("open")
    rules = TournamentRules(system="dutch", rounds=3)
    made.desk.do(stream, OpenTournament("Tea; Party, Open", rules, lots="seed"))
    made.desk.do(stream, EnterPlayers(tuple(Facts(name, 2000 - at) for at, name in enumerate("ABCDEF"))))
    yield made
    made.store.close()


def entries_of(hall: OpenDesk, key: str = "p1") -> dict[str, dict[str, str]]:
    """The entries of a player's calendar by the start of their titles."""
    answer = hall.outside().ask(f"/p/open/player/{key}/calendar.ics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/calendar")
    return {entry["SUMMARY"][:7]: entry for entry in parse(answer.content)}


def test_the_rounds_of_a_player_keep_their_identity_when_they_move(hall: OpenDesk) -> None:
    stream = hall.site.require_stream("open").id
    assert entries_of(hall) == {}
    day = PartialDate(2026, 11, 22)
    for number, time in ((1, "10:00"), (2, "14:30")):
        hall.desk.do(stream, ScheduleRound(number, day, time), actor="ada")
    before = entries_of(hall)
    assert [entry["DTSTART"] for entry in before.values()] == ["20261122T100000", "20261122T143000"]
    assert [entry["SEQUENCE"] for entry in before.values()] == ["0", "0"]
    assert "Tea; Party, Open" in before["Round 2"]["SUMMARY"]
    assert before["Round 1"]["UID"] == calendar_uid(stream, "p1", 1)
    hall.desk.do(stream, ScheduleRound(2, day, "15:00"), actor="ada")
    moved = entries_of(hall)
    assert moved["Round 2"]["UID"] == before["Round 2"]["UID"]
    assert (moved["Round 2"]["DTSTART"], moved["Round 2"]["SEQUENCE"]) == ("20261122T150000", "1")
    assert moved["Round 1"] == before["Round 1"]
    hall.desk.do(stream, Undo(), actor="ada")  # a start that is undone has moved, too
    assert (entries_of(hall)["Round 2"]["DTSTART"], entries_of(hall)["Round 2"]["SEQUENCE"]) == ("20261122T143000", "2")
    other = entries_of(hall, "p2")
    assert not {entry["UID"] for entry in other.values()} & {entry["UID"] for entry in before.values()}


def test_a_paired_round_names_the_board(hall: OpenDesk) -> None:
    stream = hall.site.require_stream("open").id
    hall.desk.do(stream, ScheduleRound(1, PartialDate(2026, 11, 22), "10:00"))
    hall.desk.do(stream, PairRound())
    publish(hall)
    summary = entries_of(hall)["Round 1"]["SUMMARY"]
    assert re.match(r"Round 1, board 1: (White|Black) against D, Tea", summary), summary


def test_a_calendar_of_a_tournament_with_another_alphabet(hall: OpenDesk) -> None:
    stream = hall.desk.create("блиц")
    hall.desk.do(stream, OpenTournament("Блиц", TournamentRules(system="dutch", rounds=3), lots="seed"))
    hall.desk.do(stream, EnterPlayers((Facts("A"), Facts("B"))))
    answer = hall.outside().ask("/p/блиц/player/p1/calendar.ics")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith("-p1.ics")
    assert answer.headers["content-disposition"].isascii()


def test_an_unknown_player_has_no_calendar(hall: OpenDesk) -> None:
    assert hall.outside().ask("/p/open/player/p99/calendar.ics").status_code in (404, 422)


def publish(hall: OpenDesk) -> None:
    """Publish what is paired, where that is needed."""
    try:
        from support.publication import publish as publish_rounds  # type: ignore[import-not-found,unused-ignore]
    except ModuleNotFoundError:
        return
    publish_rounds(hall.desk, hall.site.require_stream("open").id)
