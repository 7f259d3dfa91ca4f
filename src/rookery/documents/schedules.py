"""Papers of rounds known beforehand: the schedule of a round robin, and the bracket of a knock-out."""

from __future__ import annotations

from rookery.charts.bracket import draw_bracket as drawn
from rookery.documents.model import Grid, Paper, Picture
from rookery.documents.request import PaperRequest, build_headed_paper
from rookery.errors import RuleError
from rookery.formats.resolve import handlers_for
from rookery.formatting import Column, Table, participant_label
from rookery.model import Round, Tournament


def schedule(t: Tournament, request: PaperRequest) -> Paper:
    """Return every round of a schedule, board by board."""
    make_schedule = handlers_for(t).schedule
    if make_schedule is None:
        raise RuleError("only an event whose pairings are known beforehand has a schedule")
    rounds = make_schedule(t, None)
    numbers = range(1, len(rounds) + 1) if request.round is None else (request.round,)
    if any(not 1 <= number <= len(rounds) for number in numbers):
        raise RuleError(f"there is no round {request.round}: the table has {len(rounds)}")
    return build_headed_paper(t, "Schedule", tuple(_round(t, number, rounds[number - 1]) for number in numbers))


def _round(t: Tournament, number: int, round: Round) -> Grid:
    columns = (Column("Match" if t.team_event else "Board", ">"), Column("White", least=14), Column("Black", least=14))
    pairs = enumerate(round.pairs, 1)
    rows = [
        (
            str(board),
            participant_label(t.participants_by_number[white]),
            participant_label(t.participants_by_number[black]),
        )
        for board, (white, black) in pairs
    ]
    rows += [("", participant_label(t.participants_by_number[bye.player]), "free") for bye in round.byes]
    return Grid(Table(columns, tuple(rows)), f"Round {number}", quiet=(0,))


def bracket(t: Tournament, request: PaperRequest) -> Paper:
    """Return the bracket of a knock-out, from the first round to the final."""
    return build_headed_paper(t, "Bracket", (Picture(drawn(t).svg),), wide=True)
