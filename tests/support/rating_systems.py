"""Rating systems of nobody, one for each way of being unlike FIDE's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import exp, pi

from rookery.elo import round_half_up
from rookery.rating import (
    DatedRules,
    EloRules,
    FirstRating,
    GameCallback,
    GameContext,
    GameContribution,
    KStep,
    ListGame,
    ListPlayer,
    NotRated,
    PeriodResult,
    RatingRules,
    below,
)
from rookery.rating.glicko import Glicko, rate_period


def logistic(own: int, opponent: int) -> int:
    return round(100 / (1 + 10 ** ((opponent - own) / 400)))


@dataclass(frozen=True, kw_only=True)
class Club(EloRules):
    """The logistic curve, a ladder of K, a floor, a first rating after three games."""

    name: str = "club"
    k_steps: tuple[KStep, ...] = (KStep(32, age=below(18)), KStep(24))
    edges: tuple[int, ...] | None = ()
    floor: int = 800

    def expected(self, own: int, opponent: int) -> int:
        return logistic(own, opponent)

    def publishable_rating(self, rating: int) -> int:
        return max(rating, self.floor)

    def first_rating_from_totals(self, games: int, total: int, half_points: int) -> FirstRating:
        mean, percent = (round_half_up(total, games), round_half_up(50 * half_points, games)) if games else (0, 0)
        rating = max(mean + 8 * (percent - 50), self.floor)
        why = "" if games >= 3 else f"{games} of 3 games"
        return FirstRating(games, half_points, mean, percent, rating, None if why else rating, why)


@dataclass(frozen=True, kw_only=True)
class Formula(EloRules):
    """K by a formula, a curve that bends at 2000 without saying so, games left out, fewer K for more games, a bonus."""

    name: str = "formula"

    def expected(self, own: int, opponent: int) -> int:
        return logistic(own if own < 2000 else 2000 + (own - 2000) // 2, opponent)

    def is_rated(self, rating: int, opponent: int) -> bool:
        return abs(rating - opponent) < 300 or rating + opponent < 3500

    def k(self, rating: int, games: int, *, age: int | None = None, highest: int | None = None) -> int:
        return 800 // (10 + games // 10 + max(rating, highest or 0) // 200) + (5 if age is not None and age < 20 else 0)

    def limited_k(self, k: int, games: int) -> int:
        return max(8, k - games // 5)

    def points(self, change: int, k: int) -> int:
        plain = EloRules.points(self, change, k)
        return plain + max(0, plain - 25) // 2


@dataclass(frozen=True, kw_only=True)
class WholeEvent(RatingRules):
    """Everybody at once: newcomers get a rating first, and then count for the others; K by number of games; a bonus."""

    name: str = "whole event"

    def exclusion_reason(self, game: GameContext) -> NotRated | None:
        return None

    def first_rating(self, opponents: Sequence[int], half_points: int) -> FirstRating:
        mean = round_half_up(sum(opponents), len(opponents)) if opponents else 1500
        return FirstRating(len(opponents), half_points, mean, 0, mean, mean)

    def rate(
        self,
        players: Sequence[ListPlayer],
        games: Iterable[ListGame],
        on: date | None = None,
        on_game: GameCallback | None = None,
    ) -> list[PeriodResult]:
        sides = [
            side
            for place, game in enumerate(games)
            for side in (
                (place, game.white, game.black, game.half_points),
                (place, game.black, game.white, 2 - game.half_points),
            )
        ]
        before = {player.id: player.rating for player in players}
        now = dict(before)
        for newcomer in [player for player, rating in before.items() if not rating]:
            opponents = [before[other] for _, player, other, _ in sides if player == newcomer and before[other]]
            now[newcomer] = self.first_rating(opponents, 0).rating or 0
        changes: dict[int, list[int]] = {player.id: [] for player in players}
        for place, player_id, other, half in sides:
            changes[player_id].append(50 * half - logistic(now[player_id], now[other]))
            if on_game:
                on_game(GameContribution(place, player_id, changes[player_id][-1]))
        return [self._rate_player(player, now[player.id], changes[player.id]) for player in players]

    def _rate_player(self, player: ListPlayer, now: int, changes: list[int]) -> PeriodResult:
        k = 800 // (player.games + len(changes) or 1)
        points = round_half_up(k * sum(changes), 100)
        points += max(0, points - 40)
        return PeriodResult(player.id, player.rating, len(changes), sum(changes), k, points, now + points)


@dataclass(frozen=True, kw_only=True)
class GlickoRules(RatingRules):
    """Glicko-2: what it knows of a player beside the rating is data of its own."""

    name: str = "Glicko-2"
    known_players: tuple[tuple[int, Glicko], ...] = ()

    def glicko_of(self, player: ListPlayer) -> Glicko:
        return replace(dict(self.known_players).get(player.id, Glicko()), rating=float(player.rating or 1500))

    def first_rating(self, opponents: Sequence[int], half_points: int) -> FirstRating:
        return FirstRating(len(opponents), half_points, 0, 0, 1500, 1500)

    def rate(
        self,
        players: Sequence[ListPlayer],
        games: Iterable[ListGame],
        on: date | None = None,
        on_game: GameCallback | None = None,
    ) -> list[PeriodResult]:
        before = {player.id: self.glicko_of(player) for player in players}
        played = [(game.white, game.black, game.half_points / 2) for game in games]
        after = rate_period(before, played)
        changes: dict[int, list[int]] = {player.id: [] for player in players}
        for place, (white, black, score) in enumerate(played):
            for player_id, other, half in ((white, black, score), (black, white, 1 - score)):
                weight = 1 / (1 + 3 * before[other].phi ** 2 / pi**2) ** 0.5
                expected = 1 / (1 + exp(-weight * (before[player_id].mu - before[other].mu)))
                changes[player_id].append(round(100 * (half - expected)))
                if on_game:
                    on_game(GameContribution(place, player_id, changes[player_id][-1]))
        rows = []
        for player in players:
            new, mine = round(after[player.id].rating), changes[player.id]
            rows.append(PeriodResult(player.id, player.rating, len(mine), sum(mine), 0, new - player.rating, new))
        return rows


DATED = DatedRules((Club(since=date(2025, 1, 1)), Club(since=date(2026, 1, 1), k_steps=(KStep(12),))))
