"""The round clock: when the current and the next round start, and from when a start was moved."""

from __future__ import annotations

from datetime import date, datetime

from rookery._record import record
from rookery.history.completion import total_rounds
from rookery.model import PartialDate
from rookery.tournaments.domain.rounds import previous_start, round_start
from rookery.tournaments.state import State


@record
class RoundStart:
    """The start of a round, as far as it is known; `moved` is the start that was announced before.

    A `moved_day` is given only if the day was moved.
    """

    round: int
    day: PartialDate | None = None
    time: str = ""
    moved: str = ""
    moved_day: PartialDate | None = None

    def moment(self, today: date | None = None) -> datetime | None:
        """Return day and time, in the time of the playing hall; without a day, today if that is given.

        >>> RoundStart(1, PartialDate(2026, 4, 3), "14:30").moment()
        datetime.datetime(2026, 4, 3, 14, 30)
        >>> RoundStart(1, time="14:30").moment() is RoundStart(1, PartialDate(2026, 4), "14:30").moment() is None
        True
        """
        day = date(self.day.year, self.day.month, self.day.day) if self.day and self.day.day else None
        if self.day is None:
            day = today
        if day is None or not self.time:
            return None
        return datetime.combine(day, datetime.strptime(self.time, "%H:%M").time())


@record
class RoundClock:
    """The starts of the current round, which is the last paired one, and of the round after it.

    `is_over` says that the current round has ended: then the next start is what matters. `rounds` is their number.
    """

    current: RoundStart | None = None
    next: RoundStart | None = None
    is_over: bool = False
    rounds: int | None = None

    @property
    def main(self) -> RoundStart | None:
        """The start that matters most: of the current round until it has ended, then of the next one."""
        return self.next if self.is_over or self.current is None else self.current


def round_clock(state: State) -> RoundClock:
    """Return the clock of a tournament."""
    t = state.tournament
    paired, rounds = len(t.rounds), total_rounds(t)
    has_next = state.closed is None and (rounds is None or paired < rounds)
    return RoundClock(
        find_start(state, paired) if paired else None,
        find_start(state, paired + 1) if has_next else None,
        bool(paired) and not t.rounds[-1].pending,
        rounds,
    )


def find_start(state: State, number: int) -> RoundStart:
    """Return the start of a round; a round without a day is played on the only day of the event, if it has one."""
    day, time = round_start(state, number)
    info = state.tournament.info
    moved_day, moved = previous_start(state, number) or (None, "")
    only_day = info.start if info.start == info.end else None
    return RoundStart(number, day or only_day, time, moved, moved_day if moved_day != day else None)
