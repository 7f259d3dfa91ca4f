"""Conditions of a last round: results that make a place certain or rule it out, and the same in words.

A combination of results is a number whose base-3 digits are the results of the open games, the first game last. A set
of combinations is a whole number with a bit for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from rookery._record import record
from rookery.model import Result
from rookery.simulation.estimate import Cell, Key

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
"""The results of an open game, in the order of the digits."""

SURE, MAY = "sure", "may"
"""The kinds of stored combinations: a place is certain, or possible with a favourable lot."""

_BLOCK = 4096
"""The number of combinations stored under one key."""
_MOST_CLAUSES = 3
"""The maximum number of games in a condition; longer ones would be hard to read."""
_MANY = 3**11
"""Above this number of combinations, conditions have at most two games."""

_SUBSETS: tuple[tuple[int, ...], ...] = ((0, 1), (1, 2), (0, 2), (0,), (1,), (2,))
"""The results that a clause may allow, the widest first."""


@record
class ResultClause:
    """The condition that an open game ends in one of these results."""

    white: int
    black: int
    results: tuple[Result, ...]

    @property
    def otherwise(self) -> ResultClause:
        """The clause of the other results."""
        return ResultClause(self.white, self.black, tuple(result for result in RESULTS if result not in self.results))


@record
class ResultCondition:
    """The condition that all clauses hold; `likely` is its probability. Without clauses it is always true."""

    clauses: tuple[ResultClause, ...]
    likely: float


@record(kw_only=True)
class MustHappen:
    """Conditions that make it certain, or impossible, that a player finishes in the first `places`, for every lot.

    Conditions are minimal: without one of the clauses, or with another result in it, a condition would be false. They
    have up to three games (two where there are very many combinations), and together cover all combinations that such
    conditions can; `certain_left` and `impossible_left` are the numbers of combinations that they do not cover.
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
    """The combinations in which watched players may, or certainly do, finish in the goals; used within one job."""

    def __init__(self, player_ids: Iterable[int], goals: Iterable[int]) -> None:
        self.watched, self.goals = frozenset(player_ids), tuple(goals)
        self.bits: dict[Key, int] = {}

    def add(self, results: Sequence[Result], groups: Sequence[Sequence[int]]) -> None:
        """Add one combination of results, with its groups of tied players, the best first."""
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
                for player_id in self.watched.intersection(group):
                    for kind in kinds:
                        key = (kind, player_id, goal, block)
                        self.bits[key] = self.bits.get(key, 0) | bit

    def to_cells(self) -> dict[Key, Cell]:
        """Return all combinations by key; no two jobs have one in common, so their sums are unions."""
        return {key: (1, bits, 0) for key, bits in self.bits.items()}


def stored_ways(cells: Mapping[Key, Cell], kind: str, player_id: int, places: int) -> int:
    """Return the combinations stored for a player, as a bit set."""
    head = (kind, player_id, places)
    return sum(cell[1] << int(key[3]) * _BLOCK for key, cell in cells.items() if key[:3] == head)


# -- finding


def must_happen(
    player_id: int, places: int, sure: int, may: int, chances: Mapping[tuple[int, int], Sequence[float]]
) -> MustHappen:
    """Return the conditions of a place, from the combinations that make it certain or possible."""
    open_games, ways = tuple(chances), 3 ** len(chances)
    impossible_ways = ((1 << ways) - 1) & ~may
    certain, certain_left = _conditions_with_chances(_choose_cover(_Cubes(open_games, sure)), sure, chances)
    impossible, impossible_left = _conditions_with_chances(
        _choose_cover(_Cubes(open_games, impossible_ways)), impossible_ways, chances
    )
    return MustHappen(
        player=player_id, places=places, ways=ways,
        certain_ways=sure.bit_count(), impossible_ways=impossible_ways.bit_count(),
        certain=_sort_conditions(certain, player_id), impossible=_sort_conditions(impossible, player_id),
        certain_left=certain_left, impossible_left=impossible_left,
    )  # fmt: skip


Cube = tuple[tuple[tuple[int, int], tuple[int, ...]], ...]
"""The allowed digits of some games, each given by White and Black."""


