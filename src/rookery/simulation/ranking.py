"""Rank orders from one table: groups of tied participants by each list of tie-breaks, without rows or names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from rookery.formats.standings import rules_for
from rookery.history.history import History
from rookery.model import Points
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rules import TieBreakRules
from rookery.ranking.standings import ranking_groups

Groups = Sequence[Sequence[int]]
"""All participants, best first; those in one group are tied."""


def groups_by_points(history: History, after: int) -> Groups:
    """Return the groups of equal points after a round."""
    history.before(after + 1)
    groups: dict[Points, list[int]] = {}
    for participant_id, score in history.scores(after + 1).items():
        groups.setdefault(score, []).append(participant_id)
    return [groups[score] for score in sorted(groups, reverse=True)]


def ranking_orders(
    history: History, lists: Sequence[str], after: int | None = None, rules: TieBreakRules | None = None
) -> dict[str, Groups]:
    """Return the groups by every list of tie-breaks ("BH/C1,SB", after the points) after a round, or after the
    last.
    """
    rounds = len(history.round_columns) if after is None else after
    groups: dict[str, Groups] = {}
    table: CrossTable | None = None
    for codes in lists:
        if codes == "PTS":
            groups[codes] = groups_by_points(history, rounds)
            continue
        if table is None:
            table = CrossTable.from_history(history, rounds, rules or rules_for(history.tournament))
        groups[codes] = ranking_groups(table, codes)
    return groups


def order_by_lot(groups: Groups, lot: Callable[[int], int]) -> list[int]:
    """Return all participants in order, ties broken by lot."""
    return list(chain.from_iterable([sorted(group, key=lot) if len(group) > 1 else group for group in groups]))
