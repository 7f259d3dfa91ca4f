"""The results of a forecast, player by player."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from statistics import NormalDist

from rookery._record import field, record
from rookery.errors import RuleError
from rookery.model import Points, Result, Round, Tournament
from rookery.simulation.conditions import MAY, RESULTS, SURE, MustHappen, must_happen, stored_ways
from rookery.simulation.estimate import Estimate, mean, share
from rookery.simulation.tally import Sums


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
        return self._times("stopped")

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
        return self._share(sum(times for place, times in self._counts_of("place", player_id) if place <= places))

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
        return self._share(self.sums.cells[key][1])

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
                ended = self._times("ended", white, black, result.value)
                if ended:
                    chances.append((result, self._times("turn", white, black, result.value, player_id) / ended))
                    weights.append(1 / ended)
            error = 0.0 if self.exact else _random_swing(chance, sum(sorted(weights)[-2:]), len(self.open))
            points.append(TurningPoint(white, black, tuple(chances), error))
        return sorted(points, key=lambda point: (-point.swing, point.white))

    def ended(self, white: int, black: int) -> dict[Result, float]:
        """Return the chance of each result of an open game."""
        return {result: self._times("ended", white, black, result.value) / self.whole for result in RESULTS}

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

    def _times(self, *key: str | int) -> int:
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

    def _share(self, times: int) -> Estimate:
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
