"""The standings: rank, what moved, rounds as cells, points and tie-breaks, and which of them decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from rookery.desk.decision import Refused
from rookery.desk.ranked import in_order, ranked
from rookery.desk.state import State
from rookery.desk.views.cells import RoundCell, cells, while_in
from rookery.desk.views.who import Who, participants
from rookery.errors import RookeryError
from rookery.model import Points
from rookery.ranking import sentences
from rookery.ranking.prizes import category as of_category
from rookery.ranking.rank import Row, Standings
from rookery.values import frozen, replace
from rookery.wording import joined, spoken


@frozen
class RankedRow:
    """A line of the standings.

    `change` is how many ranks somebody went up since the round before, if there was a rank. `values` are exact,
    `shown` the same as people read them. `decided` is what put the row below the one above it: 0 the points, 1 the
    first tie-break, and so on; none where nothing did or the format ranks in its own way. `by` is the hand or the lot
    that ranked somebody among equals. In a category `overall` is the rank in the whole event.
    """

    rank: int
    who: Who
    points: Points
    values: tuple[Fraction | None, ...]
    shown: tuple[str, ...]
    rounds: tuple[RoundCell, ...]
    shared: bool = False
    change: int | None = None
    decided: int | None = None
    by: str = ""
    overall: int | None = None


@frozen
class LeftOut:
    """Somebody who is not ranked, and why."""

    who: Who
    why: str


@frozen
class StandingsView:
    """The standings after a round, or in it: they are `provisional` while it is played, `final` when all is over.

    Those of a `category` have its members only, ranked among themselves. The tie-breaks are given by their
    codes, by what heads their columns, and by their names.
    """

    after: int
    provisional: bool
    final: bool
    open: int
    points: str
    tiebreaks: tuple[str, ...]
    source: str
    rules: str
    rows: tuple[RankedRow, ...]
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    category: str = ""
    headings: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@frozen
class Addition:
    """What one round or opponent adds to a value; `cut` says why it does not count."""

    number: str
    text: str
    cut: str = ""


@frozen
class ValueOpened:
    """How a value of a tie-break came about: its parts, and the sum in a sentence; `shown` is it as people read it."""

    code: str
    value: Fraction | None
    parts: tuple[Addition, ...]
    summary: str
    title: str = ""
    shown: str = ""


def standings_view(
    state: State,
    after: int | None = None,
    before: Mapping[int, int] | None = None,
    category: str = "",
    found: Standings | None = None,
) -> StandingsView:
    """The standings after a round; if none is named after the last, with what is over of a round being played.

    `before` are the `ranks_after` the round before, for whoever has them: results of a round do not change them. A
    `category` is as prizes name it (`u18`, `sex=w`, `1600-1800`, `club=...`).
    `found` are the standings themselves, for whoever has them.
    """
    found = ranked(state, after) if found is None else found
    who = participants(state, round=found.after + 1)
    before = {} if category else ranks_after(state, found.after - 1) if before is None else before
    return StandingsView(
        found.after,
        found.provisional,
        found.final and state.phase is None,
        found.open,
        str(found.points),
        tuple(map(str, found.tiebreaks)),
        found.source,
        "" if found.source == "of the format" else str(found.rules),
        tuple(_rows(state, found, who, before, category)),
        () if category else tuple(LeftOut(who[one], why) for one, why in found.left_out),
        found.notes,
        category,
        *_headed(found),
    )


def _headed(found: Standings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What heads the columns of the tie-breaks, and their names; a format has words of its own for its own."""
    own = [column.own for column in found.columns]
    return (
        tuple((one and one.title) or str(each) for one, each in zip(own, found.tiebreaks, strict=True)),
        tuple(one.meaning if one else each.title for one, each in zip(own, found.tiebreaks, strict=True)),
    )


def _rows(
    state: State, found: Standings, who: Mapping[int, Who], before: Mapping[int, int], category: str
) -> Iterator[RankedRow]:
    """The lines in order, equals as they were ranked by hand or by lot; of a category its own."""
    rows, by = in_order(state, found)
    overall = {row.id: row.rank for row in rows} if category else {}
    if category:
        rows = list(of_category(replace(found, rows=tuple(rows)), category))
    here = {row.id for row in rows}
    decided = _decided(found, [row for row in found.rows if row.id in here])
    shown, played = _shown(found), while_in(state, cells(state, found.after))
    shared = {rank for rank, next in pairwise(row.rank for row in rows) if rank == next}
    for row in rows:
        yield RankedRow(row.rank, who[row.id], row.points, row.values, shown[row.id], played[row.id],
                        row.rank in shared, before[row.id] - row.rank if row.id in before else None, decided[row.id],
                        by.get(row.id, ""), overall.get(row.id))  # fmt: skip


