"""Standings: the participants ordered by the list of tie-breaks, each value with its working (article 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain, repeat
from types import NoneType
from typing import TYPE_CHECKING, NamedTuple

from rookery._record import field, record, replace
from rookery.answer import Answer, format_text_table
from rookery.errors import RuleError
from rookery.history.history import History
from rookery.messages import count, join_list, msg, msg_plural
from rookery.model import Points, Tournament, _construct
from rookery.model.validation import require_argument
from rookery.ranking.codes import TieBreak, Values, parse_tiebreak
from rookery.ranking.columns import (
    CustomColumn,
    LazyKeys,
    Selection,
    TieBreakColumn,
    TieBreakRequest,
    as_tiebreak_column,
)
from rookery.ranking.crosstable import CrossTable, find_last_complete
from rookery.ranking.direct import Groups, games_within_group, group_places
from rookery.ranking.rules import MARCH_2026, TieBreakRules
from rookery.ranking.tiebreak import Contribution, Key, Working, compute_keys, explain_value

if TYPE_CHECKING:
    from rookery.history.completion import Completion


class Place(NamedTuple):
    """A place in the standings without the tie-break values."""

    rank: int
    id: int
    name: str
    points: Points


class Row(NamedTuple):
    """One line of the standings; equal ranks are still tied. `points` are tenths, a value is None when undefined."""

    rank: int
    id: int
    name: str
    points: Points
    values: tuple[Fraction | None, ...]


def _value_text(value: Fraction | None) -> str:
    """Return a value as a decimal number with at most four places."""
    if value is None:
        return "-"
    number = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{number.quantize(Decimal('0.0001')).normalize():f}"


_place, _row = _construct.tuple_factory(Place), _construct.tuple_factory(Row)


@record(slots=False)
class Standings(Answer):
    """Ranked rows, and how they came about.

    `source` says where the list of tie-breaks comes from: "asked for", "of the tournament", "ours" or "of the
    format" (formats that rank in their own way). `notes` are remarks for readers of the standings. `left_out` lists
    the participants who are not ranked, with the reason.
    """

    tournament: Tournament = field(repr=False)
    rules: TieBreakRules
    after: int
    points: TieBreak
    tiebreaks: tuple[TieBreak, ...]
    source: str
    places: tuple[Place, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[tuple[int, str], ...] = ()
    table: CrossTable = field(repr=False, compare=False, kw_only=True)
    columns: tuple[TieBreakColumn, ...] = field(repr=False, compare=False, kw_only=True)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The lines of the standings; computed on first use, because most tables need no fractions."""
        return build_rows(self.places, self.columns)

    @property
    def open(self) -> int:
        """The number of unfinished games in the next round, or in the last one if the standings are provisional."""
        rounds = self.tournament.rounds[self.after - bool(self.provisional) :]
        return len(rounds[0].pending) + len(rounds[0].adjourned) if rounds else 0

    @property
    def provisional(self) -> bool:
        """Whether they include a round with games still open."""
        return bool(self.table.pending)

    @property
    def finality(self) -> Completion:
        """Whether these are the final standings, with what is still to come if not."""
        from rookery.history.completion import completion

        return completion(self.tournament.before_round(self.after + 1))

    @property
    def final(self) -> bool:
        """Whether these are the final standings: every round is played, and no game is open or adjourned."""
        return bool(self.finality)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __str__(self) -> str:
        """Return the standings as a plain-text table."""
        headings = ("Rank", "No", "Name", str(self.points), *map(str, self.tiebreaks))
        lines = [
            (row.rank, row.id, row.name, _value_text(Fraction(row.points, 10)), *map(_value_text, row.values))
            for row in self.rows
        ]
        return format_text_table(headings, lines, left=("Name",))

    def row(self, participant: int) -> Row:
        """Return the line of a participant.

        Args:
            participant: The pairing number.

        Returns:
            The line.

        Raises:
            RuleError: The participant is not ranked.
        """
        require_argument("standings(...).row", "the participant", participant, (int,), "a pairing number")
        for row in self.rows:
            if row.id == participant:
                return row
        raise RuleError(msg("%(one)s is not in these standings", one=participant), participants=(participant,))

    def working(self, participant: int, tiebreak: int | str) -> Working:
        """Return how a value came about; the tie-break is given by its place in the list or by its code.

        Args:
            participant: The pairing number.
            tiebreak: The place of the tie-break in the list, from 0, or its code.

        Returns:
            The contributions to the value and their total.

        Raises:
            RuleError: The participant is not ranked, or there is no such tie-break.
        """
        require_argument("standings(...).working", "the participant", participant, (int,), "a pairing number")
        require_argument("standings(...).working", "the tie-break", tiebreak, (int, str), "a place or a code")
        if participant not in self.table.tournament.participants_by_number:
            raise RuleError(msg("%(one)s is not in these standings", one=participant), participants=(participant,))
        return _explain_column(self.table, self.columns[self._place(tiebreak)], participant)

    def workings(self, participant: int) -> tuple[Working, ...]:
        """Return how all values of a participant came about.

        Args:
            participant: The pairing number.

        Returns:
            One working for each tie-break, in their order.

        Raises:
            RuleError: The participant is not ranked.
        """
        return tuple(self.working(participant, place) for place in range(len(self.columns)))

    def _place(self, tiebreak: int | str) -> int:
        if isinstance(tiebreak, int):
            if not 0 <= tiebreak < len(self.columns):
                raise RuleError(msg("there is no tie-break number %(place)s in these standings", place=tiebreak))
            return tiebreak
        names = [str(name).upper() for name in self.tiebreaks]
        code = tiebreak.upper()
        if code not in names:
            code = str(parse_tiebreak(tiebreak, self.rules.readings)).upper()
        if code not in names:
            raise RuleError(msg("%(tiebreak)s is not among the tie-breaks of these standings: %(list)s",
                                   tiebreak=tiebreak, list=", ".join(names)))  # fmt: skip
        return names.index(code)


