"""The players as a grid (details, byes, withdrawals, what can change), and the check-in of the coming round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta

from rookery._record import record
from rookery.collation import sort_key
from rookery.history.completion import total_rounds
from rookery.history.declared_points import player_points
from rookery.history.late_entries import LAST_CORRECTION
from rookery.messages import msg
from rookery.model import ByeKind, NationalRecord, PartialDate, Team
from rookery.model.players import Rating
from rookery.tournaments.domain.numbers import numbers_by_strength
from rookery.tournaments.domain.players import require_entries_open
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.guard import first_changeable_round
from rookery.tournaments.state import CheckIn, SelfCheckIn, State
from rookery.tournaments.views.participants import (
    Participant,
    departed_participants,
    describe_participant,
    participants,
    players,
    withdrawn,
)
from rookery.tournaments.views.schedule import find_start
from rookery.tournaments.warning_table import TABLE


@record
class PlayerLine:
    """A player; `rounds` has a cell for every planned round; players of a team have none.

    `withdrawn` and `expelled` are the first rounds not played; `barred` excludes half-point byes.
    """

    who: Participant
    rounds: tuple[Presence, ...] = ()
    sex: str = ""
    birth: PartialDate | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    ratings: tuple[Rating, ...] = ()
    national: tuple[NationalRecord, ...] = ()
    team: Participant | None = None
    withdrawn: int | None = None
    expelled: int | None = None
    barred: bool = False


@record
class PlayersView:
    """All players by number, with `paired` rounds of `rounds`, if that is known.

    `refused` says why entries are closed; players can be removed before round 1 is paired.
    """

    lines: tuple[PlayerLine, ...]
    paired: int = 0
    rounds: int | None = None
    teams: bool = False
    refused: str = ""


def players_view(state: State) -> PlayersView:
    """Return all players."""
    t = state.tournament
    everybody, teams = players(state, player_points(t)), _teams_by_player(t.teams)
    cells, gone, expelled = dict[int, tuple[Presence, ...]](), dict[int, int](), dict[int, int]()
    if not t.team_event:
        cells, gone = presences(state), withdrawn(state)
        expelled = {player.player: player.round for player in t.expelled}
    lines = tuple(
        PlayerLine(
            everybody[player.number],
            cells.get(player.number, ()),
            player.sex,
            player.birth,
            player.fide_id,
            player.national_id,
            player.club,
            player.ratings,
            player.national,
            teams.get(player.number),
            gone.get(player.number),
            expelled.get(player.number),
            player.key in state.barred,
        )
        for player in sorted(t.players, key=lambda player: player.number)
    )
    return PlayersView(lines, len(t.rounds), total_rounds(t), t.team_event, _entries_closed_reason(state))


def _teams_by_player(teams: tuple[Team, ...]) -> dict[int, Participant]:
    """Return the team of each player who has one."""
    return {
        player: team_entry for team in teams for team_entry in (describe_participant(team),) for player in team.players
    }


def _entries_closed_reason(state: State) -> str:
    if state.closed is not None:
        return msg("the tournament is closed after round %(closed)s", closed=state.closed)
    try:
        require_entries_open(state)
    except CommandRejectedError as error:
        return error.message
    return ""


@record
class Presence:
    """A round of a participant: the bye, whether there is a game, and whether a bye can still change."""

    bye: ByeKind | None = None
    plays: bool = False
    open: bool = True


_PLAYS = Presence(None, True, False)


def presences(state: State) -> dict[int, tuple[Presence, ...]]:
    """Return the rounds of all participants by number, including future ones."""
    t, first = state.tournament, first_changeable_round(state) if state.fide else 1
    columns: list[Mapping[int, Presence]] = [
        dict(_presences_in_paired_round(state, number, state.closed is None and number >= first))
        for number in range(1, len(t.rounds) + 1)
    ]
    columns += [
        dict(_presences_in_future_round(state, number)) for number in range(t.next_round, (total_rounds(t) or 0) + 1)
    ]
    empty = Presence(open=state.closed is None)
    return {number: tuple([column.get(number, empty) for column in columns]) for number in t.participants_by_number}


def _presences_in_paired_round(state: State, number: int, can_change: bool) -> Iterator[tuple[int, Presence]]:
    """Yield the cells of a paired round; games and the allocated bye cannot be changed here."""
    round = state.tournament.rounds[number - 1]
    if not can_change:
        yield from dict.fromkeys(state.tournament.participants_by_number, Presence(open=False)).items()
    for pair in round.pairs:
        for player in pair:
            yield player, _PLAYS
    for bye in round.byes:
        yield bye.player, Presence(bye.kind, False, can_change and bye.kind is not ByeKind.PAIRING_ALLOCATED)


def _presences_in_future_round(state: State, number: int) -> Iterator[tuple[int, Presence]]:
    """Yield the cells of a future round; expelled participants cannot request byes."""
    t = state.tournament
    for player, kind in t.absent(number).items():
        yield player, Presence(kind, False, state.closed is None)
    for gone in t.expelled:
        if gone.round <= number:
            yield gone.player, Presence(ByeKind.ZERO, False, False)


@record
class NumberLine:
    """A participant and the number that a regeneration would give."""

    who: Participant
    due: int


@record
class NumbersView:
    """All participants by number; `level` is that of the warning that a change raises now, 0 for none."""

    lines: tuple[NumberLine, ...]
    level: int = 0
    code: str = ""
    why: str = ""
    article: str = ""


def numbers_view(state: State) -> NumbersView:
    """Return the numbers of all participants."""
    due = numbers_by_strength(state)
    lines = tuple(
        NumberLine(participant, due.get(number, number)) for number, participant in sorted(participants(state).items())
    )
    paired = len(state.tournament.rounds)
    if not paired:
        return NumbersView(lines)
    late = paired >= LAST_CORRECTION
    row = TABLE["numbers-late" if late else "numbers"]
    level = row.level if state.fide or row.outside is None else row.outside
    reason = msg("round %(round)s has been paired", round=LAST_CORRECTION if late else 1)
    return NumbersView(lines, level, row.code, reason, row.article)


@record
class CheckInOpening:
    """When the clock opens the check-in of a round: the day, if it is known, and the times of day of both ends."""

    round: int
    day: PartialDate | None
    time: str
    until: str


@record
class CheckInView:
    """The check-in of a round, with the expected participants by name.

    `round` is None if no round is to come. `open` says whether players can check in themselves, `until` is the time
    of day at which that ends, if any, `by` how they do it; `opening` is when the clock opens it.
    Those who left or have a bye are not expected, unless the arbiter marked them absent and they are `here`.
    """

    round: int | None
    open: bool = False
    until: str = ""
    by: SelfCheckIn = "anyone"
    here: tuple[Participant, ...] = ()
    missing: tuple[Participant, ...] = ()
    opening: CheckInOpening | None = None

    @property
    def expected(self) -> int:
        """Number of participants who are expected."""
        return len(self.here) + len(self.missing)


def check_in_view(state: State, now: datetime | None = None) -> CheckInView:
    """Return the check-in of the coming round; with `now`, it is not open after its closing time."""
    coming = coming_round(state)
    if coming is None:
        return CheckInView(None)
    check_in = state.permanent.check_in if state.permanent.check_in.round == coming else CheckIn(coming)
    away = departed_participants(state, coming)
    byes = {bye.player: bye.kind for bye in state.tournament.requested_byes if bye.round == coming}
    people = sorted(participants(state, round=coming).values(), key=lambda person: (sort_key(person.name), person.key))
    people = [person for person in people if person.number not in away]
    return CheckInView(
        coming,
        is_check_in_open(state, now),
        check_in.until,
        state.permanent.check_in.by,
        tuple(
            person
            for person in people
            if person.key in check_in.keys and byes.get(person.number) in (None, ByeKind.ZERO)
        ),
        tuple(person for person in people if person.key not in check_in.keys and person.number not in byes),
        find_opening(state),
    )


def coming_round(state: State) -> int | None:
    """Return the round to be paired next, or None if there is none."""
    t = state.tournament
    if state.closed is not None or (t.planned_rounds is not None and len(t.rounds) >= t.planned_rounds):
        return None
    return t.next_round


def is_check_in_open(state: State, now: datetime | None = None) -> bool:
    """Return whether players can check in themselves; with `now`, not after the closing time."""
    check_in = state.permanent.check_in
    if not check_in.open or check_in.round != coming_round(state):
        return False
    closing = closing_moment(check_in, now) if now is not None else None
    return now is None or closing is None or now < closing


def find_opening(state: State) -> CheckInOpening | None:
    """Return when the clock opens the check-in of the coming round; None if it does not, or it was open already."""
    schedule, coming, check_in = state.check_in_schedule, coming_round(state), state.permanent.check_in
    if not schedule.opens or coming is None or (check_in.round == coming and (check_in.open or check_in.closed)):
        return None
    start = find_start(state, coming)
    any_day = date(2000, 1, 2)
    moment = start.moment(any_day)
    if moment is None:
        return None
    opens, closes = (moment - timedelta(minutes=minutes) for minutes in (schedule.opens, schedule.closes))
    day = PartialDate.from_date(opens.date()) if start.day is not None else None
    return CheckInOpening(coming, day, f"{opens:%H:%M}", f"{closes:%H:%M}")


def opening_moments(state: State, now: datetime) -> tuple[datetime, datetime] | None:
    """Return when the clock opens and closes the check-in of the coming round, in the time zone of `now`.

    A round without a day is played today.
    """
    opening = find_opening(state)
    start = find_start(state, opening.round).moment(now.date()) if opening is not None else None
    if start is None:
        return None
    start, schedule = start.replace(tzinfo=now.tzinfo), state.check_in_schedule
    return start - timedelta(minutes=schedule.opens), start - timedelta(minutes=schedule.closes)


def closing_moment(check_in: CheckIn, now: datetime) -> datetime | None:
    """Return when an open check-in ends, in the time zone of `now`: the first such time of day after it was opened.

    >>> from datetime import UTC
    >>> evening = CheckIn(1, open=True, since="2026-11-20T20:00:00Z", until="09:30")
    >>> str(closing_moment(evening, datetime(2026, 11, 20, 21, tzinfo=UTC)))
    '2026-11-21 09:30:00+00:00'
    """
    if not (check_in.open and check_in.until and check_in.since):
        return None
    since = datetime.fromisoformat(check_in.since).astimezone(now.tzinfo)
    closing = datetime.combine(since.date(), time.fromisoformat(check_in.until), now.tzinfo)
    return closing if closing > since else closing + timedelta(days=1)
