"""Times and schedule: the start of the current and the next round, the rounds of a round robin, and a bracket."""

from __future__ import annotations

from datetime import date, datetime

from rookery._record import record
from rookery.errors import RookeryError
from rookery.formats.resolve import handlers_for
from rookery.history.completion import total_rounds
from rookery.messages import msg
from rookery.model import PartialDate, Points, Result
from rookery.pairing.knockout import TreeMeeting, build_tree
from rookery.regulations import parse_type_code
from rookery.tournaments.domain.rounds import previous_start, round_start
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, Seats, participants, seats


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


@record
class ScheduledRound:
    """A scheduled round with its pairs, White first, and who is free; `paired`: it has been paired.

    A paired round shows its actual pairs with their `results`: None where a pair plays more than one game.
    """

    number: int
    pairs: tuple[Seats, ...]
    free: tuple[Participant, ...] = ()
    paired: bool = False
    day: PartialDate | None = None
    results: tuple[Result | None, ...] = ()


@record
class ScheduleView:
    """All rounds of an event with predetermined pairings; `unknown` says why they are not known yet."""

    rounds: tuple[ScheduledRound, ...] = ()
    unknown: str = ""


def schedule_view(state: State) -> ScheduleView:
    """Return the schedule of a round robin, or of another event with predetermined rounds."""
    t = state.tournament
    build_schedule = handlers_for(t).schedule
    if build_schedule is None:
        raise CommandRejectedError(msg("there is no schedule in %(called)s: it is paired round by round",
                                       called=parse_type_code(t.system).format.noun_phrase))  # fmt: skip
    try:
        rounds = (*t.rounds, *build_schedule(t, state.choices.reverse)[len(t.rounds) :])
    except RookeryError as error:
        return ScheduleView(unknown=error.message)
    people, days = participants(state), t.info.round_dates
    scheduled = []
    for number, round in enumerate(rounds, 1):
        pairs = tuple(seats(pair, people) for pair in round.pairs)
        playing = {participant for pair in round.pairs for participant in pair}
        free = tuple(person for participant, person in people.items() if participant not in playing)
        day = days[number - 1] if number <= len(days) else None
        ended = {(game.white, game.black): game.result for game in round.games}
        results = tuple(ended.get(pair) for pair in round.pairs) if number <= len(t.rounds) else ()
        scheduled.append(ScheduledRound(number, pairs, free, number <= len(t.rounds), day, results))
    return ScheduleView(tuple(scheduled))


# -- knock-outs --------------------------------------------------------------------------------------------------------


@record
class BracketMeeting:
    """A meeting of the bracket, as far as known: the winner (`through`) and the points of both.

    `bye`: there is no opponent in the first round.
    """

    upper: Participant | None
    lower: Participant | None
    through: Participant | None = None
    points: tuple[Points, Points] | None = None
    bye: bool = False


@record
class BracketStage:
    """A round of the bracket, with its number and name."""

    round: int
    called: str
    meetings: tuple[BracketMeeting, ...]


@record
class BracketView:
    """All stages from the first round to the final, and the winner."""

    stages: tuple[BracketStage, ...] = ()
    winner: Participant | None = None
    unknown: str = ""


def bracket_view(state: State) -> BracketView:
    """Return the bracket of a knock-out."""
    t, people = state.tournament, participants(state)
    if not parse_type_code(t.system).format.eliminates:
        raise CommandRejectedError(
            msg("there is no bracket in %(called)s", called=parse_type_code(t.system).format.noun_phrase)
        )
    try:
        tree = build_tree(t)
    except RookeryError as error:
        return BracketView(unknown=error.message)

    def find_participant(number: int | None) -> Participant | None:
        return None if number is None else people[number]

    def build_meeting(meeting: TreeMeeting, first: bool) -> BracketMeeting:
        bye = first and None in (meeting.upper, meeting.lower)
        return BracketMeeting(
            find_participant(meeting.upper),
            find_participant(meeting.lower),
            find_participant(meeting.through),
            meeting.points,
            bye,
        )

    stages = tuple(
        BracketStage(number, stage.called, tuple(build_meeting(meeting, number == 1) for meeting in stage.meetings))
        for number, stage in enumerate(tree, 1)
    )
    return BracketView(stages, find_participant(tree[-1].meetings[0].through))
