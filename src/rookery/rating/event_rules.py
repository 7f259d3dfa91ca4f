"""Base class of rating systems that compute the new rating from all results of an event at once.

Such a system defines the expected score of a game, and the new rating after all games; this module collects the games
and reports them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import floor
from typing import NamedTuple

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.rating.rating_rules import FirstRating, GameCallback, GameContribution, RatingRules
from rookery.rating.rows import ListGame, ListPlayer, PeriodResult


class EventResult(NamedTuple):
    """A game of a player: the opponent's number, the opponent's effective rating, and the score (1, 0.5, 0)."""

    opponent: int
    rating: float
    score: float


def round_half_up(value: float) -> int:
    """Return the nearest whole number; a half is rounded up.

    >>> round_half_up(1510.5), round_half_up(1511.111), round_half_up(-0.5)
    (1511, 1511, 0)
    """
    return floor(value + 0.5)


@record(kw_only=True)
class EventRules(RatingRules):
    """Rules that compute a new rating from all results of an event; `note` says what is not implemented."""

    note: str = ""

    @abstractmethod
    def expected_score(self, own: ListPlayer, result: EventResult) -> float:
        """Return the score that a player is expected to make in this game."""

    @abstractmethod
    def rate_results(self, player: ListPlayer, results: Sequence[EventResult], age: int | None) -> float:
        """Return the unrounded rating after these results; there is at least one."""

    def opponent_ratings(
        self, players: Sequence[ListPlayer], results: Mapping[int, Sequence[EventResult]]
    ) -> dict[int, float]:
        """Return the ratings with which players count for their opponents: by default those before the event."""
        return {player.id: float(player.rating) for player in players}

    def first_rating(self, opponents: Sequence[int], half_points: int) -> FirstRating:
        """Return a result without a rating: first ratings are not implemented."""
        games = len(opponents)
        mean = round_half_up(sum(opponents) / games) if games else 0
        percent = round_half_up(50 * half_points / games) if games else 0
        return FirstRating(
            games, half_points, mean, percent, 0, None, msg("%(name)s: not worked out here", name=self.name)
        )

    def assumptions(self, players: Sequence[ListPlayer]) -> tuple[str, ...]:
        """Return the disclaimer and the note."""
        disclaimer = msg("%(name)s by its public text; not endorsed by anybody.", name=self.name)
        return tuple(text for text in (disclaimer, self.note) if text)

    def rate(
        self,
        players: Sequence[ListPlayer],
        games: Iterable[ListGame],
        on: date | None = None,
        on_game: GameCallback | None = None,
    ) -> list[PeriodResult]:
        """Rate all players after an event, or after a period taken as one event."""
        results: dict[int, list[EventResult]] = {player.id: [] for player in players}
        sides, by_id = _rated_results(players, games), {player.id: player for player in players}
        for _, player_id, opponent_id, score in sides:
            results[player_id].append(EventResult(opponent_id, by_id[opponent_id].rating, score))
        ratings = self.opponent_ratings(players, results)
        for player_results in results.values():
            player_results[:] = [result._replace(rating=ratings[result.opponent]) for result in player_results]
        if on_game:
            for place, player_id, opponent_id, score in sides:
                surplus = score - self.expected_score(
                    by_id[player_id], EventResult(opponent_id, ratings[opponent_id], score)
                )
                on_game(GameContribution(place, player_id, round_half_up(100 * surplus)))
        return [self._rate_player(player, results[player.id], on) for player in players]

    def _rate_player(self, player: ListPlayer, results: Sequence[EventResult], on: date | None) -> PeriodResult:
        if not results or not player.rating:
            return PeriodResult(player.id, player.rating, 0, 0, 0, 0, player.rating, career=player.games)
        change = sum(result.score - self.expected_score(player, result) for result in results)
        new = round_half_up(self.rate_results(player, results, _age(player, on)))
        games = len(results)
        return PeriodResult(
            player.id, player.rating, games, round_half_up(100 * change), 0, new - player.rating, new,
            career=player.games + games, highest=max(player.highest, new),
        )  # fmt: skip


def _age(player: ListPlayer, on: date | None) -> int | None:
    return on.year - player.born if on and player.born else None


def _rated_results(players: Sequence[ListPlayer], games: Iterable[ListGame]) -> list[tuple[int, int, int, float]]:
    """Return (index of the game, player, opponent, score) for both sides of every game between rated players."""
    is_rated = {player.id: bool(player.rating) for player in players}
    results = []
    for place, game in enumerate(games):
        white, black, half, black_half = game[:4]
        if white not in is_rated or black not in is_rated:
            unknown_id = black if white in is_rated else white
            raise RuleError(f"game {place + 1} names {unknown_id}, who is not on the list", participants=(unknown_id,))
        if is_rated[white] and is_rated[black]:
            results.append((place, white, black, half / 2))
            results.append((place, black, white, (2 - half if black_half < 0 else black_half) / 2))
    return results
