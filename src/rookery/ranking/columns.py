"""Columns of standings: tie-breaks computed for a table, and columns that belong to a format.

`Selection` chooses the tie-breaks: those requested, the tournament's own, or the defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import repeat
from math import lcm
from typing import NamedTuple

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.messages import format_msg, msg, msg_const
from rookery.ranking.codes import GivenValues, TieBreak, Values, custom_definition, parse_tiebreak
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.definitions import DEFINITIONS, POINTS
from rookery.ranking.rules import MARCH_2026
from rookery.ranking.tiebreak import (
    Contribution,
    Key,
    Measure,
    Method,
    Modifiers,
    Why,
    compute_keys,
    display_value,
    sum_values,
)
from rookery.regulations import format_for

TieBreakRequest = str | TieBreak | Callable[[CrossTable], Values]
"""An entry of a list of tie-breaks: a code, a parsed tie-break, or a function of the table."""


@record(slots=False, eq=False)
class TieBreakColumn:
    """One tie-break computed for a table.

    A tie-break that splits groups has no measure; `groups` lists the participants compared with each one.
    """

    tiebreak: TieBreak
    measure: Measure | None
    keys: Mapping[int, Key | None]
    places: Mapping[int, int] = field(default_factory=dict)
    groups: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    own: CustomColumn | None = None
    """The definition of a column that belongs to the format, with its title and values."""

    def numbers(self, participants: Iterable[int]) -> tuple[list[Fraction | int | None], int]:
        """Return the values of these participants as integers where possible, and the unit they are in."""
        if self.tiebreak.definition.by_place:
            return [self.places.get(participant, 0) for participant in participants], 1
        assert self.measure is not None
        keys_of_participants = map(self.keys.get, participants, repeat(0))
        return [None if isinstance(key, tuple) else key for key in keys_of_participants], self.measure.unit

    @cached_property
    def values(self) -> Mapping[int, Fraction | None]:
        """The value shown; for a tie-break that only compares, the place in the tied group (0: it did not decide)."""
        if self.tiebreak.definition.by_place:
            from fractions import Fraction

            return {participant: Fraction(place) for participant, place in self.places.items()}
        assert self.measure is not None
        unit, column_keys = self.measure.unit, self.keys.values()
        value_by_key = {key: display_value(key, unit) for key in set(column_keys)}
        return dict(zip(self.keys, map(value_by_key.__getitem__, column_keys), strict=True))


class LazyKeys(dict[int, "Key | None"]):
    """The numbers of a tie-break, each computed when it is first compared; `known` is shared with other lists."""

    __slots__ = ("known", "measure", "modifiers")

    def __init__(self, measure: Measure, modifiers: Modifiers, known_keys: dict[int, Key | None]) -> None:
        self.measure, self.modifiers, self.known = measure, modifiers, known_keys

    def compute(self, participants: Sequence[int]) -> None:
        """Compute the numbers of these participants together."""
        new = (
            [participant for participant in participants if participant not in self.known]
            if self.known
            else participants
        )
        self.known.update(zip(new, self.measure.numbers_of(new, self.modifiers), strict=True))

    def __missing__(self, participant: int) -> Key | None:
        if participant not in self.known:
            self.compute([participant])
        return self.known[participant]


class Selection:
    """The tie-breaks that apply to a table, computed, with notes about the selection.

    `dropped` lists the entries of the tournament's own list that cannot be used, each with the reason. If `late`,
    because only the order is wanted, sums over opponents are computed only for participants still tied.
    """

    def __init__(
        self,
        table: CrossTable,
        requests: Sequence[TieBreakRequest] | None,
        values: Mapping[str, Values],
        *,
        late: bool = False,
    ) -> None:
        self.table, self.late = table, late
        self.notes: list[str] = []
        self.dropped: list[tuple[str, str]] = []
        self.values = {code.upper().strip(): numbers for code, numbers in values.items()}
        self._value_definitions = {
            name: custom_definition(name, None, "entered by hand")
            for name in {code.partition("/")[0] for code in self.values}
            if name.startswith("OTHER_")
        }
        selected, self.source = self._choose_requests(requests)
        columns = [self._select(request) for request in selected]
        self.columns = [column for column in columns if column is not None]
        self._append_entered()
        if self.columns and self.columns[0].tiebreak.definition.name in POINTS:
            self.points = self.columns.pop(0)
        else:
            self.points = self._compute(parse_tiebreak("PTS"))

    def _choose_requests(self, requests: Sequence[TieBreakRequest] | None) -> tuple[Sequence[TieBreakRequest], str]:
        event = self.table.tournament
        if requests is not None:
            return requests, "asked for"
        if event.tiebreaks:
            return event.tiebreaks, "of the tournament"
        format = format_for(event.system, event.info.type)
        return format.team_tiebreaks if event.team_event else format.tiebreaks, "ours"

    def _select(self, request: TieBreakRequest) -> TieBreakColumn | None:
        """Return the column of a request; an entry of the tournament's own list that cannot be used is dropped."""
        tiebreak = None
        try:
            tiebreak = self._parse(request)
            name, rules = tiebreak.definition.name, self.table.rules
            if name in rules.lacking:
                self.notes.append(f"{rules} has no {name}: it is worked out as {MARCH_2026} has it")
            return self._compute(tiebreak)
        except RuleError as error:
            text = error.text if tiebreak is None else f"{tiebreak}: {error.text}"
            if self.source != "of the tournament":
                raise RuleError(text, article=error.article, participants=error.participants) from None
            reason = text + f" ({error.article})" * bool(error.article)
            self.notes.append(f"dropped from the tournament's list: {reason}")
            self.dropped.append((str(request), reason))
            return None

    def _parse(self, request: TieBreakRequest) -> TieBreak:
        if isinstance(request, TieBreak):
            return request
        if isinstance(request, str):
            return parse_tiebreak(request, self.table.rules.readings, self._value_definitions)
        if not callable(request):
            raise RuleError(
                msg(
                    "%(wish)s is no tie-break: expected a code such as 'BH/C1', or a function of the table",
                    wish=f"{request!r}",
                )
            )
        name = "OTHER_" + "".join(c for c in getattr(request, "__name__", "").upper() if c.isalnum() or c == "_")
        method = GivenValues.from_values(request(self.table), Why.CUSTOM)
        return TieBreak(custom_definition(name + "1" * (name == "OTHER_"), method, "a function"))

    def _compute(self, tiebreak: TieBreak) -> TieBreakColumn:
        """Return the column of a tie-break; raise RuleError if the event or the table does not allow it."""
        definition, modifiers, table = tiebreak.definition, tiebreak.modifiers, self.table
        teams = table.tournament.team_event
        if definition.events not in ("both", "team" if teams else "individual"):
            template = msg("%(title)s is for teams, and this is not a team event")
            if teams:
                template = msg("%(title)s is for players, and this is a team event")
            raise RuleError(
                format_msg(template, title=msg_const(definition.title)), article=f"C.07 {definition.article}"
            )
        table.sheet(modifiers.score)
        external_values = self.values.get(str(tiebreak).upper()) if self.values else None
        method = None if external_values is None else GivenValues.from_values(external_values, Why.EXTERNAL)
        if method is None and definition.method is None:
            return TieBreakColumn(tiebreak, None, {})
        measure = build_measure(table, tiebreak, method)
        if method is not None or DEFINITIONS.get(definition.name) is not definition:
            return TieBreakColumn(tiebreak, measure, compute_keys(table, measure, modifiers))
        # Keys are cached, not measures, which refer to the table.
        if self.late and measure.numbers is not None and measure.total is sum_values:  # a sum is never refused
            lazy_keys: dict[int, Key | None] = table.cached(("late", definition.name, modifiers), dict)
            return TieBreakColumn(tiebreak, measure, LazyKeys(measure, modifiers, lazy_keys))
        keys = table.cached((definition.name, modifiers), lambda: compute_keys(table, measure, modifiers))
        return TieBreakColumn(tiebreak, measure, keys)

    def _append_entered(self) -> None:
        """Append the tie-breaks with entered values that are not in the list."""
        present = {str(column.tiebreak).upper() for column in self.columns} if self.values else ()
        for code in self.values:
            tiebreak = parse_tiebreak(code, self.table.rules.readings, self._value_definitions)
            if str(tiebreak).upper() not in present:
                self.columns.append(self._compute(tiebreak))
                self.notes.append(f"{tiebreak} was added at the end of the list for the values entered")


