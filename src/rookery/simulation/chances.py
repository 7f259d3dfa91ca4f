"""The chances that a forecast found, player by player."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from statistics import NormalDist

from rookery.errors import RuleError
from rookery.model import Points, Result, Round, Tournament
from rookery.simulation.conditions import MAY, RESULTS, SURE, MustHappen, kept_ways, must_happen
from rookery.simulation.estimate import Estimate, mean, share
from rookery.simulation.tally import Sums
from rookery.values import field, frozen


@frozen
class TurningPoint:
    """A game that is still open, and somebody's chance after each of its results: `swing` is what hangs on it.

    `error` is how large a swing may well be where nothing hangs on any of the open games: in about 5 of 100 counts of
    drawn futures one of them has a larger one. 0 if the answer is exact.
    """

    white: int
    black: int
    chances: tuple[tuple[Result, float], ...]
    error: float = 0.0

    @property
    def swing(self) -> float:
        """The best of these chances above the worst."""
        known = [chance for _, chance in self.chances]
        return max(known) - min(known)


@frozen(slots=False, kw_only=True)
class Forecast:
    """What may become of everybody: counted over `count` futures or, if `exact`, over every result there can be.

    `round` is the one being played, with the results that are `given`; `open` its games that are not over. `top` is how
    many places `turns_on` looks at, `tiebreaks` those by which places are told, `watched` are those of whom
    `must_happen` can tell.
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
        """A fingerprint of all numbers, whoever worked them out."""
        return self.sums.digest

    @property
    def stopped(self) -> int:
        """How many futures ended early, because a round had no legal pairing."""
        return self._times("stopped")

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """Everybody, the best chances to be at the top first."""
        chances = {one: (-self.within(one, self.top).value, self.mean_place(one)) for one in self.tournament.by_id}
        return tuple(sorted(chances, key=chances.__getitem__))

    def places(self, one: int) -> dict[int, float]:
        """The chance of every place, ties broken by lot; places with none are left out."""
        self._known(one)
        return {place: times / self.whole for place, times in self._all("place", one)}

    def points(self, one: int) -> dict[Points, float]:
        """The chance of every score, in tenths of a point."""
        self._known(one)
        return {points: times / self.whole for points, times in self._all("points", one)}

    def within(self, one: int, places: int = 1) -> Estimate:
        """The chance to be among the first so many."""
        self._known(one)
        return self._share(sum(times for place, times in self._all("place", one) if place <= places))

    def mean_place(self, one: int) -> float:
        """The mean of the places."""
        return sum(place * chance for place, chance in self.places(one).items())

    def mean_points(self, one: int) -> float:
        """The mean of the scores, in points."""
        return sum(points * chance for points, chance in self.points(one).items()) / 10

    def score(self, one: int) -> Estimate:
        """The mean of the scores, in points, with its interval."""
        self._known(one)
        scores = self._all("points", one)
        total = sum(points * times for points, times in scores)
        if self.exact:
            value = total / self.whole / 10
            return Estimate(value, value, value, self.count)
        return mean(self.whole, total, sum(points * points * times for points, times in scores), 10)

    def norm(self, one: int, title: str) -> Estimate:
        """The chance of a norm that was asked for."""
        key = ("norm", one, title)
        if key not in self.sums.cells:
            raise RuleError(f"the norm of {title} of {one} was not asked for: norms=[({one}, {title!r})]", who=(one,))
        return self._share(self.sums.cells[key][1])

    def prize(self, one: int) -> Estimate:
        """The prize money to be expected, in the currency."""
        self._known(one)
        _, total, squares = self.sums.cells.get(("prize", one), (0, 0, 0))
        if self.exact:
            value = total / self.whole / 100
            return Estimate(value, value, value, self.count)
        return mean(self.whole, total, squares, 100)

    def opponents(self, one: int, round: int) -> dict[int, float]:
        """Whom somebody meets in a round, the likeliest first; what is missing to 1 is the chance to meet nobody."""
        self._known(one)
        if round == self.tournament.next_round:
            met = [other for pair in self.round.pairs if one in pair for other in pair if other != one]
            return dict.fromkeys(met, 1.0)
        found = self._met.get((round, one), {})
        return {other: found[other] / self.whole for other in sorted(found, key=lambda who: (-found[who], who))}

    def turns_on(self, one: int) -> list[TurningPoint]:
        """The open games that move somebody's chance to be at the top most, the weightiest first."""
        self._known(one)
        found, chance = [], self.within(one, self.top).value
        for white, black in self.open:
            chances, least = [], []
            for result in RESULTS:
                ended = self._times("ended", white, black, result.value)
                if ended:
                    chances.append((result, self._times("turn", white, black, result.value, one) / ended))
                    least.append(1 / ended)
            error = 0.0 if self.exact else _by_luck(chance, sum(sorted(least)[-2:]), len(self.open))
            found.append(TurningPoint(white, black, tuple(chances), error))
        return sorted(found, key=lambda point: (-point.swing, point.white))

    def ended(self, white: int, black: int) -> dict[Result, float]:
        """The chances of an open game to end in each result."""
        return {result: self._times("ended", white, black, result.value) / self.whole for result in RESULTS}

    def must_happen(self, one: int, places: int | None = None) -> MustHappen:
        """What makes it certain that somebody is first, or at the top, and what rules it out; of an exact answer."""
        self._known(one)
        places = self.top if places is None else places
        if not self.exact:
            raise RuleError("what must happen is told of a last round that is counted out: there are too many results")
        if one not in self.watched or places not in (1, self.top):
            raise RuleError(f"what must happen was not asked for: watched=[{one}], top={places}", who=(one,))
        sure, may = (kept_ways(self.ways.cells, kind, one, places) for kind in (SURE, MAY))
        chances = {two: tuple(self.ended(*two).values()) for two in self.open}
        return must_happen(one, places, sure, may, chances)

    @cached_property
    def _met(self) -> dict[tuple[int, int], dict[int, int]]:
        """How often everybody met whom in each round to come."""
        found: dict[tuple[int, int], dict[int, int]] = {}
        for key, cell in self.sums.cells.items():
            if key[0] == "meets":
                number, one, other = map(int, key[1:])
                found.setdefault((number, one), {})[other] = cell[1]
                found.setdefault((number, other), {})[one] = cell[1]
        return found

    def _times(self, *key: str | int) -> int:
        return self.sums.cells.get(key, (0, 0, 0))[1]

    def _all(self, what: str, one: int) -> list[tuple[int, int]]:
        return self._counted.get((what, one), [])

    @cached_property
    def _counted(self) -> dict[tuple[str, int], list[tuple[int, int]]]:
        """How often everybody had each place and each score."""
        found: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for key, cell in self.sums.cells.items():
            if key[0] in ("place", "points"):
                found.setdefault((str(key[0]), int(key[1])), []).append((int(key[2]), cell[1]))
        return {head: sorted(counted) for head, counted in found.items()}

    def _share(self, times: int) -> Estimate:
        if self.exact:
            value = times / self.whole
            return Estimate(value, value, value, self.count)
        return share(self.whole, times)

    def _known(self, one: int) -> None:
        if one not in self.tournament.by_id:
            raise RuleError(f"there is no player {one}", who=(one,))


def _by_luck(chance: float, apart: float, games: int) -> float:
    """How far apart chances after the results of a game may be by luck, where so many games are looked at.

    `apart` is the sum of the inverses of how often the two rarest results were seen. Each two of three results, of
    every game, may be apart by luck (Bonferroni); what is counted moves in steps (Yates).

    >>> round(_by_luck(0.5, 1 / 100 + 1 / 100, 1), 3), round(_by_luck(0.5, 1 / 100 + 1 / 100, 30), 3)
    (0.179, 0.254)
    """
    return NormalDist().inv_cdf(1 - 0.05 / (6 * games)) * sqrt(chance * (1 - chance) * apart) + apart / 2
