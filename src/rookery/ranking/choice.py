"""The list of tie-breaks that applies to a table, each made ready: what is asked for, the tournament's own, or ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import repeat

from rookery.errors import RuleError
from rookery.ranking.codes import Given, TieBreak, Values, own_definition, parse
from rookery.ranking.contribution import Why
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import Key, Measure, Method, Modifiers, keys, summed, value
from rookery.ranking.own_column import OwnColumn
from rookery.ranking.rules import MARCH_2026
from rookery.ranking.table_of_tiebreaks import DEFINITIONS, POINTS, Definition
from rookery.regulations import announced
from rookery.typed import TYPE_CHECKING
from rookery.values import Value, field
from rookery.wording import filled, spoken, word

if TYPE_CHECKING:
    from fractions import Fraction

Wish = str | TieBreak | Callable[[CrossTable], Values]
"""What may stand in a list of tie-breaks: a code, one already read, or a function of the table."""


class TieBreakColumn(Value, slots=False, eq=False):
    """One tie-break at work. One that splits groups has no measure; `groups` says who was compared with whom."""

    tiebreak: TieBreak
    measure: Measure | None
    keys: Mapping[int, Key | None]
    places: Mapping[int, int] = field(default_factory=dict)
    groups: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    own: OwnColumn | None = None
    """Where the column is one of the format's own: what it is called, and what it says."""

    def numbers(self, some: Iterable[int]) -> tuple[list[Fraction | int | None], int]:
        """The values of these, as whole numbers where they can be, and how many of them are a whole."""
        if self.tiebreak.definition.by_place:
            return [self.places.get(one, 0) for one in some], 1
        assert self.measure is not None
        found = map(self.keys.get, some, repeat(0))
        return [None if isinstance(key, tuple) else key for key in found], self.measure.unit

    @cached_property
    def values(self) -> Mapping[int, Fraction | None]:
        """What is shown: the value, or for what only compares the place in the tied group (0: it did not decide)."""
        if self.tiebreak.definition.by_place:
            from fractions import Fraction

            return {one: Fraction(place) for one, place in self.places.items()}
        assert self.measure is not None
        unit, found = self.measure.unit, self.keys.values()
        shown = {key: value(key, unit) for key in set(found)}
        return dict(zip(self.keys, map(shown.__getitem__, found), strict=True))


class WhenAsked(dict[int, "Key | None"]):
    """The numbers of a tie-break, each worked out when it is first compared; `known` is what other lists have found."""

    __slots__ = ("how", "known", "measure")

    def __init__(self, measure: Measure, how: Modifiers, known: dict[int, Key | None]) -> None:
        self.measure, self.how, self.known = measure, how, known

    def ask(self, some: Sequence[int]) -> None:
        """Work the numbers of these out, all together."""
        new = [one for one in some if one not in self.known] if self.known else some
        self.known.update(zip(new, self.measure.numbers_of(new, self.how), strict=True))

    def __missing__(self, one: int) -> Key | None:
        if one not in self.known:
            self.ask([one])
        return self.known[one]


