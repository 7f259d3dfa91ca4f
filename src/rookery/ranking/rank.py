"""Standings: the participants ordered by the list of tie-breaks, each value with its working (article 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat

from rookery.errors import RuleError
from rookery.model import Points, Tournament, unchecked
from rookery.model.tournament import must_be_tournament
from rookery.ranking.choice import Choice, TieBreakColumn, WhenAsked, Wish
from rookery.ranking.codes import TieBreak, Values, parse
from rookery.ranking.contribution import Contribution
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.direct import Groups, encounters, places
from rookery.ranking.measure import Key, Working, working
from rookery.ranking.rules import MARCH_2026, TieBreakRules
from rookery.typed import TYPE_CHECKING
from rookery.values import NamedTuple, Value, field, replace
from rookery.wording import counted, listed, spoken

if TYPE_CHECKING:
    from fractions import Fraction

    from rookery.finality import Finality


class Place(NamedTuple):
    """Who stands where, without the values."""

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


_place, _row = unchecked.rows(Place), unchecked.rows(Row)


class Standings(Value, slots=False):
    """Ranked rows, and how they came about.

    `source` says where the list of tie-breaks comes from: "asked for", "of the tournament", "ours" or
    "of the format", which ranks in its own way. `notes` are
    sentences a reader of the standings should know. `left_out` names who is not ranked, and why.
    """

    tournament: Tournament = field(repr=False)
    rules: TieBreakRules
    after: int
    points: TieBreak
    tiebreaks: tuple[TieBreak, ...]
    source: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[tuple[int, str], ...] = ()
    table: CrossTable = field(repr=False, compare=False, kw_only=True)
    columns: tuple[TieBreakColumn, ...] = field(repr=False, compare=False, kw_only=True)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> tuple[Row, ...]:
            """The rows, made when they are first asked for: whoever prints a table needs no fractions."""
            if name != "rows" or "_placed" not in self.__dict__:
                raise AttributeError(f"standings have no {name!r}", name=name, obj=self)
            made = self.__dict__["rows"] = rows(self._placed, self.columns)
            return made

    @property
    def places(self) -> tuple[Place, ...] | tuple[Row, ...]:
        """The rows, with or without their values."""
        return self.__dict__.get("_placed") or self.rows

    @property
    def open(self) -> int:
        """How many games of the round that is being played are not over yet: the one after these standings, or of them
        if they are provisional."""
        rounds = self.tournament.rounds[self.after - bool(self.provisional) :]
        return len(rounds[0].pending) + len(rounds[0].adjourned) if rounds else 0

    @property
    def provisional(self) -> bool:
        """Whether they take in a round of which games are still open."""
        return bool(self.table.waiting)

    @property
    def finality(self) -> Finality:
        """Whether these are the final standings, and if not, what is still to come."""
        from rookery.finality import is_final

        return is_final(self.tournament.until(self.after + 1))

    @property
    def final(self) -> bool:
        """Whether these are the final standings: every round is played, and no game of any is open or adjourned."""
        return bool(self.finality)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def row(self, one: int) -> Row:
        """The line of a participant."""
        for row in self.rows:
            if row.id == one:
                return row
        raise RuleError(spoken("%(one)s is not in these standings", one=one), who=(one,))

    def working(self, one: int, tiebreak: int | str) -> Working:
        """How a value came about; the tie-break by its place in the list or by its code."""
        if one not in self.table.tournament.by_id:
            raise RuleError(spoken("%(one)s is not in these standings", one=one), who=(one,))
        return _working(self.table, self.columns[self._place(tiebreak)], one)

    def workings(self, one: int) -> tuple[Working, ...]:
        """How all values of a participant came about."""
        return tuple(_working(self.table, column, one) for column in self.columns)

    def _place(self, tiebreak: int | str) -> int:
        if isinstance(tiebreak, int):
            return tiebreak
        names = [str(each).upper() for each in self.tiebreaks]
        wanted = tiebreak.upper()
        if wanted not in names:
            wanted = str(parse(tiebreak, self.rules.readings)).upper()
        if wanted not in names:
            raise RuleError(spoken("%(tiebreak)s is not among the tie-breaks of these standings: %(list)s",
                                   tiebreak=tiebreak, list=", ".join(names)))  # fmt: skip
        return names.index(wanted)


def standings(
    tournament: Tournament,
    tiebreaks: Sequence[Wish] | str | None = None,
    after: int | None = None,
    *,
    rules: TieBreakRules = MARCH_2026,
    exclude: Collection[int] = (),
    lots: int | str | None = None,
    values: Mapping[str, Values] | None = None,
    provisional: bool = False,
) -> Standings:
    """The standings after a round (the last complete one), by this list of tie-breaks, the tournament's own, or ours.

    If `provisional`, what is over of a round still being played counts as well.
    A text is a list with commas, "BH/C1,SB". `exclude` leaves participants out of the ranking (expelled ones); their
    games count for the others. `lots` is the seed of the drawing that breaks what is still tied; without it ties stay.
    `values` are tie-break values from outside, by code and number. What a regulation forbids is refused with a
    RuleError; in the tournament's own list it is dropped, and `notes` say so.
    """
    must_be_tournament(tournament, "standings")
    table = CrossTable.of(tournament, after, rules, provisional=provisional)
    return ranked(table, tiebreaks, exclude=exclude, lots=lots, values=values)


def ranked(
    table: CrossTable,
    tiebreaks: Sequence[Wish] | str | None = None,
    *,
    exclude: Collection[int] = (),
    lots: int | str | None = None,
    values: Mapping[str, Values] | None = None,
) -> Standings:
    """The standings of a table; what several lists have in common is worked out once for it."""
    chosen = Choice(table, _list(tiebreaks), values or {})
    groups, left_out = _entered(table, exclude)
    groups, points = _broken(table, chosen.points, groups)
    columns = []
    for column in chosen.columns:
        groups, done = _broken(table, column, groups)
        columns.append(done)
    notes = [*chosen.notes, *_adjourned(table), *_running(table)]
    if lots is not None:
        groups, drawn = _drawn(groups, lots)
        what = "one tie was" if drawn == 1 else f"{drawn} ties were"
        notes += [f"{what} broken by drawing of lots, seed {lots} (4.2)"] if drawn else []
    made = unchecked.new(
        Standings,
        tournament=table.tournament,
        rules=table.rules,
        after=table.rounds,
        points=points.tiebreak,
        tiebreaks=tuple(column.tiebreak for column in columns),
        source=chosen.source,
        rows=(),
        notes=tuple(notes),
        left_out=left_out,
        table=table,
        columns=tuple(columns),
        _placed=placed(table, groups, points),
    )
    del made.__dict__["rows"]  # made from what is placed when they are asked for
    return made


def groups_by(table: CrossTable, tiebreaks: Sequence[Wish] | str | None = None) -> Groups:
    """Who stands where in the standings of a table, and nothing else: best first, those still tied in one group."""
    chosen = Choice(table, _list(tiebreaks), {}, late=True)
    groups, _ = _entered(table, ())
    for column in (chosen.points, *chosen.columns):
        tied = [one for group in groups if len(group) > 1 for one in group]
        if not tied:
            break
        keys = column.keys
        if isinstance(keys, WhenAsked):
            keys.ask(tied)
            keys = keys.known
        groups = list(chain.from_iterable(_parts(table, column, groups, keys)))
    return groups


def _adjourned(table: CrossTable) -> list[str]:
    """That games are not over, and what they count for the time being."""
    found = [
        f"{game.white}-{game.black} of round {number}"
        for number, round in enumerate(table.tournament.rounds[: table.rounds], 1)
        for game in round.adjourned
    ]
    if not found:
        return []
    points, one = table.tournament.points, len(found) == 1
    draw = "a draw" if one else "draws"
    worth = draw if points.adjourned == points.draw else f"{points.adjourned / 10:g} points for both"
    until = f"{'is' if one else 'are'} adjourned, and {'counts' if one else 'count'} as {worth} until finished"
    return [f"{listed(found)} {until} (C.04.2 3.1)"]


def _running(table: CrossTable) -> list[str]:
    """That a round is still being played, and what its open games count."""
    if not table.waiting:
        return []
    boards, teams = len(table.waiting) // 2, table.tournament.team_event
    if teams:
        return [counted(
            boards, "round %(round)s is being played: one match is open, and it counts as not yet played",
            "round %(round)s is being played: %(num)s matches are open, and they count as not yet played",
            round=table.rounds,
        )]  # fmt: skip
    return [counted(
        boards, "round %(round)s is being played: one game is open, and it counts as not yet played",
        "round %(round)s is being played: %(num)s games are open, and they count as not yet played", round=table.rounds,
    )]  # fmt: skip


def _list(tiebreaks: Sequence[Wish] | str | None) -> Sequence[Wish] | None:
    """A list of tie-breaks; a text has commas between them."""
    if tiebreaks is not None and not isinstance(tiebreaks, Iterable):
        raise RuleError(spoken("the tie-breaks are a list such as ['BH/C1', 'SB'], not %(tiebreaks)s",
                               tiebreaks=f"{tiebreaks!r}"))  # fmt: skip
    return [code for code in tiebreaks.split(",") if code.strip()] if isinstance(tiebreaks, str) else tiebreaks


def _entered(table: CrossTable, exclude: Collection[int]) -> tuple[Groups, tuple[tuple[int, str], ...]]:
    """Those to rank, as one tied group; and those left out, with the reason."""
    unknown = set(exclude).difference(table.ids) if exclude else ()
    if unknown:
        raise RuleError(spoken("there is no %(unknown)s to leave out", unknown=min(unknown)), who=sorted(unknown))
    reasons = dict.fromkeys(table.early, "completed under half of the games (C.05 6.6)")
    reasons |= dict.fromkeys(exclude, "left out on request")
    reasons |= {one.player: str(one) for one in table.tournament.expelled if one.round <= table.rounds + 1}
    if not reasons:
        return [list(table.ids)] if table.ids else [], ()
    ranked = [one for one in table.ids if one not in reasons]
    return [ranked] if ranked else [], tuple((one, reasons[one]) for one in table.ids if one in reasons)


# -- ranking (4.2) -----------------------------------------------------------------------------------------------------


def _broken(table: CrossTable, column: TieBreakColumn, groups: Groups) -> tuple[Groups, TieBreakColumn]:
    """Every tied group broken by one tie-break; one that only compares then knows the places it has given."""
    parts = _parts(table, column, groups, column.keys)
    if column.tiebreak.definition.by_place:
        given, compared = dict[int, int](), dict[int, tuple[int, ...]]()
        for group, split in zip(groups, parts, strict=True):
            if len(group) > 1:
                given.update(places(split))
                compared.update(dict.fromkeys(group, tuple(group)))
        column = replace(column, places=given, groups=compared)
    return [part for split in parts for part in split], column


def _parts(table: CrossTable, column: TieBreakColumn, groups: Groups, keys: Mapping[int, Key | None]) -> list[Groups]:
    """What each group falls into by one tie-break with these numbers: a tied one into parts, best first."""
    definition, how, lower = column.tiebreak.definition, column.tiebreak.how, column.tiebreak.lower
    split, usable = definition.split, definition.usable
    if column.measure is None:
        assert split is not None
        return [split(table, how, group) if len(group) > 1 else [group] for group in groups]
    return [
        _sorted(group, keys, lower) if len(group) > 1 and (usable is None or usable(table, group)) else [group]
        for group in groups
    ]


def _sorted(group: list[int], known: Mapping[int, Key | None], lower: bool) -> Groups:
    """A tied group by these numbers, best first; undefined ones come after all others."""
    if len(group) == 2:  # most ties are of two
        one, other = group
        first, second = known[one], known[other]
        if first is not None and second is not None:
            if first == second:
                return [group]
            return [[one], [other]] if (first > second) is not lower else [[other], [one]]  # type: ignore[operator]
    parts: dict[Key | None, list[int]] = {}
    for one in group:
        parts.setdefault(known[one], []).append(one)
    if len(parts) == 1:
        return [group]
    undefined = parts.pop(None, None)
    order = sorted(parts, reverse=not lower)  # type: ignore[type-var]
    return [parts[key] for key in order] + ([undefined] if undefined else [])


def _drawn(groups: Groups, seed: int | str) -> tuple[Groups, int]:
    """Every tie broken by lot (4.2). A lot follows from the seed and the number alone, so a drawing can be repeated."""
    from hashlib import sha256

    def lot(one: int) -> bytes:
        return sha256(f"{seed}/{one}".encode()).digest()

    ties = sum(len(group) > 1 for group in groups)
    return [[one] for group in groups for one in sorted(group, key=lot)], ties


def placed(table: CrossTable, groups: Iterable[list[int]], points: TieBreakColumn) -> tuple[Place, ...]:
    """Who stands where, if everybody does where the groups of equals have them."""
    everybody, scores, rank = table.tournament.by_id, points.keys, 1
    found = []
    for group in groups:
        for one in group:
            score = scores[one]
            assert isinstance(score, int)
            found.append(_place((rank, one, everybody[one].name, score)))
        rank += len(group)
    return tuple(found)


def rows(places: Sequence[Place], columns: Sequence[TieBreakColumn]) -> tuple[Row, ...]:
    """The lines of standings: who stands where, with the values."""
    order = [place.id for place in places]
    shown = [map(column.values.get, order, repeat(_none())) for column in columns]
    values: Iterable[tuple[Fraction | None, ...]] = zip(*shown, strict=True) if shown else repeat(())
    return tuple([_row((*place, some)) for place, some in zip(places, values, strict=False)])


def _none() -> Fraction:
    """The place of somebody whom a comparison did not concern."""
    from fractions import Fraction

    return Fraction(0)


def _working(table: CrossTable, column: TieBreakColumn, one: int) -> Working:
    if column.measure is not None:
        found = working(column.measure, column.tiebreak.how, one)
        if column.tiebreak.definition.by_place:
            return Working(column.values.get(one, _none()), found.counted, found.cut, found.unit)
        return found
    group = column.groups.get(one, (one,))
    counted: list[Contribution] = encounters(table, column.tiebreak.how, group, one)
    return Working(column.values.get(one, _none()), tuple(counted), unit=10)
