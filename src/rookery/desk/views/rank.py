"""Why somebody has a rank: who has as many points, what decided among these, and how that value came about."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.ranked import in_order, ranked
from rookery.desk.state import State
from rookery.desk.views.standings import ValueOpened, decided_by, own_words, value_view
from rookery.desk.views.who import Who, participants
from rookery.model import Points
from rookery.ranking.rank import Row, Standings
from rookery.ranking.sentences import shown
from rookery.values import frozen, replace
from rookery.wording import spoken, word


@frozen
class Neighbour:
    """Who is one place above or below, with the value that the two are compared by, as people read it."""

    who: Who
    rank: int
    points: Points
    shown: str = ""


@frozen
class RankOpened:
    """Why somebody has a rank.

    `level` are those who have as many points, `shares` those who have the rank as well. `decided` is the place in the
    list of the tie-break that put somebody below the one above, or of the one that put the next one below; 0 are the
    points. Its `title`, what it means and its article go with it, and how the value came about. `by` is the hand or
    the lot, where that decided. `own` is what a format that ranks in its own way goes by.
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


def rank_view(state: State, key: str, after: int | None = None, found: Standings | None = None) -> RankOpened:
    """Why somebody has a rank after a round, or now."""
    found = ranked(state, after) if found is None else found
    rows, by = in_order(state, found)
    one, who = state.number(key), participants(state, round=found.after + 1)
    at = next((place for place, row in enumerate(rows) if row.id == one), None)
    if at is None:
        raise Refused(spoken("%(name)s is not ranked", name=who[one].name), keys=(key,))
    row, last = rows[at], rows[at - 1] if at else None
    following = rows[at + 1] if at + 1 < len(rows) else None
    place = _deciding(found, last, row, following)
    level = tuple(who[each.id] for each in rows if each.points == row.points and each.id != one)
    shares = tuple(who[each.id] for each in rows if each.rank == row.rank and each.id != one)
    made = RankOpened(
        who[one], row.rank, len(rows), row.points, level, shares, place,
        above=_neighbour(found, who, last, place), below=_neighbour(found, who, following, place),
        by=by.get(one, ""), own=own_words(found).get(one, ""),
    )  # fmt: skip
    return _told(made, state, found, row, place) if place else made


def _deciding(found: Standings, above: Row | None, row: Row, below: Row | None) -> int | None:
    """What separates somebody from whoever is beside them with as many points; else the points, else nothing."""
    for first, second in ((above, row), (row, below)):
        if first and second and first.points == second.points and (place := decided_by(found, first, second)):
            return place
    alone = all(each is None or each.points != row.points for each in (above, below))
    return 0 if alone and found.source != "of the format" else None


def _told(made: RankOpened, state: State, found: Standings, row: Row, place: int) -> RankOpened:
    """The same with the tie-break that decided, and how the value came about."""
    tiebreak = found.tiebreaks[place - 1]
    definition = tiebreak.definition
    return replace(
        made, title=tiebreak.title, meaning=word(definition.meaning),
        article=f"C.07 {definition.article}" if definition.article else "",
        opened=value_view(state, made.who.key, place, found=found), shown=shown(row.values[place - 1], tiebreak),
    )  # fmt: skip


def _neighbour(found: Standings, who: dict[int, Who], row: Row | None, place: int | None) -> Neighbour | None:
    if row is None:
        return None
    value = shown(row.values[place - 1], found.tiebreaks[place - 1]) if place else own_words(found).get(row.id, "")
    return Neighbour(who[row.id], row.rank, row.points, value)
