"""The check-in of the coming round: whether it is open, and who is expected, here and missing."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from rookery._record import record
from rookery.collation import sort_key
from rookery.model import ByeKind
from rookery.tournaments.state import CheckIn, SelfCheckIn, State
from rookery.tournaments.views.participants import Participant, departed_participants, participants


@record
class CheckInView:
    """The check-in of a round, with the expected participants by name.

    `round` is None if no round is to come. `open` says whether players can check in themselves, `until` is the time
    of day at which that ends, if any, `by` how they do it. Those who left or have a bye are not expected, unless the
    arbiter marked them absent and they are `here`.
    """

    round: int | None
    open: bool = False
    until: str = ""
    by: SelfCheckIn = "anyone"
    here: tuple[Participant, ...] = ()
    missing: tuple[Participant, ...] = ()

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