class _Cubes:
    """The minimal conditions under which a combination is in a set."""

    def __init__(self, open_games: Sequence[tuple[int, int]], wanted: int) -> None:
        self.open, self.wanted = open_games, wanted
        self.ways = 3 ** len(open_games)
        self.whole = (1 << self.ways) - 1
        self.masks = {
            (game, digits): sum(self._mask(index, digit) for digit in digits)
            for index, game in enumerate(open_games)
            for digits in _SUBSETS
        }

    def _mask(self, index: int, digit: int) -> int:
        """Return the combinations in which the game at this index has this result."""
        run: int = 3**index
        mask: int = (((1 << run) - 1) << digit * run) * (self.whole // ((1 << 3 * run) - 1))
        return mask

    def minimal_conditions(self) -> Iterator[tuple[Cube, int]]:
        """Yield every minimal condition with its combinations, the widest first."""
        unwanted = self.whole & ~self.wanted
        if not self.wanted or not unwanted:
            yield from [((), self.whole)] if self.wanted else []
            return
        minimal: list[tuple[Cube, int]] = []
        for clause_count in range(1, min(len(self.open), _MOST_CLAUSES - (self.ways > _MANY)) + 1):
            candidates = [(cube, mask) for cube, mask in self._conditions_of_size(clause_count) if not mask & unwanted]
            for cube, mask in sorted(candidates, key=lambda candidate: -candidate[1].bit_count()):
                if not any(mask & ~wider == 0 for _, wider in minimal):
                    minimal.append((cube, mask))
                    yield cube, mask

    def _conditions_of_size(self, clause_count: int) -> Iterator[tuple[Cube, int]]:
        """Yield every condition on this number of games."""
        for games in combinations(self.open, clause_count):
            for allowed in product(_SUBSETS, repeat=clause_count):
                cube = tuple(zip(games, allowed, strict=True))
                mask = self.whole
                for clause in cube:
                    mask &= self.masks[clause]
                yield cube, mask


def _choose_cover(cubes: _Cubes) -> list[tuple[Cube, int]]:
    """Choose conditions that cover all their combinations, greedily by the most that each adds."""
    candidates, cover = list(cubes.minimal_conditions()), []
    uncovered = 0
    for _, mask in candidates:
        uncovered |= mask
    while uncovered:
        best = max(
            candidates, key=lambda candidate: (candidate[1] & uncovered).bit_count()
        )  # ties: the first, which has the fewest games
        cover.append(best)
        uncovered &= ~best[1]
    return cover


def _conditions_with_chances(
    cubes: Sequence[tuple[Cube, int]], uncovered: int, chances: Mapping[tuple[int, int], Sequence[float]]
) -> tuple[list[ResultCondition], int]:
    """Return the conditions with their probabilities, and the number of uncovered combinations."""
    conditions = []
    for cube, mask in cubes:
        uncovered &= ~mask
        likely = 1.0
        for game, digits in cube:
            likely *= sum(chances[game][digit] for digit in digits)
        clauses = tuple(ResultClause(*game, tuple(RESULTS[digit] for digit in digits)) for game, digits in cube)
        conditions.append(ResultCondition(clauses, likely))
    return conditions, uncovered.bit_count()


def _sort_conditions(conditions: Sequence[ResultCondition], player_id: int) -> tuple[ResultCondition, ...]:
    """Return the conditions on fewer games first, then the likelier; in each the player's own game is first."""
    reordered = [
        ResultCondition(
            tuple(sorted(condition.clauses, key=lambda clause: player_id not in (clause.white, clause.black))),
            condition.likely,
        )
        for condition in conditions
    ]
    return tuple(sorted(reordered, key=lambda condition: (len(condition.clauses), -condition.likely)))


WHATEVER = "whatever happens"


class Statement(NamedTuple):
    """A condition of a place in words: verdict, condition, and its probability."""

    verdict: str
    condition: str
    likely: float


def goal_predicate(places: int) -> str:
    """Return a place as a predicate.

    >>> goal_predicate(1), goal_predicate(3)
    ('first', 'in the top 3')
    """
    return "first" if places == 1 else f"in the top {places}"


def goal_phrase(places: int) -> str:
    """Return a place as a noun phrase.

    >>> goal_phrase(1), goal_phrase(3)
    ('first place', 'the top 3')
    """
    return "first place" if places == 1 else f"the top {places}"


def format_clause(clause: ResultClause, names: Mapping[int, str]) -> str:
    """Return a clause in words.

    >>> from rookery.model import Result
    >>> format_clause(ResultClause(1, 2, (Result.DRAW, Result.BLACK_WINS)), {1: "1 Hatter", 2: "2 Hare"})
    '1 Hatter does not beat 2 Hare'
    """
    white, black = names[clause.white], names[clause.black]
    won, drew, lost = (result in clause.results for result in RESULTS)
    if won and lost:
        return f"{white} and {black} do not draw"
    if drew and not (won or lost):
        return f"{white} and {black} draw"
    if drew:
        return f"{black} does not beat {white}" if won else f"{white} does not beat {black}"
    return f"{white} beats {black}" if won else f"{black} beats {white}"


def format_condition(condition: ResultCondition, names: Mapping[int, str]) -> str:
    """Return a condition in words."""
    return ", and ".join(format_clause(clause, names) for clause in condition.clauses) or WHATEVER


def statements(conditions: MustHappen, names: Mapping[int, str]) -> tuple[list[Statement], list[Statement]]:
    """Return what makes a place certain, and what rules it out.

    A place that is ruled out by all results of a game but one is impossible unless the game ends with that one.
    """
    certain = [
        Statement(
            "certain if" if condition.clauses else "certain", format_condition(condition, names), condition.likely
        )
        for condition in conditions.certain
    ]
    return certain, [_exclusion_statement(condition, names) for condition in conditions.impossible]


def _exclusion_statement(condition: ResultCondition, names: Mapping[int, str]) -> Statement:
    if not condition.clauses:
        return Statement("impossible", WHATEVER, 1.0)
    if len(condition.clauses) == 1 and len(condition.clauses[0].results) > 1:
        needed = format_clause(condition.clauses[0].otherwise, names)
        return Statement("not unless", needed, 1 - condition.likely)
    return Statement("not if", format_condition(condition, names), condition.likely)


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the number and family name of each participant.

    >>> short_names({12: "Hatter, Max", 7: ""})
    {12: '12 Hatter', 7: '7'}
    """
    return {
        participant_id: f"{participant_id} {name.partition(',')[0]}".strip() for participant_id, name in names.items()
    }


def format_change(difference: float) -> str:
    """Return a difference of chances in hundredths.

    >>> format_change(0.124), format_change(-0.3), format_change(0.0012), format_change(-0.00001), format_change(0.0)
    ('+12', '-30', '+0.1', '-0.0', '0')
    """
    return (
        "0"
        if not difference
        else f"{100 * difference:+.0f}"
        if abs(difference) >= 0.00995
        else f"{100 * difference:+.1f}"
    )


def format_percent(chance: float) -> str:
    """Return a chance as text; only certainty is written as 0 % or 100 %.

    >>> format_percent(0.5), format_percent(0.004), format_percent(0.0), format_percent(1.0)
    ('50 %', '0.4 %', '0 %', '100 %')
    >>> format_percent(0.00001), format_percent(0.99999), format_percent(0.996)
    ('<0.1 %', '>99.9 %', '99.6 %')
    """
    if 0 < chance < 0.0005:
        return "<0.1 %"
    if 0.9995 <= chance < 1:
        return ">99.9 %"
    plain = chance in (0, 1) or not _needs_decimals(chance)
    return f"{100 * chance:.0f} %" if plain else f"{100 * chance:.1f} %"


def format_interval(chance: float, low: float, high: float) -> str:
    """Return an interval of a chance in hundredths, as precise as the chance itself is written.

    >>> format_interval(0.26, 0.155, 0.404), format_interval(0.01, 0.0066, 0.0151), format_interval(1.0, 0.9962, 1.0)
    ('16-40', '0.7-1.5', '99.6-100.0')
    """
    digits = 1 if _needs_decimals(chance) else 0
    return f"{100 * low:.{digits}f}-{100 * high:.{digits}f}"


def _needs_decimals(chance: float) -> bool:
    """Return whether a chance is so near to 0 or 1 that tenths of a hundredth matter."""
    return not 0.0995 <= chance < 0.995