class Choice:
    """Which tie-breaks apply to a table, made ready; and what is to be said about the choice.

    If only the order is wanted, sums over opponents are `late`: they are worked out for those who are still tied.
    """

    def __init__(
        self, table: CrossTable, wishes: Sequence[Wish] | None, values: Mapping[str, Values], *, late: bool = False
    ) -> None:
        self.table, self.late = table, late
        self.notes: list[str] = []
        self.dropped: list[tuple[str, str]] = []
        self.values = {code.upper().strip(): entered for code, entered in values.items()}
        listed, self.source = self._listed(wishes)
        strict = self.source != "of the tournament"
        columns = [self._column(wish, strict) for wish in listed]
        self.columns = [column for column in columns if column is not None]
        self._append_entered()
        if self.columns and self.columns[0].tiebreak.definition.name in POINTS:
            self.points = self.columns.pop(0)
        else:
            self.points = self._ready(parse("PTS"))

    def _listed(self, wishes: Sequence[Wish] | None) -> tuple[Sequence[Wish], str]:
        event = self.table.tournament
        if wishes is not None:
            return wishes, "asked for"
        if event.ranking:
            return event.ranking, "of the tournament"
        format = announced(event.system, event.event.type)
        return format.team_tiebreaks if event.team_event else format.tiebreaks, "ours"

    def _column(self, wish: Wish, strict: bool) -> TieBreakColumn | None:
        """One tie-break made ready. What cannot be used is refused, or dropped from the tournament's own list."""
        tiebreak = None
        try:
            tiebreak = self._read(wish)
            self._note_unlisted(tiebreak)
            return self._ready(tiebreak)
        except RuleError as error:
            text = error.text if tiebreak is None else f"{tiebreak}: {error.text}"
            if strict:
                raise RuleError(text, article=error.article, who=error.who) from None
            said = text + f" ({error.article})" * bool(error.article)
            self.notes.append(f"dropped from the tournament's list: {said}")
            self.dropped.append((str(wish), said))
            return None

    def _note_unlisted(self, tiebreak: TieBreak) -> None:
        name, rules = tiebreak.definition.name, self.table.rules
        if name in rules.lacking:
            self.notes.append(f"{rules} has no {name}: it is worked out as {MARCH_2026} has it")

    def _read(self, wish: Wish) -> TieBreak:
        if isinstance(wish, TieBreak):
            return wish
        if isinstance(wish, str):
            return parse(wish, self.table.rules.readings, self._entered)
        if not callable(wish):
            raise RuleError(
                spoken(
                    "%(wish)s is no tie-break: expected a code such as 'BH/C1', or a function of the table",
                    wish=f"{wish!r}",
                )
            )
        name = "OTHER_" + "".join(c for c in getattr(wish, "__name__", "").upper() if c.isalnum() or c == "_")
        method = Given.of(wish(self.table), Why.CUSTOM)
        return TieBreak(own_definition(name + "1" * (name == "OTHER_"), method, "a function"))

    @property
    def _entered(self) -> dict[str, Definition]:
        """Self-defined tie-breaks that exist by their values only."""
        names = {code.partition("/")[0] for code in self.values}
        return {name: own_definition(name, None, "entered by hand") for name in names if name.startswith("OTHER_")}

    def _ready(self, tiebreak: TieBreak) -> TieBreakColumn:
        definition, table = tiebreak.definition, self.table
        _must_fit(definition, table)
        table.sheet(tiebreak.how.score)
        entered = self.values.get(str(tiebreak).upper()) if self.values else None
        method = None if entered is None else Given.of(entered, Why.EXTERNAL)
        if method is None and definition.method is None:
            return TieBreakColumn(tiebreak, None, {})
        measure = measured(table, tiebreak, method)
        if method is not None or DEFINITIONS.get(definition.name) is not definition:
            return TieBreakColumn(tiebreak, measure, keys(table, measure, tiebreak.how))
        if self.late and measure.numbers is not None and measure.total is summed:  # which refuses nothing
            late: dict[int, Key | None] = table.once(("late", definition.name, tiebreak.how), dict)  # not the measure,
            return TieBreakColumn(tiebreak, measure, WhenAsked(measure, tiebreak.how, late))  # which has the table
        known = table.once((definition.name, tiebreak.how), lambda: keys(table, measure, tiebreak.how))
        return TieBreakColumn(tiebreak, measure, known)

    def _append_entered(self) -> None:
        """Values entered for tie-breaks that are not in the list decide after it."""
        present = {str(column.tiebreak).upper() for column in self.columns} if self.values else ()
        for code in self.values:
            tiebreak = parse(code, self.table.rules.readings, self._entered)
            if str(tiebreak).upper() not in present:
                self.columns.append(self._ready(tiebreak))
                self.notes.append(f"{tiebreak} was added at the end of the list for the values entered")


def measured(table: CrossTable, tiebreak: TieBreak, method: Method | None = None) -> Measure:
    """A tie-break at work on a table, by another method than its own if there is one."""
    chosen = method or tiebreak.definition.method
    assert chosen is not None
    return chosen(table, tiebreak.how).to_be_made(partial(measured, table, tiebreak, method))


def _must_fit(definition: Definition, table: CrossTable) -> None:
    teams = table.tournament.team_event
    if definition.events not in ("both", "team" if teams else "individual"):
        template = spoken("%(title)s is for teams, and this is an event of players")
        if teams:
            template = spoken("%(title)s is for players, and this is an event of teams")
        raise RuleError(filled(template, title=word(definition.title)), article=f"C.07 {definition.article}")