def rank(
    table: CrossTable,
    tiebreaks: Sequence[TieBreakRequest] | str | None = None,
    *,
    exclude: Collection[int] = (),
    lots: int | str | None = None,
    values: Mapping[str, Values] | None = None,
) -> Standings:
    """Return the standings of a table by these tie-breaks, or those of the tournament.

    Repeated calls use the values cached in the table. `rookery.standings` has the meaning of the parameters.
    """
    selection = Selection(table, _parse_list(tiebreaks), values or {})
    groups, left_out = _initial_groups(table, exclude)
    groups, points = _split_groups(table, selection.points, groups)
    columns = []
    for column in selection.columns:
        groups, resolved = _split_groups(table, column, groups)
        columns.append(resolved)
    notes = [*selection.notes, *_adjourned_notes(table), *_running_notes(table)]
    if lots is not None:
        groups, drawn_ties = _draw_lots(groups, lots)
        ties = "one tie was" if drawn_ties == 1 else f"{drawn_ties} ties were"
        notes += [f"{ties} broken by drawing of lots, seed {lots} (4.2)"] if drawn_ties else []
    return Standings(
        tournament=table.tournament,
        rules=table.rules,
        after=table.rounds,
        points=points.tiebreak,
        tiebreaks=tuple(column.tiebreak for column in columns),
        source=selection.source,
        places=build_places(table, groups, points),
        notes=tuple(notes),
        left_out=left_out,
        table=table,
        columns=tuple(columns),
    )


def ranking_groups(table: CrossTable, tiebreaks: Sequence[TieBreakRequest] | str | None = None) -> Groups:
    """Return the ranking order of a table without values: best first, participants still tied in one group."""
    selection = Selection(table, _parse_list(tiebreaks), {}, late=True)
    groups, _ = _initial_groups(table, ())
    for column in (selection.points, *selection.columns):
        tied = [participant for group in groups if len(group) > 1 for participant in group]
        if not tied:
            break
        keys = column.keys
        if isinstance(keys, LazyKeys):
            keys.compute(tied)
            keys = keys.known
        groups = list(chain.from_iterable(_split_parts(table, column, groups, keys)))
    return groups


def _adjourned_notes(table: CrossTable) -> list[str]:
    """Return a note about adjourned games and what they count for the time being."""
    games = [
        f"{game.white}-{game.black} of round {number}"
        for number, round in enumerate(table.tournament.rounds[: table.rounds], 1)
        for game in round.adjourned
    ]
    if not games:
        return []
    points, is_single = table.tournament.points, len(games) == 1
    draw = "a draw" if is_single else "draws"
    worth = draw if points.adjourned == points.draw else f"{points.adjourned / 10:g} points for both"
    until = (
        f"{'is' if is_single else 'are'} adjourned, and {'counts' if is_single else 'count'} as {worth} until finished"
    )
    return [f"{join_list(games)} {until} (C.04.2 3.1)"]


