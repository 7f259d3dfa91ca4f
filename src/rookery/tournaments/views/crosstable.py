"""The crosstable: the rounds of all participants, in the order of the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rookery._record import record
from rookery.errors import RookeryError
from rookery.history.declared_points import current_points
from rookery.history.history import History, RoundOutcome, round_outcome
from rookery.history.round_results import Kind, RoundResults
from rookery.messages import msg
from rookery.model import Colour, Points
from rookery.model._construct import construct_many
from rookery.ranking.standings import public_left_out
from rookery.regulations import parse_type_code
from rookery.tournaments.standings import current_standings, ordered_rows
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, participants


@record
class CrossRow:
    """A row; `rank` is None for the unranked; `shared` says that others have it too.

    Teams have match points and, in `games`, game points. `met` has, for every row of the table in order, the rounds in
    which the two met.
    """

    who: Participant
    rank: int | None
    points: Points
    rounds: tuple[RoundCell, ...]
    games: Points | None = None
    met: tuple[tuple[int, ...], ...] = ()
    shared: bool = False


@record
class CrossTable:
    """The crosstable after a round, or during it; in a round robin it can be laid out by `opponents`.

    `notes` say what the order is based on, and whose games do not count.
    """

    after: int
    final: bool
    opponents: bool
    rows: tuple[CrossRow, ...]
    notes: tuple[str, ...] = ()


def crosstable_view(state: State) -> CrossTable:
    """Return the crosstable of all paired rounds."""
    t = state.tournament
    results = rounds_until_elimination(state, round_cells(state, len(t.rounds)))
    totals, ranks, final, notes = current_points(t), dict[int, int](), False, list[str]()
    try:
        standings = current_standings(state)
    except RookeryError as error:  # what cannot be ranked still has its rounds
        notes.append(error.message)
    else:
        final = standings.final and state.phase is None
        ranks = {row.id: row.rank for row in ordered_rows(state, standings)[0]}
        notes += standings.notes
        notes += [
            msg("%(name)s is not in the standings: %(why)s", name=t.participants_by_number[number].name, why=reason)
            for number, reason in public_left_out(standings)
        ]
    order = [
        *ranks,
        *sorted(
            (number for number in t.participants_by_number if number not in ranks),
            key=lambda number: (-totals[number][0], number),
        ),
    ]
    people = participants(state, {number: scores[0] for number, scores in totals.items()})
    is_round_robin = parse_type_code(t.system).format.is_round_robin
    place = {state.keys.participant[number]: index for index, number in enumerate(order)}
    holders = Counter[int | None](ranks.values())
    rows = tuple(
        CrossRow(
            people[number],
            ranks.get(number),
            totals[number][0],
            results[number],
            totals[number][1] if t.team_event else None,
            tuple(_rounds_of_meetings(results[number], place)) if is_round_robin else (),
            holders[ranks.get(number)] > 1,
        )
        for number in order
    )
    return CrossTable(len(t.rounds), final, is_round_robin, rows, tuple(notes))


def _rounds_of_meetings(rounds: tuple[RoundCell, ...], place: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """Yield, for each participant in order, the rounds in which they were met."""
    rounds_by_place: dict[int, list[int]] = {}
    for number, cell in enumerate(rounds, 1):
        if cell.opponent:
            rounds_by_place.setdefault(place[cell.opponent], []).append(number)
    for index in range(len(place)):
        yield tuple(rounds_by_place.get(index, ()))


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


def round_cells(state: State, after: int) -> dict[int, tuple[RoundCell, ...]]:
    """Return the first `after` rounds of all participants by number."""
    numbers, key = list(state.tournament.participants_by_number), state.keys.participant
    rounds = [
        _cells_of_round(column, numbers, key)
        for column in History.for_tournament(state.tournament).round_results[:after]
    ]
    return dict(zip(numbers, zip(*rounds, strict=True), strict=True)) if rounds else dict.fromkeys(numbers, ())


def rounds_until_elimination(state: State, rows: dict[int, tuple[RoundCell, ...]]) -> dict[int, tuple[RoundCell, ...]]:
    """Return the rounds up to elimination from a knock-out; all rounds in other formats."""
    if not parse_type_code(state.tournament.system).format.eliminates:
        return rows
    absent = _KINDS[Kind.ZERO_BYE]
    last = {number: max((round_number for round_number, cell in enumerate(row, 1) if cell.kind != absent), default=0)
            for number, row in rows.items()}  # fmt: skip
    return {number: row[: last[number]] for number, row in rows.items()}


def _cells_of_round(column: RoundResults, numbers: Sequence[int], key: Mapping[int, str]) -> list[RoundCell]:
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
