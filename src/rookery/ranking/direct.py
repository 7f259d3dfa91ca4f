"""Direct encounter (article 6): the games of the tied participants among themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from rookery.model import Points
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.tiebreak import Contribution, Modifiers, Why

if TYPE_CHECKING:
    from fractions import Fraction

Groups = list[list[int]]
"""Participants from the best down; those in one list are still tied."""
Split = Callable[[CrossTable, Modifiers, Sequence[int]], Groups]
"""Breaks one tied group, or leaves it whole."""
Results: TypeAlias = "Mapping[int, Mapping[int, Fraction | int]]"
"""For each participant, the average points against each opponent met (6.1.2)."""


def games_within_group(
    table: CrossTable, modifiers: Modifiers, group: Collection[int], participant: int
) -> list[Contribution]:
    """Return the games of a participant within a group."""
    points, opponents = table.sheet(modifiers.score).points[participant], _opponents_for(table, modifiers)[participant]
    return [
        Contribution(place + 1, opponents[place], points[place], points[place], Why.MUTUAL)
        for place, opponent in enumerate(opponents)
        if opponent in group
    ]


def _opponents_for(table: CrossTable, modifiers: Modifiers) -> Mapping[int, Sequence[int]]:
    """Return the opponents of each participant.

    A forfeit counts with pre-determined pairings only (15.2), or with /P (6.1.1).
    """
    return table.scheduled if modifiers.forfeits or table.predetermined else table.opponents


def _mutual_results(table: CrossTable, modifiers: Modifiers, group: Sequence[int]) -> Results:
    """Return the points of each participant of a group against each other; an average if they met twice (6.1.2)."""
    points, opponents, inside = table.sheet(modifiers.score).points, _opponents_for(table, modifiers), frozenset(group)
    results: dict[int, Mapping[int, Fraction | int]] = {}
    for participant in group:
        games = [
            (opponent, won)
            for opponent, won in zip(opponents[participant], points[participant], strict=True)
            if opponent in inside
        ]
        results[participant] = dict(games)
        if len(results[participant]) < len(games):  # met twice: the average (6.1.2)
            from fractions import Fraction

            sums = {opponent: [won for met, won in games if met == opponent] for opponent in results[participant]}
            results[participant] = {opponent: Fraction(sum(won), len(won)) for opponent, won in sums.items()}
    return results


def direct_encounter(table: CrossTable, modifiers: Modifiers, group: Sequence[int]) -> Groups:
    """Split the tied participants by the points scored against each other (DE, article 6)."""
    results = _mutual_results(table, modifiers, group)
    return split_by_encounters(sorted(group), results, table.sheet(modifiers.score).win, table.predetermined)


def split_by_encounters(group: list[int], results: Results, win: Points, all_met: bool) -> Groups:
    """Apply article 6 to a group, and again to every part of it, until no further tie can be resolved."""
    resolved: Groups = []
    while len(group) > 1:
        inside = set(group)
        score = {
            participant: sum(won for opponent, won in results[participant].items() if opponent in inside)
            for participant in group
        }
        opponents_met = {participant: len(results[participant].keys() & inside) for participant in group}
        if all_met or all(number == len(group) - 1 for number in opponents_met.values()):
            parts = group_by_value(group, score)
            if len(parts) == 1:
                break
            return resolved + [last for part in parts for last in split_by_encounters(part, results, win, all_met)]
        ahead = _certain_leaders(
            group,
            score,
            {
                participant: score[participant] + win * (len(group) - 1 - opponents_met[participant])
                for participant in group
            },
        )
        if not ahead:
            break
        resolved += [[participant] for participant in ahead]
        group = sorted(inside.difference(ahead))
    return [*resolved, group] if group else resolved


def _certain_leaders(
    group: list[int], score: Mapping[int, Fraction | int], highest: Mapping[int, Fraction | int]
) -> list[int]:
    """Return the participants certain to be alone at the top whatever the missing games bring (6.3).

    The first is certain of first place, the next of second place, and so on.
    """
    order = sorted(group, key=lambda participant: (-score[participant], participant))
    best: list[Fraction | int] = [0] * len(order)  # the most that anybody from here on can reach
    for place in range(len(order) - 1, -1, -1):
        best[place] = max(highest[order[place]], best[place + 1]) if place + 1 < len(order) else highest[order[place]]
    ahead = []
    for place in range(len(order) - 1):
        if score[order[place]] <= best[place + 1]:
            break
        ahead.append(order[place])
    return ahead


def group_by_value(group: Sequence[int], score: Mapping[int, Fraction | int]) -> Groups:
    """Split a group by a number, the highest first."""
    parts: dict[Fraction | int, list[int]] = {}
    for participant in group:
        parts.setdefault(score[participant], []).append(participant)
    return [parts[number] for number in sorted(parts, reverse=True)]


def group_places(groups: Groups) -> dict[int, int]:
    """Return each participant's place inside the group; 0 for all if the group was not split."""
    place_by_id: dict[int, int] = {}
    ahead = 0
    for group in groups:
        place_by_id.update(dict.fromkeys(group, ahead + 1 if len(groups) > 1 else 0))
        ahead += len(group)
    return place_by_id