def _running_notes(table: CrossTable) -> list[str]:
    """Return a note that a round is still being played, and what its open games count."""
    if not table.pending:
        return []
    boards, teams = len(table.pending) // 2, table.tournament.team_event
    if teams:
        return [msg_plural(
            boards, "round %(round)s is being played: one match has no result and counts as not played yet",
            "round %(round)s is being played: %(num)s matches have no result and count as not played yet",
            round=table.rounds,
        )]  # fmt: skip
    return [msg_plural(
        boards, "round %(round)s is being played: one game has no result and counts as not played yet",
        "round %(round)s is being played: %(num)s games have no result and count as not played yet", round=table.rounds,
    )]  # fmt: skip


def _parse_list(tiebreaks: Sequence[TieBreakRequest] | str | None) -> Sequence[TieBreakRequest] | None:
    """Return the list of tie-breaks; a text has commas between them."""
    require_argument("standings", "tiebreaks", tiebreaks, (Iterable, NoneType), "a list such as ['BH/C1', 'SB']")
    return [code for code in tiebreaks.split(",") if code.strip()] if isinstance(tiebreaks, str) else tiebreaks


def _initial_groups(table: CrossTable, exclude: Collection[int]) -> tuple[Groups, tuple[tuple[int, str], ...]]:
    """Return the participants to rank, as one tied group, and those left out, with the reason."""
    unknown = set(exclude).difference(table.ids) if exclude else ()
    if unknown:
        raise RuleError(msg("there is no %(unknown)s to leave out", unknown=min(unknown)), participants=sorted(unknown))
    reasons = dict.fromkeys(table.early, "completed under half of the games (C.05 6.6)")
    reasons |= dict.fromkeys(exclude, "left out on request")
    reasons |= {
        participant.player: str(participant)
        for participant in table.tournament.expelled
        if participant.round <= table.rounds + 1
    }
    if not reasons:
        return [list(table.ids)] if table.ids else [], ()
    ranked_ids = [participant for participant in table.ids if participant not in reasons]
    return [ranked_ids] if ranked_ids else [], tuple(
        (participant, reasons[participant]) for participant in table.ids if participant in reasons
    )


def public_left_out(standings_: Standings) -> tuple[tuple[int, str], ...]:
    """Return the participants left out of standings and why, without the private reasons of expulsions."""
    public = {str(participant): str(replace(participant, reason="")) for participant in standings_.tournament.expelled}
    return tuple((participant, public.get(reason, reason)) for participant, reason in standings_.left_out)


# -- ranking (4.2) -----------------------------------------------------------------------------------------------------


def _split_groups(table: CrossTable, column: TieBreakColumn, groups: Groups) -> tuple[Groups, TieBreakColumn]:
    """Split every tied group by one tie-break; record the places if it only compares."""
    parts = _split_parts(table, column, groups, column.keys)
    if column.tiebreak.definition.by_place:
        place_by_id, group_by_id = dict[int, int](), dict[int, tuple[int, ...]]()
        for group, split in zip(groups, parts, strict=True):
            if len(group) > 1:
                place_by_id.update(group_places(split))
                group_by_id.update(dict.fromkeys(group, tuple(group)))
        column = replace(column, places=place_by_id, groups=group_by_id)
    return [part for split in parts for part in split], column


def _split_parts(
    table: CrossTable, column: TieBreakColumn, groups: Groups, keys: Mapping[int, Key | None]
) -> list[Groups]:
    """Return the parts of each group by one tie-break with these numbers, best first."""
    definition, modifiers, lower = column.tiebreak.definition, column.tiebreak.modifiers, column.tiebreak.lower
    split, usable = definition.split, definition.usable
    if column.measure is None:
        assert split is not None
        return [split(table, modifiers, group) if len(group) > 1 else [group] for group in groups]
    return [
        _split_by_key(group, keys, lower) if len(group) > 1 and (usable is None or usable(table, group)) else [group]
        for group in groups
    ]


