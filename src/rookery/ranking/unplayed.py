"""Unplayed rounds (articles 15 and 16), the only place: what an opponent's score is worth, and what is cut first.

Swiss events follow article 16; with pre-determined pairings forfeits count as games (15.2), and nothing else differs.
Before September 2023 there was a virtual opponent instead (C.02 13.15).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rookery.history import Kind
from rookery.model import Points
from rookery.ranking.contribution import Addends, Contribution, Why, contributed
from rookery.ranking.crosstable import CrossTable, Sheet
from rookery.typed import TypeVar, cast
from rookery.values import NamedTuple

T = TypeVar("T")

REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.NOT_ENTERED})
"""16.1.1: byes somebody asked for; rounds after a withdrawal or before a late entry are zero-point byes."""
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}
"""16.1.2: rounds in which a participant was not available to play."""


def drawn_at_last(table: CrossTable, one: int, fore: bool) -> bool:
    """Whether the final round of a participant is taken as a draw: Fore Buchholz is asked, and it is paired (8.3)."""
    return fore and table.final and any(table.scheduled[one][-1:])


def last_byes(table: CrossTable, one: int) -> list[int]:
    """The requested byes that only voluntarily unplayed rounds follow (16.2.5), as places in the row."""
    unplayed = table.unplayed.get(one, {})
    found: list[int] = []
    for at in range(table.rounds - (one in table.waiting) - 1, -1, -1):
        if at not in unplayed or unplayed[at].kind not in VOLUNTARY:
            break
        if unplayed[at].kind in REQUESTED:
            found.append(at)
    return found


def adjusted(table: CrossTable, sheet: Sheet, fore: bool = False) -> dict[int, Points]:
    """Everybody's score as an opponent; unplayed rounds may count as draws where pairings are not pre-determined."""
    fore = fore and table.final
    if table.predetermined:
        return sheet.totals
    method = _all_drawn if table.rules.virtual else _adjusted
    return table.once(("adjusted", sheet.name, fore), lambda: method(table, sheet, fore))


def _adjusted(table: CrossTable, sheet: Sheet, fore: bool) -> dict[int, Points]:
    """Byes of category 16.2.5 count as draws, all else as awarded (16.3)."""
    scores, last, waiting = dict(sheet.totals), table.rounds - 1, table.waiting
    away = [one for one, rounds in table.unplayed.items() if last - (one in waiting) in rounds]
    for one in table.ids if fore else away:
        points = sheet.points[one]
        if drawn_at_last(table, one, fore):  # a round played: the byes before it are no longer the last
            scores[one] += sheet.draw - points[-1]
        else:
            scores[one] += sum(sheet.draw - points[at] for at in last_byes(table, one))
    return scores


def _all_drawn(table: CrossTable, sheet: Sheet, fore: bool) -> dict[int, Points]:
    """Every unplayed round counts as a draw (C.02 13.15)."""
    scores = dict(sheet.totals)
    for one in table.ids if fore else table.unplayed:
        points, drawn = sheet.points[one], set(table.unplayed.get(one, ()))
        if drawn_at_last(table, one, fore):
            drawn.add(len(points) - 1)
        scores[one] += sum(sheet.draw - points[at] for at in drawn)
    return scores


# -- what the rounds of somebody count for others (16.4) ---------------------------------------------------------------


Dummy = tuple[Points, Why, bool]
"""Who stands for an opponent: the score, on what ground, and whether the round was voluntarily unplayed."""


