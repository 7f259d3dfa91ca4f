"""The standings: ranks and their changes, rounds, points and tie-breaks, and which of them decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from rookery._record import record, replace
from rookery.errors import RookeryError
from rookery.messages import join_texts, msg, msg_const
from rookery.model import Points
from rookery.ranking import explain
from rookery.ranking.explain import format_value
from rookery.ranking.prizes import category_rows as of_category
from rookery.ranking.standings import Row, Standings, public_left_out
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.standings import current_standings, ordered_rows, with_rows
from rookery.tournaments.state import State
from rookery.tournaments.views.crosstable import RoundCell, round_cells, rounds_until_elimination
from rookery.tournaments.views.participants import Participant, participants


@record
class RankedRow:
    """A row of the standings.

    `change` is the number of ranks gained since the previous round. `values` are exact, `shown` formatted. `decided`
    is what separates the row from the one above: 0 the points, 1 the first tie-break, and so on; None if nothing does
    or the format has its own order. `by` is a decision by hand or by lot. In a category, `overall` is the rank in the
    whole event.
    """

    rank: int
    who: Participant
    points: Points
    values: tuple[Fraction | None, ...]
    shown: tuple[str, ...]
    rounds: tuple[RoundCell, ...]
    shared: bool = False
    change: int | None = None
    decided: int | None = None
    by: str = ""
    overall: int | None = None


@record
class LeftOut:
    """A participant who is not ranked, and the reason."""

    who: Participant
    why: str


@record
class StandingsView:
    """The standings after a round: `provisional` while it is played, `final` when the event is finished.

    Those of a `category` contain its members only, ranked among themselves. The tie-breaks are given as codes, column
    headings and names. `score` names the points, where teams have two kinds.
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
    score: str = ""


@record
class Addition:
    """The contribution of a round or opponent to a value; `cut` says why it does not count."""

    number: str
    text: str
    cut: str = ""


@record
class ValueOpened:
    """The calculation of a tie-break value: its parts, and a summary; `shown` is the formatted value."""

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
    standings: Standings | None = None,
    with_rounds: bool = True,
) -> StandingsView:
    """Return the standings after a round; by default after the last, including finished games of a current round.

    `before` are the `ranks_after` the previous round, if the caller has them. A `category` has the form of prize lines
    (`u18`, `sex=w`, `1600-1800`, `club=...`). `standings` are given if the caller has them. Without `with_rounds` the
    rows have no cells of the rounds, which take most of the time, and no change.
    """
    standings = current_standings(state, after) if standings is None else standings
    people = participants(state, round=standings.after + 1)
    if category or not with_rounds:
        before = {}
    elif before is None:
        before = ranks_after(state, standings.after - 1)
    return StandingsView(
        standings.after,
        standings.provisional,
        standings.final and state.phase is None,
        standings.open,
        str(standings.points),
        tuple(map(str, standings.tiebreaks)),
        standings.source,
        "" if standings.source == "of the format" else str(standings.rules),
        tuple(_ranked_rows(state, standings, people, before, category, with_rounds)),
        () if category else tuple(LeftOut(people[number], reason) for number, reason in public_left_out(standings)),
        standings.notes,
        category,
        *_tiebreak_headings(standings),
        score_heading(standings.table.primary),
    )


