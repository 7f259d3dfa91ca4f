"""Many orders from one table: the groups of equals by each list of tie-breaks, without rows, names or workings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from rookery.formats.standings import rules_for
from rookery.history import History
from rookery.model import Points
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rank import groups_by
from rookery.ranking.rules import TieBreakRules

Groups = Sequence[Sequence[int]]
"""Everybody, best first; those in one group are equal."""


def by_points(history: History, after: int) -> Groups:
    """The groups of equal points after a round."""
    history.before(after + 1)
    parts: dict[Points, list[int]] = {}
    for one, score in history.scores(after + 1).items():
        parts.setdefault(score, []).append(one)
    return [parts[score] for score in sorted(parts, reverse=True)]


def orders(
    history: History, lists: Sequence[str], after: int | None = None, rules: TieBreakRules | None = None
) -> dict[str, Groups]:
    """The groups by every list ("BH/C1,SB"; points come first anyway) after a round, or after the last."""
    rounds = len(history.sheets) if after is None else after
    found: dict[str, Groups] = {}
    table: CrossTable | None = None
    for each in lists:
        if each == "PTS":
            found[each] = by_points(history, rounds)
            continue
        if table is None:
            table = CrossTable.made(history, rounds, rules or rules_for(history.tournament))
        found[each] = groups_by(table, each)
    return found


def by_lot(groups: Groups, lot: Callable[[int], int]) -> list[int]:
    """Everybody in order, equals by lot."""
    return list(chain.from_iterable([sorted(group, key=lot) if len(group) > 1 else group for group in groups]))
