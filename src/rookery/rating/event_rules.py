"""Systems that rate the whole of what a player did in an event at once: from all results follows the new rating.

Such a system says what is expected of one game, and what becomes of a player after all of them; gathering the games and
telling of them is done here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import floor

from rookery.errors import RuleError
from rookery.rating.listed import Listed, Played, Rated
from rookery.rating.rating_rules import First, GameTold, RatingRules, Told
from rookery.values import NamedTuple, frozen
from rookery.wording import spoken


class EventResult(NamedTuple):
    """One game of a player in an event: the opponent's number and the rating that counts, and the score (1, 0.5, 0)."""

    opponent: int
    rating: float
    score: float


def nearest(value: float) -> int:
    """The nearest whole number; a half goes up.

    >>> nearest(1510.5), nearest(1511.111), nearest(-0.5)
    (1511, 1511, 0)
    """
    return floor(value + 0.5)


@frozen(kw_only=True)
class EventRules(RatingRules):
    """A system that makes a new rating from all results of an event; `note` says what is left out of it here."""

    note: str = ""

    @abstractmethod
    def expected_score(self, own: Listed, result: EventResult) -> float:
        """The score that a player is expected to make in this game."""

    @abstractmethod
    def after(self, player: Listed, results: Sequence[EventResult], age: int | None) -> float:
        """The rating, not rounded, after these results; there is at least one."""

    def seen(self, players: Sequence[Listed], results: Mapping[int, Sequence[EventResult]]) -> dict[int, float]:
        """The ratings with which players count for their opponents: here those with which they came."""
        return {one.id: float(one.rating) for one in players}

    def first(self, opponents: Sequence[int], half_points: int) -> First:
        """No first rating: see the note."""
        games = len(opponents)
        mean = nearest(sum(opponents) / games) if games else 0
        percent = nearest(50 * half_points / games) if games else 0
        return First(
            games, half_points, mean, percent, 0, None, spoken("%(name)s: not worked out here", name=self.name)
        )

    def assumed(self, players: Sequence[Listed]) -> tuple[str, ...]:
        """That nobody endorses this, and what is left out."""
        told = spoken("%(name)s by its public text; not endorsed by anybody.", name=self.name)
        return tuple(text for text in (told, self.note) if text)

    def rated(
        self, players: Sequence[Listed], games: Iterable[Played], on: date | None = None, told: Told | None = None
    ) -> list[Rated]:
        """Every player after the event, or after a period taken as one event."""
        results: dict[int, list[EventResult]] = {one.id: [] for one in players}
        met, by_id = _met(players, games), {one.id: one for one in players}
        for _, one, other, score in met:
            results[one].append(EventResult(other, by_id[other].rating, score))
        seen = self.seen(players, results)
        for rows in results.values():
            rows[:] = [row._replace(rating=seen[row.opponent]) for row in rows]
        if told:
            for place, one, other, score in met:
                surplus = score - self.expected_score(by_id[one], EventResult(other, seen[other], score))
                told(GameTold(place, one, nearest(100 * surplus)))
        return [self._rated(one, results[one.id], on) for one in players]

    def _rated(self, player: Listed, results: Sequence[EventResult], on: date | None) -> Rated:
        if not results or not player.rating:
            return Rated(player.id, player.rating, 0, 0, 0, 0, player.rating, career=player.games)
        change = sum(result.score - self.expected_score(player, result) for result in results)
        new = nearest(self.after(player, results, _age(player, on)))
        games = len(results)
        return Rated(
            player.id, player.rating, games, nearest(100 * change), 0, new - player.rating, new,
            career=player.games + games, highest=max(player.highest, new),
        )  # fmt: skip


def _age(player: Listed, on: date | None) -> int | None:
    return on.year - player.born if on and player.born else None


def _met(players: Sequence[Listed], games: Iterable[Played]) -> list[tuple[int, int, int, float]]:
    """Place of the game, player, opponent, score: both sides of every game between two rated players."""
    rated = {one.id: bool(one.rating) for one in players}
    found = []
    for place, game in enumerate(games):
        white, black, half, other = game[:4]
        if white not in rated or black not in rated:
            who = black if white in rated else white
            raise RuleError(f"game {place + 1} names {who}, who is not on the list", who=(who,))
        if rated[white] and rated[black]:
            found.append((place, white, black, half / 2))
            found.append((place, black, white, (2 - half if other < 0 else other) / 2))
    return found