def _tiebreak_headings(standings: Standings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the column headings of the tie-breaks, and their names; a format can have its own."""
    own_columns = [column.own for column in standings.columns]
    other_score = score_heading(standings.table.secondary)
    plain = [other_score if tiebreak.definition.name == OTHER_SCORE else "" for tiebreak in standings.tiebreaks]
    return (
        tuple((own_column and own_column.title) or score or str(tiebreak)
              for own_column, score, tiebreak in zip(own_columns, plain, standings.tiebreaks, strict=True)),
        tuple(own_column.meaning if own_column else str(tiebreak) if score else tiebreak.title
              for own_column, score, tiebreak in zip(own_columns, plain, standings.tiebreaks, strict=True)),
    )  # fmt: skip


OTHER_SCORE = "MPvGP"
"""The tie-break of teams by the secondary score."""


def score_heading(score: str) -> str:
    """Return the column heading of a team score, or "" if there is only one."""
    return {"MP": msg("Match points"), "GP": msg("Game points")}.get(score, "")


def _ranked_rows(
    state: State,
    standings: Standings,
    people: Mapping[int, Participant],
    before: Mapping[int, int],
    category: str,
    with_rounds: bool,
) -> Iterator[RankedRow]:
    """Yield the rows in order, ties as resolved by hand or by lot; those of a category if given."""
    rows, decided_by_hand = ordered_rows(state, standings)
    overall = {row.id: row.rank for row in rows} if category else {}
    if category:
        rows = list(of_category(with_rows(standings, rows), category))
    members = {row.id for row in rows}
    deciding_places = _deciding_places(standings, [row for row in standings.rows if row.id in members])
    texts = _formatted_values(standings)
    results = rounds_until_elimination(state, round_cells(state, standings.after)) if with_rounds else {}
    shared_ranks = {rank for rank, rank_below in pairwise(row.rank for row in rows) if rank == rank_below}
    for row in rows:
        yield RankedRow(
            row.rank,
            people[row.id],
            row.points,
            row.values,
            texts[row.id],
            results.get(row.id, ()),
            row.rank in shared_ranks,
            before[row.id] - row.rank if row.id in before else None,
            deciding_places[row.id],
            decided_by_hand.get(row.id, ""),
            overall.get(row.id),
        )


def value_view(
    state: State, key: str, tiebreak: int, after: int | None = None, standings: Standings | None = None
) -> ValueOpened:
    """Return the calculation of a tie-break value; `tiebreak` is its position from 1."""
    standings = current_standings(state, after) if standings is None else standings
    number, index = state.number(key), tiebreak - 1
    if not 0 <= index < len(standings.tiebreaks):
        raise CommandRejectedError(
            msg(
                "there is no tie-break %(tiebreak)s: these standings have %(number)s",
                tiebreak=tiebreak,
                number=len(standings.tiebreaks),
            )
        )
    parts = _align_decimals([Addition(*line) for line in explain.contribution_lines(standings, number, index)])
    definition, value = standings.tiebreaks[index], standings.row(number).values[index]
    text = explain.format_value(value, definition)
    return ValueOpened(str(definition), value, parts, explain.summary(standings, number, index), definition.title, text)


def _align_decimals(parts: Sequence[Addition]) -> tuple[Addition, ...]:
    """Pad the numbers of parts to equal decimals, so that they align."""
    decimals = max((len(part.number.partition(".")[2]) for part in parts), default=0)
    return tuple(replace(part, number=_pad_decimals(part.number, decimals)) for part in parts)


def _pad_decimals(number: str, decimals: int) -> str:
    """Return a plain number with this many decimals; other text is unchanged.

    >>> _pad_decimals("2", 1), _pad_decimals("2.5", 2), _pad_decimals("-", 1)
    ('2.0', '2.50', '-')
    """
    whole, _, rest = number.partition(".")
    return f"{whole}.{rest:0<{decimals}}" if decimals and whole.isdigit() else number


def ranks_after(state: State, after: int) -> dict[int, int]:
    """Return all ranks after a round, by number; none before the first."""
    if after < 1:
        return {}
    try:
        rows, _ = ordered_rows(state, current_standings(state, after))
    except RookeryError:  # a game of an earlier round has no result
        return {}
    return {row.id: row.rank for row in rows}


def _formatted_values(standings: Standings) -> dict[int, tuple[str, ...]]:
    """Return the formatted values of all rows, or the words of the format for them."""
    columns = [
        explain.format_column([row.values[column_index] for row in standings.rows], tiebreak)
        for column_index, tiebreak in enumerate(standings.tiebreaks)
    ]
    words = [column.own.texts if column.own is not None else {} for column in standings.columns]
    return {
        row.id: tuple(
            words_by_id.get(row.id) or texts[row_index] for words_by_id, texts in zip(words, columns, strict=True)
        )
        for row_index, row in enumerate(standings.rows)
    }


def format_criteria(standings: Standings) -> dict[int, str]:
    """Return the labelled criteria of a format with its own order, by number; nothing for other formats."""
    if standings.source != "of the format":
        return {}
    headings, _ = _tiebreak_headings(standings)
    return {
        number: join_texts(", ", map(_label_value, headings, texts))
        for number, texts in _formatted_values(standings).items()
    }


def _label_value(heading: str, value: str) -> str:
    return msg("%(what)s %(value)s", what=heading, value=value)


# -- what decided ------------------------------------------------------------------------------------------------------


def _deciding_places(standings: Standings, rows: Sequence[Row]) -> dict[int, int | None]:
    """Return, for each row, the first usable column in which it differs from the one above."""
    ranks_itself, places = standings.source == "of the format", dict[int, int | None]()
    above: Row | None = None
    for row in rows:
        places[row.id] = (
            None if ranks_itself or above is None or above.rank == row.rank else deciding_column(standings, above, row)
        )
        above = row
    return places


def deciding_column(standings: Standings, above: Row, row: Row) -> int | None:
    """Return what separates two rows: 0 the points, 1 the first tie-break, and so on; None if nothing does."""
    if above.points != row.points:
        return 0
    for index, column in enumerate(standings.columns):
        if above.values[index] != row.values[index]:
            usable = column.tiebreak.definition.usable
            if usable is None or usable(standings.table, _tied_participants(standings.rows, row, index)):
                return index + 1
    return None


def _tied_participants(rows: Sequence[Row], row: Row, index: int) -> list[int]:
    """Return the numbers of those tied with a row before a tie-break."""
    same = row.points, row.values[:index]
    return [other_row.id for other_row in rows if (other_row.points, other_row.values[:index]) == same]


@record
class Neighbour:
    """The participant one place above or below, with the formatted value by which the two are compared."""

    who: Participant
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

    who: Participant
    rank: int
    of: int
    points: Points
    level: tuple[Participant, ...]
    shares: tuple[Participant, ...] = ()
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
    place = _deciding_tiebreak(standings, last, row, following)
    level = tuple(
        people[other_row.id] for other_row in rows if other_row.points == row.points and other_row.id != number
    )
    shares = tuple(people[other_row.id] for other_row in rows if other_row.rank == row.rank and other_row.id != number)
    result = RankOpened(
        people[number],
        row.rank,
        len(rows),
        row.points,
        level,
        shares,
        place,
        above=_build_neighbour(standings, people, last, place),
        below=_build_neighbour(standings, people, following, place),
        by=decided_by_hand.get(number, ""),
        own=format_criteria(standings).get(number, ""),
    )
    return _with_deciding_tiebreak(result, state, standings, row, place) if place else result


def _deciding_tiebreak(standings: Standings, above: Row | None, row: Row, below: Row | None) -> int | None:
    """Return the tie-break that separates a row from a neighbour with equal points, 0 for the points, or None."""
    for first, second in ((above, row), (row, below)):
        if first and second and first.points == second.points and (place := deciding_column(standings, first, second)):
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


def _build_neighbour(
    standings: Standings, people: dict[int, Participant], row: Row | None, place: int | None
) -> Neighbour | None:
    if row is None:
        return None
    value = (
        format_value(row.values[place - 1], standings.tiebreaks[place - 1])
        if place
        else format_criteria(standings).get(row.id, "")
    )
    return Neighbour(people[row.id], row.rank, row.points, value)
