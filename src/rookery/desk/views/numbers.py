"""The pairing numbers: who has which, which one the rating calls for, and whether they may still change."""

from __future__ import annotations

from rookery.desk.commands.numbers import regenerated
from rookery.desk.levels import TABLE
from rookery.desk.state import State
from rookery.desk.views.who import Who, participants
from rookery.entries import LAST_CORRECTION
from rookery.values import frozen
from rookery.wording import spoken


@frozen
class NumberLine:
    """Somebody with the present number, and the one that a regeneration would give."""

    who: Who
    due: int


@frozen
class NumbersView:
    """Everybody in the order of the numbers; `level` is that of the warning which a change brings now, 0 for none."""

    lines: tuple[NumberLine, ...]
    level: int = 0
    code: str = ""
    why: str = ""
    article: str = ""


def numbers_view(state: State) -> NumbersView:
    """The numbers of everybody who is paired."""
    due = regenerated(state)
    lines = tuple(NumberLine(who, due.get(one, one)) for one, who in sorted(participants(state).items()))
    paired = len(state.tournament.rounds)
    if not paired:
        return NumbersView(lines)
    late = paired >= LAST_CORRECTION
    row = TABLE["numbers-late" if late else "numbers"]
    level = row.level if state.fide or row.outside is None else row.outside
    why = spoken("round %(round)s has been paired", round=LAST_CORRECTION if late else 1)
    return NumbersView(lines, level, row.code, why, row.article)
