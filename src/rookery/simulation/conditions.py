"""What must happen in a last round: results that make a place certain, or rule it out, found among all there can be.

A combination of results has a number: its digits to the base 3 are the results of the open games, the first game last.
A set of combinations is a whole number whose bits are these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from rookery.model import Result
from rookery.simulation.tally import Cell, Key
from rookery.values import frozen

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
"""How an open game may end, in the order of the digits."""

SURE, MAY = "sure", "may"
"""What is kept of a combination: somebody certainly is within the places, or may be if the lot is kind."""

_BLOCK = 4096
"""So many combinations are kept under one key."""
_MOST_CLAUSES = 3
"""Conditions of more games than these are not looked for: nobody would follow them."""
_MANY = 3**11
"""Of more combinations than these, conditions of no more than two games are looked for."""

_SUBSETS: tuple[tuple[int, ...], ...] = ((0, 1), (1, 2), (0, 2), (0,), (1,), (2,))
"""The results that a clause may allow, the wider first."""


@frozen
class ResultClause:
    """That an open game ends in one of these results."""

    white: int
    black: int
    results: tuple[Result, ...]

    @property
    def otherwise(self) -> ResultClause:
        """That it ends in one of the others."""
        return ResultClause(self.white, self.black, tuple(each for each in RESULTS if each not in self.results))


@frozen
class ResultCondition:
    """That games end so, all of them; `likely` is the chance of it. Without clauses: whatever happens."""

    clauses: tuple[ResultClause, ...]
    likely: float


@frozen(kw_only=True)
class MustHappen:
    """What makes it certain that somebody is among the first `places`, and what rules it out, whatever the lot.

    No condition says more than it must: without one of its clauses, or with one more result in it, it would be false.
    They speak of up to three games (two where there are very many combinations), and are as many as it takes to tell
    all that such conditions can; `certain_left` and `impossible_left` are the combinations that none of them tells.
    """

    player: int
    places: int
    ways: int
    certain_ways: int
    impossible_ways: int
    certain: tuple[ResultCondition, ...]
    impossible: tuple[ResultCondition, ...]
    certain_left: int
    impossible_left: int


# -- keeping


class WatchedWays:
    """The combinations in which some may be, or certainly are, within some numbers of places; lives in one job."""

    def __init__(self, watched: Iterable[int], goals: Iterable[int]) -> None:
        self.watched, self.goals = frozenset(watched), tuple(goals)
        self.bits: dict[Key, int] = {}

    def add(self, results: Sequence[Result], groups: Sequence[Sequence[int]]) -> None:
        """One combination of results, and who is equal to whom at its end, the best first."""
        number = 0
        for result in reversed(results):
            number = 3 * number + RESULTS.index(result)
        block, bit = number // _BLOCK, 1 << number % _BLOCK
        for goal in self.goals:
            place = 0
            for group in groups:
                if place >= goal:
                    break
                place += len(group)
                kinds = (MAY, SURE) if place <= goal else (MAY,)
                for one in self.watched.intersection(group):
                    for kind in kinds:
                        key = (kind, one, goal, block)
                        self.bits[key] = self.bits.get(key, 0) | bit

    def told(self) -> dict[Key, Cell]:
        """All of them under their keys; no two jobs have the same combination, so that sums are unions."""
        return {key: (1, bits, 0) for key, bits in self.bits.items()}


def kept_ways(cells: Mapping[Key, Cell], kind: str, one: int, places: int) -> int:
    """The combinations that were kept of somebody."""
    head = (kind, one, places)
    return sum(cell[1] << int(key[3]) * _BLOCK for key, cell in cells.items() if key[:3] == head)


# -- finding


def must_happen(
    one: int, places: int, sure: int, may: int, chances: Mapping[tuple[int, int], Sequence[float]]
) -> MustHappen:
    """What must happen, by the combinations that make it certain or possible, and the chances of the open games."""
    open, ways = tuple(chances), 3 ** len(chances)
    never = ((1 << ways) - 1) & ~may
    certain, certain_left = _told(_covering(_Cubes(open, sure)), sure, chances)
    impossible, impossible_left = _told(_covering(_Cubes(open, never)), never, chances)
    return MustHappen(
        player=one, places=places, ways=ways, certain_ways=sure.bit_count(), impossible_ways=never.bit_count(),
        certain=_own_first(certain, one), impossible=_own_first(impossible, one),
        certain_left=certain_left, impossible_left=impossible_left,
    )  # fmt: skip


Cube = tuple[tuple[tuple[int, int], tuple[int, ...]], ...]
"""For some games, each by White and Black, the digits that are allowed."""


class _Cubes:
    """The conditions under which a combination is in a set, none of which is part of another."""

    def __init__(self, open: Sequence[tuple[int, int]], wanted: int) -> None:
        self.open, self.wanted = open, wanted
        self.ways = 3 ** len(open)
        self.whole = (1 << self.ways) - 1
        self.masks = {
            (game, digits): sum(self._mask(at, digit) for digit in digits)
            for at, game in enumerate(open)
            for digits in _SUBSETS
        }

    def _mask(self, at: int, digit: int) -> int:
        """The combinations in which the game at this place has this result."""
        run: int = 3**at
        found: int = (((1 << run) - 1) << digit * run) * (self.whole // ((1 << 3 * run) - 1))
        return found

    def found(self) -> Iterator[tuple[Cube, int]]:
        """Every such condition with its combinations, the wider first."""
        other = self.whole & ~self.wanted
        if not self.wanted or not other:
            yield from [((), self.whole)] if self.wanted else []
            return
        known: list[tuple[Cube, int]] = []
        for many in range(1, min(len(self.open), _MOST_CLAUSES - (self.ways > _MANY)) + 1):
            fresh = [(cube, mask) for cube, mask in self._of(many) if not mask & other]
            for cube, mask in sorted(fresh, key=lambda each: -each[1].bit_count()):
                if not any(mask & ~wider == 0 for _, wider in known):
                    known.append((cube, mask))
                    yield cube, mask

    def _of(self, many: int) -> Iterator[tuple[Cube, int]]:
        """Every condition on so many games."""
        for games in combinations(self.open, many):
            for allowed in product(_SUBSETS, repeat=many):
                cube = tuple(zip(games, allowed, strict=True))
                mask = self.whole
                for clause in cube:
                    mask &= self.masks[clause]
                yield cube, mask


def _covering(cubes: _Cubes) -> list[tuple[Cube, int]]:
    """Of these conditions some that have all their combinations: again and again the one that adds most."""
    left, chosen = list(cubes.found()), []
    reach = 0
    for _, mask in left:
        reach |= mask
    while reach:
        best = max(left, key=lambda each: (each[1] & reach).bit_count())  # the first, of few games, of equals
        chosen.append(best)
        reach &= ~best[1]
    return chosen


def _told(
    chosen: Sequence[tuple[Cube, int]], wanted: int, chances: Mapping[tuple[int, int], Sequence[float]]
) -> tuple[list[ResultCondition], int]:
    """The conditions with their chances, and how many combinations none of them tells."""
    found = []
    for cube, mask in chosen:
        wanted &= ~mask
        likely = 1.0
        for game, digits in cube:
            likely *= sum(chances[game][digit] for digit in digits)
        clauses = tuple(ResultClause(*game, tuple(RESULTS[digit] for digit in digits)) for game, digits in cube)
        found.append(ResultCondition(clauses, likely))
    return found, wanted.bit_count()


def _own_first(conditions: Sequence[ResultCondition], one: int) -> tuple[ResultCondition, ...]:
    """Conditions on fewer games first, then the likelier; in each the own game of whom they are about is first."""
    own = [
        ResultCondition(
            tuple(sorted(each.clauses, key=lambda clause: one not in (clause.white, clause.black))), each.likely
        )
        for each in conditions
    ]
    return tuple(sorted(own, key=lambda each: (len(each.clauses), -each.likely)))