def build_measure(table: CrossTable, tiebreak: TieBreak, method: Method | None = None) -> Measure:
    """Return the measure of a tie-break for a table, by another method than its own if one is given."""
    compute = method or tiebreak.definition.method
    assert compute is not None
    return replace(compute(table, tiebreak.modifiers), factory=partial(build_measure, table, tiebreak, method))


class ValuePart(NamedTuple):
    """The earnings of a participant in a round (0: before the first): a share of a participant's worth.

    The worth may be the participant's own.
    """

    round: int
    whose: int
    share: Fraction
    of: Fraction

    @property
    def worth(self) -> Fraction:
        """The share times the worth."""
        return self.share * self.of


@record
class CustomColumn:
    """A column of a format's own: its code (OTHER_...), meaning, values, and the parts of each value.

    `title` is its heading and its key in data (default: the code). `texts` are shown instead of values. Values
    are written to data as text, or as numbers if they are `whole`.
    """

    code: str
    meaning: str
    values: Mapping[int, Fraction]
    parts: Mapping[int, tuple[ValuePart, ...]] = field(default_factory=dict)
    title: str = ""
    texts: Mapping[int, str] = field(default_factory=dict)
    whole: bool = False

    def contributions(self, participant: int) -> list[Contribution]:
        """Return the parts of a value in units of 1/`unit`, or the value itself if it has no parts."""
        unit = self.unit
        if participant not in self.parts:
            return (
                [Contribution(0, 0, int(self.values[participant] * unit), 0, Why.CUSTOM)]
                if participant in self.values
                else []
            )
        return [
            Contribution(
                part.round, 0 if part.whose == participant else part.whose, int(part.worth * unit), 0, Why.CUSTOM
            )
            for part in self.parts[participant]
        ]

    @property
    def unit(self) -> int:
        """The common denominator of all numbers of the column."""
        worths = [part.worth for row in self.parts.values() for part in row]
        return lcm(*(part.denominator for part in (*self.values.values(), *worths)))


def as_tiebreak_column(column: CustomColumn) -> TieBreakColumn:
    """Return a custom column as a column of standings."""
    unit = column.unit
    measure = Measure(column.contributions, unit=unit, part_unit=unit, whole=True)
    keys = {participant: int(value * unit) for participant, value in column.values.items()}
    return TieBreakColumn(TieBreak(custom_definition(column.code, None, column.meaning)), measure, keys, own=column)