def _split_by_key(group: list[int], keys: Mapping[int, Key | None], lower: bool) -> Groups:
    """Split a tied group by these numbers, best first; undefined ones come after all others."""
    if len(group) == 2:  # most ties are of two
        first_id, second_id = group
        first, second = keys[first_id], keys[second_id]
        if first is not None and second is not None:
            if first == second:
                return [group]
            return [[first_id], [second_id]] if (first > second) is not lower else [[second_id], [first_id]]  # type: ignore[operator]
    parts: dict[Key | None, list[int]] = {}
    for first_id in group:
        parts.setdefault(keys[first_id], []).append(first_id)
    if len(parts) == 1:
        return [group]
    undefined = parts.pop(None, None)
    order = sorted(parts, reverse=not lower)  # type: ignore[type-var]
    return [parts[key] for key in order] + ([undefined] if undefined else [])


def _draw_lots(groups: Groups, seed: int | str) -> tuple[Groups, int]:
    """Break every tie by lot (4.2).

    A lot follows from the seed and the number alone, so that a drawing can be repeated.
    """
    from hashlib import sha256

    def lot(participant: int) -> bytes:
        return sha256(f"{seed}/{participant}".encode()).digest()

    ties = sum(len(group) > 1 for group in groups)
    return [[participant] for group in groups for participant in sorted(group, key=lot)], ties


def build_places(table: CrossTable, groups: Iterable[list[int]], points: TieBreakColumn) -> tuple[Place, ...]:
    """Return the places of all participants, given groups of equals, best first."""
    participants, scores, rank = table.tournament.participants_by_number, points.keys, 1
    placed_rows = []
    for group in groups:
        for participant in group:
            score = scores[participant]
            assert isinstance(score, int)
            placed_rows.append(_place((rank, participant, participants[participant].name, score)))
        rank += len(group)
    return tuple(placed_rows)


def build_rows(places: Sequence[Place], columns: Sequence[TieBreakColumn]) -> tuple[Row, ...]:
    """Return the lines of standings: the places with the values."""
    order = [place.id for place in places]
    shown_columns = [map(column.values.get, order, repeat(_zero())) for column in columns]
    values: Iterable[tuple[Fraction | None, ...]] = zip(*shown_columns, strict=True) if shown_columns else repeat(())
    return tuple([_row((*place, values_of_row)) for place, values_of_row in zip(places, values, strict=False)])


def _zero() -> Fraction:
    """Return the value for a participant not concerned by a comparison."""
    from fractions import Fraction

    return Fraction(0)


def _explain_column(table: CrossTable, column: TieBreakColumn, participant: int) -> Working:
    """Return how the value of a participant came about."""
    if column.measure is not None:
        result = explain_value(column.measure, column.tiebreak.modifiers, participant)
        if column.tiebreak.definition.by_place:
            return Working(column.values.get(participant, _zero()), result.counted, result.cut, result.unit)
        return result
    group = column.groups.get(participant, (participant,))
    contributions: list[Contribution] = games_within_group(table, column.tiebreak.modifiers, group, participant)
    return Working(column.values.get(participant, _zero()), tuple(contributions), unit=10)


# -- formats that rank in their own way --------------------------------------------------------------------------------


def last_complete_round(tournament: Tournament, after: int | None) -> int:
    """Return the round after which standings are drawn up: `after`, else the last complete one."""
    history = History.for_tournament(tournament)
    last = find_last_complete(tournament, history, max(tournament.planned_rounds or 0, len(history.round_columns)))
    if after is not None and not 0 <= after <= last:
        raise RuleError(msg("there are no standings after round %(after)s: %(number)s complete", after=after,
                               number=count(last, "round is", "rounds are")))  # fmt: skip
    return last if after is None else after


def standings_from_order(
    tournament: Tournament,
    after: int,
    groups: Iterable[Iterable[int]],
    columns: Sequence[CustomColumn],
    notes: Iterable[str] = (),
) -> Standings:
    """Return standings with the order given by the format; the points are those of the games."""
    table = CrossTable.for_tournament(tournament, after, MARCH_2026)
    tiebreak_columns = [as_tiebreak_column(column) for column in columns]
    points = parse_tiebreak("PTS")
    assert points.definition.method is not None
    measure = points.definition.method(table, points.modifiers)
    scores = TieBreakColumn(points, measure, compute_keys(table, measure, points.modifiers))
    ranked_groups = [list(group) for group in groups]
    return Standings(
        tournament,
        MARCH_2026,
        after,
        points,
        tuple(column.tiebreak for column in tiebreak_columns),
        "of the format",
        build_places(table, ranked_groups, scores),
        tuple(notes),
        table=table,
        columns=tuple(tiebreak_columns),
    )
