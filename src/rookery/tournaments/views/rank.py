"""The explanation of a rank: who has equal points, the deciding tie-break, and its calculation."""

from __future__ import annotations

from rookery._record import record, replace
from rookery.messages import msg, msg_const
from rookery.model import Points
from rookery.ranking.explain import format_value
from rookery.ranking.standings import Row, Standings
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.standings import current_standings, ordered_rows
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Who, participants
from rookery.tournaments.views.standings import ValueOpened, deciding_place, format_criteria, value_view


@record
class Neighbour:
    """The participant one place above or below, with the formatted value by which the two are compared."""

    who: Who
    rank: int
    points: Points
    shown: str = ""


@record
class RankOpened:
    """The explanation of a rank.

    `level` are those with equal points, `shares` those with the same rank. `decided` is the position of the tie-break
    that separates from the row above, or else from the row below; 0 are the points. `title`, `meaning`, `article` and
    `opened` describe it. `by` is the decision by hand or by lot, if any. `own` is the criterion of a format with its
    own order.
    """

    who: Who
    rank: int
    of: int
    points: Points
    level: tuple[Who, ...]
    shares: tuple[Who, ...] = ()
    decided: int | None = None
    title: str = ""
    meaning: str = ""
    article: str = ""
    opened: ValueOpened | None = None
    shown: str = ""
    above: Neighbour | None = None
    below: Neighbour | None = None
    by: str = ""
    own: str = ""


def rank_view(state: State, key: str, after: int | None = None, standings: Standings | None = None) -> RankOpened:
    """Return the explanation of a rank after a round, or now."""
    standings = current_standings(state, after) if standings is None else standings
    rows, decided_by_hand = ordered_rows(state, standings)
    number, people = state.number(key), participants(state, round=standings.after + 1)
    index = next((place for place, row in enumerate(rows) if row.id == number), None)
    if index is None:
        raise CommandRejectedError(msg("%(name)s is not in the standings", name=people[number].name), keys=(key,))
    row, last = rows[index], rows[index - 1] if index else None
    following = rows[index + 1] if index + 1 < len(rows) else None
    place = _deciding(standings, last, row, following)
    level = tuple(
        people[other_row.id] for other_row in rows if other_row.points == row.points and other_row.id != number
    )
    shares = tuple(people[other_row.id] for other_row in rows if other_row.rank == row.rank and other_row.id != number)
    result = RankOpened(
        people[number], row.rank, len(rows), row.points, level, shares, place,
        above=_neighbour(standings, people, last, place), below=_neighbour(standings, people, following, place),
        by=decided_by_hand.get(number, ""), own=format_criteria(standings).get(number, ""),
    )  # fmt: skip
    return _with_deciding_tiebreak(result, state, standings, row, place) if place else result


def _deciding(standings: Standings, above: Row | None, row: Row, below: Row | None) -> int | None:
    """Return the tie-break that separates a row from a neighbour with equal points, 0 for the points, or None."""
    for first, second in ((above, row), (row, below)):
        if first and second and first.points == second.points and (place := deciding_place(standings, first, second)):
            return place
    alone = all(neighbour is None or neighbour.points != row.points for neighbour in (above, below))
    return 0 if alone and standings.source != "of the format" else None


def _with_deciding_tiebreak(
    opened_rank: RankOpened, state: State, standings: Standings, row: Row, place: int
) -> RankOpened:
    """Add the deciding tie-break and the calculation of its value."""
    tiebreak = standings.tiebreaks[place - 1]
    definition = tiebreak.definition
    return replace(
        opened_rank, title=tiebreak.title, meaning=msg_const(definition.meaning),
        article=f"C.07 {definition.article}" if definition.article else "",
        opened=value_view(state, opened_rank.who.key, place, standings=standings),
        shown=format_value(row.values[place - 1], tiebreak),
    )  # fmt: skip


def _neighbour(standings: Standings, people: dict[int, Who], row: Row | None, place: int | None) -> Neighbour | None:
    if row is None:
        return None
    value = (
        format_value(row.values[place - 1], standings.tiebreaks[place - 1])
        if place
        else format_criteria(standings).get(row.id, "")
    )
    return Neighbour(people[row.id], row.rank, row.points, value)
