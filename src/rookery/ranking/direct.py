"""Direct encounter (article 6): the games of the tied participants among themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rookery.model import Points
from rookery.ranking.contribution import Contribution, Why
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import Modifiers
from rookery.typed import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

Groups = list[list[int]]
"""Participants from the best down; those in one list are still tied."""
Split = Callable[[CrossTable, Modifiers, Sequence[int]], Groups]
"""Breaks one tied group, or leaves it whole."""
Results: TypeAlias = "Mapping[int, Mapping[int, Fraction | int]]"
"""For each participant, the average points against each opponent met (6.1.2)."""


def encounters(table: CrossTable, how: Modifiers, group: Collection[int], one: int) -> list[Contribution]:
    """The games of a participant within a group."""
    points, opponents = table.sheet(how.score).points[one], _met(table, how)[one]
    return [
        Contribution(at + 1, opponents[at], points[at], points[at], Why.MUTUAL)
        for at, other in enumerate(opponents)
        if other in group
    ]


def _met(table: CrossTable, how: Modifiers) -> Mapping[int, Sequence[int]]:
    """Whom everybody has met; after a forfeit only with pre-determined pairings (15.2) or /P (6.1.1)."""
    return table.scheduled if how.forfeits or table.predetermined else table.opponents


def _results(table: CrossTable, how: Modifiers, group: Sequence[int]) -> Results:
    points, met, inside = table.sheet(how.score).points, _met(table, how), frozenset(group)
    found: dict[int, Mapping[int, Fraction | int]] = {}
    for one in group:
        games = [(other, won) for other, won in zip(met[one], points[one], strict=True) if other in inside]
        found[one] = dict(games)
        if len(found[one]) < len(games):  # met twice: the average (6.1.2)
            from fractions import Fraction

            sums = {other: [won for each, won in games if each == other] for other in found[one]}
            found[one] = {other: Fraction(sum(won), len(won)) for other, won in sums.items()}
    return found


def direct_encounter(table: CrossTable, how: Modifiers, group: Sequence[int]) -> Groups:
    """DE: the tied participants by the points scored against each other (6)."""
    results = _results(table, how, group)
    return separated(sorted(group), results, table.sheet(how.score).win, table.predetermined)


def separated(group: list[int], results: Results, win: Points, all_met: bool) -> Groups:
    """Article 6 on a group, and again on every part of it, until no further tie can be resolved."""
    done: Groups = []
    while len(group) > 1:
        inside = set(group)
        score = {one: sum(won for other, won in results[one].items() if other in inside) for one in group}
        met = {one: len(results[one].keys() & inside) for one in group}
        if all_met or all(number == len(group) - 1 for number in met.values()):
            parts = by_value(group, score)
            if len(parts) == 1:
                break
            return done + [last for part in parts for last in separated(part, results, win, all_met)]
        ahead = _certain(group, score, {one: score[one] + win * (len(group) - 1 - met[one]) for one in group})
        if not ahead:
            break
        done += [[one] for one in ahead]
        group = sorted(inside.difference(ahead))
    return [*done, group] if group else done


def _certain(group: list[int], score: Mapping[int, Fraction | int], most: Mapping[int, Fraction | int]) -> list[int]:
    """Who is alone at the top whatever the outcome of the missing games, then at the second place, and so on (6.3)."""
    order = sorted(group, key=lambda one: (-score[one], one))
    best: list[Fraction | int] = [0] * len(order)  # the most that anybody from here on can reach
    for at in range(len(order) - 1, -1, -1):
        best[at] = max(most[order[at]], best[at + 1]) if at + 1 < len(order) else most[order[at]]
    ahead = []
    for at in range(len(order) - 1):
        if score[order[at]] <= best[at + 1]:
            break
        ahead.append(order[at])
    return ahead


def by_value(group: Sequence[int], score: Mapping[int, Fraction | int]) -> Groups:
    """A group in order of a number, the highest first."""
    parts: dict[Fraction | int, list[int]] = {}
    for one in group:
        parts.setdefault(score[one], []).append(one)
    return [parts[number] for number in sorted(parts, reverse=True)]


def places(groups: Groups) -> dict[int, int]:
    """The place of everybody inside the group; nobody has one (0) if the group was not broken."""
    found: dict[int, int] = {}
    ahead = 0
    for group in groups:
        found.update(dict.fromkeys(group, ahead + 1 if len(groups) > 1 else 0))
        ahead += len(group)
    return found