class Schedule(NamedTuple):
    """For everybody, round by round, the score of the opponent or of the dummy; None: the round is an element of
    nothing. `gaps` names who has such rounds, `dummies` has by their places in the row those who stand for an opponent,
    `voluntary` the places of the rounds that cuts may take first (16.5)."""

    scores: Mapping[int, Sequence[Points | None]]
    gaps: Collection[int] = ()
    dummies: Mapping[int, Mapping[int, Dummy]] = {}
    voluntary: Mapping[int, Sequence[int]] = {}

    def counted(self, one: int, row: Sequence[T]) -> tuple[Sequence[Points], Sequence[T]]:
        """The scores that contribute, and what else a row has of these rounds."""
        scores = self.scores[one]
        if one not in self.gaps:
            return cast(Sequence[Points], scores), row
        there = [at for at, score in enumerate(scores) if score is not None]
        return [scores[at] or 0 for at in there], [row[at] for at in there]

    def sums(self, some: Iterable[int], low: int, high: int) -> list[int]:
        """The sums of these rows, of which none has gaps, without so many of the lowest and of the highest scores.

        A voluntarily unplayed round goes before any other (16.5), since no score is below the lowest.
        """
        scores, voluntary = cast(Mapping[int, Sequence[Points]], self.scores), self.voluntary
        found: list[int] = []
        if not (low or high):
            return list(map(sum, map(scores.__getitem__, some)))
        if low == 1 and not high:
            for one in some:
                row, places = scores[one], voluntary.get(one)
                found.append(sum(row) - min([row[at] for at in places] if places else row) if row else 0)
            return found
        for one in some:
            row, places = scores[one], voluntary.get(one)
            first = [row[at] for at in places] if places else ()
            left, gone = sorted(row), sorted(first)[:low]
            for score in gone:
                left.remove(score)
            found.append(sum(left[low - len(gone) : max(len(left) - high, 0)]))
        return found


def schedule(table: CrossTable, sheet: Sheet, fore: bool = False, forfeits: bool = False) -> Schedule:
    """The scores that the rounds of everybody contribute (16.4).

    `fore` takes the final round as drawn (8.3), `forfeits` takes forfeits as played (/P).
    """
    fore = fore and table.final
    return table.once(("schedule", sheet.name, fore, forfeits), lambda: _schedule(table, sheet, fore, forfeits))


def _schedule(table: CrossTable, sheet: Sheet, fore: bool, forfeits: bool) -> Schedule:
    scores = adjusted(table, sheet, fore)
    worth: dict[int, Points | None] = {**scores, 0: None}
    faced: dict[int, Sequence[int]] = {}
    worths: dict[int, Sequence[Points | None]] = {}
    if not (table.waiting or table.predetermined or fore or forfeits):
        worths |= table.rows([map(worth.__getitem__, column) for column in table.faced])
    else:  # not everybody has as many rounds, or not only who played has an opponent
        faced = _faced(table, fore, forfeits)
        worths = {one: list(map(worth.__getitem__, row)) for one, row in faced.items()}
    if table.predetermined:  # the free round of an odd round robin is an element of nothing
        return Schedule(worths, {one for one, row in faced.items() if 0 in row})
    dummies = _dummies(table, sheet, faced, scores, fore)
    voluntary: dict[int, list[int]] = {}
    for one, rounds in dummies.items():
        worths[one] = row = list(worths[one])
        for at, (score, _, wanted) in rounds.items():
            row[at] = score
            if wanted:
                if one in voluntary:
                    voluntary[one].append(at)
                else:
                    voluntary[one] = [at]
    return Schedule(worths, (), dummies, voluntary)


def _faced(table: CrossTable, fore: bool, forfeits: bool) -> dict[int, Sequence[int]]:
    """The opponents whose scores count: those played, after a forfeit only if it is taken as played."""
    if forfeits or table.predetermined:
        return dict(table.scheduled)
    if fore:
        return {one: (*row[:-1], *table.scheduled[one][-1:]) for one, row in table.opponents.items()}
    return dict(table.opponents)


def rounds_of(
    table: CrossTable, sheet: Sheet, one: int, fore: bool = False, forfeits: bool = False
) -> list[Contribution]:
    """What each round of somebody contributes, and why."""
    fore = fore and table.final
    return table.once(("rounds", sheet.name, fore, forfeits, one), lambda: _rounds(table, sheet, one, fore, forfeits))


