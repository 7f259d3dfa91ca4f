"""The pairing numbers, those that the ratings give, and whether they may still change."""

from __future__ import annotations

from rookery._record import record
from rookery.history.late_entries import LAST_CORRECTION
from rookery.messages import msg
from rookery.tournaments.domain.numbers import numbers_by_strength
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Who, participants
from rookery.tournaments.warning_table import TABLE


@record
class NumberLine:
    """A participant and the number that a regeneration would give."""

    who: Who
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
