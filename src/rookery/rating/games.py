"""The games of a tournament as rating rules see them: with which ratings, which of them do not count, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rookery.model import Ending, Game, Result, Tournament
from rookery.rating.rate_of_play import RateOfPlay
from rookery.rating.rating_rules import Circumstances, NotRated, RatingRules
from rookery.values import frozen

Then = Callable[[int, int], int | None]
"""The rating of a player, by number, in a round."""

HALF_POINTS = {Ending.WIN: 2, Ending.DRAW: 1, Ending.LOSS: 0}


def _unfit(result: Result) -> NotRated | None:
    """Why a result can be rated by no system."""
    if result in (Result.PENDING, Result.ADJOURNED):
        return NotRated.NO_RESULT
    if not result.played:
        return NotRated.NOT_PLAYED
    return None if result.rated else NotRated.MARKED


_UNFIT = {result: _unfit(result) for result in Result}
_SCORES = {one: (HALF_POINTS[one.white], HALF_POINTS[one.black]) for one in Result if one.white in HALF_POINTS}


@frozen
class RatedGame:
    """A board with the ratings it was played at (None: unrated); `reason` is why it does not count, if it does not."""

    round: int
    white: int
    black: int
    result: Result
    white_rating: int | None
    black_rating: int | None
    reason: NotRated | None = None

    @property
    def half_points(self) -> tuple[int, int]:
        """What White and Black scored; only of a game that was played to its end."""
        return _SCORES[self.result]


def boards(tournament: Tournament) -> Iterator[tuple[int, Game]]:
    """Every board between two players with its round, in matches too, and the result to be reported (C.04.2 4.3)."""
    reported = {(one.round, one.white, one.black): one.result for one in tournament.reported}
    for number, round in enumerate(tournament.rounds, 1):
        for game in (*round.games, *(game for match in round.matches for game in match.games)):
            result = reported.get((number, game.white, game.black)) if reported else None
            yield number, game if result is None else Game(game.white, game.black, result)


def judged(
    tournament: Tournament,
    ratings: Mapping[int, int | None],
    rules: RatingRules,
    pace: RateOfPlay | None,
    then: Then | None = None,
) -> tuple[RatedGame, ...]:
    """Every board with its verdict; without a rate of play none is asked for.

    If `then` is given, it says what the ratings were in a round.
    """
    found, match = [], len(tournament.players) == 2
    length, score = max(tournament.planned or 0, len(tournament.rounds)), dict.fromkeys(ratings, 0)
    for number, game in boards(tournament):
        white, black = ratings.get(game.white), ratings.get(game.black)
        if then is not None:
            white, black = then(game.white, number), then(game.black, number)
        decided = match and max(score.values()) > length
        reason = _UNFIT[game.result] or rules.verdict(Circumstances(white, black, pace, match, decided))
        found.append(RatedGame(number, game.white, game.black, game.result, white, black, reason))
        if match:
            for who, outcome in ((game.white, game.result.white), (game.black, game.result.black)):
                score[who] += 2 if outcome is Ending.FORFEIT_WIN else HALF_POINTS.get(outcome, 0)
    return tuple(found)
