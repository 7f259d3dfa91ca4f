"""Counts of the futures of a forecast: places, points, opponents, and the effect of open games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from rookery.model import Points, Result, Round
from rookery.simulation.tally import Cell, Key

What = TypeVar("What")
Seen = TypeVar("Seen")

_ENOUGH = 64
"""The number of futures that are collected before they are counted."""


class Future(NamedTuple):
    """One future to count: its weight, the final order, the points, and the results of the open games."""

    weight: int
    order: Sequence[int]
    points: Sequence[Points | None]
    ends: Sequence[Result]


class Futures:
    """Counts of futures, stored as rows and counted by column to save keys; used within one job."""

    def __init__(self, open: Sequence[tuple[int, int]], top: int, number: int, participant_ids: Sequence[int]) -> None:
        self.open, self.top, self.number, self.everybody = open, top, number, participant_ids
        self.most = max(participant_ids, default=0) + 1
        self.rows: list[Future] = []
        self.met: dict[int, list[int]] = {}
        self.places: dict[int, Counter[int | None]] = {}
        self.points: dict[int, Counter[Points | None]] = {}
        self.ended: dict[tuple[int, int], Counter[Result]] = {}
        self.turns: dict[tuple[int, int], Counter[tuple[Result, int | None]]] = {}
        self.meets: dict[int, Counter[int]] = {}
        self.norms = Counter[Key]()
        self.stopped = 0

    def add(
        self,
        weight: int,
        order: Sequence[int],
        scores: Mapping[int, Points],
        ends: Sequence[Result],
        later: Iterable[Round],
    ) -> None:
        """Add one future of this weight: the final order, the points, the results of open games, and the later
        rounds.

        Futures with later rounds are random, and all have the weight 1.
        """
        participant_ids, id_base = self.everybody, self.most
        points: list[Points | None] = list(map(scores.get, participant_ids))
        if len(order) < len(participant_ids):  # unranked participants are not counted
            ranked_ids = frozenset(order)
            points = [
                score if participant_id in ranked_ids else None
                for participant_id, score in zip(participant_ids, points, strict=True)
            ]
        self.rows.append(Future(weight, order, points, ends))
        for number, round in enumerate(later, self.number + 1):
            pairs = [(game.white, game.black) for game in round.games]
            self.met.setdefault(number, []).extend([a * id_base + b if a < b else b * id_base + a for a, b in pairs])
        if len(self.rows) >= _ENOUGH:
            self._count()

    def share(
        self, weight: int, groups: Sequence[Sequence[int]], scores: Mapping[int, Points], ends: Sequence[Result]
    ) -> None:
        """Add one future of this weight in which tied players share their places equally.

        The weight must be divisible by the size of every group.
        """
        place = 0
        top_weights: dict[int, int] = {}  # the weight of each participant in the top places
        for group in groups:
            part = weight // len(group)
            assert part * len(group) == weight, "a weight that can be shared"
            for shared_place in range(place + 1, place + len(group) + 1):
                counter = self.places.setdefault(shared_place, Counter())
                for participant_id in group:
                    counter[participant_id] += part
            within = min(self.top - place, len(group))
            if within > 0:
                top_weights |= dict.fromkeys(group, within * part)
            for participant_id in group:
                self.points.setdefault(participant_id, Counter())[scores[participant_id]] += weight
            place += len(group)
        for game, end in zip(self.open, ends, strict=True):
            self.ended.setdefault(game, Counter())[end] += weight
            turns = self.turns.setdefault(game, Counter())
            for participant_id, times in top_weights.items():
                turns[end, participant_id] += times

    def _count(self) -> None:
        """Count the stored futures."""
        weights, orders, points, ends = zip(*self.rows, strict=True)
        self.rows = []
        unequal_weights = weights if any(weight != 1 for weight in weights) else None
        places = list(zip_longest(*orders))  # None where a participant is not ranked
        for place, column in enumerate(places, 1):
            _count_column(self.places, place, column, unequal_weights)
        for participant_id, scores in zip(self.everybody, zip(*points, strict=True), strict=True):
            _count_column(self.points, participant_id, scores, unequal_weights)
        for game, results in zip(self.open, zip(*ends, strict=True), strict=True):
            _count_column(self.ended, game, results, unequal_weights)
            for leaders in places[: self.top]:
                _count_column(self.turns, game, list(zip(results, leaders, strict=True)), unequal_weights)
        for number, codes in self.met.items():
            _count_column(self.meets, number, codes, None)
        self.met = {}

    def told(self) -> dict[Key, Cell]:
        """Return all counts, by key."""
        if self.rows:
            self._count()
        cells, id_base = _Cells(), self.most
        counts: dict[Key, Cell] = {
            ("place", participant_id, place): cells[times]
            for place, column in self.places.items()
            for participant_id, times in column.items()
            if participant_id is not None
        }
        counts |= {
            ("points", player, score): cells[times]
            for player, scores in self.points.items()
            for score, times in scores.items()
            if score is not None
        }
        counts |= {
            ("ended", white, black, end.value): cells[times]
            for (white, black), ends in self.ended.items()
            for end, times in ends.items()
        }
        counts |= {
            ("turn", white, black, end.value, participant_id): cells[times]
            for (white, black), turns in self.turns.items()
            for (end, participant_id), times in turns.items()
            if participant_id is not None
        }
        counts |= {
            ("meets", number, *divmod(code, id_base)): cells[times]
            for number, codes in self.meets.items()
            for code, times in codes.items()
        }
        for key, times in self.norms.items():
            counts[key] = cells[times]
        if self.stopped:
            counts["stopped",] = cells[self.stopped]
        return counts


class _Cells(dict[int, Cell]):
    """Counts as cells, cached because many counts are equal."""

    def __missing__(self, times: int) -> Cell:
        cell = self[times] = times, times, times
        return cell


def _count_column(
    counters: dict[What, Counter[Seen]], key: What, column: Sequence[Seen], weights: Sequence[int] | None
) -> None:
    """Add the entries of a column to the counter of a key, each with its weight."""
    counter = counters.get(key)
    if counter is None:
        counter = counters[key] = Counter()
    if weights is None:
        counter.update(column)
    else:
        for entry, weight in zip(column, weights, strict=True):
            counter[entry] += weight
