"""The round clock: which start matters, and what a moved start says."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from rookery.model import PartialDate, Result
from rookery.tournaments.domain.lifecycle import SetHead
from rookery.tournaments.domain.rounds import RoundScheduled, ScheduleRound
from rookery.tournaments.event import apply_events
from rookery.tournaments.state import Stamp, State, dump_state, load_state
from rookery.tournaments.views.schedule import RoundStart, find_start, round_clock
from support.desks import swiss

SATURDAY, SUNDAY = PartialDate(2026, 11, 21), PartialDate(2026, 11, 22)


def schedule(state: State, number: int, day: PartialDate | None, time: str, at: str = "09:00") -> State:
    """Return the state after a start was set at a time of 16 November."""
    return apply_events(state, [RoundScheduled(number, day, time)], Stamp(1, "ada", f"2026-11-16T{at}:00Z"))


def test_before_round_1_its_start_matters() -> None:
    hall = swiss(5)
    hall.do(ScheduleRound(1, SATURDAY, "14:30"))
    clock = round_clock(hall.state)
    assert (clock.current, clock.main, clock.rounds) == (None, RoundStart(1, SATURDAY, "14:30"), 5)


def test_the_current_round_matters_until_its_end_then_the_next() -> None:
    hall = swiss(5, paired=2, played=1)
    hall.do(ScheduleRound(2, SATURDAY, "14:30"))
    hall.do(ScheduleRound(3, SUNDAY, "10:00"))
    clock = round_clock(hall.state)
    assert clock.main == RoundStart(2, SATURDAY, "14:30")
    assert clock.next == RoundStart(3, SUNDAY, "10:00")
    hall.play(2, Result.DRAW)
    assert round_clock(hall.state).main == RoundStart(3, SUNDAY, "10:00")


def test_no_round_follows_the_last() -> None:
    clock = round_clock(swiss(2, paired=2, played=2).state)
    assert (clock.is_over, clock.next, clock.main) == (True, None, None)


@pytest.mark.parametrize(
    ("starts", "moved"),
    [
        ([(SATURDAY, "14:00", "09:00")], (None, "")),
        ([(SATURDAY, "14:00", "09:00"), (SATURDAY, "14:30", "09:09")], (None, "")),
        ([(SATURDAY, "14:00", "09:00"), (SATURDAY, "14:30", "09:10")], (None, "14:00")),
        ([(SATURDAY, "14:00", "09:00"), (SUNDAY, "14:00", "10:00")], (SATURDAY, "14:00")),
        ([(None, "14:00", "09:00"), (SATURDAY, "14:00", "10:00")], (None, "")),
        ([(SATURDAY, "14:00", "09:00"), (SATURDAY, "14:30", "10:00"), (SATURDAY, "15:00", "11:00")], (None, "14:00")),
        ([(SATURDAY, "14:00", "09:00"), (SATURDAY, "14:30", "10:00"), (SATURDAY, "14:00", "11:00")], (None, "")),
        ([(SATURDAY, "14:00", "09:00"), (None, "", "10:00"), (SATURDAY, "15:00", "11:00")], (None, "")),
        ([(SATURDAY, "14:00", "nonsense"), (SATURDAY, "15:00", "11:00")], (None, "14:00")),
    ],
    ids=["set", "slip", "moved", "other day", "day added", "moved twice", "moved back", "removed", "old log"],
)  # fmt: skip
def test_a_moved_start_says_when_it_was_announced(
    starts: list[tuple[PartialDate | None, str, str]], moved: tuple[PartialDate | None, str]
) -> None:
    state = swiss(5).state
    for day, time, at in starts:
        state = schedule(state, 3, day, time, at)
    start = find_start(state, 3)
    assert (start.moved_day, start.moved) == moved
    assert load_state(dump_state(state)).announced_starts == state.announced_starts


def test_a_round_without_a_day_is_played_on_the_only_day_of_the_event() -> None:
    hall = swiss(5)
    hall.do(ScheduleRound(1, None, "9.30"))
    assert find_start(hall.state, 1).moment() is None
    assert find_start(hall.state, 1).moment(date(2026, 11, 20)) == datetime(2026, 11, 20, 9, 30)
    hall.do(SetHead({"start": str(SATURDAY), "end": str(SATURDAY)}))
    assert find_start(hall.state, 1).moment() == datetime(2026, 11, 21, 9, 30)
    hall.do(SetHead({"end": str(SUNDAY)}))
    assert find_start(hall.state, 1).moment() is None
