"""Games of a tournament with their ratings, and why some are not rated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rookery._record import record
from rookery.model import Ending, Game, Result, Tournament, TournamentInfo
from rookery.rating.rating_rules import GameContext, NotRated, RateOfPlay, RatingRules

RatingInRound = Callable[[int, int], int | None]
"""The rating of a player, by number, in a round."""

HALF_POINTS = {Ending.WIN: 2, Ending.DRAW: 1, Ending.LOSS: 0}


def _unrateable_reason(result: Result) -> NotRated | None:
    """Return why a result cannot be rated by any system, or None."""
    if result in (Result.PENDING, Result.ADJOURNED):
        return NotRated.NO_RESULT
    if not result.played:
        return NotRated.NOT_PLAYED
    return None if result.rated else NotRated.MARKED


_UNRATEABLE = {result: _unrateable_reason(result) for result in Result}
_SCORES = {
    result: (HALF_POINTS[result.white], HALF_POINTS[result.black]) for result in Result if result.white in HALF_POINTS
}


@record
class RatedGame:
    """A board with the ratings at which it was played (None: unrated); `reason` is why it does not count."""

    round: int
    white: int
    black: int
    result: Result
    white_rating: int | None
    black_rating: int | None
    reason: NotRated | None = None

    @property
    def half_points(self) -> tuple[int, int]:
        """The scores of White and Black; only for a game that was completed."""
        return _SCORES[self.result]


def played_boards(tournament: Tournament) -> Iterator[tuple[int, Game]]:
    """Yield every board between two players with its round, also in matches.

    The result is the one to be reported (C.04.2 4.3).
    """
    reported_results = {
        (reported_result.round, reported_result.white, reported_result.black): reported_result.result
        for reported_result in tournament.reported_results
    }
    for round_number, round in enumerate(tournament.rounds, 1):
        for game in (*round.games, *(game for match in round.matches for game in match.games)):
            result = reported_results.get((round_number, game.white, game.black)) if reported_results else None
            yield round_number, game if result is None else Game(game.white, game.black, result)


def rated_games(
    tournament: Tournament,
    ratings: Mapping[int, int | None],
    rules: RatingRules,
    pace: RateOfPlay | None,
    rating_in_round: RatingInRound | None = None,
) -> tuple[RatedGame, ...]:
    """Return every board with the reason why it is not rated, if any.

    `rating_in_round` gives the ratings of each round; without it `ratings` count for all rounds.
    """
    games, is_match = [], len(tournament.players) == 2
    round_count, score = max(tournament.planned_rounds or 0, len(tournament.rounds)), dict.fromkeys(ratings, 0)
    for round_number, game in played_boards(tournament):
        white, black = ratings.get(game.white), ratings.get(game.black)
        if rating_in_round is not None:
            white, black = rating_in_round(game.white, round_number), rating_in_round(game.black, round_number)
        is_decided = is_match and max(score.values()) > round_count
        reason = _UNRATEABLE[game.result] or rules.exclusion_reason(
            GameContext(white, black, pace, is_match, is_decided)
        )
        games.append(RatedGame(round_number, game.white, game.black, game.result, white, black, reason))
        if is_match:
            for player_id, outcome in ((game.white, game.result.white), (game.black, game.result.black)):
                score[player_id] += 2 if outcome is Ending.FORFEIT_WIN else HALF_POINTS.get(outcome, 0)
    return tuple(games)


def lasts_longer_than(days: int, event: TournamentInfo) -> bool:
    """Return whether the event is known to last longer than `days` days.

    >>> from rookery.model import PartialDate
    >>> lasts_longer_than(30, TournamentInfo(start=PartialDate(2026, 9, 1), end=PartialDate(2026, 10, 1)))
    True
    """
    return bool(event.start and event.end and (event.end.last_day - event.start.first_day).days >= days)
