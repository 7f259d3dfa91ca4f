"""What is counted of the futures of a forecast: places, points, who meets whom, and what turns on the open games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rookery.model import Points, Result, Round
from rookery.simulation.tally import Cell, Key
from rookery.typed import TypeVar
from rookery.values import NamedTuple

What = TypeVar("What")
Seen = TypeVar("Seen")

_ENOUGH = 64
"""So many futures are kept before they are counted, column by column."""


class Future(NamedTuple):
    """One future as it is counted: its weight, the order at its end, the points, how the open games ended."""

    weight: int
    order: Sequence[int]
    points: Sequence[Points | None]
    ends: Sequence[Result]


class Futures:
    """Futures are kept as rows and counted in columns, which takes no key for each number; lives in one job."""

    def __init__(self, open: Sequence[tuple[int, int]], top: int, number: int, everybody: Sequence[int]) -> None:
        self.open, self.top, self.number, self.everybody = open, top, number, everybody
        self.most = max(everybody, default=0) + 1
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
        """One future of this weight: the order at its end, the points, how the open games ended, the rounds after.

        Where there are rounds after, futures are drawn, and all have the weight 1.
        """
        everybody, most = self.everybody, self.most
        points: list[Points | None] = list(map(scores.get, everybody))
        if len(order) < len(everybody):  # of who is not ranked nothing is told
            ranked = frozenset(order)
            points = [won if one in ranked else None for one, won in zip(everybody, points, strict=True)]
        self.rows.append(Future(weight, order, points, ends))
        for number, round in enumerate(later, self.number + 1):
            met = [(game.white, game.black) for game in round.games]
            self.met.setdefault(number, []).extend([a * most + b if a < b else b * most + a for a, b in met])
        if len(self.rows) >= _ENOUGH:
            self._count()

    def share(
        self, weight: int, groups: Sequence[Sequence[int]], scores: Mapping[int, Points], ends: Sequence[Result]
    ) -> None:
        """One future of this weight in which equals share their places: each has each of them as often.

        The weight can be divided by the size of every group.
        """
        place = 0
        won: dict[int, int] = {}  # how much of the first places everybody has
        for group in groups:
            part = weight // len(group)
            assert part * len(group) == weight, "a weight that can be shared"
            for at in range(place + 1, place + len(group) + 1):
                counter = self.places.setdefault(at, Counter())
                for one in group:
                    counter[one] += part
            within = min(self.top - place, len(group))
            if within > 0:
                won |= dict.fromkeys(group, within * part)
            for one in group:
                self.points.setdefault(one, Counter())[scores[one]] += weight
            place += len(group)
        for game, end in zip(self.open, ends, strict=True):
            self.ended.setdefault(game, Counter())[end] += weight
            turns = self.turns.setdefault(game, Counter())
            for one, times in won.items():
                turns[end, one] += times

    def _count(self) -> None:
        """Count the futures that were kept."""
        weights, orders, points, ends = zip(*self.rows, strict=True)
        self.rows = []
        heavy = weights if any(weight != 1 for weight in weights) else None
        places = list(zip_longest(*orders))  # nobody ends where others are not ranked
        for place, column in enumerate(places, 1):
            _counted(self.places, place, column, heavy)
        for one, won in zip(self.everybody, zip(*points, strict=True), strict=True):
            _counted(self.points, one, won, heavy)
        for game, found in zip(self.open, zip(*ends, strict=True), strict=True):
            _counted(self.ended, game, found, heavy)
            for leaders in places[: self.top]:
                _counted(self.turns, game, list(zip(found, leaders, strict=True)), heavy)
        for number, codes in self.met.items():
            _counted(self.meets, number, codes, None)
        self.met = {}

    def told(self) -> dict[Key, Cell]:
        """Everything that was counted, under its key."""
        if self.rows:
            self._count()
        cells, most = _Cells(), self.most
        found: dict[Key, Cell] = {
            ("place", one, place): cells[times]
            for place, column in self.places.items()
            for one, times in column.items()
            if one is not None
        }
        found |= {
            ("points", player, won): cells[times]
            for player, scores in self.points.items()
            for won, times in scores.items()
            if won is not None
        }
        found |= {
            ("ended", white, black, end.value): cells[times]
            for (white, black), ends in self.ended.items()
            for end, times in ends.items()
        }
        found |= {
            ("turn", white, black, end.value, one): cells[times]
            for (white, black), turns in self.turns.items()
            for (end, one), times in turns.items()
            if one is not None
        }
        found |= {
            ("meets", number, *divmod(code, most)): cells[times]
            for number, codes in self.meets.items()
            for code, times in codes.items()
        }
        for key, times in self.norms.items():
            found[key] = cells[times]
        if self.stopped:
            found["stopped",] = cells[self.stopped]
        return found


class _Cells(dict[int, Cell]):
    """How often something was seen, as a cell: many were seen as often as each other."""

    def __missing__(self, times: int) -> Cell:
        cell = self[times] = times, times, times
        return cell


def _counted(
    counters: dict[What, Counter[Seen]], of: What, column: Sequence[Seen], weights: Sequence[int] | None
) -> None:
    """Count what a column has, each as often as its weight says."""
    counter = counters.get(of)
    if counter is None:
        counter = counters[of] = Counter()
    if weights is None:
        counter.update(column)
    else:
        for each, weight in zip(column, weights, strict=True):
            counter[each] += weight
