"""Unplayed rounds (articles 15 and 16), the only place: what an opponent's score is worth, and what is cut first.

Swiss events follow article 16; with pre-determined pairings forfeits count as games (15.2), and nothing else differs.
Before September 2023 there was a virtual opponent instead (C.02 13.15).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from rookery.history import Kind, Meeting
from rookery.model import Points
from rookery.ranking.contribution import Contribution, Why, contributed
from rookery.ranking.crosstable import CrossTable, Sheet

REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.NOT_ENTERED})
"""16.1.1: byes somebody asked for; rounds after a withdrawal or before a late entry are zero-point byes."""
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}
"""16.1.2: rounds in which a participant was not available to play."""


def drawn_at_last(table: CrossTable, one: int, fore: bool) -> bool:
    """Whether the final round of a participant is taken as a draw: Fore Buchholz is asked, and it is paired (8.3)."""
    row = table.meetings[one]
    return fore and table.final and bool(row) and row[-1].opponent is not None


def last_byes(row: Sequence[Meeting]) -> list[int]:
    """The requested byes that only voluntarily unplayed rounds follow (16.2.5), as places in the row."""
    found = []
    for at in range(len(row) - 1, -1, -1):
        if row[at].kind not in VOLUNTARY:
            break
        if row[at].kind in REQUESTED:
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
    scores = dict(sheet.totals)
    for one, row in table.meetings.items():
        points = sheet.points[one]
        if drawn_at_last(table, one, fore):  # a round played: the byes before it are no longer the last
            scores[one] += sheet.draw - points[-1]
        elif row and row[-1].kind in VOLUNTARY:
            scores[one] += sum(sheet.draw - points[at] for at in last_byes(row))
    return scores


def _all_drawn(table: CrossTable, sheet: Sheet, fore: bool) -> dict[int, Points]:
    """Every unplayed round counts as a draw (C.02 13.15)."""
    scores = dict(sheet.totals)
    for one, row in table.meetings.items():
        points, at_last = sheet.points[one], len(row) if drawn_at_last(table, one, fore) else 0
        drawn = (at for at, each in enumerate(row) if each.kind is not Kind.PLAYED or at + 1 == at_last)
        scores[one] += sum(sheet.draw - points[at] for at in drawn)
    return scores


def schedule(
    table: CrossTable, sheet: Sheet, fore: bool = False, forfeits: bool = False
) -> dict[int, tuple[Contribution, ...]]:
    """For everybody and every round the score of the opponent, or of the dummy that stands for one (16.4).

    `fore` takes the final round as drawn (8.3), `forfeits` takes forfeits as played (/P).
    """
    fore = fore and table.final

    def found() -> dict[int, tuple[Contribution, ...]]:
        scores = adjusted(table, sheet, fore)
        return {one: tuple(_rounds(table, sheet, scores, one, fore, forfeits)) for one in table.meetings}

    return table.once(("schedule", sheet.name, fore, forfeits), found)


def _rounds(
    table: CrossTable, sheet: Sheet, scores: dict[int, Points], one: int, fore: bool, forfeits: bool
) -> list[Contribution]:
    """What each round of somebody contributes, when the scores of the opponents are these."""
    totals, row, found = sheet.totals, table.meetings[one], []
    played, as_played = Kind.PLAYED, forfeits or table.predetermined
    plain, changed = Why.OPPONENT, Why.FORE if fore else Why.DRAWN if table.rules.virtual else Why.ADJUSTED
    at_last = len(row) if drawn_at_last(table, one, fore) else 0
    for number, (kind, opponent, _, _, _) in enumerate(row, 1):
        if opponent is not None and (kind is played or as_played or number == at_last):
            score = scores[opponent]
            why = plain if score == totals[opponent] else changed
            if kind is not played and number != at_last:
                why = Why.FORFEIT
            found.append(contributed((number, opponent, score, score, why, False, 0, 0)))
        elif table.predetermined:  # the free round of an odd round robin is an element of nothing
            continue
        elif table.rules.virtual:
            score = _virtual(table, sheet, one, number)
            found.append(Contribution(number, opponent or 0, score, score, Why.VIRTUAL))
        else:
            own = totals[one] + (sheet.draw - sheet.points[one][-1] if at_last else 0)
            score, why = _dummy(table, sheet, one, own, scores[opponent] if opponent is not None else None)
            found.append(Contribution(number, opponent or 0, score, score, why, kind in VOLUNTARY))
    return found


def _dummy(table: CrossTable, sheet: Sheet, one: int, own: Points, scheduled: Points | None) -> tuple[Points, Why]:
    """The score of the dummy (16.4): the participant's own, but not more than the scheduled opponent's adjusted score
    after a forfeit (16.4.1), nor than draws in all rounds would give after any other unplayed round (16.4.2)."""
    cap = sheet.draw * table.rounds_of(one) if scheduled is None else scheduled
    if not table.rules.capped or own <= cap:
        return own, Why.OWN_SCORE
    return cap, Why.ALL_DRAWS if scheduled is None else Why.SCHEDULED


def _virtual(table: CrossTable, sheet: Sheet, one: int, round: int) -> Points:
    """The score of the virtual opponent (C.02 13.15): the participant's own before the round, what the round leaves it,
    and a draw in every later round."""
    points = sheet.points[one]
    before = sum(points[: round - 1]) + sum(more.get(one, 0) for at, more in sheet.extra.items() if at < round)
    won = points[round - 1]
    left = sheet.draw if won == sheet.draw else sheet.win - won
    return before + left + sheet.draw * (table.rounds - round)


_least = attrgetter("score", "value")
_cheapest = attrgetter("value", "score")
_voluntary = attrgetter("voluntary")


def least_significant(contributions: Sequence[Contribution]) -> tuple[Contribution, bool]:
    """What a cut removes, and whether the exception of 16.5 chose it.

    The contribution with the lowest score goes (14.1), unless the lowest contribution of a voluntarily unplayed round
    is not lower than it: then that goes first.
    """
    lowest = min(contributions, key=_least)
    unplayed = list(filter(_voluntary, contributions))
    if not unplayed:
        return lowest, False
    cheapest = min(unplayed, key=_cheapest)
    return (cheapest, cheapest is not lowest) if cheapest.value >= lowest.value else (lowest, False)
