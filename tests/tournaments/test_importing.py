"""Tournaments that come to a desk: short names of their own, and logs that add up."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery._record import replace
from rookery.errors import FormatError, RookeryError
from rookery.storage import Record, Stream, log_file
from rookery.storage.records import chain_hash
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import LeaveMode
from rookery.tournaments.importing import (
    check_continuation,
    check_replay,
    is_log,
    make_slug,
    unused_slug,
    with_local_slug,
)
from rookery.tournaments.state import FIDE_EXIT_REMARK, fide_exit_round
from rookery.tournaments.undo import replay_records
from support.desks import DeskTournament, swiss

NOW = "2026-11-16T16:00:00Z"


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Spring Open", "spring-open"), ("../../x", "x"), ("a" * 99, "a" * 60), ("", "tournament"), ("A  -- B", "a-b")],
)
def test_a_short_name_is_plain(name: str, slug: str) -> None:
    assert make_slug(name) == slug


def test_short_names_are_unique() -> None:
    assert unused_slug("Open", ()) == "open"
    assert unused_slug("Open", {"open", "open-2", "open-4"}) == "open-3"


def test_a_log_has_the_name_that_it_has_here() -> None:
    here = (Stream("a", "tournament", "club"), Stream("b", "tournament", "open"))
    assert with_local_slug(Stream("a", "tournament", "elsewhere"), here).slug == "club"
    assert with_local_slug(Stream("c", "tournament", "open"), here).slug == "open-2"
    assert with_local_slug(Stream("c", "tournament", "../x"), here).slug == "x"


def test_a_log_is_known_by_its_head_or_by_its_name() -> None:
    assert is_log(b'{"rookery":"log","form":1}', "x.json")
    assert is_log(b"", "x.ROOKERY")
    assert not is_log(b"{}", "x.json")


def test_what_is_no_tournament_is_refused(snapshot: SnapshotAssertion) -> None:
    strange = Record("s", 1, "tournament.opened", 1, {"name": 1}, "c", "", "2026-01-01T00:00:00Z", ())
    with pytest.raises(RookeryError) as caught:
        check_replay([strange])
    assert str(caught.value) == snapshot


# -- a log of this desk that goes on in a file -------------------------------------------------------------------------


def goes_on_with(
    hall: DeskTournament, *events: tuple[str, dict[str, Any]], command: str = "forged", at: str = NOW
) -> list[Record]:
    """The log of a desk with events behind it that somebody wrote into the file, signed by another."""
    records = list(hall.store.read(hall.stream))
    for version, (kind, data) in enumerate(events, len(records) + 1):
        records.append(Record(hall.stream, version, kind, 1, data, "forged", "ben", at, ()))
    return records


def past() -> DeskTournament:
    """A tournament with three rounds, all of them played."""
    return swiss(5, paired=3, played=3)


def test_fide_mode_that_was_left_does_not_come_back() -> None:
    hall = past()
    hall.do(LeaveMode("a reason"), everything=True)
    left = hall.state.permanent.left
    for events in (
        [("remark.dropped", {"text": FIDE_EXIT_REMARK, "round": left})],
        [
            ("remark.dropped", {"text": f"{FIDE_EXIT_REMARK} @ Round {left}"}),
            ("remark.dropped", {"text": FIDE_EXIT_REMARK, "round": left}),
        ],
    ):
        state = replay_records(goes_on_with(hall, *events))
        assert (state.fide, fide_exit_round(state.tournament)) == (False, left)


def test_a_tournament_begins_once() -> None:
    hall = past()
    opened = ("tournament.opened", {"name": "Other", "laws": {}})
    imported = ("tournament.imported", {"tournament": {}})
    for event in (opened, imported):
        with pytest.raises(RookeryError):
            check_replay(goes_on_with(hall, event), hall.version)
        with pytest.raises(RookeryError):
            check_replay(goes_on_with(hall, event))
    hall.do(LeaveMode("a reason"), everything=True)
    assert not replay_records(goes_on_with(hall, opened)).fide


def result_of_round(hall: DeskTournament, number: int) -> tuple[str, dict[str, Any]]:
    """Another result of the first game of a round, as the log has it."""
    game, key = hall.tournament.rounds[number - 1].games[0], hall.state.keys.player
    data = {"round": number, "white": key[game.white], "black": key[game.black], "result": "0-1", "was": "1-0"}
    return "result.corrected", data


def test_a_round_that_is_past_does_not_change_by_a_file(snapshot: SnapshotAssertion) -> None:
    hall = past()
    with pytest.raises(RookeryError) as caught:
        check_continuation(goes_on_with(hall, result_of_round(hall, 1)), hall.version)
    assert str(caught.value) == snapshot


def test_a_correction_in_a_file_has_its_author(snapshot: SnapshotAssertion) -> None:
    hall = past()
    records = goes_on_with(hall, result_of_round(hall, 2), at="2020-01-01T00:00:00Z")
    check_replay(records, hall.version)
    assert check_continuation(records, hall.version) == snapshot


def test_ordinary_work_elsewhere_is_not_reported() -> None:
    hall = past()
    known = hall.version
    hall.do(PairRound())
    hall.play(4)
    assert check_continuation(list(hall.store.read(hall.stream)), known) == ()


def test_undo_elsewhere_is_guarded_as_here() -> None:
    hall = past()
    known = hall.version
    hall.do(PairRound())
    hall.do(Undo())
    assert check_continuation(list(hall.store.read(hall.stream)), known) == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [("at", "zzz"), ("at", "2026-13-01T00:00:00Z"), ("actor", "ada\x1b[31m"), ("kind", "x\0"), ("command", "\udfff")],
)
def test_a_line_of_a_log_has_a_time_and_plain_names(field: str, value: str) -> None:
    hall = past()
    records = [replace(one, **{field: value}) for one in hall.store.read(hall.stream)]
    (stream,) = hall.store.streams()
    with pytest.raises(FormatError) as caught:
        log_file.loads(log_file.dumps(replace(stream, sum=chain_hash("", records)), records))
    assert [(problem.line, problem.field) for problem in caught.value.problems] == [(2, field)]