def value_view(
    state: State, key: str, tiebreak: int, after: int | None = None, found: Standings | None = None
) -> ValueOpened:
    """How somebody's value of a tie-break, by its place in the list from 1, came about."""
    found = ranked(state, after) if found is None else found
    one, at = state.number(key), tiebreak - 1
    if not 0 <= at < len(found.tiebreaks):
        raise Refused(spoken("there is no tie-break %(tiebreak)s: these standings have %(number)s", tiebreak=tiebreak,
                             number=len(found.tiebreaks)))  # fmt: skip
    parts = _under_each_other([Addition(*line) for line in sentences.lines(found, one, at)])
    each, value = found.tiebreaks[at], found.row(one).values[at]
    shown = sentences.shown(value, each)
    return ValueOpened(str(each), value, parts, sentences.summary(found, one, at), each.title, shown)


def _under_each_other(parts: Sequence[Addition]) -> tuple[Addition, ...]:
    """Parts whose numbers have as many decimals as the longest, so that they stand under each other."""
    most = max((len(part.number.partition(".")[2]) for part in parts), default=0)
    return tuple(replace(part, number=_longer(part.number, most)) for part in parts)


def _longer(number: str, decimals: int) -> str:
    """A plain number with so many decimals; what is none stays as it is.

    >>> _longer("2", 1), _longer("2.5", 2), _longer("-", 1)
    ('2.0', '2.50', '-')
    """
    whole, _, rest = number.partition(".")
    return f"{whole}.{rest:0<{decimals}}" if decimals and whole.isdigit() else number


def ranks_after(state: State, after: int) -> dict[int, int]:
    """Everybody's rank after a round, by number; nobody's before the first."""
    if after < 1:
        return {}
    try:
        rows, _ = in_order(state, ranked(state, after))
    except RookeryError:  # a game of an earlier round has no result
        return {}
    return {row.id: row.rank for row in rows}


def _shown(found: Standings) -> dict[int, tuple[str, ...]]:
    """Everybody's values as people read them; words, where a format has words for them."""
    columns = [
        sentences.column([row.values[at] for row in found.rows], each) for at, each in enumerate(found.tiebreaks)
    ]
    words = [column.own.said if column.own is not None else {} for column in found.columns]
    return {
        row.id: tuple(said.get(row.id) or texts[at] for said, texts in zip(words, columns, strict=True))
        for at, row in enumerate(found.rows)
    }


def own_words(found: Standings) -> dict[int, str]:
    """What a format that ranks in its own way has of everybody, under what heads it; nothing of other formats."""
    if found.source != "of the format":
        return {}
    headings, _ = _headed(found)
    return {one: joined(", ", map(_named, headings, texts)) for one, texts in _shown(found).items()}


def _named(heading: str, value: str) -> str:
    return spoken("%(what)s %(value)s", what=heading, value=value)


# -- what decided ------------------------------------------------------------------------------------------------------


def _decided(found: Standings, rows: Sequence[Row]) -> dict[int, int | None]:
    """Of every row what put it below the one above: the first column that differs and was asked."""
    own, places = found.source == "of the format", dict[int, int | None]()
    above: Row | None = None
    for row in rows:
        places[row.id] = None if own or above is None or above.rank == row.rank else decided_by(found, above, row)
        above = row
    return places


def decided_by(found: Standings, above: Row, row: Row) -> int | None:
    """What puts one row below another: 0 the points, 1 the first tie-break, and so on; none where nothing does."""
    if above.points != row.points:
        return 0
    for at, column in enumerate(found.columns):
        if above.values[at] != row.values[at]:
            usable = column.tiebreak.definition.usable
            if usable is None or usable(found.table, _level(found.rows, row, at)):
                return at + 1
    return None


def _level(rows: Sequence[Row], row: Row, at: int) -> list[int]:
    """Who was level with somebody before a tie-break was asked."""
    same = row.points, row.values[:at]
    return [one.id for one in rows if (one.points, one.values[:at]) == same]
