"""Rounds as cells of standings and crosstables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rookery._record import record
from rookery.history.history import History, RoundOutcome, round_outcome
from rookery.history.round_results import Kind, RoundResults
from rookery.model import Colour, Points
from rookery.model._construct import construct_many
from rookery.regulations import parse_type_code
from rookery.tournaments.state import State


@record
class RoundCell:
    """A round of a participant: its kind, opponent, colour, own points, and the opponent's.

    `ended` is the outcome: won, drawn, lost, open, or free without an opponent.
    """

    kind: str
    opponent: str = ""
    colour: Colour | None = None
    points: Points = 0
    theirs: Points = 0
    ended: RoundOutcome = "free"


_KINDS = {kind: str(kind.value) for kind in Kind}


def cells(state: State, after: int) -> dict[int, tuple[RoundCell, ...]]:
    """Return the first `after` rounds of all participants by number."""
    numbers, key = list(state.tournament.participants_by_number), state.keys.participant
    rounds = [_cells(column, numbers, key) for column in History.for_tournament(state.tournament).round_results[:after]]
    return dict(zip(numbers, zip(*rounds, strict=True), strict=True)) if rounds else dict.fromkeys(numbers, ())


def while_in(state: State, rows: dict[int, tuple[RoundCell, ...]]) -> dict[int, tuple[RoundCell, ...]]:
    """Return the rounds up to elimination from a knock-out; all rounds in other formats."""
    if not parse_type_code(state.tournament.system).format.eliminates:
        return rows
    absent = _KINDS[Kind.ZERO_BYE]
    last = {number: max((round_number for round_number, cell in enumerate(row, 1) if cell.kind != absent), default=0)
            for number, row in rows.items()}  # fmt: skip
    return {number: row[: last[number]] for number, row in rows.items()}


def _cells(column: RoundResults, numbers: Sequence[int], key: Mapping[int, str]) -> list[RoundCell]:
    """Return the cells of a round in this order; built by column for speed."""
    results = [column[number] for number in numbers]
    opponents = [meeting.opponent for meeting in results]
    return construct_many(
        RoundCell,
        kind=[_KINDS[meeting.kind] for meeting in results],
        opponent=["" if opponent is None else key[opponent] for opponent in opponents],
        colour=[meeting.colour for meeting in results],
        points=[meeting.points for meeting in results],
        theirs=[0 if opponent is None else column[opponent].points for opponent in opponents],
        ended=[round_outcome(column, meeting) for meeting in results],
    )
