"""The results of a forecast, player by player, and the counts of futures from which they follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeVar

from rookery._record import field, record
from rookery.errors import RuleError
from rookery.model import Points, Result, Round, Tournament
from rookery.simulation.conditions import MAY, RESULTS, SURE, MustHappen, must_happen, stored_ways
from rookery.simulation.estimate import Cell, Estimate, Key, Sums, mean, share

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

    def __init__(
        self, open_games: Sequence[tuple[int, int]], top: int, number: int, participant_ids: Sequence[int]
    ) -> None:
        self.open, self.top, self.number, self.ids = open_games, top, number, participant_ids
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
        """Add one future: the final order, the points, the results of open games, and the later rounds.

        Futures with later rounds are random, and all have the weight 1.
        """
        participant_ids, id_base = self.ids, self.most
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
            self._count_stored_futures()

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

    def _count_stored_futures(self) -> None:
        """Count the stored futures."""
        weights, orders, points, ends = zip(*self.rows, strict=True)
        self.rows = []
        unequal_weights = weights if any(weight != 1 for weight in weights) else None
        places = list(zip_longest(*orders))  # None where a participant is not ranked
        for place, column in enumerate(places, 1):
            _count_column(self.places, place, column, unequal_weights)
        for participant_id, scores in zip(self.ids, zip(*points, strict=True), strict=True):
            _count_column(self.points, participant_id, scores, unequal_weights)
        for game, results in zip(self.open, zip(*ends, strict=True), strict=True):
            _count_column(self.ended, game, results, unequal_weights)
            for leaders in places[: self.top]:
                _count_column(self.turns, game, list(zip(results, leaders, strict=True)), unequal_weights)
        for number, codes in self.met.items():
            _count_column(self.meets, number, codes, None)
        self.met = {}

    def to_cells(self) -> dict[Key, Cell]:
        """Return all counts, by key."""
        if self.rows:
            self._count_stored_futures()
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


@record
class TurningPoint:
    """An open game with the chance of a player after each result; `swing` is the range of these chances.

    `error` is the swing that random variation alone exceeds, for any of the open games, in about 5 of 100 forecasts; 0
    if the forecast is exact.
    """

    white: int
    black: int
    chances: tuple[tuple[Result, float], ...]
    error: float = 0.0

    @property
    def swing(self) -> float:
        """The difference between the best and the worst of these chances."""
        chances = [chance for _, chance in self.chances]
        return max(chances) - min(chances)


@record(slots=False, kw_only=True)
class Forecast:
    """The forecast of a tournament: counted over `count` futures or, if `exact`, over every possible result.

    `round` is the current round, with the `given` results; `open` its unfinished games. `top` is the number of places
    for `turns_on`, `tiebreaks` are those that rank the players, `watched` the players for whom `must_happen` is
    available.
    """

    tournament: Tournament = field(repr=False)
    round: Round = field(repr=False)
    open: tuple[tuple[int, int], ...] = field(repr=False)
    top: int
    outcomes: str
    spread: int
    seed: int
    count: int
    exact: bool
    given: tuple[tuple[int, int, Result], ...] = ()
    tiebreaks: tuple[str, ...] = ()
    watched: tuple[int, ...] = ()
    whole: int = field(repr=False)
    sums: Sums = field(repr=False)
    ways: Sums = field(repr=False, default=Sums({}))

    @property
    def digest(self) -> str:
        """A digest of all numbers, independent of how the work was divided."""
        return self.sums.digest

    @property
    def stopped(self) -> int:
        """The number of futures that ended early because a round had no legal pairing."""
        return self._count_of("stopped")

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """All players, the best chances to be at the top first."""
        chances = {
            player_id: (-self.within(player_id, self.top).value, self.mean_place(player_id))
            for player_id in self.tournament.participants_by_number
        }
        return tuple(sorted(chances, key=chances.__getitem__))

    def places(self, player_id: int) -> dict[int, float]:
        """Return the chance of every possible place, ties broken by lot."""
        self._check_player(player_id)
        return {place: times / self.whole for place, times in self._counts_of("place", player_id)}

    def points(self, player_id: int) -> dict[Points, float]:
        """Return the chance of every score, in tenths of a point."""
        self._check_player(player_id)
        return {points: times / self.whole for points, times in self._counts_of("points", player_id)}

    def within(self, player_id: int, places: int = 1) -> Estimate:
        """Return the chance to finish in the first `places`."""
        self._check_player(player_id)
        return self._chance_of_count(
            sum(times for place, times in self._counts_of("place", player_id) if place <= places)
        )

    def mean_place(self, player_id: int) -> float:
        """Return the mean place."""
        return sum(place * chance for place, chance in self.places(player_id).items())

    def mean_points(self, player_id: int) -> float:
        """Return the mean score in points."""
        return sum(points * chance for points, chance in self.points(player_id).items()) / 10

    def score(self, player_id: int) -> Estimate:
        """Return the mean score in points with its interval."""
        self._check_player(player_id)
        scores = self._counts_of("points", player_id)
        total = sum(points * times for points, times in scores)
        if self.exact:
            value = total / self.whole / 10
            return Estimate(value, value, value, self.count)
        return mean(self.whole, total, sum(points * points * times for points, times in scores), 10)

    def norm(self, player_id: int, title: str) -> Estimate:
        """Return the chance of a norm that the forecast was asked to count."""
        key = ("norm", player_id, title)
        if key not in self.sums.cells:
            raise RuleError(
                f"the norm of {title} of {player_id} was not asked for: norms=[({player_id}, {title!r})]",
                participants=(player_id,),
            )
        return self._chance_of_count(self.sums.cells[key][1])

    def prize(self, player_id: int) -> Estimate:
        """Return the expected prize money, in units of the currency."""
        self._check_player(player_id)
        _, total, squares = self.sums.cells.get(("prize", player_id), (0, 0, 0))
        if self.exact:
            value = total / self.whole / 100
            return Estimate(value, value, value, self.count)
        return mean(self.whole, total, squares, 100)

    def opponents(self, player_id: int, round: int) -> dict[int, float]:
        """Return the chance of each opponent in a round, the likeliest first; the rest to 1 is the chance of none."""
        self._check_player(player_id)
        if round == self.tournament.next_round:
            opponents = [
                opponent_id
                for pair in self.round.pairs
                if player_id in pair
                for opponent_id in pair
                if opponent_id != player_id
            ]
            return dict.fromkeys(opponents, 1.0)
        counts = self._opponent_counts.get((round, player_id), {})
        return {
            opponent_id: counts[opponent_id] / self.whole
            for opponent_id in sorted(counts, key=lambda opponent_id: (-counts[opponent_id], opponent_id))
        }

    def turns_on(self, player_id: int) -> list[TurningPoint]:
        """Return the open games that affect the chance to be at the top, the largest swing first."""
        self._check_player(player_id)
        points, chance = [], self.within(player_id, self.top).value
        for white, black in self.open:
            chances, weights = [], []
            for result in RESULTS:
                ended = self._count_of("ended", white, black, result.value)
                if ended:
                    chances.append((result, self._count_of("turn", white, black, result.value, player_id) / ended))
                    weights.append(1 / ended)
            error = 0.0 if self.exact else _random_swing(chance, sum(sorted(weights)[-2:]), len(self.open))
            points.append(TurningPoint(white, black, tuple(chances), error))
        return sorted(points, key=lambda point: (-point.swing, point.white))

    def ended(self, white: int, black: int) -> dict[Result, float]:
        """Return the chance of each result of an open game."""
        return {result: self._count_of("ended", white, black, result.value) / self.whole for result in RESULTS}

    def must_happen(self, player_id: int, places: int | None = None) -> MustHappen:
        """Return what makes a place certain and what rules it out; requires an exact forecast."""
        self._check_player(player_id)
        places = self.top if places is None else places
        if not self.exact:
            raise RuleError("what must happen is told of a last round that is counted out: there are too many results")
        if player_id not in self.watched or places not in (1, self.top):
            raise RuleError(
                f"what must happen was not asked for: watched=[{player_id}], top={places}", participants=(player_id,)
            )
        sure, may = (stored_ways(self.ways.cells, kind, player_id, places) for kind in (SURE, MAY))
        chances = {pair: tuple(self.ended(*pair).values()) for pair in self.open}
        return must_happen(player_id, places, sure, may, chances)

    @cached_property
    def _opponent_counts(self) -> dict[tuple[int, int], dict[int, int]]:
        """The number of times that each pair met in each later round."""
        counts: dict[tuple[int, int], dict[int, int]] = {}
        for key, cell in self.sums.cells.items():
            if key[0] == "meets":
                number, player_id, opponent_id = map(int, key[1:])
                counts.setdefault((number, player_id), {})[opponent_id] = cell[1]
                counts.setdefault((number, opponent_id), {})[player_id] = cell[1]
        return counts

    def _count_of(self, *key: str | int) -> int:
        return self.sums.cells.get(key, (0, 0, 0))[1]

    def _counts_of(self, kind: str, player_id: int) -> list[tuple[int, int]]:
        return self._place_and_score_counts.get((kind, player_id), [])

    @cached_property
    def _place_and_score_counts(self) -> dict[tuple[str, int], list[tuple[int, int]]]:
        """The number of times that each player had each place and each score."""
        columns: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for key, cell in self.sums.cells.items():
            if key[0] in ("place", "points"):
                columns.setdefault((str(key[0]), int(key[1])), []).append((int(key[2]), cell[1]))
        return {head: sorted(counts) for head, counts in columns.items()}

    def _chance_of_count(self, times: int) -> Estimate:
        if self.exact:
            value = times / self.whole
            return Estimate(value, value, value, self.count)
        return share(self.whole, times)

    def _check_player(self, player_id: int) -> None:
        if player_id not in self.tournament.participants_by_number:
            raise RuleError(f"there is no player {player_id}", participants=(player_id,))


def _random_swing(chance: float, inverse_counts: float, games: int) -> float:
    """Return the difference that random variation alone gives between the chances after the results of a game.

    `inverse_counts` is the sum of the inverses of the counts of the two rarest results. The quantile is corrected for
    the number of comparisons (Bonferroni) and the interval for discreteness (Yates).

    >>> round(_random_swing(0.5, 1 / 100 + 1 / 100, 1), 3), round(_random_swing(0.5, 1 / 100 + 1 / 100, 30), 3)
    (0.179, 0.254)
    """
    return (
        NormalDist().inv_cdf(1 - 0.05 / (6 * games)) * sqrt(chance * (1 - chance) * inverse_counts) + inverse_counts / 2
    )