def _rounds(table: CrossTable, sheet: Sheet, one: int, fore: bool, forfeits: bool) -> list[Contribution]:
    changed = Why.FORE if fore else Why.DRAWN if table.rules.virtual else Why.ADJUSTED
    known, totals = schedule(table, sheet, fore, forfeits), sheet.totals
    last = len(known.scores[one]) - 1 if drawn_at_last(table, one, fore) else -1
    unplayed, dummies, found = table.unplayed.get(one, {}), known.dummies.get(one, {}), []
    for at, (opponent, score) in enumerate(zip(table.scheduled[one], known.scores[one], strict=True)):
        if score is None:
            continue
        why, voluntary = Why.OPPONENT if score == totals.get(opponent) else changed, False
        if at in dummies:
            _, why, voluntary = dummies[at]
        elif at in unplayed and at != last:
            why = Why.FORFEIT
        found.append(contributed((at + 1, opponent, score, score, why, voluntary, 0, 0)))
    return found


def _dummies(
    table: CrossTable, sheet: Sheet, faced: Mapping[int, Sequence[int]], scores: Mapping[int, Points], fore: bool
) -> dict[int, dict[int, Dummy]]:
    """Who stands for an opponent in the unplayed rounds of everybody, when the scores of the opponents are these.

    The score of the dummy (16.4) is the participant's own, but not more than the scheduled opponent's adjusted score
    after a forfeit (16.4.1), nor than draws in all rounds would give after any other unplayed round (16.4.2). Whom
    `faced` does not name has played no opponent in an unplayed round.
    """
    virtual, capped = table.rules.virtual, table.rules.capped
    found: dict[int, dict[int, Dummy]] = {}
    totals, waiting, length, voluntary = sheet.totals, table.waiting, table.length, VOLUNTARY
    drawn, scheduled, unchanged = Why.ALL_DRAWS, Why.SCHEDULED, Why.OWN_SCORE
    for one, unplayed in table.unplayed.items():
        row, own = faced.get(one), totals[one]
        found[one] = mine = {}
        if fore and drawn_at_last(table, one, fore):
            own += sheet.draw - sheet.points[one][-1]
        most = sheet.draw * (table.rounds_of(one) if waiting else length)
        for at, meeting in unplayed.items():
            if row is not None and row[at]:
                continue
            if virtual:
                mine[at] = _virtual(table, sheet, one, at + 1), Why.VIRTUAL, False
                continue
            opponent = meeting.opponent
            cap, why = (most, drawn) if opponent is None else (scores[opponent], scheduled)
            score, why = (cap, why) if capped and own > cap else (own, unchanged)
            mine[at] = score, why, meeting.kind in voluntary
    return found


def _virtual(table: CrossTable, sheet: Sheet, one: int, round: int) -> Points:
    """The score of the virtual opponent (C.02 13.15): the participant's own before the round, what the round leaves it,
    and a draw in every later round."""
    points = sheet.points[one]
    before = sum(points[: round - 1]) + sum(more.get(one, 0) for at, more in sheet.extra.items() if at < round)
    won = points[round - 1]
    left = sheet.draw if won == sheet.draw else sheet.win - won
    return before + left + sheet.draw * (table.rounds - round)


def least_significant(
    addends: Addends, significance: Sequence[int | tuple[int, int]], left: Collection[int]
) -> tuple[int, bool]:
    """The place of what a cut removes from what is left, and whether the exception of 16.5 chose it.

    The contribution with the lowest score goes (14.1), unless the lowest contribution of a voluntarily unplayed round
    is not lower than it: then that goes first.
    """
    lowest = min(left, key=significance.__getitem__)
    unplayed = [at for at in addends.voluntary if at in left] if addends.voluntary else ()
    if not unplayed:
        return lowest, False
    values, scores = addends.values, addends.scores
    cheapest = min(unplayed, key=lambda at: (values[at], scores[at]))
    return (cheapest, cheapest != lowest) if values[cheapest] >= values[lowest] else (lowest, False)
